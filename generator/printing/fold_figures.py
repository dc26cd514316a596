"""Figures that show how to cut, fold and glue: shapes on ``WIDTH_MM`` x ``HEIGHT_MM``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.printing.geometry import Caption, Circle, Path, Shape, Style, line, rectangle
from validator.catalogue.words.language import Tongue

HEIGHT_MM = 32.0
"""Height of every figure."""

WIDTH_MM = 52.0
"""Width of every figure."""

Figure = tuple[Shape, ...]


def read_figure(entries: Iterable[Sequence[Any]]) -> Figure:
    """The shapes of a figure, as ``data/building.yaml`` lists and explains them."""
    return tuple(shape for kind, *given in entries for shape in _READERS[kind](*given))


def in_words(shapes: Iterable[Shape], tongue: Tongue) -> Figure:
    """Shapes with their words in a language."""
    return tuple(
        replace(one, text=tongue.say(one.text, context="figure"))
        if isinstance(one, Caption)
        else one
        for one in shapes
    )


def _box(style: str, x: float, y: float, width: float, height: float) -> Figure:
    return (rectangle(x, y, width, height, Style(style)),)


def _line(style: str, points: Sequence[Sequence[float]], closed: bool = False) -> Figure:
    return (Path(tuple((x, y) for x, y in points), Style(style), closed),)


def _area(style: str, points: Sequence[Sequence[float]]) -> Figure:
    return _line(style, points, closed=True)


def _disc(style: str, x: float, y: float, radius: float) -> Figure:
    return (Circle((x, y), radius, Style(style)),)


def _note(
    x: float, y: float, words: str, size: float = 6, anchor: str = "middle", turn: float = 0
) -> Figure:
    return (Caption((x, y), words, size, Style.NOTE, anchor, turn),)


def _arrow(x1: float, x2: float, y: float) -> Figure:
    back = x2 - (1.4 if x2 > x1 else -1.4)
    head = Path(((back, y + 1), (x2, y), (back, y - 1)), Style.STROKE)
    return (line(x1, y, x2, y, Style.STROKE), head)


def _number(x: float, y: float, count: int) -> Figure:
    words = Caption((x, y - 0.85), str(count), 7, Style.BADGE_WORD, "middle", bold=True)
    return (Circle((x, y), 1.9, Style.BADGE), words)


_READERS: Mapping[str, Callable[..., Figure]] = {
    "box": _box,
    "line": _line,
    "area": _area,
    "disc": _disc,
    "note": _note,
    "arrow": _arrow,
    "number": _number,
}
