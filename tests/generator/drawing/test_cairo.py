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


@pytest.mark.parametrize("module", ["surface", "painter", "svgtree", "trial", "cutlines"])
def test_it_is_loaded_away_from_where_one_stands(tmp_path, module):
    code = f"""
import os, sys
class Look:
    def find_spec(name, *rest):
        if name.startswith("cairocffi"):
            places.add(os.getcwd())
places = set()
sys.meta_path.insert(0, Look)
import generator.drawing.{module}, generator.drawing.cairo
print(*places)
"""
    line = [sys.executable, "-c", code]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "generator" / "data")


def run_twice(code, cache):
    """What a new process says of ``code``, and the next one."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    line = [sys.executable, "-c", code]
    return [
        subprocess.run(line, env=environment, check=True, stdout=-1, text=True).stdout.strip()
        for _ in range(2)
    ]


def test_the_headers_are_read_once_for_all_processes(tmp_path):
    code = """
import cffi
FFI, read = cffi.FFI, []
FFI.cdef = lambda *given, cdef=FFI.cdef, **more: read.append(1) or cdef(*given, **more)
from generator.drawing.cairo import cairocffi
surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, 4, 4)
cairocffi.Context(surface).paint()
print(bool(read), bytes(surface.get_data())[:2])
"""
    painted = str(bytes([255, 255]))
    assert run_twice(code, tmp_path) == [f"True {painted}", f"False {painted}"]


def test_the_code_of_dataclasses_is_compiled_once_for_all_processes(tmp_path):
    code = """
import builtins
from dataclasses import dataclass
from generator.dataclass_code import reuse_dataclass_code
reuse_dataclass_code()
compiled, compile = [], builtins.compile
builtins.compile = lambda *given: compiled.append(1) or compile(*given)
@dataclass(frozen=True, order=True)
class Stone:
    weight: int
    name: str = "lintel"
print(bool(compiled), Stone(2) < Stone(3), Stone(2))
"""
    said = "True Stone(weight=2, name='lintel')"
    assert run_twice(code, tmp_path) == [f"True {said}", f"False {said}"]


def test_a_library_that_is_not_there_is_told():
    with pytest.raises(OSError, match="there is no library nowhere"):
        load_library(("libnowhere.so",), ("nowhere",))


@pytest.mark.parametrize("command", ["print", "preview"])
def test_a_command_without_cairo_says_how_to_install_it_in_one_line(tmp_path, command):
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-m", "generator.cli", command, "henge"]
    run = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr.strip() == libcairo.ADVICE
    assert run.stderr.count("\n") == 1
    assert run.stdout == ""
    for name in ("apt-get install", "dnf install", "brew install", "Windows"):
        assert name in libcairo.ADVICE
