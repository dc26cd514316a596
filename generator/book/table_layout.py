"""A table after set-up laid out in millimetres, seen from above.

A zone that has spots on a board or a mat (:mod:`generator.design.face`) lies there, piece by
piece; every other zone is a block under its name. Nothing is drawn and nothing is read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.book.table_pieces import (
    EmptySlot,
    Hand,
    PieceKind,
    PieceStack,
    TableLayout,
    TablePile,
    ZoneCaption,
    around,
    group_parts,
    one_by_one,
    rows,
    slot_size,
    spread,
)
from generator.design.face import FaceSpot
from generator.printing.selection import side_of
from validator.catalogue.model import Game
from validator.catalogue.seats import Seat, instances
from validator.catalogue.setup_script import BOX, FaceVisibility, label_of, plain_zone
from validator.setup.deal import SetupResult, faces_of_zones

Zones = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Host:
    """The piece that has the spots of a zone, and these spots; the piece lies in ``zone``."""

    part: str
    zone: str
    spots: tuple[FaceSpot, ...]


def hosts_of(
    table: TableLayout, zones: Zones, faces: Mapping[str, FaceVisibility]
) -> dict[str, Host]:
    """The host of every zone that has one.

    A seat's zone looks on the seat's own pieces, then on those of nobody; a shared zone only on
    those. What lies face down, or in a pile, hosts nothing.
    """
    carriers = {zone: _carriers(table, zones[zone], faces[zone]) for zone in zones}
    found: dict[str, Host] = {}
    for zone in zones:
        host = next(_hosts(zone, carriers), None)
        if host is not None and not _stands_on(host.zone, zone, found):
            found[zone] = host
    return found


def seat_of(zone: str) -> int:
    """The number of the seat whose zone it is; 0 for nobody's."""
    number = zone.partition(".")[0].removeprefix("seat")
    return int(number) if zone.startswith("seat") and "." in zone and number.isdigit() else 0


def _carriers(
    table: TableLayout, parts: tuple[str, ...], faces: FaceVisibility
) -> dict[str, list[FaceSpot]]:
    if faces is not FaceVisibility.UP:
        return {}
    kinds = {part: table.kind(part) for part in parts}
    return {
        part: [spot for spot in kind.spots if spot.zone]
        for part, kind in kinds.items()
        if kind.spots and (kind.is_furniture or len(parts) == 1)
    }


def _hosts(zone: str, carriers: Mapping[str, Mapping[str, list[FaceSpot]]]) -> Iterator[Host]:
    seat = seat_of(zone)
    own = zone.partition(".")[2]
    scopes = [(seat, {f"seat.{own}", own if "." in own else ""})] if seat else []
    for scope, names in [*scopes, (0, {zone})]:
        for place, held in carriers.items():
            if place == zone or seat_of(place) != scope:
                continue
            for part, spots in held.items():
                mine = tuple(spot for spot in spots if spot.zone in names)
                if mine:
                    yield Host(part, place, mine)


def _stands_on(zone: str, other: str, found: Mapping[str, Host]) -> bool:
    """Tell whether ``zone`` lies, over however many pieces, on something of ``other``."""
    while zone in found:
        zone = found[zone].zone
        if zone == other:
            return True
    return zone == other


CAPTION = 12.0
"""Height of a zone's name above it, in mm."""
LETTER = 4.6
"""Room for a letter of a zone's name above small pieces, in mm."""
MARGIN = 8.0
"""Between blocks, in mm."""
WIDEST = 330.0
"""Where the rows of a block are broken, in mm: five poker cards."""


Thing: TypeAlias = TablePile | EmptySlot | ZoneCaption


@dataclass(frozen=True, slots=True)
class ZoneBlock:
    """What lies together: a zone's piles, its empty slot, or such blocks (mm from its corner)."""

    width: float
    height: float
    things: tuple[Thing, ...]

    def at(self, x: float, y: float) -> list[Thing]:
        """What lies in it, with its upper left corner at ``x``, ``y``."""
        return [replace(thing, x=thing.x + x, y=thing.y + y) for thing in self.things]


def block_of(
    zone: str, name: str, groups: Sequence[PieceStack], faces: FaceVisibility, seat: int
) -> ZoneBlock:
    """A zone's piles in rows under its ``name`` ("": without one)."""
    top = CAPTION if name else 0.0
    wide, high, places = rows(groups, WIDEST)
    piles = [
        TablePile(zone, group.parts, x, y + top, faces=faces, seat=seat)
        for group, (x, y) in zip(groups, places, strict=True)
    ]
    room = max(wide, LETTER * len(name))
    captions = [ZoneCaption(name, room / 2, CAPTION / 2, room)] if name else []
    return ZoneBlock(room, high + top, (*piles, *captions))


def empty_block(zone: str, name: str, size: tuple[float, float]) -> ZoneBlock:
    """The place of a zone that is empty at first; ``size`` is of what will lie there."""
    width, height = size
    room = max(width, LETTER * len(name))
    slot = EmptySlot(zone, room / 2, height / 2 + CAPTION, width, height)
    caption = ZoneCaption(name, room / 2, CAPTION / 2, room)
    return ZoneBlock(room, height + CAPTION, (slot, caption))


def columns(blocks: Sequence[ZoneBlock], high: float) -> list[ZoneBlock]:
    """Blocks one below the other in columns of ``high`` mm, a little more where that saves one."""
    tries = [_columns(blocks, high * more) for more in (1.0, 1.1, 1.2, 1.3)]
    return [_below_one_another(column) for column in min(tries, key=len)]


def _columns(blocks: Sequence[ZoneBlock], high: float) -> list[list[ZoneBlock]]:
    found: list[list[ZoneBlock]] = []
    deep = math.inf
    for block in blocks:
        if deep + block.height > high:
            found.append([])
            deep = 0.0
        found[-1].append(block)
        deep += block.height + MARGIN
    return found


def _below_one_another(blocks: Sequence[ZoneBlock]) -> ZoneBlock:
    """A column as one block."""
    things, y = list[Thing](), 0.0
    for block in blocks:
        things += block.at(0.0, y)
        y += block.height + MARGIN
    return ZoneBlock(max(block.width for block in blocks), y - MARGIN, tuple(things))


def side_by_side(blocks: Sequence[ZoneBlock], high: float = 0.0) -> ZoneBlock:
    """A row as one block; where it is to be ``high``, each lies in the middle of its height."""
    things, x = list[Thing](), 0.0
    for block in blocks:
        things += block.at(x, (high - block.height) / 2 if high else 0.0)
        x += block.width + MARGIN
    tall = max([high, *(block.height for block in blocks)])
    return ZoneBlock(max(x - MARGIN, 0.0), tall, tuple(things))


def beside(middle: ZoneBlock, others: Sequence[ZoneBlock], high: float) -> ZoneBlock:
    """``middle`` with ``others`` in columns right and left of it, in turn."""
    things, left, right, tall = [*middle.things], 0.0, middle.width, high
    for index, column in enumerate(columns(others, high)):
        at = right + MARGIN if index % 2 == 0 else left - MARGIN - column.width
        left, right = min(left, at), max(right, at + column.width)
        tall = max(tall, column.height)
        things += column.at(at, 0.0)
    whole = ZoneBlock(right - left, tall, tuple(things))
    return replace(whole, things=tuple(whole.at(-left, 0.0)))


HAND_WIDTH, HAND_DEPTH = 400.0, 170.0
"""Room for a hand behind a seat, in mm: what a hand zone of Tabletop Simulator takes."""
LOWEST = 180.0
"""Least height of the middle of a table without a board, in mm."""
SEAT_HEIGHTS = (130.0, 230.0, 330.0, 430.0)
"""Where the columns of a seat are broken, in mm: on a screen where all becomes largest, else the
first, which is for seats without a mat."""
SCREEN = (1470.0, 810.0)
"""The shape of a wide screen: width and height of the room on playingcards.io, in pixels."""


def lay_out(
    result: SetupResult, kinds: Mapping[str, PieceKind], *, seated: bool, alike: bool = False
) -> TableLayout:
    """The table of a set-up.

    With ``seated`` people sit at two sides: those at the far one have their pieces towards them,
    and everybody holds a hand. Otherwise all lies as one person sees it on a wide screen, seats
    left, right and below, as is shown largest, hands in piles. With ``alike`` only the first player
    and the first bot are laid, below the middle, for all others have the same.
    """
    if alike:
        work = _TableLayouter(_with_first_seats(result), kinds, seated, counted=True)
        return work.join(list(_below(work)))
    work = _TableLayouter(result, kinds, seated)
    middle, seats = work.middle(), result.seats
    if seated:
        around_it = _around([(seat, work.area(seat)) for seat in seats], middle)
        return work.join([_PlacedArea(middle), *around_it])
    tries = ([(seat, work.area(seat, high=high)) for seat in seats] for high in SEAT_HEIGHTS)
    ways = (_about(areas, middle, below) for areas in tries for below in range(len(seats) + 1))
    laid = [work.join([*way]) for way in ways]
    return max(laid, key=lambda one: min(SCREEN[0] / one.width, SCREEN[1] / one.height))


@dataclass(frozen=True, slots=True)
class _PlacedArea:
    """An area with its middle at ``x``, ``y`` of the table, turned by 0 or 180 degrees."""

    area: ZoneBlock
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    seat: Seat | None = None

    def point(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = _turn(x - self.area.width / 2, y - self.area.height / 2, self.turn)
        return self.x + dx, self.y + dy

    def things(self) -> Iterator[Thing]:
        """What lies in the area, where it is on the table; captions are never turned."""
        for thing in self.area.things:
            x, y = self.point(thing.x, thing.y)
            if isinstance(thing, ZoneCaption):
                yield replace(thing, x=x, y=y)
            else:
                yield replace(thing, x=x, y=y, turn=self.turn)


def _join_spaces(blocks: Sequence[ZoneBlock], tall: float) -> list[ZoneBlock]:
    """Free spaces of a board in a row under one name, or in a column of at most ``tall`` mm."""
    heads = [block.things[-1] for block in blocks]
    names = {one.text if isinstance(one, ZoneCaption) else "" for one in heads}
    if len(blocks) < 2 or len(names) != 1 or "" in names:
        return list(blocks)
    bare = [replace(block, things=block.things[:-1]) for block in blocks]
    close = [  # a column needs the room for one name only
        ZoneBlock(block.width, block.height - CAPTION, tuple(block.at(0.0, -CAPTION)))
        for block in bare
    ]
    column, row = _below_one_another(close), side_by_side(close)
    joined = column if column.height + CAPTION <= tall else row
    name = names.pop()
    room = max(joined.width, LETTER * len(name))
    caption = ZoneCaption(name, room / 2, CAPTION / 2, room)
    things = (*joined.at((room - joined.width) / 2, CAPTION), caption)
    return [ZoneBlock(room, joined.height + CAPTION, things)]


class _TableLayouter:
    def __init__(
        self,
        result: SetupResult,
        kinds: Mapping[str, PieceKind],
        seated: bool,
        *,
        counted: bool = False,
    ) -> None:
        zones = {zone: parts for zone, parts in result.zones.items() if zone != BOX}
        self.result = result
        self.seated = seated
        self.counted = counted  # names say how many pieces lie there
        self.faces = faces_of_zones(result)
        game = result.game
        labels = {zone: label_of(zone, game.setup.zones) for zone in zones}
        names = {zone: label.name if label else zone for zone, label in labels.items()}
        parts = tuple(instances(game))
        self.table = TableLayout(game.id, (), (), (), (), 0, 0, kinds, names, parts)
        own = (zone for zone in zones if self.faces[zone] is FaceVisibility.OWNER)
        self.hands = {zone for zone in own if seated and seat_of(zone)}
        self.zones = {zone: parts for zone, parts in zones.items() if zone not in self.hands}
        self.hosts = hosts_of(self.table, self.zones, self.faces)

    def middle(self) -> ZoneBlock:
        """The area of nobody: boards in its middle, other zones beside them."""
        blocks = self.blocks(0)
        boards = [block for block in blocks if self._is_furniture(block)]
        others = [block for block in blocks if not self._is_furniture(block)]
        high = max([LOWEST, *(block.height for block in boards)])
        return beside(side_by_side(boards, high), others, high)

    def area(self, seat: Seat, name: str = "", high: float = SEAT_HEIGHTS[0]) -> ZoneBlock:
        """The area of a seat under its name: mats first, in columns of ``high`` mm or more."""
        blocks = sorted(self.blocks(seat.number), key=lambda block: not self._is_furniture(block))
        high = max([high, *(block.height for block in blocks)])
        below = side_by_side(columns(blocks, high))
        name = name or _name_of(seat, self.result.game)
        width = max(below.width, LETTER * len(name))
        head = ZoneCaption(name, width / 2, CAPTION / 2, width)
        return ZoneBlock(width, below.height + CAPTION, (head, *below.at(0.0, CAPTION)))

    def blocks(self, seat: int) -> list[ZoneBlock]:
        free = [zone for zone in self.zones if zone not in self.hosts and seat_of(zone) == seat]
        boards: dict[str, list[ZoneBlock]] = {}
        for zone in free:
            boards.setdefault(plain_zone(zone), []).extend(self._blocks(zone))
        laid = (self.table.kind(part).height for zone in free for part in self.zones[zone])
        tall = max(laid, default=0.0)
        return [block for blocks in boards.values() for block in _join_spaces(blocks, tall)]

    def _blocks(self, zone: str) -> Iterator[ZoneBlock]:
        parts, faces, name = self.zones[zone], self.faces[zone], self.table.names[zone]
        furniture = [part for part in parts if self.table.kind(part).is_furniture]
        for group in one_by_one(self.table, furniture):
            yield block_of(zone, "", [group], faces, seat_of(zone))
        others = [part for part in parts if part not in furniture]
        if others:
            groups = group_parts(self.table, others, faces)
            if self.counted and len(others) > 1:
                name = f"{name}: {len(others)}"
            yield block_of(zone, name, groups, faces, seat_of(zone))
        elif not parts:
            yield empty_block(zone, name, self._size_of_empty(zone))

    def _size_of_empty(self, zone: str) -> tuple[float, float]:
        """That of what lies there later: the cards of the pile whose discards it takes."""
        feeding = [pile.zone for pile in self.result.game.piles if pile.discard == zone]
        parts = [part for pile in feeding for part in self.zones.get(pile, ())]
        return slot_size(map(self.table.kind, parts))

    def _is_furniture(self, block: ZoneBlock) -> bool:
        piles = [thing for thing in block.things if isinstance(thing, TablePile)]
        parts = [part for pile in piles for part in pile.parts]
        return bool(parts) and all(self.table.kind(part).is_furniture for part in parts)

    def join(self, areas: Sequence[_PlacedArea]) -> TableLayout:
        things = [thing for placed in areas for thing in placed.things()]
        piles = [thing for thing in things if isinstance(thing, TablePile)]
        slots = [thing for thing in things if isinstance(thing, EmptySlot)]
        captions = [thing for thing in things if isinstance(thing, ZoneCaption)]
        lying = {part: pile for pile in piles for part in pile.parts}
        for zone in self._zones_on_spots():
            made = list(self._on_spots(zone, self.hosts[zone], lying))
            piles += made
            lying.update((part, pile) for pile in made for part in pile.parts)
        for pile in [pile for pile in piles if len(pile.parts) == 1]:
            slots += _spots_on(pile, self.table.kind(pile.parts[0]))
        laid = replace(
            self.table,
            piles=tuple(piles),
            slots=tuple(slots),
            captions=tuple(captions),
            hands=tuple(self._hands(areas)) if self.seated else (),
        )
        width, height = _extent(laid)
        return replace(laid, width=width, height=height)

    def _zones_on_spots(self) -> list[str]:
        """The zones with spots, each behind the zone that it lies on."""
        waiting, order = [zone for zone in self.zones if zone in self.hosts], list[str]()
        while waiting:
            ready = [zone for zone in waiting if self.hosts[zone].zone not in waiting]
            order += ready
            waiting = [zone for zone in waiting if zone not in ready]
        return order

    def _on_spots(
        self, zone: str, host: Host, lying: Mapping[str, TablePile]
    ) -> Iterator[TablePile]:
        below = lying[host.part]
        kind = self.table.kind(host.part)
        for group, spot, away in self._shares(zone, host.spots):
            dx, dy = _turn(*away, spot.turn)
            face_x, face_y = spot.x + dx - kind.width / 2, spot.y + dy - kind.height / 2
            x, y = _turn(face_x, face_y, below.turn)
            yield TablePile(
                zone,
                group.parts,
                below.x + x,
                below.y + y,
                _upright(spot.turn, below.turn, self.table.kind(group.parts[0])),
                self.faces[zone],
                below.level + 1,
                seat_of(zone) or below.seat,
                host.part,
            )

    def _shares(
        self, zone: str, spots: Sequence[FaceSpot]
    ) -> Iterator[tuple[PieceStack, FaceSpot, tuple[float, float]]]:
        """Which pieces lie on which spot, and where about it.

        Several spots of a zone take its pieces in turn, one each, and the last what is left.
        """
        parts = self.zones[zone]
        single = parts[: len(spots) - 1] if self.faces[zone] is FaceVisibility.UP else ()
        for group, spot in zip(one_by_one(self.table, single), spots, strict=False):
            yield group, spot, (0.0, 0.0)
        spot = spots[len(single)]
        groups = group_parts(self.table, parts[len(single) :], self.faces[zone])
        if groups:
            places = around(groups, (spot.width, spot.height))
            for group, place in zip(groups, places, strict=True):
                yield group, spot, place

    def _hands(self, areas: Sequence[_PlacedArea]) -> Iterator[Hand]:
        """The hands of all people, and of bots that hold something."""
        for placed in areas:
            if placed.seat is not None:
                zones = {
                    zone: parts
                    for zone, parts in self.result.zones.items()
                    if zone in self.hands and seat_of(zone) == placed.seat.number
                }
                x, y = placed.point(
                    placed.area.width / 2, placed.area.height + MARGIN + HAND_DEPTH / 2
                )
                hand = Hand(placed.seat, zones, x, y, placed.turn)
                if hand.parts or placed.seat.kind == "human":
                    yield hand


def _name_of(seat: Seat, game: Game) -> str:
    """What a seat is called: ``Seat 1 (red)``, ``Bot at seat 4``."""
    say, side = game.tongue.say, side_of(seat, game)
    if seat.kind == "bot":
        name = say("Bot at seat {number}", number=seat.number)
    else:
        name = say("Seat {number}", number=seat.number)
    return say("{seat} ({side})", seat=name, side=side) if side else name


def _turn(x: float, y: float, turn: float) -> tuple[float, float]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return x * cos - y * sin, x * sin + y * cos


def _around(areas: Sequence[tuple[Seat, ZoneBlock]], middle: ZoneBlock) -> Iterator[_PlacedArea]:
    """Seats clockwise from the right end of the near side: the first half there, the rest beyond.

    Each has at least room for a hand.
    """
    near = math.ceil(len(areas) / 2)
    for far, side in enumerate([areas[:near], areas[near:]]):
        width = max([HAND_WIDTH, *(area.width for _, area in side)]) + 3 * MARGIN
        for (seat, area), x in zip(side, spread(len(side), len(side) * width), strict=True):
            away = middle.height / 2 + 2 * MARGIN + area.height / 2
            turn = 180.0 if far else 0.0
            yield _PlacedArea(area, x if far else -x, -away if far else away, turn, seat)


def _about(
    areas: Sequence[tuple[Seat, ZoneBlock]], middle: ZoneBlock, below: int
) -> Iterator[_PlacedArea]:
    """The middle, the last seats in a row ``below`` it, the others left and right of both."""
    aside, row = areas[: len(areas) - below], areas[len(areas) - below :]
    wide = sum(area.width + 3 * MARGIN for _, area in row)
    deep = max((area.height + 2 * MARGIN for _, area in row), default=0.0)
    yield _PlacedArea(middle, 0.0, -deep / 2)
    left, top = -wide / 2, (middle.height - deep) / 2 + 2 * MARGIN
    for seat, area in row:
        x = left + area.width / 2 + 1.5 * MARGIN
        yield _PlacedArea(area, x, top + area.height / 2, 0.0, seat)
        left += area.width + 3 * MARGIN
    core = ZoneBlock(max(middle.width, wide), middle.height + deep, ())
    yield from _beside(aside, core)


def _beside(areas: Sequence[tuple[Seat, ZoneBlock]], middle: ZoneBlock) -> Iterator[_PlacedArea]:
    """Seats one below the other: the first half at the left side, the rest at the right."""
    half = math.ceil(len(areas) / 2)
    for right, side in enumerate([areas[:half], areas[half:]]):
        wide = max((area.width for _, area in side), default=0.0)
        height = max((area.height for _, area in side), default=0.0) + 2 * MARGIN
        away = middle.width / 2 + 2 * MARGIN + wide / 2
        for (seat, area), y in zip(side, spread(len(side), len(side) * height), strict=True):
            yield _PlacedArea(area, away if right else -away, y, 0.0, seat)


def _with_first_seats(result: SetupResult) -> SetupResult:
    """A table with the first seat of each kind alone, and with what is nobody's."""
    firsts = {seat.kind: seat for seat in reversed(result.seats)}
    kept = {0, *(seat.number for seat in firsts.values())}
    zones = {zone: parts for zone, parts in result.zones.items() if seat_of(zone) in kept}
    seats = tuple(seat for seat in result.seats if seat.number in kept)
    return replace(result, seats=seats, zones=zones)


def _below(work: _TableLayouter) -> Iterator[_PlacedArea]:
    """The middle, and below it the area of each seat, under the name of all that are like it."""
    middle, game = work.middle(), work.result.game
    yield _PlacedArea(middle)
    say, areas = game.tongue.say, list[tuple[Seat, ZoneBlock]]()
    for seat in filter(lambda seat: work.blocks(seat.number), work.result.seats):
        who, side = say("Each bot" if seat.kind == "bot" else "Each player"), side_of(seat, game)
        name = say("{who} (here {side})", who=who, side=side) if side else who
        areas.append((seat, work.area(seat, name)))
    left = -(sum(area.width for _, area in areas) + 3 * MARGIN * (len(areas) - 1)) / 2
    for seat, area in areas:
        down = middle.height / 2 + 2 * MARGIN + area.height / 2
        yield _PlacedArea(area, left + area.width / 2, down, 0.0, seat)
        left += area.width + 3 * MARGIN


def _upright(turn: float, below: float, kind: PieceKind) -> float:
    """How a piece on a spot is turned: figures stand, and nothing lies on its head."""
    if kind.stands:
        return below
    turn = (turn + 90) % 180 - 90
    return (turn + below) % 360


def _spots_on(pile: TablePile, kind: PieceKind) -> Iterator[EmptySlot]:
    for spot in kind.spots:
        x, y = _turn(spot.x - kind.width / 2, spot.y - kind.height / 2, pile.turn)
        own = pile.seat and ("." in spot.zone)  # seat.coins, or the space of a board
        zone = f"seat{pile.seat}.{spot.zone.removeprefix('seat.')}" if own else spot.zone
        size = (spot.width, spot.height)
        yield EmptySlot(
            zone, pile.x + x, pile.y + y, *size, (spot.turn + pile.turn) % 360, pile.parts[0]
        )


def _extent(table: TableLayout) -> tuple[float, float]:
    """Width and height of what lies about the origin, with hands in which there is something."""
    boxes = [(pile.x, pile.y, *table.kind(pile.parts[0]).size) for pile in table.piles]
    boxes += [(slot.x, slot.y, slot.width, slot.height) for slot in table.slots]
    boxes += [(caption.x, caption.y, caption.width, CAPTION) for caption in table.captions]
    boxes += [(hand.x, hand.y, HAND_WIDTH, HAND_DEPTH) for hand in table.hands if hand.parts]
    width = max((abs(x) + w / 2 for x, _, w, _ in boxes), default=0.0)
    height = max((abs(y) + h / 2 for _, y, _, h in boxes), default=0.0)
    return 2 * (width + MARGIN), 2 * (height + MARGIN)
