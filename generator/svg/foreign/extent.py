"""How far the shapes of a simplified drawing reach."""

from __future__ import annotations

from collections.abc import Iterator

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import PathBuilder, parse_path
from lxml import etree

from generator.svg.foreign.cascade import local
from generator.svg.foreign.properties import GEOMETRY
from generator.svg.transforms import matrix_of, scale_of

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom."""
_STRAIGHT = frozenset(["moveTo", "lineTo", "closePath", "endPath"])


def shapes_of(root: etree._Element) -> Iterator[etree._Element]:
    """The shapes that a drawing shows, in drawing order."""
    for node in root.iter():
        above = node.getparent()
        if local(node) in GEOMETRY and (above is None or local(above) != "clipPath"):
            yield node


def bounds_of(node: etree._Element) -> Bounds | None:
    """The box around a shape, its stroke counted in; None where it cannot be told."""
    pen = BoundsPen(None)
    matrix = matrix_of(node)
    if not _draw(node, TransformPen(pen, matrix)) or pen.bounds is None:
        return None
    left, top, right, bottom = pen.bounds
    room = float(node.get("stroke-width", "1")) / 2 * scale_of(matrix) if node.get("stroke") else 0
    return left - room, top - room, right + room, bottom + room


def is_box(node: etree._Element) -> bool:
    """Tell whether a shape is a rectangle with upright sides and sharp corners."""
    record, box = RecordingPen(), bounds_of(node)
    if box is None or node.get("stroke") or node.get("rx") or node.get("ry"):
        return False
    _draw(node, TransformPen(record, matrix_of(node)))
    points = {(round(x, 3), round(y, 3)) for _, where in record.value for x, y in where}
    corners = {(round(x, 3), round(y, 3)) for x in box[::2] for y in box[1::2]}
    return points == corners and {step for step, _ in record.value} <= _STRAIGHT


def _draw(node: etree._Element, pen: TransformPen) -> bool:
    where = {name: node.get(name) for name in GEOMETRY[local(node)] if node.get(name)}
    builder = PathBuilder()
    try:
        builder.add_path_from_element(etree.Element(local(node), attrib=where))
        parse_path(builder.paths[-1], pen)
    except (ValueError, IndexError, TypeError, ArithmeticError):
        return False
    return True
