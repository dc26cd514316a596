"""cairosvg, drawing onto pages of one shared PDF, with our own text and pictures.

Only three things of cairosvg are leant on: ``Surface.draw`` calls itself for every node,
``Surface._create_surface`` makes the surface, and nodes are mappings of attributes. The
version is pinned to 2.9.x and a test draws a canary; :func:`engine` tells whether the glyph
path can be used, else text goes through cairosvg's stock handler.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import cairocffi
import cairosvg
from cairosvg.parser import Tree
from cairosvg.surface import Surface
from PIL import Image

from generator.cairofont import FontFaceError, font_face
from generator.colour import rgb
from generator.fonts import Font, FontKey, open_font, shipped
from generator.lint import OURS
from generator.shaping import MM_PER_PT, shape

TESTED = "2.9."
"""The minor version of cairosvg whose drawing was tested with this module."""
DATE = "2000-01-01T00:00:00+00:00"
"""The date written into every PDF, so that equal faces give equal bytes."""


class DrawError(Exception):
    """A face that cannot be drawn; the message names what is wrong."""


@cache
def engine() -> str:
    """``glyphs`` where text is drawn as shaped glyphs, ``stock`` where cairosvg must do it."""
    if not str(cairosvg.__version__).startswith(TESTED):
        return "stock"
    try:
        font_face(shipped().path(FontKey("Source Sans Pro")))
    except FontFaceError:
        return "stock"
    return "glyphs"


@dataclass
class Book:
    """A PDF that grows by one page a face; all pages share fonts and pictures."""

    root: Path
    stock: bool = False
    target: io.BytesIO = field(default_factory=io.BytesIO)
    pictures: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pdf = cairocffi.PDFSurface(self.target, 72, 72)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_CREATE_DATE, DATE)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_CREATOR, "trilith")

    def add(self, svg: str, width_mm: float, height_mm: float) -> None:
        """Draw ``svg`` as the next page of ``width_mm`` x ``height_mm``."""
        tree = Tree(bytestring=svg.encode(), url_fetcher=_refuse, unsafe=False)
        self.pdf.set_size(width_mm / MM_PER_PT, height_mm / MM_PER_PT)
        FaceSurface(tree, self)
        self.pdf.show_page()

    def finish(self) -> bytes:
        """The finished PDF."""
        self.pdf.finish()
        return self.target.getvalue()


class FaceSurface(Surface):  # type: ignore[misc]  # cairosvg is untyped
    """Draws one tree onto the current page of a book."""

    def __init__(self, tree: Tree, book: Book) -> None:
        self.book = book
        super().__init__(tree, None, 96)

    def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
        return self.book.pdf, width, height

    def draw(self, node: Any) -> None:
        """Draw a node: ours with glyph runs and shared pictures, the rest as cairosvg does."""
        kind = node.get(OURS) if node.tag in ("text", "image") else None
        if kind == "run" and not self.book.stock:
            self._draw_run(node)
        elif kind == "picture":
            self._draw_picture(node)
        else:
            super().draw(node)

    def _draw_run(self, node: Any) -> None:
        font = _font_of(node, self.book.root)
        size = float(node["font-size"])
        spacing = float(node.get("letter-spacing", 0))
        shaped = shape(font, node.text, round(spacing / size, 4))
        x, y = float(node["x"]), float(node["y"])
        red, green, blue = rgb(node["fill"]) or (0.0, 0.0, 0.0)
        context = self.context
        context.save()
        context.set_font_options(_options())
        context.set_font_face(font_face(font.path))
        context.set_font_size(size)
        context.set_source_rgba(red, green, blue, float(node.get("fill-opacity", 1)))
        glyphs = [(glyph, x + dx * size, y + dy * size) for glyph, dx, dy in shaped.glyphs]
        context.show_text_glyphs(node.text, glyphs, shaped.clusters)
        context.restore()

    def _draw_picture(self, node: Any) -> None:
        digest = node["data-sha256"]
        surface = self.book.pictures.get(digest)
        if surface is None:
            surface = self.book.pictures[digest] = _load(self.book.root / node["href"])
        x, y = float(node["x"]), float(node["y"])
        width, height = float(node["width"]), float(node["height"])
        scale_x, scale_y = width / surface.get_width(), height / surface.get_height()
        fit = node["preserveAspectRatio"]
        if fit != "none":
            scale_x = scale_y = (max if fit.endswith("slice") else min)(scale_x, scale_y)
        context = self.context
        context.save()
        context.rectangle(x, y, width, height)
        context.clip()
        context.translate(
            x + (width - scale_x * surface.get_width()) / 2,
            y + (height - scale_y * surface.get_height()) / 2,
        )
        context.scale(scale_x, scale_y)
        context.set_source_surface(surface)
        context.paint()
        context.restore()


def _font_of(node: Any, root: Path) -> Font:
    key = FontKey(node["font-family"], int(node["font-weight"]), node.get("font-style") == "italic")
    file = node.get("data-font")
    return open_font(key, root / file if file else shipped().path(key))


@cache
def _options() -> cairocffi.FontOptions:
    return cairocffi.FontOptions(
        hint_style=cairocffi.HINT_STYLE_NONE, hint_metrics=cairocffi.HINT_METRICS_OFF
    )


def _load(path: Path) -> Any:
    """A picture as a cairo surface; a JPEG keeps its bytes and is stored as it is."""
    data = path.read_bytes()
    if data.startswith(b"\x89PNG"):
        return cairocffi.ImageSurface.create_from_png(io.BytesIO(data))
    try:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            width, height = image.size
    except OSError as error:
        raise DrawError(f"the picture {path.name} cannot be read") from error
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, width, height)
    surface.set_mime_data("image/jpeg", data)
    return surface


def _refuse(url: str, resource_type: str) -> bytes:
    raise DrawError(f"a drawing may not fetch {url[:60]} ({resource_type})")
