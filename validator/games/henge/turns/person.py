"""The turn of a person, from the move to the refill (HEN-TURN-01 to HEN-TURN-16)."""

from __future__ import annotations

from validator.games.henge.actions.quarry import refill
from validator.games.henge.cards import luck
from validator.games.henge.cards.bonus import mark_spring
from validator.games.henge.cards.rewards import refill_pools
from validator.games.henge.position.options import DECLINE, Decline, ThrowAway
from validator.games.henge.position.player import Player
from validator.games.henge.printed.codes import NONE
from validator.games.henge.turns.benefits import Benefits, luck_step
from validator.games.henge.turns.moving import Move, Rondel, moves


def person_turn(turn: Benefits, player: Player, rondel: Rondel) -> None:
    """A whole turn, in which nothing has been done, and no card has changed anything yet."""
    state = turn.state
    turn.player, turn.lucky = player, True
    state.raised_now = state.placed_now = state.carved_now = 0
    if state.mods_used:
        state.forget_mods()
    # step 1, HEN-TURN-01, with the cards that come before it
    chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    while not isinstance(chosen, Move):
        turn.play_luck(chosen.card)
        chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    chosen.go(state, player)
    action = chosen.action
    if action is not None:  # step 2, HEN-TURN-08; the main action, HEN-CONC-01
        work = turn.work
        work.done = work.strayed = 0
        action.carry_out(turn, work)
    if state.raised_now or state.placed_now:
        mark_spring(state, player)  # step 3, HEN-TURN-12
    if player.hand:
        throw_away(turn)  # HEN-TURN-13
    if NONE in state.quarry:
        refill(state)  # HEN-TURN-15
    if not state.ruled.rewards_refill_at_once:
        refill_pools(state)


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
        if state.mods_used:
            state.forget_mods()
        turn.lucky = False  # HEN-TURN-14
        luck_step(turn)
        if state.raised_now or state.placed_now:
            mark_spring(state, player)
