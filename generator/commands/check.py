"""``trilith check``: the findings of a project, what is new since the last commit first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.changes.since import news_since_commit
from generator.console import progress
from generator.editors import keep_schemas
from validator.command import checking
from validator.findings import Finding
from validator.news import News


def _news(
    root: Path, findings: Sequence[Finding], games: Sequence[str] | None, simulate: bool
) -> News | None:
    """What is new; by the way, editors get to know what the project has now."""
    keep_schemas(root)
    return news_since_commit(root, findings, games, simulate)


check = checking(_news, progress)
