"""The pages of an almanac: what is on them, and that nothing falls off."""

import itertools
import re
from dataclasses import replace

import pypdfium2
import pytest
from commandline import run

from generator.book.binding import book_sheet
from generator.design.face import Face, FacePair, key_of
from generator.printing.documents import set_up_steps
from generator.publish.almanac import BROAD_MM, set_almanac, sort_key
from generator.publish.contents import contents_of
from validator.catalogue.load import load
from validator.catalogue.model import Form

PAPERS = ("a4", "letter", "a5")


@pytest.fixture
def fog(tiny):
    return contents_of(load(tiny)[0].games["fog"])


def drawn(contents, width=63.5, height=88.9):
    """A blank face for each component."""
    face = Face(key_of(f"{width} {height}"), "", width, height, 3.0)
    return {
        entry.component.id: FacePair(
            entry.component.id, entry.set.id, 1, face, None, "rect", Form.CARD, corner_mm=3.0
        )
        for entry in contents.entries
    }


def texted(contents, text):
    """The contents with that text at the first entry."""
    chapter = contents.chapters[0]
    first, *rest = chapter.groups[0].entries
    group = replace(chapter.groups[0], entries=(replace(first, text=text), *rest))
    chapter = replace(chapter, groups=(group, *chapter.groups[1:]))
    return replace(contents, chapters=(chapter, *contents.chapters[1:]))


def read(data):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(63.5, 88.9), (12, 12), (258, 184), (500, 420), (20, 200)])
def test_every_face_lies_once_inside_the_margins_and_over_no_other(fog, paper, size):
    sheet = book_sheet(paper)
    data, plan = set_almanac(fog, drawn(fog, *size), sheet, {})
    placed = [one for page in plan.pages[1:] for one in page.placed]
    assert sorted(one.component for one in placed) == sorted(e.component.id for e in fog.entries)
    for one in (*placed, *plan.pages[0].placed):
        assert one.box.x >= sheet.side_mm - 0.01
        assert one.box.right <= sheet.paper.width_mm - sheet.side_mm + 0.01
        assert one.box.y >= sheet.bottom_mm - 0.01
        assert one.box.top <= sheet.paper.height_mm - sheet.top_mm + 0.01
        assert one.box.width <= size[0] + 0.01
        assert one.box.height / one.box.width == pytest.approx(size[1] / size[0])
    for page in plan.pages:
        for one, other in itertools.combinations(page.placed, 2):
            assert not one.box.overlaps(other.box, 0.01)
    assert len(read(data)) == len(plan.pages)
    assert (size[0] > BROAD_MM) == (placed[0].box.width > 60)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_text_longer_than_a_page_runs_on(fog, paper):
    long = texted(fog, "\n".join(f"Sentence {number} of many." for number in range(400)))
    pages = read(set_almanac(long, drawn(long), book_sheet(paper), {})[0])
    text = "".join(pages)
    assert all(f"Sentence {number} of many." in text for number in range(400))
    unbroken = texted(fog, "x" * 5000)
    text = "".join(read(set_almanac(unbroken, drawn(unbroken), book_sheet(paper), {})[0]))
    assert text.count("x") >= 5000


def test_no_heading_stands_alone_at_the_foot(fog):
    chapter = fog.chapters[0]
    many = tuple(replace(chapter, id=f"c{n}", heading=f"Heading {n}") for n in range(9))
    contents = replace(fog, chapters=many)
    data, plan = set_almanac(contents, drawn(contents, 30, 40), book_sheet("a5"), {})
    tops = {(number, one.box.top) for number, page in enumerate(plan.pages) for one in page.placed}
    seen = 0
    for number, page in enumerate(pypdfium2.PdfDocument(data)):
        text = page.get_textpage()
        for found in range(text.count_rects()):
            _, bottom, _, top = text.get_rect(found)
            words = text.get_text_bounded(*text.get_rect(found))
            if number and words.startswith("Heading") and top - bottom > 12:
                below = bottom / 72 * 25.4
                assert any(at == number and high < below for at, high in tops), words
                seen += 1
    assert seen == len(many)


def test_an_index_passes_over_articles_accents_and_marks():
    names = ["The Widow", "Ébano", "“Raven”", "An Oak", "apple", "A", "the"]
    ordered = ["A", "apple", "Ébano", "An Oak", "“Raven”", "the", "The Widow"]
    assert sorted(names, key=sort_key) == ordered


def test_many_chapters_fill_more_than_a_page_of_contents(fog):
    chapter = fog.chapters[1]
    many = tuple(replace(chapter, id=f"c{n}", heading=f"Chapter {n}") for n in range(150))
    contents = replace(fog, chapters=many)
    data, plan = set_almanac(contents, drawn(contents), book_sheet("a5"), {})
    pages = read(data)
    listed = "".join(pages[: next(n for n, p in enumerate(plan.pages) if n and p.placed)])
    assert all(f"Chapter {number}" in listed for number in range(150))


def test_the_table_has_the_numbers_of_its_steps_and_below_it_what_they_mean(tiny):
    run("publish", "fog", "--as", "almanac", "--project", tiny)
    (file,) = (tiny / "output" / "fog" / "publish" / "almanac").glob("*.pdf")
    page = pypdfium2.PdfDocument(file)[1].get_textpage().get_text_range()
    told = dict(re.findall(r"^(\d+) ([A-Z].*)$", page.replace("\r", ""), re.MULTILINE))
    steps = set_up_steps(load(tiny)[0].games["fog"])
    wanted = {str(one.number): one.heading or one.lines[0][1] for one in steps}
    assert told.keys() == wanted.keys()
    assert all(wanted[number].startswith(words) for number, words in told.items())
    alone = set(re.findall(r"^(\d+)$", page.replace("\r", ""), re.MULTILINE))
    # A step that works on what another has laid has no number of its own there.
    assert len(alone & told.keys()) > len(steps) / 2
