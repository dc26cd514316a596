"""Crossing Stonehenge: two players, no chance (CS-META-01). The order is the rulebook's."""

from validator.games.crossing_stonehenge.match import bounds, prepare

__all__ = ["bounds", "prepare"]
