"""Errata as a sheet to print: each change with its pictures before and now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable, Image, Paragraph, Spacer

from generator.printing.layout.document import Document
from generator.printing.pdf.fonts import BOLD, POINTS
from generator.publish.book.binding import Binding, Imprint, bind
from generator.publish.book.press import Press, side_by_side
from generator.publish.book.sheet import Styles
from generator.publish.contents.pictures import DPI, Picture
from generator.publish.errata.entries import Entry, Section
from generator.publish.errata.words import Kind, Run
from validator.catalogue.words.language import Tongue

BOX_MM = (34.0, 46.0)
"""Width and height of a picture."""
_GAP = 8.0


def set_errata(
    title: str, since: str, found: Sequence[Section], press: Press, folder: Path, tongue: Tongue
) -> tuple[bytes, Document]:
    """Return the finished pages and their plan; ``folder`` has the pictures."""
    styles = press.styles

    def story(binding: Binding) -> Iterator[Flowable]:
        yield Paragraph(escape(title), styles.title)
        yield Spacer(1, 6)
        yield Paragraph(escape(since), styles.fact)
        for section in found:
            yield Spacer(1, 8)
            head = Paragraph(escape(section.heading), styles.chapter)
            head.keepWithNext = True
            yield head
            for entry in section.entries:
                yield _entry(section, entry, press, folder, tongue)
        if not found:
            yield Paragraph(escape(tongue.say("Nothing has changed.")), styles.body)

    imprint = Imprint("errata", title, since, title, tongue.language or "en")
    return bind(imprint, press, story)


def _entry(section: Section, entry: Entry, press: Press, folder: Path, tongue: Tongue) -> Flowable:
    styles, say = press.styles, tongue.say
    shown = ((say("Before"), entry.before), (say("Now"), entry.now))
    faces = [(told, one) for told, one in shown if one]
    captions = len(faces) > 1
    counted = tongue.count("{number} copy", "{number} copies", entry.copies)
    copies = f", {counted}" if entry.copies > 1 else ""
    words = [
        Paragraph(escape(entry.name), styles.name),
        Paragraph(escape(f"{entry.set_name}{copies}"), styles.fact),
    ]
    for change in entry.changes:
        label = styles.in_colour(escape(f"{change.label}: "), styles.soft)
        words.append(Paragraph(label + _marked(change.runs, styles), styles.text))
    if not entry.changes and section.key != "redrawn":
        words += [Paragraph(escape(line), styles.text) for line in entry.text.splitlines()]
    cells: list[Flowable | list[Flowable]] = [
        [_picture(one, folder), *([Paragraph(escape(told), styles.fact)] if captions else [])]
        for told, one in faces
    ]
    widths = [BOX_MM[0] * POINTS + _GAP] * len(faces)
    rest = press.sheet.width - sum(widths)
    table = side_by_side([*cells, words], [*widths, rest], _GAP)
    table.setStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, styles.line)])
    table.setStyle([("TOPPADDING", (0, 0), (-1, -1), 6), ("BOTTOMPADDING", (0, 0), (-1, -1), 6)])
    return table


def _picture(picture: Picture, folder: Path) -> Flowable:
    """A picture in its size, or smaller, as it fits its box."""
    wide, high = (side * 72 / DPI for side in (picture.width, picture.height))
    scale = min(1.0, BOX_MM[0] * POINTS / wide, BOX_MM[1] * POINTS / high)
    image = Image(str(folder / picture.file), wide * scale, high * scale)
    image.hAlign = "LEFT"
    return image


def _marked(runs: Sequence[Run], styles: Styles) -> str:
    """Runs one after the other, with a blank between what went and what came in its place."""
    told = ""
    for before, run in zip((None, *runs), runs, strict=False):
        parted = before is not None and before.kind is Kind.GONE and run.kind is Kind.NEW
        told += (" " if parted else "") + _run(run, styles)
    return told


def _run(run: Run, styles: Styles) -> str:
    text = escape(run.text)
    if run.kind is Kind.GONE:
        return f"<strike>{styles.in_colour(text, styles.soft)}</strike>"
    return f'<u><font name="{BOLD}">{text}</font></u>' if run.kind is Kind.NEW else text
