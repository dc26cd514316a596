"""Colours and gradients of any SVG in the form that is drawn right."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lxml import etree
from tinycss2.color4 import parse_color

from generator.svg.foreign.cascade import Cascade, local
from generator.svg.foreign.lengths import View, length, plain, shown

HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
_URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+?)['\"]?\s*\)\s*(.*)", re.DOTALL)
_ENDS = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
}
_MORE = ("fx", "fy", "fr", "gradientUnits", "gradientTransform", "spreadMethod")
_LONGEST = 20  # gradients that refer to each other


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour (``none``, ``currentColor``, ``#rrggbb`` or a reference) and how opaque it is."""

    colour: str
    opacity: float = 1.0


def paint(text: str, current: str) -> Paint:
    """A plain colour as CSS writes it; what is none is given back as it is."""
    if text in ("none", "transparent"):
        return Paint("none")
    colour = parse_color(text)
    if colour is None:
        return Paint(text)
    if colour == "currentcolor":
        return Paint("currentColor") if current.lower() == "currentcolor" else paint(current, "")
    red, green, blue = (
        round(255 * min(1.0, max(0.0, part or 0.0))) for part in colour.to("srgb").coordinates
    )
    return Paint(f"#{red:02x}{green:02x}{blue:02x}", float(colour.alpha))


def fraction(text: str) -> float | None:
    """A part of 1, written as a number or in per cent."""
    number = length(text, 1.0)
    return None if number is None else min(1.0, max(0.0, number))


def target(text: str) -> tuple[str, str] | None:
    """The id that ``url(#id) other`` refers to, and the other paint; None for another text."""
    found = _URL.fullmatch(text.strip())
    return (found[1], found[2].strip()) if found else None


@dataclass
class Gradients:
    """The gradients of a drawing: made when first asked for, each as an element of ``into``."""

    ids: Mapping[str, etree._Element]
    cascade: Cascade
    view: View
    into: etree._Element
    name: Callable[[], str]
    made: dict[str, Paint] = field(default_factory=dict)

    def paint(self, text: str, current: str) -> Paint:
        """A colour or gradient as a shape of the drawing asks for it."""
        wanted = target(text)
        if wanted is None:
            return paint(text, current)
        id_, other = wanted
        if id_ in self.made:
            return self.made[id_]
        if not local(self.ids.get(id_, self.into)).endswith("Gradient"):
            known = local(self.ids[id_]) if id_ in self.ids else ""
            return Paint(text) if known else paint(other or "none", current)
        self.made[id_] = self._make(self.ids[id_], current)
        return self.made[id_]

    def _make(self, node: etree._Element, current: str) -> Paint:
        chain = list(self._chain(node))
        stops = next((held for held in map(self._stops, chain) if held), [])
        if not stops:
            return Paint("none")
        if len(stops) == 1:
            return self._colour(stops[0], current)
        made = etree.SubElement(self.into, f"{{http://www.w3.org/2000/svg}}{local(node)}")
        made.sourceline = node.sourceline
        made.set("id", self.name())
        for key, value in self._attributes(local(node), chain).items():
            made.set(key, value)
        least = 0.0
        for stop in stops:
            colour = self._colour(stop, current)
            offset = fraction(self.cascade.of(stop).get("offset", "0"))
            least = max(least, offset or 0.0)
            child = etree.SubElement(made, "{http://www.w3.org/2000/svg}stop")
            child.sourceline = stop.sourceline
            child.set("offset", shown(least))
            child.set("stop-color", colour.colour)
            if colour.opacity < 1:
                child.set("stop-opacity", shown(colour.opacity))
        return Paint(f"url(#{made.get('id')})")

    def _chain(self, node: etree._Element | None) -> list[etree._Element]:
        """A gradient and those that it takes the rest from."""
        found: list[etree._Element] = []
        while node is not None and node not in found and len(found) < _LONGEST:
            found.append(node)
            href = next((node.get(name) for name in HREFS if node.get(name)), "")
            node = self.ids.get(str(href).removeprefix("#"))
        return found

    def _stops(self, node: etree._Element) -> list[etree._Element]:
        return [child for child in node if local(child) == "stop"]

    def _attributes(self, tag: str, chain: list[etree._Element]) -> dict[str, str]:
        said: dict[str, str] = {}
        for node in reversed(chain):
            of = self.cascade.of(node)
            same = local(node) == tag
            said |= {k: v for k, v in of.items() if k in _MORE[3:] or (same and k in _ENDS[tag])}
            said |= {k: v for k, v in of.items() if same and k in _MORE[:3]}
        in_user_space = said.get("gradientUnits") == "userSpaceOnUse"
        for name, usual in _ENDS[tag].items():
            said.setdefault(name, usual)
        for name in (*_ENDS[tag], *_MORE[:3]):
            if name in said:
                said[name] = plain(said[name], self.view.hundred(name) if in_user_space else 1.0)
        if said.get("fr") == "0":
            del said["fr"]
        return said

    def _colour(self, stop: etree._Element, current: str) -> Paint:
        of = self.cascade.of(stop)
        found = paint(of.get("stop-color", "black"), of.get("color", current))
        opacity = fraction(of.get("stop-opacity", "1"))
        return Paint(found.colour, found.opacity * (1.0 if opacity is None else opacity))
