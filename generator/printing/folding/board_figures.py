"""Drawings for the cover: how punchboards, dice and tuck boxes are made."""

from __future__ import annotations

from itertools import pairwise

from generator.printing.folding.figures import Figure, arrow, number
from generator.printing.layout.shapes import Caption, Circle, Path, Shape, Style, line, rectangle
from validator.catalogue.words.language import marked


def punchboard() -> Figure:
    """A rim with four chits and crosses: glued on both sides of a board, cut, pressed out."""
    rounds = [(8.5 + 9 * column, 20.5 - 9 * row) for column in range(2) for row in range(2)]
    crosses = [(x, y) for x in (3.0, 23.0) for y in (8.5, 24.0)]
    found: list[Shape] = [rectangle(1, 6.5, 24, 19.5, Style.MAP)]
    found += [Circle(middle, 3.6, Style.SOLID) for middle in rounds]
    for x, y in crosses:
        found += [line(x - 1, y, x + 1, y, Style.STROKE), line(x, y - 1, x, y + 1, Style.STROKE)]
    layers = (
        (19.0, marked("front", context="figure"), Style.SOLID),
        (16.6, marked("board", context="figure"), Style.GLUE),
    )
    for height, words, style in layers:
        found += [
            rectangle(33, height, 9, 2, style),
            Caption((43.5, height + 0.4), words, 6, Style.NOTE),
        ]
    found += [
        rectangle(33, 14.2, 9, 2, Style.SOLID),
        Caption((43.5, 14.6), marked("back", context="figure"), 6, Style.NOTE),
        line(34.5, 11, 34.5, 24, Style.CUT),
        Circle((37.5, 5.2), 3.6, Style.SOLID),
        line(37.5, 12.8, 37.5, 9.8, Style.STROKE),
        Path(((36.7, 10.8), (37.5, 9.6), (38.3, 10.8)), Style.STROKE),
    ]
    return Figure(
        (
            *found,
            *arrow(27, 16.5, 31, 16.5),
            *number(2.2, 29, 1),
            *number(37.5, 25.4, 2),
            *number(46, 6, 3),
            Caption(
                (13, 2.4), marked("pins through crosses", context="figure"), 6, Style.NOTE, "middle"
            ),
        )
    )


def die(*, stickers: bool = False) -> Figure:
    """The net of a die and the die that it becomes; or six stickers and a die that gets them."""
    found: list[Shape] = []
    if stickers:
        for face in range(6):
            x, y = 2.5 + (face % 3) * 7, 17.5 - (face // 3) * 7
            found += [rectangle(x, y, 5.4, 5.4, Style.SOLID)]
            found += [Caption((x + 2.7, y + 1.9), str(face + 1), 7, Style.NOTE, "middle")]
        words = marked("cut, then stick", context="figure")
    else:
        places = ((0, 1, "1"), (1, 1, "2"), (2, 1, "6"), (3, 1, "5"), (1, 2, "3"), (1, 0, "4"))
        for column, row, name in places:
            x, y = 1.5 + column * 5.6, 6.5 + row * 5.6
            found += [rectangle(x, y, 5.6, 5.6, Style.SOLID)]
            found += [Caption((x + 2.8, y + 1.9), name, 7, Style.NOTE, "middle")]
        x, y = 1.5 + 4 * 5.6, 6.5 + 5.6
        found += [
            Path(((x, y), (x + 1.6, y + 1.6), (x + 1.6, y + 4), (x, y + 5.6)), Style.GLUE, True)
        ]
        words = marked("fold, glue tabs", context="figure")
    return Figure(
        (
            *found,
            *arrow(27, 15, 31, 15),
            *_cube(34.5, 8.5, 9.5),
            *number(2.2, 27.5, 1),
            *number(50.5, 24.5, 2),
            Caption((41.5, 3), words, 6, Style.NOTE, "middle"),
        )
    )


def _cube(x: float, y: float, edge: float) -> list[Shape]:
    """A cube from its front, its top and its right side."""
    slant, rise = edge * 0.42, edge * 0.34
    far = x + edge
    top = (
        (x, y + edge),
        (x + slant, y + edge + rise),
        (far + slant, y + edge + rise),
        (far, y + edge),
    )
    side = ((far, y), (far + slant, y + rise), (far + slant, y + edge + rise), (far, y + edge))
    return [
        rectangle(x, y, edge, edge, Style.SOLID),
        Path(top, Style.GLUE, closed=True),
        Path(side, Style.STROKE, closed=True),
    ]


def tuck_box() -> Figure:
    """The net of a tuck box, and the box with its lid open."""
    x, low, high = (2.6, 5.4, 12.4, 15.2, 22.2), 10.0, 20.5
    found: list[Shape] = [
        rectangle(left, low, right - left, high - low, Style.SOLID) for left, right in pairwise(x)
    ]
    found += [
        Path(
            ((2.6, low), (0.9, low + 1.2), (0.9, high - 1.2), (2.6, high)), Style.GLUE, closed=True
        ),
        rectangle(15.2, high, 7, 2.8, Style.SOLID),
        rectangle(15.2, low - 2.8, 7, 2.8, Style.SOLID),
        rectangle(15.8, high + 2.8, 5.8, 2.2, Style.GLUE),
        rectangle(15.8, low - 5, 5.8, 2.2, Style.GLUE),
    ]
    for left in (2.6, 12.4):
        found.append(rectangle(left + 0.3, high, 2.2, 2.6, Style.GLUE))
        found.append(rectangle(left + 0.3, low - 2.6, 2.2, 2.6, Style.GLUE))
    left, bottom, wide, tall, slant, rise = 34.0, 6.0, 9.5, 14.0, 3.2, 2.2
    right, top = left + wide, bottom + tall
    back = ((left + slant, top + rise), (right + slant, top + rise))
    found += [
        rectangle(left, bottom, wide, tall, Style.SOLID),
        Path(
            ((right, bottom), (right + slant, bottom + rise), back[1], (right, top)),
            Style.STROKE,
            closed=True,
        ),
        Path(((left, top), *back, (right, top)), Style.STROKE, closed=True),
        Path(
            (
                back[0],
                (back[0][0] - 0.6, top + rise + 3.4),
                (back[1][0] - 0.6, top + rise + 3.4),
                back[1],
            ),
            Style.GLUE,
            closed=True,
        ),
    ]
    return Figure(
        (
            *found,
            *arrow(25.5, 15, 30, 15),
            *number(2.2, 29, 1),
            *number(49.8, 12, 2),
            Caption((12.4, 1.6), marked("cut, score", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (40, 1.6), marked("glue, fill, tuck in", context="figure"), 6, Style.NOTE, "middle"
            ),
        )
    )
