"""Druid paths: numbers, ends and room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from validator.catalogue.model import Component, Game
from validator.catalogue.tables import Tables
from validator.checks.base import error, warning
from validator.findings import Finding
from validator.games.henge.checks.boards import Entry, boards, entries, shaped, side_of

BLACK = "black"


def check_paths(game: Game, tables: Tables) -> Iterator[Finding]:
    """A Druid Path starts at 0, rises, and ends with the one black space."""
    for board in boards(game):
        for at, area in enumerate(entries(board, "areas")):
            yield from _path(game, board, at, area)
        yield from _room(game, board)


def _path(game: Game, board: Component, at: int, area: Entry) -> Iterator[Finding]:
    path = shaped(area.get("path"), "path")
    if not path:
        return
    for space, problem, hint in _faults(path):
        place = board.place_of("areas", at, "path", space)
        message = f"{board.id}: the path of {area['id']!r} {problem}"
        yield error(game, "path-order", place, message, hint)
    legend = board.fields.get("druid_costs")
    shown = {str(price) for price in legend} if isinstance(legend, tuple) else set()
    for space, price in _first_of_each(path):
        if price not in {BLACK, *shown}:
            place = board.place_of("areas", at, "path", space, "cost")
            message = f"{board.id}: the path of {area['id']!r} costs {price!r}, not in the legend"
            yield error(game, "path-price", place, message, "add it to `druid_costs`, or change it")


def _first_of_each(path: tuple[Entry, ...]) -> Iterator[tuple[int, str]]:
    """Each price of a path, with the first space that asks it."""
    prices = [str(space["cost"]) for space in path]
    return ((prices.index(price), price) for price in sorted(set(prices)))


def _faults(path: tuple[Entry, ...]) -> Iterator[tuple[int, str, str]]:
    """What is wrong with a path: at which space, what, and what to do."""
    numbers = [space["number"] for space in path]
    black = [space["cost"] == BLACK for space in path]
    if len(path) < 2:
        yield 0, "has no space to cover", "give it at least one space before the black one"
    if numbers and numbers[0] != 0:
        yield 0, f"begins with {numbers[0]}", "begin with 0"
    for at, (before, after) in enumerate(itertools.pairwise(numbers)):
        if after <= before:
            yield at, f"does not rise: {numbers}", "let every number be above the one before it"
    if black and not black[-1]:
        yield len(path) - 1, "does not end with a black space", "write `cost: black` here"
    if any(black[:-1]):
        yield black.index(True), "has a black space before its end", "only the last space is black"


def _room(game: Game, board: Component) -> Iterator[Finding]:
    spaces = sum(
        max(0, len(shaped(area.get("path"), "path")) - 1) for area in entries(board, "areas")
    )
    druids = game.sets.get("druid")
    fewest = min(
        (one.total for one in game.configurations if side_of(game, one) is board), default=0
    )
    if not spaces or druids is None or not fewest or not game.seat_colours:
        return
    each = druids.count // len(game.seat_colours)
    if spaces >= each * fewest:
        message = (
            f"{board.id}: {spaces} spaces for {each} x {fewest} = {each * fewest} druids, "
            "so no area need ever close"
        )
        yield warning(game, "path-room", board.place_of("areas"), message, "shorten the paths")
