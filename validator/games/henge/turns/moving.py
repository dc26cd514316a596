"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from validator.games.henge.actions.action import (
    Action,
    Turn,
)
from validator.games.henge.actions.arrive import transport
from validator.games.henge.actions.doors import Door, Doors
from validator.games.henge.cards import luck
from validator.games.henge.position.options import PlayBeforeMove
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.board import Ahead, Board
from validator.games.henge.printed.codes import P_TRAVEL, STEPS_LEVEL
from validator.games.henge.printed.mods import NO_AID, Aid
from validator.games.henge.rules import Switches
from validator.games.henge.turns.helps import aid_of, helped_actions


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


SETS_KEPT: Final = 1024
"""Sets of moves from one step that are kept as lists."""
PIECE: Final = 16
"""Bits of a set that are listed together: of pieces there are few, so that most are known."""
LAPS_KEPT: Final = 4
"""Laps of the rondel up to which its moves are kept; more are for the very rich."""


class Ways:
    """The moves from one step in the order in which they are offered, and sets of them as bits.

    ``free`` are those to actions that need nothing.
    """

    __slots__ = ("_known", "_pieces", "doors", "free", "moves")

    def __init__(self, moves: Sequence[Move], doors: Doors, free: Sequence[bool]) -> None:
        self.moves = moves
        self.doors = doors
        self.free = sum(bits for bits, one in zip(doors.to, free, strict=True) if one)
        self._known: dict[int, Sequence[Move]] = {}
        self._pieces: dict[int, list[Move]] = {}

    def pick(self, bits: int) -> Sequence[Move]:
        """The moves of a set; sets come again, so that they are kept as long as they are few."""
        found = self._known.get(bits)
        if found is None:
            if len(self._known) >= SETS_KEPT:
                self._known.clear()
                self._pieces.clear()
            self._known[bits] = found = self._listed(bits)
        return found

    def _listed(self, bits: int) -> tuple[Move, ...]:
        """The moves of a set, from its lowest bit on, piece by piece."""
        found: list[Move] = []
        first = 0
        while bits:
            piece = bits & (1 << PIECE) - 1
            if piece:
                moves = self._pieces.get(first << PIECE | piece)
                found += self._piece(first, piece) if moves is None else moves
            bits >>= PIECE
            first += PIECE
        return tuple(found)

    def _piece(self, first: int, piece: int) -> list[Move]:
        """The moves of one piece, which begins with move number ``first``; kept from now on."""
        moves = [one for at, one in enumerate(self.moves[first : first + PIECE]) if piece >> at & 1]
        self._pieces[first << PIECE | piece] = moves
        return moves


class Rondel:
    """All moves of a table, by step of the pawn, worked out as they are asked for.

    ``asked`` are the actions that may need something, ``stoneless`` those of them that need no
    stone held; ``idle`` is the next step with no action of each step. ``any_distance`` lets moves
    on foot go round more than once (X-HEN-27).
    """

    __slots__ = (
        "_ways",
        "actions",
        "any_distance",
        "asked",
        "board",
        "free",
        "idle",
        "ring",
        "stoneless",
    )

    def __init__(self, board: Board, actions: Sequence[Action], ruled: Switches) -> None:
        self.board = board
        self.actions = tuple(actions)
        self.any_distance = ruled.any_distance
        self.free = [one.needs_nothing(ruled) for one in actions]
        self.asked = [one for one in actions if not self.free[one.number]]
        self.stoneless = [one for one in self.asked if not one.takes_stone]
        self.ring = len(board.ahead)
        self.idle = [[_idle(board, ahead[0])] for ahead in board.ahead]
        self._ways: dict[int, Ways] = {}

    def ways(self, at: int, reach: int, token: bool) -> Ways:
        """What can be seen from a step: all laps that ``reach`` steps lead into."""
        laps = 1 if reach <= self.ring else -(-reach // self.ring)
        key = 2 * (laps * self.ring + at) + token
        found = self._ways.get(key)
        if found is None:
            moves = self.moves_from(at, laps, token)
            doors = Doors(list(map(_door, moves)), laps * self.ring, len(self.board.areas))
            found = Ways(moves, doors, self.free)
            if laps <= LAPS_KEPT:
                self._ways[key] = found
        return found

    def moves_from(self, at: int, laps: int, token: bool) -> list[Move]:
        """All moves from a step whatever they take, on foot and with ``token`` also by one."""
        return [move for one in self.actions for move in self._moves_to(at, one, laps, token)]

    def _moves_to(self, at: int, action: Action, laps: int, token: bool) -> Iterator[Move]:
        """The moves to an action, near first; a token takes one anywhere on the first lap."""
        ahead = self.board.ahead[at]
        found = [there for there in ahead if action.number in there.actions]
        for lap in range(laps if self.any_distance else 1):
            distance, passed = lap * self.ring, lap * ahead[-1].passed
            for there in found:
                name = self.board.step_names[there.step]
                far, icons = there.distance + distance, there.passed + passed
                yield Move(far, False, action, there.step, there.area, icons, name)
                if token and not lap:
                    yield Move(far, True, action, there.step, there.area, icons, name)


def _idle(board: Board, there: Ahead) -> Move:
    """The step to the next space for a player to whom no action is open."""
    name = board.step_names[there.step]
    return Move(there.distance, False, None, there.step, there.area, there.passed, name)


def _door(move: Move) -> Door:
    """Where a move leads, and what it takes."""
    assert move.action is not None
    steps, icons = (0, 0) if move.by_token else (move.distance, move.passed)
    return Door(move.action.number, move.area, steps, icons)


def move(turn: Turn, rondel: Rondel) -> Action | None:
    """Play cards that come before the move, choose a step and its action, and go there.

    The options are steps together with one of their actions, so that nobody stops where
    the basic action cannot be carried out (HEN-TURN-08, HEN-TURN-09, HEN-TURN-10).
    """
    state, player = turn.state, turn.player
    while True:
        options: Sequence[Move | PlayBeforeMove] = moves(state, player, rondel)
        if player.hand:
            early = luck.before_move(state, player)
            if early:
                options = [*options, *early]
        chosen = turn.ask.choose(player.seat, "move", options)
        if isinstance(chosen, Move):
            chosen.go(state, player)
            return chosen.action
        turn.play_luck(chosen.card)


def moves(state: State, player: Player, rondel: Rondel) -> Sequence[Move]:
    """All legal moves, action by action, near steps first."""
    reach = free_steps(state, player) + player.cash
    there = rondel.ways(state.pawn, reach, player.travel > 0)
    doors = there.doors
    bits = there.free & doors.within[reach]
    plain = Aid(state.mods) if state.mods_used else NO_AID
    helped = helped_actions(state, player) if player.hand else 0
    for action in rondel.asked if player.stones else rondel.stoneless:
        aid = aid_of(state, player, action, plain.mods) if helped & action.bit else plain
        bits |= action.open_by(state, player, doors, reach, aid)
    return there.pick(bits) or rondel.idle[state.pawn]


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
