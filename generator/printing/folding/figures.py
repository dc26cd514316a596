"""Small drawings for the cover: what to cut first, how to fold, where to glue. Sizes in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.printing.layout.shapes import (
    Caption,
    Circle,
    Path,
    Point,
    Shape,
    Style,
    line,
    rectangle,
)
from validator.catalogue.words.language import Tongue, marked

HEIGHT_MM = 32.0
"""Height of every figure."""

WIDTH_MM = 52.0
"""Width of every figure."""

CONTEXT = "figure"
"""Words in drawings are short; catalogues have them under this context."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing of ``WIDTH_MM`` x ``HEIGHT_MM``, origin at its bottom left."""

    shapes: tuple[Shape, ...]

    def said(self, tongue: Tongue) -> Figure:
        """The same drawing with its words in a language."""
        return Figure(
            tuple(
                replace(one, text=tongue.say(one.text, context=CONTEXT))
                if isinstance(one, Caption)
                else one
                for one in self.shapes
            )
        )


def cutting() -> Figure:
    """A sheet of eight cards: the long cuts first, then each strip into cards."""
    cards = [
        rectangle(3 + 10.5 * column, 4 + 6.3 * row, 9, 5, Style.SOLID)
        for column in range(2)
        for row in range(4)
    ]
    strips = [
        rectangle(33, 4 + 6.3 * row, 19, 5, Style.SOLID) if row > 1 else None for row in range(4)
    ]
    singles = [
        rectangle(33 + 10.6 * column, 4 + 6.3 * row, 8.4, 5, Style.SOLID)
        for column in range(2)
        for row in range(2)
    ]
    cuts = [
        line(1, y, 24.5, y, Style.CUT) for row in range(4) for y in (4 + 6.3 * row, 9 + 6.3 * row)
    ]
    return Figure(
        (
            rectangle(0, 0.5, 25.5, 31, Style.MAP),
            *cards,
            *cuts,
            *arrow(27, 16, 31, 16),
            *(strip for strip in strips if strip),
            *singles,
            *number(25.5, 29.5, 1),
            *number(42.5, 14.6, 2),
        )
    )


def tent() -> Figure:
    """A standee: the flat strip, and the triangle it folds into."""
    strip = _strip(6, 1, 12, ((5, "glue"), (10, "front"), (10, "back"), (5, "glue")))
    left, right, base, top = 35.0, 47.0, 6.0, 28.0
    middle = (left + right) / 2
    side: list[Shape] = [
        Path(((left, base), (middle, top), (right, base)), Style.STROKE),
        line(left, base, right, base, Style.STROKE),
        line(left + 0.6, base - 0.9, right - 2, base - 0.9, Style.STROKE),
        Caption((left + 1.6, 18), marked("front", context="figure"), 6, Style.NOTE, "end"),
        Caption((right - 1.6, 18), marked("back", context="figure"), 6, Style.NOTE),
        Caption(
            (middle, 1.6),
            marked("feet, one on the other", context="figure"),
            6,
            Style.NOTE,
            "middle",
        ),
    ]
    return Figure((*strip, *arrow(21, 12, 26, 12), *side))


def block() -> Figure:
    """A stone: the flat strip, and the block it folds into."""
    strip = _strip(
        6,
        0.5,
        11,
        (
            (3.4, "glue"),
            (6, marked("base", context="figure")),
            (9, "front"),
            (6, marked("top", context="figure")),
            (7.1, "back"),
        ),
    )
    x, y, width, height, depth = 33.0, 6.0, 10.0, 17.0, 5.0
    front = rectangle(x, y, width, height, Style.SOLID)
    roof = Path(
        (
            (x, y + height),
            (x + depth, y + height + depth * 0.7),
            (x + width + depth, y + height + depth * 0.7),
            (x + width, y + height),
        ),
        Style.GLUE,
        closed=True,
    )
    far = x + width + depth
    side = Path(
        (
            (x + width, y),
            (far, y + depth * 0.7),
            (far, y + height + depth * 0.7),
            (x + width, y + height),
        ),
        Style.STROKE,
        closed=True,
    )
    words = (
        Caption(
            (x + width / 2, y + height / 2 - 0.7),
            marked("front", context="figure"),
            6,
            Style.NOTE,
            "middle",
        ),
        Caption(
            (x + width / 2 + depth / 2, 1.6),
            marked("open at both sides", context="figure"),
            6,
            Style.NOTE,
            "middle",
        ),
    )
    return Figure((*strip, *arrow(20, 16, 27, 16), front, roof, side, *words))


def tiles() -> Figure:
    """Two tiles of a board: cut one edge of the second, glue it on the pale edge of the first."""
    return Figure(
        (
            rectangle(1, 4, 19, 24, Style.SOLID),
            rectangle(20, 4, 4, 24, Style.GLUE),
            line(20, 2.5, 20, 29.5, Style.FOLD),
            Caption((10.5, 15.2), "A1", 8, Style.NOTE, "middle"),
            Caption((22.6, 16), marked("glue", context="figure"), 6, Style.NOTE, "middle", 90),
            rectangle(30, 4, 19, 24, Style.SOLID),
            line(30, 2, 30, 30, Style.CUT),
            Caption((39.5, 15.2), "A2", 8, Style.NOTE, "middle"),
            *arrow(29, 10, 25.5, 10),
            *number(30, 30.4, 1),
            *number(27.3, 12.4, 2),
        )
    )


def gutterfold(board: bool = False) -> Figure:
    """Strips of fronts and backs: cut apart, fold, glue (around a ``board``), cut out."""
    return Figure(
        (
            rectangle(0, 0.5, 15, 30, Style.MAP),
            *_pairs(2, 16.5),
            *_creases(0.6, 14.4, 22.5, board),
            *_pairs(2, 2.5),
            *_creases(0.6, 14.4, 8.5, board),
            line(-0.4, 15.5, 15.4, 15.5, Style.CUT),
            *arrow(17, 15.5, 19.6, 15.5),
            *_pairs(21.5, 9.5),
            *_creases(20, 34, 15.5, board),
            *arrow(34.8, 15.5, 37.2, 15.5),
            *_folded(board),
            *number(15, 15.5, 1),
            *number(33.4, 20.4, 2),
            *number(49.3, 15.5, 3),
            *number(44.5, 24.6, 4),
            Caption((26.7, 3.4), marked("fold", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (44, 7.6),
                marked("board inside" if board else "glue", context="figure"),
                6,
                Style.NOTE,
                "middle",
            ),
            Caption((44, 3.4), marked("then cut out", context="figure"), 6, Style.NOTE, "middle"),
        )
    )


def _pairs(x: float, y: float) -> Iterator[Shape]:
    """Three fronts with their backs above them, head to head."""
    for column in range(3):
        left = x + column * 3.9
        yield rectangle(left, y, 3.2, 4.6, Style.SOLID)
        yield rectangle(left, y + 7.4, 3.2, 4.6, Style.GLUE)


def _creases(left: float, right: float, y: float, board: bool) -> Iterator[Shape]:
    """The fold across a strip, or the two creases around the edge of a board."""
    for at in (y - 0.7, y + 0.7) if board else (y,):
        yield line(left, at, right, at, Style.FOLD)


def _folded(board: bool) -> Iterator[Shape]:
    """A strip seen from its end, folded upon itself or around a board, and where it is cut."""
    low, high = (14.2, 16.8) if board else (15.0, 16.0)
    if board:
        yield rectangle(38.9, low + 0.5, 8, high - low - 1, Style.SOLID)
    yield Path(((47.2, high), (38.2, high), (38.2, low), (47.2, low)), Style.STROKE)
    for x in (41, 45.4):
        yield line(x, low - 3, x, high + 5, Style.CUT)


def _strip(
    x: float, y: float, width: float, panels: Sequence[tuple[float, str]]
) -> tuple[Shape, ...]:
    """Panels one above another with folds between; glue tabs are pale."""
    found: list[Shape] = []
    for height, words in panels:
        style = Style.GLUE if words in ("glue", "base", "top") else Style.SOLID
        found.append(rectangle(x, y, width, height, style))
        at = (x + width / 2, y + height / 2 - 0.7)
        turned = 180.0 if words == "back" else 0.0
        at = (at[0], at[1] + 1.4) if turned else at
        found.append(Caption(at, words, 6, Style.NOTE, "middle", turned))
        y += height
        if words != panels[-1][1] or height != panels[-1][0]:
            found.append(line(x - 2, y, x + width + 2, y, Style.FOLD))
    return tuple(found)


def arrow(x1: float, y1: float, x2: float, y2: float) -> tuple[Shape, ...]:
    """A horizontal arrow."""
    way = 1.4 if x2 > x1 else -1.4
    head: tuple[Point, ...] = ((x2 - way, y2 + 1), (x2, y2), (x2 - way, y2 - 1))
    return (line(x1, y1, x2, y2, Style.STROKE), Path(head, Style.STROKE))


def number(x: float, y: float, count: int) -> tuple[Shape, ...]:
    """A step's number in a disc."""
    return (
        Circle((x, y), 1.9, Style.BADGE),
        Caption((x, y - 0.85), str(count), 7, Style.BADGE_WORD, "middle", bold=True),
    )
