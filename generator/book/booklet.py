"""Pages of a finished book laid on sheets that are folded: stapled, sewn, or a zine of one sheet.

::

    front of sheet 1   back of sheet 1       zine, one side; the top row on its head,
    +-----+-----+      +-----+-----+         slit along the middle of the sheet
    |  8  |  1  |      |  2  |  7  |         +---+---+---+---+
    +-----+-----+      +-----+-----+         | 7 | 6 | 5 | 4 |
    front of sheet 2   back of sheet 2       +---+===+===+---+
    +-----+-----+      +-----+-----+         | 8 | 1 | 2 | 3 |
    |  6  |  3  |      |  4  |  5  |         +---+---+---+---+
    +-----+-----+      +-----+-----+         Lengths in mm; sheets lie on their long side.

A sheet inside of others is pushed out by their fold, as far as each of them is thick (creep). Its
pages are moved that far towards the fold, so that outer margins are equal once edges are cut even.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pikepdf import Pdf

from generator.drawing.draw import FaceBook
from generator.failures import WrongUseError
from generator.options import Booklet
from generator.printing.geometry import Caption, Paper, Rect, Shape, Style, line
from generator.printing.imposition import (
    Document,
    Drawing,
    FaceSide,
    Flip,
    Page,
    Placed,
    mirror,
)
from generator.printing.print_files import build_pdf
from generator.typeset.words import direction_level
from validator.catalogue.words.language import Tongue

PAPER_MM = 0.1
"""Thickness of a sheet: copying paper of 80 g/m² has about 0.1 mm (ISO 534 measures it)."""
ZINE_PAGES = 8
MARK_MM = 4.0
"""Length of the marks where a sheet is folded, and of those to staple or sew at."""
SMALL_PT = 5.5
"""Size of the line along the left edge of the first sheet."""


@dataclass(frozen=True, slots=True)
class BookletStyle:
    """How a book becomes a booklet on sheets of ``paper``, ``paper_mm`` thick.

    ``signature`` is of how many sheets folded into each other there are several, to be sewn; all
    are folded together if it is 0.
    """

    kind: Booklet
    paper: Paper
    signature: int = 0
    paper_mm: float = PAPER_MM

    @property
    def parts(self) -> int:
        """How many pages lie side by side on one side of a sheet."""
        return 2 if self.kind is Booklet.SADDLE else ZINE_PAGES


def signatures(pages: int, most: int) -> Iterator[range]:
    """The pages (from 0) of each signature: four a sheet, of ``most`` sheets (0: all in one).

    Signatures differ by one sheet at most; what is beyond ``pages`` stays empty.
    """
    sheets = max(1, -(-pages // 4))
    count = -(-sheets // most) if most else 1
    start = 0
    for number in range(count):
        end = start + 4 * (sheets // count + (number < sheets % count))
        yield range(start, end)
        start = end


def sides_of(signature: range) -> Iterator[tuple[int, int, int]]:
    """Of each side, from the outermost sheet: how deep it lies, its left page and its right one."""
    low, high = signature.start, signature.stop - 1
    for depth in range(len(signature) // 4):
        yield depth, high, low
        yield depth, low + 1, high - 1
        low, high = low + 2, high - 2


def make_booklet(data: bytes, title: str, style: BookletStyle, tongue: Tongue) -> tuple[bytes, str]:
    """The booklet of a finished book whose pages are parts of its sheets, and how it is bound.

    Raises:
        WrongUseError: a zine has no room for that many pages.
    """
    with Pdf.open(io.BytesIO(data)) as pdf:
        count = len(pdf.pages)
    is_zine, say, name = style.kind is Booklet.ZINE, tongue.say, style.paper.name
    pages = [_zine(count, style)] if is_zine else list(_saddle(count, style))
    if direction_level(tongue.language):
        pages = [_mirror_page(page) for page in pages]
    words = how_to_bind(-(-len(pages) // 2), style, tongue)
    inset = style.paper.margin_mm
    caption = Caption((inset + 1.6, inset), words, SMALL_PT, Style.LABEL, rotation=90)
    pages[0] = replace(pages[0], shapes=(*pages[0].shapes, caption))
    if is_zine:
        subject = say("Print on {paper} at 100 %, one-sided.", paper=name)
    else:
        subject = say("Print on {paper} at 100 %, two-sided, flip on the short edge.", paper=name)
    flip = None if is_zine else Flip.SHORT
    plan = Document("booklet.pdf", title, subject, pages, flip, language=tongue.language or "en")
    book = FaceBook((data,), {str(number): (0, number) for number in range(count)})
    return build_pdf(plan, book), words


def how_to_bind(sheets: int, style: BookletStyle, tongue: Tongue) -> str:
    """How the sheets of a booklet are printed and bound, in a line."""
    if style.kind is Booklet.ZINE:
        return tongue.say(
            "print one side at 100 %; fold into eight, open, slit the line in the middle, fold "
            "lengthwise with the print outside, push the ends together"
        )
    count = -(-sheets // style.signature) if style.signature else 1
    if count == 1:
        return tongue.count(
            "{number} sheet: print both sides at 100 %, flip on the short edge; fold, staple at "
            "the marks",
            "{number} sheets: print both sides at 100 %, flip on the short edge; fold all "
            "together, staple at the marks",
            sheets,
        )
    return tongue.say(
        "{sheets} sheets: print both sides at 100 %, flip on the short edge; fold {count} "
        "signatures, sew them at the marks",
        sheets=sheets,
        count=count,
    )


def _saddle(count: int, style: BookletStyle) -> Iterator[Page]:
    wide, high = style.paper.height_mm / 2, style.paper.width_mm
    bound = list(signatures(count, style.signature))
    stitches = tuple(_stitches(style.paper, 2 if len(bound) == 1 else 4))
    left, right = Rect(0, 0, wide, high), Rect(wide, 0, wide, high)
    for signature in bound:
        for number, (depth, *pair) in enumerate(sides_of(signature)):
            creep = depth * style.paper_mm
            halves = zip(pair, (left, right), (creep, -creep), strict=True)
            placed = [
                _place(page, half.move(way, 0), half, 0)
                for page, half, way in halves
                if page < count
            ]
            shapes = () if number % 2 else tuple(_fold_marks(style.paper))
            shapes += () if number else stitches
            label = ", ".join(str(page + 1) for page in pair)
            side = FaceSide.BACK if number % 2 else FaceSide.FRONT
            yield _page(style.paper, placed, shapes, label, side)


def _zine(count: int, style: BookletStyle) -> Page:
    if count > ZINE_PAGES:
        message = f"it has {count} pages, and a zine of one sheet has {ZINE_PAGES}"
        raise WrongUseError(f"{message}; take --booklet saddle")
    wide, high, inset = style.paper.height_mm, style.paper.width_mm, style.paper.margin_mm
    across, up = wide / 4, high / 2
    cells = ((1, 0), (2, 0), (3, 0), (3, 1), (2, 1), (1, 1), (0, 1), (0, 0))
    placed = []
    for page, (column, row) in enumerate(cells[:count]):
        box = Rect(column * across, row * up, across, up)
        placed.append(_place(page, box, box, 180 * row))
    shapes = [line(across, up, 3 * across, up, Style.SHARED_CUT)]
    for x in (across, 2 * across, 3 * across):
        for y in (inset, high - inset - MARK_MM):
            shapes.append(line(x, y, x, y + MARK_MM, Style.FOLD))
    for x in (inset, wide - inset - MARK_MM):
        shapes.append(line(x, up, x + MARK_MM, up, Style.FOLD))
    return _page(style.paper, placed, shapes, "1", FaceSide.FRONT)


def _place(page: int, box: Rect, clip: Rect, rotation: int) -> Placed:
    drawing = Drawing(str(page), box.width, box.height, 0.0)
    return Placed("", "", 1, FaceSide.FRONT, drawing, box, rotation, clip)


def _page(
    paper: Paper, placed: Sequence[Placed], shapes: Sequence[Shape], label: str, side: FaceSide
) -> Page:
    whole = Rect(0, 0, paper.height_mm, paper.width_mm)
    size = whole.width, whole.height
    return Page(*size, tuple(placed), tuple(shapes), label, whole, whole, side=side)


def _fold_marks(paper: Paper) -> Iterator[Shape]:
    """Where to fold, at head and foot of the outside of a sheet."""
    x, inset = paper.height_mm / 2, paper.margin_mm
    yield line(x, inset, x, inset + MARK_MM, Style.FOLD)
    yield line(x, paper.width_mm - inset - MARK_MM, x, paper.width_mm - inset, Style.FOLD)


def _stitches(paper: Paper, count: int) -> Iterator[Shape]:
    """Where to staple or sew, along the fold of the outermost sheet."""
    x, high = paper.height_mm / 2, paper.width_mm
    for number in range(count):
        y = high * (2 * number + 1) / (2 * count)
        yield line(x, y - MARK_MM / 2, x, y + MARK_MM / 2, Style.CUT)


def _mirror_page(page: Page) -> Page:
    """The same page for a book that is read from right to left: its halves change places."""
    paper = Paper("", "", page.width, page.height, 0.0)
    placed = tuple(
        replace(one, box=mirror(one.box, paper, Flip.LONG), clip=mirror(one.clip, paper, Flip.LONG))
        for one in page.placed
    )
    return replace(page, placed=placed)
