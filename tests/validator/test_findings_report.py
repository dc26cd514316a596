"""Findings as text, JSON and GitHub annotations."""

from __future__ import annotations

import json

from validator.findings import Finding, Place, Severity
from validator.report import News, as_github, as_json, as_text, summary

ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3, 7), "50%: off, twice", "mend")
NOTE = Finding("note", Severity.NOTE, "fog", Place("b,c.yaml"), "fine")


def test_text_has_place_hint_and_a_sum():
    assert as_text([ERROR, NOTE]) == (
        "a.yaml:3:7: error: 50%: off, twice [schema]\n    mend\n"
        "b,c.yaml:1:1: note: fine [note]\n"
        "1 error, no warnings, 1 note"
    )


def test_json_has_exactly_the_documented_keys():
    first, second = json.loads(as_json([ERROR, NOTE]))
    assert first == {
        "code": "schema",
        "severity": "error",
        "game": "fog",
        "file": "a.yaml",
        "line": 3,
        "column": 7,
        "message": "50%: off, twice",
        "hint": "mend",
        "settled": "",
        "new": None,
    }
    assert second["hint"] == ""


def test_json_tells_what_is_new_where_there_is_something_to_compare_with():
    listed = json.loads(as_json([ERROR, NOTE], News(frozenset({NOTE}))))
    assert [one["new"] for one in listed] == [False, True]


def test_github_escapes_what_would_end_a_command_early():
    first, second = as_github([ERROR, NOTE]).split("\n")
    assert first == "::error file=a.yaml,line=3,col=7,title=schema::50%25: off, twice. mend"
    assert second == "::notice file=b%2Cc.yaml,line=1,col=1,title=note::fine"


def test_nothing_found():
    assert summary([]) == "no errors, no warnings, no notes"
    assert json.loads(as_json([])) == []


def test_signs_that_a_terminal_would_obey_are_shown_as_what_they_are():
    odd = Finding("a", Severity.NOTE, "", Place("a\x1b[2J\nb.yaml"), "the file `\x9b1m`", "\x07")
    assert as_text([odd]).startswith(
        "a\\x1b[2J\\nb.yaml:1:1: note: the file `\\x9b1m` [a]\n    \\x07\n"
    )
