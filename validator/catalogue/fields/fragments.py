"""The schema that a set writes for its own fields, held strictly against JSON Schema.

JSON Schema passes over keywords that it does not know; here each has to be one, so that a slip of
the pen in `required` does not switch a check off.

Codes:

``fields-schema``
    The set's `fields` are no JSON Schema: a keyword is misspelt or has the wrong kind of value, or
    a `$ref` names nothing that is here.

    Bad::

        # cards.yaml
        fields: {type: object, requierd: [cost], properties: {cost: {type: integer}}}  # <- here
        components:
          - {id: candle, name: Candle, copies: 12, cost: 1}

    Good::

        # cards.yaml
        fields: {type: object, required: [cost], properties: {cost: {type: integer}}}
        components:
          - {id: candle, name: Candle, copies: 12, cost: 1}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from validator.catalogue.schema import SCHEMAS, Validator, schema
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean

ONE = (
    *("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"),
    *("unevaluatedItems", "unevaluatedProperties"),
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
    *("$ref", "$comment"),
)
"""Keywords whose value holds no schema."""
KEYWORDS = (*PLAIN, *ONE, *SEVERAL, *BY_NAME)
HERE = ("not", "if", "then", "else", "anyOf", "oneOf", "allOf")
"""Keywords whose schemas are about the same value as the one that they stand in."""

_META = Validator(Draft202012Validator.META_SCHEMA)


def fragment_findings(source: Source, trail: Trail, game: str) -> list[Finding]:
    """What is wrong with the schema at ``trail`` of a set's file, each at its own line."""
    fragment: Any = source.data
    for step in trail:
        fragment = fragment[step]
    found = [*_wrong_values(fragment, source, trail, game)]
    if not found:
        found = [*_wrong_words(fragment, fragment, source, trail, game)]
    return found


def _wrong_values(fragment: Any, source: Source, trail: Trail, game: str) -> Iterator[Finding]:
    """Keywords whose value is of the wrong kind."""
    for fault in _META.errors(fragment):
        place = source.place((*trail, *fault.absolute_path))
        message = f"`fields` is not a valid JSON Schema: {fault.message}"
        hint = "`fields` is a JSON Schema: {type: object, required: [...], properties: {...}}"
        yield _error(game, place, message, hint)


def _wrong_words(
    top: Mapping[str, Any], part: Any, source: Source, trail: Trail, game: str
) -> Iterator[Finding]:
    """Keywords and references of ``part`` and of all schemas in it that name nothing."""
    if not isinstance(part, Mapping):
        return
    for key in part:
        if key not in KEYWORDS:
            message = f"{key!r} is no keyword of JSON Schema"
            hint = did_you_mean(key, KEYWORDS, "own keys of the records stand under `properties`")
            yield _error(game, source.key_place((*trail, key)), message, hint)
    reference = part.get("$ref")
    if isinstance(reference, str):
        problem = _problem(reference, top)
        if problem:
            place = source.place((*trail, "$ref"))
            hint = "refer to `#/$defs/...` of this set, or to `effects.json#/$defs/effects`"
            yield _error(game, place, f"the reference {reference!r} {problem}", hint)
    for inner, steps in _inside(part):
        yield from _wrong_words(top, inner, source, (*trail, *steps), game)


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
    if file and not (file.endswith(".json") and (SCHEMAS / file).is_file() and "/" not in file):
        return "leads out of the files that come with trilith"
    document = schema(file.removesuffix(".json")) if file else top
    target = _target(document, pointer)
    if target is None:
        return "names nothing that is there"
    return "leads to itself" if not file and _circles(reference, top, ()) else ""


def _target(document: Any, pointer: str) -> Any:
    """What a JSON pointer names; None where it names nothing."""
    for written in pointer.split("/")[1:]:
        step = written.replace("~1", "/").replace("~0", "~")
        if not isinstance(document, Mapping) or step not in document:
            return None
        document = document[step]
    return document if not pointer or pointer.startswith("/") else None


def _circles(reference: str, top: Mapping[str, Any], passed: tuple[str, ...]) -> bool:
    """Tell whether following references ends where it began, with the same value in hand."""
    if reference in passed:
        return True
    if not reference.startswith("#"):
        return False
    return any(
        _circles(further, top, (*passed, reference))
        for further in _references_here(_target(top, reference[1:]))
    )


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
