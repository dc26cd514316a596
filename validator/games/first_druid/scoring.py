"""First Druid: points and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validator.games.first_druid.rules import NOBODY
from validator.games.first_druid.state import State


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tokens of one owner on neighbouring places: from the number ``first`` to ``last``."""

    owner: int
    first: int
    last: int
    length: int

    def points(self) -> int:
        """1 for the first token, 2 for the second, and so on (FD-SCORE-02, FD-SCORE-03)."""
        return self.length * (self.length + 1) // 2

    def say(self) -> str:
        """The places, the sum and its result."""
        places = str(self.first) if self.length == 1 else f"{self.first} to {self.last}"
        terms = " + ".join(str(number) for number in range(1, self.length + 1))
        return f"{places}: {terms} = {self.points()}" if self.length > 1 else f"{places}: 1"


def scores(state: State) -> list[int]:
    """The druid's space (FD-SCORE-01) and every run of clans and of spirits.

    Told twice, as clans and as tribes (FD-SCORE-04); trilithons and altar score nothing
    (FD-SCORE-06).
    """
    points = list(state.at)
    for stretch in (*clan_runs(state), *spirit_runs(state)):
        points[stretch.owner] += stretch.points()
    return points


def clan_runs(state: State) -> list[Stretch]:
    """The runs of clans along the bluestones (FD-SCORE-02)."""
    return list(stretches(list(enumerate(state.clans, 1))))


def spirit_runs(state: State) -> list[Stretch]:
    """The runs of spirits around the outer ring, parted by gaps (FD-SCORE-03)."""
    days = list(enumerate(state.spirits))[1:]
    if state.rules.ruled.days_join:  # FD-SCORE-05, X-FD-17
        days = unrolled(days)
    return list(stretches(days))


def unrolled(days: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A ring of days from the start of one of its runs on, so that none is cut in two."""
    for start in range(len(days)):
        if days[start][1] != days[start - 1][1]:
            return [*days[start:], *days[:start]]
    return list(days)


def stretches(row: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """The unbroken runs in a row of (number of a place, its owner or NOBODY)."""
    start = 0
    for end in range(1, len(row) + 1):
        owner = row[start][1]
        if end < len(row) and row[end][1] == owner:
            continue
        if owner != NOBODY:
            yield Stretch(owner, row[start][0], row[end - 1][0], end - start)
        start = end


def account(state: State) -> list[str]:
    """The points of each seat, item by item."""
    clans = clan_runs(state)
    spirits = spirit_runs(state)
    lines: list[str] = []
    for seat, (name, total) in enumerate(zip(state.rules.seats, scores(state), strict=True)):
        lines.append(f"{name}: druid on space {state.at[seat]}: {state.at[seat]}")
        lines += [f"{name}: clans {one.say()}" for one in clans if one.owner == seat]
        lines += [f"{name}: spirits {one.say()}" for one in spirits if one.owner == seat]
        lines.append(f"{name}: {total} in all")
    return lines


def winners(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (FD-WIN-01), then the druid that is further (FD-WIN-02, X-FD-11)."""
    ranks = [
        (value, state.at[seat] + state.home[seat] if state.rules.ruled.space_breaks_tie else 0)
        for seat, value in enumerate(points)
    ]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
