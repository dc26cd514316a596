"""What a document ``kind: board`` says, as frozen records with its formulas read.

``validator/schemas/board.json`` is the manual; :mod:`validator.catalogue.boards.geometry`
works out which spaces there are and what lies beside what.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from validator.catalogue.formulas import Formula, FormulaError, read_test, read_value
from validator.catalogue.source import Source, Trail, places_of
from validator.findings import Finding, Place, Severity

SpaceValue: TypeAlias = "int | float | str | bool | tuple[Any, ...] | None"
"""What a field of a space may be."""
SHAPES = ("ring", "track", "squares", "hexes", "network", "spaces")
"""The keys of which a board has one: how its spaces lie."""


@dataclass(frozen=True, slots=True)
class BoardArea:
    """A part of a board: the spaces for which ``where`` holds, with the designer's fields."""

    where: Formula
    fields: Mapping[str, SpaceValue]


@dataclass(frozen=True, slots=True)
class LineRule:
    """Lines of a board: ``spaces`` reckoned once for each combination of the values of ``each``.

    With ``length`` it is instead every so many spaces in a row, whatever way of the shape.
    """

    place: Place
    length: int = 0
    each: Mapping[str, Formula] = field(default_factory=dict)
    spaces: tuple[Formula, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupSpec:
    """Groups of ``size`` or more connected pieces that pass ``where`` and are alike in ``same``."""

    place: Place
    same: Formula | None = None
    where: Formula | None = None
    size: int = 1


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it is written; ``shape`` is the key of its form and ``given`` what stands there.

    ``holds`` is how many pieces a space takes (None: any number), ``marks`` are sets that lie on a
    space and count for no piece, ``each_seat`` says that every seat has one. ``beside`` is None
    where the shape says what lies beside what. ``places`` has the spot of each key, inner ones
    dotted.
    """

    id: str
    place: Place
    shape: str
    given: Any
    holds: int | None = None
    marks: tuple[str, ...] = ()
    each_seat: bool = False
    beside: tuple[Formula, ...] | None = None
    areas: Mapping[str, BoardArea] = field(default_factory=dict)
    lines: Mapping[str, tuple[LineRule, ...]] = field(default_factory=dict)
    groups: Mapping[str, GroupSpec] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


def read_board(source: Source, game: str) -> tuple[Board | None, list[Finding]]:
    """The board of a document that passed ``board.json``; None, and why, where it has none."""
    data = source.data
    shapes = [key for key in SHAPES if key in data]
    if len(shapes) != 1:
        said = f"has {' and '.join(shapes)}" if shapes else "says nothing of its spaces"
        hint = f"write one of {', '.join(SHAPES)}"
        place = source.key_place((shapes[1],)) if shapes else source.place(("id",))
        message = f"the board {data['id']!r} {said}"
        return None, [Finding("schema", Severity.ERROR, game, place, message, hint)]
    try:
        return _board(source, shapes[0]), []
    except FormulaError as error:
        message = f"{error.message}, in the board {data['id']!r}"
        return None, [
            Finding("board-formula", Severity.ERROR, game, error.place, message, error.hint)
        ]


def _board(source: Source, shape: str) -> Board:
    data = source.data
    return Board(
        id=data["id"],
        place=source.place(("id",)),
        shape=shape,
        given=data[shape],
        holds=data.get("holds"),
        marks=tuple(data.get("marks", ())),
        each_seat="each" in data,
        beside=_formulas(source, ("beside",)) if "beside" in data else None,
        areas={name: _area(source, name, raw) for name, raw in data.get("areas", {}).items()},
        lines={name: _lines(source, name, raw) for name, raw in data.get("lines", {}).items()},
        groups={name: _group(source, name, raw) for name, raw in data.get("groups", {}).items()},
        places=places_of(source, (), data),
    )


def _formulas(source: Source, trail: Trail) -> tuple[Formula, ...]:
    """The formulas of a list, or the one that stands there by itself."""
    raw: Any = source.data
    for step in trail:
        raw = raw[step]
    if not isinstance(raw, list):
        return (read_value(raw, source.place(trail)),)
    return tuple(read_value(one, source.place((*trail, at))) for at, one in enumerate(raw))


def _test(source: Source, trail: Trail, raw: object) -> Formula:
    inner = {key: source.place((*trail, key)) for key in raw} if isinstance(raw, Mapping) else {}
    return read_test(raw, source.place(trail), inner)


def _area(source: Source, name: str, raw: Mapping[str, Any]) -> BoardArea:
    own = {key: plain(value) for key, value in raw.items() if key != "where"}
    return BoardArea(_test(source, ("areas", name, "where"), raw["where"]), own)


def _lines(source: Source, name: str, raw: int | Sequence[Any]) -> tuple[LineRule, ...]:
    if isinstance(raw, int):
        return (LineRule(source.place(("lines", name)), raw),)
    return tuple(
        LineRule(
            source.place(trail),
            each={key: _listed(source, (*trail, "for", key)) for key in one.get("for", {})},
            spaces=_formulas(source, (*trail, "spaces")),
        )
        for at, one in enumerate(raw)
        for trail in [("lines", name, at)]
    )


def _listed(source: Source, trail: Trail) -> Formula:
    """A list of values as one formula; a text is a formula already."""
    raw: Any = source.data
    for step in trail:
        raw = raw[step]
    text = raw if isinstance(raw, str) else f"[{', '.join(map(str, raw))}]"
    return read_value(text, source.place(trail))


def _group(source: Source, name: str, raw: Mapping[str, Any]) -> GroupSpec:
    trail = ("groups", name)
    same = read_value(raw["same"], source.place((*trail, "same"))) if "same" in raw else None
    where = _test(source, (*trail, "where"), raw["where"]) if "where" in raw else None
    return GroupSpec(source.key_place(trail), same, where, raw.get("size", 1))


def plain(value: Any) -> SpaceValue:
    """A value of a file as a space or an area has it: a list as a tuple."""
    return tuple(map(plain, value)) if isinstance(value, list) else value
