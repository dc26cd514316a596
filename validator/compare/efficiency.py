"""What it is worth to play both sides on the same luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from validator.compare.pairs import Pairs, each, marginal


def efficiency(figures: Iterable[Pairs]) -> float | None:
    """How many times as many games two sides with luck of their own would take.

    The variance of the difference of independent games over that of paired ones, summed over
    figures of one kind. None where no difference was ever seen: no number is large enough.
    """
    apart = together = 0.0
    for pairs in figures:
        apart += _variance(marginal(pairs, False)) + _variance(marginal(pairs, True))
        shifts: dict[int, int] = {}
        for before, now, times in each(pairs):
            shifts[now - before] = shifts.get(now - before, 0) + times
        together += _variance(shifts)
    return apart / together if together else None


def _variance(counts: Mapping[int, int]) -> float:
    games = sum(counts.values())
    if not games:
        return 0.0
    mean = sum(value * times for value, times in counts.items()) / games
    return sum(times * (value - mean) ** 2 for value, times in counts.items()) / games
