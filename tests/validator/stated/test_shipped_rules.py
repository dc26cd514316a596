"""Rules of the shipped games that data alone carries out: each is broken, and told where it is.

All the edits of a game are made in one copy of its files, which is read and compared once.
"""

import shutil
from pathlib import Path

from validator.catalogue.load import load
from validator.findings import Severity
from validator.rules.check import check_stated


def break_rule(path, old, new):
    """Make the first ``old`` of a file ``new``, in one line; the line that differs now."""
    text = path.read_text(encoding="utf-8")
    assert old in text, path
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + new.count("\n") + 1


HENGE = [
    ("HEN-META-01", "game.yaml", "title_players: [2, 5]", "title_players: [3, 5]"),
    ("HEN-COMP-01", "game.yaml", '{side: "3"}, count: 1', '{side: "3"}, count: 2'),
    ("HEN-COMP-04", "setup.yaml", "to: eog_deck, what", "to: spring_deck, what"),
    ("HEN-COMP-14", "master_druid.yaml", "    name: Master Druid\n",
     "    name: Master Druid\n    copies: 2"),
    ("HEN-COMP-17", "druids.yaml", "copies: 12", "copies: 11"),
    ("HEN-COMP-18", "markers.yaml", "copies: 18", "copies: 17"),
    ("HEN-COMP-19", "mats.yaml", "for: {colour: [red, blue,", "for: {colour: [red,"),
    ("HEN-COMP-20", "travel.yaml", "copies: 10", "copies: 9"),
    ("HEN-COMP-21", "carve_tokens.yaml", "copies: 4", "copies: 5"),
    ("HEN-COMP-22", "spring_token.yaml", "    name: Spring token\n",
     "    name: Spring token\n    copies: 2"),
    ("HEN-BOARD-01", "board.yaml", '    side: "45"', '    side: "3"'),
    ("HEN-BOARD-16", "board.yaml", "score_track: {from: 0,", "score_track: {from: 1,"),
    ("HEN-BOARD-17", "board.yaml", "at: upper-left}", "at: upper-right}"),
    ("HEN-BOARD-18", "board.yaml", "at: lower-right, set: bonus", "at: lower-left, set: bonus"),
    ("HEN-BOARD-24", "board.yaml", "carved: true, bonus: 3}", "carved: true, bonus: 4}"),
    ("HEN-PC-05", "game.yaml", 'bots: 4, options: {side: "45"}', 'bots: 4, options: {side: "3"}'),
    ("HEN-PC-06", "game.yaml", "{players: 2, bots: 3,", "{players: 2, bots: 4,"),
    ("HEN-PC-07", "game.yaml", '{players: 3, bots: 0, options: {side: "3"}',
     '{players: 3, bots: 0, options: {side: "45"}'),
    ("HEN-PC-09", "game.yaml", '{players: 4, bots: 0, options: {side: "45"}',
     '{players: 4, bots: 0, options: {side: "3"}'),
    ("HEN-PC-10", "game.yaml", '{players: 4, bots: 1, options: {side: "45"}',
     '{players: 4, bots: 1, options: {side: "3"}'),
    ("HEN-PC-11", "game.yaml", '{players: 5, bots: 0, options: {side: "45"}',
     '{players: 5, bots: 0, options: {side: "3"}'),
    ("HEN-PSET-08", "setup.yaml", "to: seat.mat, each: human", "to: seat.mat, each: seat"),
    ("HEN-FSET-11", "setup.yaml", "do: room, zone: eog_discard", "do: room, zone: quarry"),
]  # fmt: skip
FIRST_DRUID = [("FD-COMP-01", "game.yaml", "set: disk, count: 50", "set: disk, count: 49")]


def told_and_wanted(root, project, game, breaks):
    box = load(root, [game])[0].games[game].box
    for folder in filter(None, (game, box)):
        shutil.copytree(root / "components" / folder, project / "components" / folder)
    folder = project / "components" / game
    lines = {(rule, file, break_rule(folder / file, *texts)) for rule, file, *texts in breaks}
    catalogue, found = load(project, [game])
    assert [one for one in found if one.severity is Severity.ERROR] == []
    told = {
        (one.message.rpartition(", as ")[2].split()[0], Path(one.place.file).name, one.place.line)
        for one in check_stated(catalogue)
        if one.code == "stated-value"
    }
    return told, lines


def test_what_henge_s_rules_state_of_its_box_board_and_tables(root, tmp_path):
    """Every rule that is tied to data and to nothing else is told where its value is broken.

    The box: HEN-META-01, HEN-COMP-01, -04, -14, -17, -18, -19, -20, -21, -22.
    The board: HEN-BOARD-01, -16, -17, -18, -24.
    Tables: HEN-PC-05, -06, -07, -09, -10, -11. Set-up: HEN-PSET-08, HEN-FSET-11.
    """
    told, wanted = told_and_wanted(root, tmp_path, "henge", HENGE)
    assert wanted - told == set()


def test_first_druid_has_all_pieces_of_the_box(root, tmp_path):
    """FD-COMP-01."""
    told, wanted = told_and_wanted(root, tmp_path, "first_druid", FIRST_DRUID)
    assert wanted - told == set()
