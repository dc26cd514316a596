"""Pages of one shared PDF, with our own text and pictures."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, Protocol, cast

from generator.drawing.cairo import cairocffi

# isort: split
import pikepdf
from lxml import etree
from PIL import Image

from generator.design.face import DrawError, Face
from generator.design.pictures import FORMATS, LYING, fit_picture, is_drawing, rgb_of
from generator.drawing.colours import to_bytes
from generator.drawing.engine import FontFaceError, check_glyphs, font_face
from generator.drawing.painter import Painter, Special
from generator.drawing.svgtree import SvgNode, read
from generator.svg.lint import OURS, rgb
from generator.typeset.fonts import (
    MM_PER_PT,
    Font,
    FontError,
    FontKey,
    Shaped,
    in_language,
    open_font,
    registry_of_trilith,
    shape,
)
from validator.plainfile import read_plain

DATE = "2000-01-01T00:00:00+00:00"
"""The date written into every PDF, so that equal faces give equal bytes."""


_SANS = FontKey("Source Sans Pro")


def draw_faces(faces: Sequence[Face]) -> bytes:
    """One PDF with a page for each face, in order.

    Raises:
        DrawError: a picture or font vanished, or cairo refuses what it is given.
    """
    book = GrowingPdf(Path(faces[0].root))
    for face in faces:
        with drawing_errors():
            book.add(face.svg, *face.page_mm)
    return book.finish()


@contextmanager
def drawing_errors() -> Iterator[None]:
    """Turn what may be raised while a drawing is drawn into a DrawError."""
    try:
        yield
    except (cairocffi.CairoError, FontError, FontFaceError, OSError) as error:
        raise DrawError(str(error)) from error
    except (ArithmeticError, LookupError, TypeError, ValueError, etree.LxmlError) as error:
        message = f"the drawing library fails at it ({type(error).__name__}: {error})"
        raise DrawError(message) from error


@dataclass
class GrowingPdf:
    """A PDF that grows by one page a face; all pages share fonts and pictures."""

    root: Path
    target: io.BytesIO = field(default_factory=io.BytesIO)
    pictures: dict[str, Any] = field(default_factory=dict)
    sizes: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pdf = cairocffi.PDFSurface(self.target, 72, 72)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_CREATE_DATE, DATE)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_CREATOR, "trilith")

    def add(self, svg: str, width_mm: float, height_mm: float) -> None:
        """Draw ``svg`` as the next page of ``width_mm`` x ``height_mm``."""
        width, height = width_mm / MM_PER_PT, height_mm / MM_PER_PT
        # Cairo cuts a page to whole points; what lies beyond its own edge is left out in `finish`.
        self.pdf.set_size(math.ceil(width), math.ceil(height))
        self.pdf.set_device_offset(0, math.ceil(height) - height)
        self.sizes.append((round(width, 6), round(height, 6)))
        self.paint(svg, width, height)
        self.pdf.show_page()

    def paint(self, svg: str, width: float, height: float) -> None:
        """Draw ``svg`` onto the page, ``width`` x ``height`` pt."""
        page = cairocffi.Context(self.pdf)
        paint_page(page, read(svg), width, height, partial(draw_special, shelf=self))

    def finish(self) -> bytes:
        """The finished PDF."""
        self.pdf.finish()
        with pikepdf.Pdf.open(self.target) as pdf:
            for page, size in zip(pdf.pages, self.sizes, strict=True):
                page.mediabox = pikepdf.Array([0, 0, *size])
            return to_bytes(pdf)


def paint_page(
    context: cairocffi.Context, root: SvgNode, width: float, height: float, special: Special
) -> None:
    """Draw a whole drawing, ``width`` x ``height`` in the units of a surface."""
    left, top, wide, high = (float(number) for number in root["viewBox"].split())
    context.rectangle(0, 0, width, height)
    context.clip()
    context.scale(width / wide, height / high)
    context.translate(-left, -top)
    Painter(context, root, special).paint(root)


class PictureCache(Protocol):
    """What keeps the pictures of a project ``root`` once they are decoded, by their hashes."""

    root: Path
    pictures: dict[str, Any]


def draw_special(painter: Painter, node: SvgNode, shelf: PictureCache) -> None:
    """Draw a run of text, or a picture; anything else was refused by the lint."""
    kind = node.get(OURS)
    if kind == "run":
        least = painter.outlined
        if least is None or float(node["font-size"]) >= least:
            draw_run(painter.context, node, shelf.root, outlines=least is not None)
    elif kind == "icon":
        if painter.outlined is None:
            note_icon(painter.context, node)
    elif kind == "picture":
        draw_picture(painter.context, node, shelf)
    else:
        raise DrawError(f"<{node.tag}> cannot be drawn")


def draw_run(context: cairocffi.Context, node: Any, root: Path, *, outlines: bool = False) -> None:
    """Draw a run of text as the glyphs it was measured with, selectable as text or as shapes."""
    font = _font_of(root, *map(node.get, _FONT))
    size = float(node["font-size"])
    spacing = float(node.get("letter-spacing", 0))
    is_reversed = node.get("direction") == "rtl"
    shaped = shape(font, node.text, round(spacing / size, 4), "rtl" if is_reversed else "ltr")
    if node.get("data-font"):
        used = tuple(dict.fromkeys(glyph for glyph, _, _ in shaped.glyphs))
        check_glyphs(font.path, used, font.index)
    x, y = float(node["x"]), float(node["y"])
    red, green, blue = rgb(node["fill"]) or (0.0, 0.0, 0.0)
    glyphs = [(glyph, x + dx * size, y + dy * size) for glyph, dx, dy in shaped.glyphs]
    context.save()
    context.set_font_options(_options())
    context.set_font_face(font_face(font.path, font.index))
    context.set_font_size(size)
    context.set_source_rgba(red, green, blue, float(node.get("fill-opacity", 1)))
    if outlines:
        context.glyph_path(glyphs)
        context.fill()
    else:
        told = _as_it_lies(node.text, shaped) if is_reversed else (node.text, shaped.clusters)
        context.show_text_glyphs(told[0], glyphs, told[1])
    context.restore()


def _as_it_lies(text: str, shaped: Shaped) -> tuple[str, Sequence[tuple[int, int]]]:
    """A text that runs from right to left, cluster by cluster from left to right.

    Readers of PDFs expect that order and turn it round; in the order of the text, which cairo
    writes with its flag for such clusters, PDFium turns words the wrong way.
    """
    letters, at, parts = text.encode(), 0, []
    for count, _ in shaped.clusters:
        parts.append(letters[at : at + count])
        at += count
    return b"".join(reversed(parts)).decode(), shaped.clusters[::-1]


def note_icon(context: cairocffi.Context, node: Any) -> None:
    """Put the word that is read for an icon where it stands, as a space of its width.

    Nothing of it is seen. Cairo writes text whose glyphs do not spell it as ActualText.
    """
    if not node.text:
        return
    font = open_font(_SANS, registry_of_trilith().path(_SANS))
    space = shape(font, " ")
    size = float(node["font-size"])
    x, y = float(node["x"]), float(node["y"]) + 0.8 * size
    context.save()
    context.set_font_options(_options())
    context.set_font_face(font_face(font.path))
    context.set_font_matrix(cairocffi.Matrix(xx=size / space.advance, yy=0.8 * size))
    context.set_source_rgb(0, 0, 0)
    glyph, letters = space.glyphs[0][0], len(node.text.encode())
    context.show_text_glyphs(node.text, [(glyph, x, y)], [(letters, 1)])
    context.restore()


def draw_picture(context: cairocffi.Context, node: Any, shelf: PictureCache) -> None:
    """Draw a picture into its box; it is decoded once. Of an SVG the shapes are drawn already."""
    if is_drawing(node["href"]):
        return
    digest = node["data-sha256"]
    picture = shelf.pictures.get(digest)
    if picture is None:
        data = read_named_file(shelf.root, node["href"], digest)
        picture = shelf.pictures[digest] = _load(data, node["href"])
    box = [float(node[name]) for name in ("x", "y", "width", "height")]
    turn = int(node.get("data-turn", 1))
    raw = picture.colours.get_width(), picture.colours.get_height()
    focus = [float(part) for part in node.get("data-focus", "0.5 0.5").split()]
    upright = raw[::-1] if turn >= LYING else raw
    x, y, scale_x, scale_y = fit_picture(box, upright, node["preserveAspectRatio"], focus)
    context.save()
    context.rectangle(*box)
    context.clip()
    context.translate(x, y)
    context.scale(scale_x, scale_y)
    context.transform(cairocffi.Matrix(*_UPRIGHT[turn](*raw)))
    context.set_source_surface(picture.colours)
    if picture.mask is None:
        context.paint()
    else:
        context.mask_surface(picture.mask)
    context.restore()


_UPRIGHT: Mapping[int, Callable[[int, int], tuple[int, int, int, int, int, int]]] = {
    1: lambda w, h: (1, 0, 0, 1, 0, 0),
    2: lambda w, h: (-1, 0, 0, 1, w, 0),
    3: lambda w, h: (-1, 0, 0, -1, w, h),
    4: lambda w, h: (1, 0, 0, -1, 0, h),
    5: lambda w, h: (0, 1, 1, 0, 0, 0),
    6: lambda w, h: (0, 1, -1, 0, h, 0),
    7: lambda w, h: (0, -1, -1, 0, h, w),
    8: lambda w, h: (0, -1, 1, 0, 0, w),
}
"""By EXIF orientation: how a pixel (x, y) moves, as cairo has it (xx, yx, xy, yy, x0, y0)."""


_FONT = (
    *("font-family", "font-weight", "font-style", "data-lang"),
    *("data-font", "data-font-sha256", "data-font-index"),
)


@lru_cache(maxsize=1024)
def _font_of(
    root: Path, family: str, weight: str, style: str | None, language: str | None, *own: str | None
) -> Font:
    """The font of a run, from the attributes that say which."""
    key = FontKey(family, int(weight), style == "italic")
    file, digest, index = own
    if file:
        font = _own_font(key, root, file, digest or "", int(index or 0))
    else:
        font = registry_of_trilith().font(key)
    return in_language(font, language) if language else font


def _own_font(key: FontKey, root: Path, file: str, digest: str, index: int) -> Font:
    """A font of the project, or one of the system: only :func:`run_markup` names these."""
    path = PurePosixPath(file)
    if path.is_absolute():
        read_named_file(Path(path.anchor), str(path.relative_to(path.anchor)), digest)
    else:
        read_named_file(root, file, digest)
    return open_font(key, root / file, index)


def read_named_file(root: Path, name: str, digest: str) -> bytes:
    """A file that a drawing names, if it is the one that was named: its hash tells.

    Raises:
        DrawError: it is another file by now, cannot be read, or lies outside of ``root``.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise DrawError(f"{name} lies outside the project")
    try:
        data = read_plain(root / path)
    except OSError as error:
        raise DrawError(f"{name} cannot be read: {error.strerror or error}") from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise DrawError(f"{name} was changed while it was being drawn; print again")
    return data


@cache
def _options() -> cairocffi.FontOptions:
    return cairocffi.FontOptions(
        hint_style=cairocffi.HINT_STYLE_NONE, hint_metrics=cairocffi.HINT_METRICS_OFF
    )


class PictureSurface(NamedTuple):
    """A picture for cairo: its colours, and how opaque they are; None where all of them are."""

    colours: Any
    mask: Any = None


def _load(data: bytes, name: str) -> PictureSurface:
    """A picture for cairo; a JPEG without inks keeps its bytes, stored as it is."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.format == "PNG" and not image.has_transparency_data:
                return PictureSurface(cairocffi.ImageSurface.create_from_png(io.BytesIO(data)))
            if image.format != "JPEG" or image.mode == "CMYK":
                return surface_of(image)
            width, height = image.size
    except OSError as error:
        raise DrawError(f"the picture {name} cannot be read") from error
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, width, height)
    surface.set_mime_data("image/jpeg", data)
    return PictureSurface(surface)


def surface_of(image: Image.Image) -> PictureSurface:
    """The pixels of a picture for cairo, as an RGB24 and an A8 surface.

    An ARGB32 surface is black where nothing is seen of it, which whatever shows a PDF mixes into
    the edges, as it smooths colours and transparency apart.
    """
    image, mask = rgb_of(image), None
    opaque = image.getchannel("A") if image.mode == "RGBA" else Image.new("L", (1, 1), 255)
    least, most = cast("tuple[int, int]", opaque.getextrema())
    if least < 255:
        kind = cairocffi.FORMAT_A8
        stride = cairocffi.ImageSurface.format_stride_for_width(kind, image.width)
        rows = bytearray(opaque.tobytes("raw", "L", stride))
        mask = cairocffi.ImageSurface(kind, *image.size, rows, stride)
        image = _spread(image, most // 2)
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=1)
    target.seek(0)
    return PictureSurface(cairocffi.ImageSurface.create_from_png(target), mask)


def _spread(image: Image.Image, clear: int) -> Image.Image:
    """The colours of a picture; what is transparent takes those of what is seen nearby.

    That is the pixels whose alpha is above ``clear``: the colours of others are often bad.
    """
    layers = [_seen(image, clear)]
    while max(layers[-1].size) > 1:
        wide, high = layers[-1].size
        half = layers[-1].resize(((wide + 1) // 2, (high + 1) // 2), Image.Resampling.BOX)
        layers.append(_seen(half))
    ground = layers[-1].convert("RGB")
    for layer in (*reversed(layers), _seen(image)):
        ground = ground.resize(layer.size, Image.Resampling.BILINEAR)
        ground.paste(layer.convert("RGB"), mask=layer.getchannel("A"))
    return ground


def _seen(image: Image.Image, clear: int = 0) -> Image.Image:
    """A copy of a picture that hides all where its alpha is above ``clear``, else nothing."""
    found = image.copy()
    found.putalpha(image.getchannel("A").point([255 * (one > clear) for one in range(256)]))
    return found
