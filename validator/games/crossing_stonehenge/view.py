"""Crossing Stonehenge: the board as pieces on cells, and as text."""

from __future__ import annotations

from validator.games.crossing_stonehenge.field import DRUID, PAWN, SEATS
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
    board = state.board
    zones = {name: [KINDS[board.piece(at)]] for at, name in enumerate(names) if board.piece(at)}
    zones["captives"] = [KINDS[piece] for piece in state.captives]
    return zones


def account(state: State) -> list[str]:
    """What each side has left of its pieces, and what X-CS-06 counts of its turns."""
    return [
        f"{name}: pieces left {standing}, turns running without an advance {idle}"
        for name, standing, idle in zip(SEATS, state.standing, state.idle, strict=True)
    ]


def show(state: State) -> str:
    """The grid, where empty bars are ``G`` and ``Y``, and how long neither side has advanced."""
    field = state.setting.field
    signs = [SIGNS[state.board.piece(cell)] for cell in range(len(field.names))]
    for camp, sign in zip(field.camps, "GY", strict=True):
        if not state.board.piece(camp.goal):
            signs[camp.goal] = sign
    width = field.width
    lines = [
        f"{field.names[start][0]} {' '.join(signs[start : start + width])}"
        for start in range(0, len(signs), width)
    ]
    waits = (f"{name} {idle}" for name, idle in zip(SEATS, state.idle, strict=True))
    lines.append(f"turns running without an advance: {', '.join(waits)}")
    return "\n".join(lines)
