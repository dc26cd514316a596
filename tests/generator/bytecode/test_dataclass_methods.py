"""Methods of data classes are compiled once, and are the same as those compiled each time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MAKE = """
import builtins, dataclasses, inspect, os, sys
from generator.bytecode.methods import keep_methods

compiled = []
def told(*given, **more):
    compiled.append(given[0])
    return compile_(*given, **more)

compile_, builtins.compile = compile, told
if sys.argv[1] == "kept":
    keep_methods()

@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Card:
    name: str
    cost: int = 0
    icons: "list[str]" = dataclasses.field(default_factory=list, compare=False)

@dataclasses.dataclass
class Deck:
    cards: list[Card]

card, dearer = Card("Long Ropes", 2), Card("Long Ropes", 3)
said = [repr(card), card == Card("Long Ropes", 2), card < dearer, hash(card) == hash(dearer)]
said += [str(inspect.signature(Card)), Card.__init__.__annotations__, Card.__init__.__qualname__]
said += [Deck([card]), Deck([]) == Deck([])]
for wrong in (lambda: setattr(card, "cost", 3), lambda: Card(), lambda: delattr(card, "cost")):
    try:
        wrong()
    except Exception as error:
        said.append(repr(error))
print(len(compiled))
print(said)
"""


def made(folder: Path, how: str = "kept", **more: str) -> tuple[int, str]:
    """How many texts were compiled by hand, and what classes said, with byte code in ``folder``."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder), **more}
    if not more:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [sys.executable, "-c", MAKE, how]
    printed = subprocess.check_output(line, env=environment, cwd=ROOT, text=True)
    compiled, said = printed.splitlines()
    return int(compiled), said


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.methods-*"))


def test_methods_are_compiled_once_and_are_what_dataclasses_makes_by_itself(tmp_path):
    _, said = made(tmp_path, "by itself")
    assert kept(tmp_path) == []
    first, again = made(tmp_path), made(tmp_path)
    assert first[0] > 10
    assert again[0] == 0
    assert first[1] == again[1] == said


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


def test_what_a_process_that_was_killed_wrote_in_part_is_made_anew(tmp_path):
    first, said = made(tmp_path)
    (file,) = kept(tmp_path)
    file.write_bytes(file.read_bytes()[:-5])
    assert made(tmp_path) == (first, said)
    assert made(tmp_path) == (0, said)


def test_what_has_grown_too_large_is_begun_anew(tmp_path):
    first, said = made(tmp_path)
    (file,) = kept(tmp_path)
    small = file.read_bytes()
    with file.open("ab") as more:
        more.write(small * (8_000_000 // len(small) + 1))
    assert made(tmp_path) == (first, said)
    assert file.read_bytes() == small


def test_no_methods_are_kept_where_no_byte_code_is(tmp_path):
    assert made(tmp_path, PYTHONDONTWRITEBYTECODE="1")[0] > 10
    assert kept(tmp_path) == []


def test_the_program_starts_with_it(tmp_path):
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    line = [sys.executable, "-m", "generator.start", "--version"]
    subprocess.run(line, env=environment, cwd=ROOT, check=True, capture_output=True)
    assert len(kept(tmp_path)) == 1
