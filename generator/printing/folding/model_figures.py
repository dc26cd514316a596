"""Drawings for the cover: how chits become thick, and how a paper net becomes a model."""

from __future__ import annotations

from collections.abc import Iterator

from generator.printing.folding.figures import Figure, arrow, number
from generator.printing.layout.shapes import Caption, Circle, Path, Shape, Style, line, rectangle
from validator.catalogue.words.language import marked


def chits() -> Figure:
    """Chits are cut out one by one; thick ones have board between front and back."""
    rounds = [
        Circle((6.5 + 10 * column, 22 - 10.5 * row), 4.2, Style.SOLID)
        for column in range(2)
        for row in range(2)
    ]
    sides: tuple[tuple[float, str, Style], ...] = (
        (2.0, marked("front", context="figure"), Style.SOLID),
        (4.6, marked("board", context="figure"), Style.GLUE),
        (2.0, marked("back", context="figure"), Style.SOLID),
    )
    return Figure(
        (
            rectangle(0.5, 5.5, 22, 22.5, Style.MAP),
            *rounds,
            Circle((16.5, 11.5), 5.0, Style.CUT),
            *arrow(24, 16, 28, 16),
            Circle((33, 23), 4.2, Style.SOLID),
            *_layers(sides, 29.0, 14.6, 8.0),
            *number(22.5, 28, 1),
            *number(47.5, 16, 2),
            Caption((11.5, 2.4), marked("cut", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (36, 2.4), marked("for thick ones, glue", context="figure"), 6, Style.NOTE, "middle"
            ),
        )
    )


def net() -> Figure:
    """A net: folded along the dashed lines, glued by its pale tabs, it is a block."""
    x, y, high = 3.0, 5.0, 15.0
    sides = (5.0, 3.6, 5.0, 3.6)
    found: list[Shape] = []
    left = x
    for width in sides:
        found.append(rectangle(left, y, width, high, Style.SOLID))
        left += width
    tab = ((left, y), (left + 1.8, y + 1.5), (left + 1.8, y + high - 1.5), (left, y + high))
    lid = rectangle(x, y + high, sides[0], sides[1], Style.SOLID)
    top = y + high + sides[1]
    flap = ((x, top), (x + 1, top + 1.6), (x + sides[0] - 1, top + 1.6), (x + sides[0], top))
    found += [Path(tab, Style.GLUE, closed=True), lid, Path(flap, Style.GLUE, closed=True)]
    at = x
    for width in sides:
        at += width
        found.append(line(at, y - 1, at, y + high + 1, Style.FOLD))
    for height in (y + high, top):
        found.append(line(x - 1, height, x + sides[0] + 1, height, Style.FOLD))
    return Figure(
        (
            *found,
            *arrow(25, 14, 30, 14),
            *_block(34.0, 5.0, 9.0, 18.0, 5.0),
            *number(2.2, 28.6, 1),
            *number(27.5, 17.4, 2),
            Caption((12, 1.2), marked("cut out, score", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (41, 1.2), marked("fold, glue tabs", context="figure"), 6, Style.NOTE, "middle"
            ),
        )
    )


def _layers(
    layers: tuple[tuple[float, str, Style], ...], x: float, top: float, width: float
) -> Iterator[Shape]:
    """Layers of a thick chit seen from its side, one on the other, each with its name."""
    y = top
    for height, words, style in layers:
        y -= height
        yield rectangle(x, y, width, height, style)
        yield Caption((x + width + 1.5, y + height / 2 - 0.7), words, 6, Style.NOTE)


def _block(x: float, y: float, width: float, height: float, depth: float) -> Iterator[Shape]:
    """A standing block, seen from above and the left."""
    far, rise = x + width + depth, depth * 0.7
    yield rectangle(x, y, width, height, Style.SOLID)
    roof = ((x, y + height), (x + depth, y + height + rise), (far, y + height + rise))
    yield Path((*roof, (x + width, y + height)), Style.GLUE, closed=True)
    side = ((x + width, y), (far, y + rise), (far, y + height + rise), (x + width, y + height))
    yield Path(side, Style.STROKE, closed=True)
