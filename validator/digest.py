"""Findings as `trilith check` shows them: new ones first, settled ones folded, a sum at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from validator.findings import Finding, Severity
from validator.news import News
from validator.report import block, counted, summary


def digest(findings: Sequence[Finding], news: News | None, *, everything: bool) -> str:
    """One block a finding, and a last line that sums up and tells what changed.

    What a ruling settles, or the data confirm, is a line a game unless it is new or
    ``everything`` is asked for. ``news`` is None where there is nothing to compare with.
    """
    new = [finding for finding in findings if news is not None and finding in news.new]
    old = [finding for finding in findings if finding not in set(new)]
    folded = [] if everything else [finding for finding in old if _is_settled(finding)]
    shown = [finding for finding in old if finding not in folded]
    before = [*map(block, shown), *_folds(folded)]
    lines = [*map(block, new), *before]
    if new and before:
        lines = ["New since the last commit:", *map(block, new), "", "As before:", *before]
    return "\n".join([*lines, last_line(findings, news)])


def _is_settled(finding: Finding) -> bool:
    """Tell whether nothing is to be mended; an error always is."""
    return bool(finding.settled) and finding.severity is not Severity.ERROR


def _folds(findings: Sequence[Finding]) -> Iterator[str]:
    """A line for each game."""
    for game in dict.fromkeys(finding.game for finding in findings):
        number = len({finding.settled for finding in findings if finding.game == game})
        questions = "question is" if number == 1 else "questions are"
        yield f"{game}: {number} {questions} settled by rulings or the data; --all shows them"


def last_line(findings: Sequence[Finding], news: News | None) -> str:
    """How many errors, warnings and notes there are, and how many of them are new or gone."""
    whole = summary(findings)
    if news is None:
        return whole
    if not news.new and not news.gone:
        return f"{whole}; nothing new since the last commit"
    counts = Counter(finding.severity for finding in news.new)
    parts = [
        counted(counts[severity], f"new {severity.value}")
        for severity in Severity
        if counts[severity]
    ] or ["nothing new"]
    gone = [f"{len(news.gone)} gone"] if news.gone else []
    return f"{', '.join([*parts, *gone])} since the last commit; {whole}"
