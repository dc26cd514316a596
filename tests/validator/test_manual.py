"""Every code that set-up, checks and simulation report has its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from validator.manual import MODULES, contents, explain, known_codes, pages

ROOT = Path(__file__).parents[2]
REPORTED = re.compile(r"\"((?:setup|count|id|table|reference|mark|rondel|slot|stone|path|text|"
                      r"special|pile|claim|uses|area)-[a-z-]+)\"")  # fmt: skip

CHOICES = "setup-choices"
"""The name of a stream of luck, not a code."""


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


@pytest.mark.parametrize(
    "folder", ["checks", "checks/claims", "games/henge/checks", "play", "setup", "trials"]
)
def test_every_code_in_the_source_is_explained(folder: str):
    for path in sorted((ROOT / "validator" / folder).glob("*.py")):
        for code in REPORTED.findall(path.read_text(encoding="utf-8")):
            assert code == CHOICES or explain(code), f"{path.name}: {code}"


@pytest.mark.parametrize("name", ["source", "schema", "load", "build"])
def test_every_code_of_reading_is_explained(name: str):
    text = (ROOT / "validator" / "catalogue" / f"{name}.py").read_text(encoding="utf-8")
    found = re.findall(r"\"((?:yaml|file|game|set|box|project|fields)-[a-z-]+)\"", text)
    assert all(explain(code) for code in found), [code for code in found if not explain(code)]
