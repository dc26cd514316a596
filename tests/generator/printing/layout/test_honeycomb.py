import itertools
import math
from collections import Counter

import pytest

from generator.printing import grids
from generator.printing.folding import Identity, flat
from generator.printing.grids import impose_shelves, printable
from generator.printing.imposition import Drawing, hexagon
from generator.printing.marks import MarkStyle, marks_for
from generator.printing.papers import papers

REGULAR = math.sqrt(3) / 2
A4 = papers()["a4"]


def hexes(number, width=30, ratio=REGULAR, bleed=3, back=True):
    drawing = Drawing("h", width, width * ratio, bleed)
    other = drawing if back else None
    return [flat(Identity("h", "h", n), drawing, other, "hex") for n in range(number)]


def laid(pieces, paper="a4", exact=False):
    return list(impose_shelves(pieces, printable(papers()[paper]), exact=exact))


def sides(points):
    return [(points[i - 1], points[i]) for i in range(6)]


def way_to(p, side):
    a, b = side
    length = math.dist(a, b)
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2
    along = min(1, max(0, along))
    return math.dist(p, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def gaps(sheet):
    """The least ways between the edges of neighbours: their sides are parallel in pairs."""
    return [
        min(
            way_to(point, side)
            for one, other in ((a, b), (b, a))
            for point in hexagon(one)
            for side in sides(hexagon(other))
        )
        for a, b in itertools.combinations([face.box for face in sheet.fronts], 2)
        if math.dist(a.centre, b.centre) < a.width * 1.3
    ]


@pytest.mark.parametrize("ratio", [REGULAR, 0.8, 1.0])
@pytest.mark.parametrize(("bleed", "exact"), [(3, False), (3, True), (1, False)])
def test_all_sides_have_the_same_gap(ratio, bleed, exact):
    (sheet,) = laid(hexes(14, ratio=ratio, bleed=bleed), exact=exact)
    wanted = 2 * (bleed if exact else min(bleed, grids.BACKED_BLEED_MM))
    found = gaps(sheet)
    assert len(found) > 14
    assert min(found) == pytest.approx(wanted, abs=0.01)
    assert sum(one == pytest.approx(wanted, abs=0.01) for one in found) > 14


def test_without_bleed_neighbours_share_their_cuts():
    (sheet,) = laid(hexes(14, bleed=0), exact=True)
    assert max(gaps(sheet)[:1]) == pytest.approx(0, abs=1e-6)
    lines = marks_for(sheet.outlines, A4, MarkStyle())
    assert len(lines) == 14
    found = Counter(
        tuple(sorted((round(x, 3), round(y, 3)) for x, y in side))
        for line in lines
        for side in sides(line.points)
    )
    assert sum(count == 2 for count in found.values()) > 14


def test_a_sheet_takes_56_and_not_45_as_in_rows_of_the_same_bleed_and_48_with_backs():
    assert len(laid(hexes(200, back=False))[0].fronts) == 56
    assert len(laid(hexes(200))[0].fronts) == 48


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("width", [30, 46, 63.5])
def test_packing_never_takes_more_sheets_than_a_comb(paper, width):
    pieces = hexes(60, width)
    area = printable(papers()[paper])
    combed, packed = laid(pieces, paper), grids.fewest_sheets(pieces, area)
    assert len(packed) <= len(combed)
    assert len(packed) <= len(list(grids.pack_shelves(pieces, area)))
    assert sum(len(sheet.fronts) for sheet in packed) == 60
