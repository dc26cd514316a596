"""The almanac as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.printing.layout.imposition import Document
from generator.printing.pdf.build import finish_pdf
from generator.printing.pdf.fonts import FONTS
from generator.publish.almanac.book import set_almanac
from generator.publish.book.sheet import Sheet, paper_of
from generator.publish.contents.chapters import Contents
from generator.publish.contents.publication import Filled, Job, Publication
from generator.typeset.fonts import shipped
from validator.findings import Finding, Severity

NAME = "almanac"


def _set(job: Job) -> tuple[bytes, Document]:
    colours = job.templates.theme.values.get("colours", {})
    return set_almanac(job.contents, job.pairs, Sheet(paper_of(job.paper)), colours)


def _fill(job: Job, folder: Path) -> Filled:
    drawn, plan = job.ahead[NAME].result()
    (folder / plan.file).write_bytes(finish_pdf(drawn, plan, job.book))
    told = f"{plan.file}, {len(plan.pages)} pages"
    return Filled((plan.file,), told, tuple(_unset(job.contents)))


def _unset(contents: Contents) -> Iterator[Finding]:
    """A warning of letters that no font of the pages has."""
    fonts = [shipped().font(key) for key in FONTS.values()]
    letters = (one for one in sorted(contents.letters) if not one.isspace())
    missing = [one for one in letters if not all(font.has(one) for font in fonts)]
    if missing:
        shown = " ".join(f"{one} (U+{ord(one):04X})" for one in missing)
        game, message = contents.game, f"no font of the almanac has a glyph for {shown}"
        hint = "write it otherwise; the site shows it by the reader's own fonts"
        yield Finding("glyph-missing", Severity.WARNING, game.id, game.place, message, hint)


PUBLICATION = Publication(NAME, _fill, ahead=_set)
