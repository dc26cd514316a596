"""Shipped games with single values changed, and what the checks then say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from validator.catalogue.model import Catalogue, Component, Game, Pile, PlayerMark
from validator.findings import Finding, Severity
from validator.registry import run_checks
from validator.setup.rehearse import rehearse

_TOLD: dict[int, tuple[Game, list[Finding]]] = {}


def findings_of(game: Game) -> list[Finding]:
    """Everything the checks and the rehearsal say about a game; asked twice, worked out once."""
    if id(game) not in _TOLD:
        catalogue = Catalogue({game.id: game})
        rehearsal = rehearse(catalogue, 1)
        told = [*run_checks(catalogue, rehearsal.tables), *rehearsal.findings]
        _TOLD[id(game)] = (game, told)
    return _TOLD[id(game)][1]


def troubles(game: Game) -> list[str]:
    """The codes of errors and warnings, in order."""
    return [one.code for one in findings_of(game) if one.severity is not Severity.NOTE]


def codes(game: Game) -> list[str]:
    """The codes of all findings, in order."""
    return [one.code for one in findings_of(game)]


def only(game: Game, code: str) -> Finding:
    """The one finding with ``code``."""
    found = [one for one in findings_of(game) if one.code == code]
    assert len(found) == 1, f"{len(found)} x {code}"
    return found[0]


def messages(game: Game, code: str) -> str:
    """The messages of all findings with ``code``, a line each."""
    return "\n".join(one.message for one in findings_of(game) if one.code == code)


def with_component(game: Game, name: str, change: Callable[[Component], Component]) -> Game:
    """``game`` with the component ``name`` changed."""
    sets = {}
    met = 0
    for set_id, component_set in game.sets.items():
        components = tuple(
            change(one) if one.id == name else one for one in component_set.components
        )
        met += sum(one.id == name for one in component_set.components)
        sets[set_id] = replace(component_set, components=components)
    assert met == 1, f"{met} components {name!r}"
    return replace(game, sets=sets)


def with_fields(game: Game, name: str, **fields: Any) -> Game:
    """``game`` with fields of the component ``name`` changed."""
    return with_component(game, name, lambda one: replace(one, fields={**one.fields, **fields}))


def with_copies(game: Game, name: str, copies: int) -> Game:
    """``game`` with another number of copies of the component ``name``."""
    return with_component(game, name, lambda one: replace(one, copies=copies))


def with_mark(game: Game, name: str, mark: str) -> Game:
    """``game`` with another player-count mark on the component ``name``."""
    return with_component(game, name, lambda one: replace(one, mark=PlayerMark(mark)))


def with_entry(game: Game, name: str, field: str, entry_id: str, **changes: Any) -> Game:
    """``game`` with an entry (found by its id) of a list field changed."""

    def change(one: Component) -> Component:
        entries: Any = one.fields[field]
        changed = tuple(
            {**entry, **changes} if entry["id"] == entry_id else entry for entry in entries
        )
        assert changed != entries, f"{entry_id!r} is not there or already so"
        return replace(one, fields={**one.fields, field: changed})

    return with_component(game, name, change)


def with_pile(game: Game, name: str, **changes: Any) -> Game:
    """``game`` with a pile changed."""
    piles: list[Pile] = [
        replace(pile, **changes) if pile.id == name else pile for pile in game.piles
    ]
    assert tuple(piles) != game.piles
    return replace(game, piles=tuple(piles))


def without_claims(game: Game) -> Game:
    """``game`` without its claims, for tests of other checks."""
    return replace(game, claims=())
