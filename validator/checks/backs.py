"""Backs that no print file has.

Codes:

``back-unprinted``
    A board has a back, which is not printed: boards are glued on cardboard. A second side that is
    played on is a component of its own.

    Bad::

        # cards.yaml
        form: board
        back: fog/card  # <- here

    Good::

        # cards.yaml
        form: board
        components:
          - {id: shore, name: The Shore, copies: 1}
          - {id: shore-at-night, name: The Shore at Night, copies: 11}
"""

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
