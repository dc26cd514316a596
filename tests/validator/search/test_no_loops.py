"""A searching player does not do again what led back to the same position."""

import plantedcards
import pytest
from matches import Watching, play_game
from plantedcards import planted

from validator.play.modules import prepare
from validator.play.replay import plan_of

TURN = """
turn:
  - do: choose
    again: 200
    options:
      - {id: look, then: []}
      - {id: count, when: seat.coins < 3, then: [{do: add, what: seat.coins, amount: 1}]}
      - {id: stop, then: [{do: end_turn}]}
"""


class Turns(Watching):
    """Notes what the first seat took in each turn."""

    def __init__(self):
        self.turns = []

    def turn(self, match, number, seat):
        self.turns.append((seat, []))

    def step(self, match, seat, what, options, index):
        self.turns[-1][1].append(options[index].say())


@pytest.fixture
def table(tmp_path, monkeypatch):
    play = plantedcards.PLAY
    begin, end = play.index("turn:"), play.index("ends:")
    monkeypatch.setattr(plantedcards, "PLAY", play[:begin] + TURN.strip() + "\n" + play[end:])
    return prepare(plan_of(planted(tmp_path), "planted"))


def test_what_leads_back_is_taken_once_a_position(table):
    seen = Turns()
    play_game(table, "search:4,random", 0, False, [seen])
    mine = [taken for seat, taken in seen.turns if seat == 0]
    assert len(mine) == 8
    assert max(taken.count("look") for taken in mine[1:]) <= 4, "once for each number of coins"
    assert any("look" in taken for taken in mine), "it may be taken"
    assert all(len(taken) <= 8 for taken in mine)
