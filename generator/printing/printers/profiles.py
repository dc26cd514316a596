"""Printer profiles: what a user's printers do to the backs of two-sided prints.

They stand in a file of the user, not of the project, since they belong to the machine:
``~/.config/trilith/printers.yaml``, or where ``TRILITH_PRINTERS`` points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from platformdirs import user_config_dir

from generator.atomic import write_bytes
from generator.failures import DataError, WrongUseError
from generator.printing.layout.document import Shift
from generator.printing.layout.imposition import Flip
from validator.catalogue.schemas import check_source
from validator.catalogue.source import parse_source, read_source
from validator.findings import Finding, has_errors

VARIABLE = "TRILITH_PRINTERS"
"""Environment variable that names another file of printers."""


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer: the shift that makes up for its drift, and how it turns sheets (or None)."""

    name: str
    shift: Shift
    flip: Flip | None = None


def user_file(environment: Mapping[str, str]) -> Path:
    """Return where the user's printers are kept; ``environment`` is that of the process."""
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    return Path(user_config_dir("trilith", appauthor=False, roaming=True), "printers.yaml")


def load_printers(path: Path) -> tuple[Mapping[str, Printer], tuple[Finding, ...]]:
    """Return the printers of a file by name, with what is wrong in it; none if it is missing."""
    if not path.exists():
        return {}, ()
    source, findings = read_source(path, path.name)
    if source is None:
        return {}, tuple(findings)
    findings = [*findings, *check_source(source, "printers", "")]
    if has_errors(findings):
        return {}, tuple(findings)
    entries = source.data["printers"].items()
    return {name: _printer(name, entry) for name, entry in entries}, tuple(findings)


def known_printer(path: Path, name: str) -> Printer:
    """Return the printer ``name`` of the file of printers at ``path``.

    Raises:
        WrongUseError: there is no such printer; the message says which there are.
        DataError: the file has errors.
    """
    printers, findings = load_printers(path)
    if findings:
        raise DataError(findings)
    if name in printers:
        return printers[name]
    known = f"there are {', '.join(printers)}" if printers else "no printer is saved yet"
    raise WrongUseError(
        f"there is no printer {name!r} in {path}; {known}; "
        f"print the test sheet with `trilith calibrate`, then save it under the name {name}"
    )


def save_printer(path: Path, printer: Printer) -> tuple[Finding, ...]:
    """Add or replace one printer in the user's file; the others stay.

    Nothing is written where the file, the new name or its figures have errors; those are
    returned.

    Raises:
        OutputError: the file cannot be written.
    """
    printers, findings = load_printers(path)
    if findings:
        return findings
    kept = {**printers, printer.name: printer}
    data = {"kind": "printers", "printers": {p.name: _entry(p) for p in kept.values()}}
    text = "# Printers of this user, measured with `trilith calibrate`.\n"
    text += yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    source, problems = parse_source(text, path.name)
    if source is not None:
        problems = [*problems, *check_source(source, "printers", "")]
    if not has_errors(problems):
        write_bytes(path, text.encode())
    return tuple(problems)


def _printer(name: str, entry: Mapping[str, float | str]) -> Printer:
    shift = Shift(*(float(entry.get(key, 0)) for key in ("x_mm", "y_mm", "degrees")))
    return Printer(name, shift, Flip(str(entry["flip"])) if "flip" in entry else None)


def _entry(printer: Printer) -> dict[str, float | str]:
    shift = printer.shift
    numbers = {"x_mm": shift.x_mm, "y_mm": shift.y_mm, "degrees": shift.degrees}
    entry: dict[str, float | str] = {key: round(value, 3) + 0.0 for key, value in numbers.items()}
    return {**entry, "flip": printer.flip.value} if printer.flip else entry
