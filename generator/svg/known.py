"""Drawings told to be right by their tags: a tag that was linted once need not be linted again.

Most tags of a card stand letter for letter on the card before it. What lint says of a tag depends
on its text and on little around it: whether it is in a clip or a gradient, the ids of the drawing,
and how deep it lies. That is looked at each time. What is not known to be right is left to
:func:`generator.svg.lint.lint`; nothing is reported here.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from lxml import etree

from generator.svg.lint import MAX_DEPTH, MAX_ELEMENTS, OURS, Ids, References, alone, fits, undoes
from generator.svg.rules import ALLOWED

MOST_TAGS = 16_384
"""Tags that a process remembers, some hundred bytes each."""
_AROUND = frozenset(["clipPath", "linearGradient", "radialGradient"])
_CLOSING = frozenset(f"/{tag}>" for tag in [*ALLOWED, "text"])


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag that is right, and how much deeper it leads.

    ``around`` is what those inside are in, if it makes a difference to them.
    """

    deeper: int
    around: str = ""
    ids: Ids = field(default_factory=dict)
    references: References = ()


_LEAF, _TEXT, _CLOSED = _Tag(0), _Tag(1, "text"), _Tag(-1)
_KNOWN: dict[tuple[str, str], _Tag] = {}
"""Tags that are right by what they are in, and their text up to the next tag."""


def is_right(source: str, root: etree._Element, ours: Container[str]) -> bool:
    """Tell that lint finds nothing in the drawing ``root``, read from ``source``.

    ``ours`` are as for :func:`generator.svg.lint.lint`. False where it may find something.
    """
    tags = source.split("<")[1:]
    return len(tags) <= MAX_ELEMENTS and _Drawing(root, ours).is_right(tags)


@dataclass(slots=True)
class _Drawing:
    """What is known of a drawing while its tags are gone through."""

    root: etree._Element
    ours: Container[str]
    ids: dict[str, str] = field(default_factory=dict)
    references: list[tuple[str, str]] = field(default_factory=list)
    nodes: list[etree._Element] = field(default_factory=list)

    def is_right(self, tags: list[str]) -> bool:
        number, inside = 0, ["nothing"]
        for text in tags:
            tag = _KNOWN.get((inside[-1], text)) or self.looked_at(text, number, inside[-1])
            if tag is None:
                return False
            if tag is _LEAF:
                number += 1
                continue
            if tag.deeper < 0:
                inside.pop()
                continue
            number += 1
            if tag.deeper:
                inside.append(tag.around)
            if len(inside) > MAX_DEPTH or (tag.ids and not self.ids.keys().isdisjoint(tag.ids)):
                return False
            self.ids.update(tag.ids)
            self.references.extend(tag.references)
        return all(fits(name, self.ids.get(target, "")) for name, target in self.references)

    def looked_at(self, text: str, number: int, around: str) -> _Tag | None:
        """The tag that begins the element of that number; None where it may be wrong."""
        if text[0] == "/":
            return _learnt(around, text, _CLOSED) if text.rstrip() in _CLOSING else None
        if text[0] in "!?" or around == "text":
            return None
        if OURS in text:
            return self.written(text)
        self.nodes = self.nodes or list(self.root.iter())
        node = self.nodes[number]
        found = alone(node)
        if found is None or _is_text(node.text) or _is_text(node.tail):
            return None
        if text.rstrip().endswith("/>"):
            tag = _Tag(0, "", *found) if any(found) else _LEAF
        else:
            name = str(node.tag).rpartition("}")[2]
            tag = _Tag(1, name if name in _AROUND else "", *found)
        return tag if undoes(node) else _learnt(around, text, tag)

    def written(self, text: str) -> _Tag | None:
        """The tag of a text or picture that was written for this drawing."""
        if f"<{text}" in self.ours:
            return _TEXT
        bare = text.rstrip()
        return _LEAF if bare.endswith("/>") and f"<{bare[:-2]}>" in self.ours else None


def _learnt(around: str, text: str, tag: _Tag) -> _Tag:
    if len(_KNOWN) >= MOST_TAGS:
        _KNOWN.clear()
    _KNOWN[around, text] = tag
    return tag


def _is_text(text: str | None) -> bool:
    return bool(text) and not str(text).isspace()
