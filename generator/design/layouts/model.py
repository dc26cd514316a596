"""A face layout: its boxes as they are written, and as they lie on one face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from generator.design.layouts.box import PlacedBox
from generator.design.layouts.lengths import Length, LengthError
from validator.findings import Place, did_you_mean

ACROSS = ("w", "x", "right", "cx")
DOWN = ("h", "y", "bottom", "cy")
"""What may say where a box lies; of what a box takes over, the size counts first."""
DEEPEST = 50
"""Most boxes or layouts of which each depends on the next."""
_LENGTHS = ("corner", "gap", "size", "min")
_SLACK_MM = 0.005
_DIGITS = 4  # of a millimetre, that drawings are not full of sixteen


class BoxMissingError(ValueError):
    """A box is asked for that a layout does not have."""

    def __init__(self, message: str, hint: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        self.place = place


class BoxPlaceError(ValueError):
    """It cannot be told where a box lies."""

    def __init__(self, message: str, hint: str, place: Place) -> None:
        super().__init__(message)
        self.hint = hint
        self.place = place


@dataclass(frozen=True, slots=True)
class Written:
    """A value of a box, and where it stands."""

    value: Any
    place: Place


@dataclass(frozen=True, slots=True)
class WrittenBox:
    """A box as files state it, one laid over the other: values by key."""

    place: Place
    keys: Mapping[str, Written] = field(default_factory=lambda: MappingProxyType({}))

    def over(self, base: WrittenBox) -> WrittenBox:
        """This box with what it does not state taken from ``base``."""
        keys = {**base.keys, **self.keys}
        for axis in (ACROSS, DOWN):
            own = [key for key in axis if key in self.keys]
            taken = [key for key in axis if key in base.keys and key not in self.keys]
            for key in taken[max(0, 2 - len(own)) :]:
                del keys[key]
        return WrittenBox(self.place, MappingProxyType(keys))


@dataclass(frozen=True, slots=True)
class LayoutData:
    """The boxes of a layout by name, everything that it takes over laid under them.

    ``placed`` are those that were worked out so far, by the width, height and bleed of a face, each
    with how far it reaches over the bleed (all in mm).
    """

    name: str
    boxes: Mapping[str, WrittenBox] = field(default_factory=lambda: MappingProxyType({}))
    placed: dict[tuple[float, float, float], dict[str, tuple[PlacedBox, float]]] = field(
        default_factory=dict, compare=False, repr=False
    )


@dataclass
class FaceLayout:
    """A layout on one face of ``w`` x ``h`` mm: boxes are worked out as a template asks for them.

    ``outside`` are those that were asked for and reach over the bleed, with how far in mm.
    """

    data: LayoutData
    w: float
    h: float
    bleed: float
    outside: dict[str, float] = field(default_factory=dict)
    _placed: dict[str, tuple[PlacedBox, float]] = field(init=False)
    _waiting: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._placed = self.data.placed.setdefault((self.w, self.h, self.bleed), {})

    def __contains__(self, name: object) -> bool:
        return name in self.data.boxes

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.boxes)

    def __getitem__(self, name: str) -> PlacedBox:
        """The box ``name``.

        Raises:
            BoxMissingError: the layout has none of that name.
            BoxPlaceError: it cannot be told where it lies.
        """
        box, over = self._found(name, None)
        if over > _SLACK_MM and box.show:
            self.outside[name] = over
        return box

    def told_outside(self) -> Iterator[tuple[Place, str, str]]:
        """Where boxes that reach too far are written, what is wrong and what to do."""
        for name, over in self.outside.items():
            message = f"the box {name} reaches {over:.3g} mm over the bleed of this face"
            hint = f"keep it within {self.w:g} x {self.h:g} mm, or {self.bleed:g} mm more"
            yield self.data.boxes[name].place, message, hint

    def _found(self, name: str, asking: Place | None) -> tuple[PlacedBox, float]:
        if name in self._placed:
            return self._placed[name]
        box = self.data.boxes.get(name)
        if box is None:
            message = f"the layout {self.data.name} has no box {name!r}"
            add = f"add it to templates/{self.data.name}.layout.yaml"
            raise BoxMissingError(message, did_you_mean(name, self.data.boxes, add), asking)
        if name in self._waiting:
            circle = " of ".join([*self._waiting[self._waiting.index(name) :], name])
            message = f"where {name} lies goes in a circle: {circle}"
            raise BoxPlaceError(message, "place one of them by numbers", box.place)
        if len(self._waiting) > DEEPEST:
            message = f"where {name} lies depends on more than {DEEPEST} boxes, one on the other"
            raise BoxPlaceError(message, "place one of them by numbers", box.place)
        self._waiting.append(name)
        try:
            laid = self._laid(name, box)
            self._placed[name] = laid, self._over(laid)
        finally:
            self._waiting.pop()
        return self._placed[name]

    def _over(self, box: PlacedBox) -> float:
        """How far a box reaches over the bleed, in mm; 0 or less where it does not."""
        right, down = box.x2 - self.w, box.y2 - self.h
        return max(-box.x, -box.y, right, down) - self.bleed

    def _laid(self, name: str, box: WrittenBox) -> PlacedBox:
        x, w = self._span(box, ACROSS, self.w)
        y, h = self._span(box, DOWN, self.h)
        for key, size in (("w", w), ("h", h)):
            if size < 0:
                message = f"the box {name} is {size:.4g} mm {'wide' if key == 'w' else 'high'}"
                hint = f"on this face of {self.w:g} x {self.h:g} mm there is no room for it"
                raise BoxPlaceError(message, hint, box.place)
        side = min(self.w, self.h)
        styles = {
            key: self._number(written, side) if key in _LENGTHS else written.value
            for key, written in box.keys.items()
            if key not in (*ACROSS, *DOWN, "show", "extends")
        }
        shown = box.keys["show"].value if "show" in box.keys else True
        x, y, w, h = (round(value, _DIGITS) for value in (x, y, w, h))
        return PlacedBox(name, x, y, w, h, shown, MappingProxyType(styles))

    def _span(self, box: WrittenBox, axis: tuple[str, ...], side: float) -> tuple[float, float]:
        """Start and size in mm along an axis of which two values are stated at most."""
        size, start, end, middle = (
            self._number(box.keys[key], side) if key in box.keys else None for key in axis
        )
        last = None if end is None else side - end
        if size is None:
            if start is not None and last is not None:
                size = last - start
            elif middle is not None and (start, last) != (None, None):
                size = 2 * (middle - start if start is not None else (last or 0.0) - middle)
            else:
                size = 0.0
        if start is not None:
            return start, size
        if last is not None:
            return last - size, size
        return (0.0 if middle is None else middle - size / 2), size

    def _number(self, written: Written, side: float) -> float:
        length: Length = written.value
        names = {"w": self.w, "h": self.h, "bleed": self.bleed, "side": side}

        def edge(box: str, asked: str) -> float:
            return float(getattr(self._found(box, written.place)[0], asked))

        try:
            return length.value(names, edge)
        except LengthError as error:
            raise BoxPlaceError(str(error), "write another length", written.place) from error
