"""Boards: their spaces can be worked out, and every zone that is a board names one."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.model import Game, Tables
from validator.checks.pieces import error
from validator.findings import Finding, did_you_mean


def check_boards(game: Game, _tables: Tables = ()) -> Iterator[Finding]:
    """What is wrong with the boards of a game, and the zones that name none of them."""
    for board in game.boards.values():
        yield from build_geometry(board, game)[1]
        for mark in board.marks:
            if mark not in game.sets:
                place = board.places.get("marks", board.place)
                message = f"the board {board.id!r} has marks of the unknown set {mark!r}"
                hint = did_you_mean(mark, game.sets, f"sets: {', '.join(game.sets)}")
                yield error(game, "board-component", place, message, hint)
    for name, label in game.setup.zones.items():
        if not label.board or name.endswith("*"):
            continue
        meant = game.boards.get(label.board)
        if meant is None:
            message = f"the zone {name!r} is the unknown board {label.board!r}"
            known = ", ".join(game.boards) or "none yet; make one in a file with `kind: board`"
            hint = did_you_mean(label.board, game.boards, f"boards: {known}")
            yield error(game, "board-unknown", label.place, message, hint)
        elif meant.each_seat is not name.startswith("seat."):
            message = f"the zone {name!r} is the board {label.board!r}, which every seat has"
            hint = f"call it `seat.{name}`, or take `each: seats` from the board"
            if not meant.each_seat:
                message = f"{name!r} is a zone of every seat, and {label.board!r} one board for all"
                hint = "add `each: seats` to the board"
            yield error(game, "board-unknown", label.place, message, hint)
