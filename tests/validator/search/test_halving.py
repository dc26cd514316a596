"""Sequential halving by itself: what it takes, how much it tries, and on what evidence."""

from __future__ import annotations

import pytest

from validator.play.rules import NEVER
from validator.rng import Rng
from validator.simulation.search import WHOLE, ImaginedGame, search


def rng() -> Rng:
    return Rng(1, 2, 3)


class Bandit:
    """Options that win as often as they are worth, in percent; the same luck for all of them."""

    def __init__(self, *percent: int) -> None:
        self.percent = percent
        self.luck = Rng(4, 5, 6)
        self.thrown: dict[int, int] = {}
        self.tried: list[int] = []

    def __call__(self, option: int, game: int) -> ImaginedGame:
        self.tried.append(option)
        thrown = self.thrown.setdefault(game, self.luck.below(100))
        return ImaginedGame(WHOLE if thrown < self.percent[option] else 0, 0)


@pytest.mark.parametrize("best", range(6))
def test_the_best_of_several_is_found(best: int) -> None:
    bandit = Bandit(*[90 if option == best else 30 for option in range(6)])
    assert search([0] * 6, 120, bandit, rng()) == best


def test_about_as_many_games_are_imagined_as_were_asked_for() -> None:
    for options in (2, 3, 5, 8, 13):
        for budget in (24, 60, 100, 500):
            bandit = Bandit(*[50] * options)
            search([0] * options, budget, bandit, rng())
            assert budget * 2 // 5 <= len(bandit.tried) <= budget + 4 * options
            assert set(bandit.tried) <= set(range(options))


def test_a_small_budget_goes_to_the_options_that_look_best() -> None:
    bandit = Bandit(*[50] * 40)
    search([option // 10 for option in range(40)], 24, bandit, rng())
    assert set(bandit.tried) <= set(range(30, 40))
    assert len(set(bandit.tried)) == 6


def test_one_imagined_game_is_enough_to_decide() -> None:
    assert search([3, 1], 1, Bandit(50, 50), rng()) == 0


def test_what_looks_best_is_given_up_only_beyond_doubt() -> None:
    """Of three games one went better and none worse: a difference no larger than its error."""

    def attempt(option: int, game: int) -> ImaginedGame:
        return ImaginedGame(0, 1 if option and not game else 0)

    assert search([1, 0], 6, attempt, rng()) == 0
    assert search([0, 0], 6, attempt, rng()) == 1

    def always(option: int, game: int) -> ImaginedGame:
        return ImaginedGame(0, option)

    assert search([1, 0], 6, always, rng()) == 1


def test_a_win_and_the_lead_weigh_alike() -> None:
    """A win is worth the usual lead, so that neither drowns the other."""

    def attempt(option: int, game: int) -> ImaginedGame:
        return (ImaginedGame(WHOLE, 10), ImaginedGame(0, 25))[option]

    assert search([0, 0], 20, attempt, rng()) == 0

    def farther(option: int, game: int) -> ImaginedGame:
        return (ImaginedGame(WHOLE, 10), ImaginedGame(0, 50))[option]

    assert search([0, 0], 20, farther, rng()) == 1


def test_what_is_never_good_is_not_tried_however_well_it_does() -> None:
    bandit = Bandit(10, 90, 20)
    assert search([0, NEVER, -5], 60, bandit, rng()) in (0, 2)
    assert 1 not in bandit.tried
    alone = Bandit(90, 0, 90)
    assert search([NEVER, 0, NEVER], 60, alone, rng()) == 1
    assert alone.tried == []
