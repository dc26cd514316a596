"""Figures that show how to cut, fold and glue: shapes on ``WIDTH_MM`` x ``HEIGHT_MM``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from generator.printing.geometry import Caption, Circle, Path, Shape, Style, line, rectangle
from validator.catalogue.words.language import Tongue, mark_sentence

HEIGHT_MM = 32.0
"""Height of every figure."""

WIDTH_MM = 52.0
"""Width of every figure."""

Figure = tuple[Shape, ...]


def in_words(shapes: Iterable[Shape], tongue: Tongue) -> Figure:
    """Shapes with their words in a language."""
    return tuple(
        replace(one, text=tongue.say(one.text, context="figure"))
        if isinstance(one, Caption)
        else one
        for one in shapes
    )


def _note(x: float, y: float, words: str, anchor: str = "middle", rotation: float = 0.0) -> Caption:
    return Caption((x, y), words, 6, Style.NOTE, anchor, rotation)


def draw_cutting() -> Figure:
    """A sheet of eight cards: the long cuts first, fewest of all, then each strip into cards."""
    rows = [4 + 6.3 * row for row in range(4)]
    columns = (3.0, 13.5)
    return (
        rectangle(0, 0.5, 25.5, 31, Style.MAP),
        *(rectangle(x, y, 9, 5, Style.SOLID) for x in columns for y in rows),
        *(line(cut, 1.5, cut, 30.5, Style.CUT) for x in columns for cut in (x, x + 9)),
        *_arrow(27, 16, 31, 16),
        rectangle(32.5, rows[0] - 1.5, 8, rows[-1] + 8 - rows[0], Style.SOLID),
        *(rectangle(43.9, y, 8, 5, Style.SOLID) for y in rows),
        *_number(22.5, 30.5, 1),
        *_number(42.2, 16, 2),
    )


def tent() -> Figure:
    """A standee: the flat strip, and the triangle it folds into."""
    left, right, base, top = 35.0, 47.0, 6.0, 28.0
    middle = (left + right) / 2
    return (
        *_strip(6, 1, 12, ((5, "foot"), (10, "front"), (10, "back"), (5, "foot"))),
        *_arrow(21, 12, 26, 12),
        Path(((left, base), (middle, top), (right, base)), Style.STROKE),
        line(left, base, right, base, Style.STROKE),
        line(left + 0.6, base - 0.9, right - 2, base - 0.9, Style.STROKE),
        _note(left + 1.6, 18, mark_sentence("front", context="figure"), "end"),
        _note(right - 1.6, 18, mark_sentence("back", context="figure"), "start"),
        _note(middle, 1.6, mark_sentence("feet, one on the other", context="figure")),
    )


def block() -> Figure:
    """A stone: the flat strip, and the block it folds into."""
    panels = (
        (3.4, "glue"),
        (6, mark_sentence("base", context="figure")),
        (9, "front"),
        (6, mark_sentence("top", context="figure")),
        (7.1, "back"),
    )
    return (
        *_strip(6, 0.5, 11, panels),
        *_arrow(20, 16, 27, 16),
        *_block(33, 6, 10, 17, 5, 3.5),
        _note(38, 13.8, mark_sentence("front", context="figure")),
        _note(40.5, 1.6, mark_sentence("open at both sides", context="figure")),
    )


def tiles() -> Figure:
    """Two tiles of a board: cut one edge of the second, glue it on the pale edge of the first."""
    return (
        rectangle(1, 4, 19, 24, Style.SOLID),
        rectangle(20, 4, 4, 24, Style.GLUE),
        line(20, 2.5, 20, 29.5, Style.FOLD),
        Caption((10.5, 15.2), "A1", 8, Style.NOTE, "middle"),
        _note(22.6, 16, mark_sentence("glue", context="figure"), rotation=90),
        rectangle(30, 4, 19, 24, Style.SOLID),
        line(30, 2, 30, 30, Style.CUT),
        Caption((39.5, 15.2), "A2", 8, Style.NOTE, "middle"),
        *_arrow(29, 10, 25.5, 10),
        *_number(30, 30.4, 1),
        *_number(27.3, 12.4, 2),
    )


def gutterfold(board: bool = False) -> Figure:
    """Strips of fronts and backs: cut apart, fold, glue (around a ``board``), cut out."""
    glue = mark_sentence("board inside" if board else "glue", context="figure")
    return (
        rectangle(0, 0.5, 15, 30, Style.MAP),
        *_pairs(2, 16.5),
        *_creases(0.6, 14.4, 22.5, board),
        *_pairs(2, 2.5),
        *_creases(0.6, 14.4, 8.5, board),
        line(-0.4, 15.5, 15.4, 15.5, Style.CUT),
        *_arrow(17, 15.5, 19.6, 15.5),
        *_pairs(21.5, 9.5),
        *_creases(20, 34, 15.5, board),
        *_arrow(34.8, 15.5, 37.2, 15.5),
        *_draw_folded(board),
        *_number(15, 15.5, 1),
        *_number(33.4, 20.4, 2),
        *_number(49.3, 15.5, 3),
        *_number(44.5, 24.6, 4),
        _note(26.7, 3.4, mark_sentence("fold", context="figure")),
        _note(44, 7.6, glue),
        _note(44, 3.4, mark_sentence("then cut out", context="figure")),
    )


def _pairs(x: float, y: float) -> Iterator[Shape]:
    """Three fronts with their backs above them, head to head."""
    for left in (x, x + 3.9, x + 7.8):
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
) -> Iterator[Shape]:
    """Panels one above another with folds between; glue tabs are pale, backs on their heads."""
    for height, words in panels:
        style = Style.GLUE if words in ("glue", "foot", "base", "top") else Style.SOLID
        yield rectangle(x, y, width, height, style)
        turned = words == "back"
        middle = y + height / 2 - 0.7 + 1.4 * turned
        yield _note(x + width / 2, middle, words, rotation=180.0 * turned)
        y += height
        if (height, words) != panels[-1]:
            yield line(x - 2, y, x + width + 2, y, Style.FOLD)


def _arrow(x1: float, y1: float, x2: float, y2: float) -> tuple[Shape, ...]:
    """A horizontal arrow."""
    back = x2 - (1.4 if x2 > x1 else -1.4)
    head = Path(((back, y2 + 1), (x2, y2), (back, y2 - 1)), Style.STROKE)
    return (line(x1, y1, x2, y2, Style.STROKE), head)


def _number(x: float, y: float, count: int) -> tuple[Shape, ...]:
    """A step's number in a disc."""
    words = Caption((x, y - 0.85), str(count), 7, Style.BADGE_WORD, "middle", bold=True)
    return (Circle((x, y), 1.9, Style.BADGE), words)


def punchboard() -> Figure:
    """A rim with four chits and crosses: glued on both sides of a board, cut, pressed out."""
    found: list[Shape] = [rectangle(1, 6.5, 24, 19.5, Style.MAP)]
    found += [Circle((x, y), 3.6, Style.SOLID) for x in (8.5, 17.5) for y in (20.5, 11.5)]
    for x, y in product((3.0, 23.0), (8.5, 24.0)):
        found += [line(x - 1, y, x + 1, y, Style.STROKE), line(x, y - 1, x, y + 1, Style.STROKE)]
    layers = (
        (19.0, 2, mark_sentence("front", context="figure"), Style.SOLID),
        (16.6, 2, mark_sentence("board", context="figure"), Style.GLUE),
        (14.2, 2, mark_sentence("back", context="figure"), Style.SOLID),
    )
    for y, height, words, style in layers:
        found += [rectangle(33, y, 9, height, style), _note(43.5, y + 0.4, words, "start")]
    return (
        *found,
        line(34.5, 11, 34.5, 24, Style.CUT),
        Circle((37.5, 5.2), 3.6, Style.SOLID),
        line(37.5, 12.8, 37.5, 9.8, Style.STROKE),
        Path(((36.7, 10.8), (37.5, 9.6), (38.3, 10.8)), Style.STROKE),
        *_arrow(27, 16.5, 31, 16.5),
        *_number(2.2, 29, 1),
        *_number(37.5, 25.4, 2),
        *_number(46, 6, 3),
        _note(13, 2.4, mark_sentence("pins through crosses", context="figure")),
    )


def die(*, stickers: bool = False) -> Figure:
    """The net of a die and the die that it becomes; or six stickers and a die that gets them."""
    if stickers:
        edge, words = 5.4, mark_sentence("cut, then stick", context="figure")
        places = [(2.5 + (face % 3) * 7, 17.5 - (face // 3) * 7, face + 1) for face in range(6)]
    else:
        edge, words = 5.6, mark_sentence("fold, glue tabs", context="figure")
        cells = ((0, 1, 1), (1, 1, 2), (2, 1, 6), (3, 1, 5), (1, 2, 3), (1, 0, 4))
        places = [(1.5 + column * edge, 6.5 + row * edge, face) for column, row, face in cells]
    found: list[Shape] = []
    for x, y, face in places:
        found.append(rectangle(x, y, edge, edge, Style.SOLID))
        found.append(Caption((x + edge / 2, y + 1.9), str(face), 7, Style.NOTE, "middle"))
    if not stickers:
        tab = ((23.9, 12.1), (25.5, 13.7), (25.5, 16.1), (23.9, 17.7))
        found.append(Path(tab, Style.GLUE, closed=True))
    return (
        *found,
        *_arrow(27, 15, 31, 15),
        *_block(34.5, 8.5, 9.5, 9.5, 3.99, 3.23),
        *_number(2.2, 27.5, 1),
        *_number(50.5, 24.5, 2),
        _note(41.5, 3, words),
    )


def tuck_box() -> Figure:
    """The net of a tuck box, and the box with its lid open."""
    sides, low, high = (2.6, 5.4, 12.4, 15.2, 22.2), 10.0, 20.5
    glue = ((2.6, low), (0.9, low + 1.2), (0.9, high - 1.2), (2.6, high))
    dust = [
        rectangle(left + 0.3, y, 2.2, 2.6, Style.GLUE)
        for left in (2.6, 12.4)
        for y in (high, low - 2.6)
    ]
    left, right, bottom, top, slant, rise = 34.0, 43.5, 6.0, 20.0, 3.2, 2.2
    back = ((left + slant, top + rise), (right + slant, top + rise))
    side = ((right, bottom), (right + slant, bottom + rise), back[1], (right, top))
    lid = tuple((x - 0.6, top + rise + 3.4) for x, _ in back)
    return (
        *(rectangle(x, low, after - x, high - low, Style.SOLID) for x, after in pairwise(sides)),
        Path(glue, Style.GLUE, closed=True),
        rectangle(15.2, high, 7, 2.8, Style.SOLID),
        rectangle(15.2, low - 2.8, 7, 2.8, Style.SOLID),
        rectangle(15.8, high + 2.8, 5.8, 2.2, Style.GLUE),
        rectangle(15.8, low - 5, 5.8, 2.2, Style.GLUE),
        *dust,
        rectangle(left, bottom, right - left, top - bottom, Style.SOLID),
        Path(side, Style.STROKE, closed=True),
        Path(((left, top), *back, (right, top)), Style.STROKE, closed=True),
        Path((back[0], *lid, back[1]), Style.GLUE, closed=True),
        *_arrow(25.5, 15, 30, 15),
        *_number(2.2, 29, 1),
        *_number(49.8, 12, 2),
        _note(12.4, 1.6, mark_sentence("cut, score", context="figure")),
        _note(40, 1.6, mark_sentence("glue, fill, tuck in", context="figure")),
    )


def chits() -> Figure:
    """Chits are cut out one by one; thick ones have board between front and back."""
    layers = (
        (12.6, 2.0, mark_sentence("front", context="figure"), Style.SOLID),
        (8.0, 4.6, mark_sentence("board", context="figure"), Style.GLUE),
        (6.0, 2.0, mark_sentence("back", context="figure"), Style.SOLID),
    )
    found: list[Shape] = []
    for y, height, words, style in layers:
        found.append(rectangle(29, y, 8, height, style))
        found.append(_note(38.5, y + height / 2 - 0.7, words, "start"))
    return (
        rectangle(0.5, 5.5, 22, 22.5, Style.MAP),
        *(Circle((x, y), 4.2, Style.SOLID) for x in (6.5, 16.5) for y in (22, 11.5)),
        Circle((16.5, 11.5), 5.0, Style.CUT),
        *_arrow(24, 16, 28, 16),
        Circle((33, 23), 4.2, Style.SOLID),
        *found,
        *_number(22.5, 28, 1),
        *_number(47.5, 16, 2),
        _note(11.5, 2.4, mark_sentence("cut", context="figure")),
        _note(36, 2.4, mark_sentence("for thick ones, glue", context="figure")),
    )


def net() -> Figure:
    """A net: folded along the dashed lines, glued by its pale tabs, it is a block."""
    sides, low, high, top = (3.0, 8.0, 11.6, 16.6, 20.2), 5.0, 20.0, 23.6
    tab = ((20.2, low), (22.0, low + 1.5), (22.0, high - 1.5), (20.2, high))
    flap = ((3.0, top), (4.0, top + 1.6), (7.0, top + 1.6), (8.0, top))
    return (
        *(rectangle(x, low, after - x, high - low, Style.SOLID) for x, after in pairwise(sides)),
        Path(tab, Style.GLUE, closed=True),
        rectangle(3, high, 5, 3.6, Style.SOLID),
        Path(flap, Style.GLUE, closed=True),
        *(line(x, low - 1, x, high + 1, Style.FOLD) for x in sides[1:]),
        *(line(2, y, 9, y, Style.FOLD) for y in (high, top)),
        *_arrow(25, 14, 30, 14),
        *_block(34, 5, 9, 18, 5, 3.5),
        *_number(2.2, 28.6, 1),
        *_number(27.5, 17.4, 2),
        _note(12, 1.2, mark_sentence("cut out, score", context="figure")),
        _note(41, 1.2, mark_sentence("fold, glue tabs", context="figure")),
    )


def _block(
    x: float, y: float, width: float, height: float, slant: float, rise: float
) -> tuple[Shape, ...]:
    """A standing block, seen from above and the right."""
    right, top, far = x + width, y + height, x + width + slant
    lid = ((x, top), (x + slant, top + rise), (far, top + rise), (right, top))
    side = ((right, y), (far, y + rise), (far, top + rise), (right, top))
    return (
        rectangle(x, y, width, height, Style.SOLID),
        Path(lid, Style.GLUE, closed=True),
        Path(side, Style.STROKE, closed=True),
    )
