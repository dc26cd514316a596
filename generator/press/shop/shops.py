"""Print shops as data: ``data/shops.yaml``, and a project's own ``shops.yaml`` on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.shipped import DATA
from validator.catalogue.model import Form
from validator.catalogue.schema import check_source
from validator.catalogue.source import read_source
from validator.findings import Finding, has_errors

OWN = "shops.yaml"
"""Name of a project's own file of shops, beside ``components/``."""
SIZE_TOLERANCE_MM = 0.1
"""Sizes that differ by no more than this are the same."""


@dataclass(frozen=True, slots=True)
class Format:
    """A size a shop sells: trim size in mm, and pixels of a face with its bleed, if fixed."""

    name: str
    width_mm: float
    height_mm: float
    pixels: tuple[int, int] | None = None

    def takes(self, width_mm: float, height_mm: float) -> bool:
        """Tell whether a face of that trim size is this format."""
        close = SIZE_TOLERANCE_MM
        return abs(self.width_mm - width_mm) <= close and abs(self.height_mm - height_mm) <= close


@dataclass(frozen=True, slots=True)
class Shop:
    """What a shop asks for; see ``validator/schemas/shops.json``. ``most_ink`` is in percent.

    ``formats`` is empty where any size is taken. ``recall`` names keys not seen in a source.
    """

    id: str
    name: str
    files: str
    colour: str
    bleed_mm: float
    safe_mm: float
    forms: tuple[Form, ...]
    naming: str
    formats: tuple[Format, ...] = ()
    dpi: float = 300.0
    least_dpi: float = 300.0
    standard: str = "PDF/X-4"
    profile: str = "fogra39"
    most_ink: float = 300.0
    order: str = "front-back"
    repeat: bool = False
    together: str = "deck"
    note: str = ""
    recall: tuple[str, ...] = ()

    def format_of(self, width_mm: float, height_mm: float) -> Format | None:
        """The format for a trim size; None where the shop does not sell it."""
        if not self.formats:
            return Format(f"{width_mm:g}x{height_mm:g}", width_mm, height_mm)
        matching = (f for f in self.formats if f.takes(width_mm, height_mm))
        return next(matching, None)

    def pixels_of(self, form: Format) -> tuple[int, int]:
        """Width and height in pixels of a picture of a face with its bleed."""
        if form.pixels is not None:
            return form.pixels
        scale = self.dpi / 25.4
        width = round((form.width_mm + 2 * self.bleed_mm) * scale)
        return width, round((form.height_mm + 2 * self.bleed_mm) * scale)


def load_shops(root: Path | None = None) -> tuple[Mapping[str, Shop], tuple[Finding, ...]]:
    """All shops by name: the shipped ones, and those of the project ``root``."""
    shops, findings = _read(DATA / OWN, f"(built-in) {OWN}")
    if root is not None and (root / OWN).is_file():
        own, problems = _read(root / OWN, OWN, root)
        shops, findings = {**shops, **own}, [*findings, *problems]
    return shops, tuple(findings)


def _read(
    path: Path, file: str, inside: Path | None = None
) -> tuple[dict[str, Shop], list[Finding]]:
    source, findings = read_source(path, file, inside=inside)
    if source is None:
        return {}, findings
    findings = findings + check_source(source, "shops", "")
    if has_errors(findings):
        return {}, findings
    return {key: _shop(key, value) for key, value in source.data["shops"].items()}, findings


def _shop(key: str, data: Mapping[str, Any]) -> Shop:
    formats = tuple(_format(entry) for entry in data.get("formats", ()))
    return Shop(
        id=key,
        **{
            **data,
            "forms": tuple(Form(form) for form in data["forms"]),
            "formats": formats,
            "recall": tuple(data.get("recall", ())),
        },
    )


def _format(data: Mapping[str, Any]) -> Format:
    pixels = data.get("pixels")
    return Format(**{**data, "pixels": tuple(pixels) if pixels else None})
