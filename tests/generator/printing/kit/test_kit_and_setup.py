"""A kit for a table holds every piece that the set-up of that table lays out."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.printing.selection import copies_needed
from validator.catalogue.model import Catalogue
from validator.setup.deal import set_up
from validator.setup.pieces import component_id

GAMES = [
    "battle_of_the_gods",
    "crossing_stonehenge",
    "first_druid",
    "henge",
    "high_council",
]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_table_is_missing_from_the_kit(shipped: Catalogue, game: str):
    found = shipped.games[game]
    for configuration in found.configurations:
        printed = copies_needed(found, [configuration.total])
        zones = set_up(found, configuration, 1).zones
        laid = Counter(
            component_id(piece) for zone, items in zones.items() if zone != "box" for piece in items
        )
        short = {name: copies for name, copies in laid.items() if printed.get(name, 0) < copies}
        assert short == {}
