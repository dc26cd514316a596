"""The High Council: two factions seat druids, argue and convert until one owns a bloc.

``rules`` holds switches and numbers, ``table`` reads them from the catalogue, ``circle`` is
the board, ``cards`` and ``match`` play in the order of the rulebook, ``greedy`` decides,
``view`` shows.
"""

from validator.games.high_council.table import Table, bounds, prepare

__all__ = ["Table", "bounds", "prepare"]
