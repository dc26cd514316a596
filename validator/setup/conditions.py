"""When a set-up step counts: table and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from validator.catalogue.marks import PlayerMark
from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Condition


def rulings_in_force(game: Game, overrides: Mapping[str, str]) -> dict[str, str]:
    """The option of every ruling: its default unless ``overrides`` names another."""
    return {ruling.id: overrides.get(ruling.id, ruling.default) for ruling in game.rulings}


def applies(
    when: Sequence[Condition], configuration: Configuration, rulings: Mapping[str, str]
) -> bool:
    """Tell whether a step counts at this table under these rulings: one of ``when`` holds."""
    return not when or any(_holds(condition, configuration, rulings) for condition in when)


def _holds(condition: Condition, configuration: Configuration, rulings: Mapping[str, str]) -> bool:
    return (
        _admits(condition.players, configuration.players)
        and _admits(condition.bots, configuration.bots)
        and _admits(condition.total, configuration.total)
        and _agree(condition.options, configuration.options)
        and _agree(condition.ruling, rulings)
    )


def _admits(numbers: Iterable[str] | None, number: int) -> bool:
    return numbers is None or any(PlayerMark(text).admits(number) for text in numbers)


def _agree(wanted: Mapping[str, str], actual: Mapping[str, str]) -> bool:
    return all(actual.get(key) == value for key, value in wanted.items())
