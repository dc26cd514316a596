"""Paint linted drawings with cairosvg's shapes, paths, gradients and transforms.

cairosvg's ``Surface.draw`` does much for every node that a linted drawing never needs. Here
its building blocks are called directly; a path that was read before is replayed. Results are
the same, which a test compares; where cairosvg is not the tested version, the stock
``Surface`` draws instead (:mod:`generator.drawing.surface`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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

CAIRO: Any = cairocffi.cairo
"""The functions of cairo itself, each of which takes the pointer of a context first."""
Call = tuple[str, tuple[Any, ...]]
"""A drawing call that was recorded: the method of a cairo context and its arguments."""
Step = tuple[Callable[..., None], tuple[Any, ...]]
"""A function of cairo, and what it is given after the context."""
NamedStep = tuple[Callable[..., None] | None, tuple[Any, ...]]
"""A step, or without a function the name and opacity of a gradient, which a drawing knows."""
Special = Callable[["Painter", SvgNode], bool]
"""Paints a node of its own kind (text, a picture); False if it is none of its own."""


_ONLY_NAMED = frozenset(["defs", "linearGradient", "radialGradient", "clipPath"])
"""What draws nothing where it stands, in or out of ``defs``, but where something names it."""


class Painter:
    """Paints onto one cairo context; has the few attributes that cairosvg's functions read.

    Most steps are given to cairo itself, which keeps the first error of a context: it is asked
    for once a drawing, not once a step.
    """

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
        self._node(node)
        self.context._check_status()

    def _node(self, node: SvgNode) -> None:
        tag, pointer = node.tag, self.context._pointer
        if tag not in GEOMETRY and tag not in ("g", "svg"):
            if tag not in _ONLY_NAMED:
                self.special(self, node)
            return
        is_placed = "transform" in node or "clip-path" in node
        if is_placed:
            CAIRO.cairo_save(pointer)
            self._place(node)
        if tag in GEOMETRY:
            self._shape(node)
        else:
            self._group(node)
        if is_placed:
            CAIRO.cairo_restore(pointer)

    def _group(self, node: SvgNode) -> None:
        pointer, opacity = self.context._pointer, float(node.get("opacity", 1))
        if opacity < 1:
            CAIRO.cairo_push_group(pointer)
        for child in node.children:
            self._node(child)
        if opacity < 1:
            CAIRO.cairo_pop_group_to_source(pointer)
            CAIRO.cairo_paint_with_alpha(pointer, opacity)

    def _shape(self, node: SvgNode) -> None:
        pointer = self.context._pointer
        for step, arguments in shape(node.tag, tuple(node.items())):
            if step is None:
                gradient_or_pattern(self, node, *arguments)
            else:
                step(pointer, *arguments)

    def _place(self, node: SvgNode) -> None:
        """Move to where a node is drawn, and clip to what is seen of it."""
        text, name = node.get("transform"), node.get("clip-path")
        if text:
            matrix = matrix_of(text)
            if matrix is None:
                transform(self, text)  # nothing is to be seen
            else:
                CAIRO.cairo_transform(self.context._pointer, matrix._pointer)
        if name:
            self._clip(name)

    def _clip(self, value: str) -> None:
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
        CAIRO.cairo_new_path(self.context._pointer)
        self._replay(node)

    def _replay(self, node: SvgNode) -> None:
        pointer = self.context._pointer
        for step, arguments in steps(node.tag, tuple(map(node.get, GEOMETRY[node.tag]))):
            step(pointer, *arguments)


@lru_cache(maxsize=16_384)
def shape(tag: str, attributes: tuple[tuple[str, str], ...]) -> tuple[NamedStep, ...]:
    """The steps that draw a shape with these attributes where one stands."""
    get = dict(attributes).get
    opacity = float(get("opacity", 1))
    fill, stroke = get("fill", "black"), get("stroke", "none")
    found: list[NamedStep] = [(CAIRO.cairo_save, ())]
    found += steps(tag, tuple(map(get, GEOMETRY[tag])))
    if fill != "none":
        found.append((CAIRO.cairo_set_fill_rule, (_RULES[get("fill-rule", "nonzero")],)))
        found += source(fill, opacity * float(get("fill-opacity", 1)))
        found.append((CAIRO.cairo_fill_preserve, ()))
    if stroke != "none":
        found += pen(get)
        found += source(stroke, opacity * float(get("stroke-opacity", 1)))
        found.append((CAIRO.cairo_stroke, ()))
    return (*found, (CAIRO.cairo_new_path, ()), (CAIRO.cairo_restore, ()))


def source(value: str, opacity: float) -> Iterator[NamedStep]:
    """The steps that set a colour; a gradient that it names takes its place."""
    name, plain = paint(value)
    yield CAIRO.cairo_set_source_rgba, color(plain, opacity)
    if name is not None:
        yield None, (name, opacity)


@lru_cache(maxsize=4096)
def matrix_of(text: str) -> cairocffi.Matrix | None:
    """The matrix that cairosvg makes of a transform; None where it leaves nothing to be seen."""
    recorder = _CallRecorder()
    transform(recorder, text)
    return recorder.calls[0][1][0] if len(recorder.calls) == 1 else None


def pen(get: Callable[[str], str | None]) -> Iterator[Step]:
    """The steps that set the pen of a stroke, from its attributes as they are written."""
    words = normalize(get("stroke-dasharray") or "").split()
    lengths = [size(_PLAIN, word) for word in words if word != "none"]
    lengths = lengths if any(lengths) else []
    start = size(_PLAIN, get("stroke-dashoffset")) if lengths else 0
    yield CAIRO.cairo_set_line_width, (size(_PLAIN, get("stroke-width") or "1"),)
    yield CAIRO.cairo_set_line_cap, (_CAPS[get("stroke-linecap") or "butt"],)
    yield CAIRO.cairo_set_line_join, (_JOINS[get("stroke-linejoin") or "miter"],)
    yield CAIRO.cairo_set_miter_limit, (float(get("stroke-miterlimit") or 4),)
    dashes = cairocffi.ffi.new("double[]", lengths)
    yield CAIRO.cairo_set_dash, (dashes, len(lengths), start)


@lru_cache(maxsize=16_384)
def steps(tag: str, values: tuple[str | None, ...]) -> tuple[Step, ...]:
    """The outline of a shape as cairo's own functions."""
    return tuple(
        (getattr(CAIRO, f"cairo_{name}"), arguments) for name, arguments in outline(tag, values)
    )


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


_PLAIN = _CallRecorder()  # what plain numbers are measured against, which is nothing
