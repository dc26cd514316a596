"""Backs that no print file has."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Form, Game
from validator.catalogue.tables import Tables
from validator.checks.base import error, own_sets
from validator.findings import Finding


def check_backs(game: Game, tables: Tables) -> Iterator[Finding]:
    """No set of boards has a back."""
    del tables
    for component_set in own_sets(game):
        if component_set.form is Form.BOARD and component_set.back is not None:
            place = component_set.places.get("back", component_set.place)
            message = f"the back of {component_set.name!r} is not printed: boards have one side"
            hint = "take `back` out; a second side is a component of its own, with its template"
            yield error(game, "back-unprinted", place, message, hint)
