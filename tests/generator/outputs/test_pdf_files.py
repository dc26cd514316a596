"""The files of a kit are built by several workers, with the bytes that one process gives."""

import pickle

import pytest

from generator.design.faces import faces_of
from generator.design.templates import LIMITS, load_templates
from generator.drawing.draw import draw
from generator.outputs import kit as kit_module
from generator.outputs.kit import build_pdfs
from generator.printing import print_files
from generator.printing.documents import stocks, stocks_that_fit
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_at
from validator.cache import Cache
from validator.catalogue.load import load
from validator.executor import Executor


def kit(root, jobs, store=None):
    """The plans of the small game and its drawn faces, with the workers that drew them."""
    game = load(root, ["fog"])[0].games["fog"]
    templates, _ = load_templates(root)
    pairs, *_ = faces_of(game, templates)
    pool = Executor(jobs, LIMITS)
    book = draw([face for p in pairs for face in (p.front, p.back) if face], store=store, pool=pool)
    pool.start()
    options = PrintOptions()
    plans = stocks_that_fit(game, stocks(game, pairs, copies_at(game, None, None), 0.0), options)[1]
    return plans, book, pool


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_any_number_of_workers_gives_the_same_bytes(tiny, jobs, monkeypatch):
    plans, book, pool = kit(tiny, jobs)
    assert len(plans) > 1
    alone = {plan.file: print_files.build_pdf(plan, book, 0.15) for plan in plans}
    if jobs > 1:
        monkeypatch.setattr(print_files, "build_pdf", lambda *_: pytest.fail("built here"))
    made = {plan.file: data for plan, data in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == alone


def test_what_workers_cannot_build_is_built_here(tiny, monkeypatch):
    plans, book, pool = kit(tiny, 2)
    pool.close()
    monkeypatch.setattr(kit_module, "_part", lambda *_: None)
    made = {plan.file for plan, _ in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == {plan.file for plan in plans}


def test_workers_read_themselves_what_is_drawn_and_on_disk(tiny, tmp_path):
    plans, book, pool = kit(tiny, 2, Cache(tmp_path / "kept"))
    assert b"%PDF" not in pickle.dumps([kit_module._part(book, plan) for plan in plans])
    made = {plan.file: data for plan, data in build_pdfs(plans, book, 0.15)}
    pool.close()
    assert made == {plan.file: print_files.build_pdf(plan, book, 0.15) for plan in plans}
