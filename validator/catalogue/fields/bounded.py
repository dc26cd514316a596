"""A schema that anybody wrote, held against values in bounded time and with bounded patterns.

A schema of ten lines can ask for more steps than there are seconds: `allOf` of two references to
a schema with `allOf` of two references, and so on. So its steps are counted; jsonschema-rs, whose
steps nobody can count from outside, is asked only where they can be foreseen.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, wraps
from math import inf
from typing import Any, TypeAlias

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from validator.catalogue.patterns import LINEAR, found
from validator.catalogue.schema import Validator, shipped_schemas

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
_CHARACTERS = 100
"""Characters of a text, read or told, that count as a step."""

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterator[ValidationError] | None]
"""Holds a keyword against a value: validator, the keyword's value, the value, the schema."""


class TooMuchWorkError(Exception):
    """Holding a schema against its values takes too many steps."""


class _Budget:
    """Steps that are left."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchWorkError


_BUDGET: ContextVar[_Budget] = ContextVar("_BUDGET")


class BoundedValidator(Validator):
    """Judges the ``values`` of a set by the schema that the set wrote."""

    def __init__(self, contents: Mapping[str, Any], values: Sequence[Any]) -> None:
        size, count = _Size(contents), sum(map(_count, values))
        most = MOST_FORESEEN + FORESEEN_A_VALUE * count
        self._foreseen = sum(map(size.steps, values)) <= most
        needed = MOST_STEPS if self._foreseen else FREE_STEPS + STEPS_A_VALUE * count
        self._budget = _Budget(min(MOST_STEPS, needed))
        super().__init__(contents, LINEAR)

    def errors(self, value: Any) -> Iterator[ValidationError]:
        """What is wrong with ``value``; nothing if it fits the schema.

        Raises:
            TooMuchWorkError: all values together take too many steps, or one leads too deep.
        """
        with _spending(self._budget):
            try:
                errors = [*super().errors(value)]
            except RecursionError as error:
                raise TooMuchWorkError from error
        yield from errors

    def _is_sound(self, value: Any) -> bool:
        return self._foreseen and super()._is_sound(value)

    @cached_property
    def _thorough(self) -> Any:
        return _Counted(self._contents, registry=shipped_schemas())


@contextmanager
def _spending(budget: _Budget) -> Iterator[None]:
    token = _BUDGET.set(budget)
    try:
        yield
    finally:
        _BUDGET.reset(token)


def _count(value: Any) -> int:
    """How many values a value has in it, itself included."""
    if isinstance(value, dict):
        return 1 + sum(map(_count, value.values()))
    return 1 + sum(map(_count, value)) if isinstance(value, list) else 1


class _Size:
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
        own = sum(parts[key] * _count(one) for key, one in inner.items() if key in parts)
        return self._rest * _count(value) + own

    def _of(self, part: Any, depth: int) -> float:
        if depth > _DEEPEST:
            return inf
        if isinstance(part, list):
            return 1 + sum(self._of(one, depth + 1) for one in part)
        if not isinstance(part, Mapping):
            return 1
        reference = part.get("$ref")
        further = self._named(reference, depth + 1) if isinstance(reference, str) else 0
        return 1 + further + sum(self._of(one, depth + 1) for one in part.values())

    def _named(self, reference: str, depth: int) -> float:
        if not reference.startswith("#"):
            return SHIPPED
        if reference not in self._known:
            self._known[reference] = inf  # until it is known not to lead to itself
            self._known[reference] = self._of(pointed_at(reference[1:], self._contents), depth)
        return self._known[reference]


def pointed_at(pointer: str, document: Any) -> Any:
    """What a JSON pointer names in a document; None where it names nothing."""
    for written in pointer.split("/")[1:]:
        step = written.replace("~1", "/").replace("~0", "~")
        if not isinstance(document, Mapping) or step not in document:
            return None
        document = document[step]
    return document if not pointer or pointer.startswith("/") else None


def unnamed_keys(value: Mapping[str, Any], part: Mapping[str, Any]) -> list[str]:
    """The keys of a value that a schema names neither in ``properties`` nor by a pattern."""
    named, patterns = part.get("properties", {}), part.get("patternProperties", {})
    return [
        key for key in value if key not in named and not any(_matches(one, key) for one in patterns)
    ]


def _matches(pattern: str, text: str) -> bool:
    _BUDGET.get().spend(1 + len(text) // _CHARACTERS)
    return found(pattern, text)


def _pattern(judge: Any, pattern: str, value: Any, part: Any) -> Iterator[ValidationError]:
    del judge, part
    if isinstance(value, str) and not _matches(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _by_pattern(judge: Any, named: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    del part
    if isinstance(value, dict):
        for pattern, inner in named.items():
            for key in [key for key in value if _matches(pattern, key)]:
                yield from judge.descend(value[key], inner, path=key, schema_path=pattern)


def _additional(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    others = unnamed_keys(value, part)
    if isinstance(wanted, dict):
        for key in others:
            yield from judge.descend(value[key], wanted, path=key)
    elif wanted is False and others:
        yield ValidationError(f"unknown keys: {', '.join(map(repr, others))}")


def _unique(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
    del judge, part
    if wanted and isinstance(value, list):
        told = [_canonical(one) for one in value]
        _BUDGET.get().spend(sum(map(len, told)) // _CHARACTERS)
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


def _counted(keyword: Keyword) -> Keyword:
    @wraps(keyword)
    def counted(judge: Any, wanted: Any, value: Any, part: Any) -> Iterator[ValidationError]:
        budget = _BUDGET.get()
        budget.spend(1 + (len(wanted) // 10 if isinstance(wanted, list | dict) else 0))
        for error in keyword(judge, wanted, value, part) or ():
            budget.spend(len(error.message) // _CHARACTERS)
            yield error

    return counted


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
        name: _counted(keyword)
        for name, keyword in {**Draft202012Validator.VALIDATORS, **_OURS}.items()
    },
)
"""JSON Schema with every keyword counted, patterns and equal items looked for in linear time."""
