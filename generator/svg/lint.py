"""What SVG is drawn right: elements, attributes and colours; and the lint that refuses the rest.

cairosvg ignores what it does not know. Here the supported subset is written down as data,
and whatever is outside is an issue: filters, masks, blend modes, CSS, ``<use>``, foreign
units, ``hsl()`` and 8-digit colours, references to nothing, clips on clips, and so on.
Text must come from the functions ``text()`` and ``box()``, pictures from ``picture()``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree
from markupsafe import escape

_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

NAMES: Mapping[str, str] = {
    **{"black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff"},
    **{"maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff"},
    **{"green": "#008000", "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00"},
    **{"navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff"},
}
"""The colour names that may be written, the sixteen of HTML 4; others as #rrggbb."""

SMALL_TEXT_RATIO = 4.5
"""Least contrast of text on its ground (WCAG 2.2, success criterion 1.4.3)."""
LARGE_TEXT_RATIO = 3.0
"""Least contrast of large text: 18 pt, or 14 pt bold (WCAG 2.2, 1.4.3)."""


@lru_cache(maxsize=4096)
def rgb(colour: str) -> tuple[float, float, float] | None:
    """Red, green, blue (0 to 1) of ``#rgb``, ``#rrggbb`` or one of :data:`NAMES`; else None."""
    text = colour.strip().lower()
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
        return red, green, blue
    return rgb(NAMES[text]) if text in NAMES else None


def linear(colour: Sequence[float]) -> list[float]:
    """The light of the parts of an sRGB colour, 0 to 1 (IEC 61966-2-1)."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance of an sRGB colour, 0 (black) to 1 (white); WCAG 2.2's definition."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float | None:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2), or None if one is not a plain colour."""
    first, second = rgb(one), rgb(other)
    if first is None or second is None:
        return None
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def least_contrast(size: float, weight: int) -> float:
    """The contrast that text of ``size`` pt and ``weight`` needs."""
    large = size >= 18 or (size >= 14 and weight >= 700)
    return LARGE_TEXT_RATIO if large else SMALL_TEXT_RATIO


@dataclass(frozen=True, slots=True)
class Faint:
    """A text of ``size`` pt whose contrast with its ground is below the ``least`` it needs."""

    text: str
    fill: str
    size: float
    ratio: float
    least: float


def grey_of(colour: str) -> str:
    """The grey of the same lightness, as ``#rrggbb``; anything but a colour is returned as is."""
    parsed = rgb(colour)
    if parsed is None:
        return colour
    return grey(level(parsed))


def level(colour: Sequence[float]) -> float:
    """The grey, 0 (black) to 1 (white), of the same luminance, so that contrast stays as it is."""
    linear = luminance(colour)
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def grey(level: float) -> str:
    """A level of grey, 0 to 1, as ``#rrggbb``."""
    return "#" + f"{round(level * 255):02x}" * 3


_PAINT = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-width"),
        *("stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
        *("stroke-dasharray", "stroke-dashoffset"),
    )
)
GEOMETRY: Mapping[str, tuple[str, ...]] = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
"""The shapes, with the attributes that say where they are."""
_SHAPE = _PAINT | {"id", "transform", "clip-path"}
ALLOWED: Mapping[str, frozenset[str]] = {
    "svg": _PAINT | {"viewBox", "width", "height"},
    "g": _SHAPE,
    **{tag: _SHAPE | {*names} for tag, names in GEOMETRY.items()},
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
"""The elements that may be written, with the attributes that each may have."""
CLIP_SHAPES = frozenset(["path", "rect", "circle", "ellipse", "polygon"])
"""What a clipPath may hold."""

TAG_HINTS: Mapping[str, str] = {
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
ATTRIBUTE_HINTS: Mapping[str, str] = {
    "style": "write each property as an attribute of its own",
    "class": "write presentation attributes: fill, stroke, ...",
    "filter": "draw the effect with shapes and gradients",
    "mask": "use a simple clipPath or a gradient with stop-opacity",
    "clip-rule": "draw the clip as a path without holes",
    "mix-blend-mode": "choose the colours as they should look",
    "paint-order": "draw the stroke as a shape of its own, underneath",
}
NO_UNDOING = (
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("stroke-dasharray", "none"),
)
"""Attributes that cairosvg sets on a group and cannot set back to this value inside it."""
COLOURS = frozenset(["fill", "stroke", "stop-color"])
"""Attributes that hold a colour or a reference to a gradient."""
URL = re.compile(r"url\(#([^()'\"\s]+)\)")
"""A reference to an element of the same drawing."""

_UNITS = frozenset(["userSpaceOnUse", "objectBoundingBox"])
_WORDS: Mapping[str, frozenset[str]] = {
    "fill-rule": frozenset(["nonzero", "evenodd"]),
    "stroke-linecap": frozenset(["butt", "round", "square"]),
    "stroke-linejoin": frozenset(["miter", "round", "bevel"]),
    "gradientUnits": _UNITS,
    "spreadMethod": frozenset(["pad", "reflect", "repeat"]),
}
_FRACTIONS = frozenset(["opacity", "fill-opacity", "stroke-opacity", "stop-opacity"])
_TRANSFORMS = frozenset(["transform", "gradientTransform"])
_LENGTHS = frozenset(["width", "height", "r", "rx", "ry", "stroke-width", "stroke-miterlimit"])

# Atomic groups: a long wrong value is refused as fast as a right one. Possessive repeats of groups
# would read nicer, but Python 3.11.2 (Debian 12) lets a failed last round of them count.
# cairosvg does not read a plus sign before a number.
_NUMBER = r"-?(?>\d+\.?\d*|\.\d+)(?>[eE][+-]?\d+)?"
_N = rf"(?>{_NUMBER})[\s,]*+"
_FLAG = r"[01][\s,]*+"
_PLAIN = re.compile(rf"\s*{_NUMBER}\s*")
_PERCENT = re.compile(rf"\s*{_NUMBER}%?\s*")
_POINTS = re.compile(rf"\s*(?>(?:{_N}{_N})+)")
_BOX = re.compile(rf"\s*(?:{_N}){{4}}")
_DASHES = re.compile(r"\s*(?>(?:(?>\d+\.?\d*|\.\d+)[\s,]*+)+)")
_PATH = re.compile(
    rf"\s*(?=[Mm])(?>(?:[MmLlTt]\s*+(?>(?:{_N}{_N})+)|[HhVv]\s*+(?>(?:{_N})+)"
    rf"|[Cc]\s*+(?>(?:(?:{_N}){{6}})+)"
    rf"|[SsQq]\s*+(?>(?:(?:{_N}){{4}})+)|[Aa]\s*+(?>(?:(?:{_N}){{3}}{_FLAG}{_FLAG}{_N}{_N})+)"
    r"|[Zz][\s,]*+)+)"
)
_TRANSFORM = re.compile(
    rf"\s*(?>(?:(?:matrix\s*\(\s*(?:{_N}){{6}}|(?:translate|scale)\s*\(\s*(?:{_N}){{1,2}}"
    rf"|rotate\s*\(\s*{_N}(?:{_N}{_N})?|skew[XY]\s*\(\s*{_N})\)[\s,]*+)*)"
)


@lru_cache(maxsize=16_384)
def is_understood(tag: str, name: str, value: str) -> bool:
    """Tell whether an attribute's value (not a colour or reference) is drawn as written."""
    if name in _WORDS:
        return value in _WORDS[name]
    if name == "d":
        return _PATH.fullmatch(value) is not None
    if name in _TRANSFORMS:
        return _TRANSFORM.fullmatch(value) is not None
    if name == "points":
        return _POINTS.fullmatch(value) is not None
    if name == "viewBox":
        return _BOX.fullmatch(value) is not None
    if name == "stroke-dasharray":
        return value == "none" or _DASHES.fullmatch(value) is not None
    if tag == "svg" and name in ("width", "height"):
        return True
    return _is_number(tag, name, value)


def value_hint(name: str) -> str:
    """What to write instead of a value that is not understood."""
    if name in _WORDS:
        return f"allowed: {', '.join(sorted(_WORDS[name]))}"
    if name in _FRACTIONS:
        return "write a number from 0 to 1"
    if name == "d":
        return "start with M; give each letter its numbers: L x y, C x1 y1 x2 y2 x y, ..."
    if name in _TRANSFORMS:
        return (
            "write translate(x y), scale(s), rotate(degrees x y), skewX(d) or matrix(a b c d e f)"
        )
    if name == "points":
        return "write pairs of numbers: x,y x,y ..."
    if name in _LENGTHS or name == "stroke-dasharray":
        return "write plain numbers of 0 or more; the unit is the millimetre"
    return "write a plain number; the unit is the millimetre"


def _is_number(tag: str, name: str, value: str) -> bool:
    if tag.endswith("Gradient") or tag == "stop":
        form = _PLAIN if name in _FRACTIONS else _PERCENT
    else:
        form = _PLAIN
    if form.fullmatch(value) is None:
        return False
    if name in _FRACTIONS:
        return 0 <= float(value) <= 1
    return name not in _LENGTHS or float(value) >= 0


SVG_NS = "http://www.w3.org/2000/svg"
OURS = "data-trilith"
"""Attribute that marks elements written by the text and picture functions."""
_SVG = f"{{{SVG_NS}}}"
_SHORT = {"{http://www.w3.org/XML/1998/namespace}space": "xml:space"}
SIGNS = re.compile("[&<>'\"]")  # that are escaped
MAX_DEPTH = 100
"""Deepest nesting of a drawing; cairosvg recurses once a level."""
MAX_ELEMENTS = 50_000
"""Most elements of one drawing."""

_SMALLER = "draw it with fewer shapes and groups, or put it in as a picture"
_STOPS = "put it into a <linearGradient> or <radialGradient>"
_TWICE = "give one of them another id; in a macro, begin it with {{ uid }} or a parameter"


@dataclass(frozen=True, slots=True)
class Issue:
    """Something the drawing library cannot draw; ``token`` is what to look for in the source."""

    code: str
    message: str
    hint: str
    line: int
    token: str


def lint(
    root: etree._Element, *, icon: bool = False, ours: Container[str] = frozenset()
) -> list[Issue]:
    """All issues of a drawing; in an ``icon`` the colour ``currentColor`` is allowed.

    ``ours`` are the elements, as :func:`as_written`, that the text and picture functions wrote
    for this drawing. Others that look like them are the template's own, and not drawn.
    """
    walk = _LintWalk(icon, ours)
    walk.element(root, None, 0)
    return walk.finish()


CURRENT = "currentColor"
PAINTS = ("fill", "stroke", "stop-color")


def is_our_icon(root: etree._Element) -> bool:
    """Tell whether a drawing is on our grid, asks for the text's colour and is drawn right."""
    if root.get("viewBox", "").replace(",", " ").split() != ["0", "0", "24", "24"]:
        return False
    asks = any(node.get(name) == CURRENT for node in root.iter() for name in PAINTS)
    return asks and not lint(root, icon=True)


def as_written(node: etree._Element) -> str:
    """The start and the text of an element, as the text and picture functions write them."""
    told, text = node.items(), node.text or ""
    if SIGNS.search("".join([text, *node.values()])):
        told, text = [(name, escape(value)) for name, value in told], escape(text)
    inside = " ".join([f'{_SHORT.get(name, name)}="{value}"' for name, value in told])
    return f"<{node.tag.removeprefix(_SVG)} {inside}>{text}"


class _LintWalk:
    """One pass over a drawing, collecting issues, ids and references to them."""

    def __init__(self, icon: bool, ours: Container[str]) -> None:
        self.words = ("none", "inherit", *([CURRENT] if icon else []))
        self.ours = ours
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
                self.report(node, "svg-too-large", "the drawing is too deep or too large", _SMALLER)
            self.count = MAX_ELEMENTS + 1
            return
        if node.get(OURS) and not len(node) and as_written(node) in self.ours:
            return
        if self.judge(node, parent):
            children = list(node)
            if children or node.text:
                self.stray_text(node, [node.text, *[child.tail for child in children]])
            for child in children:
                self.element(child, node, depth + 1)

    def judge(self, node: etree._Element, parent: etree._Element | None) -> bool:
        """Judge an element as it stands; tell whether it is drawn at all."""
        tag = node.tag.removeprefix(_SVG)
        allowed = ALLOWED.get(tag)
        if allowed is None or (tag == "svg") != (parent is None):
            hint = TAG_HINTS.get(tag, f"use one of: {', '.join(sorted(ALLOWED))}")
            self.report(node, "svg-unsupported", f"<{tag}> is not drawn", hint, f"<{tag}")
            return False
        self.check_nesting(node, tag, parent)
        for name, value in node.items():
            if name in allowed:
                self.attribute(node, tag, name, value)
            elif not (tag == "svg" and name.startswith("{")):
                hint = ATTRIBUTE_HINTS.get(name, f"<{tag}> may have: {', '.join(sorted(allowed))}")
                message = f"the attribute {name} of <{tag}> is ignored"
                self.report(node, "svg-unsupported", message, hint, f"{name}=")
        return True

    def check_nesting(self, node: etree._Element, tag: str, parent: etree._Element | None) -> None:
        above = parent.tag.removeprefix(_SVG) if parent is not None else ""
        if above == "clipPath" and tag not in CLIP_SHAPES:
            hint = f"a clipPath may hold {', '.join(sorted(CLIP_SHAPES))}"
            self.report(
                node, "svg-unsupported", f"<{tag}> in a clipPath is not drawn", hint, "<clipPath"
            )
        if above == "clipPath" and node.get("clip-path"):
            hint = "make one clip of the two, or clip two groups inside each other"
            self.report(node, "svg-unsupported", "a clip on a clip is ignored", hint, "<clipPath")
        if tag == "stop" and not above.endswith("Gradient"):
            self.report(node, "svg-unsupported", "<stop> belongs in a gradient", _STOPS, "<stop")
        for name, reset in NO_UNDOING:
            if node.get(name) == reset and _inherit(parent, name) not in (None, reset):
                message = f"{name}={reset!r} does not undo the one of the group around it"
                hint = f"set {name} on each shape instead of on the group"
                self.report(node, "svg-unsupported", message, hint, f'{name}="{reset}"')

    def attribute(self, node: etree._Element, tag: str, name: str, value: str) -> None:
        if name == "id":
            if value in self.ids:
                self.report(node, "svg-reference", f"the id {value!r} stands twice", _TWICE, value)
            self.ids[value] = tag
        elif name in COLOURS:
            self.colour(node, tag, name, value)
        elif name == "clip-path":
            self.reference(node, name, value)
        elif not is_understood(tag, name, value):
            message = f'{name}="{value[:40]}" of <{tag}> is not understood'
            self.report(node, "svg-value", message, value_hint(name), f"{name}=")

    def colour(self, node: etree._Element, tag: str, name: str, value: str) -> None:
        if value.startswith("url("):
            self.reference(node, name, value)
        elif value not in self.words and rgb(value) is None:
            hint = 'write "#rrggbb"; for transparency add an opacity attribute'
            message = f'{name}="{value[:40]}" of <{tag}> is not a colour that is drawn right'
            self.report(node, "svg-colour", message, hint, f"{name}=")

    def reference(self, node: etree._Element, name: str, value: str) -> None:
        match = URL.fullmatch(value.strip())
        if match:
            self.references.append((node, name, match[1]))
        else:
            message = f'{name}="{value[:40]}" is not a reference'
            self.report(node, "svg-reference", message, f'write {name}="url(#id)"', f"{name}=")

    def stray_text(self, node: etree._Element, texts: Sequence[str | None]) -> None:
        strays = [text.strip() for text in texts if text and not text.isspace()]
        if strays:
            tag, stray = node.tag.removeprefix(_SVG), strays[0]
            message = f"the text {stray[:40]!r} in <{tag}> is not drawn"
            self.report(node, "svg-unsupported", message, TAG_HINTS["text"], stray[:20])

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


def _inherit(node: etree._Element | None, name: str) -> str | None:
    while node is not None:
        value = node.get(name)
        if value is not None:
            return str(value)
        node = node.getparent()
    return None
