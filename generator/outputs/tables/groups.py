"""How the pieces of one zone lie together: in piles, and the piles side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.outputs.tables.laid import Kind, LaidTable
from validator.catalogue.setup_script import Faces

GAP = 3.0
"""Between pieces that lie side by side, in mm."""
MOST_SPREAD = 12
"""How many face-up cards of a zone lie side by side; more are one pile, as on a table."""
MOST_STACKED = 12
"""How many equal pieces make a stack that stands by itself; more lie in a bag."""


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces on one another, from the bottom to the top; ``foot`` is what they cover (mm).

    Width and height are of the largest face, which is higher than the foot of what stands.
    """

    parts: tuple[str, ...]
    width: float
    height: float
    foot: tuple[float, float]


def grouped(table: LaidTable, parts: Sequence[str], faces: Faces) -> list[Group]:
    """The piles of a zone, in the order of its pieces.

    Cards of one size that nobody sees are one pile; seen ones lie side by side. Of other pieces,
    equal ones are stacked, but for figures, which stand.
    """
    loose: dict[str, list[str]] = {}
    single = faces is Faces.UP and len(parts) <= MOST_SPREAD
    for part in parts:
        kind = table.kind(part)
        if kind.stands:
            loose[part] = [part]
        elif not kind.is_card:
            loose.setdefault(kind.component, []).append(part)
        elif single:
            loose[part] = [part]
        else:
            alike = f"cards {kind.width:g} {kind.height:g} {kind.shape}"
            loose.setdefault(alike, []).append(part)
    return [_group(table, tuple(held)) for held in loose.values()]


def one_by_one(table: LaidTable, parts: Iterable[str]) -> list[Group]:
    """Each piece for itself."""
    return [_group(table, (part,)) for part in parts]


def _group(table: LaidTable, parts: tuple[str, ...]) -> Group:
    kinds = [table.kind(part) for part in parts]
    foot = (max(kind.foot[0] for kind in kinds), max(kind.foot[1] for kind in kinds))
    width, height = max(kind.width for kind in kinds), max(kind.height for kind in kinds)
    return Group(parts, width, height, foot)


def rows(groups: Sequence[Group], most: float) -> tuple[float, float, list[tuple[float, float]]]:
    """Groups in rows of at most ``most`` mm: width and height of all, and their middles.

    The middles are those of what they cover, from the upper left corner.
    """
    places: list[tuple[float, float]] = []
    x = y = deep = wide = 0.0
    for group in groups:
        if x and x + group.width > most:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        places.append((x + group.width / 2, y + group.height - group.foot[1] / 2))
        x += group.width + GAP
        deep, wide = max(deep, group.height), max(wide, x - GAP)
    return wide, y + deep, places


def around(groups: Sequence[Group], room: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Where groups lie about a spot: middles relative to it, in a grid as square as it can be.

    They move together (and overlap) where the spot says how little ``room`` (mm) it has.
    """
    columns = math.ceil(math.sqrt(len(groups)))
    lines = math.ceil(len(groups) / columns)
    wide, high = max(g.foot[0] for g in groups), max(g.foot[1] for g in groups)
    step_x, step_y = _step(wide, columns, room[0]), _step(high, lines, room[1])
    for index in range(len(groups)):
        line, column = divmod(index, columns)
        held = min(columns, len(groups) - line * columns)
        yield (column - (held - 1) / 2) * step_x, (line - (lines - 1) / 2) * step_y


def _step(size: float, count: int, room: float) -> float:
    if not room or count == 1:
        return size + 0.5
    return min(size + 0.5, max((room - size) / (count - 1), size / 4))


def spread(count: int, width: float) -> Iterator[float]:
    """The middles of ``count`` equal shares of ``width``, relative to the middle."""
    for index in range(count):
        yield ((index + 0.5) / count - 0.5) * width


def slot_size(kinds: Iterable[Kind]) -> tuple[float, float]:
    """Width and height of the largest of some kinds; a poker card's where there are none."""
    sizes = [kind.size for kind in kinds]
    if not sizes:
        return 63.5, 88.9
    return max(w for w, _ in sizes), max(h for _, h in sizes)
