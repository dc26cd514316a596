"""Henge: elders quarry, carve and install stones while their druids bless the site.

From below: ``codes`` are the names, ``printed`` is what board, mats and cards say, ``rulings`` how
open questions are answered; ``modifiers`` is what Luck cards change, ``state`` what lies on the
table. ``turns`` is what a turn and an action are, ``actions`` has the seven: when each may be
chosen, what it does, how it is said. ``cards`` draws and gives up Bonus cards and chits, ``moves``
leads round the rondel, ``benefits`` gives what spaces and cards say and is the order of a turn,
``bots`` that of a Hengebot. ``match`` is the course of the game and its end, ``table`` sets it up,
``proofs`` shows what can run out, ``players`` decide, ``checks`` holds what its data must keep to.
"""

from validator.games.henge.checks import CHECKS, CLAIMS
from validator.games.henge.rulings import HengeRulings
from validator.games.henge.table import HengeTable, prepare

RULINGS = HengeRulings

__all__ = ["CHECKS", "CLAIMS", "RULINGS", "HengeTable", "prepare"]
