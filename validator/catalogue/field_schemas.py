"""The schema that a set writes for its own fields, held against values in bounded time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonschema_rs

from validator.catalogue.patterns import is_linear
from validator.catalogue.schemas import follow
from validator.catalogue.source import Source, Trail, count_values, value_at
from validator.findings import Finding, Place, Severity, did_you_mean

MOST_STEPS, STEPS_A_VALUE = 1_000_000, 100
"""Keywords of a set's schema that are held against its values: in all, and for each value.

A set of the shipped games has at most 60 for each.
"""
SHIPPED = 50
"""Keywords that a reference to a schema of ours counts for, with each value."""
CHARACTERS = 100
"""Characters of a value that count as a keyword: faults repeat it."""
DEEPEST = 100
"""Schemas inside one another, those of references included."""


def is_bounded(contents: Mapping[str, Any], values: Sequence[Any]) -> bool:
    """Tell whether a schema can be held against values in bounded time, whatever it says.

    One of ten lines can ask for more than there are seconds: `allOf` of two references to a schema
    with `allOf` of two references, and so on. Every alternative is followed.
    """
    left = MOST_STEPS + STEPS_A_VALUE * sum(map(count_values, values))
    waiting: list[tuple[Any, Any, int]] = [(contents, value, 0) for value in values]
    while waiting:
        part, value, depth = waiting.pop()
        if not isinstance(part, Mapping):
            continue
        left -= _steps(part, value)
        if left < 0 or depth > DEEPEST:
            return False
        reference = str(part.get("$ref", ""))
        if reference.startswith("#"):
            waiting.append((follow(reference, contents)[0], value, depth + 1))
        for inner, way in _inside(part):
            waiting += [(inner, one, depth + 1) for one in _find_met(value, way, part)]
    return True


def _steps(part: Mapping[str, Any], value: Any) -> int:
    """The keywords of one schema, long ones as several, as faults repeat a value long ones, too."""
    shipped = 0 if str(part.get("$ref", "#")).startswith("#") else SHIPPED * count_values(value)
    many = sum(len(one) // 10 for one in part.values() if isinstance(one, list | dict))
    return len(part) + many + shipped + len(str(value)) // CHARACTERS


def _find_met(value: Any, way: Trail, part: Mapping[str, Any]) -> Sequence[Any]:
    """What of a value meets the schema that stands at ``way`` in another one."""
    match way[0], value:
        case "properties", dict():
            return [value[way[1]]] if way[1] in value else []
        case "additionalProperties", dict():
            return [value[key] for key in value if key not in part.get("properties", {})]
        case "patternProperties", dict():
            return [*value.values()]
        case "propertyNames", dict():
            return [*value]
        case "prefixItems" | "items" | "contains", list():
            return value
    return [value] if way[0] in HERE else []


Derived = Mapping[str, Mapping[str, Any]]
"""Name of a field to what it is made of, as ``components.json`` describes it."""


def derive(raw: Mapping[str, Any], derived: Derived) -> dict[str, Any]:
    """The record with its derived fields, each behind the field that it counts."""
    record: dict[str, Any] = {}
    for key, value in raw.items():
        record[key] = value
        for name, made in derived.items():
            if made["count"] == key and isinstance(value, list):
                record[name] = len(value) - made.get("less", 0)
    return record


def check_derived_fields(
    raw: Mapping[str, Any], derived: Derived, source: Source, trail: Trail, game: str
) -> list[Finding]:
    """An error for each derived field that the record states itself."""
    return [
        Finding(
            "schema",
            Severity.ERROR,
            game,
            source.key_place((*trail, name)),
            f"{name!r} follows from {made['count']!r}, as `derived` says",
            f"take {name!r} out of the record",
        )
        for name, made in derived.items()
        if name in raw
    ]


# JSON Schema passes over keywords that it does not know; here each has to be one, so that a slip
# of the pen in `required` does not switch a check off.


ONE = (
    *("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"),
)
"""Keywords whose value is a schema."""
SEVERAL = ("prefixItems", "anyOf", "oneOf", "allOf")
"""Keywords whose value is a list of schemas."""
BY_NAME = ("properties", "patternProperties", "$defs", "dependentSchemas")
"""Keywords whose value has schemas by name."""
PLAIN = (
    *("type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("multipleOf", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems"),
    *("uniqueItems", "minContains", "maxContains", "minProperties", "maxProperties", "required"),
    *("dependentRequired", "title", "description", "default", "examples", "deprecated"),
    *("$ref", "$comment", "translatable"),
)
"""Keywords whose value holds no schema."""
MOST_PARTS = 5_000
"""Values in `fields`, from its keywords to the entries of an `enum`."""
KEYWORDS = (*PLAIN, *ONE, *SEVERAL, *BY_NAME)
HERE = ("not", "if", "then", "else", "anyOf", "oneOf", "allOf", "dependentSchemas")
"""Keywords whose schemas are about the same value as the one that they stand in."""

_META = jsonschema_rs.Draft202012Validator(
    {"$ref": "https://json-schema.org/draft/2020-12/schema"}, offline=True
)


def fragment_findings(source: Source, trail: Trail, game: str) -> list[Finding]:
    """What is wrong with the schema at ``trail`` of a set's file, each at its own line."""
    fragment = value_at(trail, source.data)
    if count_values(fragment) > MOST_PARTS:
        message = f"`fields` has more than {MOST_PARTS} parts"
        hint = "say it with fewer; values that go together make a set of their own"
        return [_error(game, source.key_place(trail), message, hint)]
    hint = "`fields` is a JSON Schema: {type: object, required: [...], properties: {...}}"
    found = [
        _error(
            game,
            source.place((*trail, *fault.instance_path)),
            f"`fields` is not a valid JSON Schema: {fault.message}",
            hint,
        )
        for fault in _META.iter_errors(fragment)
    ]
    return found or [*_SchemaWords(fragment, source, game).wrong(fragment, trail)]


def takes_too_long(source: Source, trail: Trail, game: str) -> Finding:
    """The finding for a schema that cannot be held against the set's values in bounded time."""
    message = "holding the records against `fields` takes too many steps"
    hint = "use fewer `$ref`, `anyOf` and `allOf` inside one another"
    return _error(game, source.key_place(trail), message, hint)


class _SchemaWords:
    def __init__(self, top: Mapping[str, Any], source: Source, game: str) -> None:
        self.top = top
        self.source = source
        self.game = game
        self.circular = _circular(top)

    def wrong(self, part: Any, trail: Trail) -> Iterator[Finding]:
        """Those of ``part`` and of all schemas in it that name nothing or cannot be run."""
        if not isinstance(part, Mapping):
            return
        for key in part:
            if key not in KEYWORDS:
                message = f"{key!r} is no keyword of JSON Schema that can be used here"
                hint = did_you_mean(key, KEYWORDS, "keys of the records stand under `properties`")
                yield _error(self.game, self.source.key_place((*trail, key)), message, hint)
            elif part[key] is None and key not in ("const", "default"):
                place = self.source.place((*trail, key))
                yield _error(self.game, place, f"{key!r} has no value", "write one, or take it out")
        if isinstance(reference := part.get("$ref"), str):
            circular = "leads to itself" if reference in self.circular else ""
            if problem := circular or _problem(reference, self.top):
                message = f"the reference {reference!r} {problem}"
                yield _error(
                    self.game, self.source.place((*trail, "$ref")), message, _REFERENCE_HINT
                )
        yield from self.wrong_patterns(part, trail)
        for inner, steps in _inside(part):
            yield from self.wrong(inner, (*trail, *steps))

    def wrong_patterns(self, part: Mapping[str, Any], trail: Trail) -> Iterator[Finding]:
        """Regular expressions that cannot be run in linear time."""
        place, key_place = self.source.place, self.source.key_place
        places = {part["pattern"]: place((*trail, "pattern"))} if "pattern" in part else {}
        for pattern in part.get("patternProperties", {}):
            places[pattern] = key_place((*trail, "patternProperties", pattern))
        for pattern, at in places.items():
            if not is_linear(pattern):
                shown = pattern if len(pattern) <= _SHOWN else pattern[:_SHOWN] + "..."
                yield _error(self.game, at, f"the pattern {shown!r} cannot be run", _PATTERN_HINT)


_REFERENCE_HINT = "refer to `#/$defs/...` of this set, or to `effects.json#/$defs/effects`"
_SHOWN = 60
_PATTERN_HINT = (
    "mend its brackets, write it shorter, and leave out look-aheads `(?=...)`, `(?!...)` and "
    "references back such as `\\1`"
)


def _inside(part: Mapping[str, Any]) -> Iterator[tuple[Any, Trail]]:
    """The schemas that stand in a schema, with their keys."""
    for key, value in part.items():
        if key in ONE:
            yield value, (key,)
        elif key in SEVERAL:
            yield from ((inner, (key, index)) for index, inner in enumerate(value))
        elif key in BY_NAME:
            yield from ((inner, (key, name)) for name, inner in value.items())


def _problem(reference: str, top: Mapping[str, Any]) -> str:
    """Why a reference cannot be followed; empty where it can."""
    part, home = follow(reference, top)
    if home is None:
        return "leads out of the files that come with trilith"
    return "names nothing that is there" if part is None else ""


def _circular(top: Any) -> set[str]:
    """The references that are followed for ever with the same value in hand."""
    ahead = {
        reference: set(_references_here(follow(reference, top)[0]))
        for reference in _references(top)
        if reference.startswith("#")
    }
    while ended := {one for one, further in ahead.items() if not further & ahead.keys()}:
        ahead = {one: further for one, further in ahead.items() if one not in ended}
    return set(ahead)


def _references(part: Any) -> Iterator[str]:
    """The references of a schema and of all schemas in it."""
    if isinstance(part, Mapping):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner, _ in _inside(part):
            yield from _references(inner)


def _references_here(part: Any) -> Iterator[str]:
    """The references that are followed for the same value."""
    if not isinstance(part, Mapping):
        return
    if isinstance(part.get("$ref"), str):
        yield part["$ref"]
    for inner, steps in _inside(part):
        if steps[0] in HERE:
            yield from _references_here(inner)


def _error(game: str, place: Place, message: str, hint: str) -> Finding:
    return Finding("fields-schema", Severity.ERROR, game, place, message, hint)
