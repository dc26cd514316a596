"""The schema that a set writes for its own fields, held against values in bounded time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from validator.catalogue.patterns import LINEAR, Budget, TooMuchWorkError, is_linear, spend_from
from validator.catalogue.schemas import Validator, schemas_by_file
from validator.catalogue.source import Source, Trail, count_values, value_at
from validator.findings import Finding, Place, Severity, did_you_mean

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

# A schema of ten lines can ask for more steps than there are seconds: `allOf` of two references to
# a schema with `allOf` of two references, and so on. So its steps are counted; jsonschema-rs,
# whose steps nobody can count from outside, is asked only where they can be foreseen.


MOST_STEPS = 1_000_000
"""Keywords of a set's schema that are held against its values: some ten seconds."""
FREE_STEPS, STEPS_A_VALUE = 20_000, 50
"""The same where the schema does not foretell how many it takes: in all, and for each value."""
MOST_FORESEEN, FORESEEN_A_VALUE = 20_000_000, 200
"""Parts of a schema times values, up to which the uncounted library is asked: about a second.

They are so many in all, and for each value; a set of the shipped games has at most 80 for each.
"""
SHIPPED = 100
"""Parts that a reference to a schema of ours counts for."""
_DEEPEST = 150
"""Schemas inside one another, the steps of references included, that are foreseen."""


class BoundedValidator(Validator):
    """Judges the ``values`` of a set by the schema that the set wrote."""

    _counted = True

    def __init__(self, contents: Mapping[str, Any], values: Sequence[Any]) -> None:
        size, count = _SchemaSize(contents), sum(map(count_values, values))
        most = MOST_FORESEEN + FORESEEN_A_VALUE * count
        self._foreseen = sum(map(size.steps, values)) <= most
        needed = MOST_STEPS if self._foreseen else FREE_STEPS + STEPS_A_VALUE * count
        self._budget = Budget(min(MOST_STEPS, needed))
        super().__init__(contents, LINEAR)

    def errors(self, value: Any) -> Iterator[ValidationError]:
        """What is wrong with ``value``; nothing if it fits the schema.

        Raises:
            TooMuchWorkError: all values together take too many steps, or one leads too deep.
        """
        with spend_from(self._budget):
            try:
                errors = [*super().errors(value)]
            except RecursionError as error:
                raise TooMuchWorkError from error
        yield from errors

    def _is_sound(self, value: Any) -> bool:
        return self._foreseen and super()._is_sound(value)


class _SchemaSize:
    """How many parts a schema has, those that it refers to written out; infinite in a circle."""

    def __init__(self, contents: Mapping[str, Any]) -> None:
        self._contents = contents
        self._known: dict[str, float] = {}
        named = contents.get("properties", {})
        self._rest = self._of({key: contents[key] for key in contents if key != "properties"}, 0)
        self._named_parts = {key: self._of(part, 0) for key, part in named.items()}

    def steps(self, value: Any) -> float:
        """More parts than are held against a value and all in it.

        What stands under a key meets the schema of that key and what is said of every value.
        """
        inner = value if isinstance(value, dict) else {}
        parts = self._named_parts
        own = sum(parts[key] * count_values(one) for key, one in inner.items() if key in parts)
        return self._rest * count_values(value) + own

    def _of(self, part: Any, depth: int) -> float:
        if depth > _DEEPEST:
            return inf
        if isinstance(part, list):
            return 1 + sum(self._of(one, depth + 1) for one in part)
        if not isinstance(part, Mapping):
            return 1
        reference = part.get("$ref")
        further = self._size_of_reference(reference, depth + 1) if isinstance(reference, str) else 0
        return 1 + further + sum(self._of(one, depth + 1) for one in part.values())

    def _size_of_reference(self, reference: str, depth: int) -> float:
        if not reference.startswith("#"):
            return SHIPPED
        if reference not in self._known:
            self._known[reference] = inf  # until it is known not to lead to itself
            self._known[reference] = self._of(at_pointer(reference[1:], self._contents), depth)
        return self._known[reference]


def at_pointer(pointer: str, document: Any) -> Any:
    """What a JSON pointer names in a document; None where it names nothing."""
    for written in pointer.split("/")[1:]:
        step = written.replace("~1", "/").replace("~0", "~")
        if not isinstance(document, Mapping) or step not in document:
            return None
        document = document[step]
    return document if not pointer or pointer.startswith("/") else None


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

_META = Validator({"$ref": "https://json-schema.org/draft/2020-12/schema"})


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
            source.place((*trail, *fault.absolute_path)),
            f"`fields` is not a valid JSON Schema: {fault.message}",
            hint,
        )
        for fault in _META.errors(fragment)
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
    file, _, pointer = reference.partition("#")
    if file and file not in schemas_by_file():
        return "leads out of the files that come with trilith"
    document = schemas_by_file()[file] if file else top
    return "names nothing that is there" if at_pointer(pointer, document) is None else ""


def _circular(top: Any) -> set[str]:
    """The references that are followed for ever with the same value in hand."""
    ahead = {
        reference: set(_references_here(at_pointer(reference[1:], top)))
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
