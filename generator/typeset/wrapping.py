"""Break words into lines: greedy, exact at the edge, with balanced lines on request.

Lengths are in em; the caller divides the box width by the font size. Words are measured
once, so trying another size costs only additions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.typeset.bidi import visual_order
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


def wrap(words: Sequence[Word], limit: float, setting: Setting) -> tuple[tuple[Run, ...], ...]:
    """Break ``words`` into lines of at most ``limit`` em; a wider single word stands alone."""
    lines: list[tuple[Run, ...]] = []
    start = 0
    while start < len(words):
        end = _greedy_end(words, start, limit, setting)
        runs = runs_of(words[start:end], setting)
        while end > start + 1 and width(runs) > limit:
            end -= 1
            runs = runs_of(words[start:end], setting)
        lines.append(runs)
        start = end
    return tuple(lines)


def wrap_balanced(
    words: Sequence[Word], limit: float, setting: Setting
) -> tuple[tuple[Run, ...], ...]:
    """Like :func:`wrap`, with as few lines, but of lengths as even as can be."""
    best = wrap(words, limit, setting)
    if len(best) < 2:
        return best
    low, high = limit / len(best) / 2, limit
    for _ in range(7):
        middle = (low + high) / 2
        lines = wrap(words, middle, setting)
        if len(lines) == len(best) and max(width(line) for line in lines) <= middle:
            best, high = lines, middle
        else:
            low = middle
    return best


def _append(merged: list[_Stretch], piece: Piece, font: Font) -> None:
    if merged and not piece.icon and merged[-1].takes(font, piece.level):
        merged[-1].text += piece.text
    else:
        merged.append(_Stretch(piece.text, piece.icon, font, piece.level))


def _greedy_end(words: Sequence[Word], start: int, limit: float, setting: Setting) -> int:
    total = 0.0
    for end in range(start, len(words)):
        total += _word_width(words[end], setting, spaced=end > start)
        if total > limit * 1.02 and end > start:
            return end
    return len(words)


def _word_width(word: Word, setting: Setting, *, spaced: bool) -> float:
    total = 0.0
    for index, piece in enumerate(word.pieces):
        if piece.icon:
            total += setting.icon
        else:
            way = direction_of(piece.level)
            total += shape(setting.font_of(piece), piece.text, 0.0, way).advance
        if index == 0 and spaced and word.spaced:
            total += shape(setting.font_of(piece), " ").advance
    return total
