"""Battle of the Gods: points, clans and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from validator.games.battle_of_the_gods.rules import clan_points

if TYPE_CHECKING:
    from validator.games.battle_of_the_gods.match import BattleMatch


def scores(match: BattleMatch) -> list[int]:
    """A point for each piece on the board and the bonus of each clan (BG-SCORE-01, -02)."""
    points = [
        sum(clan_points(size) for size in clans(match, seat)) for seat in range(len(match.hands))
    ]
    for holder in match.owner[1:]:
        if holder >= 0:
            points[holder] += 1
    if match.rules.kills_score:  # BG-META-02, BG-SCORE-03, X-BG-02
        return [score + kills for score, kills in zip(points, match.kills, strict=True)]
    return points


def clans(match: BattleMatch, seat: int) -> list[int]:
    """Sizes of the runs of ``seat``; a run may pass from the last space to the first.

    A run of one is no clan (BG-DEF-01) and scores no bonus.
    """
    ring = match.rules.ring
    owner = match.owner
    starts = [
        space
        for space in range(1, len(owner))
        if owner[space] == seat and owner[ring.before(space)] != seat
    ]
    if not starts and seat in owner[1:]:
        return [_weight(match, seat, 1, ring.spaces)]
    sizes: list[int] = []
    for start in starts:
        length = 0
        space = start
        while owner[space] == seat:
            length += 1
            space = ring.after(space)
        sizes.append(_weight(match, seat, start, length))
    return sizes


def _weight(match: BattleMatch, seat: int, start: int, length: int) -> int:
    """Size of a run as a clan: without the god where the ruling leaves it out (X-BG-06)."""
    god = match.god_at[seat]
    if match.rules.god_in_clan or not god:
        return length
    return length - 1 if (god - start) % match.rules.ring.spaces < length else length


def winners(match: BattleMatch, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (BG-SCORE-04); ties by ruling X-BG-05 (BG-SCORE-05)."""
    best = max(points)
    first = [seat for seat, score in enumerate(points) if score == best]
    if len(first) > 1 and match.rules.clan_breaks_tie:
        sizes = [max(clans(match, seat), default=0) for seat in first]
        first = [seat for seat, size in zip(first, sizes, strict=True) if size == max(sizes)]
    return tuple(first)
