"""Several pieces at once: every different choice of them, in the order in which they lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any


def choices(
    fitting: Sequence[int], sizes: range, column: Sequence[Any] | None
) -> Iterator[tuple[int, ...]]:
    """Different choices of so many pieces; with ``column`` all of the same value there."""
    if column is None:
        families: Sequence[Sequence[int]] = [fitting]
    else:
        values = dict.fromkeys(column[piece] for piece in fitting)
        families = [
            [piece for piece in fitting if column[piece] == value]
            for value in values
            if value is not None
        ]
    found: list[Iterator[tuple[int, ...]]] = []
    for family in families:
        if len(set(family)) == len(family):
            found += [combinations(family, size) for size in sizes]
        else:
            counted = [(piece, family.count(piece)) for piece in dict.fromkeys(family)]
            found += [_of_size(counted, size) for size in sizes]
    return chain.from_iterable(found)


def _of_size(counted: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    """Different choices of ``size`` pieces out of pieces with how many there are of each."""
    if size == 0:
        yield ()
    elif sum(count for _, count in counted) >= size:
        for at, (piece, count) in enumerate(counted):
            for several in range(min(count, size), 0, -1):
                for others in _of_size(counted[at + 1 :], size - several):
                    yield (piece,) * several + others
