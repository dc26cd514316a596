"""A play.yaml of format 2 in the words of format 3: values and tests become formulas."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from generator.sheets.yaml_changes import YamlChanges, as_data, as_scalar, below
from generator.sheets.yaml_edit import (
    Edit,
    Manner,
    YamlText,
    entries,
    is_flow,
    items,
    line_of,
    value_at,
    write_value,
)
from validator.catalogue.formulas import FUNCTIONS, FormulaError, read_value
from validator.findings import Place

KIND = "play"
"""The kind of file that a play script is carried over to."""

_SEATS = {"you": "turn.seat", "start": "first"}
_SEATS |= {name: name for name in ("seat", "next", "left", "previous", "right", "partner")}
_NUMBERS = ("players", "round", "turns")
_OF_CASE = ("effect", "length", "limit")
_RESERVED = {
    *("true", "false", "nothing", "seat", "turn", "first", "last", "next", "previous", "left"),
    *("right", "partner", "seats", "humans", "bots", "others", "team", "table", "players"),
    *("total", "round", "turns", "repeats", "effect", "length", "options", "ruling", "box", "it"),
    *("piece", "pieces", "set", "owner", "space", "was", "face", "board", "side", "drawn"),
    *("name", "id", *FUNCTIONS),
}
"""Words that mean something in a formula, so that a value of the same letters needs quotes."""
_NOT_ZONES = ("it", "cards", "card", "drawn", "that", "seats", "others", "nobody", "nothing")
_BOUNDS = {"at_least": ">=", "from": ">=", "at_most": "<=", "to": "<="}
_OPPOSITE = {"==": "!=", "in": "not in", ">=": "<", "<=": ">"}
_SPECIAL = ("any", "all", "not", "some", "every", "compare", "players", "ruling", "options")
"""Keys of a test that name nothing which is compared."""
_SIGNS = {"plus": "+", "minus": "-", "times": "*", "share": "//", "rest": "%"}
_FOLDS = {"smallest": "min", "largest": "max"}
_GATHERED = {"sum": "sum", "distinct": "distinct", "highest": "max", "lowest": "min"}


class ByHandError(ValueError):
    """What cannot be carried over, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What words mean at a place: names that are bound, and the thing that is tested.

    ``thing`` is ``piece`` or ``seat`` inside a function, whose fields stand bare; ``prefix`` is
    what stands before a field of a piece otherwise. ``selves`` are names of the thing itself,
    ``counted`` those of numbers, ``free`` those that a procedure must be given.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    thing: str = ""
    prefix: str = ""
    selves: frozenset[str] = frozenset()
    hidden_seat: bool = False
    free: frozenset[str] = frozenset()
    loop: bool = True

    def of_piece(self, *selves: str) -> Scope:
        """Inside a function that goes over pieces."""
        hidden = self.hidden_seat or self.thing == "seat"
        return replace(self, thing="piece", prefix="", selves=frozenset(selves), hidden_seat=hidden)

    def of_seat(self) -> Scope:
        """Inside a function that goes over seats."""
        return replace(self, thing="seat", prefix="", selves=frozenset())

    def bind(self, **names: str) -> Scope:
        """With more names."""
        return replace(self, names={**self.names, **names}, free=self.free - names.keys())


def tidy(text: str) -> str:
    """A formula without brackets that it does not need.

    Raises:
        ByHandError: it is none.
    """
    try:
        found = ast.unparse(ast.parse(text, mode="eval"))
        read_value(found, Place(""))
    except SyntaxError:
        words = [word for word in re.findall(r"[a-z_]+", text) if keyword.iskeyword(word)]
        bad = next(
            (one for one in words if one not in ("and", "or", "not", "in", "if", "else")), ""
        )
        if bad:
            raise ByHandError(f"rename `{bad}`: it cannot stand in a formula") from None
        raise ByHandError(f"write a formula for {text}") from None
    except FormulaError as error:
        raise ByHandError(f"{error.message}: {error.hint}") from None
    return re.sub(r"\((not [A-Za-z_.]+)\)", r"\1", found)


def dotted(owner: str, name: str) -> str:
    """A field of something; in brackets where it is no name."""
    if name.isidentifier() and not keyword.iskeyword(name):
        return f"{owner}.{name}" if owner else name
    return f"{owner or 'it'}[{name!r}]"


@dataclass(slots=True)
class Words:
    """What a script's words mean: its zones, memories and the fields of pieces it names."""

    memories: Mapping[str, str]
    teams: int = 0
    zones: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    made: dict[str, str] = field(default_factory=dict)
    clashes: int = 0
    used: set[str] = field(default_factory=set)

    def literal(self, value: object, scope: Scope) -> str:
        """A value as it is: bare, or in quotes where a name hides it."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int):
            return str(value)
        text = str(value)
        taken = {*_RESERVED, *self.zones, *self.fields, *self.made, *scope.names.values()}
        plain = text.isidentifier() and not keyword.iskeyword(text) and text not in taken
        return text if plain else repr(text)

    def name(self, formula: str, base: str) -> str:
        """The name of a formula with the parameter ``one``, which stands under ``names``."""
        for known, one in self.made.items():
            if one == formula:
                return known
        found = base
        while found in self.made or found in self.zones:
            found += "_"
        self.made[found] = formula
        return found

    # References

    def seat(self, text: str, scope: Scope) -> tuple[str, str] | None:
        """A seat at the head of a reference and the rest behind it; None where there is none."""
        parts = text.split(".")
        head, rest = parts[0], ".".join(parts[1:])
        if head == "that" and "that" in scope.names:
            self.used |= scope.free & {"that"}
            return scope.names["that"], rest
        if head in ("you", "start"):
            return _SEATS[head], rest
        if head in _SEATS:
            if scope.hidden_seat:
                raise ByHandError("give this a name with a parameter for the seat under `names`")
            if scope.thing == "seat" and head != "seat":
                raise ByHandError(f"`{head}` of each seat: write `on(it, 1)` or the like")
            return ("" if scope.thing == "seat" else head), rest
        owner = ".".join(parts[:2])
        if self.memories.get(owner) == "seat" and not owner.startswith("seat."):
            return owner, ".".join(parts[2:])
        return None

    def refer(self, text: str, scope: Scope) -> tuple[str, str] | None:
        """What a reference is in a formula, and its kind; None where it is none."""
        head, _, rest = text.partition(".")
        if text in self.zones and "." not in text:
            return text, "zone"
        if text in _NUMBERS:
            return text, "number"
        if head in _OF_CASE and rest:
            return text, "number" if rest in ("amount", "least", "most") else "text"
        if text in ("it", "cards") and text in scope.names:
            self.used |= scope.free & {text}
            self.clashes += text == "it" and bool(scope.thing)
            kind = "zone" if text == "cards" else "number" if "it" in scope.counted else "text"
            return scope.names[text], kind
        return (
            self._top(text, scope)
            or self._piece(head, rest, scope)
            or self._of_seat(text, scope)
            or ((text, self.memories[text]) if text in self.memories else None)
            or self._field(text, scope)
            or self._unlisted(text, scope)
        )

    def _unlisted(self, text: str, scope: Scope) -> tuple[str, str] | None:
        """A plain word that nothing else is names a zone; a memory that is not declared stays."""
        if text.isidentifier() and text not in scope.names and text not in _NOT_ZONES:
            return text, "zone"
        return (text, "text") if text.partition(".")[0] in ("table", "turn") else None

    def _top(self, text: str, scope: Scope) -> tuple[str, str] | None:
        zone, top, rest = text.partition(".top")
        if not top or (rest and not rest.startswith(".")):
            return None
        below = self.zone(zone, scope)
        if not rest:
            return f"{below}.top", "card"
        self.fields.add(rest[1:])
        return dotted(f"{below}.top", rest[1:]), "text"

    def _piece(self, head: str, rest: str, scope: Scope) -> tuple[str, str] | None:
        if head in scope.selves:
            if rest:
                self.fields.add(rest)
            return (dotted("", rest), "text") if rest else ("it", "card")
        if head == "card" and "card" in scope.names:
            self.used |= scope.free & {"card"}
        elif head != "drawn":
            return None
        owner = scope.names.get(head, head)
        if rest:
            self.fields.add(rest)
        return (dotted(owner, rest), "text") if rest else (owner, "card")

    def _of_seat(self, text: str, scope: Scope) -> tuple[str, str] | None:
        found = self.seat(text, scope)
        if found is None:
            return None
        seat, rest = found
        if not rest:
            return seat or "it", "seat"
        kind = self.memories.get(f"seat.{rest}", "zone")
        if keyword.iskeyword(rest):
            raise ByHandError(f"rename `{rest}`: it cannot stand in a formula")
        if kind == "zone":
            self.zones.add(f"seat.{rest}")
        hides = not seat and (rest in self.zones or rest in scope.names or rest in _RESERVED)
        return dotted("it" if hides else seat, rest), kind

    def _field(self, text: str, scope: Scope) -> tuple[str, str] | None:
        if "." in text or not (scope.prefix or scope.thing == "piece"):
            return None
        self.fields.add(text)
        hides = scope.thing == "piece" and text in (self.zones | set(scope.names.values()))
        return dotted("it" if hides else scope.prefix, text), "text"

    def zone(self, text: str, scope: Scope) -> str:
        """A zone that is named."""
        if "." not in text and text not in ("cards", "seats", "others"):
            self.zones.add(text)
        found = self.refer(text, scope)
        return found[0] if found else text

    def zones_of(self, raw: object, scope: Scope) -> str:
        """A zone or a list of zones, as the things of a function."""
        named = [self.zone(str(one), scope) for one in (raw if isinstance(raw, list) else [raw])]
        return named[0] if len(named) == 1 else f"[{', '.join(named)}]"

    # Values

    def value(self, raw: object, scope: Scope, want: str = "value") -> tuple[str, str]:
        """A value as a formula, and its kind; ``want`` says how plain words are read."""
        if isinstance(raw, dict):
            return self.computed(raw, scope, want)
        if isinstance(raw, list):
            parts = [self.value(one, scope, want)[0] for one in raw]
            return f"[{', '.join(parts)}]", "list"
        if not isinstance(raw, str):
            return self.literal(raw, scope), "number"
        if raw in ("nothing", "nobody"):
            return "nothing", "text"
        is_plain = "." not in raw and raw != "drawn" and raw not in scope.names
        if (want == "value" and is_plain) or raw in ("all", "best"):
            return self.literal(raw, scope), "text"
        found = self.refer(raw, scope)
        if found is None:
            return self.literal(raw, scope), "text"
        text, kind = found
        return (
            (f"{text}.count", "number")
            if kind == "zone" and want not in ("zone", "card")
            else found
        )

    def number(self, raw: object, scope: Scope) -> str:
        """A number as a formula."""
        return self.value(raw, scope, "number")[0]

    def computed(self, raw: Mapping[str, Any], scope: Scope, want: str) -> tuple[str, str]:
        """A value that is computed."""
        for key, sign in _SIGNS.items():
            if key in raw:
                parts = [f"({self.number(one, scope)})" for one in raw[key]]
                if key == "minus" and raw[key][0] == 0 and len(parts) == 2:
                    return f"-{parts[1]}", "number"
                return f" {sign} ".join(parts), "number"
        for key, name in _FOLDS.items():
            if key in raw:
                parts = [self.number(one, scope) for one in raw[key]]
                return f"{name}({', '.join(parts)})", "number"
        if "best" in raw:
            return self.best(raw, scope)
        if "after" in raw:
            seat = self.value(raw["after"], scope, "seat")[0]
            return f"on({seat}, {self.number(raw.get('by', 1), scope)})", "seat"
        if "if" in raw:
            then, kind = self.value(raw["then"], scope, want)
            other = self.value(raw["else"], scope, want)[0]
            return f"({then}) if ({self.test(raw['if'], scope)}) else ({other})", kind
        if "groups" in raw:
            return self.groups(raw, scope), "number"
        if "scale" in raw:
            return f"scale({raw['scale']}, {self.number(raw.get('at', 0), scope)})", "number"
        return self.gathered(raw, scope), "number"

    def best(self, raw: Mapping[str, Any], scope: Scope) -> tuple[str, str]:
        """The seat or the piece for which something is highest."""
        kind = raw["best"]
        inner = scope.of_seat() if kind == "seat" else scope.of_piece("card")
        things = self.zones_of(raw.get("of", "seats" if kind == "seat" else ""), scope)
        parts = [things, self.number(raw.get("by", 0), inner)]
        if "where" in raw:
            parts.append(f"where={self.test(raw['where'], inner)}")
        if raw.get("ties") == "first":
            parts.append("ties=first")
        return f"{'worst' if raw.get('least') else 'best'}({', '.join(parts)})", kind

    def gathered(self, raw: Mapping[str, Any], scope: Scope) -> str:
        """A number read off pieces or seats."""
        op = next((one for one in ("count", *_GATHERED) if one in raw), "")
        if not op:
            raise ByHandError(f"write a formula for {raw}")
        among = raw["count"] if op == "count" else raw.get("of")
        of_seats = among in ("seats", "others")
        named = () if "card" in scope.names else ("card",)
        tested = scope.of_seat() if of_seats else scope.of_piece(*named)
        where = self.test(raw["where"], tested) if "where" in raw else ""
        if op == "count":
            return self.count(among, where, scope)
        things = self.zones_of(among, scope)
        inner = scope.of_seat() if of_seats else scope.of_piece("card")
        want = "value" if op == "distinct" else "number"
        parts = [
            things,
            self.value(raw[op], inner, want)[0],
            *([f"where={where}"] if where else ()),
        ]
        return f"{_GATHERED[op]}({', '.join(parts)})"

    def count(self, among: object, where: str, scope: Scope) -> str:
        """How many there are."""
        zones = among if isinstance(among, list) else [among]
        if not where and among not in ("seats", "others"):
            return " + ".join(f"{self.zone(str(one), scope)}.count" for one in zones)
        return " + ".join(
            f"count({self.zone(str(one), scope)}, {where or 'true'})" for one in zones
        )

    def alike(self, zone: object, name: str, scope: Scope) -> str:
        """The name of how many pieces of a zone have the same value in a field."""
        things = self.zones_of(zone, scope)
        if not isinstance(zone, str) or zone.partition(".")[0] in scope.names or scope.thing:
            raise ByHandError(f"count those alike in {things} with a name under `names`")
        self.fields.add(name)
        return self.name(f"count({things}, {dotted('', name)} == {dotted('one', name)})", "alike")

    def groups(self, raw: Mapping[str, Any], scope: Scope) -> str:
        """How many values occur so often, or what a scale says of how often each does."""
        name = str(raw["groups"]).removeprefix("card.")
        if "where" in raw:
            raise ByHandError("write `distinct` with a name under `names` for these groups")
        things = self.zones_of(raw.get("of"), scope)
        if "scale" in raw:
            self.fields.add(name)
            counted = f"scale({raw['scale']}, count({things}, {dotted('', name)} == one))"
            return f"sum(values({things}, {name}), {self.name(counted, 'worth')}(it))"
        alike = self.alike(raw.get("of"), name, scope)
        return f"distinct({things}, {dotted('', name)}, where={alike}(it) >= {raw.get('size', 1)})"

    # Tests

    def test(self, raw: object, scope: Scope) -> str:
        """A test as a formula."""
        if isinstance(raw, list):
            return " or ".join(f"({self.test(one, scope)})" for one in raw)
        if not isinstance(raw, dict):
            raise ByHandError(f"write a test for {raw}")
        parts = list(self._parts(raw, scope))
        return " and ".join(f"({one})" for one in parts) if parts else "true"

    def _parts(self, raw: Mapping[str, Any], scope: Scope) -> Iterator[str]:
        for key, said in raw.items():
            match key:
                case "ruling":
                    for one, option in said.items():
                        yield f"ruling[{one!r}] == {self.literal(option, scope)}"
                case "options":
                    for one, option in said.items():
                        yield f"{dotted('options', one)} == {self.literal(option, scope)}"
                case "players" | "bots" | "total" if not isinstance(said, dict):
                    yield _how_many_sit(key, str(said))
                case "any":
                    yield self.test(said, scope)
                case "all":
                    yield " and ".join(f"({self.test(one, scope)})" for one in said)
                case "not":
                    yield self._negated(said, scope)
                case "some" | "every":
                    yield self.of_seats(key == "every", said, raw.get("where", {}), scope)
                case "compare":
                    yield self.check(*self.value(said, scope, "number"), _bounds(raw), scope)
                case "where" | "is" | "at_least" | "at_most":
                    pass
                case _:
                    yield self._compared(key, said, scope)

    def _negated(self, said: Any, scope: Scope) -> str:
        """A test that must not hold; of a single check the opposite."""
        key = next(iter(said)) if isinstance(said, dict) and len(said) == 1 else ""
        if key and key not in _SPECIAL:
            return self._compared(key, {"not": said[key]}, scope)
        return f"not ({self.test(said, scope)})"

    def of_seats(self, every: bool, group: object, where: object, scope: Scope) -> str:
        """A test of some or all seats."""
        if group not in ("seats", "others"):
            raise ByHandError(f"`{group}` is one seat: test it by its own name")
        return f"{'all' if every else 'any'}({group}, {self.test(where, scope.of_seat())})"

    def _compared(self, key: str, check: Any, scope: Scope) -> str:
        asked = check.get("not", check) if isinstance(check, dict) else check
        if asked == "empty" or (isinstance(asked, dict) and "has" in asked):
            return self.check(self.zone(key, scope), "zone", check, scope)
        found = self.refer(key, scope)
        if found is None:
            raise ByHandError(f"`{key}` is not known: write what is compared")
        text, kind = found
        return self.check(text, kind, check, scope)

    def check(self, left: str, kind: str, check: Any, scope: Scope, holds: bool = True) -> str:
        """What is asked of a value or a zone."""
        if isinstance(check, dict) and "not" in check:
            return self.check(left, kind, check["not"], scope, not holds)
        if check == "empty":
            return f"{'' if holds else 'not '}{left}.empty"
        if isinstance(check, dict) and "has" in check:
            named = () if "card" in scope.names else ("card",)
            where = self.test(check["has"], scope.of_piece(*named))
            return f"{'' if holds else 'not '}any({left}, {where})"
        left = f"{left}.count" if kind == "zone" else left
        want = {"zone": "number", "number": "number", "seat": "seat", "card": "card"}.get(
            kind, "value"
        )
        if isinstance(check, dict) and "is" not in check:
            return self._within(left, check, scope, holds)
        wanted = check["is"] if isinstance(check, dict) else check
        sign = "in" if isinstance(wanted, list) else "=="
        sign = sign if holds else _OPPOSITE[sign]
        return f"({left}) {sign} ({self.value(wanted, scope, want)[0]})"

    def _within(self, left: str, check: Mapping[str, Any], scope: Scope, holds: bool) -> str:
        bounds = [
            (sign, f"({self.number(check[key], scope)})")
            for key, sign in _BOUNDS.items()
            if key in check
        ]
        if not bounds:
            raise ByHandError(f"write a test for {check}")
        if len(bounds) == 1:
            sign, bound = bounds[0]
            return f"({left}) {sign if holds else _OPPOSITE[sign]} {bound}"
        within = f"{bounds[0][1]} <= ({left}) <= {bounds[1][1]}"
        return within if holds else f"not ({within})"


def _how_many_sit(who: str, said: str) -> str:
    """A test of how many there are at the table: ``2``, ``3+``, ``2/3`` or a list."""
    counted = "bots.count" if who == "bots" else who
    numbers = [int(one) for one in re.findall(r"[0-9]+", said)]
    if said.endswith("+"):
        return f"{counted} >= {numbers[0]}"
    return f"{counted} == {numbers[0]}" if len(numbers) == 1 else f"{counted} in {numbers}"


def _bounds(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: raw[key] for key in ("is", *_BOUNDS) if key in raw}


# The edits of a file.

_READ = {
    "add": {"what": "memory", "amount": "number"},
    "choose": {"seat": "seat"},
    "draw": {"from": "zone", "to": "zone", "count": "number", "up_to": "number"},
    "effects": {"of": "card"},
    "eliminate": {"seat": "seat"},
    "end_game": {"winners": "winners"},
    "if": {"if": "test"},
    "move": {"what": "card", "from": "zone", "to": "zone", "count": "number", "where": "pieces"},
    "pay": {"from": "zone", "to": "zone", "what": "memory", "amount": "number"},
    "repeat": {"most": "number", "until": "test"},
    "reveal": {"what": "card"},
    "roll": {"what": "memory", "dice": "number"},
    "set": {"what": "memory"},
    "shuffle": {"zone": "zone"},
    "turns": {"first": "seat", "skip": "test"},
}
"""How the values of each verb's keys are read."""
_RENAMED = {
    ("choose", "what"): "says",
    ("move", "count"): "at_most",
    ("shuffle", "zone"): "what",
    ("together", "what"): "says",
}
"""Keys of steps that have new names."""
_TOLD = {
    ("move", "count"): ("`at_most` moves fewer where fewer lie; write `count` to forbid that",)
}
"""What is told of a key that has another name."""
_IDLE = ("seat", "start")
"""Values of `turns` that say what holds anyway."""
_WINNERS = ("nobody", "all", "best", "others")
_BINDS = {"card": "card", "cards": "cards", "seat": "that", "value": "it"}
"""Keys of an option or of `each`, and the name that each binds."""
_WANTED = "wanted"
"""What a value that was chosen, `it`, is called: formulas have another `it`."""


def _steps_in(node: yaml.Node) -> Iterator[yaml.Node]:
    return (one for one in below(node) if value_at(one, "do") is not None)


def memories_of(root: yaml.Node) -> dict[str, str]:
    """What a script remembers, and of which kind each is: a number, a seat or a text."""
    found = {}
    for name, (_, node) in entries(value_at(root, "remember")).items():
        raw = as_data(node)
        number = isinstance(raw, dict) and "to" in raw
        found[name] = "seat" if raw == "seat" else "number" if number else "text"
    return found


class PlayUpgrade(YamlChanges):
    """The edits that carry a play script over; ``before`` is what a first reading has found."""

    def __init__(self, text: YamlText, before: Words | None = None) -> None:
        super().__init__(text)
        self.done: list[Edit] = []
        self.words = Words(memories_of(text.root))
        if before is not None:
            self.words.zones, self.words.fields = before.zones, before.fields
        self.parameters: dict[str, list[str]] = {}
        self.given: dict[str, set[str]] = {}
        self.drawing, self.lost = _draws_with_a_name(text.root)

    # Values

    def formula(self, want: str, raw: Any, scope: Scope) -> str:
        """A value as the formula that belongs where ``want`` is read."""
        words = self.words
        match want:
            case "test":
                return tidy(words.test(raw, scope))
            case "pieces":
                named = () if "card" in scope.names else ("card",)
                return tidy(words.test(raw, scope.of_piece(*named)))
            case "zone":
                return tidy(words.zone(str(raw), scope))
            case "winners" if raw in _WINNERS:
                return str(raw)
            case "memory" if raw == "start":
                return "first"
            case "memory":
                found = words.refer(str(raw), scope)
                return found[0] if found else str(raw)
        want = "seat" if want == "winners" else want
        return tidy(words.value(raw, scope, want)[0])

    def carry(self, key: yaml.Node, node: yaml.Node, want: str, scope: Scope) -> None:
        """Write a value as a formula; each item of a list of zones or memories by itself."""
        try:
            if want in ("zone", "memory") and isinstance(node, yaml.SequenceNode):
                for one in items(node):
                    self.put(None, one, self.formula(want, as_data(one), scope))
            else:
                self.put(key, node, self.formula(want, as_data(node), scope))
        except ByHandError as error:
            self.note(key, str(error))

    # Steps

    def steps(self, node: yaml.Node | None, scope: Scope) -> None:
        """Carry over the steps of a list."""
        for one in items(node):
            self.step(one, scope)

    def step(self, node: yaml.Node, scope: Scope) -> None:
        """Carry over a step."""
        verb = getattr(value_at(node, "do"), "value", "if")
        read = _READ.get(verb, {})
        for name, (key, value) in entries(node).items():
            if (verb, name) in _RENAMED:
                self.rename(key, _RENAMED[verb, name], *_TOLD.get((verb, name), ()))
            if name == "when":
                self.carry(key, value, "test", scope)
            elif name == "each" and verb != "each":
                self._each_seat(node, key, value, scope)
            elif name in read and not (
                verb == "move" and name == "from" and "what" in entries(node)
            ):
                self.carry(key, value, read[name], scope)
            elif name == "else":
                self.steps(value, scope)
            elif name == "options":
                inner = replace(scope, loop=scope.loop or value_at(node, "again") is not None)
                for one in items(value):
                    self.option(one, inner)
        self._rest_of_step(verb, node, scope)

    def _each_seat(self, step: yaml.Node, key: yaml.Node, value: yaml.Node, scope: Scope) -> None:
        if value_at(step, "each") is value and as_data(value) == "seat":
            self.delete(step, "each")
        elif as_data(value) not in ("seats", "others"):
            self.carry(key, value, "seat", scope)

    def _rest_of_step(self, verb: str, node: yaml.Node, scope: Scope) -> None:
        """What is particular to a verb."""
        pairs = entries(node)
        match verb:
            case "move":
                if "what" in pairs and "from" in pairs:
                    self.delete(node, "from")
                if "same" in pairs:
                    self._move_alike(node, scope)
            case "draw" if id(node) in self.drawing:
                self.add(node, "as: drawn")
            case "set" if "to" in pairs:
                what = str(as_data(pairs["what"][1]))
                found = self.words.refer(what, scope)
                kind = "seat" if what == "start" else found[1] if found else "text"
                self.carry(
                    *pairs["to"], {"seat": "seat", "text": "value"}.get(kind, "number"), scope
                )
            case "roll" if not {"sides", "faces"} & pairs.keys():
                self.add(node, "sides: 6")
            case "run":
                self._give(node, scope)
            case "each":
                self._each(node, scope)
            case "stop" if not scope.loop:
                self.note(node, "`stop` leaves no loop of this procedure")
            case "if" | "turns":
                self.steps(value_at(node, "then"), scope)
            case "repeat":
                self.steps(value_at(node, "then"), replace(scope, loop=True))

    def _move_alike(self, node: yaml.Node, scope: Scope) -> None:
        pairs = entries(node)
        key, value = pairs["same"]
        size = as_data(pairs["size"][1]) if "size" in pairs else 1
        try:
            alike = self.words.alike(as_data(pairs["from"][1]), str(value.value), scope)
        except ByHandError as error:
            self.note(key, str(error))
            return
        where = as_scalar(f"{alike}(it) >= {size}", is_flow(node))
        self.edit(key.start_mark.index, self.text.end(value), f"where: {where}", value)
        says = f"all of {size} or more that are alike go; before, as many as fill groups of {size}"
        self.tell(key, says)
        if "size" in pairs:
            self.delete(node, "size")

    def _give(self, node: yaml.Node, scope: Scope) -> None:
        """A procedure is given what it uses of what is chosen."""
        wanted = self.procedure(str(as_data(value_at(node, "what") or node)))
        given = [one for one in wanted if one in scope.names]
        if given:
            self.words.used |= scope.free & set(given)
            named = {_WANTED if one == "it" else one: scope.names[one] for one in given}
            self.add(node, f"with: {{{', '.join(f'{key}: {one}' for key, one in named.items())}}}")

    def _each(self, node: yaml.Node, scope: Scope) -> None:
        """`each` over seats, pieces or values."""
        pairs = entries(node)
        inner = replace(scope, loop=True)
        if "seat" in pairs:
            self.rename(pairs["seat"][0], "of")
            self.carry(*pairs["seat"], "zone", scope)
            self._inside(node, inner, inner)
        elif "card" in pairs:
            self.rename(pairs["card"][0], "of")
            self.carry(*pairs["card"], "zone", scope)
            self.add(node, "as: card")
            inner = inner.bind(card="card")
            self._inside(node, replace(inner, thing="piece", selves=frozenset(("card",))), inner)
        elif "value" in pairs:
            self.free_of_clashes(lambda it: self._each_value(node, inner, it))

    def _each_value(self, node: yaml.Node, scope: Scope, it: str) -> None:
        key, value = entries(node)["value"]
        try:
            values = as_scalar(self.values(as_data(value), None, scope), is_flow(node))
        except ByHandError as error:
            self.note(key, str(error))
            return
        self.edit(key.start_mark.index, self.text.end(value), f"of: {values}", value)
        if it != "it":
            self.add(node, f"as: {it}")
        inner = scope.bind(it=it)
        self._inside(node, inner, inner)

    def _inside(self, node: yaml.Node, tested: Scope, scope: Scope) -> None:
        pairs = entries(node)
        if "where" in pairs:
            self.carry(*pairs["where"], "test", tested)
        self.steps(value_at(node, "then"), scope)

    def free_of_clashes(self, carry: Callable[[str], None]) -> None:
        """Carry over what binds `it`, under another name where a function would hide that."""
        clashes, done = self.words.clashes, len(self.edits)
        carry("it")
        if self.words.clashes > clashes:
            del self.edits[done:]
            carry(_WANTED)

    # Options

    def option(self, node: yaml.Node, scope: Scope) -> None:
        """Carry over an option."""
        pairs = entries(node)
        if "when" in pairs:
            self.carry(*pairs["when"], "test", scope)
        if "cards" in pairs:
            self._several(node, scope)
        elif "card" in pairs:
            inner = scope.bind(card="card")
            self._pick(node, ["card"], {"card": ("zone", "card")}, scope, inner)
        elif "seat" in pairs or "value" in pairs:
            self._names(node, scope)
        else:
            self.steps(value_at(node, "then"), scope)

    def _names(self, node: yaml.Node, scope: Scope) -> None:
        pairs = entries(node)
        inner = scope
        if "value" in pairs:
            inner = inner.bind(it=_WANTED)
            if isinstance(as_data(pairs["value"][1]), dict):
                inner = replace(inner, counted=inner.counted | {"it"})
        if "seat" in pairs:
            inner = inner.bind(that="that")
        picked = {"value": ("values", _WANTED), "seat": ("zone", "that")}
        self._pick(node, [one for one in ("value", "seat") if one in pairs], picked, scope, inner)
        if "value" in pairs and "says" in pairs:
            key, says = pairs["says"]
            manner = Manner(getattr(says, "style", None) or "", is_flow(node))
            self.write(key, says, write_value(says.value.replace("{it}", f"{{{_WANTED}}}"), manner))

    def _pick(
        self,
        node: yaml.Node,
        kinds: list[str],
        picked: Mapping[str, tuple[str, str]],
        scope: Scope,
        inner: Scope,
    ) -> None:
        """`pick` for what an option is made from, and the rest of the option."""
        pairs = entries(node)
        parts = []
        try:
            for kind in kinds:
                want, name = picked[kind]
                raw = as_data(pairs[kind][1])
                of = as_data(pairs["of"][1]) if "of" in pairs else None
                made = (
                    self.values(raw, of, scope)
                    if want == "values"
                    else self.formula(want, raw, scope)
                )
                parts.append(f"{name}: {as_scalar(made, in_flow=True)}")
        except ByHandError as error:
            self.note(node, str(error))
        words = f"pick: {{{', '.join(parts)}}}"
        if len(kinds) == 2 and "says" not in pairs:
            identity = str(as_data(pairs["id"][1])).replace("_", " ")
            says = as_scalar(f"{identity} {{that}} {{{inner.names['it']}}}", in_flow=True)
            between = (
                ", " if is_flow(node) else f"{self.text.newline}{' ' * node.start_mark.column}"
            )
            words = f"says: {says}{between}{words}"
        self.instead(node, [one for one in pairs if one in (*kinds, "of")], words)
        tested = replace(inner, prefix="card") if kinds == ["card"] else inner
        if "where" in pairs:
            self.carry(*pairs["where"], "test", tested)
        for one in items(value_at(node, "prefer")):
            self._item(one, tested)
        self.steps(value_at(node, "then"), inner)

    def _item(self, node: yaml.Node, scope: Scope) -> None:
        try:
            self.put(None, node, self.formula("test", as_data(node), scope))
        except ByHandError as error:
            self.note(node, str(error))

    def _several(self, node: yaml.Node, scope: Scope) -> None:
        """Several cards at once: a combination."""
        pairs = entries(node)
        tested = scope.of_piece("card")
        try:
            parts = [
                f"of: {as_scalar(self.formula('zone', as_data(pairs['cards'][1]), scope), True)}"
            ]
            if "where" in pairs:
                where = self.formula("test", as_data(pairs["where"][1]), tested)
                parts.append(f"where: {as_scalar(where, True)}")
            count = as_data(pairs["count"][1]) if "count" in pairs else 1
            parts.append(f"count: {as_scalar(self._how_many(count, scope), True)}")
            if "same" in pairs:
                fit = f"same(cards, {as_data(pairs['same'][1])})"
                parts.append(f"fit: {as_scalar(fit, True)}")
        except ByHandError as error:
            self.note(node, str(error))
        else:
            names = [one for one in pairs if one in ("cards", "where", "count", "same")]
            self.instead(node, names, f"pick: {{cards: {{{', '.join(parts)}}}}}")
        self.steps(value_at(node, "then"), scope.bind(cards="cards"))

    def _how_many(self, count: Any, scope: Scope) -> str:
        if isinstance(count, dict) and "from" in count:
            return self.values(count, None, scope)
        return tidy(self.words.number(count, scope))

    def values(self, raw: Any, of: object, scope: Scope) -> str:
        """The values of an option or of `each`."""
        if isinstance(raw, dict):
            bounds = [self.words.number(raw[key], scope) for key in ("from", "to")]
            return tidy(f"numbers({', '.join(bounds)})")
        if isinstance(raw, list):
            return tidy(self.words.value(raw, scope)[0])
        if of is None:
            return f"values({raw})"
        return tidy(f"values({self.words.zones_of(of, scope)}, {str(raw).removeprefix('card.')})")

    # Procedures

    def procedure(self, name: str) -> list[str]:
        """Carry over a procedure, once; the names that it must be given."""
        if name in self.parameters:
            return self.parameters[name]
        found = entries(value_at(self.text.root, "procedures")).get(name)
        self.parameters[name] = []
        if found is None:
            return []
        given = self.given.get(name, set())
        used, edits = self.words.used, self.edits
        self.words.used, self.edits = set(), []
        names = {one: _WANTED if one == "it" else one for one in given}
        self.steps(found[1], Scope(names, free=frozenset(given), loop=False))
        wanted = self.parameters[name] = sorted(self.words.used)
        if wanted:
            self.rename(found[0], f"{name}({', '.join(names[one] for one in wanted)})")
        self.done += self.edits
        self.words.used, self.edits = used, edits
        return wanted

    def find_given(self) -> None:
        """Find what each procedure may be given: what is bound where it is run."""
        root = self.text.root
        for _ in range(6):
            for name, (_, node) in entries(value_at(root, "procedures")).items():
                self._bound_at(node, frozenset(self.given.get(name, set())))
            for section in ("begin", "turn", "round", "effects"):
                start = frozenset(("card",)) if section == "effects" else frozenset()
                self._bound_at(value_at(root, section), start)

    def _bound_at(self, node: yaml.Node | None, bound: frozenset[str]) -> None:
        pairs = entries(node)
        if "do" in pairs and pairs["do"][1].value == "run" and "what" in pairs:
            self.given.setdefault(str(pairs["what"][1].value), set()).update(bound)
        if "id" in pairs or ("do" in pairs and pairs["do"][1].value == "each"):
            here = {name for key, name in _BINDS.items() if key in pairs}
            bound |= here - ({"that"} if "do" in pairs else set())
        for _, value in pairs.values():
            self._bound_at(value, bound)
        for one in items(node):
            self._bound_at(one, bound)

    # Sections

    def run(self) -> list[Edit]:
        """All edits of the file."""
        root, scope = self.text.root, Scope()
        pairs = entries(root)
        self.find_given()
        for name in entries(value_at(root, "procedures")):
            self.procedure(name)
        self._remember()
        for section in ("begin", "turn", "round"):
            self.steps(value_at(root, section), scope)
        for one in items(value_at(root, "effects")):
            self.steps(value_at(one, "then"), scope.bind(card="card"))
        self._turns()
        for one in items(value_at(root, "ends")):
            self._end(one, scope)
        self._score(scope)
        for one in items(value_at(root, "ties")):
            for key, value in entries(one).values():
                self.carry(key, value, "number", scope)
        for node in self.lost:
            self.note(node, "name the draw: `as: drawn`, in the same procedure")
        self._names_section()
        start, end = pairs["kind"][1].start_mark.index, pairs["kind"][1].end_mark.index
        says = "values and tests are formulas, and keys have the names of the one language"
        self.edits.append(Edit(start, end, KIND, line_of(pairs["kind"][1]), (says,)))
        return [*self.done, *self.edits]

    def _names_section(self) -> None:
        if not self.words.made:
            return
        nl = self.text.newline
        lines = [f"  {name}(one): {as_scalar(one, False)}" for name, one in self.words.made.items()]
        pairs = entries(self.text.root)
        behind = self.text.end(pairs.get("remember", pairs["kind"])[1])
        new = self.text.add_line(behind, nl.join(["names:", *lines]))
        self.edits.append(Edit(new.start, new.end, new.new, 1, ()))

    def _turns(self) -> None:
        node = value_at(self.text.root, "turns")
        if node is None:
            return
        pairs = dict(entries(node))
        idle = [
            one for one in ("each", "first") if one in pairs and as_data(pairs[one][1]) in _IDLE
        ]
        if len(idle) == len(pairs):
            self.delete(self.text.root, "turns")
            return
        for name in idle:
            self.delete(node, name)
            del pairs[name]
        for name, want in (("first", "seat"), ("skip", "test")):
            if name in pairs:
                self.carry(*pairs[name], want, Scope())

    def _end(self, node: yaml.Node, scope: Scope) -> None:
        for name, (key, value) in entries(node).items():
            if name == "when":
                self.carry(key, value, "test", scope)
            elif name == "winners":
                self.carry(key, value, "winners", scope)
            elif name == "test":
                self.rename(key, "after")
                self.put(key, value, str(value.value).removeprefix("after_"))

    def _score(self, scope: Scope) -> None:
        found = entries(self.text.root).get("score")
        if found is None:
            return
        if not isinstance(found[1], yaml.SequenceNode):
            self.carry(*found, "number", scope)
        for one in items(found[1]):
            for name, (key, value) in entries(one).items():
                if name == "what":
                    self.rename(key, "says")
                elif name == "value":
                    self.carry(key, value, "number", scope)

    def _remember(self) -> None:
        node = value_at(self.text.root, "remember")
        if node is None:
            return
        cut = set(self._may_be_cut())
        for name, (key, value) in entries(node).items():
            raw = as_data(value)
            if raw != "seat":
                self.write(key, value, _remembered(raw, name in cut))

    def _may_be_cut(self) -> Iterator[str]:
        """Memories whose value may leave their range, where it was cut in silence."""
        ranges = {
            name: (raw["from"], raw["to"])
            for name, (_, value) in entries(value_at(self.text.root, "remember")).items()
            if isinstance(raw := as_data(value), dict) and "to" in raw
        }
        for step in _steps_in(self.text.root):
            raw = as_data(step)
            named = raw.get("what") if raw["do"] in ("set", "add", "roll") else None
            for word in named if isinstance(named, list) else [named]:
                name = str(word) if word in ranges else f"seat.{str(word).rpartition('.')[2]}"
                if name in ranges and not _stays_within(raw, ranges, name):
                    yield name


def _stays_within(
    step: Mapping[str, Any], ranges: Mapping[str, tuple[int, int]], name: str
) -> bool:
    """Tell whether what a step puts into a memory is surely in its range."""
    least, most = ranges[name]
    match step["do"]:
        case "set" if isinstance(step.get("to"), int):
            bounds = (step["to"], step["to"])
        case "set" if isinstance(step.get("to"), str) and step["to"] in ranges:
            bounds = ranges[step["to"]]
        case "roll":
            faces = step.get("faces") or [1, step.get("sides", 6)]
            dice = step.get("dice", 1)
            if not isinstance(dice, int):
                return False
            bounds = (dice * min(faces), dice * max(faces))
        case _:
            return False
    return bool(least <= bounds[0] and bounds[1] <= most)


def _remembered(raw: Mapping[str, Any], cut: bool) -> str:
    """What is remembered, as YAML writes it: its type, or that with where it starts."""
    if "one_of" in raw:
        kind = write_value([str(one) for one in raw["one_of"]], Manner())
    else:
        kind = f"{raw['from']} to {raw['to']}" if "to" in raw else str(raw["from"])
    more = {}
    least = raw["from"] if "to" in raw else None
    start = raw.get("start", least)
    if start != least or (isinstance(least, int) and least < 0):
        more["start"] = str(start)
    if cut:
        more["beyond"] = "stop"
    if not more:
        return kind
    return f"{{{', '.join(f'{key}: {one}' for key, one in {'type': kind, **more}.items())}}}"


def _draws_with_a_name(root: yaml.Node) -> tuple[set[int], list[yaml.Node]]:
    """The draws, by ``id``, whose card is spoken of later, and words that mean no draw there is."""
    wanted: set[int] = set()
    lost: list[yaml.Node] = []

    def visit(node: yaml.Node, trail: tuple[tuple[list[yaml.Node], int], ...]) -> None:
        if isinstance(node, yaml.ScalarNode) and node.value.partition(".")[0] == "drawn":
            found = list(_draws_before(trail))
            wanted.update(map(id, found))
            lost.extend([] if found else [node])
        for key, value in entries(node).values():
            visit(key, trail)
            visit(value, trail)
        for at, one in enumerate(items(node)):
            visit(one, (*trail, (items(node), at)))

    visit(root, ())
    return wanted, lost


def _draws_before(trail: Iterable[tuple[list[yaml.Node], int]]) -> Iterator[yaml.Node]:
    """The draws that may have been the last before a place, up to one that surely was."""
    for steps, at in reversed(list(trail)):
        for step in reversed(steps[:at]):
            for one in _steps_in(step):
                if as_data(value_at(one, "do")) == "draw" and not value_at(one, "then"):
                    yield one
            if as_data(value_at(step, "do") or step) == "draw" and value_at(step, "when") is None:
                return


def carry_play(text: YamlText, _: object = None) -> Iterator[Edit]:
    """The edits that carry a play script of format 2 over to format 3."""
    if is_flow(text.root):
        says = "by hand: write the file as lines, `kind: play` first, and run this again"
        yield Edit(0, 0, "", 1, (says,))
        return
    first = PlayUpgrade(text)
    first.run()
    yield from PlayUpgrade(text, first.words).run()
