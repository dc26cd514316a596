"""Printing only what differs from the last print, and noting what is on paper now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.changes.ledger import (
    Faces,
    changes,
    faces_now,
    mark_printed,
    pieces_to_take_out,
    read_ledger,
    summary,
    warning,
)
from generator.changes.revisions import earlier
from generator.design.templating import Templates
from generator.options import OutputResult, stop_on_errors
from validator.catalogue.model import Game


@dataclass(frozen=True, slots=True)
class Reprint:
    """How many copies of each component to print, what to take out first, and what to say."""

    copies: Mapping[str, int]
    take_out: tuple[str, ...]
    made: OutputResult


def find_changes(
    root: Path,
    game: Game,
    templates: Templates,
    since: str | None,
    wanted: Collection[str] | None = None,
) -> Reprint:
    """What differs from the last print, or from a git revision.

    With it comes what to say, among it a warning where a template change alters whole decks.
    Where nothing was marked as printed yet, everything is to be printed. What is to be taken out
    is told of the components ``wanted``, by id; of all if None.

    Raises:
        DataError: the data, the templates or the ledger have errors.
        RevisionError: there is no such revision.
    """
    now, findings = faces_now(game, templates)
    stop_on_errors(findings)
    before, first, asides = _before(root, game, since)
    found = changes(before, now)
    told = warning(found, game, now)
    asides += [f"trilith: {told}"] if told else []
    words = [*first, f"{game.name}: {summary(found)}"]
    surplus = {
        key: count for key, count in found.surplus.items() if wanted is None or key in wanted
    }
    take_out = tuple(pieces_to_take_out(surplus, before))
    words += [f"  take out: {', '.join(take_out)}"] if take_out else []
    return Reprint(
        found.copies, take_out, OutputResult(told="\n".join(words), aside="\n".join(asides))
    )


def _before(root: Path, game: Game, since: str | None) -> tuple[Faces, list[str], list[str]]:
    """The faces as they were, and what to say of them: on standard output, and beside it."""
    if since is not None:
        then, findings = earlier(root, game.id, since, game.translated)
        return then.faces, [], [f"at {then.commit}: {f.place}: {f.message}" for f in findings]
    ledger, findings = read_ledger(root, game.id, game.translated)
    stop_on_errors(findings)
    if ledger is None:
        return {}, [f"{game.name}: nothing was marked as printed yet (--mark-printed does)"], []
    return ledger.faces, [], []


def mark_kit(root: Path, game: Game, templates: Templates) -> OutputResult:
    """Write into the ledger that all faces of the game are printed as they are now.

    Raises:
        DataError: the data or the templates have errors, or the ledger that is there.
        OutputError: the ledger cannot be written.
    """
    stop_on_errors(read_ledger(root, game.id, game.translated)[1])
    faces, findings = faces_now(game, templates)
    stop_on_errors(findings)
    path = mark_printed(root, game, faces)
    where = path.relative_to(root)
    return OutputResult(
        (path,), told=f"marked as printed in {where}; keep it under version control"
    )
