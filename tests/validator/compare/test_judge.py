"""Verdicts from sums made by hand: for the better or not, margins, bounds, shares of the chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

import pytest

from validator.play.driver import PlayedGame
from validator.play.match import Tally
from validator.play.rules import Frame, Outcome, PileSpec
from validator.simulation.margins import MARGINS
from validator.simulation.pairs import (
    FigureKind,
    GameFigure,
    PairSums,
    efficiency,
    no_pairs,
    sheets,
)
from validator.simulation.verdicts import Judged, Verdict, is_settled, judge, measures

FRAME = Frame("g", "2+0", ("ann", "ben"), (PileSpec("deck", 9),), (), ("ace", "two"))
SHEET, _ = sheets(FRAME, FRAME)
FIRST, SECOND, NOBODY = (0,), (1,), ()


def game(
    winners: Sequence[int],
    turns: int = 10,
    scores: tuple[int, int] = (5, 5),
    runs_out: bool = False,
    finished: bool = True,
) -> list[int]:
    """A game as it is read off."""
    tally = Tally(2, [9])
    tally.drew(0)
    if runs_out:
        tally.level(0, 0)
    outcome = Outcome(tuple(winners), scores, "the end", finished)
    return SHEET.read(PlayedGame(outcome, turns, (), 0, tally, None))  # type: ignore[arg-type]


def sums(*pairs: tuple[int, list[int], list[int]]) -> PairSums:
    """Pairs with how often each came."""
    total = no_pairs(SHEET.figures)
    for times, before, now in pairs:
        for number in range(times):
            total.add(number, before, now, before == now)
    return total


PILOT = sums((1, game(FIRST, 8, (0, 3)), game(SECOND, 12, (8, 5))))
MEASURES = measures(SHEET.figures, PILOT, 0.05, MARGINS)


def judged(
    found: PairSums, kind: FigureKind, of: str | int = "", silent: Sequence[str] = ()
) -> Judged:
    listed = judge(MEASURES, SHEET.figures, found, silent)
    return next(one for one in listed if one.figure == GameFigure(kind, of))


def wins(before: int, now: int, games: int = 2000) -> PairSums:
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
    kinds = {one.figure.kind for one in measures(SHEET.figures, plain, 0.05, MARGINS)}
    assert FigureKind.SCORE not in kinds
    assert FigureKind.LENGTH in kinds


def test_all_chances_to_err_together_are_that_of_the_line():
    assert fsum(one.alpha for one in MEASURES) == pytest.approx(0.05)


def test_it_is_settled_when_it_is_also_known_whether_wins_are_for_the_better():
    crossing = wins(900, 1100)
    assert judged(crossing, FigureKind.WINS, 0).verdict is Verdict.HIGHER
    assert not is_settled(MEASURES, SHEET.figures, crossing)
    assert is_settled(MEASURES, SHEET.figures, wins(1500, 1200, 3000))


def test_pairing_is_worth_nothing_to_games_with_luck_of_their_own():
    apart = {0: {0: 25, 1: 25}, 1: {0: 25, 1: 25}}
    assert efficiency([apart]) == pytest.approx(1)
    assert efficiency([{0: {0: 49, 1: 1}, 1: {1: 50}}]) > 20
    assert efficiency([{0: {0: 50}, 1: {1: 50}}]) is None
