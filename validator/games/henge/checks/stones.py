"""Stone cards against the slots of the board side they are played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.catalogue.model import Component, Game
from validator.catalogue.tables import Tables
from validator.checks.base import error, listed, own_sets, totals, warning
from validator.findings import Finding
from validator.games.henge.checks.boards import area_ids, boards, entries, side_of, waives_size


def check_stones(game: Game, tables: Tables) -> Iterator[Finding]:
    """Cards that stand for stones must find slots, and starters an area each."""
    cards = [
        one
        for component_set in own_sets(game)
        for one in component_set.components
        if {"transport_track", "size"} <= set(one.fields)
    ]
    if cards:
        yield from _dead(game, cards)
        yield from _starters(game, cards)
        yield from _tracks(game, cards)


def in_play(cards: list[Component], total: int, size: str) -> int:
    """Cards of a size in play with ``total`` seats."""
    return sum(
        card.copies for card in cards if card.mark.admits(total) and card.fields.get("size") == size
    )


def slots_for(board: Component, sizes: tuple[str, ...]) -> int:
    """Slots of a board that take one of the sizes."""
    return sum(slot["size"] in sizes for slot in entries(board, "slots"))


def _dead(game: Game, cards: list[Component]) -> Iterator[Finding]:
    seen: set[tuple[int, str]] = set()
    for configuration in game.configurations:
        board = side_of(game, configuration)
        total = configuration.total
        if board is None or (total, board.id) in seen or not entries(board, "slots"):
            continue
        seen.add((total, board.id))
        for what, cards_there, slots_there in _surplus(board, cards, total):
            message = (
                f"with {total} seats {cards_there} {what} stones are in play for {slots_there} "
                f"slots of {board.id}"
            )
            hint = f"let the marks of {cards_there - slots_there} cards leave out {total}"
            yield error(game, "stone-dead", game.sets[cards[0].set_id].place, message, hint)


def _surplus(
    board: Component, cards: list[Component], total: int
) -> Iterator[tuple[str, int, int]]:
    counts = {size: in_play(cards, total, size) for size in ("large", "small")}
    if waives_size(board):
        slots = slots_for(board, ("large", "small", "either"))
        if sum(counts.values()) > slots:
            yield "large and small", sum(counts.values()), slots
        return
    for size, number in counts.items():
        slots = slots_for(board, (size,))
        if number > slots:
            yield size, number, slots


def _starters(game: Game, cards: list[Component]) -> Iterator[Finding]:
    starters = [card for card in cards if card.fields.get("starter_area") is not None]
    for board in boards(game):
        areas = sorted(area_ids(board))
        named = sorted(str(card.fields["starter_area"]) for card in starters)
        if areas and named != areas:
            message = f"the starters name {listed(named)}; the areas are {listed(areas)}"
            place = game.sets[cards[0].set_id].place
            yield error(game, "stone-starter", place, message, "give each area one starter")
            break
    for card in starters:
        out = [total for total in totals(game) if not card.mark.admits(total)]
        if out:
            message = f"the starter {card.id!r} is not in play with {listed(out)} seats"
            place = card.place_of("players")
            yield error(game, "stone-starter", place, message, 'mark it `players: "*"`')


def _tracks(game: Game, cards: list[Component]) -> Iterator[Finding]:
    for card in cards:
        steps = _length(card.fields) - 1
        if card.fields.get("transport_summary") != steps:
            message = (
                f"{card.id!r} sums its track up as {card.fields.get('transport_summary')} steps, "
                f"but it has {steps}"
            )
            place = card.place_of("transport_summary")
            yield warning(game, "stone-track", place, message, f"write transport_summary: {steps}")


def _length(fields: Mapping[str, Any]) -> int:
    track = fields["transport_track"]
    return len(track) if isinstance(track, tuple) else 0
