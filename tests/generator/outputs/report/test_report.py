"""The simulation report: complete, self-contained, the same for the same figures."""

import json
import re
from copy import deepcopy
from dataclasses import replace

import pytest
from commandline import run
from lxml import etree
from plantedcards import planted
from shippedgames import ROOT

from generator.design.template_words import sentences_of
from generator.installed import DATA
from generator.outputs.report.figures import (
    card_rows,
    decision_rows,
    first_sentences,
    gather,
    middle_table,
    never_played,
    pile_panels,
    readings,
    report_games,
    ruling_rows,
    sections,
    supply_rows,
    variants,
    win_rates,
)
from generator.outputs.report.page import charts, compare_people, report_html
from validator.catalogue.load import load
from validator.catalogue.words.language import tongue_of
from validator.findings import Finding, Place, Severity
from validator.play.rules import SupplySpec
from validator.rules.values import DeclaredVariant
from validator.simulation.depletion import DepletionEffort
from validator.simulation.shards import RunConfig
from validator.simulation.statistics import unseen

GAME = "battle_of_the_gods"
PLACE = Place("components/battle_of_the_gods/game.yaml", 3)
ODD = Finding("X-BG-99", Severity.WARNING, GAME, PLACE, "<b>odd</b>", "mend it")
EFFORT = DepletionEffort(random=12, greedy=4, drain=2)


@pytest.fixture(scope="module")
def told():
    """The steps that are told as the figures are gathered."""
    return []


@pytest.fixture(scope="module")
def figures(shipped, told):
    return gather(shipped, shipped.games[GAME], EFFORT, config=RunConfig(1, told.append))


@pytest.fixture(scope="module")
def page(figures):
    return report_html(figures, [ODD])


def test_the_page_fetches_and_runs_nothing(page):
    tree = etree.HTML(page)
    assert tree.findall(".//h2")[-1].get("id") == "odd"
    for node in tree.iter("*"):
        assert node.tag not in ("script", "link", "iframe", "img", "object")
        for name in ("src", "href", "xlink:href"):
            assert node.get(name, "#").startswith("#")
    urls = re.findall(r"url\(([^)]*)\)", page)
    assert all(url.startswith(("data:", "#")) for url in urls)


@pytest.mark.heavy
def test_the_same_figures_give_the_same_page(shipped, page):
    again = gather(shipped, shipped.games[GAME], EFFORT, config=RunConfig(2))
    assert report_html(again, [ODD]) == page


def test_the_page_has_every_part_and_says_what_it_is_not(page):
    parts = re.findall(r'<h2 id="(\w+)"', page)
    expected = ["length", "wins", "scores", "piles", "cards", "worth", "printed", "rulings"]
    assert parts == [*expected, "variants", "findings", "odd"]
    assert "whether the game is fun" in page
    assert "&lt;b&gt;odd&lt;/b&gt;" in page
    assert "trilith replay battle_of_the_gods --players" in page


def test_plots_are_well_formed_and_name_their_tables(page):
    drawings = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    assert len(drawings) >= 7
    for drawing in drawings:
        etree.fromstring(drawing.encode())
    for table in ("2 players", "3 players", "4 players"):
        assert drawings[0].count(f">{table}</text>") == 1


def test_the_page_speaks_the_language_of_its_game(figures):
    game = replace(figures.game, language="de")
    tables = []
    for one in figures.tables:
        told = (replace(each, plan=replace(each.plan, game=game)) for each in one.results)
        tables.append(replace(one, results=tuple(told)))
    page = report_html(replace(figures, game=game, tables=tuple(tables)), [])
    assert '<html lang="de">' in page
    said = etree.HTML(page).xpath("string(//main)") + etree.HTML(page).xpath("string(//header)")
    for sentence in sentences_of((DATA / "report.html.j2").read_text()):
        if len(sentence.english) > 20 and "{" not in sentence.english:
            assert sentence.english not in said
    for words in ("Siege je Platz", "gierig, 4 Partien je Tisch", "Befunde", "Zufall", "% bis "):
        assert words in said


def test_thousands_are_apart_by_what_no_language_reads_as_a_point():
    assert tongue_of("").group(12345) == tongue_of("en-GB").group(12345) == "12,345"
    assert tongue_of("de").group(12345) == "12\u202f345"


def test_of_a_game_that_all_win_or_nobody_no_seat_is_told(figures):
    def together(result):
        return replace(result, frame=replace(result.frame, teams=1))

    tables = [
        replace(table, results=tuple(map(together, table.results))) for table in figures.tables
    ]
    coop = replace(figures, tables=tuple(tables))
    *_, said = first_sentences(coop)
    assert re.fullmatch(r"All win together in \d+ to \d+ % of games, by table and policy\.", said)
    assert {len(rates) for one in coop.tables for rates in map(win_rates, one.results)} == {1}
    page = report_html(coop, [])
    assert "How often all win" in page and "Games that all win, by table" in page
    assert "Wins by seat" not in page and "Won by several" not in page


def test_figures_are_those_that_were_played(figures, shipped, told):
    game = shipped.games[GAME]
    exhausted = len(game.piles)
    options = sum(len(ruling.options) for ruling in game.rulings)
    tables = len(game.configurations)
    played = sum(result.totals.games for result in figures.exhaustion.results)
    assert sum(told) == report_games(game, EFFORT, exhausted)
    assert played == tables * (EFFORT.random + EFFORT.greedy + exhausted * EFFORT.drain)
    assert len(figures.options) == options


def test_options_of_one_ruling_share_their_luck(figures):
    defaults = [
        row for name, row in ruling_rows(figures, readings(figures)) if name.startswith("*")
    ]
    assert len(defaults) > 3
    assert all(row == defaults[0] for row in defaults)


def test_what_contradicts_a_rule_is_compared_apart(figures, page):
    apart = [(one.ruling.id, one.option) for one in variants(figures)]
    assert ("X-BG-10", "playable") in apart
    assert ("X-BG-10", "discard_only") in apart
    assert not any(one.ruling.id == "X-BG-10" for one in readings(figures))
    assert len(apart) + len(readings(figures)) == len(figures.options)
    assert "departs from BG-END-05" in page.split('id="variants"')[1]


def test_variants_in_the_data_stand_apart_from_those_of_rulings(figures):
    declared = DeclaredVariant(PLACE, ("BG-COMP-01",), ("disks: count is 9, not 10",))
    page = report_html(replace(figures, declared=(declared,)))
    before, _, apart = page.partition('<h2 id="declared">')
    assert "BG-COMP-01</dt><dd>disks: count is 9, not 10<br>" in apart.split("<h2")[0]
    assert str(PLACE) in apart
    assert 'id="variants"' in before
    assert "X-BG-10" not in apart.split("<h2")[0]


def test_an_option_is_compared_game_by_game(figures):
    for name, (changed, turns, score, *_) in ruling_rows(figures, figures.options):
        if name.startswith("*"):
            assert changed == turns == score == (0, 0, 0)
        elif changed[0] == 0:
            assert (turns[0], score[0]) == (0, 0)
            for _, low, high in (turns, score):
                assert high == -low == pytest.approx(unseen() / EFFORT.greedy)
    assert any(changed[0] > 0 for _, (changed, *_) in ruling_rows(figures, figures.options))


def test_rulings_are_compared_where_they_can_matter(shipped):
    tables = {
        name: middle_table(shipped.games[name]) for name in ("henge", "crossing_stonehenge", GAME)
    }
    assert {name: (table.players, table.bots) for name, table in tables.items()} == {
        "henge": (3, 1),
        "crossing_stonehenge": (2, 0),
        GAME: (3, 0),
    }


def test_piles_cards_and_supplies(figures):
    curve = pile_panels(figures.tables[0], "greedy")["Draw pile"]
    assert curve.turns[0] == 1
    assert curve.middle[0] == 57
    assert all(
        low <= middle <= high
        for low, middle, high in zip(curve.low, curve.middle, curve.high, strict=True)
    )
    limited, results = (SupplySpec("followers", 15),), deepcopy(figures.exhaustion.results)
    for result in results:
        result.totals.peaks[:] = [{4: 1, 9: 2}]
    frames = [replace(one, frame=replace(one.frame, supplies=limited)) for one in results]
    with_supply = replace(figures, exhaustion=replace(figures.exhaustion, results=frames))
    assert (supply_rows(figures), supply_rows(with_supply)) == ([], [("followers", 15, 9)])
    for rows in card_rows(figures).values():
        totals = [played + dead for _, played, dead in rows]
        assert totals == sorted(totals, reverse=True)


def test_decisions_and_endings(figures):
    rows = list(decision_rows(figures))
    assert [(row["table"], row["policy"]) for row in rows[:2]] == [
        ("2 players", "random"),
        ("2 players", "greedy"),
    ]
    for row in rows:
        games = EFFORT.random if row["policy"] == "random" else EFFORT.greedy
        assert sum(times for _, times in row["endings"]) == games
        assert 0 <= row["forced"] < 1
        assert row["choices"] > 1


def test_cards_that_are_never_played_are_named(figures):
    assert never_played(figures) == []
    unlucky = deepcopy(figures)
    for result in unlucky.exhaustion.results:
        result.totals.played[0] = 0
    first = figures.exhaustion.results[0].frame.cards[0]
    name = next(piece.name for piece in figures.game.components() if piece.id == first)
    assert never_played(unlucky) == [name]


def test_a_later_panel_may_be_higher_than_the_first():
    low, high = {"random": dict.fromkeys(range(4), 1)}, {"random": {5: 9, 6: 1}}
    with charts.in_style():
        svg = charts.lengths({"first": low, "second": high}, {"random": 4}, "rounds")
    assert max(map(int, re.findall(r">(\d+)%<", svg))) == 75


def test_the_style_of_others_is_left_alone():
    import matplotlib

    before = dict(matplotlib.rcParams)
    charts.supplies([("coins", 30, 12)])
    assert dict(matplotlib.rcParams) == before


def test_searching_players_stand_beside_the_others_where_they_are_asked_for(monkeypatch):
    monkeypatch.setattr("validator.play.driver.USUAL", 2)
    effort = DepletionEffort(random=4, greedy=2, drain=1, search=1)
    small = load(ROOT / "tests" / "played", ["mini_market"])[0]
    game = small.games["mini_market"]
    told = []
    found = gather(small, game, effort, config=RunConfig(progress=told.append))
    assert sum(told) == report_games(game, effort, len(game.piles))
    for table in found.tables:
        assert [result.policy for result in table.results] == ["random", "greedy", "search"]
        assert table.of("search").totals.games == 1
    page = report_html(found, [])
    assert "1 of searching ones" in page
    assert page.count('<th scope="col" class="n">search</th>') == 1
    assert page.count('<th scope="col">search</th>') == len(found.tables)


FEW_GAMES = DepletionEffort(random=10, greedy=8, drain=1)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("project")
    planted(root)
    return root


def test_the_section_shows_cards_by_worth_and_says_what_has_none(tmp_path):
    catalogue = planted(tmp_path)
    figures = gather(catalogue, catalogue.games["planted"], FEW_GAMES)
    (section,) = sections(figures.worth, points=True)
    names = [row["name"].partition(" (")[0] for row in section["rows"]]
    assert set(names[:2]) == {"Five", "Dear"}
    assert names[-1] == "Idle"
    assert section["without"] == {"no effects": "Plain", "never used": "Never"}
    best = section["rows"][0]["bars"][0]
    assert (best["policy"], best["said"]) == ("greedy", "+5.0 (+4.9 to +5.1)")
    bars = [bar for row in section["rows"] for bar in row["bars"]]
    assert all(0 < bar["low"] <= bar["high"] < 100 for bar in bars), "no interval is cut off"
    assert best["start"] == section["zero"] < best["low"] < best["high"]
    assert any(bar["low"] < section["zero"] < bar["high"] for bar in bars)
    page = report_html(figures)
    part = page[page.index('<h2 id="worth">') : page.index('<h2 id="findings">')]
    assert re.findall(r"<tr><td>(\w+).*?</td><td class=\"scale\">", part) == names
    assert "<td>Five (costs 2)</td>" in part
    assert "No effects: Plain." in part


def test_simulate_says_what_cards_are_worth(project):
    words = ["simulate", "--project", project, "--games", 10, "--jobs", 1, "--worth"]
    result = run(*words)
    assert re.search(
        r"^  Five \(costs 2\) +\+5\.0 \(\+4\.\d to \+5\.\d\)", result.stdout, re.MULTILINE
    )
    found = json.loads(run(*words, "--format", "json").stdout)
    five = found[0]["cards"]["five"]
    assert five["worth"]["points"]["mean"] == 5
    assert five["drawn"] >= five["played"] > 0


def test_a_report_leaves_the_worth_as_data_and_tells_notes(project, monkeypatch):
    monkeypatch.setattr("validator.simulation.worth_notes.ENOUGH", 20)
    words = ["report", "--project", project, "--games", 80, "--jobs", 1]
    result = run(*words)
    for note in ("'One' is never better than 'Five'", "'Never' was drawn"):
        assert note in result.stderr
    folder = project / "output" / "planted" / "report"
    found = json.loads((folder / "worth.json").read_text("utf-8"))
    assert [(one["policy"], one["games"]) for one in found] == [("random", 20), ("greedy", 20)]
    assert "what cards are worth" in (folder / "worth.txt").read_text("utf-8")


def test_whoever_puts_shards_together_finds_the_worth(project, tmp_path):
    words = ["simulate", "--project", project, "--games", 6, "--jobs", 1, "--worth"]
    whole = run(*words)
    for shard in ("1/2", "2/2"):
        run(*words, "--shard", shard, "--out", tmp_path)
    files = sorted((tmp_path / "shards").glob("*.json"))
    assert run("merge", "--project", project, *files).stdout == whole.stdout


def contrast(one, other):
    """The contrast of two colours as WCAG has it."""
    lights = []
    for colour in (one, other):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_colours_that_letters_have_can_be_read():
    for colour in charts.COLOURS.values():
        assert contrast(colour, charts.PAPER) >= 4.5


def test_plots_have_a_title_letters_to_read_and_one_scale(page):
    found = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    drawings = [etree.fromstring(one) for one in found]
    space = "{http://www.w3.org/2000/svg}"
    for drawing, drawn in zip(drawings, found, strict=True):
        assert drawing.get("role") == "img"
        assert drawing.find(f"{space}title").text
        sizes = re.findall(r"font-size: ([\d.]+)px|font: .*?([\d.]+)px", drawn)
        assert min(float(one or other) for one, other in sizes) * 96 / 72 >= 10
    for name in ("Length of games", "Games won", "Points at the end"):
        [plot] = [one for one in drawings if one.find(f"{space}title").text.startswith(name)]
        words = [text.text for text in plot.iter(f"{space}text")]
        assert sum(word in ("of games", "points") for word in words) == 1


def test_the_page_begins_with_what_to_know_first(page):
    lead = re.search(r'<p class="lead">(.*?)</p>', page).group(1)
    assert re.match(r"A game takes \d+ .*turns\. [\d,]+ of [\d,]+ games ended\. ", lead)
    assert "Shared wins, and who led" in page


PLAYED = [
    (
        str(1 + number % 2),
        {
            "players": 3,
            "minutes": 40 + number,
            "seats": [
                {"seat": 1, "score": 100 + number, "won": True},
                {"seat": 2, "score": 50},
                {"seat": 3},
            ],
        },
    )
    for number in range(8)
]


def at_table(figures, played):
    """What is told of games of people, by what it is of."""
    found = [compare_people(one, played) for one in figures.tables]
    (told,) = [one for one in found if one]
    return told, {row[0]: row[1:] for row in told["rows"]}


def test_games_of_people_stand_beside_the_simulated_ones_of_their_table(figures):
    told, named = at_table(figures, PLAYED)
    assert (told["name"], told["games"], told["revisions"]) == ("3 players", 8, "1, 2")
    assert [*named] == [
        *("Seat 1 wins", "Seat 2 wins", "Seat 3 wins"),
        *("Seat 1, score", "Seat 2, score", "Minutes"),
    ]
    people, simulated, needed = named["Seat 1 wins"]
    assert people == "100% (63% to 100%), 8 of 8"
    assert "% (" in simulated
    assert needed.startswith(("about", "they differ"))
    people, _, needed = named["Seat 1, score"]
    assert people.startswith("103.5 (")
    assert needed == "they differ"
    assert named["Minutes"] == ["43.5 (41.5 to 45.5), 8 games", "", ""]


def test_few_games_of_people_have_no_interval_and_more_are_asked_for(figures):
    _, named = at_table(figures, PLAYED[:2])
    assert named["Seat 1, score"][0] == "100.5, 2 games"
    assert named["Seat 1, score"][2] == "about 5"
    assert named["Seat 1 wins"][0] == "100% (16% to 100%), 2 of 2"


def test_nothing_is_told_of_people_who_played_at_no_such_table(figures):
    odd = [("", {"players": 77}), ("", {"minutes": 3})]
    assert [one for one in figures.tables if compare_people(one, odd)] == []


def test_the_page_tells_of_people_where_they_played(figures, page):
    told = report_html(figures, [], PLAYED)
    assert "of revision 1, 2" in told
    assert "100% (63% to 100%), 8 of 8" in told
    assert "At the table" not in page
