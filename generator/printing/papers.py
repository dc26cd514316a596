"""Papers and layouts: the shipped ones, and the papers of a project's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.installed import read_data
from generator.printing.geometry import Paper, Rect
from validator.findings import Finding, Severity, has_errors

if TYPE_CHECKING:
    from validator.catalogue.source import Source


class LayoutKind(StrEnum):
    """How a layout arranges pieces; see ``data/layouts.yaml``."""

    GRID = "grid"
    GUTTERFOLD = "gutterfold"
    SINGLE = "single"
    PUNCHBOARD = "punchboard"


@dataclass(frozen=True, slots=True)
class Layout:
    """One entry of ``data/layouts.yaml``; None means "as the paper and the piece allow"."""

    id: str
    version: int
    kind: LayoutKind
    columns: int | None = None
    rows: int | None = None
    rotation: int | None = None
    gutter_mm: float | None = None
    least_bleed_mm: float | None = None
    fold_gap_mm: float = 5.0
    edge_x_mm: float | None = None
    edge_y_mm: float | None = None
    edge_bleed: bool = False
    edge_mm: float = 0.0
    narrow_gain: float = 1.0
    registration: bool = False
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Registration:
    """Marks that a cutting machine finds a sheet by (``data/registration.yaml``), in mm."""

    inset_mm: float
    square_mm: float
    arm_mm: float
    line_mm: float
    clear_mm: float


@cache
def registration() -> Registration:
    """Return the registration marks in use."""
    return Registration(**read_data("registration.yaml")["silhouette"])


def clear_area(paper: Paper) -> Rect:
    """Return where art may lie so that all registration marks have their clear space (mm)."""
    marks = registration()
    side = marks.inset_mm + marks.line_mm + marks.clear_mm
    top = marks.inset_mm + marks.square_mm + marks.clear_mm
    return Rect(side, side, paper.width_mm - 2 * side, paper.height_mm - side - top)


@cache
def papers() -> Mapping[str, Paper]:
    """Return all papers by id."""
    data = read_data("papers.yaml")["papers"]
    return MappingProxyType({key: Paper(id=key, **value) for key, value in data.items()})


@cache
def layouts() -> Mapping[str, Layout]:
    """Return the newest version of each layout by id, and each version by ``id@version``."""
    found: dict[str, Layout] = {}
    for entry in read_data("layouts.yaml")["layouts"]:
        layout = Layout(**{**entry, "kind": LayoutKind(entry["kind"])})
        found[f"{layout.id}@{layout.version}"] = layout
        newest = found.get(layout.id)
        if newest is None or newest.version < layout.version:
            found[layout.id] = layout
    return MappingProxyType(found)


OWN = "papers.yaml"
"""Name of a project's file of papers."""

LEAST_MM = 40.0
"""Least width and height that margins must leave (own choice: a small card with its marks)."""


def own_papers(root: Path) -> tuple[tuple[Paper, ...], tuple[Finding, ...]]:
    """The papers of the project ``root``, with what is wrong in its file; none without one."""
    path = root / OWN
    if not path.is_file():
        return (), ()
    source, findings = read_checked(path, OWN, "papers", inside=root)
    if source is None:
        return (), tuple(findings)
    found = tuple(Paper(id=key, **entry) for key, entry in source.data["papers"].items())
    findings += [problem for paper in found for problem in _problems(paper, source)]
    return (() if has_errors(findings) else found), tuple(findings)


def read_checked(
    path: Path, name: str, kind: str, *, inside: Path | None = None
) -> tuple[Source | None, list[Finding]]:
    """Read a file of a kind that messages call ``name``; None if it has errors."""
    from validator.catalogue.schemas import check_source
    from validator.catalogue.source import read_source

    source, findings = read_source(path, name, inside=inside)
    if source is not None:
        findings = [*findings, *check_source(source, kind, "")]
    return (None if has_errors(findings) else source), findings


def _problems(paper: Paper, source: Source) -> Iterator[Finding]:
    area = paper.printable
    size = f"{paper.width_mm:g} x {paper.height_mm:g} mm"
    message = hint = ""
    if paper.width_mm > paper.height_mm:
        message = f"{paper.name} ({size}) lies on its side, and sheets are printed upright"
        hint = f"write width_mm: {paper.height_mm:g}, height_mm: {paper.width_mm:g}"
    elif min(area.width, area.height) < LEAST_MM:
        left = f"{max(0.0, area.width):g} x {max(0.0, area.height):g} mm"
        message = f"the margins of {paper.name} ({size}) leave {left} to print on"
        hint = f"at least {LEAST_MM:g} mm each way are needed; mend margin_mm, or the size"
    if message:
        place = source.place(("papers", paper.id))
        yield Finding("paper-unusable", Severity.ERROR, "", place, message, hint)
