"""The ``search`` policy in small games that are played from data: it thinks ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from matches import play_game, table_of
from scriptgames import mini

from validator.play.driver import make_policies, play_match
from validator.play.observers import Referee
from validator.play.rules import Match, Option
from validator.rng import Streams
from validator.script.table import ScriptTable
from validator.simulation.search import SearchPolicy

TRAP = """
remember: {seat.points: {from: 0, to: 99}, seat.seeds: {from: 0, to: 9}}
turn:
  - {do: add, what: seat.points, amount: {times: [5, seat.seeds]}}
  - do: choose
    options:
      - {id: reap, then: [{do: add, what: seat.points, amount: 2}]}
      - {id: sow, then: [{do: add, what: seat.seeds}, {do: add, what: seat.points, amount: -1}]}
ends: [{when: {round: 6}, test: after_round}]
score: {minus: [seat.points, seat.seeds]}
"""


def test_it_sows_where_a_greedy_player_reaps(tmp_path: Path) -> None:
    ready = table_of(mini(tmp_path, TRAP.replace("from: 0, to: 99", "from: -9, to: 999")))
    assert play_game(ready, "greedy").choices == (0,) * 12
    ended = play_game(ready, "search:20,greedy")
    assert ended.outcome.winners == (0,)
    assert ended.outcome.scores[0] > 3 * ended.outcome.scores[1]


TOGETHER = """
remember: {seat.points: {from: 0, to: 99}}
round:
  - do: together
    each: seats
    options:
      - {id: bid, card: seat.hand, then: [{do: move, what: card, to: seat.bid}]}
  - {do: add, what: seat.points, amount: seat.bid.top.rank, each: seats}
  - {do: move, from: seat.bid, to: seat.won, each: seats}
ends: [{when: {round: 3}, test: after_round}]
score: seat.points
"""


class Peeks(SearchPolicy):
    """Notes whether the other seat's choice, made at the same time, changes its own."""

    def __init__(self, streams: Streams) -> None:
        super().__init__(1, 8, streams)
        self.compared = 0

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        taken = super().pick(match, seat, what, options)
        if self.made:
            index, together = self.made[-1]
            assert together == match.together  # type: ignore[attr-defined]
            self.made[-1] = (1 - index if index < 2 else 0, together)
            assert super().pick(match, seat, what, options) == taken
            self.made[-1] = (index, together)
            self.compared += 1
        return taken


def test_it_does_not_know_what_others_choose_at_the_same_time(tmp_path: Path) -> None:
    ready = table_of(mini(tmp_path, TOGETHER))
    streams = Streams(1, ready.frame.game, ready.frame.table, 0)
    policies = make_policies(("random", "random"), streams)
    peeks = Peeks(streams)
    policies[1] = peeks
    assert play_match(ready, streams, policies, [Referee(ready.frame)]).outcome.finished
    assert peeks.compared == 2


LEAST = """
remember: {seat.points: {from: 0, to: 99}}
turn:
  - do: choose
    options:
      - {id: more, then: [{do: add, what: seat.points, amount: 2}]}
      - {id: less, then: [{do: add, what: seat.points}]}
ends: [{when: {round: 3}, test: after_round}]
score: seat.points
wins: least
"""


GIFTS = """
teams: 2
remember: {seat.points: {from: 0, to: 99}}
turn:
  - do: choose
    options:
      - {id: keep, then: [{do: add, what: seat.points, amount: 2}]}
      - id: give
        when: {round: {at_most: 2}}
        then: [{do: add, what: partner.points, amount: 30}]
ends: [{when: {round: 3}, test: after_round}]
score: seat.points
"""


def test_it_wants_few_points_where_fewest_win_and_helps_its_partner(tmp_path: Path) -> None:
    ready = table_of(mini(tmp_path / "least", LEAST))
    assert play_game(ready, "search:6,random").outcome.scores[0] == 3
    ready = table_of(mini(tmp_path / "teams", GIFTS), 4)
    assert play_game(ready, "search:6,random,search:6,random").outcome.scores[0::2] == (62, 62)


ENDLESS = """
remember: {seat.points: {from: 0, to: 99}}
turn:
  - {do: choose, options: [{id: left, then: []}, {id: right, then: []}]}
ends: [{when: {seat.points: 3}}]
score: seat.points
"""


def test_a_game_without_an_end_is_stopped_as_with_any_policy(tmp_path: Path) -> None:
    ready = table_of(mini(tmp_path, ENDLESS))
    assert isinstance(ready, ScriptTable)
    short = replace(ready, frame=replace(ready.frame, turn_cap=40))
    ended = play_game(short, "search:2,random")
    assert not ended.outcome.finished
    assert ended.turns == 40
