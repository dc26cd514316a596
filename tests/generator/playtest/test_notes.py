"""Playtests as files: read, checked, written."""

import os
import re
import shutil
from pathlib import Path

import pytest

from generator.changes.since import matters
from generator.failures import DataError
from generator.playtest.notes import (
    check_playtests,
    open_by_card,
    read_playtests,
    write_playtests,
)
from validator.catalogue.load import load
from validator.findings import Severity

GAME = {"game": "fog", "date": "2026-06-01", "print": "KWXMPA"}


def told(root):
    found = check_playtests(load(root)[0], root)
    return [(one.code, str(one.place), one.message) for one in found]


def test_a_game_is_read_as_it_was_played(played):
    (file,), findings = read_playtests(played.parents[2], "fog")
    assert findings == ()
    assert file.data["seats"][1] == {"seat": 2, "score": 0}
    assert file.revision == "1"
    assert [*file.remarks] == [f"fog/2026-05-30-KWXMPA#{number}" for number in (1, 2, 3)]
    assert open_by_card(played.parents[2], "fog") == {
        "candle": ["weak: Nobody buys it. (fog/2026-05-30-KWXMPA#1)"],
        "lantern": ["Lovely. (fog/2026-05-30-KWXMPA#2)"],
    }


def test_a_card_has_changed_where_its_mark_differs_and_only_on_a_print(played, edit):
    root = played.parents[2]
    (file,), _ = read_playtests(root, "fog")
    marks = {"candle": "rnewer", "lantern": "rxxxxx"}
    changed = [file.has_changed(one, marks) for one in file.remarks.values()]
    assert changed == [True, False, False]
    edit(played, "print: KWXMPA\n", "")
    (file,), _ = read_playtests(root, "fog")
    assert not any(file.has_changed(one, marks) for one in file.remarks.values())


def test_what_is_open_is_one_note_that_fails_nothing(played, edit):
    root = played.parents[2]
    place = "playtests/fog/2026-05-30-KWXMPA.yaml:15:5"
    assert told(root) == [("playtest-open", place, "2 remarks of playtests are open")]
    (note,) = check_playtests(load(root)[0], root)
    assert note.severity is Severity.NOTE
    assert "`trilith notes fog`" in note.hint
    edit(played, "says: Lovely.", "says: Lovely.\n    state: done")
    edit(played, "says: Nobody buys it.", "says: Nobody buys it.\n    state: done")
    assert told(root) == []
    played.write_text(played.read_text() + "unsure: [{asks: fun, may_be: '4'}]\n")
    assert told(root)[0][2] == "1 marks on sheets of playtests may be none"


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("players: 3", "players: three", "5:10", "a whole number"),
        ("score: 12", "name: Ann", "9:5", "unknown key 'name'"),
        ('date: "2026-05-30"', "date: 2026-05-30", "4:7", "date"),
        ('date: "2026-05-30"', 'date: "2026-13-30"', "4:7", "2026-13-30"),
        ("says: Lovely.", "says: &a Lovely.", "20:11", "alias"),
        ("says: Lovely.", f"says: {'x' * 5001}", "20:11", "too long"),
        ("card: lantern", "card: lantern\n    rule: FOG-1", "19:5", "card"),
        ("seat: 1  # said", "seat: 0  # said", "15:11", "1"),
    ],
)
def test_a_fault_is_told_at_its_line_and_column(played, edit, old, new, where, says):
    edit(played, old, new)
    code, place, message = told(played.parents[2])[0]
    assert place == f"playtests/fog/2026-05-30-KWXMPA.yaml:{where}"
    assert says in message
    assert code in ("schema", "yaml-trap", "yaml-alias")


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("card: candle", "card: candel", "16:11", "there is no card 'candel'"),
        ("print: KWXMPA", "print: ABCDEF", "3:8", "there is no print 'ABCDEF'"),
        ("game: fog", "game: mist", "2:7", "there is no game 'mist'"),
        ("says: Lovely.", "picture: a.png", "20:14", "there is no picture 'a.png'"),
    ],
)
def test_what_is_named_and_not_there_is_a_warning(played, edit, old, new, where, says):
    edit(played, old, new)
    found = told(played.parents[2])
    assert ("playtest-unknown", f"playtests/fog/{played.name}:{where}", says) in found


def test_links_out_of_the_project_are_not_read(played, tmp_path_factory):
    secret = tmp_path_factory.mktemp("out") / "a.yaml"
    secret.write_text(played.read_text().replace("Lovely", "Secret"))
    played.with_name("b.yaml").symlink_to(secret)
    files, findings = read_playtests(played.parents[2], "fog")
    assert [one.name for one in files] == ["fog/2026-05-30-KWXMPA"]
    assert [one.place.file for one in findings] == ["playtests/fog/b.yaml"]


def test_no_pipe_is_waited_for_nor_a_huge_file_read(played):
    os.mkfifo(played.with_name("pipe.yaml"))
    with played.with_name("huge.yaml").open("wb") as file:
        file.truncate(5_000_000)
    codes = [one.code for one in read_playtests(played.parents[2], "fog")[1]]
    assert codes == ["file-too-large", "file-unreadable"]


def test_files_are_called_by_what_they_say_and_the_same_game_twice_gets_a_number(printed):
    drawn = {**GAME, "remarks": [{"picture": "x"}]}
    games = [(GAME, {}), (drawn, {"x": b"png"}), (drawn, {"x": b"gnp"}), (GAME, {})]
    names = [Path(one).stem for one in write_playtests(printed, "fog", games)]
    assert len({*names}) == 4 and names[3] == f"{names[0]}-2"
    assert all(re.fullmatch("2026-06-01-KWXMPA-[A-Z2-9]{3}", one) for one in names[:3])
    folder = printed / "playtests/fog"
    assert (folder / f"{names[1]}.x.png").read_bytes() == b"png"
    files = {one.name: one for one in read_playtests(printed, "fog")[0]}
    assert files[f"fog/{names[1]}"].data["remarks"][0]["picture"] == f"{names[1]}.x.png"


def test_two_people_who_tell_of_one_day_and_print_have_nothing_to_merge(printed, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(printed, other)
    (mine,) = write_playtests(printed, "fog", [(GAME, {})])
    (theirs,) = write_playtests(other, "fog", [({**GAME, "minutes": 41}, {})])
    assert mine != theirs


def test_what_is_written_reads_back_with_nothing_that_is_empty(printed):
    seats = [{"seat": 1, "score": 0, "won": False, "answers": {"fun": "4", "a": ["x, y", "no"]}}]
    remarks = [{"seat": None, "says": "Well: #1\n\ttab, 'quoted' \"twice\"", "ticked": []}]
    game = {**GAME, "bots": 0, "minutes": None, "seats": seats, "remarks": remarks}
    (path,) = write_playtests(printed, "fog", [(game, {})])
    text = (printed / path).read_text()
    assert "minutes" not in text
    assert "won" not in text
    (file,), findings = read_playtests(printed, "fog")
    assert findings == ()
    assert file.data["seats"][0]["score"] == 0
    assert file.data["seats"][0]["answers"] == seats[0]["answers"]
    assert file.data["remarks"][0]["says"] == remarks[0]["says"]


def test_nothing_is_written_where_one_of_the_games_cannot_be(printed):
    with pytest.raises(DataError, match="minutes"):
        write_playtests(printed, "fog", [(GAME, {}), ({**GAME, "minutes": "long"}, {})])
    assert [*(printed / "playtests/fog").glob("*.yaml")] == []


def test_nothing_is_written_through_a_link(printed, tmp_path_factory):
    folder = printed / "playtests" / "mist"
    folder.symlink_to(tmp_path_factory.mktemp("out"))
    with pytest.raises(Exception, match="is a link"):
        write_playtests(printed, "mist", [(GAME, {})])


def test_what_is_new_since_the_last_commit_looks_at_playtests_but_not_at_prints_data():
    assert matters("playtests/fog/2026-05-30.yaml")
    assert matters("playtests/fog/prints/KWXMPA.json")
    assert not matters("playtests/fog/prints/KWXMPA.zip")
