"""What each built-in template draws: the fields of a record, and the boxes of its face layout.

Fields are read off the template's syntax, through the macros that it calls.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import yaml
from example_uses import Excerpt, excerpt, parsed
from jinja2 import Environment, nodes
from snippets import ROOT

TEMPLATES = ROOT / "templates"
SUFFIX = ".svg.j2"
COMMON = ("id", "name", "text", "players", "copies", "effects")
"""What every record has; `components.record` tells of them."""
_HEAD = re.compile(r"\{#-?\s*(.*?)\s*-?#\}", re.DOTALL)


@dataclass
class Face:
    """A template: what its first comment says, whether it needs each field, and its boxes."""

    name: str
    says: str
    needed: Mapping[str, bool]
    boxes: Mapping[str, str]


@cache
def faces():
    """Every template that a set can name, sorted."""
    paths = sorted(TEMPLATES.glob(f"*/*{SUFFIX}"))
    names = (path.relative_to(TEMPLATES).as_posix().removesuffix(SUFFIX) for path in paths)
    return tuple(_face(name) for name in names if "/_" not in name)


def _face(name):
    head = _HEAD.match((TEMPLATES / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    found = {}
    _read(f"{name}{SUFFIX}", "", found, set())
    needed = {one: found[one] for one in sorted(found) if one not in COMMON}
    return Face(name, re.sub(r"\s+", " ", head[1]) if head else "", needed, _boxes(name))


@cache
def _parsed(file):
    """The nodes of each macro of a template, those outside of any, and the files it imports."""
    template = Environment().parse((TEMPLATES / file).read_text(encoding="utf-8"))
    macros = {one.name: one.body for one in template.find_all(nodes.Macro)}
    outside = [one for one in template.body if not isinstance(one, nodes.Macro)]
    modules = {
        one.target: one.template.value
        for one in template.find_all(nodes.Import)
        if isinstance(one.template, nodes.Const)
    }
    return {
        name: [each for one in body for each in _every(one)]
        for name, body in {**macros, "": outside}.items()
    }, modules


def _read(file, macro, found, seen):
    """Add what a template (outside of its macros) or one of its macros reads."""
    if (file, macro) in seen:
        return
    seen.add((file, macro))
    bodies, modules = _parsed(file)
    for one in bodies.get(macro, ()):
        _note(one, found)
        match one:
            case nodes.Name(name=name) if name in bodies:
                _read(file, name, found, seen)
            case nodes.Getattr(node=nodes.Name(name=name), attr=attr) if name in modules:
                _read(modules[name], "", found, seen)
                _read(modules[name], attr, found, seen)


def _every(node):
    yield node
    for inner in node.iter_child_nodes():
        if not isinstance(inner, nodes.Macro):
            yield from _every(inner)


def _note(node, found):
    """Take down what a part of a template reads of the record ``c``, and what it can lack."""
    match node:
        case nodes.Getattr(node=nodes.Name(name="c"), attr=attr) if attr != "get":
            found.setdefault(attr, True)
        case (
            nodes.Test(node=nodes.Getattr(node=nodes.Name(name="c"), attr=attr), name="defined")
            | nodes.Filter(node=nodes.Getattr(node=nodes.Name(name="c"), attr=attr), name="default")
            | nodes.Compare(
                expr=nodes.Const(value=attr),
                ops=[nodes.Operand(op="in", expr=nodes.Name(name="c"))],
            )
        ):
            found[attr] = False


def _boxes(name):
    """The boxes of a template's face layout, each with its lines."""
    path = TEMPLATES / f"{name}.layout.yaml"
    if not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8")
    top = yaml.compose(text, Loader=yaml.CSafeLoader)
    boxes = yaml.load(text, Loader=yaml.CSafeLoader).get("boxes", {})
    return {one: excerpt(text.splitlines(), top, ("boxes",), one, True) for one in boxes}


def add_fields(uses, text, shown, weight):
    """Add the records of a set's file that have a field, by the templates of the set."""
    data, top = parsed(text)
    if not isinstance(data, Mapping) or data.get("kind") != "components":
        return
    lines = text.splitlines()
    drawing = [data[side] for side in ("template", "back") if side in data]
    for *lead, key in _fields(data):
        lit = excerpt(lines, top, lead, key, lead == ["derived"])
        for name in drawing:
            uses.setdefault((name, key), set()).add(Excerpt(weight * len(lit), shown, lit))


def _fields(data):
    """The ways to the fields that a set derives, has in its records and generates."""
    yield from (("derived", key) for key in data.get("derived", {}))
    for way, inner in (("components", ()), ("generate", ("with",))):
        records = data.get(way)
        for at, record in enumerate(records if isinstance(records, list) else ()):
            keys = record.get("with", {}) if inner else record
            yield from ((way, str(at), *inner, key) for key in keys)
