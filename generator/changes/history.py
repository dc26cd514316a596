"""What changed in a game from commit to commit, as its repository tells."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.changes.blobs import commit_of, git, stored, write
from generator.changes.diff import GameDiff, diff_games
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.translating.files import languages_of, nearest
from validator.progress import Progress, silent

MOST_COMMITS = 500
"""The newest of them are told where there are more."""
_SHORT = 10
_SIZES = "templates/sizes.yaml"


@dataclass(frozen=True, slots=True)
class Step:
    """A commit that changed a game: its short id, its day (ISO 8601), subject, and the change.

    ``revision`` is that of the game from then on.
    """

    commit: str
    date: str
    subject: str
    revision: str
    diff: GameDiff


def history(root: Path, game: Game, tell: Progress = silent) -> tuple[Step, ...]:
    """The steps of a game, the newest first; commits that changed no component are left out.

    Of each commit the data of the game and its box are read, nothing else, in the language of
    ``game`` where it was translated then. A commit whose data cannot be read counts as none: its
    changes are told with the next.

    Raises:
        RevisionError: the project is not under version control.
    """
    commit_of(root, "HEAD")
    folders = [f"components/{one}" for one in (game.id, game.box) if one]
    asked = ("--format=%H%x09%as%x09%s", f"--max-count={MOST_COMMITS}", "--first-parent")
    listed = git(root, "log", *asked, "--", *folders).stdout.decode("utf-8", "replace")
    lines = [line.split("\t", 2) for line in reversed(listed.splitlines())]
    return tuple(reversed(list(_steps(root, game, folders, lines, tell))))


def _steps(
    root: Path, game: Game, folders: list[str], lines: list[list[str]], tell: Progress
) -> Iterator[Step]:
    before: Game | None = None
    known: Mapping[str, str] = {}
    for number, (commit, date, subject) in enumerate(lines):
        tell(number, len(lines), f"reading {date}")
        files = _files(root, commit, folders)
        if files == known:
            continue
        known = files
        now = _game(root, game, files)
        if now is None:
            continue
        diff = diff_games(before, now)
        before = now
        if not diff.nothing:
            yield Step(commit[:_SHORT], date, subject, now.revision, diff)


def _files(root: Path, commit: str, folders: list[str]) -> Mapping[str, str]:
    """The files that say what a game's components are: path and object id."""
    wanted = tuple(f"{folder}/" for folder in folders)
    found = stored(root, commit) or {}
    return {path: one for path, one in found.items() if path.startswith(wanted) or path == _SIZES}


def _game(root: Path, game: Game, files: Mapping[str, str]) -> Game | None:
    """The game that some stored files are; None where they are none, or one of them has errors."""
    with tempfile.TemporaryDirectory(prefix="trilith-") as name:
        folder = Path(name).resolve()
        write(root, files, folder)
        if not (folder / "components").is_dir() or game.id not in game_names(folder):
            return None
        language = nearest(game.translated, languages_of(folder, game.id)) or ""
        found = load(folder, [game.id], language)[0].games.get(game.id)
        return found if found is not None and found.complete else None
