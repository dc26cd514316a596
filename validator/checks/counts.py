"""Pieces counted: the parts list, and a game's share of its box against what is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from validator.catalogue.model import Component, Configuration, Game, Part, Use, place_in
from validator.catalogue.select import matches, value_of
from validator.catalogue.tables import LaidTable, Tables, usual
from validator.checks.base import counted, error, own_sets, pieces_in_box, warning
from validator.findings import Finding, Place

ABOUT = 10
"""A line with `about: true` may be off by one in so many."""


def check_counts(game: Game, tables: Tables) -> Iterator[Finding]:
    """The parts list of game.yaml must agree with the components."""
    for part in game.parts:
        if part.set_id in game.sets and game.sets[part.set_id].complete:
            yield from _part(game, part)
    yield from _twice(game)
    yield from _unlisted(game)


def _twice(game: Game) -> Iterator[Finding]:
    entries: list[tuple[str, Part | Use]] = [("parts", one) for one in game.parts]
    entries += [("uses", one) for one in game.uses]
    seen: dict[object, Place] = {}
    for name, one in entries:
        key = (name, one.set_id, repr(one.where), getattr(one, "totals", ()))
        if key in seen:
            message = f"a line of `{name}` counts the same pieces already ({seen[key]})"
            yield error(game, "count-twice", one.place, message, "keep one of the two")
        seen.setdefault(key, one.place)


def _unlisted(game: Game) -> Iterator[Finding]:
    """Pieces of a game's own folder that no line of its parts list counts."""
    strange = [one for one in game.parts if one.set_id not in game.sets]
    for component_set in own_sets(game) if game.parts else ():
        lines = [one.where for one in game.parts if one.set_id == component_set.id]
        missing = [
            one
            for one in component_set.components
            if not any(matches(one, where) for where in lines)
        ]
        if missing and component_set.complete:
            what = repr(missing[0].id) if lines else f"the set {component_set.id!r}"
            hint = f"add a line to `parts`: {{name: {component_set.name}, set: {component_set.id}}}"
            place = place_in(component_set, "set") if strange else place_in(game, "parts")
            yield warning(game, "count-unlisted", place, f"{what} is not in the parts list", hint)


def _part(game: Game, part: Part) -> Iterator[Finding]:
    there = pieces_in_box(game, part.set_id, part.where)
    asked = (part.set_id, part.where)
    taken = [use.count for use in game.uses if (use.set_id, use.where) == asked]
    if part.count in (there, *taken):
        return
    file = game.sets[part.set_id].place.file
    stated = f"{'about ' if part.about else ''}{part.count}"
    rules = f" ({', '.join(part.rules)})" if part.rules else ""
    message = f"the parts list says {stated} {part.name}{rules}, but {file} has {there}"
    off = there - part.count
    hint = f"{'take out' if off > 0 else 'add'} {counted(abs(off), 'piece')}, or mend the count"
    tell = warning if part.about and abs(off) * ABOUT <= part.count else error
    yield tell(game, "count-parts", place_in(part, "count"), message, hint)


def check_uses(game: Game, tables: Tables) -> Iterator[Finding]:
    """The `uses` of a game with a box must name every piece that its set-up lays out."""
    if game.box is None:
        return
    components = {component.id: component for component in game.components()}
    short: dict[str, tuple[LaidTable, int, int]] = {}
    idle: dict[str, tuple[LaidTable, int, int]] = {}
    for table in usual(tables, game.id):
        for set_id, pieces in _count_on_table(table, components).items():
            named = share(game, table.configuration, set_id)
            if pieces > named:
                short.setdefault(set_id, (table, pieces, named))
            elif pieces < named:
                idle.setdefault(set_id, (table, pieces, named))
    yield from _idle(game, idle)
    yield from _too_many(game)
    for set_id, (table, pieces, named) in short.items():
        seats = counted(table.configuration.total, "seat")
        message = f"the set-up lays out {pieces} {set_id} with {seats}, but `uses` names {named}"
        lines = [place_in(one, "count") for one in game.uses if one.set_id == set_id]
        place = next(iter(lines), place_in(game, "uses"))
        yield error(game, "uses-short", place, message, "raise its `count`, or widen its `where`")


def _idle(game: Game, idle: Mapping[str, tuple[LaidTable, int, int]]) -> Iterator[Finding]:
    for set_id, (table, pieces, named) in idle.items():
        seats = counted(table.configuration.total, "seat")
        message = f"`uses` names {named} {set_id} with {seats}, but the set-up lays out {pieces}"
        use = next(one for one in game.uses if one.set_id == set_id)
        place = place_in(use, "count" if use.count is not None else "per_seat")
        hint = "mend its `count`; `per_seat: true` names only the pieces of colours that are played"
        yield warning(game, "uses-idle", place, message, hint)


def _too_many(game: Game) -> Iterator[Finding]:
    for use in game.uses:
        found = game.sets.get(use.set_id)
        if use.count is None or found is None or not found.complete:
            continue
        there = sum(one.copies for one in found.components if matches(one, use.where))
        if use.count > there:
            message = f"`uses` names {use.count} {use.set_id}, but the box has {there}"
            yield warning(game, "uses-many", place_in(use, "count"), message, "lower the `count`")


def _count_on_table(table: LaidTable, components: dict[str, Component]) -> Counter[str]:
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
