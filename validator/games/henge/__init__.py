"""Henge: elders quarry, carve and install stones while their druids bless the site.

In the order of the rulebook: ``table`` sets up, ``match`` runs rounds and turns, ``moving``
is the rondel, ``actions`` the seven actions with their benefits (single steps in ``install``,
``druids``, ``quarry``, ``luck`` and ``bonus``), ``bots`` the Hengebots, ``scoring`` the end.
``greedy`` decides, ``view`` shows, ``limits`` proves what can run out. ``checks`` holds what
its data must keep to.
"""

from validator.games.henge.checks import CHECKS, CLAIMS
from validator.games.henge.limits import bounds
from validator.games.henge.table import Table, prepare

__all__ = ["CHECKS", "CLAIMS", "Table", "bounds", "prepare"]
