"""Each face is white with a black disc in its middle; its centre is found by its pixels' weights.

Renderers stretch a page to whole pixels (at 200 dpi by up to 0.127 mm): lengths are measured by the
size of the picture, not by its nominal resolution.
"""

import math

import pypdfium2
import pytest
from print_fakes import MM, TITLE, book_of, cards, drawings_of, flats

from generator.outputs.kit import placements
from generator.printing.decks import PieceDeck
from generator.printing.folding import Identity, tent
from generator.printing.imposition import Drawing
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document, shelf_document
from generator.printing.print_files import build_pdf

DPI = 300
FINE_DPI = 1200
DISC_MM = 4.0
NEAR_MM = 0.02
KINDS = (
    ("coin", 25.0, 25.0, "round"),
    ("druid", 16.0, 16.0, "round"),
    ("marker", 10.0, 10.0, "rect"),
    ("bar", 20.0, 8.0, "rect"),
    ("tile", 30.0, 26.0, "hex"),
)


def discs(drawings, grey=1.0):
    def paint(canvas, width, height):
        canvas.setFillGray(grey)
        canvas.rect(0, 0, width, height, fill=1, stroke=0)
        canvas.setFillGray(0)
        canvas.circle(width / 2, height / 2, DISC_MM / 2 * MM, fill=1, stroke=0)

    return book_of(drawings, paint)


def found(image, page, row):
    """The centre of the disc of a face, in mm from the bottom left."""
    wide_mm, high_mm = page.width, page.height
    x = (row.x_mm + row.width_mm / 2) * image.width / wide_mm
    y = image.height - (row.y_mm + row.height_mm / 2) * image.height / high_mm
    reach = math.ceil(DISC_MM / 2 * DPI / 25.4) + 6
    left, top = round(x) - reach, round(y) - reach
    window = image.crop((left, top, left + 2 * reach, top + 2 * reach))
    data, wide = window.tobytes(), 2 * reach
    total = sum(255 - value for value in data)
    across = sum((255 - value) * (at % wide + 0.5) for at, value in enumerate(data)) / total
    down = sum((255 - value) * (at // wide + 0.5) for at, value in enumerate(data)) / total
    return (
        (left + across) * wide_mm / image.width,
        (image.height - top - down) * high_mm / image.height,
    )


def worst(document, book):
    """The most mm that the disc of a face lies from where the placements say."""
    pdf = pypdfium2.PdfDocument(build_pdf(document, book))
    images = [page.render(scale=DPI / 72).to_pil().convert("L") for page in pdf]
    return max(
        math.dist(
            found(images[row.page - 1], document.pages[row.page - 1], row),
            (row.x_mm + row.width_mm / 2, row.y_mm + row.height_mm / 2),
        )
        for row in placements([document])
    )


@pytest.mark.parametrize(
    "options",
    [
        PrintOptions(),
        PrintOptions("letter", pack=True),
        PrintOptions(layout="gutterfold", board_mm=2),
        PrintOptions(cut=("svg",)),
    ],
    ids=["rows", "packed", "gutterfold", "cutter"],
)
def test_chits_lie_where_the_placements_say(options):
    decks = [flats(name, width, height, 11, shape) for name, width, height, shape in KINDS]
    document = shelf_document("chits.pdf", "chits", TITLE, decks, options)
    pieces = [piece for deck in decks for piece in deck.pieces]
    assert worst(document, discs(drawings_of(pieces))) < NEAR_MM


def test_cards_and_standees_do_too():
    deck = cards(5)
    document = grid_document("c.pdf", "c", TITLE, [deck], PrintOptions())
    assert worst(document, discs(drawings_of(deck.pieces))) < NEAR_MM
    small = Drawing("s", 24, 44, 3)
    stands = tuple(tent(Identity("s", "s", n), small, small) for n in range(5))
    document = shelf_document("s.pdf", "s", TITLE, [PieceDeck("s", "s", stands)], PrintOptions())
    assert worst(document, discs([small])) < NEAR_MM


def ring(grey):
    """A quarter of a coin on a ground of some grey, and how many mm of it there are."""
    deck = flats("coin", 25, 25, 1, "round", back=False)
    document = shelf_document("c.pdf", "c", TITLE, [deck], PrintOptions())
    (row,) = placements([document])
    page = pypdfium2.PdfDocument(build_pdf(document, discs(drawings_of(deck.pieces), grey)))[0]
    # What lies left, below, right and above of the upper right quarter of the coin and its edge.
    left, bottom = row.x_mm + row.width_mm / 2, row.y_mm + row.height_mm / 2
    edges = (left, bottom, 210 - left - 14, 297 - bottom - 14)
    crop = tuple(edge * MM for edge in edges)
    return page.render(scale=FINE_DPI / 72, crop=crop).to_pil().convert("L"), 14.0


def profile(grey):
    """Greys along a ray out of the coin's middle, by the way in mm."""
    image, side = ring(grey)
    found = []
    for hundredth in range(1200, 1300):
        way = hundredth / 100
        at = way * math.sqrt(0.5) / side
        pixel = (int(at * image.width), int((1 - at) * image.height))
        found.append((way, image.getpixel(pixel)))
    return found


@pytest.mark.parametrize("grey", [0.0, 0.2, 0.35, 0.5, 0.8, 1.0])
def test_the_cut_line_shows_on_any_ground_and_not_on_the_piece(grey):
    (_, ground), *ray = profile(grey)
    assert max(abs(value - ground) for way, value in ray if 12.5 < way < 12.8) > 64
    assert max(abs(value - ground) for way, value in ray if way < 12.48) < 12
