"""Cut files for cutting machines, SVG and DXF, from the same outlines as the sheets.

Lengths are millimetres in both. Sheets with equal outlines share one file, named after the
first of them; the title inside says which sheets it is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from generator.printing.layout.document import Document, Page
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Outline, Side
from generator.printing.layout.marks import hexagon
from generator.printing.layout.papers import registration
from generator.printing.layout.shapes import Path, Point, Style, rectangle

FORMATS = ("svg", "dxf")

ARC_BULGE = 0.41421356237309503
"""DXF's bulge of a quarter circle: the tangent of a quarter of its angle."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """A cut file: its name, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed line to cut: its corners, and whether the way on from each is a quarter circle."""

    points: tuple[Point, ...]
    arcs: tuple[bool, ...]


def cut_files(document: Document, formats: Sequence[str], marked: bool) -> Iterator[CutFile]:
    """Yield the cut files of a document; ``marked`` adds the registration marks to them."""
    stem = document.file.removesuffix(".pdf")
    sheets: dict[tuple[Outline, ...], list[int]] = {}
    pages: dict[tuple[Outline, ...], Page] = {}
    fronts = [page for page in document.pages if page.side is Side.FRONT]
    for number, page in enumerate(fronts, start=1):
        if page.outlines:
            sheets.setdefault(page.outlines, []).append(number)
            pages.setdefault(page.outlines, page)
    for outlines, numbers in sheets.items():
        page = pages[outlines]
        title = f"{document.file}, sheet {', '.join(map(str, numbers))}"
        contours = tuple(contour(outline) for outline in outlines)
        marks = registration_marks(page.width, page.height) if marked else ()
        for kind in formats:
            write = {"svg": svg, "dxf": dxf}[kind]
            text = write(title, page.width, page.height, contours, marks)
            yield CutFile(f"{stem}-cut-{numbers[0]}.{kind}", text)


def registration_marks(width: float, height: float) -> tuple[Path, ...]:
    """Return the marks of a page: a square at the top left, angles at two more corners."""
    marks = registration()
    inset, arm, line = marks.inset_mm, marks.arm_mm, marks.line_mm
    left, bottom, right, top = inset, inset, width - inset, height - inset
    side = marks.square_mm
    return (
        rectangle(left, top - side, side, side, Style.REGISTRATION),
        _angle(right, top, -arm, -arm, line),
        _angle(left, bottom, arm, arm, line),
    )


def _angle(x: float, y: float, across: float, down: float, line: float) -> Path:
    """An L with its corner at x, y and arms of the given (signed) lengths, as an area."""
    dx, dy = (line if across > 0 else -line), (line if down > 0 else -line)
    points = (
        (x, y),
        (x + across, y),
        (x + across, y + dy),
        (x + dx, y + dy),
        (x + dx, y + down),
        (x, y + down),
    )
    return Path(points, Style.REGISTRATION, closed=True)


def contour(outline: Outline) -> Contour:
    """Return the line to cut along for one piece."""
    if outline.shape == "custom":
        return Contour(outline.points, (False,) * len(outline.points))
    if outline.shape == "hex":
        points = hexagon(outline.box, 0.0, turned=outline.rotation % 180 == 90)
        return Contour(points, (False,) * 6)
    box = outline.box
    round_ = min(box.width, box.height) / 2
    radius = round_ if outline.shape == "round" else min(outline.corner, round_)
    if radius <= 0:
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.top), (box.x, box.top))
        return Contour(corners, (False,) * 4)
    return _rounded(box, radius)


def _rounded(box: Rect, r: float) -> Contour:
    points = (
        (box.x + r, box.y),
        (box.right - r, box.y),
        (box.right, box.y + r),
        (box.right, box.top - r),
        (box.right - r, box.top),
        (box.x + r, box.top),
        (box.x, box.top - r),
        (box.x, box.y + r),
    )
    return Contour(points, (False, True) * 4)


def svg(
    title: str, width: float, height: float, contours: Iterable[Contour], marks: Iterable[Path]
) -> str:
    """Return an SVG in millimetres; its y axis points down, so it is turned over."""
    size = f'width="{_n(width)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(width)} {_n(height)}"'
    cuts = "\n".join(f'  <path d="{_svg_path(c, height)}"/>' for c in contours)
    areas = "\n".join(
        f'  <path d="{_svg_path(Contour(m.points, (False,) * len(m.points)), height)}"/>'
        for m in marks
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<title>{escape(title)}</title>\n'
        f'<g id="registration" fill="#000000" stroke="none">\n{areas}\n</g>\n'
        f'<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{cuts}\n</g>\n</svg>\n'
    )


def _svg_path(line: Contour, height: float) -> str:
    first, *_ = points = [(x, height - y) for x, y in line.points]
    words = [f"M{_n(first[0])} {_n(first[1])}"]
    following = [*points[1:], first]
    for (x0, y0), (x, y), arc in zip(points, following, line.arcs, strict=True):
        if arc:
            radius = max(abs(x - x0), abs(y - y0))
            # Counter-clockwise on paper, with y downwards: sweep flag 0.
            words.append(f"A{_n(radius)} {_n(radius)} 0 0 0 {_n(x)} {_n(y)}")
        elif (x, y) != (x0, y0):
            words.append(f"L{_n(x)} {_n(y)}")
    return " ".join([*words, "Z"])


def dxf(
    title: str, width: float, height: float, contours: Iterable[Contour], marks: Iterable[Path]
) -> str:
    """Return a DXF (R12, millimetres) with closed polylines in the layers CUT and MARKS."""
    groups: list[tuple[int, str]] = [
        (999, title),
        *((0, "SECTION"), (2, "HEADER")),
        *((9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4")),
        *((9, "$EXTMIN"), (10, "0"), (20, "0"), (9, "$EXTMAX"), (10, _n(width)), (20, _n(height))),
        *((0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")),
    ]
    for line in contours:
        groups += _polyline(line, "CUT")
    for mark in marks:
        groups += _polyline(Contour(mark.points, (False,) * len(mark.points)), "MARKS")
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in groups)


def _polyline(line: Contour, layer: str) -> list[tuple[int, str]]:
    # Some readers want the (meaningless) point of the polyline itself, too.
    found = [(0, "POLYLINE"), (8, layer), (66, "1"), (70, "1"), (10, "0"), (20, "0"), (30, "0")]
    for (x, y), arc in zip(line.points, line.arcs, strict=True):
        found += [(0, "VERTEX"), (8, layer), (10, _n(x)), (20, _n(y)), (30, "0")]
        if arc:
            found.append((42, f"{ARC_BULGE:.6f}"))
    return [*found, (0, "SEQEND")]


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
