"""Edits of the page: written where a value stands, never over what it did not see, and undone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping
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
from generator.studio.set_files import RefusedError, SetFiles, StaleError, open_set, stamp_of
from validator.cache import project_folder
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.shapes import ANY, CellError, same

_TRIES = 5
_NEEDED = {"change": {"id", "field", "saw", "to"}, "copy": {"id"}, "delete": {"id", "stamp"}}
_PARTS = ("left", "right", "old", "new")
_AROUND = 60
"""Bytes around a change by which it is found again."""
Edit = dict[str, Any]
"""What was changed: set, record, field (none: the whole record), value before and after, and the
bytes ``old`` and ``new`` with those around them, as Latin-1.
"""


@dataclass(frozen=True)
class Journal:
    """All edits of a game and which of them stand, in a file to which lines are added.

    It is no cache, as nothing could make it anew.
    """

    path: Path

    def read(self) -> tuple[list[Edit], int]:
        """The edits, and how many of them stand; a line that was cut short is passed over."""
        edits, at = list[Edit](), 0
        for line in self.path.read_bytes().splitlines() if self.path.exists() else ():
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if "step" in said:
                at = max(0, min(len(edits), at + said["step"]))
            else:
                edits[at:] = [said]
                at += 1
        return edits, at

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
        known |= {"undo": self._step, "redo": self._step}
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
        name, field, to = words["id"], words["field"], words["to"].replace("\r\n", "\n")
        now, short = files.text(name, field), files.text(name, field, short=True)
        if not field or to in (now, short):
            return "as it was", name
        if words["saw"] not in (now, short):
            raise RefusedError(f"{field} has been changed elsewhere", now=now)
        value = files.read_text(field, to)
        if field == "id" and value in self.ids:
            raise RefusedError(f"the id {to!r} is taken")
        raw = files.bytes_with(name, field, value)
        made = self._write(files, raw, name, field, files.value(name, field), value)
        name = to if field == "id" else name
        return f"saved: {made.place(name, field)}", name

    def _copy(self) -> tuple[str, str]:
        files, name = open_set(self.root, self.file), self.words["id"]
        base, _, number = name.rpartition("-")
        base = base if base and number.isdecimal() else name
        taken = {*self.ids, *files.records}
        new = next(one for n in count(2) if (one := f"{base}-{n}") not in taken)
        record = files.value(name, "")
        raw = files.bytes_with(name, "", None, new)
        self._write(files, raw, new, "", None, record | {"id": new})
        return f"{new} is new, a copy of {name}", new

    def _delete(self) -> tuple[str, str]:
        files, name = open_set(self.root, self.file), self.words["id"]
        record = files.value(name, "")
        if record is None or stamp_of(record) != self.words["stamp"]:
            raise RefusedError(f"{name} has been changed elsewhere; look at it again")
        self._write(files, files.bytes_with(name, "", None), name, "", record, None)
        return f"{name} is deleted", ""

    def _write(self, files: SetFiles, raw: bytes, *what: Any) -> SetFiles:
        """Check an edit (record, field, value before and after), note it and make it.

        What was undone cannot be done again then.
        """
        name, field, before, after = what
        made, old = files.check(raw, name, field, after), files.raw
        start = _alike(old, raw)
        tail = _alike(old[start:][::-1], raw[start:][::-1])
        end = len(old) - tail
        around = old[max(0, start - _AROUND) : start], old[end : end + _AROUND]
        parts = (*around, old[start:end], raw[start : len(raw) - tail])
        entry = {"set": self.file, "id": name, "field": field, "file": files.file, "at": start}
        entry |= {"before": before, "after": after}
        entry |= zip(_PARTS, (part.decode("latin-1") for part in parts), strict=True)
        self._journal.add(entry, lambda: files.write(raw))
        return made

    def _step(self) -> tuple[str, str]:
        """Take back the last edit that stands, or do the next one again.

        Where the value is another by now, it stays, unless the page has seen that (``saw``);
        ``skip`` passes over the edit.
        """
        edits, at = self._journal.read()
        what, by = self.words["do"], 1 if self.words["do"] == "redo" else -1
        at -= by < 0
        if not 0 <= at < len(edits):
            return f"there is nothing to {what}", ""
        one, field = edits[at], edits[at]["field"]
        start, end = (one["after"], one["before"])[::-by]
        name, shown = (start, end) if field == "id" else (one["id"], one["id"])
        if self.words.get("skip"):
            self._journal.add({"step": by}, lambda: None)
            return f"{what} has passed over {name} {field}", ""
        files = open_set(self.root, one["set"])
        now = files.value(name, field)
        is_done, is_there = same(now, end), text_of(now, ANY)
        if (
            not is_done
            and not same(now, start)
            and (not field or self.words.get("saw") != is_there)
        ):
            wanted = text_of(end, ANY)
            raise RefusedError(
                f"{name} {field} has been changed since", now=is_there, wanted=wanted
            )
        raw = files.raw if is_done else _edit_again(files, one, by, name, end)
        self._journal.add({"step": by}, lambda: files.write(raw))
        return f"{what}: {shown} {field}".strip(), shown


def _alike(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _edit_again(files: SetFiles, one: Edit, by: int, name: str, value: Any) -> bytes:
    """The file with the bytes of an edit as they were, or else with its value so.

    Raises:
        RefusedError: neither can be.
    """
    parts = (one[key].encode("latin-1") for key in _PARTS)
    left, right, *both = parts
    there, here = both[::-by]
    for before, after in ((left, right), (left, b""), (b"", right)):
        spots = (found.start() for found in finditer(escape(before + here + after), files.raw))
        for at in sorted(spots, key=lambda at: abs(at - one["at"]))[:_TRIES]:
            begin, end = at + len(before), at + len(before + here)
            raw: bytes = files.raw[:begin] + there + files.raw[end:]
            with suppress(RefusedError, UnicodeDecodeError, SheetError):
                files.check(raw, name, one["field"], value)
                return raw
    if not one["field"]:
        raise RefusedError(f"{files.file} has changed around {name}, so it stays as it is")
    raw = files.bytes_with(name, one["field"], value)
    files.check(raw, name, one["field"], value)
    return raw
