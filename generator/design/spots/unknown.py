"""Spots for zones that the set-up does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from generator.design.face import Face, FacePair
from generator.design.spots.marks import zones_of
from generator.design.templating import Templates
from validator.catalogue.model import Catalogue, Game
from validator.catalogue.setup_script import Grid
from validator.findings import Finding, Severity, did_you_mean


def players_of(game: Game, catalogue: Catalogue, root: Path) -> Sequence[Game]:
    """The games whose zones spots may name: itself, or those that share the box.

    Nothing can be said of a box (or by a game of what its box lays out) without all of them.
    """
    folders = {path.parent.name for path in (root / "components").glob("*/game.yaml")}
    if not (game.is_box or game.box):
        return (game,)
    if folders - set(catalogue.games):
        return ()
    box = game.id if game.is_box else game.box
    return tuple(one for one in catalogue.games.values() if one.box == box)


def unknown_spots(
    game: Game, pairs: Sequence[FacePair], games: Sequence[Game], templates: Templates
) -> Iterator[Finding]:
    """Spots for zones that no set-up has; without a complete set-up there is none to compare."""
    if not games or not all(one.complete and one.setup.steps for one in games):
        return
    faces: dict[str, dict[str, Face]] = {}
    for pair in pairs:
        component_set = game.sets[pair.deck]
        faces.setdefault(component_set.template, {})[pair.front.key] = pair.front
        if pair.back is not None:
            faces.setdefault(component_set.back or "", {})[pair.back.key] = pair.back
    for template, drawn in faces.items():
        for zone in _strangers(drawn.values(), games):
            known = [name.removeprefix("seat.") for one in games for name in one.setup.zones]
            hint = did_you_mean(zone, known, "name a zone of setup.yaml, on a mat without `seat.`")
            message = f"the template {template} has a spot for {zone!r}, which is no zone"
            place = templates.locate(f'spot("{zone}"', template)
            yield Finding("spot-unknown", Severity.ERROR, game.id, place, message, hint)


def _strangers(faces: Iterable[Face], games: Iterable[Game]) -> Iterator[str]:
    """The zones that spots of ``faces`` name and none of ``games`` has, each once."""
    known = [zone for game in games for zone in _zones(game)]
    named = dict.fromkeys(zone for face in faces for zone in zones_of(face))
    for zone in filter(None, named):
        meant = (zone, f"seat.{zone}", re.sub(r"^seat\d+\.", "seat.", zone))
        if not any(_fits(one, pattern) for one in meant for pattern in known):
            yield zone


def _zones(game: Game) -> Iterator[str]:
    yield from game.setup.zones
    for step in game.setup.steps:
        if isinstance(step, Grid):
            yield from (f"{row}{column}" for row in step.rows for column in _columns(step))


def _columns(grid: Grid) -> range:
    return range(grid.columns[0], grid.columns[1] + 1)


def _fits(zone: str, pattern: str) -> bool:
    return zone.startswith(pattern[:-1]) if pattern.endswith("*") else zone == pattern
