"""The turn of a Hengebot (HEN-BOT-01 to HEN-BOT-26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.henge.actions import put, refill
from validator.games.henge.codes import ACTIONS, CARVE, CLOSED, DRUID, INSTALL, LINTEL, NONE
from validator.games.henge.state import HengeState, Player


@dataclass(frozen=True, slots=True)
class BotDeed:
    """What a bot did in words: by a card, on a step of the rondel, for the ``icons`` of both."""

    card: str
    step: str
    icons: Sequence[str]
    doing: Sequence[str]

    def say(self) -> str:
        """The deed, such as ``Clay Mason on step-3 by heel for install: Whistler to heel-left``."""
        icons = f" for {' and '.join(self.icons)}" if self.icons else ""
        return f"{self.card} on {self.step}{icons}: {', '.join(self.doing) or 'nothing'}"


def bot_turn(state: HengeState, bot: Player) -> BotDeed:
    """Draw a card, move to the next step that shows one of its icons, act, discard the card."""
    card, names = state.hengebots.draw(), state.board.step_names  # HEN-BOT-01
    if card == NONE:
        return BotDeed("no card", names[state.pawn], (), ())
    state.tally.drew(card)
    state.tally.plays(card)
    icons = go_to_icon(state, state.cards.hengebots[card])  # HEN-BOT-02
    doing = [take(state, bot, action) for action in actions_taken(state, icons)]
    state.hengebots.discard(card)  # HEN-BOT-05
    words = [ACTIONS[icon] for icon in icons]
    return BotDeed(state.cards.names[card], names[state.pawn], words, [one for one in doing if one])


def go_to_icon(state: HengeState, icons: Sequence[int]) -> list[int]:
    """Go to the next step that shows an icon of a card; return those that it shows (HEN-BOT-03).

    No cost and no limit; Transport icons on the way have no effect (HEN-BOT-26).
    """
    for there in state.board.ahead[state.pawn]:
        matched = [icon for icon in icons if icon in there.actions]
        if matched:
            if state.ruled.bot_icons == "step_order":  # X-HEN-17-ICONS
                matched.sort(key=there.actions.index)
            state.pawn, state.local = there.step, there.area
            return matched
    return []


def actions_taken(state: HengeState, matched: Sequence[int]) -> tuple[int, ...]:
    """An action of the step reached, and Carve besides (HEN-BOT-04).

    A Carve icon counts even if the step shows another one too (HEN-BOT-19, X-HEN-17-CARVE);
    which of the two comes first is X-HEN-17-TIMING. Of two others the first is taken
    (HEN-BOT-25).
    """
    others = tuple(icon for icon in matched if icon != CARVE)[:1]
    shown = state.board.step_actions[state.pawn] if matched else ()
    if CARVE not in (shown if state.ruled.bot_carve == "shown" else matched):
        return others
    return (CARVE, *others) if state.ruled.carve_timing == "before" else (*others, CARVE)


def take(state: HengeState, bot: Player, action: int) -> str:
    """Take one action; Quarry and Income only move, others have no rule.

    HEN-BOT-20, HEN-BOT-21, HEN-BOT-22. Like those below, return what was done, if anything.
    """
    if action == INSTALL:
        return bot_install(state, bot)
    if action == DRUID:
        return bot_druid(state, bot)
    if action == CARVE:
        bot.carver = True  # HEN-BOT-19
        return "Carve token face-up"
    return ""


def bot_druid(state: HengeState, bot: Player) -> str:
    """Place a druid on the local path, if there is one and room for it.

    HEN-BOT-07, HEN-BOT-08, HEN-BOT-09.
    """
    if not bot.druids or state.price(state.local) == CLOSED:
        return ""
    put(state, bot, state.local)
    return f"a druid in {state.board.areas[state.local]}"


def bot_install(state: HengeState, bot: Player) -> str:
    """Use up a Quarry card for a stone in the local area, with nothing to its owner.

    HEN-BOT-10, HEN-BOT-18, HEN-BOT-23.
    """
    token = state.ruled.carve_token
    chosen = choose(state, carver=bot.carver)
    if chosen is None:
        if token == "always":
            bot.carver = False
        return ""
    at, slot = chosen
    card, place = state.quarry[at], state.board.slots[slot]
    state.fill(slot, state.stones[card].size)
    state.quarry[at] = NONE
    state.box.append(card)  # HEN-BOT-17
    refill(state)
    if place.carved or token != "after_carved":  # X-HEN-17-TOKEN
        bot.carver = False
    return f"{state.cards.names[card]} (Quarry {at + 1}) to {place.id}"


def choose(state: HengeState, *, carver: bool) -> tuple[int, int] | None:
    """The place in the pool and the slot; None if nothing is suitable (HEN-BOT-15).

    The best slots that can be filled count; among them the card in the lowest place of the
    pool that fits one decides (HEN-BOT-16).
    """
    for rank in slots_by_rank(state):
        for at, card in enumerate(state.quarry):
            if card != NONE:
                size = state.stones[card].size
                for slot in rank:
                    if fits(state, slot, size, carver):
                        return at, slot
    return None


def fits(state: HengeState, slot: int, size: int, carver: bool) -> bool:
    """Tell whether a kind of stone may stand in a slot; one that needs carving takes no other.

    HEN-BOT-11, HEN-BOT-12. Whether the waiver for stones of a size without slots is for bots too
    is X-HEN-17-SIZE.
    """
    any_size = state.ruled.bot_waiver == "everyone" and state.waives(size)
    return state.takes(slot, size, carver, any_size)


def slots_by_rank(state: HengeState) -> list[list[int]]:
    """The slots of the local area in the ranks in which bots go through them, best first.

    Those that need carving come first, which only the token face-up fills, lintels before
    monoliths, then by their points; all that need none are equal (HEN-BOT-13, HEN-BOT-14). Equal
    ones are taken as they are listed, or inside first (HEN-BOT-24, X-HEN-17-SLOT).

    X-HEN-17: fixing the slot first makes each slot a rank of its own, fixing the card first
    makes all of them one.
    """
    board = state.board
    slots = list(board.slots_of[state.local])
    if state.ruled.bot_slot == "inside_first":
        slots.sort(key=lambda slot: len(board.slots[slot].areas))
    ranks: dict[tuple[int, ...], list[int]] = {}
    for slot in slots:
        place = board.slots[slot]
        rank = (place.role == LINTEL, place.bonus) if place.carved else ()
        ranks.setdefault(rank, []).append(slot)
    found = [ranks[rank] for rank in sorted(ranks, reverse=True)]
    if state.ruled.bot_choice == "slot_first":
        return [[slot] for rank in found for slot in rank]
    if state.ruled.bot_choice == "card_first":
        return [[slot for rank in found for slot in rank]]
    return found
