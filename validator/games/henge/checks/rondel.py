"""The rondel: can every place be reached and used?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validator.catalogue.model import Component, Game
from validator.catalogue.tables import Tables
from validator.checks.base import error, listed, own_sets, warning
from validator.findings import Finding
from validator.games.henge.checks.boards import Entry, area_ids, boards, entries, neighbours, shaped
from validator.hints import did_you_mean

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
        for level in shaped(track["levels"], "levels")[:1]
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
            hint = f"let ids count along the rondel: {_series(rondel)}{at + 1}"
            yield error(game, "rondel-steps", board.place_of("rondel", at), message, hint)
            return


def _series(rondel: tuple[Entry, ...]) -> str:
    """What most ids of steps begin with."""
    starts = [str(step["id"]).rstrip("0123456789") for step in rondel]
    return max(starts, key=starts.count)


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
            for action in _named_actions(card)
            if action not in offered
        }
        for action, card in missing.items():
            message = f"{board.id}: no rondel step offers {action!r}, which {card.id!r} names"
            hint = f"add `{action}` to a step, or take it off the {component_set.name}"
            yield error(game, "rondel-action", card.place_of("actions"), message, hint)


def _named_actions(card: Component) -> tuple[str, ...]:
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
            f"{board.id}: from {listed(stuck)} no free and always possible action "
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
        hint = f"list {listed(f'{one}/{other}' for one, other in sorted(ring))}"
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
