"""``trilith notes``: remarks listed, taken down at the terminal, answered."""

import pytest
from commandline import run
from playedgames import TAKEN_DOWN, print_of

from generator.changes.print_records import record_path, record_text
from generator.notes import _marks_today
from generator.options import Context
from generator.playtest.notes import read_playtests

NAME = "fog/2026-05-30-KWXMPA"


def notes(root, *words, **more):
    return run("notes", *words, "--project", root, **more)


@pytest.fixture
def candle_changed(played):
    """All cards are as they were printed but candle."""
    root = played.parents[2]
    context = Context(root)
    marks = {**_marks_today(context, context.game("fog")), "candle": "rolder"}
    record_path(root, "fog", "KWXMPA").write_text(record_text(print_of(marks)))
    return root


def test_what_was_said_of_a_card_that_changed_since_is_counted_and_shown_with_all(candle_changed):
    short = notes(candle_changed, "fog").output
    assert "Fog: 1 game played; remarks: 1 open, 1 done, 1 on cards that changed since" in short
    assert f"Lantern\n  {NAME}#2 table: Lovely.\n" in short
    assert "Nobody buys it" not in short
    whole = notes(candle_changed, "fog", "--all").output
    assert f"Candle\n  {NAME}#1 seat 1 (the card changed since): weak: Nobody buys it.\n" in whole
    assert f"(no card)\n  {NAME}#3 table: Too long.\n    done: One round less.\n" in whole


@pytest.mark.parametrize(
    ("by", "heads"),
    [
        ("card", ["Candle", "Lantern", "(no card)"]),
        ("rule", ["(no rule)"]),
        ("table", [NAME]),
        ("revision", ["revision 1"]),
    ],
)
def test_remarks_are_grouped(candle_changed, by, heads):
    lines = notes(candle_changed, "--by", by, "--all").output.splitlines()
    assert [one for one in lines[1:] if one and not one.startswith(" ")] == heads


def test_marks_that_may_be_none_are_listed(played):
    played.write_text(played.read_text() + "unsure: [{seat: 2, asks: fun, may_be: '4'}]\n")
    assert "seat 2, fun: is '4' marked?" in notes(played.parents[2], "fog").output


def test_a_game_without_playtests_says_how_to_begin(tiny):
    assert "`trilith notes add fog`" in notes(tiny, "fog").output
    assert "`trilith notes add fog`" in notes(tiny).output


def test_a_remark_is_answered_at_its_line_and_every_other_byte_stays(played):
    before = played.read_bytes()
    output = notes(played.parents[2], "done", f"{NAME}#1", 'It costs 1: "now"').output
    assert output == "playtests/fog/2026-05-30-KWXMPA.yaml:15:5: done\n"
    answer = b"    says: Nobody buys it.\n    state: done\n    answer: 'It costs 1: \"now\"'\n"
    assert played.read_bytes() == before.replace(b"    says: Nobody buys it.\n", answer)
    notes(played.parents[2], "done", f"playtests/{NAME}.yaml#3", "Two rounds less.")
    assert played.read_bytes().endswith(b"    answer: Two rounds less.\n")


@pytest.mark.parametrize("begin", ["\ufeff", "# a comment\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_remark_in_braces_is_answered_however_the_file_is_kept(played, begin, newline):
    text = (
        begin + 'kind: playtest\ngame: fog\ndate: "2026-05-30"\nremarks: [{says: A}, {says: B}]\n'
    )
    played.write_bytes(text.replace("\n", newline).encode())
    notes(played.parents[2], "done", f"{NAME}#2", "C")
    expected = text.replace("says: B", "says: B, state: done, answer: C").replace("\n", newline)
    assert played.read_bytes() == expected.encode()


@pytest.mark.parametrize(
    "spot", ["#1", "fog#1", f"{NAME}", f"{NAME}#0", f"{NAME}#4", f"{NAME}#x", "fog/../x#1", "a/b#1"]
)
def test_there_may_be_no_such_remark(played, spot):
    before = played.read_bytes()
    assert "there is no remark" in notes(played.parents[2], "done", spot, "x", status=2).output
    assert played.read_bytes() == before


def test_a_file_with_errors_is_not_written_into(played, edit):
    edit(played, "players: 3", "players: x")
    before = played.read_bytes()
    assert ":5:10: error" in notes(played.parents[2], "done", f"{NAME}#1", "x", status=1).output
    assert played.read_bytes() == before


TYPED = (
    *("2026-06-02", "2", "", "forty", "45", "2"),  # wrong answers are asked again
    *("12", "yes", "6", "4", "coins, 1", "candel", "1", "weak, 3", "Too # cheap", "", "Nice"),
    *("-3", "no", "", "", "", "What"),
    *("3", "", "Again"),
)


def test_a_game_is_taken_down_question_after_question(printed):
    said = notes(printed, "add", "fog", "--print", "kwxmpa", typed=TYPED).output
    assert "write a whole number from 1 to 9999" in said
    assert "write one of: 1, 2, 3, 4, 5" in said
    assert "did you mean 'candle'?" in said
    (path,) = (printed / "playtests/fog").glob("2026-06-02-KWXMPA-???.yaml")
    assert path.read_text() == TAKEN_DOWN
    assert not (printed / "playtests/fog/.draft.json").exists()


def test_what_was_typed_is_kept_where_it_is_broken_off_and_goes_on(printed):
    words = ("add", "fog", "--print", "KWXMPA")
    first = notes(printed, *words, typed=TYPED[:11], status=130)
    assert "what was typed is kept; `trilith notes add fog` goes on with it" in first.output
    assert [*(printed / "playtests/fog").glob("*.yaml")] == []
    again = notes(printed, "add", "fog", typed=("yes", *TYPED[11:])).output
    assert "9 answers are kept" in again
    assert "How many people" not in again
    (file,), _ = read_playtests(printed, "fog")
    assert file.data["seats"][0]["score"] == 12
    assert len(file.remarks) == 4


def test_what_was_typed_can_be_left_behind(printed):
    notes(printed, "add", "fog", typed=["2026-06-02", "2"], status=130)
    notes(printed, "add", "fog", typed=["no", "2026-06-05", *[""] * 12])
    (path,) = (printed / "playtests/fog").glob("*.yaml")
    assert path.name.startswith("2026-06-05-")


@pytest.mark.parametrize("draft", ["[]", "{", '{"print": 1, "typed": {}}', '{"typed": []}'])
def test_a_draft_that_is_none_is_not_used(printed, draft):
    path = printed / "playtests/fog/.draft.json"
    path.write_text(draft)
    assert "is no draft" in notes(printed, "add", "fog", status=2).output
    assert path.read_text() == draft


def test_a_print_that_is_not_there_is_told(printed):
    output = notes(printed, "add", "fog", "--print", "ABCDEF", status=2).output
    assert "prints are KWXMPA" in output


@pytest.mark.parametrize("words", [("add",), ("done", "x"), ("in",), ("read",), ("fog", "mist")])
def test_wrong_use_is_told(tiny, words):
    notes(tiny, *words, status=2)


def test_remarks_are_in_a_draft_and_never_in_what_is_published(played):
    root = played.parents[2]
    site = root / "output" / "fog" / "publish" / "site"
    for words, said in (((), False), (("--draft",), True), ((), False)):
        run("publish", "fog", "--as", "site", *words, "--project", root)
        told = "".join(one.read_text("utf-8") for one in site.rglob("*.html"))
        assert "Candle" in told
        assert ("Nobody buys it" in told) is said
