"""What an edit broke, against a temporary repository."""

import pytest
from gitrepo import commit_all, git

import generator.changes.since as module
from generator.changes.since import matters, news_since_commit
from validator.report import News
from validator.run import check

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def project(tiny, cards, edit):
    """The small game in a repository, with one mistake in its only commit."""
    edit(cards, "name: Lantern", "nam: Lantern")
    commit_all(tiny)
    return tiny


def news(project):
    return news_since_commit(project, check(project), None, False)


def never(*_, **__):
    raise AssertionError


def test_an_edit_brings_what_is_new_and_takes_what_is_gone(project, cards, edit):
    edit(cards, "nam: Lantern", "name: Lantern")
    edit(cards, "name: Bonfire\n", "nam: Bonfire\n")
    found = news(project)
    lines = cards.read_text("utf-8").splitlines()
    gone, new = (
        {lines[finding.place.line - 1].strip() for finding in findings}
        for findings in (found.gone, found.new)
    )
    assert gone == {"- id: lantern", "name: Lantern"}
    assert new == {"- id: bonfire", "nam: Bonfire"}


def test_a_line_put_in_above_makes_nothing_new(project, cards):
    cards.write_text(f"# a remark\n{cards.read_text('utf-8')}", "utf-8")
    assert check(project)
    assert news(project) == News()


def test_a_project_as_committed_is_not_checked_twice(project, monkeypatch):
    findings = check(project)
    monkeypatch.setattr(module, "check", never)
    (project / "notes.txt").write_text("not data", "utf-8")
    (project / "output").mkdir()
    (project / "output" / "face.png").write_bytes(b"drawn")
    assert news_since_commit(project, findings, None, False) == News()


def test_the_last_commit_is_checked_once(project, cards, edit, monkeypatch):
    edit(cards, "name: Bonfire\n", "nam: Bonfire\n")
    first = news(project)
    assert first.new
    monkeypatch.setattr(module, "unpack", never)
    assert news(project) == first


def test_a_new_file_counts_as_a_change(project):
    (project / "components" / "fog" / "more.yaml").write_text("kind: nothing\n", "utf-8")
    assert {one.place.file for one in news(project).new} == {"components/fog/more.yaml"}


def test_a_game_that_was_not_there_is_all_new(project):
    (project / "components" / "fog").rename(project / "components" / "mist")
    findings = check(project, ["mist"])
    assert news_since_commit(project, findings, ["mist"], False) == News(frozenset(findings))


def test_without_a_commit_there_is_nothing_to_compare_with(tiny):
    assert news(tiny) is None
    git(tiny, "init", "-q")
    assert news(tiny) is None


def test_a_project_that_a_larger_repository_does_not_have(project):
    (project / "inner" / "components" / "fog").mkdir(parents=True)
    assert news_since_commit(project / "inner", (), None, False) is None


def test_what_matters_to_a_check():
    matter = ["components/fog/cards.yaml", "templates/basic/card.svg.j2", "shops.yaml", "art/a.PNG"]
    others = ["output/fog/card.png", "tests/data.yaml", "README.md"]
    assert [path for path in [*matter, *others] if matters(path)] == matter
