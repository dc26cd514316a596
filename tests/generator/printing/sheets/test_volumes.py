import itertools

import pytest

from generator.outputs.kit import volumes
from generator.printing.geometry import Rect
from generator.printing.imposition import Document, FaceSide, Flip, Page

BOX = Rect(0, 0, 210, 297)


def document(*names, flip=Flip.LONG):
    """A file whose pages are fronts (``F1``) and backs (``B1``)."""
    sides = {"F": FaceSide.FRONT, "B": FaceSide.BACK}
    pages = (Page(210, 297, (), (), name, BOX, BOX, side=sides[name[0]]) for name in names)
    return Document("cards.pdf", "Cards", "fog", tuple(pages), flip)


@pytest.mark.parametrize(
    ("flip", "most", "parts"),
    [
        (Flip.LONG, 4, ["F1 B1 F2 B2"]),
        (Flip.LONG, 4, ["F1 B1 F2 B2", "F3 B3"]),
        (Flip.LONG, 4, ["F1 F2 | B1 B2", "F3 | B3"]),
        (None, 2, ["F1 F2", "F3 F4", "F5"]),
        (Flip.LONG, 4, ["F1 F2 B2", "F3 F4 B4"]),
        (Flip.LONG, 2, ["F1 F2 F3 B2 B3"]),
    ],
    ids=["short", "alternating", "fronts first", "one-sided", "some backs", "pairs unknown"],
)
def test_sheets_stay_together(flip, most, parts):
    """Where all fronts come first, ``|`` stands before the backs of a part."""
    fronts = [part.partition("|")[0].split() for part in parts]
    backs = [part.partition("|")[2].split() for part in parts]
    whole = document(*itertools.chain(*fronts, *backs), flip=flip)
    found = volumes(whole, most=most)
    wanted = [one + other for one, other in zip(fronts, backs, strict=True)]
    assert [[page.label for page in part.pages] for part in found] == wanted
    assert found == (whole,) or {part.flip for part in found} == {flip}


def test_parts_are_numbered():
    parts = volumes(document("F1", "B1", "F2", "B2", "F3", "B3"), most=4)
    assert [part.file for part in parts] == ["cards-1.pdf", "cards-2.pdf"]
    assert [part.title for part in parts] == ["Cards (1 of 2)", "Cards (2 of 2)"]


@pytest.mark.parametrize("most", [2, 3, 4, 7, 50])
def test_no_page_is_lost_and_no_volume_too_long(most):
    names = [f"{side}{number}" for number in range(30) for side in "FB"]
    parts = volumes(document(*names), most=most)
    assert [page.label for part in parts for page in part.pages] == names
    assert all(len(part.pages) <= most for part in parts)
