"""Letters as outlines: every text of a PDF becomes shapes, and its fonts go."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from typing import Any, TypeAlias

import pikepdf
from fontTools.agl import UV2AGL
from fontTools.cffLib import CFFFontSet
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Operator, Pdf

from generator.drawing.colours import to_bytes
from generator.recolour import ColourError

Segment = tuple[str, tuple[float, ...]]
"""An operator of a path (``m``, ``l``, ``c`` or ``h``) and its coordinates."""
Outline = tuple[Segment, ...]

_THOUSAND = 1000
_BLANK: Outline = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A glyph in the order of a text: its outline and advance (1 is the size of the font).

    ``is_space`` tells whether word spacing follows it.
    """

    outline: Outline
    advance: float
    is_space: bool = False


class PdfFont:
    """A font of a PDF that is embedded in it.

    Raises:
        ColourError: it is not, or is of a kind that is not made here.
    """

    def __init__(self, font: Any) -> None:
        self._wide = str(font.Subtype) == "/Type0"
        inner = font.DescendantFonts[0] if self._wide else font
        descriptor = inner.get("/FontDescriptor")
        if descriptor is None or (self._wide and str(font.Encoding) != "/Identity-H"):
            raise ColourError(f"the font {font.get('/BaseFont')} cannot be made into outlines")
        self._shapes = _shapes(descriptor)
        self._widths = _wide_widths(inner) if self._wide else _widths(font)
        default = inner.get("/DW", _THOUSAND) if self._wide else descriptor.get("/MissingWidth", 0)
        self._default = float(default)
        self._glyphs = inner.get("/CIDToGIDMap")
        self._known: dict[int, Outline] = {}

    def letters(self, text: bytes) -> Iterator[Letter]:
        """The glyphs of a string of the font's codes."""
        step = 2 if self._wide else 1
        for at in range(0, len(text), step):
            code = int.from_bytes(text[at : at + step], "big")
            if code not in self._known:
                self._known[code] = self._outline(code)
            advance = self._widths.get(code, self._default) / _THOUSAND
            yield Letter(self._known[code], advance, not self._wide and code == 32)

    def _outline(self, code: int) -> Outline:
        if not self._wide:
            return self._shapes.outline_of_letter(bytes((code,)).decode("cp1252", "replace"))
        mapped = self._glyphs
        if mapped is not None and str(mapped) != "/Identity" and hasattr(mapped, "read_bytes"):
            table = mapped.read_bytes()
            code = int.from_bytes(table[2 * code : 2 * code + 2], "big")
        return self._shapes.outline_of_glyph(code)


class _TrueType:
    """The glyphs of a TrueType or OpenType file."""

    def __init__(self, data: bytes) -> None:
        self._font = TTFont(io.BytesIO(data), lazy=True)
        self._glyphs = self._font.getGlyphSet()
        self._scale = 1 / self._font["head"].unitsPerEm

    def outline_of_letter(self, letter: str) -> Outline:
        tables = self._font["cmap"].tables
        names = (table.cmap.get(ord(letter)) for table in tables)
        name = next((name for name in names if name), None)
        return _BLANK if name is None else _draw_glyph(self._glyphs, name, self._scale)

    def outline_of_glyph(self, glyph: int) -> Outline:
        return _draw_glyph(self._glyphs, self._font.getGlyphName(glyph), self._scale)


class _Compact:
    """The glyphs of a bare CFF font."""

    def __init__(self, data: bytes) -> None:
        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(data), None)
        self._font = fonts[0]
        self._glyphs = self._font.CharStrings
        self._scale = float(getattr(self._font, "FontMatrix", (0.001,))[0])

    def outline_of_letter(self, letter: str) -> Outline:
        name = UV2AGL.get(ord(letter), "")
        return _draw_glyph(self._glyphs, name, self._scale) if name in self._glyphs else _BLANK

    def outline_of_glyph(self, glyph: int) -> Outline:
        name = f"cid{glyph:05d}"
        if name not in self._glyphs:
            name = self._font.charset[glyph]
        return _draw_glyph(self._glyphs, name, self._scale)


def _shapes(descriptor: Any) -> _TrueType | _Compact:
    file = descriptor.get("/FontFile2", descriptor.get("/FontFile3"))
    if file is None:
        raise ColourError(f"the font {descriptor.get('/FontName')} is not embedded")
    is_bare = "/FontFile2" not in descriptor and str(file.get("/Subtype")) != "/OpenType"
    return _open_shapes(file.read_bytes(), is_bare)


@cache
def _open_shapes(data: bytes, is_bare: bool) -> _TrueType | _Compact:
    return _Compact(data) if is_bare else _TrueType(data)


class _Segments(BasePen):  # type: ignore[misc]  # fontTools is untyped
    """Takes down an outline; curves of TrueType become cubic ones."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self.scale = scale
        self.found: list[Segment] = []

    def _add(self, operator: str, *points: tuple[float, float]) -> None:
        numbers = tuple(value * self.scale for point in points for value in point)
        self.found.append((operator, numbers))

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._add("m", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._add("l", point)

    def _curveToOne(  # noqa: N802
        self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self._add("c", one, two, end)

    def _closePath(self) -> None:  # noqa: N802
        self._add("h")


def _draw_glyph(glyphs: Any, name: str, scale: float) -> Outline:
    pen = _Segments(glyphs, scale)
    glyphs[name].draw(pen)
    return tuple(pen.found)


def _widths(font: Any) -> Mapping[int, float]:
    first = int(font.get("/FirstChar", 0))
    return {first + at: float(width) for at, width in enumerate(font.get("/Widths", Array()))}


def _wide_widths(font: Any) -> Mapping[int, float]:
    """The table ``W``: runs of widths after a first code, or one width from a code to another."""
    found: dict[int, float] = {}
    entries: Sequence[Any] = list(font.get("/W", Array()))
    at = 0
    while at < len(entries):
        first, second = int(entries[at]), entries[at + 1]
        if isinstance(second, Array):
            found |= {first + n: float(width) for n, width in enumerate(second)}
            at += 2
        else:
            found |= dict.fromkeys(range(first, int(second) + 1), float(entries[at + 2]))
            at += 3
    return found


# Letters as outlines: every text of a PDF becomes shapes, and its fonts go.
#
# For shops that want no fonts in a file. What is shown, and in which inks, stays the same.


Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)
_STATES = {"Tc": "spacing", "Tw": "word_spacing", "TL": "leading", "Ts": "rise"}
_PAINTS = {0: "f", 1: "S", 2: "B"}
_UNSEEN = 3
"""The text rendering mode of letters that are not painted."""


def outline_text(data: bytes) -> bytes:
    """The PDF with all letters as shapes, and without fonts.

    Raises:
        ColourError: a font is not embedded or of a kind that cannot be read, or letters clip.
    """
    with Pdf.open(io.BytesIO(data)) as pdf:
        fonts: dict[tuple[int, int], PdfFont] = {}
        for page in pdf.pages:
            if "/Font" in page.resources:
                content = _rewrite(page.obj, page.resources, fonts)
                page.obj.Contents = pdf.make_stream(content)
        forms = [thing for thing in pdf.objects if _has_letters(thing)]
        for form in forms:
            form.write(_rewrite(form, form.Resources, fonts))
        for holder in (*(page.obj for page in pdf.pages), *forms):
            if "/Font" in holder.get("/Resources", Dictionary()):
                del holder.Resources["/Font"]
        return to_bytes(pdf)


def _has_letters(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Stream) and "/Font" in thing.get("/Resources", Dictionary())


def _rewrite(stream: Any, resources: Any, fonts: dict[tuple[int, int], PdfFont]) -> bytes:
    named = resources.Font

    def font_of(name: str) -> PdfFont:
        font = named[name]
        if font.objgen not in fonts or not font.is_indirect:
            fonts[font.objgen] = PdfFont(font)
        return fonts[font.objgen]

    writer = _OutlineWriter(font_of)
    return pikepdf.unparse_content_stream(list(writer.run(pikepdf.parse_content_stream(stream))))


@dataclass(frozen=True, slots=True)
class _TextState:
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
class _OutlineWriter:
    """Takes the instructions of a stream and gives them back with shapes for letters."""

    font_of: Callable[[str], PdfFont]
    text: _TextState = field(default_factory=_TextState)
    stack: list[_TextState] = field(default_factory=list)
    matrix: Matrix = _UNIT
    line: Matrix = _UNIT

    def run(self, instructions: Sequence[Any]) -> Iterator[Any]:
        """The instructions, letters as shapes."""
        for instruction in instructions:
            operator, operands = str(instruction.operator), list(instruction.operands)
            match operator:
                case "BT" | "ET":
                    self.matrix = self.line = _UNIT
                case "Tf":
                    font, size = str(operands[0]), float(operands[1])
                    self.text = replace(self.text, font=font, size=size)
                case "Tr":
                    self.text = replace(self.text, mode=int(operands[0]))
                case "Tz":
                    self.text = replace(self.text, width=float(operands[0]) / 100)
                case "Tc" | "Tw" | "TL" | "Ts":
                    change: dict[str, Any] = {_STATES[operator]: float(operands[0])}
                    self.text = replace(self.text, **change)
                case "Td" | "TD" | "Tm" | "T*":
                    self.move(operator, [float(value) for value in operands])
                case "Tj" | "TJ" | "'" | '"':
                    yield from self.show(operator, operands)
                case _:
                    if operator == "q":
                        self.stack.append(self.text)
                    elif operator == "Q" and self.stack:
                        self.text = self.stack.pop()
                    yield instruction

    def move(self, operator: str, numbers: Sequence[float]) -> None:
        """Operators that set where the next letters stand."""
        if operator == "Tm":
            self.line = tuple(numbers)  # type: ignore[assignment]  # six of them
        else:
            if operator == "TD":
                self.text = replace(self.text, leading=-numbers[1])
            x, y = (0, -self.text.leading) if operator == "T*" else numbers
            self.line = _times((1, 0, 0, 1, x, y), self.line)
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
                yield (_transform(numbers, whole), Operator(operator))
            space = text.spacing + (text.word_spacing if letter.is_space else 0)
            self._advance((letter.advance * text.size + space) * text.width)

    def _advance(self, by: float) -> None:
        self.matrix = _times((1, 0, 0, 1, by, 0), self.matrix)


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


def _transform(numbers: Sequence[float], matrix: Matrix) -> list[Decimal]:
    a, b, c, d, e, f = matrix
    moved = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        moved += [a * x + c * y + e, b * x + d * y + f]
    return [Decimal(f"{value:.3f}").normalize() + 0 for value in moved]
