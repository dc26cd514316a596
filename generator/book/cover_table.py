"""The table set up, on the cover of a kit: every place with its pieces to one scale, and its name.

Small pictures show faces with letters as shapes, so that no search and no reader finds the tiny
words on them. They come in later as form XObjects, the same way as faces on the sheets.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from generator.book.binding import DrawnPages
from generator.book.words import CoverFonts, CoverStyles, Paragraph, ParagraphStyle
from generator.design.face import Face, FacePair, outline_letters
from generator.printing.documents import drawing_of
from generator.printing.geometry import Rect
from generator.printing.imposition import Drawing, FaceSide, Placed
from generator.printing.options import PrintOptions
from generator.printing.selection import side_of, tables_asked
from generator.printing.sheet_fonts import POINTS
from generator.typeset.fonts import MM_PER_PT
from validator.catalogue.model import Component, Form, Game
from validator.catalogue.seats import Seat, instances, table_words
from validator.catalogue.setup_script import BOX, FaceVisibility, plain_zone
from validator.setup.deal import SetupResult, faces_of_zones, set_up

LARGEST = 0.34
"""Thumbnails of cards are seldom larger than this part of them (own choice)."""
FLAT = 0.7
"""Boards and mats are shown smaller than cards by this, which would else be all one sees."""
BROAD_MM = 150.0
"""From this width on a piece is shown as a board or mat."""
LEAST_PT = 3.0
"""Letters that would be smaller than this at that scale are left out."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A small picture of a face: which one, and whose it is."""

    drawing: Drawing
    shape: str
    component: str
    deck: str


@dataclass
class Thumbnails:
    """Makes thumbnails and keeps the faces that they show, by the key of the whole face.

    Faces are drawn with ``spare`` mm more bleed than fronts show.
    """

    spare: float = 0.0
    faces: dict[str, Face] = field(default_factory=dict)

    def front(self, pair: FacePair) -> Thumb:
        """A thumbnail of a front."""
        return self._thumb(pair, pair.front)

    def back(self, pair: FacePair) -> Thumb:
        """A thumbnail of a back; of the front where there is none."""
        return self._thumb(pair, pair.back or pair.front)

    def _thumb(self, pair: FacePair, face: Face) -> Thumb:
        if face.key not in self.faces:
            scale = LARGEST * (FLAT if face.width_mm >= BROAD_MM else 1.0)
            self.faces[face.key] = outline_letters(face, LEAST_PT / scale * MM_PER_PT)
        shown = self.faces[face.key]
        return Thumb(drawing_of(shown, self.spare), pair.shape, pair.component, pair.deck)


LEAST_SHRUNK = 0.6
"""Thumbnails are shrunk down to this part of their height before one of them is left out."""


def fan(thumbs: Sequence[Thumb], width: float, height: float) -> list[tuple[Thumb, Rect]]:
    """Thumbnails in a strip, with their boxes: to one scale, side by side, none enlarged.

    Where they do not fit they are made smaller, and then fewer.
    """
    if not thumbs:
        return []
    gap = 1.5
    tallest = max(thumb.drawing.height for thumb in thumbs)
    total = sum(thumb.drawing.width for thumb in thumbs)
    full = min(1.0, height / tallest)
    scale = min(full, (width - gap * (len(thumbs) - 1)) / total)
    if scale < full * LEAST_SHRUNK and len(thumbs) > 1:
        middle = len(thumbs) // 2
        return fan([*thumbs[:middle], *thumbs[middle + 1 :]], width, height)
    boxes, x = [], 0.0
    for thumb in thumbs:
        wide = thumb.drawing.width * scale
        boxes.append((thumb, Rect(x, 0, wide, thumb.drawing.height * scale)))
        x += wide + gap
    return boxes


def place_thumb(thumb: Thumb, box: Rect) -> Placed:
    """A thumbnail in its place on a page."""
    return Placed(
        thumb.component, thumb.deck, 1, FaceSide.FRONT, thumb.drawing, box, 0, box, thumb.shape
    )


@dataclass(frozen=True, slots=True)
class TableSpot:
    """A place of the table after set-up: its name, what lies there, and pictures of that.

    ``pile`` tells that the pieces lie on one another.
    """

    name: str
    words: str
    thumbs: tuple[Thumb, ...]
    pile: bool = False


@dataclass(frozen=True, slots=True)
class PlaceGroup:
    """Places that belong together: those of nobody, or of a seat."""

    heading: str
    spots: tuple[TableSpot, ...]


@dataclass(frozen=True, slots=True)
class CoverTable:
    """A table as it is when the set-up is done."""

    heading: str
    groups: tuple[PlaceGroup, ...]


SEED = 1
"""The game whose luck is shown: the first one, as everywhere."""
_MOST = 3  # different pieces shown of one place


def lay_table(
    game: Game, pairs: Sequence[FacePair], options: PrintOptions, pictures: Thumbnails
) -> CoverTable | None:
    """The table that is printed for, or else the middle one of people alone.

    None where no table can be set up, or not all of it is printed.
    """
    tables = tables_asked(game, options.players, options.bots)
    people = [table for table in tables if not table.bots] or tables
    people.sort(key=lambda table: (table.total, table.players))
    chosen = people[(len(people) - 1) // 2] if people else None
    if chosen is None or options.changed or not game.setup.steps:
        return None
    result = set_up(game, chosen, SEED)
    known = {pair.component: pair for pair in pairs}
    work = _Laying(game, result, known, instances(game), pictures)
    groups = [work.common_places(), *work.seats()]
    shown = tuple(group for group in groups if group.spots)
    if not any(spot.thumbs for group in shown for spot in group.spots):
        return None
    words = table_words(chosen.players, chosen.bots, game.tongue)
    return CoverTable(game.tongue.say("The table for {players}", players=words), shown)


@dataclass(frozen=True, slots=True)
class _Laying:
    game: Game
    result: SetupResult
    known: Mapping[str, FacePair]
    pieces: Mapping[str, Component]
    pictures: Thumbnails

    @property
    def _say(self) -> Callable[..., str]:
        return self.game.tongue.say

    def common_places(self) -> PlaceGroup:
        """The places of nobody; the spaces of a board are one place."""
        zones: dict[str, list[str]] = {}
        for zone, items in self.result.zones.items():
            if zone != BOX and self._seat(zone) is None:
                zones.setdefault(self._name(zone), []).extend(items)
        faces = faces_of_zones(self.result)
        hidden = {self._name(zone) for zone in faces if faces[zone] is FaceVisibility.DOWN}
        spots = [self._spot(name, items, name in hidden) for name, items in zones.items()]
        spots.sort(key=_rank)
        return PlaceGroup("", tuple(spots))

    def seats(self) -> Iterator[PlaceGroup]:
        """The places of the first seat of each kind; the others have the same."""
        for kind in ("human", "bot"):
            alike = [seat for seat in self.result.seats if seat.kind == kind]
            if not alike:
                continue
            first, zones = alike[0], dict[str, list[str]]()
            for zone, items in self.result.zones.items():
                if self._seat(zone) == first:
                    zones.setdefault(self._name(zone), []).extend(items)
            spots = [self._spot(name, items, False) for name, items in zones.items()]
            who = self._say("Each bot" if kind == "bot" else "Each player")
            if first.side and len(alike) > 1:
                who = self._say("{who} (here {side})", who=who, side=side_of(first, self.game))
            yield PlaceGroup(who, tuple(spots))

    def _spot(self, name: str, items: Sequence[str], hidden: bool) -> TableSpot:
        """A place with pictures: the backs of what is shuffled there, the fronts of the rest."""
        found = [
            self.known[c.id] for c in map(self.pieces.__getitem__, items) if c.id in self.known
        ]
        distinct = list({pair.front.key: pair for pair in reversed(found)}.values())
        thumbs: tuple[Thumb, ...]
        if hidden:
            thumbs = tuple({t.drawing.key: t for t in map(self.pictures.back, distinct)}.values())
        else:
            thumbs = tuple(map(self.pictures.front, distinct))
        big = any(pair.form in (Form.MAT, Form.BOARD) for pair in distinct)
        pile = len(items) > len(distinct) or (hidden and len(items) > 1)
        return TableSpot(
            name[:1].upper() + name[1:], self._words(items), thumbs[: 1 if big else _MOST], pile
        )

    def _words(self, items: Sequence[str]) -> str:
        """What lies in a place: "13 Stone cards, 1 Spring token"; the name of a lone piece."""
        if not items:
            return self._say("empty")
        counts = Counter(self.pieces[item].set_id for item in items)
        if len(items) == 1:
            return self.pieces[items[0]].name
        sets = [(self.game.sets[set_id], count) for set_id, count in counts.items()]
        return ", ".join(f"{n} {(one.singular if n == 1 else '') or one.name}" for one, n in sets)

    def _name(self, zone: str) -> str:
        return self.game.setup.zones[plain_zone(zone)].name

    def _seat(self, zone: str) -> Seat | None:
        return next((s for s in self.result.seats if zone.startswith(f"{s.name}.")), None)


def _rank(spot: TableSpot) -> int:
    """What is broad, most often the board, comes first, for all else goes around it; room last."""
    widest = max((thumb.drawing.width for thumb in spot.thumbs), default=-1.0)
    return 0 if widest >= BROAD_MM else 1 if widest >= 0 else 2


LEAST_MM = 80.0
"""A picture is not begun in less height than this."""
SCALES = tuple(percent / 100 for percent in range(60, 7, -1))
"""Scales of the picture, the largest that fits is taken."""
_MARGINS_MM = 60.0  # less than this is not free on a page of its own
_GAP, _LABEL, _HEADING = 3.5, 23.0, 6.5  # mm: between places, least width of one, of a heading
_LEAST_THUMB = 4.5  # mm: the narrowest picture of a piece


@dataclass(frozen=True, slots=True)
class _Cell:
    spot: TableSpot
    width: float
    height: float
    thumbs: tuple[Rect, ...]
    labels: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class _PlacedCell:
    """A cell or a heading at its top left, mm from that of the picture."""

    x: float
    y: float
    what: _Cell | Paragraph


class TablePicture(Flowable):  # type: ignore[misc]
    """A laid table, as large as the rest of the page takes."""

    def __init__(
        self, table: CoverTable, look: CoverStyles, ink: CoverFonts, found: DrawnPages
    ) -> None:
        super().__init__()
        self._table, self._look, self._ink, self._found = table, look, ink, found
        self._set: dict[tuple[str, ParagraphStyle, float], Paragraph] = {}

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the largest scale at which the picture fits; too high where none does.

        On a page of its own the smallest scale has to do.
        """
        wide, high = width / POINTS, height / POINTS
        first, last = 0, len(SCALES) - 1
        if high < LEAST_MM:
            first = last
        while first < last:  # SCALES fall: every one behind one that fits does too
            middle = (first + last) // 2
            if self._arrange(wide, SCALES[middle])[1] <= high:
                last = middle
            else:
                first = middle + 1
        self._arranged, tall = self._arrange(wide, SCALES[first])
        if high >= self._ink.paper.height_mm - _MARGINS_MM:
            tall = min(tall, high)
        self.width, self.height = width, max(tall, LEAST_MM if high < LEAST_MM else 0.0) * POINTS
        return self.width, self.height

    def draw(self) -> None:
        """Note where thumbnails and words lie, and draw what lies under them."""
        for at in self._arranged:
            if isinstance(at.what, Paragraph):
                self._say(at.what, at.x, at.y)
            else:
                self._show(at.what, at.x, at.y)

    def _show(self, cell: _Cell, x: float, y: float) -> None:
        for number, (thumb, box) in enumerate(zip(cell.spot.thumbs, cell.thumbs, strict=False)):
            # boxes have their origin at the top left of the cell, pages at the bottom left
            up = self.height / POINTS - y - box.y - box.height
            spot = replace(box, x=x + box.x, y=up)
            if cell.spot.pile and number == len(cell.thumbs) - 1:
                self._pile(thumb, spot)
            self._found.place(self.canv, place_thumb(thumb, spot))
        if not cell.spot.thumbs:
            self._empty(x, self.height / POINTS - y - cell.thumbs[0].height, cell.thumbs[0])
        down = y + max(box.height for box in cell.thumbs) + _gap_below(cell.spot)
        for label in cell.labels:
            self._say(label, x, down)
            down += label.height / POINTS

    def _say(self, words: Paragraph, x: float, y: float) -> None:
        words.drawOn(self.canv, x * POINTS, self.height - y * POINTS - words.height)

    def _pile(self, thumb: Thumb, box: Rect) -> None:
        """Edges of the pieces below the top one, to its right and below it."""
        self._pen()
        wide, high = box.width * POINTS, box.height * POINTS
        for shift in (0.6, 1.2):
            x, y = (box.x + shift) * POINTS, (box.y - shift) * POINTS
            path = self.canv.beginPath()
            if thumb.shape == "round":
                path.arc(x, y, x + wide, y + high, startAng=-135, extent=180)
            else:
                path.moveTo(x, y)
                path.lineTo(x + wide, y)
                path.lineTo(x + wide, y + high)
            self.canv.drawPath(path, stroke=1, fill=0)

    def _empty(self, x: float, y: float, box: Rect) -> None:
        self._pen()
        self.canv.setDash([2, 1.5])
        self.canv.roundRect(
            x * POINTS, y * POINTS, box.width * POINTS, box.height * POINTS, 2, stroke=1, fill=0
        )
        self.canv.setDash([])

    def _pen(self) -> None:
        self.canv.setLineWidth(0.4)
        self.canv.setStrokeColor(HexColor(self._look.small.colour))

    def _arrange(self, width: float, scale: float) -> tuple[list[_PlacedCell], float]:
        """Where everything lies at a scale, and how high that is (mm); without end if too wide."""
        head = self._words(self._table.heading, self._look.heading, width)
        found = [_PlacedCell(0, 2.0, head)]
        y = 2.0 + head.height / POINTS + 2.0
        for group in self._table.groups:
            if group.heading:
                style = replace(self._look.part, size=9.5, leading=12)
                found.append(_PlacedCell(0, y + 1.0, self._words(group.heading, style, width)))
                y += _HEADING
            cells = [self._cell(spot, scale) for spot in group.spots]
            y = _shelve(cells, width, y, found)
        right = max(at.x + at.what.width for at in found if isinstance(at.what, _Cell))
        return found, y if right <= width + 1e-6 else math.inf

    def _words(self, text: str, style: ParagraphStyle, width: float) -> Paragraph:
        key = (text, style, width)
        if key not in self._set:
            self._set[key] = Paragraph(text, style, self._ink)
            self._set[key].wrapOn(None, width * POINTS, 0)
        return self._set[key]

    def _cell(self, spot: TableSpot, scale: float) -> _Cell:
        boxes = list(_thumbs(spot, scale))
        wide = max(_LABEL, boxes[-1].right)
        labels = [self._words(spot.name, self._look.part, wide)]
        if spot.words.casefold() != spot.name.casefold():
            labels.append(self._words(spot.words, self._look.small, wide))
        high = max(box.height for box in boxes) + sum(one.height for one in labels) / POINTS
        return _Cell(spot, wide, high + _gap_below(spot), tuple(boxes), tuple(labels))


def _gap_below(spot: TableSpot) -> float:
    return 2.2 if spot.pile else 1.0


def _thumbs(spot: TableSpot, scale: float) -> Iterator[Rect]:
    """Boxes of the pictures of a place, side by side; of an empty one, room for a card."""
    if not spot.thumbs:
        yield Rect(0, 0, 63.5 * scale, 88.9 * scale)
    x = 0.0
    for thumb in spot.thumbs:
        wide, high = thumb.drawing.width, thumb.drawing.height
        own = scale * (FLAT if wide >= BROAD_MM else 1.0)
        own = min(1.0, max(own, _LEAST_THUMB / min(wide, high)))
        yield Rect(x, 0, wide * own, high * own)
        x += wide * own + 1.2


def _shelve(cells: Sequence[_Cell], width: float, top: float, found: list[_PlacedCell]) -> float:
    """Put cells in rows; those after a first broad one stand beside it, then below it.

    Returns where the last row ends (mm).
    """
    left, y, until = 0.0, top, top
    waiting = list(cells)
    if len(waiting) > 2 and waiting[0].width > width * 0.25 and waiting[0].width < width * 0.72:
        first = waiting.pop(0)
        found.append(_PlacedCell(0.0, top, first))
        left, until = first.width + _GAP, top + first.height + _GAP
    while waiting:
        start = left if y < until - 1e-6 else 0.0
        row = _row(waiting, width - start)
        if y < until < y + max(cell.height for cell in row) and start:
            y, start = until, 0.0
            row = _row(waiting, width)
        x = start
        for cell in row:
            found.append(_PlacedCell(x, y, cell))
            x += cell.width + _GAP
        y += max(cell.height for cell in row) + _GAP
        del waiting[: len(row)]
    return max(y, until)


def _row(cells: Sequence[_Cell], width: float) -> Sequence[_Cell]:
    x = 0.0
    for number, cell in enumerate(cells):
        x += cell.width
        if x > width and number:
            return cells[:number]
        x += _GAP
    return cells
