import io
import itertools
import math

import ezdxf
import pytest
from print_fakes import TITLE, flats
from printreach import ROWS, leaves

from generator.printing import grids, punchboard
from generator.printing.cutting import cut_files
from generator.printing.geometry import Circle, Edges, Path, Rect, Style
from generator.printing.imposition import FaceSide, Flip, Outline, contour
from generator.printing.options import PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import shelf_document
from generator.printing.punchboard import cut_lines, nicks_of

FLAT = [deck for deck in ROWS if deck.id.startswith("flat")]
BOX = Rect(10, 20, 30, 26)
SHAPES = (
    Outline(BOX, "rect", 0, 3),
    Outline(BOX, "rect", 3, 3),
    Outline(Rect(10, 20, 25, 25), "round", 0, 3),
    Outline(BOX, "hex", 0, 3),
    Outline(BOX, "hex", 0, 3, rotation=90),
    Outline(BOX, "custom", 0, 3, points=((10, 20), (40, 22), (30, 46))),
    Outline(Rect(10, 20, 8, 8), "rect", 0, 3),
    Outline(Rect(10, 20, 120, 60), "rect", 0, 3),
)


def length(points):
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def boards(**options):
    chosen = PrintOptions(layout="punchboard", **options)
    return shelf_document("chits.pdf", "chits", TITLE, FLAT, chosen)


@pytest.mark.parametrize("outline", SHAPES)
def test_what_is_not_cut_are_the_nicks(outline):
    edge = contour(outline).polygon
    whole = length([*edge, edge[0]])
    lines = cut_lines(edge)
    assert len(lines) == len(nicks_of(edge)) == max(2, round(whole / punchboard.EVERY_MM))
    assert sum(map(length, lines)) == pytest.approx(
        whole - len(lines) * punchboard.NICK_MM, abs=1e-6
    )
    gaps = [math.dist(a[-1], b[0]) for a, b in zip(lines, [*lines[1:], lines[0]], strict=True)]
    assert gaps == pytest.approx([punchboard.NICK_MM] * len(lines), rel=0.01)


@pytest.mark.parametrize("outline", [s for s in SHAPES if s.shape != "round" and not s.corner])
def test_no_nick_lies_at_a_corner(outline):
    edge = contour(outline).polygon
    ends = [point for line in cut_lines(edge) for point in (line[0], line[-1])]
    assert min(math.dist(end, corner) for end in ends for corner in edge) > 1


@pytest.mark.parametrize("outline", [one for one in SHAPES if one.rotation % 180 == 0])
def test_an_edge_is_that_of_the_piece(outline):
    edge, box = contour(outline).polygon, outline.box
    xs, _ = zip(*edge, strict=True)
    if outline.shape != "custom":
        assert (min(xs), max(xs)) == pytest.approx((box.x, box.right), abs=0.01)
    grown = contour(outline, 1.0).polygon
    assert all(math.dist(a, b) >= 0.99 for a, b in zip(edge, grown, strict=True))


@pytest.mark.parametrize("pack", [False, True])
@pytest.mark.parametrize("cut", [(), ("svg",)])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_frames_hold_their_pieces_and_stay_inside(paper, cut, pack):
    document = boards(paper=paper, cut=cut, pack=pack)
    assert leaves(document, papers()[paper]) == []
    for page in (page for page in document.pages if page.side is FaceSide.FRONT):
        *pieces, rim = page.outlines
        assert rim.shape == "rim"
        assert not rim.nicks
        inner = rim.box.grow(Edges.all(-punchboard.RIM_MM))
        for piece in pieces:
            assert piece.nicks
            kept = piece.box.grow(Edges.all(piece.bleed))
            assert kept.cut(inner).width == pytest.approx(kept.width)
            assert kept.cut(inner).height == pytest.approx(kept.height)
        for one, other in itertools.combinations(pieces, 2):
            if "hex" not in (one.shape, other.shape):
                gap = Edges.all(grids.BLEED_MM * 2 - 0.01)
                assert not one.box.grow(gap).overlaps(other.box)
    fronts = [
        face for page in document.pages for face in page.placed if face.side is FaceSide.FRONT
    ]
    assert len(fronts) == sum(len(deck.pieces) for deck in FLAT)


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("paper", sorted(papers()))
def test_crosses_of_front_and_back_are_one_above_the_other(paper, flip):
    def crosses(page):
        shapes = [s for s in page.shapes if isinstance(s, Circle) and s.style is Style.CROSS]
        return {(round(x, 6), round(y, 6)) for x, y in (shape.centre for shape in shapes)}

    wide, high = papers()[paper].width_mm, papers()[paper].height_mm
    for front, back in _pairs(boards(paper=paper, flip=flip)):
        assert len(crosses(front)) == 4
        turned = {
            (round(wide - x, 6), y) if flip is Flip.LONG else (x, round(high - y, 6))
            for x, y in crosses(back)
        }
        assert turned == crosses(front)


def _pairs(document):
    return list(zip(document.pages[::2], document.pages[1::2], strict=True))


def test_only_the_front_shows_where_to_cut():
    for front, back in _pairs(boards()):
        drawn = [s for s in front.shapes if isinstance(s, Path) and s.style is Style.OUTLINE]
        assert len(drawn) == sum(
            len(cut_lines(contour(one).polygon)) for one in front.outlines if one.nicks
        )
        assert not [s for s in back.shapes if getattr(s, "style", None) is Style.OUTLINE]


def test_a_machine_cuts_slits_first_and_the_rim_last():
    deck = flats("t", 30, 30, 1, back=False)
    options = PrintOptions(layout="punchboard", cut=("svg", "dxf"))
    document = shelf_document("chits.pdf", "c", TITLE, [deck], options)
    svg, dxf = (one.text for one in cut_files(document, ("svg", "dxf"), marked=True))
    cuts = svg.partition('id="cut"')[2].partition("</g>")[0]
    closed = [line.endswith('Z"/>') for line in cuts.splitlines() if "<path" in line]
    lines = [e for e in ezdxf.read(io.StringIO(dxf)).modelspace() if e.dxf.layer == "CUT"]
    assert closed == [line.closed for line in lines] == [False, False, False, True]
