"""What a comparison is asked: how many games at most, and what still counts as the same."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

BUDGET = 4000
"""Pairs of games at most on each line."""


class Family(StrEnum):
    """Figures that share a margin, as options name them."""

    WINS = "wins"
    LENGTH = "length"
    SCORES = "scores"
    PILES = "piles"
    CARDS = "cards"


MARGINS: Mapping[Family, float] = {
    Family.WINS: 1.0,
    Family.LENGTH: 1.0,
    Family.SCORES: 2.0,
    Family.PILES: 1.0,
    Family.CARDS: 5.0,
}
"""What still counts as the same, in per cent: of games won, of games in which a pile runs out or
that do not end; of the mean length; of the spread of scores; times that a card comes or is played
in a hundred games."""
