"""Counts against the parts list."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Game, Part, Use, place_in
from validator.catalogue.select import matches
from validator.catalogue.tables import Tables
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
