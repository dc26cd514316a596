"""Checks that only Henge needs: its board, paths, rondel, slots, stones, and its claims."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from validator.catalogue.model import Component, Configuration, Form, Game, Tables
from validator.checks.claim_kinds import (
    Case,
    ClaimVerdict,
    Judge,
    UnclearError,
    components_of,
    with_data,
)
from validator.checks.pieces import (
    Check,
    error,
    list_words,
    own_components,
    own_sets,
    pieces_in_box,
    totals,
    warning,
)
from validator.findings import Finding, Place, did_you_mean

# The ring board as the checks read it: areas, rondel, slots and paths of one record.
#
# ``components/henge/board.yaml`` documents the fields. Checks run on data with faults too, so that
# a list of another shape is read as empty.


Entry: TypeAlias = Mapping[str, Any]

KEYS: Mapping[str, Mapping[str, Any]] = {
    "areas": {"id": str},
    "borders": {"id": str, "between": list},
    "rondel": {"id": str, "area": str, "actions": list},
    "slots": {"id": str, "areas": list, "size": str, "role": str, "carved": bool, "bonus": int},
    "transport": {"border": str, "after": str},
    "path": {"number": int, "cost": str},
    "privileges": {"levels": tuple},
}
"""Keys that each entry of such a list has, ``list`` being one of words; others are not ours."""


def boards(game: Game) -> Iterator[Component]:
    """The boards of a game's own folder."""
    forms = {component_set.id: component_set.form for component_set in own_sets(game)}
    return (one for one in own_components(game) if forms[one.set_id] is Form.BOARD)


def entries(component: Component, name: str) -> tuple[Entry, ...]:
    """The mappings in the list field ``name``; none if it has another shape."""
    return entries_with_keys(component.fields.get(name), name)


def entries_with_keys(value: Any, name: str) -> tuple[Entry, ...]:
    """``value`` if it is a list of mappings that have the keys of ``name``, else nothing."""
    keys = KEYS.get(name, {})
    right = isinstance(value, tuple) and all(
        isinstance(entry, Mapping) and all(_fits(entry.get(key), keys[key]) for key in keys)
        for entry in value
    )
    return value if right else ()


def _fits(value: Any, kind: Any) -> bool:
    """Tell whether a value is of a kind; true and false are no numbers."""
    if kind is list:
        return isinstance(value, tuple) and bool(value) and all(type(one) is str for one in value)
    return isinstance(value, kind) and isinstance(value, bool) == (kind is bool)


def waives_size(board: Component) -> bool:
    """Tell whether a stone that fits no slot of the side may ignore its size (HEN-INS-07)."""
    return board.fields.get("size_waiver") is True


def area_ids(board: Component) -> tuple[str, ...]:
    """The ids of the areas, in ring order."""
    return tuple(str(area["id"]) for area in entries(board, "areas"))


def neighbours(areas: tuple[str, ...], area: str) -> tuple[str, ...]:
    """The areas on either side of ``area`` in the ring; none for an unknown one."""
    if area not in areas:
        return ()
    spot = areas.index(area)
    return tuple(dict.fromkeys((areas[spot - 1], areas[(spot + 1) % len(areas)])))


def side_of(game: Game, configuration: Configuration) -> Component | None:
    """The board that the options of a configuration name (`side`), or the only one."""
    found = list(boards(game))
    side = configuration.options.get("side")
    named = [board for board in found if board.fields.get("side") == side]
    return next(iter(named or found), None)


BLACK = "black"


def check_paths(game: Game, tables: Tables) -> Iterator[Finding]:
    """A Druid Path starts at 0, rises, and ends with the one black space."""
    for board in boards(game):
        for at, area in enumerate(entries(board, "areas")):
            yield from _path(game, board, at, area)
        yield from _room(game, board)


def _path(game: Game, board: Component, at: int, area: Entry) -> Iterator[Finding]:
    path = entries_with_keys(area.get("path"), "path")
    if not path:
        return
    for space, problem, hint in _faults(path):
        place = board.place_of("areas", at, "path", space)
        message = f"{board.id}: the path of {area['id']!r} {problem}"
        yield error(game, "path-order", place, message, hint)
    legend = board.fields.get("druid_costs")
    shown = {str(price) for price in legend} if isinstance(legend, tuple) else set()
    prices = [str(space["cost"]) for space in path]
    for price in sorted(set(prices)):
        if price not in {BLACK, *shown}:
            space = prices.index(price)
            place = board.place_of("areas", at, "path", space, "cost")
            message = f"{board.id}: the path of {area['id']!r} costs {price!r}, not in the legend"
            yield error(game, "path-price", place, message, "add it to `druid_costs`, or change it")


def _faults(path: tuple[Entry, ...]) -> Iterator[tuple[int, str, str]]:
    """What is wrong with a path: at which space, what, and what to do."""
    numbers = [space["number"] for space in path]
    black = [space["cost"] == BLACK for space in path]
    if len(path) < 2:
        yield 0, "has no space to cover", "give it at least one space before the black one"
    if numbers and numbers[0] != 0:
        yield 0, f"begins with {numbers[0]}", "begin with 0"
    for at, (before, after) in enumerate(itertools.pairwise(numbers)):
        if after <= before:
            yield at, f"does not rise: {numbers}", "let every number be above the one before it"
    if black and not black[-1]:
        yield len(path) - 1, "does not end with a black space", "write `cost: black` here"
    if any(black[:-1]):
        yield black.index(True), "has a black space before its end", "only the last space is black"


def _room(game: Game, board: Component) -> Iterator[Finding]:
    spaces = sum(
        max(0, len(entries_with_keys(area.get("path"), "path")) - 1)
        for area in entries(board, "areas")
    )
    druids = game.sets.get("druid")
    fewest = min(
        (one.total for one in game.configurations if side_of(game, one) is board), default=0
    )
    if not spaces or druids is None or not fewest or not game.seat_colours:
        return
    each = druids.count // len(game.seat_colours)
    if spaces >= each * fewest:
        message = (
            f"{board.id}: {spaces} spaces for {each} x {fewest} = {each * fewest} druids, "
            "so no area need ever close"
        )
        yield warning(game, "path-room", board.place_of("areas"), message, "shorten the paths")


IDLE_FREE = ("income",)
"""Actions that cost nothing and are always possible (HEN-INC-03)."""
ANY = "any"
"""What a card that fits every action says (HEN-LUCK-05)."""


def check_rondel(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every area of a ring board must be served by its rondel."""
    free_steps = lowest_free_steps(game)
    for board in boards(game):
        rondel = entries(board, "rondel")
        if rondel:
            yield from _areas(game, board, rondel)
            yield from _numbers(game, board, rondel)
            yield from _reach(game, board, rondel)
            yield from _free(game, board, rondel, free_steps)
            yield from _transport(game, board, rondel)
            yield from _actions_of_cards(game, board, rondel)


def lowest_free_steps(game: Game) -> int:
    """Steps of the pawn that cost nothing at the start: the least on any mat (1 without mats)."""
    steps = [
        level["steps"]
        for component in game.components()
        for track in entries(component, "privileges")
        for level in entries_with_keys(track["levels"], "levels")[:1]
        if isinstance(level.get("steps"), int)
    ]
    return min(steps, default=1)


def _areas(game: Game, board: Component, rondel: tuple[Entry, ...]) -> Iterator[Finding]:
    areas = area_ids(board)
    order = [str(step["area"]) for step in rondel]
    starts = [at for at, name in enumerate(order) if name != order[at - 1]]
    for at, area in enumerate(order):
        if area not in areas:
            message = f"{board.id}: the rondel touches the area {area!r}, which is not there"
            hint = did_you_mean(area, areas, f"areas: {', '.join(areas)}")
            yield error(game, "rondel-area", board.place_of("rondel", at, "area"), message, hint)
    for area in areas:
        runs = [at for at in starts if order[at] == area]
        if len(runs) > 1:
            message = f"{board.id}: the rondel steps of {area!r} lie in {len(runs)} places"
            place = board.place_of("rondel", runs[-1])
            yield error(game, "rondel-area", place, message, "put them side by side")
        if area not in order:
            message = f"{board.id}: no rondel step touches {area!r}"
            hint = "give it a step; the pawn may have to start there"
            place = board.place_of("areas", areas.index(area))
            yield error(game, "rondel-area", place, message, hint)


def _numbers(game: Game, board: Component, rondel: tuple[Entry, ...]) -> Iterator[Finding]:
    """The first step whose number is not its own; what is behind it may only be shifted."""
    for at, step in enumerate(rondel):
        start = str(step["id"]).rstrip("0123456789")
        if str(step["id"]) != f"{start}{at + 1}":
            message = f"{board.id}: step {at + 1} of the rondel has the id {step['id']!r}"
            starts = [str(one["id"]).rstrip("0123456789") for one in rondel]
            usual = max(starts, key=starts.count)
            hint = f"let ids count along the rondel: {usual}{at + 1}"
            yield error(game, "rondel-steps", board.place_of("rondel", at), message, hint)
            return


def _reach(game: Game, board: Component, rondel: tuple[Entry, ...]) -> Iterator[Finding]:
    areas = area_ids(board)
    offered = {area: _actions(rondel, area) for area in areas}
    own = {slot["areas"][0] for slot in entries(board, "slots") if len(slot["areas"]) == 1}
    for area in areas:
        place = board.place_of("rondel", *_sparest(rondel, area))
        if area in own and "install" not in offered[area]:
            message = f"{board.id}: {area!r} has slots but no Install step, so they stay empty"
            hint = "add `install` here, or to another step of the area"
            yield error(game, "rondel-reach", place, message, hint)
        near = (area, *neighbours(areas, area))
        if not any("druid" in offered[one] for one in near):
            message = f"{board.id}: neither {area!r} nor a neighbour has a Druid step"
            hint = "add `druid` here, or to another of these steps"
            yield error(game, "rondel-reach", place, message, hint)


def _sparest(rondel: tuple[Entry, ...], area: str) -> tuple[int, ...]:
    """The step of an area that has least that its others lack, then least at all; the last such.

    Steps that share nothing with the others come after all that do.
    """
    here = [at for at, step in enumerate(rondel) if step["area"] == area]
    common = Counter(action for at in here for action in rondel[at]["actions"])
    own = {at: sum(common[action] == 1 for action in rondel[at]["actions"]) for at in here}
    many = {at: len(rondel[at]["actions"]) for at in here}
    found = max(here, key=lambda at: (own[at] < many[at], -own[at], -many[at], at), default=None)
    return () if found is None else (found,)


def _actions(rondel: tuple[Entry, ...], area: str) -> set[str]:
    return {action for step in rondel if step["area"] == area for action in step["actions"]}


def _actions_of_cards(game: Game, board: Component, rondel: tuple[Entry, ...]) -> Iterator[Finding]:
    offered = {action for step in rondel for action in step["actions"]}
    for component_set in own_sets(game):
        missing = {
            action: card
            for card in component_set.components
            for action in _action_names(card)
            if action not in offered
        }
        for action, card in missing.items():
            message = f"{board.id}: no rondel step offers {action!r}, which {card.id!r} names"
            hint = f"add `{action}` to a step, or take it off the {component_set.name}"
            yield error(game, "rondel-action", card.place_of("actions"), message, hint)


def _action_names(card: Component) -> tuple[str, ...]:
    actions = card.fields.get("actions")
    if not isinstance(actions, tuple):
        return ()
    return tuple(str(action) for action in actions if action != ANY)


def _free(
    game: Game, board: Component, rondel: tuple[Entry, ...], free_steps: int
) -> Iterator[Finding]:
    """A free action must always be in free reach (HEN-TURN-11)."""
    stuck = [
        str(step["id"])
        for spot, step in enumerate(rondel)
        if not any(
            action in IDLE_FREE
            for ahead in range(1, free_steps + 1)
            for action in rondel[(spot + ahead) % len(rondel)]["actions"]
        )
    ]
    if stuck:
        message = (
            f"{board.id}: from {list_words(stuck)} no free and always possible action "
            f"({', '.join(IDLE_FREE)}) lies within {free_steps} free "
            f"{'step' if free_steps == 1 else 'steps'}"
        )
        hint = "put such an action nearer, or raise the lowest Free Steps level"
        yield warning(game, "rondel-free", board.place_of("rondel"), message, hint)


def _transport(game: Game, board: Component, rondel: tuple[Entry, ...]) -> Iterator[Finding]:
    last_steps = {
        str(step["id"]): (step["area"], rondel[(spot + 1) % len(rondel)]["area"])
        for spot, step in enumerate(rondel)
        if step["area"] != rondel[(spot + 1) % len(rondel)]["area"]
    }
    borders = {str(one["id"]): tuple(one["between"]) for one in entries(board, "borders")}
    areas = area_ids(board)
    ring = {(area, areas[(spot + 1) % len(areas)]) for spot, area in enumerate(areas)}
    if set(borders.values()) != ring:
        message = f"{board.id}: its borders are not those between neighbours of the ring"
        hint = f"list {list_words(f'{one}/{other}' for one, other in sorted(ring))}"
        yield error(game, "rondel-transport", board.place_of("borders"), message, hint)
    served = []
    for at, icon in enumerate(entries(board, "transport")):
        between = last_steps.get(str(icon["after"]))
        served.append(icon["border"])
        if between is None or borders.get(icon["border"]) != between:
            message = (
                f"{board.id}: the Transport icon after {icon['after']!r} does not lie at the "
                f"border {icon['border']!r}"
            )
            hint = "`after` is the last step of the area before the border"
            place = board.place_of("transport", at)
            yield error(game, "rondel-transport", place, message, hint)
    for at, border in enumerate(borders):
        if served.count(border) != 1:
            message = (
                f"{board.id}: the border {border!r} has {served.count(border)} Transport icons"
            )
            place = board.place_of("borders", at)
            yield error(game, "rondel-transport", place, message, "give every border one")


def check_slots(game: Game, tables: Tables) -> Iterator[Finding]:
    """The slots of each side must form triliths and monoliths that the figures can fill."""
    for board in boards(game):
        slots = entries(board, "slots")
        yield from _triliths(game, board, slots)
        yield from _borders(game, board, slots)
        yield from _check_carving(game, board, slots)
        yield from _figures(game, board, slots)
        yield from _privileges(game, board)


def _triliths(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    groups: dict[str, list[Entry]] = {}
    for slot in slots:
        if slot["role"] != "monolith":
            groups.setdefault(str(slot.get("trilith", "")), []).append(slot)
    for name, members in groups.items():
        roles = Counter(slot["role"] for slot in members)
        shared = Counter((slot["size"], tuple(slot["areas"])) for slot in members)
        if roles != {"upright": 2, "lintel": 1} or not name:
            told = list_words(f"{number} {role}" for role, number in sorted(roles.items()))
            message = f"{board.id}: the trilith {name!r} has {told}"
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


def _borders(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    areas = area_ids(board)
    for slot in slots:
        spots = tuple(slot["areas"])
        near = len(spots) == 1 or (len(spots) == 2 and spots[1] in neighbours(areas, spots[0]))
        if not near or any(area not in areas for area in spots):
            message = f"{board.id}: the slot {slot['id']!r} lies in {list_words(spots)}"
            hint = "a slot has one area, or the two of a border"
            yield error(game, "slot-shape", _place(board, slot), message, hint)
        if slot["size"] == "either" and slot["role"] != "monolith":
            message = f"{board.id}: the either-size slot {slot['id']!r} is no monolith"
            hint = "the stones of a trilith must have one size"
            yield error(game, "slot-shape", _place(board, slot), message, hint)


def _check_carving(game: Game, board: Component, slots: tuple[Entry, ...]) -> Iterator[Finding]:
    for slot in slots:
        carves = slot["role"] in ("lintel", "monolith")
        if slot["carved"] != carves:
            message = f"{board.id}: the {slot['role']} {slot['id']!r} has carved: {slot['carved']}"
            hint = "lintels and monoliths take carved stones only, uprights any"
            yield error(game, "slot-carved", _place(board, slot), message, hint)
        if not carves and slot["bonus"]:
            message = f"{board.id}: the upright {slot['id']!r} has a bonus of {slot['bonus']}"
            yield error(game, "slot-carved", _place(board, slot), message, "uprights give none")
    for area in area_ids(board):
        here = [slot for slot in slots if area in slot["areas"]]
        lintels = [slot["bonus"] for slot in here if slot["role"] == "lintel"]
        monoliths = [slot["bonus"] for slot in here if slot["role"] == "monolith"]
        if lintels and monoliths and min(lintels) < max(monoliths):
            message = f"{board.id}: in {area!r} a lintel gives less than a monolith"
            hint = f"lintels {lintels}, monoliths {monoliths}: bots take lintels for the higher"
            yield error(game, "slot-carved", board.place_of("slots"), message, hint)


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
    areas = [area for area in entries(board, "areas") if _fits(area.get("privileges"), list)]
    shown = Counter(privilege for area in areas for privilege in area["privileges"])
    place = board.place_of("areas")
    for area in areas:
        own = area["privileges"]
        if len(set(own)) < len(own):
            message = f"{board.id}: {area['id']!r} shows a privilege twice"
            yield error(game, "area-privileges", place, message, "give it different privileges")
    if shown and len(set(shown.values())) > 1:
        told = list_words(f"{number} x {name}" for name, number in shown.items())
        message = f"{board.id}: the areas do not share the privileges evenly: {told}"
        hint = "show each of them in equally many areas"
        yield warning(game, "area-privileges", place, message, hint)


def check_stones(game: Game, tables: Tables) -> Iterator[Finding]:
    """Cards that stand for stones must find slots, and starters an area each."""
    cards = [
        one
        for component_set in own_sets(game)
        for one in component_set.components
        if {"transport_track", "size"} <= set(one.fields)
    ]
    if cards:
        yield from _dead(game, cards)
        yield from _starters(game, cards)
        yield from _tracks(game, cards)


def in_play(cards: list[Component], total: int, size: str) -> int:
    """Cards of a size in play with ``total`` seats."""
    return sum(
        card.copies for card in cards if card.mark.admits(total) and card.fields.get("size") == size
    )


def slots_for(board: Component, sizes: tuple[str, ...]) -> int:
    """Slots of a board that take one of the sizes."""
    return sum(slot["size"] in sizes for slot in entries(board, "slots"))


def sides(game: Game) -> dict[tuple[int, str], Component]:
    """The board of each number of seats, each once, by that number and its id."""
    found = [(one.total, side_of(game, one)) for one in game.configurations]
    return {(total, board.id): board for total, board in found if board is not None}


def _dead(game: Game, cards: list[Component]) -> Iterator[Finding]:
    for (total, name), board in sides(game).items():
        for what, cards_there, slots_there in _surplus(board, cards, total):
            message = (
                f"with {total} seats {cards_there} {what} stones are in play for {slots_there} "
                f"slots of {name}"
            )
            hint = f"let the marks of {cards_there - slots_there} cards leave out {total}"
            yield error(game, "stone-dead", game.sets[cards[0].set_id].place, message, hint)


def _surplus(
    board: Component, cards: list[Component], total: int
) -> Iterator[tuple[str, int, int]]:
    if not entries(board, "slots"):
        return
    kinds: dict[str, tuple[str, ...]] = {"large": ("large",), "small": ("small",)}
    if waives_size(board):
        kinds = {"large and small": ("large", "small")}
    for what, sizes in kinds.items():
        number = sum(in_play(cards, total, size) for size in sizes)
        slots = slots_for(board, sizes if len(sizes) == 1 else (*sizes, "either"))
        if number > slots:
            yield what, number, slots


def _starters(game: Game, cards: list[Component]) -> Iterator[Finding]:
    starters = [card for card in cards if card.fields.get("starter_area") is not None]
    for board in boards(game):
        areas = sorted(area_ids(board))
        named = sorted(str(card.fields["starter_area"]) for card in starters)
        if areas and named != areas:
            message = f"the starters name {list_words(named)}; the areas are {list_words(areas)}"
            place = game.sets[cards[0].set_id].place
            yield error(game, "stone-starter", place, message, "give each area one starter")
            break
    for card in starters:
        out = [total for total in totals(game) if not card.mark.admits(total)]
        if out:
            message = f"the starter {card.id!r} is not in play with {list_words(out)} seats"
            place = card.place_of("players")
            yield error(game, "stone-starter", place, message, 'mark it `players: "*"`')


def _tracks(game: Game, cards: list[Component]) -> Iterator[Finding]:
    for card in cards:
        track = card.fields["transport_track"]
        steps = (len(track) if isinstance(track, tuple) else 0) - 1
        if card.fields.get("transport_summary") != steps:
            message = (
                f"{card.id!r} sums its track up as {card.fields.get('transport_summary')} steps, "
                f"but it has {steps}"
            )
            place = card.place_of("transport_summary")
            yield warning(game, "stone-track", place, message, f"write transport_summary: {steps}")


OTHER = {"large": "small", "small": "large"}


def judge_figures(case: Case) -> ClaimVerdict:
    """Stones that a side may have to place against their size, or cannot place at all."""
    cards = list(components_of({"set": case.data["cards"]}, case.game))
    found = sides(case.game)
    if not found:
        raise UnclearError("the game has no board with slots", "give the board `slots`")
    told = dict.fromkeys(
        misfit
        for (total, _), board in found.items()
        for misfit in _misfits(case, board, cards, total)
    )
    return ClaimVerdict(
        bool(told), "; ".join(told) or "stones and slots match by size at every total"
    )


def _misfits(case: Case, board: Component, cards: list[Component], total: int) -> Iterator[str]:
    for size in OTHER:
        yield from _against_size(board, cards, total, size)
        need = demand(entries(board, "slots"), size, "upright")
        there = figures(case.game, size, "upright")
        if need > there:
            yield f"{board.id}: {need} {size} uprights for {there} figures"


def _against_size(board: Component, cards: list[Component], total: int, size: str) -> Iterator[str]:
    """Stones of a size that find no slot of theirs when the other size took its share."""
    other = OTHER[size]
    either, own = slots_for(board, ("either",)), slots_for(board, (size,))
    stones = in_play(cards, total, size)
    room = own + either - min(either, in_play(cards, total, other))
    if stones > room and waives_size(board):
        yield (
            f"{board.id} at {total} seats: {stones} {size} stones for {own} {size} slots "
            f"once {other} ones fill the {either} either-size slots, so up to "
            f"{stones - room} ignore their size"
        )
    elif stones > room:
        yield f"{board.id} at {total} seats: {stones} {size} stones for {own} slots, no waiver"


def deep_path(case: Case) -> ClaimVerdict:
    """No path has the number of a worked example far enough from its start."""
    wanted, druids = case.data["number"], case.data["druids"]
    found = [
        f"{board.id}, {area['id']} (after {depth} druids)"
        for board in boards(case.game)
        for area in entries(board, "areas")
        for depth, space in enumerate(entries_with_keys(area.get("path"), "path"))
        if space["number"] == wanted and depth >= druids
    ]
    told = f"{wanted} stands on {list_words(found)}" if found else f"no path has {wanted} there"
    return ClaimVerdict(not found, told)


CLAIMS: Mapping[str, Judge] = {
    "figures": with_data({"cards": {"type": "string"}}, judge_figures),
    "deep-path": with_data(
        {"number": {"type": "integer"}, "druids": {"type": "integer"}}, deep_path
    ),
}
"""Kinds of claims that come with Henge, by the name that `kind` takes."""


CHECKS: tuple[Check, ...] = (
    Check(
        (
            *("rondel-area", "rondel-steps", "rondel-reach"),
            *("rondel-action", "rondel-free", "rondel-transport"),
        ),
        check_rondel,
    ),
    Check(("slot-shape", "slot-carved", "slot-figures", "area-privileges"), check_slots),
    Check(("stone-dead", "stone-starter", "stone-track"), check_stones),
    Check(("path-order", "path-price", "path-room"), check_paths),
)
"""The checks that only Henge needs, in the order of its board."""

__all__ = ["CHECKS", "CLAIMS"]
