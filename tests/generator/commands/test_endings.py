"""How commands end where output, names or an interrupt do not let them go on."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from generator.console import failures_told
from generator.start import ended

TOO_LONG = "x" * 300
FULL = Path("/dev/full")


def trilith(*words, **options):
    command = [sys.executable, "-c", "from generator.start import main; main()", *map(str, words)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, check=False, text=True, **options)


@pytest.mark.parametrize("words", [["list"], ["--version"], ["--help"]])
def test_a_full_disk_behind_the_output_is_told_in_one_line(tiny, words):
    with FULL.open("w") as full:
        ran = trilith(*words, cwd=tiny, stdout=full)
    assert ran.returncode == 1
    assert ran.stderr == "trilith: cannot go on: No space left on device\n"


def test_a_full_disk_behind_the_errors_ends_without_words(tiny):
    with FULL.open("w") as full:
        assert trilith("check", "frog", cwd=tiny, stderr=full).returncode in (1, 2)


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

    assert (ended(broken), ended(failed)) == (1, 3)
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
    @failures_told
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

    assert ended(interrupted) == 130
    assert capsys.readouterr().err == "trilith: interrupted; nothing was half-written\n"
