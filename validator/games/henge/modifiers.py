"""What Luck cards and benefits change for the action at hand (HEN-LUCK-07)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeGuard

from validator.catalogue.effects import Act, Advance, Allow, Discount, Effect, Gain, Reach
from validator.games.henge.codes import CARVE_PRICE, NO_LIMIT


class Mods:
    """What is changed for the action at hand; nothing at its start.

    ``allowed`` counts how often a rule may be ignored (``stone-size``), how many more things may
    be done (``place druid``) and may go to an area of a kind (``stone adjacent``). ``each`` is how
    much cheaper every stone, druid or carving is, ``once`` are discounts for one of them.
    """

    def __init__(self, effects: Iterable[Effect] = ()) -> None:
        self.allowed = Counter[str]()
        self.each = Counter[str]()
        self.once: dict[str, list[int]] = {"stone": [], "druid": [], "carving": []}
        for effect in effects:
            self.change(effect)

    def copy(self) -> Mods:
        """The same changes, to be changed apart."""
        other = Mods()
        other.allowed, other.each = self.allowed.copy(), self.each.copy()
        other.once = {of: saved.copy() for of, saved in self.once.items()}
        return other

    def change(self, effect: Effect) -> None:
        """Change what the action allows, if the effect is of that kind (K-LUCK-02)."""
        if isinstance(effect, Discount):
            saved = NO_LIMIT if effect.amount is None else effect.amount
            if effect.uses:
                self.once[effect.of] += [saved] * effect.uses
            else:
                self.each[effect.of] += saved
        elif isinstance(effect, Reach):
            for area in ("adjacent", "remote"):
                if effect.area in (area, "any-area"):
                    self.allowed[f"{effect.what} {area}"] += effect.uses or NO_LIMIT
        elif isinstance(effect, Allow):
            if effect.waive is None:
                self.allowed[f"{effect.verb} {effect.what}"] += effect.more
            else:
                self.allowed[effect.waive] += effect.uses or NO_LIMIT

    def price(self, of: str, printed: int) -> int:
        """What a stone, druid or carving costs now, with the best of the one-time discounts."""
        return max(0, printed - self.each[of] - max(self.once[of], default=0))

    def use_discount(self, of: str, printed: int) -> None:
        """Use the best one-time discount up if there is something to pay without it."""
        if self.once[of] and printed > self.each[of]:
            self.once[of].remove(max(self.once[of]))


class Aid:
    """What Luck cards bring that may be played before the first step of an action, all together.

    ``mods`` is what they change, with what is changed already; ``coins`` what they give. They
    move every stone ``steps_all`` steps and one of the player's choice ``steps_one`` steps more,
    and let one stone be carved for ``carving`` dollars, NO_LIMIT if none.
    """

    def __init__(self, mods: Mods, effects: Iterable[Effect] = ()) -> None:
        self.mods = mods
        self.coins = self.steps_all = self.steps_one = 0
        self.carving = NO_LIMIT
        for effect in effects:
            self.add(effect)

    def add(self, effect: Effect) -> None:
        """Count on an effect too, if it is certain and helps."""
        if isinstance(effect, Discount | Reach | Allow):
            self.mods = self.mods.copy()  # nobody writes to what is in force
            self.mods.change(effect)
        elif is_sure_money(effect):
            self.coins += effect.amount
        elif is_transport(effect):
            steps = NO_LIMIT if effect.amount is None else effect.amount
            if effect.which == "all":
                self.steps_all += steps
            else:
                self.steps_one += steps
        elif isinstance(effect, Act) and effect.action == "carve":
            self.carving = min(self.carving, 0 if effect.free else CARVE_PRICE)


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
