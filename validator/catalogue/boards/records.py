"""What a document ``kind: board`` says, as frozen records with its formulas read.

``validator/schemas/board.json`` is the manual; :mod:`validator.catalogue.boards.geometry`
works out which spaces there are and what lies beside what.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from validator.catalogue.formulas import Formula, FormulaError, read_value
from validator.catalogue.raw_records import At
from validator.catalogue.source import Source, places_of
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
        return _board(At(source, (), data), shapes[0]), []
    except FormulaError as error:
        message = f"{error.message}, in the board {data['id']!r}"
        return None, [
            Finding("board-formula", Severity.ERROR, game, error.place, message, error.hint)
        ]


def _board(at: At, shape: str) -> Board:
    return Board(
        id=at.raw["id"],
        place=at.key("id").place,
        shape=shape,
        given=at.raw[shape],
        holds=at.get("holds"),
        marks=tuple(at.get("marks", ())),
        each_seat="each" in at,
        beside=_values(at.key("beside")) if "beside" in at else None,
        areas=at.key("areas").by_name(_area),
        lines=at.key("lines").by_name(_lines),
        groups=at.key("groups").by_name(_group),
        places=places_of(at.source, (), at.raw),
    )


def _values(at: At) -> tuple[Formula, ...]:
    """The formulas of a list, or the one that stands there by itself."""
    return at.each(At.value) if isinstance(at.raw, list) else (at.value(),)


def _area(at: At) -> BoardArea:
    own = {key: plain(value) for key, value in at.raw.items() if key != "where"}
    return BoardArea(at.key("where").test(), own)


def _lines(at: At) -> tuple[LineRule, ...]:
    if isinstance(at.raw, int):
        return (LineRule(at.place, at.raw),)
    return at.each(
        lambda one: LineRule(
            one.place, each=one.key("for").by_name(_listed), spaces=_values(one.key("spaces"))
        )
    )


def _listed(at: At) -> Formula:
    """A list of values as one formula; a text is a formula already."""
    text = at.raw if isinstance(at.raw, str) else f"[{', '.join(map(str, at.raw))}]"
    return read_value(text, at.place)


def _group(at: At) -> GroupSpec:
    same = at.key("same").value() if "same" in at else None
    where = at.key("where").test() if "where" in at else None
    return GroupSpec(at.source.key_place(at.trail), same, where, at.get("size", 1))


def plain(value: Any) -> SpaceValue:
    """A value of a file as a space or an area has it: a list as a tuple."""
    return tuple(map(plain, value)) if isinstance(value, list) else value
