"""Reward chits: taking one from the pool, and filling the pool (HEN-REW-01, X-HEN-05)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from validator.catalogue.effects import Effect
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import NONE
from validator.play.rules import Ask

KINDS: Final = ("reward-a", "reward-b")
"""The types of chits, as effects name them; the pools are in this order."""


Keeps = Callable[[Sequence[Effect]], bool]
"""Whether an action that is due can still be done after some effects (HEN-TURN-09)."""


def take_reward(
    state: State, ask: Ask, player: Player, kind: int, keeps: Keeps
) -> tuple[Effect, ...]:
    """Take a face-up chit of a type, one that ``keeps`` if there is; return what it gives.

    X-HEN-05.
    """
    pool = state.pools[kind]
    if not pool:
        return ()
    chits = list(dict.fromkeys(pool))
    fit = [chit for chit in chits if keeps(state.cards.effects[chit])]
    options = [state.menu.rewards[chit] for chit in fit or chits]
    chit = ask.choose(player.seat, "reward", options).card
    pool.remove(chit)
    player.chits.append(chit)
    state.tally.drew(chit)
    state.tally.plays(chit)
    if state.ruled.rewards_refill_at_once:
        turn_up(state, kind, 1)
    doing = state.tally.acts_as(chit, player.seat)
    return () if doing == NONE else state.cards.effects[doing]


def turn_up(state: State, kind: int, number: int) -> None:
    """Turn chits face-up from their stack while there are any."""
    state.pools[kind].extend(state.rewards[kind].draw_up_to(number))


def refill_pools(state: State) -> None:
    """Fill the pools at the end of a turn, if they were not at once (X-HEN-05)."""
    for kind, size in enumerate(state.rules.counts.pool):
        turn_up(state, kind, size - len(state.pools[kind]))
