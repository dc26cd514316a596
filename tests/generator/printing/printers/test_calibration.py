import itertools
import math

import pytest
from printreach import box_of

from generator.failures import DataError, WrongUseError
from generator.printing import printers
from generator.printing.cutting import move_cuts
from generator.printing.geometry import Caption, Edges, Path, Rect, rotate_about
from generator.printing.imposition import CutterShift, FaceSide, Flip, Shift, mirror
from generator.printing.papers import papers


def drifted(x, y, drift, paper_id):
    """Where a printer with this fault puts a point of a back page."""
    paper = papers()[paper_id]
    turned = rotate_about(x, y, drift.degrees, (paper.width_mm / 2, paper.height_mm / 2))
    return turned[0] + drift.x_mm, turned[1] + drift.y_mm


def read_off(drift, paper_id, flip):
    """What somebody reads on a sheet from such a printer: where each line crosses its scale."""
    paper, found = papers()[paper_id], {}
    for target in printers.targets(paper, flip):
        spot = mirror(Rect(target.x, target.y, 0, 0), paper, flip)
        zero = drifted(spot.x, spot.y, drift, paper_id)
        one = drifted(spot.x + target.across, spot.y + (not target.across), drift, paper_id)
        axis = 0 if target.across else 1
        hairline = (spot.x, spot.y)[axis]
        found[target.name] = (hairline - zero[axis]) / (one[axis] - zero[axis])
    return [found[name] for name in "ABCD"]


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "drift", [Shift(), Shift(1, 0, 0), Shift(0, -2, 0), Shift(0, 0, 0.6), Shift(-1.5, 0.8, -0.8)]
)
def test_the_shift_from_the_readings_undoes_the_drift(drift, paper, flip):
    shift = printers.shift_from(read_off(drift, paper, flip), papers()[paper])
    width, height = papers()[paper].width_mm, papers()[paper].height_mm
    for x, y in itertools.product((15, width / 2, width - 15), (15, height / 2, height - 15)):
        prepared = drifted(x, y, shift, paper)
        landed = drifted(*prepared, drift, paper)
        assert math.dist(landed, (x, y)) < 0.05


@pytest.mark.parametrize("flip", list(Flip))
def test_scales_lie_behind_their_hairlines(flip):
    paper = papers()["a4"]
    front, back = printers.calibration_sheet(paper, flip).pages
    assert (front.side, back.side) == (FaceSide.FRONT, FaceSide.BACK)
    names = {s.text: s.at for s in back.shapes if isinstance(s, Caption) and s.text in "ABCD"}
    # As seen from the back A is at the top, B at the bottom, C at the left, D at the right.
    assert names["A"][1] > names["B"][1] and names["C"][0] < names["D"][0]
    lines = [s for s in front.shapes if isinstance(s, Path) and s.style == "stroke"]
    middles = [tuple(sum(c) / 2 for c in zip(*line.points, strict=True)) for line in lines]
    for target in printers.targets(paper, flip):
        assert any(math.dist(middle, (target.x, target.y)) < 1e-6 for middle in middles)


def test_words_keep_clear_of_the_hairlines():
    front = printers.calibration_sheet(papers()["letter"], Flip.LONG).pages[0]
    words = [box_of(s) for s in front.shapes if isinstance(s, Caption)]
    assert words
    for line in front.shapes:
        if isinstance(line, Path) and line.style == "stroke":
            hair = box_of(line).grow(Edges.all(0.9))
            assert not any(hair.overlaps(word) for word in words)


def test_what_is_saved_is_found_again_and_saving_again_replaces_it(tmp_path):
    path = tmp_path / "deep" / "printers.yaml"
    office = printers.Printer("office", Shift(0.5, -1.25, 0.2), Flip.SHORT)
    for printer in (printers.Printer("home", Shift()), office, printers.Printer("home", Shift(3))):
        assert printers.save_printer(path, printer) == ()
    assert printers.find_printer(path, "office") == office
    assert printers.find_printer(path, "home") == printers.Printer("home", Shift(3))
    assert set(printers.load_printers(path)[0]) == {"home", "office"}


def test_an_unknown_printer_lists_the_known_ones(tmp_path):
    path = tmp_path / "printers.yaml"
    with pytest.raises(WrongUseError, match="no printer is saved"):
        printers.find_printer(path, "office")
    printers.save_printer(path, printers.Printer("home", Shift()))
    with pytest.raises(WrongUseError, match=r"there are home; .*`trilith calibrate`"):
        printers.find_printer(path, "office")


def test_errors_in_the_file_have_their_place_and_keep_it_unchanged(tmp_path):
    path = tmp_path / "printers.yaml"
    text = "kind: printers\nprinters:\n  home: {x_mm: 99, degree: 1}\n"
    path.write_text(text, encoding="utf-8")
    known, findings = printers.load_printers(path)
    assert known == {}
    assert {finding.place.line for finding in findings} == {3}
    assert len(findings) == 2
    assert printers.save_printer(path, printers.Printer("new", Shift())) == findings
    with pytest.raises(DataError) as caught:
        printers.find_printer(path, "home")
    assert caught.value.findings == findings
    assert path.read_text(encoding="utf-8") == text


def test_the_file_is_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert str(printers.user_file({"TRILITH_PRINTERS": "/x/p.yaml"})) == "/x/p.yaml"
    assert printers.user_file({}) == tmp_path / "trilith" / "printers.yaml"


def test_what_could_not_be_read_again_is_not_saved(tmp_path):
    path = tmp_path / "printers.yaml"
    for wrong in (
        printers.Printer("My printer", Shift()),
        printers.Printer("office", Shift(degrees=5)),
    ):
        assert printers.save_printer(path, wrong)
    assert not path.exists()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("x", "y", "wide", "high"), [(0.6, -0.3, 0.002, 0), (-1, 0.5, -0.003, 0.004)]
)
def test_lines_moved_for_a_cutter_are_cut_where_they_should_be(paper, x, y, wide, high):
    sheet = papers()[paper]
    middle = sheet.width_mm / 2, sheet.height_mm / 2

    def cut(point):
        """Where a machine cuts that is off by ``x``, ``y`` mm and stretches about the middle."""
        return (
            point[0] + x + (point[0] - middle[0]) * wide,
            point[1] + y + (point[1] - middle[1]) * high,
        )

    _, plan = printers.cutter_sheet(sheet, "a.svg", CutterShift())
    left, right, bottom, top = (
        [a - b for a, b in zip(cut(spot), spot, strict=True)]
        for spot in ((one.x, one.y) for one in printers.cutter_targets(sheet))
    )
    shift = printers.cutter_from((left[0], right[0], bottom[1], top[1]), sheet)
    moved = move_cuts(plan, shift)
    pairs = zip((*plan.slits, *plan.cuts), (*moved.slits, *moved.cuts), strict=True)
    for true, one in pairs:
        for point, other in zip(true.points, one.points, strict=True):
            assert cut(other) == pytest.approx(point, abs=0.02)
    assert moved.marks == plan.marks


def test_cutters_are_kept_beside_printers(tmp_path):
    path = printers.cutter_file({"TRILITH_PRINTERS": str(tmp_path / "mine.yaml")})
    assert path == tmp_path / "cutters.yaml"
    desk, shop = CutterShift(0.5, -0.25, 0.999, 1.001), CutterShift(1.0)
    assert (
        printers.save_cutter(path, "desk", desk) == printers.save_cutter(path, "shop", shop) == ()
    )
    assert printers.find_cutter(path, "desk") == desk
    assert printers.save_cutter(path, "desk", CutterShift(99.0))
    with pytest.raises(WrongUseError, match=r"there are desk, shop; .* --cutter attic"):
        printers.find_cutter(path, "attic")
