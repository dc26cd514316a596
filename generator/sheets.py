"""Plan print files: which pieces share a sheet, in which order the pages come.

Pieces go onto sheets (:mod:`generator.imposition`), sheets become pages with marks and
labels. The result is a :class:`Document`; :mod:`generator.pdf` makes the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.canvas import text_width_mm
from generator.cutting import registration_marks
from generator.document import Document, Page
from generator.foldups import gutterfold
from generator.geometry import Edges, Paper, Rect, bounds
from generator.grids import Grid, fit_grid
from generator.imposition import (
    Flip,
    Outline,
    Piece,
    Placed,
    Sheet,
    Side,
    Slot,
    impose,
    mirror_outline,
    put,
    turn_over,
)
from generator.labels import Label, label_shapes
from generator.layouts import LayoutKind, registration
from generator.marks import marks_for
from generator.options import Order, PrintOptions
from generator.packing import pack_shelves
from generator.shapes import Path, Shape
from generator.shelves import impose_shelves


@dataclass(frozen=True, slots=True)
class Deck:
    """Pieces that belong together, under the name that sheets give them."""

    id: str
    name: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Title:
    """What every sheet says first: the game and its revision."""

    game: str
    revision: str

    def __str__(self) -> str:
        return f"{self.game} · revision {self.revision}"


class LayoutError(ValueError):
    """Pieces that a layout cannot hold; the message says which and what would help."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A sheet and the names of the decks on it."""

    name: str
    sheet: Sheet


def grid_document(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """Lay each deck in a grid of its own; with ``options.pack`` decks of one size share sheets.

    Raises:
        LayoutError: a piece is too big for the paper, or the layout does not take it.
    """
    if options.arrangement.kind is LayoutKind.SINGLE:
        return _single_pages(file, name, title, decks, options)
    sheets = []
    for group in _groups(decks, options.pack):
        pieces = [piece for deck in group for piece in _prepared(deck.pieces, options)]
        grid = grid_for(pieces[0], group[0].name, options)
        _check_skip(options.skip, len(grid.slots), group[0].name)
        names = {deck.id: deck.name for deck in group}
        for sheet in impose(pieces, grid.slots, options.skip):
            sheets.append(_Named(", ".join(names[deck] for deck in sheet.decks), sheet))
    return _document(file, name, title, sheets, options)


def _check_skip(skip: frozenset[int], slots: int, name: str) -> None:
    """Refuse to skip every slot of a sheet, or only such as it has not."""
    there = [slot for slot in skip if slot <= slots]
    if len(there) == slots:
        raise LayoutError(f"all {slots} slots of a sheet of {name} skipped")
    if skip and not there:
        raise LayoutError(f"a sheet of {name} has {slots} slots; skip some of these")


def shelf_document(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """Lay the pieces of all decks in rows on shared sheets; two-sided decks come first.

    Where the layout is a gutterfold, chits lie beside their backs as cards do.
    """
    folded = [replace(deck, pieces=tuple(_prepared(deck.pieces, options))) for deck in decks]
    ordered = sorted(folded, key=lambda deck: not any(piece.backs for piece in deck.pieces))
    names = {deck.id: deck.name for deck in decks}
    paper = options.sheet
    sheets = []
    for two_sided in (True, False):
        pieces = [
            piece
            for deck in ordered
            for piece in deck.pieces
            if any(p.backs for p in deck.pieces) == two_sided
        ]
        lay = pack_shelves if options.pack else impose_shelves
        for sheet in lay(pieces, paper, options.registered):
            sheets.append(_Named(", ".join(names[deck] for deck in sheet.decks), sheet))
    return _document(file, name, title, sheets, options)


def grid_for(piece: Piece, name: str, options: PrintOptions) -> Grid:
    """Return the grid for pieces like ``piece``.

    Raises:
        LayoutError: the paper or the chosen layout does not take one.
    """
    paper, layout = options.sheet, options.arrangement
    grid = fit_grid(paper, layout, piece.width, piece.height, piece.bleed)
    if grid is None:
        size = f"{piece.width:g} x {piece.height:g} mm"
        raise LayoutError(
            f"{name} ({size}) do not fit the layout {layout.id} on {paper.name}; "
            "use the layout auto, or a larger paper"
        )
    return grid


def _prepared(pieces: Sequence[Piece], options: PrintOptions) -> list[Piece]:
    layout = options.arrangement
    if layout.kind is LayoutKind.GUTTERFOLD:
        return [gutterfold(piece, layout.fold_gap_mm) for piece in pieces]
    return list(pieces)


def _groups(decks: Sequence[Deck], pack: bool) -> list[list[Deck]]:
    """Decks that share sheets: each one alone, or with ``pack`` all of one size and kind."""
    if not pack:
        return [[deck] for deck in decks]
    found: dict[tuple[object, ...], list[Deck]] = {}
    for deck in decks:
        first = deck.pieces[0]
        key = (first.width, first.height, first.bleed, first.shape, bool(first.backs))
        found.setdefault(key, []).append(deck)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Draft:
    """A page before its number is known: one side of a sheet and what it is called."""

    sheet: Sheet
    side: Side
    name: str
    which: str
    chapter: str | None


def _document(
    file: str, name: str, title: Title, sheets: Sequence[_Named], options: PrintOptions
) -> Document:
    two_sided = any(named.sheet.backs for named in sheets)
    drafts = _in_order(list(_drafts(sheets)), two_sided, options.order)
    pages = tuple(
        _page(draft, title, f"page {number} of {len(drafts)}", two_sided, options)
        for number, draft in enumerate(drafts, start=1)
    )
    flip = options.flip if two_sided else None
    return Document(file, f"{title}: {name}", subject(options.sheet, flip), pages, flip)


def _drafts(sheets: Sequence[_Named]) -> Iterator[_Draft]:
    last = ""
    for number, named in enumerate(sheets, start=1):
        which = f"sheet {number} of {len(sheets)}"
        chapter = named.name if named.name != last else None
        yield _Draft(named.sheet, Side.FRONT, named.name, which, chapter)
        yield _Draft(named.sheet, Side.BACK, named.name, which, None)
        last = named.name


def _in_order(drafts: Sequence[_Draft], two_sided: bool, order: Order) -> list[_Draft]:
    fronts = [draft for draft in drafts if draft.side is Side.FRONT]
    if not two_sided:
        return fronts
    if order is Order.FRONTS_THEN_BACKS:
        return fronts + [draft for draft in drafts if draft.side is Side.BACK]
    return list(drafts)


def _page(draft: _Draft, title: Title, number: str, two_sided: bool, options: PrintOptions) -> Page:
    paper, front = options.sheet, draft.side is Side.FRONT
    sheet = turn_over(draft.sheet, paper, options.flip)
    outlines = sheet.outlines if front else _turned(sheet.outlines, paper, options.flip)
    placed = sheet.fronts if front else sheet.backs
    marks = marks_for(outlines, paper, options.marks) if placed else ()
    if options.registered and front:
        marks = _with_registration(marks, paper)
    trim = bounds([outline.box for outline in outlines])
    bleed = bounds([trim, *(face.clip for face in placed)])
    side = [draft.side.value] if two_sided else []
    words = [*side, draft.which, number]
    if not placed:
        words.insert(1, "stays empty")
    label = Label(f"{title} · {draft.name}", " · ".join(words), how_to_print(options))
    guides = sheet.guides if front else ()
    return Page(
        width=paper.width_mm,
        height=paper.height_mm,
        placed=placed,
        shapes=(*guides, *marks, *label_shapes(label, paper, bleed, marks, text_width_mm)),
        label=" ".join([draft.name, draft.which.split()[1], *side]),
        trim=trim,
        bleed=bleed,
        chapter=draft.chapter,
        shift=None if front else options.backs,
        side=draft.side,
        outlines=outlines if front else (),
    )


def _turned(outlines: Sequence[Outline], paper: Paper, flip: Flip) -> tuple[Outline, ...]:
    return tuple(mirror_outline(line, paper, flip) for line in outlines)


def _with_registration(marks: Sequence[Shape], paper: Paper) -> tuple[Shape, ...]:
    """Add registration marks, and leave out what would stand in their clear space."""
    found = registration_marks(paper.width_mm, paper.height_mm)
    clear = Edges.all(registration().clear_mm)
    taken = [bounds([Rect(x, y, 0, 0) for x, y in mark.points]).grown(clear) for mark in found]

    def free(mark: Shape) -> bool:
        if not isinstance(mark, Path):
            return True
        box = bounds([Rect(x, y, 0.01, 0.01) for x, y in mark.points])
        return not any(box.overlaps(area) for area in taken)

    return (*(mark for mark in marks if free(mark)), *found)


def how_to_print(options: PrintOptions) -> str:
    """Say how a sheet must be printed so that it comes out in its true size."""
    return f"{options.sheet.name} · print at 100 %, do not fit to page"


def subject(paper: Paper, flip: Flip | None) -> str:
    """Say in a file's description how it must be printed."""
    sides = f"two-sided, flip on the {flip.value} edge" if flip else "one-sided"
    return f"Print on {paper.name} at 100 %, {sides}."


def _single_pages(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """One piece a page, the page as big as the bleed, for shops and single proofs."""
    pages: list[Page] = []
    for deck in decks:
        for number, piece in enumerate(deck.pieces):
            sheet = put(piece, _alone(piece))
            sides = [(Side.FRONT, sheet.fronts), (Side.BACK, sheet.backs)]
            for side, placed in sides:
                if placed:
                    chapter = deck.name if number == 0 and side is Side.FRONT else None
                    pages.append(_single_page(piece, side, placed, chapter))
    two_sided = any(piece.backs for deck in decks for piece in deck.pieces)
    return Document(
        file,
        f"{title}: {name}",
        "One piece a page; the trim box is the finished size.",
        tuple(_reordered(pages, options.order)),
        Flip.LONG if two_sided else None,
    )


def _alone(piece: Piece) -> Slot:
    box = Rect(piece.bleed, piece.bleed, piece.width, piece.height)
    return Slot(box, 0, Edges.all(piece.bleed))


def _single_page(piece: Piece, side: Side, placed: tuple[Placed, ...], chapter: str | None) -> Page:
    slot = _alone(piece)
    whole = slot.box.grown(slot.room)
    return Page(
        width=whole.width,
        height=whole.height,
        placed=tuple(replace(face, shape="rect") for face in placed),
        shapes=(),
        label=f"{piece.component} {piece.copy} {side.value}",
        trim=slot.box,
        bleed=whole,
        chapter=chapter,
        side=side,
    )


def _reordered(pages: Sequence[Page], order: Order) -> list[Page]:
    if order is Order.ALTERNATE:
        return list(pages)
    return sorted(pages, key=lambda page: page.side is Side.BACK)
