"""Crossing Stonehenge: two players, no chance (CS-META-01).

``field`` is the grid and who is trapped on it, ``moves`` what a piece may do in the order of the
rulebook; ``table`` sets up, plays, rates and shows a game. ``rulings`` are the readings.
"""

from validator.games.crossing_stonehenge.rulings import CrossingRulings
from validator.games.crossing_stonehenge.table import CrossingTable, prepare

RULINGS = CrossingRulings

__all__ = ["RULINGS", "CrossingTable", "prepare"]
