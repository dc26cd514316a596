"""The part of SVG that is drawn right, as data: elements, attributes and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_PAINT = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-width"),
        *("stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
        *("stroke-dasharray", "stroke-dashoffset"),
    )
)
_SHAPE = _PAINT | {"id", "transform", "clip-path"}
ALLOWED: Mapping[str, frozenset[str]] = {
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
