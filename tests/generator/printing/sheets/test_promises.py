import pytest
from commandline import run
from print_fakes import TITLE, flats, near

from generator.printing.decks import LayoutError, PieceDeck, Title
from generator.printing.folding import Identity, flat
from generator.printing.geometry import Edges, Path, Rect, rotate_about
from generator.printing.imposition import Drawing, FaceSide, Shift
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import OptionError, PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import grid_document, shelf_document


def printed(options, spare=0.0):
    front = Drawing("f", 63.5, 88.9, options.bleed_mm, spare)
    pieces = tuple(flat(Identity("s", "s", n), front, front) for n in range(32))
    return grid_document("c.pdf", "c", Title("G", "1"), [PieceDeck("s", "Stones", pieces)], options)


def bleeds(document):
    """How far faces of the first page show past their trim, at their edges (mm)."""
    found = set()
    for face in document.pages[0].placed:
        box, clip = face.box, face.clip
        found |= {box.x - clip.x, box.y - clip.y, clip.right - box.right, clip.top - box.top}
    return {round(way, 3) for way in found}


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("bleed", [0.0, 2.0, 4.5, 6.0])
def test_a_bleed_that_is_asked_for_shows_at_every_edge(paper, bleed):
    document = printed(PrintOptions(paper=paper, bleed_mm=bleed, exact_bleed=True))
    assert bleeds(document) == {bleed}


def test_a_bleed_that_is_not_asked_for_may_be_narrowed():
    assert 1.5 <= min(bleeds(printed(PrintOptions(paper="letter")))) < 3


def _most(error, option):
    return float(error.hint.split(option)[1].split(";")[0])


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("layout", ["4x2", "2x2", "4x4", "cutter@1"])
def test_the_widest_bleed_that_is_told_fits_and_no_more(paper, layout):
    cut = ("svg",) if "cutter" in layout else ()
    with pytest.raises(LayoutError) as caught:
        for bleed in (6.0, 60.0):
            printed(PrintOptions(paper, layout, bleed_mm=bleed, exact_bleed=True, cut=cut))
    if "--bleed" not in caught.value.hint:
        return
    most = _most(caught.value, "--bleed")
    if most:
        fitting = PrintOptions(paper, layout, bleed_mm=most, exact_bleed=True, cut=cut)
        assert bleeds(printed(fitting)) == {most}
    if most < 6:
        with pytest.raises(LayoutError):
            printed(PrintOptions(paper, layout, bleed_mm=most + 0.1, exact_bleed=True, cut=cut))


@pytest.mark.parametrize("layout", ["auto", "2x2"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_backs_bleed_further_at_every_edge_of_the_sheet_or_not_at_all(paper, layout):
    most = 3.0
    try:
        printed(PrintOptions(paper, layout, back_bleed_mm=3.0), 3.0)
    except LayoutError as error:
        told = "--back-bleed" in error.hint and "leave out" not in error.hint
        most = _most(error, "--back-bleed") if told else 0.0
    if most:
        document = printed(PrintOptions(paper, layout, back_bleed_mm=most), most)
        front, back = document.pages[:2]
        grown = front.bleed.grow(Edges.all(most))
        wanted = Rect(front.width - grown.right, grown.y, grown.width, grown.height)
        assert near(back.bleed, wanted, 1e-3)


@pytest.mark.parametrize("mode", MarkMode)
def test_marks_that_have_no_room_are_refused_unless_none_are_wanted(mode):
    options = PrintOptions("letter", "3x3", marks=MarkStyle(mode))
    if mode is MarkMode.NONE:
        assert len(printed(options).pages[0].placed) == 9
        return
    with pytest.raises(LayoutError, match="crop marks inside the printable area") as caught:
        printed(options)
    assert "--marks none" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bleed", "6", "--layout", "4x2"), "the most is --bleed 3.4"),
        (("--back-bleed", "3"), "the most is --back-bleed"),
        (("--paper", "letter", "--layout", "3x3"), "--marks none"),
        (("--layout", "3x3", "--cut", "svg"), "take --layout cutter"),
        (("--layout", "single", "--skip", "1"), "leave out --skip"),
        (("--layout", "gutterfold", "--back-bleed", "1"), "leave out --back-bleed"),
        (("--skip", "1,2,3,4", "--layout", "2x2"), "name fewer with --skip"),
        (("--skip", "99", "--layout", "2x2"), "name slots from 1 to 4"),
    ],
)
def test_the_command_refuses_with_what_would_work(tiny, words, said):
    result = run("print", "fog", "--project", tiny, *words, status=None)
    told = " ".join((result.stdout + result.stderr).split())
    assert result.exit_code in (1, 2)
    assert said in told
    assert not list((tiny / "output").rglob("cards*.pdf"))
    others = (tiny / "output/fog/print").glob("*/chits.pdf")
    assert bool(list(others)) == (result.exit_code == 1)
    if result.exit_code == 1:
        assert "[print-layout]" in told
        assert "cards.yaml:8:" in told


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (PrintOptions(paper="a5"), "a4, letter, a3, tabloid"),
        (PrintOptions(layout="5x5"), "3x3, 4x2"),
        (PrintOptions(bleed_mm=7), "between 0 and 6"),
        (PrintOptions(bleed_mm=-1), "between 0 and 6"),
        (PrintOptions(back_bleed_mm=5), "between 0 and 3"),
        (PrintOptions(scale=0), "above 0"),
        (PrintOptions(marks=MarkStyle(length_mm=30)), "10 mm long"),
        (PrintOptions(skip=frozenset({0})), "count from 1"),
        (PrintOptions(cut=("gcode",)), "svg, dxf"),
    ],
)
def test_what_cannot_be_had_says_what_can(options, word):
    (problem,) = options.problems()
    assert word in problem


def test_what_can_be_had_has_no_problems():
    assert PrintOptions().problems() == ()
    assert PrintOptions(layout="3x3@1").arrangement.version == 1
    with pytest.raises(OptionError):
        _ = PrintOptions(paper="a5").sheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("drift", [Shift(1.0, -0.4), Shift(-0.8, 0.9, 0.3), Shift(0.0, 0.0, -0.5)])
def test_backs_that_are_moved_for_a_printer_keep_its_margin(paper, drift):
    area = papers()[paper].printable.grow(Edges.all(1e-6))
    document = printed(PrintOptions(paper, backs=drift))
    least = area.width
    for page in document.pages:
        boxes = [face.clip for face in page.placed]
        paths = [shape.points for shape in page.shapes if isinstance(shape, Path)]
        corners = [(x, y) for box in boxes for x in (box.x, box.right) for y in (box.y, box.top)]
        move, middle = page.shift or Shift(), (page.width / 2, page.height / 2)
        for point in (*corners, *(point for points in paths for point in points)):
            x, y = rotate_about(*point, move.degrees, middle)
            x, y = x + move.x_mm, y + move.y_mm
            assert area.x <= x <= area.right and area.y <= y <= area.top
            if page.side is FaceSide.BACK:
                least = min(least, x - area.x, area.right - x, y - area.y, area.top - y)
    assert least < 1.5  # no more is left free than the drift takes


def test_what_has_no_back_lies_as_on_a_printer_without_drift():
    drift, deck = PrintOptions(backs=Shift(3.0, 0.0, 1.0)), flats("c", 25, 25, 9, back=False)
    found = [shelf_document("c.pdf", "", TITLE, [deck], o) for o in (drift, drift.one_sided)]
    assert [page.placed for page in found[0].pages] == [page.placed for page in found[1].pages]
