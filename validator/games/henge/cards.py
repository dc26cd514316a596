"""Bonus cards and Reward chits (HEN-BON, HEN-REW), and what scores by what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from validator.catalogue.effects import Effect, Score
from validator.games.henge.codes import BONUS_DRAWN, BONUS_GIVEN_UP, NONE, P_MARKERS
from validator.games.henge.state import HengeState, Player, count, holds
from validator.games.henge.turns import HengeChoice, HengeTurn
from validator.play.rules import Ask


def choose_card(
    state: HengeState, ask: Ask, seat: int, what: str, cards: Sequence[int]
) -> HengeChoice:
    """Ask a seat for one of some cards; copies of one design are the same card."""
    names = state.cards.names
    options = [HengeChoice(what, card, words=names[card]) for card in dict.fromkeys(cards)]
    return ask.choose(seat, what, options)


def earn_bonus(state: HengeState, ask: Ask, player: Player) -> None:
    """Draw three end-of-game cards, then give up any two Bonus cards (HEN-BON-03, HEN-BON-07).

    Whether as many less are given up if the deck has fewer is a ruling (X-HEN-08-BONUS).
    """
    drawn = state.eog_deck.draw_up_to(BONUS_DRAWN)
    state.tally.drew_each(drawn)
    player.eog += drawn
    spared = BONUS_DRAWN - len(drawn) if state.ruled.short_bonus == "fewer" else 0
    for _ in range(BONUS_GIVEN_UP - spared):
        cards = list(player.eog)
        spring_stays = state.ruled.spring_discard == "hand_only"
        if player.spring != NONE and (not spring_stays or not cards):
            cards.append(player.spring)  # HEN-BON-04, X-HEN-20
        if not cards:
            return
        give_up(state, player, choose_card(state, ask, player.seat, "give up", cards).number)


def give_up(state: HengeState, player: Player, card: int) -> None:
    """Discard a Bonus card; a Spring card goes back to the box and scores nothing (HEN-BON-05)."""
    if card == player.spring:
        player.spring = NONE
        player.markers += player.met
        player.met = False
        state.box.append(card)
    else:
        player.eog.remove(card)
        state.eog_deck.discard(card)


def mark_spring(state: HengeState, player: Player) -> None:
    """Put a marker on the Spring card once its condition is met (HEN-TURN-12, HEN-BON-06).

    Only a turn does so in which a stone was installed or a druid placed.
    """
    if not (state.raised_now or state.placed_now):
        return
    if player.met or player.spring == NONE or player.markers < 1:
        return
    conditions = [score.when for score in state.cards.bonus[player.spring]]
    if any(when is not None and holds(state, player, when) for when in conditions):
        player.met = True
        player.markers -= 1
        state.tally.level(P_MARKERS, player.markers)


def card_points(state: HengeState, player: Player, card: int, *, met: bool = False) -> int:
    """What one Bonus card would score now; ``met``: its condition was met before."""
    return sum(points(state, player, score, met=met) for score in state.cards.bonus[card])


def points(state: HengeState, player: Player, score: Score, *, met: bool = False) -> int:
    """What a Score effect gives now."""
    if score.when is not None and not met and not holds(state, player, score.when):
        return 0
    if score.per is None:
        return score.amount
    gained = count(state, player, score.per) // score.every * score.amount
    return gained if score.most is None else min(gained, score.most)


REWARDS: Final = ("reward-a", "reward-b")
"""The types of chits, as effects name them; the pools are in this order."""


def take_reward(turn: HengeTurn, kind: int) -> tuple[Effect, ...]:
    """Take a face-up chit of a type, one that leaves possible what is due if there is such a one.

    Return what it gives. X-HEN-05.
    """
    state, player, pool = turn.state, turn.player, turn.state.pools[kind]
    if not pool:
        return ()
    fit = [chit for chit in pool if turn.keeps(state.cards.effects[chit])]
    chit = choose_card(state, turn.ask, player.seat, "reward", fit or pool).number
    pool.remove(chit)
    player.chits.append(chit)
    state.tally.drew(chit)
    state.tally.plays(chit)
    if state.ruled.reward_refill == "at_once":
        turn_up(state, kind, 1)
    doing = state.tally.acts_as(chit, player.seat)
    return () if doing == NONE else state.cards.effects[doing]


def turn_up(state: HengeState, kind: int, number: int) -> None:
    """Turn chits face-up from their stack while there are any."""
    state.pools[kind].extend(state.rewards[kind].draw_up_to(number))


def refill_pools(state: HengeState) -> None:
    """Fill the pools at the end of a turn, if they were not at once (X-HEN-05)."""
    for kind, pool in enumerate(state.pools):
        turn_up(state, kind, state.rules.sizes["reward_pool_" + "ab"[kind]] - len(pool))
