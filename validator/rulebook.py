"""The rules of a game as numbered facts, read from ``components/<game>/rules.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, Trail, read_source
from validator.findings import Finding, Place, has_errors


@dataclass(frozen=True, slots=True)
class Asked:
    """An option of a ruling on which something that is stated depends, and where it says so."""

    ruling: str
    option: str
    place: Place


@dataclass(frozen=True, slots=True)
class Statement:
    """What a rule states of values in the data, as ``rules.json`` describes it."""

    rule: str
    data: Mapping[str, Any]
    place: Place
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One fact. ``marks`` say what is wrong with it, ``findings`` what settles it.

    ``covered`` says why nothing carries it out, where nothing can (an aim, a date).
    """

    id: str
    says: str
    section: str
    place: Place
    marks: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    covered: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether the rules are silent or contradict themselves here."""
        return "gap" in self.marks or "conflict" in self.marks


@dataclass(frozen=True, slots=True)
class Query:
    """What does not fit in the rules, and what this project assumes; severity B, M or m."""

    id: str
    severity: str
    says: str
    default: str
    place: Place
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """What the component data must keep to."""

    id: str
    status: str
    says: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules of a game in the order of the rulebook."""

    prefix: str
    rules: tuple[Rule, ...]
    queries: tuple[Query, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    statements: tuple[Statement, ...] = ()


def read_rulebook(root: Path, game: str) -> tuple[Rulebook | None, tuple[Finding, ...]]:
    """Read the rules of ``game``; None where there is no file or it has errors."""
    file = f"components/{game}/rules.yaml"
    if not (root / file).is_file():
        return None, ()
    source, findings = read_source(root / file, file, game, root)
    if source is not None:
        findings = [*findings, *check_source(source, "rules", game)]
    if source is None or has_errors(findings):
        return None, tuple(findings)
    return build_rulebook(source), tuple(findings)


def rulebook_of(catalogue: Catalogue, game: str) -> Rulebook | None:
    """The rules of ``game`` as they were read with its data; None where there are none."""
    written = catalogue.written.get(game, ())
    return next((build_rulebook(one) for one in written if one.data["kind"] == "rules"), None)


def build_rulebook(source: Source) -> Rulebook:
    """Build the rulebook from a file that passed ``rules.json``."""
    rules = [
        _rule(raw, section["title"], source, ("sections", at, "rules", number))
        for at, section in enumerate(source.data.get("sections", ()))
        for number, raw in enumerate(section["rules"])
    ]
    queries = [
        Query(
            id=raw["id"],
            severity=raw["severity"],
            says=raw["says"],
            default=raw["default"],
            place=source.place(("findings", at)),
            rules=tuple(raw.get("rules", ())),
        )
        for at, raw in enumerate(source.data.get("findings", ()))
    ]
    constraints = [
        Constraint(raw["id"], raw["status"], raw["says"], source.place(("constraints", at)))
        for at, raw in enumerate(source.data.get("constraints", ()))
    ]
    return Rulebook(
        source.data["prefix"],
        tuple(rules),
        tuple(queries),
        tuple(constraints),
        tuple(_statements(source)),
    )


def _statements(source: Source) -> Iterator[Statement]:
    """What rules and constraints state, in their order."""
    data = source.data
    entries: list[tuple[Trail, Mapping[str, Any]]] = [
        (("sections", at, "rules", number), raw)
        for at, section in enumerate(data.get("sections", ()))
        for number, raw in enumerate(section["rules"])
    ]
    entries += [(("constraints", at), raw) for at, raw in enumerate(data.get("constraints", ()))]
    for trail, raw in entries:
        for at, stated in enumerate(raw.get("states", ())):
            here = (*trail, "states", at)
            yield Statement(
                raw["id"], stated, source.place(here), tuple(_asked(source, stated, here))
            )


def _asked(source: Source, value: Any, trail: Trail) -> Iterator[Asked]:
    """Every `ruling: {ID: option}` of a statement, however deep."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "ruling" and isinstance(inner, Mapping):
                for ruling, option in inner.items():
                    place = source.key_place((*trail, key, ruling))
                    yield Asked(str(ruling), str(option), place)
            else:
                yield from _asked(source, inner, (*trail, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _asked(source, inner, (*trail, at))


def _rule(raw: Mapping[str, Any], section: str, source: Source, trail: Trail) -> Rule:
    """Build one rule."""
    return Rule(
        id=raw["id"],
        says=raw["says"],
        section=section,
        place=source.place(trail),
        marks=tuple(raw.get("marks", ())),
        findings=tuple(raw.get("findings", ())),
        covered=raw.get("covered", ""),
    )
