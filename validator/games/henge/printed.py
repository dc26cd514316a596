"""What is printed on the side of the board in play, on the mats and on the cards, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from validator.catalogue.build import parse_effects
from validator.catalogue.effects import Effect, Score
from validator.catalogue.model import Component, Game, Value
from validator.findings import UsageError
from validator.games.henge.codes import ACTIONS, LINTEL, MONOLITH, PRIVILEGES, ROLES, SIZES
from validator.games.henge.fields import entries, flag, mapping, text, texts, whole


@dataclass(frozen=True, slots=True)
class HengeSlot:
    """A place for a stone: part of a trilith, or a monolith (HEN-BOARD-03, -04, -05).

    ``supports`` are the uprights a lintel needs (HEN-INS-10); ``areas`` lists one area, or two
    of a border slot (HEN-INS-02).
    """

    id: str
    areas: tuple[int, ...]
    size: int
    role: int
    carved: bool
    bonus: int
    supports: tuple[int, ...]


class HengeAhead(NamedTuple):
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
    (HEN-DRU-07). ``ahead`` lists for every step those that follow it, once round.
    """

    side: str
    areas: tuple[str, ...]
    privileges: tuple[tuple[int, ...], ...]
    numbers: tuple[tuple[int, ...], ...]
    prices: tuple[tuple[int, ...], ...]
    steps: tuple[str, ...]
    step_names: tuple[str, ...]
    step_area: tuple[int, ...]
    step_actions: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[HengeAhead, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    remote: tuple[tuple[int, ...], ...]
    slots: tuple[HengeSlot, ...]
    slots_of: tuple[tuple[int, ...], ...]
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
    ids = tuple(text(step["id"]) for step in steps)
    ring = tuple(areas.index(text(step["area"])) for step in steps)
    actions = tuple(
        tuple(ACTIONS.index(action) for action in texts(step["actions"])) for step in steps
    )
    icons = [ids.index(text(icon["after"])) for icon in entries(fields["transport"])]
    borders = [
        {areas.index(one) for one in texts(border["between"])}
        for border in entries(fields["borders"])
    ]
    slots = tuple(_slot(areas, entries(fields["slots"]), one) for one in entries(fields["slots"]))
    paths = [entries(area["path"]) for area in records]
    everywhere = range(len(areas))
    neighbours = tuple(  # HEN-BOARD-12
        tuple(other for pair in borders if area in pair for other in pair - {area})
        for area in everywhere
    )
    return HengeBoard(
        side=text(fields["side"]),
        areas=areas,
        privileges=tuple(
            tuple(PRIVILEGES.index(name) for name in texts(area["privileges"])) for area in records
        ),
        numbers=tuple(tuple(whole(space["number"]) for space in path) for path in paths),
        prices=tuple(tuple(int(text(space["cost"])) for space in path[:-1]) for path in paths),
        steps=ids,
        step_names=tuple(f"{step['id']} by {step['area']}" for step in steps),
        step_area=ring,
        step_actions=actions,
        ahead=tuple(_ahead(at, ring, actions, icons) for at in range(len(ring))),
        neighbours=neighbours,
        remote=tuple(
            tuple(other for other in everywhere if other != area and other not in neighbours[area])
            for area in everywhere
        ),
        slots=slots,
        slots_of=tuple(
            tuple(at for at, slot in enumerate(slots) if area in slot.areas) for area in everywhere
        ),
        size_waiver=flag(fields["size_waiver"]),  # HEN-INS-07
    )


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


def _slot(
    areas: Sequence[str], raw: Sequence[Mapping[str, Value]], one: Mapping[str, Value]
) -> HengeSlot:
    role = ROLES.index(text(one["role"]))
    return HengeSlot(
        id=text(one["id"]),
        areas=tuple(areas.index(area) for area in texts(one["areas"])),
        size=SIZES.index(text(one["size"])),
        role=role,
        carved=flag(one["carved"]) or role in (LINTEL, MONOLITH),  # HEN-INS-11, HEN-BOARD-22
        bonus=whole(one["bonus"]),
        supports=tuple(
            at
            for at, other in enumerate(raw)
            if role == LINTEL
            and other["role"] == "upright"
            and other.get("trilith") == one.get("trilith")
        ),
    )


@dataclass(frozen=True, slots=True)
class Mat:
    """Levels of the five privileges and the benefits of the tracks.

    HEN-MAT-01, HEN-MAT-02, HEN-MAT-03, HEN-MAT-04, HEN-MAT-05, HEN-MAT-06.
    ``luck`` holds (draw, discard), ``stone`` (buy, hold), ``druid`` (druids, of them adjacent);
    ``tops`` the number of the highest level; ``ends`` what a level-up beyond it gives.
    """

    steps: tuple[int, ...]
    coins: tuple[int, ...]
    luck: tuple[tuple[int, int], ...]
    stone: tuple[tuple[int, int], ...]
    druid: tuple[tuple[int, int], ...]
    tops: tuple[int, ...]
    ends: tuple[tuple[Effect, ...], ...]
    druid_track: tuple[tuple[Effect, ...], ...]
    luck_track: tuple[tuple[Effect, ...], ...]


def read_mat(game: Game) -> Mat:
    """Read the first mat; all mats are equal but for their colour."""
    fields = game.sets["mat"].components[0].fields
    tracks = {text(track["id"]): track for track in entries(fields["privileges"])}
    levels = {name: entries(tracks[name]["levels"]) for name in PRIVILEGES}

    def pairs(name: str, first: str, second: str) -> tuple[tuple[int, int], ...]:
        return tuple((whole(level[first]), whole(level[second])) for level in levels[name])

    def benefits(spaces: Sequence[Value]) -> tuple[tuple[Effect, ...], ...]:
        return tuple(parse_effects(mapping(space).get("effects")) for space in spaces)

    return Mat(
        steps=tuple(whole(level["steps"]) for level in levels["steps"]),
        coins=tuple(whole(level["coins"]) for level in levels["coin"]),
        luck=pairs("luck", "draw", "discard"),
        stone=pairs("stone", "buy", "hold"),
        druid=pairs("druid", "druids", "adjacent"),
        tops=tuple(len(levels[name]) - 1 for name in PRIVILEGES),
        ends=benefits([tracks[name]["end"] for name in PRIVILEGES]),
        druid_track=benefits(entries(fields["druid_track"])),
        luck_track=benefits(entries(fields["luck_track"])),
    )


CARD_SETS = ("stone", "bonus", "luck", "first_upgrade", "hengebot", "reward")


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
class LuckCard:
    """A Luck card: the main actions that it fits, and when else (HEN-LUCK-01 to HEN-LUCK-05)."""

    actions: tuple[int, ...]
    before_move: bool
    in_sub_actions: bool


@dataclass(frozen=True, slots=True)
class HengeCards:
    """All cards by number, which is what the tally counts them by; each kind by itself.

    ``kinds`` are the sets, counted; ``bonus`` what Bonus cards score in winter (HEN-BON-02),
    ``upgrades`` the privileges of the First Upgrade cards, ``hengebots`` the actions of the
    Hengebot cards in printed order (HEN-BOT-02).
    """

    numbers: Mapping[str, int]
    ids: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[int, ...]
    effects: tuple[tuple[Effect, ...], ...]
    stones: Mapping[int, StoneCard]
    bonus: Mapping[int, tuple[Score, ...]]
    luck: Mapping[int, LuckCard]
    upgrades: Mapping[int, int]
    hengebots: Mapping[int, tuple[int, ...]]


def read_cards(game: Game) -> HengeCards:
    """Number the cards of the six decks by id."""
    cards = [card for name in CARD_SETS for card in game.sets[name].by_id()]

    def of(name: str) -> list[tuple[int, Component]]:
        return [(at, card) for at, card in enumerate(cards) if card.set_id == name]

    return HengeCards(
        numbers={card.id: number for number, card in enumerate(cards)},
        ids=tuple(card.id for card in cards),
        names=tuple(card.name for card in cards),
        kinds=tuple(CARD_SETS.index(card.set_id) for card in cards),
        effects=tuple(card.effects for card in cards),
        stones={at: _stone(card) for at, card in of("stone")},
        bonus={
            at: tuple(one for one in card.effects if isinstance(one, Score))
            for at, card in of("bonus")
        },
        luck={at: _luck(card) for at, card in of("luck")},
        upgrades={at: _privilege(card) for at, card in of("first_upgrade")},
        hengebots={at: _actions(card) for at, card in of("hengebot")},
    )


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


def _luck(card: Component) -> LuckCard:
    return LuckCard(
        actions=_actions(card),
        before_move=card.fields.get("timing") == "before-move",
        in_sub_actions=card.fields.get("sub_actions") is True,
    )


def _actions(card: Component) -> tuple[int, ...]:
    """The actions that a card names; all for ``any`` (HEN-LUCK-05)."""
    names = texts(card.fields.get("actions", ()))
    if "any" in names:
        return tuple(range(len(ACTIONS)))
    return tuple(ACTIONS.index(name) for name in names)
