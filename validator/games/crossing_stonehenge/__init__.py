"""Crossing Stonehenge: two players, no chance (CS-META-01). The order is the rulebook's."""

from validator.games.crossing_stonehenge.match import bounds, prepare
from validator.games.crossing_stonehenge.rulings import Rulings

RULINGS = Rulings

__all__ = ["RULINGS", "bounds", "prepare"]
