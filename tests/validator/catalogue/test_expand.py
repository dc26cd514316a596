"""Computed records."""

from __future__ import annotations

from typing import Any

import pytest

from validator.catalogue.expand import MOST_RECORDS, expand
from validator.catalogue.source import Source

SOURCE = Source("components/fog/cards.yaml", {})


def generator(**loops: Any) -> dict[str, Any]:
    return {"for": loops, "id": "card-{n}", "name": "Card {n}", "with": {"value": {"from": "n"}}}


def test_one_record_for_every_combination():
    records, findings = expand(generator(n={"from": 1, "to": 3}, p=["a", "b"]), SOURCE, (), "fog")
    assert findings == []
    assert [record.raw["id"] for record in records] == [f"card-{n}" for n in (1, 1, 2, 2, 3, 3)]
    assert [record.raw["value"] for record in records] == [1, 1, 2, 2, 3, 3]


def test_values_in_a_cycle():
    made = generator(n={"from": 1, "to": 4})
    made["with"] = {"colour": {"cycle": ["red", "blue", "green"], "by": "n"}}
    records, _ = expand(made, SOURCE, (), "fog")
    assert [record.raw["colour"] for record in records] == ["red", "blue", "green", "red"]


def test_an_empty_range_makes_nothing():
    assert expand(generator(n={"from": 5, "to": 2}), SOURCE, (), "fog") == ([], [])


@pytest.mark.parametrize("last", [MOST_RECORDS + 1, 10**12, 10**30])
def test_a_slip_of_the_pen_does_not_fill_the_memory(last: int):
    records, [finding] = expand(generator(n={"from": 1, "to": last}), SOURCE, (), "fog")
    assert records == []
    assert f"the loops make {last} records" in finding.message


def test_an_unknown_variable():
    made = generator(n=["x"])
    made["name"] = "Card {m}"
    records, [finding] = expand(made, SOURCE, (), "fog")
    assert records == []
    assert "is not a loop variable" in finding.message
