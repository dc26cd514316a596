"""A drawing as the plain nodes that cairosvg's functions read: a mapping of attributes each.

cairosvg's own parser matches style sheets against every element; a linted drawing has none,
so this is all that is left of its work: tags, attributes, inheritance and children.
"""

from __future__ import annotations

from collections.abc import Iterator

import generator.drawing.cairo  # noqa: F401 - else cairosvg loads it from where one stands

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


class SvgNode(dict[str, str]):
    """An element: its own and inherited attributes, with ``tag``, ``text`` and ``children``."""

    __slots__ = ("children", "image_height", "image_width", "parent", "tag", "text", "vertices")

    def __init__(self, tag: str, text: str, parent: SvgNode | None) -> None:
        super().__init__()
        self.tag = tag
        self.text = text
        self.parent = parent
        self.children: list[SvgNode] = []

    def get_href(self) -> None:
        """What the node refers to: nothing, in a linted drawing."""


def read(svg: str) -> SvgNode:
    """The root node of a linted drawing.

    Raises:
        etree.XMLSyntaxError: the drawing is not XML.
    """
    return _node(etree.fromstring(svg.encode(), _PARSER), None, {})


def walk(node: SvgNode) -> Iterator[SvgNode]:
    """A node and all below it, in drawing order."""
    yield node
    for child in node.children:
        yield from walk(child)


def _node(element: etree._Element, parent: SvgNode | None, inherited: dict[str, str]) -> SvgNode:
    node = SvgNode(element.tag[len(_PREFIX) :], element.text or "", parent)
    node.update(inherited)
    node.update(element.items())
    if len(element):
        passed: dict[str, str] = node
        if not NOT_INHERITED_ATTRIBUTES.isdisjoint(node):
            passed = {k: v for k, v in node.items() if k not in NOT_INHERITED_ATTRIBUTES}
        node.children = [_node(child, node, passed) for child in element]
    return node
