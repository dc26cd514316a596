"""Earlier states of a project, as version control (git) knows them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.changes.blobs import RevisionError, commit_of, stored, write
from generator.changes.ledger import Faces, faces_now
from generator.design.templating import Templates, load_templates
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.translating.files import languages_of, nearest
from validator.findings import Finding, has_errors


@dataclass(frozen=True, slots=True)
class Earlier:
    """A game as it was: its data and faces, and the abbreviated id of the commit.

    ``game`` is None where the revision did not have it yet; then ``faces`` is empty.
    """

    commit: str
    game: Game | None
    faces: Faces


@dataclass(frozen=True, slots=True)
class Then:
    """A game as it was, with the templates of that time, as long as its files are there."""

    commit: str
    game: Game | None
    templates: Templates | None
    findings: tuple[Finding, ...]


@contextmanager
def as_it_was(root: Path, game: str, revision: str, language: str = "") -> Iterator[Then]:
    """The game ``game`` of the project ``root`` at a git ``revision``, unpacked for a while.

    In the ``language`` of its texts, if it was translated then.

    Raises:
        RevisionError: the project is not under version control, or has no such revision.
    """
    commit = commit_of(root, revision)
    with exported(root, commit) as folder:
        if game not in game_names(folder):
            yield Then(commit[:_SHORT], None, None, ())
            return
        catalogue, findings = load(
            folder, [game], nearest(language, languages_of(folder, game)) or ""
        )
        templates, problems = load_templates(folder, draft=True)
        found = catalogue.games.get(game)
        yield Then(commit[:_SHORT], found, templates, (*findings, *problems))


def earlier(
    root: Path, game: str, revision: str, language: str = ""
) -> tuple[Earlier, tuple[Finding, ...]]:
    """The game ``game`` of the project ``root`` as it was at a git ``revision``.

    The findings are those of the earlier data; with errors among them the game may lack parts.

    Raises:
        RevisionError: the project is not under version control, or has no such revision.
    """
    with as_it_was(root, game, revision, language) as then:
        if then.game is None or then.templates is None:
            return Earlier(then.commit, then.game, {}), then.findings
        faces, drawing = faces_now(then.game, then.templates)
    told = tuple(one for one in (*then.findings, *drawing) if has_errors([one]))
    return Earlier(then.commit, then.game, faces), told


@contextmanager
def exported(root: Path, commit: str) -> Iterator[Path]:
    """A temporary folder with the project ``root`` as it was at ``commit``.

    Raises:
        RevisionError: the files cannot be had.
    """
    files = stored(root, commit)
    if not files:
        raise RevisionError(f"the project was not there at {commit[:_SHORT]}")
    with tempfile.TemporaryDirectory(prefix="trilith-") as name:
        write(root, files, Path(name).resolve())
        yield Path(name)


_SHORT = 10
"""Digits of a commit's id that are shown."""
