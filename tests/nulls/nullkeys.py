"""One null in the place of each kind of value of a game's files, and what a check says of it."""

from dataclasses import dataclass

import yaml

from validator.findings import Severity
from validator.run import check

Keys = tuple[str, ...]
"""The keys that lead to a value; ``*`` stands for any entry of a list."""


@dataclass(frozen=True)
class Null:
    """A null written into a file: where, the whole text with it, and its line."""

    file: str
    keys: Keys
    text: str
    line: int

    def __str__(self):
        return f"{self.file}: {'.'.join(self.keys)}"


def nulls_of(path):
    """The file with a null in the place of the first value under each distinct path of keys."""
    text = path.read_text("utf-8")
    seen = set()
    for keys, node in _values(yaml.compose(text), ()):
        if keys not in seen:
            seen.add(keys)
            yield Null(path.name, keys, _without(text, node), node.start_mark.line + 1)


def _values(node, keys):
    inner = []
    if isinstance(node, yaml.MappingNode):
        inner = [(key.value, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        inner = [("*", value) for value in node.value]
    for name, value in inner:
        yield (*keys, name), value
        yield from _values(value, (*keys, name))


def _without(text, node):
    """The text with ``null`` in place of a value; what stands behind it stays on its lines."""
    start, end = node.start_mark.index, node.end_mark.index
    behind = text[start:end]
    kept = behind[len(behind.rstrip()) :]
    return f"{text[:start]}null{kept}{text[end:]}"


def said_of(root, game, null):
    """What a check of the data finds with a null in a file."""
    path = root / "components" / game / null.file
    before = path.read_bytes()
    path.write_text(null.text, encoding="utf-8")
    try:
        return check(root, [game], extra=())
    finally:
        path.write_bytes(before)


def may_be_null(null):
    """Tell whether a null has a meaning there, as the manual says.

    ``states`` of rules.yaml may state that a key is left out (docs/stated-values.md), ``columns``
    of a set that a column is not read (docs/sheets.md), and of JSON Schema `enum`, `const` and
    `default` hold any value.
    """
    in_schema = null.keys[0] == "fields" and (
        null.keys[-2:] == ("enum", "*") or null.keys[-1] in ("const", "default")
    )
    return in_schema or "states" in null.keys or null.keys[:2] == ("components", "columns")


def passed_over(root, game):
    """The nulls of a game's files that nothing tells with an error at its place."""
    usual = frozenset(check(root, [game], extra=()))
    for path in sorted((root / "components" / game).glob("*.yaml")):
        for null in nulls_of(path):
            said = said_of(root, game, null)
            told = any(one.severity is Severity.ERROR and one not in usual for one in said)
            if not told and not may_be_null(null):
                yield str(null)
