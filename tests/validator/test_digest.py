"""What `trilith check` shows: new findings first, settled ones folded, what changed at the end."""

from __future__ import annotations

from dataclasses import replace

from validator.findings import Finding, Place, Severity
from validator.report import News, digest, last_line

ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3), "no name", "mend")
WARNING = Finding("count", Severity.WARNING, "fog", Place("a.yaml", 1), "too few")
ASKED = Finding("X-1", Severity.WARNING, "fog", Place("a.yaml", 5), "who?", "ruled", "X-1")
AGAIN = Finding("setup", Severity.NOTE, "fog", Place("a.yaml", 7), "under X-1", "", "X-1")
HELD = Finding("K-1", Severity.NOTE, "mist", Place("b.yaml", 1), "confirmed", "", "K-1")
ALL = [WARNING, ERROR, ASKED, AGAIN, HELD]


def test_settled_questions_are_a_line_a_game() -> None:
    assert digest(ALL, None, everything=False) == (
        "a.yaml:1:1: warning: too few [count]\n"
        "a.yaml:3:1: error: no name [schema]\n    mend\n"
        "fog: 1 question is settled by rulings or the data; --all shows them\n"
        "mist: 1 question is settled by rulings or the data; --all shows them\n"
        "1 error, 2 warnings, 2 notes"
    )


def test_an_error_is_never_folded() -> None:
    settled = replace(ERROR, settled="X-1")
    assert digest([settled], None, everything=False).startswith("a.yaml:3:1: error: no name")


def test_all_shows_them_in_place() -> None:
    text = digest(ALL, None, everything=True)
    assert "--all" not in text
    assert "a.yaml:5:1: warning: who? [X-1]\n    ruled\na.yaml:7:1: note: under X-1" in text


def test_what_is_new_comes_first_even_if_it_is_settled() -> None:
    news = News(frozenset({ERROR, ASKED}), (WARNING,))
    assert digest(ALL, news, everything=False) == (
        "New since the last commit:\n"
        "a.yaml:3:1: error: no name [schema]\n    mend\n"
        "a.yaml:5:1: warning: who? [X-1]\n    ruled\n"
        "\n"
        "As before:\n"
        "a.yaml:1:1: warning: too few [count]\n"
        "fog: 1 question is settled by rulings or the data; --all shows them\n"
        "mist: 1 question is settled by rulings or the data; --all shows them\n"
        "1 new error, 1 new warning, 1 gone since the last commit; 1 error, 2 warnings, 2 notes"
    )


def test_nothing_is_headed_where_all_is_new_or_nothing_is() -> None:
    assert digest([ERROR], News(frozenset({ERROR})), everything=False).startswith("a.yaml:3")
    assert digest([ERROR], News(), everything=False).startswith("a.yaml:3")


def test_the_last_line() -> None:
    assert last_line([], None) == "no errors, no warnings, no notes"
    nothing = "no errors, 1 warning, no notes; nothing new since the last commit"
    assert last_line([WARNING], News()) == nothing
    gone = "nothing new, 2 gone since the last commit; no errors, no warnings, no notes"
    assert last_line([], News(gone=(ERROR, WARNING))) == gone
