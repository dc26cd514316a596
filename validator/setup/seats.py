"""The seats of a table, in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from validator.catalogue.model import Configuration, Game

SeatKind = Literal["human", "bot"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; ``number`` counts from 1, the start player, in turn order."""

    number: int
    kind: SeatKind
    colour: str

    @property
    def name(self) -> str:
        """The prefix of its zones: ``seat1`` of ``seat1.hand``."""
        return f"seat{self.number}"

    def __str__(self) -> str:
        """As people say it: ``seat 1 (red)``, ``bot at seat 4 (green)``."""
        colour = f" ({self.colour})" if self.colour else ""
        return f"{'bot at ' if self.kind == 'bot' else ''}seat {self.number}{colour}"


def seats_of(game: Game, configuration: Configuration) -> tuple[Seat, ...]:
    """The seats in turn order: humans first, then bots; colours as ``seat_colours`` lists them."""
    colours = [*game.seat_colours, *[""] * configuration.total]
    kinds: list[SeatKind] = ["human"] * configuration.players
    kinds += ["bot"] * configuration.bots
    return tuple(Seat(number, kind, colours[number - 1]) for number, kind in enumerate(kinds, 1))
