"""Faces to lay on sheets without drawing cards, and a reader of finished PDFs."""

import io
import math
from dataclasses import astuple, dataclass

import pikepdf
import pypdfium2
from pressfiles import saved
from reportlab.pdfgen.canvas import Canvas

from generator.drawing.draw import FaceBook
from generator.printing.decks import PieceDeck, Title
from generator.printing.folding import Identity, flat
from generator.printing.geometry import Rect
from generator.printing.imposition import Drawing

MM = 72 / 25.4
TITLE = Title("Henge", "19")


def book_of(drawings, paint=lambda canvas, width, height: None):
    """A book with one page of plain colour for each drawing, and what is painted on it."""
    target = io.BytesIO()
    canvas = Canvas(target, invariant=1)
    for drawing in drawings:
        width = (drawing.width + 2 * drawing.reach) * MM
        height = (drawing.height + 2 * drawing.reach) * MM
        canvas.setPageSize((width, height))
        canvas.setFillColorRGB(0.2, 0.4, 0.6)
        canvas.rect(0, 0, width, height, fill=1, stroke=0)
        paint(canvas, width, height)
        canvas.showPage()
    canvas.save()
    return FaceBook((target.getvalue(),), {d.key: (0, i) for i, d in enumerate(drawings)})


def card(number, deck="stone", back=True):
    """A poker card with its own front and a common back."""
    front = Drawing(f"front-{deck}-{number}", 63.5, 88.9, 3)
    return flat(
        Identity(f"{deck}-{number}", deck),
        front,
        Drawing(f"back-{deck}", 63.5, 88.9, 3) if back else None,
    )


def cards(count, deck="stone", back=True):
    """So many poker cards, each with its own front."""
    pieces = tuple(card(number, deck, back) for number in range(1, count + 1))
    return PieceDeck(deck, f"{deck} cards", pieces)


def flats(name, width, height, count, shape="rect", back=True):
    """So many equal pieces with 3 mm of bleed, and backs if they have any."""
    front, other = (Drawing(f"{name}-{side}", width, height, 3) for side in "fb")
    pieces = (
        flat(Identity(name, name, n), front, other if back else None, shape) for n in range(count)
    )
    return PieceDeck(name, name, tuple(pieces))


def switched_off(data, off, dpi=72):
    """Page 1 of a file with some layers switched off."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        groups = pdf.Root.OCProperties
        groups.D.ON = pikepdf.Array([g for g in groups.OCGs if str(g.Name) not in off])
        groups.D.OFF = pikepdf.Array([g for g in groups.OCGs if str(g.Name) in off])
        data = saved(pdf)
    return pypdfium2.PdfDocument(data)[0].render(scale=dpi / 72).to_pil()


def drawings_of(pieces):
    """All drawings of the pieces, each once."""
    parts = [part for piece in pieces for part in (*piece.fronts, *piece.backs)]
    return list({part.drawing.key: part.drawing for part in parts}.values())


@dataclass(frozen=True)
class Found:
    """A face as the finished PDF places it: trim box in mm, turn in degrees."""

    page: int
    name: str
    box: Rect
    rotation: float


def read_faces(data, bleed=3.0):
    """Read from the content streams where faces lie, knowing only how wide their bleed is."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        for number, page in enumerate(pdf.pages, start=1):
            yield from _read_page(page, number, bleed)


def _read_page(page, number, bleed):
    stack = []
    now = pikepdf.Matrix()
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(now)
            case "Q":
                now = stack.pop()
            case "cm":
                now = pikepdf.Matrix(*(float(o) for o in operands)) @ now
            case "Do":
                name = str(operands[0])
                form = page.obj.Resources.XObject[name]
                yield _found(number, name, form, now, bleed)


def _found(number, name, form, now, bleed):
    left, bottom, right, top = (float(value) for value in form.BBox)
    size = math.hypot(now.a, now.b)
    edge = bleed * MM
    points = [
        (now.a * x + now.c * y + now.e, now.b * x + now.d * y + now.f)
        for x in (left + edge, right - edge)
        for y in (bottom + edge, top - edge)
    ]
    centre_x = sum(x for x, _ in points) / 4 / MM
    centre_y = sum(y for _, y in points) / 4 / MM
    width, height = (right - left - 2 * edge) * size / MM, (top - bottom - 2 * edge) * size / MM
    rotation = math.degrees(math.atan2(now.b, now.a)) % 360
    if 45 < rotation % 180 < 135:
        width, height = height, width
    box = Rect(centre_x - width / 2, centre_y - height / 2, width, height)
    return Found(number, name, box, rotation)


def near(one, other, by=0.1):
    """Tell whether two boxes are equal within ``by`` mm."""
    both = zip(astuple(one), astuple(other), strict=True)
    return all(abs(a - b) <= by for a, b in both)
