"""Henge: elders quarry, carve and install stones while their druids bless the site.

From below: ``printed`` is what board, mats and cards say, ``rulings`` how open questions are
answered, ``rules`` both together; ``position`` is what lies on the table, ``cards`` what draws
and gives up cards. ``actions`` has one module for each of the seven actions: when it may be
chosen, what it does, how it is said. ``turns`` is the order of a turn (``person``), its move, the
benefits, and the Hengebots; ``scoring`` the end. ``match`` is the course of the game, ``table``
sets it up, ``proofs`` shows what can run out; ``policies`` decide, ``view`` shows.
``checks`` holds what its data must keep to.
"""

from validator.games.henge.checks import CHECKS, CLAIMS
from validator.games.henge.rulings import HengeRulings
from validator.games.henge.table import HengeTable, prepare

RULINGS = HengeRulings

__all__ = ["CHECKS", "CLAIMS", "RULINGS", "HengeTable", "prepare"]
