"""What to play: a table, its rulings, who plays and the luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.play.modules import FAULTS, find_module
from validator.play.rules import Prepared
from validator.rng import Streams
from validator.setup.legal import table_name
from validator.usage import UnreadableError, UsageError


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

    def streams(self, index: int) -> Streams:
        """The random numbers of game number ``index``."""
        return Streams(self.seed, self.game.id, table_name(self.configuration), index)


def prepare(plan: Plan) -> Prepared:
    """Return the table of a plan, ready to deal.

    Raises:
        UsageError: the game has no rules module that is installed, or none that has rules for it.
        UnreadableError: its data lack what the module counts on.
    """
    return prepared(plan.game, plan.configuration, plan.rulings)


def prepared(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Prepared:
    """Return a table of a game, ready to deal; raises as :func:`prepare`."""
    module = find_module(game)
    try:
        return module.prepare(game, configuration, rulings)
    except UsageError:
        raise
    except FAULTS as fault:
        missed = f"it misses {fault}" if str(fault) else "something that it counts on is not there"
        raise UnreadableError(
            f"the rules module cannot read this game: {missed} ({type(fault).__name__})",
            "put the field, ruling or option back that it names, or change the module with it",
        ) from fault
