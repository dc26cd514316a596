"""Where the Master Druid can go, and going there; what Luck cards make possible (HEN-TURN)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import Final, overload

from validator.games.henge.actions import (
    Arrive,
    Carve,
    Door,
    Doors,
    Druid,
    Due,
    HengeAction,
    HengeLuck,
    Income,
    here,
    transport,
)
from validator.games.henge.codes import NONE, STEPS_LEVEL
from validator.games.henge.install import Install
from validator.games.henge.modifiers import PLAIN
from validator.games.henge.options import PlayBeforeMove
from validator.games.henge.printed import HengeAhead, HengeBoard
from validator.games.henge.quarry import Quarry
from validator.games.henge.rules import HengeRules
from validator.games.henge.state import HengeState, Player


def actions(rules: HengeRules) -> tuple[HengeAction, ...]:
    """Make each action with its steps; the order is that of ``codes.ACTIONS``."""
    names = rules.cards.names[: len(rules.cards.stones)]
    made: tuple[HengeAction, ...] = (
        Arrive(),
        Carve(names),
        Income(),
        Quarry(rules.cards, rules.counts.quarry),
        Druid(rules.board),
        Install(rules.board, rules.cards),
        HengeLuck(),
    )
    return tuple(sorted(made, key=lambda action: action.number))


# What Luck cards make possible: they may be played before the first step of an action.
#
# So a step of the rondel may be chosen for an action that only the hand makes possible, and while
# nothing of it has been done, nothing may be done that would make it impossible (HEN-TURN-09).


def can_lose(state: HengeState, player: Player, due: Due, hand: Sequence[int], number: int) -> bool:
    """Tell whether the first step stays possible when ``number`` cards of ``hand`` are lost."""
    trial = player.copy()
    for lost in combinations(hand, min(number, len(hand))):
        trial.hand = player.hand.copy()
        for card in lost:
            trial.hand.remove(card)
        if is_possible(state, trial, due):
            return True
    return False


def is_possible(state: HengeState, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not.

    All the cards count that may be played before it, together (HEN-LUCK-02, HEN-LUCK-03): none of
    them makes worse what another one makes better.
    """
    action, reach = due.action, state.rules.dearest
    aid = state.hands.aid(player.hand, action.number, due.mods)
    return action.open_by(state, player, here(due.area, reach), reach, aid) != 0


@dataclass(frozen=True, slots=True)
class HengeMove:
    """A step of the rondel to go to, together with one of its actions.

    ``distance`` in steps, ``passed`` the Transport icons on the way. Without ``action`` nothing
    is done there: a step for a player to whom no action is open.
    """

    distance: int
    by_token: bool
    action: HengeAction | None
    step: int
    area: int
    passed: int
    name: str

    def go(self, state: HengeState, player: Player) -> None:
        """Pay for the move, transport stones, put the pawn down."""
        if self.by_token:  # HEN-TURN-04, HEN-TURN-06
            spend_token(state, player)
        else:
            bribe = self.distance - free_steps(state, player)
            if bribe > 0:  # HEN-TURN-03
                state.spend(player, bribe)
            if not state.ruled.transport_may_wait:  # HEN-TURN-05
                transport(player, self.passed)
        state.pawn = self.step
        state.local = self.area  # HEN-BOARD-11

    def say(self) -> str:
        """The move in a few words."""
        steps = f"{self.distance} step{'' if self.distance == 1 else 's'}"
        token = " by token" if self.by_token else ""
        doing = "nothing" if self.action is None else self.action.name
        return f"{steps}{token} to {self.name}: {doing}"


SETS_KEPT: Final = 256
"""Sets of ways to an action from one step that are kept as lists."""
FAR: Final = -1_000_000
"""What all laps but the first are worth that bring nothing more and cost more."""


class Lists(dict[int, list[HengeMove]]):
    """Sets of some moves as lists; they come again, so that they are kept while they are few."""

    __slots__ = ("moves",)

    def __init__(self, moves: Sequence[HengeMove]) -> None:
        super().__init__()
        self.moves = moves

    def __missing__(self, bits: int) -> list[HengeMove]:
        """List a set that is not kept."""
        if len(self) >= SETS_KEPT:
            self.clear()
        self[bits] = found = [move for at, move in enumerate(self.moves) if bits >> at & 1]
        return found


class Ways(Doors):
    """The moves from one step to one action, in the order in which they are offered.

    ``listed`` has sets of them.
    """

    __slots__ = ("listed",)

    def __init__(self, moves: list[HengeMove], reach: int) -> None:
        super().__init__([_door(move) for move in moves], reach)
        self.listed = Lists(moves)


@dataclass(frozen=True, slots=True)
class HengeRun:
    """Neighbouring moves to one action, ``first`` laps further, and as often again a lap more."""

    moves: Sequence[HengeMove | PlayBeforeMove]
    first: int
    times: int


class Rounds(Sequence[HengeMove | PlayBeforeMove]):
    """The moves of a player who can go round very often, each made when it is asked for.

    Once all stones have arrived, and as long as everything can be paid, one lap is as good as
    the next: one of the ``laps`` that are looked at, which has the number ``same``, comes
    ``spare`` times more.
    """

    __slots__ = ("_icons", "_ring", "_runs", "_starts", "_stop")

    def __init__(
        self, found: Sequence[HengeMove | PlayBeforeMove], rondel: Rondel, spare: int
    ) -> None:
        self._ring = rondel.ring
        self._icons = rondel.icons
        near, far = rondel.same * rondel.ring, (rondel.same + 1) * rondel.ring

        def kind(one: HengeMove | PlayBeforeMove) -> tuple[int, int]:
            if not isinstance(one, HengeMove) or one.action is None:
                return NONE, 0
            return one.action.number, (one.distance > near) + (one.distance > far)

        self._runs: list[HengeRun] = []
        self._starts: list[int] = []
        self._stop = 0
        for (_, part), moves in groupby(found, kind):
            run = HengeRun(
                [*moves], spare if part == BEHIND else 0, spare + 1 if part == AGAIN else 1
            )
            self._runs.append(run)
            self._starts.append(self._stop)
            self._stop += len(run.moves) * run.times

    def __len__(self) -> int:
        return self._stop

    @overload
    def __getitem__(self, at: int) -> HengeMove | PlayBeforeMove: ...
    @overload
    def __getitem__(self, at: slice) -> list[HengeMove | PlayBeforeMove]: ...
    def __getitem__(
        self, at: int | slice
    ) -> HengeMove | PlayBeforeMove | list[HengeMove | PlayBeforeMove]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(self._stop))]
        if not 0 <= at < self._stop:
            raise IndexError(at)
        number = bisect_right(self._starts, at) - 1
        run = self._runs[number]
        more, place = divmod(at - self._starts[number], len(run.moves))
        one, laps = run.moves[place], run.first + more
        if not laps:
            return one
        assert isinstance(one, HengeMove)
        far, passed = one.distance + laps * self._ring, one.passed + laps * self._icons
        return replace(one, distance=far, passed=passed)

    def rate(self, rate_one: Callable[[HengeMove | PlayBeforeMove], int]) -> list[int]:
        """Rate the moves of the first laps; all others take more for the same."""
        ratings: list[int] = []
        for run in self._runs:
            if not run.first:
                ratings += [rate_one(one) for one in run.moves]
            ratings += [FAR] * (len(run.moves) * (run.times - (not run.first)))
        return ratings


AGAIN: Final = 1
BEHIND: Final = 2
"""Moves of the lap that comes again, and of those behind it."""


class Rondel:
    """All moves of a table, by step of the pawn, worked out as they are asked for.

    ``idle`` is the next step with no action of each step. ``any_distance`` lets moves on foot go
    round more than once (X-HEN-27). ``laps`` are all that differ: behind ``same`` of them all
    stones have arrived, and a player with that many more can pay everything after the next one.
    """

    __slots__ = (
        "_ways",
        "actions",
        "any_distance",
        "board",
        "icons",
        "idle",
        "laps",
        "ring",
        "same",
    )

    def __init__(self, rules: HengeRules, actions: Sequence[HengeAction]) -> None:
        self.board = board = rules.board
        self.actions = tuple(actions)
        self.any_distance = rules.ruled.any_distance
        self.ring = len(board.ahead)
        self.icons = board.ahead[0][-1].passed
        furthest = max([stone.steps for stone in rules.cards.stones.values()], default=0)
        self.same = 1 + furthest // max(self.icons, 1)
        self.laps = self.same + 2 + -(-rules.dearest // self.ring)
        self.idle = [[_idle(board, ahead[0])] for ahead in board.ahead]
        self._ways: dict[tuple[int, int, bool], list[Ways]] = {}

    def ways(self, at: int, reach: int, token: bool) -> list[Ways]:
        """What can be seen from a step, by action: all laps that ``reach`` steps lead into."""
        laps = 1 + reach // self.ring
        key = at, laps, token
        if key not in self._ways:
            moves = [self.moves_to(at, one, laps, token) for one in self.actions]
            self._ways[key] = [Ways(one, laps * self.ring) for one in moves]
        return self._ways[key]

    def moves_to(
        self, at: int, action: HengeAction, laps: int, token: bool = False
    ) -> list[HengeMove]:
        """All moves to an action on foot, near first, whatever they take, and by ``token`` as well.

        A token takes one anywhere on the first lap.
        """
        moves: list[HengeMove] = []
        ahead = self.board.ahead[at]
        found = [there for there in ahead if action.number in there.actions]
        for lap in range(laps if self.any_distance else 1):
            distance, passed = lap * self.ring, lap * ahead[-1].passed
            for there in found:
                name = self.board.step_names[there.step]
                far, icons = there.distance + distance, there.passed + passed
                moves.append(HengeMove(far, False, action, there.step, there.area, icons, name))
                if token and not lap:
                    moves.append(HengeMove(far, True, action, there.step, there.area, icons, name))
        return moves


def _idle(board: HengeBoard, there: HengeAhead) -> HengeMove:
    """The step to the next space for a player to whom no action is open."""
    name = board.step_names[there.step]
    return HengeMove(there.distance, False, None, there.step, there.area, there.passed, name)


def _door(move: HengeMove) -> Door:
    """Where a move leads, and what it takes."""
    return Door(move.area, 0, 0) if move.by_token else Door(move.area, move.distance, move.passed)


def moves(
    state: HengeState, player: Player, rondel: Rondel
) -> Sequence[HengeMove | PlayBeforeMove]:
    """All legal moves, action by action, near steps first, and the cards that come before them.

    They are steps together with one of their actions, so that nobody stops where the basic action
    cannot be carried out (HEN-TURN-08, HEN-TURN-09, HEN-TURN-10). Income and Luck cost nothing
    (HEN-INC-03); Install, Carve and Arrive need a stone.
    """
    reach = free_steps(state, player) + player.cash
    spare = max(0, reach // rondel.ring - rondel.laps)
    reach -= spare * rondel.ring
    held = state.hands[tuple(player.hand)]
    aids = held.aids if state.mods is PLAIN else state.hands.aids(player.hand, state.mods)
    found: list[HengeMove | PlayBeforeMove] = []
    all_ways = rondel.ways(state.pawn, reach, player.travel > 0)
    for action, ways, aid in zip(rondel.actions, all_ways, aids, strict=True):
        bits = action.open_by(state, player, ways, reach, aid)
        if bits:
            found += ways.listed[bits]
    if not found:
        found += rondel.idle[state.pawn]
    found += held.early
    return Rounds(found, rondel, spare) if spare else found


def free_steps(state: HengeState, player: Player) -> int:
    """Steps without a bribe (HEN-TURN-02)."""
    return state.mat.steps[player.levels[STEPS_LEVEL]] + state.mods.more_steps


def spend_token(state: HengeState, player: Player) -> None:
    """Spend a Free Travel token (X-HEN-07)."""
    player.travel -= 1
    if state.ruled.tokens_return:
        state.travel += 1
    else:
        state.travel_gone += 1
