"""The almanac: its chapters name sets and fields that are there, and no set twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from validator.catalogue.model import Chapter, Component, Game, Value, place_in
from validator.catalogue.script import Locate
from validator.catalogue.select import OF_EVERY_COMPONENT
from validator.catalogue.tables import Tables
from validator.checks.base import error, unknown, warning
from validator.findings import Finding, Place
from validator.hints import did_you_mean


def check_almanac(game: Game, tables: Tables) -> Iterator[Finding]:
    """Sets and fields that the almanac names are there, and each set is in one chapter."""
    del tables
    seen: dict[str, Chapter] = {}
    for chapter in game.almanac.chapters:
        yield from _sets(game, chapter, seen)
        yield from _fields(game, chapter)
    yield from _labels(game)


def _sets(game: Game, chapter: Chapter, seen: dict[str, Chapter]) -> Iterator[Finding]:
    for at, name in enumerate(chapter.sets):
        place = place_in(chapter, "sets", at)
        if name not in game.sets:
            yield _unknown(game, place, "component set", name, game.sets)
        elif name in seen:
            message = f"the set {name!r} is in an earlier chapter already ({seen[name].place})"
            yield error(game, "almanac-twice", place, message, "name it in one chapter only")
        else:
            seen[name] = chapter


def _fields(game: Game, chapter: Chapter) -> Iterator[Finding]:
    sets = [game.sets[name] for name in chapter.sets if name in game.sets]
    own = _names(component for one in sets for component in one.components)
    sortable = (*own, *OF_EVERY_COMPONENT)
    asked = [
        *(
            (place_in(chapter, "columns", at), name, own)
            for at, name in enumerate(chapter.columns or ())
        ),
        *(
            (place_in(chapter, "order", at), name.removeprefix("-"), sortable)
            for at, name in enumerate(chapter.order)
        ),
    ]
    if chapter.group_by is not None:
        asked.append((place_in(chapter, "group_by"), chapter.group_by, sortable))
    for place, name, known in asked:
        if sets and name not in known:
            yield _unknown(game, place, "field", name, known)


def _labels(game: Game) -> Iterator[Finding]:
    """Words for what nobody sees are mostly a slip in a name."""
    fields = [one for component in game.components() for one in component.fields.values()]
    values = {str(word) for value in fields for word in _words(value)}
    told = (step.field_name for step in game.setup.steps if isinstance(step, Locate))
    nested = dict.fromkeys(name for value in fields for name in _nested(value))
    names = (*_names(game.components()), *told, *nested)
    for name in game.almanac.labels:
        if name not in names and name not in values:
            place = place_in(game, "almanac", "labels", name)
            message = f"no component has a field or a value {name!r}"
            hint = did_you_mean(name, [*names, *sorted(values)], "take it away, or mend the name")
            yield warning(game, "almanac-unknown", place, message, hint)


def _names(components: Iterable[Component]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in components for name in one.fields))


def _words(value: Value) -> Iterator[Value]:
    """A value, or those inside of it, however deep."""
    if isinstance(value, Mapping | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _words(part)
    else:
        yield value


def _nested(value: Value) -> Iterator[str]:
    """The names of fields inside of a value, however deep."""
    if isinstance(value, Mapping):
        yield from value
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from _nested(part)


def _unknown(game: Game, place: Place, what: str, name: str, known: Iterable[str]) -> Finding:
    return unknown(game, "almanac-unknown", place, what, name, known)
