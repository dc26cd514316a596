"""Records sent out as sheets, edits brought in, published sheets fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from generator.atomic import below, refuse_foreign, write_bytes, write_where_told
from generator.failures import DataError, FailedError, WrongUseError
from generator.sheets.files import (
    SUFFIX,
    SetBase,
    SheetBase,
    base_lines,
    csv_text,
    fetch,
    is_base,
    read_sheet_file,
    workbook,
)
from generator.sheets.merge import Merge, TakenSheet, apply_merge, edits_waiting, merge_sheet
from generator.sheets.tables import SheetTable, cell_words, tables
from validator.catalogue.build import build_set
from validator.catalogue.folders import COMPONENTS, data_files, game_names
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.records import (
    NamedSheet,
    grid_of,
    names_a_sheet,
    read_grid,
    sheet_of_set,
    values_by_field,
    with_grid,
)
from validator.catalogue.sheets.shapes import ANY, FieldShape
from validator.catalogue.source import MAX_BYTES, Source, parse_source, read_source
from validator.findings import did_you_mean, has_errors
from validator.plainfile import read_plain

WRITTEN = (".xlsx", ".csv")
"""Forms that are written; ODS is read and taken in, too."""
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
_NAME = 31


def sheet_of(path: Path, game: str, shown: Sequence[SheetTable]) -> bytes:
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
        raise WrongUseError(f"CSV holds one table; name a set: {', '.join(base.sets)}")
    return csv_text(shown[0])


def write_sheet(path: Path, game: str, shown: Sequence[SheetTable], *, force: bool = False) -> None:
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


def choose_tables(catalogue: Catalogue, game: str, set_id: str | None) -> tuple[SheetTable, ...]:
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


def base_of(game: str, shown: Iterable[SheetTable]) -> SheetBase:
    """What goes out with these tables."""
    sets: dict[str, SetBase] = {}
    used: set[str] = set()
    for table in shown:
        name = _NOT_IN_NAMES.sub(" ", table.set_id)[:_NAME]
        others = (f"{name[: _NAME - 4]} {number}" for number in count(2))
        sheet = next(one for one in chain([name], others) if one.casefold() not in used)
        used.add(sheet.casefold())
        sets[table.set_id] = SetBase(sheet, table.file, tuple(table.columns), table.records)
    return SheetBase(game, sets)


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


def new_texts(root: Path, taken: Sequence[TakenSheet]) -> dict[Path, bytes]:
    """The files that change, with what they will hold.

    Raises:
        FailedError: a file was changed meanwhile, or cannot be edited.
    """
    found: dict[Path, bytes] = {}
    for one in taken:
        merge = one.merge
        if not (merge.changes or merge.added or merge.removed):
            continue
        path = root / one.source.file
        text = read_plain(path, MAX_BYTES, root).decode("utf-8")
        source, _ = parse_source(text.removeprefix("\ufeff"), one.source.file)
        if source is None or source.data != one.source.data:
            raise FailedError(f"{one.source.file} was changed meanwhile; try again")
        records: list[dict[str, Any]] = one.source.data["components"]
        found[path] = apply_merge(text, records, merge, tuple(one.shapes)).encode()
    return found


def lines(taken: TakenSheet) -> Iterator[str]:
    """What is done to a set, a line each: changed values, new records, those taken out."""
    file = taken.source.file
    yield from (f"{file}: {line}" for line in _merge_lines(taken.merge, taken.shapes))
    for field in taken.missing:
        yield f"{file}: the column {field!r} is gone: none of its values is changed"


def _merge_lines(merge: Merge, shapes: Mapping[str, FieldShape]) -> Iterator[str]:
    for change in merge.changes:
        shape = shapes.get(change.field, ANY)
        values = f"{cell_words(change.old, shape)} -> {cell_words(change.new, shape)}"
        yield f"{change.record}: {change.field} {values}"
    yield from (f"{added.record}: new" for added in merge.added)
    yield from (f"{record}: taken out" for record in merge.removed)


# Published sheets fetched into the files that the sets of a game name.
#
# A sheet that came is read before it takes the place of the one there: with faults in it, the old
# one stays.


def pull(root: Path, game: str) -> Iterator[str]:
    """Fetch each sheet of a game that says where it is published; a line for each change.

    Raises:
        WrongUseError: no set says so.
        FailedError: nothing came.
        DataError: what came has faults; the file stays as it was.
    """
    sources = list(sets_with_address(root, game))
    if not sources:
        hint = "write `components: {from: cards.csv, url: https://...}` in the file of a set"
        raise WrongUseError(f"no set of {game} says where its sheet is published; {hint}")
    for source in sources:
        yield from _pull_set(root, game, source)


def sets_with_address(root: Path, game: str) -> Iterator[Source]:
    """The sets of a game whose sheet has an address.

    Raises:
        DataError: the file of one has faults.
    """
    for path in data_files(root, game):
        file = f"{COMPONENTS}/{game}/{path.name}"
        source, findings = read_source(path, file, game, root)
        if source is None or not names_a_sheet(source.data):
            continue
        findings += check_source(source, "components", game)
        if has_errors(findings):
            raise DataError(findings)
        if "url" in source.data["components"]:
            yield source


def _pull_set(root: Path, game: str, source: Source) -> Iterator[str]:
    wanted = sheet_of_set(source)
    if not wanted.file.startswith(f"{COMPONENTS}/"):
        raise WrongUseError(f"{wanted.file} does not lie below {COMPONENTS}/")
    path = below(root, *wanted.file.split("/"))
    raw = fetch(source.data["components"]["url"])
    if raw.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        hint = "publish the sheet as CSV, and take the address that ends in output=csv"
        raise FailedError(f"what came for {wanted.file} is a page of the web, no sheet; {hint}")
    now = _records(source, wanted, game, raw)
    if path.exists() and path.read_bytes() == raw:
        yield f"{wanted.file}: as it was"
        return
    before = _before(root, source, wanted, game)
    write_bytes(path, raw)
    yield f"{wanted.file}: changed"
    if before is None:
        yield f"  {len(now)} records"
        return
    fields = list(dict.fromkeys(key for one in (*before.values(), *now.values()) for key in one))
    old, new = (
        {key: values_by_field(one, fields) for key, one in side.items()} for side in (before, now)
    )
    changes = merge_sheet(old, new, old, fields)
    yield from (f"  {line}" for line in _merge_lines(changes, wanted.names.fields))


def _records(
    source: Source, wanted: NamedSheet, game: str, raw: bytes
) -> dict[str, Mapping[str, Any]]:
    """The records of a sheet with these bytes.

    Raises:
        DataError: it has faults.
    """
    try:
        grid = grid_of(raw, wanted)
    except SheetError as error:
        raise DataError([error.finding]) from error
    whole, findings = with_grid(source, grid, wanted.names, game)
    if whole is not None and not has_errors(findings):
        findings += check_source(whole, "components", game)
        if not has_errors(findings):
            findings += build_set(whole, game)[1]
    if whole is None or has_errors(findings):
        raise DataError(findings)
    return {str(one["id"]): one for one in whole.data["components"]}


def _before(
    root: Path, source: Source, wanted: NamedSheet, game: str
) -> dict[str, Mapping[str, Any]] | None:
    """The records of the sheet that is there; None if it is not, or cannot be read."""
    try:
        whole, _ = with_grid(source, read_grid(root, wanted), wanted.names, game)
    except SheetError:
        return None
    return None if whole is None else {str(one["id"]): one for one in whole.data["components"]}
