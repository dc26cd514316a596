"""Processes that are started anew run nothing of the project that a command stands in."""

import os
import subprocess
import sys

import pytest
from hostileproject import build, recipes

STARTED = """
import sys, threading

threading.Thread(target=threading.Event().wait, daemon=True).start()
from generator.start import main

if __name__ == "__main__":
    main()
"""
"""trilith beside a thread, where no process is forked."""
LINES = (
    ("check",),
    ("print", "fog"),
    ("simulate", "fog", "--games", "200", "--jobs", "2"),
    ("report", "fog", "--games", "20", "--jobs", "2"),
    ("studio", "fog", "--once"),
    ("diff", "fog", "HEAD"),
)

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes, programs"),
]


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A project full of modules, programs and settings that are looked for by their names."""
    (recipe,) = (one for one in recipes() if one.name == "planted")
    return build(recipe, tmp_path_factory.mktemp("planted"))


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_nothing_of_a_project_runs_where_processes_are_spawned(line, planted):
    script = planted.home / "trilith.py"
    script.write_text(STARTED, encoding="utf-8")
    path = os.pathsep.join((".", "", str(planted.root), os.environ["PATH"]))
    around = {**os.environ, "PATH": path, "HOME": str(planted.home)}
    ran = subprocess.run(
        [sys.executable, script, *line],
        cwd=planted.root,
        env=around,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert not planted.marker.exists(), "something of the project was run"
