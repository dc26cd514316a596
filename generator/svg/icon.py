"""A foreign SVG made simple enough to be an icon.

Units become plain numbers, style sheets attributes, ``<use>`` what it shows, references of one
gradient to another its stops. What a drawing program keeps for itself is left out. What cannot be
said so is left in, for :mod:`generator.svg.lint` to refuse at its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import PathBuilder, parse_path
from lxml import etree

from generator.svg.inside import GRID, ViewBox, matrix_of, number_text, plain, scale_of, view_of
from generator.svg.lint import CURRENT, GEOMETRY, PAINTS, SVG_NS, Issue, lint, rgb
from generator.svg.style import (
    INHERITED,
    NEEDED,
    REFUSED,
    SKIPPED,
    Cascade,
    Gradients,
    IconError,
    Paint,
    fraction,
    is_harmless,
    local,
    reference_of,
    target,
)

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom."""
_STRAIGHT = frozenset(["moveTo", "lineTo", "closePath", "endPath"])


def shapes_of(root: etree._Element) -> Iterator[etree._Element]:
    """The shapes that a drawing shows, in drawing order."""
    for node in root.iter():
        above = node.getparent()
        if local(node) in GEOMETRY and (above is None or local(above) != "clipPath"):
            yield node


def bounds_of(node: etree._Element) -> Bounds | None:
    """The box around a shape, its stroke counted in; None where it cannot be told."""
    pen = BoundsPen(None)
    matrix = matrix_of(node)
    if not _draw(node, TransformPen(pen, matrix)) or pen.bounds is None:
        return None
    left, top, right, bottom = pen.bounds
    room = float(node.get("stroke-width", "1")) / 2 * scale_of(matrix) if node.get("stroke") else 0
    return left - room, top - room, right + room, bottom + room


def is_box(node: etree._Element) -> bool:
    """Tell whether a shape is a rectangle with upright sides and sharp corners."""
    record, box = RecordingPen(), bounds_of(node)
    if box is None or node.get("stroke") or node.get("rx") or node.get("ry"):
        return False
    _draw(node, TransformPen(record, matrix_of(node)))
    points = {(round(x, 3), round(y, 3)) for _, where in record.value for x, y in where}
    corners = {(round(x, 3), round(y, 3)) for x in box[::2] for y in box[1::2]}
    return points == corners and {step for step, _ in record.value} <= _STRAIGHT


def _draw(node: etree._Element, pen: TransformPen) -> bool:
    where = {name: node.get(name) for name in GEOMETRY[local(node)] if node.get(name)}
    builder = PathBuilder()
    try:
        builder.add_path_from_element(etree.Element(local(node), attrib=where))
        parse_path(builder.paths[-1], pen)
    except (ValueError, IndexError, TypeError, ArithmeticError):
        return False
    return True


MOST_ELEMENTS = 5_000
"""Most elements of a simplified drawing, with all that ``<use>`` repeats."""
MOST_DEPTH = 60
_SVG = f"{{{SVG_NS}}}"
_GROUPS = frozenset(["g", "a", "switch", "svg"])
_TRANSFORM_UNIT = re.compile(r"(?<=\d)(?:px|deg)")
_PLUS = re.compile(r"(?<![eE])\+")
_STROKES = (
    *("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
    *("stroke-dasharray", "stroke-dashoffset"),
)


@dataclass(frozen=True, slots=True)
class _IconContext:
    """What an element is drawn in: inherited properties, ``<use>`` around it, the depth."""

    inherited: Mapping[str, str]
    used: tuple[str, ...] = ()
    depth: int = 0


@dataclass
class _Simplifier:
    """One drawing while it is simplified."""

    root: etree._Element
    view: ViewBox
    most: int = MOST_ELEMENTS
    clips: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        self.cascade = Cascade(self.root)
        self.ids = {str(node.get("id")): node for node in self.root.iter() if node.get("id")}
        self.made = etree.Element(f"{_SVG}svg", nsmap={None: SVG_NS})
        self.made.sourceline = self.root.sourceline
        self.defs = etree.SubElement(self.made, f"{_SVG}defs")
        self.names = 0
        self.gradients = Gradients(self.ids, self.cascade, self.view, self.defs, self.name)

    def result(self) -> etree._Element:
        self.group(self.root, self.made, _IconContext(INHERITED))
        if not len(self.defs):
            self.made.remove(self.defs)
        return self.made

    def name(self) -> str:
        """A new id."""
        self.names += 1
        return f"p{self.names}"

    def element(self, node: etree._Element, into: etree._Element, context: _IconContext) -> None:
        """Draw a node into a group."""
        tag = local(node)
        if not tag or tag in SKIPPED or self.cascade.of(node).get("display") == "none":
            return
        self.count_element(context)
        if tag in GEOMETRY:
            self.shape(node, into, context)
        elif tag == "svg":
            self.viewport(node, node, into, context)
        elif tag in _GROUPS:
            self.group(node, into, context)
        elif tag == "use":
            self.use(node, into, context)
        else:
            self.refuse(node, into)

    def count_element(self, context: _IconContext) -> None:
        self.count += 1
        if self.count > self.most or context.depth > MOST_DEPTH:
            most = f"{self.most:,} parts, or nests over {MOST_DEPTH} deep"
            issue = "svg-too-large", f"the drawing has more than {most}", _SIMPLER, 1, ""
            raise IconError(Issue(*issue))

    def refuse(self, node: etree._Element, into: etree._Element) -> None:
        """Leave an element in that is not drawn, without what it holds."""
        etree.SubElement(into, str(node.tag)).sourceline = node.sourceline

    def group(
        self, node: etree._Element, into: etree._Element, context: _IconContext, moved: str = ""
    ) -> None:
        """Draw what a group holds; ``moved`` is a transform after its own."""
        of = self.cascade.of(node)
        inner = _inside(of, context)
        held = self.holder(node, of, into, moved)
        for child in node:
            self.element(child, held, inner)
        if held is not into and not len(held):
            into.remove(held)

    def holder(
        self, node: etree._Element, of: Mapping[str, str], into: etree._Element, moved: str = ""
    ) -> etree._Element:
        """The group to draw in: a new one if this one changes what it holds as a whole."""
        attributes = self.whole(node, of, moved)
        if not attributes:
            return into
        group = etree.SubElement(into, f"{_SVG}g", attrib=attributes)
        group.sourceline = node.sourceline
        return group

    def whole(self, node: etree._Element, of: Mapping[str, str], moved: str = "") -> dict[str, str]:
        """What an element does to all it draws: transform, opacity, clip, and what is refused."""
        found = {}
        transform = " ".join(filter(None, (_transform(of.get("transform", "")), moved)))
        if transform:
            found["transform"] = transform
        opacity = fraction(of.get("opacity", "1"))
        if opacity is None or opacity < 1:
            found["opacity"] = of["opacity"] if opacity is None else number_text(opacity)
        if of.get("clip-path", "none") != "none":
            found["clip-path"] = self.clip(of["clip-path"])
        found |= {k: of[k] for k in REFUSED if k in of and of[k] not in REFUSED[k]}
        found.pop("transform-origin" if "transform" not in found else "", None)
        tag = local(node)
        kept = (*GEOMETRY.get(tag, ()), *(("href",) if tag == "use" else ()))
        unknown = (str(name) for name in node.attrib if not is_harmless(str(name)))
        found |= {k: str(node.get(k)) for k in unknown if k not in kept and k != "style"}
        return found

    def shape(self, node: etree._Element, into: etree._Element, context: _IconContext) -> None:
        """Draw a shape, if anything of it is seen."""
        of = self.cascade.of(node)
        look = _inside(of, context).inherited
        if look["visibility"] in ("hidden", "collapse"):
            return
        geometry = self.geometry(local(node), of)
        paints = self.paints(look)
        unpainted = paints["fill"] == "none" and "stroke" not in paints
        if geometry is None or unpainted:
            return
        made = etree.SubElement(into, str(f"{_SVG}{local(node)}"), attrib=geometry)
        made.sourceline = node.sourceline
        for name, value in (paints | self.whole(node, of)).items():
            made.set(name, value)

    def geometry(self, tag: str, of: Mapping[str, str]) -> dict[str, str] | None:
        """Where a shape is, in plain numbers; None if it has no extent."""
        found = {name: of[name] for name in GEOMETRY[tag] if of.get(name) not in (None, "auto", "")}
        for name, value in tuple(found.items()):
            if name in ("d", "points"):
                found[name] = _PLUS.sub(" ", value).strip()
            else:
                found[name] = plain(value, self.view.hundred(name))
        none = ("", "0", "none")
        return None if any(found.get(k, "") in none for k in NEEDED.get(tag, ())) else found

    def paints(self, look: Mapping[str, str]) -> dict[str, str]:
        """How a shape is painted, as attributes; only ``fill`` is always there."""
        found: dict[str, str] = {}
        for name in ("fill", "stroke"):
            paint = self.gradients.paint(look[name], look["color"])
            opacity = _seen(paint, look[f"{name}-opacity"])
            if name == "stroke" and (paint.colour == "none" or opacity == "0"):
                return found
            found[name] = "none" if opacity == "0" else paint.colour
            if opacity not in ("1", "0"):
                found[f"{name}-opacity"] = opacity
            if name == "fill" and look["fill-rule"] != "nonzero" and found["fill"] != "none":
                found["fill-rule"] = look["fill-rule"]
        for name in _STROKES:
            value = look[name]
            if name in ("stroke-width", "stroke-dashoffset"):
                value = plain(value, self.view.hundred(name))
            if name == "stroke-dasharray":
                parts = value.replace(",", " ").split()
                value = " ".join(plain(part, self.view.hundred("r")) for part in parts)
            if value != INHERITED[name]:
                found[name] = value
        if found.get("stroke-width") == "0":
            return {k: v for k, v in found.items() if not k.startswith("stroke")}
        return found

    def use(self, node: etree._Element, into: etree._Element, context: _IconContext) -> None:
        """Draw what a ``<use>`` shows."""
        of = self.cascade.of(node)
        id_ = reference_of(node)
        shows = self.ids.get(id_)
        if shows is None or id_ in context.used:
            self.refuse(node, into)
            return
        moved = self.shift_of(of)
        inner = replace(_inside(of, context), used=(*context.used, id_))
        held = self.holder(node, of, into, moved)
        if local(shows) in ("symbol", "svg"):
            self.viewport(shows, node, held, inner)
        else:
            self.element(shows, held, inner)

    def shift_of(self, of: Mapping[str, str]) -> str:
        """How the properties ``x`` and ``y`` move what is drawn."""
        x, y = (plain(of.get(k, "0"), self.view.hundred(k)) for k in ("x", "y"))
        return "" if (x, y) == ("0", "0") else f"translate({x} {y})"

    def viewport(
        self,
        node: etree._Element,
        placed: etree._Element,
        into: etree._Element,
        context: _IconContext,
    ) -> None:
        """Draw a ``<symbol>`` or inner ``<svg>`` in the place that ``placed`` gives it."""
        of = self.cascade.of(placed)
        width, height = of.get("width", "100%"), of.get("height", "100%")
        place = view_of("", plain(width, self.view.width), plain(height, self.view.height))
        moved = ""
        if placed is node and place is not None:
            moved = self.shift_of(of)
        box = view_of(node.get("viewBox", ""), "", "")
        if box is not None and place is not None:
            moved = f"{moved} {fit_transform(box, place.width, place.height)}".strip()
        self.group(node, into, context, moved)

    def clip(self, text: str) -> str:
        """The reference to a clip, which is drawn when it is first asked for."""
        wanted = target(text)
        node = self.ids.get(wanted[0]) if wanted else None
        if wanted is None or node is None or local(node) != "clipPath":
            return text
        if wanted[0] not in self.clips:
            self.clips[wanted[0]] = self.name()
            made = etree.Element(f"{_SVG}clipPath", id=self.clips[wanted[0]])
            made.sourceline = node.sourceline
            if node.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
                made.set("clipPathUnits", str(node.get("clipPathUnits")))
            of = self.cascade.of(node)
            if of.get("clip-path", "none") != "none":
                made.set("clip-path", of["clip-path"])
            for child in node:
                self.add_clip(
                    child, made, _transform(of.get("transform", "")), _IconContext(INHERITED)
                )
            self.defs.append(made)
        return f"url(#{self.clips[wanted[0]]})"

    def add_clip(
        self, node: etree._Element, made: etree._Element, moved: str, context: _IconContext
    ) -> None:
        """Put a shape into a clip, without colours; what ``<use>`` shows takes its place."""
        tag, of = local(node), self.cascade.of(node)
        self.count_element(context)
        if tag in ("", "title", "desc", "metadata") or of.get("display") == "none":
            return
        moved = " ".join(filter(None, (moved, _transform(of.get("transform", "")))))
        inner = _inside(of, context)
        if tag == "use":
            id_ = reference_of(node)
            if id_ in self.ids and id_ not in context.used:
                inner = replace(inner, used=(*context.used, id_))
                self.add_clip(self.ids[id_], made, f"{moved} {self.shift_of(of)}".strip(), inner)
                return
        if tag not in GEOMETRY:
            self.refuse(node, made)
            return
        geometry = self.geometry(tag, of)
        if geometry is not None:
            shape = etree.SubElement(made, f"{_SVG}{tag}", attrib=geometry)
            shape.sourceline = node.sourceline
            if moved:
                shape.set("transform", moved)
            if of.get("clip-path", "none") != "none":
                shape.set("clip-path", of["clip-path"])
            if inner.inherited["clip-rule"] != "nonzero" and _has_holes(geometry.get("d", "")):
                shape.set("clip-rule", inner.inherited["clip-rule"])


def fit_transform(view: ViewBox, width: float, height: float) -> str:
    """The transform that brings a view into the middle of a box of ``width`` x ``height``."""
    scale = min(width / view.width, height / view.height)
    x = (width - view.width * scale) / 2 - view.x * scale
    y = (height - view.height * scale) / 2 - view.y * scale
    return f"translate({number_text(x)} {number_text(y)}) scale({number_text(scale)})"


def _inside(of: Mapping[str, str], context: _IconContext) -> _IconContext:
    """What is passed on to the inside of an element with the properties ``of``."""
    own = {k: v for k, v in of.items() if k in INHERITED and v != "inherit"}
    return replace(context, inherited={**context.inherited, **own}, depth=context.depth + 1)


def _transform(text: str) -> str:
    return "" if text in ("", "none") else _PLUS.sub(" ", _TRANSFORM_UNIT.sub("", text)).strip()


def _seen(paint: Paint, opacity: str) -> str:
    number = fraction(opacity)
    return opacity if number is None else number_text(paint.opacity * number)


def _has_holes(d: str) -> bool:
    return sum(one in "Mm" for one in d) > 1


_SATURATED = 0.12  # below this a colour looks grey (own choice)
_OVER = 0.01  # the part of its view by which a drawing may reach beyond it
_SIMPLER = "simplify it in the drawing program"
_HINTS = {
    "<text": "turn letters into paths in the drawing program (Inkscape: Path > Object to Path)",
    "<image": "trace the bitmap into paths, or draw it by `picture` in a template",
    "<use": "let the drawing program unlink its clones; what it refers to is not in the file",
}


def draw_on_grid(root: etree._Element) -> tuple[etree._Element, bool]:
    """Bring any drawing onto the grid, and tell whether it has colours of its own.

    Raises:
        IconError: it cannot be an icon; its issues say why.
    """
    simple, view = simplify(root)
    return _on_grid(simple, view, blank=next(shapes_of(root), None) is None)


def simplify(root: etree._Element, most: int = MOST_ELEMENTS) -> tuple[etree._Element, ViewBox]:
    """Any drawing made simple enough, and what is shown of it; ``most`` are its parts at most.

    Raises:
        IconError: it cannot be drawn right; its issues say why.
    """
    view = view_of(*(root.get(name, "") for name in ("viewBox", "width", "height")))
    if view is None:
        hint = 'write what it shows into the root element, such as viewBox="0 0 512 512"'
        message = "the drawing has neither a viewBox nor a width and height"
        raise IconError(Issue("icon-extent", message, hint, 1, ""))
    etree.strip_tags(root, etree.Comment, etree.PI, etree.Entity)
    simple = _Simplifier(root, view, most).result()
    issues = lint(simple, icon=True)
    if issues:
        raise IconError(*(replace(one, hint=_HINTS.get(one.token, one.hint)) for one in issues))
    return simple, view


def _on_grid(root: etree._Element, view: ViewBox, *, blank: bool) -> tuple[etree._Element, bool]:
    """Bring a simplified drawing onto the grid; one that is ``blank`` may show nothing."""
    shapes = [(node, bounds_of(node)) for node in shapes_of(root)]
    if not blank and not any(box is None or _meets(box, view) for _, box in shapes):
        message = "the icon shows nothing"
        hint = "draw inside of its viewBox, with a fill or a stroke that is seen"
        raise IconError(Issue("icon-empty", message, hint, 1, ""))
    background = _background(shapes, view)
    coloured = not _tone(root, background)
    overreaching = any(
        box is None or not _holds(_bounds_of(view, _OVER), box)
        for node, box in shapes
        if node is not background
    )
    if background is not None and not coloured and background.getparent() is not None:
        background.getparent().remove(background)
    made = etree.Element(f"{_SVG}svg", nsmap={None: SVG_NS})
    group = etree.SubElement(made, f"{_SVG}g", transform=fit_transform(view, GRID, GRID))
    group.extend([node for node in root if local(node) != "defs"])
    made[:0] = [node for node in root if local(node) == "defs"]
    if overreaching:
        _clip(made, group, view)
    return made, coloured


def _background(
    shapes: Sequence[tuple[etree._Element, Bounds | None]], view: ViewBox
) -> etree._Element | None:
    """The first shape, if it is an opaque box that fills the view and has others on it."""
    if len(shapes) < 2 or shapes[0][1] is None:
        return None
    node, box = shapes[0][0], shapes[0][1]
    fills = _holds(box, _bounds_of(view, -_OVER))
    opaque = node.get("fill-opacity") is None and node.get("opacity") is None
    return node if fills and opaque and is_box(node) else None


def _tone(root: etree._Element, background: etree._Element | None) -> bool:
    """Give a drawing without hues the colour of the text; tell whether it now asks for that.

    It is one if all that is painted, but for a ground behind it, has the same grey.
    """
    paints = [(node, name) for node, name in _paints(root) if node is not background]
    colours = {str(node.get(name)) for node, name in paints}
    if CURRENT in colours:
        return True
    if len(colours) != 1 or not _is_grey(next(iter(colours))):
        return False
    for node, name in paints:
        node.set(name, CURRENT)
    return True


def _paints(root: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    for node in root.iter():
        for name in PAINTS:
            value = node.get(name, "none")
            if value != "none" and not value.startswith("url("):
                yield node, name


def _is_grey(colour: str) -> bool:
    parsed = rgb(colour)
    return parsed is not None and max(parsed) - min(parsed) < _SATURATED


def _bounds_of(view: ViewBox, over: float = 0.0) -> Bounds:
    """A view as a box, grown by a part of its longer side."""
    room = over * max(view.width, view.height)
    right, bottom = view.x + view.width + room, view.y + view.height + room
    return view.x - room, view.y - room, right, bottom


def _holds(outer: Bounds, inner: Bounds) -> bool:
    left, top, right, bottom = outer
    return left <= inner[0] and top <= inner[1] and right >= inner[2] and bottom >= inner[3]


def _meets(box: Bounds, view: ViewBox) -> bool:
    left, top, right, bottom = _bounds_of(view)
    return box[2] >= left and box[0] <= right and box[3] >= top and box[1] <= bottom


def _clip(made: etree._Element, group: etree._Element, view: ViewBox) -> None:
    """Cut a drawing off at the edge of its view, as browsers do."""
    defs = etree.Element(f"{_SVG}defs")
    clip = etree.SubElement(defs, f"{_SVG}clipPath", id="view")
    sides = {"x": view.x, "y": view.y, "width": view.width, "height": view.height}
    etree.SubElement(clip, f"{_SVG}rect", attrib={k: number_text(v) for k, v in sides.items()})
    made.insert(0, defs)
    group.set("clip-path", "url(#view)")
