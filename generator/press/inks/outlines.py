"""Letters as outlines: every text of a PDF becomes shapes, and its fonts go.

For shops that want no fonts in a file. What is shown, and in which inks, stays the same.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, TypeAlias

import pikepdf
from pikepdf import Dictionary, Operator, Pdf

from generator.press.inks.glyphs import PdfFont
from generator.recolour.mapping import ColourError

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)
_STATES = {"Tc": "spacing", "Tw": "word_spacing", "TL": "leading", "Ts": "rise"}
_PAINTS = {0: "f", 1: "S", 2: "B"}
_UNSEEN = 3
"""The text rendering mode of letters that are not painted."""


def outlined(data: bytes) -> bytes:
    """The PDF with all letters as shapes, and without fonts.

    Raises:
        ColourError: a font is not embedded or of a kind that cannot be read, or letters clip.
    """
    with Pdf.open(io.BytesIO(data)) as pdf:
        fonts: dict[tuple[int, int], PdfFont] = {}
        for page in pdf.pages:
            if "/Font" in page.resources:
                content = _rewritten(page.obj, page.resources, fonts)
                page.obj.Contents = pdf.make_stream(content)
        forms = [thing for thing in pdf.objects if _has_letters(thing)]
        for form in forms:
            form.write(_rewritten(form, form.Resources, fonts))
        for holder in (*(page.obj for page in pdf.pages), *forms):
            if "/Font" in holder.get("/Resources", Dictionary()):
                del holder.Resources["/Font"]
        target = io.BytesIO()
        pdf.save(target, deterministic_id=True)
    return target.getvalue()


def _has_letters(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Stream) and "/Font" in thing.get("/Resources", Dictionary())


def _rewritten(stream: Any, resources: Any, fonts: dict[tuple[int, int], PdfFont]) -> bytes:
    named = resources.Font

    def font_of(name: str) -> PdfFont:
        font = named[name]
        if font.objgen not in fonts or not font.is_indirect:
            fonts[font.objgen] = PdfFont(font)
        return fonts[font.objgen]

    writer = _Writer(font_of)
    return pikepdf.unparse_content_stream(list(writer.run(pikepdf.parse_content_stream(stream))))


@dataclass(frozen=True, slots=True)
class _Text:
    """The text part of the graphics state (ISO 32000-1, 9.3)."""

    font: str = ""
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    width: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass
class _Writer:
    """Takes the instructions of a stream and gives them back with shapes for letters."""

    font_of: Callable[[str], PdfFont]
    text: _Text = field(default_factory=_Text)
    stack: list[_Text] = field(default_factory=list)
    matrix: Matrix = _UNIT
    line: Matrix = _UNIT

    def run(self, instructions: Sequence[Any]) -> Iterator[Any]:
        """The instructions, letters as shapes."""
        for instruction in instructions:
            operator = str(instruction.operator)
            handler = _HANDLERS.get(operator)
            if handler is None:
                if operator == "q":
                    self.stack.append(self.text)
                elif operator == "Q" and self.stack:
                    self.text = self.stack.pop()
                yield instruction
            else:
                yield from handler(self, operator, list(instruction.operands)) or ()

    def begin(self, operator: str, operands: Sequence[Any]) -> None:
        """``BT`` and ``ET``: the matrices start anew."""
        self.matrix = self.line = _UNIT

    def set(self, operator: str, operands: Sequence[Any]) -> None:
        """Operators that set the text state."""
        if operator == "Tf":
            self.text = replace(self.text, font=str(operands[0]), size=float(operands[1]))
        elif operator == "Tr":
            self.text = replace(self.text, mode=int(operands[0]))
        elif operator == "Tz":
            self.text = replace(self.text, width=float(operands[0]) / 100)
        else:
            change: dict[str, Any] = {_STATES[operator]: float(operands[0])}
            self.text = replace(self.text, **change)

    def move(self, operator: str, operands: Sequence[Any]) -> None:
        """Operators that set where the next letters stand."""
        numbers = [float(value) for value in operands]
        if operator == "Tm":
            self.line = tuple(numbers)  # type: ignore[assignment]  # six of them
        elif operator == "T*":
            self._next_line(0, -self.text.leading)
        else:
            if operator == "TD":
                self.text = replace(self.text, leading=-numbers[1])
            self._next_line(numbers[0], numbers[1])
        self.matrix = self.line

    def show(self, operator: str, operands: Sequence[Any]) -> Iterator[Any]:
        """Operators that show letters."""
        if operator in ("'", '"'):
            if operator == '"':
                spacing, between = float(operands[1]), float(operands[0])
                self.text = replace(self.text, spacing=spacing, word_spacing=between)
            self.move("T*", ())
        parts = operands[0] if operator == "TJ" else [operands[-1]]
        path = [segment for part in parts for segment in self._part(part)]
        if path and self.text.mode != _UNSEEN:
            yield from path
            yield ([], Operator(_PAINTS[self.text.mode]))

    def _part(self, part: Any) -> Iterator[Any]:
        text = self.text
        if isinstance(part, int | float | Decimal):
            self._advance(-float(part) / 1000 * text.size * text.width)
            return
        if text.mode not in (*_PAINTS, _UNSEEN):
            raise ColourError("letters that clip what comes after cannot be made into outlines")
        for letter in self.font_of(text.font).letters(bytes(part)):
            placed = (text.size * text.width, 0, 0, text.size, 0, text.rise)
            whole = _times(placed, self.matrix)
            for operator, numbers in letter.outline:
                yield (_moved(numbers, whole), Operator(operator))
            space = text.spacing + (text.word_spacing if letter.is_space else 0)
            self._advance((letter.advance * text.size + space) * text.width)

    def _advance(self, by: float) -> None:
        self.matrix = _times((1, 0, 0, 1, by, 0), self.matrix)

    def _next_line(self, x: float, y: float) -> None:
        self.line = _times((1, 0, 0, 1, x, y), self.line)


_HANDLERS = {
    **dict.fromkeys(("BT", "ET"), _Writer.begin),
    **dict.fromkeys(("Tf", "Tr", "Tz", *_STATES), _Writer.set),
    **dict.fromkeys(("Td", "TD", "Tm", "T*"), _Writer.move),
    **dict.fromkeys(("Tj", "TJ", "'", '"'), _Writer.show),
}


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _moved(numbers: Sequence[float], matrix: Matrix) -> list[Decimal]:
    a, b, c, d, e, f = matrix
    moved = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        moved += [a * x + c * y + e, b * x + d * y + f]
    return [Decimal(f"{value:.3f}").normalize() + 0 for value in moved]
