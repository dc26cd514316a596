"""Where two games of the same number part: at the set-up, at a decision, or only at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from validator.play.driver import Played, play_match
from validator.play.plan import Plan, prepare
from validator.play.policies import make_policies
from validator.play.rules import Frame, Match, Option, Outcome, Piece
from validator.play.tally import Tally


def same_course(before: Played, now: Played) -> bool:
    """Tell whether the same was chosen and came of it."""
    return (
        before.choices == now.choices
        and before.turns == now.turns
        and before.forced == now.forced
        and before.outcome == now.outcome
    )


class Parting(StrEnum):
    """What differs first."""

    SETUP = "set-up"
    DECISION = "decision"
    END = "end"


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first difference of game number ``index``: on which turn, and what each side says."""

    index: int
    parting: Parting
    turn: int
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class _Step:
    turn: int
    seat: str
    what: str
    options: int
    index: int
    said: str

    def __str__(self) -> str:
        return f"{self.seat} {self.what}: {self.said} ({self.index + 1} of {self.options})"


class _Course:
    """An observer that keeps the zones after set-up and every decision."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.zones: dict[str, list[str]] = {}
        self.steps: list[_Step] = []
        self.number = 0

    def before(self, match: Match) -> None:
        """Keep the table after set-up."""
        self.zones = _zones(self.frame, match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Keep which turn it is."""
        self.number = number

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Keep a decision."""
        said = options[index].say()
        name = self.frame.seats[seat]
        self.steps.append(_Step(self.number, name, what, len(options), index, said))

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""


def _zones(frame: Frame, match: Match) -> dict[str, list[str]]:
    """What lies where, cards by their ids."""
    return {
        zone: [_named(frame, piece) for piece in pieces] for zone, pieces in match.census().items()
    }


def _named(frame: Frame, piece: Piece) -> str:
    return frame.cards[piece] if isinstance(piece, int) and piece < len(frame.cards) else str(piece)


def first_difference(before: Plan, now: Plan, index: int) -> FirstDifference:
    """Play game number ``index`` of both sides and tell where they part."""
    (old, ended), (new, ends) = (_followed(plan, index) for plan in (before, now))
    if old.zones != new.zones:
        return _setup(index, old.zones, new.zones)
    parted = _decision(index, old.steps, new.steps)
    if parted is not None:
        return parted
    return FirstDifference(index, Parting.END, ends.turns, _end(old, ended), _end(new, ends))


def _followed(plan: Plan, index: int) -> tuple[_Course, Played]:
    table = prepare(plan)
    streams = plan.streams(index)
    course = _Course(table.frame)
    return course, play_match(table, streams, make_policies(plan.policies, streams), [course])


def _decision(index: int, old: Sequence[_Step], new: Sequence[_Step]) -> FirstDifference | None:
    """The first decision at which the number of options or the choice differs."""
    for one, other in zip(old, new, strict=False):
        if (one.turn, one.what, one.options, one.index) != (
            *(other.turn, other.what, other.options, other.index),
        ):
            return FirstDifference(index, Parting.DECISION, one.turn, str(one), str(other))
    if len(old) == len(new):
        return None
    longer = (old, new)[len(new) > len(old)][min(len(old), len(new))]
    said = [str(longer), "the game is over"]
    if len(new) > len(old):
        said.reverse()
    return FirstDifference(index, Parting.DECISION, longer.turn, *said)


def _setup(index: int, old: dict[str, list[str]], new: dict[str, list[str]]) -> FirstDifference:
    """The first zone that was laid otherwise."""
    for zone in dict.fromkeys((*new, *old)):
        before, now = old.get(zone), new.get(zone)
        if before != now:
            said = (_laid(zone, before, now), _laid(zone, now, before))
            return FirstDifference(index, Parting.SETUP, 0, *said)
    raise AssertionError("zones that differ have a first one")


def _laid(zone: str, pieces: Sequence[str] | None, other: Sequence[str] | None) -> str:
    """What lies in a zone, from the first piece that the other side has not there."""
    if pieces is None:
        return f"no zone {zone}"
    pairs = list(zip(pieces, other or (), strict=False))
    at = next((at for at, (one, two) in enumerate(pairs) if one != two), len(pairs))
    place = pieces[at] if at < len(pieces) else "nothing more"
    return f"{zone} ({len(pieces)} pieces): {place} as number {at + 1}"


def _end(course: _Course, game: Played) -> str:
    names, outcome = course.frame.seats, game.outcome
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    winners = ", ".join(names[seat] for seat in outcome.winners) or "nobody"
    return f"{outcome.reason}; {scores}; won by {winners}"


DEALS = 8
"""Deals that are compared to see whether the luck of both sides aligns."""
FEWEST = 4
"""Zones with fewer pieces are not looked at."""


def misaligned(before: Plan, now: Plan) -> tuple[str, ...]:
    """Zones that are mostly laid in another order, so that both sides meet other luck.

    Pieces that only one side has leave the others in their order.
    """
    sides = [prepare(before), prepare(now)]
    equal: dict[str, int] = {}
    sizes: dict[str, list[int]] = {}
    for index in range(DEALS):
        old, new = (
            _zones(
                side.frame,
                side.deal(
                    plan.streams(index),
                    Tally(len(side.frame.cards), [pile.size for pile in side.frame.piles]),
                ),
            )
            for plan, side in zip((before, now), sides, strict=True)
        )
        for zone in old.keys() & new.keys():
            fewer = min(len(old[zone]), len(new[zone]))
            if fewer >= FEWEST:
                order = SequenceMatcher(None, old[zone], new[zone], autojunk=False)
                same = sum(block.size for block in order.get_matching_blocks())
                equal[zone] = equal.get(zone, 0) + same
                sizes.setdefault(zone, [len(old[zone]), len(new[zone]), 0])[2] += fewer
    return tuple(
        f"{zone} ({old} pieces before, {new} now)"
        for zone, (old, new, places) in sorted(sizes.items())
        if 2 * equal[zone] < places
    )
