"""One null in the place of each kind of value of a game's files, and what a check says of it."""

import yaml

from validator.findings import Severity
from validator.run import check


def nulls_of(path):
    """Each distinct path of keys of a file, with its text with a null at the first value there.

    In a path ``*`` stands for any entry of a list.
    """
    text = path.read_text("utf-8")
    seen = set()
    for keys, node in _values(yaml.compose(text), ()):
        if keys not in seen:
            seen.add(keys)
            yield keys, _without(text, node)


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


def may_be_null(keys):
    """Tell whether a null has a meaning there, as the manual says.

    ``states`` of rules.yaml may state that a key is left out (docs/stated-values.md), ``columns``
    of a set that a column is not read (docs/sheets.md), and of JSON Schema `enum`, `const` and
    `default` hold any value.
    """
    in_schema = keys[0] == "fields" and (
        keys[-2:] == ("enum", "*") or keys[-1] in ("const", "default")
    )
    return in_schema or "states" in keys or keys[:2] == ("components", "columns")


def passed_over(root, game):
    """The nulls of a game's files that nothing tells with an error."""
    usual = frozenset(check(root, [game], extra=()))
    for path in sorted((root / "components" / game).glob("*.yaml")):
        before = path.read_bytes()
        for keys, text in nulls_of(path):
            path.write_text(text, encoding="utf-8")
            said = check(root, [game], extra=())
            told = any(one.severity is Severity.ERROR and one not in usual for one in said)
            if not told and not may_be_null(keys):
                yield f"{path.name}: {'.'.join(keys)}"
        path.write_bytes(before)
