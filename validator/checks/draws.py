"""How many cards a data-only game draws from a pile: least, most, and by simulation."""

from __future__ import annotations

import random
from dataclasses import dataclass

from validator.catalogue.model import DrawRate, Length, Pile

GAMES = 400
"""Simulated games a pile and table; a chance of 50 % is then known to within 5 %."""
CERTAIN = 1
"""Per cent from never and always within which so few games tell no number."""


@dataclass(frozen=True, slots=True)
class Span:
    """Cards drawn over a game: at the ``least``, at the ``most``, of ``size`` there are.

    ``emptied`` of ``games`` simulated games draw the last one.
    """

    size: int
    least: int
    most: int
    emptied: int
    games: int = GAMES


def span(pile: Pile, length: Length, seats: int, size: int) -> Span:
    """Work the bounds out and play ``GAMES`` games of nothing but draws.

    A game lasts any number of rounds of ``length`` with the same chance, and every draw is
    any number of the pile's bounds with the same chance. Raises ValueError without a rate.
    """
    if pile.draw is None:
        raise ValueError(f"the pile {pile.id!r} has no draw rate")
    draw = pile.draw
    draws_a_round = seats if draw.per == "turn" else 1
    least = length.least * draws_a_round * draw.least
    most = length.most * draws_a_round * draw.most
    luck = random.Random(f"{pile.id}/{seats}/{size}")
    emptied = 0
    for _ in range(GAMES if most >= size else 0):
        draws = luck.randint(length.least, length.most) * draws_a_round
        emptied += _empties(luck, draw, draws, size)
    return Span(size, least, most, emptied)


def _empties(luck: random.Random, draw: DrawRate, draws: int, size: int) -> bool:
    """Draw until the pile is empty or the game is over; tell whether it is empty."""
    left = size
    for _ in range(draws):
        left -= luck.randint(draw.least, draw.most)
        if left <= 0:
            return True
    return left <= 0


def chance_text(one: Span) -> str:
    """The simulated chance in words: ``37 %``, ``under 1 %``, ``over 99 %``."""
    share = 100 * one.emptied / one.games
    if share < CERTAIN:
        return f"under {CERTAIN} %"
    return f"over {100 - CERTAIN} %" if share > 100 - CERTAIN else f"{share:.0f} %"
