"""Where examples use each key of the schemas, and the lines that show it.

An example is a line of a file that a test holds to be right: a ``Good`` snippet of a finding's
page, a game of ``tests/examples/manual``, or a game that comes with trilith.
"""

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from urllib.parse import unquote

import jsonschema_rs
import yaml

from validator.catalogue.schemas import SCHEMAS, schema
from validator.topics import name_of, with_whole_records

BASE = "schema:///"
"""Where schemas stand as long as they are evaluated, so that each part tells its file."""
MOST_LINES = 14
"""Lines of an example; a longer one is shown by the key's own lines."""


@dataclass(frozen=True, slots=True, order=True)
class Excerpt:
    """Lines of an example's file; of two the lesser is the better."""

    cost: float
    file: str
    text: str


@cache
def documents():
    """All schemas by name."""
    every = {path.stem: schema(path.stem) for path in sorted(SCHEMAS.glob("*.json"))}
    return {**every, "components": with_whole_records(every["components"])}


@cache
def _judge(kind):
    named = {
        stem: {**_titled(one), "$id": f"{BASE}{stem}.json"} for stem, one in documents().items()
    }
    registry = jsonschema_rs.Registry([(str(one["$id"]), one) for one in named.values()])
    return jsonschema_rs.Draft202012Validator(named[kind], registry=registry)


def _titled(part):
    """A schema in which every key has a title, so that an evaluation tells of each that is used."""
    if isinstance(part, list):
        return [_titled(one) for one in part]
    if not isinstance(part, Mapping):
        return part
    every = {word: _titled(inner) for word, inner in part.items()}
    if isinstance(part.get("properties"), Mapping):
        keys = every["properties"].items()
        every["properties"] = {name: {"title": name, **inner} for name, inner in keys}
    return every


@lru_cache(maxsize=1)
def parsed(text):
    """The first document of a file as plain data and as nodes."""
    loader = yaml.CSafeLoader
    data, tops = yaml.load_all(text, Loader=loader), yaml.compose_all(text, Loader=loader)
    return next(data, None), next(tops, None)


def add_uses(uses, text, shown, weight):
    """Add what a file uses to ``uses``, excerpts by topic and key, if its kind has a schema."""
    data, top = parsed(text)
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if kind not in documents():
        return
    lines = text.splitlines()
    for topic, key, trail in used(str(kind), data):
        lit = excerpt(lines, top, trail, key)
        known = uses.setdefault((topic, key), set())
        known.add(Excerpt(weight * len(lit), shown, lit))


def used(kind, data):
    """Topic and key of each key in ``data``, and the way to the mapping that it stands in."""
    for told in _judge(kind).evaluate(data).annotations():
        where = str(told["absoluteKeywordLocation"]).removeprefix(BASE)
        stem, _, pointer = where.partition(".json#")
        parts = (_plain(unquote(part)) for part in pointer[1:].split("/"))
        steps = tuple(int(part) if part.isdigit() else part for part in parts)
        if steps[-2:-1] == ("properties",) and not _is_condition(steps):
            *trail, key = told["instanceLocation"].strip("/").split("/")
            yield name_of(documents(), stem, steps[:-2]), key, tuple(trail)


def _is_condition(steps):
    """Tell whether a part of a schema stands in an ``if``, which asks and describes nothing."""
    names = ("properties", "$defs")
    return any(step == "if" and steps[at - 1] not in names for at, step in enumerate(steps))


def excerpt(lines, top, trail, key, alone=False):
    """The lines of the mapping at ``trail``, or only those of its key.

    These where the key is to stand ``alone``, at the top of a file, or where there are too many.
    """
    node = top
    for step in trail:
        node = _inside(node, _plain(step))
    first, last = node.start_mark.line, _last_line(node)
    if alone or node is top or last - first >= MOST_LINES:
        name, value = next(pair for pair in node.value if pair[0].value == key)
        first, last = name.start_mark.line, _last_line(value)
    return textwrap.dedent("\n".join(lines[first : last + 1])).strip("\n")


def _plain(step):
    """A step of a JSON pointer as it is meant."""
    return step.replace("~1", "/").replace("~0", "~")


def _inside(node, step):
    if isinstance(node, yaml.SequenceNode):
        return node.value[int(step)]
    return next(value for name, value in node.value if name.value == step)


def _last_line(node):
    """The last line on which something of a node stands."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    return int(end.line - (1 if end.column == 0 and end.line > node.start_mark.line else 0))


def covering(keys, uses):
    """Few excerpts that together show all ``keys`` that any shows; small ones are preferred."""
    left, taken = [key for key in keys if uses.get(key)], []
    while left:
        every = {one for key in left for one in uses[key]}
        best = min(every, key=lambda one: (one.cost / sum(one in uses[k] for k in left), one))
        taken.append(best)
        left = [key for key in left if best not in uses[key]]
    return taken
