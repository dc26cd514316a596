"""A user's printers and cutting machines: how far off they are, and the sheets that measure it.

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
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import yaml
from platformdirs import user_config_dir

from generator.atomic import write_bytes
from generator.failures import DataError, WrongUseError
from generator.installed import read_data
from generator.printing import geometry
from generator.printing.cutting import CutPlan, move_cuts, registration_marks
from generator.printing.geometry import Caption, Paper, Rect, Shape, Style, line
from generator.printing.imposition import (
    CutterShift,
    Document,
    FaceSide,
    Flip,
    Outline,
    Page,
    Shift,
    contour,
    mirror,
)
from generator.printing.marks import ruler
from generator.printing.papers import read_checked
from validator.catalogue.schemas import check_source
from validator.catalogue.source import parse_source
from validator.findings import Finding, has_errors

VARIABLE = "TRILITH_PRINTERS"
"""Environment variable that names another file of printers."""


T = TypeVar("T")


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


def cutter_file(environment: Mapping[str, str]) -> Path:
    """Return where the user's cutting machines are kept: beside the printers."""
    return user_file(environment).with_name("cutters.yaml")


def load_printers(path: Path) -> tuple[Mapping[str, Printer], tuple[Finding, ...]]:
    """Return the printers of a file by name, with what is wrong in it; none if it is missing."""
    entries, findings = _load(path, "printers")
    printers = {}
    for name, entry in entries.items():
        shift = Shift(*(float(entry.get(key, 0)) for key in ("x_mm", "y_mm", "degrees")))
        flip = Flip(str(entry["flip"])) if "flip" in entry else None
        printers[name] = Printer(name, shift, flip)
    return printers, findings


def load_cutters(path: Path) -> tuple[Mapping[str, CutterShift], tuple[Finding, ...]]:
    """Return the cutting machines of a file by name, with what is wrong in it."""
    entries, findings = _load(path, "cutters")
    return {
        name: CutterShift(**{key: float(number) for key, number in entry.items()})
        for name, entry in entries.items()
    }, findings


def _load(path: Path, kind: str) -> tuple[Mapping[str, Any], tuple[Finding, ...]]:
    """The entries of a file of the user by name, with what is wrong in it."""
    if not path.exists():
        return {}, ()
    source, findings = read_checked(path, path.name, kind)
    return (source.data[kind] if source is not None else {}), tuple(findings)


def find_printer(path: Path, name: str) -> Printer:
    """Return the printer ``name`` of the file of printers at ``path``.

    Raises:
        WrongUseError: there is no such printer; the message says which there are.
        DataError: the file has errors.
    """
    return _find(load_printers(path), name, path, "printer", "")


def find_cutter(path: Path, name: str) -> CutterShift:
    """Return the cutting machine ``name`` of a file; raises as :func:`find_printer` does."""
    return _find(load_cutters(path), name, path, "cutter", f" --cutter {name}")


def _find(
    loaded: tuple[Mapping[str, T], tuple[Finding, ...]],
    name: str,
    path: Path,
    what: str,
    words: str,
) -> T:
    known, findings = loaded
    if findings:
        raise DataError(findings)
    if name in known:
        return known[name]
    there = f"there are {', '.join(known)}" if known else f"no {what} is saved yet"
    raise WrongUseError(
        f"there is no {what} {name!r} in {path}; {there}; "
        f"print the test sheet with `trilith calibrate{words}`, then save it under the name {name}"
    )


def save_printer(path: Path, printer: Printer) -> tuple[Finding, ...]:
    """Add or replace one printer in the user's file; the others stay.

    Nothing is written where the file, the new name or its figures have errors; those are
    returned.

    Raises:
        OutputError: the file cannot be written.
    """
    printers, findings = load_printers(path)
    kept = {**printers, printer.name: printer}
    return findings or _save(path, "printers", {one.name: _entry(one) for one in kept.values()})


def save_cutter(path: Path, name: str, cutter: CutterShift) -> tuple[Finding, ...]:
    """Add or replace one cutting machine in the user's file, as :func:`save_printer` does."""
    cutters, findings = load_cutters(path)
    kept = {**cutters, name: cutter}
    return findings or _save(path, "cutters", {key: asdict(one) for key, one in kept.items()})


def _save(path: Path, kind: str, entries: Mapping[str, Any]) -> tuple[Finding, ...]:
    text = f"# {kind.capitalize()} of this user, measured with `trilith calibrate`.\n"
    data = {"kind": kind, kind: entries}
    text += yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    source, problems = parse_source(text, path.name)
    if source is not None:
        problems = [*problems, *check_source(source, kind, "")]
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


@dataclass(frozen=True, slots=True)
class ScaleTarget:
    """A scale: its name, its middle on the front (mm), and whether it lies across."""

    name: str
    x: float
    y: float
    across: bool

    def cross(self, half: float, style: Style) -> geometry.Path:
        """The line that is read off the scale, ``half`` mm to each side of its middle."""
        dx, dy = (0.0, half) if self.across else (half, 0.0)
        return line(self.x - dx, self.y - dy, self.x + dx, self.y + dy, style)


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
        front.append(target.cross(HAIRLINE_MM, Style.STROKE))
        spot = mirror(Rect(target.x, target.y, 0, 0), paper, flip)
        back.extend(_scale(replace(target, x=spot.x, y=spot.y)))
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


def _scale(target: ScaleTarget) -> Iterator[Shape]:
    """A scale about a place: ticks each 0.5 mm, numbers each 3 mm."""
    x, y = target.x, target.y
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


def _instructions(x: float, y: float, sheet: str, **parts: str) -> Iterator[Shape]:
    """What to do with a test sheet, from its head at ``x``, ``y`` down."""
    words = read_data("calibrate.yaml")[sheet]
    yield Caption((x, y), words["head"], 15, bold=True)
    y -= 9
    for step in words["steps"]:
        yield Caption((x, y), step.format(**parts), 8.5)
        y -= 4.8
    yield Caption((x + 4, y), words["command"], 8.5, bold=True)
    yield Caption((x, y - 4.8), words["after"], 8.5)


def _words(paper: Paper, flip: Flip) -> Iterator[Shape]:
    x, y = paper.width_mm / 2 - 62, paper.height_mm / 2 + 78
    yield from _instructions(x, y, "duplex", flip=flip.value)
    y -= 51
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


CUT_MM = 8.0
"""Half the length of a test cut."""
DISC_MM = 10.0
"""Radius of the disc that is cut out to see that the blade goes through."""


def cutter_targets(paper: Paper) -> tuple[ScaleTarget, ...]:
    """Return the scales of a cutter's test sheet: left and right, bottom and top."""
    middle_x, middle_y, inset = paper.width_mm / 2, paper.height_mm / 2, 45.0
    return (
        ScaleTarget("A", inset, middle_y, across=True),
        ScaleTarget("B", paper.width_mm - inset, middle_y, across=True),
        ScaleTarget("C", middle_x, inset, across=False),
        ScaleTarget("D", middle_x, paper.height_mm - inset, across=False),
    )


def cutter_from(readings: Sequence[float], paper: Paper) -> CutterShift:
    """Return what makes up for cuts that the four scales read so: left, right, bottom, top (mm)."""
    left, right, bottom, top = readings
    a, b, c, d = cutter_targets(paper)
    return CutterShift(
        x_mm=round(-(left + right) / 2, 3) + 0.0,
        y_mm=round(-(bottom + top) / 2, 3) + 0.0,
        x_scale=round(1 - (right - left) / (b.x - a.x), 5),
        y_scale=round(1 - (top - bottom) / (d.y - c.y), 5),
    )


def cutter_sheet(paper: Paper, file: str, moved: CutterShift) -> tuple[Document, CutPlan]:
    """Return the test sheet of a cutting machine and what it is to cut, ``moved`` by a profile.

    ``file`` is what the file of its lines is called.
    """
    width, height = paper.width_mm, paper.height_mm
    marks = registration_marks(width, height)
    shapes = [shape for one in cutter_targets(paper) for shape in _scale(one)]
    cuts = [one.cross(CUT_MM, Style.CUT) for one in cutter_targets(paper)]
    shapes += _instructions(width / 2 - 62, height / 2 + 62, "cutter", file=file)
    shapes += [*ruler(width / 2 - 50, height / 2 - 40, 100)]
    shapes.append(Caption((width / 2 + 52, height / 2 - 40), "100 mm", 8))
    disc = Rect(width / 2 - DISC_MM, height / 2 - DISC_MM, 2 * DISC_MM, 2 * DISC_MM)
    title, whole = f"Cutter test sheet, {paper.name}", paper.rect
    page = Page(width, height, (), (*marks, *shapes), "1", whole, whole)
    disc_edge = contour(Outline(disc, "round", 0.0, 0.0))
    plan = CutPlan(title, width, height, (disc_edge,), (), marks, tuple(cuts))
    document = Document("calibrate-cutter.pdf", title, "One-sided, at 100 %", (page,))
    return document, move_cuts(plan, moved)
