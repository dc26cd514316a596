"""A play.yaml of format 2 in the words of format 3: values and tests become formulas."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from generator.sheets.yaml_changes import ByHandError, YamlChanges, as_data, as_scalar, dotted, tidy
from generator.sheets.yaml_edit import (
    Edit,
    Manner,
    YamlText,
    entries,
    is_flow,
    items,
    value_at,
    write_value,
)
from validator.catalogue.formulas import FUNCTIONS

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
_SIGNS = {"plus": "+", "minus": "-", "times": "*", "share": "//", "rest": "%"}
_FOLDS = {"smallest": "min", "largest": "max"}
_GATHERED = {"sum": "sum", "distinct": "distinct", "highest": "max", "lowest": "min"}


@dataclass(frozen=True, slots=True)
class Scope:
    """What words mean at a place: names that are bound, and the thing that is tested.

    ``thing`` is ``piece`` or ``seat`` inside a function, whose fields stand bare; ``prefix`` is
    what stands before a field of a piece otherwise. ``selves`` are names of the thing itself.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    thing: str = ""
    prefix: str = ""
    selves: frozenset[str] = frozenset()
    hidden_seat: bool = False

    def of_piece(self, *selves: str) -> Scope:
        """Inside a function that goes over pieces."""
        hidden = self.hidden_seat or self.thing == "seat"
        return replace(self, thing="piece", prefix="", selves=frozenset(selves), hidden_seat=hidden)

    def of_seat(self) -> Scope:
        """Inside a function that goes over seats."""
        return replace(self, thing="seat", prefix="", selves=frozenset())

    def bind(self, **names: str) -> Scope:
        """With more names."""
        return replace(self, names={**self.names, **names})


@dataclass(slots=True)
class Words:
    """What a script's words mean: its zones, memories and the fields of pieces it names."""

    memories: Mapping[str, str]
    zones: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    made: dict[str, str] = field(default_factory=dict)

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
            return scope.names[text], "zone" if text == "cards" else "text"
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
        if re.fullmatch(r"[a-z]\w*(\.\w+)*\.[0-9]+", text):
            return text.replace(".", "_"), "zone"  # older names of zones had dots
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
        if head != "drawn" and not (head == "card" and "card" in scope.names):
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
            rest = rest.replace(".", "_")
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
        return self.gathered(raw, scope)

    def gathered(self, raw: Mapping[str, Any], scope: Scope) -> tuple[str, str]:
        """A number read off pieces or seats, or the one of them for which it is highest."""
        op = next((one for one in ("best", "count", *_GATHERED) if one in raw), "")
        if not op:
            raise ByHandError(f"write a formula for {raw}")
        among = raw["count"] if op == "count" else raw.get("of", "seats")
        of_seats = among in ("seats", "others")
        inner = scope.of_seat() if of_seats else scope.of_piece("card")
        tested = inner if of_seats or op == "best" else scope.of_piece(*_own_name(scope))
        where = self.test(raw["where"], tested) if "where" in raw else ""
        if op == "count":
            return self.count(among, where, scope), "number"
        name, kind, value = _GATHERED.get(op, ""), "number", raw[op]
        if op == "best":
            name, kind, value = "worst" if raw.get("least") else "best", value, raw.get("by", 0)
        want = "value" if op == "distinct" else "number"
        parts = [self.zones_of(among, scope), self.value(value, inner, want)[0]]
        parts += [f"where={where}"] if where else []
        parts += ["ties=first"] if raw.get("ties") == "first" else []
        return f"{name}({', '.join(parts)})", kind

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
                    yield f"not ({self.test(said, scope)})"
                case "some" | "every":
                    yield self.of_seats(key == "every", said, raw.get("where", {}), scope)
                case "compare":
                    asked = {one: raw[one] for one in ("is", *_BOUNDS) if one in raw}
                    yield self.check(*self.value(said, scope, "number"), asked, scope)
                case "where" | "is" | "at_least" | "at_most":
                    pass
                case _:
                    yield self._compared(key, said, scope)

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

    def check(self, left: str, kind: str, check: Any, scope: Scope) -> str:
        """What is asked of a value or a zone."""
        if check == "empty":
            return f"{left}.empty"
        if isinstance(check, dict) and "not" in check:
            return f"not ({self.check(left, kind, check['not'], scope)})"
        if isinstance(check, dict) and "has" in check:
            return f"any({left}, {self.test(check['has'], scope.of_piece(*_own_name(scope)))})"
        left = f"{left}.count" if kind == "zone" else left
        want = {"zone": "number", "text": "value", "list": "value"}.get(kind, kind)
        if isinstance(check, dict) and "is" not in check:
            return self._within(left, check, scope)
        wanted = check["is"] if isinstance(check, dict) else check
        sign = "in" if isinstance(wanted, list) else "=="
        return f"({left}) {sign} ({self.value(wanted, scope, want)[0]})"

    def _within(self, left: str, check: Mapping[str, Any], scope: Scope) -> str:
        bounds = [
            (sign, f"({self.number(check[key], scope)})")
            for key, sign in _BOUNDS.items()
            if key in check
        ]
        if not bounds:
            raise ByHandError(f"write a test for {check}")
        if len(bounds) == 1:
            return f"({left}) {' '.join(bounds[0])}"
        return f"{bounds[0][1]} <= ({left}) <= {bounds[1][1]}"


def _own_name(scope: Scope) -> tuple[str, ...]:
    """The name of a piece that is tested, unless something else is called so."""
    return () if "card" in scope.names else ("card",)


def _how_many_sit(who: str, said: str) -> str:
    """A test of how many there are at the table: ``2``, ``3+``, ``2/3`` or a list."""
    counted = "bots.count" if who == "bots" else who
    numbers = [int(one) for one in re.findall(r"[0-9]+", said)]
    if said.endswith("+"):
        return f"{counted} >= {numbers[0]}"
    return f"{counted} == {numbers[0]}" if len(numbers) == 1 else f"{counted} in {numbers}"


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
    "ends": {"winners": "winners", "test": "after"},
    "score": {"value": "number"},
    "ties": {"most": "number", "least": "number"},
}
"""How the values of each verb's keys are read, and of those of items of sections."""
_RENAMED = {
    ("choose", "what"): "says",
    ("ends", "test"): "after",
    ("move", "count"): "at_most",
    ("score", "what"): "says",
    ("shuffle", "zone"): "what",
    ("together", "what"): "says",
}
"""Keys of steps that have new names."""
_TOLD = {
    ("move", "count"): ("`at_most` moves fewer where fewer lie; write `count` to forbid that",)
}
"""What is told of a key that has another name."""
_WINNERS = ("nobody", "all", "best", "others")
_BINDS = {"card": "card", "cards": "cards", "seat": "that", "value": "it"}
"""Keys of an option or of `each`, and the name that each binds."""
_FIELDS = ("do", "id", "says", "note", *_GATHERED, "groups", "value")
"""Keys whose values name no piece, but fields of pieces."""
_CALLED = {"card": "card", "cards": "cards", "that": "that", "it": "wanted"}
"""What each of these names is now: a value is no `it`, which formulas use otherwise."""


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
        self.words = Words(memories_of(text.root))
        if before is not None:
            self.words.zones, self.words.fields = before.zones, before.fields
        self.parameters: dict[str, list[str]] = {}
        self.drawing, self.lost = _draws_with_a_name(text.root)

    # Values

    def formula(self, want: str, raw: Any, scope: Scope) -> str:
        """A value as the formula that belongs where ``want`` is read."""
        words = self.words
        match want:
            case "test":
                return tidy(words.test(raw, scope))
            case "pieces":
                return tidy(words.test(raw, scope.of_piece(*_own_name(scope))))
            case "zone":
                return tidy(words.zone(str(raw), scope))
            case "winners" if raw in _WINNERS:
                return str(raw)
            case "after":
                return str(raw).removeprefix("after_")
            case "memory" if raw == "start":
                return "first"
            case "memory":
                found = words.refer(str(raw), scope)
                return found[0] if found else str(raw)
        want = "seat" if want == "winners" else want
        return tidy(words.value(raw, scope, want)[0])

    def carry(self, key: yaml.Node | None, node: yaml.Node, want: str, scope: Scope) -> None:
        """Write a value as a formula; each item of a list of zones or memories by itself."""
        with self.by_hand(key or node):
            if want in ("zone", "memory") and isinstance(node, yaml.SequenceNode):
                for one in items(node):
                    self.put(None, one, self.formula(want, as_data(one), scope))
            else:
                self.put(key, node, self.formula(want, as_data(node), scope))

    # Steps

    def steps(self, node: yaml.Node | None, scope: Scope) -> None:
        """Carry over the steps of a list."""
        for one in items(node):
            self.step(one, scope)

    def step(self, node: yaml.Node, scope: Scope, section: str = "") -> None:
        """Carry over a step, or an item of a section."""
        verb = section or getattr(value_at(node, "do"), "value", "if")
        pairs = dict(entries(node))
        if verb == "move" and "what" in pairs and pairs.pop("from", None):
            self.delete(node, "from")
        read = {"when": "test", **_READ.get(verb, {})}
        for name, (key, value) in pairs.items():
            if (verb, name) in _RENAMED:
                self.rename(key, _RENAMED[verb, name], *_TOLD.get((verb, name), ()))
            if name == "each" and verb != "each":
                self._each_seat(node, key, value, scope)
            elif name in read:
                self.carry(key, value, read[name], scope)
            elif name == "options":
                for one in items(value):
                    self.option(one, scope)
        with self.by_hand(node):
            self._rest_of_step(verb, node, scope)
        if verb != "each":
            for name in ("then", "else"):
                self.steps(value_at(node, name), scope)

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
                if "same" in pairs:
                    self._move_alike(node, scope)
            case "draw" if id(node) in self.drawing:
                self.append(node, "as: drawn")
            case "set" if "to" in pairs:
                what = str(as_data(pairs["what"][1]))
                found = self.words.refer(what, scope)
                kind = "seat" if what == "start" else found[1] if found else "text"
                self.carry(
                    *pairs["to"], {"seat": "seat", "text": "value"}.get(kind, "number"), scope
                )
            case "roll" if not {"sides", "faces"} & pairs.keys():
                self.append(node, "sides: 6")
            case "run":
                self._give(node, scope)
            case "each":
                self._each(node, scope)

    def _move_alike(self, node: yaml.Node, scope: Scope) -> None:
        pairs = entries(node)
        size = as_data(pairs["size"][1]) if "size" in pairs else 1
        alike = self.words.alike(as_data(pairs["from"][1]), str(pairs["same"][1].value), scope)
        where = as_scalar(f"{alike}(it) >= {size}", is_flow(node))
        self.instead(node, [one for one in pairs if one in ("same", "size")], f"where: {where}")
        says = f"all of {size} or more that are alike go; before, as many as fill groups of {size}"
        self.tell(pairs["same"][0], says)

    def _give(self, node: yaml.Node, scope: Scope) -> None:
        """A procedure is given what it uses of what is chosen."""
        wanted = self.wanted(str(as_data(value_at(node, "what") or node)))
        given = [one for one in wanted if one in scope.names]
        if given:
            named = {_CALLED[one]: scope.names[one] for one in given}
            self.append(
                node, f"with: {{{', '.join(f'{key}: {one}' for key, one in named.items())}}}"
            )

    def _each(self, node: yaml.Node, scope: Scope) -> None:
        """`each` over seats, pieces or values."""
        pairs = entries(node)
        kind = next((one for one in ("seat", "card", "value") if one in pairs), "")
        inner = scope if kind == "seat" else self._bind(scope, [kind])
        tested = inner
        if kind == "value":
            values = as_scalar(self.values(as_data(node), scope), is_flow(node))
            self.instead(node, ["value"], f"of: {values}")
        elif kind:
            self.rename(pairs[kind][0], "of")
            self.carry(*pairs[kind], "zone", scope)
        if kind == "card":
            tested = replace(inner, thing="piece", selves=frozenset(("card",)))
        if kind in ("card", "value"):
            self.append(node, f"as: {_CALLED[_BINDS[kind]]}")
        if "where" in pairs:
            self.carry(*pairs["where"], "test", tested)
        self.steps(value_at(node, "then"), inner)

    def _bind(self, scope: Scope, kinds: Iterable[str]) -> Scope:
        return scope.bind(**{_BINDS[one]: _CALLED[_BINDS[one]] for one in kinds if one})

    # Options

    def option(self, node: yaml.Node, scope: Scope) -> None:
        """Carry over an option."""
        pairs = entries(node)
        kinds = [one for one in ("card", "cards", "value", "seat") if one in pairs]
        inner = self._bind(scope, kinds)
        tested = replace(inner, prefix="card") if kinds == ["card"] else inner
        if "when" in pairs:
            self.carry(*pairs["when"], "test", scope)
        if kinds:
            with self.by_hand(node):
                self._pick(node, kinds, scope)
        if "where" in pairs and "cards" not in pairs:
            self.carry(*pairs["where"], "test", tested)
        for one in items(value_at(node, "prefer")):
            self.carry(None, one, "test", tested)
        self.steps(value_at(node, "then"), inner)

    def _pick(self, node: yaml.Node, kinds: list[str], scope: Scope) -> None:
        """`pick` for what an option is made from."""
        pairs = entries(node)
        parts = [f"{_CALLED[_BINDS[one]]}: {self._picked(one, node, scope)}" for one in kinds]
        words = f"pick: {{{', '.join(parts)}}}"
        if len(kinds) == 2 and "says" not in pairs:
            identity = str(as_data(pairs["id"][1])).replace("_", " ")
            says = as_scalar(f"{identity} {{that}} {{wanted}}", in_flow=True)
            line = f"{self.text.newline}{' ' * node.start_mark.column}"
            words = f"says: {says}{', ' if is_flow(node) else line}{words}"
        elif "value" in pairs and "says" in pairs:
            key, told = pairs["says"]
            manner = Manner(getattr(told, "style", None) or "", is_flow(node))
            self.write(key, told, write_value(told.value.replace("{it}", "{wanted}"), manner))
        gone = (*kinds, "of", *(("where", "count", "same") if "cards" in pairs else ()))
        self.instead(node, [one for one in pairs if one in gone], words)

    def _picked(self, kind: str, node: yaml.Node, scope: Scope) -> str:
        """What one is picked of: a zone, values, or so many cards at once."""
        raw = as_data(node)
        if kind == "value":
            return as_scalar(self.values(raw, scope), in_flow=True)
        zone = self.formula("zone", raw[kind], scope)
        if kind != "cards":
            return as_scalar(zone, in_flow=True)
        parts = {"of": zone}
        if "where" in raw:
            parts["where"] = self.formula("test", raw["where"], scope.of_piece("card"))
        count = raw.get("count", 1)
        if isinstance(count, dict) and "from" in count:
            parts["count"] = self._numbers(count, scope)
        else:
            parts["count"] = tidy(self.words.number(count, scope))
        if "same" in raw:
            parts["fit"] = f"same(cards, {raw['same']})"
        return f"{{{', '.join(f'{key}: {as_scalar(one, True)}' for key, one in parts.items())}}}"

    def _numbers(self, raw: Mapping[str, Any], scope: Scope) -> str:
        bounds = [self.words.number(raw[key], scope) for key in ("from", "to")]
        return tidy(f"numbers({', '.join(bounds)})")

    def values(self, step: Mapping[str, Any], scope: Scope) -> str:
        """The values of an option or of `each`."""
        raw = step["value"]
        if isinstance(raw, dict):
            return self._numbers(raw, scope)
        if isinstance(raw, list):
            return tidy(self.words.value(raw, scope)[0])
        if "of" not in step:
            return f"values({raw})"
        things = self.words.zones_of(step["of"], scope)
        return tidy(f"values({things}, {str(raw).removeprefix('card.')})")

    # Procedures

    def wanted(self, name: str) -> list[str]:
        """What is bound where a procedure is run, and used in it: its parameters."""
        found = entries(value_at(self.text.root, "procedures")).get(name)
        if name not in self.parameters and found is not None:
            self.parameters[name] = []  # of one that runs itself
            self.parameters[name] = sorted(set(self._used(found[1], frozenset())))
        return self.parameters.get(name, [])

    def _used(self, node: yaml.Node, bound: frozenset[str]) -> Iterator[str]:
        """The names that steps use and do not bind."""
        pairs = entries(node)
        verb = getattr(value_at(node, "do"), "value", "")
        binds = _BINDS if "id" in pairs or verb == "each" else {}
        if verb == "run":
            yield from set(self.wanted(str(as_data(value_at(node, "what") or node)))) - bound
        bound |= {name for key, name in binds.items() if key in pairs}
        heads = [key.partition(".")[0] for key in pairs if key not in binds]
        heads += [str(node.value).partition(".")[0]] if isinstance(node, yaml.ScalarNode) else []
        yield from (one for one in heads if one in _BINDS.values() and one not in bound)
        for key, (_, value) in pairs.items():
            if key not in _FIELDS:
                yield from self._used(value, bound)
        for one in items(node):
            yield from self._used(one, bound)

    # Sections

    def run(self) -> list[Edit]:
        """All edits of the file."""
        root, scope = self.text.root, Scope()
        pairs = entries(root)
        for name, (key, value) in entries(value_at(root, "procedures")).items():
            names = {one: _CALLED[one] for one in self.wanted(name)}
            if names:
                self.rename(key, f"{name}({', '.join(names.values())})")
            self.steps(value, Scope(names))
        for key, value in entries(value_at(root, "remember")).values():
            if (raw := as_data(value)) != "seat":
                self.write(key, value, _remembered(raw))
        for section in ("begin", "turn", "round"):
            self.steps(value_at(root, section), scope)
        for one in items(value_at(root, "effects")):
            self.steps(value_at(one, "then"), scope.bind(card="card"))
        if "turns" in pairs and all(
            one in ("seat", "start") for one in as_data(pairs["turns"][1]).values()
        ):
            self.delete(root, "turns")  # as it is anyway
        elif "turns" in pairs:
            self.step(pairs["turns"][1], scope, "turns")
        for section in ("ends", "score", "ties"):
            for one in items(value_at(root, section)):
                self.step(one, scope, section)
        if "score" in pairs and not items(pairs["score"][1]):
            self.carry(*pairs["score"], "number", scope)
        for node in self.lost:
            self.note(node, "name the draw: `as: drawn`, in the same procedure")
        self._names_section()
        says = "values and tests are formulas, and keys have the names of the one language"
        self.tell(pairs["kind"][1], says)
        return self.edits

    def _names_section(self) -> None:
        if not self.words.made:
            return
        lines = [f"  {name}(one): {as_scalar(one, False)}" for name, one in self.words.made.items()]
        pairs = entries(self.text.root)
        behind = self.text.end(pairs.get("remember", pairs["kind"])[1])
        new = self.text.add_line(behind, self.text.newline.join(["names:", *lines]))
        self.edits.append(Edit(new.start, new.end, new.new, 1, ()))


def _remembered(raw: Mapping[str, Any]) -> str:
    """What is remembered, as YAML writes it: its type, or that with where it starts."""
    if "one_of" in raw:
        kind = write_value([str(one) for one in raw["one_of"]], Manner())
    else:
        kind = f"{raw['from']} to {raw['to']}" if "to" in raw else str(raw["from"])
    least = raw["from"] if "to" in raw else None
    start = raw.get("start", least)
    more = [f"start: {start}"] if start != least or (isinstance(least, int) and least < 0) else []
    more += ["beyond: stop"] if "to" in raw else []  # a value beyond the range was cut
    return f"{{{', '.join((f'type: {kind}', *more))}}}" if more else kind


def _draws_with_a_name(root: yaml.Node) -> tuple[set[int], list[yaml.Node]]:
    """The draws, by ``id``, whose card is spoken of later, and words that mean no draw there is."""
    wanted: set[int] = set()
    lost: list[yaml.Node] = []

    def visit(node: yaml.Node, before: list[yaml.Node]) -> list[yaml.Node]:
        """The draws that may have been the last behind a node, from those before it."""
        if isinstance(node, yaml.ScalarNode) and node.value.partition(".")[0] == "drawn":
            wanted.update(map(id, before))
            lost.extend([] if before else [node])
        for one in items(node):
            before = visit(one, before)
        pairs = entries(node)
        inside = [visit(one, before) for pair in pairs.values() for one in pair]
        new = [one for found in inside for one in found if one not in before]
        if "then" not in pairs and getattr(value_at(node, "do"), "value", "") == "draw":
            return [node] if "when" not in pairs else [*before, node]
        return [*before, *new]

    visit(root, [])
    return wanted, lost


def carry_play(text: YamlText) -> Iterator[Edit]:
    """The edits that carry a play script of format 2 over to format 3."""
    if is_flow(text.root):
        says = "by hand: write the file as lines, `kind: play` first, and run this again"
        yield Edit(0, 0, "", 1, (says,))
        return
    first = PlayUpgrade(text)
    first.run()
    yield from PlayUpgrade(text, first.words).run()
