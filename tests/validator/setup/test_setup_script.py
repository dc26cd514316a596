"""Each verb of a set-up, and what goes wrong in one."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toybox import FIRST_LINE, TABLES, game

from validator.catalogue.model import Catalogue
from validator.catalogue.seats import instances
from validator.compiler.setup import compile_setup
from validator.rng import Streams
from validator.setup.deal import run_with_seed, set_up
from validator.setup.guide import guide
from validator.setup.rehearse import rehearse


def run(*steps, table=0, seed=1, **rulings):
    named = {key.replace("_", "-"): option for key, option in rulings.items()}
    return set_up(game(*steps), TABLES[table], seed, named)


ALL_CARDS = "{do: place, set: card, to: deck}"
SHUFFLE = "{do: shuffle, what: deck}"
TWO = "\"ruling['X-T-01'] == two\""
COIN_SIGN = "legend: {c: {set: coin}}"
CHOOSE = (
    "{do: choose, each: humans, order: reverse, says: animal, options: [{id: take, "
    "pick: {card: deck}, then: [{do: move, what: card, to: seat.chosen}]}]}"
)


@pytest.mark.parametrize(
    ("steps", "zones"),
    [
        (["{do: place, set: card, where: {suit: blue}, to: deck}"], {"deck": "bee#1 bee#2 cow"}),
        (["{do: place, set: [pawn, board], to: row}"], {"row": "pawn board"}),
        (["{do: place, set: flag, where: {colour: seat.colour}, to: seat.hand, each: seats}"],
         {"seat1.hand": "flag-red", "seat2.hand": "flag-blue", "seat3.hand": "flag-green"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row, count: 2}"],
         {"row": "cow bee#2", "deck": "ant#1 ant#2 ant#3 bee#1"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row}"], {"row": "cow"}),
        ([ALL_CARDS, "{do: move, from: deck, where: {suit: red}, to: [row, discard], count: 1}"],
         {"row": "ant#3", "discard": "ant#2"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row, count: 2}",
          "{do: move, from: [deck, row], to: discard}"],
         {"discard": "ant#1 ant#2 ant#3 bee#1 cow bee#2", "deck": ""}),
        ([ALL_CARDS, "{do: return, from: deck, where: not fits}"],
         {"deck": "ant#1 ant#2 ant#3 bee#1 bee#2"}),
        ([ALL_CARDS, "{do: return, from: deck, where: {id: bee}}"],
         {"deck": "ant#1 ant#2 ant#3 cow"}),
        (["{do: place, set: card, where: {id: bee}, count: 1, to: help}",
          '{do: place, set: card, where: suit == help.top.suit, to: row}'],
         {"row": "bee#2 cow"}),
        (["{do: place, to: cells, legend: {c: {set: coin}, f: {set: flag, where: {colour: red}}}, "
          'picture: ["c .", "f c"]}'],
         {"cells.A9": "coin#1", "cells.A10": "", "cells.B9": "flag-red", "cells.B10": "coin#2"}),
        (['{do: place, set: pawn, to: "ring[s3]"}'], {"ring.s3": "pawn"}),
        (["{do: place, set: pawn, to: \"find(ring, area == b)\"}"], {"ring.s3": "pawn"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row, cases: [{count: 1, when: players == 7}, "
          "{count: 2, when: bots.count == 1}]}"], {"row": "cow bee#2"}),
    ],
)  # fmt: skip
def test_where_each_verb_lays_pieces(steps, zones):
    """A table of three: 4+ is out, and the other suits stay in the box."""
    found = run(*steps, table=1).zones
    assert {name: " ".join(found.get(name, ())) for name in zones} == zones


@pytest.mark.parametrize(
    ("where", "there"),
    [("{id: ant}", 3), ("{suit: [red, blue]}", 6), ("not fits", 1), ("suit != red", 3)],
)
def test_field_tests(where, there):
    assert len(run(f"{{do: place, set: card, where: {where}, to: deck}}").zones["deck"]) == there


@pytest.mark.parametrize(
    ("each", "zones"),
    [
        ("humans", ["seat1.coins", "seat2.coins"]),
        ("bots", ["seat3.coins"]),
        ("first", ["seat1.coins"]),
        ("humans[1]", ["seat1.coins"]),
        ("[seats[2], seats[3], seats[4]]", ["seat2.coins", "seat3.coins"]),
        ("seats", ["seat1.coins", "seat2.coins", "seat3.coins"]),
    ],
)
def test_each(each, zones):
    step = f'{{do: place, set: coin, count: 1, to: seat.coins, each: "{each}"}}'
    result = run(step, table=1)
    assert [name for name, held in result.zones.items() if held and name[:4] == "seat"] == zones


def test_a_condition_is_asked_for_each_seat():
    step = (
        "{do: place, set: coin, count: 1, to: seat.coins, each: seats, when: seat.colour == blue}"
    )
    zones = run(step).zones
    assert [name for name, held in zones.items() if held and name[:4] == "seat"] == ["seat2.coins"]


def test_shuffle_depends_on_the_seed_alone():
    orders = {run(ALL_CARDS, SHUFFLE, seed=seed).zones["deck"] for seed in range(9)}
    assert len(orders) > 3
    assert all(sorted(order) == sorted(orders.copy().pop()) for order in orders)


def test_a_step_more_changes_no_other_luck():
    one = run(ALL_CARDS, SHUFFLE).zones["deck"]
    coins = ("{do: place, set: coin, to: row}", "{do: shuffle, what: row}")
    assert run(*coins, ALL_CARDS, SHUFFLE).zones["deck"] == one


def test_seats_choose_in_reverse_order():
    result = run(ALL_CARDS, CHOOSE)
    assert len(result.zones["seat1.chosen"]) == len(result.zones["seat2.chosen"]) == 1
    plan = compile_setup(game(ALL_CARDS, CHOOSE), TABLES[0])
    events = run_with_seed(plan, 1, told=True).events
    assert [event.seat for event in events if event.step.verb == "choose"] == [1, 0]


def test_room_stays_although_it_is_empty():
    zones = run("{do: place, set: coin, to: help}", "{do: return, from: help}", table=1).zones
    assert zones["discard"] == zones["seat2.hand"] == ()
    assert "seat3.hand" not in zones  # a bot's, to which set-up gives nothing
    assert "help" not in zones


@pytest.mark.parametrize(
    ("when", "table", "ruling", "counts"),
    [
        ("bots.count == 0", 0, "one", True),
        ("bots.count == 0", 1, "one", False),
        ("total >= 3", 1, "one", True),
        ('"players in [2, 4]"', 0, "one", True),
        ("options.side == big", 1, "one", True),
        (TWO, 0, "one", False),
        (TWO, 0, "two", True),
    ],
)
def test_when_by_table_option_and_ruling(when, table, ruling, counts):
    step = f"{{do: place, set: coin, count: 1, to: row, when: {when}}}"
    assert bool(run(step, table=table, X_T_01=ruling).zones.get("row")) is counts


SHORT, VALUE, WORD = "setup-shortage", "play-value", "play-word"


@pytest.mark.parametrize(
    ("code", "message", "steps"),
    [
        (SHORT, "3 Coins wanted, but only 2 are left in box",
         ["{do: place, set: coin, count: 3, to: seat.coins, each: humans}"]),
        (SHORT, "none is left", ["{do: place, set: card, where: {id: cow, suit: red}, to: deck}"]),
        (SHORT, "only 2 are left in deck",
         [ALL_CARDS, "{do: deal, from: deck, to: seat.hand, count: 4, each: seats}"]),
        ("setup-contradiction", "deck holds 6 pieces, but the rules say 7 (TOY-A-01)",
         [ALL_CARDS, "{do: expect, what: deck, count: 7, rules: [TOY-A-01]}"]),
        (WORD, "nothing here is called `dekc`", ["{do: shuffle, what: dekc}"]),
        (WORD, "nothing here is called `color`",
         ["{do: place, set: flag, where: {color: red}, to: deck}"]),
        (VALUE, "there is no set 'cards'", ["{do: place, set: cards, to: deck}"]),
        (WORD, "no seat acts", ["{do: place, set: coin, to: seat.coins}"]),
        (VALUE, "several zones and no `count`", ['{do: place, set: coin, to: [row, deck]}']),
        (VALUE, "has 1 signs for 2 columns",
         [f'{{do: place, to: cells, {COIN_SIGN}, picture: ["c", "c c"]}}']),
        (VALUE, "'x' in line 1",
         [f'{{do: place, to: cells, {COIN_SIGN}, picture: ["c x", ". ."]}}']),
        (VALUE, "1 lines for 2 rows", [f'{{do: place, to: cells, {COIN_SIGN}, picture: ["c c"]}}']),
        (VALUE, "on a board of `squares`",
         [f'{{do: place, to: ring, {COIN_SIGN}, picture: ["c"]}}']),
        ("play-ruling", "there is no ruling 'X-T-09'",
         ["{do: place, set: coin, to: row, when: \"ruling['X-T-09'] == one\"}"]),
        ("play-place", "there is nothing here to end_turn", ["{do: end_turn}"]),
        ("play-place", "no game ends before it begins", ["{do: end_game}"]),
        ("setup-fault", "a loop of the set-up does not end",
         ["{do: repeat, most: 999999, then: [{do: shuffle, what: deck}]}"]),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told_at_the_step(code, message, steps):
    result = run(*steps)
    found = [one for one in result.problems if one.code == code and message in one.message]
    assert found, result.problems
    assert found[0].place.file == "components/toy/setup.yaml"
    line = 1 if "loop" in message else FIRST_LINE + len(steps) - 1
    assert found[0].place.line == line
    assert found[0].hint


def test_cards_that_the_marks_exclude_are_told_once_at_the_step_that_lays_them_out():
    dealt = (ALL_CARDS, SHUFFLE, "{do: deal, from: deck, to: seat.hand, each: seats}")
    [one] = rehearse(Catalogue({"toy": game(*dealt)}), 20)[1]
    assert (one.code, one.place.line) == ("setup-excluded", FIRST_LINE)
    assert "table: Cards, one piece, such as 'cow' (at every table)" in one.message
    assert "add `{do: return, from: deck, where: not fits}` behind this step" in one.hint
    clean = game(ALL_CARDS, "{do: return, from: deck, where: not fits}")
    assert not rehearse(Catalogue({"toy": clean}), 1)[1]


def test_the_same_trouble_at_several_tables_is_told_once():
    toy = game("{do: place, set: coin, count: 9, to: row}")
    [one] = rehearse(Catalogue({"toy": toy}), 3)[1]
    assert "(at every table)" in one.message
    assert "trilith setup toy --players 2 --seed 0" in one.hint


def test_trouble_under_another_option_is_a_note():
    toy = game(f"{{do: place, set: coin, count: 9, to: row, when: {TWO}}}")
    [one] = rehearse(Catalogue({"toy": toy}), 3)[1]
    assert (one.code, one.severity.value) == ("setup-under-ruling", "note")
    assert one.settled in one.message
    assert one.settled
    assert "--ruling X-T-01=two" in one.hint


def test_another_option_is_tried_at_the_tables_whose_steps_it_changes():
    only = f'when: {TWO[:-1]} and options.side == big"'
    heap = f"{{do: move, from: deck, to: help, count: 1, {only}}}"
    toy = game(ALL_CARDS, SHUFFLE, "{do: move, from: deck, to: row, count: 9}", heap)
    tables, found = rehearse(Catalogue({"toy": toy}))
    assert {"setup-shortage", "setup-under-ruling"} < {one.code for one in found}
    assert [table.ruling for table in tables] == [None, None, *[("X-T-01", "two")] * 2]


def test_a_game_with_broken_files_is_not_rehearsed():
    toy = replace(game("{do: place, set: gone, to: deck}"), complete=False)
    assert rehearse(Catalogue({"toy": toy}), 1)[1] == ()


@pytest.mark.parametrize("when", ["players == 7", "players == 2 and bots.count == 9"])
def test_a_step_that_counts_at_no_table(when):
    toy = game(f"{{do: place, set: coin, to: row, when: {when}}}", ALL_CARDS)
    assert "setup-step-unused" in {one.code for one in rehearse(Catalogue({"toy": toy}))[1]}


def test_the_guide_in_plain_sentences():
    toy = game(
        ALL_CARDS,
        "{do: place, set: coin, to: deck, note: They jingle.}",
        "{do: return, from: deck, where: not fits}",
        "{do: shuffle, what: deck}",
        "{do: deal, from: deck, to: row, count: 1}",
        "{do: deal, from: deck, to: seat.hand, count: 2, each: seats}",
        "{do: place, set: flag, where: {colour: seat.colour}, to: seat.coins, each: bots}",
        CHOOSE.replace("deck", "row"),
        "{do: expect, what: deck, count: 3}",
        "{do: expect, what: deck}",
        "{do: expect, what: seat.hand, each: first}",
        "{do: expect, what: board, count: 0}",
        "{do: say, text: Begin., when: bots.count == 0}",
    )
    assert guide(toy, TABLES[1]) == [
        "1. Put the 6 Cards and the 5 Coins in the Deck. They jingle.",
        "2. Take every card whose player-count mark excludes 3 seats out of the Deck and return "
        "it to the box.",
        "3. Shuffle the Deck.",
        "4. Deal 1 card from the Deck face-up in a row.",
        "5. Deal 2 cards from the Deck to each player and bot as their Hand.",
        "6. Each bot takes 1 Flag of their colour as their Coins.",
        "7. In reverse turn order, each player chooses one of them from the Row and puts it in "
        "their Choice.",
        "8. Check: the Deck now holds 3.",
        "9. Check: the Deck now holds 3.",
        "10. Check: their Hand now holds 2.",
        "11. Leave room for the Heap, the Discards and the Table.",
    ]
    without = guide(toy, TABLES[0])
    assert without[-2] == "10. Begin."
    assert not [line for line in without if "bot" in line]


def test_of_what_the_game_decides_no_more_is_told_than_is_always_so():
    toy = game(
        ALL_CARDS,
        "{do: move, from: deck, to: row, count: 1, when: deck.top.suit == red, note: Turn it.}",
        "{do: move, from: deck, to: row, count: 1, when: deck.top.suit == blue, note: Turn it.}",
        '{do: place, set: pawn, to: "find(ring, area == b)"}',
        "{if: players == 2, then: [{do: place, set: coin, to: help}], else: []}",
        "{if: deck.top.suit == blue, then: [{do: move, from: deck, to: row, count: 1}], else: []}",
        "{do: return, from: row}",
        "{do: deal, from: deck, to: 'seats[2].hand', count: 1}",
    )
    assert guide(toy, TABLES[1])[1:6] == [
        "2. Turn it.",
        "3. Put the Pawn in the Ring.",
        "4. Put the 5 Coins in the Heap.",
        "5. Return what is left of the Row to the box.",
        "6. Deal 1 card from the Deck to seat 2 as their Hand.",
    ]


def test_the_guide_says_nothing_twice():
    toy = game(
        ALL_CARDS,
        "{do: place, set: board, to: board}",
        "{do: place, set: pawn, to: board}",
        "{do: place, set: coin, to: row}",
        "{do: move, from: row, where: {set: coin}, to: seat.coins, count: 1, each: seats}",
        "{do: move, from: deck, where: {suit: red}, called: Ants, to: seat.hand,"
        " count: 1, each: seats}",
        "{do: move, from: deck, where: {suit: blue}, called: Bees, to: seat.hand,"
        " count: 1, each: seats}",
        "{do: move, from: row, to: deck, called: coins that nobody wants}",
        "{do: return, from: deck, called: all that is left}",
    )
    assert guide(toy, TABLES[0])[1:7] == [
        "2. Put the Board and the Pawn on the table.",
        "3. Put the 5 Coins face-up in a row.",
        "4. Each player takes 1 Coin from the Row.",
        "5. Each player takes 1 Ants and 1 Bees from the Deck as their Hand.",
        "6. Put the coins that nobody wants in the Deck.",
        "7. Return all that is left to the box.",
    ]


ZONES = st.sampled_from(["deck", "row", "discard", "help", "seats[1].hand", "seats[2].hand"])
SET_NAMES = st.sampled_from(["card", "coin", "flag", "pawn"])
EACH = st.sampled_from(["", ", each: seats", ", each: humans, order: reverse", ", each: first"])
TESTS = st.sampled_from(["", ", where: {set: card}", ", where: {set: card, suit: blue}"])
COUNTS = st.sampled_from(["", ", count: 1", ", count: 3", ", at_most: 2"])
STEP = st.one_of(
    st.builds('{{do: place, set: {}, to: "{}", count: 2{}}}'.format, SET_NAMES, ZONES, EACH),
    st.builds('{{do: shuffle, what: "{}"}}'.format, ZONES),
    st.builds('{{do: deal, from: "{}", to: "{}"{}}}'.format, ZONES, ZONES, EACH),
    st.builds('{{do: move, from: "{}", to: "{}"{}{}}}'.format, ZONES, ZONES, TESTS, COUNTS),
    st.builds('{{do: return, from: "{}"{}}}'.format, ZONES, TESTS),
    st.builds(
        '{{do: choose, each: seats, options: [{{id: take, pick: {{card: "{}"}}, '
        'then: [{{do: move, what: card, to: "{}"}}]}}]}}'.format,
        ZONES,
        ZONES,
    ),
    st.builds('{{do: place, set: coin, count: 1, to: "find(ring, area == {})"}}'.format,
              st.sampled_from("abc")),
)  # fmt: skip
SCRIPT = st.lists(STEP, min_size=1, max_size=14)


@settings(max_examples=150)
@given(SCRIPT, st.sampled_from(TABLES), st.integers(0, 99))
def test_no_piece_is_ever_lost(script, table, seed):
    toy = game(*script)
    zones = compile_setup(toy, table).run(Streams(seed, "toy", "x", 0)).zones
    assert sorted(piece for zone in zones.values() for piece in zone) == sorted(instances(toy))


@settings(max_examples=50)
@given(SCRIPT, st.sampled_from(TABLES))
def test_a_run_that_is_told_is_the_same(script, table):
    """What is the same in every game is done once, and for a run that is told again."""
    plan = compile_setup(game(*script), table)
    runs = [plan.run(Streams(5, "toy", "x", 0), told) for told in (False, True, False)]
    assert runs[0].zones == runs[1].zones == runs[2].zones
    assert runs[0].problems == runs[1].problems == runs[2].problems


def test_each_seat_shuffles_its_own_deck_and_who_begins_is_drawn():
    """What play can do for each seat set-up can, too; the lot depends on the seed alone."""
    own = "{do: place, set: card, where: {suit: red}, count: 1, to: seat.coins, each: seats}"
    decks = [
        "{do: place, set: coin, count: 2, to: seat.hand, each: seats}",
        "{do: shuffle, what: seat.hand, each: seats}",
        '{do: set, what: first, to: "lot(seats)"}',
        own.replace("each: seats", "each: first"),
    ]
    began = set()
    for seed in range(12):
        zones = run(*decks, seed=seed).zones
        assert len(zones["seat1.hand"]) == len(zones["seat2.hand"]) == 2
        began |= {name for name in ("seat1.coins", "seat2.coins") if zones.get(name)}
    assert began == {"seat1.coins", "seat2.coins"}


def test_a_group_of_seats_is_a_word_in_the_plural():
    step = "{do: place, set: coin, count: 1, to: seat.coins, each: seat}"
    found = [one for one in run(step).problems if one.place.line == FIRST_LINE]
    assert found
    assert all("seats" in one.hint for one in found)
