"""Piles: proved, drained and simulated; players who drain one end in time."""

from contextlib import suppress
from dataclasses import replace
from functools import cache, partial

import pytest
from matches import play_game
from shippedgames import catalogue

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.catalogue.model import (
    Catalogue,
    Component,
    ComponentSet,
    Configuration,
    DrawRate,
    Form,
    Game,
    GameLength,
    Pile,
    WhenEmpty,
)
from validator.findings import Place
from validator.play.match import Tally
from validator.play.modules import find_module
from validator.play.rules import Frame
from validator.play.rulings import resolve_rulings
from validator.rng import Streams
from validator.simulation.depletion import (
    DepletionEffort,
    Exhaustion,
    as_text,
    exhaustion,
    exhaustion_findings,
)
from validator.simulation.trials import TableChoice, bounds_from_data

PLACE = Place("components/fog/game.yaml", 9)
EFFORT = DepletionEffort(random=10, greedy=2, drain=4)


@pytest.fixture(scope="module")
def battle(shipped):
    return exhaustion(shipped, TableChoice(("battle_of_the_gods",)), EFFORT)


def test_every_pile_of_every_table_is_reported(shipped, battle):
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


def test_draining_never_beats_the_proof(tmp_path):
    """Fog with so many coins that nobody can empty the supply."""
    write_starter(tmp_path, "fog", like="fog")
    game = load(tmp_path)[0].games["fog"]
    (coin,) = game.sets["coin"].components
    many = replace(game.sets["coin"], components=(replace(coin, copies=200),))
    game = replace(game, sets={**game.sets, "coin": many})
    reports = exhaustion(Catalogue({"fog": game}), TableChoice(("fog",)), EFFORT).piles
    supplies = [one for one in reports if one.pile.id == "coins"]
    assert [(one.bound.can_run_out, one.seen) for one in supplies] == [(False, None)] * 3


def test_the_text_says_all_four_things(battle):
    text = as_text(battle)
    proved = "proved    can run out: a whole hand"
    for word in (proved, "random    empty in", "drain:draw_pile empty in 100"):
        assert word in text
    assert "then      the game ends" in text


def test_a_silent_pile_that_runs_out_is_a_finding_with_its_replay(shipped):
    game = shipped.games["battle_of_the_gods"]
    pile = replace(game.piles[0], when_empty=WhenEmpty.UNSTATED, ruling=None)
    game = replace(game, piles=(pile, *game.piles[1:]))
    report = exhaustion(Catalogue({game.id: game}), TableChoice((game.id,)), EFFORT)
    [finding] = exhaustion_findings(report)
    assert finding.code == "pile-exhausted"
    assert finding.place == pile.place
    assert "random 10 of 10" in finding.message
    assert "; see it happen: trilith replay battle_of_the_gods" in finding.hint


def test_stated_piles_are_no_findings(battle):
    assert exhaustion_findings(battle) == ()


def fog(draw, most, when=WhenEmpty.UNSTATED):
    """A game of data only; its set-up leaves the deck where it is, so its pile is ``box``."""
    cards = tuple(Component(f"c{number}", "deck", "C", PLACE) for number in range(20))
    deck = ComponentSet("deck", "Deck", "Card", Form.CARD, "poker", "card", PLACE, cards)
    return Game(
        *("fog", "Fog", "1", PLACE, (2, 3)),
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
def test_declared_draws(draw, rounds, sum_, runs_out):
    game = fog(draw, rounds)
    [(size, bound)] = bounds_from_data(game, game.configurations[0])
    assert (size, bound.sum, bound.can_run_out) == (20, sum_, runs_out)


def test_a_game_of_data_only_is_reported_from_its_rates():
    game = fog(DrawRate(0, 2, "turn"), 4)
    report = exhaustion(Catalogue({"fog": game}), TableChoice())
    assert [(pile.table, pile.bound.can_run_out) for pile in report.piles if pile.bound] == [
        ("2+0", False),
        ("3+0", True),
    ]
    [finding] = exhaustion_findings(report)
    assert "this can run out at 3+0" in finding.message
    stated = exhaustion(
        Catalogue({"fog": fog(DrawRate(0, 2, "turn"), 4, WhenEmpty.STOP)}), TableChoice()
    )
    assert exhaustion_findings(stated) == ()


def test_no_time_is_spent_on_other_games(shipped):
    report = exhaustion(shipped, TableChoice(("crossing_stonehenge",)), DepletionEffort(1, 1, 1))
    assert report.piles == ()
    assert {result.plan.game.id for result in report.results} == {"crossing_stonehenge"}


def test_games_that_do_not_end_are_told_together(shipped):
    """Stalls of players and of drainers are two findings, each naming every table."""
    report = exhaustion(shipped, TableChoice(("crossing_stonehenge",)), DepletionEffort(2, 1, 1))
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


def _stalled(totals, index):
    totals.stalled = [index]
    return totals


# Players who drain a pile end in time: counted in steps; the rich go as far as they can pay
STEPS = 3000
"""More decisions, forced ones included, than any drain of a game that comes with trilith takes."""
GAMES = [game.id for game in catalogue().games.values() if game.is_played]
ENDLESS = ("coins", "luck_deck", "druids", "markers", "travel")
"""Piles of Henge of which three draining players without bots never let go."""


def table_of(game, configuration):
    return find_module(game).prepare(game, configuration, resolve_rulings(game))


def ends_in_time(game, configuration, pile):
    played = play_game(table_of(game, configuration), f"drain:{pile}", referee=False)
    where = f"{game.id} {configuration.players}+{configuration.bots} {pile}"
    assert played.outcome.finished, f"{where}: {played.outcome.reason}"
    assert len(played.choices) + played.forced < STEPS, where
    return played


@pytest.mark.parametrize("name", GAMES)
def test_a_drain_of_each_game_ends_by_its_rules(name):
    game = catalogue().games[name]
    for configuration in game.configurations[:1] + game.configurations[1:][-1:]:
        for pile in game.piles[:1]:
            ends_in_time(game, configuration, pile.id)


def henge_of_three():
    game = catalogue().games["henge"]
    [three] = [one for one in game.configurations if (one.players, one.bots) == (3, 0)]
    return game, three


@pytest.mark.heavy
@pytest.mark.parametrize("pile", ENDLESS)
def test_a_drain_of_henge_that_never_ended_does(pile):
    """The bank runs dry, although nobody drains it for ever."""
    gauges = ends_in_time(*henge_of_three(), pile).tally.gauges
    at = [one.id for one in henge_of_three()[0].piles].index("coins")
    assert pile != "coins" or gauges[at].first


@pytest.mark.parametrize("name", starters())
def test_a_drain_of_each_starter_ends_by_its_rules(name, tmp_path):
    write_starter(tmp_path, name, like=name)
    game = load(tmp_path, [name])[0].games[name]
    for pile in game.piles:
        ends_in_time(game, game.configurations[-1], pile.id)


@cache
def rich(cash):
    """What is open to the first player of a game of Henge who has so much money, with ratings."""
    table = table_of(*henge_of_three())
    sizes = [pile.size for pile in table.frame.piles]
    match = table.deal(Streams(1, "henge", "3+0", 0), Tally(len(table.frame.cards), sizes))
    cash_of_first = match.program.tables.memories["seat.cash"].at
    asked = []

    class Rich:
        """Decides by the first option, until a move is asked for."""

        def turn(self, seat):
            match.n[cash_of_first] = cash

        def tell(self, seat, what, deed):
            pass

        def choose(self, seat, what, options):
            if what != "moves":
                return options[0]
            asked.extend((match.copy(), seat, list(options)))
            raise StopIteration

    with suppress(StopIteration):
        match.play(Rich())
    return asked


def test_a_rich_player_may_go_as_far_as_the_money_lets():
    """Every step on every lap, and none that cannot be paid."""
    _, _, options = rich(400)
    moves = [one.picked for one in options if one.id == "go"]
    ahead = [one["n"] for one in moves if one["deed"] == "income"]
    first = [n for n in ahead if n <= 15]
    laps = [n + 15 * lap for lap in range(28) for n in first]
    assert ahead == [n for n in laps if n <= max(ahead)]
    assert 400 < max(ahead) + 15 <= 400 + 15 + 2  # two steps are free


@pytest.mark.heavy
@pytest.mark.parametrize("policy", ["rate", "drain"])
def test_a_rich_player_is_advised_as_a_poorer_one(policy):
    """Another lap is never the best move: what is best for $50 is so for $5,000."""
    best = []
    for cash in (50, 5000):
        match, seat, options = rich(cash)
        asked = (seat, "moves", options) if policy == "rate" else ("coins", seat, "moves", options)
        ratings = getattr(match, policy)(*asked)
        assert len(ratings) == len(options)
        top = max(ratings)
        best.append([options[at].say() for at, one in enumerate(ratings) if one == top])
    assert best[0] == best[1]


@pytest.mark.heavy
def test_a_long_drain_is_told_with_table_pile_and_turns(monkeypatch):
    """Where nobody gives up, the games are stopped at the cap of their frame, counted and told."""
    monkeypatch.setattr("validator.play.driver.PATIENCE", 10**6)
    monkeypatch.setattr("validator.compiler.table.Frame", partial(Frame, turn_cap=60))
    game, three = henge_of_three()
    steps = [one for one in game.setup.steps if "== '45'" not in str(one.values.get("when"))]
    alone = replace(game, configurations=(three,), setup=replace(game.setup, steps=tuple(steps)))
    found = exhaustion(
        replace(catalogue(), games={"henge": alone}),
        TableChoice(("henge",)),
        DepletionEffort(random=1, greedy=1, drain=1),
    )
    said = as_text(found)
    [line] = [one for one in said.splitlines() if one.startswith("  drain:coins ")]
    assert "long games, of up to 60 turns; 1 stopped before their end" in line
    assert line.endswith("--policy drain:coins --seed 1 --index 0")
    stalled = [one for one in exhaustion_findings(found) if one.code == "game-stalled"]
    assert any("3+0 drain:coins (1 of 1, up to 60 turns)" in one.message for one in stalled)
