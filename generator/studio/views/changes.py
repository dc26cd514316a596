"""What is different from the last print, or from a revision: in words, and before and after."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from generator.changes.blobs import git, head_of
from generator.changes.diff import GameDiff, diff_games
from generator.changes.ledger import Faces, changes, faces_now, ledger_path, read_ledger, summary
from generator.changes.revisions import as_it_was
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.failures import FailedError
from generator.publish.errata import Section, sections
from generator.studio.desk import Desk
from generator.studio.messages import Picture
from generator.studio.pictures import Shot, shoot
from generator.studio.views.tables import number
from validator.catalogue.model import Game

PRINT = "print"
"""What ``since`` says for the last print, as ``trilith print --mark-printed`` noted it."""
_KEEP = "`git init`, `git add -A` and `git commit -m printed`"
_UNSEEN = "Faces as they were are kept in git alone, so they are not shown"
MOST = 60
"""Pictures of faces as they were that are drawn."""


@dataclass(frozen=True, slots=True)
class _Since:
    """What the game is held against: a revision of git, and what was noted of a print.

    ``wanting`` says why faces cannot be shown as they were, and what to do, where that is so.
    """

    said: str
    revision: str = ""
    printed: Faces | None = None
    wanting: str = ""


def differences(
    desk: Desk, words: Mapping[str, str], show: Callable[[Picture], None]
) -> tuple[str, bytes]:
    """Compare a game with what ``since`` names: ``print`` or a revision of git (HEAD).

    ``dpi`` is the resolution of the pictures before.

    Raises:
        FailedError: the game cannot be read now.
        RevisionError: there is no version control, or no such revision.
    """
    game, templates = desk.game, desk.templates
    if game is None or templates is None:
        raise FailedError("the game cannot be read; the findings say why")
    since = _since(desk, words.get("since") or PRINT)
    now, _ = faces_now(game, templates)
    told: dict[str, Any] = {"since": since.said, "summary": "", "sections": []}
    told["wanting"] = since.wanting
    if since.printed is not None:
        told["summary"] = summary(changes(since.printed, now))
    if since.revision:
        told |= _held_against(desk, game, since, now, show, number(words, "dpi", 80))
    elif since.printed is not None:
        found = changes(since.printed, now)
        told["sections"] = [
            {"key": key, "heading": heading, "entries": [{"id": one} for one in ids]}
            for key, heading, ids in (
                ("changed", "Changed", found.changed),
                ("added", "New", found.added),
                ("removed", "Taken out", found.removed),
            )
            if ids
        ]
    return "application/json", json.dumps(told, ensure_ascii=False).encode()


def _since(desk: Desk, said: str) -> _Since:
    """What a question names; where nothing was printed yet, the last commit."""
    if said != PRINT:
        return _Since(said, said)
    ledger, problems = read_ledger(desk.root, desk.name, desk.view.language)
    if problems:
        raise FailedError(f"{problems[0].place}: {problems[0].message}; {problems[0].hint}")
    head = head_of(desk.root)
    if ledger is None and not head:
        raise FailedError(
            "no print is marked and no version of the game is kept, so there is nothing to hold it "
            f"against: print with `trilith print {desk.name} --mark-printed`, or keep the project "
            f"in git: {_KEEP}"
        )
    if ledger is None:
        return _Since("the last commit, since nothing is marked as printed yet", "HEAD")
    if not head:
        return _Since("the last print", "", ledger.faces, f"{_UNSEEN}: {_KEEP}")
    kept = ledger_path(desk.root, desk.name, desk.view.language)
    path = kept.relative_to(desk.root).as_posix()
    is_kept = not git(desk.root, "diff", "--quiet", "HEAD", "--", path).returncode
    commit = git(desk.root, "log", "-1", "--format=%H", "--", path).stdout.decode().strip()
    if is_kept and commit:
        return _Since("the last print", commit, ledger.faces)
    wanting = f"{_UNSEEN}: after a print `git add -A` and `git commit -m printed`"
    return _Since("the last print", "", ledger.faces, wanting)


def _held_against(
    desk: Desk,
    game: Game,
    since: _Since,
    now: Faces,
    show: Callable[[Picture], None],
    dpi: int,
) -> dict[str, Any]:
    """The sections, with pictures of what is different as it was."""
    with as_it_was(desk.root, desk.name, since.revision, desk.view.language) as then:
        if then.game is None or then.templates is None:
            diff, before = diff_games(None, game, since=then.commit), dict[str, Any]()
        else:
            earlier, _ = faces_now(then.game, then.templates)
            redrawn = changes(since.printed or earlier, now).redrawn
            diff = diff_games(then.game, game, redrawn, then.commit)
            before = _before(then.game, then.templates, _gone(diff), show, dpi)
    told = [_section(one, before) for one in sections(diff, game, {}, {})]
    return {"sections": told, "commit": then.commit}


def _gone(diff: GameDiff) -> set[str]:
    """The components whose faces are not as they were."""
    return {one.id for one in (*diff.changed, *diff.removed, *diff.redrawn)}


def _before(
    game: Game,
    templates: Templates,
    ids: Collection[str],
    show: Callable[[Picture], None],
    dpi: int,
) -> dict[str, Any]:
    """Fronts as they were, by component: under which name each is shown, and its shape (mm)."""
    pairs, _ = faces_of(game, templates, wanted=lambda one: one.id in ids)
    few = pairs[:MOST]
    shots = {pair.component: Shot(pair.front, dpi) for pair in few}
    distinct = {one.name: one for one in shots.values()}
    for shot, body in shoot(list(distinct.values()), templates.pool):
        if isinstance(body, bytes):
            show(Picture(shot.name, body))
    templates.pool.close()
    return {
        pair.component: {
            "name": shots[pair.component].name,
            "w": pair.front.width_mm,
            "h": pair.front.height_mm,
            "bleed": pair.front.bleed_mm,
            "shape": pair.shape,
            "corner": pair.corner_mm,
            "outline": pair.outline_mm,
        }
        for pair in few
    }


def _section(section: Section, before: Mapping[str, Any]) -> dict[str, Any]:
    entries = [
        {
            "id": one.id,
            "name": one.name,
            "set": one.set_name,
            "text": one.text,
            "copies": one.copies,
            "changes": [
                {"label": change.label, "runs": [(run.kind, run.text) for run in change.runs]}
                for change in one.changes
            ],
            "before": before.get(one.id),
        }
        for one in section.entries
    ]
    return {"key": section.key, "heading": section.heading, "entries": entries}
