"""Simulations: the same bytes whatever the jobs are, promised fields, worked values."""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tinygame import TinyTable

from validator.findings import UsageError
from validator.play.driver import make_policies, play_match
from validator.play.modules import Plan, prepare
from validator.play.replay import (
    dump_record,
    load_record,
    plan_of,
    record_of,
    replay,
    replay_record,
)
from validator.play.rules import SupplySpec
from validator.rng import Streams
from validator.simulation.depletion import Exhaustion, exhaustion_findings
from validator.simulation.shards import RunConfig
from validator.simulation.statistics import mean, percentile, summary
from validator.simulation.totals import Sampler, no_totals, peak_use
from validator.simulation.trials import (
    REFEREED,
    GameFaultError,
    TableChoice,
    TrialResult,
    as_json,
    as_text,
    play_one,
    run_plans,
    simulate,
)

GAME = "crossing_stonehenge"


def run(catalogue, jobs=1, seed=7):
    return simulate(catalogue, TableChoice((GAME,), seed=seed), 60, config=RunConfig(jobs))


def test_same_bytes_whatever_jobs_is(shipped):
    one, two = run(shipped, 1), run(shipped, 2)
    assert json.dumps(as_json(one)) == json.dumps(as_json(two))
    assert as_text(one) == as_text(two)
    assert as_json(one) != as_json(run(shipped, 1, seed=8))


def test_fields(shipped):
    [table] = as_json(run(shipped))
    first = ["game", "players", "bots", "policy", "rulings", "seed", "games", "finished", "stalled"]
    ends = ["wins", "shared", "equal_share", "lead"]
    assert list(table) == [*first, "rounds", "turns", *ends, "scores", "piles", "supplies", "cards"]
    assert list(table["turns"]) == ["min", "mean", "p50", "p95", "max"]
    assert [list(win) for win in table["wins"]] == [["seat", "rate", "low", "high", "alone"]] * 2
    assert table["supplies"] == {}
    assert table["finished"] + table["stalled"] == table["games"] == 60
    sums = run_plans([plan_of(shipped, GAME, seed=7)], 60)[0]
    assert sum(sums.turns.values()) == sum(sums.reasons.values()) == 60
    assert sum(sums.wins) + sums.draws == sums.finished


def test_fields_of_piles_and_cards(shipped):
    [table] = as_json(simulate(shipped, TableChoice(("battle_of_the_gods",), players=4), 5))
    pile = next(iter(table["piles"].values()))
    ran_out = ["exhausted_rate", "low", "high", "first_exhausted_turn"]
    assert list(pile) == ["size", *ran_out, "reshuffles", "least_left"]
    for card in table["cards"].values():
        assert card["drawn"] - card["played"] == card["dead"] >= 0


def test_a_stalled_game_is_counted_shown_and_replayable(shipped):
    """Without limits two shy players could dance for ever: stop them early to see the report."""
    plan = plan_of(shipped, GAME)
    table = prepare(plan)
    short = replace(table, frame=replace(table.frame, turn_cap=5))
    sums = no_totals(short.frame)
    streams = Streams(1, GAME, "2+0", 3)
    sums.add(3, play_match(short, streams, make_policies(plan.policies, streams)), [])
    result = TrialResult(plan, short.frame, "random", sums)
    [table_figures] = as_json([result])
    assert (table_figures["finished"], table_figures["stalled"]) == (0, 1)
    text = as_text([result])
    assert "0 finished, 1 stalled" in text
    assert f"stalled   trilith replay {GAME} --players 2 --bots 0" in text
    assert "--index 3" in text


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"games": ("chess",)}, "'chess' cannot be played", GAME),
        ({"games": (GAME,), "players": 3}, "no table for 3 players", f"{GAME} 2+0"),
        ({"games": ("high_council",), "players": 3}, "high_council:", "2+0 4+0"),
        ({"games": (GAME,), "policy": "wise"}, "no policy 'wise'", "random, greedy"),
        ({"games": (GAME,), "rulings": ["X-CS-03=x"]}, "no option 'x'", "jump_first"),
        ({"games": (GAME,), "rulings": ["X-FD-01=x"]}, "no ruling 'X-FD-01'", "X-CS-02"),
        ({"games": (GAME,), "count": 0}, "0 games", "at least one"),
    ],
)
def test_refusals(shipped, asked, message, hint):
    how = {name: asked[name] for name in ("policy", "count") if name in asked}
    chosen = TableChoice(**{name: asked[name] for name in asked if name not in how})
    with pytest.raises(UsageError) as error:
        simulate(shipped, chosen, **how)
    assert message in error.value.message
    assert hint in error.value.hint


def test_the_printed_command_names_the_game_that_was_played(shipped):
    [result] = run(shipped)
    turns, index = result.totals.longest
    command = as_text([result]).splitlines()[-1]
    assert re.search(rf"--policy random --seed 7 --index {index}$", command)
    story, played = replay(plan_of(shipped, GAME, 2, 0, "random", 7), index)
    assert played.turns == turns
    assert story.count("\nturn ") == turns


def test_a_record_survives_its_file(shipped):
    plan = plan_of(shipped, GAME, rulings=["X-CS-02=flying_single"], policy="greedy,random")
    story, played = replay(plan, 4)
    text = dump_record(record_of(plan, 4, played.choices))
    again, replayed = replay_record(shipped, load_record(text))
    assert again == story
    assert replayed.outcome == played.outcome


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": 1}', '{"choices": {}, "rulings": 3}'])
def test_no_record(text):
    with pytest.raises(UsageError, match="no record of a game"):
        load_record(text)


def test_a_record_of_other_rules_is_refused(shipped):
    plan = plan_of(shipped, GAME)
    record = record_of(plan, 0, replay(plan, 0)[1].choices)
    with pytest.raises(UsageError, match="the rules or the data have changed"):
        replay_record(shipped, replace(record, choices=(99,)))


def test_options_are_told_if_asked(shipped):
    story, _ = replay(plan_of(shipped, GAME), 0, options=True)
    assert "    of green pawn on A19 to A18 | green pawn on A19 to A17 | " in story


def test_a_plan_needs_one_table(shipped):
    with pytest.raises(UsageError, match="2 tables of high_council fit"):
        plan_of(shipped, "high_council")


def test_tables_of_a_run_are_independent(shipped):
    plan = plan_of(shipped, GAME, seed=7)
    other = Plan(plan.game, plan.configuration, plan.rulings, ("greedy", "random"), 7)
    assert run_plans([other, plan], 10)[1] == run_plans([plan], 10)[0]


def watched(table):
    return Sampler(table.frame, [{}], tracks=False)


def test_the_referee_watches_a_sample(shipped):
    """A module that loses a card is caught in every five-hundredth game, with its address."""
    plan, table = plan_of(shipped, GAME), TinyTable("lose")
    play_one(plan, table, REFEREED - 2, watched(table))
    said = r"seed 1 index 499 \(random, random; default.*lost 1 x"
    with pytest.raises(GameFaultError, match=said):
        play_one(plan, table, REFEREED - 1, watched(table))


def test_a_fault_in_a_module_is_told_with_its_game(shipped):
    plan = plan_of(shipped, GAME, rulings=["X-CS-03=free"])
    table = TinyTable("set")
    with pytest.raises(GameFaultError, match=r"2\+0 seed 1 index 7 .*X-CS-03=free.*TypeError"):
        play_one(plan, table, 7, watched(table))


def test_games_in_which_nobody_can_choose_are_counted_and_told(shipped):
    """They stop no simulation: the others are played, and a finding says how to see one."""
    plan = plan_of(shipped, GAME)
    sums = no_totals(TinyTable().frame)
    for index in range(6):
        table = TinyTable("none" if index in (2, 4) else "")
        sampler = watched(table)
        game = play_one(plan, table, index, sampler)
        sums.add(index, game, peak_use(table.frame, sampler.peaks, game.tally))
    assert (sums.games, sums.finished, sums.stalled, sums.stuck) == (6, 4, [2, 4], [2, 4])
    result = TrialResult(plan, TinyTable().frame, "random", sums)
    assert "seat 1 has nothing to choose for 'take' 2" in as_text([result])
    [finding] = exhaustion_findings(Exhaustion((), (result,)))
    assert (finding.code, finding.severity) == ("game-stalled", "warning")
    assert finding.message.startswith("in 2 of 6 games at 2+0 random a player had to choose")
    assert "--seed 1 --index 2 --save " in finding.hint


def test_a_game_that_cannot_be_searched_is_no_fault_of_its_module(shipped):
    plan = replace(plan_of(shipped, GAME), policies=("search:1", "random"))
    table = TinyTable()
    with pytest.raises(UsageError, match="tiny cannot be searched"):
        play_one(plan, table, 0, watched(table))


def test_a_pile_that_owes_pieces_holds_none(shipped):
    """More than the box holds may be in use where a ruling lets it; the pile was empty then."""
    frame = replace(TinyTable().frame, supplies=(SupplySpec("kept", 10, "deck"),))
    table, sums = TinyTable(frame=frame), no_totals(frame)
    game = play_one(plan_of(shipped, GAME), table, 0, watched(table))
    game.tally.level(0, -3)
    sums.add(0, game, peak_use(table.frame, [0], game.tally))
    assert (sums.piles[0].least, sums.piles[0].reach, sums.peaks) == ({0: 1}, {0: 1}, [{13: 1}])


@pytest.mark.parametrize(
    "game",
    [
        "battle_of_the_gods",
        "first_druid",
        pytest.param("henge", marks=pytest.mark.heavy),
        "high_council",
    ],
)
def test_figures_of_piles_and_supplies_agree(shipped, game):
    """A pile ran out if its least is 0; what left a pile within a turn was in use."""
    for result in simulate(shipped, TableChoice((game,), seed=3), 2, "greedy"):
        [table] = as_json([result])
        for name, pile in table["piles"].items():
            assert 0 <= pile["least_left"] <= pile["size"]
            ran_out = pile["size"] > 0 and pile["least_left"] == 0
            assert ran_out == (pile["exhausted_rate"] > 0), name
        for supply in result.frame.supplies:
            figures = table["supplies"][supply.name]
            assert 0 <= figures["peak"] <= figures["box"]
            if supply.pile:
                left = table["piles"][supply.pile]["least_left"]
                assert figures["peak"] == figures["box"] - left, supply.name


# --- intervals and percentiles against worked values ---------------------------------------------
@given(st.lists(st.integers(-50, 50), min_size=1), st.integers(1, 100))
def test_percentile_is_the_smallest_value_with_enough_below(values, percent):
    found = percentile(Counter(values), percent)
    at_most = [sum(other <= value for other in values) for value in sorted(set(values))]
    enough = [
        value
        for value, count in zip(sorted(set(values)), at_most, strict=True)
        if count * 100 >= percent * len(values)
    ]
    assert found == enough[0]


def test_summary():
    assert summary({2: 1, 4: 2, 10: 1}) == {"min": 2, "mean": 5.0, "p50": 4, "p95": 10, "max": 10}
    assert summary({}) is None
    assert mean({}) == 0.0
