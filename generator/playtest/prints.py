"""Prints with playtest sheets: their codes, the marks of their pieces, and their data, kept."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from generator.atomic import put_in_place
from generator.book.kit_cover import find_missing
from generator.changes.git_files import files_at, head_of
from generator.changes.ledger import faces_now
from generator.changes.print_records import FOLDER, LETTERS, PrintRecord, record_path, record_text
from generator.changes.since import is_as_stored, matters
from generator.design.templates import Templates
from generator.fingerprints import entries_of
from generator.options import OutputResult, stop_on_errors
from generator.outputs.kit import drawer_of
from generator.playtest.sheets import FILE, draw_sheets, questions_of, seat_names
from generator.printing.geometry import Paper
from generator.printing.options import OptionError
from generator.printing.print_files import finish_pdf
from generator.printing.selection import Insert, tables_asked, totals_for
from validator.catalogue.model import Game
from validator.plainfile import leads_out, read_plain

MARK_LETTERS = 5
"""After the ``r`` of a revision; with 29 million of them two states of a card hardly share one."""
CODE_LETTERS = 6


def piece_marks(game: Game, templates: Templates) -> dict[str, str]:
    """What each piece shows in the place of the revision, in file order.

    It is the same as long as the piece prints the same.

    Raises:
        DataError: a face cannot be drawn.
    """
    faces, findings = faces_now(game, templates)
    stop_on_errors(findings)
    return {
        key: spell(f"{one.front} {one.back}".encode(), MARK_LETTERS).lower()
        for key, one in faces.items()
    }


def spell(content: bytes, letters: int) -> str:
    """A name of so many letters for a content, from its SHA-256."""
    number = int.from_bytes(hashlib.sha256(content).digest())
    digits = []
    for _ in range(letters):
        number, digit = divmod(number, len(LETTERS))
        digits.append(LETTERS[digit])
    return "".join(digits)


class ProjectState:
    """The data of a project as they are now: a hash of them, and the git commit that has them."""

    def __init__(self, root: Path) -> None:
        self.root, self.files = root, dict(_data_of(root))
        total = hashlib.sha256()
        for name, content in self.files.items():
            total.update(f"{name}\n{hashlib.sha256(content).hexdigest()}\n".encode())
        self.digest = total.hexdigest()
        head = head_of(root)
        stored = files_at(root, head) if head else None
        mattering = {name: one for name, one in (stored or {}).items() if _is_printed(name)}
        same = (
            bool(mattering) and is_as_stored(root, mattering) and set(self.files) <= set(mattering)
        )
        self.commit = head if same else ""

    def keep(self, record: PrintRecord) -> None:
        """Note a print in the project, with its data where no commit has them.

        A print that is noted already stays as it is: the same code has the same data and sheets.

        Raises:
            OutputError: a file cannot be written.
        """
        path = record_path(self.root, record.game, record.code)
        if path.exists():
            return
        if not record.commit:
            put_in_place(path.with_suffix(".zip"), self._pack())
        put_in_place(path, record_text(record).encode())

    def _pack(self) -> bytes:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in self.files.items():
                packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        return target.getvalue()


def _data_of(root: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a project that decide what it prints, by path inside, in order."""
    for name, entry in sorted(entries_of(root), key=lambda one: one[0]):
        if _is_printed(name) and entry.is_file() and not leads_out(root / name, root):
            yield name, read_plain(root / name)


def _is_printed(name: str) -> bool:
    """Tell whether a file decides what is printed: what was said of prints does not."""
    return matters(name) and not name.startswith(f"{FOLDER}/")


def code_of(state: ProjectState, *sheets: object) -> str:
    """The code of a print of these data with these sheets."""
    return spell(f"{state.digest} {sheets!r}".encode(), CODE_LETTERS)


def add_sheets(
    root: Path,
    game: Game,
    templates: Templates,
    paper: Paper,
    asked: tuple[int | None, int | None],
) -> tuple[Game, Insert, OutputResult]:
    """The game with each piece marked, its playtest sheets, and what to say; the print is noted.

    The sheets are for the largest table of so many players and bots as ``asked`` (None for any).

    Raises:
        DataError: a face cannot be drawn.
        OptionError: there is no such table.
        OutputError: the print cannot be noted.
    """
    totals_for(game, *asked)
    tables = tables_asked(game, *asked)
    if not tables:
        raise OptionError(f"{game.name} names no table, so its playtest sheets have no seats")
    marks = piece_marks(game, templates)
    largest = max(tables, key=lambda one: (one.total, one.players))
    seats, players = seat_names(game, largest), max(one.players for one in tables)
    questions, state = questions_of(game, seats), ProjectState(root)
    code = code_of(state, game.id, game.language, paper.id, questions, players, marks)
    sheets = draw_sheets(game, templates, paper, code, questions, seats[:players], tuple(marks))
    about = game.id, game.revision, game.translated, date.today().isoformat(), state.commit
    state.keep(PrintRecord(code, *about, marks, questions, sheets.pages))
    data = finish_pdf(sheets.drawn, sheets.plan, drawer_of(templates)(sheets.faces))
    where = "its data are those of the last commit" if state.commit else "its data are kept there"
    told = f"  print {code}, noted in {FOLDER}/{game.id}/prints; {where}"
    said = OutputResult(tuple(find_missing(game, sheets.missing)), told)
    return replace(game, marks=marks), Insert(FILE, data, len(sheets.plan.pages)), said
