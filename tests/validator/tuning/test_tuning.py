"""What is wanted and measured, intervals, and numbers by their names."""

import random

import pytest
from plantedcards import planted
from shippedgames import ROOT

import validator.tuning
from generator.starter import write_starter
from validator.catalogue.load import load
from validator.findings import UsageError
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL
from validator.simulation.trials import TableChoice, lines_of
from validator.tuning import (
    FRESH,
    Confirmed,
    Estimate,
    Goal,
    Met,
    Tuner,
    interval,
    measure,
    read_wanted,
)
from validator.variants import GameVariants, find_numbers, read_values


def test_values_are_a_range_steps_of_one_or_what_is_near():
    assert read_values("1..4", 9) == (1, 2, 3, 4)
    assert read_values("0..20/5", 9) == (0, 5, 10, 15, 20)
    assert read_values("~2", 3) == (1, 2, 3, 4, 5)
    for text in ("4..1", "~0", "1..", "0..2000", "1.5..2", ""):
        with pytest.raises(UsageError, match="no range of values"):
            read_values(text, 1)


def test_that_games_end_is_always_wanted():
    assert [one.want for one in read_wanted({})] == [Goal.ENDS, Goal.SEATS, Goal.PILES]
    ends, length = read_wanted({"length": "10..14"})
    assert (ends.want, length.want, length.low, length.high) == (Goal.ENDS, Goal.LENGTH, 10, 14)
    assert [one.off(value) for value, one in ((10, length), (12, length), (15, length))] == [
        -1,
        0,
        1.5,
    ]


def test_intervals_miss_as_seldom_as_they_say_even_of_what_is_rare():
    luck = random.Random(5)
    for rate in (0.5, 0.02, 0.004):
        missed = 0
        for _ in range(600):
            hits = sum(luck.random() < rate for _ in range(400))
            counts = {value: times for value, times in ((0, 400 - hits), (1, hits)) if times}
            low, high = interval(counts, 1, 0.05)
            missed += not low <= rate <= high
        assert missed <= 45, rate
    low, high = interval({13: 1000}, None, 0.001)
    assert 12.9 < low < 13 < high < 13.1, "nor is another length"
    low, high = interval({0: 1000}, 1, 0.001)
    assert low <= 0
    assert 0.005 < high < 0.02, "what was never seen may still come"


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """A project with some starters."""
    root = tmp_path_factory.mktemp("tuned")
    for name in ("fog", "goofspiel"):
        write_starter(root, name, name)
    return root


def test_numbers_are_named_by_ids_and_stars(projects):
    catalogue, _ = load(projects, ["fog"])
    costs = find_numbers(catalogue, "fog", "cards.yaml:*.cost")
    assert [one.name for one in costs][:2] == ["cards.yaml:candle.cost", "cards.yaml:lantern.cost"]
    assert [one.value for one in costs] == [0, 1, 1, 3, 4, 0]
    (amount,) = find_numbers(catalogue, "fog", "cards.yaml:bonfire.effects.0.amount")
    line = (projects / amount.place.file).read_text("utf-8").splitlines()[amount.place.line - 1]
    assert line[amount.place.column - 1] == str(amount.value) == "3"
    (most,) = find_numbers(catalogue, "fog", "game.yaml:length.most")
    assert most.value == 9


def test_a_version_has_its_numbers_and_no_file_changes(projects):
    path = projects / "components" / "fog" / "cards.yaml"
    before = path.read_bytes()
    variants = GameVariants(projects, "fog")
    (cost,) = find_numbers(variants.load()[0], "fog", "cards.yaml:bonfire.cost")
    built = {to: variants.build(((cost, to),)) for to in (0, 3, 7)}
    for to, game in built.items():
        bonfire = next(one for one in game.sets["card"].components if one.id == "bonfire")
        assert bonfire.fields["cost"] == to
    assert variants.build(()).sets["coin"] is built[7].sets["coin"], "only what differs is built"
    assert path.read_bytes() == before
    with pytest.raises(UsageError, match=r"cards.yaml:\d+:\d+: 12 is too large"):
        variants.build(((cost, 12),))


def test_a_number_that_a_rule_states_is_refused_with_the_rule():
    variants = GameVariants(ROOT, "battle_of_the_gods")
    (dealt,) = find_numbers(variants.load()[0], "battle_of_the_gods", "setup.yaml:steps.7.count")
    assert variants.load(((dealt, 4),))[1] == []
    (found,) = variants.load(((dealt, 5),))[1]
    assert "BG-SETUP-02" in found.message
    assert found.place == dealt.place


def spots(root, name, want, policy="random"):
    """The lines of a game for two with what is measured there."""
    game = load(root, [name])[0].games[name]
    lines = lines_of([game], TableChoice(players=2), lambda _: [policy])
    return [(one, tuple(measure(one, read_wanted(want)))) for one in lines]


def test_what_confirms_is_played_on_games_that_no_race_saw(projects, monkeypatch):
    variants = GameVariants(projects, "fog")
    (most,) = find_numbers(variants.load()[0], "fog", "game.yaml:length.most")
    lines = spots(projects, "fog", {"length": "5..7", "ends": "60%"})
    tuner = Tuner(lines, variants, SERIAL, lambda _, __: lambda _: None, 800)
    spans = []

    def noted(tasks, config):
        spans.extend((len(one.job.versions), one.start, one.stop) for one in tasks)
        return run_tasks(tasks, config)

    monkeypatch.setattr(validator.tuning, "run_tasks", noted)
    found = tuner.tune([(most, (2, 3, 4, 5, 6, 12))], 1)
    assert found.proposal == ((most, 6),)
    raced = [one for one in spans if one[0] > 1]
    confirming = [one for one in spans if one[0] == 1]
    assert raced == [(6, 0, 32), (3, 32, 64), (2, 64, 128)], "the better half plays on"
    assert {at for _, at, _ in confirming} <= {FRESH, FRESH + 100}
    assert max(stop for *_, stop in raced) < FRESH


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (-0.009, 0.01, Met.MET),
        (-0.005, 0.011, Met.OPEN),
        (-0.03, 0.03, Met.OPEN),
        (0.011, 0.02, Met.MISSED),
        (-0.02, -0.011, Met.MISSED),
    ],
)
def test_a_verdict_is_that_of_the_whole_interval(low, high, verdict):
    measured = read_wanted({"seats": "1%"})[1]
    shown = Estimate((), None, measured, 0, (low + high) / 2, low, high)
    assert shown.verdict is verdict
    sure = Estimate((), None, measured, 0, 0, -0.001, 0.001)
    assert Confirmed((), 9, (sure, shown)).verdict is verdict


def test_a_pile_that_is_dry_only_at_the_end_is_not_dry_before_it(projects):
    variants = GameVariants(projects, "goofspiel")
    tuner = Tuner(
        spots(projects, "goofspiel", {"piles": "1%", "length": "12..14"}),
        variants, SERIAL, lambda _, __: lambda _: None, 40,
    )  # fmt: skip
    shown = {one.measured.want: one for one in tuner.confirm((), 0.01).shown}
    assert shown[Goal.PILES].now == 0
    assert shown[Goal.LENGTH].now == 13, "in rounds, as everybody bids together"


def test_of_two_seats_one_is_measured_and_length_is_in_rounds(projects):
    ((_, measured),) = spots(projects, "fog", {"seats": "1%", "length": "8..10", "piles": ""})
    assert [(one.want, one.of, one.unit) for one in measured] == [
        (Goal.ENDS, "", 1),
        (Goal.SEATS, 1, 2),
        (Goal.LENGTH, "", 2),
        (Goal.PILES, "coins", 1),
    ], "the deck is shuffled anew, so that it may run out"


def test_a_card_that_is_worth_too_much_to_choose_is_found_and_made_weaker(tmp_path):
    catalogue = planted(tmp_path)
    variants = GameVariants(tmp_path, "planted")
    names = [f"cards.yaml:{one}.effects.0.amount" for one in ("five", "dear", "one")]
    five, dear, one = (find_numbers(catalogue, "planted", name)[0] for name in names)
    lines = spots(tmp_path, "planted", {"worth": "30%"}, "greedy")
    cards = [measured.of for measured in lines[0][1]][1:]
    assert cards == list(lines[0][0].frame.cards)
    tuner = Tuner(lines, variants, SERIAL, lambda _, __: lambda _: None, 3_000)
    strong = tuner.confirm(((five, 9),), 0.01)
    shown = {each.measured.of: each for each in strong.shown}
    assert strong.verdict is Met.MISSED
    assert shown["five"].low > 0.3
    assert (shown["never"].low, shown["never"].high) == (0, 0), "nobody can choose it"
    weak = tuner.confirm(((five, 2), (dear, 2), (one, 2)), 0.01)
    now = {each.measured.of: each.now for each in weak.shown}
    assert now["five"] < shown["five"].now - 0.2
