"""A user's printers: profiles of what they shift, and the sheet that measures it.

Profiles stand in a file of the user, not of the project, since they belong to the machine:
``~/.config/trilith/printers.yaml``, or where ``TRILITH_PRINTERS`` points.

The front carries four hairlines, the back four scales at the same places. Held to the light,
back towards the reader, each hairline crosses its scale at a number; the four numbers give
offset and turn. Scales rise to the right and upwards, so that a number is what backs have to
be moved by.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from platformdirs import user_config_dir

from generator.atomic import write_bytes
from generator.failures import DataError, WrongUseError
from generator.printing.geometry import Caption, Paper, Rect, Shape, Style, line
from generator.printing.imposition import Document, FaceSide, Flip, Page, Shift, mirror
from generator.printing.marks import ruler
from generator.printing.papers import read_checked
from validator.catalogue.schemas import check_source
from validator.catalogue.source import parse_source
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
    source, findings = read_checked(path, path.name, "printers")
    if source is None:
        return {}, tuple(findings)
    printers = {}
    for name, entry in source.data["printers"].items():
        shift = Shift(*(float(entry.get(key, 0)) for key in ("x_mm", "y_mm", "degrees")))
        flip = Flip(str(entry["flip"])) if "flip" in entry else None
        printers[name] = Printer(name, shift, flip)
    return printers, tuple(findings)


def find_printer(path: Path, name: str) -> Printer:
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


def _entry(printer: Printer) -> dict[str, float | str]:
    shift = printer.shift
    numbers = {"x_mm": shift.x_mm, "y_mm": shift.y_mm, "degrees": shift.degrees}
    entry: dict[str, float | str] = {key: round(value, 3) + 0.0 for key, value in numbers.items()}
    return {**entry, "flip": printer.flip.value} if printer.flip else entry


REACH_MM = 6
"""Length of a scale to each side of its zero."""

HAIRLINE_MM = 14.0
"""Half the length of a hairline."""

_WORDS = (
    "1. Print this file two-sided at 100 %, flip on the {flip} edge, on the paper for your cards.",
    "2. Hold the sheet against a window or a lamp, this page away from you.",
    "3. At each of the four scales read where the line of the front crosses it, to a quarter of a",
    "    millimetre. Numbers left of or below the zero are negative.",
    "4. Give the four numbers to trilith, and a name for the printer:",
)
_COMMAND = "trilith calibrate --printer NAME --top A --bottom B --left C --right D"
_AFTER = "5. From then on print with --printer NAME; print this sheet so as well: all four read 0."


@dataclass(frozen=True, slots=True)
class ScaleTarget:
    """A scale: its name, its middle on the front (mm), and whether it lies across."""

    name: str
    x: float
    y: float
    across: bool


def targets(paper: Paper, flip: Flip) -> tuple[ScaleTarget, ...]:
    """Return the four targets; left and right are named as seen from the back."""
    width, height = paper.width_mm, paper.height_mm
    near, far = 35.0, 30.0
    found = (
        ScaleTarget("A", width / 2, height - near, across=True),
        ScaleTarget("B", width / 2, near, across=True),
        ScaleTarget("C", width - far, height / 2, across=False),
        ScaleTarget("D", far, height / 2, across=False),
    )
    if flip is Flip.LONG:
        return found
    # About the short edge top and bottom change places instead of left and right.
    return tuple(ScaleTarget(t.name, width - t.x, height - t.y, t.across) for t in found)


def shift_from(readings: Sequence[float], paper: Paper) -> Shift:
    """Return the shift that makes up for a drift that the four scales read as ``readings``.

    These are in mm: across at top and bottom, up at left and right as seen from the back. A turn
    moves top and bottom apart sideways and left and right apart upwards; the best fit to both is
    taken.
    """
    top, bottom, left, right = readings
    back = {
        t.name: mirror(Rect(t.x, t.y, 0, 0), paper, Flip.LONG) for t in targets(paper, Flip.LONG)
    }
    high = (back["A"].y - back["B"].y) / 2
    wide = (back["D"].x - back["C"].x) / 2
    across = (top - bottom) / 2
    up = (left - right) / 2
    turn = (across * high + up * wide) / (high * high + wide * wide)
    return Shift(
        x_mm=round((top + bottom) / 2, 3) + 0.0,
        y_mm=round((left + right) / 2, 3) + 0.0,
        degrees=round(-math.degrees(turn), 3) + 0.0,
    )


def calibration_sheet(paper: Paper, flip: Flip, backs: Shift | None = None) -> Document:
    """Return the test sheet: hairlines in front, scales behind; ``backs`` tests a profile."""
    front: list[Shape] = []
    back: list[Shape] = []
    for target in targets(paper, flip):
        x, y, across = target.x, target.y, target.across
        dx, dy = (0.0, HAIRLINE_MM) if across else (HAIRLINE_MM, 0.0)
        front.append(line(x - dx, y - dy, x + dx, y + dy, Style.STROKE))
        back.extend(_scale(target, paper, flip))
    sides = (
        (FaceSide.FRONT, (*front, *_words(paper, flip)), None),
        (FaceSide.BACK, (*back, *_back_words(paper)), backs),
    )
    size, whole = (paper.width_mm, paper.height_mm), paper.rect
    pages = tuple(
        Page(*size, (), shapes, side.value, whole, whole, shift=shift, side=side)
        for side, shapes, shift in sides
    )
    title = f"Duplex test sheet, {paper.name}"
    text = f"Two-sided, flip on the {flip.value} edge"
    return Document("calibrate.pdf", title, text, pages, flip)


def _scale(target: ScaleTarget, paper: Paper, flip: Flip) -> Iterator[Shape]:
    """A scale about the target's place on the back: ticks each 0.5 mm, numbers each 3 mm."""
    spot = mirror(Rect(target.x, target.y, 0, 0), paper, flip)
    x, y = spot.x, spot.y
    for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
        at = half / 2
        tick = 6.0 if half == 0 else 4.0 if half % 6 == 0 else 3.0 if half % 2 == 0 else 1.8
        if target.across:
            yield line(x + at, y, x + at, y + tick, Style.RULER)
        else:
            yield line(x, y + at, x + tick, y + at, Style.RULER)
        if half % 6 == 0:
            where = (x + at, y - 3.2) if target.across else (x - 1.4, y + at - 0.75)
            # A minus sign, not a hyphen.
            number = f"{half // 2:+d}".replace("-", "\u2212") if half else "0"
            yield Caption(where, number, 6, anchor="middle" if target.across else "end")
    name = (x, y + 9) if target.across else (x + 9, y - 1.2)
    yield Caption(name, target.name, 12, anchor="middle" if target.across else "start", bold=True)
    if target.across:
        yield line(x - REACH_MM, y, x + REACH_MM, y, Style.RULER)
    else:
        yield line(x, y - REACH_MM, x, y + REACH_MM, Style.RULER)


def _words(paper: Paper, flip: Flip) -> Iterator[Shape]:
    x, y = paper.width_mm / 2 - 62, paper.height_mm / 2 + 78
    yield Caption((x, y), "Do front and back meet?", 15, Style.LABEL, bold=True)
    y -= 9
    for words in _WORDS:
        yield Caption((x, y), words.format(flip=flip.value), 8.5)
        y -= 4.8
    yield Caption((x + 4, y), _COMMAND, 8.5, bold=True)
    yield Caption((x, y - 4.8), _AFTER, 8.5)
    y -= 18
    yield from ruler(x, y, 100)
    yield Caption((x + 102, y), "100 mm", 8)
    yield Caption((x, y - 5.5), "If this ruler is not 100 mm long, mend the scale first.", 8.5)
    yield Caption((x, y - 12), f"{paper.name} · front", 7)


def _back_words(paper: Paper) -> Iterator[Shape]:
    x, y = paper.width_mm / 2, paper.height_mm / 2
    yield Caption((x, y + 8), "Look from this side.", 12, anchor="middle", bold=True)
    words = "Read where the line of the front crosses each scale, against the light."
    yield Caption((x, y + 1.5), words, 8.5, anchor="middle")
    yield Caption((x, y - 3.5), f"{paper.name} · back", 7, anchor="middle")
