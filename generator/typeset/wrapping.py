"""Break words into lines: greedy, exact at the edge, with balanced lines on request.

Lengths are in em; the caller divides the box width by the font size. Words are measured
once, so trying another size costs only additions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.typeset.bidi import visual_order
from generator.typeset.fallback import parts_of
from generator.typeset.fonts import Font
from generator.typeset.markup import Piece, Word
from generator.typeset.shaping import Direction, direction_of, shape

FontOf = Callable[[Piece], Font]
"""Which font a piece of text is set in."""
LEAST_LAST = 0.2
"""A last line shorter than this part of the line's length is filled up, if that can be."""
LEAST_ALONE = 0.4
"""The same for a last line of a single word."""
LEAST_WHOLE = 0.7
"""A line shorter than this part is filled up with the beginning of a word that is hyphenated."""


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


def wrap(words: Sequence[Word], limit: float, setting: Setting) -> tuple[tuple[Run, ...], ...]:
    """Break ``words`` into lines of at most ``limit`` em; a wider single word stands alone.

    Tied words part only where a line is too narrow for both. A last line that would be short
    takes words from the one before it, as long as that one stays the longer.
    """
    units = _units(words, limit, setting)
    return _kept_company(units, _broken(units, limit, setting), limit, setting)


def wrap_balanced(
    words: Sequence[Word], limit: float, setting: Setting
) -> tuple[tuple[Run, ...], ...]:
    """Like :func:`wrap`, with as few lines, but of lengths as even as can be."""
    units = _units(words, limit, setting)
    best = _broken(units, limit, setting)
    if len(best) < 2:
        return _set(units, best, setting)
    low, high = limit / len(best) / 2, limit
    for _ in range(7):
        middle = (low + high) / 2
        starts = _broken(units, middle, setting)
        longest = max(width(line) for line in _set(units, starts, setting))
        if len(starts) == len(best) and longest <= middle:
            best, high = starts, middle
        else:
            low = middle
    return _kept_company(units, best, limit, setting)


def _units(words: Sequence[Word], limit: float, setting: Setting) -> tuple[Sequence[Word], ...]:
    """Words that stay on one line together: tied ones, where a line is wide enough for them."""
    found: list[Sequence[Word]] = []
    start = 0
    for end in range(1, len(words) + 1):
        if end < len(words) and words[end].tied:
            continue
        unit = words[start:end]
        whole = len(unit) == 1 or width(runs_of(unit, setting)) <= limit
        found += [unit] if whole else [(word,) for word in unit]
        start = end
    return tuple(found)


def _broken(units: Sequence[Sequence[Word]], limit: float, setting: Setting) -> tuple[int, ...]:
    """The unit that each line begins with, if every line takes as many as it can."""
    starts: list[int] = []
    start = 0
    while start < len(units):
        end = _greedy_end(units, start, limit, setting)
        while end > start + 1 and width(runs_of(_joined(units[start:end]), setting)) > limit:
            end -= 1
        end = _at_a_word(units, start, end, limit, setting)
        starts.append(start)
        start = end
    return tuple(starts)


def _at_a_word(
    units: Sequence[Sequence[Word]], start: int, end: int, limit: float, setting: Setting
) -> int:
    """``end``, or the end of a whole word before it if a line that ends there is long enough."""
    if not units[end - 1][-1].soft:
        return end
    whole = end - 1
    while whole > start and units[whole - 1][-1].soft:
        whole -= 1
    if whole == start:
        return end
    length = width(runs_of(_joined(units[start:whole]), setting))
    return whole if length >= limit * LEAST_WHOLE else end


def _kept_company(
    units: Sequence[Sequence[Word]], starts: Sequence[int], limit: float, setting: Setting
) -> tuple[tuple[Run, ...], ...]:
    """The lines that begin at ``starts``, with a last one that is not short if that can be."""
    lines = _set(units, starts, setting)
    while len(starts) > 1 and _is_short(lines[-1], len(units) - starts[-1], limit):
        start = starts[-1] - 1
        while start > starts[-2] and not units[start][0].spaced:
            start -= 1  # a word with a hyphen is taken whole
        taken = (*starts[:-1], start)
        if start <= starts[-2]:
            break
        tried = _set(units, taken, setting)
        if width(tried[-1]) > min(limit, width(tried[-2])):
            break
        starts, lines = taken, tried
    return lines


def _is_short(line: Sequence[Run], units: int, limit: float) -> bool:
    return width(line) < limit * (LEAST_LAST if units > 1 else LEAST_ALONE)


def _set(
    units: Sequence[Sequence[Word]], starts: Sequence[int], setting: Setting
) -> tuple[tuple[Run, ...], ...]:
    ends = (*starts[1:], len(units))
    return tuple(
        runs_of(_joined(units[start:end]), setting) for start, end in zip(starts, ends, strict=True)
    )


def _joined(units: Sequence[Sequence[Word]]) -> tuple[Word, ...]:
    return tuple(word for unit in units for word in unit)


def _append(merged: list[_Stretch], piece: Piece, font: Font) -> None:
    if piece.icon:
        merged.append(_Stretch("", piece.icon, font, piece.level))
        return
    for used, text in parts_of(font, piece.text) if font.fallbacks else ((font, piece.text),):
        if merged and merged[-1].takes(used, piece.level):
            merged[-1].text += text
        else:
            merged.append(_Stretch(text, "", used, piece.level))


def _greedy_end(units: Sequence[Sequence[Word]], start: int, limit: float, setting: Setting) -> int:
    total = 0.0
    for end in range(start, len(units)):
        for number, word in enumerate(units[end]):
            total += _word_width(word, setting, spaced=end > start or number > 0)
        if total > limit * 1.02 and end > start:
            return end
    return len(units)


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
