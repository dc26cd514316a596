"""docs/sheets.md tells the truth: its short forms, and its example of a set with a sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from sheetfiles import cards, xlsx

from validator.catalogue.effects import KINDS
from validator.catalogue.sheets.effect_words import read_effects, say_effects
from validator.catalogue.sheets.shapes import same

PAGE = (Path(__file__).parents[4] / "docs/sheets.md").read_text("utf-8")
SHORT = re.findall(r"^\| `([^`]+)` \| `(\[.+\])` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("text", "written"), SHORT)
def test_short_forms_say_what_stands_beside_them(text: str, written: str):
    effects = yaml.safe_load(written)
    assert same(read_effects(text), effects)
    assert say_effects(effects) == text


def test_every_kind_of_effect_is_shown():
    assert {text.split()[0] for text, _ in SHORT} == set(KINDS)


def test_the_example_of_a_sheet_reads(tiny: Path):
    block = re.search(r"```yaml\n# (components/fog/cards.yaml)\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    (tiny / block[1]).write_text(block[2], "utf-8")
    table = PAGE[block.end() :].strip().split("\n\n")[0].splitlines()
    rows = [[_cell(cell) for cell in line.strip("| ").split(" | ")] for line in table]
    assert rows[0][0] == "id"
    (tiny / "components/fog/cards.xlsx").write_bytes(xlsx([rows[0], *rows[2:]]))
    found, findings = cards(tiny)
    assert [one.code for one in findings] == []
    effects = [{"do": "gain", "what": "coin", "amount": 1}]
    candle = {"id": "candle", "name": "Candle", "copies": 6, "cost": 0, "effects": effects}
    assert found["candle"] == candle
    assert len(found["bonfire"]["effects"]) == 2


def _cell(text: str) -> object:
    return int(text) if text.isdigit() else text or None
