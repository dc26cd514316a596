"""How fast each option empties a pile: hints for the ``drain:<pile>`` policies."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge.codes import (
    ARRIVE,
    BY_TOKEN,
    CARVE,
    DRUID,
    FIGURES,
    FIRST_CARD,
    INCOME,
    INSTALL,
    LUCK,
    QUARRY,
    SLOTS,
    STEP,
    STOP,
)
from validator.games.henge.player import Player
from validator.games.henge.state import State

STONES = {QUARRY: 9, INSTALL: 8, ARRIVE: 6, INCOME: 3, CARVE: 2}
LUCKS = {INCOME: 9, LUCK: 9}
DRUIDS = {DRUID: 9, INCOME: 3}
MONEY = {INCOME: 9, ARRIVE: 3, LUCK: 3}
MARKS = {QUARRY: 9, CARVE: 8, INCOME: 4, LUCK: 2}
RAISING = {INSTALL: 9, QUARRY: 7, ARRIVE: 6, CARVE: 5, INCOME: 3}
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


def drain(state: State, player: Player, pile: str, what: str, options: Sequence[int]) -> list[int]:
    """Rate every option by how fast it empties ``pile``; all equal where none does."""
    if what == "move":
        table = MOVES.get(pile, {})
        return [_move(option, table, pile) for option in options]
    if what in DOING.get(pile, ()):
        return [_doing(state, player, pile, what, option) for option in options]
    if pile in ("luck_deck", "coins") and STOP in options:
        return [int(option == STOP) for option in options]
    return [0] * len(options)


def _move(option: int, table: dict[int, int], pile: str) -> int:
    """The action counts; among equal ones tokens stay in hand if it is they that shall run out."""
    if option <= FIRST_CARD:
        return 0
    by_token = option >= BY_TOKEN
    distance, action = divmod(option % BY_TOKEN, STEP)
    spared = 20 * by_token if pile == "travel" else by_token
    return table.get(action, 0) * 100 - distance * 2 - spared


def _doing(state: State, player: Player, pile: str, what: str, option: int) -> int:
    if option <= FIRST_CARD:
        return 1
    if option == STOP:
        return 0
    if what == "install" and pile in FIGURES:
        size = state.cards.size[player.stones[option // SLOTS]]
        kind = state.figure_for(option % SLOTS, size)
        return 5 if FIGURES[kind] == pile else 2
    if what == "quarry":
        return 20 - state.cards.cost[state.quarry[option]]
    return 3
