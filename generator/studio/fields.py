"""Fields of a card as the page shows and edits them: kind, text and value, and boxes on faces."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, TemplateError, nodes

from generator.sheets.tables import choices, limits
from validator.catalogue.sheets.cells import read_cell, write_cell
from validator.catalogue.sheets.shapes import ANY, CellError, FieldShape, flow
from validator.catalogue.source import FORBIDDEN, parse_source

_DEEPEST = 3
"""Names set from names that a template set, one from the other, that are followed."""


def kind_of(shape: FieldShape) -> dict[str, Any]:
    """What the page has to know to let somebody edit a field of this shape."""
    listed = [one.lower() if one in ("TRUE", "FALSE") else one for one in choices(shape)]
    kind = "choice" if listed else "text"
    if shape.effects or shape.allows("object", "array"):
        kind = "yaml"
    elif not listed and shape.kinds and shape.kinds <= {"integer", "number"}:
        kind = "number"
    least, most = limits(shape)
    about = {"about": str(shape.fragment.get("description", "")), "least": least, "most": most}
    step = 1 if shape.kinds == {"integer"} else "any"
    return {"kind": kind, "choices": listed, "step": step, **about}


def text_of(value: Any, shape: FieldShape, short: bool = False) -> str:
    """A value as the page shows it; a list of effects or other mappings has a line for each.

    With ``short`` it is in the words of sheets.
    """
    entries = value if isinstance(value, list) and not short else []
    if entries and all(isinstance(one, Mapping) for one in entries):
        return "\n".join(f"- {flow(one)}" for one in value)
    cell = write_cell(value, shape)
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def value_of(text: str, shape: FieldShape, comma: bool | None) -> Any:
    """The value that a text of the page stands for; None for an empty one.

    ``comma`` tells whether a number in the sheet may be 1,5; it is None outside of sheets, where
    a text keeps its outer spaces.

    Raises:
        CellError: it is none; the message says why.
    """
    if not text.strip():
        return None
    if FORBIDDEN.search(text):
        raise CellError("control characters are not allowed in a text", "take them out")
    is_yaml = shape.effects or shape.allows("array", "object")
    if is_yaml and text.lstrip().startswith(("- ", "[", "{")):
        source, findings = parse_source(f"v:\n{textwrap.indent(text, '  ')}\n", "")
        if findings or source is None or set(source.data) != {"v"}:
            why = (findings[0].message, findings[0].hint) if findings else ("no YAML", "")
            raise CellError(*why)
        return source.data["v"]
    if shape.kinds == {"string"} and comma is None:
        return text
    return read_cell(text, shape, bool(comma))


def least_of(shape: FieldShape, name: str) -> Any:
    """A value for a field of which only the name and what it may be is known."""
    if shape.enum:
        return shape.enum[0]
    if shape.effects or shape.allows("array"):
        return [least_of(shape.items, name)] * int(shape.fragment.get("minItems", 0))
    if shape.allows("object") or shape.properties:
        inner = shape.properties
        return {
            key: least_of(inner.get(key, ANY), key) for key in shape.fragment.get("required", ())
        }
    if shape.allows("string") or not shape.kinds:
        return name
    return False if shape.allows("boolean") else limits(shape)[0] or 0


@lru_cache(maxsize=256)
def fields_of_boxes(template: str) -> Mapping[str, tuple[str, ...]]:
    """Which fields of a card a template puts into each box of its layout, the likeliest first.

    Told by its calls: ``text(layout.kind, c.kind)`` puts the field kind into the box kind. Names
    that it sets are followed; the id is left out, as it is drawn nowhere.
    """
    try:
        tree = Environment().parse(template)
    except TemplateError:
        return {}
    known: dict[str, list[tuple[str, str]]] = {}
    for _ in range(_DEEPEST):
        for one in tree.find_all(nodes.Assign):
            if isinstance(one.target, nodes.Name):
                known[one.target.name] = list(dict.fromkeys(_reads(one.node, known)))
    found: dict[str, dict[str, None]] = {}
    for call in tree.find_all(nodes.Call):
        values = [*call.args, *(one.value for one in call.kwargs)]
        read = [pair for one in values for pair in _reads(one, known)]
        for box in (name for owner, name in read if owner == "layout"):
            fields = (name for owner, name in read if owner == "c" and name != "id")
            found.setdefault(box, {}).update(dict.fromkeys(fields))
    return {box: tuple(sorted(fields, key=lambda one: one != box)) for box, fields in found.items()}


def _reads(
    node: nodes.Node, known: Mapping[str, list[tuple[str, str]]]
) -> Iterator[tuple[str, str]]:
    """What an expression puts out of the layout and the card, in its order; conditions do not."""
    match node:
        case nodes.Getattr(node=nodes.Name(name="layout" | "c" as owner), attr=name):
            yield owner, name
            return
    if isinstance(node, nodes.Name):
        yield from known.get(node.name, ())
    for inner in node.iter_child_nodes(exclude=["test"]):
        yield from _reads(inner, known)
