"""Two versions of a small game: what is told of an edit, when it stops, and that luck is shared."""

import re
from dataclasses import replace

import pytest
from lxml import etree
from shippedgames import catalogue

from generator.comparison import ComparisonRequest, Side, as_page, as_text
from generator.design.template_words import sentences_of
from generator.installed import DATA
from generator.starter import write_starter
from validator.catalogue.load import load
from validator.findings import UsageError
from validator.play.rules import Frame
from validator.simulation.compare import PILOT, ComparisonRules, PairJob, Verdict, compare, looks
from validator.simulation.margins import MARGINS, Family
from validator.simulation.pairs import (
    FigureKind,
    GameFigure,
    GameVersion,
    Parting,
    are_the_same,
    first_difference,
    meeting_of,
    sheets,
)
from validator.simulation.shards import SERIAL, RunConfig

DEARER = ("cards.yaml", "what: point, amount: 3", "what: point, amount: 6")
LIGHTHOUSE = ("cards.yaml", "what: point, amount: 4", "what: point, amount: 5")
MORE = ("cards.yaml", "name: Candle\n    copies: 6", "name: Candle\n    copies: 7")


@pytest.fixture
def versions(tmp_path, edit):
    """The starter Fog as it is written, and after edits: (file, old text, new text)."""

    def make(*edits):
        write_starter(tmp_path, "Fog")
        before = load(tmp_path)[0].games["fog"]
        for name, old, new in edits:
            edit(tmp_path / "components" / "fog" / name, old, new)
        loaded, findings = load(tmp_path)
        assert not [one for one in findings if one.severity == "error"]
        return before, loaded.games["fog"]

    return make


def met(versions, policy="random", players=2):
    before, now = versions
    sides = [GameVersion(name, game, (), (policy,)) for name, game in (("a", before), ("b", now))]
    return meeting_of(*sides, players)


def judged(comparison, kind, of=""):
    [result] = comparison.results
    return next(one for one in result.judged if one.figure == GameFigure(kind, of))


def test_dearer_cards_raise_scores_and_leave_the_rest(versions):
    comparison = compare(met(versions(DEARER)), ComparisonRules(500))
    [result] = comparison.results
    assert judged(comparison, FigureKind.SCORE, 0).verdict is Verdict.HIGHER
    assert judged(comparison, FigureKind.SCORE, 1).verdict is Verdict.HIGHER
    assert judged(comparison, FigureKind.LENGTH).shift == 0
    assert judged(comparison, FigureKind.DRAWN, "bonfire").shift == 0
    assert 0 < result.same < result.games == 500
    assert result.gain[Family.SCORES] > 3
    assert result.gain[Family.LENGTH] is None
    assert result.first.parting is Parting.END
    assert result.misaligned == ()


def test_the_page_speaks_the_language_of_the_game_and_the_terminal_english(versions):
    sides = versions(DEARER)
    comparison = compare(met(sides), ComparisonRules(200))
    asked = ComparisonRequest("fog", Side("v1", ("FOG-1=no",)), Side("", (), ("greedy",)), (), 1)
    page = as_page(comparison, asked, replace(sides[1], language="de", name="Nebel"))
    assert "Nebel: Hat es sich verändert?" in page and "Punkte von Platz 1" in page
    assert "v1 mit FOG-1=no" in page and "dieser Arbeitsstand, gespielt von gierig" in page
    assert "%" in page and not re.search(r"\d\.\d+ ?%", etree.HTML(page).xpath("string(//main)"))
    text = etree.HTML(page).xpath("string(//main)")
    for sentence in sentences_of((DATA / "comparison" / "compare.html.j2").read_text()):
        if len(sentence.english) > 8 and "{" not in sentence.english:
            assert sentence.english not in text
    assert "score of seat 1" in as_text(comparison, asked)


def test_it_stops_as_soon_as_all_is_known(versions):
    """A name changes nothing that is played: each figure is known to be the same."""
    renamed = ("cards.yaml", "name: Bonfire", "name: Great Bonfire")
    wide = {family: 4 * margin for family, margin in MARGINS.items()}
    comparison = compare(met(versions(renamed)), ComparisonRules(20_000, wide))
    [result] = comparison.results
    assert result.is_known
    assert result.same == result.games < 1000
    assert result.first is None
    headlines = result.of(Family.WINS, Family.LENGTH, Family.SCORES, Family.PILES)
    assert {one.verdict for one in headlines} == {Verdict.SAME}
    for one in headlines:
        assert -one.measure.margin < one.low <= 0 <= one.high < one.measure.margin


def test_a_budget_that_is_spent_is_told_as_undecided(versions):
    [result] = compare(met(versions(LIGHTHOUSE)), ComparisonRules(80)).results
    assert not result.is_known
    assert Verdict.UNDECIDED in {one.verdict for one in result.judged}


def test_a_deck_with_one_card_more_is_dealt_in_the_same_order(versions):
    [result] = compare(met(versions(MORE)), ComparisonRules(70)).results
    assert result.misaligned == ()
    assert result.first.parting is Parting.SETUP
    assert result.first.index == 0


def test_a_deck_of_other_cards_has_other_luck(versions):
    others = ("candle", "lantern", "moonrise", "bonfire", "fireflies")
    edits = [("cards.yaml", f"id: {one}\n", f"id: other-{one}\n") for one in others]
    [result] = compare(met(versions(*edits)), ComparisonRules(70)).results
    assert "deck" in [one.partition(" ")[0] for one in result.misaligned]


def test_the_same_however_run_and_any_cut(versions):
    between = met(versions(LIGHTHOUSE), "greedy")
    told = []
    one = compare(between, ComparisonRules(100), SERIAL)
    assert compare(between, ComparisonRules(100), RunConfig(2, told.append)) == one
    assert sum(told) == 100
    [line] = between.lines
    ready = PairJob(line.before, line.now, line.sheets).prepare()
    whole, parts = ready(0, 60), ready(0, 0)
    for start, stop in ((0, 7), (7, 8), (8, 60)):
        parts.merge(ready(start, stop))
    assert parts == whole


def test_what_is_kept_of_one_edit_is_not_taken_for_another(versions):
    keys = set()
    before, now = versions(LIGHTHOUSE)
    for sides in ((before, now), (now, before), (before, before)):
        for seed in (1, 2):
            both = [GameVersion("", one, (), ("random",)) for one in sides]
            [line] = meeting_of(*both, 2, seed=seed).lines
            keys.add(PairJob(line.before, line.now, line.sheets).key())
    assert len(keys) == 6


def test_sides_that_are_alike_are_known_without_a_game(versions):
    before, now = versions()
    assert are_the_same(met((before, now)).lines)
    assert not are_the_same(met((before, replace(now, name="Mist"))).lines)


def test_tables_of_one_side_alone_are_told(versions):
    before, now = versions(("game.yaml", "\n  - {players: 4}", ""))
    found = meeting_of(GameVersion("a", before), GameVersion("b", now))
    assert found.only_before == ("4+0",)
    assert found.only_now == ()
    assert [len(one.now.policies) for one in found.lines] == [2, 2, 3, 3]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"players": 7}, "old: no table for 7 players"),
        ({"policies": ("clever",)}, "old: fog has no policy 'clever'"),
        ({"rulings": ("X=1",)}, "old: fog has no ruling 'X'"),
    ],
)
def test_what_a_side_cannot_do_is_told_with_its_name(versions, asked, said):
    before, now = versions()
    players = asked.pop("players", 2)
    old = replace(GameVersion("old", before, (), ("random",)), **asked)
    with pytest.raises(UsageError, match=said):
        meeting_of(old, GameVersion("new", now, (), ("random",)), players)


def test_too_few_games_are_refused(versions):
    with pytest.raises(UsageError, match="play more than 64"):
        compare(met(versions(LIGHTHOUSE)), ComparisonRules(PILOT))


def test_two_kinds_of_players_part_at_a_decision(versions):
    game, _ = versions()
    sides = [GameVersion("a", game, (), ("random",)), GameVersion("b", game, (), ("greedy",))]
    [line] = meeting_of(*sides, 2).lines
    told = {first_difference(line.before, line.now, index).parting for index in range(4)}
    assert Parting.DECISION in told


def test_looks_cover_every_game_once():
    spans = list(looks(5000))
    assert spans[0] == (0, PILOT)
    assert [stop for _, stop in spans[:-1]] == [start for start, _ in spans[1:]]
    assert spans[-1][1] == 5000
    assert len(spans) < 45


def test_seats_that_differ_cannot_be_compared():
    two, three = (Frame("g", "2+0", seats) for seats in (("a", "b"), ("a", "b", "c")))
    with pytest.raises(UsageError, match="2 seats before and 3 now"):
        sheets(two, three)


PLAYED = [game for game in catalogue().games.values() if game.is_played]


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.id)
def test_every_shipped_game_can_be_compared(game):
    sides = [GameVersion(one, game, (), (one,)) for one in ("random", "greedy")]
    line = meeting_of(*sides).lines[0]
    sums = PairJob(line.before, line.now, line.sheets).prepare()(0, 2)
    assert sums.games == 2
    assert len(sums.values) == len(line.sheets[1].figures)
    assert first_difference(line.before, line.now, 0).before
