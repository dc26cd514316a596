"""Crossing Stonehenge: the board as pieces on cells, and as text."""

from __future__ import annotations

from validator.games.crossing_stonehenge.field import DRUID, PAWN
from validator.games.crossing_stonehenge.state import State

KINDS = {
    PAWN: "green pawn",
    DRUID: "green druid",
    -PAWN: "yellow pawn",
    -DRUID: "yellow druid",
}
SIGNS = {0: ".", PAWN: "g", DRUID: "D", -PAWN: "y", -DRUID: "E"}


def census(state: State) -> dict[str, list[str]]:
    """What stands on each cell, and the captives."""
    names = state.setting.field.names
    zones = {name: [KINDS[one]] for name, one in zip(names, state.board, strict=True) if one}
    zones["captives"] = [KINDS[piece] for piece in state.captives]
    return zones


def show(state: State) -> str:
    """The grid; empty bars are ``G`` and ``Y``."""
    field = state.setting.field
    signs = [SIGNS[piece] for piece in state.board]
    for goal, sign in zip(field.goals, "GY", strict=True):
        if not state.board[goal]:
            signs[goal] = sign
    width = field.width
    return "\n".join(
        f"{field.names[start][0]} {' '.join(signs[start : start + width])}"
        for start in range(0, len(signs), width)
    )
