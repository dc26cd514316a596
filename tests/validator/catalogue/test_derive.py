"""Fields that follow from others."""

from __future__ import annotations

from pathlib import Path

from validator.catalogue.load import load

SET = """kind: components
set: road
name: Roads
singular: Road
form: card
size: poker
template: plain
fields:
  type: object
  required: [stops]
  properties:
    stops: {type: array, items: {type: string}}
    legs: {type: integer, minimum: 1}
derived:
  legs: {count: stops, less: 1}
components:
  - id: long-road
    name: Long road
    stops: [home, ford, hill]
"""


def _roads(project: Path, text: str) -> tuple[dict[str, object], list[tuple[int, str]]]:
    (project / "components/fog/roads.yaml").write_text(text)
    catalogue, findings = load(project)
    fields: dict[str, object] = {}
    for road in catalogue.games["fog"].sets["road"].components:
        fields |= road.fields
    return fields, [(finding.place.line or 0, finding.message) for finding in findings]


def test_a_derived_field_counts_another_and_stands_behind_it(tiny: Path):
    fields, findings = _roads(tiny, SET)
    assert list(fields.items()) == [("stops", ("home", "ford", "hill")), ("legs", 2)]
    assert findings == []


def test_a_derived_field_is_not_written_by_hand(tiny: Path):
    _, findings = _roads(tiny, SET + "    legs: 2\n")
    assert findings == [(20, "'legs' follows from 'stops', as `derived` says")]


def test_a_derived_field_is_checked_like_the_others(tiny: Path):
    _, findings = _roads(tiny, SET.replace("[home, ford, hill]", "[home]"))
    assert [message for _, message in findings] == ["0 is too small at components.long-road.legs"]
