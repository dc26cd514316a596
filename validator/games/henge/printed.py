"""What is printed on the side of the board in play and on the cards of Henge, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.effects import Allow, Discount, Effect, Reach, Score
from validator.catalogue.model import Component, Game, Value
from validator.findings import UsageError
from validator.games.henge.codes import (
    ACTIONS,
    ANY_ACTION,
    CARVE,
    DRUID,
    EITHER,
    INSTALL,
    LINTEL,
    MONOLITH,
    PRIVILEGES,
    QUARRY,
    ROLES,
    SIZES,
    stone_bit,
)
from validator.games.henge.modifiers import is_carving, is_sure_money, is_transport
from validator.games.stonehenge import entries, flag, text, texts, whole

Entry: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class HengeSlot:
    """A place for a stone: part of a trilith, or a monolith (HEN-BOARD-03, -04, -05).

    ``takes`` are the kinds of stones that fit, as bits; ``supports`` the uprights a lintel
    needs (HEN-INS-10); ``area`` lists one area, or two of a border slot (HEN-INS-02).
    """

    id: str
    areas: tuple[int, ...]
    size: int
    role: int
    carved: bool
    bonus: int
    takes: int
    supports: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HengeAhead:
    """A rondel step as seen from another: how far, what it offers, Transport icons passed.

    Every step touches one area (HEN-BOARD-10).
    """

    distance: int
    step: int
    area: int
    actions: tuple[int, ...]
    passed: int


@dataclass(frozen=True, slots=True)
class HengeBoard:
    """One side of the board; every area has its Druid Path (HEN-BOARD-06).

    Areas, steps and slots are numbered in the order of the file. ``numbers`` and ``prices``
    belong to the paths: the price list is one shorter, since the last space is never covered
    (HEN-DRU-07). ``ahead`` lists for every step those that follow it, once round;
    ``around`` has each area with its neighbours, ``lintels_on`` the lintels that rest on each slot.
    """

    side: str
    areas: tuple[str, ...]
    privileges: tuple[tuple[int, ...], ...]
    numbers: tuple[tuple[int, ...], ...]
    prices: tuple[tuple[int, ...], ...]
    step_names: tuple[str, ...]
    step_area: tuple[int, ...]
    step_actions: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[HengeAhead, ...], ...]
    starts: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    remote: tuple[tuple[int, ...], ...]
    slots: tuple[HengeSlot, ...]
    slots_of: tuple[tuple[int, ...], ...]
    lintels_on: tuple[tuple[int, ...], ...]
    size_waiver: bool


def read_board(game: Game, side: str) -> HengeBoard:
    """Read the record of set ``board`` whose ``side`` is this one.

    Raises:
        UsageError: there is no such side.
    """
    sides = {str(one.fields["side"]): one.fields for one in game.sets["board"].components}
    if side not in sides:
        raise UsageError(
            f"the board has no side {side!r}",
            f"set `options: {{side: ...}}` of the configuration to one of: {', '.join(sides)}",
        )
    return compile_board(sides[side])


def compile_board(fields: Mapping[str, Value]) -> HengeBoard:
    """Turn the fields of a board into numbers."""
    records, steps = entries(fields["areas"]), entries(fields["rondel"])
    areas = tuple(text(area["id"]) for area in records)
    ring = [areas.index(text(step["area"])) for step in steps]
    actions = tuple(
        tuple(ACTIONS.index(action) for action in texts(step["actions"])) for step in steps
    )
    ids = [text(step["id"]) for step in steps]
    icons = [ids.index(text(icon["after"])) for icon in entries(fields["transport"])]
    neighbours = _neighbours(areas, entries(fields["borders"]))
    slots = _slots(areas, entries(fields["slots"]))
    paths = [entries(area["path"]) for area in records]
    everywhere = range(len(areas))
    return HengeBoard(
        side=text(fields["side"]),
        areas=areas,
        privileges=tuple(
            tuple(PRIVILEGES.index(name) for name in texts(area["privileges"])) for area in records
        ),
        numbers=tuple(tuple(whole(space["number"]) for space in path) for path in paths),
        prices=tuple(tuple(int(text(space["cost"])) for space in path[:-1]) for path in paths),
        step_names=tuple(f"{step['id']} by {step['area']}" for step in steps),
        step_area=tuple(ring),
        step_actions=actions,
        ahead=tuple(_ahead(at, ring, actions, icons) for at in range(len(ring))),
        starts=tuple(_start(ring, area) for area in everywhere),
        neighbours=neighbours,
        around=tuple((area, *neighbours[area]) for area in everywhere),
        remote=tuple(
            tuple(other for other in everywhere if other != area and other not in neighbours[area])
            for area in everywhere
        ),
        slots=slots,
        slots_of=tuple(
            tuple(at for at, slot in enumerate(slots) if area in slot.areas) for area in everywhere
        ),
        lintels_on=tuple(
            tuple(lintel for lintel, slot in enumerate(slots) if at in slot.supports)
            for at in range(len(slots))
        ),
        size_waiver=flag(fields["size_waiver"]),  # HEN-INS-07
    )


def _neighbours(areas: Sequence[str], borders: Sequence[Entry]) -> tuple[tuple[int, ...], ...]:
    """For each area those that border it (HEN-BOARD-12)."""
    pairs = [[areas.index(area) for area in texts(border["between"])] for border in borders]
    return tuple(
        tuple(other for pair in pairs if area in pair for other in pair if other != area)
        for area in range(len(areas))
    )


def _start(ring: Sequence[int], area: int) -> int:
    """The first step of an area, clockwise (HEN-PSET-06)."""
    return next(at for at, here in enumerate(ring) if here == area and ring[at - 1] != area)


def _ahead(
    at: int, ring: Sequence[int], actions: Sequence[tuple[int, ...]], icons: Sequence[int]
) -> tuple[HengeAhead, ...]:
    """The steps clockwise from step ``at``, once round (HEN-BOARD-08, HEN-TURN-05)."""
    seen: list[HengeAhead] = []
    passed = 0
    for distance in range(1, len(ring) + 1):
        passed += icons.count((at + distance - 1) % len(ring))
        step = (at + distance) % len(ring)
        seen.append(HengeAhead(distance, step, ring[step], actions[step], passed))
    return tuple(seen)


def _slots(areas: Sequence[str], raw: Sequence[Entry]) -> tuple[HengeSlot, ...]:
    return tuple(_slot(areas, raw, one) for one in raw)


def _slot(areas: Sequence[str], raw: Sequence[Entry], one: Entry) -> HengeSlot:
    role, size = ROLES.index(text(one["role"])), SIZES.index(text(one["size"]))
    group = one.get("trilith")
    uprights = [
        at
        for at, other in enumerate(raw)
        if role == LINTEL and other.get("trilith") == group and other["role"] == "upright"
    ]
    carved = flag(one["carved"]) or role in (LINTEL, MONOLITH)  # HEN-INS-11, HEN-BOARD-22
    return HengeSlot(
        id=text(one["id"]),
        areas=tuple(areas.index(area) for area in texts(one["areas"])),
        size=size,
        role=role,
        carved=carved,
        bonus=whole(one["bonus"]),
        takes=_takes(size, carved),
        supports=tuple(uprights),
    )


def _takes(size: int, carved: bool) -> int:
    """Bits of the stones that fit (HEN-INS-05, HEN-INS-06, HEN-INS-08, HEN-INS-09)."""
    bits = 0
    for one in range(EITHER):
        if size in (one, EITHER):
            bits |= stone_bit(one, True) | (0 if carved else stone_bit(one, False))
    return bits


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
class HengeCards:
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


def read_cards(game: Game) -> HengeCards:
    """Number the cards of the six decks by id."""
    cards = [card for name in CARD_SETS for card in game.sets[name].by_id()]
    of = _number_cards(game)
    luck = {at: _luck(card) for at, card in of["luck"]}
    return HengeCards(
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


def _number_cards(game: Game) -> dict[str, list[tuple[int, Component]]]:
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
        helps |= _actions_helped(effect)
    return LuckCard(
        actions=_actions(card),
        helps=0 if before_move else helps & _actions(card),
        transports=any(is_transport(effect) for effect in card.effects),
        before_move=before_move,
        in_sub_actions=card.fields.get("sub_actions") is True,
    )


def _actions_helped(effect: Effect) -> int:
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
