"""What a sheet says about itself: what it is, how to print it, and a ruler as proof of scale.

Labels lie in two strips, at the top and bottom of the page or (turned) at its sides,
whichever margin is wider, in the gaps between crop marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from generator.printing.layout.geometry import Paper, Rect
from generator.printing.layout.shapes import Caption, Path, Shape, Style, line, mapped


class Measure(Protocol):
    """Measures text."""

    def __call__(self, text: str, size: float, bold: bool) -> float:
        """The width in mm of ``text`` at ``size`` points, in the bold font or the regular."""


BAND_MM = 2.6
"""Height of a strip: a line of 7 pt with its descenders."""

SIZES_PT = (7.0, 6.5, 6.0, 5.5, 5.0)
RULERS_MM = (50, 30, 20)
PAD_MM = 1.2
APART_MM = 5.0


@dataclass(frozen=True, slots=True)
class Label:
    """The words on a sheet: what it is (bold), which page it is, how to print it, what then."""

    what: str
    which: str
    how: str
    then: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A free band: where its baseline lies, and the gaps between marks in it (mm)."""

    baseline: float
    gaps: tuple[tuple[float, float], ...]


def label_shapes(
    label: Label, paper: Paper, block: Rect, marks: Sequence[Shape], measure: Measure
) -> tuple[Shape, ...]:
    """Lay the label in the margins around ``block`` (the bleeds of all pieces), clear of marks."""
    beside = min(block.x, paper.width_mm - block.right)
    above = min(block.y, paper.height_mm - block.top)
    if above >= beside or above >= paper.margin_mm + BAND_MM:
        return _upright(label, paper, marks, measure)
    # Lay the page on its side, its left edge up, and turn what was laid back again.
    lying = Paper(paper.id, paper.name, paper.height_mm, paper.width_mm, paper.margin_mm)
    lain = [mapped(mark, lambda p: (p[1], paper.width_mm - p[0]), -90) for mark in marks]
    shapes = _upright(label, lying, lain, measure)
    return tuple(mapped(shape, lambda p: (paper.width_mm - p[1], p[0]), 90) for shape in shapes)


def _upright(
    label: Label, paper: Paper, marks: Sequence[Shape], measure: Measure
) -> tuple[Shape, ...]:
    top = _strip(paper, marks, paper.height_mm - paper.margin_mm - BAND_MM)
    bottom = _strip(paper, marks, paper.margin_mm)
    return (
        *_words(((label.what, True), (label.which, False)), top, measure),
        *_ruled([words for words in (label.how, label.then) if words], bottom, measure),
    )


def _strip(paper: Paper, marks: Sequence[Shape], low: float) -> Strip:
    """The band of ``BAND_MM`` above ``low``, with the gaps that marks leave free."""
    high = low + BAND_MM
    blocked = []
    for mark in marks:
        if not isinstance(mark, Path):
            continue
        xs, ys = zip(*mark.points, strict=True)
        if min(ys) < high and max(ys) > low:
            blocked.append((min(xs), max(xs)))
    gaps: list[tuple[float, float]] = []
    start = paper.margin_mm
    for left, right in sorted(blocked):
        if left - start > 2 * PAD_MM:
            gaps.append((start, left - PAD_MM))
        start = max(start, right + PAD_MM)
    gaps.append((start, paper.width_mm - paper.margin_mm))
    return Strip(low + 0.65, tuple(gaps))


def _words(
    words: Sequence[tuple[str, bool]], strip: Strip, measure: Measure
) -> tuple[Caption, ...]:
    """Set the words one after another into the gaps, at the largest size that takes them all."""
    for size in SIZES_PT:
        found = _set(words, strip, size, measure)
        if len(found) == len(words):
            return found
    return found


def _set(
    words: Sequence[tuple[str, bool]], strip: Strip, size: float, measure: Measure
) -> tuple[Caption, ...]:
    found: list[Caption] = []
    gaps = list(strip.gaps)
    for text, bold in words:
        width = measure(text, size, bold)
        while gaps and gaps[0][1] - gaps[0][0] < width:
            gaps.pop(0)
        if not gaps:
            break
        left, right = gaps[0]
        found.append(Caption((left, strip.baseline), text, size, Style.LABEL, bold=bold))
        gaps[0] = (left + width + APART_MM, right)
    return tuple(found)


def _ruled(how: Sequence[str], strip: Strip, measure: Measure) -> tuple[Shape, ...]:
    """A ruler in the first gap that takes it, then the words on how to print."""
    plain = [(words, False) for words in how]
    gaps = list(strip.gaps)
    for length in RULERS_MM:
        words = f"{length} mm"
        need = length + 1 + measure(words, 6.0, bold=False)
        for number, (left, right) in enumerate(gaps):
            if right - left >= need:
                gaps[number] = (left + need + APART_MM, right)
                rest = Strip(strip.baseline, tuple(gaps[number:]))
                return (
                    *ruler(left, strip.baseline - 0.4, length),
                    Caption((left + length + 1, strip.baseline), words, 6.0, Style.LABEL),
                    *_words(plain, rest, measure),
                )
    return _words(plain, strip, measure)


@lru_cache(maxsize=16)
def ruler(x: float, y: float, length: int) -> tuple[Path, ...]:
    """A ruler of ``length`` mm from ``x``: a tick each 10 mm, shorter ones each 5 mm."""
    ticks = [
        line(x + mm, y, x + mm, y + (2.0 if mm % 10 == 0 else 1.1), Style.RULER)
        for mm in range(0, length + 1, 5)
    ]
    return (line(x, y, x + length, y, Style.RULER), *ticks)
