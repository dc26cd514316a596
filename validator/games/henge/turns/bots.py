"""The turn of a Hengebot (HEN-BOT-01 to HEN-BOT-26)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.henge.actions import druid
from validator.games.henge.actions.quarry import refill
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import CARVE, CLOSED, DRUID, INSTALL, LINTEL, NONE
from validator.games.henge.printed.mods import PLAIN


@dataclass(frozen=True, slots=True)
class BotDeed:
    """What a bot did by a card in an area, in words."""

    card: str
    area: str
    doing: str

    def say(self) -> str:
        """The deed in a few words, such as ``Clay Mason at the altar: Whistler to altar-left``."""
        return f"{self.card} at the {self.area}: {self.doing}"


@dataclass(frozen=True, slots=True)
class Installed:
    """The Stone card that a bot used up, and the slot it filled."""

    card: int
    slot: int


def bot_turn(state: State, bot: Player) -> BotDeed:
    """Draw a card, move to the next step that shows one of its icons, act, discard the card."""
    card = state.hengebots.draw()
    if card == NONE:
        return BotDeed("no card", state.board.areas[state.local], "nothing")
    state.tally.drew(card)
    state.tally.plays(card)
    matched = advance(state, state.cards.hengebots[card])
    druids_left = bot.druids
    installed = act(state, bot, matched) if matched else None
    state.hengebots.discard(card)  # HEN-BOT-05
    doing = "a druid" if bot.druids < druids_left else "nothing"
    if installed is not None:
        stone = state.cards.names[installed.card]
        doing = f"{stone} to {state.board.slots[installed.slot].id}"
    return BotDeed(state.cards.names[card], state.board.areas[state.local], doing)


def advance(state: State, icons: tuple[int, ...]) -> list[int]:
    """Move the pawn to the next step that shows an icon; return the icons it shows (HEN-BOT-03).

    No cost and no limit; Transport icons on the way have no effect (HEN-BOT-26).
    """
    for there in state.board.ahead[state.pawn]:
        matched = [icon for icon in icons if icon in there.actions]
        if matched:
            state.pawn = there.step
            state.local = there.area
            if state.ruled.icons_in_step_order:  # X-HEN-17-ICONS
                matched.sort(key=there.actions.index)
            return matched
    return []


def act(state: State, bot: Player, matched: list[int]) -> Installed | None:
    """Take the first matched action; a Carve icon counts besides another one (HEN-BOT-19).

    Return what was installed, if so. Quarry and Income only move (HEN-BOT-20, -21).
    """
    if CARVE in matched:
        bot.carver = True
    if matched[0] == INSTALL:
        return bot_install(state, bot)
    if matched[0] == DRUID:
        bot_druid(state, bot)
    return None


def bot_druid(state: State, bot: Player) -> None:
    """Place a druid on the local path, if there is one and room for it (HEN-BOT-07 to -09)."""
    if bot.druids and state.prices[state.local] != CLOSED:
        druid.put(state, bot, state.local)


def bot_install(state: State, bot: Player) -> Installed | None:
    """Use up a Quarry card for a stone in the local area (HEN-BOT-10 to HEN-BOT-18)."""
    chosen = choose(state, carver=bot.carver)
    if chosen is None:
        if state.ruled.token_always:
            bot.carver = False
        return None
    at, slot = chosen
    card = state.quarry[at]
    state.fill(slot, state.stones[card].size)
    state.quarry[at] = NONE
    state.box.append(card)  # HEN-BOT-17
    refill(state)
    if state.board.slots[slot].carved or not state.ruled.token_after_carved:  # X-HEN-17-TOKEN
        bot.carver = False
    return Installed(card, slot)


def choose(state: State, *, carver: bool) -> tuple[int, int] | None:
    """The place in the pool and the slot; None if nothing is suitable (HEN-BOT-15)."""
    slots = suitable(state, carver=carver)
    places = [at for at, card in enumerate(state.quarry) if card != NONE]
    if state.ruled.bots_choose_card_first:
        pairs = [(at, slot) for at in places for slot in slots]
    else:
        pairs = [(at, slot) for slot in slots for at in places]
    for at, slot in pairs:
        if state.takes(slot, state.stones[state.quarry[at]].size, carver, PLAIN):
            return at, slot
    return None


def suitable(state: State, *, carver: bool) -> list[int]:
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
