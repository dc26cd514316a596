import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.geometry import Edges, Rect
from generator.printing.grids import fit_grid, least_bleed
from generator.printing.papers import LayoutKind, layouts, papers, registration

POKER = (63.5, 88.9)


def grid(paper, layout="auto", size=POKER):
    found = fit_grid(papers()[paper], layouts()[layout], *size, 3.0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("paper", "count"), [("a4", 8), ("letter", 8), ("a3", 16), ("tabloid", 16)]
)
def test_poker_cards_a_sheet_with_bleed(paper, count):
    assert len(grid(paper).slots) == count


def test_bleed_is_narrowed_only_where_many_more_pieces_fit():
    assert least_bleed(grid("a4")) == least_bleed(grid("a3")) == 3
    assert 1.5 <= least_bleed(grid("letter")) < 3
    eager = replace(layouts()["auto"], narrow_gain=1)
    assert len(fit_grid(papers()["a3"], eager, *POKER, 3.0).slots) == 18


@pytest.mark.parametrize(
    ("layout", "x", "y", "rotation", "count"),
    [("3x3@1", 9.75, 192.95, 0, 9), ("4x2@1", 13.1, 221, 90, 8), ("cutter@1", 13.1, 216.95, 90, 8)],
)
def test_grids_keep_their_place_for_old_cut_files(layout, x, y, rotation, count):
    first, second, *others = grid("a4", layout).slots
    assert (first.rotation, len(others) + 2) == (rotation, count)
    size = POKER[::-1] if rotation else POKER
    assert first.box == Rect(pytest.approx(x), pytest.approx(y), *size)
    if layout == "3x3@1":  # cards that share a cut have no bleed there, and all of it outside
        assert second.box.x == pytest.approx(first.box.right)
        assert (first.room.left, first.room.right) == (3, 0)


def test_slots_run_in_reading_order():
    boxes = [slot.box for slot in grid("a4").slots]
    assert boxes == sorted(boxes, key=lambda box: (-box.y, box.x))


def test_what_does_not_fit_is_not_laid():
    assert fit_grid(papers()["a4"], layouts()["auto"], 300, 400, 3) is None
    assert fit_grid(papers()["a4"], layouts()["3x3"], 70, 120, 3) is None


@given(
    st.sampled_from(sorted(papers())),
    st.floats(10, 260),
    st.floats(10, 260),
    st.sampled_from([0.0, 1.5, 3.0, 6.0]),
    st.sampled_from(sorted(k for k, v in layouts().items() if v.kind is LayoutKind.GRID)),
)
def test_bleeds_keep_off_margins_and_neighbours(paper_id, width, height, bleed, layout):
    found = fit_grid(papers()[paper_id], layouts()[layout], width, height, bleed)
    if found is None:
        return
    area = papers()[paper_id].printable.grow(Edges.all(1e-6))
    shown = [slot.box.grow(slot.room) for slot in found.slots]
    for box in (*shown, *(slot.box for slot in found.slots)):
        assert box.x >= area.x and box.right <= area.right
        assert box.y >= area.y and box.top <= area.top
    assert not any(a.overlaps(b) for a, b in itertools.combinations(shown[:12], 2))


ROOT = Path(__file__).parents[4]


def test_a_bare_name_means_the_newest_version():
    table = layouts()
    for name, layout in table.items():
        if "@" not in name:
            versions = [v.version for k, v in table.items() if k.startswith(f"{name}@")]
            assert layout.version == max(versions)


def test_every_layout_and_the_figures_of_registration_are_described():
    words = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in words for name in layouts() if "@" not in name)
    assert f"a {registration().square_mm:g} mm square" in words
    assert f"{registration().inset_mm:g} mm from the edges" in words.replace("\n", " ")


def test_papers_have_their_standard_sizes():
    sizes = [f"{one.id} {one.width_mm:g} x {one.height_mm:g}" for one in papers().values()]
    known = ["a4 210 x 297", "letter 215.9 x 279.4", "a3 297 x 420", "tabloid 279.4 x 431.8"]
    assert sizes == known
    assert all(paper.margin_mm >= 6.35 for paper in papers().values())
