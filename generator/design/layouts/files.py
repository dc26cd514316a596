"""The file of a face layout as it is written: its boxes, and what it extends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.design.layouts.lengths import LengthError, read_length
from generator.design.layouts.model import ACROSS, DOWN, Written, WrittenBox
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, read_source
from validator.findings import Finding, Place, Severity, has_errors

_LENGTHS = (*ACROSS, *DOWN, "corner", "gap", "size", "min")


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A file as it is: its own boxes, and what it extends."""

    shown: str
    extends: str | None
    place: Place
    boxes: Mapping[str, WrittenBox]


def read_layout(path: Path, shown: str) -> tuple[LayoutFile | None, list[Finding]]:
    """Read the file ``shown`` in findings; None where nothing of it can be used."""
    source, findings = read_source(path, shown)
    if source is None:
        return None, findings
    findings = findings + check_source(source, "face_layout", "")
    if has_errors(findings):
        return None, findings
    boxes: dict[str, WrittenBox] = {}
    for name, keys in source.data.get("boxes", {}).items():
        written, problems = _box(source, name, keys)
        boxes[name] = written
        findings += problems
    extends = source.data.get("extends")
    return LayoutFile(shown, extends, source.place(("extends",)), boxes), findings


def _box(source: Source, name: str, keys: Mapping[str, Any]) -> tuple[WrittenBox, list[Finding]]:
    """A box of a file, without the lengths that cannot be read."""
    findings: list[Finding] = []
    written: dict[str, Written] = {}
    for key, value in keys.items():
        place = source.place(("boxes", name, key))
        try:
            written[key] = Written(read_length(value) if key in _LENGTHS else value, place)
        except LengthError as error:
            hint = 'write 5, "50% - 2" or "title.y2 + 1"'
            findings.append(Finding("layout-place", Severity.ERROR, "", place, str(error), hint))
    place = source.key_place(("boxes", name))
    for axis in (ACROSS, DOWN):
        stated = [key for key in axis if key in written]
        if len(stated) > 2:
            message = f"{', '.join(stated)} of {name} say where it lies; two are enough"
            findings.append(
                Finding(
                    "layout-place",
                    Severity.ERROR,
                    "",
                    place,
                    message,
                    "leave out all but two of them",
                )
            )
            for key in stated[2:]:
                del written[key]
    return WrittenBox(place, MappingProxyType(written)), findings
