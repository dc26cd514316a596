"""Intervals by betting, and verdicts from sums made by hand."""

import random
from collections import Counter
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.play.driver import PlayedGame
from validator.play.match import Tally
from validator.play.rules import Frame, Outcome, PileSpec
from validator.simulation.compare import Bounded, Evidence, Verdict
from validator.simulation.margins import MARGINS
from validator.simulation.pairs import FigureKind, GameFigure, efficiency, no_pairs, sheets

ALPHA = 0.05
WIN = Bounded(-1, 1, ALPHA)


def test_without_a_game_only_what_lies_outside_of_the_bounds_is_known():
    assert WIN.interval({}) == (-1, 1)
    assert WIN.above({}, -1.1) and not WIN.above({}, 0)
    assert WIN.below({}, 1.1) and not WIN.below({}, 0)
    assert not WIN.above({1: 10_000}, 1)


def test_pairs_that_never_differ_leave_a_narrow_interval():
    low, high = WIN.interval({0: 1000})
    assert -0.01 < low < 0 < high < 0.01
    assert low == pytest.approx(-high)


def test_a_shift_of_three_points_is_found_where_few_pairs_differ():
    """Of 2,000 pairs 100 differ, 80 of them for the better: 3 points."""
    seen = {-1: 20, 0: 1900, 1: 80}
    assert WIN.above(seen, 0)
    assert not WIN.below(seen, 0)


counts = st.dictionaries(st.integers(-4, 4), st.integers(1, 400), min_size=1)


@settings(max_examples=60)
@given(counts, st.floats(-4, 4), st.sampled_from([0.05, 0.001]))
def test_the_interval_is_what_nothing_was_shown_against(seen, at, alpha):
    bounded = Bounded(-4, 4, alpha)
    low, high = bounded.interval(seen)
    mean = sum(value * times for value, times in seen.items()) / sum(seen.values())
    assert -4 <= low <= mean <= high <= 4
    if abs(at - low) > 1e-6:
        assert bounded.above(seen, at) == (at < low)
    if abs(at - high) > 1e-6:
        assert bounded.below(seen, at) == (at > high)


@settings(max_examples=40)
@given(counts)
def test_both_sides_are_treated_alike(seen):
    low, high = Bounded(-4, 4, ALPHA).interval(seen)
    turned = Bounded(-4, 4, ALPHA).interval({-value: times for value, times in seen.items()})
    assert (-high, -low) == pytest.approx(turned)


@settings(max_examples=40)
@given(counts)
def test_less_chance_to_err_makes_it_wider(seen):
    low, high = Bounded(-4, 4, 0.05).interval(seen)
    wide_low, wide_high = Bounded(-4, 4, 0.001).interval(seen)
    assert wide_low <= low
    assert high <= wide_high


RUNS = 200
VALUES = {
    "two sides with luck of their own": (-1, 0, 0, 1),
    "few pairs differ": (-1, 1, *(0,) * 18),
    "a rare long shot": (-1,) * 19 + (19,),
}


def alarms(values, told):
    """The share of runs of 2,000 values of mean 0 in which, at one of 40 looks, a shift is told."""
    found = 0
    for run in range(RUNS):
        luck = random.Random(run)
        seen = Counter()
        for _ in range(40):
            seen.update(luck.choices(values, k=50))
            if told(seen):
                found += 1
                break
    return found / RUNS


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES.keys())
def test_looking_again_and_again_gives_no_more_false_alarms(values):
    bounded = Bounded(min(values), max(values), ALPHA)
    share = alarms(values, lambda seen: bounded.above(seen, 0) or bounded.below(seen, 0))
    assert share <= ALPHA


# Verdicts from sums made by hand: for the better or not, margins, bounds, shares of the chance
FRAME = Frame("g", "2+0", ("ann", "ben"), (PileSpec("deck", 9),), (), ("ace", "two"))
SHEET, _ = sheets(FRAME, FRAME)
FIRST, SECOND, NOBODY = (0,), (1,), ()


def game(winners, turns=10, scores=(5, 5), runs_out=False, finished=True):
    """A game as it is read off."""
    tally = Tally(2, [9])
    tally.drew(0)
    if runs_out:
        tally.level(0, 0)
    outcome = Outcome(tuple(winners), scores, "the end", finished)
    return SHEET.read(PlayedGame(outcome, turns, (), 0, tally, None))


def sums(*pairs):
    """Pairs with how often each came."""
    total = no_pairs(SHEET.figures)
    for times, before, now in pairs:
        for number in range(times):
            total.add(number, before, now, before == now)
    return total


PILOT = sums((1, game(FIRST, 8, (0, 3)), game(SECOND, 12, (8, 5))))


def evidence(*looks, silent=()):
    found = Evidence(SHEET.figures, 0.05, MARGINS, silent)
    for look in looks:
        found.take(look)
    return found


def judged(found, kind, of="", silent=()):
    listed = evidence(PILOT, found, silent=silent).judged
    return next(one for one in listed if one.figure == GameFigure(kind, of))


def wins(before, now, games=2000):
    """Seat 1 wins so many games before and now, as many of them as can be the same ones."""
    first, second = game(FIRST), game(SECOND)
    both = min(before, now)
    return sums(
        (both, first, first),
        (before - both, first, second),
        (now - both, second, first),
        (games - max(before, now), second, second),
    )


@pytest.mark.parametrize(
    ("before", "now", "verdict"),
    [
        (1400, 1200, Verdict.BETTER),
        (1200, 1400, Verdict.WORSE),
        (600, 800, Verdict.BETTER),
        (800, 600, Verdict.WORSE),
        (900, 1100, Verdict.HIGHER),
        (1100, 900, Verdict.LOWER),
        (1000, 1000, Verdict.SAME),
    ],
)
def test_a_seat_is_better_when_it_comes_nearer_to_an_equal_share(before, now, verdict):
    assert judged(wins(before, now), FigureKind.WINS, 0).verdict is verdict


def test_more_draws_can_make_fair_what_lowers_both_seats():
    """Seat 1 wins 60 % and then 30 %, seat 2 40 % and then 20 %: both leads are halved."""
    first, second, draw = game(FIRST), game(SECOND), game(NOBODY)
    found = sums((1500, first, first), (1500, first, draw), (1000, second, second))
    found.merge(sums((1000, second, draw)))
    assert judged(found, FigureKind.WINS, 0).verdict is Verdict.BETTER
    assert judged(found, FigureKind.WINS, 1).verdict is Verdict.BETTER


def test_a_pile_that_runs_out_is_worse_where_the_rules_are_silent():
    often = sums((500, game(FIRST), game(FIRST)), (200, game(FIRST), game(FIRST, runs_out=True)))
    assert judged(often, FigureKind.PILE, "deck").verdict is Verdict.HIGHER
    assert judged(often, FigureKind.PILE, "deck", ["deck"]).verdict is Verdict.WORSE


def test_games_without_an_end_are_worse():
    found = sums((500, game(FIRST), game(FIRST)), (200, game(FIRST), game(NOBODY, finished=False)))
    assert judged(found, FigureKind.STALLS).verdict is Verdict.WORSE


def test_bounds_come_from_the_first_games_and_what_lies_beyond_is_made_up_for():
    found = sums((300, game(FIRST, 10), game(FIRST, 10)), (100, game(FIRST, 10), game(FIRST, 900)))
    length = judged(found, FigureKind.LENGTH)
    assert (length.measure.low, length.measure.high) == (7, 13)
    assert length.shift == pytest.approx(222.5)
    assert length.low < 222.5 < length.high
    assert length.verdict is Verdict.HIGHER
    assert length.beyond == 100
    score = judged(found, FigureKind.SCORE, 0)
    assert (score.measure.low, score.measure.high) == (0, 10), "points below 0 were never seen"


def test_a_rare_bonus_beyond_the_bounds_is_never_called_the_same():
    usual, bonus = game(FIRST, scores=(9, 0)), game(FIRST, scores=(409, 0))
    for bonuses in (1, 5, 20):
        found = sums((4000 - bonuses, usual, usual), (bonuses, usual, bonus))
        score = judged(found, FigureKind.SCORE, 0)
        assert score.verdict is not Verdict.SAME
        assert score.shift == pytest.approx(400 * bonuses / 4000)
        assert score.low <= score.shift <= score.high
    unchanged = judged(sums((4000, usual, usual)), FigureKind.SCORE, 0)
    assert unchanged.verdict is Verdict.SAME


def test_what_lies_beyond_on_both_sides_alike_is_the_same():
    usual, rare = game(FIRST, scores=(9, 0)), game(FIRST, scores=(409, 0))
    score = judged(sums((3980, usual, usual), (20, rare, rare)), FigureKind.SCORE, 0)
    assert score.verdict is Verdict.SAME
    assert score.beyond == 40


def test_a_game_without_points_is_not_judged_by_them():
    plain = sums((1, game(FIRST, scores=(1, 0)), game(SECOND, scores=(0, 1))))
    kinds = {one.figure.kind for one in evidence(plain).measures}
    assert FigureKind.SCORE not in kinds
    assert FigureKind.LENGTH in kinds


def test_all_chances_to_err_together_are_that_of_the_line():
    assert fsum(one.alpha for one in evidence(PILOT).measures) == pytest.approx(0.05)


def test_it_is_settled_when_it_is_also_known_whether_wins_are_for_the_better():
    crossing = wins(900, 1100)
    assert judged(crossing, FigureKind.WINS, 0).verdict is Verdict.HIGHER
    assert not evidence(PILOT, crossing).is_known
    assert evidence(PILOT, wins(1500, 1200, 3000)).is_known


def test_pairing_is_worth_nothing_to_games_with_luck_of_their_own():
    apart = {0: {0: 25, 1: 25}, 1: {0: 25, 1: 25}}
    assert efficiency([apart]) == pytest.approx(1)
    assert efficiency([{0: {0: 49, 1: 1}, 1: {1: 50}}]) > 20
    assert efficiency([{0: {0: 50}, 1: {1: 50}}]) is None
