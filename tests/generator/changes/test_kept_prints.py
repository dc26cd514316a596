from dataclasses import replace

import pytest

from generator.changes.kept_files import KIND, finish_cover, finish_pdfs, name_of
from generator.drawing.draw import FaceBook
from generator.printing import print_files
from generator.printing.geometry import Rect
from generator.printing.imposition import Document, Page
from generator.printing.pdf import draw_shapes
from validator.cache import Cache

BOX = Rect(0, 0, 210, 297)
PAGE = Page(210, 297, (), (), "page 1 of 1", BOX, BOX)
PLAN = Document("cards.pdf", "Cards", "fog", (PAGE,))
NO_FACES = FaceBook((), {})


@pytest.fixture
def builds(monkeypatch):
    """Counts how often a file is built."""
    count = []
    real = print_files.build_pdf

    def counted(*arguments):
        count.append(1)
        return real(*arguments)

    monkeypatch.setattr(print_files, "build_pdf", counted)
    return count


def made(plan, book, crop_width_mm, store):
    ((document, data),) = finish_pdfs([plan], book, crop_width_mm, store)
    assert document is plan
    return data


def test_an_equal_plan_is_built_once(tmp_path, builds):
    store = Cache(tmp_path)
    first = made(PLAN, NO_FACES, 0.15, store)
    again = made(replace(PLAN, pages=(replace(PAGE),)), NO_FACES, 0.15, store)
    assert first == again
    assert first.startswith(b"%PDF")
    assert len(builds) == 1


def test_without_a_store_it_is_built_each_time(builds):
    assert made(PLAN, NO_FACES, 0.15, None) == made(PLAN, NO_FACES, 0.15, None)
    assert len(builds) == 2


def test_a_damaged_file_is_built_again(tmp_path, builds):
    store = Cache(tmp_path)
    first = made(PLAN, NO_FACES, 0.15, store)
    (path,) = (tmp_path / KIND).iterdir()
    path.write_bytes(path.read_bytes()[:500])
    assert made(PLAN, NO_FACES, 0.15, store) == first
    assert len(builds) == 2


@pytest.mark.parametrize(
    "other",
    [
        replace(PLAN, title="Other cards"),
        replace(PLAN, pages=(PAGE, PAGE)),
        replace(PLAN, pages=(replace(PAGE, label="page 1 of 2"),)),
        replace(PLAN, pages=(replace(PAGE, trim=Rect(0, 0, 210, 296)),)),
    ],
)
def test_another_plan_is_another_file(other):
    assert name_of(other, 0.15) != name_of(PLAN, 0.15)
    assert name_of(PLAN, 0.2) != name_of(PLAN, 0.15)


def test_a_cover_is_finished_once_for_each_drawing_and_plan(tmp_path, monkeypatch):
    finished = []
    real = print_files.finish_pdf

    def finish(drawn, plan, book):
        finished.append(plan.title)
        return real(drawn, plan, book)

    monkeypatch.setattr(print_files, "finish_pdf", finish)
    store, other = Cache(tmp_path), replace(PLAN, title="Other cards")
    pages = [draw_shapes(plan, 0.15) for plan in (PLAN, replace(PLAN, pages=(PAGE, PAGE)))]
    two = replace(PLAN, pages=(PAGE, PAGE))
    made = {finish_cover(pages[0], PLAN, NO_FACES, store) for _ in range(2)}
    assert len(made) == 1
    assert finished == ["Cards"]
    finish_cover(pages[0], other, NO_FACES, store)
    finish_cover(pages[1], two, NO_FACES, store)
    assert finished == ["Cards", "Other cards", "Cards"]
    low = replace(NO_FACES, ink="low")
    finish_cover(pages[0], PLAN, low, store)
    finish_cover(pages[0], PLAN, NO_FACES, None)
    assert len(finished) == 5
