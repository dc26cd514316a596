"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from validator.games.henge.actions.action import (
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
from validator.games.henge.turns.helps import helped_actions, helped_needs


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
    name: str

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
        return f"{steps}{token} to {self.name}: {doing}"


Landing = tuple[int, int, int, Move, Move]
"""A step that shows an action, as seen from another: how far it is, its area, the Transport
icons on the way, and the two ways to get there, on foot and by token."""


class Way:
    """The steps that show an action, as seen from one step, near first; made once a table.

    ``ring`` is the length of the rondel and ``icons`` those of one lap; ``any_distance`` lets
    moves on foot go round more than once (X-HEN-27); ``areas`` are all for which the needs of the
    action may differ.
    """

    __slots__ = (
        "_known",
        "_laps",
        "any_distance",
        "areas",
        "icons",
        "ring",
    )

    def __init__(self, board: Board, at: int, action: Action, *, any_distance: bool) -> None:
        self.areas = tuple(range(len(board.areas) if action.is_local else 1))
        self.ring = len(board.ahead)
        self.icons = board.ahead[at][-1].passed
        self.any_distance = any_distance
        self._laps = [tuple(_landings(board, board.ahead[at], action))]
        self._known: dict[tuple[int, bool, int, int], list[Move]] = {}

    def landings(self, reach: int) -> tuple[Landing, ...]:
        """All landings of the first lap, and of all laps that ``reach`` steps lead into."""
        laps = 1 if reach <= self.ring or not self.any_distance else -(-reach // self.ring)
        while laps > len(self._laps):
            self._laps.append((*self._laps[-1], *self._next_lap(len(self._laps))))
        return self._laps[laps - 1]

    def _next_lap(self, laps: int) -> Iterator[Landing]:
        """The landings of the first lap, so many laps later."""
        further, more = laps * self.ring, laps * self.icons
        for distance, area, passed, on_foot, by_token in self._laps[0]:
            later = replace(on_foot, distance=distance + further, passed=passed + more)
            yield distance + further, area, passed + more, later, by_token

    def moves(self, need: Need, reach: int, token: bool) -> list[Move]:
        """The moves to an action that needs the same everywhere, its money kept out of ``reach``.

        There are few different answers, so that each is worked out once.
        """
        reach = reach if self.any_distance or reach < self.ring else self.ring
        key = (reach, token, need.icons, need.most)
        found = self._known.get(key)
        if found is None:
            unpaid = replace(need, dollars=0)
            everywhere = [unpaid] * (1 + max([area for _, area, *_ in self._laps[0]]))
            self._known[key] = found = self.open(everywhere, reach, 0, token)
        return found

    def open(self, needs: Sequence[Need], free: int, cash: int, token: bool) -> list[Move]:
        """The moves on which the player keeps what the action needs, by area.

        A token takes one anywhere past no icon; once round is as far as it makes a difference.
        """
        found: list[Move] = []
        reach, ring = free + cash, self.ring
        for distance, area, passed, on_foot, by_token in self.landings(reach):
            need = needs[area]
            dollars = need.dollars
            if dollars <= cash:
                if distance + dollars <= reach and need.icons <= passed <= need.most:
                    found.append(on_foot)
                if token and distance <= ring and not need.icons:
                    found.append(by_token)
        return found

    def open_to_any(
        self, needs: Sequence[Sequence[Need]], free: int, cash: int, token: bool
    ) -> list[Move]:
        """The same where one of several needs is enough in each area."""
        found: list[Move] = []
        reach = free + cash
        for distance, area, passed, on_foot, by_token in self.landings(reach):
            left = min(cash, reach - distance)
            for need in needs[area]:
                if need.is_met(left, passed):
                    found.append(on_foot)
                    break
            if token and distance <= self.ring:
                for need in needs[area]:
                    if need.is_met(cash, 0):
                        found.append(by_token)
                        break
        return found


class Rondel:
    """All moves of a table; ``ways`` are those of each step of the pawn, by action.

    ``idle`` is the next step with no action.
    """

    __slots__ = ("actions", "idle", "ways")

    def __init__(self, board: Board, actions: Sequence[Action], *, any_distance: bool) -> None:
        self.actions = tuple(actions)
        self.ways = [
            [(one, Way(board, at, one, any_distance=any_distance)) for one in actions]
            for at in range(len(board.ahead))
        ]
        self.idle = [_move(board, ahead[0], None, by_token=False) for ahead in board.ahead]


def _landings(board: Board, ahead: Sequence[Ahead], action: Action) -> Iterator[Landing]:
    for there in ahead:
        if action.number in there.actions:
            on_foot = _move(board, there, action, by_token=False)
            by_token = _move(board, there, action, by_token=True)
            yield there.distance, there.area, there.passed, on_foot, by_token


def _move(board: Board, there: Ahead, action: Action | None, *, by_token: bool) -> Move:
    name = board.step_names[there.step]
    return Move(there.distance, by_token, action, there.step, there.area, there.passed, name)


def move(turn: Turn, rondel: Rondel) -> Action | None:
    """Play cards that come before the move, choose a step and its action, and go there.

    The options are steps together with one of their actions, so that nobody stops where
    the basic action cannot be carried out (HEN-TURN-08, HEN-TURN-09, HEN-TURN-10).
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
    free, cash, token = free_steps(state, player), player.cash, player.travel > 0
    helped = helped_actions(state, player) if player.hand else 0
    found: list[Move] = []
    for action, way in rondel.ways[state.pawn]:
        by_hand = helped & action.bit
        if action.is_local and by_hand:
            some = helped_needs(state, player, action, way.areas, mods)
            found += way.open_to_any(some, free, cash, token)
        elif action.is_local:
            needs = action.needs(state, player, mods)
            if needs:
                found += way.open(needs, free, cash, token)
        else:
            if by_hand:
                need = helped_needs(state, player, action, way.areas, mods)[0][0]
            else:
                need = action.need(state, player, state.local, mods)
            if need.dollars <= cash:
                found += way.moves(need, free + cash - need.dollars, token)
    return found or [rondel.idle[state.pawn]]


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
