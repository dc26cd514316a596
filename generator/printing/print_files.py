"""Put faces on drawn pages and finish the file: boxes, labels, outline, layers, metadata.

Each face comes in once as a form XObject, however often it is placed. Equal input gives
equal bytes: object names are fixed, the identifier follows from the content, and no file says
on which day it was made.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from generator.drawing.colours import apply_ink
from generator.drawing.draw import FaceBook
from generator.printing.geometry import Rect, rotate_about
from generator.printing.imposition import (
    Contour,
    Document,
    Flip,
    Outline,
    Page,
    Placed,
    Shift,
    contour,
)
from generator.printing.pdf import (
    BEGIN_ARTIFACT,
    END,
    Tags,
    add_layers,
    draw_shapes,
    label_pages,
    mark_face,
    save_pdf,
)
from generator.printing.sheet_fonts import POINTS

_KAPPA = 0.5522847498
"""Control point of a quarter circle drawn as one curve."""


def build_pdf(document: Document, book: FaceBook, crop_width_mm: float = 0.15) -> bytes:
    """Return the finished PDF of ``document``; every face it places must be in ``book``."""
    return finish_pdf(draw_shapes(document, crop_width_mm), document, book)


def finish_pdf(drawn: bytes, document: Document, book: FaceBook) -> bytes:
    """Put the faces of ``document`` on the pages of ``drawn``, and finish the file."""
    with Pdf.open(io.BytesIO(apply_ink(drawn, book.ink))) as pdf:
        layers = add_layers(pdf)
        forms = _Forms(pdf, book, layers, document)
        tags = Tags(pdf, document.told) if document.told is not None else None
        for target_page, page in zip(pdf.pages, document.pages, strict=True):
            _finish_page(target_page, page, forms, tags)
        if tags is not None:
            tags.finish()
        _finish_file(pdf, document)
        return save_pdf(pdf, packed=True)


class _Forms:
    """Copies the faces of a document into a PDF as form XObjects, each one once.

    A book is opened as its first face is wanted, and forgotten after the last, so that thousands
    of faces are not in memory twice. It is never opened again: its fonts would be copied again.
    """

    def __init__(
        self, pdf: Pdf, book: FaceBook, layers: Mapping[str, Dictionary], document: Document
    ) -> None:
        self.pdf = pdf
        self.layers = layers
        self._book = book
        self._sources: dict[int, Pdf] = {}
        self._forms: dict[str, tuple[Name, pikepdf.Object]] = {}
        keys = {placed.drawing.key for page in document.pages for placed in page.placed}
        self._left = Counter(book.pages[key][0] for key in keys)

    def form(self, key: str) -> tuple[Name, pikepdf.Object]:
        if key not in self._forms:
            source, page = self._book.pages[key]
            if source not in self._sources:
                self._sources[source] = Pdf.open(io.BytesIO(self._book.pdfs[source]))
            form = self.pdf.copy_foreign(self._sources[source].pages[page].as_form_xobject())
            mark_face(form, self.layers)
            self._forms[key] = (Name(f"/Face{len(self._forms) + 1}"), form)
            self._left[source] -= 1
            if not self._left[source]:
                del self._sources[source]
        return self._forms[key]


def _finish_page(drawn: pikepdf.Page, page: Page, forms: _Forms, tags: Tags | None) -> None:
    resources = drawn.obj.Resources
    objects = resources.get("/XObject") or Dictionary()
    for key in dict.fromkeys(placed.drawing.key for placed in page.placed):
        name, form = forms.form(key)
        objects[str(name)] = form
    resources["/XObject"] = objects
    resources["/Properties"] = Dictionary({f"/{key}": layer for key, layer in forms.layers.items()})
    art = ""
    if tags is not None:
        tags.begin_page(drawn)
    for placed in page.placed:
        content = _placement(placed, forms.form(placed.drawing.key)[0])
        art += tags.mark(placed, content) if tags is not None else content
    before, after = _shift_operators(page)
    if tags is not None:  # what is drawn besides faces is passed over by readers
        art, after = f"{art}{BEGIN_ARTIFACT}", f"\n{END}{after}"
    drawn.contents_add(forms.pdf.make_stream(f"{before}{art}".encode()), prepend=True)
    if after:
        drawn.contents_add(forms.pdf.make_stream(after.encode()), prepend=False)
    drawn.obj["/TrimBox"] = _box(page.trim)
    drawn.obj["/BleedBox"] = _box(page.bleed)


def _placement(placed: Placed, name: Name) -> str:
    """Operators that draw one face: clipped to its bleed, turned and scaled into its box."""
    if placed.rotation % 90:
        turn = _turn_operators(placed.rotation, placed.box.centre)
        return f"q {turn} {_placement(replace(placed, rotation=0), name).rstrip()} Q\n"
    matrix = " ".join(_number(value) for value in face_matrix(placed))
    return f"q {_clip(placed)} W n {matrix} cm {name} Do Q\n"


def face_matrix(placed: Placed) -> tuple[float, float, float, float, float, float]:
    """Return the matrix that takes a face page (pt, bleed included) to its place (pt).

    The face is scaled where its box is not its trim size (boards to scale, thumbnails).
    """
    drawing, box = placed.drawing, placed.box
    lying = placed.rotation % 180 != 0
    scale = (box.height if lying else box.width) / drawing.width
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[placed.rotation % 360]
    a, b = scale * cos, scale * sin
    # The corner of the page (outside the bleed), turned about the middle of the trim box.
    out_x = -(drawing.width / 2 + drawing.reach) * scale
    out_y = -(drawing.height / 2 + drawing.reach) * scale
    middle_x, middle_y = box.centre
    x = middle_x + out_x * cos - out_y * sin
    y = middle_y + out_x * sin + out_y * cos
    return a, b, -b, a, x * POINTS, y * POINTS


def _clip(placed: Placed) -> str:
    """The edge of what is seen of a face, as a path."""
    clip = placed.clip
    if placed.shape == "hex":
        by = min(clip.width - placed.box.width, clip.height - placed.box.height) / 2
        edge = contour(Outline(placed.box, "hex", 0.0, 0.0, placed.rotation), by)
    elif placed.outline:
        box = placed.box
        corners = [(box.x + x * box.width, box.top - y * box.height) for x, y in placed.outline]
        first, *others = (_points(*corner) for corner in corners)
        return f"{first} m {' '.join(f'{one} l' for one in others)} h"
    elif placed.shape == "round" or placed.corner:
        shape = "round" if placed.shape == "round" else "rect"
        edge = contour(Outline(clip, shape, placed.corner, 0.0))
    else:
        return _points(clip.x, clip.y, clip.width, clip.height) + " re"
    return f"{_points(*edge.points[0])} m " + " ".join(_draw_ways(edge)) + " h"


def _draw_ways(edge: Contour) -> Iterator[str]:
    for (x0, y0), (x1, y1), corner in edge.ways:
        if corner is not None:
            x, y = corner
            near = x0 + (x - x0) * _KAPPA, y0 + (y - y0) * _KAPPA
            far = x1 + (x - x1) * _KAPPA, y1 + (y - y1) * _KAPPA
            yield f"{_points(*near, *far, x1, y1)} c"
        elif (x0, y0) != (x1, y1):
            yield f"{_points(x1, y1)} l"


def _points(*numbers: float) -> str:
    return " ".join(_number(value * POINTS) for value in numbers)


def _shift_operators(page: Page) -> tuple[str, str]:
    """Operators before and after the content that shift and turn the whole page."""
    shift = page.shift
    if shift is None or shift == Shift():
        return "", ""
    centre = (page.width / 2, page.height / 2)
    return f"q {_turn_operators(shift.degrees, centre, shift.x_mm, shift.y_mm)}\n", "\nQ\n"


def _turn_operators(
    degrees: float, centre: tuple[float, float], x_mm: float = 0.0, y_mm: float = 0.0
) -> str:
    """What turns all that follows about a point, counter-clockwise, and moves it."""
    x0, y0 = rotate_about(0, 0, degrees, centre)
    x1, y1 = rotate_about(1, 0, degrees, centre)
    cos, sin = x1 - x0, y1 - y0
    numbers = (cos, sin, -sin, cos, (x0 + x_mm) * POINTS, (y0 + y_mm) * POINTS)
    return f"{' '.join(_number(value) for value in numbers)} cm"


def _box(rect: Rect) -> Array:
    corners = (rect.x, rect.y, rect.right, rect.top)
    return Array([round(value * POINTS, 3) for value in corners])


def _number(value: float) -> str:
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _finish_file(pdf: Pdf, document: Document) -> None:
    # reportlab's identifier follows the environment's SOURCE_DATE_EPOCH; saving makes a new one.
    if "/ID" in pdf.trailer:
        del pdf.trailer["/ID"]
    label_pages(pdf, [page.label for page in document.pages])
    with pdf.open_outline() as outline:
        for number, page in enumerate(document.pages):
            if page.chapter:
                outline.root.append(pikepdf.OutlineItem(page.chapter, number))
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"),
        Duplex=Name(_DUPLEX[document.flip]),
        DisplayDocTitle=True,
    )
    pdf.Root.Lang = String(document.language)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=True) as meta:
        meta["dc:title"] = document.title
        meta["dc:description"] = document.subject
        if document.author:
            meta["dc:creator"] = [document.author]
        meta["xmp:CreatorTool"] = "trilith"
        meta["pdf:Producer"] = "trilith"
    for key in ("/CreationDate", "/ModDate"):
        if key in pdf.docinfo:
            del pdf.docinfo[key]


_DUPLEX: Mapping[Flip | None, str] = {
    Flip.LONG: "/DuplexFlipLongEdge",
    Flip.SHORT: "/DuplexFlipShortEdge",
    None: "/Simplex",
}
