"""Transforms of a drawing: where its parts end up, and how much larger."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TypeAlias

from lxml import etree

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
            matrix = _times(parse_transform(str(own)), matrix)
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
        matrix = _times(matrix, _step(name, numbers))
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
        return _rotation(math.radians(first), x, y)
    a, b, c, d, e, f = n
    return (a, b, c, d, e, f)


def _rotation(angle: float, x: float, y: float) -> Matrix:
    """Rotation by ``angle`` (radians, clockwise on paper) about a point."""
    cos, sin = math.cos(angle), math.sin(angle)
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def _times(one: Matrix, two: Matrix) -> Matrix:
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
