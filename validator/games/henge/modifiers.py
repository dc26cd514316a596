"""What Luck cards and benefits change for the action at hand (HEN-LUCK-07)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeGuard

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Discount,
    Effect,
    Gain,
    Reach,
)
from validator.games.henge.codes import CARVE_PRICE, NO_LIMIT


class Mods:
    """What Luck cards and benefits change for the action at hand; all zero at its start.

    ``*_once`` are discounts for one thing each, ``*_each`` for every one of them.
    """

    __slots__ = (
        "any_carving",
        "any_match",
        "any_size",
        "any_transit",
        "carving_each",
        "carving_once",
        "druid_adjacent",
        "druid_each",
        "druid_once",
        "druid_remote",
        "more_buys",
        "more_druids",
        "more_holds",
        "more_steps",
        "stone_adjacent",
        "stone_each",
        "stone_once",
        "stone_remote",
    )

    def __init__(self) -> None:
        self.more_steps = 0
        self.more_druids = 0
        self.more_buys = 0
        self.more_holds = 0
        self.stone_adjacent = 0
        self.stone_remote = 0
        self.druid_adjacent = 0
        self.druid_remote = 0
        self.any_size = 0
        self.any_carving = 0
        self.any_match = 0
        self.any_transit = 0
        self.stone_each = 0
        self.druid_each = 0
        self.carving_each = 0
        self.stone_once: list[int] = []
        self.druid_once: list[int] = []
        self.carving_once: list[int] = []

    def copy(self) -> Mods:
        """The same changes, to be changed apart."""
        other = Mods()
        other.more_steps = self.more_steps
        other.more_druids = self.more_druids
        other.more_buys = self.more_buys
        other.more_holds = self.more_holds
        other.stone_adjacent = self.stone_adjacent
        other.stone_remote = self.stone_remote
        other.druid_adjacent = self.druid_adjacent
        other.druid_remote = self.druid_remote
        other.any_size = self.any_size
        other.any_carving = self.any_carving
        other.any_match = self.any_match
        other.any_transit = self.any_transit
        other.stone_each = self.stone_each
        other.druid_each = self.druid_each
        other.carving_each = self.carving_each
        other.stone_once = self.stone_once.copy()
        other.druid_once = self.druid_once.copy()
        other.carving_once = self.carving_once.copy()
        return other

    def leave_slots_alone(self) -> bool:
        """Tell whether stones go where they always may."""
        return not (self.any_size or self.any_carving or self.stone_adjacent or self.stone_remote)

    def change(self, effect: Effect) -> None:
        """Change what the action allows, if the effect is of that kind."""
        if isinstance(effect, Discount):
            self._discount(effect)
        elif isinstance(effect, Reach):
            self._reach(effect)
        elif isinstance(effect, Allow):
            self._allow(effect)

    def _discount(self, effect: Discount) -> None:
        """Make something cheaper for the rest of the action."""
        saved = NO_LIMIT if effect.amount is None else effect.amount
        once = [saved] * (effect.uses or 0)
        if effect.of == "stone":
            self.stone_once += once
            self.stone_each += 0 if once else saved
        elif effect.of == "druid":
            self.druid_once += once
            self.druid_each += 0 if once else saved
        else:
            self.carving_once += once
            self.carving_each += 0 if once else saved

    def _reach(self, effect: Reach) -> None:
        """Let stones or druids go to areas beyond the local one (K-LUCK-02)."""
        uses = NO_LIMIT if effect.uses is None else effect.uses
        adjacent = uses if effect.area in ("adjacent", "any-area") else 0
        remote = uses if effect.area in ("remote", "any-area") else 0
        if effect.what == "stone":
            self.stone_adjacent += adjacent
            self.stone_remote += remote
        else:
            self.druid_adjacent += adjacent
            self.druid_remote += remote

    def _allow(self, effect: Allow) -> None:
        """Raise a limit, or let a rule be ignored."""
        uses = NO_LIMIT if effect.uses is None else effect.uses
        if effect.waive is not None:
            self._waive(effect.waive, uses)
        elif effect.verb == "place":
            self.more_druids += effect.more
        elif effect.verb == "buy":
            self.more_buys += effect.more
        elif effect.verb == "hold":
            self.more_holds += effect.more
        else:
            self.more_steps += effect.more

    def _waive(self, rule: str, uses: int) -> None:
        """Let a rule be ignored ``uses`` times."""
        if rule == "stone-size":
            self.any_size += uses
        elif rule == "carving-duty":
            self.any_carving += uses
        elif rule == "area-match":
            self.any_match += uses
        elif rule == "transit":
            self.any_transit += uses


def mods_of(effects: Iterable[Effect]) -> Mods:
    """What effects change all together."""
    mods = Mods()
    for effect in effects:
        mods.change(effect)
    return mods


PLAIN: Final = Mods()
"""Nothing is changed; nobody writes to it."""


CHANGING: Final = (Discount, Reach, Allow)
"""The effects that change what an action allows."""


class Aid:
    """What Luck cards bring that may be played before the first step of an action, all together.

    ``mods`` is what they change, with what is changed already; ``coins`` what they give. They
    move every stone ``steps_all`` steps and one of the player's choice ``steps_one`` steps more,
    and let one stone be carved for ``carving`` dollars, NO_LIMIT if none.
    """

    __slots__ = ("_given", "carving", "coins", "mods", "steps_all", "steps_one")

    def __init__(self, mods: Mods) -> None:
        self._given = mods
        self.mods = mods
        self.coins = 0
        self.steps_all = 0
        self.steps_one = 0
        self.carving = NO_LIMIT

    def add(self, effect: Effect) -> None:
        """Count on an effect too, if it is certain and helps."""
        if isinstance(effect, CHANGING):
            if self.mods is self._given:  # nobody writes to what is in force
                self.mods = self.mods.copy()
            self.mods.change(effect)
        elif is_sure_money(effect):
            self.coins += effect.amount
        elif is_transport(effect):
            steps = NO_LIMIT if effect.amount is None else effect.amount
            if effect.which == "all":
                self.steps_all += steps
            else:
                self.steps_one += steps
        elif is_carving(effect):
            self.carving = min(self.carving, 0 if effect.free else CARVE_PRICE)


NO_AID: Final = Aid(PLAIN)
"""No card helps; nobody writes to it."""


def is_sure_money(effect: Effect) -> TypeGuard[Gain]:
    """Tell whether an effect gives the player dollars whatever the position."""
    return (
        isinstance(effect, Gain)
        and effect.what == "coin"
        and effect.who in ("you", "each")
        and effect.per is None
        and effect.when is None
    )


def is_transport(effect: Effect) -> TypeGuard[Advance]:
    """Tell whether an effect moves stones of the player towards the site."""
    return isinstance(effect, Advance) and effect.track == "transport-track"


def is_carving(effect: Effect) -> TypeGuard[Act]:
    """Tell whether an effect gives a Carve sub-action."""
    return isinstance(effect, Act) and effect.action == "carve"


def saving(each: int, once: list[int]) -> int:
    """What a price is lower now: the discount of each, and the best one-time discount."""
    return each + max(once) if once else each


def use_once(price: int, discounts: list[int]) -> int:
    """A price after the best one-time discount, which is used up if the price needs it."""
    if price > 0 and discounts:
        best = max(discounts)
        discounts.remove(best)
        price -= best
    return max(price, 0)
