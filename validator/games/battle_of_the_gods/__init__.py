"""Battle of the Gods: gods gather followers into clans around the ring and strike across it.

``table`` sets up, ``match`` is the course of a game, ``actions`` what a turn may do, ``state``
what lies on the table and what its words mean, ``scoring`` the end; ``rules`` are the data and
``rulings`` the readings they are played by. ``greedy`` decides, ``view`` shows. ``checks`` tests
what the rules say of the sectors.
"""

from validator.games.battle_of_the_gods.checks import CLAIMS
from validator.games.battle_of_the_gods.rulings import BattleRulings
from validator.games.battle_of_the_gods.table import BattleTable, prepare

RULINGS = BattleRulings

__all__ = ["CLAIMS", "RULINGS", "BattleTable", "prepare"]
