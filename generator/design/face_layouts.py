"""Face layouts as they are written: boxes, lengths, and their parts.

``5`` is 5 mm, ``50%`` half of the face, ``title.y2 + 2`` two millimetres below the box ``title``.
Python reads such a text, and only arithmetic is let through.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from markupsafe import Markup

from generator.design.lookup import BUILT_IN
from validator.findings import Place, did_you_mean

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


def accept_box(call: Callable[..., Markup], name: str) -> Callable[..., Markup]:
    """A drawing function that also takes a box of a layout where it takes a place and a size."""

    def draw(*words: Any, **named: Any) -> Markup:
        told = expand_box(name, words, named)
        return Markup("") if told is None else call(*told[0], **told[1])

    return draw


def expand_box(
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
        # it begins, or has its middle or end, on the lower edge of the box
        anchor = _ANCHORS.get(box.styles.get("align", "start"), "start")
        left = {"start": box.x, "middle": box.cx, "end": box.x2}[anchor]
        styles = _own_styles(box, _OF_TEXT) | {"anchor": anchor}
        if box.w and "min" in styles:
            styles["width"] = box.w
        return (left, box.y2, *after), {**styles, **named}
    keys = _OF_BOX if call == "box" else ("fit",)
    return (*before, box.x, box.y, box.w, box.h, *after), {**_own_styles(box, keys), **named}


def _own_styles(box: PlacedBox, keys: Sequence[str]) -> dict[str, Any]:
    return {key: box.styles[key] for key in keys if key in box.styles}


EDGES = ("x", "y", "w", "h", "x2", "y2", "cx", "cy")
"""What a length may ask of another box: its left, top, size, right, bottom and middle, in mm."""
NAMES = ("w", "h", "bleed")
"""What a length may ask of the face: its width, height and bleed in mm."""
_PERCENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)\s*%")
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"min": min, "max": max}
_BETWEEN: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub},
    **{ast.Mult: operator.mul, ast.Div: operator.truediv},
}
Edge: TypeAlias = Callable[[str, str], float]
"""Gives an edge of a box in mm, by the names of both."""
_Work: TypeAlias = Callable[[Mapping[str, float], Edge], float]


class LengthError(ValueError):
    """A text is no length, or has no finite value; the message says why."""


@dataclass(frozen=True, slots=True)
class BoxLength:
    """A length as it was read; ``asks`` are the boxes it depends on, with the edge of each."""

    text: str
    work_out: _Work
    asks: tuple[tuple[str, str], ...] = ()

    def value(self, names: Mapping[str, float], edge: Edge) -> float:
        """Its value in mm; ``names`` has ``w``, ``h``, ``bleed`` and ``side`` (100 %) in mm.

        Raises:
            LengthError: it divides by nothing, or is too large.
        """
        try:
            found = self.work_out(names, edge)
        except ArithmeticError as error:
            raise LengthError(f"`{self.text}` has no value here") from error
        if not math.isfinite(found):
            raise LengthError(f"`{self.text}` is too large")
        return found


@lru_cache(maxsize=1024, typed=True)
def read_length(value: str | float) -> BoxLength:
    """Read a number or a text such as ``50% - 2``.

    Raises:
        LengthError: it is no length.
    """
    text = str(value)
    asks: list[tuple[str, str]] = []
    try:
        tree = ast.parse(_PERCENT.sub(r"(\1 * side / 100)", text.strip()), mode="eval").body
        return BoxLength(text, _read(tree, asks), tuple(asks))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = str(error) if isinstance(error, LengthError) else "it cannot be read"
        raise LengthError(f"`{text}` is no length: {reason}") from error


def _read(tree: ast.expr, asks: list[tuple[str, str]]) -> _Work:
    """What works a tree out; the boxes and edges that it asks for are added to ``asks``.

    Raises:
        LengthError: something in it is no part of a length.
    """
    match tree:
        case ast.Constant(value=bool()):
            raise LengthError("yes and no are no numbers")
        case ast.Constant(value=int() | float() as number):
            return lambda names, edge: float(number)
        case ast.Name(id=name) if name in (*NAMES, "side"):
            return lambda names, edge: names[name]
        case ast.Name(id=name):
            raise LengthError(f"there is no `{name}`; a box is asked by its edge: `{name}.y2`")
        case ast.Attribute(value=ast.Name(id=box), attr=asked) if asked in EDGES:
            asks.append((box, asked))
            return lambda names, edge: edge(box, asked)
        case ast.Attribute(attr=asked):
            raise LengthError(f"a box has no `{asked}`, only {', '.join(EDGES)}")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _read(operand, asks)
            return (lambda *at: -inner(*at)) if isinstance(sign, ast.USub) else inner
        case ast.BinOp(left=left, op=between, right=right) if type(between) in _BETWEEN:
            one, two, join = _read(left, asks), _read(right, asks), _BETWEEN[type(between)]
            return lambda *at: join(one(*at), two(*at))
        case ast.Call(func=ast.Name(id=name), args=words, keywords=[]) if _FUNCTIONS.get(name):
            if len(words) < 2:
                raise LengthError(f"`{name}` takes two lengths or more")
            parts = [_read(word, asks) for word in words]
            return lambda *at: _FUNCTIONS[name](*(part(*at) for part in parts))
    raise LengthError("it has numbers, %, + - * /, min( ), max( ) and edges of boxes")


ACROSS = ("w", "x", "right", "cx")
DOWN = ("h", "y", "bottom", "cy")
"""What may say where a box lies; of what a box takes over, the size counts first."""
DEEPEST = 50
"""Most boxes or layouts of which each depends on the next."""
_LENGTHS = ("corner", "gap", "size", "min")
_SLACK_MM = 0.005
_DIGITS = 4  # of a millimetre, that drawings are not full of sixteen


class BoxError(ValueError):
    """A box is asked for that a layout does not have, or it cannot be told where it lies.

    ``code`` is that of its finding, ``layout-box`` or ``layout-place``.
    """

    def __init__(self, code: str, message: str, hint: str, place: Place | None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint
        self.place = place


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of a box, and where it stands."""

    value: Any
    place: Place


@dataclass(frozen=True, slots=True)
class WrittenBox:
    """A box as files state it, one laid over the other: values by key."""

    place: Place
    keys: Mapping[str, WrittenValue] = field(default_factory=lambda: MappingProxyType({}))

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
    """The boxes of a layout by name, over what it takes over; ``placed``: worked out by size."""

    name: str
    boxes: Mapping[str, WrittenBox] = field(default_factory=lambda: MappingProxyType({}))
    placed: dict[str, dict[str, PlacedBox]] = field(default_factory=dict, compare=False, repr=False)


@dataclass
class FaceLayout:
    """A layout on a face of ``w`` x ``h`` mm: boxes are worked out as a template asks for them."""

    data: LayoutData
    w: float
    h: float
    bleed: float
    asked: dict[str, PlacedBox] = field(default_factory=dict)
    _placed: dict[str, PlacedBox] = field(default_factory=dict)
    _waiting: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.data.boxes) <= DEEPEST:  # else what was asked before may make a difference
            face = f"{self.w} {self.h} {self.bleed}"  # 63 mm and 63.0 mm are drawn differently
            self._placed = self.data.placed.setdefault(face, {})

    def __contains__(self, name: object) -> bool:
        return name in self.data.boxes

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.boxes)

    def __getitem__(self, name: str) -> PlacedBox:
        """The box ``name``.

        Raises:
            BoxError: the layout has none of that name, or it cannot be told where it lies.
        """
        if name not in self.asked:
            self.asked[name] = self._find(name, None)
        return self.asked[name]

    def boxes_outside(self) -> Iterator[tuple[Place, str, str]]:
        """Where boxes that reach too far are written, what is wrong and what to do."""
        for name, box in self.asked.items():
            over = max(-box.x, -box.y, box.x2 - self.w, box.y2 - self.h) - self.bleed
            if over <= _SLACK_MM or not box.show:
                continue
            message = f"the box {name} reaches {over:.3g} mm over the bleed of this face"
            hint = f"keep it within {self.w:g} x {self.h:g} mm, or {self.bleed:g} mm more"
            yield self.data.boxes[name].place, message, hint

    def _find(self, name: str, asking: Place | None) -> PlacedBox:
        if name in self._placed:
            return self._placed[name]
        box = self.data.boxes.get(name)
        if box is None:
            message = f"the layout {self.data.name} has no box {name!r}"
            add = f"add it to templates/{self.data.name}.layout.yaml"
            raise BoxError("layout-box", message, did_you_mean(name, self.data.boxes, add), asking)
        if name in self._waiting:
            circle = " of ".join([*self._waiting[self._waiting.index(name) :], name])
            message = f"where {name} lies goes in a circle: {circle}"
            raise BoxError("layout-place", message, "place one of them by numbers", box.place)
        if len(self._waiting) > DEEPEST:
            message = f"where {name} lies depends on more than {DEEPEST} boxes, one on the other"
            raise BoxError("layout-place", message, "place one of them by numbers", box.place)
        self._waiting.append(name)
        try:
            self._placed[name] = self._place_box(name, box)
        finally:
            self._waiting.pop()
        return self._placed[name]

    def _place_box(self, name: str, box: WrittenBox) -> PlacedBox:
        x, w = self._span(box, ACROSS, self.w)
        y, h = self._span(box, DOWN, self.h)
        for key, size in (("w", w), ("h", h)):
            if size < 0:
                message = f"the box {name} is {size:.4g} mm {'wide' if key == 'w' else 'high'}"
                hint = f"on this face of {self.w:g} x {self.h:g} mm there is no room for it"
                place, other = self._cause(name)
                hint = f"{hint}, as {other} lies here" if other != name else hint
                raise BoxError("layout-place", message, hint, place)
        side = min(self.w, self.h)
        styles = {
            key: self._number(written, side) if key in _LENGTHS else written.value
            for key, written in box.keys.items()
            if key not in (*ACROSS, *DOWN, "show", "extends")
        }
        shown = box.keys["show"].value if "show" in box.keys else True
        x, y, w, h = (round(value, _DIGITS) for value in (x, y, w, h))
        return PlacedBox(name, x, y, w, h, shown, MappingProxyType(styles))

    def _cause(self, name: str) -> tuple[Place, str]:
        """Where a box is stated, or the nearest that it depends on which the project states."""
        near = [name]
        for one in near:
            box = self.data.boxes[one]
            if not box.place.file.startswith(BUILT_IN):
                return box.place, one
            asks = (ask for key in box.keys.values() for ask in getattr(key.value, "asks", ()))
            near += [asked for asked, _ in asks if asked in self.data.boxes and asked not in near]
        return self.data.boxes[name].place, name

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

    def _number(self, written: WrittenValue, side: float) -> float:
        length: BoxLength = written.value
        names = {"w": self.w, "h": self.h, "bleed": self.bleed, "side": side}

        def edge(box: str, asked: str) -> float:
            return float(getattr(self._find(box, written.place), asked))

        try:
            return length.value(names, edge)
        except LengthError as error:
            told = "layout-place", str(error), "write another length", written.place
            raise BoxError(*told) from error
