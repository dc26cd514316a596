"""Errata since a revision as files: Markdown, a page, a sheet to print, and the pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from generator.changes.diff import GameDiff, diff_games
from generator.changes.ledger import Faces, changes, faces_now
from generator.changes.revisions import as_it_was
from generator.design.faces import faces_of
from generator.failures import WrongUseError
from generator.options import stop_on_errors
from generator.outputs.drawn import drawer_of
from generator.publish.book.flow import Found
from generator.publish.book.press import Press
from generator.publish.book.sheet import Sheet, Styles, paper_of
from generator.publish.contents.pictures import pictures
from generator.publish.contents.publication import Filled, Job, Publication
from generator.publish.errata.entries import Shown, sections
from generator.publish.errata.sheet import set_errata
from generator.publish.errata.written import as_markdown, as_page
from generator.publish.site.palette import palette


@dataclass(frozen=True, slots=True)
class _Found:
    """The difference, and the pictures of what it names as they were and as they are."""

    diff: GameDiff
    before: Shown
    now: Shown


def _fill(job: Job, folder: Path) -> Filled:
    if job.since is None:
        raise WrongUseError("errata are told since a revision; name one: --since v1.0")
    game = job.game
    with _compared(job, job.since, folder) as found:
        diff = found.diff
        told = sections(diff, game, found.before, found.now)
    say, tongue = game.tongue.say, game.tongue
    title = say("{game}: errata", game=game.name)
    since = say("From {before} to {now}.", before=diff.before, now=diff.now)
    colours = job.templates.theme.values.get("colours", {})
    shades = palette(colours)
    markdown, page = (
        as_markdown(title, since, told, tongue),
        as_page(title, since, told, shades, tongue),
    )
    (folder / "errata.md").write_text(markdown, encoding="utf-8", newline="\n")
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
    press = Press(Sheet(paper_of(job.paper)), Styles(colours), {}, Found())
    data, plan = set_errata(title, since, told, press, folder, tongue)
    (folder / plan.file).write_bytes(data)
    shown = sorted({one.file for one in (*found.before.values(), *found.now.values())})
    count = sum(len(section.entries) for section in told)
    return Filled(("index.html", "errata.md", plan.file, *shown), f"{count} components, index.html")


def _wanted(job: Job) -> bool:
    return job.since is not None


PUBLICATION = Publication("errata", _fill, _wanted)


@contextmanager
def _compared(job: Job, since: str, folder: Path) -> Iterator[_Found]:
    """What differs, with its pictures in ``folder``; both states are drawn while they are there."""
    with job.watch("laying out") as tell:
        tell(0, None, "the faces of today")
        faces, problems = faces_now(job.game, job.templates)
    stop_on_errors(problems)
    with as_it_was(job.root, job.game.id, since, job.game.translated) as then:
        if then.game is None or then.templates is None:
            diff = diff_games(None, job.game, since=then.commit)
            before: Shown = {}
        else:
            with job.watch("laying out") as tell:
                tell(0, None, f"the faces of {then.commit}")
                earlier, _ = faces_now(then.game, then.templates)
            diff = diff_games(then.game, job.game, _redrawn(earlier, faces), then.commit)
            ids = {one.id for one in (*diff.changed, *diff.removed, *diff.redrawn)}
            past = replace(job, game=then.game, templates=then.templates)
            before = _shown(past, ids, folder, "before")
        ids = {one.id for one in (*diff.changed, *diff.added, *diff.redrawn)}
        now = _shown(job, ids, folder, "now")
        yield _Found(diff, before, now)


def _redrawn(before: Faces, now: Faces) -> tuple[str, ...]:
    return changes(before, now).redrawn


def _shown(job: Job, ids: Collection[str], folder: Path, within: str) -> Shown:
    """The fronts of some components; those that could not be drawn have none."""
    pairs, _ = faces_of(job.game, job.templates, wanted=lambda one: one.id in ids)
    if not pairs:
        return {}
    fronts = list({pair.front.key: pair.front for pair in pairs}.values())
    alone = {pair.component: replace(pair, back=None) for pair in pairs}
    found = pictures(alone, drawer_of(job.templates, job.watch)(fronts), folder, within)
    return {component: picture for (component, _), picture in found.items()}
