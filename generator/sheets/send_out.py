"""The records of a game written into a sheet that may be edited and taken in again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.atomic import refuse_foreign, write_where_told
from generator.failures import WrongUseError
from generator.sheets.base import SUFFIX, Base, SetBase, base_lines, is_base
from generator.sheets.files import read_sheet_file
from generator.sheets.tables import Table, tables
from generator.sheets.taken import edits_waiting
from generator.sheets.write import csv_text, workbook
from validator.catalogue.folders import COMPONENTS, data_files, game_names
from validator.catalogue.model import Catalogue
from validator.catalogue.sheets.records import names_a_sheet
from validator.catalogue.source import read_source
from validator.findings import did_you_mean

WRITTEN = (".xlsx", ".csv")
"""Forms that are written; ODS is read and taken in, too."""
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
_NAME = 31


def sheet_of(path: Path, game: str, shown: Sequence[Table]) -> bytes:
    """The bytes of a sheet with these tables, by the ending of its name.

    Raises:
        WrongUseError: no such form is written, or a CSV file would need several tables.
    """
    base = base_of(game, shown)
    if path.suffix.lower() == ".xlsx":
        return workbook(shown, {key: one.sheet for key, one in base.sets.items()}, base)
    if path.suffix.lower() != ".csv":
        raise WrongUseError(f"{path.name}: sheets are written as {' or '.join(WRITTEN)}")
    if len(shown) != 1:
        sets = ", ".join(table.set_id for table in shown)
        raise WrongUseError(f"CSV holds one table; name a set: {sets}")
    return csv_text(shown[0])


def write_sheet(path: Path, game: str, shown: Sequence[Table], *, force: bool = False) -> None:
    """Write a sheet, and beside CSV what went out.

    Raises:
        WrongUseError: no such form is written, or somebody else's file is there, unforced.
        OutputError: it cannot be written.
    """
    raw = sheet_of(path, game, shown)
    beside = path.with_name(path.name + SUFFIX)
    is_text = path.suffix.lower() == ".csv"
    if is_text and not force:
        refuse_foreign(beside, is_base)
    write_where_told(path, raw, lambda _: is_sheet(path), force=force)
    if is_text:
        text = "\n".join([*base_lines(base_of(game, shown)), ""])
        write_where_told(beside, text.encode(), is_base, force=force)


def chosen(catalogue: Catalogue, game: str, set_id: str | None) -> tuple[Table, ...]:
    """The tables of a game, or that of one of its sets.

    Raises:
        WrongUseError: it has none, or no such set.
    """
    found = tuple(tables(catalogue, game))
    if set_id is not None:
        known = [table.set_id for table in found]
        found = tuple(table for table in found if table.set_id == set_id)
        if not found:
            hint = did_you_mean(set_id, known, f"sets here: {', '.join(known) or 'none'}")
            raise WrongUseError(f"{game} has no records of its own in a set {set_id!r}; {hint}")
    if not found:
        box = catalogue.games[game].box
        hint = f"; they are in its box: trilith sheet out {box}" if box else ""
        raise WrongUseError(f"{game} has no records that are written one by one{hint}")
    return found


def base_of(game: str, shown: Iterable[Table]) -> Base:
    """What goes out with these tables."""
    sets: dict[str, SetBase] = {}
    used: set[str] = set()
    for table in shown:
        sheet = _free(_NOT_IN_NAMES.sub(" ", table.set_id)[:_NAME], used)
        used.add(sheet.casefold())
        sets[table.set_id] = SetBase(sheet, table.file, tuple(table.columns), table.records)
    return Base(game, sets)


def _free(name: str, used: set[str]) -> str:
    """A name that no other sheet has; capitals make none."""
    found, number = name, 2
    while found.casefold() in used:
        found = f"{name[: _NAME - 4]} {number}"
        number += 1
    return found


def refuse_to_lose(path: Path, root: Path, catalogue: Catalogue) -> None:
    """Go on only where ``path`` is no sheet that a set reads, nor has what was not taken in.

    Raises:
        WrongUseError: it is or has.
    """
    if not is_sheet(path):
        return
    if _is_read(path, root):
        raise WrongUseError(f"a set reads {path}; name another file with --to, or use --force")
    if edits_waiting(read_sheet_file(path, path.name), catalogue):
        hint = "`trilith sheet in` takes them in; --force loses them"
        raise WrongUseError(f"{path} has edits that were not taken in; {hint}")


def is_sheet(path: Path) -> bool:
    """Tell whether a file is a sheet that went out, with what is kept of that."""
    try:
        read_sheet_file(path, path.name)
    except WrongUseError:
        return False
    return True


def _is_read(path: Path, root: Path) -> bool:
    """Tell whether a set of the project reads a sheet; one that cannot be looked into may."""
    for game in game_names(root):
        for file in data_files(root, game):
            source, _ = read_source(file, file.name, game, root)
            if source is None and path.resolve().is_relative_to((root / COMPONENTS).resolve()):
                return True
            if source is not None and names_a_sheet(source.data):
                named = file.parent / str(source.data["components"].get("from", ""))
                if named.exists() and named.samefile(path):
                    return True
    return False
