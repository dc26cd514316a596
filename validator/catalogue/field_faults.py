"""What is wrong with values, told by jsonschema, which is loaded where something is.

Nothing else imports this module before :mod:`jsonschema_rs` saw a fault: it takes as long to
load as all data of a game take to be judged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from validator.catalogue.patterns import CHARACTERS, deeper, keys_without_schema, matches, spend

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]
"""Holds a keyword against a value: validator, the keyword's value, the value, the schema."""


def judge_of(contents: Mapping[str, Any], shipped: Mapping[str, Any], *, counted: bool) -> Any:
    """A validator of jsonschema for a schema that may refer to the ``shipped`` ones by file.

    One that anybody wrote has its steps ``counted``.
    """
    named = [(file, Resource.from_contents(one)) for file, one in shipped.items()]
    registry: Registry[Any] = Registry().with_resources(named)
    return (_Counted if counted else Draft202012Validator)(contents, registry=registry)


def _pattern(judge: Any, pattern: str, value: Any, part: Any) -> Iterator[ValidationError]:
    del judge, part
    if isinstance(value, str) and not matches(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _by_pattern(judge: Any, named: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    del part
    if isinstance(value, dict):
        for pattern, inner in named.items():
            for key in [key for key in value if matches(pattern, key)]:
                yield from judge.descend(value[key], inner, path=key, schema_path=pattern)


def _additional(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    others = keys_without_schema(value, part)
    if isinstance(wanted, dict):
        for key in others:
            yield from judge.descend(value[key], wanted, path=key)
    elif wanted is False and others:
        yield ValidationError(f"unknown keys: {', '.join(map(repr, others))}")


def _unique(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    del judge, part
    if wanted and isinstance(value, list):
        told = [_canonical(one) for one in value]
        spend(sum(map(len, told)) // CHARACTERS)
        if len(set(told)) < len(told):
            yield ValidationError("there are equal items")


def _canonical(value: Any) -> str:
    """A text that equal values share: 1 and 1.0 are equal to JSON Schema, 1 and true are not."""
    match value:
        case float() if value.is_integer():
            return str(int(value))
        case dict():
            pairs = (f"{json.dumps(key)}:{_canonical(value[key])}" for key in sorted(value))
            return f"{{{','.join(pairs)}}}"
        case list():
            return f"[{','.join(map(_canonical, value))}]"
        case _:
            return json.dumps(value)


def _count_steps(keyword: Keyword) -> Keyword:
    @wraps(keyword)
    def judge_counting(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
        spend(1 + (len(wanted) // 10 if isinstance(wanted, list | dict) else 0))
        with deeper():
            for error in keyword(judge, wanted, value, part) or ():
                spend(len(error.message) // CHARACTERS)
                yield error

    return judge_counting


_OURS: Mapping[str, Keyword] = {
    "pattern": _pattern,
    "patternProperties": _by_pattern,
    "additionalProperties": _additional,
    "uniqueItems": _unique,
}
_extend: Any = validators.extend
_Counted = _extend(
    Draft202012Validator,
    {
        name: _count_steps(keyword)
        for name, keyword in {**Draft202012Validator.VALIDATORS, **_OURS}.items()
    },
)
"""JSON Schema with every keyword counted, patterns and equal items looked for in linear time."""
