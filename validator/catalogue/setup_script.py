"""The set-up script as typed steps, and how they are read from a ``setup.yaml``.

``validator/schemas/setup.json`` is its manual.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import Any, TypeAlias

from validator.catalogue.raw_records import At, Readers, record
from validator.catalogue.schemas import Validator, check_value
from validator.catalogue.source import Source, Trail, places_of
from validator.findings import Finding, Place

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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence of the guide; nothing moves."""

    common: SetupCommon
    text: str


@dataclass(frozen=True, slots=True)
class SetupMove:
    """Pieces go from zones to zones: the verbs ``place``, ``deal``, ``move`` and ``return``.

    ``count`` is for each target zone (None: all that are meant). ``from_top`` takes the
    last items of the zone; otherwise pieces are taken in their order.
    """

    common: SetupCommon
    verb: str
    sources: tuple[str, ...] = (BOX,)
    targets: tuple[str, ...] = (BOX,)
    pieces: Selection = field(default_factory=Selection)
    count: int | None = None
    from_top: bool = False


@dataclass(frozen=True, slots=True)
class Remove:
    """Cards whose player-count mark excludes the number of seats go back to the box."""

    common: SetupCommon
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupShuffle:
    """Each of the zones is shuffled by itself."""

    common: SetupCommon
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupChoose:
    """Each seat takes ``count`` pieces of its choice from ``source`` to ``target``."""

    common: SetupCommon
    source: str
    target: str
    count: int = 1
    what: str | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Locate:
    """One piece goes to the first step (clockwise) of a run of a board's ring track."""

    common: SetupCommon
    pieces: Selection
    board: Selection
    track: str
    field_name: str
    value: str
    target: str


@dataclass(frozen=True, slots=True)
class SetupGrid:
    """Pieces go to the cells of a grid: pairs of zone name and what stands there.

    ``picture`` is the drawing, sign by sign; ``legend`` says what a sign stands for.
    """

    common: SetupCommon
    cells: tuple[tuple[str, Selection], ...]
    rows: tuple[str, ...]
    columns: tuple[int, int]
    picture: tuple[tuple[str, ...], ...] = ()
    legend: Mapping[str, Selection] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """Zones that are empty at first."""

    common: SetupCommon
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """``zone`` holds ``count`` pieces now, as the rules say; None: as many as it comes to."""

    common: SetupCommon
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
    ``noun`` says how a language inflects the name.
    """

    name: str
    empties: bool
    place: Place
    phrase: str = ""
    faces: FaceVisibility | None = None
    noun: str = ""


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
    top = At(source, (), source.data)
    zones = {name: _label(one) for name, one in top.inner("zones")}
    steps = tuple(_step(At(source, trail, raw)) for raw, trail in _cases(source))
    return Setup(top.place, zones, steps)


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


def _label(at: At) -> ZoneLabel:
    if isinstance(at.raw, str):
        return ZoneLabel(at.raw, False, at.place)
    return record(ZoneLabel, at, _READERS, empties=at.get("empties", False))


def _step(at: At) -> SetupStep:
    places = places_of(at.source, at.trail[:2], at.raw)  # a case has some from its step
    places |= places_of(at.source, at.trail, at.raw)
    raw, reverse = at.get("each"), at.get("order") == "reverse"
    each = None if raw is None else SetupSeats("", tuple(raw), reverse)
    if isinstance(raw, str):
        each = SetupSeats(raw, (), reverse)
    given: dict[str, Any] = {"common": record(SetupCommon, at, _READERS, each=each, places=places)}
    verb = at.get("do")
    match verb:
        case "remove":
            given["zones"] = _many(at.key("from"))
        case "locate":
            given |= {"pieces": _selection(at), "value": at.get("is")}
        case "grid":
            return _grid(at.raw, given["common"], dict(at.inner("legend")))
        case "place" | "deal" | "move" | "return":
            given |= {"verb": verb, "pieces": _selection(at), "from_top": verb == "deal"}
            if verb == "deal":
                given["count"] = at.get("count", 1)
    return record(_STEPS[verb], at, _READERS, **given)


def condition_of(at: At) -> SetupCondition:
    """A condition on tables and rulings, in set-up and in play."""
    return record(SetupCondition, at, _READERS)


def _many(at: At) -> tuple[str, ...]:
    """One word or number, or several, as words."""
    return tuple(map(str, at.raw if isinstance(at.raw, list) else [at.raw]))


def _selection(at: At) -> Selection:
    return record(Selection, at, _READERS)


_STEPS: Mapping[str, type[SetupStep]] = {
    **dict.fromkeys(("place", "deal", "move", "return"), SetupMove),
    "say": Say,
    "remove": Remove,
    "shuffle": SetupShuffle,
    "room": Room,
    "expect": Expect,
    "choose": SetupChoose,
    "locate": Locate,
}
_READERS: Readers = {
    "tuple[str, ...]": _many,
    "Selection": _selection,
    "FaceVisibility": lambda at: FaceVisibility(at.raw),
    "tuple[SetupCondition, ...]": lambda at: tuple(
        map(condition_of, at.entries() if isinstance(at.raw, list) else [at])
    ),
}


def _grid(raw: Mapping[str, Any], common: SetupCommon, signs: Mapping[str, At]) -> SetupGrid:
    rows = tuple(raw["rows"])
    first, last = raw["columns"]["from"], raw["columns"]["to"]
    lines = [line.split() for line in raw["picture"]]
    legend = {sign: _selection(meant) for sign, meant in signs.items()}
    problem = _grid_problem(lines, len(rows), last - first + 1, legend)
    name = raw.get("cell", "{row}{column}")
    cells = [
        (name.replace("{row}", row).replace("{column}", str(column)), legend[sign])
        for row, line in zip(rows, lines, strict=False)
        for column, sign in enumerate(line, first)
        if sign in legend
    ]
    picture = tuple(tuple(line) for line in lines)
    return SetupGrid(common, tuple(cells), rows, (first, last), picture, legend, problem)


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
