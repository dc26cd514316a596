"""Edits of the page: written where a value stands, never over what it did not see, and undone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from re import escape, finditer
from typing import Any

from platformdirs import user_state_dir

from generator.atomic import TurnError, turn_at
from generator.failures import FailedError
from generator.studio.fields import text_of
from generator.studio.set_files import (
    MOST_WRONG,
    PLACE,
    Change,
    RefusedError,
    SetFiles,
    StaleError,
    open_set,
    stamp_of,
)
from validator.cache import project_folder
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.shapes import ANY, CellError, same
from validator.catalogue.source import read_json

_TRIES = 5
_NEEDED = {"change": {"id", "field", "saw", "to"}, "copy": {"id"}, "delete": {"id", "stamp"}}
_NEEDED |= {"paste": {"cells"}}
_VALUES = ("id", "field", "before", "after")
_PARTS = ("left", "right", "old", "new")
COMMITTED = "committed"
"""What the journal says, with the commit, where edits went into one."""
_AROUND = 60
"""Bytes around a change by which it is found again."""
Edit = dict[str, Any]
"""What was changed: set, record, field (none: the whole record), value before and after (or
``cells`` with these four for each of several), and the bytes ``old`` and ``new`` with those around
them, as Latin-1.
"""


@dataclass(frozen=True)
class Journal:
    """All edits of a game and which of them stand, in a file to which lines are added.

    It is no cache, as nothing could make it anew.
    """

    path: Path

    def read(self) -> tuple[list[Edit], int, list[tuple[Edit, int]]]:
        """The edits, how many of them stand, and what was written since the last commit.

        That are edits that were made (1) or taken back (-1). A line that was cut short is passed
        over.
        """
        edits, at, written = list[Edit](), 0, list[tuple[Edit, int]]()
        for line in self.path.read_bytes().splitlines() if self.path.exists() else ():
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if COMMITTED in said:
                written.clear()
            elif "step" not in said:
                edits[at:] = [said]
                at += 1
                written.append((said, 1))
            elif 0 <= at + min(0, said["step"]) < len(edits):
                if "skip" not in said:
                    written.append((edits[at + min(0, said["step"])], said["step"]))
                at += said["step"]
        return edits, at, written

    def add(self, said: Mapping[str, Any], do: Callable[[], None]) -> None:
        """Note what is then done; the note goes again where that fails.

        Raises:
            RefusedError: it cannot be noted.
        """
        try:
            with self.path.open("ab") as file:
                size = file.tell()
                file.write(b"\n" + json.dumps(said).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            why = error.strerror or error
            raise RefusedError(f"nothing is written, as it could not be undone: {why}") from error
        try:
            do()
        except Exception:
            os.truncate(self.path, size)
            raise


def journal_of(root: Path, game: str) -> Journal:
    """The journal of a game, with what else trilith knows of this user that is not made anew."""
    folder = Path(user_state_dir("trilith", appauthor=False)) / project_folder(root).name
    if not folder.is_absolute():  # it could lead into a project
        raise RefusedError(f"{folder} is no place for a list of edits; mend XDG_STATE_HOME")
    if not game or {"/", "\\", "."} & {*game}:
        raise RefusedError("nobody looks at that game")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Journal(folder / f"{game}.edits")


@dataclass(frozen=True)
class Editor:
    """Does what the page asks for with a set of a game, whose YAML is ``file``.

    ``words`` are those of the page, ``ids`` all that the game has.
    """

    root: Path
    game: str
    file: str
    words: Mapping[str, str]
    ids: Collection[str] = ()

    @cached_property
    def _journal(self) -> Journal:
        return journal_of(self.root, self.game)

    def edit(self) -> dict[str, str]:
        """Make the edit; what is told: what was ``said``, and the ``id`` of the record then.

        Raises:
            RefusedError: it is not made.
        """
        what = self.words.get("do", "")
        known = {"change": self._change, "copy": self._copy, "delete": self._delete}
        known |= {"undo": self._step, "redo": self._step, "paste": self._paste}
        if what not in known or not _NEEDED.get(what, set()) <= self.words.keys():
            raise RefusedError(f"the page does not say what to {what or 'do'}")
        try:
            turn = self._journal.path.with_suffix(".turn")
            with turn_at(turn, "waiting for another studio"):
                for _ in range(_TRIES):
                    with suppress(StaleError):
                        said, name = known[what]()
                        return {"said": said, "id": name}
            raise RefusedError("nothing was written: the file changes all the time")
        except (OSError, TurnError, FailedError, CellError) as error:
            raise RefusedError(f"nothing was written: {error}") from error

    def _change(self) -> tuple[str, str]:
        """Set a field to what the page says, if it is still what the page saw."""
        files, words = open_set(self.root, self.file), self.words
        name, field = words["id"], words["field"]
        changes = self._judge(files, name, field, words["saw"], words["to"], self.ids)
        if not field or not changes:
            return "as it was", name
        made = self._write(files, changes)
        name = changes[0].after if field == "id" else name
        return f"saved: {made.place(name, field)}", name

    def _judge(
        self, files: SetFiles, name: str, field: str, saw: str, to: str, taken: Collection[str]
    ) -> list[Change]:
        """The change of a field to what the page says; none where it is so.

        Raises:
            RefusedError: it is not what the page ``saw`` any more, or cannot be that.
        """
        now, short = files.text(name, field), files.text(name, field, short=True)
        to = to.replace("\r\n", "\n")
        if to in (now, short):
            return []
        if saw not in (now, short):
            raise RefusedError(f"{field} has been changed elsewhere", now=now)
        change = Change(name, field, files.value(name, field), files.read_text(field, to))
        if field == "id" and change.after in taken:
            raise RefusedError(f"the id {to!r} is taken")
        return [] if same(change.before, change.after) else [change]

    def _paste(self) -> tuple[str, str]:
        """Set many fields as :meth:`_change` does, or none where one is wrong."""
        files, taken = open_set(self.root, self.file), {*self.ids}
        changes, wrong = list[Change](), list[Sequence[str]]()
        for name, field, saw, to in _read_cells(self.words["cells"]):
            try:
                changes += self._judge(files, name, field, saw, to, taken)
                taken |= {to} if field == "id" else set()
            except RefusedError as error:
                wrong.append((name, field, str(error)))
        if wrong:  # what else is wrong is told with it
            try:
                files.check(files.bytes_with(changes), changes)
            except RefusedError as error:
                wrong += error.told.get("wrong", ())
            raise RefusedError("nothing is written", wrong=wrong[:MOST_WRONG])
        if not changes:
            return "as it was", ""
        self._write(files, changes)
        return f"saved: {len(changes)} fields of {files.file}", changes[0].record

    def _copy(self) -> tuple[str, str]:
        files, name = open_set(self.root, self.file), self.words["id"]
        base, _, number = name.rpartition("-")
        base = base if base and number.isdecimal() else name
        taken = {*self.ids, *files.records}
        new = next(one for n in count(2) if (one := f"{base}-{n}") not in taken)
        record = files.value(name, "") or {}
        self._write(files, [Change(new, "", None, record | {"id": new})], name)
        return f"{new} is new, a copy of {name}", new

    def _delete(self) -> tuple[str, str]:
        files, name = open_set(self.root, self.file), self.words["id"]
        record = files.value(name, "")
        if record is None or stamp_of(record) != self.words["stamp"]:
            raise RefusedError(f"{name} has been changed elsewhere; look at it again")
        self._write(files, [Change(name, "", record, None)])
        return f"{name} is deleted", ""

    def _write(self, files: SetFiles, changes: Sequence[Change], behind: str = "") -> SetFiles:
        """Check an edit, note it and make it; what was undone cannot be done again then."""
        raw, old = files.bytes_with(changes, behind), files.raw
        made = files.check(raw, changes)
        start = _alike(old, raw)
        tail = _alike(old[start:][::-1], raw[start:][::-1])
        end = len(old) - tail
        around = old[max(0, start - _AROUND) : start], old[end : end + _AROUND]
        parts = (*around, old[start:end], raw[start : len(raw) - tail])
        entry: Edit = {"set": self.file, "file": files.file, "at": start}
        entry |= {"cells": changes} if changes[1:] else zip(_VALUES, changes[0], strict=True)
        entry |= zip(_PARTS, (part.decode("latin-1") for part in parts), strict=True)
        self._journal.add(entry, lambda: files.write(raw))
        return made

    def _step(self) -> tuple[str, str]:
        """Take back the last edit that stands, or do the next one again.

        Where a value is another by now, it stays, unless the page has seen that (``saw``);
        ``skip`` passes over the edit.
        """
        edits, at, _ = self._journal.read()
        what, by = self.words["do"], 1 if self.words["do"] == "redo" else -1
        at -= by < 0
        if not 0 <= at < len(edits):
            return f"there is nothing to {what}", ""
        one, changes = edits[at], changes_of(edits[at], by)
        shown = next((c.after for c in changes if c.field == "id"), changes[0].record)
        about = f"{shown} {changes[0].field.replace(PLACE, 'place')}"
        about = f"a paste of {len(changes)} fields" if changes[1:] else about
        if self.words.get("skip"):
            self._journal.add({"step": by, "skip": True}, lambda: None)
            return f"{what} has passed over {about}", ""
        files = open_set(self.root, one["set"])
        now = [files.value(change.record, change.field) for change in changes]
        start, end = [change.before for change in changes], [change.after for change in changes]
        is_done, is_there = same(now, end), _tell_values(changes, now)
        is_known = same(now, start) or (changes[0].field and self.words.get("saw") == is_there)
        if not is_done and not is_known:
            wanted = _tell_values(changes, end)
            raise RefusedError(f"{about} has been changed since", now=is_there, wanted=wanted)
        raw = files.raw if is_done else _edit_again(files, one, by, changes)
        self._journal.add({"step": by}, lambda: files.write(raw))
        return f"{what}: {about}".strip(), shown


def _tell_values(changes: Sequence[Change], values: Sequence[Any]) -> str:
    """Values as the page shows them, with their fields where there are several."""
    texts = [text_of(value, ANY) for value in values]
    lines = (f"{one.record} {one.field}: {it}" for one, it in zip(changes, texts, strict=True))
    return "\n".join(lines if changes[1:] else texts)


def _read_cells(text: str) -> list[list[str]]:
    """The cells of a paste: record, field, what the page saw there, and what is to be there.

    Raises:
        RefusedError: they are none.
    """
    try:
        cells: list[list[str]] = read_json(text)
        if all(len(one) == 4 and one[1] and {*map(type, one)} == {str} for one in cells):
            return cells
    except (ValueError, TypeError):
        pass
    raise RefusedError("the page does not say what to paste")


def changes_of(one: Edit, by: int) -> list[Change]:
    """The changes of an edit as it is done again (``by`` 1) or taken back (-1)."""
    cells = one.get("cells") or [[one[key] for key in _VALUES]]
    changes = [Change(*each) for each in cells]
    if by > 0:
        return changes
    names = {each.record: each.after for each in changes if each.field == "id"}
    return [Change(names.get(name, name), field, new, old) for name, field, old, new in changes]


def _alike(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def swap_bytes(content: bytes, one: Edit, by: int) -> Iterator[bytes]:
    """A content with an edit made (``by`` 1) or taken back (-1), the likeliest spot first."""
    parts = (one[key].encode("latin-1") for key in _PARTS)
    left, right, *both = parts
    there, here = both[::-by]
    for before, after in ((left, right), (left, b""), (b"", right)):
        spots = (found.start() for found in finditer(escape(before + here + after), content))
        for at in sorted(spots, key=lambda at: abs(at - one["at"]))[:_TRIES]:
            begin, end = at + len(before), at + len(before + here)
            yield content[:begin] + there + content[end:]


def _edit_again(files: SetFiles, one: Edit, by: int, changes: Sequence[Change]) -> bytes:
    """The file with the bytes of an edit as they were, or else with its values so.

    Raises:
        RefusedError: neither can be.
    """
    for raw in swap_bytes(files.raw, one, by):
        with suppress(RefusedError, UnicodeDecodeError, SheetError):
            files.check(raw, changes)
            return raw
    if not changes[0].field:
        name = changes[0].record
        raise RefusedError(f"{files.file} has changed around {name}, so it stays as it is")
    raw = files.bytes_with(changes)
    files.check(raw, changes)
    return raw
