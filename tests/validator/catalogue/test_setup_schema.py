"""The schema of set-up scripts and its typed steps keep in step."""

import pytest

from validator.catalogue.schemas import check_source, schema
from validator.catalogue.setup_script import (
    ALWAYS,
    SetupMove,
    case_findings,
    parse_setup,
)
from validator.catalogue.source import Source, parse_source

DEFS = schema("setup")["$defs"]
VERBS = DEFS["step"]["properties"]["do"]["enum"]


def script(*steps):
    return Source("setup.yaml", {"kind": "setup", "zones": {"deck": "Deck"}, "steps": list(steps)})


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_of_each_verb_is_right_and_becomes_a_step(verb):
    [example] = DEFS[verb]["examples"]
    source = script(example)
    assert check_source(source, "setup", "toy") == []
    [step] = parse_setup(source).steps
    assert (step.when == ALWAYS) is ("when" not in example)
    assert isinstance(step, SetupMove) is (verb in ("place", "deal", "move", "return"))


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_and_key_is_described(verb):
    for key, value in DEFS[verb]["properties"].items():
        described_as = value | DEFS.get(value.get("$ref", "").rpartition("/")[2], {})
        assert "description" in described_as or key == "do", f"{verb}.{key}"


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
        "shuffle",
    ],
)
def test_a_wrong_step_is_one_error(step):
    assert len(check_source(script(step), "setup", "toy")) == 1


def test_a_case_is_the_step_with_what_differs():
    cases = [
        {"count": 2, "when": {"players": 2}, "rules": ["TOY-A-02"]},
        {"count": 3, "when": [{"players": 3}, {"ruling": {"X-T-01": "one"}}]},
    ]
    step = {"do": "deal", "from": "deck", "to": "deck", "rules": ["TOY-A-01"], "cases": cases}
    source = script(step)
    assert check_source(source, "setup", "toy") == []
    assert case_findings(source, "toy") == []
    two, three = parse_setup(source).steps
    assert (two.count, three.count) == (2, 3)
    assert (two.rules, three.rules) == (("TOY-A-01", "TOY-A-02"), ("TOY-A-01",))
    assert [one.players for one in three.when] == [("3",), None]
    assert three.rulings == (("X-T-01", "one"),)


def test_a_slip_in_a_case_is_found_at_the_case():
    text = (
        "kind: setup\nzones: {deck: Deck}\nsteps:\n"
        "  - do: deal\n    from: deck\n    cases:\n"
        "      - {to: deck, count: two}\n"
        "      - {tto: deck}\n"
    )
    source, _ = parse_source(text, "setup.yaml", "toy")
    assert check_source(source, "setup", "toy") == []
    found = [(one.place.line, one.message) for one in case_findings(source, "toy")]
    assert len(found) == 3
    assert found[0][0] == 7 and '"two" is a text where a whole number' in found[0][1]
    assert sorted(found[1:]) == [
        (8, "the key 'to' is missing at steps.1.cases.2"),
        (8, "unknown key 'tto'"),
    ]


@pytest.mark.parametrize(
    "cases", [[], [{"count": 1}], [{"count": 1}, {}], [{"count": 1}, {"do": "move"}]]
)
def test_cases_differ_in_something_but_the_verb(cases):
    step = {"do": "deal", "from": "deck", "to": "deck", "cases": cases}
    assert check_source(script(step), "setup", "toy") != []
