"""Piles that every seat has for itself: drawn from, renewed, and counted seat by seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from scriptgames import mini, played, table_of

CARDS: list[dict[str, object]] = [
    {"id": "nine", "name": "Nine", "copies": 4, "suit": "red", "rank": 9},
    {"id": "nought", "name": "Nought", "copies": 4, "suit": "blue", "rank": 0},
]
SETUP = """
kind: setup
zones: {seat.deck: Deck, seat.discard: Discards}
steps:
  - {do: place, set: card, own: suit, to: seat.deck, each: seat}
  - {do: room, zone: seat.discard, each: seat}
"""
GAME = """
configurations: [{players: 2}]
piles: [{id: deck, zone: seat.deck, discard: seat.discard, when_empty: reshuffle}]
"""
PLAY = """
remember: {seat.points: {from: 0, to: 200}}
begin: [{do: shuffle, zone: seat.deck, each: seats}]
turn:
  - {do: draw, from: seat.deck, to: seat.discard}
  - {do: add, what: seat.points, amount: drawn.rank}
ends: [{when: {round: 12}, test: after_round}]
score: seat.points
"""


@pytest.mark.parametrize("index", range(5))
def test_each_seat_renews_its_pile_from_its_own_discards(index: int, tmp_path: Path) -> None:
    """Red's cards are worth 9 and blue's nothing: red has 12 of them and blue none."""
    game = mini(tmp_path, PLAY, game=GAME, setup=SETUP, components=CARDS)
    end = played(table_of(game), index=index)
    assert end.outcome.scores == (108, 0)
    assert end.tally.gauges[0].reshuffles == 4
    assert (end.tally.gauges[0].size, end.tally.gauges[0].least) == (4, 0)
    assert end.tally.gauges[0].reach == 4, "nothing is lost to either seat"


def test_the_least_of_what_every_seat_has_is_what_is_left(tmp_path: Path) -> None:
    game = mini(
        tmp_path,
        "turn: [{do: draw, from: next.deck, to: seat.discard, when: {seat: start}}]\n"
        "ends: [{when: {round: 3}, test: after_round}]\nscore: seat.discard",
        game=GAME,
        setup=SETUP,
        components=CARDS,
    )
    end = played(table_of(game))
    assert (end.match.levels(), end.tally.gauges[0].least) == ([1], 1)
