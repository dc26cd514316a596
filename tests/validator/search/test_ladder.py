"""The ladder of players, on small games whose players are known."""

import pytest
from searchtables import game

from validator.catalogue.model import Catalogue
from validator.simulation import ladder
from validator.simulation.trials import TableChoice


def climbed(monkeypatch, name, players, games=60):
    monkeypatch.setattr(ladder, "PLAYERS", players)
    found = game(name)
    chosen = TableChoice((found.id,), players=3)
    return ladder.climb(ladder.plan_steps(Catalogue({found.id: found}), chosen, games))


def test_a_better_player_is_surely_better_and_a_worse_one_is_not(monkeypatch):
    (up,) = climbed(monkeypatch, "pig", ("random", "greedy"))
    assert (up.better, up.others, up.games) == ("greedy", "random", 60)
    assert up.is_sure
    (down,) = climbed(monkeypatch, "pig", ("greedy", "random"))
    assert not down.is_sure
    assert down.wins / down.games < down.equal / 2


def test_each_seat_has_the_better_player_equally_often(monkeypatch):
    monkeypatch.setattr(ladder, "PLAYERS", ("random", "greedy"))
    found = game("pig")
    planned = ladder.plan_steps(
        Catalogue({found.id: found}), TableChoice((found.id,), players=4), 10
    )
    assert [(line.policy.split(",").index("greedy"), games) for line, games in planned] == [
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 2),
    ]


@pytest.mark.parametrize(("wins", "words"), [(55, "surely better"), (34, "not shown to be better")])
def test_a_step_is_told_with_what_is_sure(wins, words):
    step = ladder.LadderStep("Pig, 3 players", "greedy", "random", wins, 100, 1 / 3)
    head, line = ladder.as_text([step]).splitlines()
    assert head == "Pig, 3 players: one better player among others"
    assert "equal is 33.3%" in line
    assert line.endswith(words)
    assert ladder.as_json([step])[0]["is_sure"] is (wins == 55)
    assert ladder.as_text([]) == "there is no table with two people"
