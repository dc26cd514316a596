"""The seats of a table, in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from validator.catalogue.model import Configuration, Game

SeatKind = Literal["human", "bot"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table; ``number`` counts from 1, the start player, in turn order.

    ``colours`` are those it plays, more than one only in a game with factions; ``faction`` is ""
    in a game without.
    """

    number: int
    kind: SeatKind
    colours: tuple[str, ...]
    faction: str = ""

    @property
    def name(self) -> str:
        """The prefix of its zones: ``seat1`` of ``seat1.hand``."""
        return f"seat{self.number}"

    @property
    def colour(self) -> str:
        """Its first colour, "" in a game whose seats have none."""
        return self.colours[0] if self.colours else ""

    @property
    def side(self) -> str:
        """Faction and colours as people say them: ``Pro, white and yellow``; "" without any."""
        return ", ".join(filter(None, (self.faction, " and ".join(self.colours))))

    def __str__(self) -> str:
        """As people say it: ``seat 1 (red)``, ``bot at seat 4 (green)``."""
        side = f" ({self.side})" if self.side else ""
        return f"{'bot at ' if self.kind == 'bot' else ''}seat {self.number}{side}"


def seats_of(game: Game, configuration: Configuration) -> tuple[Seat, ...]:
    """The seats in turn order: humans first, then bots; colours as ``seat_colours`` lists them."""
    kinds: list[SeatKind] = ["human"] * configuration.players
    kinds += ["bot"] * configuration.bots
    return tuple(
        Seat(
            number=at + 1,
            kind=kind,
            colours=game.colours_of(at, configuration.total),
            faction=game.factions[at % len(game.factions)] if game.factions else "",
        )
        for at, kind in enumerate(kinds)
    )
