"""Each verb of the set-up script, and names of zones."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toybox import TABLES, game

from validator.catalogue.model import Catalogue
from validator.rng import Streams
from validator.setup.deal import compile_setup, set_up
from validator.setup.guide import guide
from validator.catalogue.seats import find_lost_and_doubled, instances
from validator.setup.plan import is_declared
from validator.setup.rehearse import rehearse, script_findings


def run(*steps, table=0, seed=1, **rulings):
    named = {key.replace("_", "-"): option for key, option in rulings.items()}
    return set_up(game(*steps), TABLES[table], seed, named)


ALL_CARDS = "{do: place, set: card, to: deck}"
BOARD = "{do: place, set: board, to: board}"
SHUFFLE = "{do: shuffle, zone: deck}"
COIN_SIGN = "legend: {c: {set: coin}}"
PAWN = "do: locate, set: pawn, board: {set: board}, field: area"
BY_SUIT = 'do: place, set: coin, to: "ring.{suit}"'


@pytest.mark.parametrize(
    ("steps", "zones"),
    [
        (["{do: place, set: card, where: {suit: blue}, to: deck}"], {"deck": "bee#1 bee#2 cow"}),
        (["{do: place, set: flag, own: colour, to: seat.hand, each: seat}"],
         {"seat1.hand": "flag-red", "seat2.hand": "flag-blue", "seat3.hand": "flag-green"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row, count: 2}"],
         {"row": "cow bee#2", "deck": "ant#1 ant#2 ant#3 bee#1"}),
        ([ALL_CARDS, "{do: move, from: deck, where: {suit: red}, to: [row, discard], count: 1}"],
         {"row": "ant#1", "discard": "ant#2"}),
        ([ALL_CARDS, "{do: deal, from: deck, to: row, count: 2}",
          "{do: move, from: [deck, row], to: discard}"],
         {"discard": "ant#1 ant#2 ant#3 bee#1 cow bee#2", "deck": ""}),
        ([ALL_CARDS, "{do: remove, from: deck}"], {"deck": "ant#1 ant#2 ant#3 bee#1 bee#2"}),
        ([ALL_CARDS, "{do: return, from: deck, where: {id: bee}}"],
         {"deck": "ant#1 ant#2 ant#3 cow"}),
        (["{do: place, set: card, where: {id: bee}, count: 1, to: seat1.hand}",
          '{do: place, set: card, where: {suit: "{suit}"}, to: "ring.{suit}", read: seat1.hand}'],
         {"ring.blue": "bee#2 cow"}),
        (["{do: grid, rows: [A, B], columns: {from: 9, to: 10}, legend: {c: {set: coin}, "
          'f: {set: flag, where: {colour: red}}}, picture: ["c .", "f c"]}'],
         {"A9": "coin#1", "A10": "", "B9": "flag-red", "B10": "coin#2"}),
    ],
)  # fmt: skip
def test_where_each_verb_lays_pieces(steps, zones):
    """A table of three: 4+ is out, and the other suits stay in the box."""
    found = run(*steps, table=1).zones
    assert {name: " ".join(found.get(name, ())) for name in zones} == zones


@pytest.mark.parametrize(
    ("where", "there"),
    [
        ("{id: ant}", 3),
        ("{suit: [red, blue]}", 6),
        ("{players: 4+}", 1),
        ("{copies: {from: 2, to: 3}}", 5),
    ],
)
def test_field_tests(where, there):
    assert len(run(f"{{do: place, set: card, where: {where}, to: deck}}").zones["deck"]) == there


@pytest.mark.parametrize(
    ("each", "zones"),
    [
        ("human", ["seat1.coins", "seat2.coins"]),
        ("bot", ["seat3.coins"]),
        ("first", ["seat1.coins"]),
        ("first_human", ["seat1.coins"]),
        ("[2, 3]", ["seat2.coins", "seat3.coins"]),
        ("seat", ["seat1.coins", "seat2.coins", "seat3.coins"]),
    ],
)
def test_each(each, zones):
    step = f"{{do: place, set: coin, count: 1, to: seat.coins, each: {each}}}"
    result = run(step, table=1)
    assert [name for name in result.zones if name.startswith("seat")] == zones


def test_shuffle_depends_on_the_seed_alone():
    orders = {run(ALL_CARDS, SHUFFLE, seed=seed).zones["deck"] for seed in range(9)}
    assert len(orders) > 3
    assert all(sorted(order) == sorted(orders.copy().pop()) for order in orders)


def test_choose_in_reverse_order():
    asked = []

    def choose(seat, what, options):
        asked.append((seat, what))
        return options[-1]

    toy = game(
        ALL_CARDS,
        "{do: choose, from: deck, to: seat.chosen, what: animal, each: human, order: reverse}",
    )
    result = set_up(toy, TABLES[0], 1, choose=choose)
    assert asked == [(1, "animal"), (0, "animal")]
    assert (result.zones["seat2.chosen"], result.zones["seat1.chosen"]) == (("cow",), ("bee#2",))


@pytest.mark.parametrize(("card", "step"), [("ant", "s6"), ("bee", "s3"), ("cow", "s5")])
def test_locate_finds_the_first_step_of_the_run(card, step):
    """The run of ``a`` goes round the end of the list, so that its first step is the last one."""
    result = run(
        BOARD,
        f"{{do: place, set: card, where: {{id: {card}}}, count: 1, to: seat1.hand}}",
        '{do: locate, set: pawn, board: {set: board}, track: ring, field: area, is: "{area}", '
        'read: seat1.hand, to: "ring.{id}"}',
    )
    assert result.zones[f"ring.{step}"] == ("pawn",)
    assert not result.problems


def test_room_stays_although_it_is_empty():
    assert run("{do: room, zone: [discard]}").zones["discard"] == ()
    assert run("{do: room, zone: seat.hand, each: bot}", table=1).zones["seat3.hand"] == ()


def test_when_by_table_option_and_ruling():
    step = "{do: place, set: coin, count: 1, to: row, when: %s}"
    for when, table, ruling, counts in [
        ("{bots: 0}", 0, "one", True),
        ("{bots: 0}", 1, "one", False),
        ('{total: "3+"}', 1, "one", True),
        ("{players: [2, 4]}", 0, "one", True),
        ("{options: {side: big}}", 0, "one", False),
        ("{options: {side: big}}", 1, "one", True),
        ("{ruling: {X-T-01: two}}", 0, "one", False),
        ("{ruling: {X-T-01: two}}", 0, "two", True),
    ]:
        result = run(step % when, table=table, X_T_01=ruling)
        assert ("row" in result.zones) is counts, when


SHORT, SCRIPT, TRACK = "setup-shortage", "setup-script", "setup-track"
ONE_ROW = "do: grid, rows: [A], columns: {from: 1, to: 2}"
HAND = "{do: place, set: flag, count: 1, to: seat1.hand}"


@pytest.mark.parametrize(
    ("code", "message", "steps"),
    [
        (SHORT, "3 Coins wanted for seat 2 (blue), but only 2 are left in box",
         ["{do: place, set: coin, count: 3, to: seat.coins, each: human}"]),
        (SHORT, "none is left", ["{do: place, set: card, where: {suit: pink}, to: deck}"]),
        (SHORT, "only 2 are left in deck",
         [ALL_CARDS, "{do: deal, from: deck, to: seat.hand, count: 4, each: seat}"]),
        (SHORT, "it has 0", ["{do: choose, from: deck, to: seat.chosen, each: first}"]),
        ("setup-contradiction", "deck holds 6 pieces, but the rules say 7 (TOY-A-01)",
         [ALL_CARDS, "{do: expect, zone: deck, count: 7, rules: [TOY-A-01]}"]),
        (SCRIPT, "the zone 'dekc' is not listed", ["{do: shuffle, zone: dekc}"]),
        (SCRIPT, "no component of 'flag'",
         ["{do: place, set: flag, where: {color: red}, to: deck}"]),
        (SCRIPT, "no component set 'cards'", ["{do: place, set: cards, to: deck}"]),
        (SCRIPT, "no seat acts", ["{do: place, set: coin, to: seat.coins}"]),
        (SCRIPT, "needs a seat", ["{do: place, set: flag, own: colour, to: deck}"]),
        (SCRIPT, "several zones and no `count`", ["{do: place, set: coin, to: [row, deck]}"]),
        (SCRIPT, "has 1 signs for 2 columns", [f'{{{ONE_ROW}, {COIN_SIGN}, picture: ["c"]}}']),
        (SCRIPT, "'x' in line 1", [f'{{{ONE_ROW}, {COIN_SIGN}, picture: ["c x"]}}']),
        (SCRIPT, "2 lines for 1 rows", [f'{{{ONE_ROW}, {COIN_SIGN}, picture: ["c c", ". ."]}}']),
        ("setup-read", "holds 0 cards", [f"{{{BY_SUIT}, read: seat1.hand}}"]),
        ("setup-read", "there is no `read`", [f"{{{BY_SUIT}}}"]),
        ("setup-field", "the card that is read has no field 'suit'",
         [HAND, f"{{{BY_SUIT}, read: seat1.hand}}"]),
        (TRACK, "still in the box", [f'{{{PAWN}, track: ring, is: a, to: "ring.{{id}}"}}']),
        (TRACK, "no step of the track has 'z'",
         [BOARD, f'{{{PAWN}, track: ring, is: z, to: "ring.{{id}}"}}']),
        (TRACK, "with a list 'rail'", [f'{{{PAWN}, track: rail, is: a, to: "ring.{{id}}"}}']),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_told_at_the_step(code, message, steps):
    result = run(*steps)
    found = [one for one in result.problems if one.code == code and message in one.message]
    assert found, result.problems
    assert found[0].place.file == "components/toy/setup.yaml"
    assert found[0].place.line == 13 + len(steps) - 1
    assert found[0].hint


def test_what_is_left_in_a_helper_zone():
    toy = game(ALL_CARDS, "{do: deal, from: deck, to: help, count: 2}", "{do: return, from: deck}")
    found = rehearse(Catalogue({"toy": toy}), 1).findings
    [leftover] = [one for one in found if one.code == "setup-leftover"]
    assert "2 pieces are left in 'help'" in leftover.message
    assert leftover.place.line == 5
    assert "trilith setup toy --players 2 --seed 0" in leftover.hint


def test_cards_that_the_marks_exclude_are_told_once_at_the_step_that_lays_them_out():
    dealt = (ALL_CARDS, SHUFFLE, "{do: deal, from: deck, to: seat.hand, each: seat}")
    [one] = rehearse(Catalogue({"toy": game(*dealt)}), 20).findings
    assert (one.code, one.place.line) == ("setup-excluded", 13)
    assert "table: Cards, one piece, such as 'cow' (at every table)" in one.message
    assert "add `{do: remove, from: deck}` behind this step" in one.hint
    late = game(*dealt, "{do: remove, from: deck}")
    [one] = rehearse(Catalogue({"toy": late}), 20).findings
    assert "put the `remove` of line 16 directly behind this step" in one.hint
    clean = game(ALL_CARDS, "{do: remove, from: deck}")
    assert not rehearse(Catalogue({"toy": clean}), 1).findings


def test_the_same_trouble_at_several_tables_is_told_once():
    toy = game("{do: place, set: coin, count: 9, to: row}")
    [one] = rehearse(Catalogue({"toy": toy}), 3).findings
    assert "(at every table)" in one.message


def test_trouble_under_another_option_is_a_note():
    toy = game("{do: place, set: coin, count: 9, to: row, when: {ruling: {X-T-01: two}}}")
    [one] = rehearse(Catalogue({"toy": toy}), 3).findings
    assert (one.code, one.severity.value) == ("setup-under-ruling", "note")
    assert one.settled in one.message
    assert one.settled
    assert "--ruling X-T-01=two" in one.hint


def test_another_option_is_tried_at_the_tables_whose_steps_it_changes():
    only = "when: {ruling: {X-T-01: two}, options: {side: big}}"
    heap = f"{{do: move, from: deck, to: help, count: 1, {only}}}"
    toy = game(ALL_CARDS, SHUFFLE, "{do: move, from: deck, to: row, count: 9}", heap)
    found = rehearse(Catalogue({"toy": toy}))
    assert {"setup-shortage", "setup-under-ruling"} < {one.code for one in found.findings}
    assert [table.ruling for table in found.tables] == [None, None, *[("X-T-01", "two")] * 2]


def test_a_game_with_broken_files_is_not_rehearsed():
    toy = replace(game("{do: place, set: gone, to: deck}"), complete=False)
    assert rehearse(Catalogue({"toy": toy}), 1).findings == ()


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ("{players: 7}", "setup-step-unused"),
        ("[{players: 7}, {bots: 0}]", "setup-step-unused"),
        ("{ruling: {X-T-09: one}}", "setup-ruling"),
        ("{ruling: {X-T-01: three}}", "setup-ruling"),
    ],
)
def test_conditions_that_can_never_hold(when, code):
    toy = game(f"{{do: place, set: coin, to: row, when: {when}}}")
    assert [one.code for one in script_findings(toy)] == [code]


def test_the_guide_in_plain_sentences():
    toy = game(
        ALL_CARDS,
        "{do: place, set: coin, to: deck, note: They jingle.}",
        "{do: remove, from: deck}",
        "{do: shuffle, zone: deck}",
        "{do: deal, from: deck, to: row, count: 1}",
        "{do: deal, from: deck, to: seat.hand, count: 2, each: seat}",
        "{do: place, set: flag, own: colour, to: seat.coins, each: bot}",
        "{do: choose, from: row, to: seat.chosen, each: human, order: reverse}",
        "{do: room, zone: discard}",
        "{do: expect, zone: deck, count: 4}",
        "{do: expect, zone: deck}",
        "{do: expect, zone: seat.hand, each: first}",
        "{do: say, text: Begin., when: {bots: 0}}",
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
        "8. Leave room for the Discards.",
        "9. Check: the Deck now holds 4.",
        "10. Check: the Deck now holds 3.",
        "11. Check: their Hand now holds 2.",
    ]
    without = guide(toy, TABLES[0])
    assert without[-1] == "11. Begin."
    assert not [line for line in without if "bot" in line]


def test_the_guide_says_nothing_twice():
    toy = game(
        ALL_CARDS,
        "{do: place, set: board, to: board}",
        "{do: place, set: pawn, to: board}",
        "{do: place, set: coin, to: row}",
        "{do: move, from: row, set: coin, to: seat.coins, count: 1, each: seat}",
        "{do: move, from: deck, set: card, where: {suit: red}, what: Ants, to: seat.hand,"
        " count: 1, each: seat}",
        "{do: move, from: deck, set: card, where: {suit: blue}, what: Bees, to: seat.hand,"
        " count: 1, each: seat}",
        "{do: move, from: row, to: deck, what: coins that nobody wants}",
        "{do: return, from: deck, what: all that is left}",
    )
    assert guide(toy, TABLES[0])[1:] == [
        "2. Put the Board and the Pawn on the table.",
        "3. Put the 5 Coins face-up in a row.",
        "4. Each player takes 1 Coin from the Row.",
        "5. Each player takes 1 Ants and 1 Bees from the Deck as their Hand.",
        "6. Put the coins that nobody wants in the Deck.",
        "7. Return all that is left to the box.",
    ]


def test_the_log_reads_like_the_script():
    result = run(ALL_CARDS, "{do: shuffle, zone: deck}", "{do: deal, from: deck, to: row}")
    assert result.log == ("6 Cards from box to deck", "deck shuffled", "1 piece from deck to row")


@pytest.mark.parametrize(
    ("zone", "declared", "fits"),
    [
        ("seat1.hand", "seat.hand", True),
        ("row-{n}", "row-a", True),
        ("row-{n}", "row-", False),
        ("row-{n}", "row-a.b", False),
        ("row-{n}.{m}", "row-a.b", True),
        ("{a}x{b}x", "1x2x", True),
        ("{a}x{b}x", "xx", False),
        ("{a}{b}", "1", False),
        ("{a}{b}", "12", True),
        ("{a}aa", "aaa", True),
        ("{a}b{c}b{d}", "bbbb", False),
        ("{a}b{c}b{d}", "bbbbb", True),
    ],
)
def test_a_hole_takes_at_least_one_sign_and_no_point(zone, declared, fits):
    assert is_declared(zone, [declared]) is fits


def test_many_holes_are_tried_once():
    assert not is_declared("{a}x" * 60 + "y", ["x" * 400])


def test_many_open_braces_are_looked_at_once():
    assert not is_declared("{" * 200_000 + "y", ["x"])


ZONES = st.sampled_from(["deck", "row", "discard", "help", "seat1.hand", "seat2.hand"])
SET_NAMES = st.sampled_from(["card", "coin", "flag", "pawn"])
EACH = st.sampled_from(["", ", each: seat", ", each: human, order: reverse", ", each: first"])
TESTS = st.sampled_from(["", ", set: card", ", set: coin", ", set: card, where: {suit: blue}"])
COUNTS = st.sampled_from(["", ", count: 1", ", count: 3"])
STEP = st.one_of(
    st.builds("{{do: place, set: {}, to: {}{}{}}}".format, SET_NAMES, ZONES, COUNTS, EACH),
    st.builds("{{do: shuffle, zone: {}}}".format, ZONES),
    st.builds("{{do: deal, from: {}, to: {}{}{}}}".format, ZONES, ZONES, COUNTS, EACH),
    st.builds("{{do: move, from: {}, to: {}{}{}}}".format, ZONES, ZONES, TESTS, COUNTS),
    st.builds("{{do: return, from: {}{}}}".format, ZONES, TESTS),
    st.builds("{{do: remove, from: {}}}".format, ZONES),
    st.builds("{{do: choose, from: {}, to: {}, each: seat}}".format, ZONES, ZONES),
    st.builds('{{do: place, set: coin, to: "ring.{{suit}}", read: {}}}'.format, ZONES),
    st.builds('{{do: move, from: "ring.{{suit}}", to: {}, read: {}}}'.format, ZONES, ZONES),
)
SCRIPT = st.lists(STEP, min_size=1, max_size=14)


@settings(max_examples=150)
@given(SCRIPT, st.sampled_from(TABLES), st.integers(0, 99))
def test_no_piece_is_ever_lost(script, table, seed):
    toy = game(*script)
    result = set_up(toy, table, seed)
    assert find_lost_and_doubled(result.zones, instances(toy)) == ((), ())


@settings(max_examples=150)
@given(SCRIPT, st.sampled_from(TABLES), st.integers(0, 99))
def test_working_ahead_changes_nothing(script, table, seed):
    toy = game(*script)
    ends = []
    for ahead in (True, False):
        run = compile_setup(toy, table, ahead=ahead).run(Streams(seed, "toy", "x", 0).rng("setup"))
        box = sorted(run.zones.pop("box"))
        zones = {name: items for name, items in run.zones.items() if items}
        ends.append((box, zones, sorted(run.problems, key=repr)))
    assert ends[0] == ends[1]


@settings(max_examples=50)
@given(SCRIPT, st.sampled_from(TABLES))
def test_a_plan_runs_any_number_of_times(script, table):
    plan = compile_setup(game(*script), table)
    first, second = (plan.run(Streams(5, "toy", "x", 0).rng("setup")) for _ in range(2))
    assert first.zones == second.zones
    assert first.problems == second.problems
