"""A deck loses nothing, whatever is drawn and discarded; shrunken on purpose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.play.match import Deck, Tally
from validator.rng import Rng


@given(
    size=st.integers(1, 5),
    renews=st.booleans(),
    at_once=st.booleans(),
    moves=st.lists(st.integers(-3, 4), max_size=30),
)
def test_cards_are_in_one_place(size: int, renews: bool, at_once: bool, moves: list[int]) -> None:
    """A move of n > 0 draws up to n cards, of n < 0 discards as many from the hand."""
    tally = Tally(size, [size])
    deck = Deck(list(range(size)), Rng(1, 2, 3), tally, 0, renews, at_once)
    hand: list[int] = []
    for move in moves:
        before = deck.count_left()
        drawn = deck.draw_up_to(move)
        assert len(drawn) == min(max(move, 0), before)
        hand += drawn
        for _ in range(min(-move, len(hand))):
            deck.discard(hand.pop())
        assert sorted(hand + deck.cards + deck.discards) == list(range(size))
        assert deck.count_left() == len(deck.cards) + (len(deck.discards) if renews else 0)
        assert not (at_once and renews and not deck.cards and deck.discards and drawn and move > 0)


def test_empty_is_noted_with_its_turn() -> None:
    tally = Tally(2, [2])
    deck = Deck([0, 1], Rng(1, 2, 3), tally, 0, renews=True)
    tally.turn = 4
    deck.discard(deck.draw())
    assert tally.gauges[0].first == 0
    deck.draw()
    gauge = tally.gauges[0]
    assert (gauge.first, gauge.least, gauge.reach, gauge.reshuffles) == (4, 0, 1, 0)
    assert deck.draw() == 1
    assert tally.gauges[0].reshuffles == 1
    assert deck.draw() == -1


@pytest.mark.parametrize("renews", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_cards_drawn_together_are_told_like_those_drawn_alone(seed: int, renews: bool) -> None:
    """Some are drawn, some discarded, many times over, as hands grow and shrink."""
    luck = Rng(seed, 2, 3)
    sizes = [(luck.below(4), luck.below(3 + step // 20 % 3)) for step in range(200)]
    found: list[list[tuple[int, int, int]]] = []
    for together in (True, False):
        tally = Tally(12, [12])
        deck = Deck(list(range(12)), Rng(1, 2, 3), tally, 0, renews)
        hand: list[int] = []
        told: list[tuple[int, int, int]] = []
        for draws, discards in sizes:
            drawn = deck.draw_up_to(draws) if together else [deck.draw() for _ in range(draws)]
            hand += [card for card in drawn if card >= 0]
            for _ in range(min(discards, len(hand))):
                deck.discard(hand.pop())
            gauge = tally.gauges[0]
            told.append((gauge.least, gauge.reach, gauge.reshuffles))
        found.append(told)
    assert found[0] == found[1]
