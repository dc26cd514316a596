"""What to play: a table, its rulings, who plays and the luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.play.modules import find_module
from validator.play.rules import Prepared


@dataclass(frozen=True, slots=True)
class Plan:
    """One line of a simulation: a table, its rulings, who plays and the luck.

    ``policies`` has a word for each seat; with ``tracks`` pile levels are kept by
    turn, and a line for each game.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    policies: tuple[str, ...]
    seed: int
    tracks: bool = False


def prepare(plan: Plan) -> Prepared:
    """Return the table of a plan, ready to deal."""
    return find_module(plan.game).prepare(plan.game, plan.configuration, plan.rulings)
