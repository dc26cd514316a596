"""A drawing in black letters and outlines on light grounds, whatever colours it was drawn in.

Nothing of a template need know of it: letters become black, and icons dark, unless letters or
another icon stand on them. All else becomes so light that black letters on it keep the contrast
they need; what was dark gets an outline, so that it is still seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from generator.svg.inside import Point, at, corners_of, matrix_of, scale_of
from generator.svg.lint import OURS, SVG_NS, contrast, grey, level, rgb

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
_SHAPES = frozenset(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"])


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
    _Walk(icons, alone).element(root, _Paint())
    return str(etree.tostring(root, encoding="unicode"))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A run of text or an icon: its element, and the box around it on the drawing (mm)."""

    node: etree._Element
    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def shared(self, other: _Mark) -> float:
        """The area that both have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


def _marks(root: etree._Element, icons: Mapping[str, str]) -> Iterator[_Mark]:
    for node in root.iter(f"{_PREFIX}text", f"{_PREFIX}g"):
        if node.get(OURS) == "run":
            yield _mark(node, list(corners_of(node)))
        elif node.get("transform") in icons and node.tag == f"{_PREFIX}g":
            matrix = matrix_of(node)
            yield _mark(node, [at(matrix, x, y) for x in (0, _GRID) for y in (0, _GRID)])


def _mark(node: etree._Element, corners: Sequence[Point]) -> _Mark:
    xs, ys = zip(*corners, strict=True)
    return _Mark(node, min(xs), min(ys), max(xs), max(ys))


def _carries(mark: _Mark, later: Sequence[_Mark]) -> bool:
    """Tell whether something that is drawn later stands on ``mark``."""
    return any(
        mark.shared(other) > _ON * min(mark.area, other.area)
        for other in later
        if other.node is not mark.node
    )


@dataclass(frozen=True, slots=True)
class _Paint:
    """What an element inherits: its colours, the width of its strokes, and how opaque it is.

    ``icon`` is the colour of the icon that it belongs to, if that stands alone.
    """

    fill: str = _BLACK
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0
    icon: str = ""

    def of(self, node: etree._Element) -> _Paint:
        """The paint of an element in it."""
        return replace(
            self,
            fill=node.get("fill", self.fill),
            stroke=node.get("stroke", self.stroke),
            width=float(node.get("stroke-width", self.width)),
            opacity=self.opacity * float(node.get("opacity", 1)),
        )


@dataclass(frozen=True, slots=True)
class _Walk:
    """One pass over a drawing that changes its colours; ``alone`` are letters and icons to see."""

    icons: Mapping[str, str]
    alone: frozenset[etree._Element] | set[etree._Element]

    def element(self, node: etree._Element, inherited: _Paint) -> None:
        tag = str(node.tag).removeprefix(_PREFIX)
        paint = inherited.of(node)
        if tag == "clipPath":
            return
        if tag == "stop":
            node.set("stop-color", _ground(node.get("stop-color", _BLACK)))
        elif tag == "text":
            node.set("fill", _BLACK)
        elif tag in _SHAPES:
            self._shape(node, paint)
        elif node in self.alone:
            paint = replace(paint, icon=self.icons[str(node.get("transform"))])
        for child in node:
            self.element(child, paint)

    def _shape(self, node: etree._Element, paint: _Paint) -> None:
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
