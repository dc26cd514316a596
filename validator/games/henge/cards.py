"""Every card of Henge as a number, with what the engine needs of it in tuples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validator.catalogue.effects import Allow, Discount, Effect, Reach, Score
from validator.catalogue.model import Component, Game
from validator.games.henge.codes import ACTIONS, ANY_ACTION, PRIVILEGES, SIZES

CARD_SETS = ("stone", "bonus", "luck", "first_upgrade", "hengebot", "reward")


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards by number; a tuple holds 0, -1 or () for cards that have no such field.

    ``actions`` are the main actions a Luck card fits, as bits; ``helps`` those that the card
    may make possible at all. ``icons`` are the actions of a Hengebot card in printed order.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    size: tuple[int, ...]
    cost: tuple[int, ...]
    vp: tuple[int, ...]
    steps: tuple[int, ...]
    privilege: tuple[int, ...]
    starter_area: tuple[str, ...]
    spring: tuple[bool, ...]
    actions: tuple[int, ...]
    helps: tuple[int, ...]
    before_move: tuple[bool, ...]
    in_sub_actions: tuple[bool, ...]
    icons: tuple[tuple[int, ...], ...]
    effects: tuple[tuple[Effect, ...], ...]

    def numbers(self) -> dict[str, int]:
        """Card id to its number."""
        return {card: number for number, card in enumerate(self.ids)}


def read_cards(game: Game) -> Cards:
    """Number the cards of the six decks in file order."""
    cards = [card for name in CARD_SETS for card in game.sets[name].components]
    fields: list[Any] = [card.fields for card in cards]
    return Cards(
        ids=tuple(card.id for card in cards),
        names=tuple(card.name for card in cards),
        size=tuple(SIZES.index(one["size"]) if "size" in one else -1 for one in fields),
        cost=tuple(int(one.get("cost", 0)) for one in fields),
        vp=tuple(int(one.get("vp", 0)) for one in fields),
        steps=tuple(int(one.get("transport_summary", 0)) for one in fields),
        privilege=tuple(
            PRIVILEGES.index(one["privilege"]) if "privilege" in one else -1 for one in fields
        ),
        starter_area=tuple(str(one.get("starter_area", "")) for one in fields),
        spring=tuple(one.get("season") == "spring" for one in fields),
        actions=tuple(_actions(card) for card in cards),
        helps=tuple(_helps(card) for card in cards),
        before_move=tuple(one.get("timing") == "before-move" for one in fields),
        in_sub_actions=tuple(one.get("sub_actions") is True for one in fields),
        icons=tuple(_icons(card) for card in cards),
        effects=tuple(card.effects for card in cards),
    )


def winter_score(cards: Cards, card: int) -> tuple[Score, ...]:
    """What a Bonus card scores (HEN-BON-02)."""
    return tuple(effect for effect in cards.effects[card] if isinstance(effect, Score))


def _names(card: Component) -> tuple[str, ...]:
    listed = card.fields.get("actions", ())
    return tuple(str(name) for name in listed) if isinstance(listed, tuple) else ()


def _actions(card: Component) -> int:
    """The actions of a Luck card as bits; all for ``any`` (HEN-LUCK-05)."""
    names = _names(card)
    if "any" in names:
        return ANY_ACTION
    return sum(1 << ACTIONS.index(name) for name in names)


def _icons(card: Component) -> tuple[int, ...]:
    return tuple(ACTIONS.index(name) for name in _names(card) if name in ACTIONS)


def _helps(card: Component) -> int:
    """The actions as bits if the card widens what they allow, else 0."""
    for effect in card.effects:
        if isinstance(effect, Reach | Discount) or (
            isinstance(effect, Allow) and (effect.waive is not None or effect.verb == "hold")
        ):
            return _actions(card)
    return 0
