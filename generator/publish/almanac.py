"""The almanac as a PDF: every component with its picture, its text and where it is used.

It is set with reportlab; faces come in afterwards.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, PageBreak, Paragraph, Spacer

from generator.book.binding import (
    GAP_MM,
    BookSetter,
    BookSheet,
    DrawnPages,
    Imprint,
    Styles,
    bind,
    book_sheet,
)
from generator.book.flowables import (
    Columns,
    ContentsLine,
    FacesFlowable,
    Late,
    PageMark,
    front_of,
    heading_over_rule,
    paragraphs,
    side_by_side,
    size_within,
)
from generator.book.table_picture import DrawnTable, TableFlowable, view_of
from generator.book.thumbnails import Thumbnails
from generator.design.face import FacePair, distinct_faces
from generator.facts import provenance_note
from generator.options import OutputResult
from generator.printing.documents import SetupStep, set_up_steps
from generator.printing.imposition import Document
from generator.printing.print_files import finish_pdf
from generator.printing.sheet_fonts import BOLD, FONTS, POINTS
from generator.publish.contents import (
    Contents,
    EntryGroup,
    PublishedChapter,
    PublishedEntry,
    PublishJob,
)
from generator.typeset.fonts import registry_of_trilith
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import Finding, Severity

FRONTISPIECE = 3
"""Faces that stand on the first page."""
FRONTISPIECE_MM = 84.0
"""Most height of these."""
INDEX_MM = 38.0
"""A column of the index is at least so wide."""
CONTENTS_MM = 60.0
"""A column of the contents is at least so wide."""
ROOM_SHARE = 0.3
"""A chapter begins on the next page where less than this share of a page is left."""
_GAP = GAP_MM * POINTS


def set_almanac(
    contents: Contents,
    pairs: Mapping[str, FacePair],
    sheet: BookSheet,
    colours: Mapping[str, str],
    view: DrawnTable | None = None,
    steps: Sequence[SetupStep] = (),
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go.

    ``view`` is the table that is shown after the contents, above the ``steps`` of its numbers.
    """
    game = contents.game
    press = BookSetter(sheet, Styles(colours), pairs, DrawnPages())
    say = game.tongue.say
    about = say("{game}, revision {revision}", game=game.name, revision=game.revision)
    subject = say("Every component of {game}.", game=about)
    imprint = Imprint("almanac", contents.title, subject, about, game.language or "en")
    return bind(imprint, press, _story(contents, press, view, steps))


def _story(
    contents: Contents, press: BookSetter, view: DrawnTable | None, steps: Sequence[SetupStep]
) -> Iterator[Flowable]:
    """All that is set, made while the pages are bound: before that there are no fonts."""
    yield from _front(contents, press)
    yield PageBreak()
    if view is not None:
        words = contents.game.tongue.say("The table for {players}", players=view.players)
        width, height = press.sheet.width / POINTS, press.sheet.height * 0.6 / POINTS
        picture = TableFlowable(view.at_most(width, height), press.found)
        yield KeepTogether([_heading(words, "", press), Spacer(1, 8), picture, Spacer(1, 12)])
        told = [one for one in steps if view.bots or not one.for_bots]
        legend = [f"<b>{one.number}</b> {escape(one.heading or one.lines[0][1])}" for one in told]
        lines = [Paragraph(words, press.styles.fact) for words in legend]
        yield Columns(lines, press.sheet.columns(CONTENTS_MM), _GAP)
    for chapter in contents.chapters:
        yield from _chapter(chapter, press, contents.game.tongue)
    yield PageBreak()
    yield Late(lambda: _index(contents, press))


def _front(contents: Contents, press: BookSetter) -> Iterator[Flowable]:
    styles, game = press.styles, contents.game
    pieces = sum(chapter.pieces for chapter in contents.chapters)
    tongue = game.tongue
    about = (
        tongue.say("Revision {revision}", revision=game.revision),
        tongue.count("{number} component", "{number} components", len(contents.entries)),
        tongue.count("{number} piece", "{number} pieces", pieces),
    )
    yield Paragraph(escape(" · ".join(about)), styles.kicker)
    yield Paragraph(escape(contents.title), styles.title)
    yield Spacer(1, 6)
    if game.summary:
        yield Paragraph(escape(game.summary), styles.lead)
    yield Spacer(1, 6)
    yield _frontispiece(contents, press)
    yield Spacer(1, 14)
    for paragraph in contents.intro:
        yield Paragraph(escape(paragraph), styles.body)
    yield Paragraph(escape(tongue.say("Contents")), styles.group)
    listed = [(chapter.heading, chapter.id) for chapter in contents.chapters]
    listed.append((tongue.say("Index"), "index"))
    lines = [ContentsLine(words, key, styles.contents, press.found) for words, key in listed]
    yield Columns(lines, press.sheet.columns(CONTENTS_MM), _GAP)
    if any(entry.is_reconstructed for entry in contents.entries):
        yield Spacer(1, 8)
        yield Paragraph(f"† {provenance_note(contents.game)}", styles.fact)


def _frontispiece(contents: Contents, press: BookSetter) -> Flowable:
    """Some faces side by side: of the chapters with the largest pieces that are no boards."""
    firsts = [press.pairs[one.entries[0].component.id] for one in contents.chapters]
    cell = (press.sheet.width - (FRONTISPIECE - 1) * _GAP) / FRONTISPIECE
    sized = [(pair, size_within(pair, cell, FRONTISPIECE_MM * POINTS)) for pair in firsts]
    chosen = sorted(sized, key=lambda one: -round(one[1][1]))[:FRONTISPIECE]
    faces = [front_of(pair, size, press.found) for pair, size in chosen]
    return side_by_side(faces, [*[cell + _GAP] * (len(faces) - 1), cell], _GAP)


def _chapter(chapter: PublishedChapter, press: BookSetter, tongue: Tongue) -> Iterator[Flowable]:
    styles = press.styles
    pieces = tongue.count("{number} piece", "{number} pieces", chapter.pieces)
    yield CondPageBreak(press.sheet.height * ROOM_SHARE)
    head: list[Flowable] = [
        PageMark(chapter.id, press.found, chapter.heading),
        _heading(chapter.heading, pieces if chapter.pieces > 1 else "", press),
        Spacer(1, 6),
        *(Paragraph(escape(paragraph), styles.body) for paragraph in chapter.intro),
        Spacer(1, 3),
    ]
    for group in chapter.groups:
        if group.heading:
            head.append(Paragraph(escape(group.heading), styles.group))
        rows = rows_of(group, press)
        # with the first of the rows, so that no heading stands alone at the foot of a page
        yield KeepTogether([*head, *itertools.islice(rows, 1)])
        yield from rows
        head = []
    yield Spacer(1, 12)


def _heading(words: str, aside: str, press: BookSetter) -> Flowable:
    """The heading of a chapter on a band of colour, and what stands at its right."""
    styles = press.styles
    cells = [Paragraph(escape(words), styles.chapter), Paragraph(escape(aside), styles.aside)]
    return heading_over_rule(cells, [press.sheet.width * 0.75, press.sheet.width * 0.25], styles)


def sort_key(name: str, tongue: Tongue = ENGLISH) -> str:
    """A name as an index sorts it: without accents, its article or small letters."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    folded = plain.casefold().lstrip(" '\"“‘(")
    for article in tongue.say("the a an", context="articles").split():
        if folded.startswith(f"{article} "):
            return folded.removeprefix(f"{article} ")
    return folded


def _index(contents: Contents, press: BookSetter) -> Iterator[Flowable]:
    pages = press.found.pages
    found: dict[str, list[str]] = {}
    for entry in contents.entries:
        found.setdefault(entry.name, []).append(entry.component.id)
    styles, lines, initial = press.styles, list[Flowable](), ""
    tongue = contents.game.tongue
    for name in sorted(found, key=lambda name: sort_key(name, tongue)):
        numbers = ", ".join(map(str, sorted({pages[key] for key in found[name]})))
        text = f"<a href={quoteattr('#' + found[name][0])}>{escape(name)}</a>"
        line = f"{text}&nbsp;&nbsp;{styles.in_colour(numbers, styles.soft)}"
        style, letter = styles.index, sort_key(name, tongue)[:1].upper()
        if letter != initial:
            head = f'<font name="{BOLD}">{escape(letter)}</font>'
            line = f"{styles.in_colour(head, styles.accent)}<br/>{line}"
            initial, style = letter, styles.initial
        lines.append(Paragraph(line, style))
    yield PageMark("index", press.found, tongue.say("Index"))
    yield _heading(tongue.say("Index"), "", press)
    yield Spacer(1, 6)
    yield Columns(lines, press.sheet.columns(INDEX_MM), _GAP)


# --- entries as rows: beside their text, in a grid, or right across -------------------------------


COLUMN_MM = 78.0
"""An entry with its text is at least so wide; two stand side by side where the page allows."""
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
CellOf: TypeAlias = Callable[[PublishedEntry, float], Cell]
"""Makes the cell of an entry for a column of so many pt."""


def rows_of(group: EntryGroup, press: BookSetter) -> Iterator[Flowable]:
    """The entries of a group, row by row; a row is not torn apart."""
    fronts = {entry.component.id: press.pairs[entry.component.id].front for entry in group.entries}
    broad = [one for one in group.entries if fronts[one.component.id].width_mm > BROAD_MM]
    small = [entry for entry in group.entries if entry not in broad]
    if any(entry.text for entry in small) and press.sheet.columns(COLUMN_MM) > 1:
        yield from _rows(small, press, COLUMN_MM, _beside(small, press))
    elif small:
        widest = max(fronts[entry.component.id].width_mm for entry in small)
        least = min(GRID_MM[0], max(widest, LEAST_MM))
        yield from _rows(small, press, least, lambda entry, width: _below(entry, width, press))
    for entry in broad:
        face = fronts[entry.component.id]
        lying, upright = BROAD_SHARE
        most = press.sheet.height * (lying if face.width_mm > 1.3 * face.height_mm else upright)
        size = size_within(press.pairs[entry.component.id], press.sheet.width, most)
        picture = _picture(entry, press, size)
        yield KeepTogether([picture, Spacer(1, 4), *_words(entry, press), Spacer(1, _ROW_GAP)])


def _rows(
    entries: Sequence[PublishedEntry], press: BookSetter, least_mm: float, cell_of: CellOf
) -> Iterator[Flowable]:
    """Entries in columns of at least ``least_mm``; one that is too high for it stands alone."""
    many = press.sheet.columns(least_mm)
    width = (press.sheet.width - (many - 1) * _GAP) / many
    cells: list[list[Flowable]] = []
    for entry in entries:
        cell, high = cell_of(entry, width)
        if high > press.sheet.height * HIGH_SHARE:
            yield from _row(cells, many, width)
            cells = []
            picture = _picture(entry, press, _size(entry, press, PICTURE_MM))
            picture.hAlign = "LEFT"
            yield KeepTogether([picture, Spacer(1, 4)])
            yield from _words(entry, press)
            yield Spacer(1, _ROW_GAP)
            continue
        cells.append(cell)
        if len(cells) == many:
            yield from _row(cells, many, width)
            cells = []
    yield from _row(cells, many, width)


def _beside(entries: Sequence[PublishedEntry], press: BookSetter) -> CellOf:
    """Cells with the words beside the picture; all words begin at the same distance."""
    box = (PICTURE_MM[0], press.sheet.row_mm(PICTURE_MM[1] + _ROW_GAP_MM) - _ROW_GAP_MM)
    sizes = {entry.component.id: _size(entry, press, box) for entry in entries}
    left = max(wide for wide, _ in sizes.values()) + _BETWEEN

    def cell(entry: PublishedEntry, width: float) -> Cell:
        words = _words(entry, press)
        picture = _picture(entry, press, sizes[entry.component.id])
        beside = side_by_side([picture, words], [left, width - left])
        return [beside], _height(words, width - left)

    return cell


def _below(entry: PublishedEntry, width: float, press: BookSetter) -> Cell:
    size, words = _size(entry, press, (width / POINTS, GRID_MM[1])), _words(entry, press)
    return [_picture(entry, press, size), *words], size[1] + _height(words, width)


def _height(words: Sequence[Flowable], width: float) -> float:
    return sum(float(word.wrap(width, _ENDLESS)[1]) for word in words)


def _row(cells: Sequence[list[Flowable]], many: int, width: float) -> Iterator[Flowable]:
    if not cells:
        return
    filled = [*cells, *[[] for _ in range(many - len(cells))]]
    yield side_by_side(filled, [*[width + _GAP] * (many - 1), width], _GAP)
    yield Spacer(1, _ROW_GAP)


def _size(
    entry: PublishedEntry, press: BookSetter, box_mm: tuple[float, float]
) -> tuple[float, float]:
    pair = press.pairs[entry.component.id]
    return size_within(pair, box_mm[0] * POINTS, box_mm[1] * POINTS)


def _picture(entry: PublishedEntry, press: BookSetter, size: tuple[float, float]) -> FacesFlowable:
    return front_of(press.pairs[entry.component.id], size, press.found)


def _words(entry: PublishedEntry, press: BookSetter) -> list[Flowable]:
    styles = press.styles
    dagger = " †" if entry.is_reconstructed else ""
    words: list[Flowable] = [
        PageMark(entry.component.id, press.found),
        Paragraph(escape(entry.name) + dagger, styles.name),
    ]
    words += paragraphs(entry.text, styles.text)
    if entry.told:
        facts = " · ".join(
            f"{escape(fact.label)} {styles.in_colour(escape(fact.text), styles.ink)}"
            for fact in entry.told
        )
        words.append(Paragraph(facts, styles.fact))
    words.append(Paragraph(escape(entry.copies_told), styles.fact))
    return words


# --- the file -------------------------------------------------------------------------------------


def fill(job: PublishJob, folder: Path) -> OutputResult:
    """Write the PDF; findings tell of letters that no font has."""
    small, game, pairs = Thumbnails(), job.game, tuple(job.pairs.values())
    steps = set_up_steps(game)
    view = view_of(game, game.configurations, pairs, small.drawing, steps)
    sheet = book_sheet(job.paper)
    drawn, plan = set_almanac(job.contents, job.pairs, sheet, job.colours, view, steps)
    book = job.drawer((*distinct_faces(pairs), *small.faces.values()))
    (folder / plan.file).write_bytes(finish_pdf(drawn, plan, book))
    return OutputResult(tuple(_unset(job.contents)), f"{plan.file}, {len(plan.pages)} pages")


def _unset(contents: Contents) -> Iterator[Finding]:
    fonts = [registry_of_trilith().font(key) for key in FONTS.values()]
    letters = (one for one in sorted(contents.letters) if not one.isspace())
    missing = [one for one in letters if not all(font.has(one) for font in fonts)]
    if missing:
        shown = " ".join(f"{one} (U+{ord(one):04X})" for one in missing)
        game, message = contents.game, f"no font of the almanac has a glyph for {shown}"
        hint = "write it otherwise; the site shows it by the reader's own fonts"
        yield Finding("glyph-missing", Severity.WARNING, game.id, game.place, message, hint)
