import io
import subprocess
import sys

import ezdxf
import pytest
from ezdxf import bbox
from ezdxf.units import MM

from generator.printing.cutting import CutPlan, dxf, registration_marks
from generator.printing.geometry import Path, Rect, Style
from generator.printing.imposition import Outline, contour

SHAPES = (
    Outline(Rect(20, 30, 63.5, 88.9), "rect", 3, 3),
    Outline(Rect(100, 30, 40, 60), "rect", 0, 3),
    Outline(Rect(20, 150, 25, 25), "round", 0, 3),
    Outline(Rect(100, 150, 30, 26), "hex", 0, 3),
)


PLAN = CutPlan(
    "cards.pdf, sheet 1, 2",
    210,
    297,
    tuple(contour(shape) for shape in SHAPES),
    (Path(((20, 50), (60, 50)), Style.FOLD), Path(((30, 40), (30, 70)), Style.FOLD)),
    registration_marks(210, 297),
)


@pytest.fixture(scope="module")
def text():
    return dxf(PLAN)


@pytest.fixture(scope="module")
def drawing(text):
    return ezdxf.read(io.StringIO(text))


def test_cut_lines_and_marks_have_a_layer_each_in_millimetres(drawing, text):
    auditor = drawing.audit()
    assert (auditor.errors, auditor.fixes) == ([], [])
    assert text.startswith("999\ncards.pdf, sheet 1, 2\n")
    assert drawing.units == MM
    assert drawing.header["$EXTMAX"] == (210, 297, 0)
    lines = list(drawing.modelspace())
    assert [line.dxf.layer for line in lines] == ["SCORE"] * 2 + ["CUT"] * 4 + ["MARKS"] * 3
    assert [line.closed for line in lines] == [False] * 2 + [True] * 7
    points = [[tuple(point) for point in line.get_points("xy")] for line in lines[:2]]
    assert points == [[(20, 50), (60, 50)], [(30, 40), (30, 70)]]


def test_the_table_of_layers_says_what_each_is(drawing):
    found = {layer.dxf.name: (layer.dxf.color, layer.dxf.linetype) for layer in drawing.layers}
    wanted = {"CUT": (1, "Continuous"), "SCORE": (5, "DASHED"), "MARKS": (7, "Continuous")}
    assert wanted.items() <= found.items()
    assert "DASHED" in drawing.linetypes
    for entity in drawing.modelspace():
        assert (entity.dxf.color, entity.dxf.linetype) == (256, "BYLAYER")


def test_every_line_takes_exactly_the_trim_of_its_piece(drawing):
    lines = drawing.modelspace().query("LWPOLYLINE[layer=='CUT']")
    for line, shape in zip(lines, SHAPES, strict=True):
        extent = bbox.extents([line])
        box = shape.box
        assert tuple(extent.extmin)[:2] == pytest.approx((box.x, box.y), abs=1e-6)
        assert tuple(extent.extmax)[:2] == pytest.approx((box.right, box.top), abs=1e-6)


def test_a_rounded_corner_is_a_quarter_circle_and_a_round_piece_a_circle(drawing):
    card, _, ring, _ = drawing.modelspace().query("LWPOLYLINE[layer=='CUT']")
    for line, radius in ((card, 3), (ring, 12.5)):
        arcs = [part for part in line.virtual_entities() if part.dxftype() == "ARC"]
        assert [arc.dxf.radius for arc in arcs] == pytest.approx([radius] * 4)
        angles = [(arc.dxf.end_angle - arc.dxf.start_angle) % 360 for arc in arcs]
        assert angles == pytest.approx([90] * 4)
    centres = {tuple(round(c, 6) for c in arc.dxf.center) for arc in ring.virtual_entities()}
    assert centres == {(32.5, 162.5, 0)}


def test_the_same_lines_give_the_same_bytes_at_any_time(text):
    assert dxf(PLAN) == text
    assert not ezdxf.options.write_fixed_meta_data_for_testing


def test_kits_without_cut_files_do_not_pay_for_ezdxf():
    code = "import sys, generator.outputs.kit; sys.exit('ezdxf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
