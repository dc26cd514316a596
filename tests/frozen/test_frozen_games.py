"""Two games that nobody had in mind while the words of play.yaml were made: President and Golf.

They are written with the words of the eight starters alone. What is legal in them is told here a
second time, in a few lines of Python, and compared at every decision.
"""

from pathlib import Path

import pytest
from matches import Watching, play_game, table_of

from validator.catalogue.load import load
from validator.findings import Severity
from validator.run import check

HERE = Path(__file__).parent
GOLF_WON = 10
"""A game of Golf that the greedy player wins, as it does one in fifty."""


@pytest.fixture(scope="module")
def games():
    return load(HERE)[0].games


class Judge(Watching):
    """Watches a game, and compares what may be chosen with what ``legal`` says."""

    def __init__(self, table):
        self.cards = table.frame.cards
        self.asked = 0

    def step(self, match, seat, what, options, index):
        zones = {
            zone: [self.cards[piece] for piece in pieces if isinstance(piece, int)]
            for zone, pieces in match.census().items()
        }
        self.pieces = match.program.tables.pieces
        assert {self.meant(option) for option in options} == self.legal(zones, seat)
        self.took(self.meant(options[index]), zones, seat)
        self.asked += 1

    def meant(self, option):
        return (option.id,)

    def took(self, cards, zones, seat): ...


class President(Judge):
    """As many cards of one rank as were led, and higher; who cannot or will not passes."""

    beat = ()
    passes = 0
    last = -1

    def meant(self, option):
        return (
            ()
            if option.id == "pass"
            else tuple(self.pieces[piece].id for piece in option.picked["cards"])
        )

    def legal(self, zones, seat):
        hand = sorted(zones[f"seat{seat + 1}.hand"], key=self.cards.index)
        sets = {
            tuple(card for at, card in enumerate(hand) if which >> at & 1)
            for strength in {strength(card) for card in hand}
            for which in bits(hand, strength)
        }
        if not self.beat:
            return sets
        fitting = {cards for cards in sets if len(cards) == len(self.beat)}
        return {()} | {one for one in fitting if strength(one[0]) > strength(self.beat[0])}

    def took(self, cards, zones, seat):
        if cards:
            self.beat, self.passes, self.last = cards, 0, seat
            return
        hands = [at for at in range(5) if zones.get(f"seat{at + 1}.hand") and at != self.last]
        self.passes += 1
        if self.passes == len(hands):
            self.beat, self.passes = (), 0


def strength(card):
    rank = int(card.partition("-")[0])
    return 15 if rank == 2 else rank


def bits(hand, of):
    """The choices of cards of one strength, as sums of two to the power of their places."""
    sums = [0]
    for at, card in enumerate(hand):
        if strength(card) == of:
            sums += [one + (1 << at) for one in sums]
    return sums[1:]


class Golf(Judge):
    """A card that lies open goes on the waste, if it is one higher or lower; or one is drawn."""

    def legal(self, zones, seat):
        top = rank(zones["waste"][-1])
        columns = {at: zones[f"column{at}"] for at in range(1, 8)}
        fits = {at for at, cards in columns.items() if cards and abs(rank(cards[-1]) - top) == 1}
        return {(f"column_{at}",) for at in fits} | ({("stock",)} if zones["stock"] else set())


def rank(card):
    return int(card.partition("-")[0])


def played(game, players, policy, index, judge):
    table = table_of(game, players)
    watching = judge(table)
    done = play_game(table, policy, index, observers=[watching])
    assert watching.asked > 10
    return done


def test_nothing_is_to_be_mended():
    assert [found for found in check(HERE, extra=()) if found.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_president_ends_with_a_place_for_everybody(games, players):
    for index in range(5):
        outcome = played(games["president"], players, "random", index, President).outcome
        assert sorted(outcome.scores) == [*range(1, players + 1)]
        assert outcome.winners == (outcome.scores.index(1),)


def test_golf_is_won_by_clearing_the_columns_and_lost_otherwise(games):
    lost = played(games["golf"], 1, "random", 0, Golf).outcome
    assert (lost.winners, lost.reason) == ((), "nothing fits")
    assert lost.scores[0] > 0
    won = played(games["golf"], 1, "greedy", GOLF_WON, Golf).outcome
    assert (won.winners, won.scores, won.reason) == ((0,), (0,), "the columns are cleared")
