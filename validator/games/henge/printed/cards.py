"""Every card of Henge as a number, with what is printed on each kind of card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.effects import Allow, Discount, Effect, Reach, Score
from validator.catalogue.model import Component, Game
from validator.games.fields import text, texts, whole
from validator.games.henge.printed.codes import (
    ACTIONS,
    ANY_ACTION,
    CARVE,
    DRUID,
    INSTALL,
    PRIVILEGES,
    QUARRY,
    SIZES,
)
from validator.games.henge.printed.mods import is_carving, is_sure_money, is_transport

CARD_SETS = ("stone", "bonus", "luck", "first_upgrade", "hengebot", "reward")

HELPED_BY = {
    "stone": 1 << QUARRY,
    "druid": 1 << DRUID,
    "carving": 1 << CARVE,
    "hold": 1 << QUARRY,
    "stone-size": 1 << INSTALL,
    "carving-duty": 1 << INSTALL,
    "transit": 1 << INSTALL,
}
"""The actions that a discount, a limit raised or a rule waived may make possible."""


@dataclass(frozen=True, slots=True)
class StoneCard:
    """A Stone card (HEN-STONE-01 to HEN-STONE-08).

    ``cost`` in dollars, ``vp`` the points of its installation, ``steps`` those of its Transport
    Track. ``starter_area`` is empty on all but the Starter Stones.
    """

    size: int
    cost: int
    vp: int
    steps: int
    privilege: int
    starter_area: str


@dataclass(frozen=True, slots=True)
class BonusCard:
    """A Bonus card, and what it scores in winter (HEN-BON-02)."""

    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class LuckCard:
    """A Luck card (HEN-LUCK-01 to HEN-LUCK-05).

    ``actions`` are the main actions that it fits, as bits; ``helps`` those of them that it may
    make possible. ``transports``: it moves stones of the player.
    """

    actions: int
    helps: int
    transports: bool
    before_move: bool
    in_sub_actions: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards by number, which is what the tally counts them by; each kind by itself.

    ``kinds`` are the sets, counted; ``upgrades`` the privileges of the First Upgrade cards,
    ``hengebots`` the actions of the Hengebot cards in printed order (HEN-BOT-02); ``helpers`` the
    Luck cards that may bring each action nearer, by action.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[int, ...]
    effects: tuple[tuple[Effect, ...], ...]
    stones: Mapping[int, StoneCard]
    bonus: Mapping[int, BonusCard]
    luck: Mapping[int, LuckCard]
    upgrades: Mapping[int, int]
    hengebots: Mapping[int, tuple[int, ...]]
    helpers: tuple[frozenset[int], ...]

    def numbers(self) -> dict[str, int]:
        """Card id to its number."""
        return {card: number for number, card in enumerate(self.ids)}


def read_cards(game: Game) -> Cards:
    """Number the cards of the six decks by id."""
    cards = [card for name in CARD_SETS for card in game.sets[name].by_id()]
    of = _numbered(game)
    luck = {at: _luck(card) for at, card in of["luck"]}
    return Cards(
        ids=tuple(card.id for card in cards),
        names=tuple(card.name for card in cards),
        kinds=tuple(CARD_SETS.index(card.set_id) for card in cards),
        effects=tuple(card.effects for card in cards),
        stones={at: _stone(card) for at, card in of["stone"]},
        bonus={at: _bonus(card) for at, card in of["bonus"]},
        luck=luck,
        upgrades={at: _privilege(card) for at, card in of["first_upgrade"]},
        hengebots={at: _icons(card) for at, card in of["hengebot"]},
        helpers=tuple(_helpers(luck, action) for action in range(len(ACTIONS))),
    )


def _helpers(luck: Mapping[int, LuckCard], action: int) -> frozenset[int]:
    """The cards that may bring an action nearer, played before its first step."""
    return frozenset(
        card
        for card, printed in luck.items()
        if printed.actions >> action & 1 and (printed.helps or printed.transports)
    )


def _numbered(game: Game) -> dict[str, list[tuple[int, Component]]]:
    """The cards of each set with their numbers."""
    found: dict[str, list[tuple[int, Component]]] = {}
    first = 0
    for name in CARD_SETS:
        cards = game.sets[name].by_id()
        found[name] = list(enumerate(cards, start=first))
        first += len(cards)
    return found


def _privilege(card: Component) -> int:
    return PRIVILEGES.index(text(card.fields["privilege"]))


def _stone(card: Component) -> StoneCard:
    fields = card.fields
    return StoneCard(
        size=SIZES.index(text(fields["size"])),
        cost=whole(fields["cost"]),
        vp=whole(fields["vp"]),
        steps=whole(fields["transport_summary"]),
        privilege=_privilege(card),
        starter_area=text(fields.get("starter_area", "")),
    )


def _bonus(card: Component) -> BonusCard:
    return BonusCard(tuple(effect for effect in card.effects if isinstance(effect, Score)))


def _luck(card: Component) -> LuckCard:
    before_move = card.fields.get("timing") == "before-move"
    helps = 0
    for effect in card.effects:
        helps |= _helped(effect)
    return LuckCard(
        actions=_actions(card),
        helps=0 if before_move else helps & _actions(card),
        transports=any(is_transport(effect) for effect in card.effects),
        before_move=before_move,
        in_sub_actions=card.fields.get("sub_actions") is True,
    )


def _helped(effect: Effect) -> int:
    """The actions, as bits, that an effect may make possible if it comes before them."""
    if isinstance(effect, Allow):
        return HELPED_BY.get(effect.waive or str(effect.verb), 0)
    if isinstance(effect, Discount):
        return HELPED_BY.get(effect.of, 0)
    if isinstance(effect, Reach):
        return 1 << (INSTALL if effect.what == "stone" else DRUID)
    if is_sure_money(effect):
        return 1 << QUARRY | 1 << DRUID | 1 << CARVE
    return 1 << INSTALL if is_transport(effect) or is_carving(effect) else 0


def _names(card: Component) -> tuple[str, ...]:
    return tuple(texts(card.fields.get("actions", ())))


def _actions(card: Component) -> int:
    """The actions of a Luck card as bits; all for ``any`` (HEN-LUCK-05)."""
    names = _names(card)
    if "any" in names:
        return ANY_ACTION
    return sum(1 << ACTIONS.index(name) for name in names)


def _icons(card: Component) -> tuple[int, ...]:
    return tuple(ACTIONS.index(name) for name in _names(card))
