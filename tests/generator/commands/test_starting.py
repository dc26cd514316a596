"""A command imports what it needs and no more."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAVY = ("cairocffi", "cattrs", "jinja2", "jsonschema", "pikepdf", "reportlab", "yaml")


def imported(*words: str, **environment: str) -> tuple[set[str], str]:
    """The modules that a command line imports, and what it prints."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)))\n"
        f"sys.argv = {['trilith', *words]!r}\n"
        "from generator.start import main\n"
        "main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    return set(run.stderr.splitlines()), run.stdout


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("-h",)])
def test_what_tells_of_the_program_imports_no_command(words):
    modules, told = imported(*words)
    assert told
    assert "typer" in modules
    assert not modules & set(HEAVY)
    assert not [name for name in modules if name.startswith("generator.outputs")]


def test_help_of_a_command_imports_that_command_alone():
    modules, told = imported("setup", "--help")
    assert "--players" in told
    assert "generator.options.kit" not in modules
    assert not modules & {"cairocffi", "pikepdf", "reportlab"}


def test_completion_knows_the_options_of_any_command():
    asked = {
        "_TRILITH_COMPLETE": "complete_bash",
        "COMP_WORDS": "trilith setup --pl",
        "COMP_CWORD": "2",
    }
    assert "--players" in imported(**asked)[1]
