"""The entries of a chapter as rows of flowables: beside their text, in a grid, or right across."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, KeepTogether, Paragraph, Spacer

from generator.design.face import FacePair
from generator.printing.pdf.fonts import POINTS
from generator.publish.book.flow import Mark, Picture, shown_size
from generator.publish.book.press import Press, side_by_side
from generator.publish.book.sheet import COLUMN_MM, GAP_MM
from generator.publish.contents.chapters import Entry, Group

PICTURE_MM = (41.0, 60.0)
"""Width and height of a picture beside its text: letters of 9 pt on a card are 6 pt high there."""
GRID_MM = (36.0, 52.0)
"""Width and height of a picture in a grid."""
LEAST_MM = 27.0
"""A column of a grid is at least so wide, for the words below small pieces."""
BROAD_MM = 100.0
"""Faces wider than this are shown across the page."""
BROAD_SHARE = (0.4, 0.62)
"""Most of the height of a page that a broad picture takes: one much wider than high, and others."""
HIGH_SHARE = 0.6
"""An entry that takes more than this share of the height of a page may be torn apart."""
_BETWEEN = 4 * POINTS
_ROW_GAP_MM = 5.0
_ROW_GAP = _ROW_GAP_MM * POINTS
_ENDLESS = 1e6
Cell: TypeAlias = "tuple[list[Flowable], float]"
"""What stands in a cell, and how high it is (pt)."""
CellOf: TypeAlias = Callable[[Entry, float], Cell]
"""Makes the cell of an entry for a column of so many pt."""


def rows_of(group: Group, press: Press) -> Iterator[Flowable]:
    """The entries of a group, row by row; a row is not torn apart."""
    broad = [entry for entry in group.entries if _is_broad(press.pairs[entry.component.id])]
    small = [entry for entry in group.entries if entry not in broad]
    if any(entry.text for entry in small) and press.sheet.columns(COLUMN_MM) > 1:
        yield from _rows(small, press, COLUMN_MM, _beside(small, press))
    elif small:
        widest = max(press.pairs[entry.component.id].front.width_mm for entry in small)
        least = min(GRID_MM[0], max(widest, LEAST_MM))
        yield from _rows(small, press, least, lambda entry, width: _below(entry, width, press))
    for entry in broad:
        yield _broad(entry, press)


def _is_broad(pair: FacePair) -> bool:
    return pair.front.width_mm > BROAD_MM


def _rows(
    entries: Sequence[Entry], press: Press, least_mm: float, cell_of: CellOf
) -> Iterator[Flowable]:
    """Entries in columns of at least ``least_mm``; one that is too high for it stands alone."""
    many = press.sheet.columns(least_mm)
    width = (press.sheet.width - (many - 1) * GAP_MM * POINTS) / many
    cells: list[list[Flowable]] = []
    for entry in entries:
        cell, high = cell_of(entry, width)
        if high > press.sheet.height * HIGH_SHARE:
            yield from _row(cells, many, width)
            cells = []
            yield from _long(entry, press)
            continue
        cells.append(cell)
        if len(cells) == many:
            yield from _row(cells, many, width)
            cells = []
    yield from _row(cells, many, width)


def _beside(entries: Sequence[Entry], press: Press) -> CellOf:
    """Cells with the words beside the picture; all words begin at the same distance."""
    box = (PICTURE_MM[0], press.sheet.row_mm(PICTURE_MM[1] + _ROW_GAP_MM) - _ROW_GAP_MM)
    sizes = {entry.component.id: _size(entry, press, box) for entry in entries}
    left = max(wide for wide, _ in sizes.values()) + _BETWEEN

    def cell(entry: Entry, width: float) -> Cell:
        words = _words(entry, press)
        picture = _picture(entry, press, sizes[entry.component.id])
        beside = side_by_side([picture, words], [left, width - left])
        return [beside], _height(words, width - left)

    return cell


def _below(entry: Entry, width: float, press: Press) -> Cell:
    """A cell with the words below the picture."""
    size, words = _size(entry, press, (width / POINTS, GRID_MM[1])), _words(entry, press)
    return [_picture(entry, press, size), *words], size[1] + _height(words, width)


def _height(words: Sequence[Flowable], width: float) -> float:
    return sum(float(word.wrap(width, _ENDLESS)[1]) for word in words)


def _row(cells: Sequence[list[Flowable]], many: int, width: float) -> Iterator[Flowable]:
    if not cells:
        return
    gap = GAP_MM * POINTS
    filled = [*cells, *[[] for _ in range(many - len(cells))]]
    widths = [width + gap] * (many - 1) + [width]
    yield side_by_side(filled, widths, gap)
    yield Spacer(1, _ROW_GAP)


def _broad(entry: Entry, press: Press) -> Flowable:
    """A face across the page with its words below."""
    face = press.pairs[entry.component.id].front
    lying, upright = BROAD_SHARE
    most = press.sheet.height * (lying if face.width_mm > 1.3 * face.height_mm else upright)
    size = shown_size(press.pairs[entry.component.id], press.sheet.width, most)
    picture = _picture(entry, press, size)
    return KeepTogether([picture, Spacer(1, 4), *_words(entry, press), Spacer(1, _ROW_GAP)])


def _long(entry: Entry, press: Press) -> Iterator[Flowable]:
    """An entry with much text: its words run on below the picture, from page to page."""
    picture = _picture(entry, press, _size(entry, press, PICTURE_MM))
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
        facts = " · ".join(
            f"{escape(fact.label)} {styles.in_colour(escape(fact.text), styles.ink)}"
            for fact in entry.told
        )
        words.append(Paragraph(facts, styles.fact))
    words.append(Paragraph(escape(entry.copies_told), styles.fact))
    return words
