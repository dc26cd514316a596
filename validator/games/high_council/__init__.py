"""The High Council: two factions seat druids, argue and convert until one owns a bloc.

``table`` sets up and ``match`` is the course of a game. What a turn may do stands in the order
of the rulebook: ``debate``, ``seating`` (Take a Seat), ``ponder`` (and Consult), ``convert``;
``supporters`` is how a supporter comes to a space and ``turn`` gathers what is open. ``state``
is what lies on the table, with ``circle`` as the board; ``choices`` are the values chosen within
an action; ``rules`` are the data and ``rulings`` the readings they are played by. ``greedy`` and
``drainer`` decide, ``view`` shows.
"""

from validator.games.high_council.rulings import CouncilRulings
from validator.games.high_council.table import CouncilTable, prepare

RULINGS = CouncilRulings

__all__ = ["RULINGS", "CouncilTable", "prepare"]
