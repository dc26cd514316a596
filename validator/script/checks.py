"""What is wrong with play scripts, found while each is made ready for every table of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from validator.catalogue.effects import Effect
from validator.catalogue.model import Catalogue, Game, Pile, WhenEmpty, place_in
from validator.catalogue.play_script import (
    Add,
    Assign,
    AtTable,
    CarryOut,
    Choice,
    Choose,
    Common,
    Compare,
    DrawStep,
    Each,
    EndGame,
    EndRule,
    Expr,
    If,
    Leave,
    Move,
    OneOf,
    PayStep,
    Perform,
    Play,
    Repeat,
    Step,
    TurnsStep,
    Within,
    WordValue,
    nodes,
)
from validator.catalogue.setup_script import BOX
from validator.findings import Finding, Place, Severity
from validator.play.rulings import resolve_rulings
from validator.script.compile_context import CompileContext
from validator.script.layout import lay_out
from validator.script.program import compile_play


@dataclass(frozen=True, slots=True)
class Script:
    """A play script, made ready for every table of its game."""

    game: Game
    play: Play
    shops: Sequence[CompileContext]

    def has(self, kind: type, **values: object) -> bool:
        """Tell whether any part of the script is of a kind, with these values."""
        return any(
            isinstance(node, kind)
            and all(getattr(node, name) == value for name, value in values.items())
            for node in nodes(self.play)
        )

    def error(self, code: str, place: Place, message: str, hint: str) -> Iterator[Finding]:
        """An error in the script."""
        yield Finding(code, Severity.ERROR, self.game.id, place, message, hint)

    def warning(self, code: str, place: Place, message: str, hint: str) -> Iterator[Finding]:
        """A warning."""
        yield Finding(code, Severity.WARNING, self.game.id, place, message, hint)


def check_ends(script: Script) -> Iterator[Finding]:
    """The game can end, and seats are equal."""
    game, play = script.game, script.play
    by_pile = any(
        pile.when_empty is WhenEmpty.ENDS_GAME
        and any(pile.zone in shop.drawn for shop in script.shops)
        for pile in game.piles
    )
    if not (play.ends or by_pile or script.has(EndGame)):
        place = play.places.get("turn" if play.turn else "round", play.place)
        hint = "add `ends: [{when: {round: 8}, test: after_round}]`"
        yield from script.error("play-endless", place, "nothing ends the game", hint)
    for table in game.configurations if play.teams else ():
        if table.total % play.teams:
            place = play.places.get("teams", play.place)
            message = f"{play.teams} teams of {table.total} seats are not of one size"
            hint = "take the table out of `configurations`, or `teams` out of the script"
            yield from script.warning("play-unequal", place, message, hint)
    moves = any(isinstance(node, Assign) and node.what.value == "start" for node in nodes(play))
    for node in () if moves else nodes((*play.turn, *play.round)):
        word: WordValue | None = None
        if isinstance(node, Move | DrawStep):
            word = node.target
        elif isinstance(node, Add | Assign):
            word = node.what
        if word is not None and word.text.startswith("start."):
            message = f"{word.text} is always of the first seat: the start player never changes"
            hint = "let all seats have it, or `{do: set, what: start, to: ...}`"
            yield from script.warning("play-unequal", word.place, message, hint)


def check_idle(script: Script) -> Iterator[Finding]:
    """Everything that is written is used."""
    play = script.play
    for name, what in play.remember.items():
        if not any(name in shop.read for shop in script.shops):
            message, hint = f"nobody reads {name}", "take it out, or use it in a test or the score"
            yield from script.warning("play-idle", what.place, message, hint)
        elif not any(name in shop.written for shop in script.shops):
            message, hint = f"{name} never changes", "change it by `set`, `add` or `roll`"
            yield from script.warning("play-idle", what.place, message, hint)
    for name in play.procedures:
        if not any(name in shop.ran for shop in script.shops):
            place = play.places.get(f"procedures.{name}", play.place)
            message, hint = f"nobody runs the procedure {name!r}", "run it, or take it out"
            yield from script.warning("play-idle", place, message, hint)
    for number, meaning in enumerate(play.effects):
        if not any(number in shop.meant for shop in script.shops):
            message = f"no card has an effect that this `{meaning.kind}` is for"
            hint = "take it out, or let a step carry out the effects of cards"
            yield from script.warning("play-idle", meaning.place, message, hint)
    for component in () if script.has(CarryOut) else script.game.components():
        if component.effects:
            message = f"no step carries out the effects of {component.id!r}"
            hint = "add `{do: effects, of: card}` where it is played"
            place = component.place_of("effects")
            yield from script.warning("play-effect-idle", place, message, hint)


def check_options(script: Script) -> Iterator[Finding]:
    """Options differ, and each is open at some table."""
    for node in nodes(script.play):
        if isinstance(node, Choose):
            seen: set[str] = set()
            for choice in node.options:
                if choice.id in seen:
                    message = f"two options are called {choice.id!r}"
                    place = choice.places.get("id", choice.place)
                    yield from script.error(
                        "play-option", place, message, "give each an id of its own"
                    )
                seen.add(choice.id)
        if isinstance(node, Choice):
            yield from _check_options(script, node)


def _check_options(script: Script, choice: Choice) -> Iterator[Finding]:
    """An option whose `when` fails at every table, whatever is ruled."""
    tests = nodes(choice.when)
    rulings = any(isinstance(node, AtTable) and node.condition.ruling for node in tests)
    closed = all(choice.place in shop.closed for shop in script.shops)
    if script.shops and closed and not rulings:
        message = f"the option {choice.id!r} is open at no table"
        hint = "mend `when`, or take the option out"
        place = choice.places.get("when", choice.place)
        yield from script.error("play-never", place, message, hint)


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
    if script.has(Leave, verb="extra_turn"):
        return None
    lasts = [_last(script, end) for end in script.play.ends if end.after_round]
    return min((one for one in lasts if one is not None), default=None)


def _last(script: Script, end: EndRule) -> int | None:
    match end.when:
        case Compare(left=WordValue(value="round"), check=OneOf(values=(WordValue() as word,))):
            pass
        case Compare(left=WordValue(value="round"), check=Within(at_least=WordValue() as word)):
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
            sure = sure and not any(
                isinstance(node, Leave | EndGame | Perform) for node in nodes(step)
            )
        return total

    def step(self, step: Step, depth: int) -> Rate:
        """One step, with its condition and its seats."""
        taken = self.verb(step, depth)
        if step.each is not None:
            taken = taken.times(0, self.seats)
        return Rate(0, taken.most) if step.when is not None else taken

    def verb(self, step: Step, depth: int) -> Rate:
        """What the step itself takes, and the steps inside it."""
        match step:
            case DrawStep(source=source) if source.text == self.zone:
                return Rate(0, None) if step.up_to else self.rate_of(step.count, 1)
            case Move(sources=sources) if any(one.text == self.zone for one in sources):
                return Rate(0, self.rate_of(step.count, None).most)
            case PayStep(source=WordValue(value=self.zone)):
                return Rate(0, self.rate_of(step.amount, 1).most)
            case Move(what=WordValue(value=value)) if str(value).startswith(f"{self.zone}."):
                return Rate(0, 1)
            case CarryOut():
                return self.effects(depth)
            case Perform(what=what):
                steps = self.script.play.procedures.get(what.text, ())
                return self.steps(steps, depth + 1) if depth < DEEPEST else Rate(0, None)
            case If(then=then, otherwise=otherwise):
                return either((self.steps(then, depth), self.steps(otherwise, depth)))
            case Repeat(most=most, then=then):
                return self.steps(then, depth).times(0, self.rate_of(most, 1).most)
            case Each(kind="seat", then=then) | TurnsStep(then=then):
                return self.steps(then, depth).times(0, self.seats)
            case Each(then=then):
                return self.steps(then, depth).times(0, None)
            case Choose():
                return self.choice(step, depth)
            case _:
                return Rate()

    def choice(self, step: Choose, depth: int) -> Rate:
        """One of the options, so often as it comes again; the piece itself, where it lies there."""
        options = []
        for one in step.options:
            own = 1 if one.card is not None and one.card.text == self.zone else 0
            several = one.cards is not None and one.cards.text == self.zone
            options.append(self.steps(one.then, depth).plus(Rate(0, None if several else own)))
        often = step.again * (self.seats if step.together else 1)
        return Rate(0, either(options).times(0, often).most)

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
            amount = getattr(effect, "amount", None)
            counted = getattr(effect, "per", None) is not None
            inside = replace(
                self, amount=amount if isinstance(amount, int) and not counted else None
            )
            meant = [one for one in self.script.play.effects if one.kind == kind]
            taken = either([inside.steps(one.then, depth + 1) for one in meant])
            often = 1 if getattr(effect, "who", "you") == "you" else self.seats
            total = total.plus(taken.times(0, often))
            total = total.plus(self.card(getattr(effect, "to", ()), depth + 1))
        return total

    def rate_of(self, count: Expr | None, otherwise: int | None) -> Rate:
        """A number that is written, or that of the effect; nobody can tell of another."""
        if count is None:
            return Rate(otherwise or 0, otherwise)
        if isinstance(count, WordValue) and isinstance(count.value, int):
            return Rate(count.value, count.value)
        if isinstance(count, WordValue) and count.value == "effect.amount":
            return Rate(0, self.amount)
        return Rate(0, None)


def check_piles(script: Script) -> Iterator[Finding]:
    """What is taken from holds something, and a pile has its rule and its true rate."""
    taken: dict[str, Place] = {}
    drawn: dict[str, Place] = {}
    filled = {BOX}
    for shop in script.shops:
        taken, drawn = shop.taken | taken, drawn | shop.drawn
        filled |= shop.filled | shop.layout.laid
    for pile in script.game.piles:
        if pile.discard in filled:
            filled.add(pile.zone)
    for zone, place in taken.items():
        if zone not in filled:
            message = f"nothing ever comes into {zone!r}, so nothing can be taken from it"
            hint = "put pieces there in setup.yaml, or let a step move them there"
            yield from script.warning("play-empty", place, message, hint)
    piles = {pile.zone for pile in script.game.piles}
    for zone, place in drawn.items():
        if zone not in piles and not zone.startswith("seat."):
            message = f"{zone!r} is no pile of game.yaml, so nothing says what if it is empty"
            hint = f"add to `piles` there: {{id: {zone}, zone: {zone}, when_empty: stop}}"
            yield from script.warning("play-pile", place, message, hint)
    for pile in script.game.piles:
        yield from _rate(script, pile)


def _rate(script: Script, pile: Pile) -> Iterator[Finding]:
    """Compare what game.yaml declares with what each turn surely and at most takes."""
    if pile.draw is None or pile.draw.per != "turn" or not script.play.turn:
        return
    seats = max((table.total for table in script.game.configurations), default=1)
    found = _Follower(script, pile.zone, seats).steps(script.play.turn, 0)
    place = place_in(pile, "draw")
    if pile.draw.most < found.least:
        message = f"every turn takes {found.least} from {pile.id}, not at most {pile.draw.most}"
        yield from script.warning("play-rate", place, message, "mend `draw`, or the script")
    elif found.most is not None and pile.draw.least > found.most:
        message = f"no turn takes more than {found.most} from {pile.id}, not {pile.draw.least}"
        yield from script.warning("play-rate", place, message, "mend `draw`, or the script")


LEAVING = ("stop", "end_turn", "end_round")
"""Verbs behind which nothing is done."""


def check_reach(script: Script) -> Iterator[Finding]:
    """Every step can be reached, and counters begin where they say."""
    for steps in _blocks(script):
        for step, behind in pairwise(steps):
            if _always_leaves(step):
                message = "this step is never reached: the one before it always leaves"
                hint = "write it before that one, or give that one a `when`"
                yield from script.warning("play-unreached", behind.place, message, hint)
    for name, what in script.play.remember.items():
        said = f"remember.{name}.start" in script.play.places
        if what.kind == "number" and what.least < 0 < what.most and not said:
            message, hint = f"{name} begins at {what.least}, its least", "add `start: 0`"
            yield from script.warning("play-range", what.place, message, hint)
        if what.kind == "number" and what.least >= what.most:
            message = f"{name} can never change: it goes from {what.least} to {what.most}"
            yield from script.warning("play-range", what.place, message, "write a wider range")


def _blocks(script: Script) -> Iterator[tuple[Any, ...]]:
    """Every list of steps."""
    yield from script.play.procedures.values()
    for node in nodes(script.play):
        for one in fields(node):  # type: ignore[arg-type]
            value = getattr(node, one.name)
            if isinstance(value, tuple) and value and isinstance(value[0], Common):
                yield value


def _always_leaves(step: Any) -> bool:
    """Tell whether nothing behind a step is done, whatever happens."""
    if step.when is not None or step.each is not None:
        return False
    match step:
        case If(then=then, otherwise=otherwise):
            return any(map(_always_leaves, then)) and any(map(_always_leaves, otherwise))
        case Leave():
            return step.verb in LEAVING
        case _:
            return isinstance(step, EndGame)


CHECKS = (check_ends, check_options, check_piles, check_idle, check_reach)
"""What is looked at once every word is understood."""


def check_scripts(catalogue: Catalogue) -> Iterator[Finding]:
    """The faults of every play script, each once."""
    for game in catalogue.games.values():
        if game.play is not None:
            if game.module is not None:
                message = f"{game.id} has a play script and the rules module {game.module!r}"
                hint = f"take `module` out, or {game.play.place.file}"
                place = place_in(game, "module")
                yield Finding("play-module", Severity.ERROR, game.id, place, message, hint)
            if game.complete and game.configurations:
                yield from dict.fromkeys(_of_script(game, game.play))


def _of_script(game: Game, play: Play) -> Iterator[Finding]:
    rulings = resolve_rulings(game)
    layouts = [lay_out(game, configuration, rulings) for configuration in game.configurations]
    shops = tuple(compile_play(layout, play)[1] for layout in layouts)
    found = [finding for shop in shops for finding in (*shop.findings, *shop.doubts)]
    yield from found
    for check in () if found else CHECKS:
        yield from check(Script(game, play, shops))
