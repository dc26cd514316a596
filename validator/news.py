"""What is new among the findings of a project: what an earlier state of it did not give."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from validator.catalogue.sheets.row_ids import row_ids
from validator.catalogue.sheets.text_file import TEXTS
from validator.catalogue.sheets.workbook import SUFFIXES
from validator.findings import Finding, Place
from validator.plainfile import read_plain

_AT_A_LINE = re.compile(
    r"(?:(?<=\.yaml)|(?<=\.j2)|(?<=\.svg)|(?<=\.csv)|(?<=\.tsv))(?::\d+)+"
    r"|(?:(?<=\.xlsx)|(?<=\.ods))![^!\n]{1,31}![A-Z]{1,3}\d+"
)

_ID = re.compile(r"(?:^|[\s{,-])id: *[\"']?([\w-]+)")


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding and the id of the record it stands in; "" where there is none."""

    finding: Finding
    record: str


@dataclass(frozen=True, slots=True)
class News:
    """What is new among findings, and what an earlier state gave and this one does not."""

    new: frozenset[Finding] = frozenset()
    gone: tuple[Finding, ...] = ()


def placed(findings: Iterable[Finding], root: Path) -> tuple[Placed, ...]:
    """The findings of the project at ``root``, each with its record."""
    known: dict[tuple[str, str], Callable[[int], str]] = {}
    found = []
    for finding in findings:
        place = finding.place
        if (place.file, place.sheet) not in known:
            known[place.file, place.sheet] = _records(place, root)
        found.append(Placed(finding, known[place.file, place.sheet](place.line)))
    return tuple(found)


def _records(place: Place, root: Path) -> Callable[[int], str]:
    """The id of the record that stands at a line of the file (or sheet) of ``place``."""
    if place.file.lower().endswith((*TEXTS, *SUFFIXES)):
        ids = row_ids(_bytes(root / place.file, root), place)
        return lambda line: ids.get(line, "")
    lines = _bytes(root / place.file, root).decode("utf-8", "replace").splitlines()
    return lambda line: _record(lines[:line])


def _record(lines: Sequence[str]) -> str:
    """The last id that is given in lines of YAML."""
    return next((match[1] for line in reversed(lines) if (match := _ID.search(line))), "")


def _bytes(path: Path, root: Path) -> bytes:
    try:
        return read_plain(path, inside=root)
    except OSError:
        return b""


def compare(now: Sequence[Placed], before: Sequence[Placed]) -> News:
    """What is new and what is gone, at whatever line each finding stands.

    Findings are the same if code, severity, file, record and message are. A question that is
    settled stays the same whatever the sums in its message come to.
    """
    new, gone = _unmatched(now, before)
    return News(frozenset(one.finding for one in new), tuple(one.finding for one in gone))


def _what(one: Placed) -> tuple[str, ...]:
    found = one.finding
    message = found.settled or _AT_A_LINE.sub("", found.message)
    return (found.game, found.code, found.severity, found.place.file, one.record, message)


def _unmatched(
    now: Sequence[Placed], before: Sequence[Placed]
) -> tuple[list[Placed], list[Placed]]:
    """What has no partner on the other side."""
    waiting: defaultdict[tuple[str, ...], list[Placed]] = defaultdict(list)
    for one in before:
        waiting[_what(one)].append(one)
    left = []
    for one in now:
        if waiting[_what(one)]:
            waiting[_what(one)].pop(0)
        else:
            left.append(one)
    return left, [one for ones in waiting.values() for one in ones]
