"""The ids that the files of a game give, and those that they name, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.source import Source, Trail
from validator.findings import Place


@dataclass(frozen=True, slots=True)
class Named:
    """An id and where it is written."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one game: of its rules, its constraints, its findings; and its citations.

    ``answers`` are the ids of rulings and claims, mostly each that of the finding it answers.
    """

    prefix: Named | None
    wanted: Named | None
    rules: tuple[Named, ...]
    constraints: tuple[Named, ...]
    findings: tuple[Named, ...]
    answers: tuple[Named, ...]
    cited: tuple[Named, ...]
    findings_named: tuple[Named, ...]


def ids_of(sources: Sequence[Source]) -> Ids:
    """Every id that the files of a folder give or name."""
    rules = [source for source in sources if source.data["kind"] == "rules"]
    others = [source for source in sources if source.data["kind"] != "rules"]
    games = [source for source in sources if source.data["kind"] == "game"]
    return Ids(
        prefix=next(_named(rules, ("prefix",)), None),
        wanted=next(_named(games, ("rule_ids_from",)), None),
        rules=tuple(_named(rules, ("sections", "*", "rules", "*", "id"))),
        constraints=tuple(_named(rules, ("constraints", "*", "id"))),
        findings=tuple(_named(rules, ("findings", "*", "id"))),
        answers=(
            *_named(games, ("rulings", "*", "id")),
            *_named(games, ("claims", "*", "id")),
        ),
        cited=tuple(named for one in (*others, *rules) for named in _cited(one, one.data, ())),
        findings_named=(
            *_named(rules, ("sections", "*", "rules", "*", "findings", "*")),
            *_named(games, ("refusals", "*", "finding")),
        ),
    )


def _named(sources: Iterable[Source], pattern: Trail) -> Iterator[Named]:
    for source in sources:
        yield from _matching(source, source.data, (), pattern)


def _matching(source: Source, value: Any, trail: Trail, pattern: Trail) -> Iterator[Named]:
    if not pattern:
        yield Named(str(value), source.place(trail))
        return
    step, rest = pattern[0], pattern[1:]
    if step == "*" and isinstance(value, list):
        for index, one in enumerate(value):
            yield from _matching(source, one, (*trail, index), rest)
    elif isinstance(value, dict) and step in value:
        yield from _matching(source, value[step], (*trail, step), rest)


def _cited(source: Source, value: Any, trail: Trail) -> Iterator[Named]:
    """Rule ids in a list under `rules`, wherever it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "fields":
                yield from _cited(source, inner, (*trail, key))
    elif isinstance(value, list):
        cites = trail[-1:] == ("rules",)
        for index, inner in enumerate(value):
            if cites and isinstance(inner, str):
                yield Named(inner, source.place((*trail, index)))
            else:
                yield from _cited(source, inner, (*trail, index))
