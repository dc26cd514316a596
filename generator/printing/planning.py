"""Decks planned as pages: in which layout, with which marks, fronts and backs.

Pieces go onto sheets (:mod:`generator.printing.imposition`), sheets become pages with
marks and labels. The result is a :class:`Document`; :mod:`generator.printing.print_files` makes the
file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.printing.cutting import boxes_of, clear_zones, registration_marks
from generator.printing.decks import LayoutError, PieceDeck, Title
from generator.printing.fold_figures import in_words
from generator.printing.folding import gutterfold, strip_lines
from generator.printing.geometry import Edges, Paper, Path, Rect, Shape, Style, bounds, rectangle
from generator.printing.grids import (
    Grid,
    fewest_sheets,
    fit_grid,
    impose_shelves,
    least_bleed,
    least_border,
    narrow_bleed,
    printable,
    rotation_for,
)
from generator.printing.imposition import (
    Document,
    FaceSide,
    Flip,
    Page,
    Piece,
    Sheet,
    Slot,
    impose,
    join_sheets,
    put,
    turn_over,
)
from generator.printing.marks import MarkMode, has_unmarked_cut, label_shapes, marks_for
from generator.printing.options import MOST_BLEED_MM, PageOrder, PrintOptions
from generator.printing.papers import LayoutKind, layouts
from generator.printing.punchboard import RIM_MM, frame, punch_lines


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page before its number is known: one side of a sheet, the decks on it, and its number."""

    sheet: Sheet
    side: FaceSide
    name: str
    number: int
    chapter: str | None


def page_of(
    draft: PageDraft, title: Title, numbers: Sequence[str], two_sided: bool, options: PrintOptions
) -> Page:
    """Return the page of a draft; ``numbers`` say which sheet and page of how many it is."""
    paper, front = options.sheet, draft.side is FaceSide.FRONT
    registered = options.has_registration and front
    sheet = draft.sheet if front else turn_over(draft.sheet, paper, options.flip)
    outlines, placed = sheet.outlines, sheet.fronts if front else sheet.backs
    style = options.marks if front else options.marks.of_backs
    marks = marks_for(outlines, paper, style) if placed else ()
    marks = (*marks, *punch_lines(outlines, front=front))
    lines = strip_lines(sheet.folds, paper.printable) if front else ()
    kept_clear = (*marks, *lines)
    if registered:
        zones = clear_zones(paper.width_mm, paper.height_mm)
        found = registration_marks(paper.width_mm, paper.height_mm)
        marks = (*(mark for mark in marks if is_clear(mark, zones)), *found)
        areas = (rectangle(z.x, z.y, z.width, z.height, Style.REGISTRATION) for z in zones)
        kept_clear = (*marks, *lines, *areas)
    trim = bounds([outline.box for outline in outlines])
    bleed = bounds([trim, *(face.clip for face in placed)])
    say = title.tongue.say
    side = [say("front" if front else "back", context="side")] if two_sided else []
    words = [*side, *numbers]
    if not placed:
        words.insert(1, say("stays empty"))
    head = ((f"{title} · {draft.name}", True), (" · ".join(words), False))
    foot = [how_to_print(title, options), *([_how_to_fold(title, options)] if lines else [])]
    return Page(
        width=paper.width_mm,
        height=paper.height_mm,
        placed=placed,
        shapes=(
            *(in_words(sheet.guides, title.tongue) if front else ()),
            *lines,
            *marks,
            *label_shapes(head, foot, paper, bleed, kept_clear),
        ),
        label=" ".join([draft.name, str(draft.number), *side]),
        trim=trim,
        bleed=bleed,
        chapter=draft.chapter,
        shift=None if front else options.backs,
        side=draft.side,
        outlines=outlines if front else (),
        scores=sheet.scores if front else (),
        folds=sheet.folds if front else (),
    )


def is_clear(mark: Shape, zones: Sequence[Rect]) -> bool:
    """Tell whether a mark keeps out of the clear space about registration marks."""
    boxes = boxes_of(mark) if isinstance(mark, Path) else ()
    return not any(box.overlaps(zone) for box in boxes for zone in zones)


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


def check_grid(grid: Grid, piece: Piece, name: str, options: PrintOptions) -> Grid:
    """Return the grid for pieces like ``piece``, of the deck ``name``, that gives what was asked.

    Raises:
        LayoutError: the bleed, that of backs or the crop marks have no room.
    """
    if options.exact_bleed:
        grid = _with_bleed(piece, name, options)
    layout, paper = options.arrangement, options.sheet
    more, most = options.back_bleed_mm, least_border(grid)
    # Backs run out further by as much as was asked at every edge of the sheet.
    if more and piece.backs and more > most + _TOLERANCE:
        message = (
            f"backs of {name} have no room for {more:g} mm more bleed at the edges of "
            f"{paper.name} in the layout {layout.id}"
        )
        tenths = int(most / STEP_MM + _TOLERANCE) * STEP_MM
        least = f"the most is --back-bleed {tenths:.2g}" if tenths else "leave out --back-bleed"
        raise LayoutError(message, f"{least}; or take another --layout or --paper", name)
    # Every straight cut has a mark, where marks are wanted at all.
    outlines = join_sheets([put(piece, slot) for slot in grid.slots]).outlines
    marks = marks_for(outlines, paper, options.marks)
    if options.marks.mode is not MarkMode.NONE and has_unmarked_cut(outlines, marks):
        message = (
            f"{name} ({_size(piece)}) leave no room for crop marks inside the printable area "
            f"of {paper.name} in the layout {layout.id}"
        )
        hint = "print with --layout auto, without marks by --marks none, or on a larger paper"
        raise LayoutError(message, hint, name)
    return grid


def _size(piece: Piece) -> str:
    return f"{piece.width:g} x {piece.height:g} mm"


def _with_bleed(piece: Piece, name: str, options: PrintOptions) -> Grid:
    """The grid in which every piece has all of its bleed."""
    layout, paper = replace(options.arrangement, least_bleed_mm=None), options.sheet

    def grid_with(bleed: float) -> Grid | None:
        grid = fit_grid(paper, layout, piece.width, piece.height, bleed)
        return grid if grid and least_bleed(grid) >= bleed - _TOLERANCE else None

    grid = grid_with(piece.bleed)
    if grid is not None:
        return grid
    steps = (step * STEP_MM for step in range(int(MOST_BLEED_MM / STEP_MM), -1, -1))
    most = next(filter(grid_with, steps), 0.0)
    message = (
        f"{name} ({_size(piece)}) have no room for {piece.bleed:g} mm of bleed "
        f"in the layout {layout.id} on {paper.name}"
    )
    hint = f"the most is --bleed {most:.2g}; or take another --layout or --paper"
    raise LayoutError(message, hint, name)


def what_works(piece: Piece, name: str, options: PrintOptions) -> str:
    """Say in which layouts of this paper pieces like ``piece`` lie, or on which other papers."""
    found = [
        (layout, count)
        for layout, one in layouts().items()
        if one.kind is LayoutKind.GRID
        and "@" not in layout
        and one.registration == bool(options.cut)
        and (count := _count(piece, name, replace(options, layout=layout)))
    ]
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


def _count(piece: Piece, name: str, options: PrintOptions) -> int:
    """How many pieces a sheet takes as asked for; 0 if none."""
    grid = fit_grid(options.sheet, options.arrangement, piece.width, piece.height, piece.bleed)
    try:
        return len(check_grid(grid, piece, name, options).slots) if grid else 0
    except LayoutError:
        return 0


def single_pages(
    file: str, name: str, title: Title, decks: Sequence[PieceDeck], options: PrintOptions
) -> Document:
    """One piece a page, the page as big as the bleed, for shops and single proofs."""
    pages: list[Page] = []
    for deck in decks:
        for number, piece in enumerate(deck.pieces):
            box = Rect(piece.bleed, piece.bleed, piece.width, piece.height)
            room = Edges.all(piece.bleed)
            sheet, whole = put(piece, Slot(box, 0, room)), box.grow(room)
            pages += [
                Page(
                    width=whole.width,
                    height=whole.height,
                    placed=tuple(replace(face, shape="rect") for face in placed),
                    shapes=(),
                    label=f"{piece.component} {piece.copy} {side.value}",
                    trim=box,
                    bleed=whole,
                    chapter=deck.name if number == 0 and side is FaceSide.FRONT else None,
                    side=side,
                )
                for side, placed in zip(FaceSide, (sheet.fronts, sheet.backs), strict=True)
                if placed
            ]
    if options.order is PageOrder.FRONTS_THEN_BACKS:
        pages.sort(key=lambda page: page.side is FaceSide.BACK)
    return Document(
        file,
        f"{title}: {name}",
        title.tongue.say("One piece a page; the trim box is the finished size."),
        tuple(pages),
        Flip.LONG if any(page.side is FaceSide.BACK for page in pages) else None,
    )


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
    options = _options_for(decks, options)
    sheets: list[Sheet] = []
    for group in _groups(decks, options):
        chosen = options.for_deck(group[0].id, group[0].layout)
        pieces = [piece for deck in group for piece in _prepare(deck.pieces, chosen)]
        grid = grid_for(pieces[0], group[0].name, chosen)
        _check_skip(options.skip, len(grid.slots), group[0].name)
        room = sum(slot not in options.skip for slot in range(1, len(grid.slots) + 1))
        if chosen.arrangement.fill:
            pieces = _fill_sheets(pieces, room)
        for part in _part_by_backs(pieces, room):
            sheets += impose(part, grid.slots, options.skip)
    return _document(file, name, title, decks, sheets, options)


def _part_by_backs(pieces: Sequence[Piece], room: int) -> Sequence[Sequence[Piece]]:
    """Part pieces with different backs, which bear less drift beside each other.

    They stay together where that would take more sheets, of ``room`` pieces each.
    """
    parts: dict[tuple[str, ...], list[Piece]] = {}
    for piece in pieces:
        parts.setdefault(tuple(part.drawing.key for part in piece.backs), []).append(piece)
    count = sum(math.ceil(len(part) / room) for part in parts.values())
    return [*parts.values()] if count == math.ceil(len(pieces) / room) else [pieces]


def _fill_sheets(pieces: Sequence[Piece], room: int) -> list[Piece]:
    """The pieces with as many more copies, in turn, as fill sheets that take ``room`` each."""
    copies = Counter(piece.component for piece in pieces)
    filled = list(pieces)
    for number in range(-len(pieces) % room):
        piece = pieces[number % len(pieces)]
        copies[piece.component] += 1
        filled.append(replace(piece, copy=copies[piece.component]))
    return filled


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

    Raises:
        LayoutError: a piece is too big for the paper.
    """
    options = _options_for(decks, options)
    paper = options.sheet
    framed = (
        options.for_deck(decks[0].id, decks[0].layout).arrangement.kind is LayoutKind.PUNCHBOARD
    )
    area = printable(paper, options.has_registration, RIM_MM if framed else 0.0)
    kinds: tuple[list[Piece], ...] = ([], [], [])
    for deck in decks:
        for piece in deck.pieces:
            if rotation_for(piece, area) is None:
                message = f"{deck.name} ({_size(piece)}) are too big for {paper.name}"
                hint = "choose a larger paper with --paper, or a smaller `size`"
                raise LayoutError(message, hint, deck.name)
        pieces = _prepare(deck.pieces, options.for_deck(deck.id, deck.layout))
        two_sided = any(piece.backs for piece in pieces)
        folded = any(piece.creases for piece in pieces)
        kinds[0 if two_sided else 1 if folded else 2].extend(pieces)
    exact = options.exact_bleed
    if framed and not exact:
        kinds = tuple([replace(one, bleed=narrow_bleed(one)) for one in kind] for kind in kinds)
    lay = fewest_sheets if options.pack else impose_shelves
    sheets = [sheet for kind in kinds for sheet in lay(kind, area, exact=exact)]
    if framed:
        sheets = [frame(sheet) for sheet in sheets]
    return _document(file, name, title, decks, sheets, options)


def grid_for(piece: Piece, name: str, options: PrintOptions) -> Grid:
    """Return the grid for pieces like ``piece``.

    Raises:
        LayoutError: the paper or the chosen layout does not take one.
    """
    paper, layout = options.sheet, options.arrangement
    grid = fit_grid(paper, layout, piece.width, piece.height, piece.bleed)
    if grid is None:
        message = f"{name} ({_size(piece)}) do not fit the layout {layout.id} on {paper.name}"
        raise LayoutError(message, what_works(piece, name, options), name)
    return check_grid(grid, piece, name, options)


def _options_for(decks: Sequence[PieceDeck], options: PrintOptions) -> PrintOptions:
    """The options for a file; where it has no backs, they are not moved."""
    folded = options.for_deck(decks[0].id, decks[0].layout).arrangement.kind
    backs = any(piece.backs for deck in decks for piece in deck.pieces)
    return options if backs and folded is not LayoutKind.GUTTERFOLD else options.one_sided


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
    file: str,
    name: str,
    title: Title,
    decks: Sequence[PieceDeck],
    sheets: Sequence[Sheet],
    options: PrintOptions,
) -> Document:
    two_sided = any(sheet.backs for sheet in sheets)
    names = {deck.id: deck.name for deck in decks}
    drafts: list[PageDraft] = []
    last = ""
    for number, sheet in enumerate(sheets, start=1):
        words = ", ".join(names[deck] for deck in sheet.decks)
        chapter = words if words != last else None
        drafts.append(PageDraft(sheet, FaceSide.FRONT, words, number, chapter))
        if two_sided:
            drafts.append(PageDraft(sheet, FaceSide.BACK, words, number, None))
        last = words
    if options.order is PageOrder.FRONTS_THEN_BACKS:
        drafts.sort(key=lambda draft: draft.side is FaceSide.BACK)
    say = title.tongue.say
    pages = []
    for n, draft in enumerate(drafts, start=1):
        numbers = (
            say("sheet {number} of {count}", number=draft.number, count=len(sheets)),
            say("page {number} of {count}", number=n, count=len(drafts)),
        )
        pages.append(page_of(draft, title, numbers, two_sided, options))
    flip = options.flip if two_sided else None
    text = subject(title, options.sheet, flip)
    return Document(file, f"{title}: {name}", text, tuple(pages), flip)
