"""The entries of a chapter as rows of flowables: beside their text, in a grid, or right across."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer, Table

from generator.design.face import FacePair
from generator.printing.pdf.canvas import POINTS
from generator.publish.almanac.flow import Found, Mark, Picture, shown_size
from generator.publish.almanac.sheet import COLUMN_MM, GAP_MM, Sheet, Styles
from generator.publish.contents.chapters import Entry, Group

PICTURE_MM = (41.0, 60.0)
"""Width and height of a picture beside its text: letters of 9 pt on a card are 6 pt high there."""
GRID_MM = (36.0, 52.0)
"""Width and height of a picture in a grid."""
BROAD_MM = 100.0
"""Faces wider than this are shown across the page."""
BROAD_SHARE = 0.62
"""Most of the height of a page that a broad picture takes."""
_BETWEEN = 4 * POINTS
_ROW_GAP = 5 * POINTS


@dataclass(frozen=True)
class Press:
    """What all blocks are made with."""

    sheet: Sheet
    styles: Styles
    pairs: Mapping[str, FacePair]
    found: Found


def rows_of(group: Group, press: Press) -> Iterator[Flowable]:
    """The entries of a group, row by row; a row is not torn apart."""
    broad = [entry for entry in group.entries if _is_broad(press.pairs[entry.component.id])]
    small = [entry for entry in group.entries if entry not in broad]
    if any(entry.text for entry in small):
        yield from _described(small, press)
    else:
        yield from _grid(small, press)
    for entry in broad:
        yield _broad(entry, press)


def _is_broad(pair: FacePair) -> bool:
    return pair.front.width_mm > BROAD_MM


def _described(entries: Sequence[Entry], press: Press) -> Iterator[Flowable]:
    """Entries with the text beside the picture, as many in a row as there is room for."""
    many = press.sheet.columns(COLUMN_MM)
    width = (press.sheet.width - (many - 1) * GAP_MM * POINTS) / many
    sizes = [_size(entry, press, PICTURE_MM) for entry in entries]
    left = max((wide for wide, _ in sizes), default=0.0)
    cells: list[Flowable | list[Flowable]] = []
    for entry, size in zip(entries, sizes, strict=True):
        words = _words(entry, press)
        room = width - left - _BETWEEN
        if sum(word.wrap(room, 10_000)[1] for word in words) > press.sheet.height - 30:
            yield from _row(cells, many, width)
            cells = []
            yield from _long(entry, press, size)
            continue
        cell = _table([[_picture(entry, press, size), words]], [left + _BETWEEN, room])
        cells.append(cell)
        if len(cells) == many:
            yield from _row(cells, many, width)
            cells = []
    yield from _row(cells, many, width)


def _grid(entries: Sequence[Entry], press: Press) -> Iterator[Flowable]:
    """Entries without a text, their names below the pictures."""
    many = press.sheet.columns(GRID_MM[0])
    width = (press.sheet.width - (many - 1) * GAP_MM * POINTS) / many
    for start in range(0, len(entries), many):
        row = entries[start : start + many]
        cells = [
            [_picture(entry, press, _size(entry, press, GRID_MM)), *_words(entry, press)]
            for entry in row
        ]
        yield from _row(cells, many, width)


def _row(cells: Sequence[Flowable | list[Flowable]], many: int, width: float) -> Iterator[Flowable]:
    if not cells:
        return
    gap = GAP_MM * POINTS
    filled = [*cells, *[""] * (many - len(cells))]
    widths = [width + gap] * (many - 1) + [width]
    yield _table([filled], widths)
    yield Spacer(1, _ROW_GAP)


def _broad(entry: Entry, press: Press) -> Flowable:
    """A face across the page with its words below."""
    most = press.sheet.height * BROAD_SHARE
    size = shown_size(press.pairs[entry.component.id], press.sheet.width, most)
    picture = _picture(entry, press, size)
    return KeepTogether([picture, Spacer(1, 4), *_words(entry, press), Spacer(1, _ROW_GAP)])


def _long(entry: Entry, press: Press, size: tuple[float, float]) -> Iterator[Flowable]:
    """An entry whose text is longer than a page: its words run on from page to page."""
    picture = _picture(entry, press, size)
    picture.hAlign = "LEFT"
    yield KeepTogether([picture, Spacer(1, 4)])
    yield from _words(entry, press)
    yield Spacer(1, _ROW_GAP)


def _size(entry: Entry, press: Press, box_mm: tuple[float, float]) -> tuple[float, float]:
    pair = press.pairs[entry.component.id]
    return shown_size(pair, box_mm[0] * POINTS, box_mm[1] * POINTS)


def _picture(entry: Entry, press: Press, size: tuple[float, float]) -> Picture:
    return Picture(press.pairs[entry.component.id], size, press.found)


def _words(entry: Entry, press: Press) -> list[Flowable]:
    """Name, text, facts and copies of an entry."""
    styles = press.styles
    dagger = " †" if entry.is_reconstructed else ""
    words: list[Flowable] = [
        Mark(entry.component.id, press.found),
        Paragraph(escape(entry.name) + dagger, styles.name),
    ]
    words += [Paragraph(escape(line), styles.text) for line in entry.text.splitlines()]
    if entry.told:
        facts = " · ".join(f"{fact.label}: {fact.text}" for fact in entry.told)
        words.append(Paragraph(escape(facts), styles.fact))
    words.append(Paragraph(escape(copies_told(entry)), styles.fact))
    return words


def copies_told(entry: Entry) -> str:
    """The copies of an entry, and where they are used."""
    count = f"{entry.copies} {'copy' if entry.copies == 1 else 'copies'}"
    return f"{count}, {entry.use}" if entry.use else count


def _table(rows: Sequence[Sequence[object]], widths: Sequence[float]) -> Table:
    table = Table(rows, colWidths=widths, hAlign="LEFT")
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ]
    )
    return table
