"""What a check said, said again only where it would say it anew."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
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
    """Makes an answer, and counts how often it was asked to."""

    def __init__(self):
        self.times = 0

    def __call__(self, kept=None):
        del kept
        self.times += 1
        return CheckReport(f"answer {self.times}", self.times % 2, lasting=True)


@pytest.fixture
def check():
    return Check()


@pytest.fixture
def project(tiny):
    """The small game with a file of every kind that a check looks at."""
    fog = tiny / "components" / "fog"
    (fog / "languages").mkdir()
    files = {
        "components/fog/rulebook.md": "# Fog\n\n![A lamp](art/lamp.png)\n",
        "components/fog/rules.yaml": "kind: rules\nprefix: FOG\nsections: []\n",
        "components/fog/languages/de.po": 'msgid ""\nmsgstr "Language: de\\n"\n',
        "components/fog/more.csv": "id,name\nmist,Mist\n",
        "components/fog/more.yaml": (
            "kind: components\nset: more\nname: More\nsingular: More\nform: card\nsize: poker\n"
            "template: fog/card\ncomponents: {from: more.csv}\n"
        ),
        "templates/fog/card.svg.j2": '{{ picture("art/lamp.png", 5, 5, 20, 20) }}',
        "templates/fog/card.layout.yaml": "kind: layout\nboxes: {}\n",
        "templates/theme.yaml": "kind: theme\nextends: harbour\n",
        "templates/icons/lamp.svg": (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
        ),
        "papers.yaml": "kind: papers\npapers: {}\n",
    }
    for name, content in files.items():
        (tiny / name).parent.mkdir(parents=True, exist_ok=True)
        (tiny / name).write_text(content, encoding="utf-8")
    (tiny / "art").mkdir()
    Image.new("RGB", (300, 300), "red").save(tiny / "art" / "lamp.png")
    return tiny


def entry(project):
    """The one file in which an answer is kept."""
    (found,) = (project_cache(project).folder / CHECK).iterdir()
    return found


def test_nothing_is_checked_twice(project, check):
    first = check_or_repeat(project, ASKED, check)
    assert (
        check_or_repeat(project, ASKED, check) == first == CheckReport("answer 1", 1, lasting=True)
    )
    assert check.times == 1


@pytest.mark.parametrize(
    "asked",
    [
        CheckRequest(("fog",), ReportFormat.TEXT, simulate=False, everything=False, language=""),
        CheckRequest((), ReportFormat.JSON, simulate=False, everything=False, language=""),
        CheckRequest((), ReportFormat.TEXT, simulate=True, everything=False, language=""),
        CheckRequest((), ReportFormat.TEXT, simulate=False, everything=True, language=""),
        CheckRequest((), ReportFormat.TEXT, simulate=False, everything=False, language="de"),
    ],
)
def test_another_question_has_its_own_answer(project, check, asked):
    check_or_repeat(project, ASKED, check)
    assert check_or_repeat(project, asked, check).text == "answer 2"
    assert check_or_repeat(project, ASKED, check).text == "answer 1"


def begin(root):
    """Make a repository of it, with a commit."""
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")


def write(name, content="other\n"):
    def change(project):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        with (project / name).open("a", encoding="utf-8") as file:
            file.write(content)

    return change


CHANGES: dict[str, Callable[[Path], object]] = {
    "a record": write("components/fog/cards.yaml", "# more\n"),
    "a new translation": write("components/fog/languages/fr.po"),
    "a template that hides a built-in one": write("templates/basic/card.svg.j2"),
    "a picture that was missing": write("art/fog/bonfire.png"),
    "papers": write("papers.yaml"),
    "version control": begin,
}
"""Others are those that change a fingerprint."""


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_is_noticed(project, check, change):
    check_or_repeat(project, ASKED, check)
    change(project)
    assert check_or_repeat(project, ASKED, check).text == "answer 2"
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_a_commit_is_noticed(project, check):
    begin(project)
    check_or_repeat(project, ASKED, check)
    git(project, "commit", "-q", "--allow-empty", "-m", "second")
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_other_code_or_libraries_are_noticed(project, check, monkeypatch):
    check_or_repeat(project, ASKED, check)
    monkeypatch.setattr(unchanged, "program", lambda: "another")
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_fonts_of_the_system_are_noticed_where_a_theme_asks_for_them(project, check, monkeypatch):
    check_or_repeat(project, ASKED, check)
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "some")
    assert check_or_repeat(project, ASKED, check).text == "answer 1"
    write("templates/theme.yaml", "fallback: [system]\n")(project)
    assert check_or_repeat(project, ASKED, check).text == "answer 2"
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "others")
    assert check_or_repeat(project, ASKED, check).text == "answer 3"


def test_files_that_change_while_they_are_checked_are_checked_again(project, check):
    def make(kept):
        write("components/fog/cards.yaml", "# more\n")(project)
        return check(kept)

    check_or_repeat(project, ASKED, make)
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_what_is_prepared_before_a_check_is_not_a_change(project, check):
    prepare = write("components/.schemas/game.json")
    check_or_repeat(project, ASKED, check, lambda kept: prepare(kept.root))
    assert check_or_repeat(project, ASKED, check).text == "answer 1"


def test_what_may_not_be_said_again_is_not_kept(project, check):
    check_or_repeat(
        project, ASKED, lambda kept: CheckReport("the machine was busy", 1, lasting=False)
    )
    assert check_or_repeat(project, ASKED, check).text == "answer 1"


def test_nothing_is_kept_where_another_package_checks(project, check, monkeypatch):
    added = EntryPoint("more", "elsewhere:check", "trilith.checks")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [added])
    check_or_repeat(project, ASKED, check)
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes().replace(b"answer 1", b"all fine")),
        lambda path: path.write_bytes(b"0" * 64 + b'{"state": "", "text": "fine", "status": 0}'),
        lambda path: path.unlink() or path.mkdir(),
    ],
)
def test_a_damaged_or_forged_answer_is_not_believed(project, check, harm):
    check_or_repeat(project, ASKED, check)
    harm(entry(project))
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_an_answer_of_another_project_is_not_believed(project, check, tmp_path_factory):
    check_or_repeat(project, ASKED, check)
    copy = tmp_path_factory.mktemp("copy") / "project"
    shutil.copytree(project, copy)
    assert check_or_repeat(copy, ASKED, check).text == "answer 2"


def test_where_nothing_can_be_kept_a_project_is_checked(project, check, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/home")
    check_or_repeat(project, ASKED, check)
    assert check_or_repeat(project, ASKED, check).text == "answer 2"


def test_a_fingerprint_has_every_file_that_a_check_opens(project, root):
    """Files of the project that are opened while it is checked are all among those that count."""
    begin(project)
    commit_all(project, "second")
    log = project.parent / f"{project.name}-opened"
    command = [sys.executable, "-c", WATCHING, str(log), str(project)]
    around = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    opened = {Path(os.fsdecode(line)) for line in log.read_bytes().splitlines()}
    within = {
        path.relative_to(project).as_posix() for path in opened if path.is_relative_to(project)
    }
    assert within <= {name for name, _ in entries_of(project)}
    named = (
        "rulebook.md",
        "de.po",
        "more.csv",
        "card.svg.j2",
        "theme.yaml",
        "lamp.svg",
        "lamp.png",
    )
    assert {name.rpartition("/")[2] for name in within} >= {*named, "papers.yaml", "cards.yaml"}
