"""A play script as records: its steps, options, memories, ends and scores, with their formulas."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from validator.catalogue.formulas import Formula, rulings_in
from validator.findings import Place

# ``validator/schemas/play.json`` is the manual. What a word of a formula means depends on the
# game and on where it stands; here formulas are only syntax.


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done: ``values`` are formulas, steps, options, by their keys.

    ``places`` has the spot of what stands under each key.
    """

    place: Place
    verb: str
    values: Mapping[str, Any]
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pick:
    """What a name of an option may stand for; ``count`` makes choices of several that ``fit``."""

    place: Place
    name: str
    of: tuple[Formula, ...]
    where: Formula | None = None
    count: Formula | None = None
    fit: Formula | None = None
    alike: Formula | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """What a noun of effects counts: things of zones that pass ``where``, or a number.

    ``fields`` are what effects may filter by, formulas of a thing; other names are its fields.
    """

    place: Place
    of: tuple[Formula, ...]
    where: Formula | None = None
    fields: Mapping[str, Formula] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen, once for all that is picked; ``values`` are its other keys."""

    place: Place
    id: str
    says: str
    picks: tuple[Pick, ...]
    then: tuple[Step, ...]
    values: Mapping[str, Any]
    places: Mapping[str, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the game remembers of an ``owner``: of the table, a seat, a turn, a space, the pieces.

    One with an ``index`` is a family: one for each ``seat``, or each of the values ``over``, or
    each value that the field ``over_field`` of the pieces has.

    ``kind`` is ``number`` (from ``least`` to ``most``; ``beyond`` says what becomes of others),
    ``yes_no``, ``values``, ``field`` (one of the values of that ``field`` of the pieces), ``seat``,
    ``piece`` or ``space`` (``field`` names its board, if that is said). ``start`` is what it is at
    first (None is nothing, of seats, pieces and spaces -1), ``has_start`` whether that is written.
    """

    place: Place
    owner: str
    name: str
    kind: str
    least: int = 0
    most: int = 0
    values: tuple[int | str, ...] = ()
    field: str = ""
    start: int | str | bool | None = None
    beyond: str = ""
    has_start: bool = False
    index: str = ""
    over: tuple[int | str, ...] = ()
    over_field: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A formula with a name, and what it is given."""

    place: Place
    parameters: tuple[str, ...]
    formula: Formula


@dataclass(frozen=True, slots=True)
class Procedure:
    """Steps with a name, and what they are given; an ``action`` has memories of its own."""

    place: Place
    parameters: tuple[str, ...]
    steps: tuple[Step, ...]
    action: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """When the game ends: ``now``, or ``after`` the ``turn``, the ``round``, or one more ``lap``.

    ``rounds`` more are played.
    """

    place: Place
    when: Formula
    after: str
    rounds: int = 0
    winners: Formula | None = None
    says: str = ""


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """A part of the score, by the name that people read; one ``of_team`` counts once for a team."""

    place: Place
    says: str
    value: Formula
    of_team: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """Of equal seats those win for which the value is highest (``least``: lowest)."""

    place: Place
    value: Formula
    least: bool = False


@dataclass(frozen=True, slots=True)
class Want:
    """What players that look ahead value beside the score, and how much a point of it counts."""

    place: Place
    value: Formula
    weight: int = 1


@dataclass(frozen=True, slots=True)
class PileBound:
    """What is wanted of a pile in a whole game at most (None: nothing limits it), and why."""

    place: Place
    pile: str
    most: Formula | None
    says: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an effect of ``kind`` does, with these other keys (``what: coin``), where it ``can``."""

    place: Place
    kind: str
    keys: Mapping[str, int | str | bool]
    then: tuple[Step, ...] = ()
    can: Formula | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """The whole script of a game; memories go by their whole names, ``seat.points``."""

    place: Place
    remember: Mapping[str, Memory] = field(default_factory=dict)
    names: Mapping[str, Named] = field(default_factory=dict)
    menus: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    begin: tuple[Step, ...] = ()
    turn: tuple[Step, ...] = ()
    round: tuple[Step, ...] = ()
    first: Formula | None = None
    skip: Formula | None = None
    ends: tuple[End, ...] = ()
    score: tuple[ScoreItem, ...] = ()
    least_wins: bool = False
    ties: tuple[Tie, ...] = ()
    teams: int = 0
    wants: tuple[Want, ...] = ()
    bounds: tuple[PileBound, ...] = ()
    effects: tuple[Meaning, ...] = ()
    counts: Mapping[str, Counted] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)


def is_won_together(script: Script) -> bool:
    """Tell whether all seats win or nobody does, however the game ends."""
    ends = [
        one.winners if isinstance(one, End) else one.values.get("winners")
        for one in nodes(script)
        if isinstance(one, End) or (isinstance(one, Step) and one.verb == "end_game")
    ]
    words = {one.text if isinstance(one, Formula) else "" for one in ends}
    return "all" in words and words <= {"all", "nobody", "nothing"}


def nodes(thing: object) -> list[object]:
    """A record of a script and all records in it, in the order in which they are written."""
    found: list[object] = []
    _gather(thing, found)
    return found


def _gather(thing: object, found: list[object]) -> None:
    kind: Any = thing.__class__
    names = _field_names(kind)
    if names is not None:
        found.append(thing)
        for name in names:
            _gather(getattr(thing, name), found)
    elif isinstance(thing, tuple | dict | MappingProxyType):
        for part in thing if isinstance(thing, tuple) else thing.values():
            _gather(part, found)


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of record; None of anything else, and of places."""
    if not is_dataclass(kind) or kind is Place:
        return None
    return tuple(one.name for one in fields(kind))


def steps_reached(script: Script, steps: Sequence[Step]) -> Iterator[Step]:
    """All steps that some come to: those of the procedures that they run, and of effects, once."""
    ran: set[tuple[str, str]] = set()
    waiting = [tuple(steps)]
    while waiting:
        for step in nodes(waiting.pop()):
            if not isinstance(step, Step):
                continue
            yield step
            runs = step.verb, str(step.values.get("what"))
            if runs in ran:
                continue
            ran.add(runs)
            if step.verb == "effects":
                waiting.extend(meaning.then for meaning in script.effects)
            elif step.verb == "run" and runs[1] in script.procedures:
                waiting.append(script.procedures[runs[1]].steps)


def runs_itself(script: Script, name: str) -> bool:
    """Tell whether a procedure is run by one of its own steps, or of those that it runs."""
    steps = steps_reached(script, script.procedures[name].steps)
    return any(step.verb == "run" and step.values["what"] == name for step in steps)


def formulas(thing: object) -> Iterator[Formula]:
    """All formulas in a record of a script, in order."""
    return (node for node in nodes(thing) if isinstance(node, Formula))


def options_of(script: object) -> dict[Place, int]:
    """The number of each option of a script, from 1, by its place."""
    options = (node for node in nodes(script) if isinstance(node, Option))
    return {one.place: number for number, one in enumerate(options, 1)}


def rulings_named(script: object) -> dict[str, list[str]]:
    """The rulings that a script or a set-up depends on, each with the options that it names."""
    named: dict[str, list[str]] = {}
    for formula in formulas(script):
        for identity, option in rulings_in(formula.tree):
            known = named.setdefault(identity, [])
            if option is not None and option not in known:
                known.append(option)
    return named


def zones_named(script: object) -> set[str]:
    """What a script may name as zones, as setup.yaml lists them: ``next.hand`` is ``seat.hand``."""
    named: set[str] = set()
    for formula in formulas(script):
        for node in ast.walk(formula.tree):
            word = getattr(node, "attr", getattr(node, "id", ""))
            named |= {word, f"seat.{word}"} if word else set()
    return named
