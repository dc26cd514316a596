"""How much of the code a print goes through, which is what one reads to follow it.

Counted is what the process of the command itself does: its workers draw.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from shippedgames import ROOT

from validator.processes import cores

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
