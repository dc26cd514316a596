"""What lies where after set-up, as plain facts that checks may read.

:mod:`validator.setup.rehearse` makes them; checks never run anything themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.model import Configuration


@dataclass(frozen=True, slots=True)
class LaidTable:
    """One table after set-up; ``ruling`` is the (id, option) that was not left at its default."""

    game: str
    configuration: Configuration
    zones: Mapping[str, tuple[str, ...]]
    ruling: tuple[str, str] | None = None

    @property
    def on_table(self) -> tuple[str, ...]:
        """Every piece that is not in the box."""
        return tuple(
            piece for zone, items in self.zones.items() if zone != "box" for piece in items
        )


Tables: TypeAlias = "tuple[LaidTable, ...]"


def usual(tables: Iterable[LaidTable], game: str) -> Tables:
    """The tables of ``game`` with every ruling at its default."""
    return tuple(table for table in tables if table.game == game and table.ruling is None)


def under(tables: Iterable[LaidTable], game: str, ruling: str) -> Tables:
    """The tables of ``game`` on which ``ruling`` stands at another option than its default."""
    return tuple(
        table
        for table in tables
        if table.game == game and table.ruling is not None and table.ruling[0] == ruling
    )
