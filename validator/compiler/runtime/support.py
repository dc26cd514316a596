"""What the source of a compiled script calls: looking through pieces, numbers and spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

Rays = Sequence[Sequence[Sequence[int]]]
"""By way and space the spaces that lie there, the nearest first."""
MOST_CHOICES = 5_000
"""Choices of several pieces that are offered at most."""
MOST_NUMBERS = 5_000
"""Numbers of a range that are looked at."""


def one_of(several: Sequence[Any], number: int) -> Any:
    """The one with a number, from 1; nothing beyond the end."""
    return several[number - 1] if 0 < number <= len(several) else -1


def best(pairs: Sequence[tuple[Any, int]], first: bool) -> Any:
    """The thing with the highest number; -1 where there is none, or equals that differ."""
    found, highest, tied = -1, 0, False
    for one, value in pairs:
        if found == -1 or value > highest:
            found, highest, tied = one, value, False
        elif value == highest and one != found:
            tied = True
    return -1 if tied and not first else found


def makes(values: Iterable[int], total: int) -> bool:
    """Whether some of the values add up to a total; those below 0 or above it are passed by."""
    sums = 0  # bit by bit those that can be made
    for value in values:
        if 0 <= value <= total:
            sums |= (sums | 1) << value
    return total >= 0 and sums >> total & 1 == 1


def numbers(least: int, most: int) -> range:
    """Whole numbers from one to another, both included."""
    return range(least, min(most, least + MOST_NUMBERS) + 1)


def is_run(values: Sequence[int], count: int) -> bool:
    """Whether so many cards follow each other: the values of those that are not wild."""
    if not values or len(set(values)) < len(values):
        return not values
    return max(values) - min(values) < count


def unlike(pieces: Iterable[int], kind: Callable[[int], Any]) -> list[int]:
    """The first piece of each kind, in the order of their numbers."""
    return sorted({kind(piece): piece for piece in [*pieces][::-1]}.values())


def choices(
    pieces: Iterable[int],
    sizes: Iterable[int],
    kind: Callable[[int], Any],
    column: Sequence[Any] | None,
) -> Iterator[tuple[int, ...]]:
    """Different choices of so many pieces; with ``column`` all of the same value there."""
    fitting = sorted(pieces)
    families: list[list[int]] = [fitting]
    if column is not None:
        values = dict.fromkeys(column[piece] for piece in fitting)
        families = [[one for one in fitting if column[one] == value] for value in values]
        families = [family for family in families if column[family[0]] is not None]
    found: list[Iterator[tuple[int, ...]]] = []
    wanted = list(sizes)
    for family in families:
        kinds: dict[Any, list[int]] = {}
        for piece in family:
            kinds.setdefault(kind(piece), []).append(piece)
        if len(kinds) == len(family):
            found += [combinations(family, size) for size in wanted]
        else:
            found += [_of_size(list(kinds.values()), size) for size in wanted]
    return islice(chain.from_iterable(found), MOST_CHOICES)


def _of_size(kinds: Sequence[Sequence[int]], size: int) -> Iterator[tuple[int, ...]]:
    """Different choices of ``size`` out of pieces that are listed kind by kind."""
    if size == 0:
        yield ()
    elif sum(map(len, kinds)) >= size:
        for at, alike in enumerate(kinds):
            for several in range(min(len(alike), size), 0, -1):
                for others in _of_size(kinds[at + 1 :], size - several):
                    yield (*alike[:several], *others)


def walk(rays: Rays, ways: Iterable[int], space: int, holds: Callable[[int], bool]) -> list[int]:
    """The spaces in ways while a test holds, the nearest first."""
    found = []
    for way in ways:
        for one in rays[way][space]:
            if not holds(one):
                break
            found.append(one)
    return found


def beyond(ahead: Sequence[Sequence[int]], space: int, other: int) -> int:
    """The space straight behind ``other``, which lies beside ``space``; -1 if there is none."""
    return next((row[other] for row in ahead if space >= 0 and row[space] == other), -1)


def on_track(steps: Sequence[Sequence[int]], space: int, by: int) -> int:
    """The space so many on (or back, below 0) along a ring or track; -1 beyond its end."""
    for _ in range(abs(by)):
        space = steps[by < 0][space]
    return space


def path_track(steps: Sequence[Sequence[int]], space: int, by: int) -> list[int]:
    """The spaces that are passed on so many steps along a ring or track, the last one included."""
    found = []
    for _ in range(abs(by)):
        space = steps[by < 0][space]
        if space >= 0:
            found.append(space)
    return found


def distance(
    steps_from: Sequence[Sequence[tuple[int, int]]],
    start: int,
    end: int,
    holds: Callable[[int], bool],
) -> int | None:
    """Steps from one space to another by what passes a test; None where there is no way.

    ``steps_from`` has of each place what is asked, and where that leads: the next space itself, or
    in a network the way to the next town. The start need not pass.
    """
    if start < 0 or end < 0:
        return None
    seen, edge, steps = {start}, [start], 0
    while edge:
        if end in edge:
            return steps
        ahead = (pair for space in edge for pair in steps_from[space])
        edge = list(dict.fromkeys(to for by, to in ahead if to not in seen and holds(by)))
        seen.update(edge)
        steps += 1
    return None


def groups(
    match: Any, spaces: Sequence[int], find: Callable[[Any, int], list[int]]
) -> list[list[int]]:
    """Every group of connected pieces once, in the order of the spaces."""
    found, seen = list[list[int]](), set[int]()
    for space in spaces:
        pieces = match.z[space]
        if pieces and seen.isdisjoint(pieces):
            group = find(match, space)
            seen.update(group)
            if group:
                found.append(group)
    return found


def on_board(spaces: Sequence[int], rows: Sequence[Any]) -> list[Any]:
    """The places of spaces that are told by their numbers, or of lines of them."""
    return [on_board(spaces, one) if isinstance(one, tuple) else spaces[one] for one in rows]


def of_each(
    pieces: Sequence[int], column: Sequence[Any], wanted: Sequence[tuple[Any, int]]
) -> list[int] | None:
    """So many pieces with each value of a field, from the top; None where there are too few."""
    found: list[int] = []
    for value, count in wanted:
        fitting = [piece for piece in reversed(pieces) if column[piece] == value]
        if len(fitting) < count:
            return None
        found += fitting[: max(count, 0)]
    return found


def settle(
    purse: Sequence[int], bank: Sequence[int], worth: Sequence[int], amount: int
) -> tuple[list[int], list[int]] | None:
    """Coins that pay an amount, and the change: the fewest that pay it exactly, else least over.

    None where the purse holds too little, or the bank cannot give change.
    """
    sums = _fewest(purse, worth)
    changes = _fewest(bank, worth)
    for total in sorted(one for one in sums if one >= amount):
        if total - amount in changes:
            return sums[total], changes[total - amount]
    return None


def _fewest(coins: Sequence[int], worth: Sequence[int]) -> dict[int, list[int]]:
    """The fewest coins for each sum that they come to."""
    sums: dict[int, list[int]] = {0: []}
    for coin in coins:
        for total, used in list(sums.items()):
            made = total + worth[coin]
            if made not in sums or len(sums[made]) > len(used) + 1:
                sums[made] = [*used, coin]
    return sums


def quotient(one: int, two: int) -> int:
    """How often the second goes into the first; 0 where it is 0."""
    return one // two if two else 0


def remainder(one: int, two: int) -> int:
    """What a division leaves; 0 where the second is 0."""
    return one % two if two else 0


def otherwise(value: int | None, instead: int) -> int:
    """A number, or another where there is none."""
    return instead if value is None else value
