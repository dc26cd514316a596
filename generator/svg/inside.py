"""Where the parts of an SVG lie: transforms, lengths, sizes, what is inside of what; and low ink.

No template need know of low ink: letters become black, and icons dark, unless letters or
another icon stand on them. All else becomes so light that black letters on it keep the contrast
they need; what was dark gets an outline, so that it is still seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from lxml import etree

from generator.svg.lint import GEOMETRY, OURS, SVG_NS, contrast, grey, level, rgb

_STEP = re.compile(r"(\w+)\s*\(([^)]*)\)")

Matrix: TypeAlias = "tuple[float, float, float, float, float, float]"
Point: TypeAlias = "tuple[float, float]"
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def matrix_of(node: etree._Element | None) -> Matrix:
    """The matrix that takes coordinates of a node to those of the drawing."""
    matrix = _IDENTITY
    while node is not None:
        own = node.get("transform")
        if own:
            matrix = times(parse_transform(str(own)), matrix)
        node = node.getparent()
    return matrix


def at(matrix: Matrix, x: float, y: float) -> Point:
    """Where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def scale_of(matrix: Matrix) -> float:
    """By how much a matrix enlarges (the mean of both ways, where they differ)."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix (a, b, c, d, e, f) of a ``transform`` attribute (linted)."""
    matrix = _IDENTITY
    for name, values in _STEP.findall(text):
        numbers = [float(number) for number in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", values)]
        matrix = times(matrix, _step(name, numbers))
    return matrix


def _step(name: str, n: list[float]) -> Matrix:
    first, second = n[0], n[1] if len(n) > 1 else None
    if name == "translate":
        return (1, 0, 0, 1, first, second or 0)
    if name == "scale":
        return (first, 0, 0, first if second is None else second, 0, 0)
    if name == "skewX":
        return (1, 0, math.tan(math.radians(first)), 1, 0, 0)
    if name == "skewY":
        return (1, math.tan(math.radians(first)), 0, 1, 0, 0)
    if name == "rotate":
        x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
        cos, sin = math.cos(math.radians(first)), math.sin(math.radians(first))
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    a, b, c, d, e, f = n
    return (a, b, c, d, e, f)


def times(one: Matrix, two: Matrix) -> Matrix:
    """The matrix that does what ``two`` does and then what ``one`` does."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


LEAST_PT = 6.0
"""Letters smaller than this are hard to read: where designers of card games see the limit
(boardgamegeek.com/thread/1679368; the built-in templates stay above 7 pt)."""
LEAST_DPI = 150.0
"""Coarsest a picture should be; 300 dots an inch are best
(theplayingcardfactory.com, "What image resolution do I need")."""
PIXELS = "data-pixels"
"""Attribute that holds width and height of a picture in pixels."""
_MM_PER_PT = 25.4 / 72


def small_texts(root: etree._Element, least: float = LEAST_PT) -> Iterator[tuple[str, float]]:
    """Texts with letters smaller than ``least`` pt, transforms counted in, and how large."""
    for node in root.iter(f"{{{SVG_NS}}}text"):
        if node.get(OURS) == "run":
            scale = scale_of(matrix_of(node))
            size = float(node.get("font-size", "0")) * scale / _MM_PER_PT
            if size < least - 0.01:
                yield node.text or "", size


def coarse_pictures(root: etree._Element) -> Iterator[tuple[str, float, tuple[int, int]]]:
    """Pictures with fewer than :data:`LEAST_DPI` dots an inch, with these and their pixels."""
    for node in root.iter(f"{{{SVG_NS}}}image"):
        if node.get(OURS) == "picture" and node.get(PIXELS):
            dpi, pixels = _resolution(node)
            if dpi < LEAST_DPI:
                yield str(node.get("href")), dpi, pixels


def _resolution(node: etree._Element) -> tuple[float, tuple[int, int]]:
    """Dots an inch along the side where they are fewest, and the size in pixels."""
    wide, high = (int(number) for number in str(node.get(PIXELS)).split())
    scale = scale_of(matrix_of(node))
    per_mm = [
        pixels / (float(str(node.get(side))) * scale)
        for pixels, side in ((wide, "width"), (high, "height"))
    ]
    contained = str(node.get("preserveAspectRatio")).endswith("meet")
    return (max if contained else min)(per_mm) * 25.4, (wide, high)


TOLERANCE_MM = 0.05
"""How far a letter may reach over the trim edge before it counts as cut off."""
WIDTH = "data-width"
"""Attribute that holds the width of a run of text, in user units."""
NAME = "data-name"
"""Attribute that holds the name of an icon."""

_TEXT = f"{{{SVG_NS}}}text"

_TAILS = frozenset("gjpqy,;()[]{}|_QJ$/")
_TURNS = [(math.cos(math.tau * turn / 16), math.sin(math.tau * turn / 16)) for turn in range(16)]
"""Points around the disc that an icon is taken to be."""
_RISE, _FALL = 0.66, 0.2  # of the letter size: capitals above, tails below the baseline


@dataclass(frozen=True, slots=True)
class TrimOutline:
    """The trim edge of a piece of ``width`` x ``height`` mm.

    ``shape`` is rect, round, hex (points left and right) or custom, with its ``corners``.
    """

    width: float
    height: float
    shape: str = "rect"
    corners: tuple[Point, ...] = ()

    def over(self, point: Point) -> float:
        """How far a point reaches over the edge, in mm; 0 or less where it does not."""
        half_width, half_height = self.width / 2, self.height / 2
        x, y = abs(point[0] - half_width), abs(point[1] - half_height)
        if self.shape == "rect":
            return max(x - half_width, y - half_height)
        if self.shape == "custom":
            return _over_outline(point, self.corners)
        if self.shape == "round":
            away = math.hypot(x / half_width, y / half_height)
            return (away - 1) * min(half_width, half_height)
        run = half_width / 2  # a slanted side goes from the point to half of the flat side
        slanted = ((x - half_width) * half_height + y * run) / math.hypot(half_height, run)
        return max(y - half_height, slanted)


def texts_outside(root: etree._Element, edge: TrimOutline) -> Iterator[tuple[str, float]]:
    """Texts that reach over the edge of a piece, and by how many mm at their worst point."""
    for node in root.iter(_TEXT):
        if node.get(OURS) == "run" and node.get(WIDTH):
            yield from _if_over(node.text or "", edge, corners_of(node))


def icons_outside(root: etree._Element, edge: TrimOutline) -> Iterator[tuple[str, float]]:
    """Names of icons that reach over the edge, and by how many mm; an icon is taken as a disc."""
    for node in root.iter(_TEXT):
        if node.get(OURS) == "icon":
            r, matrix = float(node.get("font-size", "0")) / 2, matrix_of(node)
            x, y = float(node.get("x", "0")) + r, float(node.get("y", "0")) + r
            reach = edge.over(at(matrix, x, y)) + r * math.hypot(*matrix[:4])
            if edge.shape == "custom" or reach > TOLERANCE_MM:
                rim = [at(matrix, x + r * cos, y + r * sin) for cos, sin in _TURNS]
                yield from _if_over(str(node.get(NAME)), edge, rim)


def icon_squares(svg: str) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the square of each icon of a drawing, turned ones boxed."""
    for node in etree.fromstring(svg.encode()).iter(_TEXT):
        if node.get(OURS) == "icon":
            x, y, side = (float(node.get(name, "0")) for name in ("x", "y", "font-size"))
            matrix = matrix_of(node)
            ends = [at(matrix, a, b) for a in (x, x + side) for b in (y, y + side)]
            xs, ys = zip(*ends, strict=True)
            yield min(xs), min(ys), max(xs), max(ys)


def _if_over(text: str, edge: TrimOutline, points: Iterable[Point]) -> Iterator[tuple[str, float]]:
    over = max(map(edge.over, points))
    if over > TOLERANCE_MM:
        yield text, over


def corners_of(node: etree._Element) -> Iterator[Point]:
    """The corners of a run of text on the drawing (mm), all transforms followed."""
    x, y, size = (float(node.get(name, "0")) for name in ("x", "y", "font-size"))
    fall = 0.0 if _TAILS.isdisjoint(node.text or "") else _FALL * size
    matrix = matrix_of(node)
    for across in (x, x + float(node.get(WIDTH, "0"))):
        for down in (y - _RISE * size, y + fall):
            yield at(matrix, across, down)


def _over_outline(point: Point, outline: tuple[Point, ...]) -> float:
    """How far a point lies outside of a polygon; 0 if it lies inside."""
    x, y = point
    sides = [*zip(outline, outline[1:] + outline[:1], strict=True)]
    crossed = sum(
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in sides
    )
    return 0.0 if crossed % 2 else min(_distance(point, a, b) for a, b in sides)


def _distance(point: Point, a: Point, b: Point) -> float:
    """Distance of a point from the line between two others."""
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    length = along_x**2 + along_y**2
    part = ((point[0] - a[0]) * along_x + (point[1] - a[1]) * along_y) / length if length else 0
    part = min(1.0, max(0.0, part))
    return math.dist(point, (a[0] + part * along_x, a[1] + part * along_y))


GRID = 24.0
"""Side of the square every icon is drawn on, in its own units."""
_LENGTH = re.compile(
    r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z%]*)\s*", re.IGNORECASE
)
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54}
_PIXELS |= {"mm": 96 / 25.4, "q": 96 / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0}
_ACROSS = frozenset(["x", "x1", "x2", "cx", "fx", "width", "rx"])
_DOWN = frozenset(["y", "y1", "y2", "cy", "fy", "height", "ry"])


@dataclass(frozen=True, slots=True)
class ViewBox:
    """The part of an SVG's plane that is shown, in its own units."""

    x: float
    y: float
    width: float
    height: float

    def hundred(self, name: str) -> float:
        """What 100 % of an attribute is: the width, the height, or the mean diagonal."""
        if name in _ACROSS:
            return self.width
        if name in _DOWN:
            return self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str, hundred: float) -> float | None:
    """A length in user units (pixels of 1/96 inch); None where ``text`` is none."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    number, unit = float(found[1]), found[2].lower()
    factor = hundred / 100 if unit == "%" else _PIXELS.get(unit)
    return number * factor if factor is not None and math.isfinite(number) else None


def number_text(number: float) -> str:
    """A number as an attribute holds it."""
    return f"{number:.6g}" if abs(number) < 1e5 else f"{number:.3f}"


def plain(text: str, hundred: float) -> str:
    """A length as a plain number; what is none is given back as it is."""
    number = length(text, hundred)
    return text if number is None else number_text(number)


def view_of(box: str, width: str, height: str) -> ViewBox | None:
    """What an SVG shows, by its ``viewBox``, or else by its size; None where it states neither."""
    numbers = [length(part, 0) for part in box.replace(",", " ").split()]
    sides = [length(width, 0), length(height, 0)]
    x, y, w, h = numbers if len(numbers) == 4 else [0.0, 0.0, *sides]
    if x is None or y is None or not w or not h or w < 0 or h < 0:
        return None
    return ViewBox(x, y, w, h)


GROUND = 0.9
"""Darkest grey of a ground, 0 to 1: black letters on it have a contrast of 17 : 1."""

LINE = 0.48
"""Darkest grey of a line: black letters that cross it have a contrast of 4.7 : 1."""

MARK = 0.45
"""Lightest grey of an icon that stands alone: on white it has a contrast of 4.7 : 1."""

LINE_MM = 1.0
"""Widest stroke that counts as a line; a wider one is a ground (own choice)."""

OUTLINE_MM = 0.2
"""Width of the outline of what was dark (own choice)."""

_DARK = 0.6  # the level below which a shape gets an outline
_FAINT = 0.5  # the opacity below which it gets none: a shadow, a veil
_ON = 0.15  # the part of the smaller of two marks that must lie on the other one
_ANOTHER = 1.5  # the contrast from which two colours of an icon are to be told apart
_GRID = 24.0  # side of an icon's own square
_BLACK, _WHITE = "#000000", "#ffffff"
_PREFIX = f"{{{SVG_NS}}}"


def low_ink(svg: str, icons: Mapping[str, str]) -> str:
    """The drawing ``svg`` (linted) with little ink.

    ``icons`` are the icons of the pen in it: the ``transform`` of each, and its colour.
    """
    root = etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False))
    marks = list(_marks(root, icons))
    alone = {mark.node for number, mark in enumerate(marks) if not _carries(mark, marks[number:])}
    for mark in marks:
        for node in (mark.node, *mark.node.iterancestors()):
            for name in ("opacity", "fill-opacity"):
                node.attrib.pop(name, None)
    _ColourWalk(icons, alone).element(root, _InheritedPaint())
    return str(etree.tostring(root, encoding="unicode"))


@dataclass(frozen=True, slots=True)
class _DrawnMark:
    """A run of text or an icon: its element, and the box around it on the drawing (mm)."""

    node: etree._Element
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def common_area(self, other: _DrawnMark) -> float:
        """The area that both have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def _marks(root: etree._Element, icons: Mapping[str, str]) -> Iterator[_DrawnMark]:
    for node in root.iter(f"{_PREFIX}text", f"{_PREFIX}g"):
        if node.get(OURS) == "run":
            yield _mark(node, list(corners_of(node)))
        elif node.get("transform") in icons and node.tag == f"{_PREFIX}g":
            matrix = matrix_of(node)
            yield _mark(node, [at(matrix, x, y) for x in (0, _GRID) for y in (0, _GRID)])


def _mark(node: etree._Element, corners: Sequence[Point]) -> _DrawnMark:
    xs, ys = zip(*corners, strict=True)
    return _DrawnMark(node, min(xs), min(ys), max(xs), max(ys))


def _carries(mark: _DrawnMark, later: Sequence[_DrawnMark]) -> bool:
    """Tell whether something that is drawn later stands on ``mark``."""
    return any(
        mark.common_area(other) > _ON * min(mark.area, other.area)
        for other in later
        if other.node is not mark.node
    )


@dataclass(frozen=True, slots=True)
class _InheritedPaint:
    """What an element inherits: its colours, the width of its strokes, and how opaque it is.

    ``icon`` is the colour of the icon that it belongs to, if that stands alone.
    """

    fill: str = _BLACK
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0
    icon: str = ""

    def of(self, node: etree._Element) -> _InheritedPaint:
        """The paint of an element in it."""
        return replace(
            self,
            fill=node.get("fill", self.fill),
            stroke=node.get("stroke", self.stroke),
            width=float(node.get("stroke-width", self.width)),
            opacity=self.opacity * float(node.get("opacity", 1)),
        )


@dataclass(frozen=True, slots=True)
class _ColourWalk:
    """One pass over a drawing that changes its colours; ``alone`` are letters and icons to see."""

    icons: Mapping[str, str]
    alone: frozenset[etree._Element] | set[etree._Element]

    def element(self, node: etree._Element, inherited: _InheritedPaint) -> None:
        tag = str(node.tag).removeprefix(_PREFIX)
        paint = inherited.of(node)
        if tag == "clipPath":
            return
        if tag == "stop":
            node.set("stop-color", _ground(node.get("stop-color", _BLACK)))
        elif tag == "text":
            node.set("fill", _BLACK)
        elif tag in GEOMETRY:
            self._shape(node, paint)
        elif node in self.alone:
            paint = replace(paint, icon=self.icons[str(node.get("transform"))])
        for child in node:
            self.element(child, paint)

    def _shape(self, node: etree._Element, paint: _InheritedPaint) -> None:
        if paint.icon:
            node.set("fill", _seen(paint.fill, paint.icon))
            node.set("stroke", _seen(paint.stroke, paint.icon))
            return
        scale = scale_of(matrix_of(node))
        node.set("fill", _ground(paint.fill))
        if paint.stroke != "none":
            is_line = paint.width * scale <= LINE_MM
            node.set("stroke", _line(paint.stroke) if is_line else _ground(paint.stroke))
        elif _is_dark(paint.fill) and paint.opacity >= _FAINT and scale:
            node.set("stroke", grey(LINE))
            node.set("stroke-width", f"{OUTLINE_MM / scale:.4f}")


def _is_dark(colour: str) -> bool:
    parsed = rgb(colour)
    return parsed is not None and level(parsed) < _DARK


def _ground(colour: str) -> str:
    """The light grey of a ground; what is no plain colour stays as it is."""
    parsed = rgb(colour)
    return colour if parsed is None else grey(GROUND + (1 - GROUND) * level(parsed))


def _line(colour: str) -> str:
    parsed = rgb(colour)
    return colour if parsed is None else grey(max(LINE, level(parsed)))


def _seen(colour: str, icon: str) -> str:
    """A colour of an icon that stands alone: dark, or white where it differs from the icon's."""
    ratio, parsed = contrast(colour, icon), rgb(colour)
    if ratio is None or parsed is None:
        return colour
    if ratio >= _ANOTHER:
        return _WHITE
    return grey(min(level(parsed), MARK)) if level(parsed) <= LINE else _BLACK
