"""What each step and each value comes to, on a table that is always laid the same."""

from itertools import combinations

import pytest
from matches import play_game, table_of
from scriptgames import mini

from validator.compiler.runtime.support import choices

SETUP = """
kind: setup
zones: {deck: Deck, discard: Discards, row: Row, seat.hand: Hand, seat.won: Won, seat.bid: Bid}
steps:
  - {do: place, set: card, where: {suit: spades}, to: deck}
  - {do: place, set: card, where: {suit: hearts}, to: row}
  - {do: deal, from: row, to: seat.hand, count: 2, each: seats}
"""
REMEMBER = """
names: {both(one): "count([deck, row], rank == one)"}
remember:
  table.n: {type: -50 to 50, start: 0}
  table.m: {type: 0 to 9, beyond: stop}
  table.w: {type: 1 to 6, beyond: wrap}
  table.suit: card.suit
  table.who: seat
  table.mode: [low, high]
  seat.points: 0 to 20
"""


def laid(tmp_path, begin, more="", players=3):
    """The table after these steps: spades 1 to 8 in the deck, hearts 1 and 2 left in the row.

    Seat 1 has hearts 8 and 7, seat 2 hearts 6 and 5, seat 3 hearts 4 and 3.
    """
    play = f"{REMEMBER}{more}\nbegin: [{begin}]\nturn: [{{do: end_game, winners: nobody}}]\n"
    game = mini(
        tmp_path,
        play,
        setup=SETUP,
        game="piles: [{id: deck, zone: deck, when_empty: reshuffle, discard: discard}]",
    )
    return play_game(table_of(game, players)).match


def value(match, name, seat=0):
    memory = match.program.tables.memories[name]
    return match.n[memory.at + (seat if name.startswith("seat.") else 0)]


def zone(match, name):
    layout = match.program.tables
    pieces = match.z[layout.zone_at[name]]
    return " ".join(
        layout.pieces[piece].id.replace("earts-", "").replace("pades-", "") for piece in pieces
    )


VALUES = {
    "7": 7,
    "players": 3,
    "deck.count + 2 + -3": 7,
    "deck.count + row.count": 10,
    "deck.count - 2 - 1": 5,
    "2 - deck.count": -6,
    "2 * 3 * 2": 12,
    "7 // 2": 3,
    "7 // discard.count": 0,
    "7 % 4": 3,
    "7 % discard.count": 0,
    '"min(deck.count, 3, 5)"': 3,
    '"max(deck.count, 3, 5)"': 8,
    "deck.count": 8,
    '"count(deck, 2 <= rank <= 4)"': 3,
    '"count(deck, rank in [1, 2]) + count(row, rank in [1, 2])"': 4,
    '"count(deck, suit != hearts) + count(row, suit != hearts)"': 8,
    '"count(seats, true)"': 3,
    '"count(seats, any(hand, rank >= 6))"': 2,
    '"sum(row, rank)"': 3,
    '"sum(row, rank * 2)"': 6,
    '"sum(seats, hand.count)"': 6,
    '"distinct([deck, row], suit)"': 2,
    '"max(deck, rank)"': 8,
    '"min(deck, rank)"': 1,
    '"max(discard, rank)"': 0,
    '"count(values([deck, row], rank), both(it) >= 2)"': 2,
    '"sum(values([deck, row], rank), both(it))"': 10,
    '"scale([4, 5, 6], row.count)"': 6,
    '"scale([4, 5, 6], deck.count)"': 6,
    '"scale([4, 5, 6], -3)"': 4,
    "1 if deck.count >= 8 else 2": 1,
    "1 if deck.empty else 2": 2,
    "deck.top.rank": 8,
    "discard.top.rank": 0,
    "round": 1,
    "turns": 0,
}


@pytest.mark.parametrize("text", list(VALUES))
def test_a_value_comes_to(text, tmp_path):
    match = laid(tmp_path, f"{{do: set, what: table.n, to: {text}}}")
    assert value(match, "table.n") == VALUES[text]


SEATS = {
    '"best(seats, sum(hand, rank))"': 0,
    '"worst(seats, sum(hand, rank))"': 2,
    '"best(seats, deck.count)"': -1,
    '"best(seats, deck.count, ties=first)"': 0,
    '"best(seats, sum(hand, rank), where=any(hand, rank == 5))"': 1,
    '"on(first, 2)"': 2,
    '"on(first, 4)"': 1,
    "first": 0,
    "nobody": -1,
}


@pytest.mark.parametrize("text", list(SEATS))
def test_a_seat_is_found(text, tmp_path):
    match = laid(tmp_path, f"{{do: set, what: table.who, to: {text}}}")
    assert value(match, "table.who") == SEATS[text]


TESTS = {
    '"makes(row, rank, 3) and makes(deck, rank, 36)"': True,
    '"makes(row, rank, 4) or makes(row, rank, 0) or makes(row, rank, -1)"': False,
    '"makes(deck, rank, 11, where=rank in [2, 4, 5]) and makes(deck, -rank, 1)"': False,
    "deck.count == 8": True,
    '"deck.count in [7, 9]"': False,
    "3 <= deck.count <= 8": True,
    "deck.count >= 9": False,
    "deck.count == row.count + 6": True,
    "deck.empty": False,
    "discard.empty and not deck.empty": True,
    "not discard.empty": False,
    "discard.count == 1 or row.count == 2": True,
    "discard.count == 0 and row.count == 2": True,
    "discard.count == 1 or deck.count == 8": True,
    "players == 3": True,
    "players >= 4": False,
    "row.top.suit == hearts": True,
    '"row.top.suit in [spades]"': False,
    '"any(deck, rank == 3 and suit == spades)"': True,
    '"any(deck, rank == 3 and suit == hearts)"': False,
    '"any(seats, any(hand, rank == 5))"': True,
    '"all(seats, hand.count == 2)"': True,
    '"all(seats, any(hand, rank == 5))"': False,
    "deck.count + row.count <= 10": True,
    "deck.count + row.count == 11": False,
    "table.who == nothing": True,
    "table.who == first": False,
    "table.suit == nothing": True,
    "table.suit == row.top.suit": False,
    "first != nothing": True,
    "discard.top.rank < 9": False,
    "discard.top.rank > -9": False,
    "9 > discard.top.rank": False,
    "discard.top.rank == nothing": True,
}


@pytest.mark.parametrize("text", list(TESTS))
def test_a_test_holds_or_does_not(text, tmp_path):
    then, otherwise = (f"[{{do: set, what: table.m, to: {number}}}]" for number in (1, 2))
    steps = f"{{if: {text}, then: {then}, else: {otherwise}}}"
    assert value(laid(tmp_path, steps), "table.m") == (1 if TESTS[text] else 2)


MOVES = {
    "{do: move, from: row, to: discard}": {"row": "", "discard": "h1 h2"},
    "{do: move, from: deck, to: discard, at_most: 2}":
        {"deck": "s1 s2 s3 s4 s5 s6", "discard": "s8 s7"},
    "{do: move, from: row, to: discard, at_most: 9}": {"row": "", "discard": "h2 h1"},
    '{do: move, from: deck, to: row, where: "rank in [3, 5]"}':
        {"row": "h1 h2 s5 s3", "deck": "s1 s2 s4 s6 s7 s8"},
    '{do: move, from: deck, to: row, where: "rank in [3, 5]", at_most: 1}': {"row": "h1 h2 s5"},
    "{do: move, from: row, to: deck, at: bottom}": {"deck": "h1 h2 s1 s2 s3 s4 s5 s6 s7 s8"},
    "{do: move, from: [row, deck], to: discard, at_most: 1}": {"discard": "h2 s8"},
    "{do: move, what: deck.top, to: discard}": {"discard": "s8", "deck": "s1 s2 s3 s4 s5 s6 s7"},
    '{do: move, what: "worst(deck, rank)", to: row}':
        {"row": "h1 h2 s1"},
    "{do: move, from: row, to: deck}, {do: move, from: deck, to: row, where: both(rank) >= 2}":
        {"row": "h2 h1 s2 s1"},
    "{do: draw, from: deck, to: discard, count: 3}": {"discard": "s8 s7 s6"},
    "{do: draw, from: deck, to: row, up_to: 5}": {"row": "h1 h2 s8 s7 s6"},
    "{do: draw, from: row, to: discard, count: 5}": {"row": "", "discard": "h2 h1"},
    "{do: draw, from: deck, to: discard, as: drawn}, {do: move, what: drawn, to: row}":
        {"row": "h1 h2 s8"},
    "{do: draw, from: deck, to: seat.hand, each: seats}":
        {"seat1.hand": "h8 h7 s8", "seat3.hand": "h4 h3 s6"},
    "{do: move, from: seat.hand, to: next.hand, at_most: 1, each: seats}": {"seat1.hand": "h8 h7"},
    "{do: each, of: row, where: rank == 2, then: [{do: move, what: card, to: deck}], as: card}":
        {"row": "h1"},
    "{do: pay, from: row, to: discard, amount: 2}": {"row": "", "discard": "h2 h1"},
    "{do: pay, from: row, to: discard, amount: 3, else: [{do: move, from: row, to: deck}]}":
        {"row": "", "discard": ""},
    "{do: pay, from: row, to: discard, amount: -3}": {"row": "h1 h2"},
    "{do: set, what: table.who, to: nothing}, {do: move, from: row, to: table.who.won}":
        {"row": "h1 h2"},
    "{do: move, what: row.top, to: table.who.won}": {"row": "h1 h2"},
    "{do: draw, from: row, to: table.who.won}": {"row": "h1 h2"},
    "{do: repeat, most: 3, then: [{do: draw, from: deck, to: row}]}": {"row": "h1 h2 s8 s7 s6"},
    "{do: repeat, most: 9, until: row.count == 4, then: [{do: draw, from: deck, to: row}]}":
        {"row": "h1 h2 s8 s7"},
    "{do: repeat, most: 9, then: [{do: draw, from: deck, to: row}, {do: stop}]}":
        {"row": "h1 h2 s8"},
}  # fmt: skip


@pytest.mark.parametrize("text", list(MOVES))
def test_pieces_move(text, tmp_path):
    match = laid(tmp_path, text)
    assert {name: zone(match, name) for name in MOVES[text]} == MOVES[text]


COUNTERS = {
    "{do: add, what: table.m, amount: 30}": ("table.m", 9),
    "{do: add, what: table.m, amount: -3}": ("table.m", 0),
    "{do: set, what: table.m, to: 12}": ("table.m", 9),
    "{do: add, what: table.m}, {do: add, what: table.m}": ("table.m", 2),
    "{do: add, what: table.w, amount: -2}": ("table.w", 5),
    "{do: set, what: table.w, to: deck.count}": ("table.w", 2),
    "{do: set, what: table.mode, to: high}": ("table.mode", "high"),
    "{do: set, what: table.suit, to: row.top.suit}": ("table.suit", "hearts"),
    "{do: roll, what: table.m, faces: [4, 4]}": ("table.m", 4),
    "{do: roll, what: table.m, faces: [2, 2], dice: 3}": ("table.m", 6),
    "{do: roll, what: [table.m, table.n], faces: [3, 3], dice: 2}": ("table.n", 3),
    "{do: each, of: values(card.suit), then: [{do: set, what: table.suit, to: it}]}":
        ("table.suit", "spades"),
    '{do: each, of: "numbers(2, 4)", then: [{do: add, what: table.n, amount: it}]}':
        ("table.n", 9),
    "{do: add, what: table.m, amount: 5}, {do: pay, what: table.m, amount: 3}": ("table.m", 2),
    "{do: pay, what: table.m, amount: 3, else: [{do: set, what: table.n, to: 8}]}": ("table.n", 8),
    "{do: add, what: seat.points, amount: seat.hand.count, each: seats}": ("seat.points", 2),
    "{do: add, what: table.m, when: deck.empty}": ("table.m", 0),
    '{do: set, what: first, to: "on(first, 1)"}, {do: set, what: table.who, to: first}':
        ("table.who", 1),
    '{do: eliminate, seat: first}, {do: set, what: table.n, to: "count(seats, true)"}':
        ("table.n", 2),
    "{do: run, what: twice}": ("table.m", 2),
}  # fmt: skip
ONCE = "once: [{do: add, what: table.m}]"
PROCEDURES = f"procedures: {{{ONCE}, twice: [{{do: run, what: once}}, {{do: run, what: once}}]}}"


@pytest.mark.parametrize("text", list(COUNTERS))
def test_what_is_remembered_changes(text, tmp_path):
    name, wanted = COUNTERS[text]
    assert value(laid(tmp_path, text, PROCEDURES), name) == wanted


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("{do: add, what: seat.points, amount: 30, each: seats}", "13:46: seat.points leaves"),
        ("{do: move, from: row, to: discard, count: 3}", "13:9: fewer pieces lie there"),
    ],
)
def test_what_a_step_may_not_do_ends_the_game_at_its_place(step, why, tmp_path):
    outcome = laid(tmp_path, step).outcome
    assert not outcome.finished
    assert f"play.yaml:{why}" in outcome.reason


@pytest.mark.parametrize(
    ("remembered", "step", "most"),
    [
        ("1 to 200", "{do: roll, what: table.die}", 200),
        ("1 to 200", "{do: roll, what: table.die, sides: 8}", 8),
        ("0 to 200", "{do: roll, what: table.die}", 6),
        ("1 to 200", "{do: roll, what: table.die, dice: 2}", 12),
        ("1 to 9000", "{do: roll, what: table.die}", 6),
    ],
)
def test_a_die_has_the_sides_of_the_number_that_it_is_rolled_into(remembered, step, most, tmp_path):
    play = f"remember: {{table.die: {remembered}}}\nbegin: [{step}]\n"
    game = mini(tmp_path, f"{play}turn: [{{do: end_game, winners: nobody}}]\n")
    table = table_of(game, 2)
    rolled = [value(play_game(table, index=index).match, "table.die") for index in range(2000)]
    assert (min(rolled), max(rolled)) == (2 if "dice" in step else 1, most)


def test_a_pile_is_renewed_from_its_discards(tmp_path):
    steps = "{do: move, from: deck, to: discard}, {do: draw, from: deck, to: row, count: 3}"
    match = laid(tmp_path, steps)
    assert len(zone(match, "row").split()) == 5
    assert len(zone(match, "deck").split()) == 5
    assert match.tally.gauges[0].reshuffles == 1


COLOURS = ["red", "red", "blue", None, "blue", "red"]


@pytest.mark.parametrize("pieces", [[0, 1, 2, 4], [1, 1, 2], [3, 3, 3, 5, 5], [], [7]])
@pytest.mark.parametrize("sizes", [range(1, 2), range(2, 4), range(1, 6)])
def test_every_different_choice_comes_once_in_order(pieces, sizes):
    found = list(choices(pieces, sizes, int, None))
    expected = [one for size in sizes for one in dict.fromkeys(combinations(pieces, size))]
    assert sorted(found) == sorted(expected)
    assert [len(one) for one in found] == sorted(len(one) for one in found)
    assert len(set(found)) == len(found)


def test_pieces_of_one_value_are_chosen_together():
    assert list(choices([0, 1, 2, 3, 4, 5], range(2, 3), int, COLOURS)) == [
        *((0, 1), (0, 5), (1, 5), (2, 4))
    ]
