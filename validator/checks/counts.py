"""Counts against the parts list.

Codes:

``count-parts``
    A line of the parts list states another number of pieces than the component files hold. A
    set with records that have errors is not counted. A line with `about: true` may differ by a
    tenth and then only warns.

    Bad::

        # game.yaml
        parts:
          - {name: Light cards, set: card, count: 13}  # <- here

    Good::

        # game.yaml
        parts:
          - {name: Light cards, set: card, count: 12}
``count-unlisted``
    A component set that no line of the parts list mentions, so nothing tells whether it is
    complete.

    Bad::

        # game.yaml
        parts:
          - {name: Candles, set: card, where: {name: Candle}, count: 6}

        # box.yaml  <- here
        kind: components
        set: box
        name: Boxes
        singular: Box
        form: standee
        size: standee
        template: basic/standee
        components:
          - {id: box, name: Box}

        # setup.yaml
        zones: {deck: Light deck, table: Table}
        steps:
          - {do: place, set: card, to: deck}
          - {do: place, set: box, to: table}

    Good::

        # game.yaml
        parts:
          - {name: Light cards, set: card, count: 12}
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Game, Part
from validator.catalogue.tables import Tables
from validator.checks.base import counted, error, own_sets, pieces_in_box, warning
from validator.findings import Finding

ABOUT = 10
"""A line with `about: true` may be off by one in so many."""


def check_counts(game: Game, tables: Tables) -> Iterator[Finding]:
    """The parts list of game.yaml must agree with the components."""
    for part in game.parts:
        if part.set_id in game.sets and game.sets[part.set_id].complete:
            yield from _part(game, part)
    listed = {part.set_id for part in game.parts}
    for component_set in own_sets(game):
        if game.parts and component_set.id not in listed:
            message = f"the set {component_set.id!r} is not in the parts list"
            hint = f"add a line to `parts`: {{name: {component_set.name}, set: {component_set.id}}}"
            yield warning(game, "count-unlisted", component_set.place, message, hint)


def _part(game: Game, part: Part) -> Iterator[Finding]:
    there = pieces_in_box(game, part.set_id, part.where)
    if there == part.count:
        return
    file = game.sets[part.set_id].place.file
    stated = f"{'about ' if part.about else ''}{part.count}"
    rules = f" ({', '.join(part.rules)})" if part.rules else ""
    message = f"the parts list says {stated} {part.name}{rules}, but {file} has {there}"
    off = there - part.count
    hint = f"{'take out' if off > 0 else 'add'} {counted(abs(off), 'piece')}, or mend the count"
    tell = warning if part.about and abs(off) * ABOUT <= part.count else error
    yield tell(game, "count-parts", part.place, message, hint)
