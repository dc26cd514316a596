"""Edits of the page: written where a value stands, never over what it did not see, and undone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from re import escape, finditer
from typing import Any

from platformdirs import user_state_dir

from generator.atomic import TurnError, turn_at
from generator.failures import FailedError
from generator.sheets.tables import put
from generator.studio.data_files import DataFile, find_changes, open_file, token_at
from generator.studio.fields import text_of
from generator.studio.project_files import (
    LOOKS,
    MOST_WRONG,
    Change,
    RefusedError,
    StaleError,
    decode,
)
from generator.studio.set_files import PLACE, SetFiles, open_set, stamp_of
from generator.studio.translation_file import TranslationFile
from validator.cache import project_folder
from validator.catalogue.sheets.cells import ABSENT
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.shapes import ANY, CellError, same
from validator.catalogue.source import read_json
from validator.findings import as_id

_TRIES = 5
_VALUES = ("id", "field", "before", "after")
_PARTS = ("left", "right", "old", "new")
COMMITTED = "committed"
"""What the journal says, with the commit, where edits went into one."""
AnyFile = DataFile | SetFiles | TranslationFile
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

    ``words`` are those of the page, ``ids`` all that the game has, ``sheet`` the CSV file of the
    set that is mended, if it is one.
    """

    root: Path
    game: str
    file: str
    words: Mapping[str, str]
    ids: Collection[str] = ()
    sheet: str = ""

    @cached_property
    def _journal(self) -> Journal:
        return journal_of(self.root, self.game)

    def edit(self) -> dict[str, str]:
        """Make the edit; what is told: what was ``said``, and the ``id`` of the record then.

        Raises:
            RefusedError: it is not made.
        """
        deeds = {
            "change": (self._change, "id field saw to"),
            "paste": (self._paste, "cells"),
            "new": (self._add, "id"),
            "copy": (self._add, "id"),
            "delete": (self._delete, "id stamp"),
            "mend": (self._mend, "line column old new"),
            "undo": (self._step, ""),
            "redo": (self._step, ""),
        }
        what = self.words.get("do", "")
        if what not in deeds or not {*deeds[what][1].split()} <= self.words.keys():
            raise RefusedError(f"the page does not say what to {what or 'do'}")
        try:
            turn = self._journal.path.with_suffix(".turn")
            with turn_at(turn, "waiting for another studio"):
                for _ in range(_TRIES):
                    with suppress(StaleError):
                        said, name = deeds[what][0]()
                        return {"said": said, "id": name}
            raise RefusedError("nothing was written: the file changes all the time")
        except (OSError, TurnError, FailedError, CellError) as error:
            raise RefusedError(f"nothing was written: {error}") from error

    def _open(self, name: str) -> AnyFile:
        """What a record stands in, where the page may write into it by pointers.

        Raises:
            RefusedError: it may not, or that cannot be read.
        """
        if name.startswith("/") and not LOOKS.fullmatch(self.file):
            raise RefusedError(f"{self.file!r} is no face layout and no theme")
        return open_file(self.root, self.file, name)

    def _change(self) -> tuple[str, str]:
        """Set a field to what the page says, if it is still what the page saw."""
        name, field, words = self.words["id"], self.words["field"], self.words
        files = self._open(name)
        changes = self._judge(files, name, field, words["saw"], words["to"], self.ids)
        if not field or not changes:
            return "as it was", name
        made = self._write(files, changes)
        name = changes[0].after if field == "id" else name
        return f"saved: {made.place(name, field)}", name

    def _judge(
        self, files: AnyFile, name: str, field: str, saw: str, to: str, taken: Collection[str]
    ) -> list[Change]:
        """The change of a field to what the page says; none where it is so.

        Raises:
            RefusedError: it is not what the page ``saw`` any more, or cannot be that.
        """
        now, short = files.text(name, field), files.text(name, field, short=True)
        to = to.replace("\r\n", "\n")
        is_gone = isinstance(files, SetFiles) and name not in files.records
        if to in (now, short) and not is_gone:
            return []
        if is_gone or saw not in (now, short):
            told = files.there(name, field)
            raise RefusedError(told["why"] or f"{field} has been changed elsewhere", **told)
        change = Change(name, field, files.value(name, field), files.read_text(field, to))
        if field == "id" and change.after in taken:
            raise RefusedError(f"the id {to!r} is taken")
        return [] if same(change.before, change.after) else [change]

    def _paste(self) -> tuple[str, str]:
        """Set many fields as :meth:`_change` does, or none where one is wrong."""
        cells, taken = _read_list(self.words["cells"], _is_cell), {*self.ids}
        behind = self.words.get("behind", "")
        files = self._open(cells[0][0] if cells else "")
        changes, wrong = list[Change](), list[Sequence[Any]]()
        for name, field, saw, to in cells:
            try:
                changes += self._judge(files, name, field, saw, to, taken)
                taken |= {to} if field == "id" else set()
            except RefusedError as error:
                wrong.append((name, field, str(error), error.told))
        new = self._new_records(files, taken, wrong) if self.words.get("rows") else []
        changes += new
        if wrong:  # what else is wrong is told with it
            try:
                files.check(files.bytes_with(changes, behind), changes)
            except RefusedError as error:
                wrong += error.told.get("wrong", ())
            raise RefusedError("nothing is written", wrong=wrong[:MOST_WRONG])
        if not changes:
            return "as it was", ""
        self._write(files, changes, behind)
        number = len(changes) - len(new)
        told = [f"{number} fields"] * bool(number) + [f"{len(new)} new records"] * bool(new)
        return f"saved: {' and '.join(told)} of {files.file}", changes[-1].record

    def _new_records(
        self, files: AnyFile, taken: set[str], wrong: list[Sequence[Any]]
    ) -> list[Change]:
        """The records of a paste that has more rows than there were, with what is wrong of them."""
        assert isinstance(files, SetFiles)
        changes, taken = list[Change](), taken | files.records.keys()
        for texts in _read_list(self.words["rows"], _is_row):
            named = texts.pop("id", "") or as_id(texts.get("name", "")).replace("_", "-")
            name = _free(named or files.described.data["set"], taken)
            taken.add(name)
            record = files.defaults(name)
            for field, text in texts.items():
                try:
                    value = files.read_text(field, text.replace("\r\n", "\n"))
                    put(record, field, ABSENT if value is None else value)
                except RefusedError as error:
                    wrong.append((name, field, str(error), {}))
            changes.append(Change(name, "", None, record))
        return changes

    def _add(self) -> tuple[str, str]:
        """A record behind another: a copy of that or one of defaults, which may be the first."""
        files, like = open_set(self.root, self.file), self.words["id"]
        is_copy = self.words["do"] == "copy"
        wanted = like if is_copy else f"{files.described.data['set']}-1"
        new = _free(wanted, {like, *self.ids, *files.records})
        record = {**(files.value(like, "") or {}), "id": new} if is_copy else files.defaults(new)
        self._write(files, [Change(new, "", None, record)], like)
        return f"{new} is new{f', a copy of {like}' if is_copy else ''}", new

    def _delete(self) -> tuple[str, str]:
        files, name = open_set(self.root, self.file), self.words["id"]
        record = files.value(name, "")
        if record is None or stamp_of(record) != self.words["stamp"]:
            raise RefusedError(f"{name} has been changed elsewhere; look at it again")
        self._write(files, [Change(name, "", record, None)])
        return f"{name} is deleted", ""

    def _mend(self) -> tuple[str, str]:
        """Write one word for another, where a finding has it: a key or value of YAML, or a cell."""
        words = self.words
        spot, old, new = (int(words["line"]), int(words["column"])), words["old"], words["new"]
        files = open_file(self.root, self.file, "" if self.sheet else "/")
        if isinstance(files, TranslationFile):
            raise RefusedError(f"{self.file} is no data of a game")
        text = decode(files.file, files.raw)
        token = token_at(text, spot, old, not self.sheet)
        changes = find_changes(files, (spot[0], token[2]), old, new) if token else []
        if token is None or not changes:
            raise RefusedError(f"{old!r} does not stand there any more")
        raw = files.encode(f"{text[: token[0]]}{new}{text[token[1] :]}")
        self._write(files, changes, raw=raw)
        return f"saved: {new} for {old} in {files.file}", ""

    def _write(
        self, files: AnyFile, changes: Sequence[Change], behind: str = "", raw: bytes = b""
    ) -> AnyFile:
        """Check an edit, note it and make it; what was undone cannot be done again then."""
        raw, old = raw or files.bytes_with(changes, behind), files.raw
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
        name, field, *_ = changes[0]
        shown = next((c.after for c in changes if c.field == "id"), name)
        about = f"{shown} {field.replace(PLACE, 'place')}"
        about = f"{len(changes)} fields of {one['file']}" if changes[1:] else about
        if self.words.get("skip"):
            self._journal.add({"step": by, "skip": True}, lambda: None)
            return f"{what} has passed over {about}", ""
        files = open_file(self.root, one["set"], name)
        now = [files.value(change.record, change.field) for change in changes]
        start, end = ([change[at] for change in changes] for at in (2, 3))
        is_done, is_there = same(now, end), _tell_values(changes, now)
        is_seen = all(change.field for change in changes) and self.words.get("saw") == is_there
        if not (is_done or is_seen or same(now, start)):
            told = {"now": is_there, "wanted": _tell_values(changes, end)}
            told["at"] = str(files.place(name, field))
            raise RefusedError(f"{about} has been changed since", **told)
        raw = files.raw if is_done else _edit_again(files, one, by, changes)
        self._journal.add({"step": by}, lambda: files.write(raw))
        return f"{what}: {about}".strip(), shown


def _tell_values(changes: Sequence[Change], values: Sequence[Any]) -> str:
    """Values as the page shows them, with their fields where there are several."""
    texts = [text_of(value, ANY) for value in values]
    lines = (f"{one.record} {one.field}: {it}" for one, it in zip(changes, texts, strict=True))
    return "\n".join(lines if changes[1:] else texts)


def _read_list(text: str, is_right: Callable[[Any], bool]) -> list[Any]:
    """A list of the page, each entry of which is right.

    Raises:
        RefusedError: it is none.
    """
    with suppress(ValueError, TypeError, AttributeError):
        found: list[Any] = read_json(text)
        if all(map(is_right, found)):
            return found
    raise RefusedError("the page does not say what to paste")


def _is_cell(one: Any) -> bool:
    """Tell whether it is a cell: record, field, what the page saw there, and what is to be."""
    return len(one) == 4 and one[1] != "" and {*map(type, one)} == {str}


def _is_row(one: Any) -> bool:
    """Tell whether it is a new record: its texts by fields."""
    return {*map(type, (*one, *one.values()))} <= {str}


def _free(name: str, taken: Collection[str]) -> str:
    """An id that is not taken: the name, or that with another number."""
    base, _, number = name.rpartition("-")
    base = base if base and number.isdecimal() else name
    numbered = (f"{base}-{n}" for n in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


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


def _edit_again(files: AnyFile, one: Edit, by: int, changes: Sequence[Change]) -> bytes:
    """The file with the bytes of an edit as they were, or else with its values so.

    Raises:
        RefusedError: neither can be.
    """
    for raw in swap_bytes(files.raw, one, by):
        with suppress(RefusedError, UnicodeDecodeError, SheetError):
            files.check(raw, changes, again=True)
            return raw
    if not all(change.field for change in changes):
        name = changes[0].record
        raise RefusedError(f"{files.file} has changed around {name}, so it stays as it is")
    raw = files.bytes_with(changes)
    files.check(raw, changes)
    return raw
