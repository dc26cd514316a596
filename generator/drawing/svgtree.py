"""A drawing as the plain nodes that cairosvg's functions read: a mapping of attributes each.

cairosvg's own parser matches style sheets against every element; a linted drawing has none,
so this is all that is left of its work: tags, attributes, inheritance and children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import generator.drawing.offline  # noqa: F401 - loads cairosvg quickly

# isort: split
from cairosvg.parser import NOT_INHERITED_ATTRIBUTES
from lxml import etree

from generator.svg.lint import SVG_NS

_PREFIX = f"{{{SVG_NS}}}"
_PARSER = etree.XMLParser(
    resolve_entities=False,
    no_network=True,
    remove_comments=True,
    remove_pis=True,
    huge_tree=False,
)


class Node(dict[str, str]):
    """An element: its own and inherited attributes, with ``tag``, ``text`` and ``children``."""

    __slots__ = ("children", "image_height", "image_width", "parent", "tag", "text", "vertices")

    def __init__(self, tag: str, text: str, parent: Node | None) -> None:
        super().__init__()
        self.tag = tag
        self.text = text
        self.parent = parent
        self.children: list[Node] = []

    def get_href(self) -> None:
        """What the node refers to: nothing, in a linted drawing."""


def read(svg: str) -> Node:
    """The root node of a linted drawing.

    Raises:
        etree.XMLSyntaxError: the drawing is not XML.
    """
    return node_of(parsed(svg))


def parsed(svg: str) -> etree._Element:
    """The root element of a linted drawing, without comments; raises as :func:`read` does."""
    return etree.fromstring(svg.encode(), _PARSER)


def node_of(element: etree._Element, parts: Iterable[etree._Element] | None = None) -> Node:
    """The root node of a parsed drawing, with all its children or with these ``parts``."""
    return _node(element, None, {}, parts)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in drawing order."""
    yield node
    for child in node.children:
        yield from walk(child)


def _node(
    element: etree._Element,
    parent: Node | None,
    inherited: dict[str, str],
    parts: Iterable[etree._Element] | None = None,
) -> Node:
    node = Node(element.tag[len(_PREFIX) :], element.text or "", parent)
    node.update(inherited)
    node.update(element.items())
    if len(element):
        passed: dict[str, str] = node
        if not NOT_INHERITED_ATTRIBUTES.isdisjoint(node):
            passed = {k: v for k, v in node.items() if k not in NOT_INHERITED_ATTRIBUTES}
        inner = element if parts is None else parts
        node.children = [_node(child, node, passed) for child in inner]
    return node
