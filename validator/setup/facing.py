"""Who sees what lies in a zone after set-up: everybody, nobody, or only whose seat it is.

A zone says so in setup.yaml (``faces``). Where it does not, what a step shuffles lies face down,
a zone called ``hand`` is its owner's, and all else lies face up.
"""

from __future__ import annotations

from collections.abc import Mapping

from validator.catalogue.script import BOX, Faces, Shuffle, ZoneLabel
from validator.setup.conditions import applies
from validator.setup.deal import SetupResult
from validator.setup.steps import acting, here

HAND = "hand"
"""What a zone is called that is its owner's without a word in the script."""


def faces_of_zones(result: SetupResult) -> dict[str, Faces]:
    """Who sees the pieces of each zone that is on the table; the box is not."""
    shuffled = set(_shuffled(result))
    return {
        zone: _stated(zone, result.game.setup.zones) or _usual(zone, shuffled)
        for zone in result.zones
        if zone != BOX
    }


def label_of(zone: str, zones: Mapping[str, ZoneLabel]) -> ZoneLabel | None:
    """What the script's list says of a zone: its own entry, or that of the pattern it fits."""
    seat, _, rest = zone.partition(".")
    plain = f"seat.{rest}" if rest and seat.removeprefix("seat").isdigit() else zone
    if plain in zones:
        return zones[plain]
    patterns = (name for name in zones if name.endswith("*") and plain.startswith(name[:-1]))
    return next((zones[name] for name in patterns), None)


def _stated(zone: str, zones: Mapping[str, ZoneLabel]) -> Faces | None:
    label = label_of(zone, zones)
    return label.faces if label else None


def _usual(zone: str, shuffled: set[str]) -> Faces:
    if zone in shuffled:
        return Faces.DOWN
    return Faces.OWNER if zone.rpartition(".")[2] == HAND else Faces.UP


def _shuffled(result: SetupResult) -> set[str]:
    steps = (step for step in result.game.setup.steps if isinstance(step, Shuffle))
    return {
        here(zone, seat)
        for step in steps
        if applies(step.common.when, result.configuration, result.rulings)
        for seat in acting(step.common.each, result.seats)
        for zone in step.zones
    }
