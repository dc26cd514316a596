"""What the studio wrote, committed with git: that and nothing else.

No hook, filter, monitor or signature of the project has a part in it: a tree is made of stored
bytes, beside the user's own index.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.atomic import TurnError, turn_at
from generator.changes.git_files import PLAIN_FILES, RevisionError, commit_of, contents, git
from generator.failures import FailedError
from generator.studio.edits import COMMITTED, Edit, Journal, changes_of, journal_of, swap_bytes
from generator.studio.fields import text_of
from generator.studio.project_files import RefusedError
from generator.studio.set_files import PLACE
from validator.catalogue.sheets.shapes import ANY, same
from validator.plainfile import read_plain

_MIDDLES = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD")
_MOST_LINES = 40
Written = tuple[Edit, int]
"""An edit that was made (1) or taken back (-1)."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as the last commit has it: its path in the repository, its mode and object id."""

    path: str
    mode: str
    id: str


def commit_edits(root: Path, game: str, name: str, message: str) -> dict[str, Any]:
    """Commit what the studio wrote of a game called ``name``; without a message only tell it.

    Tells ``lines``, each a change in words, the ``message`` and the short id of the ``commit``.

    Raises:
        RefusedError: it cannot be committed; the message says what to do.
    """
    journal = journal_of(root, game)
    try:
        with turn_at(journal.path.with_suffix(".turn"), "waiting for another studio"):
            return _commit(root, journal, name, message)
    except (OSError, TurnError, FailedError, RevisionError) as error:
        raise RefusedError(str(error), lines=_list_lines(root, journal)) from error


def _list_lines(root: Path, journal: Journal) -> list[str]:
    """What was written and is there now, where there is no commit to hold it against."""
    lines = list[str]()
    for file, written in _by_file(journal).items():
        with suppress(OSError):
            now = read_plain(root / file, inside=root)
            lines += _lines(_take_back(now, written)[1])
    return lines


def _by_file(journal: Journal) -> dict[str, list[Written]]:
    """What was written since the last commit, by the files it was written into."""
    found: dict[str, list[Written]] = {}
    for one, by in journal.read()[2]:
        found.setdefault(one["file"], []).append((one, by))
    return found


def _commit(root: Path, journal: Journal, name: str, message: str) -> dict[str, Any]:
    head = commit_of(root, "HEAD")
    if not all(git(root, "rev-parse", "-q", "--verify", one).returncode for one in _MIDDLES):
        raise FailedError("git is in the middle of a merge or the like; end that first")
    ready, lines = dict[StoredFile, bytes](), list[str]()
    for file, written in _by_file(journal).items():
        stored = _file_at(root, head, file)
        (then,) = contents(root, [stored.id])
        now, there = _merge(root, file, then, written)
        if now != then:
            ready[stored] = now
            lines += _lines(there)
    told = {"lines": lines, "message": _offer_message(name, lines), "commit": ""}
    if message.strip() and ready:
        told["commit"] = _store(root, head, ready, message)
        journal.add({COMMITTED: told["commit"]}, lambda: None)
        told["lines"] = []
    return told


def _ask(root: Path, *words: str, **more: Any) -> str:
    """What a command of git says.

    Raises:
        FailedError: it failed, and says so.
    """
    done = git(root, *words, **more)
    if done.returncode:
        raise FailedError(f"git: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode("utf-8", "replace").strip()


def _file_at(root: Path, head: str, file: str) -> StoredFile:
    """A file of the project as the last commit has it.

    Raises:
        FailedError: it has it not, or something else of it is staged.
    """
    listed = _ask(root, "ls-tree", "-z", "--full-name", head, "--", file).rstrip("\0")
    about, _, path = listed.partition("\t")
    if about.split(" ")[0] not in PLAIN_FILES:
        raise FailedError(f"{file} is in no commit yet: `git add {file}` and commit it once")
    if git(root, "diff-index", "--cached", "--quiet", head, f":(literal){file}").returncode:
        raise FailedError(f"other changes of {file} are staged; commit or unstage them first")
    mode, _, name = about.split()
    return StoredFile(path, mode, name)


def _merge(
    root: Path, file: str, then: bytes, written: Sequence[Written]
) -> tuple[bytes, list[Written]]:
    """What the last commit has, with what was written of it, but not what an editor changed.

    Beside it what of it is there now.

    Raises:
        FailedError: both changed the same lines.
    """
    now = read_plain(root / file, inside=root)
    before, there = _take_back(now, written, then)
    if before == then:
        return now, there
    with tempfile.TemporaryDirectory(prefix="trilith-") as folder:
        for name, content in (("now", now), ("before", before), ("then", then)):
            Path(folder, name).write_bytes(content)
        merged = git(Path(folder), "merge-file", "-p", "now", "before", "then")
    if merged.returncode:
        raise FailedError(f"{file} was changed elsewhere in the same lines; commit it with git")
    return merged.stdout, there


def _take_back(
    now: bytes, written: Sequence[Written], then: bytes | None = None
) -> tuple[bytes, list[Written]]:
    """A file without what was written, until it is as ``then``; and what of that was there."""
    there = list[Written]()
    for one, by in reversed(written):
        found = next(swap_bytes(now, one, -by), None)
        if now != then and found is not None:
            there.insert(0, (one, by))
            now = found
    return now, there


def _store(root: Path, head: str, ready: Mapping[StoredFile, bytes], message: str) -> str:
    """Make a commit; the index has the same of its files then. The short id of it."""
    new = []
    for one, content in ready.items():
        made = _ask(root, "hash-object", "-w", "--no-filters", "--stdin", fed=content)
        new.append(f"{one.mode} {made}\t{one.path}")
    with tempfile.TemporaryDirectory(prefix="trilith-") as folder:
        # git looks at files as it writes an index, through their filters: here there are none
        bare = {"GIT_DIR": _ask(root, "rev-parse", "--absolute-git-dir"), "GIT_WORK_TREE": folder}
        own = {**bare, "GIT_INDEX_FILE": f"{folder}/index"}
        _ask(Path(folder), "read-tree", head, around=own)
        _stage(new, own)
        tree = _ask(Path(folder), "write-tree", around=own)
        commit = _ask(root, "commit-tree", tree, "-p", head, fed=f"{message.strip()}\n".encode())
        _stage(new, bare)
        if git(root, "update-ref", "-m", "commit: studio", "HEAD", commit, head).returncode:
            _stage([f"{one.mode} {one.id}\t{one.path}" for one in ready], bare)
            raise FailedError("somebody else has just committed, or git is busy; do it again")
    return _ask(root, "rev-parse", "--short", commit)


def _stage(entries: Sequence[str], around: Mapping[str, str]) -> None:
    root = Path(around["GIT_WORK_TREE"])
    fed = "".join(f"{one}\0" for one in entries).encode()
    _ask(root, "update-index", "-z", "--index-info", fed=fed, around=around)


def _lines(written: Sequence[Written]) -> list[str]:
    """What was written in all, a line for each field."""
    found: dict[tuple[str, str], tuple[Any, Any]] = {}
    for one, by in written:
        for record, field, before, after in changes_of(one, by):
            first = found.get((record, field), (before, after))[0]
            found[record, field] = first, after
    return [
        _in_words(record, field, *values)
        for (record, field), values in found.items()
        if not same(*values)
    ]


def _in_words(record: str, field: str, before: Any, after: Any) -> str:
    if not field:
        return f"{record}: {'new' if before is None else 'deleted'}"
    if field == PLACE:
        return f"{record}: moved"
    texts = (" ".join(text_of(one, ANY).split()) or "nothing" for one in (before, after))
    return f"{record} {field}: {' -> '.join(texts)}"


def _offer_message(name: str, lines: Sequence[str]) -> str:
    if len(lines) < 2:
        return f"{name}: {lines[0]}" if lines else ""
    few = [*lines[:_MOST_LINES], *(["and more"] if lines[_MOST_LINES:] else [])]
    return "\n".join([f"{name}: {len(lines)} changes", "", *few])
