"""The side of the board in play, read once into tuples of small numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.model import Game, Value
from validator.games.fields import entries, flag, text, texts, whole
from validator.games.henge.printed.codes import (
    ACTIONS,
    EITHER,
    LINTEL,
    MONOLITH,
    PRIVILEGES,
    ROLES,
    SIZES,
    stone_bit,
)
from validator.usage import UsageError

Entry: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Slot:
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
class Ahead:
    """A rondel step as seen from another: how far, what it offers, Transport icons passed.

    Every step touches one area (HEN-BOARD-10).
    """

    distance: int
    step: int
    area: int
    actions: tuple[int, ...]
    passed: int


@dataclass(frozen=True, slots=True)
class Board:
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
    ahead: tuple[tuple[Ahead, ...], ...]
    starts: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    around: tuple[tuple[int, ...], ...]
    remote: tuple[tuple[int, ...], ...]
    slots: tuple[Slot, ...]
    slots_of: tuple[tuple[int, ...], ...]
    lintels_on: tuple[tuple[int, ...], ...]
    size_waiver: bool


def read_board(game: Game, side: str) -> Board:
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


def compile_board(fields: Mapping[str, Value]) -> Board:
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
    return Board(
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
) -> tuple[Ahead, ...]:
    """The steps clockwise from step ``at``, once round (HEN-BOARD-08, HEN-TURN-05)."""
    seen: list[Ahead] = []
    passed = 0
    for distance in range(1, len(ring) + 1):
        passed += icons.count((at + distance - 1) % len(ring))
        step = (at + distance) % len(ring)
        seen.append(Ahead(distance, step, ring[step], actions[step], passed))
    return tuple(seen)


def _slots(areas: Sequence[str], raw: Sequence[Entry]) -> tuple[Slot, ...]:
    return tuple(_slot(areas, raw, one) for one in raw)


def _slot(areas: Sequence[str], raw: Sequence[Entry], one: Entry) -> Slot:
    role, size = ROLES.index(text(one["role"])), SIZES.index(text(one["size"]))
    group = one.get("trilith")
    uprights = [
        at
        for at, other in enumerate(raw)
        if role == LINTEL and other.get("trilith") == group and other["role"] == "upright"
    ]
    carved = flag(one["carved"]) or role in (LINTEL, MONOLITH)  # HEN-INS-11, HEN-BOARD-22
    return Slot(
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
