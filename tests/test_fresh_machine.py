"""What a machine lacks is told before all else, and tests that need it are skipped or fail."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = """#!/bin/sh
case "$*" in
    *version_info\\ *) exit {old} ;;
    *ensurepip*) exit {venv} ;;
    *python%d*) echo python3.13-venv ;;
    --version) echo Python 3.9.2 ;;
    -) cat >/dev/null; exit {cairo} ;;
    *) echo "ran: $*"; exit 7 ;;
esac
"""
"""A Python that lacks what it is asked for; that it is used for more ends with 7."""
BOTH = "libcairo2 python3.13-venv"


def programs(folder, **texts):
    """A folder to be the path, with these programs and what any shell has."""
    folder.mkdir()
    for name in ("sh", "cat", "printf", "make"):
        (folder / name).symlink_to(f"/usr/bin/{name}")
    for name, text in texts.items():
        path = folder / name.replace("_", "-")
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    return folder


def said(*words, path, cwd=ROOT, **around):
    """Exit status and output; of what runs us, such as `make test PYTHON=...`, nothing is heard."""
    env = {"PATH": str(path), **around}
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(words, cwd=cwd, env=env, check=False, **both)
    return done.returncode, done.stdout


def python(old=0, venv=0, cairo=0):
    return PYTHON.format(old=old, venv=venv, cairo=cairo)


def shell(text):
    return f"#!/bin/sh\n{text}\n"


def test_root_gets_what_is_missing_and_what_is_named(tmp_path):
    apt = shell('echo "$@" >>"$APT_LOG"')
    lacking = python(venv=1, cairo=1)
    path = programs(tmp_path / "bin", python3=lacking, id=shell("echo 0"), apt_get=apt)
    log = tmp_path / "log"
    status, told = said("sh", "system.sh", "python3", "chromium", path=path, APT_LOG=str(log))
    assert status == 0, told
    update, install = log.read_text(encoding="utf-8").splitlines()
    assert update.startswith("update")
    assert install.startswith("install ") and install.endswith(f" chromium {BOTH}")
    assert f"chromium {BOTH}" in told


@pytest.mark.parametrize(
    ("tools", "missing", "line"),
    [
        (("apt-get", "sudo"), {"cairo": 1}, "    sudo apt-get install --yes libcairo2"),
        (("apt-get", "sudo"), {"venv": 1}, "    sudo apt-get install --yes python3.13-venv"),
        (("apt-get",), {"cairo": 1, "venv": 1}, f"    su -c 'apt-get install --yes {BOTH}'"),
        (("dnf", "sudo"), {"cairo": 1}, "    sudo dnf install cairo"),
        (("pacman", "sudo"), {"cairo": 1}, "    sudo pacman -S cairo"),
        (("brew",), {"cairo": 1}, "    brew install cairo"),
        ((), {"cairo": 1}, "trilith needs the cairo library: "),
        (("dnf",), {"venv": 1}, "trilith needs a Python with the modules venv and ensurepip"),
        ((), {"old": 1}, "trilith needs Python 3.11 or newer, and python3 is Python 3.9.2: "),
    ],
)
def test_whoever_is_not_root_is_told_one_command_before_make_does_anything(
    tmp_path, tools, missing, line
):
    for name in ("Makefile", "system.sh", "pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    asked = {name: shell(f"echo {name} was run; exit 3") for name in tools}
    path = programs(tmp_path / "bin", python3=python(**missing), id=shell("echo 1000"), **asked)
    status, told = said("make", "test", path=path, cwd=tmp_path)
    assert status != 0
    assert line in told
    assert "ran: " not in told
    assert "was run" not in told
    assert not (tmp_path / ".venv").exists()


def test_a_python_that_is_not_there_is_named(tmp_path):
    path = programs(tmp_path / "bin")
    status, told = said("sh", "system.sh", "python3", path=path)
    missing = "trilith needs Python 3.11 or newer, and python3 is missing"
    assert (status, told.split(":")[0]) == (1, missing)


HERE = Path(__file__).parent
WITH_PAGES = sorted(
    path.relative_to(HERE).as_posix()
    for path in HERE.rglob("test_*.py")
    if re.search(r"chromium\(programs\)|def \w+\([^)]*\bwindow\b", path.read_text(encoding="utf-8"))
)
WITH_GIT = "generator/changes/test_since.py::test_a_new_file_counts_as_a_change"
ADVICE = {
    "chromium and chromedriver are not installed (Debian: apt install chromium-driver)",
    "git is not installed (Debian: apt install git)",
}
CHOOSE = """
def pytest_collection_modifyitems(items):
    opened = [one for one in items if "programs" in one.fixturenames]
    others = [one for one in items if one.name == {name!r}]
    items[:] = opened + others
"""


def run(folder, ci):
    """What pytest says where no program is on the path, with the fixtures that it sets up."""
    file, _, name = WITH_GIT.partition("::")
    (folder / "choose.py").write_text(CHOOSE.format(name=name), encoding="utf-8")
    (folder / "empty").mkdir()
    around = {**os.environ, "PATH": str(folder / "empty"), "PYTHONPATH": str(folder), "CI": ci}
    words = ("-m", "", "-p", "no:cacheprovider", "-p", "choose", "-n", "0", "--setup-show", "-rsE")
    command = [sys.executable, "-m", "pytest", *words, *WITH_PAGES, file]
    done = subprocess.run(command, cwd=HERE, env=around, check=False, stdout=-1, text=True)
    return done.returncode, done.stdout


@pytest.mark.heavy
@pytest.mark.parametrize(("ci", "word"), [("", "skipped"), ("true", "error")])
def test_what_is_missing_is_told_before_anything_is_begun(tmp_path, ci, word):
    status, said = run(tmp_path, ci)
    assert (status != 0) == bool(ci), said
    ended = re.search(r"^(\d+) (\w+?)s? in ", said, re.MULTILINE)
    assert (int(ended[1]) >= 35, ended[2]) == (True, word)
    assert {one for one in ADVICE if one in said} == ADVICE
    begun = {line.split()[2] for line in said.splitlines() if re.match(r"\s*SETUP +M ", line)}
    assert begun <= {"made"}, "a studio was started, or a site written"
