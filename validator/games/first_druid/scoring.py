"""First Druid: points and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.first_druid.state import State


def scores(state: State) -> list[int]:
    """The druid's space, and 1, 2, 3, ... for each run of clans and of spirits.

    FD-SCORE-01..04; trilithons and altar score nothing (FD-SCORE-06).
    """
    points = list(state.at)
    days = state.spirits[1:]
    if state.rules.ruled.days_join:  # FD-SCORE-05, X-FD-17
        days = unrolled(days)
    for row in (state.clans, days):
        for seat, value in enumerate(run_points(row, len(points))):
            points[seat] += value
    return points


def unrolled(days: Sequence[int]) -> list[int]:
    """A ring of days from the start of one of its runs on, so that none is cut in two."""
    for start in range(len(days)):
        if days[start] != days[start - 1]:
            return [*days[start:], *days[:start]]
    return list(days)


def run_points(row: Sequence[int], seats: int) -> list[int]:
    """For each seat 1 + 2 + 3 + ... over its unbroken runs in ``row``."""
    points = [0] * seats
    length = 0
    before = -1
    for owner in row:
        length = length + 1 if owner == before else 1
        before = owner
        if owner >= 0:
            points[owner] += length
    return points


def winners(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (FD-WIN-01), then the druid that is further (FD-WIN-02, X-FD-11)."""
    ranks = [
        (value, state.at[seat] + state.home[seat] if state.rules.ruled.space_breaks_tie else 0)
        for seat, value in enumerate(points)
    ]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
