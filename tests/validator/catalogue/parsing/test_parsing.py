"""Places of values and JSON from outside, as they are read."""

import json
import tracemalloc
from pathlib import Path

import pytest
import yaml

from validator.catalogue.build import build_set
from validator.catalogue.source import MOST_DEPTH, MOST_DIGITS, JsonError, parse_source, read_json
from validator.findings import Place

ROOT = Path(__file__).parents[4]


def test_values_are_those_of_yaml_for_shipped_files():
    for path in sorted(ROOT.glob("components/*/*.yaml")):
        text = path.read_text(encoding="utf-8")
        source, findings = parse_source(text, "f.yaml")
        assert (source.data, findings) == (yaml.safe_load(text), []), path


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: *x\n", 1, 4),
        ("a: &x 1\nb: &x 2\n", 1, 4),
        ("a: 1\n---\nb: 2\n", 2, 1),
        ("a: [1\nb: 2\n", 1, 4),
    ],
)
def test_what_yaml_cannot_read_is_told(text, line, column):
    source, (fault,) = parse_source(text, "f.yaml")
    assert source is None
    assert (fault.code, fault.place) == ("yaml-syntax", Place("f.yaml", line, column))


@pytest.mark.parametrize(
    "text",
    ["a: &x [1, *x]\n", "&x [*x, *x]\n", "a: &x {b: *x}\nc: *x\n", "a: 1\n&x b: 2\n*x : 3\n"],
)
def test_an_alias_in_what_it_names_is_told_and_no_more(text):
    _, findings = parse_source(text, "f.yaml")
    assert {one.code for one in findings} == {"yaml-alias"}


def test_what_is_passed_over_is_read_to_its_end():
    source, findings = parse_source("a: [1, 2]\na: [3, &x [4]]\nb: 5\n", "f.yaml")
    assert source.data == {"a": [1, 2], "b": 5}
    assert [one.code for one in findings] == ["yaml-duplicate-key"]
    _, (fault,) = parse_source("a: [1, 2]\na: [3, *y]\n", "f.yaml")
    assert fault.code == "yaml-syntax"


def test_a_long_text_is_not_held_as_nodes():
    text = "components:\n" + "".join(
        f"  - {{id: card-{n}, name: Card {n}, cost: {n}, effects: [{{do: gain, what: coin}}]}}\n"
        for n in range(2_000)
    )
    tracemalloc.start()
    try:
        source, _ = parse_source(text, "f.yaml")
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert source is not None
    assert most - held < 2 * len(text)


# --- places of values: where each value stands ---------------------------------------------------


_HEAD = """\
kind: components
set: card
name: Cards
singular: Card
form: card
size: poker
template: basic/card
components:
"""
_RECORD = """\
  - id: card-{0}
    name: Card {0}
    copies: {0}
    effects: [{{do: gain, what: coin, amount: {0}}}]
"""


def test_every_value_is_where_it_stands():
    text, source = _deck(30)
    lines = text.splitlines()
    found = {trail: lines[place.line - 1][place.column - 1 :] for trail, place in _places(source)}
    assert len(found) == len(source.places) == 1 + 8 + 30 * 9
    assert found[("components", 7, "name")] == "Card 8"
    assert found[("components", 7, "effects", 0, "amount")] == "8}]"
    assert all(trail in source.places for trail in found)
    assert source.key_place(("components", 7, "effects")) == Place("cards.yaml", 40, 5)


def test_records_keep_their_places_and_a_set_only_its_own():
    _, source = _deck(3)
    built, findings = build_set(source, "fog")
    assert not findings
    last = built.components[-1].places
    assert last["effects.0.what"] == source.place(("components", 2, "effects", 0, "what"))
    assert built.places["components"] == source.place(("components",))
    assert not any(key.startswith("components.") for key in built.places)


def _deck(count):
    text = _text(count)
    source, findings = parse_source(text, "cards.yaml")
    assert source is not None
    assert not findings
    return text, source


def _text(count):
    return _HEAD + "".join(_RECORD.format(number) for number in range(1, count + 1))


def _places(source):
    return [(trail, source.places[trail]) for trail in source.places]


# --- JSON from outside: read within bounds, and each fault in one line ---------------------------


FAULTS = {
    "deep": ("[" * 100_000, "levels deep"),
    "a level too deep": ("[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), "levels deep"),
    "digits": ('{"seed": ' + "9" * 5000 + "}", "5,000 digits"),
    "endless": ('{"seed": 1e999}', "too large"),
    "no number": ('{"seed": NaN}', "NaN"),
    "escape": ('{"game": "\\u001b[31mred"}', "U+001B"),
    "escape in a key": ('{"\\u001b]0;title": 1}', "U+001B"),
    "half a sign": ('["\\ud800"]', "U+D800"),
    "cut short": ('{"seed": 1,\n"index"', "not JSON"),
    "latin": ("caf\u00e9".encode("latin-1"), "UTF-8"),
}


@pytest.mark.parametrize(("raw", "said"), FAULTS.values(), ids=FAULTS)
def test_what_nobody_writes_is_refused_in_a_line(raw, said):
    with pytest.raises(JsonError) as told:
        read_json(raw)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_the_line_of_a_fault_is_told():
    for raw in ('{"a": 1,\n"b"', '{"a":\n' + "[" * 100):
        with pytest.raises(JsonError) as told:
            read_json(raw)
        assert told.value.line == 2


@pytest.mark.parametrize(
    "value",
    [
        {"text": 'brackets [[[ { "quoted" \\ in a text ' + "[" * 200},
        "[" * 1000,
        ["\U0001f9f1 caf\u00e9 \n\t", -1.5, None, True, 10**50],
        int("9" * MOST_DIGITS),
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_what_json_writes_is_read(value, ascii_only):
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value
