"""First Druid: the choices of a card, one class for each purpose, made once a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DruidCardChoice:
    """A card, said by its name."""

    card: int
    name: str

    def say(self) -> str:
        """The card in a few letters."""
        return self.name


class Lay(DruidCardChoice):
    """A card to lay for an action."""

    __slots__ = ()


class GiveUp(DruidCardChoice):
    """A card to discard above the hand limit."""

    __slots__ = ()


class Show(DruidCardChoice):
    """A card to show to a partner in a trade."""

    __slots__ = ()


class Give(DruidCardChoice):
    """A card to give in return."""

    __slots__ = ()


class Take(DruidCardChoice):
    """A card to be content with in return."""

    __slots__ = ()


class Offer(DruidCardChoice):
    """A card to lay face down for a spirit."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NoMore:
    """No further card is laid."""

    def say(self) -> str:
        """The choice in a few words."""
        return "no more"


NO_MORE = NoMore()


class DruidChoices:
    """Lists by card."""

    __slots__ = ("give", "give_up", "lay", "offer", "show", "take")

    def __init__(self, names: tuple[str, ...]) -> None:
        by_card = list(enumerate(names))
        self.lay = [Lay(*one) for one in by_card]
        self.give_up = [GiveUp(*one) for one in by_card]
        self.show = [Show(*one) for one in by_card]
        self.give = [Give(*one) for one in by_card]
        self.take = [Take(*one) for one in by_card]
        self.offer = [Offer(*one) for one in by_card]
