"""Pile arithmetic from data alone: the draw rates and the length that game.yaml declares."""

from __future__ import annotations

from validator.catalogue.model import Configuration, Game, Pile
from validator.play.rules import Bound
from validator.setup.deal import set_up


def declared_bounds(game: Game, configuration: Configuration) -> tuple[tuple[int, Bound], ...]:
    """Return size and worst case of each pile that declares its draw; needs ``length``.

    A pile drawn ``per: turn`` is drawn by every seat once a round.
    """
    length = game.length
    if length is None:
        return ()
    zones = set_up(game, configuration, 1).zones
    sizes = {pile.id: len(zones.get(pile.zone, ())) for pile in game.piles}
    return tuple(
        (sizes[pile.id], _bound(pile, sizes[pile.id], configuration, length.most))
        for pile in game.piles
        if pile.draw is not None
    )


def _bound(pile: Pile, size: int, configuration: Configuration, rounds: int) -> Bound:
    """Return the worst case of one pile over ``rounds`` rounds."""
    assert pile.draw is not None
    seats = configuration.total if pile.draw.per == "turn" else 1
    most = pile.draw.most * seats * rounds
    each = f"{seats} turns x " if pile.draw.per == "turn" else ""
    sign = ">=" if most >= size else "<"
    return Bound(
        pile.id,
        most >= size,
        f"{pile.draw.most} cards x {each}{rounds} rounds = {most} {sign} {size}",
    )
