from dataclasses import replace

import pytest

from generator.changes import kept_files
from generator.changes.kept_files import KIND, kept_pdfs, name_of
from generator.drawing.draw import FaceBook
from generator.printing.layout.document import Document, Page
from generator.printing.layout.geometry import Rect
from validator.sealed.store import Store

BOX = Rect(0, 0, 210, 297)
PAGE = Page(210, 297, (), (), "page 1 of 1", BOX, BOX)
PLAN = Document("cards.pdf", "Cards", "fog", (PAGE,))
NO_FACES = FaceBook((), {})


@pytest.fixture
def builds(monkeypatch):
    """Counts how often a file is built."""
    count = []
    real = kept_files.build_pdf

    def build(*arguments):
        count.append(1)
        return real(*arguments)

    monkeypatch.setattr(kept_files, "build_pdf", build)
    return count


def made(plan, book, crop_width_mm, store):
    ((document, data),) = kept_pdfs([plan], book, crop_width_mm, store)
    assert document is plan
    return data


def test_an_equal_plan_is_built_once(tmp_path, builds):
    store = Store(tmp_path, "code")
    first = made(PLAN, NO_FACES, 0.15, store)
    again = made(replace(PLAN, pages=(replace(PAGE),)), NO_FACES, 0.15, store)
    assert first == again
    assert first.startswith(b"%PDF")
    assert len(builds) == 1


def test_without_a_store_it_is_built_each_time(builds):
    assert made(PLAN, NO_FACES, 0.15, None) == made(PLAN, NO_FACES, 0.15, None)
    assert len(builds) == 2


def test_a_damaged_file_is_built_again(tmp_path, builds):
    store = Store(tmp_path, "code")
    first = made(PLAN, NO_FACES, 0.15, store)
    (path,) = (tmp_path / KIND).rglob("*/*")
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
