"""The worth of cards: planted ones, against brute force, and in any cut of the work."""

from dataclasses import replace
from math import isclose
from random import Random

import pytest
from plantedcards import planted
from shippedgames import game_of
from tinygame import TinyMatch, TinyTable

from validator.catalogue.effects import Score
from validator.catalogue.model import Catalogue
from validator.play.driver import make_policies, play_match
from validator.play.match import NOTHING, Switch, Tally
from validator.play.modules import prepare
from validator.play.replay import plan_of
from validator.simulation.shards import RunConfig
from validator.simulation.statistics import unseen
from validator.simulation.totals import no_totals
from validator.simulation.trials import Games, TableChoice, TrialLine, simulate
from validator.simulation.worth import (
    CardTrial,
    SwitchBase,
    TryJob,
    WorthEffort,
    WorthStanding,
    appraise,
    attempt,
    fine_of,
    table_worth,
)
from validator.simulation.worth_notes import (
    ENOUGH,
    Dominated,
    as_json,
    as_text,
    by_worth,
    check_dominated,
    check_unplayed,
    comparable,
    find_dominated,
    say_printed,
)

ALL = WorthEffort(games=40, coarse=40, tries=10_000)
"""Every card is tried in every game in which it was used."""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return planted(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def tables(catalogue):
    return appraise(catalogue, TableChoice(), ALL)


def named(table):
    return {card.component.id: card for card in table.cards}


def play(plan, index, switch=None):
    """A game of a plan, with a card switched off for a seat if that is asked."""
    streams = plan.streams(index)
    policies = make_policies(plan.policies, streams)
    return play_match(prepare(plan), streams, policies, switch=switch)


def line_of(plan):
    return TrialLine(plan, prepare(plan).frame, plan.policies[0])


@pytest.mark.parametrize("at", [0, 1], ids=["random", "greedy"])
def test_cards_that_score_are_worth_what_they_score(tables, at):
    cards = named(tables[at])
    for name in ("five", "dear"):
        trial = cards[name].trial
        assert trial.games >= 5
        worth = trial.worth_in_points()
        assert worth.mean == 5
        assert worth.reach == pytest.approx(unseen() / trial.uses), "no game showed anything else"
    worths = [card.trial.worth_in_points() for card in by_worth(tables[at].cards)]
    means = [worth.mean for worth in worths if worth]
    assert means == sorted(means, reverse=True)


def test_a_card_that_does_nothing_is_worth_nothing(tables):
    trial = named(tables[0])["idle"].trial
    assert trial.uses > 20
    for worth in (trial.worth_in_points(), trial.worth_in_wins()):
        assert worth.mean == 0
        assert worth.reach == pytest.approx(unseen() / trial.uses)


def test_what_is_not_known_is_said_and_not_made_up(tables):
    cards = named(tables[0])
    assert cards["never"].standing is WorthStanding.UNUSED
    assert cards["plain"].standing is WorthStanding.NO_EFFECTS
    assert cards["plain"].trial.games == 0
    listed = as_json(tables)[0]["cards"]
    assert listed["never"]["worth"] is None
    points, uses = listed["five"]["worth"]["points"], cards["five"].trial.uses
    assert points == {
        "mean": 5.0,
        "low": pytest.approx(5 - unseen() / uses, abs=1e-4),
        "high": pytest.approx(5 + unseen() / uses, abs=1e-4),
    }
    assert "never used" in as_text(tables)


def test_counts_are_those_of_the_games(catalogue, tables):
    plan = plan_of(catalogue, "planted")
    drawn = played = held = 0
    at = prepare(plan).frame.cards.index("five")
    for index in range(ALL.games):
        game = play(plan, index)
        drawn += game.tally.drawn[at]
        played += game.tally.played[at]
        zones = game.match.census()
        held += sum(zones[f"seat{seat}.hand"].count(at) for seat in (1, 2))
    card = named(tables[0])["five"]
    assert (card.drawn, card.played, card.held) == (drawn, played, held)
    assert card.dead == drawn - played


def brute_force(plan, card, games):
    """Change of points and of wins, and uses, game by game: each played from its deal."""
    found = []
    for index in range(games):
        own = play(plan, index)
        used = [seat for one, seat, _ in own.tally.carried if one == card]
        points = wins = 0
        for seat in sorted(set(used)):
            off = play(plan, index, Switch(card, seat)).outcome
            points += own.outcome.scores[seat] - off.scores[seat]
            wins += (seat in own.outcome.winners) - (seat in off.winners)
        if used:
            found.append((points, wins, len(used)))
    return found


def test_the_figures_are_those_of_brute_force(catalogue, tables):
    plan = plan_of(catalogue, "planted")
    at = prepare(plan).frame.cards.index("one")
    found = brute_force(plan, at, ALL.games)
    trial = named(tables[0])["one"].trial
    uses = sum(use for _, _, use in found)
    assert (trial.games, trial.uses) == (len(found), uses)
    assert trial.points.total == sum(points for points, _, _ in found)
    assert trial.wins.total == sum(wins for _, wins, _ in found)


def test_the_interval_is_about_that_of_a_jackknife():
    random = Random(5)
    games = [(random.randint(-3, 9), random.randint(1, 4)) for _ in range(200)]
    trial = CardTrial()
    for points, uses in games:
        trial.add(points, 0, uses)
    points, uses = sum(one for one, _ in games), sum(one for _, one in games)
    left_out = [(points - one) / (uses - use) for one, use in games]
    mean = sum(left_out) / len(games)
    spread = sum((one - mean) ** 2 for one in left_out) * (len(games) - 1) / len(games)
    worth = trial.worth_in_points()
    assert worth.mean == points / uses
    assert isclose(worth.reach, 1.96 * spread**0.5, rel_tol=0.02)


def test_any_cut_of_the_work_gives_the_same_sums(catalogue):
    plan = plan_of(catalogue, "planted")
    counting = Games(replace(plan, tracks=True)).prepare()
    front, whole = counting(0, 4), counting(0, 9)
    front.merge(counting(4, 9))
    assert front == whole
    games = tuple((index, (0, 1)) for index in range(9))
    trying = TryJob(plan, ((0, NOTHING), (1, 0)), games).prepare()
    tried, all_tried = trying(0, 2), trying(0, 9)
    tried.merge(trying(2, 9))
    assert tried == all_tried


def test_two_processes_find_the_same(catalogue):
    effort = WorthEffort(games=12, coarse=2, tries=30)
    steps = []
    alone = appraise(catalogue, TableChoice(), effort, config=RunConfig(1, steps.append))
    shared = appraise(catalogue, TableChoice(), effort, config=RunConfig(2))
    assert as_json(alone) == as_json(shared)
    assert sum(steps) == effort.steps * len(alone) / 2


def trial_of(changes):
    trial = CardTrial()
    for points in changes:
        trial.add(points, 0, 1)
    return trial


def test_trials_go_where_least_is_known():
    """Card 0 is known, card 1 is in doubt and has two games left, card 2 has more of them."""
    first = [0, 1, 2, 3, 4]
    coarse = {(card, NOTHING): first for card in range(3)}
    known = {
        (0, NOTHING): trial_of([5] * 40),
        (1, NOTHING): trial_of([-20, 0, 20, 9, 3]),
        (2, NOTHING): trial_of([-2, 0, 4, 1, 0]),
    }
    counts = no_totals(replace(TinyTable().frame, cards=("a", "b", "c")))
    counts.used_in = [list(range(99)), list(range(7)), list(range(99))]
    assert fine_of(counts, coarse, known, WorthEffort(99, 5, 18)) == {
        (1, NOTHING): [5, 6],
        (2, NOTHING): [5],
    }
    assert len(fine_of(counts, coarse, known, WorthEffort(99, 5, 25))[2, NOTHING]) == 8


def test_who_looks_ahead_counts_on_what_is_printed_and_knows_what_happened():
    tally = Tally(3, ())
    tally.switch = Switch(1, 0)
    copy = tally.copy()
    assert copy.acts_as(1, 0) == 1
    assert [tally.acts_as(card, seat) for card, seat in ((1, 0), (1, 1), (2, 0))] == [NOTHING, 1, 2]
    again = tally.copy()
    assert again.acts_as(1, 0) == 1
    repeated = Tally(3, ())
    repeated.switch, repeated.origin = tally.switch, tally
    assert [repeated.acts_as(1, 0) for _ in range(4)] == [NOTHING, NOTHING, NOTHING, 1]


def test_players_who_search_do_not_know_what_is_switched_off(catalogue):
    plan = plan_of(catalogue, "planted", policy="search:2")
    prepared = prepare(plan)
    base = SwitchBase(plan, prepared, 1)
    five = prepared.frame.cards.index("five")
    trial = CardTrial()
    base.try_out((five, NOTHING), trial)
    assert trial.points.total == 5 * trial.uses > 0


class Failing(TinyMatch):
    """A game whose rules fail where a card does nothing."""

    def take(self, seat, count):
        super().take(seat, count)
        if self.tally.acts_as(max(self.hands[seat], default=0), seat) == NOTHING:
            raise ValueError("a card that does nothing")

    def copy(self):
        plain = super().copy()
        other = Failing(plain.deck, plain.tally, "")
        other.hands, other.seat = plain.hands, plain.seat
        return other


class FailingTable(TinyTable):
    def deal(self, streams, tally):
        match = super().deal(streams, tally)
        return Failing(match.deck, tally, "")


def test_rules_that_fail_without_a_card_are_no_figure(catalogue):
    plan = plan_of(catalogue, "planted")
    base = SwitchBase(plan, FailingTable(), 0)
    card, _ = next(iter(base.marker.uses))
    trial = CardTrial()
    base.try_out((card, NOTHING), trial)
    assert trial == CardTrial(broken=1)
    component = catalogue.games["planted"].sets["card"].components[0]
    frame = replace(FailingTable().frame, cards=(component.id,))
    counts = no_totals(frame)
    counts.games, counts.played, counts.used, counts.used_in = 1, [1], [1], [[0]]
    found = table_worth(TrialLine(plan, frame, "random"), counts, {0: trial})
    assert found.cards[0].standing is WorthStanding.FIXED


# --- cards that another one outdoes ---------------------------------------------------
def test_outdone_is_who_is_never_better_at_no_less(catalogue):
    found = find_dominated(appraise(catalogue, TableChoice(seed=1), ALL))
    assert {one.component.id: one.rival.id for one in found} == {"one": "five", "dear": "five"}
    assert all(one.trial.games >= ENOUGH and not one.trial.better for one in found)
    told = {one.place.line: one.message for one in check_dominated(found)}
    assert len(told) == 2
    assert any("-4.0 (-4.0 to -4.0) points a use" in message for message in told.values())


def test_cards_with_other_points_are_compared_and_told_by_them(catalogue):
    """Where effects are alike, a card is outdone that scores less at no less a price."""
    five = catalogue.games["planted"].sets["card"].components[0]

    def card(cost, points):
        return replace(five, fields={**five.fields, "cost": cost, "points": points})

    poor, good = card(2, 3), card(2, 9)
    assert comparable(poor, good, set())
    assert not comparable(good, poor, set())
    assert not comparable(card(1, 3), good, set()), "it is cheaper"
    assert comparable(card(3, 3), card(2, 3), set())
    assert not comparable(poor, poor, set())
    trial = trial_of([0] * 60)
    outdone = Dominated(catalogue.games["planted"], poor, good, trial, 1, ("random",))
    [finding] = check_dominated([outdone])
    assert "which costs no more and scores more: " in finding.message
    assert say_printed(good) == "Five (costs 2, scores 9)"


def test_few_games_give_no_verdict(catalogue):
    assert not find_dominated(appraise(catalogue, TableChoice(), WorthEffort(10, 10, 1000)))


def test_cards_that_nobody_plays_are_told_once_they_were_drawn_often(catalogue):
    for games, told in ((20, []), (150, ["never"])):
        results = simulate(catalogue, TableChoice(), games)
        notes = list(check_unplayed(results))
        ids = {one.place.line: one.id for one in catalogue.games["planted"].components()}
        assert [ids[note.place.line] for note in notes] == told


# --- Henge ----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def henge():
    return game_of("henge")


def of_henge(game):
    return plan_of(Catalogue({"henge": game}), "henge", 2, 1)


@pytest.mark.heavy
def test_played_on_from_a_turn_is_as_played_from_the_deal(henge):
    plan = of_henge(henge)
    base = SwitchBase(plan, prepare(plan), 3)
    assert len(base.marker.first) > 5
    for card, seat in base.marker.first:
        again = play(plan, 3, Switch(card, seat))
        short = base.under(Switch(card, seat))
        assert (short.outcome, short.turns) == (again.outcome, again.turns)


def test_five_points_are_worth_five_points(henge):
    plan = of_henge(henge)
    prepared = prepare(plan)
    heirloom = prepared.frame.cards.index("eog-heirloom")
    trial = CardTrial()
    for index in range(25):
        SwitchBase(plan, prepared, index).try_out((heirloom, NOTHING), trial)
    assert (trial.points.total, trial.points.squares) == (5 * trial.uses, 25 * trial.used_squares)
    assert trial.uses


def test_of_cards_without_effects_nothing_can_be_switched_off(henge):
    catalogue = Catalogue({"henge": henge})
    asked = (TableChoice(("henge",), 2, 1), WorthEffort(2, 1, 1), ["random"])
    cards = appraise(catalogue, *asked)[0].cards
    standings = {card.component.set_id: card.standing for card in cards}
    assert standings["stone"] is WorthStanding.NO_EFFECTS


def test_a_bonus_card_that_scores_less_is_never_better(henge):
    """Heirloom scores five points whatever happens; here Patron scores two."""
    poor = (Score(what="vp-winter", amount=2),)
    bonus = henge.sets["bonus"]
    cards = tuple(
        replace(card, effects=poor) if card.id == "eog-patron" else card
        for card in bonus.components
    )
    game = replace(henge, sets={**henge.sets, "bonus": replace(bonus, components=cards)})
    plan = of_henge(game)
    line = line_of(plan)
    patron, heirloom = (line.frame.cards.index(one) for one in ("eog-patron", "eog-heirloom"))
    (found,) = attempt([line], [{(patron, heirloom): range(40, 80)}], 40, RunConfig())
    trial = found[patron, heirloom]
    assert trial.games > 3
    assert (trial.better, trial.worse) == (0, trial.games)
    assert trial.points.total == -3 * trial.uses
