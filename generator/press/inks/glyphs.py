"""The letters of a PDF's own fonts as outlines: from the codes of a text to curves and advances."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fontTools.agl import UV2AGL
from fontTools.cffLib import CFFFontSet
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from pikepdf import Array

from generator.recolour.mapping import ColourError

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
            return self._shapes.named(bytes((code,)).decode("cp1252", "replace"))
        mapped = self._glyphs
        if mapped is not None and str(mapped) != "/Identity" and hasattr(mapped, "read_bytes"):
            table = mapped.read_bytes()
            code = int.from_bytes(table[2 * code : 2 * code + 2], "big")
        return self._shapes.numbered(code)


class _TrueType:
    """The glyphs of a TrueType or OpenType file."""

    def __init__(self, data: bytes) -> None:
        self._font = TTFont(io.BytesIO(data), lazy=True)
        self._glyphs = self._font.getGlyphSet()
        self._scale = 1 / self._font["head"].unitsPerEm

    def named(self, letter: str) -> Outline:
        tables = self._font["cmap"].tables
        names = (table.cmap.get(ord(letter)) for table in tables)
        name = next((name for name in names if name), None)
        return _BLANK if name is None else _drawn(self._glyphs, name, self._scale)

    def numbered(self, glyph: int) -> Outline:
        return _drawn(self._glyphs, self._font.getGlyphName(glyph), self._scale)


class _Compact:
    """The glyphs of a bare CFF font."""

    def __init__(self, data: bytes) -> None:
        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(data), None)
        self._font = fonts[0]
        self._glyphs = self._font.CharStrings
        self._scale = float(getattr(self._font, "FontMatrix", (0.001,))[0])

    def named(self, letter: str) -> Outline:
        name = UV2AGL.get(ord(letter), "")
        return _drawn(self._glyphs, name, self._scale) if name in self._glyphs else _BLANK

    def numbered(self, glyph: int) -> Outline:
        name = f"cid{glyph:05d}"
        if name not in self._glyphs:
            name = self._font.charset[glyph]
        return _drawn(self._glyphs, name, self._scale)


def _shapes(descriptor: Any) -> _TrueType | _Compact:
    if "/FontFile2" in descriptor:
        return _truetype(descriptor.FontFile2.read_bytes())
    file = descriptor.get("/FontFile3")
    if file is None:
        raise ColourError(f"the font {descriptor.get('/FontName')} is not embedded")
    data = file.read_bytes()
    return _truetype(data) if str(file.get("/Subtype")) == "/OpenType" else _compact(data)


@cache
def _truetype(data: bytes) -> _TrueType:
    return _TrueType(data)


@cache
def _compact(data: bytes) -> _Compact:
    return _Compact(data)


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


def _drawn(glyphs: Any, name: str, scale: float) -> Outline:
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
