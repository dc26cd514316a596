"""Any script at all: no piece is lost, and working ahead never changes the table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from toybox import TABLES, game

from validator.rng import Streams
from validator.setup.deal import compile_setup, set_up
from validator.setup.pieces import find_lost_and_doubled, instances

ZONES = st.sampled_from(["deck", "row", "discard", "help", "seat1.hand", "seat2.hand"])
SETS = st.sampled_from(["card", "coin", "flag", "pawn"])
EACH = st.sampled_from(["", ", each: seat", ", each: human, order: reverse", ", each: first"])
TESTS = st.sampled_from(["", ", set: card", ", set: coin", ", set: card, where: {suit: blue}"])
COUNTS = st.sampled_from(["", ", count: 1", ", count: 3"])
STEP = st.one_of(
    st.builds("{{do: place, set: {}, to: {}{}{}}}".format, SETS, ZONES, COUNTS, EACH),
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
