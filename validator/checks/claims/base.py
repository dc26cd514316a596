"""What a claim is judged by: its game, the claim, the tables after set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from validator.catalogue.model import Claim, Configuration, Game
from validator.catalogue.schema import Validator
from validator.catalogue.tables import LaidTable, Tables, usual

FEW = 3
"""So many tables with the same detail are named; of more, if there are no others, none is."""


class UnclearError(ValueError):
    """A claim's data names something that is not there; ``mend`` says what to write instead."""

    def __init__(self, message: str, mend: str) -> None:
        super().__init__(message)
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Case:
    """A claim of a game with the tables of all games after set-up."""

    game: Game
    claim: Claim
    tables: Tables

    @property
    def data(self) -> Mapping[str, Any]:
        """The claim's operands."""
        return self.claim.data

    def views(self) -> tuple[View, ...]:
        """One view for every legal table, laid out if the game has a set-up script.

        A box of parts has no table; its claims are read at one without seats.
        """
        if self.game.is_box:
            return (View(self.game, Configuration(0, self.game.place), None),)
        laid = {
            (table.configuration.players, table.configuration.bots): table
            for table in usual(self.tables, self.game.id)
        }
        return tuple(
            View(self.game, one, laid.get((one.players, one.bots)))
            for one in self.game.configurations
        )


@dataclass(frozen=True, slots=True)
class View:
    """A game at one of its tables, where numbers are read off."""

    game: Game
    configuration: Configuration
    table: LaidTable | None

    @property
    def name(self) -> str:
        """The table in words: ``2 players and 1 bot``."""
        players, bots = self.configuration.players, self.configuration.bots
        people = f"{players} player{'' if players == 1 else 's'}"
        return people if not bots else f"{people} and {bots} bot{'' if bots == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the claim's finding applies, and the arithmetic that shows it."""

    applies: bool
    detail: str
    at: tuple[str | int, ...] = ()
    """Keys of the part of the claim's ``data`` that shows it; empty for the whole claim."""


Judge: TypeAlias = Callable[[Case], Verdict]


def with_data(properties: Mapping[str, Any], judge: Judge) -> Judge:
    """A judge that first compares the claim's ``data`` with JSON Schemas of its keys.

    Every key of ``properties`` is required, and `confirm` may be there. For kinds of claims that
    a rules module brings: ``claims.json`` says it of the others.
    """
    validator = Validator(
        {
            "type": "object",
            "required": list(properties),
            "additionalProperties": False,
            "properties": {**properties, "confirm": {"type": "boolean"}},
        }
    )

    def checked(case: Case) -> Verdict:
        faults = list(validator.errors(_as_lists(case.data)))
        if faults:
            from jsonschema.exceptions import best_match

            fault = best_match(faults)
            where = "".join(f" {step}:" for step in fault.path)
            keys = ", ".join(properties)
            raise UnclearError(f"data:{where} {fault.message}", f"its keys are {keys}")
        return judge(case)

    return checked


def _as_lists(value: Any) -> Any:
    """Frozen data as JSON Schema knows it."""
    if isinstance(value, tuple):
        return [_as_lists(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _as_lists(one) for key, one in value.items()}
    return value


def gathered(cases: list[tuple[str, str]]) -> str:
    """Details by table, tables with the same detail together: ``4 players: 48 > 45; ...``."""
    by_detail: dict[str, list[str]] = {}
    for table, detail in cases:
        by_detail.setdefault(detail, []).append(table)
    return "; ".join(
        detail if len(by_detail) == 1 and len(tables) > FEW else f"{_tables(tables)}: {detail}"
        for detail, tables in by_detail.items()
    )


def _tables(names: list[str]) -> str:
    return ", ".join(names)
