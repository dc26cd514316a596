"""Every code that the source reports has its page beside it, and every page such a code."""

import ast
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from validator.findings import Finding
from validator.manual import pages

ROOT = Path(__file__).parents[2]
PACKAGES = ("validator", "generator")
PAGES = pages()
REPORTERS = {"Finding", "Issue", "Note", "Problem", "report", "error", "warning", "note", "tell"}
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
ALONE = {"schema", "kind", "generate"}
"""Codes of one word."""
HINT = [one.name for one in fields(Finding)].index("hint")
"""How many arguments of a finding come before its hint."""


@cache
def calls():
    """Each call of a function that makes findings, and where."""
    return [
        (node, f"{path.relative_to(ROOT)}:{node.lineno}")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _name(node.func).lstrip("_") in REPORTERS
    ]


def _name(function):
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_code(value):
    return isinstance(value, str) and (CODE.fullmatch(value) is not None or value in ALONE)


def test_every_code_in_the_source_has_a_page():
    found = {
        word.value: place
        for node, place in calls()
        for word in node.args[:3]
        if isinstance(word, ast.Constant) and _is_code(word.value)
    }
    assert len(found) > 100
    assert {code: place for code, place in found.items() if code not in PAGES} == {}


def test_every_page_is_found_and_no_code_has_two():
    files = [path for room in PACKAGES for path in (ROOT / room).rglob("pages/*")]
    assert sorted(page.path for page in PAGES.values()) == sorted(files)


@pytest.mark.parametrize("code", PAGES)
def test_a_page_lies_beside_the_code_that_reports_it(code):
    room = PAGES[code].path.parents[1]
    assert any(f'"{code}"' in path.read_text(encoding="utf-8") for path in room.rglob("*.py"))


def says_what_to_do(node):
    named = any(word.arg in ("hint", None) for word in node.keywords)
    return named or len(node.args) > HINT or any(isinstance(one, ast.Starred) for one in node.args)


def test_every_finding_says_what_to_do():
    made = [(node, place) for node, place in calls() if _name(node.func) == "Finding"]
    assert [place for node, place in made if not says_what_to_do(node)] == []
