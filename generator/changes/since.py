"""What is new among the findings of a project since its last commit."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path, PurePosixPath

from generator.changes.blobs import RevisionError, head_of, object_id, stored, write
from validator.cache import project_cache
from validator.catalogue.folders import game_names
from validator.command import UnknownNewsError
from validator.findings import Finding, Place, Severity
from validator.plainfile import read_plain
from validator.program import program
from validator.report import News, Placed, compare, placed
from validator.run import check

DATA_FOLDERS = ("components", "templates")
PICTURES = (".png", ".jpg", ".jpeg", ".svg")


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
        files = stored(root, head) if head else None
        before = {path: one for path, one in (files or {}).items() if matters(path)}
        if not any(path.startswith("components/") for path in before):
            return None
        if is_as_stored(root, before):
            return News()
        return compare(placed(findings, root), findings_then(root, before, games, simulate))
    except RevisionError as error:
        raise UnknownNewsError(str(error)) from error


def matters(path: str) -> bool:
    """Tell whether a file of a project (its path inside) can change what a check finds."""
    parts = PurePosixPath(path).parts
    if parts[0] in DATA_FOLDERS:
        return True
    is_data = len(parts) == 1 and path.endswith((".yaml", ".yml"))
    return is_data or (parts[0] != "output" and path.lower().endswith(PICTURES))


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
) -> tuple[Placed, ...]:
    """The findings of a project whose files were these; kept, as they are asked for again."""
    asked = json.dumps([sorted(files.items()), games, simulate, program()])
    key = hashlib.sha256(asked.encode("utf-8", "surrogateescape")).hexdigest()
    store = project_cache(root)
    kept = store.get("findings", key)
    if kept is not None:
        return tuple(_read(one) for one in json.loads(kept))
    with tempfile.TemporaryDirectory(prefix="trilith-") as name:
        folder = Path(name).resolve()
        write(root, files, folder)
        there = [one for one in games or () if one in game_names(folder)]
        found = check(folder, there or None, simulate=simulate) if there or not games else ()
        then = placed(found, folder)
    store.put("findings", key, json.dumps([asdict(one) for one in then]).encode())
    return then


def _read(kept: Mapping[str, object]) -> Placed:
    """A finding as it was kept."""
    data = dict(kept["finding"])  # type: ignore[call-overload]
    place, severity = Place(**data.pop("place")), Severity(data.pop("severity"))
    return Placed(Finding(**data, place=place, severity=severity), str(kept["record"]))
