"""The shipped games set up at every legal table."""

from dataclasses import replace

import pytest
from shippedgames import catalogue

from validator.catalogue.seats import find_configuration, instances
from validator.compiler.setup import compile_setup
from validator.findings import UsageError
from validator.setup.deal import as_json, as_text, run_with_seed, set_up
from validator.setup.guide import guide
from validator.setup.rehearse import rehearse

CATALOGUE = catalogue()
HENGE = CATALOGUE.games["henge"]
TABLES = [(game, one) for game in CATALOGUE.games.values() for one in game.configurations]
NAMES = [f"{game.id}-{one.players}+{one.bots}" for game, one in TABLES]


def sizes(result):
    return {name: len(items) for name, items in result.zones.items()}


def laid(game, players, bots=0, **rulings):
    found = CATALOGUE.games[game]
    named = {key.replace("_", "-"): option for key, option in rulings.items()}
    return set_up(found, find_configuration(found, players, bots), 1, named)


@pytest.mark.parametrize("table", HENGE.configurations, ids=lambda one: f"{one.players}+{one.bots}")
def test_henge_at_every_table(table):
    players = table.players
    result = laid("henge", players, table.bots)
    there = sizes(result)
    assert there["score_0"] == players
    assert there["travel_supply"] == 10 - players
    for seat in result.seats:
        own = {name for name, items in result.zones.items() if items and seat.name in name}
        assert there[f"{seat.name}.druids"] == 12
        if seat.kind == "bot":
            assert own == {f"{seat.name}.druids", f"{seat.name}.carve"}
        else:
            assert there[f"{seat.name}.coins"] == 4
            assert there[f"{seat.name}.markers"] == 10
            assert there[f"{seat.name}.spring"] == 1


def test_the_first_upgrade_is_drafted_from_the_last_player_back():
    run = run_with_seed(compile_setup(HENGE, find_configuration(HENGE, 5)), 1, told=True)
    chose = [event.seat for event in run.events if event.step.verb == "choose"]
    assert chose == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    raised = [name for name, items in run.zones.items() if name.endswith("_2") and items]
    assert len(raised) == 5
    assert all(len(run.zones[name]) == 1 for name in raised)
    assert {piece for piece in run.zones["box"] if piece.startswith("upgrade-")} == {
        one.id for one in HENGE.sets["first_upgrade"].components
    }


@pytest.mark.parametrize(("players", "bots"), [(1, 4), (2, 1), (3, 2)])
def test_starters_for_bots_are_a_switch(players, bots):
    usual = sizes(laid("henge", players, bots))
    dealt = sizes(laid("henge", players, bots, X_HEN_12="everyone"))
    assert usual["stone_deck"] - dealt["stone_deck"] == bots
    assert dealt[f"seat{players + bots}.starter"] == 1


def test_twelve_coins_as_pieces_are_a_switch():
    pieces = instances(HENGE)
    for option, count in (("dollars", 4), ("pieces", 12)):
        coins = laid("henge", 2, 1, X_HEN_06=option).zones["seat1.coins"]
        assert len(coins) == count
        assert sum(pieces[coin].fields["value"] for coin in coins) == 12
    short = laid("henge", 5, X_HEN_06="pieces").problems
    assert {one.code for one in short} == {"setup-shortage"}


def test_the_side_of_the_board_is_a_switch():
    assert laid("henge", 2, 1).zones["table"] == ("board-3",)
    assert laid("henge", 2, 1, X_HEN_02="bots_large").zones["table"] == ("board-45",)
    assert laid("henge", 3, 0, X_HEN_02="bots_large").zones["table"] == ("board-3",)


@pytest.mark.parametrize(
    ("game", "players", "bots", "reason"),
    [
        ("henge", 2, 0, "three seats"),
        ("henge", 1, 5, "five colours"),
        ("henge", 9, 0, "the rules name no such table"),
        ("first_druid", 2, 0, "First Druid cannot be set up for 2 players"),
        ("stonehenge", 2, 0, "none (this folder holds parts"),
    ],
)
def test_other_tables_are_refused_with_the_reason(game, players, bots, reason):
    """HEN-PC-02, HEN-PC-03, HEN-PC-04."""
    with pytest.raises(UsageError) as refused:
        laid(game, players, bots)
    assert reason in str(refused.value)


@pytest.mark.parametrize(("game", "configuration"), TABLES, ids=NAMES)
def test_every_seat_is_named_with_all_that_it_plays(game, configuration):
    """HC-SETUP-02, HC-SETUP-03: colours, and the faction where there are some."""
    result = set_up(game, configuration, seed=1)
    lines = [line for line in as_text(result).splitlines() if line.startswith("Seat ")]
    assert len(lines) == configuration.total
    for seat, line in zip(result.seats, lines, strict=True):
        assert seat.colours
        assert line.endswith(f", {' and '.join(seat.colours)}")
        assert not game.factions or f", {seat.faction}, " in line
    played = {colour for seat in result.seats for colour in seat.colours}
    assert game.colours_at(configuration.total) == played


def test_colours_left_over_fall_to_the_seats_of_a_game_with_factions():
    """HC-SETUP-02: four colours are out at a table of two; elsewhere each seat has one."""
    council, henge = CATALOGUE.games["high_council"], HENGE
    assert council.colours_at(2) == council.colours_at(4) == frozenset(council.seat_colours)
    assert council.colours_of(1, 2) == ("blue", "red")
    assert henge.colours_at(2) == frozenset(henge.seat_colours[:2])
    assert str(laid("high_council", 2).seats[0]) == "seat 1 (Pro, white and yellow)"


def test_the_json_form():
    data = as_json(laid("henge", 2, 2))
    assert {"game", "players", "bots", "seed", "zones", "seats"} <= set(data)
    assert (data["game"], data["players"], data["bots"], data["seed"]) == ("henge", 2, 2, 1)
    assert [(one["seat"], one["kind"]) for one in data["seats"]] == [
        (1, "human"), (2, "human"), (3, "bot"), (4, "bot"),
    ]  # fmt: skip
    for zone in data["zones"].values():
        assert zone["count"] == len(zone["items"])
    for name in ("stone_deck", "pool.1", "luck_deck", "eog_deck", "hengebot_deck", "box"):
        assert name in data["zones"]


def test_the_text_form():
    text = as_text(laid("henge", 2, 1))
    assert "Henge for 2 players and 1 bot, seed 1" in text
    assert "Seat 3: Bot, green" in text
    assert "Back in the box" in text
    assert "  3 of 5 Player mats" in text
    assert "Hengebot deck" in text and "Hengebot deck" not in as_text(laid("henge", 3))
    assert max(len(line) for line in text.splitlines()) <= 96


def test_zones_are_called_by_their_names():
    text = as_text(laid("henge", 2, 1))
    for name in ("Stone deck", "Luck discards", "Quarry pool", "Starter stone", "Transport Track"):
        assert f"\n  {name} " in text
    assert "\n  Rondel (step-" in text
    assert "stone_deck" not in text


def test_the_guide_of_henge_leaves_room_for_what_has_a_place_of_its_own():
    told = guide(HENGE, find_configuration(HENGE, 4, 0))
    quarry = "8. The Quarry: Shuffle the Stone deck. Deal 4 cards from the Stone deck face-up and "
    assert f"{quarry}apart as the Quarry pool." in told
    assert [line for line in told if "room for" in line] == [
        "13. Room for later: Leave room for the Luck discards and the End-of-game discards. Each "
        "player leaves room for their Stones face-up in front of them, their Reward chits, their "
        "Luck cards and their Bonus cards.",
    ]
    assert "Carve slots" not in as_text(laid("henge", 3))


def test_zones_of_one_name_are_told_apart_by_their_ids():
    result = laid("henge", 2, 1)
    zones = {**result.game.setup.zones, "luck_deck": result.game.setup.zones["stone_deck"]}
    game = replace(result.game, setup=replace(result.game.setup, zones=zones))
    text = as_text(replace(result, game=game))
    assert "  Stone deck (stone_deck) " in text
    assert "  Stone deck (luck_deck) " in text


def test_a_grid_is_drawn():
    lines = as_text(laid("crossing_stonehenge", 2)).splitlines()
    assert "    10 11 12 13 14 15 16 17 18 19 20 21" in lines
    assert "  A  g  y  y  .  .  .  .  .  .  G  G  Y" in lines
    assert "  Y  yellow bar" in lines
    assert not [line for line in lines if line.startswith("  A10")]


@pytest.mark.heavy
def test_the_rehearsal_finds_nothing_to_mend():
    tables, found = rehearse(CATALOGUE, seeds=5)
    assert {one.code for one in found} <= {"setup-under-ruling"}
    usual = [table for table in tables if table.ruling is None]
    assert len(usual) == len(TABLES)
