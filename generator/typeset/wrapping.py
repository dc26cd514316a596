"""Break words into lines: greedy, exact at the edge, with balanced lines on request.

Lengths are in em; a unit is the numbers of the words that stay on one line together.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.typeset.measured import Measured, Run, width

Units = Sequence[tuple[int, int]]
"""For each unit the number of its first word, and that after its last one."""
LEAST_LAST = 0.2
"""A last line shorter than this part of the line's length is filled up, if that can be."""
LEAST_ALONE = 0.4
"""The same for a last line of a single word."""
LEAST_WHOLE = 0.7
"""A line shorter than this part is filled up with the beginning of a word that is hyphenated."""


def wrap(text: Measured, limit: float) -> tuple[tuple[Run, ...], ...]:
    """Break a paragraph into lines of at most ``limit`` em; a wider single word stands alone.

    Tied words part only where a line is too narrow for both. A last line that would be short
    takes words from the one before it, as long as that one stays the longer.
    """
    units = _units(text, limit)
    return _kept_company(text, units, _broken(text, units, limit), limit)


def wrap_balanced(text: Measured, limit: float) -> tuple[tuple[Run, ...], ...]:
    """Like :func:`wrap`, with as few lines, but of lengths as even as can be."""
    units = _units(text, limit)
    best = _broken(text, units, limit)
    if len(best) < 2:
        return _set(text, units, best)
    low, high = limit / len(best) / 2, limit
    for _ in range(7):
        middle = (low + high) / 2
        starts = _broken(text, units, middle)
        longest = max(width(line) for line in _set(text, units, starts))
        if len(starts) == len(best) and longest <= middle:
            best, high = starts, middle
        else:
            low = middle
    return _kept_company(text, units, best, limit)


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


def _line(text: Measured, units: Units, start: int, end: int) -> tuple[Run, ...]:
    """The units from ``start`` up to ``end`` as one line."""
    return text.line(units[start][0], units[end - 1][1])


def _broken(text: Measured, units: Units, limit: float) -> tuple[int, ...]:
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


def _kept_company(
    text: Measured, units: Units, starts: Sequence[int], limit: float
) -> tuple[tuple[Run, ...], ...]:
    """The lines that begin at ``starts``, with a last one that is not short if that can be."""
    lines = _set(text, units, starts)
    while len(starts) > 1 and _is_short(lines[-1], len(units) - starts[-1], limit):
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


def _is_short(line: Sequence[Run], units: int, limit: float) -> bool:
    return width(line) < limit * (LEAST_LAST if units > 1 else LEAST_ALONE)


def _set(text: Measured, units: Units, starts: Sequence[int]) -> tuple[tuple[Run, ...], ...]:
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
