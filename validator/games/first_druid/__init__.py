"""First Druid: druids race around the ring, gather clans and spirits, build the trilithons.

``rules`` holds switches and numbers, ``table`` reads them from the catalogue, ``match`` is
the course of the game, ``turn``, ``lay``, ``works``, ``trade`` and ``contest`` its parts in
the order of the rulebook, ``scoring`` counts, ``greedy`` and ``drainer`` decide, ``view`` shows.
"""

from validator.games.first_druid.table import Table, bounds, prepare

__all__ = ["Table", "bounds", "prepare"]
