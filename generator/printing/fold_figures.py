"""Figures that show how to cut, fold and glue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from generator.printing.geometry import Caption, Circle, Path, Point, Shape, Style, line, rectangle
from validator.catalogue.words.language import Tongue, mark_sentence

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

    def in_words(self, tongue: Tongue) -> Figure:
        """The same drawing with its words in a language."""
        return Figure(
            tuple(
                replace(one, text=tongue.say(one.text, context=CONTEXT))
                if isinstance(one, Caption)
                else one
                for one in self.shapes
            )
        )


def draw_cutting() -> Figure:
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
        Caption((left + 1.6, 18), mark_sentence("front", context="figure"), 6, Style.NOTE, "end"),
        Caption((right - 1.6, 18), mark_sentence("back", context="figure"), 6, Style.NOTE),
        Caption(
            (middle, 1.6),
            mark_sentence("feet, one on the other", context="figure"),
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
            (6, mark_sentence("base", context="figure")),
            (9, "front"),
            (6, mark_sentence("top", context="figure")),
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
            mark_sentence("front", context="figure"),
            6,
            Style.NOTE,
            "middle",
        ),
        Caption(
            (x + width / 2 + depth / 2, 1.6),
            mark_sentence("open at both sides", context="figure"),
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
            Caption(
                (22.6, 16), mark_sentence("glue", context="figure"), 6, Style.NOTE, "middle", 90
            ),
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
            *_draw_folded(board),
            *number(15, 15.5, 1),
            *number(33.4, 20.4, 2),
            *number(49.3, 15.5, 3),
            *number(44.5, 24.6, 4),
            Caption((26.7, 3.4), mark_sentence("fold", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (44, 7.6),
                mark_sentence("board inside" if board else "glue", context="figure"),
                6,
                Style.NOTE,
                "middle",
            ),
            Caption(
                (44, 3.4), mark_sentence("then cut out", context="figure"), 6, Style.NOTE, "middle"
            ),
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


def _draw_folded(board: bool) -> Iterator[Shape]:
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


def punchboard() -> Figure:
    """A rim with four chits and crosses: glued on both sides of a board, cut, pressed out."""
    rounds = [(8.5 + 9 * column, 20.5 - 9 * row) for column in range(2) for row in range(2)]
    crosses = [(x, y) for x in (3.0, 23.0) for y in (8.5, 24.0)]
    found: list[Shape] = [rectangle(1, 6.5, 24, 19.5, Style.MAP)]
    found += [Circle(middle, 3.6, Style.SOLID) for middle in rounds]
    for x, y in crosses:
        found += [line(x - 1, y, x + 1, y, Style.STROKE), line(x, y - 1, x, y + 1, Style.STROKE)]
    layers = (
        (19.0, mark_sentence("front", context="figure"), Style.SOLID),
        (16.6, mark_sentence("board", context="figure"), Style.GLUE),
    )
    for height, words, style in layers:
        found += [
            rectangle(33, height, 9, 2, style),
            Caption((43.5, height + 0.4), words, 6, Style.NOTE),
        ]
    found += [
        rectangle(33, 14.2, 9, 2, Style.SOLID),
        Caption((43.5, 14.6), mark_sentence("back", context="figure"), 6, Style.NOTE),
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
                (13, 2.4),
                mark_sentence("pins through crosses", context="figure"),
                6,
                Style.NOTE,
                "middle",
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
        words = mark_sentence("cut, then stick", context="figure")
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
        words = mark_sentence("fold, glue tabs", context="figure")
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
            Caption(
                (12.4, 1.6), mark_sentence("cut, score", context="figure"), 6, Style.NOTE, "middle"
            ),
            Caption(
                (40, 1.6),
                mark_sentence("glue, fill, tuck in", context="figure"),
                6,
                Style.NOTE,
                "middle",
            ),
        )
    )


def chits() -> Figure:
    """Chits are cut out one by one; thick ones have board between front and back."""
    rounds = [
        Circle((6.5 + 10 * column, 22 - 10.5 * row), 4.2, Style.SOLID)
        for column in range(2)
        for row in range(2)
    ]
    sides: tuple[tuple[float, str, Style], ...] = (
        (2.0, mark_sentence("front", context="figure"), Style.SOLID),
        (4.6, mark_sentence("board", context="figure"), Style.GLUE),
        (2.0, mark_sentence("back", context="figure"), Style.SOLID),
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
            Caption((11.5, 2.4), mark_sentence("cut", context="figure"), 6, Style.NOTE, "middle"),
            Caption(
                (36, 2.4),
                mark_sentence("for thick ones, glue", context="figure"),
                6,
                Style.NOTE,
                "middle",
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
            Caption(
                (12, 1.2),
                mark_sentence("cut out, score", context="figure"),
                6,
                Style.NOTE,
                "middle",
            ),
            Caption(
                (41, 1.2),
                mark_sentence("fold, glue tabs", context="figure"),
                6,
                Style.NOTE,
                "middle",
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
