"""A box of a face layout at its place on one face, and how drawing functions read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

_ANCHORS = {"center": "middle", "right": "end"}
_OF_BOX = ("font", "size", "min", "leading", "align", "valign", "icon")
_OF_TEXT = ("font", "size", "min", "track")


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box in mm: ``x``, ``y`` its top left, ``w``, ``h`` its size; ``styles`` what is stated
    of its texts, pictures, corners and gaps by key (sizes of letters in pt)."""

    name: str
    x: float
    y: float
    w: float = 0.0
    h: float = 0.0
    show: bool = True
    styles: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def x2(self) -> float:
        """Its right edge, from the left of the face."""
        return self.x + self.w

    @property
    def y2(self) -> float:
        """Its lower edge, from the top of the face."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """Its middle across."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """Its middle down."""
        return self.y + self.h / 2

    @property
    def radius(self) -> float:
        """That of the largest disc in it."""
        return min(self.w, self.h) / 2

    @property
    def corner(self) -> float:
        """The radius of its corners."""
        return float(self.styles.get("corner", 0.0))

    @property
    def gap(self) -> float:
        """The room between pieces in it."""
        return float(self.styles.get("gap", 0.0))

    @property
    def size(self) -> float:
        """The size of its letters in pt; 0 where none is stated."""
        return float(self.styles.get("size", 0.0))

    def at(self, x: float, y: float, w: float, h: float) -> PlacedBox:
        """A box of the same kind elsewhere, for what is drawn several times."""
        return replace(self, x=x, y=y, w=w, h=h)

    def moved(self, right: float, down: float) -> PlacedBox:
        """The same box so many mm further on."""
        return replace(self, x=self.x + right, y=self.y + down)


OF_BOX = frozenset(name for name in dir(PlacedBox) if not name.startswith("_"))
"""What templates may read of a box."""


def boxed(call: Callable[..., Markup], name: str) -> Callable[..., Markup]:
    """A drawing function that also takes a box of a layout where it takes a place and a size."""

    def drawn(*words: Any, **named: Any) -> Markup:
        told = expanded(name, words, named)
        return Markup("") if told is None else call(*told[0], **told[1])

    return drawn


def expanded(
    call: str, words: Sequence[Any], named: Mapping[str, Any]
) -> tuple[Sequence[Any], Mapping[str, Any]] | None:
    """The words of a drawing function with its box taken apart: None for one that is not shown.

    A call without a box stays as it is. What is said by name wins over what the box states.
    """
    at = 1 if call in ("icon", "picture", "spot") else 0
    box = words[at] if len(words) > at else None
    if not isinstance(box, PlacedBox):
        return words, named
    if not box.show:
        return None
    before, after = words[:at], words[at + 1 :]
    if call == "icon":
        side = 2 * box.radius
        return (*before, box.cx - side / 2, box.cy - side / 2, side, *after), named
    if call == "spot":
        return (*before, box.cx, box.cy, box.w, box.h, *after), named
    if call == "text":
        return (*_line(box), *after), {**_line_styles(box), **named}
    keys = _OF_BOX if call == "box" else ("fit",)
    return (*before, box.x, box.y, box.w, box.h, *after), {**_stated(box, keys), **named}


def _line(box: PlacedBox) -> tuple[float, float]:
    """Where a line in a box begins (or has its middle or end): it stands on the lower edge."""
    anchor = _ANCHORS.get(box.styles.get("align", "start"), "start")
    return {"start": box.x, "middle": box.cx, "end": box.x2}[anchor], box.y2


def _line_styles(box: PlacedBox) -> Mapping[str, Any]:
    styles = _stated(box, _OF_TEXT)
    styles["anchor"] = _ANCHORS.get(box.styles.get("align", "start"), "start")
    return {**styles, "width": box.w} if box.w and "min" in styles else styles


def _stated(box: PlacedBox, keys: Sequence[str]) -> dict[str, Any]:
    return {key: box.styles[key] for key in keys if key in box.styles}
