"""The harness of ``make mutations``: its operators, and a small sample of what it tries."""

import pytest
import yaml
from mutations.documents import deleted, doubled, key_renamed, read, replaced, swapped
from mutations.operators import OPERATORS, drawn, edits_of
from mutations.project import read_project
from mutations.tally import Figures, Where, table, where
from mutations.trial import Outcome, news, try_all

from validator.findings import Finding, Place, Severity

SAMPLE = 12
"""Edits tried with every run of the tests."""

TEXT = """\
kind: game
parts:
  - {name: Cards, set: card, count: 3}   # a remark
  - name: Coins
    set: coin
    count: 5
title_players: [2, 4]
"""


@pytest.fixture(scope="module")
def project(root):
    return read_project(root)


@pytest.fixture(scope="module")
def one(project):
    """An edit of the first operator."""
    return drawn(project, 1, 1, OPERATORS[:1])[0]


def test_edits_change_what_they_say_and_know_their_lines(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text(TEXT, encoding="utf-8")
    doc = read(path, "fog", "game.yaml")

    def after(change, *trail, with_=()):
        edit = change(doc, doc.spots[trail], *with_)
        data = yaml.safe_load(edit.apply(doc.text))
        return data["parts"], data["title_players"], sorted(edit.changed(doc.text))

    parts, _, lines = after(replaced, "parts", 1, "count", with_="7")
    assert (parts[1]["count"], lines) == (7, [6])
    parts, _, lines = after(deleted, "parts", 1, "set")
    assert (parts[1], lines) == ({"name": "Coins", "count": 5}, [4, 5])
    parts, _, lines = after(deleted, "parts", 1, "name")
    assert (parts[1], lines) == ({"set": "coin", "count": 5}, [3, 4])
    assert after(deleted, "parts", 0, "count")[0][0] == {"name": "Cards", "set": "card"}
    parts, _, lines = after(doubled, "parts", 1)
    assert [part["name"] for part in parts] == ["Cards", "Coins", "Coins"]
    assert lines == [7, 8, 9]
    assert after(doubled, "title_players", 0)[1] == [2, 2, 4]
    assert after(key_renamed, "parts", 0, "set", with_=["new"])[0][0]["new"] == "card"
    assert after(swapped, "title_players", 0, with_=[doc.spots["title_players", 1]])[1] == [4, 2]


def test_every_operator_finds_something_to_edit(project):
    for operator in OPERATORS:
        assert next(edits_of(operator, project), None) is not None, operator.name


def test_a_smaller_draw_begins_a_larger_one(project):
    few = OPERATORS[-4:]
    names = [one.name for one in drawn(project, 20, 1, few)]
    assert names == [one.name for one in drawn(project, 30, 1, few)][:20]
    assert len(set(names)) == 20
    assert names != [one.name for one in drawn(project, 20, 2, few)]


def test_a_standing_finding_with_other_figures_is_no_news():
    def found(code, message, severity=Severity.WARNING):
        return Finding(code, severity, "fog", Place("game.yaml", 3), message)

    before = [found("X-1", "3 of 4"), found("lost", "see game.yaml:3:1")]
    after = [found("X-1", "3 of 5"), found("lost", "see game.yaml:9:1")]
    assert news(before, after) == []
    assert news(before, [*after, found("X-1", "6 of 7")]) == [found("X-1", "6 of 7")]
    assert news(before, [found("new", "ok", Severity.NOTE)]) == []


def test_the_nearest_finding_counts(one):
    line = min(one.edit.changed(one.document.text))
    file = one.edit.file

    def at(*places):
        return where(one, Outcome(tuple(("code", *place) for place in places), 0, 0))

    assert at() is Where.SILENT
    assert at(("other.yaml", line)) is Where.OTHER
    assert at(("other.yaml", 1), (file, line)) is Where.LINE
    assert at((file, line - 2 if line > 2 else line + 9)) in (Where.NEAR, Where.FAR)


@pytest.mark.heavy
def test_a_sample_of_edits_is_noticed(project):
    """No traceback, nothing slow or large, and nearly all that contradicts is noticed."""
    contradicting = [one for one in OPERATORS if one.contradicts]
    chosen = drawn(project, len(contradicting), 7, contradicting)[:: len(contradicting) // SAMPLE]
    done = list(try_all(project, chosen, 2))
    assert [(one.name, outcome.failure) for one, outcome in done if outcome.failure] == []
    missed = [one.name for one, outcome in done if where(one, outcome) is Where.SILENT]
    assert len(missed) <= 1, missed
    assert Figures(done).total() == len(chosen)
    assert len(list(table(done))) == len({one.operator for one, _ in done}) + 3


def test_a_traceback_and_a_hanging_check_are_failures(project, one, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    known = {(one.document.game, False): ((), 1.0)}
    monkeypatch.setattr("mutations.trial._baselines", lambda *_: known)
    monkeypatch.setattr("mutations.trial.look", broken)
    ((_, outcome),) = try_all(project, [one], 1)
    assert "ZeroDivisionError" in outcome.failure
    assert Outcome((), 2.5, 10).failure == "took 2.5 s (0.0 s unedited)"
    assert not Outcome((), 2.5, 10, unedited=2.0).failure
    assert Outcome((), 3.5, 10, unedited=2.0).failure
    assert Outcome((), 1, 351).failure == "took 351 MB"
    assert not Outcome((), 1, 100).failure
