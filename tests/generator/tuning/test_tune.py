"""`trilith tune` and `sweep`: what is planted is found, proved and written at its line."""

import json

import pytest
from commandline import run

from generator.failures import FailedError
from generator.starter import write_starter
from generator.tuning import write_edits
from validator.tuning import Met
from validator.variants import GameVariants, find_numbers

RICHER = (
    "  - {do: move, from: supply, to: seat.coins, count: 4, each: seats, when: seat.number == 1}\n"
)
GIVEN = "setup.yaml:steps.7.count"
QUICK = ("--players", 2, "--games", 400, "--jobs", 1, "--want", "seats=20%", "--want", "ends=9%")


@pytest.fixture
def fog(tmp_path):
    """The folder of a game whose first seat begins with four coins more."""
    write_starter(tmp_path, "Fog")
    folder = tmp_path / "components" / "fog"
    setup = folder / "setup.yaml"
    setup.write_text(setup.read_text("utf-8") + RICHER, "utf-8")
    return folder


def contents(folder):
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def tuned(folder, *words):
    """What `tune` tells as data."""
    told = run("tune", "fog", "--project", folder.parents[1], *words, "--format", "json")
    return json.loads(told.stdout)


def test_a_first_seat_that_is_richer_is_found_and_only_that_digit_is_written(fog):
    before = contents(fog)
    told = tuned(fog, "--vary", f"{GIVEN}=0..4/2", *QUICK, "--write")
    assert told["front"][0]["verdict"] == "not met"
    assert [(one["number"], one["from"], one["to"]) for one in told["proposal"]] == [(GIVEN, 4, 0)]
    shown = {one["what"]: one for one in told["front"][-1]["shown"]}
    assert shown.keys() == {"seats", "ends"}
    assert all(one["verdict"] == "met" for one in shown.values())
    assert -0.2 <= shown["seats"]["low"] < shown["seats"]["now"] < shown["seats"]["high"] <= 0.2
    after = contents(fog)
    changed = before["setup.yaml"].replace(b"count: 4,", b"count: 0,")
    assert after == {**before, "setup.yaml": changed}


def test_the_same_command_tells_the_same_and_writes_nothing_unless_asked(fog):
    before = contents(fog)
    first, again = (tuned(fog, "--vary", f"{GIVEN}=0..4/2", *QUICK) for _ in range(2))
    assert first == again
    assert contents(fog) == before


def test_a_game_that_is_as_wanted_is_left_alone(fog):
    setup = fog / "setup.yaml"
    setup.write_text(setup.read_text("utf-8").replace("count: 4,", "count: 0,"), "utf-8")
    before = contents(fog)
    told = run(
        "tune", "fog", "--project", fog.parents[1], "--vary", f"{GIVEN}=0..4/2", *QUICK, "--write"
    )
    assert "nothing to change" in told.stdout
    assert contents(fog) == before


def test_where_no_value_does_it_that_is_said(fog):
    told = run("tune", "fog", "--project", fog.parents[1], "--vary", f"{GIVEN}=3..5", *QUICK)
    assert "nothing in these ranges was shown to do it; 2 versions raced" in told.stdout


def test_length_is_wanted_in_rounds_and_reached_by_two_numbers(fog):
    words = ("--vary", "game.yaml:length.most=5..9", "--vary", f"{GIVEN}=0..4/4")
    more = ("--want", "length=5.5..6.5")
    told = tuned(fog, *words, *QUICK, *more)
    assert {(one["number"], one["to"]) for one in told["proposal"]} == {
        ("game.yaml:length.most", 6),
        (GIVEN, 0),
    }
    assert [len(one["edits"]) for one in told["front"]] == [0, 1, 2]
    assert [one["verdict"] for one in told["front"]] == [Met.MISSED, Met.MISSED, Met.MET]


def test_a_sweep_tells_what_each_value_moves(fog):
    words = ("--project", fog.parents[1], "--players", 2, "--games", 100, "--jobs", 1)
    told = json.loads(run("sweep", "fog", GIVEN, "0..4/4", *words, "--format", "json").stdout)
    seats, length, *_ = told["swept"]
    assert (seats["what"], length["what"]) == ("seats", "length")
    assert seats["before"] > 0.3
    assert seats["high"] < -0.1, "without the coins the first seat wins less"
    assert length["before"] == length["now"] == 9.0
    text = run("sweep", "fog", GIVEN, "0..4/4", *words).stdout
    assert f"2 players, greedy: rounds: 9.00 at {GIVEN} 4" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "nothing may change"),
        (("--vary", "cards.yaml:candle.cost"), "has no `=`"),
        (("--vary", "card.yaml:candle.cost=0..3"), "did you mean 'cards.yaml'?"),
        (("--vary", "cards.yaml:cande.cost=0..3"), "did you mean 'candle'?"),
        (("--vary", "cards.yaml:candle.name=0..3"), "cards.yaml:23:11"),
        (("--vary", "cards.yaml:candle.cost=low"), "write 1..6"),
        (("--vary", f"{GIVEN}=0..3", "--want", "seats=0"), "per cent of games: 1%"),
        (("--vary", f"{GIVEN}=0..3", "--want", "length=9"), "10..14"),
        (
            ("--vary", f"{GIVEN}=0..3", "--want", "fun=9"),
            "what can: seats, length, piles, ends, worth",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(fog, words, told):
    assert told in run("tune", "fog", "--project", fog.parents[1], *words, status=2).output


def test_values_that_the_data_forbid_are_told_at_their_line_or_left_out_of_all_records(fog):
    project = fog.parents[1]
    words = ("tune", "fog", "--project", project, "--vary")
    told = run(*words, "cards.yaml:candle.cost=0..12", status=1).output
    assert "components/fog/cards.yaml:25:11: error: 10 is too large" in told
    ranged = json.loads(
        run("sweep", "fog", "cards.yaml:candle.cost", "~1", "--project", project, "--players", 2,
            "--policy", "random", "--games", 100, "--jobs", 1, "--format", "json").stdout
    )  # fmt: skip
    assert {one["edits"][0]["to"] for one in ranged["swept"]} == {1}, "there is no cost of -1"


SHEET = (
    '\ufeffid,name,icon,copies,cost\r\ncandle,"Candle, lit",candle,8,"0"\r\n'
    "lamp,Lamp,lantern,12,1\r\n"
)


@pytest.mark.parametrize(
    ("name", "old", "to", "new"),
    [("lamp.copies", b",12,1", 9, b",9,1"), ("candle.cost", b'"0"', 3, b'"3"')],
)
def test_a_cell_of_a_sheet_is_changed_and_every_other_byte_stays(fog, name, old, to, new):
    text = (fog / "cards.yaml").read_text("utf-8")
    head = text[: text.index("components:")]
    (fog / "cards.yaml").write_text(head + "components: {from: cards.csv}\n", "utf-8")
    (fog / "cards.csv").write_bytes(SHEET.encode())
    variants = GameVariants(fog.parents[1], "fog")
    catalogue = variants.load()[0]
    (number,) = find_numbers(catalogue, "fog", f"cards.csv:{name}")
    before = contents(fog)
    write_edits(fog.parents[1], ((number, to),), catalogue.games["fog"])
    assert contents(fog) == {**before, "cards.csv": before["cards.csv"].replace(old, new)}


def test_a_game_that_was_changed_meanwhile_is_not_written_over(fog):
    variants = GameVariants(fog.parents[1], "fog")
    catalogue = variants.load()[0]
    (number,) = find_numbers(catalogue, "fog", GIVEN)
    setup = fog / "setup.yaml"
    setup.write_text(setup.read_text("utf-8").replace("count: 3,", "count: 2,"), "utf-8")
    before = contents(fog)
    with pytest.raises(FailedError, match="changed meanwhile"):
        write_edits(fog.parents[1], ((number, 0),), catalogue.games["fog"])
    assert contents(fog) == before


def test_lines_that_came_above_meanwhile_move_what_is_written(fog):
    variants = GameVariants(fog.parents[1], "fog")
    catalogue = variants.load()[0]
    (number,) = find_numbers(catalogue, "fog", "setup.yaml:steps.4.count")
    setup = fog / "setup.yaml"
    setup.write_text("# a remark\n" + setup.read_text("utf-8"), "utf-8")
    before = contents(fog)
    write_edits(fog.parents[1], ((number, 5),), catalogue.games["fog"])
    meant = before["setup.yaml"].replace(b"seat.coins, count: 2,", b"seat.coins, count: 5,")
    assert contents(fog) == {**before, "setup.yaml": meant}


def test_what_may_change_and_what_is_wanted_can_stand_in_the_data(fog):
    game = fog / "game.yaml"
    tuned = f'\ntune: {{vary: ["{GIVEN}=0..3"], want: [seats=0]}}\n'
    game.write_text(game.read_text("utf-8") + tuned, "utf-8")
    words = ("tune", "fog", "--project", fog.parents[1])
    assert "per cent of games: 1%" in run(*words, status=2).output
    assert (
        "write 1..6"
        in run(*words, "--vary", "cards.yaml:candle.cost=low", "--want", "ends=1%", status=2).output
    )
