"""What a check is, and small helpers that checks share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from validator.catalogue.model import Component, ComponentSet, Game
from validator.catalogue.select import matching
from validator.catalogue.tables import Tables
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean

Run: TypeAlias = Callable[[Game, Tables], Iterable[Finding]]
"""A pure function from a game and its tables after set-up to findings."""


SHOWN = 12
"""Most known names that a hint lists."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check and the codes it may report.

    What it finds may follow from a file that does not read, so it waits until all of the game's
    do, unless it looks at each thing ``alone``.
    """

    codes: tuple[str, ...]
    run: Run
    alone: bool = False


def error(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """An error of ``game``."""
    return Finding(code, Severity.ERROR, game.id, place, message, hint)


def warning(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """A warning of ``game``."""
    return Finding(code, Severity.WARNING, game.id, place, message, hint)


def note(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """A note about ``game``."""
    return Finding(code, Severity.NOTE, game.id, place, message, hint)


def unknown(
    game: Game, code: str, place: Place, what: str, name: str, known: Iterable[str]
) -> Finding:
    """An error: no ``what`` is called ``name``; the hint has the closest of ``known``, or these."""
    names = list(known)
    shown = ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
    hint = did_you_mean(name, names, f"known: {shown or 'none'}")
    return error(game, code, place, f"there is no {what} {name!r}", hint)


def is_own(game: Game, component_set: ComponentSet) -> bool:
    """Tell whether a set is the game's, not that of its box."""
    return component_set.place.file.split("/")[-2:-1] == [game.id]


def own_sets(game: Game) -> Iterator[ComponentSet]:
    """The sets of the game's own folder; those of its box are checked with the box."""
    return (one for one in game.sets.values() if is_own(game, one))


def own_components(game: Game) -> Iterator[Component]:
    """The components of the game's own folder."""
    for component_set in own_sets(game):
        yield from component_set.components


def pieces_in_box(game: Game, set_id: str, where: Mapping[str, Any]) -> int:
    """Number of pieces of a set that pass a field test (0 for an unknown set)."""
    if set_id not in game.sets:
        return 0
    found = matching(game.sets[set_id].components, where)
    return sum(component.copies for component in found)


def totals(game: Game) -> tuple[int, ...]:
    """The numbers of seats at the game's legal tables, sorted."""
    return tuple(sorted({configuration.total for configuration in game.configurations}))


def listed(words: Iterable[object]) -> str:
    """Words as people list them: ``a, b and c``."""
    texts = [str(word) for word in words]
    return " and ".join(part for part in (", ".join(texts[:-1]), *texts[-1:]) if part)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {one if number == 1 else many or one + 's'}"
