"""How every command ends where its output has no room, nobody reads it, or it is interrupted."""

import io
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from everycommand import lines_of
from playtables import heavy_where
from preloaded import import_all

from generator.cli import main
from generator.start import run_to_end

LINES = {line[0]: line for line in reversed([*lines_of(["fog"])])}
"""Each command with the first of its options: what it does for a project without translations."""
BARE = {"--version": ["--version"], "--help": ["--help"]}
LONG = ("check", "print", "shop", "pictures", "publish", "preview")
"""Commands during which somebody may lose patience."""
FAILED = 99
MUCH = (*LONG[2:], "report", "studio", "table")
"""Commands that draw or play much; printing stands for these in every run."""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, /dev/full")


def forked(words, root, out, before=lambda: None):
    """Exit status of a command in a process of its own that writes to ``out``, and its errors."""
    told = root.parent / "errors"
    import_all()
    child = os.fork()
    if child == 0:
        try:
            os.chdir(root)
            os.dup2(out, 1)
            sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", closefd=False))
            sys.argv = ["trilith", *words]
            with told.open("w", encoding="utf-8") as sys.stderr:
                before()
                status = run_to_end(main)
            os._exit(status)
        finally:
            os._exit(FAILED)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), told.read_text(encoding="utf-8")


@pytest.fixture
def project(tiny, tmp_path_factory):
    """The starter in a folder of its own."""
    root = tmp_path_factory.mktemp("around") / "project"
    tiny.rename(root)
    return root


@pytest.mark.parametrize("name", heavy_where({**LINES, **BARE}, MUCH.__contains__))
def test_where_there_is_no_room_for_what_it_says(name, project):
    with Path("/dev/full").open("wb") as full:
        status, errors = forked({**LINES, **BARE}[name], project, full.fileno())
    assert "Traceback" not in errors
    assert (status, errors.count("No space left on device")) in ((1, 1), (2, 0)), errors


@pytest.mark.parametrize("words", [["check", "frog"], ["check", "fog", "--game"]], ids=str)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_where_there_is_no_room_for_errors_it_ends_without_words(words, unbuffered, project):
    command = [sys.executable, "-c", "from generator.start import main; main()", *words]
    around = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, cwd=project, stderr=full, env=around, check=False)
    assert ended.returncode in (1, 2)


@pytest.mark.parametrize("name", heavy_where(LINES, MUCH.__contains__))
def test_where_nobody_reads_what_it_says(name, project):
    reading, writing = os.pipe()
    os.close(reading)
    status, errors = forked(LINES[name], project, writing)
    os.close(writing)
    assert status in (0, 1, 2), errors
    assert "Traceback" not in errors
    assert "Broken pipe" not in errors


def interrupted(at):
    """Interrupt this process at the time that it opens a file for the so many-th time."""
    process, opened = os.getpid(), count(1)

    def hook(event, _):
        if event == "open" and os.getpid() == process and next(opened) == at:
            raise KeyboardInterrupt

    sys.addaudithook(hook)


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("at", [1, 60])
def test_an_interrupt_is_one_line_and_leaves_nothing_half_written(name, at, project):
    with Path(os.devnull).open("wb") as out:
        status, errors = forked(LINES[name], project, out.fileno(), lambda: interrupted(at))
    if status != 0:  # it opened fewer files than that
        assert (status, errors) == (130, "trilith: interrupted; nothing was half-written\n")
    left = [path for path in project.rglob("*") if ".new-" in path.name or ".draft" in path.name]
    assert left == []
