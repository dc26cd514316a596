"""Published sheets fetched into the files that the sets of a game name.

A sheet that came is read before it takes the place of the one there: with faults in it, the old one
stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.atomic import below, write_bytes
from generator.failures import DataError, FailedError, WrongUseError
from generator.sheets.tables import cell_words
from generator.sheets.three_way import merged
from validator.catalogue.build import build_set
from validator.catalogue.folders import COMPONENTS, data_files
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.records import (
    Wanted,
    grid_of,
    names_a_sheet,
    read_grid,
    values_by_field,
    wanted_sheet,
    with_grid,
)
from validator.catalogue.sheets.shapes import ANY, Shape
from validator.catalogue.source import Source, read_source
from validator.findings import has_errors

Fetch = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Pulled:
    """What became of one sheet: its file, and what changed, a line each."""

    file: str
    changed: bool
    said: tuple[str, ...]


def pull(root: Path, game: str, fetch: Fetch) -> Iterator[Pulled]:
    """Fetch each sheet of a game that says where it is published, one after the other.

    Raises:
        WrongUseError: no set says so.
        FailedError: nothing came.
        DataError: what came has faults; the file stays as it was.
    """
    sources = list(published(root, game))
    if not sources:
        hint = "write `components: {from: cards.csv, url: https://...}` in the file of a set"
        raise WrongUseError(f"no set of {game} says where its sheet is published; {hint}")
    for source in sources:
        yield _pulled(root, game, source, fetch)


def published(root: Path, game: str) -> Iterator[Source]:
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


def _pulled(root: Path, game: str, source: Source, fetch: Fetch) -> Pulled:
    wanted = wanted_sheet(source)
    if not wanted.file.startswith(f"{COMPONENTS}/"):
        raise WrongUseError(f"{wanted.file} does not lie below {COMPONENTS}/")
    path = below(root, *wanted.file.split("/"))
    raw = fetch(source.data["components"]["url"])
    if raw.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        hint = "publish the sheet as CSV, and take the address that ends in output=csv"
        raise FailedError(f"what came for {wanted.file} is a page of the web, no sheet; {hint}")
    now = _records(source, wanted, game, raw)
    before = _before(root, source, wanted, game)
    if path.exists() and path.read_bytes() == raw:
        return Pulled(wanted.file, False, ())
    said = (
        tuple(_differences(before, now, wanted.names.fields))
        if before is not None
        else (f"{len(now)} records",)
    )
    write_bytes(path, raw)
    return Pulled(wanted.file, True, said)


def _records(source: Source, wanted: Wanted, game: str, raw: bytes) -> dict[str, Mapping[str, Any]]:
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
    root: Path, source: Source, wanted: Wanted, game: str
) -> dict[str, Mapping[str, Any]] | None:
    """The records of the sheet that is there; None if it is not, or cannot be read."""
    try:
        whole, _ = with_grid(source, read_grid(root, wanted), wanted.names, game)
    except SheetError:
        return None
    return None if whole is None else {str(one["id"]): one for one in whole.data["components"]}


def _differences(
    before: Mapping[str, Mapping[str, Any]],
    now: Mapping[str, Mapping[str, Any]],
    shapes: Mapping[str, Shape],
) -> Iterator[str]:
    fields = list(dict.fromkeys(key for one in (*before.values(), *now.values()) for key in one))
    old = {key: values_by_field(one, fields) for key, one in before.items()}
    found = merged(
        old, {key: values_by_field(one, fields) for key, one in now.items()}, old, fields
    )
    for change in found.changes:
        shape = shapes.get(change.field, ANY)
        values = f"{cell_words(change.old, shape)} -> {cell_words(change.new, shape)}"
        yield f"{change.record}: {change.field} {values}"
    yield from (f"{added.record}: new" for added in found.added)
    yield from (f"{record}: taken out" for record in found.removed)
