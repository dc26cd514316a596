"""Charts of a report as inline SVG that works without a network, all in one style.

As matplotlib is loaded it reads a ``matplotlibrc`` of the current folder; it gets ours, which says
nothing.

Figures are drawn with matplotlib without its global state; the SVG carries text as text,
no scripts and no links, and is the same for the same figures.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import ceil
from typing import Any, TypeAlias

from generator.installed import DATA, away
from generator.typeset.fonts import FontKey, registry_of_trilith
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.simulation.trials import policy_name

with away():
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import fontManager
    from matplotlib.ticker import MaxNLocator

INK = "#2b2a28"
FAINT = "#d9d4c9"
PAPER = "#fffdf8"
COLOURS = {"random": "#626c78", "greedy": "#1f6f63", "search": "#5b4a9e", "drain": "#a8471f"}
"""Colour of a policy, the same in every plot; of letters on ``PAPER`` at least 4.5 to 1."""
WIDTH, WIDEST, HEIGHT = 11.0, 3.66, 1.8
"""Width of a row of panels, greatest width and height of a panel, in inches."""
COLUMNS = 4


def in_style() -> AbstractContextManager[None]:
    """Where all charts are drawn: in the report's style, without touching matplotlib's own."""
    for weight in (400, 700):
        fontManager.addfont(registry_of_trilith().path(FontKey("Source Sans Pro", weight)))
    return rc_context(fname=DATA / "report.mplstyle")


def grid_of(
    panels: Mapping[str, Any],
    draw: Callable[[Axes, Any], None],
    title: str,
    labels: tuple[str, str],
    *,
    legend: bool = True,
) -> str:
    """Draw one panel for each entry, ``COLUMNS`` side by side; with a ``legend`` on one scale."""
    columns = min(COLUMNS, len(panels))
    rows = ceil(len(panels) / columns)
    width = min(WIDEST, WIDTH / columns)
    height = HEIGHT * rows + (0.35 if legend else 0.1)
    figure = Figure(figsize=(width * columns, height), layout="constrained")
    axes_of_all = figure.subplots(rows, columns, squeeze=False, sharey=legend)
    grid = axes_of_all.flatten().tolist()
    for at, (axes, (name, content)) in enumerate(zip(grid, panels.items(), strict=False)):
        draw(axes, content)
        axes.set_title(name)
        axes.set_xlabel(labels[0])
        if at % columns == 0:
            axes.set_ylabel(labels[1])
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    if legend:
        add_legend(figure, grid[0])
    return as_svg(figure, title)


def add_legend(figure: Figure, axes: Axes) -> None:
    """Put one legend for all panels above them."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=4, frameon=False)


def as_svg(figure: Figure, title: str) -> str:
    """Return a figure as an SVG element that scales with the page, and has a title."""
    out = io.StringIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata={**metadata, "Title": title})
    text = out.getvalue()
    text = text[text.index("<svg") :].replace("<svg", '<svg role="img"', 1)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    return re.sub(r'width="([\d.]+)pt" height="[\d.]+pt"', r'style="max-width:\1pt"', text, count=1)


Histogram = Mapping[int, int]
FULL = 1.3
"""Where a bar ends that would go far beyond the box; its figure is written beside it."""


Series: TypeAlias = Mapping[str, Any]
"""What a panel shows of each policy."""
Interval: TypeAlias = tuple[float, float, float]
"""A rate or a mean, and the ends of its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A pile over turns: turn, and low (5 %), middle and high (95 %) level at its start.

    ``band`` is from which to which turn it first ran out (5 % to 95 %), if it did.
    """

    turns: Sequence[int]
    low: Sequence[int]
    middle: Sequence[int]
    high: Sequence[int]
    band: tuple[int, int] | None
    note: str


def lengths(
    panels: Mapping[str, Series], counts: Mapping[str, int], unit: str, tongue: Tongue = ENGLISH
) -> str:
    """Plot how long games are: one panel a table, one outline a policy; ``unit`` is in words."""
    rounds, turns = tongue.say("rounds", context="length"), tongue.say("turns", context="length")
    said = rounds if unit == "rounds" else turns

    def draw(axes: Axes, series: Series) -> None:
        low, high = min(map(min, series.values())), max(map(max, series.values()))
        step = max(1, ceil((high - low + 1) / 28))
        edges = list(range(low, high + step + 1, step))
        for policy, histogram in series.items():
            shares = _shares(histogram, edges)
            axes.stairs(shares, edges, fill=True, alpha=0.28, color=COLOURS[policy])
            axes.stairs(
                shares,
                edges,
                color=COLOURS[policy],
                linewidth=1.2,
                label=_label(policy, counts, tongue),
            )
        axes.set_ylim(bottom=0, auto=True)  # the next panel on this scale may be higher
        _in_percent(axes)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))

    title = tongue.say("Length of games in {unit}, by table", unit=said)
    return grid_of(panels, draw, title, (said, tongue.say("of games")))


def _label(policy: str, counts: Mapping[str, int], tongue: Tongue) -> str:
    said = policy_name(policy, tongue)
    return tongue.say("{policy}, {number} games a table", policy=said, number=counts[policy])


def wins(panels: Mapping[str, Series], counts: Mapping[str, int], tongue: Tongue = ENGLISH) -> str:
    """Plot each seat's win rate with its 95 % interval against an equal share (dashed).

    The share is the mean over the seats, of each policy by itself: partners win together, a draw
    is nobody's, and a shared win counts for each winner. Where all win together there is one rate.
    """
    top = max(high for series in panels.values() for one in series.values() for *_, high in one)

    def draw(axes: Axes, series: Series) -> None:
        for at, (policy, rates) in enumerate(series.items()):
            axes.errorbar(
                [seat + _offset(at, len(series)) for seat in range(1, len(rates) + 1)],
                [rate for rate, _, _ in rates],
                yerr=[[rate - low for rate, low, _ in rates], [high - r for r, _, high in rates]],
                fmt="o",
                color=COLOURS[policy],
                markersize=3.4,
                label=_label(policy, counts, tongue),
            )
            seats = len(rates)
            share = sum(rate for rate, _, _ in rates) / seats
            if seats > 1:
                axes.axhline(share, color=COLOURS[policy], linewidth=0.9, linestyle=(0, (4, 3)))
        axes.set_ylim(0, min(1.0, top * 1.08))
        _in_percent(axes)
        axes.set_xticks(range(1, seats + 1) if seats > 1 else ())
        axes.set_xlim(0.5, seats + 0.5)

    is_by_seat = any(len(rates) > 1 for series in panels.values() for rates in series.values())
    axis = tongue.say("seat", context="axis") if is_by_seat else tongue.say("all together")
    title = tongue.say("Games won by seat, by table")
    title = title if is_by_seat else tongue.say("Games that all win, by table")
    return grid_of(panels, draw, title, (axis, tongue.say("of games")))


def _in_percent(axes: Axes) -> None:
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.yaxis.set_major_locator(MaxNLocator(4))


def scores(
    panels: Mapping[str, Series], counts: Mapping[str, int], tongue: Tongue = ENGLISH
) -> str:
    """Plot each seat's points: 5 to 95 % (thin), 25 to 75 % (thick) and the median (dot)."""

    def draw(axes: Axes, series: Series) -> None:
        for at, (policy, spreads) in enumerate(series.items()):
            paint = COLOURS[policy]
            for seat, five in enumerate(spreads, 1):
                x = seat + _offset(at, len(series))
                axes.plot([x, x], [five[0], five[4]], color=paint, linewidth=0.9)
                axes.plot(
                    [x, x], [five[1], five[3]], color=paint, linewidth=3.6, solid_capstyle="butt"
                )
                axes.plot(x, five[2], "o", color=PAPER, markeredgecolor=paint, markersize=3.4)
            axes.plot([], [], color=paint, linewidth=3.6, label=_label(policy, counts, tongue))
        axes.set_xticks(range(1, len(spreads) + 1))
        axes.set_xlim(0.5, len(spreads) + 0.5)
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))

    labels = tongue.say("seat", context="axis"), tongue.say("points", context="axis")
    return grid_of(panels, draw, tongue.say("Points at the end by seat, by table"), labels)


def piles(panels: Mapping[str, Curve], table: str, tongue: Tongue = ENGLISH) -> str:
    """Plot what is left of each pile at the start of each turn, and when it first ran out."""

    def draw(axes: Axes, curve: Curve) -> None:
        paint = COLOURS["greedy"]
        axes.fill_between(curve.turns, curve.low, curve.high, color=paint, alpha=0.22, linewidth=0)
        axes.plot(curve.turns, curve.middle, color=paint, linewidth=1.5)
        if curve.band is not None:
            first, last = curve.band
            axes.axvspan(first - 0.5, last + 0.5, color=COLOURS["drain"], alpha=0.25, linewidth=0)
        axes.set_ylim(0, max(1.0, 1.06 * max(curve.high, default=1)))
        axes.text(0.04, 0.08, curve.note, transform=axes.transAxes, fontsize=8)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))

    title = tongue.say("What is left of each pile, {table}", table=table)
    labels = tongue.say("turn", context="axis"), tongue.say("left", context="axis")
    return grid_of(panels, draw, title, labels, legend=False)


def supplies(rows: Sequence[tuple[str, int, int]], tongue: Tongue = ENGLISH) -> str:
    """Plot the most of each supply that was ever in use (filled) against the box (outline)."""
    figure = Figure(figsize=(7.6, 0.5 + 0.24 * len(rows)), layout="constrained")
    axes = figure.subplots()
    names = [name for name, _, _ in rows]
    shares = [peak / box if box else 0.0 for _, box, peak in rows]
    paints = [COLOURS["drain"] if share >= 1 else COLOURS["greedy"] for share in shares]
    axes.barh(range(len(rows)), [1] * len(rows), color="none", edgecolor=INK, linewidth=0.7)
    drawn = [min(share, FULL) for share in shares]
    axes.barh(range(len(rows)), drawn, color=paints, height=0.55)
    for at, (_, box, peak) in enumerate(rows):
        said = tongue.say("{number} of {count}", number=peak, count=box)
        axes.text(max(1, drawn[at]) + 0.015, at, said, va="center", fontsize=8)
    axes.set_yticks(range(len(rows)), names)
    axes.set_xlim(0, max(1.0, *drawn) + 0.2)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", tongue.say("the box")])
    axes.invert_yaxis()
    return as_svg(figure, tongue.say("The most of each supply in use, against the box"))


def cards(rows: Sequence[tuple[str, float, float]], name: str, tongue: Tongue = ENGLISH) -> str:
    """Plot how often a game each card is played (filled) and how often it dies (pale)."""
    columns = 2 if len(rows) > 24 else 1
    height = ceil(len(rows) / columns)
    figure = Figure(
        figsize=(11 if columns == 2 else 7.6, 0.5 + 0.175 * height), layout="constrained"
    )
    grid = figure.subplots(1, columns, squeeze=False)[0]
    top = max((played + dead for _, played, dead in rows), default=1.0) or 1.0
    for column, axes in enumerate(grid):
        part = rows[column * height : (column + 1) * height]
        spots = range(len(part))
        played = [row[1] for row in part]
        label = tongue.say("played")
        axes.barh(spots, played, color=COLOURS["greedy"], height=0.66, label=label)
        axes.barh(
            spots,
            [row[2] for row in part],
            left=played,
            color=COLOURS["random"],
            alpha=0.45,
            height=0.66,
            label=tongue.say("dead"),
        )
        axes.set_yticks(spots, [row[0] for row in part], fontsize=8)
        axes.set_ylim(height - 0.4, -0.6)
        axes.set_xlim(0, top * 1.02)
    add_legend(figure, grid[0])
    title = tongue.say("{set}: times a game that each card is played, or dead", set=name)
    return as_svg(figure, title)


def rulings(
    rows: Sequence[tuple[str, Sequence[Interval]]], titles: Sequence[str], tongue: Tongue = ENGLISH
) -> str:
    """Plot each option of each ruling: one panel a measure, the default of each in ink."""
    figure = Figure(figsize=(11, 0.6 + 0.19 * len(rows)), layout="constrained")
    grid = figure.subplots(1, len(titles), squeeze=False, sharey=True)[0]
    said = [tongue.say(title, context="measure") for title in titles]
    for at, (axes, title) in enumerate(zip(grid, titles, strict=True)):
        for row, (name, intervals) in enumerate(rows):
            middle, low, high = intervals[at]
            paint = INK if name.startswith("*") else COLOURS["greedy"]
            axes.plot([low, high], [row, row], color=paint, linewidth=1.4)
            axes.plot(middle, row, "o", color=paint, markersize=4)
        axes.set_title(said[at])
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        if title.endswith("change"):
            axes.axvline(0, color=INK, linewidth=0.8)
        else:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.set_ylim(len(rows) - 0.5, -0.5)
    grid[0].set_yticks(range(len(rows)), [name.lstrip("*") for name, _ in rows], fontsize=8)
    what = ", ".join(said)
    return as_svg(figure, tongue.say("Options of rulings compared: {what}", what=what))


def _shares(histogram: Histogram, edges: Sequence[int]) -> list[float]:
    total = sum(histogram.values())
    step = edges[1] - edges[0]
    shares = [0.0] * (len(edges) - 1)
    for value, times in histogram.items():
        shares[(value - edges[0]) // step] += times / total
    return shares


def _offset(at: int, of: int) -> float:
    return (at - (of - 1) / 2) * 0.24
