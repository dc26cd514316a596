"""Regular expressions of modules are compiled once, and find what those compiled anew find."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MAKE = r"""
import re, sys
import re._compiler as compiler
from generator.bytecode.patterns import keep_patterns

compiled = []
def told(*given):
    compiled.append(given[0])
    return code(*given)

code, compiler._code = compiler._code, told
if sys.argv[1] == "kept":
    keep_patterns()

NAMED = re.compile(r"(?P<count>\d+) (?P<what>[\w-]+)", re.MULTILINE)
LETTERS = re.compile("[^\x09\x0a\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SURROGATE = re.compile("\ud800|druid", re.IGNORECASE)
RAW = re.compile(rb"^(?:template|back): *([\w/-]+)", re.MULTILINE)
SAME = re.compile(r"^(?:template|back): *([\w/-]+)", re.MULTILINE)
SPLIT = re.split(r"(,)\s*", "ring, stone,  path")

def find(word):
    return re.compile(f"{word}s?").findall("stone stones")

try:
    re.compile("(unclosed")
except re.error as error:
    wrong = str(error)
patterns = (NAMED, LETTERS, SURROGATE, RAW, SAME)
print(len(compiled))
compiled.clear()
found = find("stone"), len(compiled)
print([ascii(one) for one in patterns], [one.flags for one in patterns], wrong)
print(NAMED.groupindex, NAMED.groups, [one.groupdict() for one in NAMED.finditer("3 clans\n4 x")])
print(LETTERS.sub("?", "a\x01b"), SURROGATE.findall("Druid"), RAW.findall(b"back: x/y"), SPLIT)
print(SAME.findall("template: card"), found)
"""


def made(folder: Path, how: str = "kept", **more: str) -> tuple[int, list[str]]:
    """How many were compiled by hand, and what they found, with byte code in ``folder``."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder), **more}
    if not more:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [sys.executable, "-c", MAKE, how]
    printed = subprocess.check_output(line, env=environment, cwd=ROOT, text=True)
    compiled, *said = printed.splitlines()
    return int(compiled), said


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.patterns-*"))


def test_patterns_are_compiled_once_and_are_what_re_makes_by_itself(tmp_path):
    _, said = made(tmp_path, "by itself")
    assert kept(tmp_path) == []
    first, again = made(tmp_path), made(tmp_path)
    assert first[0] >= 6
    assert again[0] == 0
    assert first[1] == again[1] == said


def test_what_no_module_names_as_its_own_is_compiled_each_time(tmp_path):
    made(tmp_path)
    assert made(tmp_path)[1][-1].endswith("(['stone', 'stones'], 1)")


@pytest.mark.parametrize("at", [0, 9, 14, 25, 200, -1])
def test_what_was_kept_and_is_damaged_is_made_anew(tmp_path, at):
    _, said = made(tmp_path)
    (file,) = kept(tmp_path)
    whole = bytearray(file.read_bytes())
    whole[at] ^= 1
    file.write_bytes(whole)
    compiled, told = made(tmp_path)
    assert told == said
    assert compiled > 0
    assert made(tmp_path) == (0, said)


def test_no_patterns_are_kept_where_no_byte_code_is(tmp_path):
    assert made(tmp_path, PYTHONDONTWRITEBYTECODE="1")[0] >= 6
    assert kept(tmp_path) == []


def test_the_program_starts_with_it(tmp_path):
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [sys.executable, "-m", "generator.start", "--version"]
    subprocess.run(line, env=environment, cwd=ROOT, check=True, capture_output=True)
    assert len(kept(tmp_path)) == 1
