"""Shapes of a document drawn as PDF pages: fonts, layers, tags, and the version of the file."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby
from types import MappingProxyType

import pikepdf
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, String
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator.drawing.colours import CONDITION, srgb_profile
from generator.installed import read_data
from generator.printing.geometry import Caption, Circle, Path, Shape, Style
from generator.printing.imposition import Document, FaceSide, Page, Placed, ReadOut
from generator.printing.sheet_fonts import BOLD, FONTS, POINTS, REGULAR
from generator.typeset.fonts import registry_of_trilith

# Layers of a print file that a viewer can switch: art, text, guides, crop marks, labels.
#
# Layers are optional content groups. They carry no ``/Usage``: with it viewers ignore what is
# switched off by default.


TITLES: Mapping[str, str] = {
    "art": "Art",
    "text": "Text",
    "guides": "Fold lines and guides",
    "marks": "Crop marks",
    "labels": "Labels and ruler",
}
"""Names of the layers as viewers show them, by the key that marks their content."""

_LEVEL = 4
"""How hard faces are packed, of 1 to 9: the usual 6 takes twice as long, for 2 % of a kit."""
_BEGIN, _END = b"BT\n", b"\nET\n"
"""A text object as cairo writes it: its end stands on a line of its own, which no string can
hold, since line ends in strings follow a backslash."""


def add_layers(pdf: Pdf) -> dict[str, Dictionary]:
    """Declare all layers in ``pdf``, switched on; returns them by key."""
    layers = {
        key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(title)))
        for key, title in TITLES.items()
    }
    everything = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=everything,
        D=Dictionary(Name=String("Layers"), Order=everything, ON=everything, BaseState=Name.ON),
    )
    return layers


def mark_face(form: pikepdf.Object, layers: Mapping[str, Dictionary]) -> None:
    """Put the text objects of a face into the layer ``text``, all else into ``art``."""
    form.write(zlib.compress(mark_layers(form.read_bytes()), _LEVEL), filter=Name.FlateDecode)
    resources = form.get("/Resources") or Dictionary()
    resources["/Properties"] = Dictionary({f"/{key}": layers[key] for key in ("art", "text")})
    form["/Resources"] = resources


def mark_layers(content: bytes) -> bytes:
    """Return a content stream with its text objects and the rest marked by layer."""
    found: list[bytes] = []
    end = 0
    for start, stop in _texts(content):
        found += [_in_layer(b"art", content[end:start]), _in_layer(b"text", content[start:stop])]
        end = stop
    found.append(_in_layer(b"art", content[end:]))
    return b"".join(found)


def _texts(content: bytes) -> Iterator[tuple[int, int]]:
    """Where text objects begin and end; searched for as they are, which is faster than patterns."""
    start = content.find(_BEGIN)
    while start >= 0:
        after = start + len(_BEGIN)
        if not start or content[start - 1 : start].isspace():
            end = content.find(_END, after)
            if end < 0:
                return
            after = end + len(_END)
            yield start, after
        start = content.find(_BEGIN, after)


def _in_layer(key: bytes, content: bytes) -> bytes:
    if not content or content.isspace():
        return content
    return b"/OC /" + key + b" BDC\n" + content + b"\nEMC\n"


PACKED, PLAIN = "1.7", "1.4"
"""The versions of files: that of ``/Duplex``, which all packed ones have, and that of output
intents, which knows all that is drawn (ISO 32000-1:2008, tables 25 to 150)."""


def save_pdf(pdf: Pdf, *, packed: bool) -> bytes:
    """The bytes of ``pdf``, equal for equal content; ``packed`` with object streams, for size."""
    # Red, green and blue are those of sRGB.
    profile = pdf.make_stream(srgb_profile(), N=3, Alternate=Name.DeviceRGB)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String(CONDITION),
        RegistryName=String("http://www.color.org"),
        Info=String(CONDITION),
        DestOutputProfile=profile,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    target = io.BytesIO()
    pdf.save(
        target,
        deterministic_id=True,
        force_version=PACKED if packed else PLAIN,
        object_stream_mode=ObjectStreamMode.generate if packed else ObjectStreamMode.disable,
        compress_streams=True,
    )
    return target.getvalue()


def label_pages(pdf: Pdf, labels: Sequence[str]) -> None:
    """Give each page a label of its own, which viewers show as its name."""
    entries = (Dictionary(P=String(label)) for label in labels)
    pdf.Root.PageLabels = Dictionary(Nums=Array(list(chain.from_iterable(enumerate(entries)))))


# Tagged PDF: what a reader says of each piece, in the order in which it is read.
#
# Every face is a figure with its text as alternative; the words of a cover are a paragraph. Lines,
# marks and labels are artifacts, which are passed over (ISO 32000-1:2008, 14.7 and 14.8).


BEGIN_ARTIFACT, END = "/Artifact BMC\n", "EMC\n"


class Tags:
    """The structure of a file while its pages are finished."""

    def __init__(self, pdf: Pdf, told: ReadOut) -> None:
        self.pdf = pdf
        self.told = told
        self._parents = Array()
        self._document = pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name.Document, K=Array())
        )

    def begin_page(self, page: pikepdf.Page) -> None:
        """Go on with the next page."""
        page.obj["/StructParents"] = len(self._parents) // 2
        page.obj["/Tabs"] = Name.S
        self._page, self._elements = page.obj, self.pdf.make_indirect(Array())
        self._parents.append(len(self._parents) // 2)
        self._parents.append(self._elements)

    def mark(self, placed: Placed, content: str) -> str:
        """The operators of a face between marks that tell what it is."""
        told = self.told
        if placed.side is FaceSide.BACK:
            text = told.backs.get(placed.deck)
        else:
            text = told.fronts.get(placed.component)
        if text is None:
            return f"{BEGIN_ARTIFACT}{content}{END}"
        number = len(self._elements)
        kind = Name.Figure if text else Name.P
        element = Dictionary(Type=Name.StructElem, S=kind, Pg=self._page, K=number)
        if text:
            element["/Alt"] = String(text)
        made = self.pdf.make_indirect(element)
        made["/P"] = self._document
        self._document["/K"].append(made)
        self._elements.append(made)
        return f"/{'Figure' if text else 'P'} <</MCID {number}>> BDC\n{content}{END}"

    def finish(self) -> None:
        """Write the structure into the file."""
        root = self.pdf.make_indirect(
            Dictionary(
                Type=Name.StructTreeRoot,
                K=self._document,
                ParentTree=self.pdf.make_indirect(Dictionary(Nums=self._parents)),
                ParentTreeNextKey=len(self._parents) // 2,
            )
        )
        self._document["/P"] = root
        self.pdf.Root["/StructTreeRoot"] = root
        self.pdf.Root["/MarkInfo"] = Dictionary(Marked=True)


# Draw the shapes of a document with reportlab: every page but its faces.
#
# Shapes go into layers (optional content) by marking their part of the page's content; the layers
# themselves are declared by :mod:`generator.printing.print_files`.


@dataclass(frozen=True, slots=True)
class LineStyle:
    """What a style looks like: colours as ``#rrggbb``, lengths in mm (``data/pens.yaml``)."""

    layer: str
    stroke: str | None = None
    fill: str | None = None
    width_mm: float = 0.15
    dash_mm: tuple[float, ...] = ()
    halo_mm: float = 0.0
    opacity: float = 1.0


LAYERS = ("guides", "marks", "labels")
"""Layers of shapes, in the order they are drawn; faces (``art``) lie under them."""


@cache
def pens() -> Mapping[Style, LineStyle]:
    """Return the pen of each style."""
    entries = read_data("pens.yaml")["pens"].items()
    return MappingProxyType(
        {
            Style(name): LineStyle(**{**entry, "dash_mm": tuple(entry.get("dash_mm", ()))})
            for name, entry in entries
        }
    )


def register_fonts(names: Iterable[str] = FONTS) -> None:
    """Make sheet fonts known to reportlab, which takes some 20 ms to read one.

    Raises:
        FontError: a shipped font is missing.
    """
    registry = registry_of_trilith()
    for name in names:
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(registry.path(FONTS[name]))))


def draw_shapes(document: Document, crop_width_mm: float) -> bytes:
    """Return a PDF with all pages of ``document`` and their shapes, without faces."""
    register_fonts((REGULAR,))
    target = io.BytesIO()
    # Pages are packed as the file is finished; here that would only have to be undone.
    canvas = Canvas(target, invariant=1, pageCompression=0, initialFontName=REGULAR)
    table = dict(pens())
    table[Style.CROP] = replace(table[Style.CROP], width_mm=crop_width_mm)
    for page in document.pages:
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        _draw_page(canvas, page, table)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_loose(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    """Draw shapes at the canvas's present origin, outside of any layer."""
    table = pens()
    for shape in shapes:
        _draw(canvas, shape, table[shape.style])


def _draw_page(canvas: Canvas, page: Page, table: Mapping[Style, LineStyle]) -> None:
    """Draw a page layer by layer."""
    code = canvas._code
    for layer in LAYERS:
        shapes = [shape for shape in page.shapes if table[shape.style].layer == layer]
        if not shapes:
            continue
        # reportlab has no call for marked content; its content list takes operators as text.
        code.append(f"/OC /{layer} BDC")
        # White under all lines of a layer first, so that no halo covers a neighbour's line.
        lines = [s for s in shapes if not isinstance(s, Caption) and table[s.style].halo_mm]
        for style, alike in groupby(lines, key=lambda shape: shape.style):
            halo = LineStyle(layer, "#ffffff", None, table[style].halo_mm)
            _draw_outline(canvas, list(alike), halo)
        for style, some in groupby(shapes, key=lambda shape: shape.style):
            _draw_alike(canvas, list(some), table[style])
        code.append("EMC")


def _draw_alike(canvas: Canvas, shapes: Sequence[Shape], pen: LineStyle) -> None:
    """Shapes of one pen: plain lines as one path, which makes files smaller than one by one."""
    lines = [shape for shape in shapes if not isinstance(shape, Caption)]
    if len(lines) == len(shapes) and not pen.fill and pen.opacity == 1:
        _draw_outline(canvas, lines, pen)
        return
    for shape in shapes:
        _draw(canvas, shape, pen)


def _draw(canvas: Canvas, shape: Shape, pen: LineStyle) -> None:
    if isinstance(shape, Caption):
        canvas.saveState()
        canvas.translate(shape.at[0] * POINTS, shape.at[1] * POINTS)
        if shape.rotation:
            canvas.rotate(shape.rotation)
        font = BOLD if shape.bold else REGULAR
        register_fonts((font,))
        canvas.setFont(font, shape.size)
        canvas.setFillColor(HexColor(pen.fill or "#000000"))
        draw = {
            "start": canvas.drawString,
            "middle": canvas.drawCentredString,
            "end": canvas.drawRightString,
        }[shape.anchor]
        draw(0, 0, shape.text)
        canvas.restoreState()
    else:
        _draw_outline(canvas, (shape,), pen)


def _draw_outline(canvas: Canvas, shapes: Sequence[Path | Circle], pen: LineStyle) -> None:
    canvas.saveState()
    if pen.stroke:
        canvas.setStrokeColor(HexColor(pen.stroke))
        canvas.setLineWidth(pen.width_mm * POINTS)
        canvas.setDash([mm * POINTS for mm in pen.dash_mm])
    if pen.fill:
        # The colour resets the opacity, so that this has to come after it.
        canvas.setFillColor(HexColor(pen.fill))
        canvas.setFillAlpha(pen.opacity)
    closed = all(isinstance(shape, Circle) or shape.closed for shape in shapes)
    path = canvas.beginPath()
    for shape in shapes:
        if isinstance(shape, Circle):
            x, y = shape.centre
            path.circle(x * POINTS, y * POINTS, shape.radius * POINTS)
            continue
        first, *others = shape.points
        path.moveTo(first[0] * POINTS, first[1] * POINTS)
        for x, y in others:
            path.lineTo(x * POINTS, y * POINTS)
        if shape.closed:
            path.close()
    canvas.drawPath(path, stroke=int(bool(pen.stroke)), fill=int(bool(pen.fill) and closed))
    canvas.restoreState()
