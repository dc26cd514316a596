"""Papers, layouts and registration marks, as the shipped data have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from generator.printing.layout.geometry import Paper, Rect
from generator.shipped import read_data


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
    narrow_gain: float = 1.0
    registration: bool = False

    @property
    def name(self) -> str:
        """Name and version, as written on sheets and cut files: ``4x2 v1``."""
        return f"{self.id} v{self.version}"


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
