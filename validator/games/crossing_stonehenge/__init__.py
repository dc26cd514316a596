"""Crossing Stonehenge: two players, no chance (CS-META-01).

``table`` reads the grid and the rulings, ``match`` is the course of a game, ``moves`` what a piece
may do in the order of the rulebook, ``field`` the grid and who is trapped, ``state`` what lies on
the table. ``greedy`` decides by what ``lines`` keeps of single rows and columns, ``view`` shows.
"""

from validator.games.crossing_stonehenge.rulings import CrossingRulings
from validator.games.crossing_stonehenge.table import CrossingTable, prepare

RULINGS = CrossingRulings

__all__ = ["RULINGS", "CrossingTable", "prepare"]
