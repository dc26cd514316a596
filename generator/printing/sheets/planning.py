"""Plan print files: which pieces share a sheet, in which order the pages come.

Pieces go onto sheets (:mod:`generator.printing.layout.imposition`), sheets become pages with
marks and labels. The result is a :class:`Document`; :mod:`generator.printing.pdf.build` makes the
file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from generator.printing.folding.foldups import gutterfold
from generator.printing.layout.decks import Deck, LayoutError, Title
from generator.printing.layout.document import Document
from generator.printing.layout.grids import Grid, fit_grid
from generator.printing.layout.imposition import Piece, Sheet, Side, impose
from generator.printing.layout.packing import fewest_sheets
from generator.printing.layout.papers import LayoutKind
from generator.printing.layout.punchboard import impose_punchboard
from generator.printing.layout.shelves import impose_shelves
from generator.printing.sheets.alternatives import what_works
from generator.printing.sheets.options import Order, PrintOptions
from generator.printing.sheets.pages import Draft, page_of, subject
from generator.printing.sheets.promises import Wanted, met
from generator.printing.sheets.singles import single_pages


@dataclass(frozen=True, slots=True)
class _Named:
    """A sheet and the names of the decks on it."""

    name: str
    sheet: Sheet


def grid_document(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """Lay each deck in a grid of its own, in the layout that is its own if it has one.

    With ``options.pack`` decks of one size and layout share sheets. Decks that lie one on a page
    make a file of their own.

    Raises:
        LayoutError: a piece is too big for the paper, or the layout does not take it.
    """
    if options.for_deck(decks[0].id, decks[0].layout).arrangement.kind is LayoutKind.SINGLE:
        return single_pages(file, name, title, decks, options)
    sheets = []
    for group in _groups(decks, options):
        chosen = options.for_deck(group[0].id, group[0].layout)
        pieces = [piece for deck in group for piece in _prepared(deck.pieces, chosen)]
        grid = grid_for(pieces[0], group[0].name, chosen)
        _check_skip(options.skip, len(grid.slots), group[0].name)
        names = {deck.id: deck.name for deck in group}
        for sheet in impose(pieces, grid.slots, options.skip):
            sheets.append(_Named(", ".join(names[deck] for deck in sheet.decks), sheet))
    return _document(file, name, title, sheets, options)


def _check_skip(skip: frozenset[int], slots: int, name: str) -> None:
    """Refuse to skip every slot of a sheet, or only such as it has not."""
    there = [slot for slot in skip if slot <= slots]
    if len(there) == slots:
        message = f"all {slots} slots of a sheet of {name} are skipped"
        raise LayoutError(message, "name fewer with --skip", name)
    if skip and not there:
        message = f"a sheet of {name} has {slots} slots, and none of them is skipped"
        raise LayoutError(message, f"with --skip name slots from 1 to {slots}", name)


def shelf_document(
    file: str, name: str, title: Title, decks: Sequence[Deck], options: PrintOptions
) -> Document:
    """Lay the pieces of all decks in rows on shared sheets: two-sided, folded, then other ones.

    Where the layout is a gutterfold, chits lie beside their backs as cards do, in strips; where it
    is a punchboard, in frames. All decks have one such layout.
    """
    made = [
        replace(deck, pieces=tuple(_prepared(deck.pieces, options.for_deck(deck.id, deck.layout))))
        for deck in decks
    ]
    names = {deck.id: deck.name for deck in decks}
    paper = options.sheet
    lay = _laying(options.for_deck(decks[0].id, decks[0].layout))
    sheets = []
    for kind in _Kind:
        pieces = [piece for deck in made if _kind(deck) is kind for piece in deck.pieces]
        for sheet in lay(pieces, paper, registered=options.registered):
            sheets.append(_Named(", ".join(names[deck] for deck in sheet.decks), sheet))
    return _document(file, name, title, sheets, options)


def _laying(options: PrintOptions) -> Callable[..., Iterable[Sheet]]:
    """What lays pieces that lie in rows: in frames, packed, or row by row."""
    if options.arrangement.kind is LayoutKind.PUNCHBOARD:
        return partial(impose_punchboard, exact=options.exact_bleed, pack=options.pack)
    lay = fewest_sheets if options.pack else impose_shelves
    return partial(lay, exact=options.exact_bleed)


class _Kind(Enum):
    """What shares sheets."""

    TWO_SIDED = "two-sided"
    FOLDED = "folded"
    PLAIN = "plain"


def _kind(deck: Deck) -> _Kind:
    if any(piece.backs for piece in deck.pieces):
        return _Kind.TWO_SIDED
    return _Kind.FOLDED if any(piece.creases for piece in deck.pieces) else _Kind.PLAIN


def grid_for(piece: Piece, name: str, options: PrintOptions) -> Grid:
    """Return the grid for pieces like ``piece``.

    Raises:
        LayoutError: the paper or the chosen layout does not take one.
    """
    paper, layout = options.sheet, options.arrangement
    grid = fit_grid(paper, layout, piece.width, piece.height, piece.bleed)
    size = f"{piece.width:g} x {piece.height:g} mm"
    if grid is None:
        message = f"{name} ({size}) do not fit the layout {layout.id} on {paper.name}"
        raise LayoutError(message, what_works(piece, name, options), name)
    return met(grid, piece, Wanted(name, size, options))


def _prepared(pieces: Sequence[Piece], options: PrintOptions) -> list[Piece]:
    layout = options.arrangement
    if layout.kind is LayoutKind.GUTTERFOLD:
        return [gutterfold(piece, layout.fold_gap_mm, options.board_mm) for piece in pieces]
    return list(pieces)


def _groups(decks: Sequence[Deck], options: PrintOptions) -> list[list[Deck]]:
    """Decks that share sheets: each one alone, or if packed all of one size, kind and layout."""
    if not options.pack:
        return [[deck] for deck in decks]
    found: dict[tuple[object, ...], list[Deck]] = {}
    for deck in decks:
        first, layout = deck.pieces[0], options.for_deck(deck.id, deck.layout).layout
        key = (first.width, first.height, first.bleed, first.shape, bool(first.backs), layout)
        found.setdefault(key, []).append(deck)
    return list(found.values())


def _document(
    file: str, name: str, title: Title, sheets: Sequence[_Named], options: PrintOptions
) -> Document:
    two_sided = any(named.sheet.backs for named in sheets)
    drafts = _in_order(list(_drafts(sheets, title)), two_sided, options.order)
    say, count = title.tongue.say, len(drafts)
    pages = tuple(
        page_of(
            draft, title, say("page {number} of {count}", number=n, count=count), two_sided, options
        )
        for n, draft in enumerate(drafts, start=1)
    )
    flip = options.flip if two_sided else None
    return Document(file, f"{title}: {name}", subject(title, options.sheet, flip), pages, flip)


def _drafts(sheets: Sequence[_Named], title: Title) -> Iterator[Draft]:
    last, count = "", len(sheets)
    for number, named in enumerate(sheets, start=1):
        which = title.tongue.say("sheet {number} of {count}", number=number, count=count)
        chapter = named.name if named.name != last else None
        yield Draft(named.sheet, Side.FRONT, named.name, which, number, chapter)
        yield Draft(named.sheet, Side.BACK, named.name, which, number, None)
        last = named.name


def _in_order(drafts: Sequence[Draft], two_sided: bool, order: Order) -> list[Draft]:
    fronts = [draft for draft in drafts if draft.side is Side.FRONT]
    if not two_sided:
        return fronts
    if order is Order.FRONTS_THEN_BACKS:
        return fronts + [draft for draft in drafts if draft.side is Side.BACK]
    return list(drafts)
