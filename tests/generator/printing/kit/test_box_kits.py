"""A kit of a game that shares a box holds what its set-up puts on the table, and what is said."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.printing.selection import copies_needed
from validator.catalogue.model import Catalogue
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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_kit_is_what_lies_on_the_table(shipped: Catalogue, name: str, players: int) -> None:
    game = shipped.games[name]
    zones = set_up(game, find_configuration(game, players), seed=1).zones
    on_table = Counter(
        component_id(piece) for zone, pieces in zones.items() if zone != "box" for piece in pieces
    )
    kit = copies_needed(game, (players,))
    assert {identity: copies for identity, copies in kit.items() if copies} == dict(on_table)


def test_a_list_of_values_means_any_of_them(shipped: Catalogue) -> None:
    """HC-COMP-05, HC-COMP-06: four of the five colours."""
    kit = copies_needed(shipped.games["high_council"])
    assert [kit.get(f"disk-{colour}", 0) for colour in ("white", "blue", "yellow", "red")] == [
        10
    ] * 4
    assert not kit.get("disk-green", 0)
