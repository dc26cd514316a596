"""What is drawn where a picture is missing: a crossed ground with the piece's name on it."""

from __future__ import annotations

import re
from pathlib import Path

from generator.design.pictures.call import PictureCall
from generator.design.runs import run_markup
from generator.svg.inside import WIDTH
from generator.typeset.fonts import Font
from generator.typeset.text import Box, Fonts, fit_box

GROUND, LINE, INK = "#e9e6df", "#c4beb1", "#565047"
"""Greys of a placeholder: its ground, its cross, and its name (6.5 : 1 on the ground)."""
LARGEST, LEAST = 12.0, 6.0
"""Sizes of the name in pt; where it does not fit it is left out."""
_WIDTH = re.compile(rf' {WIDTH}="[^"]*"')


def placeholder(
    call: PictureCall, name: str, font: Font, root: Path
) -> tuple[str, tuple[str, ...]]:
    """The markup of a placeholder, and the runs of text in it."""
    x, y, w, h = call.x, call.y, call.w, call.h
    drawn = (
        f'<rect x="{x:.4f}" y="{y:.4f}" width="{w:.4f}" height="{h:.4f}" fill="{GROUND}"/>'
        f'<path d="M{x:.4f} {y:.4f}l{w:.4f} {h:.4f}m{-w:.4f} 0l{w:.4f} {-h:.4f}" fill="none" '
        f'stroke="{LINE}" stroke-width="0.25"/>'
    )
    box = Box(x + w / 10, y + h / 10, w * 0.8, h * 0.8, LARGEST, LEAST, 1.2, "center", "middle")
    set_text = fit_box(re.sub(r"([*{}<\\])", r"\\\1", name), Fonts(font, font, font, font), box)
    if set_text.problem or not set_text.runs:
        return drawn, ()
    runs = [run for run in set_text.runs if run.text.strip()]
    em = set_text.size * 25.4 / 72
    left, right = min(r.x for r in runs) - em / 2, max(r.x + r.width for r in runs) + em / 2
    top, bottom = min(r.y for r in runs) - em * 1.05, max(r.y for r in runs) + em * 0.55
    ground = (
        f'<rect x="{left:.4f}" y="{top:.4f}" width="{right - left:.4f}" '
        f'height="{bottom - top:.4f}" fill="{GROUND}"/>'
    )
    parts = tuple(_WIDTH.sub("", run_markup(run, INK, root)) for run in runs)
    return drawn + ground + "".join(parts), parts
