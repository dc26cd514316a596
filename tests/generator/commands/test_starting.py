"""A command imports and calls what it needs and no more."""

import json
import os
import subprocess
import sys

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
    *(f"generator.{one}" for one in ("cli", "start", "console", "failures", "atomic", "commands")),
    *(f"generator.{one}" for one in ("options", "installed", "fingerprints", "tuning", "odds")),
    "generator.notes",
    *("generator.changes.unchanged", "generator.changes.git_files", "generator.drawing.libcairo"),
    *(f"generator.printing.{one}" for one in ("geometry", "marks", "options", "papers", "decks")),
    *("generator.printing.grids", "generator.printing.imposition", "validator.catalogue.folders"),
    *(f"validator.{one}" for one in ("command", "project", "progress", "findings", "plainfile")),
    *(f"validator.{one}" for one in ("cache", "program", "manual", "simulation.margins")),
)
"""Rooms and modules of ours that say what can be asked, and what they stand on."""
HEAVY = ("cairocffi", "cattrs", "jinja2", "jsonschema", "pikepdf", "reportlab", "yaml")


def python(code, *words, **environment):
    command = [sys.executable, "-c", code, *words]
    around = {**os.environ, **environment}
    return subprocess.run(command, env=around, check=False, capture_output=True, text=True)


def imported(*words, **environment):
    """The modules that a command line imports, and what it prints."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)))\n"
        f"sys.argv = {['trilith', *words]!r}\n"
        "from generator.start import main\n"
        "main()\n"
    )
    ran = python(code, **environment)
    return set(ran.stderr.splitlines()), ran.stdout


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


HELP = """
import json, sys
from generator.cli import application
from generator.commands.registry import COMMANDS
brought, seen = {}, set(sys.stdlib_module_names)
for name in COMMANDS:
    try:
        application([name])([name, "--help"])
    except SystemExit as end:
        assert not end.code, name
    brought[name] = sorted(set(sys.modules) - seen)
    seen |= set(sys.modules)
print(json.dumps(brought), file=sys.stderr)
"""


def test_help_imports_nothing_that_does_the_work():
    # all commands are built in one process, and what each brings is looked at
    brought = json.loads(python(HELP).stderr)
    assert list(brought) == list(COMMANDS)
    heavy = {name: [one for one in found if does_work(one)] for name, found in brought.items()}
    assert not any(heavy.values()), heavy


def does_work(module):
    """Tell whether a module is neither Python's own nor of those that say what can be asked."""
    top = module.partition(".")[0]
    if top in ("generator", "validator"):
        inside = any(f"{module}.".startswith(f"{room}.") for room in LIGHT)
        return not inside and not any(room.startswith(f"{module}.") for room in LIGHT)
    own = {*sys.stdlib_module_names, *LIBRARIES, "sitecustomize"}  # Debian's Python has the last
    return top not in own and not top.startswith("_")


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
    # workers draw, and the cover is set in a process of its own; icons and cuts may be kept
    loaded = python("import sys, generator.outputs.kit; print(*sys.modules)").stdout.split()
    assert "generator.outputs.kit" in loaded
    drawing = {"reportlab", "pikepdf", "cairosvg", "cairocffi", "cssselect2", "fontTools", "ssl"}
    assert drawing & set(loaded) == set()


def test_a_finding_is_explained_without_what_reports_it():
    modules, told = imported("explain", "size-unknown")
    assert "templates/sizes.yaml" in told
    assert [one for one in sorted(modules) if does_work(one)] == []


def test_completion_knows_the_options_of_any_command():
    asked = {"COMP_WORDS": "trilith setup --pl", "COMP_CWORD": "2"}
    assert "--players" in imported(_TRILITH_COMPLETE="complete_bash", **asked)[1]


MOST_MODULES = 155
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
def test_a_print_from_cold_goes_through_few_files(tmp_path):
    words = ["print", "henge", "--project", str(ROOT), "--out", str(tmp_path / "out")]
    run = python(CODE, str(ROOT), *words, XDG_CACHE_HOME=str(tmp_path / "cache"))
    modules, files = json.loads(run.stderr.splitlines()[-1])
    assert len(modules) <= MOST_MODULES, modules
    assert len(files) <= MOST_FILES, files
