"""The set-up script as typed steps, and how they are read from a ``setup.yaml``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from validator.catalogue.schemas import Validator, check_value
from validator.catalogue.source import Source, Trail, places_of
from validator.findings import Finding, Place

# The set-up script as typed steps; ``validator/schemas/setup.json`` is its manual.
#
# Built by :mod:`validator.catalogue.setup_script`, run by :mod:`validator.setup.deal`, said in
# sentences by :mod:`validator.setup.guide`. Field tests (``where``) are read by
# :mod:`validator.catalogue.model`.


R = TypeVar("R")
BOX = "box"
"""The zone where every piece starts and to which unused pieces return."""


@dataclass(frozen=True, slots=True)
class SetupCondition:
    """At which tables a step counts: humans, bots, seats, options and rulings; None is any."""

    players: tuple[str, ...] | None = None
    bots: tuple[str, ...] | None = None
    total: tuple[str, ...] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    ruling: Mapping[str, str] = field(default_factory=dict)


ALWAYS: tuple[SetupCondition, ...] = ()
"""The conditions of a step that counts at every table."""


@dataclass(frozen=True, slots=True)
class SetupSeats:
    """Who acts: a group (``seat``, ``human``, ``bot``, ``first``, ``first_human``) or numbers."""

    group: str = ""
    numbers: tuple[int, ...] = ()
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pieces are meant: by set, field tests, a field that is present, the seat's colour.

    ``what`` calls them for the reader, ``noun`` says how a language inflects that.
    """

    set_id: str | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    has: str | None = None
    own: str | None = None
    what: str | None = None
    noun: str = ""

    @property
    def is_all(self) -> bool:
        """Tell whether every piece of a zone is meant."""
        return not (self.set_id or self.where or self.has or self.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupCommon:
    """What every step may say beside its verb; of the conditions ``when`` one must hold.

    ``places`` has the spot of each key of the step, inner ones dotted.
    """

    place: Place
    when: tuple[SetupCondition, ...] = ALWAYS
    rules: tuple[str, ...] = ()
    note: str = ""
    each: SetupSeats | None = None
    read: str | None = None
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def rulings(self) -> tuple[tuple[str, str], ...]:
        """The rulings that ``when`` depends on, each with the option that it names."""
        return tuple(pair for condition in self.when for pair in condition.ruling.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(SetupCommon):
    """A sentence of the guide; nothing moves."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupMove(SetupCommon):
    """Pieces go from zones to zones: the verbs ``place``, ``deal``, ``move`` and ``return``.

    ``count`` is for each target zone (None: all that are meant). ``from_top`` takes the
    last items of the zone; otherwise pieces are taken in their order.
    """

    verb: str
    sources: tuple[str, ...] = (BOX,)
    targets: tuple[str, ...] = (BOX,)
    pieces: Selection = field(default_factory=Selection)
    count: int | None = None
    from_top: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(SetupCommon):
    """Cards whose player-count mark excludes the number of seats go back to the box."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupShuffle(SetupCommon):
    """Each of the zones is shuffled by itself."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupChoose(SetupCommon):
    """Each seat takes ``count`` pieces of its choice from ``source`` to ``target``."""

    source: str
    target: str
    count: int = 1
    what: str | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Locate(SetupCommon):
    """One piece goes to the first step (clockwise) of a run of a board's ring track."""

    pieces: Selection
    board: Selection
    track: str
    field_name: str
    value: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupGrid(SetupCommon):
    """Pieces go to the cells of a grid: pairs of zone name and what stands there.

    ``picture`` is the drawing, sign by sign; ``legend`` says what a sign stands for.
    """

    cells: tuple[tuple[str, Selection], ...]
    rows: tuple[str, ...]
    columns: tuple[int, int]
    picture: tuple[tuple[str, ...], ...] = ()
    legend: Mapping[str, Selection] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(SetupCommon):
    """Zones that are empty at first."""

    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect(SetupCommon):
    """``zone`` holds ``count`` pieces now, as the rules say; None: as many as it comes to."""

    zone: str
    count: int | None = None
    say: bool = True


SetupStep: TypeAlias = (
    "Say | SetupMove | Remove | SetupShuffle | SetupChoose | Locate | SetupGrid | Room | Expect"
)


class FaceVisibility(StrEnum):
    """Who sees the faces of what lies in a zone: everybody, nobody, or only whose seat it is."""

    UP = "up"
    DOWN = "down"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class ZoneLabel:
    """A zone as people call it; one that ``empties`` must be empty when set-up ends.

    ``phrase`` says where pieces go (``on the table``) where "in the <name>" reads badly.
    ``faces`` is what the script says of them; None leaves it to what is done in the zone.
    ``noun`` says how a language inflects the name. A zone that is a ``board``
    has a zone for each of its spaces: ``ring.5`` (and so the pattern ``ring.*``).
    """

    name: str
    empties: bool
    place: Place
    phrase: str = ""
    faces: FaceVisibility | None = None
    noun: str = ""
    board: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up script: its zones by name (or pattern with a final ``*``) and its steps."""

    place: Place
    zones: Mapping[str, ZoneLabel]
    steps: tuple[SetupStep, ...]


NO_SETUP = Setup(Place(""), {}, ())
"""The script of a game that has none, such as a box of parts."""


def parse_setup(source: Source) -> Setup:
    """Build the script from a ``setup.yaml`` that passed ``setup.json``."""
    zones = {
        each: label
        for name, raw in source.data["zones"].items()
        for label in [_label(raw, source.place(("zones", name)))]
        for each in ((name, f"{name}.*") if label.board else (name,))
    }
    steps = tuple(
        _step(
            raw,
            source.place(trail),
            places_of(source, trail[:2], raw) | places_of(source, trail, raw),
        )
        for raw, trail in _cases(source)
    )
    return Setup(source.place(()), zones, steps)


def case_findings(source: Source, game: str) -> list[Finding]:
    """What is wrong with the cases of steps, each as the step that it makes.

    The file itself has passed ``setup.json``.
    """
    validator = Validator({"$ref": "setup.json#/$defs/step"})
    return [
        finding
        for raw, trail in _cases(source)
        if "cases" in trail
        for finding in check_value(validator, raw, source, trail, game)
    ]


def _cases(source: Source) -> Iterator[tuple[dict[str, Any], Trail]]:
    """The raw steps, each case of a step as a step of its own, with where they stand."""
    for index, raw in enumerate(source.data["steps"]):
        if "cases" not in raw:
            yield raw, ("steps", index)
            continue
        shared = {key: value for key, value in raw.items() if key != "cases"}
        for number, case in enumerate(raw["cases"]):
            rules = [one["rules"] for one in (shared, case) if "rules" in one]
            wrong = [one for one in rules if not isinstance(one, list)]  # told as it stands
            step = {**shared, **case}
            if rules:
                step["rules"] = wrong[0] if wrong else [*chain(*rules)]
            yield step, ("steps", index, "cases", number)


def record(kind: Callable[..., R], raw: Mapping[str, Any], /, **given: Any) -> R:
    """A record: what is not ``given`` stands under the keys of its fields, each read as its type.

    What is not written has its default.
    """
    for one in fields(kind):  # type: ignore[arg-type]
        key = KEYS.get(one.name, one.name)
        if one.name not in given and key in raw:
            read = READERS.get(str(one.type))
            given[one.name] = read(raw[key]) if read else raw[key]
    return kind(**given)


KEYS = {
    "field_name": "field",
    "set_id": "set",
    "source": "from",
    "sources": "from",
    "target": "to",
    "targets": "to",
    "value": "is",
    "zones": "zone",
}
"""The keys under which fields are written that have other names."""


def _label(raw: str | Mapping[str, Any], place: Place) -> ZoneLabel:
    if isinstance(raw, str):
        return ZoneLabel(raw, False, place)
    return record(ZoneLabel, {"empties": False, **raw}, place=place)


VERBS: Mapping[str, Callable[..., SetupStep]] = {
    "choose": SetupChoose,
    "expect": Expect,
    "locate": Locate,
    "remove": Remove,
    "room": Room,
    "say": Say,
    "shuffle": SetupShuffle,
}
"""The record of each verb that does not move pieces or lay a grid."""


def _step(raw: Mapping[str, Any], place: Place, places: Mapping[str, Place]) -> SetupStep:
    verb = raw["do"]
    given: dict[str, Any] = {"place": place, "places": places}
    if "each" in raw:
        each, reverse = raw["each"], raw.get("order") == "reverse"
        who = (each, ()) if isinstance(each, str) else ("", tuple(each))
        given["each"] = SetupSeats(*who, reverse)
    match verb:
        case "remove":
            given["zones"] = _many(raw["from"])
        case "locate":
            given["pieces"] = record(Selection, raw)
        case "grid":
            return record(SetupGrid, raw, **given, **_grid(raw))
        case _ if verb not in VERBS:
            given |= {"pieces": record(Selection, raw), "from_top": verb == "deal", "verb": verb}
            return record(SetupMove, {"count": 1, **raw} if verb == "deal" else raw, **given)
    return record(VERBS[verb], raw, **given)


def condition_of(raw: Mapping[str, Any]) -> SetupCondition:
    """A condition on tables and rulings, in set-up and in play."""
    return record(SetupCondition, raw)


def _conditions(raw: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[SetupCondition, ...]:
    return tuple(map(condition_of, [raw] if isinstance(raw, Mapping) else raw))


def _many(raw: str | Sequence[str]) -> tuple[str, ...]:
    return (raw,) if isinstance(raw, str) else tuple(raw)


READERS: Mapping[str, Callable[[Any], Any]] = {
    "FaceVisibility | None": FaceVisibility,
    "Selection": lambda raw: record(Selection, raw),
    "tuple[SetupCondition, ...]": _conditions,
    "tuple[str, ...]": _many,
    "tuple[str, ...] | None": lambda raw: tuple(map(str, raw if isinstance(raw, list) else [raw])),
}
"""What reads a field, by its type; all others are as they are written."""


def _grid(raw: Mapping[str, Any]) -> dict[str, Any]:
    rows = tuple(raw["rows"])
    first, last = raw["columns"]["from"], raw["columns"]["to"]
    lines = [line.split() for line in raw["picture"]]
    legend = {sign: record(Selection, meant) for sign, meant in raw["legend"].items()}
    problem = _grid_problem(lines, len(rows), last - first + 1, legend)
    name = raw.get("cell", "{row}{column}")
    cells = [
        (name.replace("{row}", row).replace("{column}", str(column)), legend[sign])
        for row, line in zip(rows, lines, strict=False)
        for column, sign in enumerate(line, first)
        if sign in legend
    ]
    return {
        "cells": tuple(cells),
        "rows": rows,
        "columns": (first, last),
        "picture": tuple(tuple(line) for line in lines),
        "legend": legend,
        "problem": problem,
    }


def _grid_problem(
    lines: Sequence[Sequence[str]], rows: int, columns: int, legend: Mapping[str, Selection]
) -> str:
    if len(lines) != rows:
        return f"the picture has {len(lines)} lines for {rows} rows"
    for number, line in enumerate(lines, 1):
        if len(line) != columns:
            return f"line {number} of the picture has {len(line)} signs for {columns} columns"
        for sign in line:
            if sign != "." and sign not in legend:
                return f"the sign {sign!r} in line {number} of the picture is not in the legend"
    return ""
