"""Papers of a project: its ``papers.yaml`` beside ``components/``, laid over the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.printing.layout.geometry import Paper
from validator.findings import Finding, Severity, has_errors

if TYPE_CHECKING:
    from validator.catalogue.source import Source

OWN = "papers.yaml"
"""Name of a project's file of papers."""

LEAST_MM = 40.0
"""Least width and height that margins must leave (own choice: a small card with its marks)."""


def own_papers(root: Path) -> tuple[tuple[Paper, ...], tuple[Finding, ...]]:
    """The papers of the project ``root``, with what is wrong in its file; none without one."""
    path = root / OWN
    if not path.is_file():
        return (), ()
    from validator.catalogue.schemas import check_source
    from validator.catalogue.source import read_source

    source, findings = read_source(path, OWN, inside=root)
    if source is None:
        return (), tuple(findings)
    findings = [*findings, *check_source(source, "papers", "")]
    if has_errors(findings):
        return (), tuple(findings)
    found = tuple(Paper(id=key, **entry) for key, entry in source.data["papers"].items())
    findings += [problem for paper in found for problem in _problems(paper, source)]
    return (() if has_errors(findings) else found), tuple(findings)


def _problems(paper: Paper, source: Source) -> Iterator[Finding]:
    area = paper.printable
    size = f"{paper.width_mm:g} x {paper.height_mm:g} mm"
    if paper.width_mm > paper.height_mm:
        yield _finding(
            f"{paper.name} ({size}) lies on its side, and sheets are printed upright",
            f"write width_mm: {paper.height_mm:g}, height_mm: {paper.width_mm:g}",
            source,
            paper,
        )
    elif min(area.width, area.height) < LEAST_MM:
        left = f"{max(0.0, area.width):g} x {max(0.0, area.height):g} mm"
        yield _finding(
            f"the margins of {paper.name} ({size}) leave {left} to print on",
            f"at least {LEAST_MM:g} mm each way are needed; mend margin_mm, or the size",
            source,
            paper,
        )


def _finding(message: str, hint: str, source: Source, paper: Paper) -> Finding:
    place = source.place(("papers", paper.id))
    return Finding("paper-unusable", Severity.ERROR, "", place, message, hint)
