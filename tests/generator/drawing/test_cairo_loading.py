"""cairocffi is loaded quickly, and by what was kept only where that is sound."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from generator.drawing.cairo import library

ROOT = Path(__file__).parents[3]
DRAW = (
    "import sys, hashlib, io\n"
    "from generator.drawing.cairo import cairocffi\n"
    "sheet = io.BytesIO()\n"
    "surface = cairocffi.SVGSurface(sheet, 20, 20)\n"
    "context = cairocffi.Context(surface)\n"
    "context.rectangle(2, 3, 5, 7)\n"
    "context.fill()\n"
    "surface.finish()\n"
    "import ctypes.util\n"
    "from contextlib import suppress\n"
    "with suppress(OSError):  # pixbuf is another library, which trilith does without\n"
    "    import cairocffi.pixbuf\n"
    "assert cairocffi.find_library is ctypes.util.find_library\n"
    "print('pycparser' in sys.modules, hashlib.sha256(sheet.getvalue()).hexdigest())\n"
)


def drawn(folder: Path, **more: str) -> tuple[bool, str]:
    """Whether the headers were read, and what was drawn, with byte code in ``folder``."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder), **more}
    if not more:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(
        [sys.executable, "-c", DRAW],
        env=environment,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    read, picture = run.stdout.split()
    return read == "True", picture


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.headers-*"))


def test_headers_are_read_once_and_again_where_what_was_kept_is_damaged(tmp_path):
    read, picture = drawn(tmp_path)
    assert read
    assert drawn(tmp_path) == (False, picture)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + b"!" + whole[41:]):
        file.write_bytes(damaged)
        assert drawn(tmp_path) == (True, picture)
        assert kept(tmp_path) == [file]
        assert file.read_bytes() == whole


def test_nothing_is_kept_where_no_byte_code_is(tmp_path):
    assert drawn(tmp_path, PYTHONDONTWRITEBYTECODE="1")[0]
    assert kept(tmp_path) == []


def test_all_that_draws_loads_it_this_way():
    for source in (ROOT / "generator").rglob("*.py"):
        own = source.name == "cairo.py"
        assert own or not re.search(r"^import cairocffi", source.read_text(encoding="utf-8"), re.M)


def test_others_load_it_before_cairosvg_does():
    for source in (ROOT / "generator").rglob("*.py"):
        before, named, _ = source.read_text(encoding="utf-8").partition("from cairosvg")
        if named and source.parent.name != "drawing":
            assert "generator.drawing.cairo" in before, source


@pytest.mark.parametrize("module", ["drawing.surface", "drawing.painter"])
def test_no_library_loads_it_before(tmp_path, module):
    code = f"import generator.{module}, sys; print('pycparser' in sys.modules)"
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [sys.executable, "-c", code]
    first, again = (subprocess.check_output(line, env=environment, text=True) for _ in "12")
    assert (first.strip(), again.strip()) == ("True", "False")


@pytest.mark.parametrize("module", ["surface", "painter", "svgtree", "trial", "cutlines"])
def test_what_draws_loads_nothing_that_fetches_until_something_is_fetched(module):
    code = f"""
import generator.drawing.{module}, sys
print([one for one in ("ssl", "http.client", "urllib.request") if one in sys.modules])
from cairosvg.url import fetch
print(fetch("data:,stone", "text/plain"))
import urllib.request
print(urllib.request.OpenerDirector.__module__)
"""
    told = subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()
    assert told == ["[]", "b'stone'", "urllib.request"]


def test_a_library_that_is_not_there_is_told():
    with pytest.raises(OSError, match="there is no library nowhere"):
        library(("libnowhere.so",), ("nowhere",))
