"""A YAML file as text with the place of every value, and edits of that text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class Spot:
    """A value of a file, as YAML has it and as plain data; where it and its key stand.

    ``flow`` tells whether it stands within braces, ``owner`` is the plain mapping or list around.
    """

    trail: tuple[str | int, ...]
    node: yaml.Node
    key: yaml.ScalarNode | None
    flow: bool
    plain: Any = None
    owner: Any = None

    @property
    def value(self):
        """The text of a scalar, as YAML reads it."""
        return str(self.node.value)

    @property
    def name(self):
        """The keys from the top in one word."""
        return ".".join(map(str, self.trail))

    @property
    def start(self):
        """Where it begins, its key included."""
        return int((self.key or self.node).start_mark.index)

    @property
    def is_number(self):
        """Tell whether it is a whole number."""
        return self.node.tag.endswith(":int")

    @property
    def is_text(self):
        """Tell whether it is a text."""
        return isinstance(self.node, yaml.ScalarNode) and self.node.tag.endswith(":str")

    @property
    def is_flow(self):
        """Tell whether it is a list within brackets, or a mapping within braces."""
        return isinstance(self.node, yaml.CollectionNode) and bool(self.node.flow_style)


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

    def at(self, places):
        """The values at some places, ``parts.*.count uses.*.count``, one place after the other.

        ``*`` is any key, ``**`` any number of them, ``what|track`` one or the other.
        """
        for place in places.split():
            pattern = place.split(".")
            yield from (spot for trail, spot in self.spots.items() if fits(trail, pattern))

    def span(self, spot):
        """Where a value begins and ends, its key left out."""
        return int(spot.node.start_mark.index), end_of(self.text, spot.node)

    def written(self, spot):
        """A value as it stands in the file."""
        start, end = self.span(spot)
        return self.text[start:end]


def fits(trail, pattern):
    """Tell whether the keys of a value fit a pattern."""
    if "**" in pattern:
        at = pattern.index("**")
        rest = len(trail) - (len(pattern) - at - 1)
        return (
            at <= rest and fits(trail[:at], pattern[:at]) and fits(trail[rest:], pattern[at + 1 :])
        )
    return len(trail) == len(pattern) and all(
        want == "*" or step in want.split("|") for step, want in zip(trail, pattern, strict=True)
    )


def read(path, game, file):
    """Read a file that is known to be sound."""
    text = path.read_text(encoding="utf-8")
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    data = yaml.load(text, Loader=yaml.CSafeLoader)
    spots = {spot.trail: spot for spot in _walk(Spot((), root, None, False, data))}
    return Document(game, file, text, data, spots)


def _walk(spot):
    yield spot
    flow = spot.flow or bool(getattr(spot.node, "flow_style", False))
    inner = []
    if isinstance(spot.node, yaml.MappingNode):
        pairs = zip(spot.node.value, spot.plain.values(), strict=True)
        inner = [(str(key.value), value, key, plain) for (key, value), plain in pairs]
    elif isinstance(spot.node, yaml.SequenceNode):
        pairs = enumerate(zip(spot.node.value, spot.plain, strict=True))
        inner = [(at, value, None, plain) for at, (value, plain) in pairs]
    for step, value, key, plain in inner:
        yield from _walk(Spot((*spot.trail, step), value, key, flow, plain, spot.plain))


def line_of(text, index):
    """The line (from 1) of a character."""
    return text.count("\n", 0, index) + 1


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
    steps = map(str, spot.owner) if isinstance(spot.owner, dict) else range(len(spot.owner))
    return [doc.spots[*parent, step] for step in steps]


def replaced(doc, spot, new):
    """The value written anew."""
    start, end = doc.span(spot)
    return Edit(doc.file, ((start, end, new),), f"{spot.name}: {doc.text[start:end]} -> {new}")


def reworded(doc, spot, new):
    """A text replaced by another in the same quotes."""
    return replaced(doc, spot, _quoted(doc.written(spot), new))


def key_renamed(doc, spot, new):
    """The key of a value written anew."""
    start, end = int(spot.key.start_mark.index), int(spot.key.end_mark.index)
    made = _quoted(doc.text[start:end], new)
    return Edit(doc.file, ((start, end, made),), f"key {spot.name} -> {new}")


def _quoted(old, new):
    quote = old[0] if old[:1] in ('"', "'") else ""
    return f"{quote}{new}{quote}"


def swapped(doc, one, other):
    """Two values in each other's place."""
    texts = [doc.written(one), doc.written(other)]
    parts = ((*doc.span(one), texts[1]), (*doc.span(other), texts[0]))
    return Edit(doc.file, parts, f"{one.name} <-> {other.name}: {texts[0]}, {texts[1]}")


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
            end = family[at + 1].start
        elif at:
            start = end_of(doc.text, family[at - 1].node)
    stood = line_of(doc.text, start)
    owner = line_of(doc.text, int(doc.spots[spot.trail[:-1]].node.start_mark.index))
    told = f"without {spot.name}: {_short(doc.text[start:end])}"
    return Edit(doc.file, ((start, end, ""),), told, frozenset({stood, max(stood - 1, 1), owner}))


def doubled(doc, spot):
    """An entry of a mapping or list written a second time behind itself."""
    told = f"twice {spot.name}"
    end = end_of(doc.text, spot.node)
    if spot.flow:
        copy = doc.text[spot.start : end]
        return Edit(doc.file, ((end, end, f", {copy}"),), told)
    start, whole = _whole(doc, spot)
    copy = doc.text[start:whole]
    if _shares_line(doc, spot):
        copy = " " * spot.key.start_mark.column + doc.text[spot.start : end] + "\n"
        whole = doc.text.find("\n", end) + 1
    first = line_of(doc.text, whole)
    lines = frozenset(range(first, first + copy.count("\n")))
    return Edit(doc.file, ((whole, whole, copy),), told, lines)


def _shares_line(doc, spot):
    """Tell whether the first key of a list's entry stands behind its dash."""
    before = doc.text[doc.text.rfind("\n", 0, spot.start) + 1 : spot.start]
    return spot.key is not None and bool(before.strip())


def _whole(doc, spot):
    """The span of an entry: of whole lines, where it has lines to itself."""
    start, end = spot.start, end_of(doc.text, spot.node)
    if spot.flow or _shares_line(doc, spot):
        return start, end
    return doc.text.rfind("\n", 0, start) + 1, doc.text.find("\n", end) + 1


def _short(text):
    flat = " ".join(text.split())
    return flat if len(flat) <= 70 else flat[:67] + "..."
