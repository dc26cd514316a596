"""Fields that follow from other fields of a record, so that nobody writes them by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.source import Source
from validator.findings import Finding, Severity

Derived = Mapping[str, Mapping[str, Any]]
"""Name of a field to what it is made of, as ``components.json`` describes it."""


def derive(raw: Mapping[str, Any], derived: Derived) -> dict[str, Any]:
    """The record with its derived fields, each behind the field that it counts."""
    record: dict[str, Any] = {}
    for key, value in raw.items():
        record[key] = value
        for name, made in derived.items():
            if made["count"] == key and isinstance(value, list):
                record[name] = len(value) - made.get("less", 0)
    return record


def written_by_hand(
    raw: Mapping[str, Any], derived: Derived, source: Source, trail: Trail, game: str
) -> list[Finding]:
    """An error for each derived field that the record states itself."""
    return [
        Finding(
            "schema",
            Severity.ERROR,
            game,
            source.key_place((*trail, name)),
            f"{name!r} follows from {made['count']!r}, as `derived` says",
            f"take {name!r} out of the record",
        )
        for name, made in derived.items()
        if name in raw
    ]
