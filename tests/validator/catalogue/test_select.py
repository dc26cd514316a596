"""Field tests: what `where` means."""

from __future__ import annotations

import pytest

from validator.catalogue.model import (
    Component,
    PlayerMark,
    components_where,
    matches,
    passes,
    value_of,
)
from validator.findings import Place

CARD = Component(
    "wolf",
    "card",
    "Grey Wolf",
    Place("cards.yaml"),
    copies=2,
    mark=PlayerMark("3+"),
    fields={"cost": 4, "swift": True, "colour": "grey", "moon": None},
)


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        (4, 4, True),
        (4, 5, False),
        (4, [3, 4], True),
        (4, (1, 2), False),
        (4, {"from": 2, "to": 4}, True),
        (5, {"from": 2, "to": 4}, False),
        ("4", {"from": 2, "to": 4}, False),
        (True, {"from": 0, "to": 4}, False),
        (True, 1, False),
        (1, True, False),
        (None, None, True),
    ],
)
def test_one_test(value: object, wanted: object, expected: bool):
    assert passes(value, wanted) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({}, True),
        ({"colour": "grey", "cost": {"from": 1, "to": 9}}, True),
        ({"colour": "grey", "cost": 1}, False),
        ({"id": "wolf", "name": "Grey Wolf", "copies": 2, "players": "3+"}, True),
        ({"unknown": None}, True),
        ({"unknown": 3}, False),
    ],
)
def test_all_tests_must_hold(where: dict[str, object], expected: bool):
    assert matches(CARD, where) is expected
    assert list(components_where([CARD], where)) == ([CARD] if expected else [])


def test_values():
    assert value_of(CARD, "players") == "3+"
    assert value_of(CARD, "cost") == 4
    assert value_of(CARD, "nothing") is None
