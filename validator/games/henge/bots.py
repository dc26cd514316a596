"""The turn of a Hengebot (HEN-BOT-01 to HEN-BOT-26)."""

from __future__ import annotations

from typing import TypeAlias

from validator.games.henge import druids
from validator.games.henge.codes import CARVE, DRUID, INSTALL, LINTEL, NONE
from validator.games.henge.player import Player
from validator.games.henge.quarry import refill
from validator.games.henge.state import CLOSED, State

Deed: TypeAlias = tuple[int, int, int, int]
"""What a bot did: its card, the stone it used and the slot it filled, druids placed (or NONE)."""


def bot_turn(state: State, bot: Player) -> Deed:
    """Draw a card, move to the next step that shows one of its icons, act, discard the card."""
    card = state.hengebots.draw()
    if card == NONE:
        return NONE, NONE, NONE, 0
    state.tally.drew(card)
    state.tally.plays(card)
    matched = advance(state, state.cards.icons[card])
    druids_left = bot.druids
    stone, slot = act(state, bot, matched) if matched else (NONE, NONE)
    state.hengebots.discard(card)  # HEN-BOT-05
    return card, stone, slot, druids_left - bot.druids


def advance(state: State, icons: tuple[int, ...]) -> list[int]:
    """Move the pawn to the next step that shows an icon; return the icons it shows (HEN-BOT-03).

    No cost and no limit; Transport icons on the way have no effect (HEN-BOT-26).
    """
    for there in state.board.ahead[state.pawn]:
        matched = [icon for icon in icons if icon in there.actions]
        if matched:
            state.pawn = there.step
            state.local = there.area
            if state.rules.icons_in_step_order:  # X-HEN-17-ICONS
                matched.sort(key=there.actions.index)
            return matched
    return []


def act(state: State, bot: Player, matched: list[int]) -> tuple[int, int]:
    """Take the first matched action; a Carve icon counts besides another one (HEN-BOT-19).

    Return the stone used and the slot filled. Quarry and Income only move (HEN-BOT-20, -21).
    """
    if CARVE in matched:
        bot.carver = True
    if matched[0] == INSTALL:
        return bot_install(state, bot)
    if matched[0] == DRUID:
        bot_druid(state, bot)
    return NONE, NONE


def bot_druid(state: State, bot: Player) -> None:
    """Place a druid on the local path, if there is one and room for it (HEN-BOT-07 to -09)."""
    if bot.druids and state.prices[state.local] != CLOSED:
        druids.put(state, bot, state.local)


def bot_install(state: State, bot: Player) -> tuple[int, int]:
    """Use up a Quarry card for a stone in the local area (HEN-BOT-10 to HEN-BOT-18).

    Return the card and the slot, or (NONE, NONE).
    """
    at, slot = choose(state, bot.carver)
    if at == NONE:
        if state.rules.token_always:
            bot.carver = False
        return NONE, NONE
    card = state.quarry[at]
    state.fill(slot, state.cards.size[card])
    state.quarry[at] = NONE
    state.box.append(card)  # HEN-BOT-17
    refill(state)
    if state.board.slots[slot].carved or not state.rules.token_after_carved:  # X-HEN-17-TOKEN
        bot.carver = False
    return card, slot


def choose(state: State, carver: bool) -> tuple[int, int]:
    """The place in the pool and the slot; (NONE, NONE) if nothing is suitable (HEN-BOT-15)."""
    slots = suitable(state, carver)
    if state.rules.bots_choose_card_first:
        pairs = [(at, slot) for at in range(len(state.quarry)) for slot in slots]
    else:
        pairs = [(at, slot) for slot in slots for at in range(len(state.quarry))]
    for at, slot in pairs:
        card = state.quarry[at]
        if card != NONE and state.takes(slot, state.cards.size[card], carver, False, False):
            return at, slot
    return NONE, NONE


def suitable(state: State, carver: bool) -> list[int]:
    """Open slots of the local area, best first (HEN-BOT-11 to HEN-BOT-14, X-HEN-17).

    With the token face-up those that need carving come first: lintels before monoliths, then
    by their points; all others in the order of the slot list.
    """
    slots = state.board.slots
    here = [slot for slot in state.board.slots_of[state.local] if state.is_open(slot)]
    plain = [slot for slot in here if not slots[slot].carved]
    if not carver:
        return plain
    carved = [slot for slot in here if slots[slot].carved]
    carved.sort(key=lambda slot: (slots[slot].role != LINTEL, -slots[slot].bonus, slot))
    return carved + plain
