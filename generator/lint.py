"""Refuse every drawing that cairosvg would silently draw wrong, or not at all.

cairosvg ignores what it does not know. Here the supported subset is written down as data,
and whatever is outside is an issue: filters, masks, blend modes, CSS, ``<use>``, foreign
units, ``hsl()`` and 8-digit colours, references to nothing, clips on clips, and so on.
Text must come from the functions ``text()`` and ``box()``, pictures from ``picture()``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from generator.colour import rgb

SVG_NS = "http://www.w3.org/2000/svg"
OURS = "data-trilith"
"""Attribute that marks elements written by the text and picture functions."""
MAX_DEPTH = 100
"""Deepest nesting of a drawing; cairosvg recurses once a level."""
MAX_ELEMENTS = 50_000
"""Most elements of one drawing."""

_PAINT = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-width"),
        *("stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
        *("stroke-dasharray", "stroke-dashoffset"),
    )
)
_SHAPE = _PAINT | {"id", "transform", "clip-path"}
_ALLOWED: Mapping[str, frozenset[str]] = {
    "svg": _PAINT | {"viewBox", "width", "height"},
    "g": _SHAPE,
    "path": _SHAPE | {"d"},
    "rect": _SHAPE | {"x", "y", "width", "height", "rx", "ry"},
    "circle": _SHAPE | {"cx", "cy", "r"},
    "ellipse": _SHAPE | {"cx", "cy", "rx", "ry"},
    "line": _SHAPE | {"x1", "y1", "x2", "y2"},
    "polyline": _SHAPE | {"points"},
    "polygon": _SHAPE | {"points"},
    "defs": frozenset(),
    "linearGradient": frozenset(
        ["id", "x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod"]
    ),
    "radialGradient": frozenset(
        ["id", "cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform", "spreadMethod"]
    ),
    "stop": frozenset(["offset", "stop-color", "stop-opacity"]),
    "clipPath": frozenset(["id"]),
}
_CLIP_SHAPES = frozenset(["path", "rect", "circle", "ellipse", "polygon"])

_TAG_HINTS: Mapping[str, str] = {
    "text": "write {{ text(x, y, ...) }} or {{ box(x, y, w, h, ...) }}",
    "tspan": "write {{ box(x, y, w, h, ...) }} with **bold** and *italic*",
    "image": "write {{ picture(path, x, y, w, h) }}",
    "use": "repeat the shape with a macro, or write {{ icon(name, x, y, size) }}",
    "style": "write presentation attributes: fill, stroke, ...",
    "filter": "draw the effect with shapes and gradients",
    "mask": "use a simple clipPath or a gradient with stop-opacity",
    "pattern": "repeat the shape in a {% for %} loop",
    "marker": "draw the arrow head as a path",
    "symbol": "repeat the shape with a macro",
}
_ATTRIBUTE_HINTS: Mapping[str, str] = {
    "style": "write each property as an attribute of its own",
    "class": "write presentation attributes: fill, stroke, ...",
    "filter": "draw the effect with shapes and gradients",
    "mask": "use a simple clipPath or a gradient with stop-opacity",
    "clip-rule": "draw the clip as a path without holes",
    "mix-blend-mode": "choose the colours as they should look",
    "paint-order": "draw the stroke as a shape of its own, underneath",
}
_NO_UNDOING = (
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("stroke-dasharray", "none"),
)
_UNITS = frozenset(["userSpaceOnUse", "objectBoundingBox"])
_WORDS: Mapping[str, frozenset[str]] = {
    "fill-rule": frozenset(["nonzero", "evenodd"]),
    "stroke-linecap": frozenset(["butt", "round", "square"]),
    "stroke-linejoin": frozenset(["miter", "round", "bevel"]),
    "gradientUnits": _UNITS,
    "spreadMethod": frozenset(["pad", "reflect", "repeat"]),
}
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_PLAIN = re.compile(rf"\s*{_NUMBER}\s*")
_PERCENT = re.compile(rf"\s*{_NUMBER}%?\s*")
_LIST = re.compile(rf"\s*(?:{_NUMBER}[\s,]*)*")
_PATH = re.compile(r"\s*[Mm](?:[eE]\+|[MmLlHhVvCcSsQqTtAaZz0-9eE\-.,\s])*")
_TRANSFORM = re.compile(
    rf"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\(\s*(?:{_NUMBER}[\s,]*)+\)[\s,]*)*"
)
_URL = re.compile(r"url\(#([^()'\"\s]+)\)")
_COLOURS = frozenset(["fill", "stroke", "stop-color"])
_FRACTIONS = frozenset(["opacity", "fill-opacity", "stroke-opacity", "stop-opacity"])
_LISTS = frozenset(["points", "stroke-dasharray", "viewBox"])


@dataclass(frozen=True, slots=True)
class Issue:
    """Something the drawing library cannot draw; ``token`` is what to look for in the source."""

    code: str
    message: str
    hint: str
    line: int
    token: str


def lint(root: etree._Element, *, icon: bool = False) -> list[Issue]:
    """All issues of a drawing; in an ``icon`` the colour ``currentColor`` is allowed."""
    walk = _Walk(icon)
    walk.element(root, None, 0)
    return walk.finish()


class _Walk:
    """One pass over a drawing, collecting issues, ids and references to them."""

    def __init__(self, icon: bool) -> None:
        self.icon = icon
        self.issues: list[Issue] = []
        self.ids: dict[str, str] = {}
        self.references: list[tuple[etree._Element, str, str]] = []
        self.count = 0

    def element(self, node: etree._Element, parent: etree._Element | None, depth: int) -> None:
        if not isinstance(node.tag, str):
            return
        self.count += 1
        if depth > MAX_DEPTH or self.count > MAX_ELEMENTS:
            if self.count <= MAX_ELEMENTS + 1:
                self.report(node, "svg-too-large", "the drawing is too deep or too large", "")
            self.count = MAX_ELEMENTS + 1
            return
        tag = node.tag.removeprefix(f"{{{SVG_NS}}}")
        if node.get(OURS):
            return
        allowed = _ALLOWED.get(tag)
        if allowed is None or (tag == "svg") != (parent is None):
            hint = _TAG_HINTS.get(tag, f"use one of: {', '.join(sorted(_ALLOWED))}")
            self.report(node, "svg-unsupported", f"<{tag}> is not drawn", hint, f"<{tag}")
            return
        self.nesting(node, tag, parent)
        for name, value in node.attrib.items():
            if name in allowed:
                self.attribute(node, tag, str(name), str(value))
            elif not (tag == "svg" and name.startswith("{")):
                hint = _ATTRIBUTE_HINTS.get(
                    str(name), f"<{tag}> may have: {', '.join(sorted(allowed))}"
                )
                message = f"the attribute {name} of <{tag}> is ignored"
                self.report(node, "svg-unsupported", message, hint, f"{name}=")
        self.stray_text(node, tag)
        for child in node:
            self.element(child, node, depth + 1)

    def nesting(self, node: etree._Element, tag: str, parent: etree._Element | None) -> None:
        above = parent.tag.removeprefix(f"{{{SVG_NS}}}") if parent is not None else ""
        if above == "clipPath" and tag not in _CLIP_SHAPES:
            hint = f"a clipPath may hold {', '.join(sorted(_CLIP_SHAPES))}"
            self.report(
                node, "svg-unsupported", f"<{tag}> in a clipPath is not drawn", hint, "<clipPath"
            )
        if above == "clipPath" and node.get("clip-path"):
            hint = "make one clip of the two, or clip two groups inside each other"
            self.report(node, "svg-unsupported", "a clip on a clip is ignored", hint, "<clipPath")
        if tag == "stop" and not above.endswith("Gradient"):
            self.report(node, "svg-unsupported", "<stop> belongs in a gradient", "", "<stop")
        for name, reset in _NO_UNDOING:
            if node.get(name) == reset and _inherited(node.getparent(), name) not in (None, reset):
                message = f"{name}={reset!r} does not undo the one of the group around it"
                hint = f"set {name} on each shape instead of on the group"
                self.report(node, "svg-unsupported", message, hint, f'{name}="{reset}"')

    def attribute(self, node: etree._Element, tag: str, name: str, value: str) -> None:
        if name == "id":
            if value in self.ids:
                self.report(node, "svg-reference", f"the id {value!r} stands twice", "", value)
            self.ids[value] = tag
        elif name in _COLOURS:
            self.colour(node, tag, name, value)
        elif name == "clip-path":
            self.reference(node, name, value)
        elif not _check_for(tag, name)(value):
            message = f'{name}="{value[:40]}" of <{tag}> is not understood'
            self.report(node, "svg-value", message, _value_hint(name), f"{name}=")

    def colour(self, node: etree._Element, tag: str, name: str, value: str) -> None:
        if value.startswith("url("):
            self.reference(node, name, value)
        elif value == "currentColor" and self.icon:
            return
        elif value not in ("none", "inherit") and rgb(value) is None:
            hint = 'write "#rrggbb"; for transparency add an opacity attribute'
            message = f'{name}="{value[:40]}" of <{tag}> is not a colour that is drawn right'
            self.report(node, "svg-colour", message, hint, f"{name}=")

    def reference(self, node: etree._Element, name: str, value: str) -> None:
        match = _URL.fullmatch(value.strip())
        if match:
            self.references.append((node, name, match[1]))
        else:
            message = f'{name}="{value[:40]}" is not a reference'
            self.report(node, "svg-reference", message, f'write {name}="url(#id)"', f"{name}=")

    def stray_text(self, node: etree._Element, tag: str) -> None:
        texts = [node.text, *(child.tail for child in node)]
        stray = next((text.strip() for text in texts if text and text.strip()), "")
        if stray:
            message = f"the text {stray[:40]!r} in <{tag}> is not drawn"
            self.report(node, "svg-unsupported", message, _TAG_HINTS["text"], stray[:20])

    def finish(self) -> list[Issue]:
        for node, name, target in self.references:
            kind = self.ids.get(target)
            wanted = "a clipPath" if name == "clip-path" else "a gradient"
            fits = kind == "clipPath" if name == "clip-path" else (kind or "").endswith("Gradient")
            if not fits:
                found = f"is a <{kind}>" if kind else "does not exist"
                message = f'{name}="url(#{target})" needs {wanted}; #{target} {found}'
                self.report(node, "svg-reference", message, "define it in <defs>", f"{name}=")
            elif name != "clip-path" and node.tag == f"{{{SVG_NS}}}line":
                self.line_gradient(node, name)
        return self.issues

    def line_gradient(self, node: etree._Element, name: str) -> None:
        message = f"a gradient as {name} of a <line> is not drawn: a line has no area"
        self.report(node, "svg-unsupported", message, "draw the line as a thin <rect>", "<line")

    def report(
        self, node: etree._Element, code: str, message: str, hint: str, token: str = ""
    ) -> None:
        self.issues.append(Issue(code, message, hint, node.sourceline or 1, token))


def _inherited(node: etree._Element | None, name: str) -> str | None:
    while node is not None:
        value = node.get(name)
        if value is not None:
            return str(value)
        node = node.getparent()
    return None


def _check_for(tag: str, name: str) -> Callable[[str], bool]:
    if name in _WORDS:
        return _WORDS[name].__contains__
    if name == "d":
        return lambda value: bool(_PATH.fullmatch(value))
    if name in ("transform", "gradientTransform"):
        return lambda value: bool(_TRANSFORM.fullmatch(value))
    if name in _LISTS:
        return lambda value: bool(_LIST.fullmatch(value)) or value == "none"
    if name in _FRACTIONS:
        return _is_fraction
    if tag.endswith("Gradient") or tag == "stop":
        return lambda value: bool(_PERCENT.fullmatch(value))
    return lambda value: bool(_PLAIN.fullmatch(value)) or (tag == "svg" and name in _SIZES)


_SIZES = ("width", "height")


def _is_fraction(value: str) -> bool:
    return bool(_PLAIN.fullmatch(value)) and 0 <= float(value) <= 1


def _value_hint(name: str) -> str:
    if name in _WORDS:
        return f"allowed: {', '.join(sorted(_WORDS[name]))}"
    if name in _FRACTIONS:
        return "write a number from 0 to 1"
    if name == "d":
        return "a path starts with M and holds path letters and numbers"
    if name in ("transform", "gradientTransform"):
        return "write translate(), scale(), rotate(), skewX(), skewY() or matrix() with numbers"
    return "write a plain number; the unit is the millimetre"


def elements(root: etree._Element) -> Iterator[etree._Element]:
    """All elements of a drawing in drawing order."""
    return (node for node in root.iter() if isinstance(node.tag, str))
