"""Where the Master Druid can go, and going there (HEN-TURN)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from validator.games.henge.actions import HENGE_ACTIONS, transport
from validator.games.henge.codes import STEPS_LEVEL
from validator.games.henge.state import HengeState, Player
from validator.games.henge.turns import HengeAction, HengeChoice, aid_of_hand


@dataclass(frozen=True, slots=True)
class HengeMove:
    """A step of the rondel to go to, together with one of its actions.

    ``distance`` in steps, ``passed`` the Transport icons on the way: none by a token
    (HEN-TURN-04). Without ``action`` nothing is done there: a step for a player to whom no action
    is open.
    """

    distance: int
    by_token: bool
    action: HengeAction | None
    step: int
    area: int
    passed: int
    name: str

    def bribe(self, state: HengeState, player: Player) -> int:
        """Dollars for the steps beyond the free ones (HEN-TURN-03)."""
        return 0 if self.by_token else max(0, self.distance - free_steps(state, player))

    def go(self, state: HengeState, player: Player) -> None:
        """Pay for the move, transport stones, put the pawn down."""
        if self.by_token:  # HEN-TURN-06, X-HEN-07
            player.travel -= 1
            returns = state.ruled.spent_tokens == "supply"
            state.travel += returns
            state.travel_gone += not returns
        else:
            state.spend(player, self.bribe(state, player))
            if state.ruled.passed_icon == "must":  # HEN-TURN-05
                transport(player, self.passed)
        state.pawn = self.step
        state.local = self.area  # HEN-BOARD-11

    def say(self) -> str:
        """The move in a few words."""
        steps = f"{self.distance} step{'' if self.distance == 1 else 's'}"
        token = " by token" if self.by_token else ""
        doing = "nothing" if self.action is None else self.action.name
        return f"{steps}{token} to {self.name}: {doing}"


MoveOption: TypeAlias = HengeMove | HengeChoice
"""A move, or a Luck card to be played before it."""


def move_to(
    state: HengeState, action: HengeAction | None, distance: int, by_token: bool = False
) -> HengeMove:
    """The move so many steps ahead."""
    board, ahead = state.board, state.board.ahead[state.pawn]
    laps, place = divmod(distance - 1, len(ahead))
    there = ahead[place]
    passed = 0 if by_token else there.passed + laps * ahead[-1].passed
    name = board.step_names[there.step]
    return HengeMove(distance, by_token, action, there.step, there.area, passed, name)


def moves_to(
    state: HengeState, action: HengeAction, laps: int = 1, tokens: bool = True
) -> Iterator[HengeMove]:
    """The moves to an action, near ones first; a token takes one anywhere on the first lap."""
    ahead = state.board.ahead[state.pawn]
    for lap in range(laps):
        for there in ahead:
            if action.number in there.actions:
                yield move_to(state, action, lap * len(ahead) + there.distance)
                if tokens and lap == 0:
                    yield move_to(state, action, there.distance, by_token=True)


def moves(state: HengeState, player: Player) -> list[MoveOption]:
    """All legal moves, action by action, near steps first, and the cards that come before them.

    They are steps together with one of their actions, so that nobody stops where the basic action
    cannot be carried out (HEN-TURN-08, HEN-TURN-09, HEN-TURN-10). Income and Luck cost nothing
    (HEN-INC-03); Install, Carve and Arrive need a stone. A bribe may lead round more than once
    (X-HEN-27).
    """
    free, laps = free_steps(state, player), 1
    if state.ruled.longest_move == "any":
        laps += (free + player.cash) // len(state.board.steps)
    found: list[MoveOption] = []
    for action in HENGE_ACTIONS:
        aid = aid_of_hand(state, player, action.number, state.mods)
        for move in moves_to(state, action, laps, tokens=player.travel > 0):
            cash = player.cash
            if not move.by_token and move.distance > free:
                cash -= move.distance - free
            if cash >= 0 and action.is_open(state, player, move.area, move.passed, cash, aid):
                found.append(move)
    return [*(found or [move_to(state, None, 1)]), *early_cards(state, player.hand)]


def early_cards(state: HengeState, hand: Sequence[int]) -> list[HengeChoice]:
    """The Luck cards that are played before the move, as their text allows (HEN-LUCK-02)."""
    return [
        HengeChoice("play", card, words=f"play {state.cards.names[card]}")
        for card in dict.fromkeys(hand)
        if state.cards.luck[card].before_move
    ]


def free_steps(state: HengeState, player: Player) -> int:
    """Steps without a bribe (HEN-TURN-02)."""
    return state.mat.steps[player.levels[STEPS_LEVEL]] + state.mods.allowed["move free-step"]
