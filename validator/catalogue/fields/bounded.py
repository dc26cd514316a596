"""A schema that anybody wrote, held against values in bounded time and with bounded patterns.

A schema of ten lines can ask for more steps than there are seconds: `allOf` of two references to
a schema with `allOf` of two references, and so on. So its steps are counted; jsonschema-rs, whose
steps nobody can count from outside, is asked only where they can be foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from validator.catalogue.fields.budget import Budget, TooMuchWorkError, spending
from validator.catalogue.patterns import LINEAR
from validator.catalogue.schema import Validator, shipped_schemas

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

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

    def __init__(self, contents: Mapping[str, Any], values: Sequence[Any]) -> None:
        size, count = _Size(contents), sum(map(_count, values))
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
        with spending(self._budget):
            try:
                errors = [*super().errors(value)]
            except RecursionError as error:
                raise TooMuchWorkError from error
        yield from errors

    def _is_sound(self, value: Any) -> bool:
        return self._foreseen and super()._is_sound(value)

    @cached_property
    def _thorough(self) -> Any:
        from validator.catalogue.fields.thorough import counted_judge

        return counted_judge(self._contents, shipped_schemas())


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
