"""What a simulation answers: shared wins, rounds, who led, and intervals that hold."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from tinygame import FRAME

from validator.play.modules import prepare, select_tables
from validator.play.replay import plan_of
from validator.play.rules import Outcome
from validator.simulation.statistics import share_of, student
from validator.simulation.totals import Leads, LeadTotals, no_totals
from validator.simulation.trials import TrialResult, as_json, as_text, run_range


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),  # Newcombe 1998, table I, method 5
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        (29, 29, 0.8806, 1.0),
        (300_000, 1_000_000, 0.299102, 0.300899),
    ],
)
def test_shares_have_exact_intervals(hits, trials, low, high):
    rate, lower, upper = share_of(hits, trials)
    assert rate == hits / trials
    assert (lower, upper) == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_says_nothing():
    assert share_of(0, 0) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "reach"), [(4, 2.7764), (9, 2.2622), (30, 2.0423), (10**5, 1.95999)]
)
def test_means_of_few_games_reach_as_student_says(freedom, reach):
    assert student(freedom) == pytest.approx(reach, abs=1e-3)


def ended(*winners, scores=(0, 0, 0, 0)):
    """A game that was won by these seats."""
    tally = SimpleNamespace(gauges=[], drawn=[0] * 10, played=[0] * 10, offered=())
    outcome = Outcome(winners, scores, "over")
    return SimpleNamespace(
        outcome=outcome, choices=(), forced=0, turns=9, rounds=3, tally=tally, match=None
    )


@pytest.fixture(scope="module")
def plan(shipped):
    return plan_of(shipped, "crossing_stonehenge")


SEATS = ("ann", "ben", "cleo", "dan")


WON = {0: [(0,), (2,), (1, 3), (0, 1, 2, 3)], 2: [(0, 2), (0, 2), (1, 3), (0, 1, 2, 3)]}


@pytest.mark.parametrize(("teams", "alone", "shared"), [(0, [1, 0, 1, 0], 2), (2, [2, 1, 2, 1], 1)])
def test_a_win_that_is_shared_is_told_apart_from_one_alone(teams, alone, shared, plan):
    """Partners share nothing: of games of teams only the last one has two sides that won."""
    frame = replace(FRAME, seats=SEATS, piles=(), supplies=(), teams=teams, in_rounds=True)
    totals = no_totals(frame)
    for at, winners in enumerate(WON[teams]):
        totals.add(at, ended(*winners), [])
    assert (totals.alone, totals.shared) == (alone, shared)
    result = TrialResult(plan, frame, "random", totals)
    [table] = as_json([result])
    assert table["shared"]["rate"] == shared / 4
    assert table["equal_share"] == sum(totals.wins) / 16
    assert [win["alone"] for win in table["wins"]] == [times / 4 for times in alone]
    text = as_text([result])
    assert f"alone {alone[0] / 4:.1%}" in text
    assert f"an equal share of wins is {sum(totals.wins) / 16:.1%}" in text
    assert "rounds    3 to 3" in text


def test_where_no_win_is_shared_nothing_is_said_of_it(plan):
    frame = replace(FRAME, piles=(), supplies=())
    totals = no_totals(frame)
    totals.add(0, ended(1, scores=(1, 2)), [])
    result = TrialResult(plan, frame, "random", totals)
    assert "shared" not in as_text([result])
    assert "alone" not in as_text([result])
    assert "rounds" not in as_text([result])


def test_one_person_among_bots_that_do_not_win_has_nobody_to_beat(plan):
    frame = replace(FRAME, piles=(), supplies=(), bots=(1,))
    totals = no_totals(frame)
    totals.add(0, ended(0, scores=(3, 0)), [])
    text = as_text([TrialResult(plan, frame, "random", totals)])
    assert "ann          has nobody to beat  score" in text
    assert "ben          does not win  score" in text
    totals.add(1, ended(1, scores=(3, 0)), [])
    text = as_text([TrialResult(plan, frame, "random", totals)])
    assert text.count("wins  50.0%") == 2


def test_tables_without_bots_come_first(shipped):
    tables = [table.bots for _, table in select_tables([shipped.games["henge"]])]
    assert tables == sorted(tables, key=bool)
    assert len({*tables}) > 1


def led(*course, winners=(0,), frame=FRAME):
    """The totals of one game, by the scores as its turns began."""
    totals = LeadTotals()
    watcher = Leads(frame, totals)
    for number, scores in enumerate(course, 1):
        watcher.turn(SimpleNamespace(scores=lambda scores=scores: list(scores)), number, 0)
    watcher.after(None, Outcome(winners, course[-1], "over"))
    return totals


LED = {
    "ahead from the second turn on": (led((0, 0), (1, 0), (2, 0), (3, 0)), 0, 25, 0),
    "behind at half": (led((0, 0), (0, 1), (0, 1), (5, 1)), 1, 75, 1),
    "only at the end": (led((0, 0), (0, 1), (1, 1), (0, 1)), 1, 100, 0),
    "to and fro": (led((1, 0), (0, 1), (1, 0), (0, 1)), 4, 100, 0),
    "fewest points": (led((0, 1), (0, 1), frame=replace(FRAME, least_wins=True)), 0, 0, 0),
    "bots do not count": (led((0, 9), (1, 9), frame=replace(FRAME, bots=(1,))), 0, 0, 0),
    "partners": (
        led((0, 1, 2, 0), (0, 1, 0, 0), winners=(0, 2), frame=replace(FRAME, teams=2)),
        2, 100, 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(LED))
def test_who_led_is_counted(name):
    totals, changes, decided, behind = LED[name]
    assert (totals.games, totals.led) == (1, 1)
    assert (totals.changes, totals.decided, totals.behind) == ({changes: 1}, {decided: 1}, behind)


def test_a_shared_win_and_a_game_without_points_tell_nothing_of_leads():
    assert led((1, 0), winners=(0, 1)).games == 0
    assert led((0, 0), (0, 0)).led == 0


def test_games_in_rounds_count_them(shipped):
    plan = plan_of(shipped, "first_druid", 3)
    table = prepare(plan)
    totals = run_range(plan, table, 0, 2)
    assert table.frame.in_rounds
    assert max(totals.rounds) < max(totals.turns)
    assert totals.leads.games + totals.shared == 2
    assert not prepare(plan_of(shipped, "battle_of_the_gods", 2)).frame.in_rounds


def test_where_all_win_or_nobody_it_is_told_once(plan):
    frame = replace(FRAME, piles=(), supplies=(), teams=1)
    totals = no_totals(frame)
    totals.add(0, ended(0, 1, scores=(4, 4)), [])
    totals.add(1, ended(scores=(2, 2)), [])
    text = as_text([TrialResult(plan, frame, "random", totals)])
    assert "\n  won       by all in 50.0% (1.3% to 98.7%) of games, else by nobody\n" in text
    assert "\n  score     2 to 4, mean 3.0" in text and "seat 1 " not in text
    totals.add(2, ended(scores=(2, 3)), [])
    text = as_text([TrialResult(plan, frame, "random", totals)])
    assert "\n  seat 1    2 to 4" in text and "\n  seat 2    2 to 4" in text
    assert "shared" not in text and "lead" not in text
