"""The almanac as a file."""

from __future__ import annotations

from pathlib import Path

from generator.printing.layout.document import Document
from generator.printing.pdf.build import finish_pdf
from generator.publish.almanac.book import set_almanac
from generator.publish.almanac.sheet import Sheet, paper_of
from generator.publish.contents.publication import Filled, Job, Publication

NAME = "almanac"


def _set(job: Job) -> tuple[bytes, Document]:
    colours = job.templates.theme.values.get("colours", {})
    return set_almanac(job.contents, job.pairs, Sheet(paper_of(job.paper)), colours)


def _fill(job: Job, folder: Path) -> Filled:
    drawn, plan = job.ahead[NAME].result()
    (folder / plan.file).write_bytes(finish_pdf(drawn, plan, job.book))
    return Filled((plan.file,), f"{plan.file}, {len(plan.pages)} pages")


PUBLICATION = Publication(NAME, _fill, ahead=_set)
