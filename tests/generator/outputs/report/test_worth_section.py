"""The worth of cards in the report: its section, the files beside it, and what is told of it."""

import json
import re

import pytest
from commandline import run
from plantedcards import planted

from generator.outputs.report.figures import gather, sections
from generator.outputs.report.page import report_html
from validator.simulation.depletion import DepletionEffort

EFFORT = DepletionEffort(random=10, greedy=8, drain=1)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("project")
    planted(root)
    return root


def test_the_section_shows_cards_by_worth_and_says_what_has_none(tmp_path):
    catalogue = planted(tmp_path)
    figures = gather(catalogue, catalogue.games["planted"], EFFORT)
    (section,) = sections(figures.worth, points=True)
    names = [row["name"] for row in section["rows"]]
    assert set(names[:2]) == {"Five", "Dear"}
    assert names[-1] == "Idle"
    assert section["without"] == {"no effects": "Plain", "never used": "Never"}
    best = section["rows"][0]["bars"][0]
    assert (best["policy"], best["said"]) == ("greedy", "+5.0 (+4.9 to +5.1)")
    assert best["start"] == section["zero"] == 0
    assert best["width"] == pytest.approx(100 / 1.1, abs=0.1)
    page = report_html(figures)
    part = page[page.index('<h2 id="worth">') : page.index('<h2 id="findings">')]
    assert re.findall(r"<tr><td>(\w+)</td><td class=\"scale\">", part) == names
    assert "No effects: Plain." in part


def test_simulate_says_what_cards_are_worth(project):
    words = ["simulate", "--project", project, "--games", 10, "--jobs", 1, "--worth"]
    result = run(*words)
    assert re.search(r"^  Five +\+5\.0 \(\+4\.\d to \+5\.\d\)", result.stdout, re.MULTILINE)
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
