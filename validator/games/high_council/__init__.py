"""The High Council: two factions seat druids, argue and convert until one owns a bloc.

``state`` is what lies on the table, with the circle, and the values chosen within an action;
``actions`` what a turn may do in the order of the rulebook; ``table`` sets up, plays and shows a
game, ``players`` decide, ``rulings`` are the readings it is played by.
"""

from validator.games.high_council.rulings import CouncilRulings
from validator.games.high_council.table import CouncilTable, prepare

RULINGS = CouncilRulings

__all__ = ["RULINGS", "CouncilTable", "prepare"]
