"""``trilith check`` at a glance: what an edit broke, before what always was there."""

import json
from unittest.mock import Mock

import pytest
from commandline import run
from gitrepo import commit_all

import validator.run
from generator.changes import since
from generator.changes.git_files import RevisionError
from validator.findings import Finding, Place, Severity

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def project(tiny, edit):
    """A committed game with a mistake, and another mistake made since."""
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "name: Lantern\n", "nam: Lantern\n")
    commit_all(tiny)
    edit(cards, "name: Bonfire\n", "nam: Bonfire\n")
    return tiny


def test_what_is_new_comes_first_and_the_last_line_tells_what_changed(project):
    lines = run("check", "--project", project, status=1).output.splitlines()
    assert lines[0] == "New since the last commit:"
    new, old = lines[1 : lines.index("As before:")], lines[lines.index("As before:") :]
    assert sum("error" in line for line in new) == 2
    assert any("lantern" in line for line in old)
    assert lines[-1].startswith("2 new errors since the last commit; 4 errors, ")


def test_json_flags_what_is_new(project):
    output = run("check", "--project", project, "--format", "json", status=1).output
    assert sorted(one["new"] for one in json.loads(output)) == [False, False, True, True]


def test_without_version_control_nothing_is_said_of_it(tiny):
    (tiny / "components" / ".schemas").mkdir(exist_ok=True)
    *found, last = run("check", "--project", tiny).output.splitlines()
    assert (tiny / "components" / ".schemas" / "game.json").is_file(), "for editors"
    assert last.startswith("no errors, no warnings, ")
    assert "commit" not in "".join([*found, last])


@pytest.mark.heavy
def test_the_shipped_games_are_told_at_a_glance(root):
    lines = run("check", "--project", root).output.splitlines()
    assert len(lines) <= 30
    assert any(line.startswith("henge: 1") and line.endswith("--all shows them") for line in lines)
    every = run("check", "henge", "--all", "--project", root).output
    assert every.count("ruling in force") > 10
    assert "ruling in force" not in "\n".join(lines)


@pytest.mark.parametrize("words", [(), ("--format", "json"), ("--all", "--language", "de")])
def test_what_nothing_changed_of_is_said_again_without_a_check(project, words, monkeypatch):
    languages = project / "components" / "fog" / "languages"
    languages.mkdir()
    (languages / "de.po").write_text('msgid ""\nmsgstr ""\n')
    told = run("check", "--project", project, *words, status=1).output
    lines = told.splitlines(keepends=True)  # a busy machine tells how far it is
    first = "".join(line for line in lines if not line.startswith("checking: "))
    monkeypatch.setattr(validator.run, "check", None)
    assert run("check", "--project", project, *words, status=1).output == first


def test_what_took_too_long_is_tried_again(tiny, monkeypatch):
    slow = Finding("template-too-slow", Severity.ERROR, "fog", Place("card.svg.j2"), "too slow")
    findings = iter([(slow,), ()])
    monkeypatch.setattr(validator.run, "check", lambda *_, **__: next(findings))
    assert "too slow" in run("check", "--project", tiny, status=1).output
    assert run("check", "--project", tiny).output == "no errors, no warnings, no notes\n"


def test_a_commit_that_cannot_be_read_is_tried_again(project, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(since, "files_at", Mock(side_effect=RevisionError("it is not there")))
        assert "commit" not in run("check", "--project", project, status=1).output
    assert "since the last commit" in run("check", "--project", project, status=1).output
