"""How commands end where output, names or an interrupt do not let them go on."""

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

from generator.console import report_failures
from generator.start import run_to_end
from generator.starter import write_starter
from validator.cache import project_folder
from validator.progress import InterruptedRun

TOO_LONG = "x" * 300
FULL = Path("/dev/full")


STARTED = [sys.executable, "-c", "from generator.start import main; main()"]


def trilith(*words, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([*STARTED, *map(str, words)], check=False, text=True, **options)


@pytest.mark.parametrize("words", [["list"], ["--version"], ["--help"]])
def test_a_full_disk_behind_the_output_is_told_in_one_line(tiny, words):
    with FULL.open("w") as full:
        ran = trilith(*words, cwd=tiny, stdout=full)
    assert ran.returncode == 1
    assert ran.stderr == "trilith: cannot go on: No space left on device\n"


@pytest.mark.parametrize("words", [["check", "frog"], ["check", "fog", "--game"]], ids=str)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_the_errors_ends_without_words(tiny, words, unbuffered):
    around = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with FULL.open("w") as full:
        assert trilith(*words, cwd=tiny, stderr=full, env=around).returncode in (1, 2)


def test_a_closed_pipe_ends_without_words(tiny):
    reading, writing = os.pipe()
    os.close(reading)
    ran = trilith("list", cwd=tiny, stdout=writing)
    os.close(writing)
    assert (ran.stderr, ran.returncode) == ("", 1)


def test_a_pipe_closed_before_the_end_hides_no_errors(capsys):
    def broken():
        raise BrokenPipeError

    def failed():
        sys.exit(3)

    assert (run_to_end(broken), run_to_end(failed)) == (1, 3)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "words",
    [
        ["check", "--project", TOO_LONG],
        ["new", TOO_LONG],
    ],
)
def test_a_name_too_long_for_the_system_is_told_in_one_line(tiny, words):
    ran = trilith(*words, cwd=tiny)
    assert ran.returncode in (1, 2)
    assert "too long" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_template_whose_name_is_too_long_for_the_system_is_not_there(tiny):
    ran = trilith("preview", "--template", TOO_LONG, "--size", "poker", cwd=tiny)
    assert ran.returncode == 1
    assert "there is no template" in ran.stderr
    assert "Traceback" not in ran.stderr


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


def test_an_interrupted_run_is_one_line_that_says_how_to_go_on(capsys):
    @report_failures
    def interrupted():
        raise InterruptedRun("interrupted; 12 games are kept; the same command goes on from there")

    assert run_to_end(interrupted) == 130
    said = "trilith: interrupted; 12 games are kept; the same command goes on from there\n"
    assert capsys.readouterr().err == said


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_long_run_is_interrupted_and_keeps_what_is_done(tmp_path):
    write_starter(tmp_path, "Fog")
    line = ["simulate", "fog", "--project", str(tmp_path), "--games", "200000", "--jobs", "2"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = subprocess.Popen([*STARTED, *line], text=True, **pipes)
    runs = project_folder(tmp_path)
    while len([one for one in runs.rglob("*") if one.is_file()]) < 2:
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, told = running.communicate()
    assert (running.returncode, out) == (130, "")
    assert re.fullmatch(
        r"trilith: interrupted; [\d,]+ games are kept; the same command goes on from there\n", told
    )
