"""Everything that is written in a play script, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from validator.catalogue.playing.script import Play
from validator.catalogue.playing.words import AtTable, Word
from validator.findings import Place


def nodes(thing: object) -> Iterator[object]:
    """A record of a script and all records in it, in the order in which they are written."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from nodes(part)
    elif isinstance(thing, Mapping):
        for part in thing.values():
            yield from nodes(part)
    elif is_dataclass(thing):
        yield thing
        for one in fields(thing):
            yield from nodes(getattr(thing, one.name))


def options_of(play: Play | None) -> dict[Place, int]:
    """The number of each option of a script, from 1, by its place."""
    from validator.catalogue.playing.steps import Choice  # noqa: PLC0415  (few games have any)

    options = (node for node in nodes(play) if isinstance(node, Choice))
    return {one.place: number for number, one in enumerate(options, 1)}


def rulings_named(play: Play) -> dict[str, list[str]]:
    """The rulings that a script depends on, each with the options that it names."""
    named: dict[str, list[str]] = {}
    for node in nodes(play):
        if isinstance(node, AtTable):
            for identity, option in node.condition.ruling.items():
                if option not in named.setdefault(identity, []):
                    named[identity].append(option)
    return named


def zones_named(play: Play) -> set[str]:
    """What a script may name as zones, as setup.yaml lists them: ``that.hand`` is ``seat.hand``."""
    named: set[str] = set()
    for node in nodes(play):
        if isinstance(node, Word):
            text = node.text.partition(".top")[0]
            named |= {text, f"seat.{text.rpartition('.')[2]}"}
    return named
