"""Findings: as text, JSON and annotations, what is new, folded or held back."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from generator.cli import application
from validator.findings import Finding, Place, Severity
from validator.report import (
    News,
    PlacedFinding,
    as_github,
    as_json,
    as_text,
    compare,
    digest,
    last_line,
    place_findings,
    summary,
)
from validator.run import check

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


# What `trilith check` shows: new findings first, settled ones folded, what changed at the end


SHORT_ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3), "no name", "mend")
WARNING = Finding("count", Severity.WARNING, "fog", Place("a.yaml", 1), "too few")
ASKED = Finding("X-1", Severity.WARNING, "fog", Place("a.yaml", 5), "who?", "ruled", "X-1")
AGAIN = Finding("setup", Severity.NOTE, "fog", Place("a.yaml", 7), "under X-1", "", "X-1")
HELD = Finding("K-1", Severity.NOTE, "mist", Place("b.yaml", 1), "confirmed", "", "K-1")
ALL = [WARNING, SHORT_ERROR, ASKED, AGAIN, HELD]


def test_settled_questions_are_a_line_a_game():
    assert digest(ALL, None, everything=False) == (
        "a.yaml:1:1: warning: too few [count]\n"
        "a.yaml:3:1: error: no name [schema]\n    mend\n"
        "fog: 1 question is settled by rulings or the data; --all shows them\n"
        "mist: 1 question is settled by rulings or the data; --all shows them\n"
        "1 error, 2 warnings, 2 notes"
    )


def test_an_error_is_never_folded():
    settled = replace(SHORT_ERROR, settled="X-1")
    assert digest([settled], None, everything=False).startswith("a.yaml:3:1: error: no name")


def test_all_shows_them_in_place():
    text = digest(ALL, None, everything=True)
    assert "--all" not in text
    assert "a.yaml:5:1: warning: who? [X-1]\n    ruled\na.yaml:7:1: note: under X-1" in text


def test_what_is_new_comes_first_even_if_it_is_settled():
    news = News(frozenset({SHORT_ERROR, ASKED}), (WARNING,))
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


def test_nothing_is_headed_where_all_is_new_or_nothing_is():
    assert digest([SHORT_ERROR], News(frozenset({SHORT_ERROR})), everything=False).startswith(
        "a.yaml:3"
    )
    assert digest([SHORT_ERROR], News(), everything=False).startswith("a.yaml:3")


def test_the_last_line():
    assert last_line([], None) == "no errors, no warnings, no notes"
    nothing = "no errors, 1 warning, no notes; nothing new since the last commit"
    assert last_line([WARNING], News()) == nothing
    gone = "nothing new, 2 gone since the last commit; no errors, no warnings, no notes"
    assert last_line([], News(gone=(SHORT_ERROR, WARNING))) == gone


# --- what is new among findings, wherever in its file it stands ----------------------------------


NEW_ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3, 7), "no name", "mend")


def at(line, record="", **other):
    """The error at another line, in a record."""
    changed = replace(NEW_ERROR, place=Place("a.yaml", line), **other)  # type: ignore[arg-type]
    return PlacedFinding(changed, record)


def test_a_finding_that_moved_is_not_new():
    assert compare([at(9)], [at(3)]) == News()


def test_what_is_new_and_what_is_gone():
    now, before = at(3, message="no name"), at(3, message="no id")
    assert compare([now], [before]) == News(frozenset({now.finding}), (before.finding,))


def test_another_code_severity_game_or_file_is_new():
    for other in (
        {"code": "count"},
        {"severity": Severity.WARNING},
        {"game": "mist"},
    ):
        assert len(compare([at(3, **other)], [at(3)]).new) == 1
    elsewhere = PlacedFinding(replace(NEW_ERROR, place=Place("b.yaml", 3)), "")
    assert len(compare([elsewhere], [at(3)]).new) == 1


def test_another_record_is_new():
    before = [at(3, "oak"), at(4, "ash")]
    now = [at(3, "elm"), at(4, "oak"), at(5, "ash")]
    assert compare(now, before) == News(frozenset({now[0].finding}))
    assert compare(before, now).gone == (now[0].finding,)


def test_a_second_one_in_the_same_record_is_new():
    assert len(compare([at(3, "oak"), at(4, "oak")], [at(3, "oak")]).new) == 1


def test_lines_inside_a_message_do_not_count():
    now, before = (at(3, message=f"the id stands at b.yaml:{n} too") for n in ("12:3", "9"))
    assert compare([now], [before]) == News()


def test_a_settled_question_is_the_same_whatever_its_sums_come_to():
    now, before = (at(3, message=f"{n} > 4 stones", settled="X-1") for n in (9, 8))
    assert compare([now], [before]) == News()
    assert len(compare([now], [at(3, message="9 > 4 stones")]).new) == 1


def test_findings_know_their_record(tmp_path):
    text = """kind: components
components:
  - id: oak
    cost: 3
  - {id: "ash-2", cost: 4}
  - name: Elm
    valid: no
"""
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    findings = [replace(NEW_ERROR, place=Place("a.yaml", line)) for line in (1, 3, 4, 5)]
    findings.append(replace(NEW_ERROR, place=Place("b.yaml")))
    records = [one.record for one in place_findings(findings, tmp_path)]
    assert records == ["", "oak", "oak", "ash-2", ""]


# --- what follows from a file that does not read is held back until it does ----------------------


@pytest.fixture
def whole(tiny):
    """The small game with a translation and a rulebook; nothing is wrong with it."""
    words = ["translate", "fog", "--to", "de", "--project", str(tiny)]
    assert CliRunner().invoke(application(), words).exit_code == 0
    return tiny


def codes(found):
    return [one.code for one in found]


@pytest.mark.parametrize(
    ("line", "code"), [("broken: [", "yaml-syntax"), ("broken: true", "schema")]
)
@pytest.mark.parametrize("name", ["cards", "coins", "mats", "setup", "game"])
def test_a_file_that_does_not_read_is_all_that_is_told(whole, name, line, code):
    path = whole / f"components/fog/{name}.yaml"
    path.write_text(f"{path.read_text('utf-8')}\n{line}\n", encoding="utf-8")
    assert codes(check(whole)) == [code]


def test_a_play_script_that_does_not_read_leaves_no_pile_without_a_rate(whole):
    (whole / "components/fog/play.yaml").write_text("kind: play\nturn: [\n", encoding="utf-8")
    game = whole / "components/fog/game.yaml"
    lines = game.read_text("utf-8").splitlines(keepends=True)
    game.write_text("".join(x for x in lines if "module:" not in x), encoding="utf-8")
    assert codes(check(whole)) == ["yaml-syntax"]


def test_a_wrong_header_of_a_sheet_is_told_before_a_rulebook_that_names_its_cards(whole):
    folder = whole / "components/fog"
    (folder / "cards.csv").write_text("id,nome,Copys\ncandle,Candle,6\n", encoding="utf-8")
    cards = (folder / "cards.yaml").read_text("utf-8").partition("\ncomponents:")[0]
    (folder / "cards.yaml").write_text(f"{cards}\ncomponents: {{from: cards.csv}}\n", "utf-8")
    (folder / "rulebook.md").write_text("# Fog\n\n{{ cards('card') }}\n", encoding="utf-8")
    assert set(codes(check(whole))) == {"sheet-header"}


def test_what_stands_alone_is_still_told_beside_it(whole, edit):
    edit(whole / "components/fog/coins.yaml", "kind: components", "kind: component")
    path = whole / "components/fog/cards.yaml"
    edit(path, "name: Lantern\n", "name: Candle\n")
    found = codes(check(whole))
    assert "kind" in found
    assert "name-duplicate" in found
    assert not [one for one in found if one.startswith(("translation", "reference", "pile"))]


def test_a_fault_of_a_translation_is_told_beside_a_broken_set(whole):
    po = next((whole / "components/fog").rglob("*.po"))
    po.write_text(po.read_text("utf-8") + '\nmsgid "never closed\n', encoding="utf-8")
    path = whole / "components/fog/cards.yaml"
    path.write_text(path.read_text("utf-8") + "\nbroken: [\n", encoding="utf-8")
    assert set(codes(check(whole))) == {"yaml-syntax", "translation-syntax"}
