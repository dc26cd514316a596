"""Battle of the Gods: points, clans and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.battle_of_the_gods.rules import clan_points
from validator.games.battle_of_the_gods.state import State


@dataclass(frozen=True, slots=True)
class Clan:
    """Pieces of one player on consecutive spaces, from ``first`` clockwise to ``last``."""

    first: int
    last: int
    size: int

    def say(self) -> str:
        """The clan in a few words."""
        return f"clan of {self.size} on {self.first} to {self.last}"


def scores(state: State) -> list[int]:
    """What each seat's pieces, clans and, by X-BG-02, eliminations are worth."""
    return [
        pieces(state, seat)
        + sum(clan_points(clan.size) for clan in clans(state, seat))
        + eliminations(state, seat)
        for seat in range(len(state.hands))
    ]


def account(state: State) -> list[str]:
    """The points of each seat, item by item."""
    lines: list[str] = []
    for seat, (name, total) in enumerate(zip(state.rules.seats, scores(state), strict=True)):
        lines.append(f"{name}: pieces on the board: {pieces(state, seat)}")
        lines += [f"{name}: {clan.say()}: {clan_points(clan.size)}" for clan in clans(state, seat)]
        if state.rules.ruled.kills_score:
            lines.append(f"{name}: eliminated followers: {eliminations(state, seat)}")
        lines.append(f"{name}: {total} in all")
    return lines


def pieces(state: State, seat: int) -> int:
    """A point for each follower and the god on the board, in a clan or alone (BG-SCORE-01)."""
    return state.owner.count(seat)


def eliminations(state: State, seat: int) -> int:
    """No points for eliminations (BG-META-02, BG-SCORE-03), unless by X-BG-02."""
    return state.kills[seat] if state.rules.ruled.kills_score else 0


def clans(state: State, seat: int) -> list[Clan]:
    """The clans of ``seat`` by their first space; one may pass from the last space to the first.

    A piece alone is no clan (BG-DEF-01).
    """
    ring = state.rules.ring
    owner = state.in_clans(seat)
    own = [space for space in range(1, len(owner)) if owner[space] == seat]
    if len(own) == ring.spaces:
        return [Clan(1, ring.spaces, ring.spaces)]
    found: list[Clan] = []
    for first in own:
        if owner[ring.before(first)] != seat and owner[ring.after(first)] == seat:
            size, last = 2, ring.after(first)
            while owner[ring.after(last)] == seat:
                size, last = size + 1, ring.after(last)
            found.append(Clan(first, last, size))
    return found


def winners(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (BG-SCORE-04); ties by ruling X-BG-05 (BG-SCORE-05)."""
    best = max(points)
    first = [seat for seat, score in enumerate(points) if score == best]
    if len(first) > 1 and state.rules.ruled.clan_breaks_tie:
        sizes = [max((clan.size for clan in clans(state, seat)), default=0) for seat in first]
        first = [seat for seat, size in zip(first, sizes, strict=True) if size == max(sizes)]
    return tuple(first)
