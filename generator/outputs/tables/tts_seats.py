"""The colours of seats in Tabletop Simulator, which has ten of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.setup.pieces import Seat

PALETTE: Mapping[str, tuple[float, float, float]] = {
    "White": (1.0, 1.0, 1.0),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1.0),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
}
"""The colours that people can sit at, as red, green and blue from 0 to 1 (the ``TabStates`` of
saved games have all but the last two, which are recall)."""


def colours_of(seats: Sequence[Seat]) -> dict[int, str]:
    """A colour for each seat by its number: the game's own where the program has it.

    More than ten seats share the last one.
    """
    chosen: dict[int, str] = {}
    for seat in seats:
        if seat.colour.capitalize() in PALETTE and seat.colour.capitalize() not in chosen.values():
            chosen[seat.number] = seat.colour.capitalize()
    for seat in seats:
        if seat.number not in chosen:
            free = [name for name in PALETTE if name not in chosen.values()]
            chosen[seat.number] = free[0] if free else [*PALETTE][-1]
    return chosen
