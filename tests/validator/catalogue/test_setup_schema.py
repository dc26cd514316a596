"""The schema of set-up scripts and its typed steps keep in step."""

from __future__ import annotations

from typing import Any

import pytest

from validator.catalogue.schema import check_source, schema
from validator.catalogue.script import ALWAYS, Grid, Move, Seats
from validator.catalogue.script_parse import parse_setup
from validator.catalogue.source import Source

DEFS = schema("setup")["$defs"]
VERBS: list[str] = DEFS["step"]["properties"]["do"]["enum"]


def script(*steps: dict[str, Any]) -> Source:
    return Source("setup.yaml", {"kind": "setup", "zones": {"deck": "Deck"}, "steps": list(steps)})


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_of_each_verb_is_right_and_becomes_a_step(verb: str):
    [example] = DEFS[verb]["examples"]
    source = script(example)
    assert check_source(source, "setup", "toy") == []
    [step] = parse_setup(source).steps
    assert (step.common.when == ALWAYS) is ("when" not in example)
    assert isinstance(step, Move) is (verb in ("place", "deal", "move", "return"))


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_and_key_is_described(verb: str):
    for key, value in DEFS[verb]["properties"].items():
        described = value.get("description") or DEFS.get(_name(value), {}).get("description")
        assert described or key == "do", f"{verb}.{key}"


def _name(value: dict[str, Any]) -> str:
    return str(value.get("$ref", "")).rpartition("/")[2]


@pytest.mark.parametrize(
    "step",
    [
        {"do": "shuffle"},
        {"do": "shuffle", "zone": "deck", "count": 3},
        {"do": "deal", "from": "deck", "to": "seat.hand", "count": 0},
        {"do": "place", "set": "card", "to": "deck", "each": "everyone"},
        {"do": "place", "set": "card", "to": "deck", "when": {"player": 2}},
        {"do": "place", "set": "card", "to": "deck", "when": {"players": "two"}},
        {"do": "choose", "from": "deck", "to": "deck"},
        {"do": "draw", "from": "deck"},
        {"zone": "deck"},
    ],
)
def test_a_wrong_step_is_one_error(step: dict[str, Any]):
    assert len(check_source(script(step), "setup", "toy")) == 1


def test_a_step_that_is_no_mapping_is_one_error():
    source = Source("setup.yaml", {"kind": "setup", "zones": {}, "steps": ["shuffle"]})
    assert len(check_source(source, "setup", "toy")) == 1


def test_seats_conditions_and_labels():
    source = script(
        {
            "do": "deal",
            "from": "deck",
            "to": ["seat.hand", "seat.row"],
            "each": [2, 1],
            "order": "reverse",
            "when": {"players": [2, 3], "bots": 0, "total": "3+", "options": {"side": "3"}},
        }
    )
    setup = parse_setup(source)
    [step] = setup.steps
    assert isinstance(step, Move)
    assert step.count == 1
    assert step.targets == ("seat.hand", "seat.row")
    assert step.common.each == Seats("", (2, 1), True)
    assert step.common.when.players == ("2", "3")
    assert step.common.when.total == ("3+",)
    assert setup.zones["deck"].name == "Deck"


def test_a_grid_becomes_cells():
    [example] = DEFS["grid"]["examples"]
    [grid] = parse_setup(script(example)).steps
    assert isinstance(grid, Grid)
    assert [zone for zone, _ in grid.cells] == ["A1", "B3"]
