"""What a check said, said again only where it would say it anew."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from gitrepo import commit_all, git
from PIL import Image

from generator.changes import unchanged
from generator.changes.unchanged import CHECK, check_or_repeat
from generator.fingerprints import entries_of
from validator.cache import project_cache
from validator.command import CheckReport, CheckRequest, ReportFormat

ASKED = CheckRequest((), ReportFormat.TEXT, simulate=False, everything=False, language="")
WATCHING = """
import os, sys
log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        os.write(log, os.fsencode(os.path.abspath(arguments[0])) + b"\\n")
sys.addaudithook(watch)
from generator.cli import application
application()(["check", "--project", sys.argv[2]])
"""


class Check:
    """Makes an answer, and counts how often it was asked to; asks by way of what is kept."""

    def __init__(self, project):
        self.project, self.times = project, 0

    def __call__(self, kept=None):
        self.times += 1
        return CheckReport(f"answer {self.times}", self.times % 2, lasting=True)

    def text(self, asked=ASKED):
        """The answer, made or repeated."""
        return check_or_repeat(self.project, asked, self).text


@pytest.fixture
def check(project):
    """A check that was made once."""
    made = Check(project)
    assert made.text() == "answer 1"
    return made


def write(name, content="other\n"):
    def change(project):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        with (project / name).open("a", encoding="utf-8") as file:
            file.write(content)

    return change


@pytest.fixture
def project(tiny):
    """The small game with a file of every kind that a check looks at."""
    more = (
        "kind: components\nset: more\nname: More\nsingular: More\nform: card\nsize: poker\n"
        "template: fog/card\ncomponents: {from: more.csv}\n"
    )
    lamp = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    files = {
        "components/fog/rulebook.md": "# Fog\n\n![A lamp](art/lamp.png)\n",
        "components/fog/rules.yaml": "kind: rules\nprefix: FOG\nsections: []\n",
        "components/fog/languages/de.po": 'msgid ""\nmsgstr "Language: de\\n"\n',
        "components/fog/more.csv": "id,name\nmist,Mist\n",
        "components/fog/more.yaml": more,
        "templates/fog/card.svg.j2": '{{ picture("art/lamp.png", 5, 5, 20, 20) }}',
        "templates/fog/card.layout.yaml": "kind: layout\nboxes: {}\n",
        "templates/theme.yaml": "kind: theme\nextends: harbour\n",
        "templates/icons/lamp.svg": lamp,
        "papers.yaml": "kind: papers\npapers: {}\n",
    }
    for name, content in files.items():
        write(name, content)(tiny)
    (tiny / "art").mkdir()
    Image.new("RGB", (300, 300), "red").save(tiny / "art" / "lamp.png")
    return tiny


def test_nothing_is_checked_twice(check):
    again = check_or_repeat(check.project, ASKED, check)
    assert again == CheckReport("answer 1", 1, lasting=True)
    assert check.times == 1


@pytest.mark.parametrize(
    "other",
    [
        {"games": ("fog",)},
        {"report": ReportFormat.JSON},
        {"simulate": True},
        {"everything": True},
        {"language": "de"},
    ],
    ids=str,
)
def test_another_question_has_its_own_answer(check, other):
    assert check.text(replace(ASKED, **other)) == "answer 2"
    assert check.text() == "answer 1"


@pytest.mark.parametrize(
    "name",
    [
        "components/fog/cards.yaml",
        "components/fog/languages/fr.po",  # a new translation
        "templates/basic/card.svg.j2",  # it hides a built-in one
        "art/fog/bonfire.png",  # it was missing
        "papers.yaml",
    ],
)
def test_whatever_changes_is_noticed(check, name):
    """Others are those that change a fingerprint."""
    write(name)(check.project)
    assert check.text() == "answer 2"
    assert check.text() == "answer 2"


def test_version_control_and_each_commit_are_noticed(check):
    git(check.project, "init", "-q")
    for number in (2, 3):
        git(check.project, "commit", "-q", "--allow-empty", "-m", "a commit")
        assert check.text() == f"answer {number}"


def test_other_code_or_libraries_are_noticed(check, monkeypatch):
    monkeypatch.setattr(unchanged, "program", lambda: "another")
    assert check.text() == "answer 2"


def test_fonts_of_the_system_are_noticed_where_a_theme_asks_for_them(check, monkeypatch):
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "some")
    assert check.text() == "answer 1"
    write("templates/theme.yaml", "fallback: [system]\n")(check.project)
    assert check.text() == "answer 2"
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "others")
    assert check.text() == "answer 3"


def test_files_that_change_while_they_are_checked_are_checked_again(project):
    check = Check(project)

    def make(kept):
        write("components/fog/cards.yaml", "# more\n")(project)
        return check(kept)

    check_or_repeat(project, ASKED, make)
    assert check.text() == "answer 2"


def test_what_is_prepared_before_a_check_is_not_a_change(project):
    check = Check(project)
    prepare = write("components/.schemas/game.json")
    check_or_repeat(project, ASKED, check, lambda kept: prepare(kept.root))
    assert check.text() == "answer 1"


def test_what_may_not_be_said_again_is_not_kept(project):
    busy = CheckReport("the machine was busy", 1, lasting=False)
    check_or_repeat(project, ASKED, lambda kept: busy)
    assert Check(project).text() == "answer 1"


def test_nothing_is_kept_where_another_package_checks(project, monkeypatch):
    added = EntryPoint("more", "elsewhere:check", "trilith.checks")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [added])
    check = Check(project)
    assert [check.text(), check.text()] == ["answer 1", "answer 2"]


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(path.read_bytes().replace(b"answer 1", b"all fine")),
        lambda path: path.write_bytes(b"0" * 64 + b'{"state": "", "text": "fine", "status": 0}'),
        lambda path: path.unlink() or path.mkdir(),
    ],
)
def test_a_damaged_or_forged_answer_is_not_believed(check, harm):
    [kept] = (project_cache(check.project).folder / CHECK).iterdir()
    harm(kept)
    assert check.text() == "answer 2"


def test_an_answer_of_another_project_is_not_believed(check, tmp_path_factory):
    copy = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(check.project, copy)
    check.project = copy
    assert check.text() == "answer 2"


def test_where_nothing_can_be_kept_a_project_is_checked(project, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/home")
    check = Check(project)
    assert [check.text(), check.text()] == ["answer 1", "answer 2"]


def test_a_fingerprint_has_every_file_that_a_check_opens(project, root):
    commit_all(project)
    log = project.parent / f"{project.name}-opened"
    command = [sys.executable, "-c", WATCHING, str(log), str(project)]
    around = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    opened = {Path(os.fsdecode(line)) for line in log.read_bytes().splitlines()}
    within = {path for path in opened if path.is_relative_to(project)}
    counted = {name for name, _ in entries_of(project)}
    assert {path.relative_to(project).as_posix() for path in within} <= counted
    data = "rulebook.md de.po more.csv papers.yaml cards.yaml"
    drawn = "card.svg.j2 theme.yaml lamp.svg lamp.png"
    assert {path.name for path in within} >= {*data.split(), *drawn.split()}
