"""What a reader is told of the others' deeds: what is laid down unseen stays unnamed."""

from dataclasses import dataclass

import pytest
from shippedgames import catalogue

from generator.terminal.screen import Chronicle, ReaderLog
from validator.play.driver import make_policies, play_match
from validator.play.match import Tally
from validator.play.modules import prepare
from validator.play.observers import HIDDEN, Sight
from validator.play.replay import plan_of
from validator.play.rules import Frame
from validator.rng import Streams


class Reading:
    """An observer that reads what the first seat may know of offers while they are made."""

    def __init__(self, chronicle, other):
        self.other = other
        self.lines = chronicle.books[0].lines
        self.offers = []

    def before(self, match):
        pass

    def turn(self, match, number, seat):
        self.start = len(self.lines)

    def step(self, match, seat, what, options, index):
        if what == "offer":
            self.offers += of(self.lines[self.start :], f"  {self.other} offer: ")

    def after(self, match, outcome):
        pass


def told(name, players, other="blue", index=0):
    """The lines that the first seat may read of a random game, and the offers as they are made."""
    plan = plan_of(catalogue(), name, players, 0)
    prepared = prepare(plan)
    chronicle = Chronicle(Sight(plan.game, plan.configuration, plan.rulings, prepared.frame), [0])
    reading = Reading(chronicle, other)
    streams = Streams(1, name, prepared.frame.table, index)
    play_match(prepared, streams, make_policies(plan.policies, streams), [chronicle, reading])
    return [line.strip() for line in chronicle.books[0].lines], reading.offers


def of(lines, start):
    return [line.partition(": ")[2] for line in lines if line.startswith(start)]


def test_cards_thrown_away_face_down_are_not_named_and_played_ones_are():
    lines, _ = told("battle_of_the_gods", 2)
    thrown = of(lines, "blue discard: ")
    assert any(HIDDEN in said for said in thrown)
    assert all(set(said.split()) <= {HIDDEN, "no", "card"} for said in thrown)
    assert any(HIDDEN not in said for said in of(lines, "white discard: ")), "its own it knows"
    played = [said for said in of(lines, "blue action: ") if " with " in said]
    assert played
    assert not any(HIDDEN in said for said in played)


def test_what_is_laid_for_a_spirit_is_face_down_until_all_have_laid():
    lines, offers = told("first_druid", 3, "green", 15)
    assert set(offers) == {HIDDEN, "no more"}
    assert HIDDEN not in "".join(of(lines, "green offer: ")), "then it is compared"
    assert HIDDEN not in "".join(of(lines, "green show: ")), "who trades shows the card"


class Bids:
    """A match in which both seats name a number at the same time, round after round."""

    def __init__(self):
        self.tally = Tally(0, ())
        self.together = 0

    def census(self):
        return {}

    def round(self, number, chronicle, bids):
        """What the second seat may read before it bids, for each bid of the first."""
        self.together = number
        chronicle.step(self, 0, "bids", [Bid(bids[0])], 0)
        chronicle.settle(self)
        read = list(chronicle.books[1].lines)
        chronicle.step(self, 1, "bids", [Bid(bids[1])], 0)
        self.together = 0
        return read


@dataclass(frozen=True)
class Bid:
    number: int

    def say(self):
        return str(self.number)


def test_what_is_chosen_at_the_same_time_is_told_when_all_have_chosen():
    game = catalogue().games["crossing_stonehenge"]
    sight = Sight(game, game.configurations[0], {}, Frame("bids", "2+0", ("ann", "ben")))
    chronicle, match = Chronicle(sight, [0, 1]), Bids()
    assert match.round(1, chronicle, (5, 6)) == []
    assert match.round(2, chronicle, (7, 8)) == ["  ben bids: 6", "  ann bids: 5"]
    chronicle.settle(match)
    assert sorted(chronicle.books[1].lines[2:]) == ["  ann bids: 7", "  ben bids: 8"]
    assert sorted(chronicle.books[0].lines) == sorted(chronicle.books[1].lines)


@pytest.mark.parametrize(
    ("lines", "unread"),
    [
        ([], []),
        (["turn 1, a", "turn 2, b"], []),
        (["turn 1, a", "  a x: y", "turn 2, b"], ["turn 1, a", "  a x: y"]),
    ],
)
def test_turns_in_which_nothing_was_done_are_not_told(lines, unread):
    book = ReaderLog(lines)
    assert book.unread() == unread
    assert book.unread() == []


@dataclass(frozen=True)
class Loot:
    def say(self):
        return "an ace, a king"

    def say_to(self, reader):
        return "an ace, a card" if reader == 0 else "a card, a king"


def test_what_is_not_for_all_is_told_to_each_as_far_as_it_may_know():
    game = catalogue().games["crossing_stonehenge"]
    sight = Sight(game, game.configurations[0], {}, Frame("bids", "2+0", ("ann", "ben")))
    chronicle = Chronicle(sight, [0, 1])
    chronicle.hear(Bids(), 1, "takes", Loot())
    chronicle.hear(Bids(), 1, "takes", Bid(5))
    assert chronicle.books[0].lines == ["  ben takes: an ace, a card", "  ben takes: 5"]
    assert chronicle.books[1].lines == ["  ben takes: a card, a king", "  ben takes: 5"]
