"""What changed since the last print or a revision, and what of it is printed again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from cattrs import structure

from generator.changes.git_files import (
    RevisionError,
    files_at,
    head_of,
    object_id,
    read_stored,
    unpack,
)
from generator.changes.ledger import (
    FaceHashes,
    changes,
    faces_now,
    mark_printed,
    pieces_to_take_out,
    read_ledger,
    summary,
    warning,
)
from generator.changes.print_records import FOLDER
from generator.changes.revisions import as_it_was
from generator.design.lookup import SUFFIXES
from generator.design.templates import Templates
from generator.options import OutputResult, stop_on_errors
from validator.cache import project_cache
from validator.catalogue.folders import game_names
from validator.catalogue.model import Game
from validator.command import UnknownNewsError
from validator.findings import Finding
from validator.plainfile import read_plain
from validator.program import program
from validator.report import News, PlacedFinding, compare, place_findings
from validator.run import check

DATA_FOLDERS = ("components", "templates")


def news_since_commit(
    root: Path, findings: Sequence[Finding], games: Sequence[str] | None, simulate: bool
) -> News | None:
    """Compare findings with those of the last commit; None where there is none with data.

    The last commit is checked only where a file differs from it, and once.

    Raises:
        UnknownNewsError: it is there, but what it holds cannot be read.
    """
    head = head_of(root)
    try:
        files = files_at(root, head) if head else None
        before = {path: one for path, one in (files or {}).items() if matters(path)}
        if not any(path.startswith("components/") for path in before):
            return None
        if is_as_stored(root, before):
            return News()
        return compare(place_findings(findings, root), findings_then(root, before, games, simulate))
    except RevisionError as error:
        raise UnknownNewsError(str(error)) from error


def matters(path: str) -> bool:
    """Tell whether a file of a project (its path inside) can change what a check finds.

    Of playtests all counts but the data of prints, which are kept as archives.
    """
    parts = PurePosixPath(path).parts
    if parts[0] in DATA_FOLDERS or (parts[0] == FOLDER and not path.endswith(".zip")):
        return True
    is_data = len(parts) == 1 and path.endswith((".yaml", ".yml"))
    return is_data or (parts[0] not in ("output", FOLDER) and path.lower().endswith(SUFFIXES))


def is_as_stored(root: Path, files: Mapping[str, str]) -> bool:
    """Tell whether the project has just these files (path and object id) of what matters."""
    for path, stored_id in files.items():
        try:
            if object_id(read_plain(root / path), stored_id) != stored_id:
                return False
        except OSError:
            return False
    return all(
        path.relative_to(root).as_posix() in files
        for folder in DATA_FOLDERS
        for path in (root / folder).rglob("*")
        if path.is_file()
    )


def findings_then(
    root: Path, files: Mapping[str, str], games: Sequence[str] | None, simulate: bool
) -> tuple[PlacedFinding, ...]:
    """The findings of a project whose files were these; kept, as they are asked for again."""
    asked = json.dumps([sorted(files.items()), games, simulate, program()])
    key = hashlib.sha256(asked.encode("utf-8", "surrogateescape")).hexdigest()
    store = project_cache(root)
    kept = store.get("findings", key)
    if kept is not None:
        return structure(json.loads(kept), tuple[PlacedFinding, ...])
    with unpack(read_stored(root, files)) as folder:
        there = [one for one in games or () if one in game_names(folder)]
        found = check(folder, there or None, simulate=simulate) if there or not games else ()
        then = place_findings(found, folder)
    store.put("findings", key, json.dumps([asdict(one) for one in then]).encode())
    return then


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
    Where nothing was marked as printed yet, everything is to be printed. All but the warning is of
    the components ``wanted``, by id; of all if None.

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
    some = found.among(wanted)
    said = summary(some)
    if some.nothing and not found.nothing:
        said = "none of what --only names has changed"
    words = [*first, f"{game.name}: {said}"]
    take_out = tuple(pieces_to_take_out(some.surplus, before))
    words += [f"  take out: {', '.join(take_out)}"] if take_out else []
    return Reprint(
        some.copies, take_out, OutputResult(told="\n".join(words), aside="\n".join(asides))
    )


def _before(root: Path, game: Game, since: str | None) -> tuple[FaceHashes, list[str], list[str]]:
    """The faces as they were, and what to say of them: on standard output, and beside it."""
    if since is not None:
        with as_it_was(root, game.id, since, game.translated) as then:
            told = [f"at {then.commit}: {f.place}: {f.message}" for f in then.findings]
            return then.faces, [], told
    printed = read_ledger(root, game.id, game.translated)
    if printed is None:
        return {}, [f"{game.name}: nothing was marked as printed yet (--mark-printed does)"], []
    return printed, [], []


def mark_kit(root: Path, game: Game, templates: Templates) -> OutputResult:
    """Write into the ledger that all faces of the game are printed as they are now.

    Raises:
        DataError: the data or the templates have errors, or the ledger that is there.
        OutputError: the ledger cannot be written.
    """
    read_ledger(root, game.id, game.translated)
    faces, findings = faces_now(game, templates)
    stop_on_errors(findings)
    path = mark_printed(root, game, faces)
    where = path.relative_to(root)
    return OutputResult(told=f"marked as printed in {where}; keep it under version control")
