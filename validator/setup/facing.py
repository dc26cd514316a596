"""Who sees what lies in a zone: everybody, nobody, or only whose seat it is.

A zone says so in setup.yaml (``faces``). Where it does not, what a step shuffles lies face down,
a zone called ``hand`` is its owner's, and all else lies face up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import BOX, Faces, Shuffle, ZoneLabel
from validator.setup.conditions import applies
from validator.setup.deal import SetupResult
from validator.setup.seats import seats_of
from validator.setup.steps import acting, here

HAND = "hand"
"""What a zone is called that is its owner's without a word in the script."""


def faces_of_zones(result: SetupResult) -> dict[str, Faces]:
    """Who sees the pieces of each zone that is on the table; the box is not."""
    facing = facing_at(result.game, result.configuration, result.rulings)
    return {zone: facing(zone) for zone in result.zones if zone != BOX}


def facing_at(
    game: Game, configuration: Configuration, rulings: Mapping[str, str]
) -> Callable[[str], Faces]:
    """Tells of any zone of a table, such as ``seat2.hand``, who sees what lies there."""
    shuffled = _shuffled(game, configuration, rulings)

    def facing(zone: str) -> Faces:
        label = label_of(zone, game.setup.zones)
        return label.faces if label and label.faces else _usual(zone, shuffled)

    return facing


def label_of(zone: str, zones: Mapping[str, ZoneLabel]) -> ZoneLabel | None:
    """What the script's list says of a zone: its own entry, or that of the pattern it fits."""
    seat, _, rest = zone.partition(".")
    plain = f"seat.{rest}" if rest and seat.removeprefix("seat").isdigit() else zone
    if plain in zones:
        return zones[plain]
    patterns = (name for name in zones if name.endswith("*") and plain.startswith(name[:-1]))
    return next((zones[name] for name in patterns), None)


def _usual(zone: str, shuffled: set[str]) -> Faces:
    if zone in shuffled:
        return Faces.DOWN
    return Faces.OWNER if zone.rpartition(".")[2] == HAND else Faces.UP


def _shuffled(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> set[str]:
    steps = (step for step in game.setup.steps if isinstance(step, Shuffle))
    seats = seats_of(game, configuration)
    return {
        here(zone, seat)
        for step in steps
        if applies(step.common.when, configuration, rulings)
        for seat in acting(step.common.each, seats)
        for zone in step.zones
    }
