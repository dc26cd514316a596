"""What two revisions make is compared by bytes, PDFs by what is to be seen."""

import pytest
from reportlab.pdfgen.canvas import Canvas
from unchanged.comparing import compare


@pytest.fixture
def sides(tmp_path):
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
    return tmp_path / "old", tmp_path / "new"


def page(path, title, text="Bonfire", x=100):
    canvas = Canvas(str(path), invariant=1)
    canvas.setTitle(title)
    canvas.drawString(x, 100, text)
    canvas.save()


def outcomes(sides):
    return [(one.name, one.outcome, one.what) for one in compare(*sides)]


def test_files_are_the_same_by_their_bytes(sides):
    for side, text in zip(sides, ("one\ntwo\n", "one\nthree\n"), strict=True):
        (side / "a.txt").write_text("same")
        (side / "b.txt").write_text(text)
    (sides[0] / "c.txt").write_text("")
    (sides[1] / "d.txt").write_text("")
    assert outcomes(sides) == [
        ("a.txt", "same", ""),
        ("b.txt", "other", "2 lines:\n    -two\n    +three"),
        ("c.txt", "other", "is not made any more"),
        ("d.txt", "other", "is new"),
    ]


@pytest.mark.parametrize(
    ("change", "outcome", "what"),
    [
        ({}, "same", ""),
        ({"title": "Two"}, "pixels", ""),
        ({"x": 101}, "other", "page 1"),
        ({"text": "Bonfires"}, "other", "page 1"),
    ],
)
def test_a_pdf_is_what_is_to_be_seen_of_it(sides, change, outcome, what):
    page(sides[0] / "a.pdf", "One")
    page(sides[1] / "a.pdf", **{"title": "One", **change})
    assert outcomes(sides) == [("a.pdf", outcome, what)]
