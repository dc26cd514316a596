"""Any SVG as an icon: on a grid of 24 x 24, in the colour of the text where it has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from generator.svg.colour import rgb
from generator.svg.foreign.cascade import StyleError, local
from generator.svg.foreign.extent import Bounds, bounds_of, is_box, shapes_of
from generator.svg.foreign.lengths import GRID, View, shown
from generator.svg.foreign.simplify import (
    MOST_DEPTH,
    MOST_ELEMENTS,
    TooLargeError,
    fitted,
    simplified,
)
from generator.svg.lint import SVG_NS, Issue, lint

_SVG = f"{{{SVG_NS}}}"
_CURRENT = "currentColor"
_PAINTS = ("fill", "stroke", "stop-color")
_SATURATED = 0.12  # below this a colour looks grey (own choice)
_OVER = 0.01  # the part of its view by which a drawing may reach beyond it
_SIMPLER = "simplify it in the drawing program"
_HINTS = {
    "<text": "turn letters into paths in the drawing program (Inkscape: Path > Object to Path)",
    "<image": "trace the bitmap into paths, or draw it by `picture` in a template",
    "<use": "let the drawing program unlink its clones; what it refers to is not in the file",
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """An icon on its grid, or why there is none; ``coloured`` if it has colours of its own."""

    root: etree._Element | None
    coloured: bool = False
    issues: Sequence[Issue] = ()


def drawn_on_grid(root: etree._Element) -> Drawn:
    """Bring any drawing onto the grid; one that is in our own form already is left as it is."""
    if _is_ours(root):
        return Drawn(root)
    try:
        simple = simplified(root)
    except StyleError as error:
        hint = "let the drawing program export presentation attributes, not style sheets"
        return Drawn(None, issues=[Issue("svg-unsupported", str(error), hint, error.line, "")])
    except TooLargeError:
        message = f"the icon has more than {MOST_ELEMENTS:,} parts, or nests over {MOST_DEPTH} deep"
        return Drawn(None, issues=[Issue("svg-too-large", message, _SIMPLER, 1, "")])
    if simple is None:
        hint = 'write what it shows into the root element, such as viewBox="0 0 512 512"'
        message = "the icon has neither a viewBox nor a width and height"
        return Drawn(None, issues=[Issue("icon-extent", message, hint, 1, "")])
    issues = lint(simple.root, icon=True)
    if issues:
        hinted = [replace(one, hint=_HINTS.get(one.token, one.hint)) for one in issues]
        return Drawn(None, issues=hinted)
    return _on_grid(simple.root, simple.view, blank=next(shapes_of(root), None) is None)


def _is_ours(root: etree._Element) -> bool:
    """Tell whether a drawing is on our grid, asks for the text's colour and is drawn right."""
    if root.get("viewBox", "").replace(",", " ").split() != ["0", "0", "24", "24"]:
        return False
    asks = any(node.get(name) == _CURRENT for node in root.iter() for name in _PAINTS)
    return asks and not lint(root, icon=True)


def _on_grid(root: etree._Element, view: View, *, blank: bool) -> Drawn:
    """Bring a simplified drawing onto the grid; one that is ``blank`` may show nothing."""
    shapes = [(node, bounds_of(node)) for node in shapes_of(root)]
    if not blank and not any(box is None or _meets(box, view) for _, box in shapes):
        message = "the icon shows nothing"
        hint = "draw inside of its viewBox, with a fill or a stroke that is seen"
        return Drawn(None, issues=[Issue("icon-empty", message, hint, 1, "")])
    background = _background(shapes, view)
    coloured = not _toned(root, background)
    overreaching = any(
        box is None or _reaches_beyond(box, view) for node, box in shapes if node is not background
    )
    if background is not None and not coloured and background.getparent() is not None:
        background.getparent().remove(background)
    made = etree.Element(f"{_SVG}svg", nsmap={None: SVG_NS})
    group = etree.SubElement(made, f"{_SVG}g", transform=fitted(view, GRID, GRID))
    group.extend([node for node in root if local(node) != "defs"])
    made[:0] = [node for node in root if local(node) == "defs"]
    if overreaching:
        _clip(made, group, view)
    return Drawn(made, coloured)


def _background(
    shapes: Sequence[tuple[etree._Element, Bounds | None]], view: View
) -> etree._Element | None:
    """The first shape, if it is an opaque box that fills the view and has others on it."""
    if len(shapes) < 2 or shapes[0][1] is None:
        return None
    node, box = shapes[0][0], shapes[0][1]
    room = _OVER * max(view.width, view.height)
    fills = (
        box[0] <= view.x + room
        and box[1] <= view.y + room
        and box[2] >= view.x + view.width - room
        and box[3] >= view.y + view.height - room
    )
    opaque = node.get("fill-opacity") is None and node.get("opacity") is None
    return node if fills and opaque and is_box(node) else None


def _toned(root: etree._Element, background: etree._Element | None) -> bool:
    """Give a drawing without hues the colour of the text; tell whether it now asks for that.

    It is one if all that is painted, but for a ground behind it, has the same grey.
    """
    paints = [(node, name) for node, name in _paints(root) if node is not background]
    colours = {str(node.get(name)) for node, name in paints}
    if _CURRENT in colours:
        return True
    if len(colours) != 1 or not _is_grey(next(iter(colours))):
        return False
    for node, name in paints:
        node.set(name, _CURRENT)
    return True


def _paints(root: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    for node in root.iter():
        for name in _PAINTS:
            value = node.get(name, "none")
            if value != "none" and not value.startswith("url("):
                yield node, name


def _is_grey(colour: str) -> bool:
    parsed = rgb(colour)
    return parsed is not None and max(parsed) - min(parsed) < _SATURATED


def _meets(box: Bounds, view: View) -> bool:
    across = box[2] >= view.x and box[0] <= view.x + view.width
    return across and box[3] >= view.y and box[1] <= view.y + view.height


def _reaches_beyond(box: Bounds, view: View) -> bool:
    room = _OVER * max(view.width, view.height)
    across = box[0] < view.x - room or box[2] > view.x + view.width + room
    return across or box[1] < view.y - room or box[3] > view.y + view.height + room


def _clip(made: etree._Element, group: etree._Element, view: View) -> None:
    """Cut a drawing off at the edge of its view, as browsers do."""
    defs = etree.Element(f"{_SVG}defs")
    clip = etree.SubElement(defs, f"{_SVG}clipPath", id="view")
    sides = {"x": view.x, "y": view.y, "width": view.width, "height": view.height}
    etree.SubElement(clip, f"{_SVG}rect", attrib={k: shown(v) for k, v in sides.items()})
    made.insert(0, defs)
    group.set("clip-path", "url(#view)")
