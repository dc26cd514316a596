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

from generator.drawing.cairo import cairocffi

# isort: split
from cairosvg.colors import color
from cairosvg.defs import gradient_or_pattern
from cairosvg.helpers import normalize, paint, size, transform
from cairosvg.surface import TAGS

from generator.design.face import OUTLINED
from generator.drawing.svgtree import SvgNode
from generator.svg.lint import GEOMETRY

_RULES = {"evenodd": cairocffi.FILL_RULE_EVEN_ODD, "nonzero": cairocffi.FILL_RULE_WINDING}

Call = tuple[str, tuple[Any, ...]]
"""A drawing call that was recorded: the method of a cairo context and its arguments."""
Special = Callable[["Painter", SvgNode], None]
"""Paints a node that is no shape: text, a picture."""
_ONLY_NAMED = frozenset(["defs", "linearGradient", "radialGradient", "clipPath"])
"""What draws nothing where it stands, in or out of ``defs``, but where something names it."""


class Painter:
    """Paints onto one cairo context; has the few attributes that cairosvg's functions read."""

    font_size = 1.0
    dpi = 96.0
    map_rgba = None

    def __init__(self, context: cairocffi.Context, root: SvgNode, special: Special) -> None:
        self.context = context
        self.special = special
        box = [float(number) for number in normalize(root["viewBox"]).split()]
        self.context_width, self.context_height = box[2], box[3]
        named = root.named.items()
        self.gradients = {name: node for name, node in named if node.tag.endswith("Gradient")}
        self.clips = {name: node for name, node in named if node.tag == "clipPath"}
        self.patterns: dict[str, SvgNode] = {}
        self.outlined = float(root[OUTLINED]) if OUTLINED in root else None

    def map_color(self, string: str | None, opacity: float = 1) -> Any:
        """The colour as cairosvg reads it."""
        return color(string, opacity)

    def paint(self, node: SvgNode) -> None:
        """Paint a node and what is in it.

        Raises:
            CairoError: cairo refuses something of it.
        """
        tag, context = node.tag, self.context
        if tag not in GEOMETRY and tag not in ("g", "svg"):
            if tag not in _ONLY_NAMED:
                self.special(self, node)
            return
        is_placed = "transform" in node or "clip-path" in node
        if is_placed:
            context.save()
            transform(self, node.get("transform"))
            self._clip(node.get("clip-path"))
        if tag in GEOMETRY:
            self._shape(node)
        else:
            self._group(node)
        if is_placed:
            context.restore()

    def _group(self, node: SvgNode) -> None:
        opacity = float(node.get("opacity", 1))
        if opacity < 1:
            self.context.push_group()
        for child in node.children:
            self.paint(child)
        if opacity < 1:
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(opacity)

    def _shape(self, node: SvgNode) -> None:
        get, context = node.get, self.context
        opacity = float(get("opacity", 1))
        fill, stroke = get("fill", "black"), get("stroke", "none")
        context.save()
        self._replay(node)
        if fill != "none":
            context.set_fill_rule(_RULES[get("fill-rule", "nonzero")])
            self._take_colour(node, fill, opacity * float(get("fill-opacity", 1)))
            context.fill_preserve()
        if stroke != "none":
            self._take_pen(get)
            self._take_colour(node, stroke, opacity * float(get("stroke-opacity", 1)))
            context.stroke()
        context.new_path()
        context.restore()

    def _take_colour(self, node: SvgNode, value: str, opacity: float) -> None:
        """Take a colour; a gradient that it names takes its place."""
        name, plain = paint(value)
        if not (name and gradient_or_pattern(self, node, name, opacity)):
            self.context.set_source_rgba(*color(plain, opacity))

    def _take_pen(self, get: Callable[[str], str | None]) -> None:
        """Take the pen of a stroke, from its attributes as they are written."""
        context = self.context
        words = normalize(get("stroke-dasharray") or "").split()
        lengths = [size(self, word) for word in words if word != "none"]
        lengths = lengths if any(lengths) else []
        context.set_line_width(size(self, get("stroke-width") or "1"))
        cap, join = get("stroke-linecap") or "butt", get("stroke-linejoin") or "miter"
        context.set_line_cap(getattr(cairocffi, f"LINE_CAP_{cap.upper()}"))
        context.set_line_join(getattr(cairocffi, f"LINE_JOIN_{join.upper()}"))
        context.set_miter_limit(float(get("stroke-miterlimit") or 4))
        context.set_dash(lengths, size(self, get("stroke-dashoffset")) if lengths else 0)

    def _clip(self, value: str | None) -> None:
        name = paint(value)[0]
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

    def trace(self, node: SvgNode) -> None:
        """Make the outline of a shape the path of the context."""
        self.context.new_path()
        self._replay(node)

    def _replay(self, node: SvgNode) -> None:
        for name, arguments in outline(node.tag, tuple(map(node.get, GEOMETRY[node.tag]))):
            getattr(self.context, name)(*arguments)


@lru_cache(maxsize=16_384)
def outline(tag: str, values: tuple[str | None, ...]) -> tuple[Call, ...]:
    """The cairo calls by which cairosvg draws the outline of a shape."""
    recorder = _CallRecorder()
    pairs = zip(GEOMETRY[tag], values, strict=True)
    node = SvgNode((name, value) for name, value in pairs if value is not None)
    node.tag, node.children = tag, ()
    TAGS[tag](recorder, node)
    return tuple(recorder.calls)


class _CallRecorder:
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
