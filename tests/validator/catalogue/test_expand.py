"""Computed records."""

from __future__ import annotations

from typing import Any

import pytest

from validator.catalogue.build import MOST_CHARACTERS, MOST_RECORDS, expand
from validator.catalogue.source import Source
from validator.findings import Place

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


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("id", "mat-{n:>2000000000}"),
        ("name", "Mat of {n.x}"),
        ("name", "Mat of {n.__class__}"),
        ("name", "Mat of {n!r}"),
        ("name", "Mat of {n[0]}"),
        ("name", "Mat of {}"),
        ("name", "Mat of {n"),
        ("name", "Mat of n}"),
        ("text", "Gain {n:>2000000000}"),
        ("text", "Gain {n} {m}"),
    ],
)
def test_only_the_name_of_a_loop_variable_stands_in_braces(key: str, text: str):
    made = generator(n=["red"])
    made["with" if key == "text" else key] = {"text": text} if key == "text" else text
    way = ("with", "text") if key == "text" else (key,)
    source = Source("cards.yaml", {}, {way: Place("cards.yaml", 7, 11)})
    records, [finding] = expand(made, source, (), "fog")
    assert records == []
    assert (finding.code, finding.place) == ("generate", Place("cards.yaml", 7, 11))
    assert "loop variables here: {n}" in finding.hint


def test_braces_written_twice_and_icons_stay():
    made = generator(n=["red"])
    made["with"] = {"text": "Gain {{coin}} and {n}", "more": "Gain {coin}"}
    [record], findings = expand(made, SOURCE, (), "fog")
    assert findings == []
    assert (record.raw["text"], record.raw["more"]) == ("Gain {coin} and red", "Gain {coin}")


def test_values_with_braces_are_not_filled_in_again():
    made = generator(n=["{n}", "{m.x}"])
    records, findings = expand(made, SOURCE, (), "fog")
    assert findings == []
    assert [record.raw["name"] for record in records] == ["Card {n}", "Card {m.x}"]


@pytest.mark.parametrize(
    ("value", "text"), [("x" * 4000, "{n}{n}"), ("x", "{n}" + "y" * MOST_CHARACTERS)]
)
def test_texts_do_not_grow_without_end(value: str, text: str):
    made = generator(n=[value])
    made["name"] = text
    records, [finding] = expand(made, SOURCE, (), "fog")
    assert (records, "more than 5000 characters" in finding.message) == ([], True)


def test_the_entries_of_a_set_share_the_limit():
    assert expand(generator(n={"from": 1, "to": 2}), SOURCE, (), "fog", MOST_RECORDS - 2)[1] == []
    _, [finding] = expand(generator(n={"from": 1, "to": 2}), SOURCE, (), "fog", MOST_RECORDS - 1)
    assert finding.message.startswith(f"the loops make 2 records besides {MOST_RECORDS - 1}, more")


def test_records_with_very_many_values_are_too_many():
    made = generator(n={"from": 1, "to": MOST_RECORDS}) | {
        "with": {"a": [[1] * 50, {"b": [1] * 60}]}
    }
    _, [finding] = expand(made, SOURCE, (), "fog")
    assert "values, more than the limit of 1000000" in finding.message


def test_an_endless_loop_beside_an_empty_one_makes_nothing():
    assert expand(generator(n={"from": 1, "to": 10**15}, m=[]), SOURCE, (), "fog") == ([], [])
