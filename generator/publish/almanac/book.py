"""The almanac from its title to its index, set with reportlab; faces come in afterwards."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    PageBreak,
    Paragraph,
    Spacer,
    Table,
)

from generator.design.face import FacePair
from generator.facts import provenance_note
from generator.printing.layout.document import Document
from generator.printing.pdf.fonts import BOLD, POINTS
from generator.publish.almanac.blocks import rows_of
from generator.publish.book.binding import Binding, Imprint, bind
from generator.publish.book.columns import in_columns
from generator.publish.book.flow import Found, Mark, Picture, shown_size
from generator.publish.book.late import ContentsLine, Late, Numbers
from generator.publish.book.press import Press, side_by_side
from generator.publish.book.sheet import GAP_MM, Sheet, Styles
from generator.publish.contents.chapters import Chapter, Contents
from validator.catalogue.words.language import ENGLISH, Tongue

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
    contents: Contents, pairs: Mapping[str, FacePair], sheet: Sheet, colours: Mapping[str, str]
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    game = contents.game
    press = Press(sheet, Styles(colours), pairs, Found())
    say = game.tongue.say
    about = say("{game}, revision {revision}", game=game.name, revision=game.revision)
    subject = say("Every component of {game}.", game=about)
    imprint = Imprint("almanac", contents.title, subject, about, game.language or "en")
    return bind(imprint, press, lambda binding: _story(contents, press, binding))


def _story(contents: Contents, press: Press, template: Binding) -> Iterator[Flowable]:
    yield from _front(contents, press, template.numbers)
    yield PageBreak()
    for chapter in contents.chapters:
        yield from _chapter(chapter, press, template, contents.game.tongue)
    yield PageBreak()
    yield Late(lambda: _index(contents, press, template))


def _front(contents: Contents, press: Press, numbers: Numbers) -> Iterator[Flowable]:
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
    lines = [ContentsLine(words, key, styles.contents, numbers) for words, key in listed]
    heights = itertools.chain([press.sheet.height * 0.4], itertools.repeat(press.sheet.height - 2))
    yield from in_columns(lines, press.sheet, CONTENTS_MM, heights)
    if any(entry.is_reconstructed for entry in contents.entries):
        yield Spacer(1, 8)
        yield Paragraph(f"† {provenance_note(contents.game)}", styles.fact)


def _frontispiece(contents: Contents, press: Press) -> Flowable:
    """Some faces side by side: of the chapters with the largest pieces that are no boards."""
    firsts = [press.pairs[one.entries[0].component.id] for one in contents.chapters]
    cell = (press.sheet.width - (FRONTISPIECE - 1) * _GAP) / FRONTISPIECE
    sized = [(pair, shown_size(pair, cell, FRONTISPIECE_MM * POINTS)) for pair in firsts]
    chosen = sorted(sized, key=lambda one: -round(one[1][1]))[:FRONTISPIECE]
    faces = [Picture(pair, size, press.found) for pair, size in chosen]
    return side_by_side(faces, [*[cell + _GAP] * (len(faces) - 1), cell], _GAP)


def _chapter(
    chapter: Chapter, press: Press, template: Binding, tongue: Tongue
) -> Iterator[Flowable]:
    styles = press.styles
    pieces = tongue.count("{number} piece", "{number} pieces", chapter.pieces)
    yield CondPageBreak(press.sheet.height * ROOM_SHARE)
    head: list[Flowable] = [
        Mark(chapter.id, press.found, chapter.heading, template.enter),
        _heading(chapter.heading, pieces if chapter.pieces > 1 else "", press),
        Spacer(1, 6),
        *(Paragraph(escape(paragraph), styles.body) for paragraph in chapter.intro),
        Spacer(1, 3),
    ]
    for group in chapter.groups:
        if group.heading:
            head.append(Paragraph(escape(group.heading), styles.group))
        rows = rows_of(group, press)
        yield KeepTogether([*head, *_first(rows)])
        yield from rows
        head = []
    yield Spacer(1, 12)


def _heading(words: str, aside: str, press: Press) -> Flowable:
    """The heading of a chapter on a band of colour, and what stands at its right."""
    styles = press.styles
    cells = [Paragraph(escape(words), styles.chapter), Paragraph(escape(aside), styles.aside)]
    table = Table([cells], colWidths=[press.sheet.width * 0.75, press.sheet.width * 0.25])
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
            ("LINEBELOW", (0, 0), (-1, -1), 1.6, styles.accent),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ]
    )
    return table


def _first(rows: Iterator[Flowable]) -> Sequence[Flowable]:
    """The first of the rows, so that no heading stands alone at the foot of a page."""
    return [row for row in (next(rows, None),) if row is not None]


def sorted_as(name: str, tongue: Tongue = ENGLISH) -> str:
    """A name as an index sorts it: without accents, its article or small letters."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    folded = plain.casefold().lstrip(" '\"“‘(")
    for article in tongue.say("the a an", context="articles").split():
        if folded.startswith(f"{article} "):
            return folded.removeprefix(f"{article} ")
    return folded


def _index(contents: Contents, press: Press, template: Binding) -> Iterator[Flowable]:
    """Every name with the pages that it is on."""
    pages = press.found.pages
    found: dict[str, list[str]] = {}
    for entry in contents.entries:
        found.setdefault(entry.name, []).append(entry.component.id)
    styles, lines, initial = press.styles, list[Flowable](), ""
    tongue = contents.game.tongue
    for name in sorted(found, key=lambda name: sorted_as(name, tongue)):
        numbers = ", ".join(map(str, sorted({pages[key] for key in found[name]})))
        text = f"<a href={quoteattr('#' + found[name][0])}>{escape(name)}</a>"
        line = f"{text}&nbsp;&nbsp;{styles.in_colour(numbers, styles.soft)}"
        style, letter = styles.index, sorted_as(name, tongue)[:1].upper()
        if letter != initial:
            head = f'<font name="{BOLD}">{escape(letter)}</font>'
            line = f"{styles.in_colour(head, styles.accent)}<br/>{line}"
            initial, style = letter, styles.initial
        lines.append(Paragraph(line, style))
    yield Mark("index", press.found, tongue.say("Index"), template.enter)
    yield _heading(tongue.say("Index"), "", press)
    yield Spacer(1, 6)
    heights = itertools.chain([press.sheet.height - 34], itertools.repeat(press.sheet.height - 2))
    yield from in_columns(lines, press.sheet, INDEX_MM, heights)
