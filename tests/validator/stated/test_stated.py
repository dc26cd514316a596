"""Values that rules state: what changes, where it is told, and what a variant makes of it."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import application
from validator.catalogue.load import load
from validator.findings import Severity
from validator.rules.check import check_stated

RULES = """\
kind: rules
prefix: FOG
sections:
  - title: The box
    rules:
      - id: FOG-BOX-01
        says: Thirty light cards, of them five bonfires that cost 3 and score 3.
        states:
          - {in: card, count: 30, split: {candle: 6, lantern: 6, moonrise: 5, bonfire: 5,
                                          lighthouse: 4, fireflies: 4}}
          - {in: card, where: {id: bonfire}, each: {copies: 5, cost: 3}}
          - {in: card, where: {id: bonfire}, at: effects.0.amount, is: 3}
          - {in: card, where: {cost: 0}, count: 10}
          - {in: parts, entry: {set: card, count: 30}}
      - id: FOG-BOX-02
        says: A mat in each of four colours, with room for coins, for cards played and for points.
        states:
          - {in: mat, is: [{colour: red}, {colour: blue}, {colour: green}, {colour: yellow}]}
          - {in: mat, each: {spaces: [Coins, Cards played, Points], copies: 1}}
          - {in: mat, at: spaces, count: 3}
          - {in: mat, at: spaces.-1, is: Points}
      - id: FOG-PLAY-01
        says: Two to four play.
        states:
          - {in: game, at: title_players, is: [2, 4]}
          - {in: configurations, is: [{players: 2}, {players: 3}, {players: 4}]}
      - id: FOG-PLAY-02
        says: A mat for everybody, then three cards each off the shuffled deck, and two coins.
        states:
          - in: steps
            entry: {do: place, set: mat, where: {colour: seat.colour}, to: seat.mat, each: seats}
          - {in: steps, entry: {do: shuffle, what: deck}}
          - {in: steps, entry: {do: deal, from: deck, to: seat.hand, count: 3, each: seats}}
          - {in: steps, entry: {do: move, from: supply, to: seat.coins, count: 2, each: seats}}
"""


@pytest.fixture
def fog(tiny):
    (tiny / "components/fog/rules.yaml").write_text(RULES, encoding="utf-8")
    return tiny


def told(project):
    return check_stated(load(project)[0])


def places(found):
    return [(one.place.file.rpartition("/")[2], one.place.line) for one in found]


def line(project, file, text):
    """The line of a file where ``text`` stands for the first time."""
    lines = (project / f"components/fog/{file}").read_text("utf-8").splitlines()
    return next(at for at, one in enumerate(lines, 1) if text in one)


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        ("cards.yaml", "copies: 5\n    cost: 3", "copies: 5\n    cost: 4", "FOG-BOX-01"),
        ("cards.yaml", "what: point, amount: 3", "what: point, amount: 2", "FOG-BOX-01"),
        ("mats.yaml", "spaces: [Coins, Cards played", "spaces: [Coins, Cards", "FOG-BOX-02"),
        ("mats.yaml", "for: {colour: [red, blue,", "for: {colour: [blue,", "FOG-BOX-02"),
        ("mats.yaml", "spaces: [Coins,", "copies: 2\n      spaces: [Coins,", "FOG-BOX-02"),
        ("game.yaml", "title_players: [2, 4]", "title_players: [2, 5]", "FOG-PLAY-01"),
        ("game.yaml", "  - {players: 3}", "  - {players: 3, bots: 1}", "FOG-PLAY-01"),
        ("game.yaml", "  - {players: 3}", "  - {players: 3, options: {a: b}}", "FOG-PLAY-01"),
        ("game.yaml", "set: card, count: 30", "set: card, count: 31", "FOG-BOX-01"),
        ("setup.yaml", "to: seat.hand, count: 3", "to: seat.hand, count: 4", "FOG-PLAY-02"),
        ("setup.yaml", "to: seat.hand, count: 3", "to: discard, count: 3", "FOG-PLAY-02"),
        ("setup.yaml", "{do: shuffle, what: deck", "{do: shuffle, what: discard", "FOG-PLAY-02"),
        ("setup.yaml", "count: 2, each: seats", "count: 2, each: first", "FOG-PLAY-02"),
        ("setup.yaml", "count: 2, each: seats", "count: 2, each: seats, when: {players: 2}",
         "FOG-PLAY-02"),
    ],
)  # fmt: skip
def test_a_changed_value_is_an_error_at_its_line_that_names_the_rule(
    fog, edit, file, old, new, rule
):
    edit(fog / "components/fog" / file, old, new)
    [one] = told(fog)
    assert (one.code, one.severity) == ("stated-value", Severity.ERROR)
    assert rule in one.message and f"variant: [{rule}]" in one.hint
    assert places([one]) == [(file, line(fog, file, new.splitlines()[-1]) - new.count("copies: 2"))]


def test_both_values_are_named_and_both_ways_out(fog, edit):
    edit(fog / "components/fog/cards.yaml", "cost: 3", "cost: 4")
    [one] = told(fog)
    assert one.message == "bonfire: cost is 4, not 3, as FOG-BOX-01 states"
    ways = "put 3 back, or write `variant: [FOG-BOX-01]` at this record"
    assert one.hint == f"{ways} if you mean to depart from it"


def test_a_count_points_at_the_record_that_changed(fog, edit):
    cards = fog / "components/fog/cards.yaml"
    edit(cards, "copies: 4\n    cost: 4", "copies: 5\n    cost: 4")
    [one] = told(fog)
    assert one.message == "card comes to 31, not 30, as FOG-BOX-01 states"
    assert places([one]) == [("cards.yaml", line(fog, "cards.yaml", "cost: 4") - 1)]


def test_a_count_that_two_records_changed_is_told_at_the_set(fog, edit):
    cards = fog / "components/fog/cards.yaml"
    edit(cards, "copies: 4\n    cost: 4", "copies: 5\n    cost: 4")
    edit(cards, "copies: 6\n    cost: 1", "copies: 7\n    cost: 1")
    assert places(told(fog)) == [("cards.yaml", line(fog, "cards.yaml", "- id: candle"))]
    edit(cards, "copies: 7\n    cost: 1", "copies: 5\n    cost: 1")
    assert told(fog) == (), "copies may go from one record to another"


@pytest.mark.parametrize(
    ("file", "gone", "first"),
    [
        ("setup.yaml", "  - {do: deal, from: deck, to: seat.hand, count: 3, each: seats}\n",
         "set: mat"),
        ("game.yaml", "  - {players: 3}\n", "{players: 2}"),
    ],
)  # fmt: skip
def test_what_is_gone_is_told_at_its_list(fog, edit, file, gone, first):
    edit(fog / "components/fog" / file, gone, "")
    [one] = told(fog)
    assert "is missing" in one.message
    assert places([one]) == [(file, line(fog, file, first))]


def test_a_record_that_is_gone(fog, edit):
    edit(fog / "components/fog/cards.yaml", "- id: bonfire", "- id: campfire")
    found = told(fog)
    assert {one.place.file for one in found} == {"components/fog/cards.yaml"}
    assert all("is missing" in one.message and "bonfire" in one.message for one in found)


def test_entries_that_are_alike_are_stated_one_by_one(fog, edit):
    rules, setup = (fog / "components/fog" / name for name in ("rules.yaml", "setup.yaml"))
    shuffle = "{in: steps, entry: {do: shuffle, what: deck}}"
    edit(rules, f"          - {shuffle}\n", f"          - {shuffle}\n" * 2)
    [gone] = told(fog)
    assert "is missing" in gone.message
    edit(setup, "  - {do: shuffle, what: deck}\n", "  - {do: shuffle, what: deck}\n" * 2)
    assert told(fog) == ()


def test_every_entry_of_a_list_within_is_compared(root, tmp_path, edit):
    """HEN-BOARD-25: every path begins at 0 and ends black."""
    shutil.copytree(root / "components/henge", tmp_path / "components/henge")
    board = tmp_path / "components/henge/board.yaml"
    old = '          - {number: 12, cost: "black"}\n      - id: mound'
    edit(board, old, old.replace("black", "4"))
    [one] = [found for found in told(tmp_path) if "HEN-BOARD-25" in found.message]
    lines = board.read_text(encoding="utf-8").splitlines()
    assert 'number: 12, cost: "4"' in lines[one.place.line - 1]


def test_a_key_may_be_stated_to_be_left_out(root, tmp_path, edit):
    """BG-END-06: the discards are never a deck again."""
    for game in ("battle_of_the_gods", "stonehenge"):
        shutil.copytree(root / "components" / game, tmp_path / "components" / game)
    game = tmp_path / "components/battle_of_the_gods/game.yaml"
    edit(game, "    name: Draw pile\n", "    name: Draw pile\n    discard: discard\n")
    [one] = told(tmp_path)
    assert "BG-END-06" in one.message
    assert "discard: discard" in game.read_text("utf-8").splitlines()[one.place.line - 1]


def test_a_second_entry_of_the_kind_is_one_too_many(fog, edit):
    shuffle = "  - {do: shuffle, what: deck}\n"
    edit(fog / "components/fog/setup.yaml", shuffle, shuffle * 2)
    [one] = told(fog)
    assert "one too many" in one.message
    assert places([one]) == [("setup.yaml", line(fog, "setup.yaml", "shuffle") + 1)]


@pytest.mark.parametrize("mark", ["true", "[FOG-PLAY-02]", "[FOG-PLAY-01, FOG-PLAY-02]"])
def test_a_variant_is_a_note_and_check_passes(fog, edit, mark):
    new = f"count: 4, each: seats, variant: {mark}"
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", new)
    notes = [one for one in told(fog) if one.code == "stated-variant"]
    assert [one.severity for one in notes] == [Severity.NOTE]
    assert "FOG-PLAY-02" in notes[0].message
    assert places(notes) == [("setup.yaml", line(fog, "setup.yaml", new))]
    assert not [one for one in told(fog) if one.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("game.yaml", 'revision: "1"', 'variant: [FOG-PLAY-02]\nrevision: "1"'),
        ("setup.yaml", "count: 4, each: seats", "count: 4, each: seats, variant: true"),
    ],
)
def test_a_variant_may_stand_at_the_value_or_at_the_top_of_the_game(fog, edit, file, old, new):
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", "count: 4, each: seats")
    edit(fog / "components/fog" / file, old, new)
    assert [one.code for one in told(fog)] == ["stated-variant"]


def test_a_variant_of_a_set_stands_at_its_top(fog, edit):
    edit(fog / "components/fog/mats.yaml", "for: {colour: [red, blue,", "for: {colour: [red,")
    assert {one.code for one in told(fog)} == {"stated-value"}
    edit(fog / "components/fog/mats.yaml", "form: mat", "form: mat\nvariant: [FOG-BOX-02]")
    assert {one.code for one in told(fog)} == {"stated-variant"}


def test_a_variant_of_another_rule_does_not_count(fog, edit):
    new = "count: 4, each: seats, variant: [FOG-PLAY-01]"
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", new)
    assert sorted(one.code for one in told(fog)) == ["stated-value", "variant-idle"]


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        ("true", "nothing departs from any rule"),
        ("[FOG-PLAY-02]", "nothing departs from FOG-PLAY-02"),
        ("[FOG-PLAY-03]", "there is no rule FOG-PLAY-03"),
    ],
)
def test_a_mark_by_which_nothing_departs_is_told(fog, edit, mark, says):
    new = f"count: 3, each: seats, variant: {mark}"
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", new)
    [one] = told(fog)
    assert (one.code, one.severity) == ("variant-idle", Severity.WARNING)
    assert says in one.message
    assert places([one]) == [("setup.yaml", line(fog, "setup.yaml", new))]


def test_a_rule_by_which_nothing_is_stated_may_be_departed_from(fog, edit):
    untied = "      - {id: FOG-PLAY-03, says: Nobody speaks.}\n"
    first, dealt = "      - id: FOG-PLAY-01\n", "count: 3, each: seats"
    edit(fog / "components/fog/rules.yaml", first, untied + first)
    edit(fog / "components/fog/setup.yaml", dealt, f"{dealt}, variant: [FOG-PLAY-03]")
    assert told(fog) == ()


def test_what_a_file_with_errors_should_hold_is_not_asked(fog, edit):
    edit(fog / "components/fog/mats.yaml", "form: mat", "form: mat\nshape: round")
    assert told(fog) == ()


def test_a_faulty_record_does_not_stop_the_comparison(fog, edit):
    edit(fog / "components/fog/cards.yaml", "copies: 5\n    cost: 3", "copies: five\n    cost: 3")
    assert any("copies is five, not 5" in one.message for one in told(fog))


def test_only_check_fails(fog, edit, monkeypatch):
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", "count: 4, each: seats")
    monkeypatch.chdir(fog)
    assert CliRunner().invoke(application(), ["check"]).exit_code == 1
    assert CliRunner().invoke(application(), ["setup", "fog", "--players", "2"]).exit_code == 0


def test_variants_in_the_data_are_listed_apart_from_rulings(fog, edit, monkeypatch):
    new = "count: 4, each: seats, variant: [FOG-PLAY-02]"
    edit(fog / "components/fog/setup.yaml", "count: 3, each: seats", new)
    edit(fog / "components/fog/cards.yaml", "cost: 3", "cost: 4\n    variant: true")
    monkeypatch.chdir(fog)
    listed = CliRunner().invoke(application(), ["rulings", "fog"]).stdout
    _, _, apart = listed.partition("\nVariants in the data: it departs from what a rule states\n")
    [cards, cost, setup, dealt] = apart.splitlines()
    assert setup.startswith(f"  components/fog/setup.yaml:{line(fog, 'setup.yaml', new)}:")
    assert setup.endswith(" departs from FOG-PLAY-02")
    assert dealt.endswith("count is 4, not 3")
    assert cards.startswith("  components/fog/cards.yaml:")
    assert (cards.split()[-1], cost) == ("FOG-BOX-01", "    bonfire: cost is 4, not 3")


def test_no_variants_in_the_data_no_list_of_them(fog, monkeypatch):
    monkeypatch.chdir(fog)
    assert "Variants" not in CliRunner().invoke(application(), ["rulings", "fog"]).stdout


def test_a_game_and_its_box_are_tied_apart(root, tmp_path, edit):
    """K-SH-07: the box has ten disks of a colour; BG-COMP-01: a player of the game uses them."""
    shutil.copytree(root / "components", tmp_path / "components")
    edit(tmp_path / "components/stonehenge/disk.yaml", "copies: 10", "copies: 9")
    assert [one.game for one in told(tmp_path)] == ["stonehenge"]
    assert not check_stated(load(tmp_path, ["battle_of_the_gods"])[0])


def test_the_shipped_games_are_as_their_rules_state(shipped):
    assert check_stated(shipped) == ()


# --- Rules of the shipped games that data alone carries out: each is broken, and told where it is
def break_rule(path, old, new):
    """Make the first ``old`` of a file ``new``, in one line; the line that differs now."""
    text = path.read_text(encoding="utf-8")
    assert old in text, path
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + new.count("\n") + 1


HENGE = [
    ("HEN-META-01", "game.yaml", "title_players: [2, 5]", "title_players: [3, 5]"),
    ("HEN-COMP-01", "game.yaml", '{side: "3"}, count: 1', '{side: "3"}, count: 2'),
    ("HEN-COMP-04", "setup.yaml", "to: eog_deck, called", "to: spring_deck, called"),
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
    ("HEN-PSET-08", "setup.yaml", "to: seat.mat, each: humans", "to: seat.mat, each: seats"),
    ("HEN-FSET-11", "setup.yaml", "do: expect, what: eog_discard", "do: expect, what: quarry"),
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


@pytest.mark.parametrize(("game", "breaks"), [("henge", HENGE), ("first_druid", FIRST_DRUID)])
def test_every_rule_that_is_tied_to_data_alone_is_told_where_its_value_is_broken(
    root, tmp_path, game, breaks
):
    """All edits of a game are made in one copy of its files, which is read and compared once.

    The box: HEN-META-01, HEN-COMP-01, -04, -14, -17, -18, -19, -20, -21, -22; FD-COMP-01.
    The board: HEN-BOARD-01, -16, -17, -18, -24.
    Tables: HEN-PC-05, -06, -07, -09, -10, -11. Set-up: HEN-PSET-08, HEN-FSET-11.
    """
    told, wanted = told_and_wanted(root, tmp_path, game, breaks)
    assert wanted - told == set()
