"""The style of a foreign SVG: its cascade, properties and paints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import cssselect2
import tinycss2
from lxml import etree
from tinycss2.color4 import parse_color

from generator.svg.inside import ViewBox, length, number_text, plain
from generator.svg.lint import SVG_NS, Issue

MOST_RULES = 500
"""Most rules of the style sheets of one drawing; drawing programs write one a look."""
_COMBINED = frozenset([">", "+", "~", "|"])


class IconError(Exception):
    """A drawing that cannot be an icon; ``issues`` say why."""

    def __init__(self, *issues: Issue) -> None:
        super().__init__(issues)
        self.issues = issues


def _refuse(message: str, line: int) -> IconError:
    hint = "let the drawing program export presentation attributes, not style sheets"
    return IconError(Issue("svg-unsupported", message, hint, line, ""))


class Cascade:
    """The properties of the elements of one drawing.

    Raises:
        IconError: a style sheet has a rule that is not read.
    """

    def __init__(self, root: etree._Element) -> None:
        self._matched: dict[etree._Element, list[dict[str, str]]] = {}
        sheets = [node for node in root.iter() if local(node) == "style"]
        if sheets:
            matcher, count = cssselect2.Matcher(), 0
            for sheet in sheets:
                for selectors, declared in _rules(sheet):
                    count += 1
                    if count > MOST_RULES:
                        message = f"the style sheets have more than {MOST_RULES} rules"
                        raise _refuse(message, sheet.sourceline or 1)
                    for selector in selectors:
                        matcher.add_selector(selector, declared)
            for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
                matches = matcher.match(element)
                if matches:
                    self._matched[element.etree_element] = [match[-1] for match in matches]

    def of(self, node: etree._Element) -> Mapping[str, str]:
        """The attributes of an element without namespace, and its properties, as text."""
        found = {str(name): str(value).strip() for name, value in node.attrib.items()}
        inline = found.pop("style", "")
        for declared in self._matched.get(node, ()):
            found |= declared
        return found | declarations(inline)


def declarations(text: str) -> dict[str, str]:
    """The declarations of a ``style`` attribute or of a rule, by property; the last one counts."""
    return _declarations(tinycss2.parse_blocks_contents(text))


def local(node: etree._Element) -> str:
    """The name of an SVG element; empty for what is no element of SVG."""
    if not isinstance(node.tag, str):
        return ""
    space, _, name = node.tag.rpartition("}")
    return name if space in ("", "{http://www.w3.org/2000/svg") else ""


def _rules(
    sheet: etree._Element,
) -> Iterator[tuple[list[cssselect2.compiler.CompiledSelector], dict[str, str]]]:
    """The rules of a style sheet; at-rules say nothing of a drawing on paper."""
    line = sheet.sourceline or 1
    for rule in tinycss2.parse_stylesheet(
        sheet.text or "", skip_comments=True, skip_whitespace=True
    ):
        if rule.type != "qualified-rule":
            continue
        selector = tinycss2.serialize(rule.prelude).strip()
        bare = " ".join(part.strip() for part in selector.split(","))
        if len(bare.split()) > selector.count(",") + 1 or _COMBINED & set(selector):
            raise _refuse(f"the rule for {selector[:40]!r} joins selectors", line)
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError as error:
            raise _refuse(f"the rule for {selector[:40]!r} is not understood", line) from error
        yield selectors, _declarations(tinycss2.parse_blocks_contents(rule.content))


def _declarations(parsed: list[tinycss2.ast.Node]) -> dict[str, str]:
    return {
        one.lower_name: tinycss2.serialize(one.value).strip()
        for one in parsed
        if one.type == "declaration"
    }


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


_HREFS = ("href", "{http://www.w3.org/1999/xlink}href")


def reference_of(node: etree._Element) -> str:
    """The id that an element refers to; empty where it refers to nothing."""
    found = (str(node.get(name)) for name in _HREFS if node.get(name))
    return next(found, "").removeprefix("#")


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
    view: ViewBox
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
        held = ([child for child in node if local(child) == "stop"] for node in chain)
        stops = next(filter(None, held), [])
        if not stops:
            return Paint("none")
        if len(stops) == 1:
            return self._colour(stops[0], current)
        made = etree.SubElement(self.into, f"{{{SVG_NS}}}{local(node)}")
        made.sourceline = node.sourceline
        made.set("id", self.name())
        for key, value in self._attributes(local(node), chain).items():
            made.set(key, value)
        least = 0.0
        for stop in stops:
            colour = self._colour(stop, current)
            offset = fraction(self.cascade.of(stop).get("offset", "0"))
            least = max(least, offset or 0.0)
            child = etree.SubElement(made, f"{{{SVG_NS}}}stop")
            child.sourceline = stop.sourceline
            child.set("offset", number_text(least))
            child.set("stop-color", colour.colour)
            if colour.opacity < 1:
                child.set("stop-opacity", number_text(colour.opacity))
        return Paint(f"url(#{made.get('id')})")

    def _chain(self, node: etree._Element | None) -> list[etree._Element]:
        """A gradient and those that it takes the rest from."""
        found: list[etree._Element] = []
        while node is not None and node not in found and len(found) < _LONGEST:
            found.append(node)
            node = self.ids.get(reference_of(node))
        return found

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
