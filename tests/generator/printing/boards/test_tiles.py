import itertools
import math

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from print_fakes import TITLE, book_of, read_faces
from printreach import box_of

from generator.outputs.kit import placements
from generator.printing.boards import (
    GLUE_MM,
    Board,
    plan_tiles,
    tile_board,
    tile_name,
    tiles,
    whole_board,
)
from generator.printing.decks import LayoutError
from generator.printing.geometry import Caption, Path, Rect
from generator.printing.imposition import Drawing
from generator.printing.options import PrintOptions
from generator.printing.papers import papers
from generator.printing.print_files import build_pdf

BOARD = Board("board-3", "board", "Henge board", Drawing("board", 500, 420, 3))
TILED = tile_board("b.pdf", TITLE, BOARD, PrintOptions())


@given(st.sampled_from(sorted(papers())), st.floats(100, 1200), st.floats(100, 1200))
def test_slices_cover_the_board_exactly_and_fit_the_paper(paper_id, width, height):
    plan = plan_tiles(papers()[paper_id], width, height, 3)
    slices = [tile.slice for tile in tiles(plan)]
    assert len(slices) == plan.count
    assert sum(s.width * s.height for s in slices) == pytest.approx(width * height)
    assert not any(a.overlaps(b) for a, b in itertools.combinations(slices, 2))
    room = plan.paper.printable
    for tile in tiles(plan):
        assert tile.slice.cut(Rect(0, 0, width, height)).width == pytest.approx(tile.slice.width)
        shown = tile.slice.grow(tile.extra)
        assert shown.width <= room.width and shown.height <= room.height - 9


def test_slices_are_balanced_and_a_small_board_needs_no_glue():
    plan = plan_tiles(papers()["a4"], 500, 420, 3)
    assert plan.count == 6
    assert len({(round(t.slice.width, 6), round(t.slice.height, 6)) for t in tiles(plan)}) == 1
    (tile,) = tiles(plan_tiles(papers()["a4"], 250, 160, 3))
    assert not tile.glue_right and not tile.glue_below


@pytest.mark.parametrize("paper", sorted(papers()))
def test_each_tile_shows_its_part_of_the_board(paper):
    document = tile_board("b.pdf", TITLE, BOARD, PrintOptions(paper=paper))
    plan = plan_tiles(papers()[paper], 500, 420, 3)
    size = (plan.width / plan.columns, plan.height / plan.rows)
    read = read_faces(build_pdf(document, book_of([BOARD.drawing])))
    for tile, found, row in zip(tiles(plan), read, placements([document]), strict=True):
        at = (found.box.x + tile.slice.x, found.box.y + tile.slice.y)
        assert at == pytest.approx((row.x_mm, row.y_mm), abs=0.1)
        assert (row.width_mm, row.height_mm) == pytest.approx(size, abs=0.002)
        page = document.pages[row.page - 1]
        assert row.x_mm >= 0 and row.x_mm + row.width_mm <= page.width


def test_scale_shrinks_board_and_tiles():
    options = PrintOptions(scale=0.5)
    document = tile_board("b.pdf", TITLE, BOARD, options)
    assert len(document.pages) == 2
    (whole,) = placements([whole_board("b.pdf", TITLE, BOARD, options)])
    assert (whole.width_mm, whole.height_mm) == (250, 210)
    read = list(read_faces(build_pdf(document, book_of([BOARD.drawing]))))
    assert {(round(f.box.width, 1), round(f.box.height, 1)) for f in read} == {(250, 210)}


def test_glue_edges_say_which_tile_comes_there():
    words = [
        [s.text for s in page.shapes if isinstance(s, Caption) and s.style == "note"]
        for page in TILED.pages
    ]
    assert words[0] == ["glue A2 on here", "glue B1 on here"]
    assert words[-1] == []


def test_angles_stand_where_the_next_tiles_corners_come():
    page = TILED.pages[0]
    own = page.trim
    lines = [s for s in page.shapes if isinstance(s, Path) and s.style == "cross"]
    corners = [(own.right, own.top), (own.right, own.y), (own.x, own.y)]
    assert len(lines) == 2 * len(corners)
    for corner in corners:
        assert sum(math.dist(line.points[0], corner) < 0.3 for line in lines) == 2
    assert page.bleed.right - own.right == pytest.approx(GLUE_MM)


def test_no_line_lies_on_what_stays_visible():
    for page in TILED.pages:
        lines = [s for s in page.shapes if isinstance(s, Path) and not s.closed]
        assert sum(line.style == "crop" for line in lines) == 8
        assert not any(box_of(line).overlaps(page.trim) for line in lines)


def test_names_count_rows_by_letter():
    assert [tile_name(0, 0), tile_name(2, 1)] == ["A1", "B3"]
    assert [tile_name(0, 25), tile_name(0, 26), tile_name(0, 52)] == ["Z1", "AA1", "BA1"]


def test_the_whole_board_is_a_page_of_its_own_size_unless_that_is_longer_than_any():
    (page,) = whole_board("b.pdf", TITLE, BOARD, PrintOptions()).pages
    assert (page.width, page.height, page.trim) == (506, 426, Rect(3, 3, 500, 420))
    long = Board("b", "b", "Long board", Drawing("l", 1500, 100, 3))
    with pytest.raises(LayoutError) as caught:
        whole_board("b.pdf", TITLE, long, PrintOptions(scale=4))
    assert "--scale" in caught.value.hint


def test_the_glue_edge_shows_its_art_faintly():
    data = build_pdf(TILED, book_of([BOARD.drawing]))
    image = pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil().convert("L")
    own, points = TILED.pages[0].trim, 72 / 25.4

    def tone(x, y):
        return image.getpixel((int(x * points), int(image.height - y * points)))

    assert tone(own.x + 20, own.y + 20) < tone(own.right + 8, own.y + 20) < 250
