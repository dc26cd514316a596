"""Earlier states of a project, as version control (git) knows them, read within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.changes.differences import GameDiff, diff_games
from generator.changes.git_files import (
    RevisionError,
    commit_of,
    files_at,
    git,
    read_stored,
    unpack,
)
from generator.changes.ledger import FaceHashes, changes, faces_now
from generator.changes.print_records import find_record, read_kept
from generator.design.templates import Templates, load_templates
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.translating.files import languages_of, nearest
from validator.findings import Finding, has_errors
from validator.progress import Progress, silent

_SHORT = 10
"""Digits of a commit's id that are shown."""


@dataclass(frozen=True, slots=True)
class Then:
    """A game as it was: its data, templates and faces, and the abbreviated id of the commit.

    ``game`` is None where the revision did not have it yet, ``templates`` where they had errors;
    then there are no ``faces``. With errors among its ``findings`` the game may lack parts.
    """

    commit: str
    game: Game | None = None
    templates: Templates | None = None
    faces: FaceHashes = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    def diff(self, now: Game, faces: FaceHashes, printed: FaceHashes | None = None) -> GameDiff:
        """What is different ``now``, with these ``faces``; drawn anew is what was ``printed`` so,
        or what looked otherwise then.
        """
        redrawn = changes(printed or self.faces, faces).redrawn
        return diff_games(self.game, now, redrawn, self.commit)


@contextmanager
def as_it_was(root: Path, game: str, revision: str, language: str = "") -> Iterator[Then]:
    """The game ``game`` of the project ``root`` at a ``revision``, unpacked for a while.

    In the ``language`` of its texts, if it was translated then.

    Raises:
        RevisionError: there is no such revision, or no version control.
    """
    with project_at(root, revision) as (name, folder):
        if game not in game_names(folder):
            yield Then(name)
            return
        found, findings = _load_game(folder, game, language)
        templates, problems = load_templates(folder, draft=True)
        findings += tuple(problems)
        if found is None or templates is None:
            yield Then(name, found, findings=findings)
            return
        faces, drawing = faces_now(found, templates)
        told = tuple(one for one in (*findings, *drawing) if has_errors([one]))
        yield Then(name, found, templates, faces, told)


def _load_game(folder: Path, game: str, language: str) -> tuple[Game | None, tuple[Finding, ...]]:
    """A game of an unpacked project, in the ``language`` of its texts if it was translated then."""
    then = nearest(language, languages_of(folder, game)) or ""
    catalogue, findings = load(folder, [game], then)
    return catalogue.games.get(game), findings


@contextmanager
def project_at(root: Path, revision: str) -> Iterator[tuple[str, Path]]:
    """A temporary folder with the project ``root`` as it was, and what to call that state.

    ``revision`` is one of git, or the code of a print whose data were kept.

    Raises:
        RevisionError: there is no such revision, or its files cannot be had.
    """
    record = find_record(root, revision)
    if record is not None and not record.commit:
        with unpack(read_kept(root, record)) as folder:
            yield record.code, folder
        return
    commit = commit_of(root, record.commit if record else revision)
    files = files_at(root, commit)
    if not files:
        raise RevisionError(f"the project was not there at {commit[:_SHORT]}")
    with unpack(read_stored(root, files)) as folder:
        yield commit[:_SHORT], folder


MOST_COMMITS = 500
"""The newest of them are told where there are more."""
_SIZES = "templates/sizes.yaml"


@dataclass(frozen=True, slots=True)
class RevisionStep:
    """A commit that changed a game: its short id, its day (ISO 8601), and the change.

    ``revision`` is that of the game from then on.
    """

    commit: str
    date: str
    revision: str
    diff: GameDiff


def history(root: Path, game: Game, tell: Progress = silent) -> tuple[RevisionStep, ...]:
    """The steps of a game, the newest first; commits that changed no component are left out.

    Of each commit the data of the game and its box are read, nothing else, in the language of
    ``game`` where it was translated then. A commit whose data cannot be read counts as none: its
    changes are told with the next.

    Raises:
        RevisionError: the project is not under version control.
    """
    commit_of(root, "HEAD")
    folders = [f"components/{one}" for one in (game.id, game.box) if one]
    asked = ("--format=%H%x09%as", f"--max-count={MOST_COMMITS}", "--first-parent")
    listed = git(root, "log", *asked, "--", *folders).stdout.decode("utf-8", "replace")
    lines = [line.split("\t") for line in reversed(listed.splitlines())]
    steps: list[RevisionStep] = []
    before: Game | None = None
    known: Mapping[str, str] = {}
    for number, (commit, date) in enumerate(lines):
        tell(number, len(lines), f"reading {date}")
        files = _files(root, commit, folders)
        now = _game(root, game, files) if files != known else None
        known = files
        if now is not None:
            diff = diff_games(before, now)
            before = now
            if not diff.nothing:
                steps.append(RevisionStep(commit[:_SHORT], date, now.revision, diff))
    return tuple(reversed(steps))


def _files(root: Path, commit: str, folders: list[str]) -> Mapping[str, str]:
    """The files that say what a game's components are: path and object id."""
    wanted = tuple(f"{folder}/" for folder in folders)
    found = files_at(root, commit) or {}
    return {path: one for path, one in found.items() if path.startswith(wanted) or path == _SIZES}


def newest_commits(root: Path, game: Game) -> list[list[str]]:
    """The newest that changed files of a game: short id, day (ISO 8601) and subject of each.

    There are none where there is no version control.
    """
    folders = [f"components/{one}" for one in (game.id, game.box) if one]
    asked = ("log", "--format=%h%x09%as%x09%s", "--max-count=30", "--", *folders)
    with suppress(RevisionError):
        said = git(root, *asked).stdout.decode("utf-8", "replace")
        return [line.split("\t", 2) for line in said.splitlines()]
    return []


def _game(root: Path, game: Game, files: Mapping[str, str]) -> Game | None:
    """The game that some stored files are; None where they are none, or one of them has errors."""
    with unpack(read_stored(root, files)) as folder:
        if not (folder / "components").is_dir() or game.id not in game_names(folder):
            return None
        found, _ = _load_game(folder, game.id, game.translated)
        return found if found is not None and found.complete else None
