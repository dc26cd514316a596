"""Pieces to lay in rows, and what of a planned file lies beyond the reach of a printer."""

from functools import partial

from print_fakes import flats

from generator.printing.decks import PieceDeck
from generator.printing.folding import Identity, block, tent
from generator.printing.geometry import Caption, Circle, Edges, Rect, bounds
from generator.printing.imposition import Drawing
from generator.printing.pdf import pens
from generator.printing.sheet_fonts import text_width_mm

HAIR_MM = 0.1
"""Half the width of the widest line that may begin at the margin."""


def folds(kind, width, height):
    """Five pieces to fold: tents or blocks."""
    front, back = (Drawing(f"{kind}-{side}", width, height, 3) for side in "fb")
    make = tent if kind == "tent" else partial(block, depth=12)
    pieces = (make(Identity(kind, kind, n), front, back) for n in range(5))
    return PieceDeck(kind, kind, tuple(pieces))


ROWS = (
    flats("flat round", 25, 25, 17, "round"),
    flats("flat hex", 30, 26, 9, "hex"),
    flats("flat rect", 30, 30, 12),
    flats("plain rect", 10, 10, 40, back=False),
    folds("tent", 24, 44),
    folds("block", 18, 30),
)


def box_of(shape):
    """What a shape covers, with half of its line (mm)."""
    if isinstance(shape, Caption):
        width = text_width_mm(shape.text, shape.size, shape.bold)
        start = {"start": 0.0, "middle": -width / 2, "end": -width}[shape.anchor]
        low, high = -0.2 * shape.size * 0.3528, 0.7 * shape.size * 0.3528
        x, y = shape.at
        if shape.rotation % 180 == 90:
            return Rect(x - high, y + start, high - low, width)
        return Rect(x + start, y + low, width, high - low)
    edge = Edges.all(pens()[shape.style].width_mm / 2 if pens()[shape.style].stroke else 0.0)
    if isinstance(shape, Circle):
        return Rect(*shape.centre, 0, 0).grow(Edges.all(shape.radius)).grow(edge)
    return bounds([Rect(x, y, 0, 0) for x, y in shape.points]).grow(edge)


def leaves(document, paper):
    """What lies beyond the printable area, with the number of its page."""
    found = []
    edge = Edges.all(HAIR_MM - paper.margin_mm)
    for number, page in enumerate(document.pages, start=1):
        area = Rect(0, 0, page.width, page.height).grow(edge)
        things = [(shape, box_of(shape)) for shape in page.shapes]
        things += [(face.component, face.clip) for face in page.placed]
        for thing, box in things:
            if box.x < area.x or box.y < area.y or box.right > area.right or box.top > area.top:
                found.append((number, thing, box))
    return found
