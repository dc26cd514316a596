"""A game that is played from data, in progress: lists, and the function of the source to go on."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    MutableSequence,
    Sequence,
)
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, TypeAlias

from validator.catalogue.script import Step
from validator.catalogue.setup_script import BOX
from validator.compiler.runtime.picks import Deed, Pick
from validator.compiler.runtime.program import Halt, Program, ScriptFault, State, Unmet
from validator.compiler.tables import DIRECTION, FIRST, NOBODY, ROUND
from validator.findings import Place
from validator.play.match import Ask, O, Option, Tally
from validator.play.observers import Unseen
from validator.play.rules import Outcome, Piece
from validator.rng import Rng, Streams

FUEL, SETUP_FUEL = 4_000, 1_000
"""Rounds of loops between two choices or turns, and in a set-up, which each game begins with; a
script that needs more is stopped."""
MOST_DRAWN = 1_000
"""Pieces that are drawn at once, so that those laid back on their own pile come to an end."""
Problem: TypeAlias = "tuple[str, Place, str, str]"
"""What went wrong in a set-up: code, place, message, hint."""


class StopsAhead:
    """Stops a game that is looked ahead where somebody would be asked."""

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Stop: somebody would choose."""
        raise Halt

    def turn(self, seat: int) -> None:
        """Stop: a turn begins."""
        raise Halt

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Stop: what would be told is not known yet."""
        raise Halt


AHEAD = StopsAhead()


@dataclass(frozen=True, slots=True)
class SetupEvent:
    """A step of a set-up that was done by a seat (-1: nobody's), and what it moved.

    ``moved`` has name, source and target of each piece; ``counts``, where a step expects so many,
    how many lie in each zone.
    """

    step: Step
    seat: int
    moved: tuple[tuple[str, str, str], ...]
    counts: Mapping[str, int]


@cache
def turn_order(start: int, step: int, total: int, first: int, end: int) -> tuple[int, ...]:
    """Seats from one on, forward or back, of those from ``first`` to before ``end``."""
    order = ((start + step * at) % total for at in range(total))
    return tuple(seat for seat in order if first <= seat < end)


class ScriptMatch:
    """One game in progress.

    ``z`` are the zones, ``at`` where each piece lies, ``n`` what is remembered, ``r`` what lives on
    over decisions, ``out`` the seats that are out, ``pc`` where a copy goes on; see
    :mod:`validator.compiler.tables`. Entries of ``r`` are never changed in place. While ``blind``,
    luck and what others do stops the game; ``hoped`` counts pieces that would have been drawn.
    ``together`` numbers, from 1, a choice that seats make at the same time while it is made, and is
    0 at all other times.
    """

    __slots__ = (
        *("ask", "at", "blind", "fuel", "hoped", "n", "out", "outcome", "owner", "pc", "program"),
        *("r", "reason", "rngs", "streams", "tally", "together", "togethers", "was", "z"),
        *("before", "ending", "events", "laid", "problems", "repeats", "seen_before", "trying"),
    )
    ask: Ask

    def __init__(self, program: Program, streams: Streams, tally: Tally) -> None:
        self.program = program
        self.streams = streams
        self.tally = tally
        self.z: list[MutableSequence[int]] = []
        self.at: list[int] = []
        self.was: list[int] = []
        self.owner: list[int] = []
        self.n: list[Any] = []
        self.r: list[Any] = []
        self.out: list[bool] = []
        self.rngs: dict[str, Rng] = {}
        self.pc: State = program.start
        self.problems: list[Problem] = []
        self.events: list[SetupEvent] | None = None
        self.laid: list[int] = []
        self.before: dict[int, list[int]] = {}
        self.fuel = FUEL
        self.blind = False
        self.trying = False
        self.ending = False
        self.hoped = 0
        self.together = 0
        self.togethers = 0
        self.reason = ""
        self.outcome: Outcome | None = None
        self.seen_before: dict[Any, int] = {}
        self.repeats = 1

    def copy(self) -> Self:
        """The same game with the same luck to come, to be played on apart."""
        return self.copy_with(self.tally.copy())

    def copy_with(self, tally: Tally) -> Self:
        """A copy that counts elsewhere."""
        other = type(self)(self.program, self.streams, tally)
        other.z = [zone[:] for zone in self.z]
        other.at = self.at.copy()
        other.was = self.was.copy()
        other.owner = self.owner.copy()
        other.n = self.n.copy()
        other.r = self.r.copy()
        other.out = self.out.copy()
        other.rngs = {name: rng.copy() for name, rng in self.rngs.items()}
        other.pc = self.pc
        other.togethers = self.togethers
        other.reason = self.reason
        other.seen_before, other.repeats = self.seen_before.copy(), self.repeats
        return other

    def play(self, ask: Ask) -> Outcome:
        """Play to the end from wherever the game stands."""
        self.ask = ask
        return self.go(self.pc)

    def go(self, state: State | None) -> Outcome:
        """Run the source from a function to the end of the game."""
        try:
            while state is not None:
                state = state(self)
        except ScriptFault as fault:
            reason = f"{fault.place or self.program.step_of(fault)}: {fault.message}"
            self.outcome = Outcome((), tuple(self.scores()), reason, finished=False, stuck=True)
        except (Halt, Unmet):
            raise
        except Exception as fault:
            if not hasattr(fault, "__notes__"):
                fault.add_note(f"the script at {self.program.step_of(fault)}")
            raise
        assert self.outcome is not None, "what ends a game says how"
        return self.outcome

    def set_up(self) -> None:
        """Deal, until somebody chooses or play begins; :meth:`play` goes on there."""
        self.ask = AHEAD
        self.pc = self.program.deal
        with suppress(Halt):
            self.go_on(self.pc)

    def go_on(self, state: State) -> None:
        """Run the source from a function to where play begins.

        Raises:
            Halt: somebody is to choose whom nobody asks; ``pc`` is where.
        """
        self.fuel = SETUP_FUEL
        try:
            while state is not self.program.start:
                self.pc = state
                after = state(self)
                state = after if after is not None else self.program.start
        except ScriptFault as fault:
            place = fault.place or self.program.step_of(fault) or self.program.tables.game.place
            self.problems.append(("setup-fault", place, fault.message, "mend the step"))
        if self.outcome is not None:
            where, self.outcome = self.program.tables.game.setup.place, None
            message = "a loop of the set-up does not end"
            self.problems.append(("setup-fault", where, message, "let it go round less often"))
        self.pc, self.fuel = self.program.start, FUEL

    # what the source calls

    def end(self, winners: Iterable[int] | None, says: str, finished: bool = True) -> None:
        """End the game: these seats win with their partners, or who has the best score."""
        self.ending = True
        scoring, scores = self.program.scoring, self.scores()
        self.ending = False
        best = scoring.best(self, scores) if winners is None else ()
        won = scoring.with_partners(winners, len(self.out)) if winners is not None else best
        self.outcome = Outcome(won, tuple(scores), says, finished)

    def next_seat(self, seat: int, by: int) -> int:
        """The seat so many later round the table of those that are not out."""
        total = len(self.out)
        if seat < 0 or not any(self.out):
            return (seat + by) % total if seat >= 0 else NOBODY
        step = 1 if by > 0 else -1
        for _ in range(abs(by)):
            seat = (seat + step) % total
            while self.out[seat] and not all(self.out):
                seat = (seat + step) % total
        return seat

    def seats(self, first: int, end: int) -> Sequence[int]:
        """Seats in turn order from the one with the first turn, those that are out left out."""
        out = self.out
        order = turn_order(self.n[FIRST], self.n[DIRECTION], len(out), first, end)
        return [seat for seat in order if not out[seat]] if True in out else order

    def others(self, seat: int) -> Sequence[int]:
        """The other seats in turn order, from the next on."""
        out = self.out
        order = turn_order(seat, self.n[DIRECTION], len(out), 0, len(out))[1:]
        return [one for one in order if not out[one]] if True in out else order

    def team(self, seat: int) -> list[int]:
        """The seats of a team, from a seat on."""
        total, teams = len(self.out), self.program.scoring.teams
        order = [(seat + at) % total for at in range(total)]
        return [one for one in order if not teams or one % teams == seat % teams]

    def move(self, pieces: Iterable[int], to: int, bottom: bool = False) -> None:
        """Lay pieces on a zone, or below all in it, in their order, from wherever they lie."""
        for piece in reversed([*pieces]) if bottom else pieces:
            self.move_one(piece, to, bottom)

    def move_top(self, source: int, to: int, count: int, bottom: bool = False) -> None:
        """Lay so many pieces of a zone on another, one by one from the top."""
        self.move(self.z[source][: -max(count, 0) - 1 : -1], to, bottom)

    def fit(self, place: int) -> None:
        """See that marks lie below the pieces on a space, and no more of these than it holds.

        Raises:
            ScriptFault: there are more.
        """
        room, lying = self.program.holds[place], self.z[place]
        if room is None or len(lying) < 2:
            return
        if room[1]:
            lying[:] = sorted(lying, key=lambda piece: piece not in room[1])
        if len([piece for piece in lying if piece not in room[1]]) > room[0]:
            zones = self.program.tables.zone_at
            called = next(name for name, at in zones.items() if at == place)
            raise ScriptFault(None, f"{called} holds {room[0]}, and one more is moved there")

    def move_one(self, piece: int, to: int, bottom: bool = False) -> None:
        """Lay a piece on a zone, from wherever it lies; nobody's zone takes nothing."""
        source, program = self.at[piece], self.program
        if source == to or piece < 0 or not program.names[to]:
            return
        lying = self.z[source]
        if lying[-1] == piece:
            lying.pop()
        else:
            lying.remove(piece)
        if bottom:
            self.z[to].insert(0, piece)
        else:
            self.z[to].append(piece)
        self.at[piece] = to
        kind = program.kind[piece]
        if program.own[to] and not program.own[source] and kind < program.cards:
            self.tally.drawn[kind] += 1
        if program.remembers:
            self.was[piece] = source if source in program.spaces else -1
        if program.piles[source][1]:
            self.level(source)
        if program.holds[to] is not None:
            self.fit(to)

    def lay_out(self, pieces: Iterable[int], spaces: Iterable[int], sign: str) -> None:
        """Lay a piece on each of some spaces; ``sign`` is what pictures have for such a piece."""
        for piece, space in zip(pieces, spaces, strict=False):
            self.move_one(piece, space)
            self.program.signs[self.program.kind[piece]] = sign

    def play_card(self, piece: int, to: int) -> None:
        """Lay a card that was picked on a zone that all see: so it counts as played."""
        program = self.program
        if program.seen[to] and piece >= 0 and program.kind[piece] < program.cards:
            self.tally.played[program.kind[piece]] += 1

    def level(self, place: int) -> None:
        """Tell the tally what is left in a pile; of a pile of every seat, of them all."""
        z, renewed_by = self.z, self.program.renewed_by
        pile, places = self.program.piles[place]
        for spaces in places:
            left = sum([len(z[at]) for at in spaces])
            refill = sum([len(z[at]) for at in renewed_by[spaces[0]]])
            self.tally.level(pile, left, refill)

    def draw(self, source: int, to: int, count: int) -> int:
        """Draw so many pieces one by one; the last one drawn, -1 for none.

        -2 tells that the pile ran out and the game ends with it.
        """
        program = self.program
        lying = self.z[source]
        if self.blind and not program.seen[source] and not program.own[source]:
            self.hoped += min(count, len(lying))
            raise Halt
        drawn = -1
        for _ in range(min(count, MOST_DRAWN) if program.names[to] else 0):
            if not lying and not self.renew(source):
                return -2 if source in program.ends_game else drawn
            drawn = lying[-1]
            self.move_one(drawn, to)
        return drawn

    def renew(self, place: int) -> bool:
        """Make an empty pile anew from its discards; False where there is nothing."""
        discards = self.program.renewed_by[place]
        if not discards:
            return False
        if self.blind:
            raise Halt
        lying = self.z[place]
        for source in discards:
            lying.extend(self.z[source])
            self.z[source].clear()
        for piece in lying:
            self.at[piece] = place
        if lying:
            self.shuffle(place)
            self.tally.note_reshuffle(self.program.piles[place][0])
        return bool(lying)

    def shuffle(self, place: int) -> None:
        """Shuffle what lies in a zone; nobody does so while a game is looked ahead."""
        if self.blind:
            raise Halt
        if self.events is not None:
            self.before.setdefault(place, list(self.z[place]))
        rng = self.rng(self.program.names[place])
        rng.shuffle(self.z[place], self.program.called.__getitem__)

    def lack(self, told: tuple[Place, str, tuple[str, str]], wanted: int, got: int) -> None:
        """Note that a set-up found fewer pieces than it wants."""
        place, where, names = told
        left = f"only {got} {'is' if got == 1 else 'are'}" if got else "none is"
        message = f"{wanted} {names[wanted != 1]} wanted, but {left} left in {where}"
        hint = "mend the count, the test or the number of copies"
        self.problems.append(("setup-shortage", place, message, hint))

    def expect(self, told: tuple[Place, str, str], there: int, count: int | None) -> None:
        """Note that another number of pieces lies in a zone than the set-up says."""
        place, zone, rules = told
        if count is not None and there != count:
            source = f" ({rules})" if rules else ""
            message = f"{zone} holds {there} pieces, but the rules say {count}{source}"
            hint = "the set-up script, the parts or the number of the rules is wrong"
            self.problems.append(("setup-contradiction", place, message, hint))

    def refute(self, told: tuple[Place, str]) -> None:
        """Note that what must be so at this table is not."""
        place, says = told
        self.problems.append(("setup-contradiction", place, says, "mend the data, or the test"))

    def mark(self, step: int, seat: int) -> None:
        """Note what a step of the set-up moved, if somebody wants to tell of it."""
        if self.events is None:
            return
        names = self.program.tables.names
        moved = [
            (one, self.laid[one], to)
            for zone in self.z
            for one in zone
            for to in [self.at[one]]
            if to != self.laid[one]
        ]
        self.laid = self.at.copy()
        single = {at: name for name, at in self.program.tables.zone_at.items()} if moved else {}
        told = tuple((names[one], single[source], single[to]) for one, source, to in moved)
        done, places = self.program.setup_steps[step], self.program.tables.zone_at.items()
        counts = {name: len(self.z[at]) for name, at in places if done.verb == "expect"}
        self.events.append(SetupEvent(done, seat, told, counts))

    def roll(self, faces: Sequence[int], dice: int) -> int:
        """The sum of so many dice."""
        if self.blind:
            raise Halt
        rng = self.rngs.get("dice") or self.rng("dice")
        return sum([faces[rng.below(len(faces))] for _ in range(dice)])

    def lot(self, things: Sequence[Any], none: Any) -> Any:
        """One of several things by lot."""
        if self.blind and len(things) > 1:
            raise Halt
        return things[self.rng("lot").below(len(things))] if things else none

    def can_take(self, pick: Pick) -> bool:
        """Whether an option meets the choices that it needs: tried out on a copy."""
        other = self.copy_with(self.tally.copy())
        other.ask, other.blind, other.trying = AHEAD, True, True
        try:
            other.go(pick.take(other))
        except Halt:
            return True
        except Unmet:
            return False
        return True

    def carry_out(self, piece: int, kind: Sequence[int], seat: int) -> int:
        """Count a card whose effects are carried out; the design that says what it does."""
        if piece < 0:
            return -1
        design, tally = kind[piece], self.tally
        if design < self.program.cards:
            tally.played[design] += 1
            return tally.acts_as(design, seat)
        return design

    def score_card(
        self, points: Sequence[Callable[[ScriptMatch, int], int]], design: int, seat: int
    ) -> int:
        """What a card scores for a seat, by design; in the end of a game it is so used."""
        if not self.ending or design >= self.program.cards:
            return points[design](self, seat)
        scored = points[self.tally.acts_as(design, seat)](self, seat)
        self.tally.played[design] += scored != 0
        return scored

    def by_rule(self, seat: int, what: str, picks: Sequence[Pick]) -> State:
        """Take the first of the options that a rule leaves, and tell of it."""
        self.ask.tell(seat, what, picks[0])
        return picks[0].take(self)

    def reveal(self, seat: int, pieces: Sequence[int], told: Collection[int] | None) -> None:
        """Tell everybody, or some seats, of pieces one by one; nothing moves."""
        if self.blind:
            raise Halt
        tables = self.program.tables
        seats = [tables.seats[one].colour or str(tables.seats[one]) for one in told or ()]
        behind = "" if told is None else f" to {', '.join(seats) or 'nobody'}"
        for piece in pieces:
            if piece >= 0:
                self.ask.tell(seat, "reveals", Deed(tables.pieces[piece].name, told, behind))

    def note_position(self, seat: int) -> None:
        """Count how often the position has been in which a seat begins its turn.

        Of pieces that are alike it does not matter which one lies where.
        """
        if not self.program.repeats:
            return
        kind, owner = self.program.kind, self.owner
        key = (seat, *[tuple([(kind[one], owner[one]) for one in zone]) for zone in self.z])
        self.repeats = self.seen_before[key] = self.seen_before.get(key, 0) + 1

    def position(self) -> object:
        """What tells a position from others: what lies where, and what is remembered."""
        return tuple(map(tuple, self.z)), tuple(self.n)

    def rng(self, name: str) -> Rng:
        """The luck of a zone, of the dice, or of lots."""
        rng = self.rngs.get(name)
        if rng is None:
            rng = self.rngs[name] = self.streams.rng(name)
        return rng

    # what players that search want to know

    def unseen(self, seat: int) -> list[Unseen]:
        """The zones that ``seat`` cannot look into, but for the box."""
        unseen = self.program.tables.unseen[seat]
        return [Unseen({name: self.z[at] for name, at in unseen}, self.program.kinds)]

    def renew_luck(self, streams: Streams) -> None:
        """Take all luck that is to come from ``streams``."""
        for at, zone in enumerate(self.z):
            for piece in zone:
                self.at[piece] = at
        self.streams = streams
        self.rngs.clear()

    # what players, statistics and the referee want to know

    @property
    def rounds(self) -> int:
        """How many rounds were begun."""
        return int(self.n[ROUND])

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        points = self.program.scoring.points
        return [sum(points(self, seat)) for seat in range(len(self.out))]

    def prospects(self) -> list[int]:
        """Points of each seat as they stand, with what it wants beside them."""
        scoring, scores = self.program.scoring, self.scores()
        if scoring.wants is None:
            return scores
        sign = -1 if scoring.least_wins else 1
        return [points + sign * scoring.wants(self, seat) for seat, points in enumerate(scores)]

    def account(self) -> list[str]:
        """The scores as lines, item by item."""
        scoring, lines = self.program.scoring, []
        for at, seat in enumerate(self.program.tables.seats if scoring.items else ()):
            parts = zip(scoring.items, scoring.points(self, at), strict=True)
            said = ", ".join(f"{name} {points}" for name, points in parts)
            lines.append(f"{seat.colour or seat}: {said}")
        return lines

    def levels(self) -> list[int]:
        """What is left in each pile; where seats have one, in the smallest of them."""
        tables, piles = self.program.tables, self.program.piles
        return [
            min(sum(len(self.z[at]) for at in one) for one in piles[tables.zones[pile.zone].at][1])
            if pile.counted is None
            else max(0, self.n[tables.memories[pile.counted].at])
            for pile in tables.piles
        ]

    def used(self) -> list[int]:
        """Pieces of each supply that are neither in its pile, the emptiest, nor in the box."""
        tables = self.program.tables
        box = [tables.kind[piece] for piece in self.z[tables.zones[BOX].at]]
        used, levels = [], self.levels()
        for pile, designs in self.program.supplies:
            left = levels[tables.piles.index(pile)] + sum(one in designs for one in box)
            used.append(sum(one in designs for one in tables.kind) - left)
        return used

    def census(self) -> dict[str, list[Piece]]:
        """Every zone with the pieces in it: cards by number, other pieces by name."""
        tables = self.program.tables
        kind, cards, designs = tables.kind, tables.cards, tables.designs
        return {
            name: [
                kind[piece] if kind[piece] < cards else designs[kind[piece]].id
                for piece in self.z[at]
            ]
            for name, at in tables.zone_at.items()
        }
