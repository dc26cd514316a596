"""The schema that a set writes for its own fields, held strictly against JSON Schema.

JSON Schema passes over keywords that it does not know; here each has to be one, so that a slip of
the pen in `required` does not switch a check off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.catalogue.fields.bounded import pointed_at
from validator.catalogue.parsing.places import Trail
from validator.catalogue.patterns import is_linear
from validator.catalogue.schema import SCHEMAS, Validator, schema
from validator.catalogue.source import Source
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean

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

_META = Validator({"$ref": "https://json-schema.org/draft/2020-12/schema"})


def fragment_findings(source: Source, trail: Trail, game: str) -> list[Finding]:
    """What is wrong with the schema at ``trail`` of a set's file, each at its own line."""
    fragment: Any = source.data
    for step in trail:
        fragment = fragment[step]
    if _size(fragment) > MOST_PARTS:
        message = f"`fields` has more than {MOST_PARTS} parts"
        hint = "say it with fewer; values that go together make a set of their own"
        return [_error(game, source.key_place(trail), message, hint)]
    found = [*_wrong_values(fragment, source, trail, game)]
    if not found:
        found = [*_Words(fragment, source, game).wrong(fragment, trail)]
    return found


def _size(part: Any) -> int:
    inner = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
    return 1 + sum(map(_size, inner))


def takes_too_long(source: Source, trail: Trail, game: str) -> Finding:
    """The finding for a schema that cannot be held against the set's values in bounded time."""
    message = "holding the records against `fields` takes too many steps"
    hint = "use fewer `$ref`, `anyOf` and `allOf` inside one another"
    return _error(game, source.key_place(trail), message, hint)


def _wrong_values(fragment: Any, source: Source, trail: Trail, game: str) -> Iterator[Finding]:
    """Keywords whose value is of the wrong kind."""
    for fault in _META.errors(fragment):
        place = source.place((*trail, *fault.absolute_path))
        message = f"`fields` is not a valid JSON Schema: {fault.message}"
        hint = "`fields` is a JSON Schema: {type: object, required: [...], properties: {...}}"
        yield _error(game, place, message, hint)


class _Words:
    """Looks at the words of a schema: its keywords, references and patterns."""

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
        if isinstance(part.get("$ref"), str):
            yield from self.wrong_reference(part["$ref"], (*trail, "$ref"))
        yield from self.wrong_patterns(part, trail)
        for inner, steps in _inside(part):
            yield from self.wrong(inner, (*trail, *steps))

    def wrong_reference(self, reference: str, trail: Trail) -> Iterator[Finding]:
        """A reference that cannot be followed."""
        problem = "leads to itself" if reference in self.circular else _problem(reference, self.top)
        if problem:
            message = f"the reference {reference!r} {problem}"
            yield _error(self.game, self.source.place(trail), message, _REFERENCE_HINT)

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
    file, _, pointer = reference.partition("#")
    if file and not (file.endswith(".json") and "/" not in file and _is_shipped(file)):
        return "leads out of the files that come with trilith"
    document = schema(file.removesuffix(".json")) if file else top
    return "names nothing that is there" if pointed_at(pointer, document) is None else ""


def _is_shipped(file: str) -> bool:
    return file in {path.name for path in SCHEMAS.glob("*.json")}


def _circular(top: Any) -> set[str]:
    """The references that are followed for ever with the same value in hand."""
    ahead = {
        reference: set(_references_here(pointed_at(reference[1:], top)))
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
