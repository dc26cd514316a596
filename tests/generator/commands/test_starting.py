"""A command imports and calls what it needs and no more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from shippedgames import ROOT

from generator.commands.registry import COMMANDS
from validator.processes import cores

LIBRARIES = (
    *("typer", "click", "shellingham", "annotated_doc", "platformdirs", "yaml"),
    "cython_runtime",
)
"""What help may import: what the command line is made of, and the reader of shipped data."""
LIGHT = (
    *(f"generator.{one}" for one in ("cli", "start", "console", "failures", "atomic")),
    *(f"generator.{one}" for one in ("commands", "options", "installed")),
    *(f"generator.{one}" for one in ("fingerprints", "handbook")),
    *("generator.changes.unchanged", "generator.changes.git_files", "generator.drawing.libcairo"),
    *(f"generator.printing.{one}" for one in ("geometry", "marks", "options", "papers", "decks")),
    *("generator.printing.grids", "generator.printing.imposition"),
    *(f"validator.{one}" for one in ("command", "project", "progress", "findings")),
    *(f"validator.{one}" for one in ("plainfile", "cache", "program", "manual")),
    *("validator.catalogue.folders", "validator.simulation.margins"),
)
"""Rooms and modules of ours that say what can be asked, and what they stand on."""
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
    assert "generator.commands.rules" in modules
    assert not modules & {"generator.commands.print", "generator.commands.check"}


def test_help_imports_nothing_that_does_the_work():
    """Of every command: all are built in one process, and what each brings is looked at."""
    code = (
        "import json, sys\n"
        "from generator.cli import application\n"
        "from generator.commands.registry import COMMANDS\n"
        "brought, seen = {}, set(sys.stdlib_module_names)\n"
        "for name in COMMANDS:\n"
        "    try:\n"
        "        application([name])([name, '--help'])\n"
        "    except SystemExit as end:\n"
        "        assert not end.code, name\n"
        "    brought[name] = sorted(set(sys.modules) - seen)\n"
        "    seen |= set(sys.modules)\n"
        "print(json.dumps(brought), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    brought: dict[str, list[str]] = json.loads(run.stderr)
    assert list(brought) == list(COMMANDS)
    heavy = {name: [one for one in found if does_work(one)] for name, found in brought.items()}
    assert {name: found for name, found in heavy.items() if found} == {}


def does_work(module: str) -> bool:
    """Tell whether a module is neither Python's own nor of those that say what can be asked."""
    top = module.partition(".")[0]
    if top in ("generator", "validator"):
        return not within(module, LIGHT) and not holds(module, LIGHT)
    own = top in sys.stdlib_module_names or top.startswith("_")
    own = own or top == "sitecustomize"  # Debian's Python brings one
    return not own and top not in LIBRARIES


def within(module: str, rooms: Iterable[str]) -> bool:
    return any(f"{module}.".startswith(f"{room}.") for room in rooms)


def holds(package: str, rooms: Iterable[str]) -> bool:
    """Tell whether a package is imported only as the way to something inside it."""
    return any(room.startswith(f"{package}.") for room in rooms)


def test_a_kit_in_which_nothing_changed_is_told_without_what_makes_it(tiny, tmp_path):
    words = ("print", "fog", "--project", str(tiny))
    settings = {"XDG_CONFIG_HOME": str(tmp_path / "settings")}
    made, _ = imported(*words, **settings)
    assert {"jinja2", "generator.outputs.kit", "validator.catalogue.load"} <= made
    modules, told = imported(*words, **settings)
    assert told.endswith("nothing has changed since\n")
    assert not modules & set(HEAVY) - {"yaml"}
    work = ("generator.design.faces", "generator.outputs.kit", "validator.catalogue.model")
    assert not modules & set(work)


def test_what_lays_a_kit_out_imports_nothing_that_draws():
    """Workers draw, and the cover is set in a process of its own; icons and cuts may be kept."""
    code = "import sys, generator.outputs.kit; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    drawing = {"reportlab", "pikepdf", "cairosvg", "cairocffi", "cssselect2", "fontTools", "ssl"}
    assert drawing & set(loaded) == set()


def test_a_finding_is_explained_without_what_reports_it():
    modules, told = imported("explain", "size-unknown")
    assert "templates/sizes.yaml" in told
    assert [one for one in sorted(modules) if does_work(one)] == []


def test_completion_knows_the_options_of_any_command():
    asked = {
        "_TRILITH_COMPLETE": "complete_bash",
        "COMP_WORDS": "trilith setup --pl",
        "COMP_CWORD": "2",
    }
    assert "--players" in imported(**asked)[1]


MOST_MODULES = 150
"""Modules of ours that a print from cold imports; it imported 291 before they were merged."""
MOST_FILES = 100
"""Files of ours with a function that it calls; it was 214."""

CODE = """
import inspect, json, sys


root, files = sys.argv.pop(1), set()

def note(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_flags & inspect.CO_OPTIMIZED:
        files.add(code.co_filename)

sys.setprofile(note)
from generator.start import main
try:
    main()
except SystemExit as end:
    sys.setprofile(None)
    assert not end.code, end.code
ours = tuple(f"{root}/{package}/" for package in ("generator", "validator"))
modules = [name for name in sys.modules if name.split(".")[0] in ("generator", "validator")]
passed = [name for name in files if name.startswith(ours)]
print(json.dumps([sorted(modules), sorted(passed)]), file=sys.stderr)
"""


@pytest.mark.heavy
@pytest.mark.skipif(cores() < 2, reason="with one processor this process draws, too")
def test_a_print_from_cold_goes_through_few_files(tmp_path: Path):
    words = ["print", "henge", "--project", str(ROOT), "--out", str(tmp_path / "out")]
    run = subprocess.run(
        [sys.executable, "-c", CODE, str(ROOT), *words],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        check=True,
        capture_output=True,
        text=True,
    )
    modules, files = json.loads(run.stderr.splitlines()[-1])
    assert len(modules) <= MOST_MODULES, modules
    assert len(files) <= MOST_FILES, files
