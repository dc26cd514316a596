"""What it is worth to be able to choose a card, and two of them, beside brute force."""

from itertools import combinations

import plantedcards
import pytest
from plantedcards import planted
from tinygame import TinyTable

from validator.play.driver import RandomPolicy, make_policies, play_match
from validator.play.modules import prepare
from validator.play.replay import plan_of
from validator.rng import Streams
from validator.simulation.printed import MOST_PAIRS, Passing, PassingBase, appraise_choices
from validator.simulation.shards import RunConfig
from validator.simulation.trials import TableChoice
from validator.simulation.worth import CardTrial, WorthEffort, appraise
from validator.simulation.worth_notes import as_json, as_text, by_choice

EFFORT = WorthEffort(games=60, coarse=60, tries=400)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return planted(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def paired(tmp_path_factory):
    """The same with two cards more: who played both has eight points, neither brings any alone."""
    with pytest.MonkeyPatch.context() as patch:
        sides = ("left", "right")
        terms = "".join(f", {one}: {{one: {one}, many: {one}}}" for one in sides)
        game = plantedcards.GAME.replace("many: coins}", "many: coins}" + terms)
        play = plantedcards.PLAY
        for one in sides:
            effect = f"{{do: gain, what: {one}, then: [{{do: set, what: seat.{one}, to: 1}}]}}"
            play = play.replace("turn:\n", f"  - {effect}\nturn:\n")
            play = play.replace("seat.coins:", f"seat.{one}: 0 to 1, seat.coins:")
        play = play.replace("score: seat.points", "score: seat.points + 8 * seat.left * seat.right")
        cards = plantedcards.CARDS + "".join(
            f"  - {{id: {one}, name: {one.title()}, copies: 4, cost: 1, suit: {one},"
            f' effects: ["{{do: gain, what: {one}}}"]}}\n'
            for one in sides
        )
        for name, text in (("GAME", game), ("PLAY", play), ("CARDS", cards)):
            patch.setattr(plantedcards, name, text)
        return planted(tmp_path_factory.mktemp("paired"))


class Later(Passing):
    """Passes over cards from a turn on."""

    def pick(self, match, seat, what, options):
        if match.tally.turn < self.turn:
            return self.policy.pick(match, seat, what, options)
        return super().pick(match, seat, what, options)


def without(plan, base, seat, cards):
    """A game from its deal in which a seat passes over cards from where it chose one of them."""
    streams = plan.streams(base.index)
    policies = make_policies(plan.policies, streams)
    policies[seat] = Later(policies[seat], cards)
    starts = [base.marker.first[card, seat] for card in cards]
    policies[seat].turn = min(start[0].tally.turn + 1 for start in starts)
    return play_match(prepare(plan), streams, policies).outcome


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_figures_are_those_of_games_played_from_their_deal(catalogue, policy):
    plan = plan_of(catalogue, "planted", policy=policy)
    tried = 0
    for index in range(6):
        base = PassingBase(plan, prepare(plan), index)
        own = base.played.outcome
        for seat in (0, 1):
            chosen = [card for card, one in base.marker.first if one == seat]
            for card in chosen:
                other = without(plan, base, seat, (card,))
                points = own.scores[seat] - other.scores[seat]
                wins = (seat in own.winners) - (seat in other.winners)
                assert base.change_for(seat, (card,)) == (points, wins)
                tried += 1
            for pair in list(combinations(chosen, 2))[:2]:
                one, two, both = (
                    without(plan, base, seat, each).scores[seat]
                    for each in ((pair[0],), (pair[1],), pair)
                )
                assert base.change_for(seat, pair)[0] == own.scores[seat] - one - two + both
    assert tried > 20


class Option:
    """An option that chooses cards."""

    def __init__(self, *cards):
        self.chosen = cards

    def cards(self):
        return self.chosen


def test_who_passes_takes_a_card_only_if_there_is_nothing_else():
    passing = Passing(RandomPolicy(Streams(1, "game", "2", 0).rng("choices")), (3,))
    options = [Option(3), Option(), Option(3, 4), Option(5), object()]
    taken = {passing.pick(None, 0, "play", options) for _ in range(60)}
    assert taken == {1, 3, 4}
    assert {passing.pick(None, 0, "play", options[:3]) for _ in range(9)} == {1}
    assert {passing.pick(None, 0, "play", [Option(3), Option(3)]) for _ in range(60)} == {0, 1}


def test_options_of_a_rules_module_choose_no_cards(catalogue):
    plan = plan_of(catalogue, "planted")
    assert PassingBase(plan, TinyTable(), 0).marker.first == {}


def test_a_card_is_worth_more_to_choose_the_more_it_scores(catalogue):
    (table,) = appraise(catalogue, TableChoice(), EFFORT, ["greedy"])
    (table,) = appraise_choices([table], EFFORT)
    worth = {card.component.id: card.printed for card in table.cards}
    five = worth["five"].worth_in_points()
    assert five.low > 1, "in its place one scores one, or nothing"
    assert five.mean > worth["one"].worth_in_points().mean
    assert worth["never"].uses == 0
    assert by_choice(table.cards)[0].component.id in ("five", "dear")


def test_a_pair_that_scores_together_is_found_and_others_are_not(paired):
    found = appraise(paired, TableChoice(), EFFORT, ["random"])
    effort = WorthEffort(games=600, coarse=10, tries=900)
    (table,) = appraise_choices(found, effort)
    assert [pair for pair, _ in table.sure] == [("left", "right")]
    ((_, trial),) = table.sure
    assert trial.worth_in_points().mean > 4
    assert 1 < len(table.pairs) <= MOST_PAIRS
    assert "Left + Right: +" in as_text([table])
    assert [one["cards"] for one in as_json([table])[0]["pairs"] if one["sure"]] == [
        ["left", "right"]
    ]


def test_pairs_of_cards_that_add_up_are_not_said_to_win_together(catalogue):
    tables = appraise(catalogue, TableChoice(), EFFORT, ["random"])
    for table in appraise_choices(tables, WorthEffort(600, 10, 900)):
        assert table.sure == []
        assert "none is shown to" in as_text([table])


def test_the_work_is_cut_anywhere_and_counted(catalogue):
    steps = []
    tables = appraise(catalogue, TableChoice(), EFFORT, config=RunConfig(1, steps.append))
    alone = appraise_choices(tables, EFFORT, RunConfig(1, steps.append))
    assert as_json(alone) == as_json(appraise_choices(tables, EFFORT, RunConfig(2)))
    assert sum(steps) == EFFORT.steps * len(tables)


def test_who_searches_is_not_asked(catalogue):
    few = WorthEffort(2, 1, 2)
    (table,) = appraise_choices(appraise(catalogue, TableChoice(), few, ["search:1"]), few)
    assert all(card.printed == CardTrial() for card in table.cards)
