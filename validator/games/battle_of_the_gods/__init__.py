"""Battle of the Gods: gods gather followers into clans around the ring and strike across it.

``table`` sets up, plays, counts and shows a game, and has its simple players; ``actions`` is what
lies on the table and what a turn may do, ``rulings`` the readings it is played by. ``checks`` tests
what the rules say of the sectors.
"""

from validator.games.battle_of_the_gods.checks import CLAIMS
from validator.games.battle_of_the_gods.rulings import BattleRulings
from validator.games.battle_of_the_gods.table import BattleTable, prepare

RULINGS = BattleRulings

__all__ = ["CLAIMS", "RULINGS", "BattleTable", "prepare"]
