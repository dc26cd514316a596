"""Files for cutting machines, and the marks by which they find a sheet.

The same cut lines give the same bytes: what a DXF says about when and by what it was written is
fixed, and so are the numbers that it names its parts by.

Lengths are millimetres in both. Sheets with equal outlines share one file, named after the
first of them; the title inside says which sheets it is for.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from math import pi, tan

from generator.printing.geometry import Edges, Path, Point, Rect, Style, bounds, rectangle
from generator.printing.imposition import (
    Contour,
    CutterShift,
    Document,
    FaceSide,
    Outline,
    contour,
)
from generator.printing.papers import registration
from generator.printing.punchboard import cut_lines


@dataclass(frozen=True, slots=True)
class CutPlan:
    """What a machine does to a sheet of ``width`` x ``height`` mm: lines to score, lines to cut.

    ``marks`` are the areas that it finds the sheet by. ``slits`` are cut first: they are lines with
    nicks between them, so that pieces stay in their frame.
    """

    title: str
    width: float
    height: float
    cuts: tuple[Contour, ...]
    scores: tuple[Path, ...]
    marks: tuple[Path, ...]
    slits: tuple[Path, ...] = ()


def move_cuts(plan: CutPlan, shift: CutterShift) -> CutPlan:
    """The plan with its lines moved for a machine; the marks stay, as they are on the paper."""
    x0, y0 = plan.width / 2, plan.height / 2

    def move(point: Point) -> Point:
        x, y = point
        return (
            x0 + (x - x0) * shift.x_scale + shift.x_mm,
            y0 + (y - y0) * shift.y_scale + shift.y_mm,
        )

    def path(one: Path) -> Path:
        return replace(one, points=tuple(map(move, one.points)))

    return replace(
        plan,
        cuts=tuple(replace(one, points=tuple(map(move, one.points))) for one in plan.cuts),
        scores=tuple(map(path, plan.scores)),
        slits=tuple(map(path, plan.slits)),
    )


CUT = "CUT"
SCORE = "SCORE"
MARKS = "MARKS"
RED = 1
BLUE = 5
BLACK = 7
"""Colours of the AutoCAD index; 7 is black on a light ground, white on a dark one."""
LAYERS = ((SCORE, BLUE, "DASHED"), (CUT, RED, "Continuous"), (MARKS, BLACK, "Continuous"))
"""The layers, in the order of work, with their colours and line types."""
QUARTER_BULGE = tan(pi / 2 / 4)
"""The bulge of a quarter circle: the tangent of a quarter of its angle."""
_COMMENT = 999
"""The group code of a comment, which readers pass over."""


def dxf(plan: CutPlan) -> str:
    """Return a DXF of a sheet: scores and slits as open polylines, other cuts as closed ones."""
    import ezdxf
    from ezdxf.units import MM

    text = io.StringIO()
    with _without_dates():
        drawing = ezdxf.new("R2000", units=MM)
        drawing.linetypes.add("DASHED", [3.0, 2.0, -1.0], description="Dashed __ __ __")
        for name, colour, linetype in LAYERS:
            drawing.layers.add(name, color=colour, linetype=linetype)
        sheet = drawing.modelspace()
        corner = (plan.width, plan.height, 0)
        sheet.reset_extents((0, 0, 0), corner)
        drawing.header["$EXTMIN"], drawing.header["$EXTMAX"] = (0, 0, 0), corner
        for score in plan.scores:
            sheet.add_lwpolyline(score.points, "xy", dxfattribs={"layer": SCORE})
        for slit in plan.slits:
            sheet.add_lwpolyline(slit.points, "xy", dxfattribs={"layer": CUT})
        marks = [(Contour(mark.points), MARKS) for mark in plan.marks]
        for line, layer in [*((cut, CUT) for cut in plan.cuts), *marks]:
            corners = (
                (*start, QUARTER_BULGE if corner else 0.0)
                for start, end, corner in line.ways
                if start != end
            )
            sheet.add_lwpolyline(corners, "xyb", close=True, dxfattribs={"layer": layer})
        drawing.write(text)
    return f"{_COMMENT}\n{plan.title}\n{text.getvalue()}"


@contextmanager
def _without_dates() -> Iterator[None]:
    """Let ezdxf write fixed dates and identifiers for as long as this lasts."""
    from ezdxf import options

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


def registration_marks(width: float, height: float) -> tuple[Path, ...]:
    """Return the marks of a page: a square at the top left, angles at two more corners."""
    marks = registration()
    inset, arm, line = marks.inset_mm, marks.arm_mm, marks.line_mm
    left, bottom, right, top = inset, inset, width - inset, height - inset
    side = marks.square_mm

    def angle(x: float, y: float, across: float, width: float) -> Path:
        """An L with its corner at x, y and arms of the given (signed) length, as an area."""
        far, up = (x + across, y + width), (x + width, y + across)
        points = ((x, y), (x + across, y), far, (x + width, y + width), up, (x, y + across))
        return Path(points, Style.REGISTRATION, closed=True)

    return (
        rectangle(left, top - side, side, side, Style.REGISTRATION),
        angle(right, top, -arm, -line),
        angle(left, bottom, arm, line),
    )


def clear_zones(width: float, height: float) -> tuple[Rect, ...]:
    """Return what stays empty around the lines of the marks: nothing else is printed there.

    An angle takes what lies about its arms, not what it embraces.
    """
    clear = Edges.all(registration().clear_mm)
    marks = registration_marks(width, height)
    return tuple(box.grow(clear) for mark in marks for box in boxes_of(mark))


def boxes_of(path: Path) -> tuple[Rect, ...]:
    """Return the boxes around the single lines of a path."""
    ends = (*path.points, path.points[0]) if path.closed else path.points
    return tuple(bounds([Rect(x, y, 0.01, 0.01) for x, y in line]) for line in pairwise(ends))


def svg(plan: CutPlan) -> str:
    """Return an SVG in millimetres; its y axis points down, so it is turned over.

    Scores come before cuts, as a machine must work.
    """
    width, height = plan.width, plan.height
    size = f'width="{_n(width)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(width)} {_n(height)}"'
    lines = [*(_open(s, height) for s in plan.slits), *(_path(c, height) for c in plan.cuts)]
    cuts = "\n".join(f'  <path d="{one}"/>' for one in lines)
    areas = "\n".join(f'  <path d="{_path(Contour(m.points), height)}"/>' for m in plan.marks)
    scores = "\n".join(f'  <path d="{_open(s, height)}"/>' for s in plan.scores)
    title = escape(plan.title, quote=False)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<title>{title}</title>\n'
        f'<g id="registration" fill="#000000" stroke="none">\n{areas}\n</g>\n'
        f'<g id="score" fill="none" stroke="#0000ff" stroke-width="0.1">\n{scores}\n</g>\n'
        f'<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{cuts}\n</g>\n</svg>\n'
    )


def _path(line: Contour, height: float) -> str:
    x, y = line.points[0]
    words = [f"M{_n(x)} {_n(height - y)}"]
    for start, end, corner in line.ways:
        (x0, y0), (x, y) = start, end
        if start != end:
            radius = _n(max(abs(x - x0), abs(y - y0)))
            # Counter-clockwise on paper, with y downwards: sweep flag 0.
            words.append(f"A{radius} {radius} 0 0 0 " if corner else "L")
            words[-1] += f"{_n(x)} {_n(height - y)}"
    return " ".join([*words, "Z"])


def _open(line: Path, height: float) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(height - y)}" for x, y in line.points)


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


WRITERS = {"svg": svg, "dxf": dxf}
"""Each format, and what writes the text of its files."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """A cut file: its name, and its text."""

    name: str
    text: str


def cut_files(
    document: Document,
    formats: Sequence[str],
    *,
    marked: bool,
    shift: CutterShift | None = None,
) -> Iterator[CutFile]:
    """Yield the cut files of a document; ``marked`` adds the registration marks to them.

    ``shift`` moves their lines for a machine.
    """
    if not formats:
        return
    stem = document.file.removesuffix(".pdf")
    sheets: dict[tuple[tuple[Outline, ...], tuple[Path, ...]], list[int]] = {}
    fronts = [page for page in document.pages if page.side is FaceSide.FRONT]
    for number, page in enumerate(fronts, start=1):
        if page.outlines:
            sheets.setdefault((page.outlines, page.scores), []).append(number)
    for (outlines, scores), numbers in sheets.items():
        page = fronts[numbers[0] - 1]
        plan = CutPlan(
            f"{document.file}, sheet {', '.join(map(str, numbers))}",
            page.width,
            page.height,
            tuple(contour(outline) for outline in outlines if not outline.nicks),
            scores,
            registration_marks(page.width, page.height) if marked else (),
            tuple(
                Path(points, Style.CUT)
                for one in outlines
                if one.nicks
                for points in cut_lines(contour(one).polygon)
            ),
        )
        for kind in formats:
            moved = plan if shift is None else move_cuts(plan, shift)
            yield CutFile(f"{stem}-cut-{numbers[0]}.{kind}", WRITERS[kind](moved))
