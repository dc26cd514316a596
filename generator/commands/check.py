"""``trilith check``: the findings of a project, what is new since the last commit first.

What it says again needs nothing of what makes it, so that is imported where it is made.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from generator.changes.unchanged import check_or_repeat
from generator.console import progress
from validator.catalogue.folders import COMPONENTS, FOR_EDITORS
from validator.command import CheckReport, CheckRequest, Make, make_check_command

if TYPE_CHECKING:
    from validator.catalogue.file_cache import FileCache
    from validator.findings import Finding
    from validator.report import News


def _news(
    root: Path, findings: Sequence[Finding], games: Sequence[str] | None, simulate: bool
) -> News | None:
    from generator.changes.since import news_since_commit

    return news_since_commit(root, findings, games, simulate)


def _recall(root: Path, asked: CheckRequest, make: Make) -> CheckReport:
    """Say again what was said; where that is made, editors get to know what the project has now."""

    def drawing(kept: FileCache) -> CheckReport:
        return make(kept, _prepare_trial(root, kept))

    return check_or_repeat(root, asked, drawing, _keep_schemas)


@contextmanager
def _prepare_trial(root: Path, kept: FileCache) -> Iterator[None]:
    """Make ready what faces are tried out with; it is loaded while the data are looked at."""
    gc.freeze()  # what was read stays to the end, and need not be gone through again and again
    from generator.design.facecheck import begin

    with begin(root, kept):
        yield


def _keep_schemas(kept: FileCache) -> None:
    """Bring the schemas for editors up to date; what makes them is loaded where there are any."""
    if (kept.root / COMPONENTS / FOR_EDITORS).is_dir():
        from generator.editors import keep_schemas

        keep_schemas(kept.root, kept)


check = make_check_command(_news, progress, _recall)
