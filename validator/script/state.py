"""A game that is played from data, in progress: lists, and the place in the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from validator.catalogue.setup_script import BOX
from validator.play.match import Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, O, Option, Outcome, Piece
from validator.rng import Rng, Streams
from validator.script.hidden_zones import Halt, HiddenZone
from validator.script.layout import ScriptLayout

FUEL = 20_000
"""Rounds of loops between two choices or turns; a script that needs more is stopped."""


Pieces: TypeAlias = MutableSequence[int]
"""What lies in a zone: a list, or one that refuses to be looked into, so never called a list here:
compiled code would look into it past what it refuses."""


WON = 1_000_000_000
"""What winning is worth, more than any points."""
POINT = 1_000
"""What a point is worth against a piece held."""
Read: TypeAlias = "Callable[[ScriptMatch], int]"


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to choose: ``said`` in words; ``pc`` is where what it does begins."""

    id: str
    said: str
    pc: int = field(compare=False)

    def say(self) -> str:
        """The option in a few words."""
        return self.said

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The same with a mark for hidden pieces: these words name none."""
        return self.said

    def take(self, m: ScriptMatch) -> int:
        """Bind what was chosen; where the program goes on."""
        return self.pc


class _LookaheadStop:
    """Stops a game that is looked ahead where somebody would be asked."""

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        raise Halt

    def turn(self, seat: int) -> None:
        raise Halt

    def tell(self, seat: int, what: str, deed: Option) -> None:
        raise Halt


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game: items by their names, each read for the seat in register ``slot``.

    ``ties`` part equal seats, each by the most or (True) the least; 0 ``teams`` are none.
    """

    slot: int = 0
    items: tuple[tuple[str, Read], ...] = ()
    ties: tuple[tuple[Read, bool], ...] = ()
    least_wins: bool = False
    teams: int = 0

    def points(self, match: ScriptMatch, seat: int) -> list[int]:
        """Points of one seat, item by item."""
        match.r[self.slot] = seat
        return [read(match) for _, read in self.items]

    def best(self, match: ScriptMatch) -> tuple[int, ...]:
        """The seats that win by points, tie breaks and teams, of those that are not out."""
        if not self.items and not self.ties:
            return ()
        seats = range(len(match.out))
        left = [seat for seat in seats if not match.out[seat]]
        values, least = match.scores(), self.least_wins
        for read, least_of_next in (*self.ties, (None, False)):
            if self.teams:  # partners have together what each of them has
                values = [sum(values[seat % self.teams :: self.teams]) for seat in seats]
            top = (min if least else max)((values[seat] for seat in left), default=0)
            left = [seat for seat in left if values[seat] == top]
            if read is not None:
                values, least = [], least_of_next
                for seat in seats:
                    match.r[self.slot] = seat
                    values.append(read(match))
        return self.with_partners(left, len(seats))

    def with_partners(self, winners: Sequence[int], seats: int) -> tuple[int, ...]:
        """The seats and all that are of their teams."""
        if not self.teams:
            return tuple(winners)
        teams = {seat % self.teams for seat in winners}
        return tuple(seat for seat in range(seats) if seat % self.teams in teams)


@dataclass(frozen=True, slots=True)
class ScriptProgram:
    """A script made ready for a table; ``code`` begins at ``entry``, ``stall`` stops a game.

    Pieces of the same of ``kinds``, by number, may be mistaken for each other.
    """

    layout: ScriptLayout
    code: tuple[Op, ...]
    entry: int
    stall: int
    registers: int
    scoring: Scoring
    kinds: tuple[int, ...] = ()


class ScriptMatch:
    """One game in progress.

    ``z`` are the zones, ``n`` what is remembered, ``r`` the registers of the program, ``out`` the
    seats that are out, ``pc`` where a copy goes on; see :mod:`validator.script.layout`. Entries of
    ``r`` are never changed in place. While ``blind``, luck and what others do stops the game;
    ``hoped`` counts pieces that would have been drawn. ``together`` numbers, from 1, a choice that
    seats make at the same time while it is made, and is 0 at all other times.
    """

    __slots__ = (
        *("ask", "blind", "fuel", "hoped", "n", "out", "outcome", "pc", "program"),
        *("r", "rngs", "streams", "tally", "together", "togethers", "z"),
    )

    ask: Ask

    def __init__(self, program: ScriptProgram, streams: Streams, tally: Tally) -> None:
        self.program = program
        self.streams = streams
        self.tally = tally
        self.z: list[Pieces] = []
        self.n: list[Any] = []
        self.r: list[Any] = []
        self.out: list[bool] = []
        self.rngs: dict[str, Rng] = {}
        self.pc = program.entry
        self.fuel = FUEL
        self.blind = False
        self.hoped = 0
        self.together = 0
        self.togethers = 0
        self.outcome: Outcome | None = None

    def copy(self) -> ScriptMatch:
        """The same game with the same luck to come, to be played on apart."""
        return self.copy_with(self.tally.copy())

    def copy_with(self, tally: Tally) -> ScriptMatch:
        """A copy that counts elsewhere."""
        other = ScriptMatch(self.program, self.streams, tally)
        other.z = [zone[:] for zone in self.z]
        other.n = self.n.copy()
        other.r = self.r.copy()
        other.out = self.out.copy()
        other.rngs = {name: rng.copy() for name, rng in self.rngs.items()}
        other.pc = self.pc
        other.togethers = self.togethers
        return other

    def play(self, ask: Ask) -> Outcome:
        """Play to the end from wherever the game stands."""
        self.ask = ask
        return self.go(self.pc)

    def go(self, pc: int) -> Outcome:
        """Run the program from ``pc`` to the end of the game."""
        code = self.program.code
        while pc >= 0:
            pc = code[pc](self)
        assert self.outcome is not None, "what ends a game says how"
        return self.outcome

    def shuffle(self, name: str, lying: Pieces) -> None:
        """Shuffle what lies in a zone; nobody does so while a game is looked ahead."""
        if self.blind:
            raise Halt
        self.rng(name).shuffle(lying, self.program.layout.ids.__getitem__)

    def rng(self, name: str) -> Rng:
        """The luck of a zone, or of the dice."""
        rng = self.rngs.get(name)
        if rng is None:
            rng = self.rngs[name] = self.streams.rng(name)
        return rng

    # what players that search want to know

    def unseen(self, seat: int) -> list[Unseen]:
        """The zones that ``seat`` cannot look into, but for the box."""
        unseen = self.program.layout.unseen[seat]
        return [Unseen({name: self.z[at] for name, at in unseen}, self.program.kinds)]

    def renew_luck(self, streams: Streams) -> None:
        """Take all luck that is to come from ``streams``."""
        self.streams = streams
        self.rngs.clear()

    # what players, statistics and the referee want to know

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        scoring = self.program.scoring
        return [sum(scoring.points(self, seat)) for seat in range(len(self.out))]

    def account(self) -> list[str]:
        """The scores as lines, item by item."""
        scoring, lines = self.program.scoring, []
        for at, seat in enumerate(self.program.layout.seats if scoring.items else ()):
            parts = zip(scoring.items, scoring.points(self, at), strict=True)
            said = ", ".join(f"{name} {points}" for (name, _), points in parts)
            lines.append(f"{seat.colour or seat}: {said}")
        return lines

    def levels(self) -> list[int]:
        """Pieces left in each pile; where every seat has one, in the smallest of them."""
        layout, seats = self.program.layout, len(self.out)
        zones = [layout.zones[pile.zone] for pile in layout.piles]
        return [min([len(self.z[at]) for at in zone.places(seats)]) for zone in zones]

    def used(self) -> list[int]:
        """Pieces of each supply that are neither in its pile nor in the box."""
        layout = self.program.layout
        used = []
        for pile, one in layout.supplies:
            away = (self.z[layout.zones[pile.zone].at], self.z[layout.zones[BOX].at])
            left = sum(layout.pieces[piece].set_id == one for zone in away for piece in zone)
            used.append(layout.game.sets[one].count - left)
        return used

    def census(self) -> dict[str, list[Piece]]:
        """Every zone with the pieces in it: cards by number, other pieces by name."""
        layout = self.program.layout
        return {
            name: [
                piece if piece < layout.cards else layout.pieces[piece].id for piece in self.z[at]
            ]
            for name, at in layout.zone_at.items()
        }

    # What an option is worth, looked one step ahead: for the greedy player and for draining.
    #
    # A copy of the game takes the option and goes on until somebody chooses, a turn begins, luck
    # comes in, or a step would look into a zone that the seat does not see; what it then comes to
    # is worth the seat's own points, what it holds, and what is remembered of it.

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``: looked one step ahead, as far as it can see."""
        unseen = [
            at
            for zone in self.program.layout.zones.values()
            for at in (zone.places(len(self.out)) if zone.hidden or zone.own else ())
            if not zone.of_seats or at != zone.at + seat
        ]
        return [self._ahead(option, unseen)._worth(seat) for option in options]

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How many pieces each option takes from ``pile`` before somebody is asked again."""
        layout = self.program.layout
        at = next((layout.zones[one.zone].at for one in layout.piles if one.id == pile), None)
        if at is None:
            return [0] * len(options)
        return [len(self.z[at]) - len(self._ahead(option, None).z[at]) for option in options]

    def _ahead(self, option: Option, unseen: Sequence[int] | None) -> ScriptMatch:
        """A copy of the game that took the option and went on, as far as can be seen.

        ``unseen`` are the places of zones into which it cannot look; without, it goes on to
        whatever is decided next.
        """
        tally = self.tally
        other = self.copy_with(Tally(len(tally.drawn), [gauge.size for gauge in tally.gauges]))
        other.ask = _AHEAD
        other.blind = unseen is not None
        for place in unseen or ():
            other.z[place] = HiddenZone(other.z[place])
        if isinstance(option, Pick):
            with suppress(Halt):
                other.go(option.take(other))
        return other

    def _worth(self, seat: int) -> int:
        scoring, layout = self.program.scoring, self.program.layout
        points = 0
        with suppress(Halt):
            points = sum(scoring.points(self, seat))
        zones = (zone.at + seat for zone in layout.zones.values() if zone.of_seats)
        memories = (one for one in layout.memories.values() if one.of_seats)
        numbers = [self.n[one.at + seat] for one in memories if one.what.kind == "number"]
        holdings = sum(len(self.z[at]) for at in zones) + int(sum(numbers))
        worth = POINT * points + holdings + self.hoped
        worth = -worth if scoring.least_wins else worth
        if self.outcome is not None and self.outcome.finished:
            worth += WON if seat in self.outcome.winners else -WON
        return worth

    def show(self) -> str:
        """The position: what lies on the table, then seat by seat."""
        layout = self.program.layout
        hidden = {name for name, at in layout.zone_at.items() if at in layout.hidden}
        return self.show_to(lambda zone: zone not in hidden)

    def show_to(self, sees: Callable[[str], bool]) -> str:
        """The position, with what lies in a zone only where ``sees`` says so of it."""
        table = ", ".join(_items(self, -1, sees))
        seats = [
            f"{seat.colour or seat.name}: {', '.join(_items(self, at, sees))}"
            for at, seat in enumerate(self.program.layout.seats)
        ]
        return "\n".join([*([f"table: {table}"] if table else []), *seats])


_AHEAD = _LookaheadStop()
Op: TypeAlias = Callable[[ScriptMatch], int]
"""A step of the program: does it, and returns the place of the next; -1 ends the game."""


def _items(match: ScriptMatch, seat: int, sees: Callable[[str], bool]) -> list[str]:
    """What lies before a seat (-1: in the middle) and is remembered of it."""
    layout = match.program.layout
    of_seat = seat >= 0
    said = []
    for memory in layout.memories.values():
        if memory.of_seats is of_seat:
            value = match.n[memory.at + max(seat, 0)]
            words = "-" if value is None else str(value)
            if memory.what.kind == "seat":
                one = layout.seats[value]
                words = (one.colour or one.name) if value >= 0 else "-"
            said.append(f"{memory.name.partition('.')[2]} {words}")
    for zone in layout.zones.values():
        if zone.of_seats is of_seat and zone.name != BOX:
            pieces = match.z[zone.at + max(seat, 0)]
            plain = zone.name[5:] if of_seat else zone.name
            lying = str(len(pieces))
            if sees(f"seat{seat + 1}.{plain}" if of_seat else zone.name):
                counted = Counter(layout.ids[piece] for piece in pieces)
                few = [f"{count} {one}" if count > 1 else one for one, count in counted.items()]
                lying = f"({', '.join(few)})"
            said.append(f"{plain} {lying}")
    return said
