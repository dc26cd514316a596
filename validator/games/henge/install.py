"""Install: which stones fit where, and what an installation brings (HEN-INS-01 to HEN-INS-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from validator.catalogue.effects import Effect, Gain
from validator.games.henge import codes
from validator.games.henge.actions import (
    Doors,
    HengeAction,
    HengeTurn,
    HengeWork,
    can_carve,
    ease_price,
)
from validator.games.henge.codes import EITHER, LINTEL, NO_LIMIT, stone_bit
from validator.games.henge.modifiers import PLAIN, Aid, Mods
from validator.games.henge.printed import HengeBoard, HengeCards
from validator.games.henge.state import HengeState, Player

EARNED_BONUS: Final = (Gain("bonus"),)


@dataclass(frozen=True, slots=True)
class InstallStone:
    """Install this one of the stones held in this slot; ``called`` is the name of its card."""

    stone: int
    slot: int
    name: str
    called: str = field(default="a stone", compare=False)

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """The five things that the rulebook numbers, stone by stone."""
        state, player, mods, slot = turn.state, turn.player, turn.state.mods, self.slot
        place = state.board.slots[slot]
        use_mods(state, player, self.stone, slot, mods)
        card = player.stones.pop(self.stone)
        carved = player.carved.pop(self.stone)
        del player.to_go[self.stone]
        printed = state.stones[card]
        state.fill(slot, printed.size)  # 1st, HEN-INS-12
        bonus = place.bonus if carved or not place.carved else 0  # HEN-INS-09
        player.score += printed.vp + bonus  # 2nd, HEN-INS-13
        state.raised_now += 1  # 3rd: the Spring card is marked as the turn ends (HEN-INS-14)
        state.tally.plays(card)
        benefits = level_up(state, player, printed.privilege, mods)  # 4th, HEN-INS-15
        player.markers += 2 if carved else 1  # 5th, HEN-INS-17
        player.row.append(card)  # HEN-MAT-07
        player.row_slots.append(slot)
        player.row_carved.append(carved)
        if state.ruled.lintels_earn_bonus and place.role == LINTEL:  # X-HEN-04
            benefits += EARNED_BONUS
        turn.give(benefits)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return f"install {self.called} at {self.name}"


class Install(HengeAction):
    """Install any number of stones in the local area, at least one (HEN-INS-01)."""

    __slots__ = ("names", "options", "slots")
    number = codes.INSTALL

    def __init__(self, board: HengeBoard, cards: HengeCards) -> None:
        super().__init__()
        self.names = cards.names
        self.slots = [slot.id for slot in board.slots]
        self.options: dict[tuple[int, int], list[InstallStone]] = {}

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """Past icons enough to bring a stone to the site that a slot takes there (HEN-INS-03).

        One that no slot takes uncarved may be carved by a card first.
        """
        bits, past, mods, dollars = 0, doors.past, aid.mods, NO_LIMIT
        helped = NO_LIMIT if mods.any_transit else aid.steps_all + aid.steps_one
        if aid.carving < NO_LIMIT and can_carve(player):
            dollars = ease_price(state, player, aid.carving, aid.coins)
        for stone, steps in enumerate(player.to_go):
            icons = max(0, steps - helped)
            if icons < len(past):
                carved = player.carved[stone]
                kind = 2 * state.stones[player.stones[stone]].size + carved
                areas = state.areas_for[kind]
                if mods is not PLAIN:
                    areas = areas_taking(state, kind, mods)
                bits |= doors.to[areas] & past[icons] & doors.within[reach]
                if dollars <= player.cash and not carved:
                    other = areas_taking(state, kind + 1, mods)
                    bits |= doors.to[other & ~areas] & past[icons] & doors.within[reach - dollars]
        return bits

    def of_stone(self, stone: int, card: int) -> list[InstallStone]:
        """The options of a card at a place among the stones held, by slot; made when first met."""
        made = self.options.get((stone, card))
        if made is None:
            called = self.names[card]
            made = [InstallStone(stone, at, slot, called) for at, slot in enumerate(self.slots)]
            self.options[stone, card] = made
        return made

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[InstallStone]:
        """Every stone at the site with every slot it fits (HEN-STONE-12)."""
        if work.done >= work.grant.limit:
            return []
        found: list[InstallStone] = []
        for stone in range(len(player.stones)):
            if not way_left(player, stone, state.mods):
                options = self.of_stone(stone, player.stones[stone])
                for slot in slots_for(state, player, stone, state.local, state.mods):
                    found.append(options[slot])
        return found


def way_left(player: Player, stone: int, mods: Mods) -> int:
    """Steps that a stone still has to go before it may be installed (HEN-INS-03)."""
    return 0 if mods.any_transit else player.to_go[stone]


def areas_taking(state: HengeState, kind: int, mods: Mods) -> int:
    """The areas, as bits, in which a slot takes a kind of stone under these changes."""
    if mods.leave_slots_alone():
        return state.areas_for[kind]
    taking = open_areas(state, kind, mods)
    if mods.any_carving:
        taking |= open_areas(state, kind | 1, mods)
    found = taking
    for area in range(len(state.board.areas)):
        if taking >> area & 1:  # who reaches an area is reached from there (HEN-BOARD-12)
            for other in areas_in_reach(state, area, mods):
                found |= 1 << other
    return found


def open_areas(state: HengeState, kind: int, mods: Mods) -> int:
    """The areas, as bits, with an open slot that shows a kind of stone, or any size if allowed."""
    if not mods.any_size:
        return state.areas_for[kind]
    areas = 0
    for slot, place in enumerate(state.board.slots):
        shown = kind & 1 or not place.carved
        if shown and state.is_open(slot) and state.kinds_for_slot(slot) >> kind & 1:  # HEN-INS-12
            for area in place.areas:
                areas |= 1 << area
    return areas


def slots_for(state: HengeState, player: Player, stone: int, area: int, mods: Mods) -> list[int]:
    """The slots that a stone fits with ``area`` as the local one, were it at the site already."""
    size, carved = state.stones[player.stones[stone]].size, player.carved[stone]
    return slots_that_fit(state, size, carved, area, mods)


def slots_that_fit(state: HengeState, size: int, carved: bool, area: int, mods: Mods) -> list[int]:
    """The slots for a stone of a size, carved or not, with ``area`` as the local one."""
    if mods.leave_slots_alone():
        kind, now = stone_bit(size, carved), state.slot_bits
        return [slot for slot in state.board.slots_of[area] if now[slot] & kind]
    return [
        slot for slot in slots_in_reach(state, area, mods) if state.takes(slot, size, carved, mods)
    ]


def slots_in_reach(state: HengeState, area: int, mods: Mods) -> Sequence[int]:
    """The slots of the local area and of those that a card lets one reach (HEN-INS-02)."""
    board = state.board
    others = areas_in_reach(state, area, mods)
    if not others:
        return board.slots_of[area]
    slots = list(board.slots_of[area])
    for other in others:
        slots += [slot for slot in board.slots_of[other] if slot not in slots]
    return slots


def areas_in_reach(state: HengeState, area: int, mods: Mods) -> tuple[int, ...]:
    """The areas besides the local one (HEN-BOARD-14) that a card lets stones go to."""
    others: tuple[int, ...] = ()
    if mods.stone_adjacent:
        others += state.board.neighbours[area]
    if mods.stone_remote:
        others += state.board.remote[area]
    return others


def use_mods(state: HengeState, player: Player, stone: int, slot: int, mods: Mods) -> None:
    """Use up the favours of Luck cards that an installation needs."""
    place, area = state.board.slots[slot], state.local
    size = state.stones[player.stones[stone]].size
    if player.to_go[stone]:
        mods.any_transit -= 1
    if place.carved and not player.carved[stone]:
        mods.any_carving -= 1
    if place.size not in (size, EITHER) and not state.waives(size):
        mods.any_size -= 1
    if area not in place.areas:
        near = any(area in state.board.neighbours[other] for other in place.areas)
        if near and mods.stone_adjacent:
            mods.stone_adjacent -= 1
        else:
            mods.stone_remote -= 1


def level_up(state: HengeState, player: Player, privilege: int, mods: Mods) -> tuple[Effect, ...]:
    """Raise the privilege of an installed card if the local area shows it (HEN-INS-15).

    Which area a border slot or a slot in reach belongs to does not matter (HEN-INS-02).
    """
    if privilege not in state.board.privileges[state.local]:
        if not mods.any_match:
            return ()
        mods.any_match -= 1
    return raise_level(state, player, privilege)


def raise_level(state: HengeState, player: Player, privilege: int) -> tuple[Effect, ...]:
    """Move a privilege marker one step; at the top return the end benefit (HEN-INS-16)."""
    if player.levels[privilege] < state.mat.tops[privilege]:
        player.levels[privilege] += 1
        return ()
    return state.mat.ends[privilege]
