"""The almanac as a file."""

from __future__ import annotations

from pathlib import Path

from generator.printing.pdf.build import finish_pdf
from generator.publish.almanac.book import set_almanac
from generator.publish.almanac.sheet import Sheet, paper_of
from generator.publish.contents.publication import Filled, Job, Publication


def _fill(job: Job, folder: Path) -> Filled:
    colours = job.templates.theme.values.get("colours", {})
    drawn, plan = set_almanac(job.contents, job.pairs, Sheet(paper_of(job.paper)), colours)
    (folder / plan.file).write_bytes(finish_pdf(drawn, plan, job.book))
    return Filled((plan.file,), f"{plan.file}, {len(plan.pages)} pages")


PUBLICATION = Publication("almanac", _fill)
