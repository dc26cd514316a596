"""Refuse every drawing that cairosvg would silently draw wrong, or not at all.

cairosvg ignores what it does not know. Here the supported subset is written down as data,
and whatever is outside is an issue: filters, masks, blend modes, CSS, ``<use>``, foreign
units, ``hsl()`` and 8-digit colours, references to nothing, clips on clips, and so on.
Text must come from the functions ``text()`` and ``box()``, pictures from ``picture()``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from lxml import etree
from markupsafe import escape

from generator.svg.colour import rgb
from generator.svg.rules import (
    ALLOWED,
    ATTRIBUTE_HINTS,
    CLIP_SHAPES,
    COLOURS,
    NO_UNDOING,
    TAG_HINTS,
    URL,
    is_understood,
    value_hint,
)

SVG_NS = "http://www.w3.org/2000/svg"
OURS = "data-trilith"
"""Attribute that marks elements written by the text and picture functions."""
_SVG = f"{{{SVG_NS}}}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
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
    walk = _Walk(icon, ours)
    walk.element(root, None, 0)
    return walk.finish()


def as_written(node: etree._Element) -> str:
    """The start and the text of an element, as the text and picture functions write them."""
    names = ((name.replace(_XML, "xml:"), value) for name, value in node.attrib.items())
    inside = " ".join(f'{name}="{escape(value)}"' for name, value in names)
    return f"<{node.tag.removeprefix(_SVG)} {inside}>{escape(node.text or '')}"


class _Walk:
    """One pass over a drawing, collecting issues, ids and references to them."""

    def __init__(self, icon: bool, ours: Container[str]) -> None:
        self.icon = icon
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
        if self.judged(node, parent):
            self.stray_text(node)
            for child in node:
                self.element(child, node, depth + 1)

    def judged(self, node: etree._Element, parent: etree._Element | None) -> bool:
        """Judge an element as it stands; tell whether it is drawn at all."""
        tag = node.tag.removeprefix(_SVG)
        attributes = {str(name): str(value) for name, value in node.items()}
        allowed = ALLOWED.get(tag)
        if allowed is None or (tag == "svg") != (parent is None):
            hint = TAG_HINTS.get(tag, f"use one of: {', '.join(sorted(ALLOWED))}")
            self.report(node, "svg-unsupported", f"<{tag}> is not drawn", hint, f"<{tag}")
            return False
        self.nesting(node, tag, parent, attributes)
        for name, value in attributes.items():
            if name in allowed:
                self.attribute(node, tag, name, value)
            elif not (tag == "svg" and name.startswith("{")):
                hint = ATTRIBUTE_HINTS.get(name, f"<{tag}> may have: {', '.join(sorted(allowed))}")
                message = f"the attribute {name} of <{tag}> is ignored"
                self.report(node, "svg-unsupported", message, hint, f"{name}=")
        return True

    def nesting(
        self,
        node: etree._Element,
        tag: str,
        parent: etree._Element | None,
        attributes: Mapping[str, str],
    ) -> None:
        above = parent.tag.removeprefix(_SVG) if parent is not None else ""
        if above == "clipPath" and tag not in CLIP_SHAPES:
            hint = f"a clipPath may hold {', '.join(sorted(CLIP_SHAPES))}"
            self.report(
                node, "svg-unsupported", f"<{tag}> in a clipPath is not drawn", hint, "<clipPath"
            )
        if above == "clipPath" and attributes.get("clip-path"):
            hint = "make one clip of the two, or clip two groups inside each other"
            self.report(node, "svg-unsupported", "a clip on a clip is ignored", hint, "<clipPath")
        if tag == "stop" and not above.endswith("Gradient"):
            self.report(node, "svg-unsupported", "<stop> belongs in a gradient", _STOPS, "<stop")
        for name, reset in NO_UNDOING:
            if attributes.get(name) == reset and _inherited(parent, name) not in (None, reset):
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
        elif value == "currentColor" and self.icon:
            return
        elif value not in ("none", "inherit") and rgb(value) is None:
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

    def stray_text(self, node: etree._Element) -> None:
        tag = node.tag.removeprefix(_SVG)
        texts = [node.text, *(child.tail for child in node)]
        stray = next((text.strip() for text in texts if text and not text.isspace()), "")
        if stray:
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


def _inherited(node: etree._Element | None, name: str) -> str | None:
    while node is not None:
        value = node.get(name)
        if value is not None:
            return str(value)
        node = node.getparent()
    return None
