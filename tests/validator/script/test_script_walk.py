"""Two whole games from data: a die and a deck, played by every player, recorded and copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from scriptgames import mini, played, table_of

from validator.play.driver import ScriptPolicy, play_match, play_on
from validator.play.replay import Narrator
from validator.play.rules import Match, Outcome
from validator.rng import Streams
from validator.script.table import ScriptTable

PIG = """
remember:
  seat.points: {from: 0, to: 105}
  turn.total: {from: 0, to: 105}
  table.die: {from: 0, to: 6}
turn:
  - do: choose
    again: 105
    options:
      - id: roll
        then:
          - {do: roll, what: table.die}
          - {if: {table.die: 1}, then: [{do: end_turn}]}
          - {do: add, what: turn.total, amount: table.die}
      - id: hold
        when: {turn.total: {at_least: 1}}
        then:
          - {do: add, what: seat.points, amount: turn.total}
          - {do: end_turn}
ends:
  - {when: {seat.points: {at_least: 100}}, says: somebody has 100 points}
score: seat.points
"""
EIGHTS = """
remember:
  table.suit: {from: card.suit}
  table.passes: {from: 0, to: 99}
  turn.draws: {from: 0, to: 5}
begin:
  - {do: draw, from: deck, to: discard}
  - {do: set, what: table.suit, to: discard.top.suit}
turn:
  - do: choose
    again: 7
    options:
      - id: play
        card: seat.hand
        where: {any: [{suit: table.suit}, {rank: discard.top.rank}, {rank: 8}]}
        then:
          - {do: move, what: card, to: discard}
          - {do: set, what: table.suit, to: card.suit}
          - {do: set, what: table.passes, to: 0}
          - if: {card.rank: 8, seat.hand: {not: empty}}
            then:
              - do: choose
                options:
                  - {id: name, value: card.suit, then: [{do: set, what: table.suit, to: it}]}
          - {do: end_turn}
      - id: draw
        when: {turn.draws: {at_most: 4}, deck: {not: empty}}
        then:
          - {do: draw, from: deck, to: seat.hand}
          - {do: add, what: turn.draws}
      - id: pass
        when: {any: [{turn.draws: 5}, {deck: empty}]}
        then:
          - {do: add, what: table.passes}
          - {do: end_turn}
ends:
  - {when: {seat.hand: empty}, says: somebody played the last card}
  - {when: {table.passes: {at_least: {plus: [players, 1]}}}, says: nobody can play}
score: {sum: card.rank, of: seat.hand}
wins: least
"""
GAMES = {"pig": PIG, "eights": EIGHTS}


@pytest.fixture(params=list(GAMES))
def table(request: pytest.FixtureRequest, tmp_path: Path) -> ScriptTable:
    made = table_of(mini(tmp_path, GAMES[request.param]))
    assert isinstance(made, ScriptTable)
    return made


@pytest.mark.parametrize("policy", ["random", "greedy", "drain:deck"])
def test_a_game_is_played_to_its_end(table: ScriptTable, policy: str) -> None:
    for index in range(5):
        end = played(table, policy, index)
        assert end.outcome.finished, end.outcome.reason
        assert end.turns > 2
        assert end.outcome.winners


def test_a_record_replays_to_the_same_end(table: ScriptTable) -> None:
    first = played(table)
    script = ScriptPolicy(first.choices)
    streams = Streams(1, table.frame.game, table.frame.table, 0)
    again = play_match(table, streams, [script] * 2)
    assert (again.outcome, again.turns) == (first.outcome, first.turns)
    assert again.match.show() == first.match.show()


class Copies:
    """Copies of a match as each turn begins."""

    def __init__(self) -> None:
        self.choices = 0
        self.taken: list[tuple[Match, int]] = []

    def before(self, match: Match) -> None: ...

    def turn(self, match: Match, number: int, seat: int) -> None:
        self.taken.append((match.copy(), self.choices))

    def step(self, match: Match, seat: int, what: str, options: object, index: int) -> None:
        self.choices += len(options) > 1  # type: ignore[arg-type]

    def after(self, match: Match, outcome: Outcome) -> None: ...


def test_a_copy_of_any_turn_plays_on_to_the_same_end(table: ScriptTable) -> None:
    copies = Copies()
    first = played(table, observers=(copies,))
    assert len(copies.taken) == first.turns
    for match, done in copies.taken:
        script = ScriptPolicy(first.choices[done:])
        again = play_on(table.frame, match, [script] * 2)
        assert again.outcome == first.outcome
        assert again.turns == first.turns
        assert again.match.census() == first.match.census()


def test_a_replay_tells_what_seats_did(tmp_path: Path) -> None:
    table = table_of(mini(tmp_path, EIGHTS))
    narrator = Narrator(table.frame, positions=False)
    played(table, "greedy", observers=(narrator,))
    assert narrator.lines[:5] == [
        "mini 2+0: red, blue",
        "    | table: suit -, passes 0, draws 0, deck 10, discard (), row ()",
        "    | red: hand (hearts-8, hearts-5, spades-4), won (), bid ()",
        "    | blue: hand (spades-7, spades-5, hearts-1), won (), bid ()",
        "turn 1, red",
    ]
    assert "  red chooses: play hearts 8 (1 of 3)" in narrator.lines
    assert "  red chooses: name spades (2 of 2)" in narrator.lines


def test_least_points_win_by_hand(tmp_path: Path) -> None:
    end = played(table_of(mini(tmp_path, EIGHTS)), "greedy")
    assert end.outcome.scores[end.outcome.winners[0]] == min(end.outcome.scores)
    assert end.match.account()[0] == f"red: points {end.outcome.scores[0]}"
