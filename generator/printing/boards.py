"""Boards and mats: whole, or cut into tiles that ordinary paper takes.

::

    +-- margin ---------------------------+
    |   ' A1 slice            '    |      |   A tile shows its slice of the board and, to the
    |   -+----------------+ - - + -       |   right and below, a glue edge that the next tile
    |    |                | glue|         |   covers. Slices are all of one size, so that no
    |    |                |     |         |   row or column is nearly empty. Angles show
    |    +- - - - - - - - +     |         |   where the corners of the next tile come.
    |    |  glue                |         |
    |   map  label         ruler          |
    +-------------------------------------+
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.printing.decks import LayoutError, Title
from generator.printing.geometry import (
    Caption,
    Edges,
    Paper,
    Path,
    Rect,
    Shape,
    Style,
    line,
    rectangle,
)
from generator.printing.imposition import Document, Drawing, FaceSide, Page, Placed
from generator.printing.marks import GAP_MM, MarkMode, ruler
from generator.printing.options import PrintOptions
from generator.printing.planning import how_to_print, subject
from generator.printing.sheet_fonts import text_width_mm

GLUE_MM = 10.0
"""Width of the glue edge under the next tile (own choice: as wide as a glue stick's stroke)."""

MARK_ROOM_MM = 3.5
"""Room for crop marks around a tile."""

FOOT_MM = 9.0
"""Height of the strip with the map, the label and the ruler."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board of ``width`` x ``height`` mm is cut into equal tiles on ``paper``."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    bleed: float

    @property
    def count(self) -> int:
        """Number of tiles."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: column and row from 0 at the top left, its slice (board mm) and glue edges."""

    column: int
    row: int
    slice: Rect
    extra: Edges
    glue_right: bool
    glue_below: bool

    @property
    def name(self) -> str:
        """Row letter and column number: ``B2``."""
        return tile_name(self.column, self.row)


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile: row letters (A at the top, AA after Z) and column number."""
    letters, rest = "", row + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{letters}{column + 1}"


def plan_tiles(paper: Paper, width: float, height: float, bleed: float) -> Tiling:
    """Return the plan with the fewest tiles, with the paper upright or on its side."""
    lying = Paper(paper.id, paper.name, paper.height_mm, paper.width_mm, paper.margin_mm)
    plans = []
    for sheet in (paper, lying):
        edge = 2 * (sheet.margin_mm + MARK_ROOM_MM)
        columns = _cuts(width, sheet.width_mm - edge, bleed)
        rows = _cuts(height, sheet.height_mm - edge - FOOT_MM, bleed)
        plans.append(Tiling(sheet, columns, rows, width, height, bleed))
    return min(plans, key=lambda plan: plan.count)


def _cuts(length: float, room: float, bleed: float) -> int:
    """Number of slices: one if all fits, else so many that each has room for its glue edge."""
    if length + 2 * bleed <= room:
        return 1
    return math.ceil(length / (room - max(GLUE_MM, bleed) - bleed))


def tiles(plan: Tiling) -> Iterator[Tile]:
    """Yield the tiles row by row from the top left; their slices cover the board exactly."""
    width, height = plan.width / plan.columns, plan.height / plan.rows
    for row in range(plan.rows):
        for column in range(plan.columns):
            last_column, last_row = column == plan.columns - 1, row == plan.rows - 1
            yield Tile(
                column,
                row,
                Rect(column * width, plan.height - (row + 1) * height, width, height),
                Edges(
                    left=plan.bleed if column == 0 else 0.0,
                    top=plan.bleed if row == 0 else 0.0,
                    right=plan.bleed if last_column else GLUE_MM,
                    bottom=plan.bleed if last_row else GLUE_MM,
                ),
                glue_right=not last_column,
                glue_below=not last_row,
            )


HAIR_MM = 0.25
"""How far lines keep off the slice, so that none shows on the finished board."""

LONGEST_SIDE_MM = 5080.0
"""Longest side of a PDF page (14,400 units of 1/72 inch, PDF 1.7 annex C)."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board to print: which component it is, its name and its drawing."""

    component: str
    deck: str
    name: str
    drawing: Drawing


def whole_board(file: str, title: Title, board: Board, options: PrintOptions) -> Document:
    """A document with the board on one page of its own size, with bleed, for plotters.

    Raises:
        LayoutError: the board is longer than a PDF page can be.
    """
    drawing, scale = board.drawing, options.scale
    bleed = drawing.bleed * scale
    box = Rect(bleed, bleed, drawing.width * scale, drawing.height * scale)
    whole = box.grow(Edges.all(bleed))
    if max(whole.width, whole.height) > LONGEST_SIDE_MM:
        size = f"{whole.width:.0f} x {whole.height:.0f} mm"
        message = f"{board.name} is {size}; a page holds {LONGEST_SIDE_MM:g} mm"
        raise LayoutError(message, "print it smaller with --scale", board.name)
    placed = _place(board, box, whole)
    page = Page(
        whole.width, whole.height, (placed,), (), board.name, box, whole, chapter=board.name
    )
    size = f"{box.width:.0f} x {box.height:.0f} mm"
    told = title.tongue.say("One piece of {size}.", size=size)
    return Document(file, f"{title}: {board.name}", told, (page,))


def tile_board(file: str, title: Title, board: Board, options: PrintOptions) -> Document:
    """A document with the board in tiles on the chosen paper."""
    drawing, scale, options = board.drawing, options.scale, options.one_sided
    plan = plan_tiles(
        options.sheet, drawing.width * scale, drawing.height * scale, drawing.bleed * scale
    )
    pages = tuple(_tile_page(tile, plan, title, board, options) for tile in tiles(plan))
    size = f"{plan.columns} x {plan.rows}"
    tiled = title.tongue.say("{board}, {size} tiles", board=board.name, size=size)
    return Document(file, f"{title}: {tiled}", subject(title, options.sheet, None), pages)


def _place(board: Board, box: Rect, clip: Rect) -> Placed:
    return Placed(board.component, board.deck, 1, FaceSide.FRONT, board.drawing, box, 0, clip)


def _tile_page(tile: Tile, plan: Tiling, title: Title, board: Board, options: PrintOptions) -> Page:
    paper = plan.paper
    shown = tile.slice.grow(tile.extra)
    room = Rect(0, FOOT_MM, paper.width_mm, paper.height_mm - FOOT_MM)
    # The slice with its glue edge stands in the middle of what the foot leaves.
    left = room.x + (room.width - shown.width) / 2 + tile.extra.left
    bottom = room.y + (room.height - shown.height) / 2 + tile.extra.bottom
    own = Rect(left, bottom, tile.slice.width, tile.slice.height)
    box = Rect(left - tile.slice.x, bottom - tile.slice.y, plan.width, plan.height)
    shapes = (
        *_glue(tile, own, title),
        *_corners(tile, own, options.marks.mode),
        *_cut_marks(tile, plan, own, options),
        *_foot(tile, plan, title, board, options),
    )
    clip = own.grow(tile.extra)
    name = f"{board.name} {tile.name}"
    return Page(
        width=paper.width_mm,
        height=paper.height_mm,
        placed=(_place(board, box, clip),),
        shapes=shapes,
        label=name,
        trim=own,
        bleed=clip,
        chapter=title.tongue.say("Tile {tile}", tile=tile.name),
    )


def _glue(tile: Tile, own: Rect, title: Title) -> Iterator[Shape]:
    """A pale band over the art of the glue edge, that says which tile goes on it."""
    say = title.tongue.say
    if tile.glue_right:
        yield rectangle(own.right, own.y, GLUE_MM, own.height, Style.VEIL)
        edge = own.right + HAIR_MM
        yield line(edge, own.y - HAIR_MM, edge, own.top, Style.FOLD)
        words = say("glue {tile} on here", tile=tile_name(tile.column + 1, tile.row))
        at = (own.right + GLUE_MM / 2 + 1, own.y + own.height / 2)
        yield Caption(at, words, 7, Style.NOTE, "middle", 90)
    if tile.glue_below:
        wide = own.width + (GLUE_MM if tile.glue_right else 0)
        yield rectangle(own.x, own.y - GLUE_MM, wide, GLUE_MM, Style.VEIL)
        edge = own.y - HAIR_MM
        yield line(own.x, edge, own.right + HAIR_MM, edge, Style.FOLD)
        words = say("glue {tile} on here", tile=tile_name(tile.column, tile.row + 1))
        at = (own.x + own.width / 2, own.y - GLUE_MM / 2 - 1)
        yield Caption(at, words, 7, Style.NOTE, "middle")


def _corners(tile: Tile, own: Rect, mode: MarkMode) -> Iterator[Path]:
    """Angles in the glue edge, where the corners of the next tiles come; none on the slice."""
    if mode is MarkMode.NONE:
        return
    corners = []
    if tile.glue_right:
        corners += [(own.right, own.top), (own.right, own.y)]
    if tile.glue_below:
        corners += [(own.x, own.y), (own.right, own.y)]
    for x, y in dict.fromkeys(corners):
        right, up = (1 if x == own.right else -1), (1 if y == own.top else -1)
        yield line(x + right * HAIR_MM, y, x + right * 4, y, Style.CROSS)
        yield line(x, y + up * HAIR_MM, x, y + up * 4, Style.CROSS)


def _cut_marks(tile: Tile, plan: Tiling, own: Rect, options: PrintOptions) -> Iterator[Path]:
    """Crop marks around the slice; where a glue edge lies they stand outside of it."""
    shown, area, style = own.grow(tile.extra), plan.paper.printable, options.marks
    if style.mode is MarkMode.NONE:
        return
    for x, right in ((own.x, -1), (own.right, 1)):
        for y, up in ((own.y, -1), (own.top, 1)):
            side, end = (shown.right, area.right) if right > 0 else (-shown.x, -area.x)
            ways = (min(side + by, end) * right for by in (GAP_MM, GAP_MM + style.length_mm))
            yield line(next(ways), y, next(ways), y, Style.CROP)
            side, end = (shown.top, area.top) if up > 0 else (-shown.y, -area.y)
            ways = (min(side + by, end) * up for by in (GAP_MM, GAP_MM + style.length_mm))
            yield line(x, next(ways), x, next(ways), Style.CROP)


def _foot(
    tile: Tile, plan: Tiling, title: Title, board: Board, options: PrintOptions
) -> Iterator[Shape]:
    """The map of tiles with this one marked, the label in two lines, and the ruler."""
    x, y = plan.paper.margin_mm, plan.paper.margin_mm
    cell = min(6.0, 7.0 / plan.rows)
    for row in range(plan.rows):
        for column in range(plan.columns):
            here = (column, row) == (tile.column, tile.row)
            style = Style.HERE if here else Style.MAP
            bottom = y + (plan.rows - 1 - row) * cell
            yield rectangle(x + column * cell * 1.2, bottom, cell * 1.2, cell, style)
    words = x + plan.columns * cell * 1.2 + 3
    number = tile.row * plan.columns + tile.column + 1
    first = f"{title} · {board.name}"
    say, how = title.tongue.say, how_to_print(title, options)
    second = say(
        "tile {tile}, {number} of {count}", tile=tile.name, number=number, count=plan.count
    )
    scaled = say("scale {scale}", scale=f"{options.scale:.0%}")
    scale = "" if options.scale == 1 else f" · {scaled}"
    yield Caption((words, y + 4.2), first, 7, Style.LABEL, bold=True)
    yield Caption((words, y + 0.8), f"{second}{scale} · {how}", 7, Style.LABEL)
    far = plan.paper.width_mm - plan.paper.margin_mm
    if words + text_width_mm(f"{second} · {how}", 7, bold=False) + 65 < far:
        yield from ruler(far - 60, y + 0.6, 50)
        yield Caption((far, y + 0.8), "50 mm", 6, Style.LABEL, "end")
