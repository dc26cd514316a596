"""One game with persons at the table: seated, played on, put aside, taken up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from generator.terminal import screen
from generator.terminal.screen import Chronicle, Terminal, together
from validator.findings import UsageError, did_you_mean
from validator.play.driver import (
    GameRecord,
    PlayedGame,
    Policy,
    ScriptPolicy,
    make_policies,
    parse_policy,
    play_match,
)
from validator.play.modules import Plan, prepare
from validator.play.observers import Observer, Sight, SitsDown
from validator.play.rules import Frame, Match, NamesZones, Option, Outcome, Prepared

SINCE = 20
"""Lines of what the others did that are shown unasked."""
HISTORY = 30
"""Lines of what was done that ``h`` shows."""


class PutAsideError(Exception):
    """The person wants to stop here."""


class TakeBackError(Exception):
    """The person takes its last choice back."""


@dataclass(slots=True)
class OpenMenu:
    """A decision that is being made: all options, those that are left, and the page shown."""

    every: list[screen.MenuEntry]
    left: list[screen.MenuEntry]
    page: int = 0


@dataclass(eq=False, slots=True)
class Person:
    """Who decides for the seats ``seats``; one object for all of them, who share the terminal.

    ``can_take_back`` tells whether a choice of theirs was made before.
    """

    desk: Terminal
    sight: Sight
    chronicle: Chronicle
    seats: Collection[int]
    can_take_back: Callable[[], bool]
    last: int = -1
    seen: tuple[int, list[str]] = (-1, [])

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option that the person takes.

        Raises:
            PutAsideError: the game is to be put aside.
            TakeBackError: the last choice is to be taken back.
            EOFError: there is no more input.
        """
        self.chronicle.settle(match)
        self._look(match, seat)
        every = list_options(self.sight, match, seat, options)
        decision = OpenMenu(every, every)
        self.desk.tell(screen.menu_lines(every))
        while True:
            name = self.sight.frame.seats[seat]
            typed = self.desk.ask(f"{name}, {what} (1-{len(options)}, ? help): ")
            taken = self._answer(typed, decision, match, seat)
            if taken is not None:
                return taken[0] - 1

    def _look(self, match: Match, seat: int) -> None:
        """Show what came since, and the table; within a turn only what is new of it."""
        secret = bool(together(match)) or not self.sight.is_open(match)
        if len(self.seats) > 1 and self.last != seat and secret:
            self.desk.hand_over(self.sight.frame.seats[seat])
        position = screen.opening(self.sight, match, seat)
        again = (self.last, self.seen[0]) == (seat, match.tally.turn)
        known = self.seen[1] if again else []
        self.last, self.seen = seat, (match.tally.turn, position)
        since = self.chronicle.books[seat].unread()
        earlier = [f"  ... {len(since) - SINCE} lines before: h"] if len(since) > SINCE else []
        self.desk.tell(["", *earlier, *since[-SINCE:]])
        self.desk.tell(line for line in position if line not in known)

    def _answer(
        self, typed: str, decision: OpenMenu, match: Match, seat: int
    ) -> screen.MenuEntry | None:
        """The option that ``typed`` takes; else do what it asks for."""
        word, _, rest = typed.partition(" ")
        if typed.isdecimal():
            number = int(typed) if len(typed) < _LONGEST_NUMBER else 0
            if 1 <= number <= len(decision.every):
                return decision.every[number - 1]
            self.desk.tell([f"there is no option {typed[:20]}: 1 to {len(decision.every)}"])
        elif word.casefold() in ("q", "quit"):
            raise PutAsideError
        elif word.casefold() in ("u", "undo"):
            if self.can_take_back():
                raise TakeBackError
            self.desk.tell(["there is no choice of yours to take back"])
        elif not self._tell(word.casefold(), rest, match, seat):
            return self._narrow(typed, decision)
        return None

    def _tell(self, word: str, rest: str, match: Match, seat: int) -> bool:
        """Tell what ``word`` asks for; False where it is no such word."""
        match word:
            case "?" | "help":
                self.desk.tell(screen.HELP)
            case "t" | "table":
                self.desk.tell(screen.table(self.sight, match, seat))
            case "c" | "card":
                self.desk.tell(screen.cards(self.sight.game, rest))
            case "h" | "history":
                count = int(rest) if rest.isdecimal() and len(rest) < _LONGEST_NUMBER else HISTORY
                self.desk.tell(self.chronicle.books[seat].lines[-max(count, 1) :])
            case _:
                return False
        return True

    def _narrow(self, typed: str, decision: OpenMenu) -> screen.MenuEntry | None:
        """Turn a page, or keep the options that have the words typed."""
        if typed in ("n", "p"):
            turned = decision.page + (1 if typed == "n" else -1)
            decision.page = turned % screen.pages(decision.left)
        elif typed == "*":
            decision.left, decision.page = decision.every, 0
        elif not typed:
            if len(decision.left) == 1:
                return decision.left[0]
        else:
            words = typed.removeprefix("/")
            taken = screen.exact(decision.every, words)
            found = screen.match_entries(decision.every, words)
            if taken is not None or not found:
                if taken is None:
                    self.desk.tell([f"no option has {words[:40]!r}; ? for help"])
                return taken
            decision.left, decision.page = found, 0
        self.desk.tell(screen.menu_lines(decision.left, decision.page))
        if len(decision.left) == 1:
            self.desk.tell(["Enter takes it"])
        return None


_LONGEST_NUMBER = 7


def list_options(
    sight: Sight, match: Match, viewer: int, options: Sequence[Option]
) -> list[screen.MenuEntry]:
    """The options as ``viewer`` reads them; where they lead to different zones, what lies there.

    Zones count apart from the spaces of each board; of those that are all empty nothing is said.
    """
    seen = {zone.zone: screen.zone_words(zone) for zone in sight.zones(match, viewer)}
    named = [_name_zones(one) for one in options]
    alike: dict[tuple[int, str], set[str]] = {}
    for kind, _, zone in chain(*named):
        alike.setdefault(kind, set()).add(zone)
    shown = {kind for kind, zones in alike.items() if len(zones) > 1 and zones & seen.keys()}
    entries = []
    for number, (option, zones) in enumerate(zip(options, named, strict=True), 1):
        told = [f"{name}: {seen.get(zone, 'empty')}" for kind, name, zone in zones if kind in shown]
        entries.append(screen.MenuEntry(number, option.say(), "; ".join(told)))
    return entries


def _name_zones(option: Option) -> list[tuple[tuple[int, str], str, str]]:
    zones = option.zones() if isinstance(option, NamesZones) else {}
    numbered = enumerate(zones.items())
    return [((at, zone.rpartition(".")[0]), name, zone) for at, (name, zone) in numbered]


PERSON = "person"
"""The word of a seat for which somebody at the terminal decides."""

Keep = Callable[[Sequence[int], bool], None]
"""Keeps the choices of a game so far; whether it is unfinished."""


@dataclass(frozen=True, eq=False)
class Led(Policy):
    """Repeats the first choices of a game, and goes on with who sits there.

    A policy with luck that ``decides_along`` has the same luck afterwards.
    """

    own: Policy
    script: ScriptPolicy
    decides_along: bool

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""
        if isinstance(self.own, SitsDown):
            self.own.sit_down(frame)

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the recorded index, or what the own policy takes behind the last one."""
        if not self.script.count_left():
            return self.own.pick(match, seat, what, options)
        if self.decides_along:
            self.own.pick(match, seat, what, options)
        return self.script.pick(match, seat, what, options)


@dataclass(frozen=True, eq=False)
class ChoiceRecorder(Observer):
    """Keeps every choice as it is made; ``made`` are seats and indexes."""

    keep: Keep
    persons: Collection[int]
    kept: int
    made: list[tuple[int, int]] = field(default_factory=list)

    def choices(self) -> list[int]:
        """The indexes of all choices so far."""
        return [index for _, index in self.made]

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

    def play(self, desk: Terminal, keep: Keep, choices: Sequence[int] = ()) -> PlayedGame | None:
        """Play the game on behind ``choices``; None where it was put aside.

        Raises:
            EOFError, KeyboardInterrupt: there was no more input; every choice was kept.
            ValueError: ``choices`` do not fit the rules, or the rules module has a fault.
        """
        made = choices
        while True:
            recorder = ChoiceRecorder(keep, self.persons, len(made))
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

    def _on(self, desk: Terminal, recorder: ChoiceRecorder, choices: Sequence[int]) -> PlayedGame:
        plan = self.plan
        streams = plan.streams(self.index)
        chronicle = Chronicle(self.sight, self.persons)
        person = Person(desk, self.sight, chronicle, self.persons, recorder.can_take_back)
        script = ScriptPolicy(choices)
        made = make_policies(plan.policies, streams)
        own = [
            person if word == PERSON else policy
            for word, policy in zip(plan.policies, made, strict=True)
        ]
        # one that watches the game sees what is repeated too, and needs no more than that
        watching = [one for one in own if isinstance(one, Observer)]
        policies = [Led(one, script, one not in (person, *watching)) for one in own]
        observers = [*watching, chronicle, recorder]
        return play_match(self.prepared, streams, policies, observers)


def prepare_sitting(plan: Plan, index: int) -> Sitting:
    """A table made ready for its persons."""
    prepared = prepare(plan)
    sight = Sight(plan.game, plan.configuration, plan.rulings, prepared.frame)
    return Sitting(plan, index, prepared, sight)


ALL = "all"
"""The word for every seat of a player."""


def seat_persons(plan: Plan, asked: Sequence[str], against: str) -> Plan:
    """The plan with persons in the seats ``asked`` and the policy ``against`` in the others.

    Raises:
        UsageError: there is no such seat, or no such policy.
    """
    frame = prepare(plan).frame
    persons = {seat for word in asked for seat in _seats(word, frame)}
    others = parse_policy(against, frame)
    words = tuple(PERSON if seat in persons else word for seat, word in enumerate(others))
    return replace(plan, policies=words)


def seats_of_record(plan: Plan, record: GameRecord) -> Plan:
    """The plan with everybody where the record says; UsageError where it says no such thing."""
    frame = prepare(plan).frame
    if len(record.seats) != len(frame.seats):
        said = f"the record has {len(record.seats)} seats, the table {len(frame.seats)}"
        raise UsageError(said, "the game has changed since it was recorded")
    humans = [word for seat, word in enumerate(record.seats) if seat not in frame.bots]
    parse_policy(",".join("random" if word == PERSON else word for word in humans), frame)
    return replace(plan, policies=record.seats)


def _seats(word: str, frame: Frame) -> Iterator[int]:
    """The seats that a word means: a number from 1, a name or the part of one, or all."""
    humans = [seat for seat in range(len(frame.seats)) if seat not in frame.bots]
    names = {frame.seats[seat]: seat for seat in humans}
    found = [
        seat
        for name, seat in names.items()
        if word.casefold() in (name.casefold(), *name.casefold().replace("/", " ").split())
    ]
    if word == ALL:
        yield from humans
    elif word.isdecimal() and len(word) < 4 and int(word) - 1 in humans:
        yield int(word) - 1
    elif len(found) == 1:
        yield found[0]
    else:
        listed = f"seats: {', '.join(names)}, or {ALL}"
        raise UsageError(f"{word!r} is no seat here", did_you_mean(word, names, listed))
