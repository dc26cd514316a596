"""First Druid: druids race around the ring, gather clans and spirits, build the trilithons.

In the order of the rulebook: ``table`` sets up, ``match`` is the course of a game, ``turn`` that
of a turn with its actions (``trade``, ``advance``, ``rows``, ``trilithons``, ``altar``, by cards
laid in ``combinations``), ``contest`` the spirits, ``scoring`` the end. ``state`` is what lies on
the table, ``rules`` are the data, ``rulings`` the readings they are played by, ``choices`` the
cards one may choose. ``greedy`` and ``drainer`` decide, ``view`` shows.
"""

from validator.games.first_druid.rulings import DruidRulings
from validator.games.first_druid.table import DruidTable, prepare

RULINGS = DruidRulings

__all__ = ["RULINGS", "DruidTable", "prepare"]
