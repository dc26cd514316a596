"""One game with persons at the table: played on, put aside, taken up, and choices taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from generator.terminal.chronicle import Chronicle
from generator.terminal.desk import Desk
from generator.terminal.person import Person, PutAsideError, TakeBackError
from validator.play.driver import Played, Policy, ScriptPolicy, make_policies, play_match
from validator.play.modules import Plan, prepare
from validator.play.observers import Observer, Sight, WatchingPolicy
from validator.play.rules import Frame, Match, Option, Outcome, Prepared

PERSON = "person"
"""The word of a seat for which somebody at the terminal decides."""

Keep = Callable[[Sequence[int], bool], None]
"""Keeps the choices of a game so far; whether it is unfinished."""


class Led(WatchingPolicy):
    """Repeats the first choices of a game, and goes on with who sits there.

    A policy with luck decides along, so that it has the same luck afterwards; one that watches
    the game sees what is repeated too, and needs no more than that.
    """

    def __init__(self, own: Policy, script: ScriptPolicy, decides_along: bool) -> None:
        self.own = own
        self.script = script
        self.decides_along = decides_along
        self.watches = [own] if isinstance(own, WatchingPolicy) else []

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""
        for own in self.watches:
            own.sit_down(frame)

    def before(self, match: Match) -> None:
        """See the table after set-up."""
        for own in self.watches:
            own.before(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """See a turn begin."""
        for own in self.watches:
            own.turn(match, number, seat)

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """See a decision."""
        for own in self.watches:
            own.step(match, seat, what, options, index)

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""
        for own in self.watches:
            own.after(match, outcome)

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the recorded index, or what the own policy takes behind the last one."""
        if not self.script.left():
            return self.own.pick(match, seat, what, options)
        if self.decides_along and not self.watches:
            self.own.pick(match, seat, what, options)
        return self.script.pick(match, seat, what, options)


class Recorder(Observer):
    """Keeps every choice as it is made; ``made`` are seats and indexes."""

    def __init__(self, keep: Keep, persons: Collection[int], kept: int) -> None:
        self.keep = keep
        self.persons = persons
        self.kept = kept
        self.made: list[tuple[int, int]] = []

    def choices(self) -> list[int]:
        """The indexes of all choices so far."""
        return [index for _, index in self.made]

    def before(self, match: Match) -> None:
        """See the table after set-up."""

    def turn(self, match: Match, number: int, seat: int) -> None:
        """See a turn begin."""

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Keep a choice of a person at once, those of others with the next."""
        if len(options) > 1:
            self.made.append((seat, index))
            if seat in self.persons and len(self.made) > self.kept:
                self.keep(self.choices(), True)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Keep the whole game."""
        self.keep(self.choices(), not outcome.finished)

    def put_aside(self) -> None:
        """Keep what was chosen since a person did last."""
        if len(self.made) > self.kept:
            self.keep(self.choices(), True)

    def can_take_back(self) -> bool:
        """Whether a person has chosen yet."""
        return any(seat in self.persons for seat, _ in self.made)

    def before_last(self) -> list[int]:
        """The choices before the last one of a person."""
        at = max(number for number, (seat, _) in enumerate(self.made) if seat in self.persons)
        return self.choices()[:at]


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table with persons at it: a plan whose ``policies`` say ``person`` for their seats."""

    plan: Plan
    index: int
    prepared: Prepared
    sight: Sight

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(at for at, word in enumerate(self.plan.policies) if word == PERSON)

    def play(self, desk: Desk, keep: Keep, choices: Sequence[int] = ()) -> Played | None:
        """Play the game on behind ``choices``; None where it was put aside.

        Raises:
            EOFError, KeyboardInterrupt: there was no more input; every choice was kept.
            ValueError: ``choices`` do not fit the rules, or the rules module has a fault.
        """
        made = choices
        while True:
            recorder = Recorder(keep, self.persons, len(made))
            try:
                return self._on(desk, recorder, made)
            except TakeBackError:
                made = recorder.before_last()
                desk.tell(["taken back"])
            except PutAsideError:
                recorder.put_aside()
                return None
            except (EOFError, KeyboardInterrupt):
                recorder.put_aside()
                raise

    def _on(self, desk: Desk, recorder: Recorder, choices: Sequence[int]) -> Played:
        plan = self.plan
        streams = plan.streams(self.index)
        chronicle = Chronicle(self.sight, self.persons)
        person = Person(desk, self.sight, chronicle, self.persons, recorder.can_take_back)
        script = ScriptPolicy(choices)
        own = make_policies(plan.policies, streams)
        policies = [
            Led(person, script, decides_along=False)
            if word == PERSON
            else Led(policy, script, decides_along=True)
            for word, policy in zip(plan.policies, own, strict=True)
        ]
        return play_match(self.prepared, streams, policies, [chronicle, recorder])


def sitting(plan: Plan, index: int) -> Sitting:
    """A table made ready for its persons."""
    prepared = prepare(plan)
    sight = Sight(plan.game, plan.configuration, plan.rulings, prepared.frame)
    return Sitting(plan, index, prepared, sight)
