"""What an edit broke, against a temporary repository."""

from collections.abc import Callable
from pathlib import Path

import pytest
from gitrepo import commit_all, git

import generator.changes.since as module
from generator.changes.since import matters, news_since_commit
from validator.report import News
from validator.run import check

Edit = Callable[[Path, str, str], None]


@pytest.fixture
def project(tiny):
    """The small game in a repository, with one mistake in its only commit."""
    cards = tiny / "components" / "fog" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: Lantern", "nam: Lantern"), "utf-8")
    commit_all(tiny)
    return tiny


def cards(project):
    return project / "components" / "fog" / "cards.yaml"


def news(project):
    return news_since_commit(project, check(project), None, False)


def never(*_, **__):
    raise AssertionError


def test_an_edit_brings_what_is_new_and_takes_what_is_gone(project, edit):
    edit(cards(project), "nam: Lantern", "name: Lantern")
    edit(cards(project), "name: Bonfire\n", "nam: Bonfire\n")
    found = news(project)
    assert found is not None
    lines = cards(project).read_text("utf-8").splitlines()
    gone = {lines[finding.place.line - 1].strip() for finding in found.gone}
    new = {lines[finding.place.line - 1].strip() for finding in found.new}
    assert (gone, new) == (
        {"- id: lantern", "name: Lantern"},
        {"- id: bonfire", "nam: Bonfire"},
    )


def test_a_line_put_in_above_makes_nothing_new(project):
    text = cards(project).read_text("utf-8")
    cards(project).write_text(f"# a remark\n{text}", "utf-8")
    assert check(project)
    assert news(project) == News()


def test_a_project_as_committed_is_not_checked_twice(project, monkeypatch):
    findings = check(project)
    monkeypatch.setattr(module, "check", never)
    (project / "notes.txt").write_text("not data", "utf-8")
    (project / "output").mkdir()
    (project / "output" / "face.png").write_bytes(b"drawn")
    assert news_since_commit(project, findings, None, False) == News()


def test_the_last_commit_is_checked_once(project, edit, monkeypatch):
    edit(cards(project), "name: Bonfire\n", "nam: Bonfire\n")
    first, findings = news(project), check(project)
    assert first is not None
    assert first.new
    monkeypatch.setattr(module.tempfile, "TemporaryDirectory", never)
    assert news_since_commit(project, findings, None, False) == first


def test_a_new_file_counts_as_a_change(project):
    (project / "components" / "fog" / "more.yaml").write_text("kind: nothing\n", "utf-8")
    found = news(project)
    assert found is not None
    assert {finding.place.file for finding in found.new} == {"components/fog/more.yaml"}


def test_a_game_that_was_not_there_is_all_new(project):
    (project / "components" / "fog").rename(project / "components" / "mist")
    findings = check(project, ["mist"])
    found = news_since_commit(project, findings, ["mist"], False)
    assert found == News(frozenset(findings))


@pytest.mark.parametrize("commands", [(), (("init", "-q"),)], ids=["no git", "no commit"])
def test_without_a_commit_there_is_nothing_to_compare_with(tiny, commands):
    for command in commands:
        git(tiny, *command)
    assert news_since_commit(tiny, check(tiny), None, False) is None


def test_a_project_that_a_larger_repository_does_not_have(project):
    (project / "inner" / "components" / "fog").mkdir(parents=True)
    assert news_since_commit(project / "inner", (), None, False) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("components/fog/cards.yaml", True),
        ("templates/basic/card.svg.j2", True),
        ("shops.yaml", True),
        ("art/lamp.PNG", True),
        ("output/fog/card.png", False),
        ("tests/data.yaml", False),
        ("README.md", False),
    ],
)
def test_what_matters_to_a_check(path, expected):
    assert matters(path) is expected
