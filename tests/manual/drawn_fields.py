"""What each built-in template draws: the fields of a record, and the boxes of its face layout.

Fields are read off the template's syntax, through the macros that it calls.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
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


@dataclass
class _Found:
    """Fields that are read, and those of them that are asked for first."""

    read: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)


@cache
def faces():
    """Every template that a set can name, sorted."""
    paths = sorted(TEMPLATES.glob(f"*/*{SUFFIX}"))
    names = (path.relative_to(TEMPLATES).as_posix().removesuffix(SUFFIX) for path in paths)
    return tuple(_face(name) for name in names if "/_" not in name)


def _face(name):
    head = _HEAD.match((TEMPLATES / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    found = _Found()
    _read(f"{name}{SUFFIX}", None, found, set())
    needed = {one: one not in found.asked for one in sorted(found.read) if one not in COMMON}
    return Face(name, re.sub(r"\s+", " ", head[1]) if head else "", needed, _boxes(name))


@dataclass(frozen=True)
class _Parsed:
    """A template's nodes outside of its macros, those of each macro, and the files it imports."""

    top: tuple[nodes.Node, ...]
    macros: Mapping[str, tuple[nodes.Node, ...]]
    modules: Mapping[str, str]


@cache
def _parsed(file):
    template = Environment().parse((TEMPLATES / file).read_text(encoding="utf-8"))
    macros = {one.name: one for one in template.find_all(nodes.Macro)}
    modules = {
        one.target: one.template.value
        for one in template.find_all(nodes.Import)
        if isinstance(one.template, nodes.Const)
    }
    bodies = {
        name: tuple(each for one in m.body for each in _every(one)) for name, m in macros.items()
    }
    outside = (one for one in template.body if one not in macros.values())
    return _Parsed(tuple(each for one in outside for each in _every(one)), bodies, modules)


def _read(file, macro, found, seen):
    """Add what a template (outside of its macros) or one of its macros reads."""
    if (file, macro) in seen:
        return
    seen.add((file, macro))
    parsed = _parsed(file)
    for one in parsed.top if macro is None else parsed.macros[macro]:
        _note(one, found)
        if isinstance(one, nodes.Name) and one.name in parsed.macros:
            _read(file, one.name, found, seen)
        if isinstance(one, nodes.Getattr) and isinstance(one.node, nodes.Name):
            module = parsed.modules.get(one.node.name)
            if module:
                _read(module, None, found, seen)
                if one.attr in _parsed(module).macros:
                    _read(module, one.attr, found, seen)


def _every(node):
    yield node
    for inner in node.iter_child_nodes():
        if not isinstance(inner, nodes.Macro):
            yield from _every(inner)


def _note(node, found):
    """Take down what a part of a template reads of the record ``c``."""
    match node:
        case nodes.Getattr(node=nodes.Name(name="c"), attr=attr) if attr != "get":
            found.read.add(attr)
        case nodes.Test(node=nodes.Getattr(node=nodes.Name(name="c"), attr=attr), name="defined"):
            found.asked.add(attr)
        case nodes.Filter(node=nodes.Getattr(node=nodes.Name(name="c"), attr=attr), name="default"):
            found.asked.add(attr)
        case nodes.Compare(
            expr=nodes.Const(value=attr), ops=[nodes.Operand(op="in", expr=nodes.Name(name="c"))]
        ):
            found.read.add(attr)
            found.asked.add(attr)


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
    for key in data.get("derived", {}):
        _use(uses, drawing, key, shown, weight, excerpt(lines, top, ("derived",), key, True))
    listed = data.get("components")
    for way, records in (("components", listed), ("generate", data.get("generate"))):
        for at, record in enumerate(records if isinstance(records, list) else ()):
            keys = record if way == "components" else record.get("with", {})
            lead = (way, str(at)) if way == "components" else (way, str(at), "with")
            for key in keys:
                lit = excerpt(lines, top, lead, key)
                _use(uses, drawing, key, shown, weight, lit)


def _use(uses, drawing, key, shown, weight, lit):
    for name in drawing:
        uses.setdefault((name, key), set()).add(Excerpt(weight * len(lit), shown, lit))
