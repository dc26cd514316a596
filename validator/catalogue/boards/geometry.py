"""What a board comes to: its spaces, what lies beside what, areas and lines, for one game.

Spaces are told by their number, from 0 on in the order in which the board has them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from types import SimpleNamespace
from typing import Any, TypeAlias

from validator.catalogue.boards.records import Board, GroupSpec, LineRule, SpaceValue, plain
from validator.catalogue.boards.static_formulas import IT, check_names, reckon
from validator.catalogue.build import parse_effects
from validator.catalogue.effects import Effect
from validator.catalogue.formulas import Formula, FormulaError
from validator.catalogue.model import Component, Game, matches
from validator.findings import Finding, Place, Severity, did_you_mean

MOST_SPACES = 2_000
MOST_LINES = 20_000
MOST_PARTS = 10_000_000
"""Parts of formulas that are looked at, each as often as it is reckoned: for every pair of spaces
in ``beside``, for every combination of values in lines."""

Spaces: TypeAlias = "tuple[int, ...]"
"""Spaces by their numbers."""
_EDGES = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
_CORNERS = {
    "northeast": (-1, 1),
    "southeast": (1, 1),
    "southwest": (1, -1),
    "northwest": (-1, -1),
}
_OF_HEX = {
    "east": (1, 0),
    "southeast": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (0, -1),
    "northeast": (1, -1),
}
"""The ways as steps of (row, column), and of (q, r)."""
_ONE_OF_TWO = ("on", "north", "east", "northeast", "southeast")
"""Of each two ways that lead opposite, one."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board: its id, its fields, and the effects that are printed on it."""

    id: str
    fields: Mapping[str, SpaceValue]
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board worked out; all tuples go by the number of a space.

    ``ahead`` has the next space of each way, -1 where there is none; ``ends`` the two towns of a
    way of a network, None for every other space; ``keys`` the fields by whose values a space can
    be called. Formulas of ``groups`` are for play.
    """

    spaces: tuple[Space, ...] = ()
    keys: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    ahead: Mapping[str, Spaces] = field(default_factory=dict)
    beside: tuple[Spaces, ...] = ()
    areas: Mapping[str, tuple[Spaces, Mapping[str, SpaceValue]]] = field(default_factory=dict)
    lines: Mapping[str, tuple[Spaces, ...]] = field(default_factory=dict)
    groups: Mapping[str, GroupSpec] = field(default_factory=dict)
    ends: tuple[tuple[int, int] | None, ...] = ()
    holds: int | None = None
    marks: tuple[str, ...] = ()
    each_seat: bool = False
    numbers: Mapping[str | tuple[SpaceValue, ...], int] = field(default_factory=dict, repr=False)

    def find(self, *values: SpaceValue) -> int:
        """The space with these values of its ``keys``, or with this id; -1 if there is none."""
        if values in self.numbers or len(values) != 1:
            return self.numbers.get(values, -1)
        return self.numbers.get(str(values[0]), -1)


def _fault(code: str, place: Place, message: str, hint: str) -> FormulaError:
    """What makes a board, or a part of it, unusable."""
    return FormulaError(place, message, hint, code)


def build_geometry(board: Board, game: Game) -> tuple[Geometry, tuple[Finding, ...]]:
    """Work a board out, as far as it can be; the findings say what is wrong with it."""
    found: list[Finding] = []

    def tried(build: Callable[..., Any], *given: Any) -> Any:
        try:
            return build(*given)
        except FormulaError as fault:
            message, place = f"{fault.message}, in the board {board.id!r}", fault.place
            found.append(Finding(fault.code, Severity.ERROR, game.id, place, message, fault.hint))
            return None

    bare: Geometry | None = tried(_lay_out, board, game)
    if bare is None:
        return Geometry(), tuple(found)
    beside = bare.beside if board.beside is None else tried(_beside, board, bare)
    areas = {name: tried(_area, board, bare, name) for name in board.areas}
    lines = {name: tried(_lines, bare, rules) for name, rules in board.lines.items()}
    whole = replace(
        bare,
        beside=bare.beside if beside is None else beside,
        areas={name: one for name, one in areas.items() if one is not None},
        lines={name: one for name, one in lines.items() if one is not None},
        groups=board.groups,
        holds=board.holds,
        marks=board.marks,
        each_seat=board.each_seat,
    )
    return whole, tuple(found)


def _lay_out(board: Board, game: Game) -> Geometry:
    """The spaces of a board and the ways between them, as its shape has them."""
    given = _resolve(board.given, board, game)
    match board.shape:
        case "ring" | "track":
            laid = _row(board, given)
        case "squares":
            laid = _squares(board, given)
        case "hexes":
            laid = _hexes(board, given)
        case "network":
            laid = _network(board, given)
        case _:
            laid = _loose(board, given)
    _room(board, len(laid.spaces))
    if not laid.spaces:
        message, hint = "there is no space", "write at least one"
        raise _fault("board-space", board.place, message, hint)
    numbers: dict[Any, int] = {}
    for number, space in enumerate(laid.spaces):
        if numbers.setdefault(space.id, number) != number:
            message, hint = f"two spaces are called {space.id!r}", "give each an id of its own"
            raise _fault("board-twice", _spot(board), message, hint)
        if laid.keys:
            numbers.setdefault(tuple(space.fields[key] for key in laid.keys), number)
    count = len(laid.spaces)
    return replace(
        laid,
        numbers=numbers,
        beside=laid.beside or tuple(() for _ in range(count)),
        ends=laid.ends or (None,) * count,
    )


def _spot(board: Board) -> Place:
    return board.places.get(board.shape, board.place)


def _room(board: Board, count: int) -> None:
    if count > MOST_SPACES:
        message = f"{count:,} spaces are too many"
        hint = f"at most {MOST_SPACES:,} fit a board"
        raise _fault("board-large", _spot(board), message, hint)


def _resolve(raw: Any, board: Board, game: Game) -> Any:
    """What stands at a shape, each `{of: COMPONENT.FIELD}` replaced by what stands there."""
    if not isinstance(raw, Mapping):
        return raw
    if "of" in raw and {*raw} <= {"of", "where"}:
        return _entries(raw["of"], raw.get("where", {}), board, game)
    return {key: _resolve(value, board, game) for key, value in raw.items()}


def _entries(path: str, where: Mapping[str, Any], board: Board, game: Game) -> Any:
    """What stands in a field of a component, or alike in all of a set that pass a test."""
    name, *keys = path.split(".")
    whole = game.sets[name].components if name in game.sets else ()
    named = [one for one in game.components() if one.id == name] or [*whole]
    owners = [one for one in named if matches(one, where)]
    if not owners:
        ids = [one.id for one in named or game.components()]
        message, hint = f"{name!r} is no component", f"components: {', '.join(ids[:9])}"
        if named:
            message = f"no component of {name!r} passes `where`"
        else:
            hint = did_you_mean(name, [*ids, *game.sets], hint)
        raise _fault("board-component", _spot(board), message, hint)
    found = _of_component(owners[0], keys, board)
    for other in owners[1:]:
        if _alike(_of_component(other, keys, board)) != _alike(found):
            message = f"{path} is one thing in {owners[0].id!r}, another in {other.id!r}"
            hint = f"say which is meant: {{of: {path}, where: {{id: {owners[0].id}}}}}"
            raise _fault("board-component", _spot(board), message, hint)
    return found


def _alike(found: Any) -> Any:
    """What spaces come to: their ids and fields."""
    many = found if isinstance(found, list) else [found]
    return [_space(one, number, True) for number, one in enumerate(many, 1)]


def _of_component(owner: Component, keys: Sequence[str], board: Board) -> Any:
    level: list[tuple[dict[str, Any], Any]] = [({}, owner.fields)]
    for at, key in enumerate(keys):
        level = [*_inside(level, key, keys[at - 1] if at else "")]
    if not level:
        own = owner.fields.items()
        fields = [key for key, value in own if isinstance(value, list | tuple | int)]
        hint = did_you_mean(keys[0], fields, f"fields: {', '.join(fields) or 'none'}")
        message = f"{owner.id!r} has nothing in {'.'.join(keys)!r}"
        raise _fault("board-component", _spot(board), message, hint)
    if len(keys) == 1 and not isinstance(owner.fields[keys[0]], list | tuple):
        return level[0][1]
    return [
        {**outer, **(one if isinstance(one, Mapping) else {"value": one})} if outer else one
        for outer, one in level
    ]


def _inside(
    level: Sequence[tuple[dict[str, Any], Any]], key: str, before: str
) -> Iterator[tuple[dict[str, Any], Any]]:
    """What stands under a key of each value, with the ids of the entries that lead to it."""
    for outer, value in level:
        if isinstance(value, Mapping) and key in value:
            own = {before.removesuffix("s"): value["id"]} if before and "id" in value else {}
            inner = value[key]
            for at, one in enumerate(inner if isinstance(inner, list | tuple) else [inner], 1):
                ids = {**outer, **own}
                numbered = {"id": "-".join(map(str, [*ids.values(), at]))} if ids else {}
                yield {**numbered, **ids}, one


def _space(entry: Any, number: int, numbered: bool) -> Space:
    """A space out of an id or a record; `numbered` ones have their place in the field `number`."""
    if not isinstance(entry, Mapping):
        own = {"number": entry if isinstance(entry, int) else number} if numbered else {}
        return Space(str(entry), own)
    fields = {key: plain(value) for key, value in entry.items() if key != "id" and _is_field(value)}
    identity, effects = str(entry.get("id", number)), parse_effects(entry.get("effects"))
    return Space(identity, {"number": number, **fields} if numbered else fields, effects)


def _is_field(value: Any) -> bool:
    """Tell whether a value of a record is one of a space, too: no mapping, no list of those."""
    many = value if isinstance(value, list | tuple) else [value]
    return not any(isinstance(one, Mapping | list) for one in many)


def _run(board: Board, raw: Any) -> list[Any]:
    """Values of a shape: so many from 1 on, from a first to a last number, or as listed."""
    if isinstance(raw, int):
        _room(board, raw)
        return [*range(1, raw + 1)]
    if not isinstance(raw, list | tuple):
        raise _fault("board-space", _spot(board), "this is no list", "write a list")
    if len(raw) == 2 and all(isinstance(one, int) for one in raw):
        _room(board, raw[1] - raw[0] + 1)
        return [*range(raw[0], raw[1] + 1)]
    return [*raw]


def _row(board: Board, given: Any) -> Geometry:
    entries = _run(board, given)
    spaces = tuple(_space(one, number, True) for number, one in enumerate(entries, 1))
    last = len(spaces) - 1
    wrap = board.shape == "ring" and last > 0
    on = tuple(at + 1 if at < last else 0 if wrap else -1 for at in range(last + 1))
    back = tuple(at - 1 if at else last if wrap else -1 for at in range(last + 1))
    ahead = {"on": on, "back": back}
    return Geometry(spaces, ("number",), ("on", "back"), ahead, _near(ahead, ("on", "back")))


def _near(ahead: Mapping[str, Spaces], ways: Sequence[str]) -> tuple[Spaces, ...]:
    """The spaces that lie beside each: those ahead, each once."""
    together = zip(*(ahead[way] for way in ways), strict=True)
    return tuple(tuple(dict.fromkeys(one for one in near if one >= 0)) for near in together)


def _squares(board: Board, given: Mapping[str, Any]) -> Geometry:
    rows, columns = _run(board, given["rows"]), _run(board, given["columns"])
    _room(board, len(rows) * len(columns))
    fields = {
        (down, along): {"row": row, "column": column}
        for down, row in enumerate(rows)
        for along, column in enumerate(columns)
    }
    long = all(isinstance(one, int) for one in (*rows, *columns)) and max(*rows, *columns) > 9
    pattern = given.get("id", "{row}-{column}" if long else "{row}{column}")
    return _grid(fields, pattern, {**_EDGES, **_CORNERS}, tuple(_EDGES))


def _hexes(board: Board, given: Mapping[str, Any]) -> Geometry:
    if ("radius" in given) == ("columns" in given) or ("columns" in given) != ("rows" in given):
        message, hint = "hexes have a radius, or columns and rows", "write {radius: 3}"
        raise _fault("board-space", _spot(board), message, hint)
    size = given.get("radius", 0)
    _room(board, given["columns"] * given["rows"] if "rows" in given else 3 * size * (size + 1) + 1)
    if "rows" in given:
        along = product(range(given["rows"]), range(given["columns"]))
        cells = [(column - row // 2, row) for row, column in along]
    else:
        span = range(-size, size + 1)
        cells = [(q, r) for r, q in product(span, span) if abs(q + r) <= size]
    fields = {(q, r): {"q": q, "r": r} for q, r in cells}
    return _grid(fields, given.get("id", "{q}_{r}"), _OF_HEX, tuple(_OF_HEX))


def _grid(
    fields: Mapping[tuple[int, int], Mapping[str, Any]],
    pattern: str,
    steps: Mapping[str, tuple[int, int]],
    near: Sequence[str],
) -> Geometry:
    """Spaces at points of a plane, which have their fields and are called after a pattern."""
    numbers = {at: number for number, at in enumerate(fields)}
    spaces = tuple(Space(_called(pattern, one), one) for one in fields.values())
    ahead = {
        way: tuple(numbers.get((x + dx, y + dy), -1) for x, y in fields)
        for way, (dx, dy) in steps.items()
    }
    keys = tuple(next(iter(fields.values()), ()))
    return Geometry(spaces, keys, tuple(steps), ahead, _near(ahead, near))


def _called(pattern: str, fields: Mapping[str, Any]) -> str:
    for key, value in fields.items():
        pattern = pattern.replace(f"{{{key}}}", str(value))
    return pattern


def _network(board: Board, given: Mapping[str, Any]) -> Geometry:
    towns = [_space(one, number, False) for number, one in enumerate(given["towns"], 1)]
    numbers = {town.id: number for number, town in enumerate(towns)}
    ways: list[Space] = []
    ends: list[tuple[int, int]] = []
    known = set(numbers)
    for at, raw in enumerate(given["ways"]):
        names = [str(one) for one in raw.get("ends", ())]
        for end, name in enumerate(names):
            if name not in numbers:
                place = board.places.get(f"network.ways.{at}.ends.{end}", _spot(board))
                hint = did_you_mean(name, numbers, f"towns: {', '.join([*numbers][:9])}")
                raise _fault("board-space", place, f"there is no town {name!r}", hint)
        fields = {key: value for key, value in raw.items() if key != "ends"}
        ways.append(_space({"id": _free("-".join(names), known), **fields}, at, False))
        known.add(ways[-1].id)
        ends.append((numbers[names[0]], numbers[names[1]]))
    beside: list[dict[int, None]] = [{} for _ in (*towns, *ways)]
    for at, (first, second) in enumerate(ends):
        beside[first][second] = beside[second][first] = None
        others = (one for one, pair in enumerate(ends) if one != at and {*pair} & {first, second})
        beside[len(towns) + at] = {len(towns) + one: None for one in others}
    near = tuple(map(tuple, beside))
    return Geometry((*towns, *ways), beside=near, ends=(*(None for _ in towns), *ends))


def _free(name: str, known: set[str]) -> str:
    """A name that nothing has yet: itself, or with the first free number behind it."""
    found, number = name, 2
    while found in known:
        found, number = f"{name}-{number}", number + 1
    return found


def _loose(board: Board, given: Any) -> Geometry:
    if not isinstance(given, Mapping):
        entries = _run(board, given) if isinstance(given, int) else given
        return Geometry(tuple(_space(one, at, False) for at, one in enumerate(entries, 1)))
    values = {key: _run(board, raw) for key, raw in given.items()}
    _room(board, prod(map(len, values.values())))
    records = [dict(zip(values, one, strict=True)) for one in product(*values.values())]
    spaces = tuple(Space("-".join(map(str, one.values())), one) for one in records)
    return Geometry(spaces, tuple(values))


def _known(geometry: Geometry) -> tuple[list[dict[str, SpaceValue]], set[str]]:
    """What a formula knows of each space, missing fields being nothing, and the texts there are."""
    fields = list(dict.fromkeys(key for space in geometry.spaces for key in space.fields))
    known = [
        {"id": space.id, **{key: space.fields.get(key) for key in fields}}
        for space in geometry.spaces
    ]
    return known, {one for names in known for one in names.values() if isinstance(one, str)}


def _parts(formulas: Sequence[Formula]) -> int:
    return sum(1 for one in formulas for _ in ast.walk(one.tree))


def _beside(board: Board, geometry: Geometry) -> tuple[Spaces, ...]:
    known, texts = _known(geometry)
    tests = board.beside or ()
    if _parts(tests) * len(known) ** 2 > MOST_PARTS:
        message = f"the formulas are too long for every pair of {len(known):,} spaces"
        raise _fault("board-large", tests[0].place, message, "shorten them")
    for test in tests:
        check_names(test.tree, {*known[0], IT}, texts)
    found: list[Spaces] = []
    spaces = [SimpleNamespace(**names) for names in known]
    for at, names in enumerate(known):
        pairs = ((other, {**names, IT: it}) for other, it in enumerate(spaces) if other != at)
        found.append(
            tuple(other for other, both in pairs if any(reckon(one.tree, both) for one in tests))
        )
    return tuple(found)


def _area(board: Board, geometry: Geometry, name: str) -> tuple[Spaces, Mapping[str, SpaceValue]]:
    area = board.areas[name]
    known, texts = _known(geometry)
    check_names(area.where.tree, {*known[0], IT}, texts)
    both = [{**names, IT: SimpleNamespace(**names)} for names in known]
    spaces = tuple(at for at, names in enumerate(both) if reckon(area.where.tree, names))
    if not spaces:
        message, hint = f"no space lies in the area {name!r}", "mend `where`, or take the area out"
        raise _fault("board-space", area.where.place, message, hint)
    return spaces, area.fields


def _lines(geometry: Geometry, rules: Sequence[LineRule]) -> tuple[Spaces, ...]:
    found: dict[Spaces, None] = {}
    texts = _known(geometry)[1]
    for rule in rules:
        for line in _straight(geometry, rule) if rule.length else _ruled(geometry, rule, texts):
            found[line] = None
            if len(found) > MOST_LINES:
                raise _too_many(rule)
    return tuple(found)


def _too_many(rule: LineRule) -> FormulaError:
    message, hint = "these lines are too many", f"at most {MOST_LINES:,} lines fit a board"
    return _fault("board-large", rule.place, message, hint)


def _straight(geometry: Geometry, rule: LineRule) -> Iterator[Spaces]:
    """Every so many spaces in a row, each once."""
    if not geometry.ways:
        message, hint = "its spaces lie in no rows", "write the lines out: [{spaces: [a, b, c]}]"
        raise _fault("board-space", rule.place, message, hint)
    told: set[frozenset[int]] = set()
    starts = product(range(len(geometry.spaces)), _ONE_OF_TWO)
    for start, way in ((one, way) for one, way in starts if way in geometry.ways):
        line = [start]
        while len(line) < rule.length and (ahead := geometry.ahead[way][line[-1]]) >= 0:
            line.append(ahead)
            if ahead == start:
                break
        if len({*line}) == rule.length and frozenset(line) not in told:
            told.add(frozenset(line))
            yield tuple(line)


def _ruled(geometry: Geometry, rule: LineRule, texts: set[str]) -> Iterator[Spaces]:
    """The lines of formulas, for each combination of values."""
    values: list[list[Any]] = []
    for listed in rule.each.values():
        check_names(listed.tree, (), texts)
        many = reckon(listed.tree, {})
        if not isinstance(many, list):
            raise FormulaError(listed.place, "this is no list of values", "write [1, 2, 3]")
        values.append(many)
    cases = prod(map(len, values))
    if cases > MOST_LINES or cases * _parts(rule.spaces) > MOST_PARTS:
        raise _too_many(rule)
    for one in rule.spaces:
        check_names(one.tree, rule.each, texts)
    for case in product(*values):
        names = dict(zip(rule.each, case, strict=True))
        yield tuple(_named(geometry, one, names) for one in rule.spaces)


def _named(geometry: Geometry, formula: Formula, names: Mapping[str, Any]) -> int:
    """The number of the space that a formula names."""
    value = reckon(formula.tree, names)
    called = value if isinstance(value, list) else [value]
    found = geometry.find(*called)
    if found < 0:
        written = ", ".join(map(str, called))
        with_names = ", ".join(f"{key} = {one}" for key, one in names.items())
        message = f"there is no space {written}" + (f" (for {with_names})" if names else "")
        ids = [space.id for space in geometry.spaces]
        hint = did_you_mean(written, ids, f"spaces: {', '.join(ids[:6])}, ...")
        raise _fault("board-space", formula.place, message, hint)
    return found
