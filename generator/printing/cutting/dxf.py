"""Cut files as DXF: R2000, in millimetres, so that every program knows the unit.

The same cut lines give the same bytes: what a DXF says about when and by what it was written is
fixed, and so are the numbers that it names its parts by.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from math import pi, tan

from generator.printing.cutting.contours import Contour, CutPlan, around

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
        marks = [(around(mark), MARKS) for mark in plan.marks]
        for line, layer in [*((cut, CUT) for cut in plan.cuts), *marks]:
            sheet.add_lwpolyline(_corners(line), "xyb", close=True, dxfattribs={"layer": layer})
        drawing.write(text)
    return f"{_COMMENT}\n{plan.title}\n{text.getvalue()}"


def _corners(line: Contour) -> Iterator[tuple[float, float, float]]:
    """Corners in mm, each with the bulge of the way on from it; none twice in a row."""
    following = (*line.points[1:], line.points[0])
    for (x, y), after, arc in zip(line.points, following, line.arcs, strict=True):
        if (x, y) != after:
            yield x, y, QUARTER_BULGE if arc else 0.0


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
