"""Help for tests of rules modules: tables, smaller boxes, scripted decisions, whole games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from matches import play_game
from shippedgames import game_of

from validator.catalogue.model import Component, Game
from validator.play.match import Tally
from validator.play.modules import find_module
from validator.play.rulings import resolve_rulings
from validator.rng import Streams


def table_of(name: str, players: int, *rulings: str, game: Game | None = None) -> Any:
    """A prepared table; ``rulings`` as on the command line, ``game`` for a changed box."""
    used = game or game_of(name)
    configuration = next(one for one in used.configurations if one.players == players)
    return find_module(used).prepare(used, configuration, resolve_rulings(used, rulings))


def dealt(table: Any, index: int = 0) -> Any:
    """A match just after the deal."""
    frame = table.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    return table.deal(Streams(1, frame.game, frame.table, index), tally)


def smaller(game: Game, set_id: str, keep: Callable[[Component], bool]) -> Game:
    """The game with only those components of a set that pass ``keep``."""
    old = game.sets[set_id]
    components = tuple(component for component in old.components if keep(component))
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


def fewer(game: Game, set_id: str, copies: int) -> Game:
    """The game with ``copies`` of each component of a set."""
    old = game.sets[set_id]
    components = tuple(replace(component, copies=copies) for component in old.components)
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


class Script:
    """Stands in for the driver: takes the answers in order and checks that they are offered.

    A decision with one option takes no answer. ``asked`` keeps what was asked, ``told`` what
    was told.
    """

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, str, list[Any]]] = []
        self.told: list[tuple[int, str, str]] = []

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append((seat, what, list(options)))
        if len(options) == 1:
            return options[0]
        answer = self.answers.pop(0)
        assert answer in options, f"{answer} is not among {list(options)} for {what!r}"
        return answer

    def turn(self, seat: int) -> None:
        """A turn begins."""

    def tell(self, seat: int, what: str, deed: Any) -> None:
        self.told.append((seat, what, deed.say()))


def capped(table: Any, turns: int) -> Any:
    """The table with games that are cut off after so many turns."""
    return replace(table, frame=replace(table.frame, turn_cap=turns))


def wins(table: Any, policy: str, seat: int, games: int) -> int:
    """How many of ``games`` the seat wins or shares."""
    return sum(
        seat in play_game(table, policy, index, referee=False).outcome.winners
        for index in range(games)
    )
