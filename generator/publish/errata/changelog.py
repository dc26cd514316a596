"""The changelog of a game over all revisions, as Markdown and as a page."""

from __future__ import annotations

from pathlib import Path

from generator.changes.history import history
from generator.publish.contents.publication import Filled, Job, Publication
from generator.publish.errata.entries import sections
from generator.publish.errata.written import as_changelog, as_changelog_page
from generator.publish.site.palette import palette


def _fill(job: Job, folder: Path) -> Filled:
    game = job.game
    with job.watch("reading revisions") as tell:
        found = history(job.root, game, tell)
    steps = [(step, sections(step.diff, game, {}, {})) for step in found]
    tongue = game.tongue
    title = tongue.say("{game}: changelog", game=game.name)
    since = tongue.count(
        "{number} change up to revision {revision}, the newest first.",
        "{number} changes up to revision {revision}, the newest first.",
        len(steps),
        revision=game.revision,
    )
    shades = palette(job.templates.theme.values.get("colours", {}))
    markdown = as_changelog(title, since, steps)
    page = as_changelog_page(title, since, steps, shades, tongue)
    (folder / "changelog.md").write_text(markdown, encoding="utf-8", newline="\n")
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
    return Filled(("index.html", "changelog.md"), f"{len(steps)} changes, all in changelog.md")


def _never(job: Job) -> bool:
    del job
    return False


PUBLICATION = Publication("changelog", _fill, _never)
"""Made only where it is asked for: it reads every revision."""
