"""Claims that only Henge makes: stones against slots by size, long enough druid paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.catalogue.model import Component, Configuration
from validator.checks.base import listed
from validator.checks.claims.base import Case, Judge, UnclearError, Verdict, with_data
from validator.checks.claims.operands import components_of
from validator.games.henge.checks.boards import boards, entries, shaped, side_of, waives_size
from validator.games.henge.checks.slots import demand
from validator.games.henge.checks.slots import figures as figures_in_box
from validator.games.henge.checks.stones import in_play, slots_for

OTHER = {"large": "small", "small": "large"}


def figures(case: Case) -> Verdict:
    """Stones that a side may have to place against their size, or cannot place at all."""
    cards = list(components_of({"set": case.data["cards"]}, case.game))
    told: dict[str, None] = {}
    sides: dict[tuple[int, str], Configuration] = {}
    for configuration in case.game.configurations:
        board = side_of(case.game, configuration)
        if board is None:
            raise UnclearError("the game has no board with slots", "give the board `slots`")
        sides.setdefault((configuration.total, board.id), configuration)
    for configuration in sides.values():
        board = side_of(case.game, configuration)
        if board is not None:
            told.update(dict.fromkeys(_misfits(case, board, cards, configuration.total)))
    return Verdict(bool(told), "; ".join(told) or "stones and slots match by size at every total")


def _misfits(case: Case, board: Component, cards: list[Component], total: int) -> Iterator[str]:
    for size in OTHER:
        yield from _against_size(board, cards, total, size)
        need = demand(entries(board, "slots"), size, "upright")
        there = figures_in_box(case.game, size, "upright")
        if need > there:
            yield f"{board.id}: {need} {size} uprights for {there} figures"


def _against_size(board: Component, cards: list[Component], total: int, size: str) -> Iterator[str]:
    """Stones of a size that find no slot of theirs when the other size took its share."""
    other = OTHER[size]
    either, own = slots_for(board, ("either",)), slots_for(board, (size,))
    stones = in_play(cards, total, size)
    room = own + either - min(either, in_play(cards, total, other))
    if stones > room and waives_size(board):
        yield (
            f"{board.id} at {total} seats: {stones} {size} stones for {own} {size} slots "
            f"once {other} ones fill the {either} either-size slots, so up to "
            f"{stones - room} ignore their size"
        )
    elif stones > room:
        yield f"{board.id} at {total} seats: {stones} {size} stones for {own} slots, no waiver"


def deep_path(case: Case) -> Verdict:
    """No path has the number of a worked example far enough from its start."""
    wanted, druids = case.data["number"], case.data["druids"]
    found = [
        f"{board.id}, {area['id']} (after {depth} druids)"
        for board in boards(case.game)
        for area in entries(board, "areas")
        for depth, space in enumerate(shaped(area.get("path"), "path"))
        if space["number"] == wanted and depth >= druids
    ]
    told = f"{wanted} stands on {listed(found)}" if found else f"no path has {wanted} there"
    return Verdict(not found, told)


CLAIMS: Mapping[str, Judge] = {
    "figures": with_data({"cards": {"type": "string"}}, figures),
    "deep-path": with_data(
        {"number": {"type": "integer"}, "druids": {"type": "integer"}}, deep_path
    ),
}
"""Kinds of claims that come with Henge, by the name that `kind` takes."""
