"""The seven actions of Henge: when each may be chosen, its steps, how it is taken."""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Effect, Gain
from validator.games.henge import codes
from validator.games.henge.codes import CARVE_PRICE, DRUID_LEVEL, NONE, P_MARKERS, STONE_LEVEL
from validator.games.henge.modifiers import Aid, Mods, is_transport
from validator.games.henge.state import HengeState, Player
from validator.games.henge.turns import HengeAction, HengeChoice, HengeTurn, HengeWork

# --- Install (HEN-INS-01 to HEN-INS-18) -----------------------------------------------------


class Install(HengeAction):
    """Install any number of stones in the local area, at least one (HEN-INS-01)."""

    number = codes.INSTALL

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """Every stone at the site with every slot it fits (HEN-INS-03, HEN-STONE-12)."""
        if work.done >= work.limit:
            return []
        names, slots = state.cards.names, state.board.slots
        return [
            HengeChoice("install", at, slot, f"install {names[card]} at {slots[slot].id}")
            for at, card in enumerate(player.stones)
            for slot in slots_for(state, player, at, state.local, state.mods)
        ]

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """The five things that the rulebook numbers, stone by stone."""
        state, player, slot = turn.state, turn.player, step.slot
        place = state.board.slots[slot]
        use_favours(state, player, step.number, slot)
        card = player.stones.pop(step.number)
        carved = player.carved.pop(step.number)
        del player.to_go[step.number]
        printed = state.stones[card]
        state.fill(slot, printed.size)  # 1st, HEN-INS-12
        bonus = place.bonus if carved or not place.carved else 0  # HEN-INS-09
        player.score += printed.vp + bonus  # 2nd, HEN-INS-13
        state.raised_now += 1  # 3rd: the Spring card is marked as the turn ends (HEN-INS-14)
        state.tally.plays(card)
        benefits = level_up(state, player, printed.privilege)  # 4th, HEN-INS-15
        player.markers += 2 if carved else 1  # 5th, HEN-INS-17
        player.row.append(card)  # HEN-MAT-07
        player.row_slots.append(slot)
        player.row_carved.append(carved)
        if state.ruled.bonus_source == "lintels_too" and place.role == codes.LINTEL:
            benefits += (Gain("bonus"),)  # X-HEN-04
        turn.give(benefits)


def slots_for(state: HengeState, player: Player, stone: int, area: int, mods: Mods) -> list[int]:
    """The slots that a stone fits with ``area`` as the local one; none while it is on its way."""
    if player.to_go[stone] and not mods.allowed["transit"]:
        return []
    size = state.stones[player.stones[stone]].size
    return slots_that_fit(state, size, player.carved[stone], area, mods)


def slots_that_fit(state: HengeState, size: int, carved: bool, area: int, mods: Mods) -> list[int]:
    """The slots for a stone of a size, carved or not, with ``area`` as the local one.

    In that area and in those that a card lets one reach (HEN-INS-02).
    """
    any_size = mods.allowed["stone-size"] > 0 or state.waives(size)
    carved = carved or mods.allowed["carving-duty"] > 0
    slots = {
        slot: None
        for one in areas_in_reach(state, "stone", area, mods)
        for slot in state.board.slots_of[one]
    }
    return [slot for slot in slots if state.takes(slot, size, carved, any_size)]


def areas_in_reach(
    state: HengeState, what: str, area: int, mods: Mods, strays: int = 0
) -> tuple[int, ...]:
    """The local area (HEN-BOARD-14), and those that ``strays`` or a card lets one reach."""
    areas: tuple[int, ...] = (area,)
    if strays > 0 or mods.allowed[f"{what} adjacent"] > 0:
        areas += state.board.neighbours[area]
    if mods.allowed[f"{what} remote"] > 0:
        areas += state.board.remote[area]
    return areas


def use_favours(state: HengeState, player: Player, stone: int, slot: int) -> None:
    """Use up the favours of Luck cards that an installation needs."""
    place, near = state.board.slots[slot], state.board.neighbours[state.local]
    size, allowed = state.stones[player.stones[stone]].size, state.mods.allowed
    if player.to_go[stone]:
        allowed["transit"] -= 1
    if place.carved and not player.carved[stone]:
        allowed["carving-duty"] -= 1
    if place.size not in (size, codes.EITHER) and not state.waives(size):
        allowed["stone-size"] -= 1
    if state.local not in place.areas:
        is_near = any(area in near for area in place.areas) and allowed["stone adjacent"] > 0
        allowed["stone adjacent" if is_near else "stone remote"] -= 1


def level_up(state: HengeState, player: Player, privilege: int) -> tuple[Effect, ...]:
    """Raise the privilege of an installed card if the local area shows it (HEN-INS-15).

    Which area a border slot or a slot in reach belongs to does not matter (HEN-INS-02).
    """
    if privilege not in state.board.privileges[state.local]:
        if not state.mods.allowed["area-match"]:
            return ()
        state.mods.allowed["area-match"] -= 1
    return raise_level(state, player, privilege)


def raise_level(state: HengeState, player: Player, privilege: int) -> tuple[Effect, ...]:
    """Move a privilege marker one step; at the top return the end benefit (HEN-INS-16)."""
    if player.levels[privilege] < state.mat.tops[privilege]:
        player.levels[privilege] += 1
        return ()
    return state.mat.ends[privilege]


# --- Druid ----------------------------------------------------------------------------------


class Druid(HengeAction):
    """Place druids up to the Druid level (HEN-DRU-01)."""

    number = codes.DRUID

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The areas with a path that can be paid, also those with an own druid (HEN-DRU-12).

        By the level HEN-DRU-02, HEN-DRU-03 or HEN-DRU-04; none without druid or path (HEN-DRU-11).
        """
        most, adjacent = state.mat.druid[player.in_force[DRUID_LEVEL]]
        limit = min(most, work.limit) + state.mods.allowed["place druid"]
        if not player.druids or work.done >= limit:
            return []
        strays = adjacent - work.strayed
        areas = areas_in_reach(state, "druid", state.local, state.mods, strays)
        return [
            HengeChoice("druid", area, words=f"druid {state.board.areas[area]}")
            for area in areas
            if state.price(area) != codes.CLOSED
            if work.free or state.mods.price("druid", state.price(area)) <= player.cash
        ]

    def charge(self, state: HengeState, player: Player, step: HengeChoice, free: bool) -> None:
        """Take the price and the druid."""
        player.cash -= 0 if free else state.mods.price("druid", state.price(step.number))
        player.druids -= 1

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Pay for it, place it, receive the benefit before the next one (HEN-DRU-09)."""
        state, player = turn.state, turn.player
        use_reach(state, player, step.number, work)
        if not work.free:
            printed = state.price(step.number)
            state.spend(player, state.mods.price("druid", printed))
            state.mods.use_discount("druid", printed)
        turn.give(place_druid(state, player, step.number))


def use_reach(state: HengeState, player: Player, target: int, work: HengeWork) -> None:
    """Use up the permission to leave the local area: that of the Druid level first."""
    if target == state.local:
        return
    if target not in state.board.neighbours[state.local]:
        state.mods.allowed["druid remote"] -= 1
    elif work.strayed < state.mat.druid[player.in_force[DRUID_LEVEL]][1]:
        work.strayed += 1
    else:
        state.mods.allowed["druid adjacent"] -= 1


def place_druid(state: HengeState, player: Player, area: int) -> tuple[Effect, ...]:
    """Put a druid on the lowest empty space; return the benefit it uncovers (HEN-MAT-02)."""
    put(state, player, area)
    state.placed_now += 1
    track = state.mat.druid_track
    uncovered = len(track) - player.druids - 1
    return track[uncovered] if 0 <= uncovered < len(track) else ()


def put(state: HengeState, player: Player, area: int) -> None:
    """Move a druid of any seat to a path (HEN-DRU-05, HEN-DRU-06, HEN-BOT-07)."""
    player.druids -= 1
    state.tally.level(codes.P_DRUIDS, player.druids)
    player.on_path[area] += 1
    player.last[area] = state.covered[area]
    state.covered[area] += 1


# --- Income and Luck ------------------------------------------------------------------------


class Income(HengeAction):
    """Take coins and draw Luck cards once; it is always possible (HEN-INC-03)."""

    number = codes.INCOME

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The income, once; it costs nothing (HEN-INC-03)."""
        return [] if work.done else [HengeChoice("income")]

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """By the levels (HEN-INC-01, HEN-INC-02)."""
        state, player = turn.state, turn.player
        state.receive(player, state.mat.coins[player.in_force[codes.COIN_LEVEL]])
        turn.draw_by_level()


class DrawLuck(HengeAction):
    """Draw once by the Luck level (HEN-LUCK-08)."""

    number = codes.LUCK

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The draw, once; as a main action it may have no meaning (X-HEN-03)."""
        idle = work.main and state.ruled.luck_action == "none"
        return [] if work.done or idle else [HengeChoice("luck")]

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Draw, then discard."""
        turn.draw_by_level()


# --- Quarry (HEN-QUA-01 to HEN-QUA-13) ------------------------------------------------------


class Quarry(HengeAction):
    """Buy up to the Stone level, at least one (HEN-QUA-02, HEN-QUA-11)."""

    number = codes.QUARRY

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The stones that can be paid, while the level lets one buy.

        HEN-QUA-01, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05.
        """
        mods, most = state.mods, work.limit
        if most == codes.NO_LIMIT:
            most = state.mat.stone[player.in_force[STONE_LEVEL]][0]
        if work.done >= most + mods.allowed["buy stone"] or room(state, player, mods) < 1:
            return []
        return [
            HengeChoice("buy", at, words=f"buy {state.cards.names[card]}")
            for at, card in enumerate(state.quarry)
            if card != NONE and mods.price("stone", state.stones[card].cost) <= player.cash
        ]

    def may_be_idle(self, state: HengeState) -> bool:
        """With an empty pool, by X-HEN-13 (HEN-END-06)."""
        empty = state.quarry.count(NONE) == len(state.quarry)
        return empty and state.ruled.empty_pool == "idle"

    def charge(self, state: HengeState, player: Player, step: HengeChoice, free: bool) -> None:
        """Take the price; the stone is held."""
        card = state.quarry[step.number]
        player.cash -= state.mods.price("stone", state.stones[card].cost)
        player.take_stone(card, state.stones[card].steps)

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Pay and lay it out, with a marker on its Quarry step (HEN-QUA-08, HEN-QUA-10)."""
        state, card = turn.state, turn.state.quarry[step.number]
        self.pay(turn, work, step)
        state.mods.use_discount("stone", state.stones[card].cost)
        state.quarry[step.number] = NONE  # HEN-QUA-09
        state.tally.drew(card)
        state.tally.level(P_MARKERS, turn.player.markers)


def room(state: HengeState, player: Player, mods: Mods) -> int:
    """Stones the player may still take in (HEN-QUA-02, HEN-QUA-06, HEN-QUA-07, X-HEN-09).

    The starter is an ordinary stone of the player's (HEN-QUA-12).
    """
    return min(hold_left(state, player, mods), player.markers)


def hold_left(state: HengeState, player: Player, mods: Mods) -> int:
    """Stones that the Stone level still lets the player hold."""
    held = len(player.stones)
    if state.ruled.hold_limit == "in_transit":
        held -= player.to_go.count(0)
    most = state.mat.stone[player.in_force[STONE_LEVEL]][1]
    return most + mods.allowed["hold stone"] - held


def refill(state: HengeState) -> None:
    """Fill the empty places of the pool from the draw deck (HEN-TURN-15, HEN-BOT-17).

    The end comes near when the last card leaves the deck, or when one is missing (X-HEN-22).
    """
    for at, card in enumerate(state.quarry):
        if card == NONE:
            drawn = state.stone_deck.draw()
            state.quarry[at] = drawn
            if drawn == NONE:
                state.end_near = True
    if not state.stone_deck.cards and state.ruled.end_trigger == "last_card":
        state.end_near = True
    state.tally.level(codes.P_QUARRY, len(state.quarry) - state.quarry.count(NONE))


# --- Carve ----------------------------------------------------------------------------------


class Carve(HengeAction):
    """Carve any number of held stones, as far as money goes (HEN-CARVE-02)."""

    number = codes.CARVE

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The stones that can be carved and paid (HEN-CARVE-04)."""
        if work.done >= work.limit or not (work.free or price(state.mods) <= player.cash):
            return []
        return [
            HengeChoice("carve", at, words=f"carve {state.cards.names[player.stones[at]]}")
            for at in stones_to_carve(player)
        ]

    def charge(self, state: HengeState, player: Player, step: HengeChoice, free: bool) -> None:
        """Take the price and a marker; the stone is carved."""
        player.cash -= 0 if free else price(state.mods)
        player.carved[step.number] = True
        player.markers -= 1

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Pay and put a marker into the carve slot (HEN-CARVE-01, HEN-CARVE-05)."""
        self.pay(turn, work, step)  # HEN-STONE-07
        if not work.free:
            turn.state.mods.use_discount("carving", CARVE_PRICE)
        turn.state.carved_now += 1
        turn.state.tally.level(P_MARKERS, turn.player.markers)


def price(mods: Mods) -> int:
    """Dollars for a carving after all discounts of this action (HEN-CARVE-01)."""
    return mods.price("carving", CARVE_PRICE)


def stones_to_carve(player: Player) -> list[int]:
    """The places of held stones without a marker in their carve slot, if a marker is left.

    HEN-CARVE-03.
    """
    return [at for at, done in enumerate(player.carved) if not done and player.markers > 0]


# --- Arrive ---------------------------------------------------------------------------------


class Arrive(HengeAction):
    """Bring all stones to the site once (HEN-ARR-01)."""

    number = codes.ARRIVE

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """The move, once, if a stone is on its way (HEN-ARR-02) or need not be (X-HEN-15)."""
        idle = not any(player.to_go) and state.ruled.empty_arrive != "idle"
        return [] if work.done or idle else [HengeChoice("arrive")]

    def spoilt_by(self, state: HengeState, player: Player, effects: Sequence[Effect]) -> bool:
        """What brings the last stones to the site leaves nothing to do (HEN-ARR-02)."""
        moving = [effect for effect in effects if is_transport(effect)]
        if state.ruled.empty_arrive == "idle" or not moving:
            return False
        aid = Aid(Mods(), moving)
        left = sorted(max(0, steps - aid.steps_all) for steps in player.to_go)
        return sum(left[:-1]) == 0 and sum(left) <= aid.steps_one

    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Move them."""
        arrive(turn.player)


def arrive(player: Player) -> None:
    """Move all markers to the end of their tracks (HEN-ARR-01, HEN-END-03)."""
    player.to_go = [0] * len(player.to_go)


def transport(player: Player, steps: int) -> None:
    """Move the markers of all stones ``steps`` to the right (HEN-TURN-05, HEN-TURN-07)."""
    player.to_go = [max(0, left - steps) for left in player.to_go]


HENGE_ACTIONS: tuple[HengeAction, ...] = (
    *(Install(), Druid(), Income(), Quarry(), Carve(), DrawLuck(), Arrive()),
)
"""The actions in the order of ``codes.ACTIONS``."""
