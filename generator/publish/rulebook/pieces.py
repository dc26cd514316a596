"""What the calls of a rulebook stand for, as flowables: faces, lists, parts and steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, ListFlowable, ListItem, Paragraph, Spacer

from generator.outputs.card_list import Entry
from generator.printing.pdf.fonts import BOLD, POINTS
from generator.publish.book.flow import Picture, shown_size
from generator.publish.book.press import side_by_side
from generator.publish.book.sheet import GAP_MM
from generator.publish.rulebook.calls import Block, Listed, Pictures, Rows, Steps
from generator.publish.rulebook.setting import Setter, grid
from generator.typeset.words import plain_name

PICTURE_MM = 62.0
"""Most height of a picture of a component; poker cards are 88.9 mm high."""
LISTED_MM = (26.0, 36.0)
"""Width and height of a picture beside its text in a list."""
BROAD_SHARE = 0.55
"""Most of the height of a page that a broad picture takes."""
_GAP = GAP_MM * POINTS


def flowables_of(setter: Setter, piece: Block) -> Iterator[Flowable]:
    """The flowables of a piece that stands by itself."""
    match piece:
        case Pictures():
            yield from _pictures(setter, piece)
        case Listed():
            for entry in piece.entries:
                yield _listed(setter, entry)
        case Rows():
            yield _parts(setter, piece)
        case Steps():
            yield _steps(setter, piece)


def _pictures(setter: Setter, piece: Pictures) -> Iterator[Flowable]:
    """Faces in rows, each with its name below; a broad one by itself."""
    sheet, found = setter.press.sheet, setter.press.found
    row: list[tuple[Flowable, float]] = []
    used = 0.0
    for one in piece.components:
        pair = setter.press.pairs[one.id]
        broad = pair.front.width_mm > 100
        most = sheet.height * BROAD_SHARE if broad else PICTURE_MM * POINTS
        size = shown_size(pair, sheet.width, most)
        if row and used + _GAP + size[0] > sheet.width:
            yield _row(row)
            row, used = [], 0.0
        name = escape(plain_name(one.name, setter.draft.game))
        cell = [Picture(pair, size, found), Spacer(1, 3), Paragraph(name, setter.styles.fact)]
        used += size[0] + (_GAP if row else 0)
        row.append((cell, size[0]))
    if row:
        yield _row(row)


def _row(row: Sequence[tuple[Flowable, float]]) -> Flowable:
    cells = [cell for cell, _ in row]
    widths = [*(width + _GAP for _, width in row[:-1]), row[-1][1]]
    table = side_by_side(cells, widths, _GAP)
    table.spaceBefore, table.spaceAfter = 3, 8
    return table


def _listed(setter: Setter, entry: Entry) -> Flowable:
    press, styles = setter.press, setter.styles
    pair = press.pairs[entry.component.id]
    size = shown_size(pair, LISTED_MM[0] * POINTS, LISTED_MM[1] * POINTS)
    words = [
        Paragraph(escape(plain_name(entry.component.name, entry.game)), styles.name),
        *(Paragraph(escape(line), styles.text) for line in entry.text.splitlines()),
    ]
    left = LISTED_MM[0] * POINTS + 8
    beside = side_by_side(
        [Picture(pair, size, press.found), words], [left, press.sheet.width - left]
    )
    beside.spaceAfter = 5
    return beside


def _parts(setter: Setter, piece: Rows) -> Flowable:
    """What is in the box, in two columns."""
    styles = setter.styles
    cells = [
        [Paragraph(escape(count), styles.name), Paragraph(escape(name), styles.text)]
        for count, name in piece.rows
    ]
    half = (len(cells) + 1) // 2
    empty: list[Flowable | str] = ["", ""]
    right = [*cells[half:], *([empty] if len(cells) % 2 else [])]
    rows = [[*one, *other] for one, other in zip(cells[:half], right, strict=True)]
    return grid(setter, rows, [1.4, 5, 1.4, 5]) if rows else Spacer(1, 1)


def _steps(setter: Setter, piece: Steps) -> Flowable:
    styles = setter.styles
    items = []
    for tables, text in piece.steps:
        before = f'<font name="{BOLD}">{escape(tables)}:</font> ' if tables else ""
        items.append(ListItem(Paragraph(before + escape(text), styles.body), leftIndent=18))
    return ListFlowable(
        items,
        bulletType="1",
        bulletFormat="%s.",
        bulletFontName=BOLD,
        bulletFontSize=styles.body.fontSize,
        bulletColor=styles.accent,
        leftIndent=20,
    )
