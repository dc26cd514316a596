"""A game that was played, taken down in the studio's form."""

import pytest
from commandline import run
from playedgames import TAKEN_DOWN

from generator.studio.playtests import take_down
from generator.studio.set_files import RefusedError


def names(answer):
    return [row["name"] for row in answer["rows"]]


def row(answer, name):
    (found,) = [row for row in answer["rows"] if row["name"] == name]
    return found


def files(root):
    return [one.name for one in (root / "playtests/fog").glob("[!.]*.yaml")]


GAME = {
    "print": "KWXMPA",
    " date": "2026-06-02",
    " players": "2",
    " began": "2",
    " minutes": "45",
    "seat 1 score": "12",
    "seat 1 won": "yes",
    "seat 1 fun": "4",
    "seat 1 liked": "coins, cards",
    "seat 1 1 on": "Candle",
    "seat 1 1 ticked": "weak, unclear",
    "seat 1 1 remark": "Too # cheap",
    "seat 1 remarks": "Nice",
    "seat 2 score": "-3",
    "seat 2 remarks": "What",
    "the table hours": "3",
    "the table remarks": "Again",
}


def test_a_game_is_asked_for_kept_and_written(printed):
    first = take_down(printed, "fog", {})
    assert first["prints"] == [("KWXMPA", "2026-05-29")]
    assert names(first)[:4] == [" date", " players", " bots", " minutes"]
    told = take_down(printed, "fog", GAME)
    assert row(told, "seat 1 liked")["value"] == ["coins", "cards"]
    assert "seat 1 2 on" in names(told) and "seat 2 fun" in names(told)
    assert files(printed) == []
    done = take_down(printed, "fog", {"end": "write"})
    (path,) = (printed / "playtests/fog").glob("2026-06-02-KWXMPA-???.yaml")
    assert done["said"] == f"playtests/fog/{path.name} is written"
    assert path.read_text() == TAKEN_DOWN
    assert done["remarks"][0]["words"] == "weak, unclear: Too # cheap"
    assert done["print"] == "" and not any(one["text"] for one in done["rows"])


def test_what_is_wrong_is_told_at_its_question_and_nothing_is_written(printed):
    told = take_down(printed, "fog", {" players": "1", "seat 1 1 on": "candel", "end": "write"})
    assert "did you mean 'candle'?" in row(told, "seat 1 1 on")["wrong"]
    assert told["said"].startswith("not written") and files(printed) == []
    assert row(told, "seat 1 1 on")["text"] == "candel"


def test_of_nothing_there_is_no_file(printed):
    told = take_down(printed, "fog", {"end": "write"})
    assert told["said"] == "nothing is said of the game yet" and files(printed) == []


def test_the_terminal_goes_on_with_what_was_typed_on_the_page_and_the_page_with_that(printed):
    take_down(printed, "fog", {"print": "KWXMPA", " players": "1", "seat 1 score": "7"})
    words = ("notes", "add", "fog", "--project", printed)
    said = run(*words, typed=["yes", "2026-06-03"], status=130).output
    assert "how many people" not in said
    told = take_down(printed, "fog", {})
    assert row(told, " date")["text"] == "2026-06-03" and told["print"] == "KWXMPA"
    assert row(told, "seat 1 score")["text"] == "7"


def test_two_pages_that_tell_of_one_game_lose_nothing_of_each_other(printed):
    take_down(printed, "fog", {" players": "2"})
    take_down(printed, "fog", {"seat 1 score": "1"})
    told = take_down(printed, "fog", {"seat 2 score": "2"})
    assert [row(told, f"seat {n} score")["text"] for n in (1, 2)] == ["1", "2"]


def test_what_is_typed_goes_only_when_it_is_said_so(printed):
    take_down(printed, "fog", {" players": "2"})
    assert row(take_down(printed, "fog", {}), " players")["text"] == "2"
    assert row(take_down(printed, "fog", {"end": "drop"}), " players")["text"] == ""


def test_what_nobody_asks_is_not_kept(printed):
    take_down(printed, "fog", {" players": "1", "seat 7 score": "1", "../ x": "y"})
    kept = (printed / "playtests/fog/.draft.json").read_text()
    assert "seat 7" not in kept and ".." not in kept and '" players": "1"' in kept


def test_a_print_that_is_not_there_is_told_and_nothing_is_lost(printed):
    take_down(printed, "fog", {" players": "1"})
    with pytest.raises(RefusedError, match="prints are KWXMPA"):
        take_down(printed, "fog", {"print": "../../x"})
    assert row(take_down(printed, "fog", {}), " players")["text"] == "1"


def test_a_game_with_errors_is_told_where(printed):
    take_down(printed, "fog", {" players": "1"})
    path = next((printed / "components").rglob("cards.yaml"))
    path.write_text("{")
    with pytest.raises(RefusedError, match=r"cards\.yaml:"):
        take_down(printed, "fog", {"end": "write"})
    assert files(printed) == []
