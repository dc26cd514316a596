"""What is known of the properties of SVG: how they pass on, and which of them change nothing."""

from __future__ import annotations

from collections.abc import Mapping

INHERITED: Mapping[str, str] = {
    **{"fill": "#000000", "fill-opacity": "1", "fill-rule": "nonzero", "stroke": "none"},
    **{"stroke-width": "1", "stroke-opacity": "1", "stroke-linecap": "butt"},
    **{"stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none"},
    **{"stroke-dashoffset": "0", "clip-rule": "nonzero", "visibility": "visible"},
    **{"color": "currentColor", "marker": "none", "marker-start": "none", "marker-mid": "none"},
    **{"marker-end": "none", "paint-order": "normal"},
}
"""Properties that pass on to what an element holds, with what they are at first."""

REFUSED: Mapping[str, frozenset[str]] = {
    "filter": frozenset(["none"]),
    "mask": frozenset(["none"]),
    "mix-blend-mode": frozenset(["normal"]),
    "vector-effect": frozenset(["none"]),
    "transform-origin": frozenset(["0 0", "0px 0px"]),
    "marker": frozenset(["none"]),
    "marker-start": frozenset(["none"]),
    "marker-mid": frozenset(["none"]),
    "marker-end": frozenset(["none"]),
    "paint-order": frozenset(["normal", "fill", "fill stroke", "fill stroke markers"]),
}
"""Properties that are not drawn, and the values at which that does not matter."""

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

NEEDED: Mapping[str, tuple[str, ...]] = {
    **{"path": ("d",), "polyline": ("points",), "polygon": ("points",)},
    **{"rect": ("width", "height"), "circle": ("r",)},
}
"""The attributes without which a shape has no extent."""

SKIPPED = frozenset(
    [
        *("defs", "title", "desc", "metadata", "style", "script", "symbol", "clipPath", "mask"),
        *("linearGradient", "radialGradient", "filter", "pattern", "marker", "foreignObject"),
        *("view", "animate", "animateTransform", "animateMotion", "set", "cursor"),
    ]
)
"""Elements that show nothing where they stand on paper."""

_HARMLESS = frozenset(
    [
        *("id", "class", "lang", "role", "tabindex", "focusable", "version", "baseProfile"),
        *("enable-background", "overflow", "display", "opacity", "transform", "clip-path"),
        *("cursor", "pointer-events", "isolation", "direction", "writing-mode", "kerning"),
        *("letter-spacing", "word-spacing", "dominant-baseline", "alignment-baseline"),
        *("baseline-shift", "unicode-bidi", "clip", "viewBox", "width", "height", "x", "y"),
        *("preserveAspectRatio", "contentScriptType", "contentStyleType", "zoomAndPan"),
        *("shape-rendering", "image-rendering", "stop-color", "stop-opacity", "pathLength"),
        *("flood-color", "flood-opacity", "lighting-color", "solid-color", "solid-opacity"),
        *("systemLanguage", "requiredFeatures", "requiredExtensions", "externalResourcesRequired"),
        *("href", "t", "p-id", "fill-color", "background", "text-rendering"),
    ]
)
_HARMLESS_BEGINNINGS = ("data-", "aria-", "font", "text-", "color-", "xml", "on", "{", "-")


def is_harmless(name: str) -> bool:
    """Tell whether an attribute changes nothing of what is drawn, or is looked at elsewhere."""
    if name in INHERITED or name in REFUSED or name in _HARMLESS:
        return True
    return name.startswith(_HARMLESS_BEGINNINGS)
