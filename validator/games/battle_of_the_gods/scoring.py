"""Battle of the Gods: points, clans and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.battle_of_the_gods.rules import clan_points
from validator.games.battle_of_the_gods.state import State


def scores(state: State) -> list[int]:
    """A point for each piece on the board and the bonus of each clan (BG-SCORE-01, -02)."""
    points = [
        sum(clan_points(size) for size in clans(state, seat)) for seat in range(len(state.hands))
    ]
    for holder in state.owner[1:]:
        if holder >= 0:
            points[holder] += 1
    if state.rules.ruled.kills_score:  # BG-META-02, BG-SCORE-03, X-BG-02
        return [score + kills for score, kills in zip(points, state.kills, strict=True)]
    return points


def clans(state: State, seat: int) -> list[int]:
    """Sizes of the runs of ``seat``; a run may pass from the last space to the first.

    A run of one is no clan (BG-DEF-01) and scores no bonus.
    """
    ring = state.rules.ring
    owner = state.owner
    starts = [
        space
        for space in range(1, len(owner))
        if owner[space] == seat and owner[ring.before(space)] != seat
    ]
    if not starts and seat in owner[1:]:
        return [_weight(state, seat, 1, ring.spaces)]
    sizes: list[int] = []
    for start in starts:
        length = 0
        space = start
        while owner[space] == seat:
            length += 1
            space = ring.after(space)
        sizes.append(_weight(state, seat, start, length))
    return sizes


def _weight(state: State, seat: int, start: int, length: int) -> int:
    """Size of a run as a clan: without the god where the ruling leaves it out (X-BG-06)."""
    god = state.god_at[seat]
    if state.rules.ruled.god_in_clan or not god:
        return length
    return length - 1 if (god - start) % state.rules.ring.spaces < length else length


def winners(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (BG-SCORE-04); ties by ruling X-BG-05 (BG-SCORE-05)."""
    best = max(points)
    first = [seat for seat, score in enumerate(points) if score == best]
    if len(first) > 1 and state.rules.ruled.clan_breaks_tie:
        sizes = [max(clans(state, seat), default=0) for seat in first]
        first = [seat for seat, size in zip(first, sizes, strict=True) if size == max(sizes)]
    return tuple(first)
