"""Drawings for the cover: how punchboards, dice and tuck boxes are made."""

from __future__ import annotations

from generator.printing.folding.figures import Figure, arrow, number
from generator.printing.layout.shapes import Caption, Circle, Path, Shape, Style, line, rectangle


def punchboard() -> Figure:
    """A rim with four chits and crosses: glued on both sides of a board, cut, pressed out."""
    rounds = [(8.5 + 9 * column, 20.5 - 9 * row) for column in range(2) for row in range(2)]
    crosses = [(x, y) for x in (3.0, 23.0) for y in (8.5, 24.0)]
    found: list[Shape] = [rectangle(1, 6.5, 24, 19.5, Style.MAP)]
    found += [Circle(middle, 3.6, Style.SOLID) for middle in rounds]
    for x, y in crosses:
        found += [line(x - 1, y, x + 1, y, Style.STROKE), line(x, y - 1, x, y + 1, Style.STROKE)]
    for height, words, style in ((19.0, "front", Style.SOLID), (16.6, "board", Style.GLUE)):
        found += [
            rectangle(33, height, 9, 2, style),
            Caption((43.5, height + 0.4), words, 6, Style.NOTE),
        ]
    found += [
        rectangle(33, 14.2, 9, 2, Style.SOLID),
        Caption((43.5, 14.6), "back", 6, Style.NOTE),
        line(34.5, 11, 34.5, 24, Style.CUT),
        Circle((37.5, 5.2), 3.6, Style.SOLID),
        line(37.5, 12.8, 37.5, 9.8, Style.STROKE),
        Path(((36.7, 10.8), (37.5, 9.6), (38.3, 10.8)), Style.STROKE),
    ]
    return Figure(
        (
            *found,
            *arrow(27, 16.5, 31, 16.5),
            *number(25, 26, 1),
            *number(37.5, 25.4, 2),
            *number(46, 6, 3),
            Caption((13, 2.4), "pins through crosses", 6, Style.NOTE, "middle"),
        )
    )
