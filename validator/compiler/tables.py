"""Where all that a game knows lies in the lists of a match, and what its pieces are.

Zones, what is remembered and slots are each one flat list. A space of a board is a zone. What every
seat has stands there seat after seat, with one entry in front that stands for nobody, so that the
seat -1 can be read; the last zone is always empty and stands for no zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from validator.catalogue.setup_script import BOX, FaceVisibility
from validator.setup.deal import (
    CompiledSetup,
    SetupResult,
    compile_setup,
    deal,
    faces_of_zones,
    usual_faces,
)
from validator.setup.pieces import Seat, instance_names, plain_zone

FIRST, DIRECTION, ROUND, TURNS, PASSED, EXTRA, TURN_SEAT, FINAL, CAUSE = range(9)
"""Places of the numbers that every game remembers: the seat with the first turn, +1 or -1 for the
order of turns, the round from 1, turns begun, seats passed in this round, whether the seat has
another turn, whose turn it is, which of the ends is near (0: none) and the seat that caused it."""
NOBODY = -1


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
    """What is remembered: its place, that of the first seat, piece or space, and what it may be."""

    name: str
    at: int
    what: Memory


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything at a table that is the same in each game.

    ``pieces`` has an entry for each piece in the box, copies one by one; ``kind`` is the number of
    its design, below ``cards`` for cards, and ``designs`` are those.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    plan: CompiledSetup
    seats: tuple[Seat, ...]
    designs: tuple[Component, ...]
    cards: int
    pieces: tuple[Component, ...]
    kind: tuple[int, ...]
    numbers: Mapping[str, int]
    zones: Mapping[str, Zone]
    zone_count: int
    zone_at: Mapping[str, int]
    piles: tuple[Pile, ...]
    memories: Mapping[str, MemorySlot]
    fresh: tuple[Any, ...]
    sizes: tuple[int, ...]
    supplies: tuple[tuple[Pile, str], ...]
    laid: frozenset[str]
    unseen: tuple[tuple[tuple[str, int], ...], ...]

    def column(self, name: str) -> tuple[Any, ...]:
        """A field of every piece, by number; the last entry is for no piece."""
        return (*(value_of(piece, name) for piece in self.pieces), None)

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
    plan = compile_setup(game, configuration, rulings)
    designs = sorted(game.components(), key=lambda one: (not _is_card(game, one), one.id))
    pieces = tuple(design for design in designs for _ in range(design.copies))
    kind = tuple(at for at, design in enumerate(designs) for _ in range(design.copies))
    names = [name for design in designs for name in instance_names(design)]
    seats = len(plan.seats)
    laid = deal(plan, 1)
    zone_names, hidden, own = _zone_names(laid)
    piles = tuple(pile for pile in game.piles if pile.zone in zone_names)
    boards = {
        name: build_geometry(game.boards[label.board], game)[0]
        for name, label in game.setup.zones.items()
        if label.board in game.boards and not name.endswith("*")
    }
    zones, count = _zones(zone_names, seats, [pile.zone for pile in piles], hidden, own, boards)
    memories, fresh = _memories(script.remember, seats, len(pieces), count)
    return Tables(
        game=game,
        configuration=configuration,
        rulings=rulings,
        plan=plan,
        seats=plan.seats,
        designs=tuple(designs),
        cards=sum(_is_card(game, design) for design in designs),
        pieces=pieces,
        kind=kind,
        numbers={name: at for at, name in enumerate(names)},
        zones=zones,
        zone_count=count,
        zone_at=dict(_single_zones(zones, seats)),
        piles=piles,
        memories=memories,
        fresh=fresh,
        supplies=tuple(_supplies(laid, plan, piles)),
        laid=frozenset(plain_zone(name) for name, there in laid.zones.items() if there),
        unseen=tuple(tuple(_unseen(zones, seats, seat)) for seat in range(seats)),
        sizes=tuple(_size(laid, zones[pile.zone], seats) for pile in piles),
    )


def _size(laid: SetupResult, zone: Zone, seats: int) -> int:
    """How many pieces lie in a pile; where every seat has one, in the smallest of them."""
    return min(len(laid.zones.get(name, ())) for name, _ in _single_zones({zone.name: zone}, seats))


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
    boards = tuple(f"{name}." for name, label in listed.items() if label.board)
    plain = list(map(plain_zone, faces))
    found += [name for name in plain if not name.startswith(boards)]
    seen = {plain_zone(name): one for name, one in faces.items()}
    for name, label in listed.items():
        seen.setdefault(name, label.faces or usual_faces(name))
    hidden = {name for name, one in seen.items() if one is FaceVisibility.DOWN}
    own = {name for name, one in seen.items() if one is FaceVisibility.OWNER}
    return list(dict.fromkeys([BOX, *found])), hidden | {BOX}, own


def _zones(
    names: Sequence[str],
    seats: int,
    piles: Sequence[str],
    hidden: set[str],
    own: set[str],
    boards: Mapping[str, Geometry],
) -> tuple[dict[str, Zone], int]:
    zones: dict[str, Zone] = {}
    at = 0
    for name in names:
        of_seats = name.startswith("seat.")
        pile = piles.index(name) if name in piles else -1
        board = boards.get(name)
        sees = name in hidden and board is None, name in own and board is None
        zone = Zone(name, at, of_seats, pile, *sees, board)
        zones[name] = zone = replace(zone, at=at + zone.size * of_seats)
        at = zone.places(seats).stop
    return zones, at + 1


def _single_zones(zones: Mapping[str, Zone], seats: int) -> Iterator[tuple[str, int]]:
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
        for name, at in _single_zones({zone.name: zone}, seats):
            others = zone.own and at not in zone.of(seat)
            if zone.name != BOX and (zone.hidden or others):
                yield name, at


def _memories(
    remember: Mapping[str, Memory], seats: int, pieces: int, places: int
) -> tuple[dict[str, MemorySlot], tuple[Any, ...]]:
    """The places of memories; those of seats, pieces and spaces lie behind one for none."""
    memories: dict[str, MemorySlot] = {}
    fresh: list[Any] = [0, 1, 1, 0, 0, 0, 0, 0, NOBODY]
    for name, what in remember.items():
        start = what.start
        single = what.owner in ("table", "turn", "round")
        fresh += [] if single else [start]
        memories[name] = MemorySlot(name, len(fresh), what)
        many = 1 if single else {"seat": seats, "space": places}.get(what.owner, pieces)
        fresh += [start] * many
    return memories, tuple(fresh)


def mistakable(tables: Tables, moved: set[tuple[str, str]]) -> tuple[int, ...]:
    """Which pieces may be mistaken for each other, by number: those of a kind have the same.

    They are those of one set, or of sets that can come into one zone into which not every seat can
    look. ``moved`` are the ways from zone to zone that the script has.
    """
    held: dict[str, set[str]] = {}
    for name, _ in _single_zones(tables.zones, len(tables.seats)):
        held.setdefault(plain_zone(name), set()).update(*tables.plan.holds(name))
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
