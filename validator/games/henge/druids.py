"""Druid: where a druid may go, what it costs and what it uncovers (HEN-DRU-01 to HEN-DRU-12)."""

from __future__ import annotations

from validator.catalogue.effects import Effect, Place
from validator.games.henge.codes import P_DRUIDS
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import CLOSED, State


def price_now(state: State, area: int, mods: Mods) -> int:
    """The price after all discounts of this action."""
    full = state.prices[area]
    if full == CLOSED:
        return CLOSED
    once = max(mods.druid_once) if mods.druid_once else 0
    return max(0, full - mods.druid_each - once)


def areas_open(
    state: State, player: Player, area: int, adjacent: int, mods: Mods, free: bool
) -> list[int]:
    """The areas where the player can place a druid now (HEN-DRU-02 to HEN-DRU-04).

    ``adjacent`` is how many may still go to an area that borders the local ``area``.
    """
    if not player.druids:
        return []
    areas = areas_in_reach(state, area, adjacent, mods)
    if free:
        return [one for one in areas if state.prices[one] != CLOSED]
    cash = player.cash
    return [one for one in areas if price_now(state, one, mods) <= cash]


def areas_in_reach(state: State, area: int, adjacent: int, mods: Mods) -> list[int]:
    """The local area, and those that the level or a card lets one reach."""
    areas = [area]
    if adjacent + mods.druid_adjacent > 0:
        areas += state.board.neighbours[area]
    if mods.druid_remote > 0:
        areas += state.board.remote[area]
    return areas


def areas_for(state: State, player: Player, effect: Place) -> list[int]:
    """The areas where an effect lets the player place a druid outside a Druid action."""
    area = state.local
    near, far = state.board.neighbours[area], state.board.remote[area]
    kinds = {"local": (area,), "adjacent": near, "remote": far}
    cash = CLOSED - 1 if effect.free else player.cash
    return [
        one for one in kinds.get(effect.where, (area, *near, *far)) if state.prices[one] <= cash
    ]


def pay_for(state: State, player: Player, area: int, mods: Mods) -> None:
    """Pay for the next space of a path; one-time discounts go to the first that needs them."""
    full = state.prices[area] - mods.druid_each
    if full > 0 and mods.druid_once:
        best = max(mods.druid_once)
        mods.druid_once.remove(best)
        full -= best
    if full > 0:
        state.spend(player, full)


def place(state: State, player: Player, area: int) -> tuple[Effect, ...]:
    """Put a druid on the lowest empty space; return the benefit it uncovers (HEN-MAT-02)."""
    put(state, player, area)
    state.placed_now += 1
    state.tally.level(P_DRUIDS, player.druids)
    track = state.mat.druid_track
    uncovered = len(track) - player.druids - 1
    return track[uncovered] if 0 <= uncovered < len(track) else ()


def put(state: State, player: Player, area: int) -> None:
    """Move a druid of any seat to a path (HEN-DRU-05, HEN-DRU-06, HEN-BOT-07)."""
    player.druids -= 1
    player.on_path[area] += 1
    player.last[area] = state.covered[area]
    state.cover(area)


def stray(state: State, target: int, area: int, by_level: bool) -> int:
    """Use up the permission to leave the local area; 1 if it came from the Druid level."""
    if target == area:
        return 0
    if target in state.board.neighbours[area]:
        if by_level:
            return 1
        state.mods.druid_adjacent -= 1
    else:
        state.mods.druid_remote -= 1
    return 0
