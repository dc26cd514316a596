"""The schema of set-up scripts, and steps that differ from table to table."""

import pytest

from validator.catalogue.schemas import check_source
from validator.catalogue.script_reader import case_findings, read_setup
from validator.catalogue.source import Source, parse_source


def script(*steps):
    return Source("setup.yaml", {"kind": "setup", "zones": {"deck": "Deck"}, "steps": list(steps)})


@pytest.mark.parametrize(
    "step",
    [
        {"do": "shuffle"},
        {"do": "shuffle", "what": "deck", "zone": "deck"},
        {"do": "place", "set": "card"},
        {"do": "say", "text": ""},
        {"do": "locate", "set": "card"},
        {"zone": "deck"},
    ],
)
def test_a_wrong_step_is_one_error(step):
    assert len(check_source(script(step), "setup", "toy")) == 1


def test_a_case_is_the_step_with_what_differs():
    cases = [
        {"count": 2, "when": "players == 2", "rules": ["TOY-A-02"]},
        {"count": 3, "when": "ruling['X-T-01'] == one"},
    ]
    step = {"do": "deal", "from": "deck", "to": "deck", "rules": ["TOY-A-01"], "cases": cases}
    source = script(step)
    assert check_source(source, "setup", "toy") == []
    assert case_findings(source, "toy") == []
    two, three = read_setup(source)[0].steps
    assert (two.values["count"].text, three.values["count"].text) == ("2", "3")
    assert two.values["rules"] == ("TOY-A-01", "TOY-A-02")
    assert three.values["rules"] == ("TOY-A-01",)
    assert three.values["when"].text == "ruling['X-T-01'] == one"


def test_a_slip_in_a_case_is_found_at_the_case():
    text = (
        "kind: setup\nzones: {deck: Deck}\nsteps:\n"
        "  - do: deal\n    from: deck\n    cases:\n"
        "      - {to: deck, rules: two}\n"
        "      - {tto: deck}\n"
    )
    source, _ = parse_source(text, "setup.yaml", "toy")
    assert check_source(source, "setup", "toy") == []
    found = [(one.place.line, one.message) for one in case_findings(source, "toy")]
    assert len(found) == 3
    assert found[0][0] == 7 and '"two" is a text where a list' in found[0][1]
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
