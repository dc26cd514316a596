"""Druid: where a druid may go, what it costs and what it uncovers (HEN-DRU-01 to HEN-DRU-12)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.catalogue.effects import Effect
from validator.games.henge.actions.action import (
    Action,
    Turn,
    Work,
    eased,
)
from validator.games.henge.actions.doors import Doors
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed import codes
from validator.games.henge.printed.board import Board
from validator.games.henge.printed.codes import CLOSED, DRUID_LEVEL, P_DRUIDS
from validator.games.henge.printed.mods import NO_AID, Aid, Mods, saved, use_once


@dataclass(frozen=True, slots=True)
class PlaceDruid:
    """Place a druid in this area."""

    area: int
    name: str

    def do(self, turn: Turn, work: Work) -> None:
        """Pay for it, place it, receive the benefit before the next one (HEN-DRU-09)."""
        state, player = turn.state, turn.player
        use_reach(state, player, self.area, work)
        if not work.grant.free:
            mods = state.mods
            state.spend(
                player, use_once(state.prices[self.area] - mods.druid_each, mods.druid_once)
            )
        turn.give(place(state, player, self.area))

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """Take the price and the druid."""
        less = saved(state.mods.druid_each, state.mods.druid_once)
        player.cash -= 0 if free else max(0, state.prices[self.area] - less)
        player.druids -= 1

    def say(self) -> str:
        """The step in a few words."""
        return f"druid {self.name}"


class Druid(Action):
    """Place druids up to the Druid level (HEN-DRU-01)."""

    __slots__ = ("options",)
    number = codes.DRUID

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.options = [PlaceDruid(*area) for area in enumerate(board.areas)]

    def open_by(self, state: State, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """With the lowest price in reach; nothing helps without druids or paths (HEN-DRU-11)."""
        if not player.druids:
            return 0
        adjacent = state.mat.druid[player.in_force[DRUID_LEVEL]][1]
        if aid is NO_AID:
            least = state.near_prices if adjacent else state.prices
        else:
            least = least_prices(state, player, adjacent, aid)
        bits, cash = 0, player.cash
        for area, ways in doors.near[reach]:
            dollars = least[area]
            if dollars <= cash:
                bits |= ways[reach - dollars]
        return bits

    def steps(self, state: State, player: Player, work: Work) -> list[PlaceDruid]:
        """The areas with a path that can be paid, also those with an own druid (HEN-DRU-12).

        By the level HEN-DRU-02, HEN-DRU-03 or HEN-DRU-04.
        """
        most, adjacent = state.mat.druid[player.in_force[DRUID_LEVEL]]
        mods, grant = state.mods, work.grant
        limit = min(most, grant.limit) + mods.more_druids
        if not player.druids or work.done >= limit:
            return []
        cash = player.cash + saved(mods.druid_each, mods.druid_once)
        areas = areas_in_reach(state, state.local, adjacent - work.strayed, mods)
        prices = [(area, state.prices[area]) for area in areas if state.prices[area] != CLOSED]
        return [self.options[area] for area, price in prices if grant.free or price <= cash]


def least_prices(state: State, player: Player, adjacent: int, aid: Aid) -> list[int]:
    """What a druid costs in reach of each area at least, CLOSED if no path there is open.

    ``adjacent`` is how many may go to an area that borders the local one (HEN-DRU-07).
    """
    mods, full, coins = aid.mods, state.prices, aid.coins
    areas = [areas_in_reach(state, area, adjacent, mods) for area in range(len(full))]
    least = [min([full[one] for one in reached]) for reached in areas]
    less = saved(mods.druid_each, mods.druid_once)
    if not less and not coins:
        return least
    return [
        price if price == CLOSED else eased(state, player, max(0, price - less), coins)
        for price in least
    ]


def areas_in_reach(state: State, area: int, adjacent: int, mods: Mods) -> tuple[int, ...]:
    """The local area (HEN-BOARD-14), and those that the level or a card lets one reach."""
    areas: tuple[int, ...] = (area,)
    if adjacent + mods.druid_adjacent > 0:
        areas += state.board.neighbours[area]
    if mods.druid_remote > 0:
        areas += state.board.remote[area]
    return areas


def use_reach(state: State, player: Player, target: int, work: Work) -> None:
    """Use up the permission to leave the local area: that of the Druid level first."""
    if target == state.local:
        return
    if target not in state.board.neighbours[state.local]:
        state.mods.druid_remote -= 1
    elif work.strayed < state.mat.druid[player.in_force[DRUID_LEVEL]][1]:
        work.strayed += 1
    else:
        state.mods.druid_adjacent -= 1


def place(state: State, player: Player, area: int) -> tuple[Effect, ...]:
    """Put a druid on the lowest empty space; return the benefit it uncovers (HEN-MAT-02)."""
    put(state, player, area)
    state.placed_now += 1
    track = state.mat.druid_track
    uncovered = len(track) - player.druids - 1
    return track[uncovered] if 0 <= uncovered < len(track) else ()


def put(state: State, player: Player, area: int) -> None:
    """Move a druid of any seat to a path (HEN-DRU-05, HEN-DRU-06, HEN-BOT-07)."""
    player.druids -= 1
    state.tally.level(P_DRUIDS, player.druids)
    player.on_path[area] += 1
    player.last[area] = state.covered[area]
    state.cover(area)
