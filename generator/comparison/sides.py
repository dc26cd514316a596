"""The two sides of a comparison: which data, rulings and players, and how they are called.

Today's engine plays both sides: of a revision only the data count, not the program of that day.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.changes.blobs import commit_of
from generator.changes.revisions import exported
from generator.failures import FailedError, WrongUseError
from generator.options import stop_on_errors
from generator.upgrade.project import planned, write
from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.project import find_project
from validator.simulation.compare import LineResult


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """How both sides are called, and the words of the command line that choose them."""

    game: str
    before: str
    now: str
    words: tuple[str, ...]
    seed: int

    def replay(self, result: LineResult) -> str:
        """The command that tells the first game that went another way on both sides."""
        assert result.first is not None
        return shlex.join([*self._line(result), "--replay", str(result.first.index)])

    def _line(self, result: LineResult) -> Iterator[str]:
        table = result.line.configuration
        before, now = result.line.policies
        yield from ("trilith", "compare", self.game, *self.words)
        yield from ("--players", str(table.players), "--bots", str(table.bots))
        yield from ("--policy", now)
        if before != now:
            yield from ("--against-policy", before)
        yield from ("--seed", str(self.seed))


_SHORT = 10
"""Digits of a commit's id that are shown."""


def of_revision(root: Path, name: str, revision: str) -> tuple[str, Game]:
    """How a revision is called, and the game as it was there.

    Data of an older format are carried over as `trilith upgrade` does it, in a temporary folder.

    Raises:
        RevisionError: there is no such revision.
        WrongUseError: it does not have the game.
        FailedError: today's trilith cannot read its data.
    """
    commit = commit_of(root, revision)
    short = commit[:_SHORT]
    label = short if commit.startswith(revision) else f"{revision} ({short})"
    with exported(root, commit) as unpacked:
        folder = unpacked.resolve()
        if name not in game_names(folder):
            raise WrongUseError(f"there is no game {name!r} at {label}; name a later revision")
        game, findings = _load_game(folder, name)
        if game is None:
            write(planned(folder, [name]))
            label = f"{label}, carried over to today's format"
            game, findings = _load_game(folder, name)
    if game is None:
        raise FailedError(_unreadable(label, findings))
    return label, game


def _load_game(folder: Path, name: str) -> tuple[Game | None, tuple[Finding, ...]]:
    """A game; None where its data have errors."""
    catalogue, findings = load(folder, [name])
    game = catalogue.games.get(name)
    sound = game is not None and game.complete and not has_errors(findings)
    return (game if sound else None), findings


def _unreadable(label: str, findings: Sequence[Finding]) -> str:
    errors = [one for one in findings if one.severity is Severity.ERROR]
    first = f": {errors[0].place}: {errors[0].message}" if errors else ""
    more = f" (and {len(errors) - 1} more errors)" if len(errors) > 1 else ""
    return (
        f"the data at {label} cannot be played by today's trilith{first}{more}; compare with a "
        "later revision, or mend a copy of it in a folder and name that: --with FOLDER"
    )


def of_folder(folder: Path, name: str) -> tuple[str, Game]:
    """How another project is called, and its game of that name.

    Raises:
        NotAProjectError: it is none.
        UsageError: it does not have the game.
        DataError: its data have errors.
    """
    root = find_project(folder, Path.cwd())
    catalogue, findings = load(root, [name])
    stop_on_errors(findings)
    return str(folder), catalogue.games[name]
