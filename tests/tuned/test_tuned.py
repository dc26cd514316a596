"""The plants of `make tuned` are what they say: numbers that are there, and values out of reach."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from plants import GAMES, planted

from generator.starter import write_starter
from generator.tuning import vary_numbers
from validator.variants import GameVariants


@pytest.mark.parametrize("name", GAMES)
def test_what_is_planted_can_be_taken_back(name, tmp_path):
    write_starter(tmp_path, "Tuned", name.split()[0])
    setup = tmp_path / "components" / "tuned" / "setup.yaml"
    setup.write_text(setup.read_text("utf-8") + GAMES[name].added, "utf-8")
    variants = GameVariants(tmp_path, "tuned")
    varied = {
        number.name: (number.value, others)
        for asked in GAMES[name].vary.items()
        for number, others in vary_numbers(variants, *asked)
    }
    for target, wrong in GAMES[name].wrong.items():
        now, others = varied[target]
        assert now not in wrong
        assert set(wrong) <= set(others), "it can stand in the data, and be looked for"


def test_plants_are_the_same_each_time_and_some_are_two():
    assert planted(8) == planted(8)
    assert {name for name, _ in map(planted, range(30))} == set(GAMES)
    assert {len(edits) for _, edits in map(planted, range(30))} == {1, 2}
