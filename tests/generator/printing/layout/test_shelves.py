import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.printing.folding import Identity, flat
from generator.printing.grids import impose_shelves, pack_shelves, printable, rotation_for
from generator.printing.imposition import Drawing
from generator.printing.papers import papers

A4 = printable(papers()["a4"])


def chits(number, width, height, shape="rect"):
    drawing = Drawing(f"{width}x{height}", width, height, 3)
    return [flat(Identity(f"c{width}", "d", n), drawing, None, shape) for n in range(1, number + 1)]


def test_a_new_size_starts_a_new_row_and_ninety_markers_share_a_sheet():
    (sheet,) = impose_shelves([*chits(2, 20, 20), *chits(2, 30, 30)], A4)
    first, second = sheet.fronts[0], sheet.fronts[2]
    assert second.box.top < first.box.y
    assert len(list(impose_shelves(chits(90, 10, 10), A4))) == 1


def test_what_is_bigger_than_the_paper_does_not_fit():
    assert rotation_for(chits(1, 100, 100)[0], A4) == 0
    assert rotation_for(chits(1, 250, 30)[0], A4) == 90
    assert rotation_for(chits(1, 250, 200)[0], A4) is None


@settings(max_examples=60)
@given(
    st.sampled_from([impose_shelves, pack_shelves]),
    st.sampled_from(sorted(papers())),
    st.lists(
        st.tuples(st.integers(1, 40), st.floats(8, 80), st.floats(8, 120)), min_size=1, max_size=4
    ),
    st.sampled_from(["rect", "hex"]),
)
def test_every_piece_lies_once_inside_the_margins(lay, paper_id, kinds, shape):
    paper = papers()[paper_id]
    pieces = [piece for kind in kinds for piece in chits(*kind, shape)]
    sheets = list(lay(pieces, printable(paper)))
    faces = [face for sheet in sheets for face in sheet.fronts]
    assert Counter((f.component, f.copy) for f in faces) == Counter(
        (p.component, p.copy) for p in pieces
    )
    for sheet in sheets:
        for face in sheet.fronts:
            assert face.clip.x >= paper.margin_mm and face.clip.y >= paper.margin_mm
            assert face.clip.right <= paper.width_mm - paper.margin_mm
            assert face.clip.top <= paper.height_mm - paper.margin_mm
        boxes = [face.clip for face in sheet.fronts[:60] if shape == "rect"]
        assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("number", [1, 7, 8, 9, 61])
def test_odd_counts_fill_rows_from_the_same_left_edge(number):
    sheets = list(impose_shelves(chits(number, 25, 25, "round"), printable(papers()["letter"])))
    lefts = {min(f.box.x for f in sheet.fronts) for sheet in sheets}
    assert len(lefts) == 1


def test_packing_fills_the_ends_of_rows():
    pieces = [*chits(1, 100, 60), *chits(1, 60, 50), *chits(1, 100, 60)]
    for lay, rows in ((pack_shelves, 2), (impose_shelves, 3)):
        (sheet,) = lay(pieces, A4)
        assert len({round(face.box.top, 3) for face in sheet.fronts}) == rows
