"""Paint linted drawings with cairosvg's shapes, paths, gradients and transforms.

cairosvg's ``Surface.draw`` does much for every node that a linted drawing never needs. Here
its building blocks are called directly; a path that was read before is replayed. Results are
the same, which a test compares; where cairosvg is not the tested version, the stock
``Surface`` draws instead (:mod:`generator.drawing.surface`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cairocffi
from cairosvg.colors import color
from cairosvg.defs import gradient_or_pattern
from cairosvg.helpers import normalize, paint, size, transform
from cairosvg.surface import TAGS

from generator.design.face import OUTLINED
from generator.drawing.svgtree import Node, walk

SHAPES = frozenset(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"])
_GEOMETRY = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_CAPS = {
    "butt": cairocffi.LINE_CAP_BUTT,
    "round": cairocffi.LINE_CAP_ROUND,
    "square": cairocffi.LINE_CAP_SQUARE,
}
_JOINS = {
    "miter": cairocffi.LINE_JOIN_MITER,
    "round": cairocffi.LINE_JOIN_ROUND,
    "bevel": cairocffi.LINE_JOIN_BEVEL,
}
_RULES = {"evenodd": cairocffi.FILL_RULE_EVEN_ODD, "nonzero": cairocffi.FILL_RULE_WINDING}

Call = tuple[str, tuple[float, ...]]
"""A drawing call that was recorded: the method of a cairo context and its arguments."""
Special = Callable[["Painter", Node], bool]
"""Paints a node of its own kind (text, a picture); False if it is none of its own."""


_ONLY_NAMED = frozenset(["defs", "linearGradient", "radialGradient", "clipPath"])
"""What draws nothing where it stands, in or out of ``defs``, but where something names it."""


class Painter:
    """Paints onto one cairo context; has the few attributes that cairosvg's functions read."""

    font_size = 1.0
    dpi = 96.0
    map_rgba = None

    def __init__(self, context: cairocffi.Context, root: Node, special: Special) -> None:
        self.context = context
        self.special = special
        box = [float(number) for number in normalize(root["viewBox"]).split()]
        self.context_width, self.context_height = box[2], box[3]
        marked = [node for node in walk(root) if "id" in node]
        self.gradients = {node["id"]: node for node in marked if node.tag.endswith("Gradient")}
        self.clips = {node["id"]: node for node in marked if node.tag == "clipPath"}
        self.patterns: dict[str, Node] = {}
        self.outlined = float(root[OUTLINED]) if OUTLINED in root else None

    def map_color(self, string: str | None, opacity: float = 1) -> Any:
        """The colour as cairosvg reads it."""
        return color(string, opacity)

    def paint(self, node: Node) -> None:
        """Paint a node and what is in it."""
        if node.tag in SHAPES:
            self._shape(node)
        elif node.tag in ("g", "svg"):
            self._group(node)
        elif node.tag not in _ONLY_NAMED:
            self.special(self, node)

    def _group(self, node: Node) -> None:
        context, opacity = self.context, float(node.get("opacity", 1))
        context.save()
        transform(self, node.get("transform"))
        self._clip(node)
        if opacity < 1:
            context.push_group()
        for child in node.children:
            self.paint(child)
        if opacity < 1:
            context.pop_group_to_source()
            context.paint_with_alpha(opacity)
        context.restore()

    def _shape(self, node: Node) -> None:
        context, opacity = self.context, float(node.get("opacity", 1))
        fill, stroke = node.get("fill", "black"), node.get("stroke", "none")
        context.save()
        transform(self, node.get("transform"))
        self._clip(node)
        self.trace(node)
        if fill != "none":
            context.set_fill_rule(_RULES[node.get("fill-rule", "nonzero")])
            self._colour(node, fill, opacity * float(node.get("fill-opacity", 1)))
            context.fill_preserve()
        if stroke != "none":
            self._pen(node)
            self._colour(node, stroke, opacity * float(node.get("stroke-opacity", 1)))
            context.stroke()
        context.new_path()
        context.restore()

    def _clip(self, node: Node) -> None:
        name = paint(node.get("clip-path"))[0]
        if name is None:
            return
        context = self.context
        context.new_path()
        for child in self.clips[name].children:
            context.save()
            transform(self, child.get("transform"))
            self._replay(child)
            context.restore()
        context.set_fill_rule(_RULES["nonzero"])
        context.clip()

    def trace(self, node: Node) -> None:
        """Make the outline of a shape the path of the context."""
        self.context.new_path()
        self._replay(node)

    def _replay(self, node: Node) -> None:
        values = tuple(node.get(name) for name in _GEOMETRY[node.tag])
        for name, arguments in outline(node.tag, values):
            getattr(self.context, name)(*arguments)

    def _colour(self, node: Node, value: str, opacity: float) -> None:
        name, plain = paint(value)
        if not gradient_or_pattern(self, node, name, opacity):
            self.context.set_source_rgba(*color(plain, opacity))

    def _pen(self, node: Node) -> None:
        context = self.context
        context.set_line_width(size(self, node.get("stroke-width", "1")))
        context.set_line_cap(_CAPS[node.get("stroke-linecap", "butt")])
        context.set_line_join(_JOINS[node.get("stroke-linejoin", "miter")])
        context.set_miter_limit(float(node.get("stroke-miterlimit", 4)))
        words = normalize(node.get("stroke-dasharray", "")).split()
        dashes = [size(self, word) for word in words if word != "none"]
        offset = size(self, node.get("stroke-dashoffset")) if any(dashes) else 0
        context.set_dash(dashes if any(dashes) else [], offset)


@lru_cache(maxsize=16_384)
def outline(tag: str, values: tuple[str | None, ...]) -> tuple[Call, ...]:
    """The cairo calls by which cairosvg draws the outline of a shape."""
    recorder = _Recorder()
    node = Node(tag, "", None)
    for name, value in zip(_GEOMETRY[tag], values, strict=True):
        if value is not None:
            node[name] = value
    TAGS[tag](recorder, node)
    return tuple(recorder.calls)


class _Recorder:
    """Stands in for a surface and its context, and notes what is asked of it."""

    font_size = 1.0
    dpi = 96.0
    context_width = context_height = 1.0

    def __init__(self) -> None:
        self.context = self
        self.calls: list[Call] = []

    def has_current_point(self) -> bool:
        return False

    def new_path(self) -> None:
        """Forgotten: it would take away the shapes before it in a clip."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.calls.append((name, arguments))
