"""Cairo: loaded from where no project can put a library in its place, and told of if missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.drawing import libcairo
from generator.drawing.cairo import load_library

ROOT = Path(__file__).parents[3]


def test_all_that_draws_loads_it_this_way_and_before_cairosvg_does():
    for source in (ROOT / "generator").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        before, named, _ = text.partition("from cairosvg")
        assert source.name == "cairo.py" or not re.search(r"^import cairocffi", text, re.M), source
        assert not named or "generator.drawing.cairo" in before, source


def test_it_is_loaded_away_from_where_one_stands(tmp_path):
    code = """
import os, ctypes.util
places = []
find = ctypes.util.find_library
ctypes.util.find_library = lambda name: places.append(os.getcwd()) or find(name)
import generator.drawing.surface, generator.drawing.cairo
print(*set(places))
"""
    line = [sys.executable, "-c", code]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "generator" / "data")


def test_a_library_that_is_not_there_is_told():
    with pytest.raises(OSError, match="there is no library nowhere"):
        load_library(("libnowhere.so",), ("nowhere",))


def test_a_command_without_cairo_says_how_to_install_it_in_one_line(tmp_path):
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-m", "generator.cli", "print", "henge"]
    run = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr.strip() == libcairo.ADVICE
    assert run.stderr.count("\n") == 1
    assert run.stdout == ""
    for name in ("apt-get install", "dnf install", "brew install", "Windows"):
        assert name in libcairo.ADVICE
