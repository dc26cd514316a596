"""How commands end where names or an interrupt do not let them go on, and how far they are."""

import errno
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from commandline import run
from processes import gone, ticks

from generator.cli import main
from generator.console import lines_of, report_failures
from generator.start import run_to_end
from validator.cache import project_folder

TOO_LONG = "x" * 300
STARTED = [sys.executable, "-c", "from generator.start import main; main()"]


def test_a_pipe_closed_before_the_end_hides_no_errors(capsys):
    def broken():
        raise BrokenPipeError

    def failed():
        sys.exit(3)

    assert (run_to_end(broken), run_to_end(failed)) == (1, 3)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", [["check", "--project", TOO_LONG], ["new", TOO_LONG]], ids=str)
def test_a_name_too_long_for_the_system_is_told_in_one_line(tiny, words, monkeypatch, capsys):
    monkeypatch.chdir(tiny)
    monkeypatch.setattr(sys, "argv", ["trilith", *words])
    assert run_to_end(main) in (1, 2)
    told = capsys.readouterr().err
    assert ("too long" in told, told.count("\n")) == (True, 1)


def test_a_template_whose_name_is_too_long_for_the_system_is_not_there(tiny):
    words = ("--template", TOO_LONG, "--size", "poker", "--project", tiny)
    assert "there is no template" in run("preview", *words, status=1).output


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "cards"), 1, "cards: Permission"),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "cannot go on: No space left"),
    ],
)
def test_what_the_system_refuses_is_one_line(error, status, said, capsys):
    @report_failures
    def command():
        raise error

    with pytest.raises(typer.Exit) as end:
        command()
    told = capsys.readouterr().err
    assert (end.value.exit_code, told.count("\n")) == (status, 1)
    assert said in told


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt(), SystemExit(130)])
def test_an_interrupt_is_one_line_wherever_it_comes(interrupt, capsys):
    def interrupted():
        raise interrupt

    assert run_to_end(interrupted) == 130
    assert capsys.readouterr().err == "trilith: interrupted; nothing was half-written\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_long_run_is_interrupted_and_keeps_what_is_done(fog):
    line = ["simulate", "fog", "--project", str(fog), "--games", "200000", "--jobs", "2"]
    running = subprocess.Popen([*STARTED, *line], text=True, stdout=-1, stderr=-1)
    runs = project_folder(fog)
    while len([one for one in runs.rglob("*") if one.is_file()]) < 2:
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, told = running.communicate()
    assert (running.returncode, out) == (130, "")
    kept = r"[\d,]+ games are kept; the same command goes on from there"
    assert re.fullmatch(rf"trilith: interrupted; {kept}\n", told)


def test_a_log_gets_a_line_now_and_then_and_what_is_quick_none(capsys):
    tell = lines_of("playing", lambda: 1.0)
    tell(0, 10, "")
    tell(10, 10, "")
    assert capsys.readouterr().err == ""
    seconds = iter((0.0, 4.0, 11.0, 12.0, 30.0, 45.0))
    tell = lines_of("playing Henge", lambda: next(seconds))
    for done in (1, 20, 21, 60):
        tell(done, 120, "")
    tell(99, None, "")
    assert capsys.readouterr().err.splitlines() == [
        "playing Henge: 20 of 120, about 55 s left",
        "playing Henge: 60 of 120, about 30 s left",
        "playing Henge: 99",
    ]


def test_the_time_left_is_that_of_the_stage_that_runs(capsys):
    seconds = iter((0.0, 90.0, 100.0, 120.0))
    tell = lines_of("playing", lambda: next(seconds))
    for done, total in ((20, 20), (0, 200), (100, 200)):
        tell(done, total, "")
    assert capsys.readouterr().err.splitlines()[-1] == "playing: 100 of 200, about 20 s left"


ENDLESS = (
    "{% set r = range(3000) %}{% for a in r %}{% for b in r %}{% for c in r %}"
    "{% endfor %}{% endfor %}{% endfor %}"
)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def busy(tiny, edit):
    """A print that is busy with a template without end, and the worker that is."""
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    (tiny / "templates" / "fog").mkdir(parents=True)
    (tiny / "templates" / "fog" / "card.svg.j2").write_text(ENDLESS)
    words = {"cwd": tiny, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen([*STARTED, "print", "fog"], **words) as running:
        yield running, worker_of(running.pid)
        running.kill()


def worker_of(process):
    """The worker of a process, as soon as it has one that has computed for a moment."""
    children = Path(f"/proc/{process}/task/{process}/children")
    for _ in range(6000):
        for child in children.read_text().split():
            if ticks(int(child)) > 5:
                return int(child)
        time.sleep(0.01)
    raise AssertionError("no worker was started")


@LINUX
def test_an_interrupt_ends_the_worker_too(busy, tiny):
    running, worker = busy
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert told == "trilith: interrupted; nothing was half-written\n"
    assert gone(worker)
    assert not list((tiny / "output").rglob("*.pdf"))


@LINUX
def test_a_killed_command_leaves_no_worker(busy):
    running, worker = busy
    running.kill()
    running.wait(timeout=60)
    assert gone(worker)
