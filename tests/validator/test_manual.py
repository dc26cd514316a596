"""Every code that set-up, checks and simulation report has its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.manual import MODULES, contents, explain, known_codes, pages

ROOT = Path(__file__).parents[2]


def test_codes_are_sorted_and_unique():
    codes = known_codes()
    assert list(codes) == sorted(set(codes))
    assert "setup-shortage" in codes
    assert "count-parts" in codes


@pytest.mark.parametrize("code", known_codes())
def test_each_code_has_a_page(code: str):
    assert len(explain(code) or "") > 40


def test_a_code_of_one_game_says_so():
    assert "`module: henge`" in (explain("rondel-area") or "")
    assert "`module:" not in (explain("count-parts") or "")
    lines = contents()
    assert "rondel-area (henge only)" in lines
    assert "count-parts" in lines
    assert [line.partition(" ")[0] for line in lines] == list(known_codes())


def test_an_unknown_code():
    assert explain("setup-nonsense") is None


def test_every_page_of_a_module_is_known():
    for module in MODULES:
        assert set(pages(module)) <= set(known_codes())
