"""Zones of the set-up: used at all, fair to the seats, and shuffled before they are dealt from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from validator.catalogue.model import Catalogue, Game, WhenEmpty, place_in
from validator.catalogue.playing.walk import zones_named
from validator.catalogue.script import BOX, Choose, Locate, Move, SetupStep, Shuffle
from validator.catalogue.select import OF_EVERY_COMPONENT, value_of
from validator.catalogue.tables import LaidTable, Tables, usual
from validator.findings import Finding, Place, Severity
from validator.setup.legal import table_words
from validator.setup.seats import seats_of
from validator.setup.steps import is_declared, zones_of

_SEAT = re.compile(r"^seat\d*\.")
_HOLE = re.compile(r"\{([^}]*)\}")


def check_zones(catalogue: Catalogue, tables: Tables) -> Iterator[Finding]:
    """Every zone has a use, every seat its share, and what is dealt was shuffled.

    ``tables`` are those of the rehearsal; games that were not rehearsed are left out.
    """
    for game in catalogue.games.values():
        if game.complete and game.setup.steps and game.configurations:
            yield from _unused(game)
            yield from _unshuffled(game)
            yield from _empty_seats(game, usual(tables, game.id))


def plain(zone: str) -> str:
    """A zone as `zones` lists it: ``seat1.hand`` is ``seat.hand``."""
    return _SEAT.sub("seat.", zone)


def _unused(game: Game) -> Iterator[Finding]:
    named = {plain(zone) for step in game.setup.steps for zone in zones_of(step)}
    named |= {plain(zone) for pile in game.piles for zone in (pile.zone, pile.discard) if zone}
    named |= zones_named(game.play) & game.setup.zones.keys() if game.play else set()
    written = {name for zone in named - {BOX} for name in _filled(game, zone)}
    for zone, label in game.setup.zones.items():
        if game.module is not None and label.faces is not None:
            continue  # its rules module fills it in play, and who sees it is told here
        if not any(zone == name or is_declared(name, [zone]) for name in written):
            message = f"no step and no pile uses the zone {zone!r}"
            hint = "take it out, or leave room for it: {do: room, zone: " + zone + "}"
            yield _warning(game, "zone-unused", label.place, message, hint)


def _filled(game: Game, zone: str) -> Iterator[str]:
    """A name with its first hole filled by every value of that field; as it is without one."""
    hole = _HOLE.search(zone)
    found = (value_of(one, hole[1]) for one in game.components()) if hole else ()
    values = {str(value) for value in found if value is not None}
    if hole is None or hole[1] in OF_EVERY_COMPONENT or not values:
        yield zone
        return
    for value in sorted(values):
        yield from _filled(game, zone.replace(hole[0], value))


def _targets(step: SetupStep) -> tuple[str, ...]:
    match step:
        case Move(targets=targets):
            return targets
        case Choose(target=target) | Locate(target=target):
            return (target,)
        case _:
            return ()


def _unshuffled(game: Game) -> Iterator[Finding]:
    """Follow the script: what was put down since a zone was last shuffled?"""
    put: dict[str, Move] = {}
    for step in game.setup.steps:
        if isinstance(step, Shuffle):
            for zone in step.zones:
                put.pop(zone, None)
        if isinstance(step, Move):
            for zone in step.sources if step.verb == "deal" else ():
                if zone in put and _differ(game, put.pop(zone)):
                    message = f"{zone!r} is dealt from, but was not shuffled"
                    hint = f"add `{{do: shuffle, zone: {zone}}}` before it"
                    place = place_in(step.common, "from")
                    yield _warning(game, "setup-unshuffled", place, message, hint)
            put.update((zone, step) for zone in step.targets if zone != BOX)
    for pile in game.piles:
        deck = pile.discard is not None or pile.when_empty is WhenEmpty.RESHUFFLE
        if deck and pile.zone in put and _differ(game, put[pile.zone]):
            message = f"the pile {pile.id!r} is never shuffled"
            hint = f"add `{{do: shuffle, zone: {pile.zone}}}` behind this step"
            place = put[pile.zone].common.place
            yield _warning(game, "setup-unshuffled", place, message, hint)


def _differ(game: Game, step: Move) -> bool:
    """Tell whether the pieces of a step may be different ones."""
    found = game.sets.get(step.pieces.set_id or "")
    return found is None or len(found.components) > 1


def _empty_seats(game: Game, tables: Tables) -> Iterator[Finding]:
    holes = [plain(zone) for step in game.setup.steps for zone in zones_of(step) if "{" in zone]
    for zone, label in game.setup.zones.items():
        fixed = zone.startswith("seat.") and not zone.endswith("*") and not label.empties
        if fixed and not any(is_declared(hole, [zone]) for hole in holes):
            yield from _shares(game, zone, tables)


def _shares(game: Game, zone: str, tables: Tables) -> Iterator[Finding]:
    for kind in ("human", "bot"):
        shares = [
            (table, name, number)
            for table in tables
            for name, number in _held(game, table, zone, kind).items()
        ]
        lacking = next((one for one in shares if not one[2]), None)
        if lacking is None or not any(number for *_, number in shares):
            continue
        table, name, _ = lacking
        words = table_words(table.configuration.players, table.configuration.bots)
        message = f"with {words}, {name} has nothing in {zone!r} where others have"
        hint = "let the step count for every seat and table; what one seat has lies in another zone"
        steps = [step for step in game.setup.steps if zone in _targets(step)]
        place = game.setup.zones[zone].place
        if len(steps) == 1:
            place = place_in(steps[0].common, "when" if steps[0].common.when else "each")
        yield Finding("seat-empty", Severity.ERROR, game.id, place, message, hint)


def _warning(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.WARNING, game.id, place, message, hint)


def _held(game: Game, table: LaidTable, zone: str, kind: str) -> Mapping[str, int]:
    """How many pieces each seat of a kind has in its zone."""
    return {
        str(seat): len(table.zones.get(seat.name + zone.removeprefix("seat"), ()))
        for seat in seats_of(game, table.configuration)
        if seat.kind == kind
    }
