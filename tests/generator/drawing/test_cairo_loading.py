"""cairocffi is loaded from where no project can put a library in its place."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.drawing.cairo import load_library

ROOT = Path(__file__).parents[3]


def test_all_that_draws_loads_it_this_way():
    for source in (ROOT / "generator").rglob("*.py"):
        own = source.name == "cairo.py"
        assert own or not re.search(r"^import cairocffi", source.read_text(encoding="utf-8"), re.M)


def test_others_load_it_before_cairosvg_does():
    for source in (ROOT / "generator").rglob("*.py"):
        before, named, _ = source.read_text(encoding="utf-8").partition("from cairosvg")
        assert not named or "generator.drawing.cairo" in before, source


@pytest.mark.parametrize("module", ["surface", "painter", "svgtree", "trial", "cutlines"])
def test_it_is_loaded_away_from_where_one_stands(tmp_path, module):
    code = f"""
import os, ctypes.util
places = []
find = ctypes.util.find_library
ctypes.util.find_library = lambda name: places.append(os.getcwd()) or find(name)
import generator.drawing.{module}, generator.drawing.cairo
print(*set(places))
"""
    line = [sys.executable, "-c", code]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "generator" / "data")


def test_a_library_that_is_not_there_is_told():
    with pytest.raises(OSError, match="there is no library nowhere"):
        load_library(("libnowhere.so",), ("nowhere",))
