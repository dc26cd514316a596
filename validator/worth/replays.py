"""A game once more, on the same luck, with the effects of one card switched.

Until a seat uses the card both games are the same: players go by what is printed. So the game is
played on from the start of the turn in which it was first used, from a copy taken there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard, runtime_checkable

from validator.play.deciding import Policy
from validator.play.driver import Played, play_match, play_on
from validator.play.modules import FAULTS
from validator.play.plan import Plan
from validator.play.policies import make_policies
from validator.play.rules import Match, Option, Outcome, Prepared
from validator.play.tally import Switch


@runtime_checkable
class Copied(Protocol):
    """A policy that can be copied, with its luck to come."""

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken."""

    def copy(self) -> Copied:
        """The same player with the same luck to come."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A game as a turn began, and who decides in it."""

    match: Match
    policies: tuple[Copied, ...]

    def play(self, prepared: Prepared, switch: Switch) -> Played:
        """Play on from here under a switch."""
        match = self.match.copy()
        match.tally.put_under(switch)
        return play_on(prepared.frame, match, [one.copy() for one in self.policies])


class Marker:
    """A watcher that keeps the start of each turn in which a card is first used by a seat."""

    __slots__ = ("_last", "_policies", "_seen", "first", "uses")

    def __init__(self, policies: Sequence[Policy]) -> None:
        self._policies = policies if _can_copy(policies) else ()
        self._last: Mark | None = None
        self._seen = 0
        self.first: dict[tuple[int, int], Mark | None] = {}
        self.uses: dict[tuple[int, int], int] = {}

    def before(self, match: Match) -> None:
        """What happens before the first turn is played again from the deal."""

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Note what was used in the turn before, and keep the start of this one."""
        self._note(match)
        if self._policies:
            self._last = Mark(match.copy(), tuple(one.copy() for one in self._policies))

    def after(self, match: Match, outcome: Outcome) -> None:
        """Note what was used in the last turn and at the end."""
        self._note(match)

    def _note(self, match: Match) -> None:
        used = match.tally.carried
        for card, seat, _ in used[self._seen :]:
            self.first.setdefault((card, seat), self._last)
            self.uses[card, seat] = self.uses.get((card, seat), 0) + 1
        self._seen = len(used)


def _can_copy(policies: Sequence[Policy]) -> TypeGuard[Sequence[Copied]]:
    return all(isinstance(one, Copied) for one in policies)


@dataclass(frozen=True, slots=True)
class Base:
    """A game as it is, with what is needed to play it on under a switch."""

    plan: Plan
    prepared: Prepared
    index: int
    played: Played
    marker: Marker

    def users(self, card: int) -> list[int]:
        """The seats that used a card."""
        return [seat for one, seat in self.marker.uses if one == card]

    def under(self, switch: Switch) -> Played | None:
        """The same game under a switch; None where its rules fail without the effects."""
        mark = self.marker.first.get((switch.card, switch.seat))
        try:
            if mark is not None:
                return mark.play(self.prepared, switch)
            streams = self.plan.streams(self.index)
            policies = make_policies(self.plan.policies, streams)
            return play_match(self.prepared, streams, policies, switch=switch)
        except FAULTS:
            return None


def base_of(plan: Plan, prepared: Prepared, index: int) -> Base:
    """Play game number ``index`` as it is."""
    streams = plan.streams(index)
    policies = make_policies(plan.policies, streams)
    marker = Marker(policies)
    played = play_match(prepared, streams, policies, watchers=[marker])
    return Base(plan, prepared, index, played, marker)


@dataclass(frozen=True, slots=True)
class Change:
    """What a card's own effects changed in one game for the seats that used it, taken together.

    Each seat by itself: the points and the win that it had, less those that it has when its own
    uses of the card, and nobody else's, do something else.
    """

    points: int
    wins: int
    uses: int
    broken: bool = False
    unended: bool = False


def change(base: Base, card: int, to: int) -> Change | None:
    """The change by ``card`` in one game when it does what ``to`` does; None if nobody used it."""
    seats = base.users(card)
    if not seats:
        return None
    own = base.played.outcome
    points = wins = uses = 0
    for seat in seats:
        other = base.under(Switch(card, seat, to))
        if other is None:
            return Change(0, 0, 0, broken=True)
        if not (own.finished and other.outcome.finished):
            return Change(0, 0, 0, unended=True)
        points += own.scores[seat] - other.outcome.scores[seat]
        wins += (seat in own.winners) - (seat in other.outcome.winners)
        uses += base.marker.uses[card, seat]
    return Change(points, wins, uses)
