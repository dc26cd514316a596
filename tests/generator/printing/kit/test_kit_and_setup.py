"""A kit for a table holds what the set-up of that table lays out."""

from collections import Counter

import pytest

from generator.printing.selection import copies_needed
from validator.setup.deal import set_up
from validator.setup.pieces import component_id, find_configuration

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
    """What lies on the table after set-up."""
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
