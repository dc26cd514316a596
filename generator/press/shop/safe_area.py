"""The area of a face in which letters must stay, for every cut shape."""

from __future__ import annotations

from math import inf

from generator.design.face import Face
from generator.printing.layout.geometry import Rect
from generator.printing.layout.marks import hexagon


class SafeArea:
    """How far a box (pt, from the bottom left of the page) leaves a face's safe area (mm)."""

    def __init__(self, face: Face, shape: str, safe_mm: float) -> None:
        self._shape = shape
        self._trim = Rect(face.bleed_mm, face.bleed_mm, face.width_mm, face.height_mm)
        self._safe = safe_mm

    def outside(self, box: tuple[float, float, float, float]) -> float:
        """How far ``box`` reaches out of the area (mm); negative if it stays inside."""
        left, bottom, right, top = (value * 25.4 / 72 for value in box)
        corners = ((left, bottom), (left, top), (right, bottom), (right, top))
        return max(self._past(x, y) for x, y in corners)

    def _past(self, x: float, y: float) -> float:
        trim = self._trim
        middle_x, middle_y = trim.centre
        if self._shape == "round":
            reach = float(((x - middle_x) ** 2 + (y - middle_y) ** 2) ** 0.5)
            return reach - min(trim.width, trim.height) / 2 + self._safe
        if self._shape == "hex":
            return self._past_hexagon(x, y)
        aside = max(trim.x - x, x - trim.right)
        return max(aside, trim.y - y, y - trim.top) + self._safe

    def _past_hexagon(self, x: float, y: float) -> float:
        points = hexagon(self._trim, 0.0)
        middle = self._trim.centre
        furthest = -inf
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            normal = ((y1 - y0) / length, (x0 - x1) / length)
            side = (middle[0] - x0) * normal[0] + (middle[1] - y0) * normal[1]
            sign = -1.0 if side > 0 else 1.0
            furthest = max(furthest, sign * ((x - x0) * normal[0] + (y - y0) * normal[1]))
        return furthest + self._safe
