"""A YAML file as text with the place of every value, and edits of that text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a file: where it and its key stand; ``flow`` tells whether within braces."""

    trail: tuple[str | int, ...]
    node: yaml.Node
    key: yaml.ScalarNode | None
    flow: bool

    @property
    def value(self):
        """The text of a scalar, as YAML reads it."""
        return str(self.node.value)

    @property
    def style(self):
        """How it is written: the quote of a text, `flow` for a list or mapping within braces."""
        if isinstance(self.node, yaml.CollectionNode):
            return "flow" if self.node.flow_style else ""
        return str(getattr(self.node, "style", None) or "")

    @property
    def is_number(self):
        """Tell whether it is a whole number."""
        return self.node.tag.endswith(":int")

    @property
    def is_text(self):
        """Tell whether it is a text."""
        return isinstance(self.node, yaml.ScalarNode) and self.node.tag.endswith(":str")

    @property
    def is_true(self):
        """Tell whether it is `true`."""
        return self.node.tag.endswith(":bool") and self.node.value == "true"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replacements (start, end, text) in a file, and the lines (from 1) that count as changed.

    Without ``lines`` they are those that the new texts cover.
    """

    file: str
    parts: tuple[tuple[int, int, str], ...]
    told: str
    lines: frozenset[int] = frozenset()

    def apply(self, text):
        """The file with the edit made."""
        for start, end, new in sorted(self.parts, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def changed(self, text):
        """The lines of the new file on which a finding is at the very spot."""
        if self.lines:
            return self.lines
        found = set()
        shift = 0
        after = self.apply(text)
        for start, end, new in sorted(self.parts):
            first = line_of(after, start + shift)
            found.update(range(first, first + new.rstrip().count("\n") + 1))
            shift += len(new) - (end - start)
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a game: its text, its plain data, and every value by its keys from the top."""

    game: str
    file: str
    text: str
    data: Any
    spots: Mapping[tuple[str | int, ...], Spot] = field(repr=False)

    @property
    def kind(self):
        """What the file describes: game, components, setup or rules."""
        return str(self.data["kind"])

    def at(self, *pattern):
        """The values whose keys fit ``pattern``; ``*`` fits any key, a final ``**`` any rest."""
        return (spot for trail, spot in self.spots.items() if fits(trail, pattern))

    def get(self, trail):
        """The plain value at ``trail``."""
        value = self.data
        for step in trail:
            value = value[step]
        return value

    def entries(self, *pattern):
        """The mappings whose keys fit ``pattern``, as plain data."""
        for spot in self.at(*pattern):
            if isinstance(spot.node, yaml.MappingNode):
                yield spot.trail, self.get(spot.trail)


def fits(trail, pattern):
    """Tell whether the keys of a value fit a pattern."""
    if pattern and pattern[-1] == "**":
        head = pattern[:-1]
        return len(trail) >= len(head) and fits(trail[: len(head)], head)
    return len(trail) == len(pattern) and all(
        want in ("*", step) for step, want in zip(trail, pattern, strict=True)
    )


def read(path, game, file):
    """Read a file that is known to be sound."""
    text = path.read_text(encoding="utf-8")
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert root is not None
    spots = {spot.trail: spot for spot in _walk(root, (), None, flow=False)}
    return Document(game, file, text, yaml.load(text, Loader=yaml.CSafeLoader), spots)


def _walk(node, trail, key, flow):
    yield Spot(trail, node, key, flow)
    inside = flow or bool(getattr(node, "flow_style", False))
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from _walk(value, (*trail, str(name.value)), name, inside)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _walk(value, (*trail, index), None, inside)


def line_of(text, index):
    """The line (from 1) of a character."""
    return text.count("\n", 0, index) + 1


def start_of(spot):
    """Where a value begins, its key included."""
    return int((spot.key or spot.node).start_mark.index)


def end_of(text, node):
    """Where a value ends, without what is blank behind it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(text, last[1] if isinstance(last, tuple) else last)
    end = int(node.end_mark.index)
    return len(text[:end].rstrip())


def siblings(doc, spot):
    """The entries of the mapping or list that ``spot`` is an entry of."""
    parent = spot.trail[:-1]
    node = doc.spots[parent].node
    assert isinstance(node, yaml.CollectionNode)
    steps = [
        str(one[0].value) if isinstance(one, tuple) else at for at, one in enumerate(node.value)
    ]
    return [doc.spots[*parent, step] for step in steps]


def replaced(doc, spot, new, told=""):
    """The value written anew."""
    start, end = int(spot.node.start_mark.index), end_of(doc.text, spot.node)
    old = doc.text[start:end]
    return Edit(doc.file, ((start, end, new),), told or f"{name_of(spot)}: {old} -> {new}")


def reworded(doc, spot, new):
    """A text replaced by another in the same quotes."""
    old = doc.text[spot.node.start_mark.index : end_of(doc.text, spot.node)]
    quote = old[0] if old[:1] in "\"'" else ""
    return replaced(doc, spot, f"{quote}{new}{quote}")


def key_renamed(doc, spot, new):
    """The key of a value written anew."""
    assert spot.key is not None
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    told = f"key {name_of(spot)} -> {new}"
    old = doc.text[start:end]
    quote = old[0] if old[0] in "\"'" else ""
    return Edit(doc.file, ((start, end, f"{quote}{new}{quote}"),), told)


def swapped(doc, one, other):
    """Two values in each other's place."""
    spans = [(int(s.node.start_mark.index), end_of(doc.text, s.node)) for s in (one, other)]
    texts = [doc.text[start:end] for start, end in spans]
    parts = ((*spans[0], texts[1]), (*spans[1], texts[0]))
    return Edit(doc.file, parts, f"{name_of(one)} <-> {name_of(other)}: {texts[0]}, {texts[1]}")


def joined(edits):
    """Several edits of one file as one."""
    listed = list(edits)
    parts = tuple(part for edit in listed for part in edit.parts)
    return Edit(listed[0].file, parts, "; ".join(edit.told for edit in listed))


def deleted(doc, spot):
    """An entry of a mapping or list taken out.

    Its line is the one where it stood, the one before, and the one where that begins which now
    lacks it.
    """
    family = siblings(doc, spot)
    at = next(i for i, other in enumerate(family) if other.trail == spot.trail)
    start, end = _whole(doc, spot)
    if spot.flow or _shares_line(doc, spot):
        if at + 1 < len(family):
            end = start_of(family[at + 1])
        elif at:
            start = end_of(doc.text, family[at - 1].node)
    stood = line_of(doc.text, start)
    owner = line_of(doc.text, int(doc.spots[spot.trail[:-1]].node.start_mark.index))
    told = f"without {name_of(spot)}: {_short(doc.text[start:end])}"
    return Edit(doc.file, ((start, end, ""),), told, frozenset({stood, max(stood - 1, 1), owner}))


def doubled(doc, spot):
    """An entry of a mapping or list written a second time behind itself."""
    told = f"twice {name_of(spot)}"
    end = end_of(doc.text, spot.node)
    if spot.flow:
        copy = doc.text[start_of(spot) : end]
        return Edit(doc.file, ((end, end, f", {copy}"),), told)
    start, whole = _whole(doc, spot)
    copy = doc.text[start:whole]
    if _shares_line(doc, spot):
        assert spot.key is not None
        copy = " " * spot.key.start_mark.column + doc.text[start_of(spot) : end] + "\n"
        whole = doc.text.find("\n", end) + 1
    first = line_of(doc.text, whole)
    lines = frozenset(range(first, first + copy.count("\n")))
    return Edit(doc.file, ((whole, whole, copy),), told, lines)


def _shares_line(doc, spot):
    """Tell whether the first key of a list's entry stands behind its dash."""
    if spot.key is None:
        return False
    start = start_of(spot)
    return bool(doc.text[doc.text.rfind("\n", 0, start) + 1 : start].strip())


def _whole(doc, spot):
    """The span of an entry: of whole lines, where it has lines to itself."""
    start, end = start_of(spot), end_of(doc.text, spot.node)
    if spot.flow or _shares_line(doc, spot):
        return start, end
    return doc.text.rfind("\n", 0, start) + 1, doc.text.find("\n", end) + 1


def name_of(spot):
    """The keys of a value in one word."""
    return ".".join(str(step) for step in spot.trail)


def _short(text):
    flat = " ".join(text.split())
    return flat if len(flat) <= 70 else flat[:67] + "..."
