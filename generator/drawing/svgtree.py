"""A drawing as the plain nodes that cairosvg's functions read: a mapping of attributes each.

cairosvg's own parser matches style sheets against every element; a linted drawing has none,
so this is all that is left of its work: tags, attributes, inheritance and children.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import generator.drawing.cairo  # noqa: F401 - else cairosvg loads it from where one stands

# isort: split
from cairosvg.parser import NOT_INHERITED_ATTRIBUTES
from lxml import etree

from generator.svg.lint import SVG_NS

_PREFIX = len(f"{{{SVG_NS}}}")
_PARSER = etree.XMLParser(
    resolve_entities=False,
    no_network=True,
    remove_comments=True,
    remove_pis=True,
    huge_tree=False,
)


class SvgNode(dict[str, str]):
    """An element: its own and inherited attributes, with ``tag``, ``text`` and ``children``.

    The root of a drawing has all nodes with an id as ``named``.
    """

    __slots__ = ("children", "image_height", "image_width", "named", "tag", "text", "vertices")

    tag: str
    text: str
    children: Sequence[SvgNode]
    named: Mapping[str, SvgNode]

    def get_href(self) -> None:
        """What the node refers to: nothing, in a linted drawing."""


def read(svg: str) -> SvgNode:
    """The root node of a linted drawing.

    Raises:
        etree.XMLSyntaxError: the drawing is not XML.
    """
    named: dict[str, SvgNode] = {}
    root = _node(etree.fromstring(svg.encode(), _PARSER), {}, named)
    root.named = named
    return root


def walk(node: SvgNode, *above: SvgNode) -> Iterator[tuple[SvgNode, ...]]:
    """A node and all below it, in drawing order, each after those that it stands in."""
    yield (*above, node)
    for child in node.children:
        yield from walk(child, *above, node)


def _node(element: etree._Element, inherited: dict[str, str], named: dict[str, SvgNode]) -> SvgNode:
    node = SvgNode(inherited)
    node.update(element.items())
    if "id" in node:
        named[node["id"]] = node
    node.tag, node.text, node.children = element.tag[_PREFIX:], element.text or "", ()
    if len(element):
        passed: dict[str, str] = node
        if not NOT_INHERITED_ATTRIBUTES.isdisjoint(node):
            passed = {k: v for k, v in node.items() if k not in NOT_INHERITED_ATTRIBUTES}
        node.children = [_node(child, passed, named) for child in element]
    return node
