"""Bonus cards and Reward chits: how they are earned, marked and scored."""

from __future__ import annotations

from validator.catalogue.effects import Effect, Score
from validator.games.henge.cards import winter_score
from validator.games.henge.codes import BONUS_DRAWN, BONUS_GIVEN_UP, NONE
from validator.games.henge.luck import distinct
from validator.games.henge.metrics import count, holds
from validator.games.henge.player import Player
from validator.games.henge.state import State
from validator.play.driver import Driver


def earn_bonus(state: State, ask: Driver, player: Player) -> None:
    """Draw three end-of-game cards, then give up any two Bonus cards (HEN-BON-03, HEN-BON-07).

    With fewer cards left as many less are given up, so that one more card stays (X-HEN-08).
    """
    drawn = state.eog_deck.draw_up_to(BONUS_DRAWN)
    for card in drawn:
        state.tally.drew(card)
    player.eog += drawn
    for _ in range(BONUS_GIVEN_UP - (BONUS_DRAWN - len(drawn))):
        options = distinct(player.eog)
        if player.spring != NONE and (not state.rules.spring_stays or not options):
            options.append(player.spring)  # HEN-BON-04, X-HEN-20
        if not options:
            return
        give_up(state, player, ask.choose(player.seat, "give up", options))


def give_up(state: State, player: Player, card: int) -> None:
    """Discard a Bonus card; a Spring card goes back to the box and scores nothing (HEN-BON-05)."""
    if card == player.spring:
        player.spring = NONE
        player.markers += player.met
        player.met = False
        state.box.append(card)
    else:
        player.eog.remove(card)
        state.eog_deck.discard(card)


def mark_spring(state: State, player: Player) -> None:
    """Put a marker on the Spring card once its condition is met (HEN-TURN-12, HEN-BON-06)."""
    if player.met or player.spring == NONE or player.markers < 1:
        return
    for score in winter_score(state.cards, player.spring):
        if score.when is not None and holds(state, player, score.when):
            player.met = True
            player.markers -= 1
            return


def winter_points(state: State, player: Player) -> int:
    """Winter points of all Bonus cards of a player (HEN-SCORE-01)."""
    points = card_points(state, player, player.spring, player.met) if player.spring != NONE else 0
    return points + sum(card_points(state, player, card, False) for card in player.eog)


def card_points(state: State, player: Player, card: int, met: bool) -> int:
    """What one Bonus card would score now; ``met``: its condition was met before."""
    return sum(points(state, player, score, met) for score in winter_score(state.cards, card))


def points(state: State, player: Player, score: Score, met: bool = False) -> int:
    """What a Score effect gives now."""
    if score.when is not None and not met and not holds(state, player, score.when):
        return 0
    if score.per is None:
        return score.amount
    gained = count(state, player, score.per) // score.every * score.amount
    return gained if score.most is None else min(gained, score.most)


def take_reward(state: State, ask: Driver, player: Player, kind: int) -> tuple[Effect, ...]:
    """Take a face-up chit of type A (0) or B (1); return what it gives (X-HEN-05)."""
    pool = state.pools[kind]
    if not pool:
        return ()
    chit = ask.choose(player.seat, "reward", distinct(pool))
    pool.remove(chit)
    player.chits.append(chit)
    state.tally.drew(chit)
    state.tally.plays(chit)
    if state.rules.rewards_refill_at_once:
        refill_pool(state, kind, 1)
    return state.cards.effects[chit]


def refill_pool(state: State, kind: int, number: int) -> None:
    """Turn chits face-up from their stack while there are any."""
    drawn = state.rewards[kind].draw_up_to(number)
    state.pools[kind].extend(drawn)
