"""Carve: mark held stones for a price (HEN-CARVE-01 to HEN-CARVE-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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
from validator.games.henge.printed.codes import CARVE_PRICE, P_MARKERS
from validator.games.henge.printed.mods import NO_AID, Aid, Mods, saved, use_once


@dataclass(frozen=True, slots=True)
class CarveStone:
    """Carve this one of the stones held; ``called`` is the name of its card."""

    stone: int
    called: str = field(default="a stone", compare=False)

    def do(self, turn: Turn, work: Work) -> None:
        """Pay and put a marker into the carve slot (HEN-CARVE-01, HEN-CARVE-05)."""
        state, player, mods = turn.state, turn.player, turn.state.mods
        if not work.grant.free:
            state.spend(player, use_once(CARVE_PRICE - mods.carving_each, mods.carving_once))
        player.carved[self.stone] = True  # HEN-STONE-07
        player.markers -= 1
        state.carved_now += 1
        state.tally.level(P_MARKERS, player.markers)

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """Take the price and a marker; the stone is carved."""
        player.cash -= 0 if free else price(state.mods)
        player.carved[self.stone] = True
        player.markers -= 1

    def say(self) -> str:
        """The step in a few words."""
        return f"carve {self.called}"


class Carve(Action):
    """Carve any number of held stones, as far as money goes (HEN-CARVE-02)."""

    __slots__ = ("options",)
    number = codes.CARVE

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.options = [[CarveStone(at, name) for name in names] for at in range(len(names))]

    def open_by(self, state: State, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """With the price of a stone that can be carved (HEN-CARVE-04)."""
        dollars = CARVE_PRICE
        if aid is not NO_AID:
            dollars = eased(state, player, price(aid.mods), aid.coins)
        if dollars > player.cash or not can_carve(player):
            return 0
        return doors.within[reach - dollars]

    def steps(self, state: State, player: Player, work: Work) -> list[CarveStone]:
        """The stones that can be carved and paid."""
        grant = work.grant
        if work.done >= grant.limit or not (grant.free or price(state.mods) <= player.cash):
            return []
        return [self.options[at][player.stones[at]] for at in uncarved(player)]


def can_carve(player: Player) -> bool:
    """Tell whether a held stone has no marker in its carve slot, and one is left (HEN-CARVE-03)."""
    return player.markers > 0 and False in player.carved


def uncarved(player: Player) -> list[int]:
    """The stones that can be carved, by their places among those held."""
    if not can_carve(player):
        return []
    return [at for at, done in enumerate(player.carved) if not done]


def price(mods: Mods) -> int:
    """Dollars for a carving after all discounts of this action (HEN-CARVE-01)."""
    return max(0, CARVE_PRICE - saved(mods.carving_each, mods.carving_once))
