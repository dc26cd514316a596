"""Findings as text, JSON and annotations for GitHub, and which of them are new."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from validator.catalogue.sheets.files import TEXTS
from validator.catalogue.sheets.records import row_ids
from validator.catalogue.sheets.workbook import SUFFIXES
from validator.findings import Finding, Place, Severity, printable
from validator.plainfile import read_plain

_AT_A_LINE = re.compile(
    r"(?:(?<=\.yaml)|(?<=\.j2)|(?<=\.svg)|(?<=\.csv)|(?<=\.tsv))(?::\d+)+"
    r"|(?:(?<=\.xlsx)|(?<=\.ods))![^!\n]{1,31}![A-Z]{1,3}\d+"
)

_ID = re.compile(r"(?:^|[\s{,-])id: *[\"']?([\w-]+)")


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """A finding and the id of the record it stands in; "" where there is none."""

    finding: Finding
    record: str


@dataclass(frozen=True, slots=True)
class News:
    """What is new among findings, and what an earlier state gave and this one does not."""

    new: frozenset[Finding] = frozenset()
    gone: tuple[Finding, ...] = ()


def place_findings(findings: Iterable[Finding], root: Path) -> tuple[PlacedFinding, ...]:
    """The findings of the project at ``root``, each with its record."""
    known: dict[tuple[str, str], Callable[[int], str]] = {}
    found = []
    for finding in findings:
        place = finding.place
        if (place.file, place.sheet) not in known:
            known[place.file, place.sheet] = _records(place, root)
        found.append(PlacedFinding(finding, known[place.file, place.sheet](place.line)))
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


def compare(now: Sequence[PlacedFinding], before: Sequence[PlacedFinding]) -> News:
    """What is new and what is gone, at whatever line each finding stands.

    Findings are the same if code, severity, file, record and message are. A question that is
    settled stays the same whatever the sums in its message come to.
    """
    waiting: defaultdict[tuple[str, ...], list[Finding]] = defaultdict(list)
    for one in before:
        waiting[_what(one)].append(one.finding)
    new = []
    for one in now:
        same = waiting[_what(one)]
        if same:
            same.pop(0)
        else:
            new.append(one.finding)
    return News(frozenset(new), tuple(finding for left in waiting.values() for finding in left))


def _what(one: PlacedFinding) -> tuple[str, ...]:
    found = one.finding
    message = found.settled or _AT_A_LINE.sub("", found.message)
    return (found.game, found.code, found.severity, found.place.file, one.record, message)


def block(finding: Finding) -> str:
    """One finding: its line, and below it the hint."""
    head = (
        f"{finding.place}: {finding.severity.value}: {printable(finding.message)} [{finding.code}]"
    )
    return f"{head}\n    {printable(finding.hint)}" if finding.hint else head


def summary(findings: Sequence[Finding]) -> str:
    """How many errors, warnings and notes there are: ``no errors, 2 warnings, 1 note``."""
    counts = Counter(finding.severity for finding in findings)
    return ", ".join(count_things(counts[severity], severity.value) for severity in Severity)


def count_things(number: int, noun: str) -> str:
    """A number of things, in words: ``no errors``, ``1 error``, ``2 errors``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def digest(findings: Sequence[Finding], news: News | None, *, everything: bool) -> str:
    """One block a finding, and a last line that sums up and tells what changed.

    What a ruling settles, or the data confirm, is a line a game unless it is new or
    ``everything`` is asked for. ``news`` is None where there is nothing to compare with.
    """
    new = [finding for finding in findings if news is not None and finding in news.new]
    old = [finding for finding in findings if finding not in set(new)]
    folded = (
        []
        if everything
        else [
            finding for finding in old if finding.settled and finding.severity is not Severity.ERROR
        ]
    )
    shown = [finding for finding in old if finding not in folded]
    before = [*map(block, shown)]
    for game in dict.fromkeys(finding.game for finding in folded):
        number = len({finding.settled for finding in folded if finding.game == game})
        questions = "question is" if number == 1 else "questions are"
        before.append(
            f"{game}: {number} {questions} settled by rulings or the data; --all shows them"
        )
    lines = [*map(block, new), *before]
    if new and before:
        lines = ["New since the last commit:", *map(block, new), "", "As before:", *before]
    return "\n".join([*lines, last_line(findings, news)])


def last_line(findings: Sequence[Finding], news: News | None) -> str:
    """How many errors, warnings and notes there are, and how many of them are new or gone."""
    whole = summary(findings)
    if news is None:
        return whole
    if not news.new and not news.gone:
        return f"{whole}; nothing new since the last commit"
    counts = Counter(finding.severity for finding in news.new)
    parts = [
        count_things(counts[severity], f"new {severity.value}")
        for severity in Severity
        if counts[severity]
    ] or ["nothing new"]
    gone = [f"{len(news.gone)} gone"] if news.gone else []
    return f"{', '.join([*parts, *gone])} since the last commit; {whole}"


def as_json(findings: Sequence[Finding], news: News | None = None) -> str:
    """A JSON list with an object for each finding, its keys as :func:`as_object` has them."""
    listed = [as_object(finding, news) for finding in findings]
    return json.dumps(listed, indent=2, ensure_ascii=False)


def as_object(finding: Finding, news: News | None = None) -> dict[str, str | int | bool | None]:
    """One finding as a plain object, in the key order of the documentation.

    ``settled`` names the ruling or claim that leaves nothing to mend; ``new`` tells whether the
    last commit did not give it, and is null where there is none to compare with. ``sheet`` is there
    only for a cell of a workbook, whose row and column ``line`` and ``column`` then are.
    """
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "game": finding.game,
        "file": finding.place.file,
        "line": finding.place.line,
        "column": finding.place.column,
        "message": finding.message,
        "hint": finding.hint,
        "settled": finding.settled,
        "new": None if news is None else finding in news.new,
    } | ({"sheet": finding.place.sheet} if finding.place.sheet else {})


_GITHUB_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def as_github(findings: Sequence[Finding]) -> str:
    """GitHub workflow commands, which show as annotations in the changed files."""
    lines = []
    for finding in findings:
        place = finding.place
        facts = f"file={_escape_property(place.file)},line={place.line},col={place.column}"
        words = f"{finding.message}. {finding.hint}" if finding.hint else finding.message
        if place.sheet:
            words = f"{place.sheet}!{place.cell}: {words}"
        level, title = _GITHUB_LEVEL[finding.severity], _escape_property(finding.code)
        lines.append(f"::{level} {facts},title={title}::{_escape(words)}")
    return "\n".join(lines)


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    """Text before the ``::``, where colons and commas part the properties."""
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
