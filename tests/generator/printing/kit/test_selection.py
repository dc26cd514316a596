from collections import Counter

import pytest

from generator.failures import WrongUseError
from generator.printing import selection
from generator.printing.documents import MANY_SEATS, at_tables, merge_lists, set_up_steps
from generator.printing.options import OptionError
from generator.printing.selection import copies_needed, totals_for
from validator.catalogue.load import load
from validator.catalogue.model import Configuration
from validator.catalogue.seats import component_id, find_configuration
from validator.findings import Place
from validator.setup.deal import set_up


def counts(game, *tables):
    """How many pieces of each set are needed, of those that are needed at all."""
    copies = copies_needed(game, *tables)
    found = {
        deck.id: sum(copies.get(one.id, 0) for one in deck.components)
        for deck in game.sets.values()
    }
    return {deck: number for deck, number in found.items() if number}


def test_four_players_leave_out_a_colour_and_marked_cards(shipped):
    game = shipped.games["henge"]
    totals = totals_for(game, 4, 0)
    assert totals == (4,)
    assert totals_for(game, 2, None) == (3, 4, 5)
    found = counts(game, totals)
    assert found["druid"] == 48 and found["mat"] == 4 and found["board"] == 1
    stones = game.sets["stone"].components
    assert found["stone"] == sum(c.copies for c in stones if c.mark.admits(4))
    assert found["stone"] < game.sets["stone"].count


def left_in_box(game, players, bots):
    return selection.sets_left_in_box(game, players, bots, selection.sets_taken(game))


def test_what_no_table_uses_stays_in_the_box_and_what_no_step_takes_out_does_not(shipped):
    bots, henge = {"hengebot", "carve_token"}, shipped.games["henge"]
    taken = selection.sets_taken(henge)
    for players, seats, left in ((3, 0, bots), (5, None, bots), (3, None, set()), (2, 1, set())):
        assert selection.sets_left_in_box(henge, players, seats, taken) == left
    for name in ("high_council", "crossing_stonehenge", "battle_of_the_gods"):
        assert left_in_box(shipped.games[name], 2, 0) == frozenset()
    assert left_in_box(shipped.games["stonehenge"], 2, None) == frozenset()


def test_a_refused_table_says_why(shipped):
    with pytest.raises(OptionError, match="cannot be played by 3 players"):
        totals_for(shipped.games["high_council"], 3, None)
    with pytest.raises(OptionError, match="legal tables"):
        totals_for(shipped.games["henge"], 9, None)


def test_a_game_takes_from_its_box_what_it_uses(shipped):
    game = shipped.games["battle_of_the_gods"]
    found = counts(game)
    assert found["number"] == 60 and found["trilithon"] == 5
    assert "support" not in found and "capstone" not in found
    assert counts(game, (2,))["disk"] == 10 * len(game.seat_colours[:2])
    assert copies_needed(shipped.games["first_druid"])["figure-grey"] == 1
    assert totals_for(shipped.games["stonehenge"], None, None) == ()


TABLES = [
    ("high_council", 2),
    ("high_council", 4),
    ("crossing_stonehenge", 2),
    ("battle_of_the_gods", 2),
    ("battle_of_the_gods", 3),
    ("battle_of_the_gods", 4),
    ("first_druid", 3),
    ("first_druid", 4),
    ("first_druid", 5),
]


def laid(game, table):
    zones = set_up(game, table, 1).zones
    return Counter(
        component_id(piece) for zone, pieces in zones.items() if zone != "box" for piece in pieces
    )


@pytest.mark.parametrize("name", sorted({*dict(TABLES), "henge"}))
def test_nothing_on_the_table_is_missing_from_the_kit(shipped, name):
    game = shipped.games[name]
    for table in game.configurations:
        assert laid(game, table) <= Counter(copies_needed(game, [table.total]))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_kit_of_a_shared_box_is_what_lies_on_the_table(shipped, name, players):
    game = shipped.games[name]
    kit = copies_needed(game, (players,))
    assert +Counter(kit) == laid(game, find_configuration(game, players))


def test_a_list_of_values_means_any_of_them(shipped):
    """HC-COMP-05, HC-COMP-06: four of the five colours."""
    kit = copies_needed(shipped.games["high_council"])
    colours = ("white", "blue", "yellow", "red", "green")
    assert [kit.get(f"disk-{colour}", 0) for colour in colours] == [10, 10, 10, 10, 0]


HERE = Place("game.yaml")


def named(picked, *tables):
    """How some tables (from 0) are named among all: numbers of players and of bots."""
    every = [Configuration(players, HERE, bots) for players, bots in tables]
    return at_tables([every[number] for number in picked], every)


def test_equal_lines_are_said_once_in_order():
    assert merge_lists([["a", "b", "d"], ["a", "c", "d"], ["a", "d", "e"]]) == [
        ("a", (0, 1, 2)),
        ("b", (0,)),
        ("c", (1,)),
        ("d", (0, 1, 2)),
        ("e", (2,)),
    ]


@pytest.mark.parametrize(
    ("picked", "more", "said"),
    [
        ([0, 1, 3], [], "with bots"),
        ([2], [], "without bots"),
        ([0, 1, 2], [], "at 3 seats"),
        ([0], [], "at 1 player"),
        ([0, 2], [(4, 2)], "at 1 + 2, 3 + 0"),
    ],
)
def test_tables_are_named_as_shortly_as_can_be(picked, more, said):
    assert named(picked, (1, 2), (2, 1), (3, 0), (3, 1), *more) == said


def test_a_game_without_bots_counts_players():
    assert named([1, 2], (2, 0), (3, 0), (4, 0)) == "at 3 or 4 players"


@pytest.mark.heavy
def test_every_line_of_every_table_is_in_the_merged_guide(shipped):
    from validator.setup.guide import guide_lines

    game = shipped.games["henge"]
    whole = {(one.heading, text) for one in set_up_steps(game) for _, text in one.lines}
    for configuration in game.configurations:
        for line in guide_lines(game, configuration, MANY_SEATS):
            assert (line.heading, line.text) in whole


def test_one_table_needs_no_tags(shipped):
    game = shipped.games["henge"]
    steps = set_up_steps(game, game.configurations[:1])
    assert [one.number for one in steps] == list(range(1, len(steps) + 1))
    assert {tag for one in steps for tag, _ in one.lines} == {""}


SUITS = """\
kind: components
set: boats
name: Boats
singular: Boat
form: card
size: poker
template: basic/card
fields:
  type: object
  properties: {suit: {}, tons: {type: integer}, ports: {type: array}, fast: {type: boolean}}
components:
  - {id: lugger, name: Lugger, suit: harbour, tons: 30, ports: [hull, deal]}
  - {id: cutter, name: Cutter, suit: harbour, tons: 12, fast: true}
  - {id: barge, name: Barge, suit: river, tons: 30, ports: [deal]}
"""


@pytest.fixture
def boats(tiny):
    (tiny / "components/fog/boats.yaml").write_text(SUITS, encoding="utf-8")
    catalogue, findings = load(tiny)
    assert "boats" in catalogue.games["fog"].sets, findings
    return catalogue.games["fog"]


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("lugger", "lugger"),
        ("lugger,barge", "lugger barge"),
        ("boats", "lugger cutter barge"),
        ("suit=harbour", "lugger cutter"),
        ("suit=harbour,river", "lugger cutter barge"),
        ("suit=harbour tons=30", "lugger"),
        ("ports=deal", "lugger barge"),
        ("fast=true", "cutter"),
        ("fast=yes", "cutter"),
        ("barge cutter suit=river", "barge"),
        ("copies=1 boats", "lugger cutter barge"),
    ],
)
def test_names_add_up_and_fields_narrow(boats, words, taken):
    only = selection.only_of(words.split(), [boats])
    assert [one.id for one in boats.components() if only.takes(one)] == taken.split()
    assert all(map(selection.only_of([], [boats]).takes, boats.components()))


def test_a_number_of_copies_is_for_a_piece_or_each_of_a_set(boats):
    only = selection.only_of(["boats:2", "lugger:5"], [boats], counted=True)
    most = {one.id: only.most(one) for one in boats.sets["boats"].components}
    assert most == {"lugger": 5, "cutter": 2, "barge": 2}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("luger", "no piece or set 'luger' for --only; did you mean 'lugger'"),
        ("zzz", "no piece or set 'zzz' for --only; sets are boats, card"),
        ("suits=harbour", "no piece has a field 'suits' for --only; did you mean 'suit'"),
        ("suit=harbor", "no piece has suit=harbor; did you mean 'harbour'"),
        ("tons=5", "no piece has tons=5; there are 30, 12"),
        ("cutter suit=river", "no piece is all of --only cutter suit=river"),
        ("lugger:0", "'0' is no number of copies; write lugger:1"),
        ("lugger:x", "'x' is no number of copies"),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(boats, words, said):
    with pytest.raises(WrongUseError) as caught:
        selection.only_of(words.split(), [boats], counted=True)
    assert said in str(caught.value)
    with pytest.raises(WrongUseError, match="a number of copies is for `print`; write lugger"):
        selection.only_of(["lugger:2"], [boats])


def test_values_are_said_as_they_are_typed():
    assert selection.value_words((1, "a", True, None)) == ("1", "a", "true", "yes")
    assert selection.value_words({"coin": 2}) == ("coin",)
