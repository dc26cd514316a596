"""Findings as the page shows them: each with its place and the components that it concerns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from validator.catalogue.model import Component
from validator.findings import Finding, Severity, sort_key
from validator.report import as_object, placed

MOST_CARDS = 20
"""Components that one finding is shown on."""
MOST_FINDINGS = 500
"""Findings that a page is given; the worst come first."""
_ORDER = {"error": 0, "warning": 1, "note": 2}


def told(
    findings: Iterable[Finding],
    components: Iterable[Component],
    whose: Mapping[Finding, Sequence[str]],
    root: Path,
) -> list[dict[str, Any]]:
    """Findings as plain objects, the worst first: ``at`` is the place, ``cards`` are ids.

    Where no component could be made of a record it is the one whose id stands above the place.
    """
    spans = _spans(components)
    ordered = sorted(dict.fromkeys(findings), key=lambda one: (_ORDER[one.severity], sort_key(one)))
    return [
        {
            **as_object(one),
            "at": str(one.place),
            "cards": list(
                dict.fromkeys((*whose.get(one, ()), *_at(one, spans), *_above(one, spans, root)))
            )[:MOST_CARDS],
        }
        for one in ordered[:MOST_FINDINGS]
    ]


_Spans = Mapping[tuple[str, str], Sequence[tuple[int, int, str]]]


def _spans(components: Iterable[Component]) -> _Spans:
    """First and last line of every record, by file and sheet."""
    spans: defaultdict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
    for one in components:
        lines = [one.place.line, *(p.line for p in one.places.values() if p.file == one.place.file)]
        key = (one.place.file, one.place.sheet)
        spans[key].append((one.place.line, max(lines), one.id))
    return spans


def _at(finding: Finding, spans: _Spans) -> list[str]:
    line = finding.place.line
    records = spans.get((finding.place.file, finding.place.sheet), ())
    return [name for first, last, name in records if first <= line <= last]


def _above(finding: Finding, spans: _Spans, root: Path) -> list[str]:
    """The record that a finding stands in, where no component could be made of it."""
    if finding.severity is not Severity.ERROR or _at(finding, spans):
        return []
    (found,) = placed([finding], root)
    return [found.record] if found.record else []
