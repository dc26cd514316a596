"""The start of a game of the Stonehenge box: its set-up script, run once for each table.

A match shuffles and deals by itself, in the order of the script and with the same stream of
luck, so that it starts from the very table that the set-up shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.stonehenge import Cards
from validator.rng import Rng
from validator.setup.compiled import compile_setup
from validator.setup.pieces import component_id
from validator.setup.seats import Seat


@dataclass(frozen=True, slots=True)
class Opening:
    """Zones before anything is shuffled, and how many pieces they hold after the deal."""

    seats: tuple[Seat, ...]
    before: Mapping[str, Sequence[str]]
    after: Mapping[str, int]

    @property
    def colours(self) -> tuple[str, ...]:
        """The first colour of each seat."""
        return tuple(seat.colour for seat in self.seats)

    def pool(self, cards: Cards, zone: str) -> tuple[int, ...]:
        """The cards of ``zone`` before it is shuffled, in order."""
        index = cards.index()
        return tuple(index[one] for one in self.components(zone))

    def components(self, zone: str) -> tuple[str, ...]:
        """The component id of each piece in ``zone`` before it is shuffled, in order."""
        return tuple(component_id(piece) for piece in self.before.get(zone, ()))

    def count(self, zone: str) -> int:
        """Pieces in ``zone`` after the deal."""
        return self.after.get(zone, 0)

    def counts(self, name: str) -> tuple[int, ...]:
        """Pieces in the zone ``name`` of each seat after the deal."""
        return tuple(self.count(f"seat{at}.{name}") for at in range(1, len(self.seats) + 1))


def open_table(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Opening:
    """Run the set-up script once; the counts it leaves do not depend on luck."""
    plan = compile_setup(game, configuration, rulings)
    run = plan.run(Rng(1, 2, 3))
    return Opening(
        seats=plan.seats,
        before={zone: tuple(pieces) for zone, pieces in plan.start.items()},
        after={zone: len(pieces) for zone, pieces in run.zones.items()},
    )
