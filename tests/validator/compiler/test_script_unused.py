"""What games of a play script never use is told, and what only looks unused is not."""

import pytest
from scriptgames import write_game

from validator.run import check

SETUP = """
kind: setup
zones: {{deck: Deck, {zone}, seat.hand: Hand}}
steps:
  - {{do: place, set: card, to: deck}}
  - {{do: deal, from: deck, to: seat.hand, count: 3, each: seats}}
  {step}
"""
PLAY = """
turn:
  - do: choose
    options:
      - {{id: keep}}
      - {{id: lay, pick: {{card: seat.hand}}, then: [{{do: move, what: card, to: deck}}]}}
  {step}
ends: [{{when: round == {rounds}, after: round, winners: nobody}}]
"""
LAID = "- {do: deal, from: deck, to: row, count: 1}"
LATE = "- {do: move, from: %s, to: %s, when: round == 9}"
RULED = "- {do: move, from: seat.hand, to: row, when: \"ruling['X'] == 'b'\"}"
GAME = """
rulings: [{id: X, question: 'Which?', options: {a: A, b: B}, default: a}]
"""


def told(root, zone, laid="", step="", rounds=3, game=""):
    """The zones of which it is told that nothing moves there."""
    setup = SETUP.format(zone=zone, step=laid)
    write_game(root, PLAY.format(step=step, rounds=rounds), game, setup)
    found = check(root, simulate=True, extra=())
    return [one.message.split("'")[1] for one in found if one.code == "play-unmoved"]


@pytest.mark.parametrize(
    ("zone", "laid", "step"),
    [
        ("row: Row", "", LATE % ("deck", "row")),
        ("row: Row", LAID, LATE % ("row", "deck")),
        ("seat.row: Row", "", LATE % ("deck", "seat.row")),
    ],
    ids=["nothing comes", "nothing goes", "at no seat"],
)
def test_a_zone_is_told_that_steps_never_use(tmp_path, zone, laid, step):
    name = zone.partition(":")[0]
    assert told(tmp_path, zone, laid, step) == [name]
    assert told(tmp_path, zone, laid, step, rounds=10) == []


@pytest.mark.parametrize(
    ("laid", "step", "game"),
    [
        (LAID, "- {do: end_turn, when: row.top.rank == 3}", ""),
        (f"{LAID}\n  - {{do: move, from: row, to: deck}}", LATE % ("deck", "row"), ""),
        ("", RULED, GAME),
    ],
    ids=["a turned card", "a pile of set-up", "under a ruling"],
)
def test_a_zone_may_lie_still(tmp_path, laid, step, game):
    assert told(tmp_path, "row: Row", laid, step, game=game) == []


def test_a_piece_that_comes_and_goes_at_once_is_seen(tmp_path):
    step = "- {do: move, from: seat.hand, to: row}\n  - {do: move, from: row, to: deck}"
    assert told(tmp_path, "row: Row", "", step) == []


def test_a_seat_that_is_never_asked_is_told_once_with_its_first_table(tmp_path):
    play = """
    round:
      - {do: choose, seat: "seats[1]", options: [{id: stay}, {id: go}]}
    ends: [{when: round == 3, after: round, winners: nobody}]
    """
    write_game(tmp_path, play)
    found = [one for one in check(tmp_path, simulate=True, extra=()) if one.code == "play-unasked"]
    assert [one.message.partition(" was")[0] for one in found] == [
        "seat 2 at the table 2+0",
        "seat 3 at the table 3+0",
        "seat 4 at the table 4+0",
    ]


def test_a_price_of_several_kinds_is_no_step_that_is_unused(tmp_path):
    step = "- {do: pay, from: seat.hand, to: row, by: suit, amount: {hearts: 1}, else: []}"
    assert told(tmp_path, "row: Row", "", step) == []


def test_a_board_may_only_be_looked_at(tmp_path):
    folder = tmp_path / "components" / "mini"
    folder.mkdir(parents=True)
    board = "kind: board\nid: way\nspaces: [{id: 1, cost: 2}, {id: 2, cost: 3}]\n"
    (folder / "board.yaml").write_text(board)
    step = "- {do: end_turn, when: 'way[1].cost + round == 99'}"
    assert told(tmp_path, "way: {name: Way, board: way}", "", step) == []


def test_a_seat_of_a_bot_and_what_hangs_on_a_ruling_are_not_told(tmp_path):
    play = """
    names: {late: "ruling['X'] == 'b'", bound: round == 9}
    turn:
      - if: seat not in bots
        then:
          - {do: choose, options: [{id: stay}, {id: go}]}
          - if: %s
            then: [{do: choose, says: waits, options: [{id: wait}, {id: rest}]}]
    ends: [{when: round == 3, after: round, winners: nobody}]
    """
    game = f"{GAME}configurations: [{{players: 2, bots: 1}}]"
    setup = SETUP.format(zone="row: Row", step="")
    codes = []
    for test in ("late", "bound"):
        write_game(tmp_path, play % test, game, setup)
        codes.append({one.code for one in check(tmp_path, simulate=True, extra=())})
    assert codes[0].isdisjoint({"play-unasked", "play-unoffered"})
    assert "play-unoffered" in codes[1]
