"""Where all that a game knows lies in the lists of a match, and what its pieces are.

Zones, what is remembered and registers are each one flat list. What every seat has stands there
seat after seat, with one entry in front that stands for nobody, so that the seat -1 can be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.model import (
    Component,
    Configuration,
    Form,
    Game,
    Pile,
    WhenEmpty,
    value_of,
)
from validator.catalogue.play_script import Remembered
from validator.catalogue.setup_script import BOX, FaceVisibility
from validator.setup.deal import (
    CompiledSetup,
    SetupResult,
    compile_setup,
    deal,
    faces_of_zones,
    usual_faces,
)
from validator.setup.pieces import Seat, plain_zone

START, DIRECTION, ROUND, TURNS, PASSED, EXTRA = range(6)
"""Places of the numbers that every game remembers: the start seat, +1 or -1 for the order of
turns, the round from 1, turns begun, seats passed in this round, whether the seat has another
turn."""
NOBODY = -1
TABLE, YOU, DRAWN, DRAWN_FROM = range(4)
"""Registers: 0 for what belongs to no seat, the seat whose turn it is, the last card drawn and
its zone."""
FIRST_REGISTER = 4


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, or one of every seat: ``at`` is its place, that of the first seat.

    ``pile`` is its index in ``Frame.piles`` or -1. ``hidden``: nobody sees what lies in it;
    ``own``: only whose seat it is.
    """

    name: str
    at: int
    of_seats: bool
    pile: int = -1
    hidden: bool = False
    own: bool = False

    def places(self, seats: int) -> range:
        """The places of the single zones, that of each of so many seats."""
        return range(self.at, self.at + (seats if self.of_seats else 1))


@dataclass(frozen=True, slots=True)
class MemorySlot:
    """What is remembered: its place (that of the first seat) and what it may be."""

    name: str
    at: int
    of_seats: bool
    what: Remembered


@dataclass(frozen=True, slots=True)
class ScriptLayout:
    """Everything at a table that is the same in each game."""

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    plan: CompiledSetup
    seats: tuple[Seat, ...]
    pieces: tuple[Component, ...]
    cards: int
    ids: tuple[str, ...]
    zones: Mapping[str, Zone]
    zone_count: int
    zone_at: Mapping[str, int]
    piles: tuple[Pile, ...]
    memories: Mapping[str, MemorySlot]
    fresh: tuple[int | str | None, ...]
    sizes: tuple[int, ...]
    hidden: frozenset[int]
    supplies: tuple[tuple[Pile, str], ...]
    laid: frozenset[str]
    unseen: tuple[tuple[tuple[str, int], ...], ...]

    def column(self, name: str) -> list[Any]:
        """A field of every piece, by number; the last entry is for no piece."""
        return [*(value_of(piece, name) for piece in self.pieces), None]

    def has_field(self, name: str) -> bool:
        """Tell whether any piece has the field."""
        return any(value_of(piece, name) is not None for piece in self.pieces)

    def sources_of_renewal(self, zone: Zone, place: int) -> Sequence[int]:
        """The places whose pieces are shuffled into the pile at ``place`` once it is empty.

        A seat's pile is renewed from that seat's own discards, one in the middle from all there
        are; from none, where game.yaml does not say so.
        """
        pile = self.piles[zone.pile] if zone.pile >= 0 else None
        if pile is None or pile.when_empty is not WhenEmpty.RESHUFFLE:
            return ()
        discards = self.zones.get(pile.discard or "")
        if discards is None:
            return ()
        if zone.of_seats and discards.of_seats:
            return (discards.at + place - zone.at,)
        return discards.places(len(self.seats))


def lay_out(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> ScriptLayout:
    """Work out the lists of a table."""
    plan = compile_setup(game, configuration, rulings)
    pieces = tuple(
        sorted(game.components(), key=lambda piece: (not _is_card(game, piece), piece.id))
    )
    seats = len(plan.seats)
    laid = deal(plan, 1)
    names, hidden, own = _zone_names(laid)
    piles = tuple(pile for pile in game.piles if pile.zone in names)
    zones, count = _zones(names, seats, [pile.zone for pile in piles], hidden, own)
    memories, fresh = _memories(game.play.remember if game.play else {}, seats)
    return ScriptLayout(
        game=game,
        configuration=configuration,
        rulings=rulings,
        plan=plan,
        seats=plan.seats,
        pieces=pieces,
        cards=sum(_is_card(game, piece) for piece in pieces),
        ids=tuple(piece.id for piece in pieces),
        zones=zones,
        zone_count=count,
        zone_at=dict(_spots(zones, seats)),
        piles=piles,
        memories=memories,
        fresh=fresh,
        hidden=frozenset(at for name, at in _spots(zones, seats) if plain_zone(name) in hidden),
        supplies=tuple(_supplies(laid, plan, piles)),
        laid=frozenset(plain_zone(name) for name, there in laid.zones.items() if there),
        unseen=tuple(tuple(_unseen(zones, seats, seat)) for seat in range(seats)),
        sizes=tuple(_size(laid, zones[pile.zone], seats) for pile in piles),
    )


def _size(laid: SetupResult, zone: Zone, seats: int) -> int:
    """How many pieces lie in a pile; where every seat has one, in the smallest of them."""
    return min(len(laid.zones.get(name, ())) for name, _ in _spots({zone.name: zone}, seats))


def _supplies(
    laid: SetupResult, plan: CompiledSetup, piles: Sequence[Pile]
) -> Iterator[tuple[Pile, str]]:
    """The piles of pieces that are no cards, each with the set that they are of."""
    for pile in piles:
        sets = {plan.pieces[piece].set_id for piece in laid.zones.get(pile.zone, ())}
        for only in sets if len(sets) == 1 else ():
            if laid.game.sets[only].form is not Form.CARD:
                yield pile, only


def _is_card(game: Game, piece: Component) -> bool:
    return game.sets[piece.set_id].form is Form.CARD


def _zone_names(laid: SetupResult) -> tuple[list[str], set[str], set[str]]:
    """The zones of a table, and of these those that nobody sees and those of their owners."""
    faces = faces_of_zones(laid)
    listed = laid.game.setup.zones
    found = [name for name in listed if not name.endswith("*")]
    found += [plain_zone(name) for name in faces]
    seen = {plain_zone(name): one for name, one in faces.items()}
    for name, label in listed.items():
        seen.setdefault(name, label.faces or usual_faces(name))
    hidden = {name for name, one in seen.items() if one is FaceVisibility.DOWN}
    own = {name for name, one in seen.items() if one is FaceVisibility.OWNER}
    return list(dict.fromkeys([BOX, *found])), hidden | {BOX}, own


def _zones(
    names: Sequence[str], seats: int, piles: Sequence[str], hidden: set[str], own: set[str]
) -> tuple[dict[str, Zone], int]:
    zones: dict[str, Zone] = {}
    at = 0
    for name in names:
        of_seats = name.startswith("seat.")
        at += of_seats
        pile = piles.index(name) if name in piles else -1
        zones[name] = Zone(name, at, of_seats, pile, name in hidden, name in own)
        at += seats if of_seats else 1
    return zones, at


def _spots(zones: Mapping[str, Zone], seats: int) -> Iterator[tuple[str, int]]:
    """Every single zone as the set-up names it, with its place."""
    for zone in zones.values():
        if zone.of_seats:
            for seat in range(seats):
                yield f"seat{seat + 1}.{zone.name[5:]}", zone.at + seat
        else:
            yield zone.name, zone.at


def _unseen(zones: Mapping[str, Zone], seats: int, seat: int) -> Iterator[tuple[str, int]]:
    """The single zones that a seat does not see, with their places; nobody looks into the box."""
    for name, at in _spots(zones, seats):
        zone = zones[plain_zone(name)]
        others = zone.own and (not zone.of_seats or at != zone.at + seat)
        if zone.name != BOX and (zone.hidden or others):
            yield name, at


def kinds(layout: ScriptLayout, moved: Collection[tuple[str, str]]) -> tuple[int, ...]:
    """Which pieces may be mistaken for each other, by number: those of a kind have the same.

    They are those of one set, or of sets that can come into one zone into which not every seat can
    look. ``moved`` are the ways from zone to zone, or by way of a register, that the script has.
    """
    held: dict[str, set[str]] = {}
    for name, _ in _spots(layout.zones, len(layout.seats)):
        held.setdefault(plain_zone(name), set()).update(*layout.plan.holds(name))
    grown = True
    while grown:
        grown = False
        for source, target in moved:
            there, come = held.setdefault(target, set()), held.get(source, set())
            grown = grown or not come <= there
            there |= come
    kind = {piece.set_id: at for at, piece in enumerate(layout.pieces)}
    for zone in layout.zones.values():
        if (zone.hidden or zone.own) and zone.name != BOX and held[zone.name]:
            mixed = {kind[one] for one in held[zone.name]}
            kind = {one: min(mixed) if at in mixed else at for one, at in kind.items()}
    return tuple(kind[piece.set_id] for piece in layout.pieces)


def _memories(
    remember: Mapping[str, Remembered], seats: int
) -> tuple[dict[str, MemorySlot], tuple[int | str | None, ...]]:
    memories: dict[str, MemorySlot] = {}
    fresh: list[int | str | None] = [0, 1, 1, 0, 0, 0]
    for name, what in remember.items():
        start = NOBODY if what.kind == "seat" else what.start
        of_seats = name.startswith("seat.")
        fresh += [start] if of_seats else []
        memories[name] = MemorySlot(name, len(fresh), of_seats, what)
        fresh += [start] * (seats if of_seats else 1)
    return memories, tuple(fresh)
