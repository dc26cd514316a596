"""Which way text is drawn here, told without loading all that draws."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from generator.drawing.cairo import cairocffi
from generator.drawing.cairofont import FontFaceError, font_face
from generator.typeset.fonts import FontKey, shipped

TESTED = "2.9."
"""The minor version of cairosvg whose drawing was tested with this room."""
STOCK = (
    "this machine's cairo or cairosvg is not one that trilith was tested with: letters are placed "
    "by cairosvg, and the system may substitute fonts"
)
"""What is said where text cannot be drawn as shaped glyphs."""


@cache
def engine() -> str:
    """``glyphs`` where text is drawn as shaped glyphs, ``stock`` where cairosvg must do it."""
    if not version("cairosvg").startswith(TESTED):
        return "stock"
    try:
        font_face(shipped().path(FontKey("Source Sans Pro")))
    except FontFaceError:
        return "stock"
    return "glyphs"


def drawer() -> str:
    """What draws here: the way text is drawn and the version of the cairo library."""
    return f"{engine()} {cairocffi.cairo_version_string()}"
