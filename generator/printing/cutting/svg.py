"""Cut files as SVG: groups of lines to score and to cut, and the registration marks; in mm."""

from __future__ import annotations

from html import escape

from generator.printing.cutting.contours import Contour, CutPlan, around
from generator.printing.layout.shapes import Path


def svg(plan: CutPlan) -> str:
    """Return an SVG in millimetres; its y axis points down, so it is turned over.

    Scores come before cuts, as a machine must work.
    """
    width, height = plan.width, plan.height
    size = f'width="{_n(width)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(width)} {_n(height)}"'
    lines = [*(_open(s, height) for s in plan.slits), *(_path(c, height) for c in plan.cuts)]
    cuts = "\n".join(f'  <path d="{one}"/>' for one in lines)
    areas = "\n".join(f'  <path d="{_path(around(m), height)}"/>' for m in plan.marks)
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


def _open(line: Path, height: float) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(height - y)}" for x, y in line.points)


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
