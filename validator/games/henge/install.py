"""Install: which stones fit where, and what an installation brings (HEN-INS-01 to HEN-INS-18)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Effect, Gain
from validator.games.henge.codes import LINTEL, SLOTS
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State

EARNED_BONUS = (Gain("bonus"),)
NEVER = 999
"""More dollars, or icons to pass, than anyone can manage."""


def installations(state: State, player: Player, area: int, mods: Mods) -> list[int]:
    """All installations possible now as options ``stone * SLOTS + slot``, in fixed order."""
    options: list[int] = []
    bits = state.open_bits[area]
    widened = mods.any_size or mods.any_carving or mods.stone_adjacent or mods.stone_remote
    slots: Sequence[int] = (
        state.board.slots_of[area] if not widened else slots_in_reach(state, area, mods)
    )
    for at, card in enumerate(player.stones):
        if player.to_go[at] and not mods.any_transit:  # HEN-INS-03, HEN-STONE-12
            continue
        size, carved = state.cards.size[card], player.carved[at]
        if not widened and not bits & (1 << (2 * size + carved)):
            continue
        for slot in slots:
            if state.takes(slot, size, carved, mods.any_size > 0, mods.any_carving > 0):
                options.append(at * SLOTS + slot)
    return options


def slots_in_reach(state: State, area: int, mods: Mods) -> list[int]:
    """The slots of the local area and of those that a card lets one reach."""
    board = state.board
    slots = list(board.slots_of[area])
    others: tuple[int, ...] = ()
    if mods.stone_adjacent:
        others += board.neighbours[area]
    if mods.stone_remote:
        others += board.remote[area]
    for other in others:
        slots += [slot for slot in board.slots_of[other] if slot not in slots]
    return slots


def install(state: State, player: Player, option: int, area: int, mods: Mods) -> tuple[Effect, ...]:
    """Install one stone; return the benefits it brings, which the caller resolves.

    ``area`` is the local area. Which area a border slot or a slot in reach belongs to does not
    matter for the privilege: the local area decides (HEN-INS-02, HEN-INS-15).
    """
    at, slot = divmod(option, SLOTS)
    card = player.stones[at]
    carved = player.carved[at]
    place = state.board.slots[slot]
    _use_up(state, player, at, slot, area, mods)
    state.fill(slot, state.cards.size[card])  # 1st, HEN-INS-12
    bonus = place.bonus if carved or not place.carved else 0
    player.score += state.cards.vp[card] + bonus  # 2nd, HEN-INS-13
    player.markers += 2 if carved else 1  # 5th, HEN-INS-17
    del player.stones[at], player.to_go[at], player.carved[at]
    player.row.append(card)  # HEN-MAT-07
    player.row_slots.append(slot)
    player.row_carved.append(carved)
    state.raised_now += 1
    state.tally.plays(card)
    gained = level_up(state, player, card, area, mods)  # 4th, HEN-INS-15
    if state.rules.lintels_earn_bonus and place.role == LINTEL:  # X-HEN-04
        gained += EARNED_BONUS
    return gained


def level_up(state: State, player: Player, card: int, area: int, mods: Mods) -> tuple[Effect, ...]:
    """Raise the card's privilege if the local area shows it (HEN-INS-15, HEN-INS-16)."""
    privilege = state.cards.privilege[card]
    if privilege not in state.board.privileges[area]:
        if not mods.any_match:
            return ()
        mods.any_match -= 1
    return raise_level(state, player, privilege)


def raise_level(state: State, player: Player, privilege: int) -> tuple[Effect, ...]:
    """Move a privilege marker one step; at the top return the end benefit (HEN-INS-16)."""
    if player.levels[privilege] < state.mat.tops[privilege]:
        player.levels[privilege] += 1
        return ()
    return state.mat.ends[privilege]


def _use_up(state: State, player: Player, at: int, slot: int, area: int, mods: Mods) -> None:
    """Use up the favours of Luck cards that this installation needs."""
    place = state.board.slots[slot]
    size = state.cards.size[player.stones[at]]
    if player.to_go[at]:
        mods.any_transit -= 1
    if place.carved and not player.carved[at]:
        mods.any_carving -= 1
    if not place.takes & (3 << (2 * size)) and not state.waives(size):
        mods.any_size -= 1
    if area not in place.areas:
        near = any(area in state.board.neighbours[other] for other in place.areas)
        if near and mods.stone_adjacent:
            mods.stone_adjacent -= 1
        else:
            mods.stone_remote -= 1


def wait_for(state: State, player: Player) -> list[int]:
    """For each area, the fewest Transport icons to pass before a stone can be installed there."""
    least = [NEVER] * len(state.open_bits)
    for card, steps, carved in zip(player.stones, player.to_go, player.carved, strict=True):
        bit = 1 << (2 * state.cards.size[card] + carved)
        for area, bits in enumerate(state.open_bits):
            if bits & bit and steps < least[area]:
                least[area] = steps
    return least


def fits_somewhere(state: State, player: Player, at: int, area: int, mods: Mods) -> bool:
    """Tell whether a held stone fits a slot in reach, were it at the site already."""
    size, carved = state.cards.size[player.stones[at]], player.carved[at]
    return any(
        state.takes(slot, size, carved, mods.any_size > 0, mods.any_carving > 0)
        for slot in slots_in_reach(state, area, mods)
    )
