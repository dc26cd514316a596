"""Check a file's data against its JSON Schema and say what is wrong in plain words.

The schemas in ``validator/schemas`` are the author's manual: titled, described, and named by
the first line of every component file so that editors complete and explain the keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from validator.catalogue.parsing.places import Trail
from validator.catalogue.patterns import found
from validator.catalogue.schema_words import at_trail, words
from validator.catalogue.source import Source
from validator.findings import Finding, Severity
from validator.hints import did_you_mean
from validator.topics import topic_of

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

SCHEMAS = Path(__file__).parent.parent / "schemas"
KINDS = ("game", "components", "setup", "play", "rules")
"""What the top-level ``kind`` of a component file may be; each has a schema of that name."""
FORMAT = 2
"""The version of the data format; `trilith upgrade` carries older projects over to it."""


@cache
def schema(name: str) -> dict[str, Any]:
    """The shipped schema ``name`` (without ``.json``).

    Raises:
        FileNotFoundError: there is no schema of that name.
    """
    loaded: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def shipped_schemas() -> Mapping[str, dict[str, Any]]:
    """The schemas in ``validator/schemas``, by file name."""
    return {path.name: schema(path.stem) for path in sorted(SCHEMAS.glob("*.json"))}


@cache
def _quick_registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([*shipped_schemas().items()])


class Validator:
    """Judges values by a schema, which may refer to the shipped ones.

    jsonschema-rs tells in a tenth of the time whether all is well; jsonschema says what is wrong,
    and has the last word wherever the other sees a fault or cannot tell.
    """

    def __init__(
        self,
        contents: Mapping[str, Any],
        patterns: jsonschema_rs.RegexOptions | jsonschema_rs.FancyRegexOptions | None = None,
    ) -> None:
        self._contents = contents
        self._patterns = patterns

    @cached_property
    def _thorough(self) -> Any:
        from validator.catalogue.fields.thorough import judge_of

        return judge_of(self._contents, shipped_schemas())

    @cached_property
    def _quick(self) -> jsonschema_rs.Draft202012Validator | None:
        with suppress(ValueError, TypeError, jsonschema_rs.ReferencingError):
            return jsonschema_rs.Draft202012Validator(
                dict(self._contents),
                registry=_quick_registry(),
                pattern_options=self._patterns,
                offline=True,
            )
        return None

    def errors(self, value: Any) -> Iterator[ValidationError]:
        """What is wrong with ``value``; nothing if it fits the schema."""
        if not self._is_sound(value):
            yield from self._thorough.iter_errors(value)

    def _is_sound(self, value: Any) -> bool:
        if self._quick is None:
            return False
        try:
            return self._quick.is_valid(value)
        except (ValueError, TypeError):  # a date, or a key that is no text
            return False


@cache
def _validator(name: str) -> Validator:
    return Validator(schema(name))


def check_source(source: Source, name: str, game: str) -> list[Finding]:
    """Check a whole file against the shipped schema ``name``."""
    return check_value(_validator(name), source.data, source, (), game)


def check_value(
    validator: Validator, value: Any, source: Source, trail: Trail, game: str
) -> list[Finding]:
    """Check ``value``, which stands at ``trail`` of ``source``; one finding for each mistake."""
    findings: list[Finding] = []
    for error in validator.errors(value):
        for leaf in _leaves(error):
            findings.extend(_explain(leaf, source, trail, game))
    return list(dict.fromkeys(findings))


def _schema(error: ValidationError) -> Mapping[str, Any]:
    """The part of the schema that the error is about."""
    return error.schema if isinstance(error.schema, Mapping) else {}


def _any(value: Any) -> Any:
    """A value whose shape the schema keyword guarantees."""
    return value


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The errors worth showing: of alternatives, those of the one that was meant."""
    if error.validator not in ("oneOf", "anyOf") or not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for sub in error.context:
        branches.setdefault(sub.relative_schema_path[0], []).append(sub)
    best = min(branches.values(), key=_distance)
    if all(_is_of_another_kind(branch) for branch in branches.values()):
        yield error
        return
    for sub in best:
        yield from _leaves(sub)


def _is_of_another_kind(branch: Sequence[ValidationError]) -> bool:
    """Tell whether the branch fails at its own start: another type or another ``do``."""
    return any(
        (error.validator == "type" and not error.relative_path)
        or (error.validator == "const" and len(error.relative_path) == 1)
        for error in branch
    )


def _distance(branch: Sequence[ValidationError]) -> tuple[bool, int]:
    return (_is_of_another_kind(branch), len(branch))


def _explain(error: ValidationError, source: Source, base: Trail, game: str) -> Iterator[Finding]:
    trail = (*base, *error.absolute_path)
    if error.validator == "additionalProperties":
        yield from _unknown_keys(error, source, trail, game)
        return
    if error.validator == "required":
        yield from _missing_keys(error, source, trail, game)
        return
    message, hint = words(error, source, trail)
    yield Finding("schema", Severity.ERROR, game, source.place(trail), message, hint)


def _unknown_keys(
    error: ValidationError, source: Source, trail: Trail, game: str
) -> Iterator[Finding]:
    known = list(_schema(error).get("properties", {}))
    patterns = _schema(error).get("patternProperties", {})
    for key in _any(error.instance):
        if key in known or any(found(pattern, key) for pattern in patterns):
            continue
        hint = _known_keys(key, known, error)
        place = source.key_place((*trail, key))
        yield Finding("schema", Severity.ERROR, game, place, f"unknown key {key!r}", hint)


def _known_keys(key: str, known: Sequence[str], error: ValidationError) -> str:
    if " " in key and _any(error.instance)[key] is None:
        return "inside { } a comma ends a text: put quotes round the text in front of it"
    topic = topic_of(_documents(), error.schema)
    more = str(_schema(error).get("$comment", f"see `trilith help {topic}`" if topic else ""))
    meant = did_you_mean(key, known, f"known keys: {', '.join(known)}" if known else "")
    return "; ".join(part for part in (meant, more) if part)


@cache
def _documents() -> Mapping[str, Mapping[str, Any]]:
    """All shipped schemas by name."""
    return {path.stem: schema(path.stem) for path in sorted(SCHEMAS.glob("*.json"))}


def _missing_keys(
    error: ValidationError, source: Source, trail: Trail, game: str
) -> Iterator[Finding]:
    for key in _any(error.validator_value):
        if key in _any(error.instance):
            continue
        about = _schema(error).get("properties", {}).get(key, {}).get("description", "")
        message = f"the key {key!r} is missing{at_trail(trail, source.data)}"
        hint = f"add `{key}: ...`" + (f" ({about})" if about else "")
        yield Finding("schema", Severity.ERROR, game, source.place(trail), message, hint)
