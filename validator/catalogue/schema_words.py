"""What a value that its schema refuses is told: what is wrong with it, and what to write."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.patterns import found, is_linear
from validator.catalogue.source import Source
from validator.catalogue.yaml_faults import put_quotes
from validator.hints import as_id, closest
from validator.topics import KINDS

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


def words(error: ValidationError, source: Source, trail: Trail) -> tuple[str, str]:
    """Message and hint for the value at ``trail`` of ``source``."""
    value, wanted = shown(error.instance), _any(error.validator_value)
    about, at = described(error), at_trail(trail, source.data)
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
            return f"{value} is not allowed{at}", f"write {shown(wanted)}"
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
            return f"{value} is not well-formed{at}", _as_id(_any(error.instance), wanted) + hint
        case _:
            return _of_its_size(error, value, at), about or _size_hint(error, wanted)


def described(error: ValidationError) -> str:
    """What the schema says of the value."""
    return str(error.schema.get("description", "")) if isinstance(error.schema, Mapping) else ""


def choices(given: object, allowed: Sequence[object]) -> str:
    """A hint that lists what is allowed, the closest to what was given first."""
    close = closest(str(given), [str(item) for item in allowed])
    listed = ", ".join(shown(item) for item in allowed)
    return (f"did you mean {close!r}? " if close else "") + f"allowed: {listed}"


def shown(value: object) -> str:
    """A value in at most 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def at_trail(trail: Trail, data: Any) -> str:
    """Where a value stands, for people: records by their ids, other items counted from 1."""
    steps: list[str] = []
    for step in trail:
        data = _inside(data, step)
        named = (
            isinstance(step, int) and isinstance(data, Mapping) and isinstance(data.get("id"), str)
        )
        steps.append(data["id"] if named else str(step + 1 if isinstance(step, int) else step))
    return f" at {'.'.join(steps)}" if steps else ""


def _inside(data: Any, step: str | int) -> Any:
    try:
        return data[step]
    except (LookupError, TypeError):
        return None


def _any(value: Any) -> Any:
    """A value whose shape the schema keyword guarantees."""
    return value


def _of_another_kind(value: object, kinds: Sequence[str]) -> str:
    wanted = " or ".join(KINDS[kind] for kind in kinds)
    if value is None:
        return f"there is no value where {wanted} belongs"
    if isinstance(value, bool):
        return f"`{str(value).lower()}` means {'yes' if value else 'no'} where {wanted} belongs"
    return f"{shown(value)} is {KINDS[_kind(value)]} where {wanted} belongs"


def _kind(value: object) -> str:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


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
    return about or f"write {' or '.join(KINDS[kind] for kind in kinds)}"


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


def _forms(error: ValidationError) -> str:
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
    fits = pattern.startswith("^[a-z") and is_linear(pattern) and found(pattern, meant)
    return f"did you mean {meant!r}? " if fits else ""


def _text(error: ValidationError) -> str:
    """The hint to put quotes round a number or word, where a text is one of the allowed forms."""
    texts = [sub for sub in error.context or () if _wants_text(sub) and not sub.relative_path]
    return put_quotes(_as_written(error.instance)) if texts else ""


def _wants_text(error: ValidationError) -> bool:
    return error.validator == "type" and "string" in _any(error.validator_value)


def _of_its_size(error: ValidationError, value: str, at: str) -> str:
    match error.validator:
        case "minLength" | "minItems" | "minProperties":
            return f"{value} is empty or too short{at}"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"{value} is too long{at}"
        case "uniqueItems":
            return f"{value} names something twice{at}"
        case _:
            return f"{error.message}{at}"


def _size_hint(error: ValidationError, wanted: Any) -> str:
    match error.validator:
        case "minLength" | "minItems" | "minProperties":
            return f"write at least {wanted}"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"write at most {wanted}"
        case "uniqueItems":
            return "name each once"
        case _:
            return "`trilith help` describes every key"
