"""Luck cards: drawing them, which may be played, and what they change (HEN-LUCK-01 to -16)."""

from __future__ import annotations

from validator.catalogue.effects import Allow, Discard, Discount, Effect, Reach
from validator.games.henge.codes import LUCK_LEVEL, STOP, card_option
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State
from validator.play.driver import Driver

WITHOUT_END = 99
"""How often "all" is: more often than anything can happen in a turn."""


def draw_by_level(state: State, ask: Driver, player: Player) -> None:
    """Draw and discard by the Luck level, whatever the cause (HEN-LUCK-08 to HEN-LUCK-12)."""
    drawn, given_up = state.mat.luck[player.levels[LUCK_LEVEL]]
    draw(state, ask, player, drawn, given_up)


def draw(state: State, ask: Driver, player: Player, number: int, give_up: int) -> None:
    """Draw ``number`` cards, then discard ``give_up`` from the hand, which has no limit.

    If the deck has fewer (X-HEN-08), as many less are discarded (HEN-LUCK-14).
    """
    cards = state.luck_deck.draw_up_to(number)
    for card in cards:
        state.tally.drew(card)
    player.hand += cards
    give_up -= number - len(cards)
    while give_up > 0 and player.hand:
        give_up -= 1
        discard(state, player, ask.choose(player.seat, "discard", distinct(player.hand)))


def distinct(cards: list[int]) -> list[int]:
    """The different cards in order; copies of one design are the same card."""
    return list(dict.fromkeys(cards))


def discard(state: State, player: Player, card: int) -> None:
    """Lay a Luck card on the discards (HEN-LUCK-06)."""
    player.hand.remove(card)
    state.luck_deck.discard(card)


def discard_for(state: State, ask: Driver, player: Player, effect: Discard) -> bool:
    """Discard Luck cards, voluntarily if it is a price; tell whether all were discarded."""
    number = len(player.hand) if effect.amount is None else effect.amount
    if len(player.hand) < number:
        return False
    for _ in range(number):
        options = distinct(player.hand)
        card = ask.choose(player.seat, "discard", [STOP, *options] if effect.to else options)
        if card == STOP:
            return False
        discard(state, player, card)
    return True


def playable(state: State, player: Player, action: int, main: bool) -> list[int]:
    """Options that play a card now: it fits the action (HEN-LUCK-02 to HEN-LUCK-05).

    With a sub-action only cards that say so (HEN-CONC-03).
    """
    options: list[int] = []
    cards = state.cards
    bit = 1 << action
    for card in player.hand:
        if not cards.actions[card] & bit or cards.before_move[card]:
            continue
        if not main and not cards.in_sub_actions[card]:
            continue
        option = card_option(card)
        if option not in options:
            options.append(option)
    return options


def before_move(state: State, player: Player) -> list[int]:
    """Options that play a card whose text allows it before the rondel move (HEN-LUCK-02)."""
    cards = state.cards
    return [card_option(card) for card in distinct(player.hand) if cards.before_move[card]]


def modify(mods: Mods, effect: Effect) -> None:
    """Change what the action allows, if the effect is of that kind."""
    if isinstance(effect, Discount):
        apply_discount(mods, effect)
    elif isinstance(effect, Reach):
        apply_reach(mods, effect)
    elif isinstance(effect, Allow):
        apply_allowance(mods, effect)


def apply_discount(mods: Mods, effect: Discount) -> None:
    """Make something cheaper for the rest of the action."""
    saved = WITHOUT_END if effect.amount is None else effect.amount
    once = [saved] * (effect.uses or 0)
    if effect.of == "stone":
        mods.stone_once += once
        mods.stone_each += 0 if once else saved
    elif effect.of == "druid":
        mods.druid_once += once
        mods.druid_each += 0 if once else saved
    else:
        mods.carving_once += once
        mods.carving_each += 0 if once else saved


def apply_reach(mods: Mods, effect: Reach) -> None:
    """Let stones or druids go to areas beyond the local one (K-LUCK-02)."""
    uses = WITHOUT_END if effect.uses is None else effect.uses
    adjacent = uses if effect.area in ("adjacent", "any-area") else 0
    remote = uses if effect.area in ("remote", "any-area") else 0
    if effect.what == "stone":
        mods.stone_adjacent += adjacent
        mods.stone_remote += remote
    else:
        mods.druid_adjacent += adjacent
        mods.druid_remote += remote


def apply_allowance(mods: Mods, effect: Allow) -> None:
    """Raise a limit, or let a rule be ignored."""
    uses = WITHOUT_END if effect.uses is None else effect.uses
    if effect.waive == "stone-size":
        mods.any_size += uses
    elif effect.waive == "carving-duty":
        mods.any_carving += uses
    elif effect.waive == "area-match":
        mods.any_match += uses
    elif effect.waive == "transit":
        mods.any_transit += uses
    elif effect.verb == "place":
        mods.more_druids += effect.more
    elif effect.verb == "buy":
        mods.more_buys += effect.more
    elif effect.verb == "hold":
        mods.more_holds += effect.more
    else:
        mods.more_steps += effect.more
