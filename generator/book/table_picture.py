"""The picture of a laid table: its pieces to one scale, piles, room, names, numbers of steps.

Nothing is drawn: it says which faces lie where and what lines and words lie over them, as the plan
of a sheet does. Cover, rulebook, almanac and virtual tables show the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reportlab.platypus import Flowable

from generator.book.binding import DrawnPages
from generator.book.table_layout import CAPTION, lay_out
from generator.book.table_pieces import EmptySlot, TableLayout, TablePile, kinds_of
from generator.design.face import Face, FacePair, has_letters
from generator.printing.documents import SetupStep
from generator.printing.geometry import Caption, Circle, Rect, Shape, Style, bounds, line, rectangle
from generator.printing.imposition import Document, Drawing, FaceSide, Page, Placed
from generator.printing.pdf import draw_loose
from generator.printing.sheet_fonts import POINTS
from validator.catalogue.model import Configuration, Game
from validator.catalogue.seats import component_id, table_words
from validator.catalogue.setup_script import BOX, FaceVisibility, plain_zone
from validator.setup.deal import set_up

if TYPE_CHECKING:
    from PIL import Image

    from generator.drawing.draw import FaceBook

MOST_SCALE = 0.6
"""Pieces are shown at most so large (own choice)."""
_LETTERS_PT = (5.5, 9.0)
"""Least and largest size of names (pt)."""
_NUMBER_MM = 1.9
"""Radius of the disc with the number of a step."""
_SMALL_MM, _NEAR_MM = 9.0, 14.0
"""A narrower piece has its disc outside; nearer to one another are no two of one number."""
_HELD_MM = 40.0
"""How far apart cards of a hand are shown, at their own size."""
_EDGES_MM = (0.6, 1.2)
"""How far the edges of lower pieces stand out of a pile, right and below."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A laid table at a scale: its size, the faces on it and what lies over them (mm)."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A laid table with the drawings of its faces, by key.

    ``steps`` has the number of the step that fills a zone, by whether it is done for bots, and the
    zone as the set-up lists it. ``bots`` are the numbers of their seats, ``players`` who sits at
    the table.
    """

    table: TableLayout
    drawings: Mapping[str, Drawing]
    steps: Mapping[tuple[bool, str], int] = field(default_factory=dict)
    bots: frozenset[int] = frozenset()
    players: str = ""

    @property
    def piles(self) -> list[TablePile]:
        """All piles from the lowest to the highest, and what hands hold, card by card."""
        found = sorted(self.table.piles, key=lambda pile: (pile.level, pile.y))
        for hand in self.table.hands:
            for at, part in enumerate(hand.parts):
                x = hand.x + (at - (len(hand.parts) - 1) / 2) * _HELD_MM
                found.append(TablePile("", (part,), x, hand.y, hand.turn))
        return found

    @property
    def frame(self) -> Rect:
        """The part of the table on which something lies, y downwards."""
        boxes = [self.box(pile) for pile in self.piles]
        boxes += [_around(s.x, s.y, s.width, s.height) for s in self.table.slots if not s.on]
        boxes += [_around(c.x, c.y, c.width, CAPTION) for c in self.table.captions]
        return bounds(boxes)

    def box(self, pile: TablePile) -> Rect:
        """What a pile covers, y downwards."""
        kind = self.table.kind(pile.parts[-1])
        lying = round(pile.turn) % 180 == 90
        size = (kind.height, kind.width) if lying else kind.size
        return _around(*kind.middle(pile.x, pile.y, pile.turn), *size)

    def number(self, seat: int, zone: str) -> int | None:
        """The number of the step that fills a zone of a seat, or of nobody."""
        return self.steps.get((seat in self.bots, zone), self.steps.get((True, zone)))

    def at_most(self, width: float, height: float) -> TablePicture:
        """The picture in a box of that size (mm)."""
        frame, room = self.frame, 2 * _NUMBER_MM
        scale = min((width - room) / frame.width, (height - room) / frame.height, MOST_SCALE)
        return self.at(scale)

    def at(self, scale: float) -> TablePicture:
        """The picture at a scale, with a margin for the discs."""
        frame = self.frame
        drawn = _Scaled(self, frame, scale)
        piles = self.piles
        placed = tuple(drawn.face(pile) for pile in piles)
        numbers = tuple(drawn.numbers())
        shapes = (*(one for pile in piles for one in drawn.pile(pile)), *drawn.words(), *numbers)
        room = 2 * _NUMBER_MM
        size = frame.width * scale + room, frame.height * scale + room
        return TablePicture(*size, placed, shapes)


@dataclass(frozen=True, slots=True)
class _Scaled:
    view: DrawnTable
    frame: Rect
    scale: float

    def rect(self, box: Rect) -> Rect:
        """A box of the table, y downwards, in the picture, y upwards."""
        x, top = self.point(box.x, box.y)
        high = box.height * self.scale
        return Rect(x, top - high, box.width * self.scale, high)

    def point(self, x: float, y: float) -> tuple[float, float]:
        down = self.frame.y + self.frame.height - y
        return _NUMBER_MM + (x - self.frame.x) * self.scale, _NUMBER_MM + down * self.scale

    def face(self, pile: TablePile) -> Placed:
        kind = self.view.table.kind(pile.parts[-1])
        up = pile.faces is FaceVisibility.UP or kind.back is None
        drawing = self.view.drawings[kind.front if up else str(kind.back)]
        box = self.rect(self.view.box(pile))
        turn = -round(pile.turn) % 360
        name = kind.component, kind.set_id, 1, FaceSide.FRONT if up else FaceSide.BACK
        if kind.is_die:  # the last of its faces, which is drawn at the right of the others
            whole = box.width * drawing.width / kind.width
            return Placed(*name, drawing, replace(box, x=box.right - whole, width=whole), turn, box)
        outline = kind.outline if kind.shape == "custom" else ()
        return Placed(*name, drawing, box, turn, box, kind.shape, outline=outline)

    def pile(self, pile: TablePile) -> Iterator[Shape]:
        """The edge of what lies on the table itself, and those of the pieces below the top one."""
        kind, box = self.view.table.kind(pile.parts[-1]), self.rect(self.view.box(pile))
        if kind.shape != "rect" or round(pile.turn) % 90:
            return
        if pile.level == 0:
            yield rectangle(box.x, box.y, box.width, box.height, Style.OUTLINE)
        for shift in _EDGES_MM if len(pile.parts) > 1 else ():
            right, low = box.right + shift, box.y - shift
            yield line(box.x + shift, low, right, low, Style.OUTLINE)
            yield line(right, low, right, box.top - shift, Style.OUTLINE)

    def words(self) -> Iterator[Shape]:
        """Names of zones and seats, and the frames of places where nothing lies yet."""
        least, most = _LETTERS_PT
        size = min(max(CAPTION * 0.8 * self.scale * POINTS, least), most)
        for slot in self.view.table.slots:
            if not slot.on:
                box = self.rect(_around(slot.x, slot.y, slot.width, slot.height))
                yield rectangle(box.x, box.y, box.width, box.height, Style.ROOM)
        for caption in self.view.table.captions:
            x, y = self.point(caption.x, caption.y)
            text = caption.text[:1].upper() + caption.text[1:]
            if has_letters(text):
                yield Caption((x, y - size / POINTS / 3), text, size, anchor="middle")

    def numbers(self) -> Iterator[Shape]:
        """The number of its step at each zone: in a frame, or at the left of a pile.

        On a board or a mat zones of one step that are near to one another share a number.
        """
        things: list[TablePile | EmptySlot] = [*self.view.table.piles]
        things += [slot for slot in self.view.table.slots if not slot.on]
        told, said = set[tuple[str, str, int]](), list[tuple[int, float, float]]()
        for thing in things:
            (x, y), zone, seat = self.point(thing.x, thing.y), plain_zone(thing.zone), 0
            if isinstance(thing, TablePile):
                box, seat = self.rect(self.view.box(thing)), thing.seat
                out = _NUMBER_MM * (0.6 if box.width < _SMALL_MM else 0.0)
                x, y = box.x - out, box.centre[1]
            number = self.view.number(seat, zone)
            near = (n == number and math.dist((x, y), at) < _NEAR_MM for n, *at in said)
            if number is None or (zone, thing.on, seat) in told or (thing.on and any(near)):
                continue
            told.add((zone, thing.on, seat))
            said.append((number, x, y))
            yield Circle((x, y), _NUMBER_MM, Style.BADGE)
            yield Caption((x, y - 0.8), str(number), 6.5, Style.BADGE_WORD, "middle", bold=True)


def _around(x: float, y: float, width: float, height: float) -> Rect:
    return Rect(x - width / 2, y - height / 2, width, height)


SEED = 1
"""The game whose luck is shown: the first one, as everywhere."""


def view_of(
    game: Game,
    tables: Sequence[Configuration],
    pairs: Sequence[FacePair],
    drawing: Callable[[FacePair, Face], Drawing],
    steps: Sequence[SetupStep],
) -> DrawnTable | None:
    """The middle one of ``tables``, of people alone if there is one, with a seat of each kind.

    ``drawing`` says how a face is drawn. None where no table can be set up, or not all is drawn.
    """
    people = sorted([one for one in tables if not one.bots] or tables, key=_size_of_table)
    if not people or not game.setup.steps:
        return None
    result = set_up(game, people[(len(people) - 1) // 2], SEED)
    kept = frozenset().union(*(step.room for step in steps))
    zones = {name: held for name, held in result.zones.items() if held or plain_zone(name) in kept}
    result = replace(result, zones=zones)
    known = {pair.component: pair for pair in pairs}
    there = {
        component_id(one) for zone, held in result.zones.items() if zone != BOX for one in held
    }
    if not there or there - known.keys():
        return None
    table = lay_out(result, kinds_of(game, pairs), seated=False, alike=True)
    drawings: dict[str, Drawing] = {}
    for pile in table.piles:
        pair = known[component_id(pile.parts[-1])]
        for _, face in pair.sides:
            if face.key not in drawings:
                drawings[face.key] = drawing(pair, face)
    numbers: dict[tuple[bool, str], int] = {}
    for step in steps:
        for zone in step.zones:
            numbers.setdefault((step.for_bots, zone), step.number)
    bots = frozenset(seat.number for seat in result.seats if seat.kind == "bot")
    words = table_words(result.configuration.players, result.configuration.bots, game.tongue)
    return DrawnTable(table, drawings, numbers, bots, words)


def _size_of_table(table: Configuration) -> tuple[int, int]:
    return table.total, table.players


def table_image(picture: TablePicture, book: FaceBook, dpi: float) -> Image.Image:
    """A picture in dots; ``book`` has its faces.

    Raises:
        UndrawnError: it takes too long, or too much memory.
    """
    from generator.drawing.draw import FaceBook  # of what only some need
    from generator.drawing.raster import Rasteriser
    from generator.printing.print_files import build_pdf

    whole = Rect(0, 0, picture.width, picture.height)
    size = picture.width, picture.height
    page = Page(*size, picture.placed, picture.shapes, label="", trim=whole, bleed=whole)
    data = build_pdf(Document("table.pdf", "", "", (page,)), book)
    with Rasteriser(FaceBook((data,), {"table": (0, 0)}, pool=book.pool)) as raster:
        return raster.image("table", dpi)


class TableFlowable(Flowable):  # type: ignore[misc]
    """A picture of a table in the middle of the text, its faces noted for later."""

    def __init__(self, picture: TablePicture, found: DrawnPages) -> None:
        super().__init__()
        self._picture, self._found = picture, found
        self.hAlign = "CENTER"
        self.width, self.height = picture.width * POINTS, picture.height * POINTS

    def draw(self) -> None:
        """Note where the faces lie on the page, and draw what lies over them."""
        for placed in self._picture.placed:
            self._found.place(self.canv, placed)
        draw_loose(self.canv, self._picture.shapes)
