import io
import itertools
import re
import xml.etree.ElementTree as ET

import ezdxf
import pytest
from print_fakes import TITLE, cards, flats
from printreach import box_of

from generator.outputs.kit import placements
from generator.printing.cutting import clear_zones, cut_files, registration_marks
from generator.printing.decks import PieceDeck
from generator.printing.folding import Identity, block, flat, tent
from generator.printing.geometry import Path, Rect, Style, bounds, rectangle
from generator.printing.imposition import Drawing, FaceSide, contour
from generator.printing.options import PrintOptions
from generator.printing.papers import papers, registration
from generator.printing.planning import grid_document, is_clear, shelf_document

OPTIONS = PrintOptions(cut=("svg", "dxf"))


def card_sheets(number, options=OPTIONS):
    return grid_document("cards.pdf", "cards", TITLE, [cards(number)], options)


def coins(options=OPTIONS):
    deck = flats("c", 25, 25, 9, "round", back=False)
    return shelf_document("chits.pdf", "chits", TITLE, [deck], options)


def box_around(points):
    return bounds([Rect(x, y, 0, 0) for x, y in points])


def svg_boxes(text):
    """Bounding boxes of the cut paths, in mm from the bottom left."""
    root = ET.fromstring(text)
    height = root.attrib["height"].removesuffix("mm")
    assert root.attrib["viewBox"].split()[3] == height
    boxes = []
    for path in next(g for g in root if g.attrib.get("id") == "cut"):
        parts = re.findall(r"([A-Z])([^A-Z]*)", path.attrib["d"])
        assert {command for command, _ in parts} <= set("MLAZ")
        ends = [numbers.split()[-2:] for command, numbers in parts if command != "Z"]
        boxes.append(box_around((float(x), float(height) - float(y)) for x, y in ends))
    return boxes


def dxf_boxes(text):
    lines = ezdxf.read(io.StringIO(text)).modelspace().query("LWPOLYLINE[layer=='CUT']")
    return [box_around(line.get_points("xy")) for line in lines]


@pytest.mark.parametrize("document", [card_sheets(11), coins()], ids=["cards", "coins"])
def test_cut_lines_lie_on_the_trims_of_the_placements(document):
    rows = [row for row in placements([document]) if row.face == "front"]
    files = list(cut_files(document, ("svg", "dxf"), marked=True))
    for kind, read in (("svg", svg_boxes), ("dxf", dxf_boxes)):
        first = next(file for file in files if file.name.endswith(f"-cut-1.{kind}"))
        boxes = read(first.text)
        page = [row for row in rows if row.page == 1]
        assert len(boxes) == len(page) > 1
        for box, row in zip(boxes, page, strict=True):
            planned = (row.x_mm, row.y_mm, row.width_mm, row.height_mm)
            assert (box.x, box.y, box.width, box.height) == pytest.approx(planned, abs=0.01)


def test_equal_sheets_share_a_cut_file():
    files = list(cut_files(card_sheets(19), ("svg",), marked=True))
    assert [file.name for file in files] == ["cards-cut-1.svg", "cards-cut-3.svg"]
    assert "sheet 1, 2<" in files[0].text


@pytest.mark.parametrize("paper", sorted(papers()))
def test_nothing_stands_in_the_clear_space_of_the_marks(paper):
    zones = clear_zones(papers()[paper].width_mm, papers()[paper].height_mm)
    options = PrintOptions(paper=paper, cut=("svg",))
    for document in (card_sheets(40, options), coins(options)):
        for page in document.pages:
            if page.side is FaceSide.BACK:
                continue
            assert sum(shape.style == "registration" for shape in page.shapes) == 3
            boxes = [face.clip for face in page.placed]
            boxes += [box_of(shape) for shape in page.shapes if shape.style != "registration"]
            for box, zone in itertools.product(boxes, zones):
                assert not box.overlaps(zone, 0.02), (box, zone)


def test_marks_have_the_figures_machines_need_and_clear_space_around_them():
    figures, marks = registration(), registration_marks(210, 297)
    assert figures.inset_mm >= 10 and 5 <= figures.arm_mm <= 20 and 0.5 <= figures.line_mm <= 1
    square, right, left = marks
    assert square.points[3] == (10, 287)
    assert right.points[0] == (200, 287) and left.points[0] == (10, 10)
    whole = box_around(at for mark in marks for at in mark.points)
    around = bounds(list(clear_zones(210, 297)))
    assert figures.clear_mm >= 2
    assert whole.x - around.x == pytest.approx(figures.clear_mm)
    assert around.top - whole.top == pytest.approx(figures.clear_mm, abs=0.02)


def test_folded_pieces_are_scored_where_they_are_folded():
    front = Drawing("f", 24, 44, 3)
    stands = tuple(tent(Identity("t", "t", n), front, None) for n in range(2))
    stones = tuple(block(Identity("b", "b", n), front, None, 10) for n in range(2))
    decks = [PieceDeck("t", "Tents", stands), PieceDeck("b", "Blocks", stones)]
    document = shelf_document("standees.pdf", "s", TITLE, decks, OPTIONS)
    (file,) = cut_files(document, ("svg",), marked=True)
    group = next(g for g in ET.fromstring(file.text) if g.attrib.get("id") == "score")

    def line(points):
        return tuple(sorted((round(x, 3), round(y, 3)) for x, y in points))

    shapes = [shape for shape in document.pages[0].shapes if isinstance(shape, Path)]
    drawn = {line(shape.points) for shape in shapes if shape.style == "fold"}
    scored = set()
    for path in group:
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attrib["d"])]
        scored.add(line(zip(numbers[::2], (297 - y for y in numbers[1::2]), strict=True)))
    assert scored == drawn
    assert len(scored) == 2 * 3 + 2 * 4


def test_pieces_for_the_machine_are_far_enough_apart_and_others_have_no_marks():
    boxes = [face.box for face in card_sheets(8).pages[0].placed]
    xs = sorted({box.x for box in boxes})
    assert xs[1] - xs[0] - boxes[0].width >= 1.25
    page = card_sheets(8, PrintOptions()).pages[0]
    assert not [s for s in page.shapes if s.style == "registration"]


def test_own_shapes_are_cut_along_their_corners_however_they_lie():
    arrow = ((0, 5), (12, 5), (12, 0), (20, 8), (12, 16), (12, 11), (0, 11))
    drawing = Drawing("a", 20, 16, 3)
    pieces = tuple(
        flat(Identity("a", "a", n), drawing, drawing, "custom", outline=arrow) for n in range(3)
    )
    document = shelf_document("chits.pdf", "c", TITLE, [PieceDeck("a", "Arrows", pieces)], OPTIONS)
    front, back = document.pages
    for outline, face in zip(front.outlines, front.placed, strict=True):
        assert contour(outline).points == outline.points
        box = box_around(outline.points)
        assert box.centre == pytest.approx(face.box.centre)
    tip = max(front.outlines[0].points)
    assert tip[1] == pytest.approx(front.placed[0].box.centre[1])
    # One cuts from the front: a line on the back would drift onto the pieces.
    assert not [s for s in back.shapes if isinstance(s, Path) and s.style == "outline"]


def test_an_angle_takes_its_arms_only_not_what_it_embraces():
    a4 = papers()["a4"]
    marks = registration()
    corner = a4.width_mm - marks.inset_mm, a4.height_mm - marks.inset_mm
    middle = marks.arm_mm / 2 + 2
    inside = rectangle(corner[0] - middle - 6, corner[1] - middle - 6, 6, 6, Style.CUT)
    across = rectangle(corner[0] - middle, corner[1] - 1, 4, 4, Style.CUT)
    zones = clear_zones(a4.width_mm, a4.height_mm)
    assert is_clear(inside, zones)
    assert not is_clear(across, zones)
