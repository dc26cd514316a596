"""The turn of a Hengebot (HEN-BOT-01 to HEN-BOT-26)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge import actions as druid
from validator.games.henge.codes import (
    ACTIONS,
    CARVE,
    CLOSED,
    DRUID,
    INSTALL,
    LINTEL,
    NONE,
    stone_bit,
)
from validator.games.henge.printed import HengeBoard, HengeCards
from validator.games.henge.quarry import refill
from validator.games.henge.rules import HengeErrand, HengeSwitches, Ranks
from validator.games.henge.state import HengeState, Player


class BotDeed:
    """What a bot did in words: by a card, on a step of the rondel, for the ``icons`` of both.

    Made at every turn of a bot: a frozen dataclass would take several times as long to make.
    """

    __slots__ = ("card", "doing", "icons", "step")

    def __init__(self, card: str, step: str, icons: Sequence[str], doing: Sequence[str]) -> None:
        self.card = card
        self.step = step
        self.icons = icons
        self.doing = doing

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
    errand = state.rules.errands[card][state.pawn]
    doing = run(state, bot, errand)
    state.hengebots.discard(card)  # HEN-BOT-05
    return BotDeed(state.cards.names[card], names[errand.step], errand.icons, doing)


def errands_of(
    board: HengeBoard, cards: HengeCards, ruled: HengeSwitches
) -> dict[int, list[HengeErrand]]:
    """Where each Hengebot card sends a bot, by the step of the pawn."""
    steps = range(len(board.ahead))
    return {
        card: [errand_from(board, ruled, step, icons) for step in steps]
        for card, icons in cards.hengebots.items()
    }


def errand_from(
    board: HengeBoard, ruled: HengeSwitches, step: int, icons: Sequence[int]
) -> HengeErrand:
    """The way to the next step that shows an icon of a card (HEN-BOT-03).

    No cost and no limit; Transport icons on the way have no effect (HEN-BOT-26).
    """
    for there in board.ahead[step]:
        matched = [icon for icon in icons if icon in there.actions]
        if matched:
            if ruled.icons_in_step_order:  # X-HEN-17-ICONS
                matched.sort(key=there.actions.index)
            words = tuple(ACTIONS[icon] for icon in matched)
            actions = actions_taken(ruled, matched, there.actions)
            return HengeErrand(there.step, there.area, words, actions)
    return HengeErrand(step, board.step_area[step], (), ())


def actions_taken(
    ruled: HengeSwitches, matched: Sequence[int], shown: Sequence[int]
) -> tuple[int, ...]:
    """An action of the step reached, which are ``shown`` there, and Carve besides (HEN-BOT-04).

    A Carve icon counts even if the step shows another one too (HEN-BOT-19, X-HEN-17-CARVE);
    which of the two comes first is X-HEN-17-TIMING. Of two others the first is taken
    (HEN-BOT-25).
    """
    others = tuple(icon for icon in matched if icon != CARVE)[:1]
    if CARVE not in (shown if ruled.bots_carve_as_shown else matched):
        return others
    return (CARVE, *others) if ruled.bots_carve_first else (*others, CARVE)


def run(state: HengeState, bot: Player, errand: HengeErrand) -> list[str]:
    """Go there and act; return what was done."""
    state.pawn = errand.step
    state.local = errand.area
    doing: list[str] = []
    for action in errand.actions:
        did = take(state, bot, action)
        if did:
            doing.append(did)
    return doing


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
    if not bot.druids or state.prices[state.local] == CLOSED:
        return ""
    druid.put(state, bot, state.local)
    return f"a druid in {state.board.areas[state.local]}"


def bot_install(state: HengeState, bot: Player) -> str:
    """Use up a Quarry card for a stone in the local area, with nothing to its owner.

    HEN-BOT-10, HEN-BOT-18, HEN-BOT-23.
    """
    chosen = choose(state, carver=bot.carver)
    if chosen is None:
        if state.ruled.token_always:
            bot.carver = False
        return ""
    at, slot = chosen
    card, place = state.quarry[at], state.board.slots[slot]
    state.fill(slot, state.stones[card].size)
    state.quarry[at] = NONE
    state.box.append(card)  # HEN-BOT-17
    refill(state)
    if place.carved or not state.ruled.token_after_carved:  # X-HEN-17-TOKEN
        bot.carver = False
    return f"{state.cards.names[card]} (Quarry {at + 1}) to {place.id}"


def choose(state: HengeState, *, carver: bool) -> tuple[int, int] | None:
    """The place in the pool and the slot; None if nothing is suitable (HEN-BOT-15).

    The best slots that can be filled count; among them the card in the lowest place of the
    pool that fits one decides (HEN-BOT-16).
    """
    for rank in state.rules.bot_ranks[state.local]:
        for at, card in enumerate(state.quarry):
            if card != NONE:
                kind = stone_bit(state.stones[card].size, carver)
                for slot in rank:
                    if fits(state, kind, slot):
                        return at, slot
    return None


def fits(state: HengeState, kind: int, slot: int) -> bool:
    """Tell whether a kind of stone may stand in a slot; one that needs carving takes no other.

    HEN-BOT-11, HEN-BOT-12. Whether the waiver for stones of a size without slots is for bots too
    is X-HEN-17-SIZE.
    """
    if state.ruled.bots_waive_size:
        return bool(state.slot_bits[slot] & kind)
    return bool(state.slot_bits[slot] & state.board.slots[slot].takes & kind)


def ranks_of(board: HengeBoard, ruled: HengeSwitches) -> tuple[Ranks, ...]:
    """The slots of each area in the ranks in which bots go through them, or by a variant.

    X-HEN-17: fixing the slot first makes each slot a rank of its own, fixing the card first
    makes all of them one.
    """
    found = [by_worth(board, in_order(board, ruled, slots)) for slots in board.slots_of]
    if ruled.bots_fix_slot_first:
        return tuple(tuple((slot,) for rank in ranks for slot in rank) for ranks in found)
    if ruled.bots_fix_card_first:
        return tuple((tuple(slot for rank in ranks for slot in rank),) for ranks in found)
    return tuple(found)


def by_worth(board: HengeBoard, slots: Sequence[int]) -> Ranks:
    """Slots in ranks, best first (HEN-BOT-13, HEN-BOT-14).

    Those that need carving come first, which only the token face-up fills, lintels before
    monoliths, then by their points; all that need none are equal.
    """
    ranks: dict[tuple[int, ...], list[int]] = {}
    for slot in slots:
        place = board.slots[slot]
        rank = (place.role == LINTEL, place.bonus) if place.carved else ()
        ranks.setdefault(rank, []).append(slot)
    return tuple(tuple(ranks[rank]) for rank in sorted(ranks, reverse=True))


def in_order(board: HengeBoard, ruled: HengeSwitches, slots: Sequence[int]) -> list[int]:
    """Slots in the order in which equal ones are taken (HEN-BOT-24, X-HEN-17-SLOT)."""
    if not ruled.bots_build_inside_first:
        return list(slots)
    return sorted(slots, key=lambda slot: len(board.slots[slot].areas))
