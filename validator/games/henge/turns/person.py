"""The turn of a person, from the move to the refill (HEN-TURN-01 to HEN-TURN-16)."""

from __future__ import annotations

from validator.games.henge.actions.action import Due
from validator.games.henge.actions.arrive import transport
from validator.games.henge.actions.quarry import refill
from validator.games.henge.cards import luck
from validator.games.henge.cards.bonus import mark_spring
from validator.games.henge.cards.rewards import refill_pools
from validator.games.henge.position.options import DECLINE, Decline, ThrowAway, TransportAll
from validator.games.henge.position.player import Player
from validator.games.henge.printed.codes import NONE
from validator.games.henge.printed.mods import PLAIN
from validator.games.henge.turns.benefits import Benefits, luck_step
from validator.games.henge.turns.helps import is_possible
from validator.games.henge.turns.moving import Move, Rondel, moves


def person_turn(turn: Benefits, player: Player, rondel: Rondel) -> None:
    """A whole turn, in which nothing has been done, and no card has changed anything yet."""
    state = turn.state
    turn.player, turn.lucky = player, True
    state.raised_now = state.placed_now = state.carved_now = 0
    state.mods = PLAIN
    # step 1, HEN-TURN-01, with the cards that come before it
    chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    while not isinstance(chosen, Move):
        turn.play_luck(chosen.card)
        chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    chosen.go(state, player)
    if state.ruled.transport_may_wait:
        choose_transport(turn, chosen)
    action = chosen.action
    if action is not None:  # step 2, HEN-TURN-08; the main action, HEN-CONC-01
        work = turn.work
        work.done = work.strayed = 0
        action.carry_out(turn, work)
    mark_spring(state, player)  # step 3, HEN-TURN-12
    if player.hand:
        throw_away(turn)  # HEN-TURN-13
    if NONE in state.quarry:
        refill(state)  # HEN-TURN-15
    if not state.ruled.rewards_refill_at_once:
        refill_pools(state)


def choose_transport(turn: Benefits, move: Move) -> None:
    """Ask at how many of the icons passed the stones move (HEN-TURN-07, X-HEN-29).

    Only what leaves the action possible for which the player stops there (HEN-TURN-09).
    """
    state, player = turn.state, turn.player
    icons = 0 if move.by_token else min(move.passed, max([0, *player.to_go]))
    options: list[TransportAll] = []
    for steps in range(icons, -1, -1):
        trial = player.copy()
        transport(trial, steps)
        if move.action is None or is_possible(
            state, trial, Due(move.action, move.area, state.mods)
        ):
            options.append(TransportAll(steps))
    if icons:
        transport(player, turn.ask.choose(player.seat, "transport", options).steps)


def throw_away(turn: Benefits) -> None:
    """Discard one Luck card unused for a Luck Track step (HEN-TURN-13, HEN-TURN-14)."""
    state, player = turn.state, turn.player
    if not state.ruled.luck_track_repeats and player.luck_at >= len(state.mat.luck_track) - 1:
        return
    hand, menu = player.hand, state.menu.throw_away
    options: list[ThrowAway | Decline] = [DECLINE]
    for card in dict.fromkeys(hand):
        options.append(menu[card])
    chosen = turn.ask.choose(player.seat, "throw away", options)
    if isinstance(chosen, ThrowAway):
        luck.discard(state, player, chosen.card)
        turn.lucky = False  # HEN-TURN-14
        luck_step(turn)
        mark_spring(state, player)
