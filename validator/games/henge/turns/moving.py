"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from validator.games.henge.actions.action import (
    NOTHING_NEEDED,
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
from validator.games.henge.printed.codes import NO_LIMIT, P_TRAVEL, STEPS_LEVEL
from validator.games.henge.printed.mods import PLAIN
from validator.games.henge.turns.helps import Help, helped_actions


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
    moves on foot go round more than once (X-HEN-27). ``bit`` and ``is_local`` are those of the
    action.
    """

    __slots__ = ("_laps", "_within", "action", "any_distance", "bit", "icons", "is_local", "ring")

    def __init__(
        self, action: Action, lap: Sequence[Landing], ring: int, icons: int, *, any_distance: bool
    ) -> None:
        self.action = action
        self.bit = action.bit
        self.is_local = action.is_local
        self.ring = ring
        self.icons = icons
        self.any_distance = any_distance
        self._laps = [tuple(lap)]
        self._within: dict[tuple[int, bool], list[Move]] = {}

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

    def within(self, reach: int, token: bool) -> list[Move]:
        """The moves to an action that needs money alone: ``reach`` steps are free or can be paid.

        There are few different answers, so that each is worked out once.
        """
        key = (reach if self.any_distance or reach < self.ring else self.ring, token)
        found = self._within.get(key)
        if found is None:
            no_need = [NOTHING_NEEDED] * (1 + max([area for _, area, *_ in self._laps[0]]))
            self._within[key] = found = self.open(no_need, reach, 0, token)
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

    def open_with(
        self, help_: Help, needs: Sequence[Need], free: int, cash: int, token: bool
    ) -> list[Move]:
        """The same where Luck cards in hand count."""
        found: list[Move] = []
        for distance, area, passed, on_foot, by_token in self.landings(free + cash):
            need = needs[area] if needs else OUT_OF_THE_QUESTION
            left = cash - distance + free if distance > free else cash
            if left >= 0 and (need.is_met(left, passed) or help_.suffices(area, left, passed)):
                found.append(on_foot)
            if (token and distance <= self.ring) and (
                need.is_met(cash, 0) or help_.suffices(area, cash, 0)
            ):
                found.append(by_token)
        return found


class Rondel:
    """All moves of a table; ``ways`` are those of each step of the pawn, by action.

    ``idle`` is the next step with no action.
    """

    __slots__ = ("actions", "idle", "ways")

    def __init__(self, board: Board, actions: Sequence[Action], *, any_distance: bool) -> None:
        self.actions = tuple(actions)
        ring, icons = len(board.ahead), board.ahead[0][-1].passed
        self.ways = [
            [
                Way(
                    action,
                    list(_landings(board, ahead, action)),
                    ring,
                    icons,
                    any_distance=any_distance,
                )
                for action in actions
            ]
            for ahead in board.ahead
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
    for way in rondel.ways[state.pawn]:
        if helped & way.bit:
            help_ = Help(state, player, way.action, mods)
            needs = way.action.needs(state, player, mods)
            found += way.open_with(help_, needs, free, cash, token)
        elif way.is_local:
            needs = way.action.needs(state, player, mods)
            if needs:
                found += way.open(needs, free, cash, token)
        else:
            need = way.action.need(state, player, state.local, mods)
            if need.most < NO_LIMIT or need.icons:
                found += way.open([need] * len(state.prices), free, cash, token)
            elif need.dollars <= cash:
                found += way.within(free + cash - need.dollars, token)
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
