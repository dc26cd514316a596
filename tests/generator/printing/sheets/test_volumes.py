import pytest

from generator.outputs.kit import volumes
from generator.printing.geometry import Rect
from generator.printing.imposition import Document, FaceSide, Flip, Page

BOX = Rect(0, 0, 210, 297)


def document(*names, flip=Flip.LONG):
    """A file whose pages are fronts (``F1``) and backs (``B1``)."""
    pages = tuple(
        Page(
            210,
            297,
            (),
            (),
            name,
            BOX,
            BOX,
            side=FaceSide.FRONT if name[0] == "F" else FaceSide.BACK,
        )
        for name in names
    )
    return Document("cards.pdf", "Cards", "fog", pages, flip)


def labels(parts):
    return [[page.label for page in part.pages] for part in parts]


def test_a_file_of_usual_length_stays_whole():
    whole = document("F1", "B1", "F2", "B2")
    assert volumes(whole, most=4) == (whole,)


def test_sheets_stay_together_when_fronts_and_backs_alternate():
    parts = volumes(document("F1", "B1", "F2", "B2", "F3", "B3"), most=4)
    assert labels(parts) == [["F1", "B1", "F2", "B2"], ["F3", "B3"]]
    assert [part.file for part in parts] == ["cards-1.pdf", "cards-2.pdf"]
    assert [part.title for part in parts] == ["Cards (1 of 2)", "Cards (2 of 2)"]
    assert {part.flip for part in parts} == {Flip.LONG}


def test_sheets_stay_together_when_all_fronts_come_first():
    parts = volumes(document("F1", "F2", "F3", "B1", "B2", "B3"), most=4)
    assert labels(parts) == [["F1", "F2", "B1", "B2"], ["F3", "B3"]]


def test_one_sided_pages_are_counted_one_by_one():
    parts = volumes(document("F1", "F2", "F3", "F4", "F5", flip=None), most=2)
    assert labels(parts) == [["F1", "F2"], ["F3", "F4"], ["F5"]]


def test_a_back_never_leaves_its_front():
    parts = volumes(document("F1", "F2", "B2", "F3", "F4", "B4"), most=4)
    assert labels(parts) == [["F1", "F2", "B2"], ["F3", "F4", "B4"]]


def test_where_pairs_cannot_be_told_the_file_stays_whole():
    whole = document("F1", "F2", "F3", "B2", "B3")
    assert volumes(whole, most=2) == (whole,)


@pytest.mark.parametrize("most", [2, 3, 4, 7, 50])
def test_no_page_is_lost_and_no_volume_too_long(most):
    names = [f"{side}{number}" for number in range(30) for side in "FB"]
    parts = volumes(document(*names), most=most)
    assert [label for part in labels(parts) for label in part] == names
    assert all(len(part.pages) <= most for part in parts)
