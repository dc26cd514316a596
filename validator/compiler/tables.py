"""Where all that a game knows lies in the lists of a match, and what its pieces are.

Zones, what is remembered and slots are each one flat list. A space of a board is a zone. What every
seat has stands there seat after seat, with one entry in front that stands for nobody, so that the
seat -1 can be read; the last zone is always empty and stands for no zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from validator.catalogue.boards.geometry import Geometry, build_geometry
from validator.catalogue.model import (
    Component,
    Configuration,
    Form,
    Game,
    Pile,
    WhenEmpty,
    value_of,
)
from validator.catalogue.script import Memory, Script
from validator.catalogue.seats import Seat, instance_names, seats_of
from validator.catalogue.setup_script import BOX, FaceVisibility, who_sees

FIRST, DIRECTION, ROUND, TURNS, PASSED, EXTRA, TURN_SEAT, FINAL, CAUSE = range(9)
"""Places of the numbers that every game remembers: the seat with the first turn, +1 or -1 for the
order of turns, the round from 1, turns begun, seats passed in this round, whether the seat has
another turn, whose turn it is, which of the ends is near (0: none) and the seat that caused it."""
NOBODY = -1
SINGLE = ("table", "turn", "round", "action")
"""Owners of which there is one at a table."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone or a board, one or one of every seat: ``at`` is its first place.

    ``pile`` is its index in ``Frame.piles`` or -1. ``hidden``: nobody sees what lies in it;
    ``own``: only whose seat it is. ``board`` is its geometry, where it is a board.
    """

    name: str
    at: int
    of_seats: bool
    pile: int = -1
    hidden: bool = False
    own: bool = False
    board: Geometry | None = None

    def places(self, seats: int) -> range:
        """The places of the single zones: of each of so many seats, there of each space."""
        return range(self.at, self.at + self.size * (seats if self.of_seats else 1))

    def each(self, seats: int) -> list[range]:
        """The places of each single zone: of a board those of all its spaces together."""
        places = self.places(seats)
        return [places[at : at + self.size] for at in range(0, len(places), self.size)]

    def of(self, seat: int) -> range:
        """The places of a seat; none where it is no zone of every seat."""
        first = self.at + self.size * seat
        return range(first, first + self.size * self.of_seats)

    @property
    def size(self) -> int:
        """How many places it has, or has for each seat: one, or one for each space."""
        return 1 if self.board is None else len(self.board.spaces)


@dataclass(frozen=True, slots=True)
class MemorySlot:
    """What is remembered: its place, that of the first seat, piece or space, and what it may be.

    A family has ``keys``, seats from 0 or values: of each owner there is one for each of them,
    behind one for no key.
    """

    name: str
    at: int
    what: Memory
    keys: tuple[Any, ...] = ()

    @property
    def width(self) -> int:
        """How many places there are from one owner to the next."""
        return len(self.keys) + 1 if self.what.index else 1

    def places(self, owner: int = 0) -> range:
        """The places of what is remembered of an owner, in the order of the keys."""
        begin = self.at + owner * self.width
        return range(begin, begin + (len(self.keys) if self.what.index else 1))


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything at a table that is the same in each game.

    ``pieces`` has an entry for each piece in the box, copies one by one; ``kind`` is the number of
    its design, below ``cards`` for cards, and ``designs`` are those; ``names`` are what the pieces
    are called.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    seats: tuple[Seat, ...]
    designs: tuple[Component, ...]
    cards: int
    pieces: tuple[Component, ...]
    kind: tuple[int, ...]
    names: tuple[str, ...]
    zones: Mapping[str, Zone]
    zone_count: int
    zone_at: Mapping[str, int]
    piles: tuple[Pile, ...]
    memories: Mapping[str, MemorySlot]
    fresh: tuple[Any, ...]
    unseen: tuple[tuple[tuple[str, int], ...], ...]
    columns: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def column(self, name: str) -> tuple[Any, ...]:
        """A field of every piece, by number; the last entry is for no piece."""
        if name not in self.columns:
            found = [value_of(piece, name) for piece in self.pieces]
            values = (tuple(one) if isinstance(one, list) else one for one in found)
            self.columns[name] = (*values, None)
        return self.columns[name]

    def owner(self, piece: int) -> int:
        """The seat for which a piece is made: that of its colour; nobody where it has none."""
        colour = value_of(self.pieces[piece], "colour")
        owners = (seat.number - 1 for seat in self.seats if colour in seat.colours)
        return next(owners, NOBODY)

    def marks(self, board: Geometry) -> frozenset[int]:
        """The pieces that lie on spaces of a board beside others and count for none."""
        return frozenset(at for at, one in enumerate(self.pieces) if one.set_id in board.marks)

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


def lay_out(
    game: Game, script: Script, configuration: Configuration, rulings: Mapping[str, str]
) -> Tables:
    """Work out the lists of a table."""
    ordered = sorted(game.components(), key=lambda one: (not _is_card(game, one), one.id))
    terms = {term.icon: term.one for term in game.terms.values()}
    called = {use.set_id: terms[use.set_id] for use in game.uses if use.set_id in terms}
    designs = [replace(one, name=_called(game, one, called)) for one in ordered]
    pieces = tuple(design for design in designs for _ in range(design.copies))
    kind = tuple(at for at, design in enumerate(designs) for _ in range(design.copies))
    at_table = seats_of(game, configuration)
    seats = len(at_table)
    piles = tuple(pile for pile in game.piles if pile.zone in game.setup.zones)
    zones, count = _zones(game, seats, [pile.zone for pile in piles])
    memories, fresh = _memories(script, seats, pieces, count)
    return Tables(
        game=game,
        configuration=configuration,
        rulings=rulings,
        seats=at_table,
        designs=tuple(designs),
        cards=sum(_is_card(game, design) for design in designs),
        pieces=pieces,
        kind=kind,
        names=tuple(name for design in designs for name in instance_names(design)),
        zones=zones,
        zone_count=count,
        zone_at=dict(single_zones(zones, seats)),
        piles=piles,
        memories=memories,
        fresh=fresh,
        unseen=tuple(tuple(_unseen(zones, seats, seat)) for seat in range(seats)),
    )


def _called(game: Game, piece: Component, called: Mapping[str, str]) -> str:
    """The name of a piece with what the game calls one of its set, whatever the box calls it."""
    if piece.set_id not in called:
        return piece.name
    singular = re.escape(game.sets[piece.set_id].singular)
    return re.sub(rf"\b{singular}\b", called[piece.set_id], piece.name, flags=re.IGNORECASE)


def _is_card(game: Game, piece: Component) -> bool:
    return game.sets[piece.set_id].form is Form.CARD


def _zones(game: Game, seats: int, piles: Sequence[str]) -> tuple[dict[str, Zone], int]:
    """The box and the zones of a game with their places, and how many places there are."""
    zones: dict[str, Zone] = {}
    faces, at = who_sees(game.setup), 0
    for name in (BOX, *game.setup.zones):
        label = game.setup.zones.get(name)
        of_seats = name.startswith("seat.")
        pile = piles.index(name) if name in piles else -1
        board = game.boards.get(label.board) if label is not None else None
        shape = build_geometry(board, game)[0] if board is not None else None
        sees = faces(name) if name != BOX and shape is None else None
        hidden = name == BOX or sees is FaceVisibility.DOWN
        zone = Zone(name, at, of_seats, pile, hidden, sees is FaceVisibility.OWNER, shape)
        zones[name] = zone = replace(zone, at=at + zone.size * of_seats)
        at = zone.places(seats).stop
    return zones, at + 1


def single_zones(zones: Mapping[str, Zone], seats: int) -> Iterator[tuple[str, int]]:
    """Every single zone as the set-up names it, with its place: ``seat1.hand``, ``ring.5``."""
    for zone in zones.values():
        names = [zone.name]
        if zone.of_seats:
            names = [f"seat{seat}.{zone.name[5:]}" for seat in range(1, seats + 1)]
        if zone.board is not None:
            names = [f"{name}.{space.id}" for name in names for space in zone.board.spaces]
        yield from zip(names, zone.places(seats), strict=True)


def _unseen(zones: Mapping[str, Zone], seats: int, seat: int) -> Iterator[tuple[str, int]]:
    """The single zones that a seat does not see, with their places; nobody looks into the box."""
    for zone in zones.values():
        for name, at in single_zones({zone.name: zone}, seats):
            others = zone.own and at not in zone.of(seat)
            if zone.name != BOX and (zone.hidden or others):
                yield name, at


def _memories(
    script: Script, seats: int, pieces: Sequence[Component], places: int
) -> tuple[dict[str, MemorySlot], tuple[Any, ...]]:
    """The places of memories; those of seats, pieces and spaces lie behind one for none."""
    memories: dict[str, MemorySlot] = {}
    fresh: list[Any] = [0, 1, 1, 0, 0, 0, 0, 0, NOBODY]
    owners = {"seat": seats, "team": script.teams, "space": places}
    for name, what in script.remember.items():
        start = what.start
        single = what.owner in SINGLE
        keys = _keys(what, seats, pieces)
        width = len(keys) + 1 if what.index else 1
        fresh += [] if single else [start] * width
        memories[name] = MemorySlot(name, len(fresh) + bool(what.index), what, keys)
        many = 1 if single else owners.get(what.owner, len(pieces))
        fresh += [start] * (width * many)
    return memories, tuple(fresh)


def _keys(what: Memory, seats: int, pieces: Sequence[Component]) -> tuple[Any, ...]:
    """What stands in the brackets of a family of memories; seats by their numbers from 0."""
    if what.index == "seat":
        return tuple(range(seats))
    found = dict.fromkeys(value_of(piece, what.over_field) for piece in pieces)
    return what.over or tuple(one for one in found if one is not None)


def mistakable(
    tables: Tables, placed: Mapping[str, set[str]], moved: set[tuple[str, str]]
) -> tuple[int, ...]:
    """Which pieces may be mistaken for each other, by number: those of a kind have the same.

    They are those of one set, or of sets that can come into one zone into which not every seat can
    look. ``placed`` are the sets that the set-up puts into zones, ``moved`` the ways from zone to
    zone that the script has.
    """
    held = {name: set(sets) for name, sets in placed.items()}
    grown = True
    while grown:
        grown = False
        for source, target in moved:
            there, come = held.setdefault(target, set()), held.get(source, set())
            grown = grown or not come <= there
            there |= come
    kind = {piece.set_id: at for at, piece in enumerate(tables.designs)}
    for zone in tables.zones.values():
        if (zone.hidden or zone.own) and zone.name != BOX and held.get(zone.name):
            mixed = {kind[one] for one in held[zone.name]}
            kind = {one: min(mixed) if at in mixed else at for one, at in kind.items()}
    return tuple(kind[piece.set_id] for piece in tables.pieces)
