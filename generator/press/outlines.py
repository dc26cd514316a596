"""Letters as outlines: every text of a PDF becomes shapes, and its fonts go.

For shops that want no fonts in a file. What is shown, and in which inks, stays the same.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any

import pikepdf
from fontTools.agl import UV2AGL
from fontTools.cffLib import CFFFontSet
from fontTools.pens.reportLabPen import ReportLabPen
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Matrix, Operator, Pdf

from generator.drawing.colours import to_bytes
from generator.recolour import ColourError

Outline = tuple[tuple[str, tuple[float, ...]], ...]
"""Operators of a path (``m``, ``l``, ``c`` or ``h``), each with its coordinates."""

_THOUSAND = 1000
_SEGMENTS = (("m", 2), ("l", 2), ("c", 6), ("h", 0))
"""ReportLab's kinds of segments by number: the operator, and how many numbers it takes."""


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

    def letters(self, text: bytes) -> Iterator[tuple[Outline, float]]:
        """Outline and advance of each glyph of a string of codes; 1 is the size of the font."""
        step = 2 if self._wide else 1
        for at in range(0, len(text), step):
            code = int.from_bytes(text[at : at + step], "big")
            if code not in self._known:
                self._known[code] = self._outline(code)
            yield self._known[code], self._widths.get(code, self._default) / _THOUSAND

    def _outline(self, code: int) -> Outline:
        if not self._wide:
            return self._shapes.of_letter(bytes((code,)).decode("cp1252", "replace"))
        mapped = self._glyphs
        if mapped is not None and str(mapped) != "/Identity" and hasattr(mapped, "read_bytes"):
            table = mapped.read_bytes()
            code = int.from_bytes(table[2 * code : 2 * code + 2], "big")
        return self._shapes.of_glyph(code)


class _Shapes:
    """The glyphs of a TrueType or OpenType file, or of a bare CFF font."""

    def __init__(self, data: bytes, is_bare: bool) -> None:
        self._letters = UV2AGL
        if is_bare:
            fonts = CFFFontSet()
            fonts.decompile(io.BytesIO(data), None)
            self._glyphs, self._order = fonts[0].CharStrings, fonts[0].charset
            self._scale = float(getattr(fonts[0], "FontMatrix", (0.001,))[0])
            return
        font = TTFont(io.BytesIO(data), lazy=True)
        self._glyphs, self._order = font.getGlyphSet(), font.getGlyphOrder()
        self._scale = 1 / font["head"].unitsPerEm
        tables = reversed(font["cmap"].tables if "cmap" in font else ())
        self._letters = {code: name for table in tables for code, name in table.cmap.items()}

    def of_letter(self, letter: str) -> Outline:
        name = self._letters.get(ord(letter), "")
        return self._draw(name) if name in self._glyphs else ()

    def of_glyph(self, glyph: int) -> Outline:
        name = f"cid{glyph:05d}"
        return self._draw(name if name in self._glyphs else self._order[glyph])

    def _draw(self, name: str) -> Outline:
        """An outline; curves of TrueType become cubic ones."""
        pen = ReportLabPen(self._glyphs)
        self._glyphs[name].draw(pen)
        numbers = (value * self._scale for value in pen.path.points)
        segments = (_SEGMENTS[kind] for kind in pen.path.operators)
        return tuple((operator, tuple(islice(numbers, count))) for operator, count in segments)


def _shapes(descriptor: Any) -> _Shapes:
    file = descriptor.get("/FontFile2", descriptor.get("/FontFile3"))
    if file is None:
        raise ColourError(f"the font {descriptor.get('/FontName')} is not embedded")
    is_bare = "/FontFile2" not in descriptor and str(file.get("/Subtype")) != "/OpenType"
    return _Shapes(file.read_bytes(), is_bare)


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


_PAINTS = {0: "f", 1: "S", 2: "B"}
_UNSEEN = 3
"""The text rendering mode of letters that are not painted."""
_NOT_CAIRO = ("Tc", "Tw", "Tz", "Ts", "TD", "T*", "'", '"')
"""Operators of text that cairo, which writes all that is drawn here, does without."""


def outline_text(data: bytes) -> bytes:
    """The PDF, as cairo draws it, with all letters as shapes, and without fonts.

    Raises:
        ColourError: a font is not embedded or of a kind that cannot be read, or letters clip, or
            are spaced in a way that cairo does not know.
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


@dataclass
class _OutlineWriter:
    """Takes the instructions of a stream and gives them back with shapes for letters.

    ``text`` is the font, its size and the rendering mode (ISO 32000-1, 9.3), ``matrix`` where the
    next letter stands, ``line`` where its line begins.
    """

    font_of: Callable[[str], PdfFont]
    text: tuple[str, float, int] = ("", 0.0, 0)
    stack: list[tuple[str, float, int]] = field(default_factory=list)
    matrix: Matrix = field(default_factory=Matrix)
    line: Matrix = field(default_factory=Matrix)

    def run(self, instructions: Sequence[Any]) -> Iterator[Any]:
        """The instructions, letters as shapes."""
        for instruction in instructions:
            operator, operands = str(instruction.operator), list(instruction.operands)
            font, size, mode = self.text
            match operator:
                case "BT" | "ET":
                    self.matrix = self.line = Matrix()
                case "Tf":
                    self.text = str(operands[0]), float(operands[1]), mode
                case "Tr":
                    self.text = font, size, int(operands[0])
                case "Td":
                    self.matrix = self.line = self.line.translated(*map(float, operands))
                case "Tm":
                    self.matrix = self.line = Matrix(*map(float, operands))
                case "Tj" | "TJ":
                    yield from self.show(operands[0] if operator == "TJ" else operands)
                case _ if operator in _NOT_CAIRO:
                    raise ColourError(f"letters that `{operator}` moves cannot be made outlines")
                case _:
                    if operator == "q":
                        self.stack.append(self.text)
                    elif operator == "Q" and self.stack:
                        self.text = self.stack.pop()
                    yield instruction

    def show(self, parts: Sequence[Any]) -> Iterator[Any]:
        """The shapes of strings, and of numbers that move what follows."""
        mode = self.text[-1]
        path = [segment for part in parts for segment in self._part(part)]
        if path and mode != _UNSEEN:
            yield from path
            yield ([], Operator(_PAINTS[mode]))

    def _part(self, part: Any) -> Iterator[Any]:
        font, size, mode = self.text
        if isinstance(part, int | float | Decimal):
            self.matrix = self.matrix.translated(-float(part) / 1000 * size, 0)
            return
        if mode not in (*_PAINTS, _UNSEEN):
            raise ColourError("letters that clip what comes after cannot be made into outlines")
        for outline, advance in self.font_of(font).letters(bytes(part)):
            whole = self.matrix.scaled(size, size)
            for operator, numbers in outline:
                yield (_transform(numbers, whole), Operator(operator))
            self.matrix = self.matrix.translated(advance * size, 0)


def _transform(numbers: Sequence[float], matrix: Matrix) -> list[Decimal]:
    points = zip(numbers[::2], numbers[1::2], strict=True)
    moved = (value for point in points for value in matrix.transform(point))
    return [Decimal(f"{value:.3f}").normalize() + 0 for value in moved]
