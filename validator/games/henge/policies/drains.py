"""How fast each option empties a pile: hints for the ``drain:<pile>`` policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.games.henge.actions.install import InstallStone
from validator.games.henge.actions.quarry import BuyStone
from validator.games.henge.position.options import Decline, PlayLuck, Stop
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import FIGURES
from validator.games.henge.turns.moving import Move, Rounds
from validator.play.rules import Option

STONES = {"quarry": 9, "install": 8, "arrive": 6, "income": 3, "carve": 2}
LUCKS = {"income": 9, "luck": 9}
DRUIDS = {"druid": 9, "income": 3}
MONEY = {"income": 9, "arrive": 3, "luck": 3}
MARKS = {"quarry": 9, "carve": 8, "income": 4, "luck": 2}
RAISING = {"install": 9, "quarry": 7, "arrive": 6, "carve": 5, "income": 3}
MOVES = {
    "stone_deck": STONES,
    "quarry": STONES,
    "luck_deck": LUCKS,
    "eog_deck": DRUIDS,
    "reward_a": DRUIDS,
    "reward_b": DRUIDS,
    "druids": DRUIDS,
    "travel": DRUIDS,
    "coins": MONEY,
    "markers": MARKS,
    "large_upright": RAISING,
    "large_lintel": RAISING,
    "small_upright": RAISING,
    "small_lintel": RAISING,
}
"""For each pile, how well the action of a move serves to empty it."""

DOING = {
    "stone_deck": ("quarry", "install"),
    "quarry": ("quarry",),
    "eog_deck": ("druid", "throw away", "place"),
    "reward_a": ("druid", "throw away", "place"),
    "reward_b": ("druid", "throw away", "place"),
    "druids": ("druid", "place"),
    "travel": ("druid", "throw away", "place"),
    "markers": ("quarry", "carve"),
    "large_upright": ("install", "quarry", "carve"),
    "large_lintel": ("install", "quarry", "carve"),
    "small_upright": ("install", "quarry", "carve"),
    "small_lintel": ("install", "quarry", "carve"),
}
"""For each pile, the decisions in which doing something empties it and stopping does not."""


def drain(
    state: State, player: Player, pile: str, what: str, options: Sequence[Option]
) -> list[int]:
    """Rate every option by how fast it empties ``pile``; all equal where none does."""
    if what == "move":
        table = MOVES.get(pile, {})
        if isinstance(options, Rounds):
            return options.rate(lambda option: _move(option, table, pile))
        return [_move(option, table, pile) for option in options]
    if what in DOING.get(pile, ()):
        return [_doing(state, player, pile, option) for option in options]
    if pile in ("luck_deck", "coins"):
        return [int(isinstance(option, Stop | Decline)) for option in options]
    return [0] * len(options)


def _move(option: Option, table: Mapping[str, int], pile: str) -> int:
    """The action counts; among equal ones tokens stay in hand if it is they that shall run out."""
    if not isinstance(option, Move):
        return 0
    spared = 20 * option.by_token if pile == "travel" else option.by_token
    served = 0 if option.action is None else table.get(option.action.name, 0)
    return served * 100 - option.distance * 2 - spared


def _doing(state: State, player: Player, pile: str, option: Option) -> int:
    """To do something empties it; what serves it best comes first."""
    match option:
        case Stop() | Decline():
            return 0
        case PlayLuck():
            return 1
        case InstallStone(stone=stone, slot=slot) if pile in FIGURES:
            kind = state.figure_for(slot, state.stones[player.stones[stone]].size)
            return 5 if FIGURES[kind] == pile else 2
        case BuyStone(card=card):
            return 20 - state.stones[card].cost
        case _:
            return 3
