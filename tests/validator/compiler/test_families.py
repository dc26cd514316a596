"""Families of memories: one for each seat, or each of some values, of an owner."""

import pytest
from matches import play_game, table_of
from scriptgames import mini, write_game

from validator.catalogue.load import load
from validator.compiler.checks import check_scripts

PLAY = """
remember:
  turn.offers[seat]: 0 to 30
  seat.crops[suit]: {type: 0 to 9, start: 1, of: {suit: card.suit}}
  table.prices[rank]: {type: 0 to 99, start: 5, of: {rank: [1, 2, 8]}}
  table.who: seat
  table.sum: 0 to 99
  table.begun: 0 to 99
turn:
  - {do: add, what: table.begun, amount: "sum(seats, turn.offers[it])"}
  - do: each
    of: seats
    then: [{do: set, what: "turn.offers[it]", to: 2 * it.number}]
STEPS
  - {do: set, what: table.sum, to: "VALUE"}
ends: [{when: turns >= 3, winners: all}]
"""


def test_what_is_remembered_under_a_key(tmp_path):
    for steps, value, wanted in (
        ("", "turn.offers[next]", 2),  # the third turn is of seat 3
        ("", "sum(seats, turn.offers[it])", 12),
        ("", "best(seats, turn.offers[it]).number", 3),
        ("", "seat.crops[hearts]", 1),
        ('  - {do: add, what: "seat.crops[hearts]", amount: 2}', "sum(seats, crops[hearts])", 9),
        (
            '  - {do: add, what: "next.crops[deck.top.suit]"}',
            "sum(seats, crops[hearts] + crops[spades])",
            9,
        ),
        ('  - {do: add, what: "table.prices[8]", amount: turns}', "table.prices[8]", 11),
        ('  - {do: pay, what: "table.prices[1]", amount: turns}', "table.prices[1]", 2),
        ("", "table.prices[deck.bottom.rank] + table.prices[2]", 10),
    ):
        play = PLAY.replace("STEPS", steps).replace("VALUE", value)
        match = play_game(table_of(mini(tmp_path, play), 3), referee=True).match
        slot = match.program.tables.memories["table.sum"]
        assert match.n[slot.at] == wanted, (steps, value)
        begun = match.program.tables.memories["table.begun"]
        assert match.n[begun.at] == 0
        assert ("crops " in match.show()) is ("crops" in steps)
        assert "offers" not in match.show(), "the turn is over"


SUITS = "seat.x[s]: {type: 0 to 9, of: {s: card.suit}}"
RANKS = "seat.x[s]: {type: 0 to 9, of: {s: [1, 2]}}"


@pytest.mark.parametrize(
    ("memory", "step", "told"),
    [
        ("seat.x[crop]: 0 to 9", "what: seat.x", "4:3: nothing says what `crop` may be"),
        ("seat.x: {type: 0 to 9, of: {crop: [a]}}", "what: seat.x", "4:30: `of` says what a word"),
        ("seat.x[seat]: 0 to 9", "what: seat.x", "9:21: seat.x is one for each seat"),
        ("seat.x: 0 to 9", 'what: "seat.x[next]"', "9:22: seat.x is one, and nothing stands"),
        (SUITS, 'what: "seat.x[hart]"', "this is never 'hart'"),
        (RANKS, 'what: "seat.x[3]"', "seat.x has none for 3"),
        (RANKS, 'what: "seat.x[next]"', "9:29: `next` is a seat"),
        ("seat.x[seat]: 0 to 9", 'what: "seat.x[next]", amount: seat.x', "`seat.x` is a family"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, memory, step, told):
    play = f"""
    remember:
      {memory}
    ends: [{{when: turns > 3, winners: all}}]
    wants:
      - value: 1
    turn:
      - {{do: add, {step}}}
    """
    write_game(tmp_path, play)
    catalogue, found = load(tmp_path)
    found = [*found, *check_scripts(catalogue)]
    assert any(told in f"{one.place}: {one.message}" and one.hint for one in found), found
