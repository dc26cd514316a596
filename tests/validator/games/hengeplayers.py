"""Players for the tests of Henge, and cards with other effects."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hengetable import (
    GAME,
    Script,
    deal_luck,
    turn_of,
)

from validator.catalogue.effects import Effect
from validator.catalogue.model import Game
from validator.games.henge.actions import MAIN, HengeWork


class Taker(Script):
    """Plays a Luck card where it may, else takes the last option, which is never to stop."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append((seat, what, list(options)))
        played = [one for one in options if one.say().startswith("play ")]
        return played[0] if played else options[-1]


def act(match: Any, action: int, *cards: str) -> Script:
    """The first seat carries out a main action, plays these cards and takes all it can."""
    deal_luck(match, 0, *cards)
    script = Taker()
    match.rondel.actions[action].carry_out(turn_of(match, 0, script), HengeWork(MAIN))
    return script


def with_effects(name: str, *effects: Effect) -> Game:
    """The game with other effects of a Luck card."""
    luck = GAME.sets["luck"]
    changed = tuple(
        replace(one, effects=effects) if one.id == f"luck-{name}" else one
        for one in luck.components
    )
    return replace(GAME, sets={**GAME.sets, "luck": replace(luck, components=changed)})


class ThenFirst(Script):
    """Gives its answers, then takes the first option."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        return super().choose(seat, what, options) if self.answers else options[0]


class First(Script):
    """Takes the first option, which is to stop if that is allowed."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append((seat, what, list(options)))
        return options[0]


class Watching(Taker):
    """Hears of bots and turns."""

    def turn(self, seat: int) -> None:
        """A turn begins."""


class Mover(Taker):
    """Moves to an action, and takes what it can."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        if what == "move":
            return next(one for one in options if one.action and one.action.name == self.action)
        return super().choose(seat, what, options)
