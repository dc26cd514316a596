"""What templates say to ``text`` and ``box``, and what of it can be meant at all."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar

import jinja2
from markupsafe import Markup

from generator.design.pictures.call import CallError, PictureCall
from generator.typeset.text import Box

ANCHORS = ("start", "middle", "end")
ALIGNS = ("start", "end", "left", "center", "right")
VALIGNS = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class TextCall:
    """What a template says to ``text``: one line with its baseline at ``y`` mm.

    Only ``{icon}`` marks are read. ``width`` (mm) shrinks it down to ``min`` pt. ``track``
    spaces letters (em). ``on``, the colour behind it, was looked at once, and older templates have
    it. What goes wrong is reported where the record holds the text, else at ``field``, else in the
    template.
    ``underline`` draws a bar below it: always (true), never, or where it is ``turned``: a number
    that is read as another one upside down.
    """

    x: float
    y: float
    s: Any
    font: str = "body"
    size: float = 8
    fill: str | None = None
    anchor: str = "start"
    _: KW_ONLY
    width: float | None = None
    min: float | None = None
    track: float = 0
    on: str | None = None
    field: str = ""
    underline: bool | str = False


@dataclass(frozen=True, slots=True)
class BoxCall:
    """What a template says to ``box``: text with markup, wrapped in a box of ``w`` x ``h`` mm.

    It shrinks from ``size`` to at least ``min`` pt. ``icon`` is the side of inline icons in em.
    ``on`` and ``field`` are as for ``text``.
    """

    x: float
    y: float
    w: float
    h: float
    s: Any
    font: str = "body"
    size: float = 8.5
    min: float = 6.5
    leading: float = 1.2
    align: str = "start"
    valign: str = "top"
    fill: str | None = None
    field: str = ""
    _: KW_ONLY
    on: str | None = None
    icon: float | None = None

    def shape(self, icon_em: float) -> Box:
        """The box as it is typeset; ``icon_em`` is the side of icons if none is asked for."""
        least = self.size if self.min > self.size else self.min
        return Box(
            self.x + 0.0,  # of two zeros the one without a sign
            self.y + 0.0,
            self.w,
            self.h,
            self.size,
            least,
            leading=self.leading,
            align=self.align,
            valign=self.valign,
            icon=icon_em if self.icon is None else self.icon,
        )


CallT = TypeVar("CallT", TextCall, BoxCall, PictureCall)


def called(call: type[CallT], name: str, words: Sequence[Any], named: Mapping[str, Any]) -> CallT:
    """What a template says to a drawing function; a TypeError names the function itself."""
    try:
        return call(*words, **named)
    except TypeError as error:
        raise TypeError(str(error).replace(f"{call.__name__}.__init__", f"Pen.{name}")) from error


def text_of(value: Any) -> str:
    """What a template gives as a text.

    Raises:
        CallError: it is neither a text nor a number.
    """
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, jinja2.Undefined):
        str(value)  # raises, naming what is undefined
    if isinstance(value, Markup):
        return value.unescape()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise CallError(f"{value!r} is not a text or a number")
    return f"{value:g}" if isinstance(value, float) else str(value)


def finite(**numbers: Any) -> None:
    """Go on only with numbers; widths, heights and sizes have to be more than 0.

    Raises:
        CallError: one is not, by its name.
    """
    for name, value in numbers.items():
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not good or not math.isfinite(value):
            raise CallError(f"{name}={value!r} is not a number")
        if name in ("w", "h", "size", "min", "leading") and value <= 0:
            raise CallError(f"{name}={value!r} must be more than 0")


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Go on only with one of the words that are allowed.

    Raises:
        CallError: it is another.
    """
    if value not in allowed:
        raise CallError(f"{name}={value!r} is not one of {', '.join(allowed)}")
