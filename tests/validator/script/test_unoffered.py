"""What of a script never comes up in the games that a check plays is told, once, at its place."""

from __future__ import annotations

from pathlib import Path

from scriptgames import mini, write_game

from validator.play.modules import Plan, prepare
from validator.play.rulings import resolve_rulings
from validator.run import check
from validator.simulation.trials import run_range

PLAY = """\
remember: {seat.points: {from: 0, to: 9}}
procedures:
  ask: [{do: choose, options: [{id: take, when: {seat.points: {at_least: 1}}}, {id: leave}]}]
  both: [{do: run, what: ask}, {do: run, what: ask}]
turn:
  - {do: run, what: both}
  - do: together
    what: bids
    options: [{id: bid, card: seat.won, then: [{do: choose, options: [{id: raise}]}]}]
  - do: choose
    when: {ruling: {M-1: more}}
    options: [{id: more}]
  - do: choose
    options: [{id: less, when: {ruling: {M-1: more}}}, {id: pass, card: seat.won}]
  - do: choose
    options: [{id: add, when: {round: 2}, then: [{do: add, what: seat.points, when: {round: 9}}]}]
    else: [{do: choose, options: [{id: none}]}]
ends: [{when: {round: 3}, test: after_round}]
score: seat.points
"""
RULINGS = """
rulings:
  - {id: M-1, question: "Is it more?", options: {less: "no", more: "yes"}, default: less}
"""


def test_what_never_comes_up_is_told_once(tmp_path: Path) -> None:
    write_game(tmp_path, PLAY, RULINGS)
    told = [one for one in check(tmp_path, simulate=True, extra=()) if one.code == "play-unoffered"]
    assert [(one.place.line, one.message.partition(" in ")[0]) for one in told] == [
        (4, "nobody was offered 'take'"),
        (8, "nobody was asked this ('bids')"),
        (15, "nobody was offered 'pass'"),
    ]


def test_what_is_offered_is_counted_in_parts_as_in_the_whole(tmp_path: Path) -> None:
    game = mini(tmp_path, PLAY, game=RULINGS)
    configuration = game.configurations[0]
    plan = Plan(game, configuration, resolve_rulings(game), ("random", "random"), 1)
    part, whole = (run_range(plan, prepare(plan), 0, stop) for stop in (2, 5))
    part.merge(run_range(plan, prepare(plan), 2, 5))
    assert part.offered == whole.offered == {6: 5, 7: 5, 9: 5}
