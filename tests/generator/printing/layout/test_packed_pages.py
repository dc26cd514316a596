"""Pages of a plan that are packed are the same pages, in fewer bytes."""

import pickle

from generator.changes.kept_files import name_of
from generator.printing.layout.document import Document, Page
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Drawing, Placed, Side
from generator.printing.layout.packed import PackedPages, packed, unpacked

SHEET = Rect(0, 0, 210, 297)


def page(number: int) -> Page:
    box = Rect(10, 10, 63, 88)
    drawing = Drawing(f"{number:064x}", 63, 88, 3)
    placed = (Placed(f"card-{number}", "card", 1, Side.FRONT, drawing, box, 0, box),)
    return Page(210, 297, placed, (), f"page {number}", SHEET, SHEET)


PAGES = tuple(map(page, range(50)))
PLAN = Document("cards.pdf", "Cards", "", PAGES)


def test_packed_pages_are_what_they_were():
    pages = PackedPages(PAGES)
    assert len(pages) == len(PAGES)
    assert tuple(pages) == PAGES
    assert pages[3] == PAGES[3]
    assert pages[-2:] == PAGES[-2:]
    assert unpacked(packed(PLAN)) == PLAN


def test_they_take_a_part_of_the_bytes_and_go_to_workers_packed():
    sent = pickle.dumps(packed(PLAN), protocol=5)
    assert len(sent) < len(pickle.dumps(PLAN, protocol=5)) / 2
    assert unpacked(pickle.loads(sent)) == PLAN


def test_an_equal_packed_plan_has_an_equal_name_and_another_one_another():
    same, other = (Document("cards.pdf", "Cards", "", tuple(map(page, range(n)))) for n in (50, 49))
    assert name_of(packed(same), 0.15) == name_of(packed(PLAN), 0.15)
    assert name_of(packed(other), 0.15) != name_of(packed(PLAN), 0.15)
