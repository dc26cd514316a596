"""Slots of a board: triliths, borders, bonuses, and the figures that fill them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validator.catalogue.model import Component, Game
from validator.catalogue.tables import Tables
from validator.checks.base import error, listed, pieces_in_box, warning
from validator.findings import Finding, Place
from validator.games.henge.checks.boards import (
    Entry,
    area_ids,
    boards,
    entries,
    is_words,
    neighbours,
)


def check_slots(game: Game, tables: Tables) -> Iterator[Finding]:
    """The slots of each side must form triliths and monoliths that the figures can fill."""
    for board in boards(game):
        slots = entries(board, "slots")
        yield from _triliths(game, board, slots)
        yield from _borders(game, board, slots)
        yield from _carving(game, board, slots)
        yield from _figures(game, board, slots)
        yield from _privileges(game, board)


def _triliths(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    groups: dict[str, list[Entry]] = {}
    for slot in slots:
        if slot["role"] == "monolith" and slot["size"] != "either" and "trilith" not in slot:
            continue
        if slot["role"] != "monolith":
            groups.setdefault(str(slot.get("trilith", "")), []).append(slot)
    for name, members in groups.items():
        roles = Counter(slot["role"] for slot in members)
        shared = Counter((slot["size"], tuple(slot["areas"])) for slot in members)
        if roles != {"upright": 2, "lintel": 1} or not name:
            message = f"{board.id}: the trilith {name!r} has {_roles(roles)}"
            hint = "a trilith is two uprights and one lintel"
            yield error(game, "slot-shape", _place(board, members[0]), message, hint)
        elif len(shared) > 1:
            odd = min(members, key=lambda slot: shared[slot["size"], tuple(slot["areas"])])
            message = f"{board.id}: the slots of the trilith {name!r} differ in size or areas"
            hint = "give all three the same `size` and `areas`"
            yield error(game, "slot-shape", _place(board, odd), message, hint)


def _place(board: Component, slot: Entry) -> Place:
    """Where a slot is written."""
    return board.place_of("slots", entries(board, "slots").index(slot))


def _roles(roles: Counter[str]) -> str:
    return listed(f"{number} {role}" for role, number in sorted(roles.items()))


def _borders(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    areas = area_ids(board)
    for slot in slots:
        spots = tuple(slot["areas"])
        near = len(spots) == 1 or (len(spots) == 2 and spots[1] in neighbours(areas, spots[0]))
        if not near or any(area not in areas for area in spots):
            message = f"{board.id}: the slot {slot['id']!r} lies in {listed(spots)}"
            hint = "a slot has one area, or the two of a border"
            yield error(game, "slot-shape", _place(board, slot), message, hint)
        if slot["size"] == "either" and slot["role"] != "monolith":
            message = f"{board.id}: the either-size slot {slot['id']!r} is no monolith"
            hint = "the stones of a trilith must have one size"
            yield error(game, "slot-shape", _place(board, slot), message, hint)


def _carving(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    for slot in slots:
        carves = slot["role"] in ("lintel", "monolith")
        if slot["carved"] != carves:
            message = f"{board.id}: the {slot['role']} {slot['id']!r} has carved: {slot['carved']}"
            hint = "lintels and monoliths take carved stones only, uprights any"
            yield error(game, "slot-carved", _place(board, slot), message, hint)
        if not carves and slot["bonus"]:
            message = f"{board.id}: the upright {slot['id']!r} has a bonus of {slot['bonus']}"
            place = _place(board, slot)
            yield error(game, "slot-carved", place, message, "uprights give no bonus")
    for area in area_ids(board):
        lintels = [slot["bonus"] for slot in slots if _is(slot, "lintel", area)]
        monoliths = [slot["bonus"] for slot in slots if _is(slot, "monolith", area)]
        if lintels and monoliths and min(lintels) < max(monoliths):
            message = f"{board.id}: in {area!r} a lintel gives less than a monolith"
            hint = f"lintels {lintels}, monoliths {monoliths}: bots take lintels for the higher"
            yield error(game, "slot-carved", board.place_of("slots"), message, hint)


def _is(slot: Entry, role: str, area: str) -> bool:
    return bool(slot["role"] == role and area in slot["areas"])


def figures(game: Game, size: str, role: str) -> int:
    """Stone figures of a size (``large``, ``small``) and role (``upright``, ``lintel``)."""
    return sum(
        pieces_in_box(game, name, {"size": size, "role": role})
        for name, component_set in game.sets.items()
        if any({"size", "role"} <= set(one.fields) for one in component_set.components)
    )


def demand(slots: tuple[Entry, ...], size: str, role: str) -> int:
    """Most figures of a size and role that the slots can take: either-size slots count."""
    roles = ("upright", "monolith") if role == "upright" else (role,)
    return sum(slot["role"] in roles and slot["size"] in (size, "either") for slot in slots)


def _figures(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    for size in ("large", "small"):
        for role in ("upright", "lintel"):
            need, there = demand(slots, size, role), figures(game, size, role)
            if slots and need > there:
                message = (
                    f"{board.id}: its slots can take {need} {size} {role} figures, but the box "
                    f"has {there}"
                )
                hint = "take out slots of that size, or add figures"
                yield error(game, "slot-figures", board.place_of("slots"), message, hint)


def _privileges(game: Game, board: Component) -> Iterator[Finding]:
    areas = [area for area in entries(board, "areas") if is_words(area.get("privileges"))]
    shown = Counter(privilege for area in areas for privilege in area["privileges"])
    place = board.place_of("areas")
    for area in areas:
        own = area["privileges"]
        if len(set(own)) < len(own):
            message = f"{board.id}: {area['id']!r} shows a privilege twice"
            yield error(game, "area-privileges", place, message, "give it different privileges")
    if shown and len(set(shown.values())) > 1:
        told = listed(f"{number} x {name}" for name, number in shown.items())
        message = f"{board.id}: the areas do not share the privileges evenly: {told}"
        hint = "show each of them in equally many areas"
        yield warning(game, "area-privileges", place, message, hint)
