"""Findings: as text, JSON and annotations, what is new, folded or held back."""

import json
import shutil
from dataclasses import replace

import pytest
from commandline import run

from generator.starter import write_starter
from validator.findings import Finding, Place, Severity
from validator.report import (
    News,
    PlacedFinding,
    as_github,
    as_json,
    compare,
    digest,
    last_line,
    place_findings,
)
from validator.run import check

ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3, 7), "50%: off, twice", "mend")
NOTE = Finding("note", Severity.NOTE, "fog", Place("b,c.yaml"), "fine")


def test_text_has_place_hint_and_a_sum():
    assert digest([ERROR, NOTE], None, everything=True) == (
        "a.yaml:3:7: error: 50%: off, twice [schema]\n    mend\n"
        "b,c.yaml:1:1: note: fine [note]\n"
        "1 error, no warnings, 1 note"
    )


def test_json_has_exactly_the_documented_keys():
    listed = json.loads(as_json([ERROR, NOTE], News(frozenset({NOTE}))))
    where = {"game": "fog", "file": "a.yaml", "line": 3, "column": 7}
    said = {"code": "schema", "severity": "error", "message": "50%: off, twice", "hint": "mend"}
    assert listed[0] == {**said, **where, "settled": "", "new": False}
    assert (listed[1]["hint"], listed[1]["new"]) == ("", True)
    assert json.loads(as_json([ERROR]))[0]["new"] is None, "nothing to compare with"
    assert json.loads(as_json([])) == []


def test_github_escapes_what_would_end_a_command_early():
    first, second = as_github([ERROR, NOTE]).split("\n")
    assert first == "::error file=a.yaml,line=3,col=7,title=schema::50%25: off, twice. mend"
    assert second == "::notice file=b%2Cc.yaml,line=1,col=1,title=note::fine"


def test_signs_that_a_terminal_would_obey_are_shown_as_what_they_are():
    odd = Finding("a", Severity.NOTE, "", Place("a\x1b[2J\nb.yaml"), "the file `\x9b1m`", "\x07")
    assert digest([odd], None, everything=True).startswith(
        "a\\x1b[2J\\nb.yaml:1:1: note: the file `\\x9b1m` [a]\n    \\x07\n"
    )


# --- What `trilith check` shows: new findings first, settled ones folded, what changed at the end
SHORT_ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3), "no name", "mend")
WARNING = Finding("count", Severity.WARNING, "fog", Place("a.yaml", 1), "too few")
ASKED = Finding("X-1", Severity.WARNING, "fog", Place("a.yaml", 5), "who?", "ruled", "X-1")
AGAIN = Finding("setup", Severity.NOTE, "fog", Place("a.yaml", 7), "under X-1", "", "X-1")
HELD = Finding("K-1", Severity.NOTE, "mist", Place("b.yaml", 1), "confirmed", "", "K-1")
ALL = [WARNING, SHORT_ERROR, ASKED, AGAIN, HELD]
SETTLED = "1 question is settled by rulings or the data; --all shows them\n"


def test_settled_questions_are_a_line_a_game_unless_all_are_asked_for():
    assert digest(ALL, None, everything=False) == (
        "a.yaml:1:1: warning: too few [count]\n"
        "a.yaml:3:1: error: no name [schema]\n    mend\n"
        f"fog: {SETTLED}mist: {SETTLED}"
        "1 error, 2 warnings, 2 notes"
    )
    whole = digest(ALL, None, everything=True)
    assert "--all" not in whole
    assert "a.yaml:5:1: warning: who? [X-1]\n    ruled\na.yaml:7:1: note: under X-1" in whole


def test_an_error_is_never_folded():
    settled = replace(SHORT_ERROR, settled="X-1")
    assert digest([settled], None, everything=False).startswith("a.yaml:3:1: error: no name")


def test_what_is_new_comes_first_even_if_it_is_settled():
    news = News(frozenset({SHORT_ERROR, ASKED}), (WARNING,))
    assert digest(ALL, news, everything=False) == (
        "New since the last commit:\n"
        "a.yaml:3:1: error: no name [schema]\n    mend\n"
        "a.yaml:5:1: warning: who? [X-1]\n    ruled\n"
        "\n"
        "As before:\n"
        "a.yaml:1:1: warning: too few [count]\n"
        f"fog: {SETTLED}mist: {SETTLED}"
        "1 new error, 1 new warning, 1 gone since the last commit; 1 error, 2 warnings, 2 notes"
    )


@pytest.mark.parametrize("news", [News(frozenset({SHORT_ERROR})), News()], ids=["all", "nothing"])
def test_nothing_is_headed_where_all_is_new_or_nothing_is(news):
    assert digest([SHORT_ERROR], news, everything=False).startswith("a.yaml:3")


def test_the_last_line():
    assert last_line([], None) == "no errors, no warnings, no notes"
    nothing = "no errors, 1 warning, no notes; nothing new since the last commit"
    assert last_line([WARNING], News()) == nothing
    gone = "nothing new, 2 gone since the last commit; no errors, no warnings, no notes"
    assert last_line([], News(gone=(SHORT_ERROR, WARNING))) == gone


# --- what is new among findings, wherever in its file it stands
def at(line, record="", file="a.yaml", **other):
    """The error at another line, in a record."""
    return PlacedFinding(replace(SHORT_ERROR, place=Place(file, line), **other), record)


@pytest.mark.parametrize(
    ("now", "before"),
    [
        (at(9), at(3)),
        (at(3, message="it stands at b.yaml:12:3"), at(3, message="it stands at b.yaml:9")),
        (at(3, message="9 > 4", settled="X-1"), at(3, message="8 > 4", settled="X-1")),
    ],
    ids=["it moved", "what it names moved", "a settled question with other sums"],
)
def test_the_same_finding_is_not_new(now, before):
    assert compare([now], [before]) == News()


@pytest.mark.parametrize(
    "other",
    [
        {"code": "count"},
        {"severity": Severity.WARNING},
        {"game": "mist"},
        {"file": "b.yaml"},
        {"message": "no id"},
    ],
    ids="-".join,
)
def test_another_code_severity_game_file_or_message_is_new_and_the_old_one_gone(other):
    now, before = at(3, **other), at(3)
    assert compare([now], [before]) == News(frozenset({now.finding}), (before.finding,))


def test_another_sum_is_another_finding_where_only_one_of_them_is_settled():
    now, before = at(3, message="9 > 4", settled="X-1"), at(3, message="9 > 4")
    assert len(compare([now], [before]).new) == 1


def test_another_record_is_new():
    before = [at(3, "oak"), at(4, "ash")]
    now = [at(3, "elm"), at(4, "oak"), at(5, "ash")]
    assert compare(now, before) == News(frozenset({now[0].finding}))
    assert compare(before, now).gone == (now[0].finding,)


def test_a_second_one_in_the_same_record_is_new():
    assert len(compare([at(3, "oak"), at(4, "oak")], [at(3, "oak")]).new) == 1


def test_findings_know_their_record(tmp_path):
    text = "kind: components\ncomponents:\n  - id: oak\n    cost: 3\n  - {id: 'ash-2', cost: 4}\n"
    (tmp_path / "a.yaml").write_text(f"{text}  - name: Elm\n    valid: no\n", encoding="utf-8")
    findings = [at(line).finding for line in (1, 3, 4, 5)] + [at(1, file="b.yaml").finding]
    records = [one.record for one in place_findings(findings, tmp_path)]
    assert records == ["", "oak", "oak", "ash-2", ""]


# --- what follows from a file that does not read is held back until it does
@pytest.fixture(scope="module")
def translated(tmp_path_factory, tiny_written_once):
    """The small game with a translation; nothing is wrong with it."""
    root = tmp_path_factory.mktemp("translated")
    shutil.copytree(tiny_written_once, root, dirs_exist_ok=True)
    run("translate", "fog", "--to", "de", "--project", root)
    return root


@pytest.fixture
def fog(translated):
    """The folder of a copy, always in one place, of which trilith keeps how its faces look."""
    copy = translated.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(translated, copy)
    return copy / "components" / "fog"


def add(path, text):
    path.write_text(f"{path.read_text('utf-8')}\n{text}\n", encoding="utf-8")


def codes(fog):
    return [one.code for one in check(fog.parents[1])]


@pytest.mark.parametrize(
    ("line", "code"), [("broken: [", "yaml-syntax"), ("broken: true", "schema")]
)
@pytest.mark.parametrize("name", ["cards", "coins", "mats", "setup", "game"])
def test_a_file_that_does_not_read_is_all_that_is_told(fog, name, line, code):
    add(fog / f"{name}.yaml", line)
    assert codes(fog) == [code]


def test_a_play_script_that_does_not_read_leaves_no_pile_without_a_rate(fog):
    (fog / "play.yaml").write_text("kind: play\nturn: [\n", encoding="utf-8")
    lines = (fog / "game.yaml").read_text("utf-8").splitlines(keepends=True)
    (fog / "game.yaml").write_text("".join(x for x in lines if "module:" not in x), "utf-8")
    assert codes(fog) == ["yaml-syntax"]


def test_a_wrong_header_of_a_sheet_is_told_before_a_rulebook_that_names_its_cards(fog):
    (fog / "cards.csv").write_text("id,nome,Copys\ncandle,Candle,6\n", encoding="utf-8")
    cards = (fog / "cards.yaml").read_text("utf-8").partition("\ncomponents:")[0]
    (fog / "cards.yaml").write_text(f"{cards}\ncomponents: {{from: cards.csv}}\n", "utf-8")
    (fog / "rulebook.md").write_text("# Fog\n\n{{ cards('card') }}\n", encoding="utf-8")
    assert set(codes(fog)) == {"sheet-header"}


def test_what_stands_alone_is_still_told_beside_it(fog, edit):
    edit(fog / "coins.yaml", "kind: components", "kind: component")
    edit(fog / "cards.yaml", "name: Lantern\n", "name: Candle\n")
    found = codes(fog)
    assert {"kind", "name-duplicate"} <= {*found}
    assert not [one for one in found if one.startswith(("translation", "reference", "pile"))]


def test_a_fault_of_a_translation_is_told_beside_a_broken_set(fog):
    add(next(fog.rglob("*.po")), 'msgid "never closed')
    add(fog / "cards.yaml", "broken: [")
    assert set(codes(fog)) == {"yaml-syntax", "translation-syntax"}


@pytest.mark.parametrize(
    ("file", "old", "new", "message", "hint"),
    [
        ("cards.yaml", "name: Lantern\n", "name: Candle\n", "'candle' and 'lantern'", ""),
        ("setup.yaml", "to: seat.hand", "to: seat.town", "a seat has no `town`", "hand"),
        ("play.yaml", "amount: card.cost", "amount: card.price", "no `price`", "`card` has cost"),
        ("play.yaml", "amount: card.cost", "where: cost", "unknown key 'where'", "known"),
        ("mats.yaml", "    with:\n", "    copies: 1\n    with:\n", "key 'copies'", "below `with`"),
    ],
)
def test_a_fault_is_told_once_where_its_cause_is(tmp_path, edit, file, old, new, message, hint):
    write_starter(tmp_path, "Fog")
    fog = tmp_path / "components" / "fog"
    edit(fog / file, old, new)
    [one] = check(tmp_path)
    assert one.place.file.endswith(file)
    assert message in one.message
    assert hint in one.hint


def test_a_sheet_whose_name_has_other_capitals_is_meant(fog):
    cards = (fog / "cards.yaml").read_text("utf-8").partition("\ncomponents:")[0]
    (fog / "cards.yaml").write_text(f"{cards}\ncomponents: {{from: Cards.csv}}\n", "utf-8")
    (fog / "fog_cards.csv").write_text("id,name\n")
    (fog / "CARDS.csv").write_text("id,name\n")
    assert "did you mean 'CARDS.csv'?" in [one.hint for one in check(fog.parents[1])]
