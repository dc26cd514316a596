"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from validator.games.henge.actions.action import (
    OUT_OF_THE_QUESTION,
    Action,
    Need,
    Turn,
)
from validator.games.henge.actions.arrive import transport
from validator.games.henge.cards import luck
from validator.games.henge.position.options import PlayBeforeMove
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.board import Ahead, Board
from validator.games.henge.printed.codes import P_TRAVEL, STEPS_LEVEL
from validator.games.henge.printed.mods import PLAIN
from validator.games.henge.turns.helps import Help


@dataclass(frozen=True, slots=True)
class Move:
    """A step of the rondel to go to, together with one of its actions.

    ``distance`` in steps, ``passed`` the Transport icons on the way. Without ``action`` nothing
    is done there: a step for a player to whom no action is open.
    """

    distance: int
    by_token: bool
    action: Action | None
    step: int
    area: int
    passed: int
    area_name: str

    def go(self, state: State, player: Player) -> None:
        """Pay for the move, transport stones, put the pawn down."""
        if self.by_token:  # HEN-TURN-04, HEN-TURN-06
            spend_token(state, player)
        else:
            bribe = self.distance - free_steps(state, player)
            if bribe > 0:  # HEN-TURN-03
                state.spend(player, bribe)
            if self.passed and player.stones:  # HEN-TURN-05
                transport(player, self.passed)
        state.pawn = self.step
        state.local = self.area  # HEN-BOARD-11

    def say(self) -> str:
        """The move in a few words."""
        steps = f"{self.distance} step{'' if self.distance == 1 else 's'}"
        token = " by token" if self.by_token else ""
        doing = "nothing" if self.action is None else self.action.name
        return f"{steps}{token} to {self.area_name}: {doing}"


class Landing(NamedTuple):
    """A step that shows a certain action, as seen from another, and the two ways to get there."""

    distance: int
    area: int
    passed: int
    on_foot: Move
    by_token: Move


class Rondel:
    """All moves of a table, made once.

    ``landings`` lists for every step of the pawn and every action where it can be taken, near
    first; ``idle`` is the next step with no action.
    """

    __slots__ = ("actions", "idle", "landings")

    def __init__(self, board: Board, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self.landings = [
            [tuple(_landings(board, ahead, action)) for action in actions] for ahead in board.ahead
        ]
        self.idle = [_move(board, ahead[0], None, by_token=False) for ahead in board.ahead]


def _landings(board: Board, ahead: Sequence[Ahead], action: Action) -> Iterator[Landing]:
    for there in ahead:
        if action.number in there.actions:
            on_foot = _move(board, there, action, by_token=False)
            by_token = _move(board, there, action, by_token=True)
            yield Landing(there.distance, there.area, there.passed, on_foot, by_token)


def _move(board: Board, there: Ahead, action: Action | None, *, by_token: bool) -> Move:
    name = board.areas[there.area]
    return Move(there.distance, by_token, action, there.step, there.area, there.passed, name)


def move(turn: Turn, rondel: Rondel) -> Action | None:
    """Play cards that come before the move, choose a step and its action, and go there.

    The options are steps together with one of their actions, so that nobody stops where
    the basic action cannot be carried out (HEN-TURN-08 to HEN-TURN-10).
    """
    state, player = turn.state, turn.player
    while True:
        options: list[Move | PlayBeforeMove] = [*moves(state, player, rondel)]
        if player.hand:
            options += luck.before_move(state, player)
        chosen = turn.ask.choose(player.seat, "move", options)
        if isinstance(chosen, Move):
            chosen.go(state, player)
            return chosen.action
        turn.play_luck(chosen.card)


def moves(state: State, player: Player, rondel: Rondel) -> list[Move]:
    """All legal moves, action by action, near steps first."""
    mods = state.mods if state.mods_used else PLAIN
    found: list[Move] = []
    for action, landings in zip(rondel.actions, rondel.landings[state.pawn], strict=True):
        needs = action.needs(state, player, mods)
        help_ = Help(state, player, action)
        if needs or help_.is_there():
            found += open_landings(state, player, landings, needs, help_)
    return found or [rondel.idle[state.pawn]]


def open_landings(
    state: State, player: Player, landings: Sequence[Landing], needs: Sequence[Need], help_: Help
) -> Iterator[Move]:
    """The ways to an action on which the player keeps what it needs.

    A move with a token costs nothing and passes no icon. It is offered only beyond the free
    steps, where it saves something.
    """
    free, cash, tokens = free_steps(state, player), player.cash, player.travel
    helped = help_.is_there()
    for distance, area, passed, on_foot, by_token in landings:
        dollars, icons, most = needs[area] if needs else OUT_OF_THE_QUESTION
        left = cash - max(0, distance - free)
        if (dollars <= left and icons <= passed <= most) or (
            helped and left >= 0 and help_.suffices(area, left, passed)
        ):
            yield on_foot
        if (distance > free and tokens) and (
            (dollars <= cash and icons <= 0 <= most) or (helped and help_.suffices(area, cash, 0))
        ):
            yield by_token


def free_steps(state: State, player: Player) -> int:
    """Steps without a bribe (HEN-TURN-02)."""
    return state.mat.steps[player.levels[STEPS_LEVEL]] + state.mods.more_steps


def spend_token(state: State, player: Player) -> None:
    """Spend a Free Travel token (X-HEN-07)."""
    player.travel -= 1
    if state.ruled.tokens_return:
        state.travel += 1
    else:
        state.travel_gone += 1
    state.tally.level(P_TRAVEL, state.travel)
