"""Piles: proved, drained, simulated; and the findings that come of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from validator.catalogue.model import (
    Catalogue,
    Configuration,
    DrawRate,
    Game,
    GameLength,
    Pile,
    WhenEmpty,
)
from validator.findings import Place
from validator.simulation.depletion import (
    DepletionEffort,
    Exhaustion,
    Survey,
    as_text,
    exhaustion,
    exhaustion_findings,
)
from validator.simulation.totals import Totals
from validator.simulation.trials import bounds_from_data

PLACE = Place("components/fog/game.yaml", 9)
EFFORT = DepletionEffort(random=10, greedy=2, drain=4)


@pytest.fixture(scope="module")
def battle(shipped: Catalogue) -> Exhaustion:
    return exhaustion(shipped, Survey(("battle_of_the_gods",), EFFORT))


def test_every_pile_of_every_table_is_reported(shipped: Catalogue, battle: Exhaustion) -> None:
    game = shipped.games["battle_of_the_gods"]
    told = [(report.table, report.pile.id) for report in battle.piles]
    assert told == [
        (f"{table.players}+{table.bots}", pile.id)
        for table in game.configurations
        for pile in game.piles
    ]
    for report in battle.piles:
        policies = [trial.policy for trial in report.trials]
        assert policies == ["random", "greedy", f"drain:{report.pile.id}"]
        assert [trial.games for trial in report.trials] == [10, 2, 4]


def test_draining_never_beats_the_proof(battle: Exhaustion) -> None:
    for report in battle.piles:
        if report.bound is not None and not report.bound.can_run_out:
            assert report.seen is None


def test_the_text_says_all_four_things(battle: Exhaustion) -> None:
    text = as_text(battle)
    for word in (
        "proved    can run out:",
        "random    empty in",
        "drain:draw_pile empty in 100",
    ):
        assert word in text
    assert "then      the game ends" in text


def test_a_silent_pile_that_runs_out_is_a_finding_with_its_replay(shipped: Catalogue) -> None:
    game = shipped.games["battle_of_the_gods"]
    pile = replace(game.piles[0], when_empty=WhenEmpty.UNSTATED, ruling=None)
    game = replace(game, piles=(pile, *game.piles[1:]))
    report = exhaustion(Catalogue({game.id: game}), Survey((game.id,), EFFORT))
    [finding] = exhaustion_findings(report)
    assert finding.code == "pile-exhausted"
    assert finding.place == pile.place
    assert "random 10 of 10" in finding.message
    assert "; see it happen: trilith replay battle_of_the_gods" in finding.hint


def test_stated_piles_are_no_findings(battle: Exhaustion) -> None:
    assert exhaustion_findings(battle) == ()


def fog(draw: DrawRate, most: int, when: WhenEmpty = WhenEmpty.UNSTATED) -> Game:
    """A game of data only; its set-up leaves the deck where it is, so its pile is ``box``."""
    from validator.catalogue.model import Component, ComponentSet, Form

    cards = tuple(Component(f"c{number}", "deck", "C", PLACE) for number in range(20))
    deck = ComponentSet("deck", "Deck", "Card", Form.CARD, "poker", "card", PLACE, cards)
    return Game(
        "fog",
        "Fog",
        "1",
        PLACE,
        (2, 3),
        configurations=(Configuration(2, PLACE), Configuration(3, PLACE)),
        sets={"deck": deck},
        piles=(Pile("deck", "box", when, PLACE, "Deck", draw=draw),),
        length=GameLength(2, most),
    )


@pytest.mark.parametrize(
    ("draw", "rounds", "sum_", "runs_out"),
    [
        (DrawRate(0, 2, "turn"), 5, "2 cards x 2 turns x 5 rounds = 20 >= 20", True),
        (DrawRate(0, 2, "turn"), 4, "2 cards x 2 turns x 4 rounds = 16 < 20", False),
        (DrawRate(1, 3, "round"), 6, "3 cards x 6 rounds = 18 < 20", False),
    ],
)
def test_declared_draws(draw: DrawRate, rounds: int, sum_: str, runs_out: bool) -> None:
    game = fog(draw, rounds)
    [(size, bound)] = bounds_from_data(game, game.configurations[0])
    assert (size, bound.sum, bound.can_run_out) == (20, sum_, runs_out)


def test_a_game_of_data_only_is_reported_from_its_rates() -> None:
    game = fog(DrawRate(0, 2, "turn"), 4)
    report = exhaustion(Catalogue({"fog": game}))
    assert [(pile.table, pile.bound.can_run_out) for pile in report.piles if pile.bound] == [
        ("2+0", False),
        ("3+0", True),
    ]
    [finding] = exhaustion_findings(report)
    assert "this can run out at 3+0" in finding.message
    stated = exhaustion(Catalogue({"fog": fog(DrawRate(0, 2, "turn"), 4, WhenEmpty.STOP)}))
    assert exhaustion_findings(stated) == ()


def test_no_time_is_spent_on_other_games(shipped: Catalogue) -> None:
    report = exhaustion(shipped, Survey(("crossing_stonehenge",), DepletionEffort(1, 1, 1)))
    assert report.piles == ()
    assert {result.plan.game.id for result in report.results} == {"crossing_stonehenge"}


def test_games_that_do_not_end_are_told_together(shipped: Catalogue) -> None:
    """Stalls of players and of drainers are two findings, each naming every table."""
    report = exhaustion(shipped, Survey(("crossing_stonehenge",), DepletionEffort(2, 1, 1)))
    stalled = [
        replace(result, policy=policy, totals=_stalled(result.totals, at))
        for at, result in enumerate(report.results)
        for policy in ("random", "drain:deck")
    ]
    found = exhaustion_findings(Exhaustion((), tuple(stalled)))
    assert [finding.code for finding in found] == ["game-stalled"] * 2
    assert [finding.severity for finding in found] == ["warning", "note"]
    assert "2+0 random (1 of 2, up to " in found[0].message
    assert found[0].hint.endswith("--policy random --seed 1 --index 0")


def _stalled(totals: Totals, index: int) -> Totals:
    totals.stalled = [index]
    return totals
