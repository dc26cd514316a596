"""Words measured: what they are as runs of a line, and how wide, each worked out once.

Lengths are in em; the caller divides the box width by the font size. So one measure of a paragraph
serves every size and every length of line that is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from generator.typeset.bidi import visual_order
from generator.typeset.fallback import parts_of
from generator.typeset.fonts import Font
from generator.typeset.markup import Piece, Word
from generator.typeset.shaping import Direction, direction_of, shape

FontOf = Callable[[Piece], Font]
"""Which font a piece of text is set in."""


@dataclass(frozen=True, slots=True)
class Run:
    """Part of a line, from its left end, in em: shaped text, or an icon of side ``advance``."""

    text: str
    icon: str
    font: Font
    x: float
    advance: float
    direction: Direction = "ltr"


@dataclass(frozen=True, slots=True)
class Setting:
    """How words are measured: fonts by piece, and the side of an inline icon in em."""

    font_of: FontOf
    icon: float


@dataclass(slots=True)
class _Stretch:
    """What is shaped as one run while a line is put together, in the order of reading."""

    text: str
    icon: str
    font: Font
    level: int

    def takes(self, font: Font, level: int) -> bool:
        return not self.icon and self.font is font and self.level == level


@dataclass(frozen=True, slots=True)
class Measured:
    """The words of a paragraph, and what was measured of them so far."""

    words: Sequence[Word]
    setting: Setting
    _lines: dict[tuple[int, int], tuple[Run, ...]] = field(default_factory=dict)
    _widths: dict[tuple[int, bool], float] = field(default_factory=dict)

    def line(self, start: int, end: int) -> tuple[Run, ...]:
        """The words from ``start`` up to ``end`` as one line."""
        key = (start, end)
        if key not in self._lines:
            self._lines[key] = runs_of(self.words[start:end], self.setting)
        return self._lines[key]

    def width(self, number: int, *, spaced: bool) -> float:
        """Width of one word in em, with the space before it where it is ``spaced``."""
        key = (number, spaced)
        if key not in self._widths:
            self._widths[key] = _word_width(self.words[number], self.setting, spaced=spaced)
        return self._widths[key]


def runs_of(words: Sequence[Word], setting: Setting) -> tuple[Run, ...]:
    """One line of ``words`` as runs from left to right; neighbours of one font and level are one.

    A space goes with the run before it.
    """
    merged: list[_Stretch] = []
    for number, word in enumerate(words):
        for index, piece in enumerate(word.pieces):
            font = setting.font_of(piece)
            if index == 0 and word.spaced and number:
                last = merged[-1]
                before = last.font if last.takes(last.font, word.space) else font
                _append(merged, Piece(" ", level=word.space), before)
            _append(merged, piece, font)
    if words and words[-1].soft and not merged[-1].icon:
        _append(merged, Piece("-", level=merged[-1].level), merged[-1].font)
    x, runs = 0.0, []
    for at in visual_order([stretch.level for stretch in merged]):
        part = merged[at]
        way = direction_of(part.level)
        advance = setting.icon if part.icon else shape(part.font, part.text, 0.0, way).advance
        runs.append(Run(part.text, part.icon, part.font, x, advance, way))
        x += advance
    return tuple(runs)


def width(runs: Sequence[Run]) -> float:
    """Width of a line in em."""
    return runs[-1].x + runs[-1].advance if runs else 0.0


def _append(merged: list[_Stretch], piece: Piece, font: Font) -> None:
    if piece.icon:
        merged.append(_Stretch("", piece.icon, font, piece.level))
        return
    for used, text in parts_of(font, piece.text) if font.fallbacks else ((font, piece.text),):
        if merged and merged[-1].takes(used, piece.level):
            merged[-1].text += text
        else:
            merged.append(_Stretch(text, "", used, piece.level))


def _word_width(word: Word, setting: Setting, *, spaced: bool) -> float:
    total = 0.0
    for index, piece in enumerate(word.pieces):
        if piece.icon:
            total += setting.icon
        else:
            way = direction_of(piece.level)
            font = setting.font_of(piece)
            if font.fallbacks:
                parts = parts_of(font, piece.text)
                total += sum(shape(used, text, 0.0, way).advance for used, text in parts)
            else:
                total += shape(font, piece.text, 0.0, way).advance
        if index == 0 and spaced and word.spaced:
            total += shape(setting.font_of(piece), " ").advance
    return total
