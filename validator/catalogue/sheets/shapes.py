"""What a set's schema lets a field be, as far as the cell of a sheet needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from validator.catalogue.fields.bounded import pointed_at
from validator.catalogue.schema import SCHEMAS, schema

EFFECTS = "effects.json#/$defs/effects"
_DEEPEST = 12
"""Steps into a schema that are followed; alternatives count for six."""
_MOST_FORMS = 10
"""Alternatives that are looked at."""
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


@dataclass(frozen=True)
class Shape:
    """The JSON types a value may have (none named: any), and what is inside.

    ``enum`` are the values allowed, in order; ``fragment`` is the schema itself, with references
    followed, and ``home`` the document that its own references point into.
    """

    kinds: frozenset[str] = frozenset()
    enum: tuple[Any, ...] = ()
    effects: bool = False
    fragment: Mapping[str, Any] = field(default_factory=dict)
    home: Mapping[str, Any] = field(default_factory=dict)
    depth: int = 0

    @cached_property
    def items(self) -> Shape:
        """The shape of an entry of a list."""
        return shape_of(self.fragment.get("items", {}), self.home, self.depth + 1)

    @cached_property
    def properties(self) -> Mapping[str, Shape]:
        """The shapes of the keys of a mapping, in the order of the schema."""
        named = self.fragment.get("properties", {})
        if not isinstance(named, Mapping):
            return {}
        return {
            str(key): shape_of(inner, self.home, self.depth + 1) for key, inner in named.items()
        }

    def allows(self, *kinds: str) -> bool:
        """Tell whether one of these types is named; types left open name none."""
        return not self.kinds.isdisjoint(kinds)


ANY = Shape()


def shape_of(fragment: Any, home: Mapping[str, Any], depth: int = 0) -> Shape:
    """The shape of a fragment of a schema, whose references point into ``home`` or a shipped one.

    What cannot be followed is a shape that may be anything: the schema itself is judged elsewhere.
    """
    if not isinstance(fragment, Mapping) or depth > _DEEPEST:
        return ANY
    reference = fragment.get("$ref")
    if isinstance(reference, str):
        if reference.endswith(EFFECTS) or reference == f"#{EFFECTS.partition('#')[2]}":
            return Shape(frozenset(("array",)), effects=True)
        return _referred(reference, fragment, home, depth)
    enum = fragment.get("enum", [fragment["const"]] if "const" in fragment else [])
    kinds = _kinds(fragment.get("type"))
    if isinstance(enum, list) and enum and not kinds:
        kinds = frozenset(_TYPES[type(one)] for one in enum if type(one) in _TYPES)
    alternatives = [*_listed(fragment, "oneOf"), *_listed(fragment, "anyOf")][:_MOST_FORMS]
    if alternatives and not kinds:
        shapes = [shape_of(one, home, depth + _DEEPEST // 2) for one in alternatives]
        kinds = frozenset().union(*(one.kinds for one in shapes))
    values = tuple(enum) if isinstance(enum, list) else ()
    return Shape(kinds, values, False, fragment, home, depth)


def _referred(
    reference: str, fragment: Mapping[str, Any], home: Mapping[str, Any], depth: int
) -> Shape:
    name, _, pointer = reference.partition("#")
    if name and not (SCHEMAS / name).is_file():
        return ANY
    document = schema(name.removesuffix(".json")) if name else home
    more = {key: value for key, value in fragment.items() if key != "$ref"}
    target = pointed_at(pointer, document)
    inner = dict(target) | more if isinstance(target, Mapping) else target
    return shape_of(inner, document, depth + 1)


def _kinds(written: Any) -> frozenset[str]:
    listed = written if isinstance(written, list) else [written]
    return frozenset(one for one in listed if isinstance(one, str))


def _listed(fragment: Mapping[str, Any], key: str) -> list[Any]:
    found = fragment.get(key, [])
    return found if isinstance(found, list) else []
