"""How many pieces a turn or a game takes from a zone: surely, and at most, by the script alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.effects import Effect
from validator.catalogue.playing.script import End
from validator.catalogue.playing.steps import (
    CarryOut,
    Choice,
    Choose,
    Draw,
    Each,
    EndGame,
    If,
    Leave,
    Move,
    Pay,
    Perform,
    Repeat,
    Step,
    Turns,
)
from validator.catalogue.playing.walk import nodes
from validator.catalogue.playing.words import Compare, Expr, OneOf, Within, Word
from validator.script.checks.base import Script

DEEPEST = 12
"""Procedures that are followed into each other."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Pieces taken: ``least`` surely, ``most`` at most; None where nobody can tell."""

    least: int = 0
    most: int | None = 0

    def plus(self, other: Rate) -> Rate:
        """Both are taken."""
        most = None if self.most is None or other.most is None else self.most + other.most
        return Rate(self.least + other.least, most)

    def times(self, least: int, most: int | None) -> Rate:
        """Taken so often."""
        if self.most == 0:
            return Rate()
        product = None if self.most is None or most is None else self.most * most
        return Rate(self.least * least, product)


def either(rates: Iterable[Rate]) -> Rate:
    """One of them is taken."""
    listed = list(rates)
    mosts = [rate.most for rate in listed]
    most = None if None in mosts else max((most or 0 for most in mosts), default=0)
    return Rate(min((rate.least for rate in listed), default=0), most)


def rate(script: Script, zone: str, seats: int) -> Rate:
    """What one turn takes from a zone at a table of so many seats."""
    return _Follower(script, zone, seats).steps(script.play.turn, 0)


def in_all(script: Script, zone: str, seats: int) -> tuple[int, int] | None:
    """Turns or rounds of a whole game, and the most that is taken from a zone in it.

    None where the script does not say how long a game is, or how much a turn takes.
    """
    follower = _Follower(script, zone, seats)
    rounds = _rounds(script)
    begin = follower.steps(script.play.begin, 0)
    each = follower.steps(script.play.turn or script.play.round, 0)
    if rounds is None or begin.most is None or each.most is None:
        return None
    times = rounds * seats if script.play.turn else rounds
    return times, begin.most + times * each.most


def _rounds(script: Script) -> int | None:
    """The round in which the game ends, if an end says so and no turn comes twice."""
    if any(
        isinstance(node, Leave) and node.common.verb == "extra_turn" for node in nodes(script.play)
    ):
        return None
    lasts = [_last(script, end) for end in script.play.ends if end.after_round]
    return min((one for one in lasts if one is not None), default=None)


def _last(script: Script, end: End) -> int | None:
    match end.when:
        case Compare(left=Word(value="round"), check=OneOf(values=(Word() as word,))):
            pass
        case Compare(left=Word(value="round"), check=Within(at_least=Word() as word)):
            pass
        case _:
            return None
    if word.value == "length.most" and script.game.length:
        return script.game.length.most
    return word.value if isinstance(word.value, int) else None


@dataclass(frozen=True, slots=True)
class _Follower:
    """Follows the steps of a script."""

    script: Script
    zone: str
    seats: int
    amount: int | None = None

    def steps(self, steps: Sequence[Step], depth: int) -> Rate:
        """Steps one after the other; behind one that may leave nothing is sure."""
        total, sure = Rate(), True
        for step in steps:
            taken = self.step(step, depth)
            total = total.plus(taken if sure else Rate(0, taken.most))
            sure = sure and not _leaves(step)
        return total

    def step(self, step: Step, depth: int) -> Rate:
        """One step, with its condition and its seats."""
        taken = self.verb(step, depth)
        if step.common.each is not None:
            taken = taken.times(0, self.seats)
        return Rate(0, taken.most) if step.common.when is not None else taken

    def verb(self, step: Step, depth: int) -> Rate:
        """What the step itself takes."""
        match step:
            case Draw(source=source) if source.text == self.zone:
                return Rate(0, None) if step.up_to else self.counted(step.count, 1)
            case Move(sources=sources) if any(one.text == self.zone for one in sources):
                return Rate(0, self.counted(step.count, None).most)
            case Pay(source=Word(value=self.zone)):
                return Rate(0, self.counted(step.amount, 1).most)
            case Move(what=Word(value=value)) if str(value).startswith(f"{self.zone}."):
                return Rate(0, 1)
            case CarryOut():
                return self.effects(depth)
            case Perform(what=what):
                steps = self.script.play.procedures.get(what.text, ())
                return self.steps(steps, depth + 1) if depth < DEEPEST else Rate(0, None)
            case _:
                return self.inner(step, depth)

    def inner(self, step: Step, depth: int) -> Rate:
        """What steps inside it take."""
        match step:
            case If(then=then, otherwise=otherwise):
                return either((self.steps(then, depth), self.steps(otherwise, depth)))
            case Repeat(most=most, then=then):
                return self.steps(then, depth).times(0, self.counted(most, 1).most)
            case Each(kind="seat", then=then) | Turns(then=then):
                return self.steps(then, depth).times(0, self.seats)
            case Each(then=then):
                return self.steps(then, depth).times(0, None)
            case Choose():
                return self.choice(step, depth)
            case _:
                return Rate()

    def choice(self, step: Choose, depth: int) -> Rate:
        """One of the options, so often as it comes again."""
        taken = either([self.option(one, depth) for one in step.options])
        often = step.again * (self.seats if step.together else 1)
        return Rate(0, taken.times(0, often).most)

    def option(self, choice: Choice, depth: int) -> Rate:
        """What an option takes; the piece itself, where it lies there."""
        own = 1 if choice.card is not None and choice.card.text == self.zone else 0
        several = choice.cards is not None and choice.cards.text == self.zone
        return self.steps(choice.then, depth).plus(Rate(0, None if several else own))

    def effects(self, depth: int) -> Rate:
        """The card with the effects that take most."""
        if depth >= DEEPEST:
            return Rate(0, None)
        cards = [self.card(one.effects, depth) for one in self.script.game.components()]
        return Rate(0, either(cards).most)

    def card(self, effects: Sequence[Effect], depth: int) -> Rate:
        """All effects of a card."""
        total = Rate()
        for effect in effects:
            kind = type(effect).__name__.lower()
            inside = replace(self, amount=_amount(effect))
            meant = [one for one in self.script.play.effects if one.kind == kind]
            taken = either([inside.steps(one.then, depth + 1) for one in meant])
            often = 1 if getattr(effect, "who", "you") == "you" else self.seats
            total = total.plus(taken.times(0, often))
            total = total.plus(self.card(getattr(effect, "to", ()), depth + 1))
        return total

    def counted(self, count: Expr | None, otherwise: int | None) -> Rate:
        """A number that is written, or that of the effect; nobody can tell of another."""
        if count is None:
            return Rate(otherwise or 0, otherwise)
        if isinstance(count, Word) and isinstance(count.value, int):
            return Rate(count.value, count.value)
        if isinstance(count, Word) and count.value == "effect.amount":
            return Rate(0, self.amount)
        return Rate(0, None)


def _amount(effect: Effect) -> int | None:
    """How much an effect is at most; None where that depends on what is counted."""
    amount = getattr(effect, "amount", None)
    counted = getattr(effect, "per", None) is not None
    return amount if isinstance(amount, int) and not counted else None


def _leaves(step: Step) -> bool:
    """Tell whether a turn may end in a step."""
    return any(isinstance(node, Leave | EndGame | Perform) for node in nodes(step))
