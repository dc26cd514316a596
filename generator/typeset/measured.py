"""Lines of text measured and wrapped.

Levels are worked out on the whole paragraph, before it is broken into lines; a text whose letters
all run from left to right is left as it is.

Lengths are in em; the caller divides the box width by the font size. So one measure of a paragraph
serves every size and every length of line that is tried. A unit is the numbers of the words that
stay on one line together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import groupby

import pyphen

from generator.typeset.fonts import Direction, Font, direction_of, parts_of, shape
from generator.typeset.markup import (
    OBJECT,
    TextPiece,
    TextWord,
    base_level,
    levels,
    runs_right_to_left,
    visual_order,
)
from generator.typeset.words import Positions

SHORTEST = 6
"""Fewest letters of a word that is hyphenated (own choice)."""
_LEFT, _RIGHT = 2, 3


@cache
def hyphens_of(language: str) -> Positions | None:
    """What hyphenates words of a language; None where there are no patterns for it."""
    name = pyphen.language_fallback(language.replace("-", "_")) if language else None
    if name is None:
        return None
    patterns = pyphen.Pyphen(lang=name, left=_LEFT, right=_RIGHT)

    @lru_cache(maxsize=16_384)
    def positions(word: str) -> Sequence[int]:
        if len(word) < SHORTEST:
            return ()
        # a place at which the spelling changes would change the word: `data` tells of it
        return tuple(int(at) for at in patterns.positions(word) if at.data is None)

    return positions


def assign_levels(words: Sequence[TextWord], usual: int = 0) -> tuple[int, tuple[TextWord, ...]]:
    """The paragraph's own level (1: from right to left) and its words, cut where levels change.

    ``usual`` is the level of a paragraph that has no letters.
    """
    text = "".join(_spell(word) for word in words)
    if not usual and not runs_right_to_left(text):
        return 0, tuple(words)
    base = base_level(text, usual)
    return base, tuple(_cut(words, iter(levels(text, base))))


def _spell(word: TextWord) -> str:
    space = " " if word.spaced else ""
    return space + "".join(OBJECT if piece.icon else piece.text for piece in word.pieces)


def _cut(words: Sequence[TextWord], of: Iterator[int]) -> Iterator[TextWord]:
    for word in words:
        space = next(of) if word.spaced else 0
        pieces: list[TextPiece] = []
        for piece in word.pieces:
            if piece.icon:
                pieces.append(replace(piece, level=next(of)))
                continue
            spelt = [(letter, next(of)) for letter in piece.text]
            for level, group in groupby(spelt, lambda pair: pair[1]):
                text = "".join(letter for letter, _ in group)
                pieces.append(replace(piece, text=text, level=level))
        yield replace(word, pieces=tuple(pieces), space=space)


_TURNED: Mapping[str, str] = {"0": "0", "6": "9", "8": "8", "9": "6"}
"""Digits that are digits upside down (1 has a flag, and so a top, in most fonts)."""


def misread_turned(text: str) -> bool:
    """Tell whether ``text`` is a number that is another one when the piece lies upside down.

    >>> [misread_turned(text) for text in ("6", "9", "66", "69", "8", "16")]
    [True, True, True, False, False, False]
    """
    turned = "".join(_TURNED.get(digit, "") for digit in reversed(text))
    return len(turned) == len(text) and turned != text


@dataclass(frozen=True, slots=True)
class LineRun:
    """Part of a line, from its left end, in em: shaped text, or an icon of side ``advance``."""

    text: str
    icon: str
    font: Font
    x: float
    advance: float
    direction: Direction = "ltr"


@dataclass(frozen=True, slots=True)
class Measuring:
    """How words are measured: fonts by piece, the side of an icon, and what letters are spaced by.

    Both are in em; paragraphs that are wrapped are not spaced.
    """

    font_of: Callable[[TextPiece], Font]
    icon: float
    tracking: float = 0.0


@dataclass(slots=True)
class _ShapedStretch:
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

    words: Sequence[TextWord]
    setting: Measuring
    _lines: dict[tuple[int, int], tuple[LineRun, ...]] = field(default_factory=dict)
    _widths: dict[tuple[int, bool], float] = field(default_factory=dict)

    def line(self, start: int, end: int) -> tuple[LineRun, ...]:
        """The words from ``start`` up to ``end`` as one line."""
        key = (start, end)
        if key not in self._lines:
            self._lines[key] = runs_of(self.words[start:end], self.setting)
        return self._lines[key]

    def width(self, number: int, *, spaced: bool) -> float:
        """Width of one word in em, with the space before it where it is ``spaced``."""
        key = (number, spaced)
        if key not in self._widths:
            word, setting, total = self.words[number], self.setting, 0.0
            for index, piece in enumerate(word.pieces):
                if piece.icon:
                    total += setting.icon
                else:
                    way = direction_of(piece.level)
                    parts = parts_of(setting.font_of(piece), piece.text)
                    total += sum(shape(font, text, 0.0, way).advance for font, text in parts)
                if index == 0 and spaced and word.spaced:
                    total += shape(setting.font_of(piece), " ").advance
            self._widths[key] = total
        return self._widths[key]


def runs_of(words: Sequence[TextWord], setting: Measuring) -> tuple[LineRun, ...]:
    """One line of ``words`` as runs from left to right; neighbours of one font and level are one.

    A space goes with the run before it.
    """
    merged: list[_ShapedStretch] = []
    for number, word in enumerate(words):
        for index, piece in enumerate(word.pieces):
            font = setting.font_of(piece)
            if index == 0 and word.spaced and number:
                last = merged[-1]
                before = last.font if last.takes(last.font, word.space) else font
                _append(merged, TextPiece(" ", level=word.space), before)
            _append(merged, piece, font)
    if words and words[-1].soft and not merged[-1].icon:
        _append(merged, TextPiece("-", level=merged[-1].level), merged[-1].font)
    x, runs = 0.0, []
    for at in visual_order([stretch.level for stretch in merged]):
        part = merged[at]
        way, advance = direction_of(part.level), setting.icon
        if not part.icon:
            advance = shape(part.font, part.text, setting.tracking, way).advance
        runs.append(LineRun(part.text, part.icon, part.font, x, advance, way))
        x += advance + setting.tracking
    return tuple(runs)


def width(runs: Sequence[LineRun]) -> float:
    """Width of a line in em."""
    return runs[-1].x + runs[-1].advance if runs else 0.0


def _append(merged: list[_ShapedStretch], piece: TextPiece, font: Font) -> None:
    if piece.icon:
        merged.append(_ShapedStretch("", piece.icon, font, piece.level))
        return
    for used, text in parts_of(font, piece.text):
        if merged and merged[-1].takes(used, piece.level):
            merged[-1].text += text
        else:
            merged.append(_ShapedStretch(text, "", used, piece.level))


Units = Sequence[tuple[int, int]]
"""For each unit the number of its first word, and that after its last one."""
LEAST_LAST = 0.2
"""A last line shorter than this part of the line's length is filled up, if that can be."""
LEAST_ALONE = 0.4
"""The same for a last line of a single word."""
LEAST_WHOLE = 0.7
"""A line shorter than this part is filled up with the beginning of a word that is hyphenated."""


def wrap(text: Measured, limit: float) -> tuple[tuple[LineRun, ...], ...]:
    """Break a paragraph into lines of at most ``limit`` em; a wider single word stands alone.

    Tied words part only where a line is too narrow for both. A last line that would be short
    takes words from the one before it, as long as that one stays the longer.
    """
    units = _units(text, limit)
    return _avoid_short_end(text, units, _break_lines(text, units, limit), limit)


def wrap_balanced(text: Measured, limit: float) -> tuple[tuple[LineRun, ...], ...]:
    """Like :func:`wrap`, with as few lines, but of lengths as even as can be."""
    units = _units(text, limit)
    best = _break_lines(text, units, limit)
    if len(best) < 2:
        return _set(text, units, best)
    low, high = limit / len(best) / 2, limit
    for _ in range(7):
        middle = (low + high) / 2
        starts = _break_lines(text, units, middle)
        longest = max(width(line) for line in _set(text, units, starts))
        if len(starts) == len(best) and longest <= middle:
            best, high = starts, middle
        else:
            low = middle
    return _avoid_short_end(text, units, best, limit)


def _units(text: Measured, limit: float) -> Units:
    """Words that stay on one line together: tied ones, where a line is wide enough for them."""
    found: list[tuple[int, int]] = []
    words, start = text.words, 0
    for end in range(1, len(words) + 1):
        if end < len(words) and words[end].tied:
            continue
        whole = end - start == 1 or width(text.line(start, end)) <= limit
        found += [(start, end)] if whole else [(one, one + 1) for one in range(start, end)]
        start = end
    return found


def _line(text: Measured, units: Units, start: int, end: int) -> tuple[LineRun, ...]:
    """The units from ``start`` up to ``end`` as one line."""
    return text.line(units[start][0], units[end - 1][1])


def _break_lines(text: Measured, units: Units, limit: float) -> tuple[int, ...]:
    """The unit that each line begins with, if every line takes as many as it can."""
    starts: list[int] = []
    start = 0
    while start < len(units):
        end = _greedy_end(text, units, start, limit)
        while end > start + 1 and width(_line(text, units, start, end)) > limit:
            end -= 1
        end = _at_a_word(text, units, (start, end), limit)
        starts.append(start)
        start = end
    return tuple(starts)


def _at_a_word(text: Measured, units: Units, line: tuple[int, int], limit: float) -> int:
    """Where a line ends, or the end of a whole word before it if it is long enough then."""
    start, end = line
    if not _is_soft(text, units, end):
        return end
    whole = end - 1
    while whole > start and _is_soft(text, units, whole):
        whole -= 1
    if whole == start:
        return end
    return whole if width(_line(text, units, start, whole)) >= limit * LEAST_WHOLE else end


def _is_soft(text: Measured, units: Units, end: int) -> bool:
    """Tell whether the unit before ``end`` is the beginning of a word that is hyphenated."""
    return text.words[units[end - 1][1] - 1].soft


def _avoid_short_end(
    text: Measured, units: Units, starts: Sequence[int], limit: float
) -> tuple[tuple[LineRun, ...], ...]:
    """The lines that begin at ``starts``, with a last one that is not short if that can be."""
    lines = _set(text, units, starts)
    while len(starts) > 1:
        least = LEAST_LAST if len(units) - starts[-1] > 1 else LEAST_ALONE
        if width(lines[-1]) >= limit * least:
            break
        start = starts[-1] - 1
        while start > starts[-2] and not text.words[units[start][0]].spaced:
            start -= 1  # a word with a hyphen is taken whole
        taken = (*starts[:-1], start)
        if start <= starts[-2]:
            break
        tried = _set(text, units, taken)
        if width(tried[-1]) > min(limit, width(tried[-2])):
            break
        starts, lines = taken, tried
    return lines


def _set(text: Measured, units: Units, starts: Sequence[int]) -> tuple[tuple[LineRun, ...], ...]:
    ends = (*starts[1:], len(units))
    return tuple(_line(text, units, start, end) for start, end in zip(starts, ends, strict=True))


def _greedy_end(text: Measured, units: Units, start: int, limit: float) -> int:
    total = 0.0
    for end in range(start, len(units)):
        first, last = units[end]
        for number in range(first, last):
            total += text.width(number, spaced=end > start or number > first)
        if total > limit * 1.02 and end > start:
            return end
    return len(units)
