"""A file's data against its JSON Schema, and what is wrong with it in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs

from validator.catalogue.patterns import is_found, is_linear
from validator.catalogue.source import Source, Trail, value_at
from validator.catalogue.yaml_faults import put_quotes
from validator.findings import Finding, Mend, Severity, as_id, did_you_mean


def words(error: Any, source: Source, trail: Trail) -> tuple[str, str]:
    """Message and hint for the value at ``trail`` of ``source``."""
    value, wanted = shorten(error.instance), error.validator_value
    described = error.schema.get("description", "") if isinstance(error.schema, Mapping) else ""
    about, at = str(described), at_trail(trail, source.data)
    match error.validator:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else list(wanted)
            written = source.written.get(trail, "")
            return _of_another_kind(error.instance, kinds) + at, _kind_hint(
                error.instance, kinds, written, about
            )
        case "enum":
            return f"{value} is not allowed{at}", choices(error.instance, wanted)
        case "const":
            return f"{value} is not allowed{at}", f"write {shorten(wanted)}"
        case "oneOf" | "anyOf" if error.instance is None and trail:
            return f"nothing stands behind `{trail[-1]}`", "write it without { }, or `key: value`"
        case "not" if "required" in wanted:
            return f"`{wanted['required'][0]}` does not belong here, too{at}", about
        case "oneOf" | "anyOf":
            return f"{value} fits none of the allowed forms{at}", _forms(error) or _text(
                error
            ) or about
        case "minimum" | "exclusiveMinimum":
            return f"{value} is too small{at}", f"the least allowed is {wanted}"
        case "maximum" | "exclusiveMaximum":
            return f"{value} is too large{at}", f"the most allowed is {wanted}"
        case "pattern":
            hint = about or f"it must match {wanted}"
            return f"{value} is not well-formed{at}", _as_id(error.instance, wanted) + hint
        case "minLength" | "minItems" | "minProperties":
            return f"{value} is empty or too short{at}", about or f"write at least {wanted}"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"{value} is too long{at}", about or f"write at most {wanted}"
        case "uniqueItems":
            return f"{value} names something twice{at}", about or "name each once"
        case _:
            return f"{error.message}{at}", about or "`trilith help` describes every key"


def choices(given: object, allowed: Sequence[object]) -> str:
    """A hint that lists what is allowed, the closest to what was given first."""
    close = did_you_mean(str(given), [str(item) for item in allowed], "")
    listed = ", ".join(shorten(item) for item in allowed)
    hint = f"{close} allowed: {listed}".lstrip()
    return close.within(hint) if isinstance(close, Mend) else hint


def shorten(value: object) -> str:
    """A value in at most 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def at_trail(trail: Trail, data: Any) -> str:
    """Where a value stands, for people: records by their ids, other items counted from 1."""
    steps: list[str] = []
    for step in trail:
        data = value_at((step,), data)
        named = (
            isinstance(step, int) and isinstance(data, Mapping) and isinstance(data.get("id"), str)
        )
        steps.append(data["id"] if named else str(step + 1 if isinstance(step, int) else step))
    return f" at {'.'.join(steps)}" if steps else ""


def _in_words(kinds: Sequence[str]) -> str:
    from validator.topics import KINDS  # what only faults need: a print imports few modules

    return " or ".join(KINDS[kind] for kind in kinds)


def _of_another_kind(value: object, kinds: Sequence[str]) -> str:
    wanted = _in_words(kinds)
    if value is None:
        return f"there is no value where {wanted} belongs"
    if isinstance(value, bool):
        return f"`{str(value).lower()}` means {'yes' if value else 'no'} where {wanted} belongs"
    kind = _in_words([_KIND_OF.get(type(value), "object")])
    return f"{shorten(value)} is {kind} where {wanted} belongs"


_KIND_OF = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}


def _kind_hint(value: object, kinds: Sequence[str], written: str, about: str) -> str:
    if "string" in kinds and value is not None:
        return put_quotes(written or _as_written(value))
    if isinstance(value, str) and {"number", "integer"} & set(kinds):
        if value.strip().removeprefix("-").isdigit():
            return f"take the quotes away: {value.strip()}"
        return "write digits" + (f" ({about})" if about else "")
    if "array" in kinds and isinstance(value, str | int | float):
        return f"put brackets round it: [{_as_written(value)}]"
    if value is None:
        return "write it behind the colon" + (f" ({about})" if about else "")
    if isinstance(value, float) and kinds == ["integer"]:
        return "write a whole number" + (f" ({about})" if about else "")
    return about or f"write {_in_words(kinds)}"


def _as_written(value: object) -> str:
    """A value as it may have been written without quotes: ``{coin}`` is a mapping to YAML."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(_as_written(item) for item in value)}]"
        case dict():
            pairs = (k if v is None else f"{k}: {_as_written(v)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return str(value)


def _forms(error: Any) -> str:
    """The values of a discriminating ``do`` (or ``claim``, ...) that would have been right."""
    consts = [str(sub.validator_value) for sub in error.context or () if sub.validator == "const"]
    keys = {str(sub.relative_path[-1]) for sub in error.context or () if sub.validator == "const"}
    if not consts:
        return ""
    given = error.instance.get(sorted(keys)[0]) if isinstance(error.instance, dict) else None
    return f"`{'/'.join(sorted(keys))}`: " + choices(given, consts)


def _as_id(value: str, pattern: str) -> str:
    """The id that a name would have, where an id is wanted."""
    meant = as_id(value)
    fits = pattern.startswith("^[a-z") and is_linear(pattern) and is_found(pattern, meant)
    return f"did you mean {meant!r}? " if fits else ""


def _text(error: Any) -> str:
    """The hint to put quotes round a number or word, where a text is one of the allowed forms."""
    for sub in error.context or ():
        if sub.validator == "type" and "string" in sub.validator_value and not sub.relative_path:
            return put_quotes(_as_written(error.instance))
    return ""


SCHEMAS = Path(__file__).parent.parent / "schemas"
SCHEMA_NAMES = ("game", "components", "setup", "board", "play", "rules")
"""What the top-level ``kind`` of a component file may be; each has a schema of that name."""
FORMAT = 3
"""The version of the data format."""


@cache
def schema(name: str) -> dict[str, Any]:
    """The shipped schema ``name`` (without ``.json``).

    Raises:
        FileNotFoundError: there is no schema of that name.
    """
    loaded: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def schemas_by_file() -> Mapping[str, dict[str, Any]]:
    """The schemas in ``validator/schemas``, by file name."""
    return {path.name: schema(path.stem) for path in sorted(SCHEMAS.glob("*.json"))}


@cache
def _quick_registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([*schemas_by_file().items()])


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

    _counted = False
    """Whether the steps of the thorough library are counted."""

    @cached_property
    def _thorough(self) -> Any:
        from validator.catalogue.field_faults import judge_of

        return judge_of(self._contents, schemas_by_file(), counted=self._counted)

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

    def errors(self, value: Any) -> Iterator[Any]:
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


def _leaves(error: Any) -> Iterator[Any]:
    """The errors worth showing: of alternatives, those of the one that was meant."""
    if error.validator not in ("oneOf", "anyOf") or not error.context:
        yield error
        return
    branches: dict[Any, list[Any]] = {}
    for sub in error.context:
        branches.setdefault(sub.relative_schema_path[0], []).append(sub)
    best = min(branches.values(), key=lambda one: (_is_of_another_kind(one), len(one)))
    if all(_is_of_another_kind(branch) for branch in branches.values()):
        yield error
        return
    for sub in best:
        yield from _leaves(sub)


def _is_of_another_kind(branch: Sequence[Any]) -> bool:
    """Tell whether the branch fails at its own start: another type or another ``do``."""
    return any(
        (error.validator == "type" and not error.relative_path)
        or (error.validator == "const" and len(error.relative_path) == 1)
        for error in branch
    )


def _explain(error: Any, source: Source, base: Trail, game: str) -> Iterator[Finding]:
    trail = (*base, *error.absolute_path)
    if error.validator == "additionalProperties":
        yield from _unknown_keys(error, source, trail, game)
        return
    if error.validator == "required":
        yield from _find_missing_keys(error, source, trail, game)
        return
    message, hint = words(error, source, trail)
    place = source.place(trail)
    if error.validator == "not" and "required" in error.validator_value:
        place = source.key_place((*trail, error.validator_value["required"][0]))
    yield Finding("schema", Severity.ERROR, game, place, message, hint)


def _unknown_keys(error: Any, source: Source, trail: Trail, game: str) -> Iterator[Finding]:
    from validator.topics import topic_of

    shipped = {file[:-5]: one for file, one in schemas_by_file().items()}
    known = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    for key in error.instance:
        if key in known or any(is_found(pattern, key) for pattern in patterns):
            continue
        topic = topic_of(shipped, error.schema)
        more = str(error.schema.get("$comment", f"see `trilith help {topic}`" if topic else ""))
        meant = did_you_mean(key, known, f"known keys: {', '.join(known)}" if known else "")
        hint = "; ".join(part for part in (meant, more) if part)
        hint = meant.within(hint) if isinstance(meant, Mend) else hint
        if error.instance[key] is None and not key.isidentifier():
            hint = "inside { } a comma ends a text: put quotes round the text in front of it"
        place = source.key_place((*trail, key))
        yield Finding("schema", Severity.ERROR, game, place, f"unknown key {key!r}", hint)


def _find_missing_keys(error: Any, source: Source, trail: Trail, game: str) -> Iterator[Finding]:
    for key in error.validator_value:
        if key in error.instance:
            continue
        about = error.schema.get("properties", {}).get(key, {}).get("description", "")
        message = f"the key {key!r} is missing{at_trail(trail, source.data)}"
        hint = f"add `{key}: ...`" + (f" ({about})" if about else "")
        yield Finding("schema", Severity.ERROR, game, source.place(trail), message, hint)
