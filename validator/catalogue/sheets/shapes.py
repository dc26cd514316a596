"""What a set's schema lets a field be, as far as the cell of a sheet needs to know."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from validator.catalogue.field_schemas import at_pointer
from validator.catalogue.schemas import SCHEMAS, schema
from validator.catalogue.source import parse_source
from validator.catalogue.yaml_faults import in_quotes

EFFECTS = "effects.json#/$defs/effects"
_DEEPEST = 12
"""Steps into a schema that are followed; alternatives count for six."""
_MOST_FORMS = 10
"""Alternatives that are looked at."""
FLOW = "write it as one line of YAML, as in a file of the project"
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


@dataclass(frozen=True)
class FieldShape:
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
    def items(self) -> FieldShape:
        """The shape of an entry of a list."""
        return shape_of(self.fragment.get("items", {}), self.home, self.depth + 1)

    @cached_property
    def properties(self) -> Mapping[str, FieldShape]:
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


ANY = FieldShape()


def shape_of(fragment: Any, home: Mapping[str, Any], depth: int = 0) -> FieldShape:
    """The shape of a fragment of a schema, whose references point into ``home`` or a shipped one.

    What cannot be followed is a shape that may be anything: the schema itself is judged elsewhere.
    """
    if not isinstance(fragment, Mapping) or depth > _DEEPEST:
        return ANY
    reference = fragment.get("$ref")
    if isinstance(reference, str):
        if reference.endswith(EFFECTS) or reference == f"#{EFFECTS.partition('#')[2]}":
            return FieldShape(frozenset(("array",)), effects=True)
        return _shape_of_reference(reference, fragment, home, depth)
    enum = fragment.get("enum", [fragment["const"]] if "const" in fragment else [])
    written = fragment.get("type")
    listed = written if isinstance(written, list) else [written]
    kinds = frozenset(one for one in listed if isinstance(one, str))
    if isinstance(enum, list) and enum and not kinds:
        kinds = frozenset(_TYPES[type(one)] for one in enum if type(one) in _TYPES)
    alternatives = [*_list_of(fragment, "oneOf"), *_list_of(fragment, "anyOf")][:_MOST_FORMS]
    if alternatives and not kinds:
        shapes = [shape_of(one, home, depth + _DEEPEST // 2) for one in alternatives]
        kinds = frozenset().union(*(one.kinds for one in shapes))
    values = tuple(enum) if isinstance(enum, list) else ()
    return FieldShape(kinds, values, False, fragment, home, depth)


def _shape_of_reference(
    reference: str, fragment: Mapping[str, Any], home: Mapping[str, Any], depth: int
) -> FieldShape:
    name, _, pointer = reference.partition("#")
    if name and not (SCHEMAS / name).is_file():
        return ANY
    document = schema(name.removesuffix(".json")) if name else home
    more = {key: value for key, value in fragment.items() if key != "$ref"}
    target = at_pointer(pointer, document)
    inner = dict(target) | more if isinstance(target, Mapping) else target
    return shape_of(inner, document, depth + 1)


def _list_of(fragment: Mapping[str, Any], key: str) -> list[Any]:
    found = fragment.get(key, [])
    return found if isinstance(found, list) else []


class CellError(Exception):
    """A cell that cannot be read: what is wrong, what would do, and the code if it has its own."""

    def __init__(self, message: str, hint: str = FLOW, code: str = "sheet-cell") -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


def read_flow(text: str) -> Any:
    """The value that ``text`` is in YAML, read as strictly as the files of a project.

    Raises:
        CellError: it is none.
    """
    source, findings = parse_source(f"v: {text}", "")
    if findings or source is None or set(source.data) != {"v"}:
        raise CellError(findings[0].message if findings else "it is no value")
    return source.data["v"]


def flow(value: Any) -> str:
    """A value on one line; :func:`read_flow` gives it back.

    Raises:
        CellError: it has something that YAML files here cannot have, such as an infinite number.
    """
    match value:
        case Mapping():
            inner = ", ".join(f"{_scalar(str(key))}: {flow(one)}" for key, one in value.items())
            return f"{{{inner}}}"
        case list() | tuple():
            return f"[{', '.join(map(flow, value))}]"
        case _:
            return _scalar(value)


def _scalar(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float() if math.isfinite(value):
            shown = repr(value)
            return shown if "." in shown else shown.replace("e", ".0e")
        case str():
            return in_quotes(value) if _needs_quotes(value) else value
    raise CellError(f"{value!r} is no value of a file")


def unescape(inside: str) -> str:
    """What stands between double quotes, its escapes resolved.

    Raises:
        CellError: it is no text.
    """
    try:
        return str(json.loads(f'"{inside}"', strict=False))
    except ValueError as error:
        raise CellError(f'"{inside[:40]}" is no text', r'write \" and \\ for " and \ ') from error


def _needs_quotes(text: str) -> bool:
    if not text or text != text.strip() or any(one in text for one in ',[]{}"\n\t\\'):
        return True
    try:
        return bool(read_flow(f"[{text}]") != [text] or read_flow(f"{{k: {text}}}") != {"k": text})
    except CellError:
        return True


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are equal and of the same types: ``1`` is neither true nor 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)
