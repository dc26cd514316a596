"""The look of the report's plots, and what all of them share.

Figures are drawn with matplotlib without its global state; the SVG carries text as text,
no scripts and no links, and is the same for the same figures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import wraps
from math import ceil
from pathlib import Path
from typing import Any, ParamSpec

import font_source_sans_pro

from generator.outputs.report.plotting import Axes, Figure, fontManager, rc_context

INK = "#2b2a28"
FAINT = "#d9d4c9"
PAPER = "#fffdf8"
COLOURS = {"random": "#8a94a0", "greedy": "#1f6f63", "search": "#5b4a9e", "drain": "#c0562f"}
"""Colour of a policy, the same in every plot."""
WIDTH, WIDEST, HEIGHT = 11.0, 3.66, 1.8
"""Width of a row of panels, greatest width and height of a panel, in inches."""
COLUMNS = 4


def _fonts() -> str:
    """Make the report's font known to matplotlib; return its family."""
    folder = Path(font_source_sans_pro.__file__).parent
    for name in ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf"):
        for path in sorted(folder.rglob(name)):
            fontManager.addfont(str(path))
    return "Source Sans Pro"


STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "trilith",
    "font.family": [_fonts(), "DejaVu Sans"],
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": "#8c867a",
    "axes.linewidth": 0.7,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 8,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.labelsize": 7.5,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}

P = ParamSpec("P")


def styled(draw: Callable[P, str]) -> Callable[P, str]:
    """Make a function draw in the report's style, without touching matplotlib's own."""

    @wraps(draw)
    def with_style(*args: P.args, **kwargs: P.kwargs) -> str:
        with rc_context(STYLE):
            return draw(*args, **kwargs)

    return with_style


def grid_of(
    panels: Mapping[str, Any], draw: Callable[[Axes, Any], None], label: str, *, legend: bool = True
) -> str:
    """Draw one panel for each entry, ``COLUMNS`` side by side."""
    columns = min(COLUMNS, len(panels))
    rows = ceil(len(panels) / columns)
    width = min(WIDEST, WIDTH / columns)
    figure = new_figure(width * columns, HEIGHT * rows + (0.35 if legend else 0.1))
    grid = figure.subplots(rows, columns, squeeze=False).flatten().tolist()
    for axes, (title, content) in zip(grid, panels.items(), strict=False):
        draw(axes, content)
        axes.set_title(title)
        axes.set_xlabel(label)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    if legend:
        add_legend(figure, grid[0])
    return as_svg(figure)


def add_legend(figure: Figure, axes: Axes) -> None:
    """Put one legend for all panels above them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=4, frameon=False)


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, sizes in inches, in the report's style."""
    return Figure(figsize=(width, height), layout="constrained")


def as_svg(figure: Figure) -> str:
    """Return a figure as an SVG element that scales with the page."""
    out = io.StringIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata=metadata)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    return re.sub(r'width="([\d.]+)pt" height="[\d.]+pt"', r'style="max-width:\1pt"', text, count=1)


def colour(policy: str) -> str:
    """Return the colour of a policy."""
    return COLOURS[policy.partition(":")[0]]
