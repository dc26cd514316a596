"""Records and fields that follow from others, and which records a test picks."""

import pytest

from validator.catalogue.build import MOST_CHARACTERS, MOST_RECORDS, convert, expand
from validator.catalogue.load import load
from validator.catalogue.model import (
    Component,
    Configuration,
    PlayerMark,
    components_where,
    matches,
    passes,
)
from validator.catalogue.source import Source
from validator.findings import Place

SOURCE = Source("components/fog/cards.yaml", {})


def generator(**loops):
    return {"for": loops, "id": "card-{n}", "name": "Card {n}", "with": {"value": {"from": "n"}}}


def made(loops, *, before=0, **keys):
    """The raw records of such an entry with other keys, and what went wrong."""
    records, findings = expand(generator(**loops) | keys, SOURCE, (), "fog", before)
    return [record.raw for record in records], findings


def test_one_record_for_every_combination():
    records, findings = made({"n": {"from": 1, "to": 3}, "p": ["a", "b"]})
    assert findings == []
    assert [record["id"] for record in records] == [f"card-{n}" for n in (1, 1, 2, 2, 3, 3)]
    assert [record["value"] for record in records] == [1, 1, 2, 2, 3, 3]


def test_values_in_a_cycle():
    cycle = {"colour": {"cycle": ["red", "blue", "green"], "by": "n"}}
    records, _ = made({"n": {"from": 1, "to": 4}}, **{"with": cycle})
    assert [record["colour"] for record in records] == ["red", "blue", "green", "red"]


@pytest.mark.parametrize(
    "loops", [{"n": {"from": 5, "to": 2}}, {"n": {"from": 1, "to": 10**15}, "m": []}]
)
def test_an_empty_range_makes_nothing_even_beside_an_endless_one(loops):
    assert made(loops) == ([], [])


@pytest.mark.parametrize("last", [MOST_RECORDS + 1, 10**12, 10**30])
def test_a_slip_of_the_pen_does_not_fill_the_memory(last):
    records, [finding] = made({"n": {"from": 1, "to": last}})
    assert records == []
    assert f"the loops make {last} records" in finding.message


@pytest.mark.parametrize("keys", [{"name": "Card {m}"}, {"with": {"colour": {"from": "m"}}}])
def test_an_unknown_variable(keys):
    records, [finding] = made({"n": ["x"]}, **keys)
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
def test_only_the_name_of_a_loop_variable_stands_in_braces(key, text):
    keys = {"with": {"text": text}} if key == "text" else {key: text}
    way = ("with", "text") if key == "text" else (key,)
    source = Source("cards.yaml", {}, {way: Place("cards.yaml", 7, 11)})
    records, [finding] = expand(generator(n=["red"]) | keys, source, (), "fog")
    assert records == []
    assert (finding.code, finding.place) == ("generate", Place("cards.yaml", 7, 11))
    assert "loop variables here: {n}" in finding.hint


def test_braces_written_twice_and_icons_stay():
    texts = {"text": "Gain {{coin}} and {n}", "more": "Gain {coin}"}
    [record], findings = made({"n": ["red"]}, **{"with": texts})
    assert findings == []
    assert (record["text"], record["more"]) == ("Gain {coin} and red", "Gain {coin}")


def test_values_with_braces_are_not_filled_in_again():
    records, findings = made({"n": ["{n}", "{m.x}"]})
    assert findings == []
    assert [record["name"] for record in records] == ["Card {n}", "Card {m.x}"]


@pytest.mark.parametrize(
    ("value", "text"), [("x" * 4000, "{n}{n}"), ("x", "{n}" + "y" * MOST_CHARACTERS)]
)
def test_texts_do_not_grow_without_end(value, text):
    records, [finding] = made({"n": [value]}, name=text)
    assert (records, "more than 5000 characters" in finding.message) == ([], True)


def test_the_entries_of_a_set_share_the_limit():
    two = {"n": {"from": 1, "to": 2}}
    assert made(two, before=MOST_RECORDS - 2)[1] == []
    _, [finding] = made(two, before=MOST_RECORDS - 1)
    assert finding.message.startswith(f"the loops make 2 records besides {MOST_RECORDS - 1}, more")


def test_records_with_very_many_values_are_too_many():
    values = {"a": [[1] * 50, {"b": [1] * 60}]}
    _, [finding] = made({"n": {"from": 1, "to": MOST_RECORDS}}, **{"with": values})
    assert "values, more than the limit of 1000000" in finding.message


# --- fields that follow from others --------------------------------------------------------------
SET = """kind: components
set: road
name: Roads
singular: Road
form: card
size: poker
template: plain
fields:
  required: [stops]
  properties: {stops: {type: array, items: {type: string}}, legs: {type: integer, minimum: 1}}
derived: {legs: {count: stops, less: 1}}
components:
  - id: long-road
    name: Long road
    stops: [home, ford, hill]
"""


def _roads(project, text):
    (project / "components/fog/roads.yaml").write_text(text)
    catalogue, findings = load(project)
    fields = {}
    for road in catalogue.games["fog"].sets["road"].components:
        fields |= road.fields
    return fields, [(finding.place.line or 0, finding.message) for finding in findings]


def test_a_derived_field_counts_another_and_stands_behind_it(tiny):
    fields, findings = _roads(tiny, SET)
    assert list(fields.items()) == [("stops", ("home", "ford", "hill")), ("legs", 2)]
    assert findings == []


def test_a_derived_field_is_not_written_by_hand(tiny):
    _, findings = _roads(tiny, SET + "    legs: 2\n")
    assert findings == [(16, "'legs' follows from 'stops', as `derived` says")]


def test_a_derived_field_is_checked_like_the_others(tiny):
    _, findings = _roads(tiny, SET.replace("[home, ford, hill]", "[home]"))
    assert [message for _, message in findings] == ["0 is too small at components.long-road.legs"]


# --- field tests: what `where` means -------------------------------------------------------------
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
def test_one_test(value, wanted, expected):
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
def test_all_tests_must_hold(where, expected):
    assert matches(CARD, where) is expected
    assert list(components_where([CARD], where)) == ([CARD] if expected else [])


@pytest.mark.parametrize("wrong", [{"players": "2"}, {"players": 2, "note": 7}])
def test_nothing_is_made_a_number_or_a_text(wrong):
    with pytest.raises(TypeError, match=r"is no (int|str)"):
        convert(wrong | {"place": Place("game.yaml", 3)}, Configuration)
