"""Bonus cards: how they are earned, given up, marked and scored (HEN-BON-01 to HEN-BON-10)."""

from __future__ import annotations

from validator.catalogue.effects import Score
from validator.games.henge.position.counting import count, holds
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import BONUS_DRAWN, BONUS_GIVEN_UP, NONE, P_MARKERS
from validator.play.rules import Ask


def earn_bonus(state: State, ask: Ask, player: Player) -> None:
    """Draw three end-of-game cards, then give up any two Bonus cards (HEN-BON-03, HEN-BON-07).

    Whether as many less are given up if the deck has fewer is a ruling (X-HEN-08-BONUS).
    """
    drawn = state.eog_deck.draw_up_to(BONUS_DRAWN)
    state.tally.drew_each(drawn)
    player.eog += drawn
    missing = BONUS_DRAWN - len(drawn) if state.ruled.short_bonus_spares else 0
    for _ in range(BONUS_GIVEN_UP - missing):
        cards = list(dict.fromkeys(player.eog))
        if player.spring != NONE and (not state.ruled.spring_stays or not cards):
            cards.append(player.spring)  # HEN-BON-04, X-HEN-20
        if not cards:
            return
        options = [*map(state.menu.give_up.__getitem__, cards)]
        give_up(state, player, ask.choose(player.seat, "give up", options).card)


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
    """Put a marker on the Spring card once its condition is met (HEN-TURN-12, HEN-BON-06).

    Only a turn does so in which a stone was installed or a druid placed.
    """
    if not (state.raised_now or state.placed_now):
        return
    if player.met or player.spring == NONE or player.markers < 1:
        return
    for score in state.cards.bonus[player.spring].scores:
        if score.when is not None and holds(state, player, score.when):
            player.met = True
            player.markers -= 1
            state.tally.level(P_MARKERS, player.markers)
            return


def card_points(state: State, player: Player, card: int, *, met: bool = False) -> int:
    """What one Bonus card would score now; ``met``: its condition was met before."""
    total = 0
    for score in state.cards.bonus[card].scores:
        total += points(state, player, score, met=met)
    return total


def points(state: State, player: Player, score: Score, *, met: bool = False) -> int:
    """What a Score effect gives now."""
    if score.when is not None and not met and not holds(state, player, score.when):
        return 0
    if score.per is None:
        return score.amount
    gained = count(state, player, score.per) // score.every * score.amount
    return gained if score.most is None else min(gained, score.most)
