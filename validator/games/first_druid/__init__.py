"""First Druid: druids race around the ring, gather clans and spirits, build the trilithons.

``state`` is what lies on the table, and how sums, pairs and runs are laid; ``actions`` and ``turn``
are what a turn may do, with the contest for spirits; ``table`` sets up, plays, counts and shows a
game, ``players`` decide, ``rulings`` are the readings it is played by.
"""

from validator.games.first_druid.rulings import DruidRulings
from validator.games.first_druid.table import DruidTable, prepare

RULINGS = DruidRulings

__all__ = ["RULINGS", "DruidTable", "prepare"]
