"""What cannot run on a machine is skipped before it waits, and fails where all is to be there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WITH_PAGES = sorted(
    path.relative_to(HERE).as_posix()
    for path in HERE.rglob("test_*.py")
    if "chromium(programs)" in path.read_text(encoding="utf-8")
)
WITH_TOOLS = (
    "generator/changes/test_since.py::test_a_new_file_counts_as_a_change",
    "wheels/test_wheels.py::test_the_switch_compiles_and_adds_nothing_else",
)
ADVICE = {
    "chromium and chromedriver are not installed (Debian: apt install chromium-driver)",
    "git is not installed (Debian: apt install git)",
    "no C compiler with Python's headers (Debian: apt install gcc python3-dev)",
}
CHOOSE = """
def pytest_collection_modifyitems(items):
    opened = [one for one in items if "programs" in one.fixturenames]
    others = [one for one in items if one.name in {names!r}]
    items[:] = opened + others
"""


def run(folder: Path, ci: str) -> tuple[int, str]:
    """What pytest says where no program is on the path, with the fixtures that it sets up."""
    names = [test.rpartition(":")[2] for test in WITH_TOOLS]
    (folder / "choose.py").write_text(CHOOSE.format(names=names), encoding="utf-8")
    (folder / "empty").mkdir()
    around = {**os.environ, "PATH": str(folder / "empty"), "PYTHONPATH": str(folder), "CI": ci}
    files = [*WITH_PAGES, *(test.partition(":")[0] for test in WITH_TOOLS)]
    words = ("-m", "", "-p", "no:cacheprovider", "-p", "choose", "-n", "0", "--setup-show", "-rsE")
    command = [sys.executable, "-m", "pytest", *words, *files]
    done = subprocess.run(command, cwd=HERE, env=around, check=False, stdout=-1, text=True)
    return done.returncode, done.stdout


@pytest.mark.heavy
@pytest.mark.parametrize(("ci", "word"), [("", "skipped"), ("true", "error")])
def test_what_is_missing_is_told_before_anything_is_begun(tmp_path: Path, ci: str, word: str):
    status, said = run(tmp_path, ci)
    assert (status != 0) == bool(ci), said
    ended = re.search(r"^(\d+) (\w+?)s? in ", said, re.MULTILINE)
    assert ended is not None, said
    assert (int(ended[1]) >= 35, ended[2]) == (True, word)
    assert {one for one in ADVICE if one in said} == ADVICE
    begun = {line.split()[2] for line in said.splitlines() if re.match(r"\s*SETUP +M ", line)}
    assert begun <= {"made"}, "a studio was started, or a site written"
