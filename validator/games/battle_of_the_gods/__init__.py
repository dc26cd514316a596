"""Battle of the Gods: gods gather followers into clans around the ring and strike across it.

``rules`` holds switches and numbers, ``table`` reads them from the catalogue, ``match`` plays
in the order of the rulebook, ``greedy`` decides, ``view`` shows. ``checks`` tests what the
rules say of the sectors.
"""

from validator.games.battle_of_the_gods.checks import CLAIMS
from validator.games.battle_of_the_gods.table import Table, bounds, prepare

__all__ = ["CLAIMS", "Table", "bounds", "prepare"]
