"""A boxed game's share of its box against what the set-up lays out.

Codes:

``uses-short``
    The set-up puts more pieces of a component on the table than `uses` names there, so a kit
    printed for that table lacks them. `per_seat: true` means the pieces of the colours that are
    played.

    Bad::

        # game.yaml
        box: lights
        uses:
          - {set: lamp, count: 3}  # <- here
          - {set: card}

        # components/lights/game.yaml
        kind: game
        id: lights
        name: Lights
        revision: "1"
        is_box: true

        # components/lights/lamps.yaml
        kind: components
        set: lamp
        name: Lamps
        singular: Lamp
        form: standee
        size: standee
        template: basic/standee
        components:
          - {id: lamp, name: Lamp, copies: 4}

        # setup.yaml
        zones: {deck: Light deck, table: Table}
        steps:
          - {do: place, set: card, to: deck}
          - {do: place, set: lamp, to: table}

    Good::

        # game.yaml
        box: lights
        uses:
          - {set: lamp, count: 4}
          - {set: card}

        # components/lights/game.yaml
        kind: game
        id: lights
        name: Lights
        revision: "1"
        is_box: true

        # components/lights/lamps.yaml
        kind: components
        set: lamp
        name: Lamps
        singular: Lamp
        form: standee
        size: standee
        template: basic/standee
        components:
          - {id: lamp, name: Lamp, copies: 4}

        # setup.yaml
        zones: {deck: Light deck, table: Table}
        steps:
          - {do: place, set: card, to: deck}
          - {do: place, set: lamp, to: table}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validator.catalogue.model import Component, Configuration, Game, Use
from validator.catalogue.select import matches, value_of
from validator.catalogue.tables import LaidTable, Tables, usual
from validator.checks.base import counted, error
from validator.findings import Finding


def check_uses(game: Game, tables: Tables) -> Iterator[Finding]:
    """The `uses` of a game with a box must name every piece that its set-up lays out."""
    if game.box is None:
        return
    components = {component.id: component for component in game.components()}
    short: dict[str, tuple[LaidTable, int, int]] = {}
    for table in usual(tables, game.id):
        for set_id, pieces in _laid(table, components).items():
            named = share(game, table.configuration, set_id)
            if pieces > named:
                short.setdefault(set_id, (table, pieces, named))
    for set_id, (table, pieces, named) in short.items():
        seats = counted(table.configuration.total, "seat")
        message = f"the set-up lays out {pieces} {set_id} with {seats}, but `uses` names {named}"
        place = next((one.place for one in game.uses if one.set_id == set_id), game.place)
        yield error(game, "uses-short", place, message, "raise its `count`, or widen its `where`")


def _laid(table: LaidTable, components: dict[str, Component]) -> Counter[str]:
    return Counter(components[piece.partition("#")[0]].set_id for piece in table.on_table)


def share(game: Game, configuration: Configuration, set_id: str) -> int:
    """Pieces of a set that ``uses`` names at a table."""
    return sum(
        used_by(use, game.sets[set_id].components, game, configuration)
        for use in game.uses
        if use.set_id == set_id
    )


def used_by(
    use: Use, found: tuple[Component, ...], game: Game, configuration: Configuration
) -> int:
    """Pieces of the components ``found`` that one entry of ``uses`` names at a table."""
    total = configuration.total
    if use.totals and total not in use.totals:
        return 0
    colours = game.colours_at(total)
    pieces = sum(
        one.copies
        for one in found
        if matches(one, use.where) and (not use.per_seat or value_of(one, "colour") in colours)
    )
    return pieces if use.count is None else min(pieces, use.count)
