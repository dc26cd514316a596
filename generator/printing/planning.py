"""Decks planned as pages: in which layout, with which marks, fronts and backs.

Pieces go onto sheets (:mod:`generator.printing.imposition`), sheets become pages with
marks and labels. The result is a :class:`Document`; :mod:`generator.printing.print_files` makes the
file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from generator.printing.cutting import boxes_of, clear_zones, registration_marks
from generator.printing.decks import LayoutError, PieceDeck, Title
from generator.printing.fold_figures import in_words
from generator.printing.folding import gutterfold, strip_lines
from generator.printing.geometry import (
    Edges,
    Paper,
    Path,
    Rect,
    Shape,
    Style,
    bounds,
    rectangle,
)
from generator.printing.grids import (
    Grid,
    fewest_sheets,
    fit_grid,
    impose_shelves,
    least_bleed,
    least_border,
)
from generator.printing.imposition import (
    Document,
    FaceSide,
    Flip,
    Outline,
    Page,
    Piece,
    Placed,
    Sheet,
    Slot,
    impose,
    join_sheets,
    mirror_outline,
    put,
    turn_over,
)
from generator.printing.marks import Label, MarkMode, has_unmarked_cut, label_shapes, marks_for
from generator.printing.options import MOST_BLEED_MM, PageOrder, PrintOptions
from generator.printing.papers import Layout, LayoutKind, layouts
from generator.printing.punchboard import impose_punchboard, punch_lines
from generator.printing.sheet_fonts import text_width_mm


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page before its number is known: one side of a sheet, its number, and what it is called."""

    sheet: Sheet
    side: FaceSide
    name: str
    which: str
    number: int
    chapter: str | None


def page_of(
    draft: PageDraft, title: Title, number: str, two_sided: bool, options: PrintOptions
) -> Page:
    """Return the page of a draft; ``number`` says which of how many pages of the file it is."""
    paper, front = options.sheet, draft.side is FaceSide.FRONT
    sheet = draft.sheet if front else turn_over(draft.sheet, paper, options.flip)
    outlines = sheet.outlines if front else _turn_outlines(sheet.outlines, paper, options.flip)
    placed = sheet.fronts if front else sheet.backs
    marks = marks_for(outlines, paper, options.marks) if placed else ()
    marks = (*marks, *punch_lines(outlines, front=front))
    if options.has_registration and front:
        marks = _with_registration(marks, paper)
    lines = strip_lines(sheet.folds, paper.printable) if front else ()
    kept_clear = (*marks, *lines, *(_zones(paper) if options.has_registration and front else ()))
    trim = bounds([outline.box for outline in outlines])
    bleed = bounds([trim, *(face.clip for face in placed)])
    say = title.tongue.say
    side = [say("front" if front else "back", context="side")] if two_sided else []
    words = [*side, draft.which, number]
    if not placed:
        words.insert(1, say("stays empty"))
    label = Label(
        f"{title} · {draft.name}",
        " · ".join(words),
        how_to_print(title, options),
        _how_to_fold(title, options) if lines else "",
    )
    guides = in_words(sheet.guides, title.tongue) if front else ()
    return Page(
        width=paper.width_mm,
        height=paper.height_mm,
        placed=placed,
        shapes=(
            *guides,
            *lines,
            *marks,
            *label_shapes(label, paper, bleed, kept_clear, text_width_mm),
        ),
        label=" ".join([draft.name, str(draft.number), *side]),
        trim=trim,
        bleed=bleed,
        chapter=draft.chapter,
        shift=None if front else options.backs,
        side=draft.side,
        outlines=outlines if front else (),
        scores=sheet.scores if front else (),
    )


def _turn_outlines(outlines: Sequence[Outline], paper: Paper, flip: Flip) -> tuple[Outline, ...]:
    return tuple(mirror_outline(line, paper, flip) for line in outlines)


def _with_registration(marks: Sequence[Shape], paper: Paper) -> tuple[Shape, ...]:
    """Add registration marks, and leave out what would stand in their clear space."""
    taken = clear_zones(paper.width_mm, paper.height_mm)

    def free(mark: Shape) -> bool:
        boxes = boxes_of(mark) if isinstance(mark, Path) else ()
        return not any(box.overlaps(area) for box in boxes for area in taken)

    found = registration_marks(paper.width_mm, paper.height_mm)
    return (*(mark for mark in marks if free(mark)), *found)


def _zones(paper: Paper) -> Iterator[Path]:
    """The clear space around registration marks, for labels to keep out of."""
    for zone in clear_zones(paper.width_mm, paper.height_mm):
        yield rectangle(zone.x, zone.y, zone.width, zone.height, Style.REGISTRATION)


def how_to_print(title: Title, options: PrintOptions) -> str:
    """Say how a sheet must be printed so that it comes out in its true size."""
    how = title.tongue.say("print at 100 %, do not fit to page")
    return f"{options.sheet.name} · {how}"


def _how_to_fold(title: Title, options: PrintOptions) -> str:
    """Say in which order a sheet of strips is worked."""
    say = title.tongue.say
    if options.board_mm:
        return say(
            "cut apart at full lines, fold both dashed ones round {board} mm board",
            board=f"{options.board_mm:g}",
        )
    return say("cut apart at full lines, then fold each strip at its dashed one")


def subject(title: Title, paper: Paper, flip: Flip | None) -> str:
    """Say in a file's description how it must be printed."""
    say, name = title.tongue.say, paper.name
    match flip:
        case None:
            return say("Print on {paper} at 100 %, one-sided.", paper=name)
        case Flip.LONG:
            return say("Print on {paper} at 100 %, two-sided, flip on the long edge.", paper=name)
    return say("Print on {paper} at 100 %, two-sided, flip on the short edge.", paper=name)


STEP_MM = 0.1
"""How finely the widest bleed that fits is told."""

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class LayoutRequest:
    """What is to be laid: the name of its deck, its size in words, and how it is printed."""

    name: str
    size: str
    options: PrintOptions


def check_grid(grid: Grid, piece: Piece, wanted: LayoutRequest) -> Grid:
    """Return the grid for pieces like ``piece`` that gives what was asked for.

    Raises:
        LayoutError: the bleed, that of backs or the crop marks have no room.
    """
    options = wanted.options
    if options.exact_bleed:
        grid = _with_bleed(piece, wanted)
    if options.back_bleed_mm and piece.backs:
        _check_back_bleed(grid, wanted)
    _check_marks(grid, piece, wanted)
    return grid


def _with_bleed(piece: Piece, wanted: LayoutRequest) -> Grid:
    """The grid in which every piece has all of its bleed."""
    options = wanted.options
    grid = _exact(piece, options, piece.bleed)
    if grid is not None:
        return grid
    steps = range(int(MOST_BLEED_MM / STEP_MM), -1, -1)
    fitting = (step * STEP_MM for step in steps if _exact(piece, options, step * STEP_MM))
    layout, paper = options.arrangement, options.sheet
    message = (
        f"{wanted.name} ({wanted.size}) have no room for {piece.bleed:g} mm of bleed "
        f"in the layout {layout.id} on {paper.name}"
    )
    most = next(fitting, 0.0)
    hint = f"the most is --bleed {most:.2g}; or take another --layout or --paper"
    raise LayoutError(message, hint, wanted.name)


def _exact(piece: Piece, options: PrintOptions, bleed: float) -> Grid | None:
    layout: Layout = replace(options.arrangement, least_bleed_mm=None)
    grid = fit_grid(options.sheet, layout, piece.width, piece.height, bleed)
    if grid is None or least_bleed(grid) < bleed - _TOLERANCE:
        return None
    return grid


def _check_back_bleed(grid: Grid, wanted: LayoutRequest) -> None:
    """Backs run out further by as much as was asked at every edge of the sheet."""
    more, most = wanted.options.back_bleed_mm, least_border(grid)
    if more <= most + _TOLERANCE:
        return
    layout, paper = wanted.options.arrangement, wanted.options.sheet
    message = (
        f"backs of {wanted.name} have no room for {more:g} mm more bleed at the edges of "
        f"{paper.name} in the layout {layout.id}"
    )
    tenths = int(most / STEP_MM + _TOLERANCE) * STEP_MM
    least = f"the most is --back-bleed {tenths:.2g}" if tenths else "leave out --back-bleed"
    raise LayoutError(message, f"{least}; or take another --layout or --paper", wanted.name)


def _check_marks(grid: Grid, piece: Piece, wanted: LayoutRequest) -> None:
    """Every straight cut has a mark, where marks are wanted at all."""
    options = wanted.options
    if options.marks.mode is MarkMode.NONE:
        return
    outlines = join_sheets([put(piece, slot) for slot in grid.slots]).outlines
    if not has_unmarked_cut(outlines, marks_for(outlines, options.sheet, options.marks)):
        return
    layout, paper = options.arrangement, options.sheet
    message = (
        f"{wanted.name} ({wanted.size}) leave no room for crop marks inside the printable area "
        f"of {paper.name} in the layout {layout.id}"
    )
    hint = "print with --layout auto, without marks by --marks none, or on a larger paper"
    raise LayoutError(message, hint, wanted.name)


def what_works(piece: Piece, name: str, options: PrintOptions) -> str:
    """Say in which layouts of this paper pieces like ``piece`` lie, or on which other papers."""
    found = list(_layouts(piece, name, options))
    if found:
        alone = " or ".join(f"{layout} ({count} a sheet)" for layout, count in found[:3])
        return f"print with --layout auto, or this deck alone with --layout {piece.deck}={alone}"
    wide = [
        paper
        for paper in options.papers
        if _count(piece, name, replace(options, paper=paper, layout="auto"))
    ]
    if wide:
        return f"no layout of this paper takes them; print on --paper {' or '.join(wide)}"
    return "no paper takes them; choose a smaller `size`"


def _layouts(piece: Piece, name: str, options: PrintOptions) -> Iterator[tuple[str, int]]:
    """The grids that take such pieces, with how many lie on a sheet; auto is the first."""
    for layout, one in layouts().items():
        marked = one.registration == bool(options.cut)
        if one.kind is LayoutKind.GRID and "@" not in layout and marked:
            count = _count(piece, name, replace(options, layout=layout))
            if count:
                yield layout, count


def _count(piece: Piece, name: str, options: PrintOptions) -> int:
    """How many pieces a sheet takes as asked for; 0 if none."""
    grid = fit_grid(options.sheet, options.arrangement, piece.width, piece.height, piece.bleed)
    try:
        return len(check_grid(grid, piece, LayoutRequest(name, "", options)).slots) if grid else 0
    except LayoutError:
        return 0


def single_pages(
    file: str, name: str, title: Title, decks: Sequence[PieceDeck], options: PrintOptions
) -> Document:
    """One piece a page, the page as big as the bleed, for shops and single proofs."""
    pages: list[Page] = []
    for deck in decks:
        for number, piece in enumerate(deck.pieces):
            sheet = put(piece, _alone(piece))
            sides = [(FaceSide.FRONT, sheet.fronts), (FaceSide.BACK, sheet.backs)]
            for side, placed in sides:
                if placed:
                    chapter = deck.name if number == 0 and side is FaceSide.FRONT else None
                    pages.append(_page(piece, side, placed, chapter))
    two_sided = any(piece.backs for deck in decks for piece in deck.pieces)
    return Document(
        file,
        f"{title}: {name}",
        title.tongue.say("One piece a page; the trim box is the finished size."),
        tuple(_reorder(pages, options.order)),
        Flip.LONG if two_sided else None,
    )


def _alone(piece: Piece) -> Slot:
    box = Rect(piece.bleed, piece.bleed, piece.width, piece.height)
    return Slot(box, 0, Edges.all(piece.bleed))


def _page(piece: Piece, side: FaceSide, placed: tuple[Placed, ...], chapter: str | None) -> Page:
    slot = _alone(piece)
    whole = slot.box.grow(slot.room)
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


def _reorder(pages: Sequence[Page], order: PageOrder) -> list[Page]:
    if order is PageOrder.ALTERNATE:
        return list(pages)
    return sorted(pages, key=lambda page: page.side is FaceSide.BACK)


@dataclass(frozen=True, slots=True)
class _SheetWithDecks:
    """A sheet and the names of the decks on it."""

    name: str
    sheet: Sheet


def grid_document(
    file: str, name: str, title: Title, decks: Sequence[PieceDeck], options: PrintOptions
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
        pieces = [piece for deck in group for piece in _prepare(deck.pieces, chosen)]
        grid = grid_for(pieces[0], group[0].name, chosen)
        _check_skip(options.skip, len(grid.slots), group[0].name)
        names = {deck.id: deck.name for deck in group}
        for sheet in impose(pieces, grid.slots, options.skip):
            sheets.append(_SheetWithDecks(", ".join(names[deck] for deck in sheet.decks), sheet))
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
    file: str, name: str, title: Title, decks: Sequence[PieceDeck], options: PrintOptions
) -> Document:
    """Lay the pieces of all decks in rows on shared sheets: two-sided, folded, then other ones.

    Where the layout is a gutterfold, chits lie beside their backs as cards do, in strips; where it
    is a punchboard, in frames. All decks have one such layout.
    """
    made = [
        replace(deck, pieces=tuple(_prepare(deck.pieces, options.for_deck(deck.id, deck.layout))))
        for deck in decks
    ]
    names = {deck.id: deck.name for deck in decks}
    paper = options.sheet
    lay = _row_layer(options.for_deck(decks[0].id, decks[0].layout))
    sheets = []
    for kind in _SheetKind:
        pieces = [piece for deck in made if _kind(deck) is kind for piece in deck.pieces]
        for sheet in lay(pieces, paper, registered=options.has_registration):
            sheets.append(_SheetWithDecks(", ".join(names[deck] for deck in sheet.decks), sheet))
    return _document(file, name, title, sheets, options)


def _row_layer(options: PrintOptions) -> Callable[..., Iterable[Sheet]]:
    """What lays pieces that lie in rows: in frames, packed, or row by row."""
    if options.arrangement.kind is LayoutKind.PUNCHBOARD:
        return partial(impose_punchboard, exact=options.exact_bleed, pack=options.pack)
    lay = fewest_sheets if options.pack else impose_shelves
    return partial(lay, exact=options.exact_bleed)


class _SheetKind(Enum):
    """What shares sheets."""

    TWO_SIDED = "two-sided"
    FOLDED = "folded"
    PLAIN = "plain"


def _kind(deck: PieceDeck) -> _SheetKind:
    if any(piece.backs for piece in deck.pieces):
        return _SheetKind.TWO_SIDED
    return _SheetKind.FOLDED if any(piece.creases for piece in deck.pieces) else _SheetKind.PLAIN


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
    return check_grid(grid, piece, LayoutRequest(name, size, options))


def _prepare(pieces: Sequence[Piece], options: PrintOptions) -> list[Piece]:
    layout = options.arrangement
    if layout.kind is LayoutKind.GUTTERFOLD:
        return [gutterfold(piece, layout.fold_gap_mm, options.board_mm) for piece in pieces]
    return list(pieces)


def _groups(decks: Sequence[PieceDeck], options: PrintOptions) -> list[list[PieceDeck]]:
    """Decks that share sheets: each one alone, or if packed all of one size, kind and layout."""
    if not options.pack:
        return [[deck] for deck in decks]
    found: dict[tuple[object, ...], list[PieceDeck]] = {}
    for deck in decks:
        first, layout = deck.pieces[0], options.for_deck(deck.id, deck.layout).layout
        key = (first.width, first.height, first.bleed, first.shape, bool(first.backs), layout)
        found.setdefault(key, []).append(deck)
    return list(found.values())


def _document(
    file: str, name: str, title: Title, sheets: Sequence[_SheetWithDecks], options: PrintOptions
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


def _drafts(sheets: Sequence[_SheetWithDecks], title: Title) -> Iterator[PageDraft]:
    last, count = "", len(sheets)
    for number, named in enumerate(sheets, start=1):
        which = title.tongue.say("sheet {number} of {count}", number=number, count=count)
        chapter = named.name if named.name != last else None
        yield PageDraft(named.sheet, FaceSide.FRONT, named.name, which, number, chapter)
        yield PageDraft(named.sheet, FaceSide.BACK, named.name, which, number, None)
        last = named.name


def _in_order(drafts: Sequence[PageDraft], two_sided: bool, order: PageOrder) -> list[PageDraft]:
    fronts = [draft for draft in drafts if draft.side is FaceSide.FRONT]
    if not two_sided:
        return fronts
    if order is PageOrder.FRONTS_THEN_BACKS:
        return fronts + [draft for draft in drafts if draft.side is FaceSide.BACK]
    return list(drafts)
