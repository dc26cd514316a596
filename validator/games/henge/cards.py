"""Bonus cards, Luck cards and Reward chits (HEN-BON, HEN-LUCK, HEN-REW)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from validator.catalogue.effects import Discard, Draw, Effect, Score
from validator.games.henge.codes import BONUS_DRAWN, BONUS_GIVEN_UP, LUCK_LEVEL, NONE, P_MARKERS
from validator.games.henge.options import DECLINE, DiscardLuck, HengeDecline
from validator.games.henge.state import HengeState, Player, count, holds
from validator.play.rules import Ask


def earn_bonus(state: HengeState, ask: Ask, player: Player) -> None:
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
    for score in state.cards.bonus[player.spring].scores:
        if score.when is not None and holds(state, player, score.when):
            player.met = True
            player.markers -= 1
            state.tally.level(P_MARKERS, player.markers)
            return


def card_points(state: HengeState, player: Player, card: int, *, met: bool = False) -> int:
    """What one Bonus card would score now; ``met``: its condition was met before."""
    total = 0
    for score in state.cards.bonus[card].scores:
        total += points(state, player, score, met=met)
    return total


def points(state: HengeState, player: Player, score: Score, *, met: bool = False) -> int:
    """What a Score effect gives now."""
    if score.when is not None and not met and not holds(state, player, score.when):
        return 0
    if score.per is None:
        return score.amount
    gained = count(state, player, score.per) // score.every * score.amount
    return gained if score.most is None else min(gained, score.most)


class HengeDrawing(Protocol):
    """Whose turn it is, as far as drawing is concerned."""

    state: HengeState
    ask: Ask
    player: Player

    def spare(self, cards: list[DiscardLuck], number: int) -> list[DiscardLuck]:
        """Those of the cards in hand that may be the first of so many to be discarded."""

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play Luck cards just drawn."""


def draw_by_level(turn: HengeDrawing) -> None:
    """Draw and discard by the Luck level, whatever the cause.

    HEN-LUCK-08; the levels are HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11 and HEN-LUCK-12.
    """
    drawn, given_up = turn.state.mat.luck[turn.player.in_force[LUCK_LEVEL]]
    draw(turn, drawn, given_up)


def draw(turn: HengeDrawing, number: int, give_up: int) -> None:
    """Draw ``number`` cards, then discard ``give_up`` from the hand, which has no limit.

    HEN-LUCK-14. Whether cards just drawn may be played before that is X-HEN-28; whether as many
    less are discarded if the deck has fewer is X-HEN-08-LUCK.
    """
    state, player = turn.state, turn.player
    cards = state.luck_deck.draw_up_to(number)
    state.tally.drew_each(cards)
    player.hand += cards
    if state.ruled.short_luck_spares:
        give_up -= number - len(cards)
    if give_up > 0 and not state.ruled.discards_before_play:
        turn.play_drawn(cards)
    while give_up > 0 and player.hand:
        cards_left = turn.spare(choices_of_hand(state, player), min(give_up, len(player.hand)))
        give_up -= 1
        chosen = turn.ask.choose(
            player.seat, "discard", cards_left or choices_of_hand(state, player)
        )
        discard(state, player, chosen.card)


def numbers(state: HengeState, player: Player, effect: Draw) -> tuple[int, int]:
    """How many cards an effect lets one draw, and how many are to be discarded then."""
    if effect.by is not None:
        return state.mat.luck[player.in_force[LUCK_LEVEL]]
    return effect.amount, 0 if effect.keep is None else effect.amount - effect.keep


def cards_lost(state: HengeState, player: Player, effects: Sequence[Effect]) -> int:
    """Cards that draws take from the hand beyond those that they bring, if the deck is short."""
    left, lost = state.luck_deck.count_left(), 0
    for effect in effects:
        if isinstance(effect, Draw):
            number, give_up = numbers(state, player, effect)
            drawn = min(number, left)
            left -= drawn
            lost += max(0, give_up - drawn)
    return 0 if state.ruled.short_luck_spares else lost


def choices_of_hand(state: HengeState, player: Player) -> list[DiscardLuck]:
    """The cards of the hand to choose from; copies of one design are the same card."""
    return [*map(state.menu.discard.__getitem__, dict.fromkeys(player.hand))]


def discard(state: HengeState, player: Player, card: int) -> None:
    """Lay a Luck card on the discards."""
    player.hand.remove(card)
    state.luck_deck.discards.append(card)


def discard_for(turn: HengeDrawing, effect: Discard) -> bool:
    """Discard Luck cards, voluntarily if it is a price; tell whether all were discarded."""
    state, player = turn.state, turn.player
    number = len(player.hand) if effect.amount is None else effect.amount
    if len(player.hand) < number:
        return False
    for left in range(number, 0, -1):
        cards = turn.spare(choices_of_hand(state, player), left)
        options: Sequence[DiscardLuck | HengeDecline]
        options = [DECLINE, *cards] if effect.to else cards or choices_of_hand(state, player)
        chosen = turn.ask.choose(player.seat, "discard", options)
        if isinstance(chosen, HengeDecline):
            return False
        discard(state, player, chosen.card)
    return True


KINDS: Final = ("reward-a", "reward-b")
"""The types of chits, as effects name them; the pools are in this order."""


Keeps = Callable[[Sequence[Effect]], bool]
"""Whether an action that is due can still be done after some effects (HEN-TURN-09)."""


def take_reward(
    state: HengeState, ask: Ask, player: Player, kind: int, keeps: Keeps
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


def turn_up(state: HengeState, kind: int, number: int) -> None:
    """Turn chits face-up from their stack while there are any."""
    state.pools[kind].extend(state.rewards[kind].draw_up_to(number))


def refill_pools(state: HengeState) -> None:
    """Fill the pools at the end of a turn, if they were not at once (X-HEN-05)."""
    for kind, size in enumerate(state.rules.counts.pool):
        turn_up(state, kind, size - len(state.pools[kind]))
