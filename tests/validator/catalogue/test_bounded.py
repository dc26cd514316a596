"""Schemas that a set writes for its own fields: judged in bounded time, whatever they say."""

from math import inf

import pytest
from plantedcards import CARDS

from validator.catalogue import field_schemas
from validator.catalogue.build import build_set
from validator.catalogue.field_schemas import BoundedValidator
from validator.catalogue.patterns import TooMuchWorkError
from validator.catalogue.source import parse_source

SET = CARDS.partition("fields:")[0]


def findings_of(fields, record="cost: 1"):
    """The messages of reading a set with this schema and one record."""
    return [message for _, message in told_of(fields, record)]


def told_of(fields, record="cost: 1"):
    """What stands in the file from each finding's place on, and its message."""
    text = SET + f"fields: {fields}\ncomponents:\n  - {{id: a, name: A, {record}}}\n"
    source, problems = parse_source(text, "cards.yaml")
    _, findings = build_set(source, "fog")
    lines = text.splitlines()
    return [
        (lines[one.place.line - 1][one.place.column - 1 :], one.message)
        for one in (*problems, *findings)
    ]


@pytest.fixture(autouse=True)
def few_steps(monkeypatch):
    monkeypatch.setattr(field_schemas, "MOST_STEPS", 5_000)


def errors(schema, value):
    """The messages of a schema whose steps are all counted."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(field_schemas, "MOST_FORESEEN", -inf)
        judge = BoundedValidator(schema, [value])
    return [error.message for error in judge.errors(value)]


def test_a_set_may_have_as_many_sound_records_as_it_likes(monkeypatch):
    monkeypatch.setattr(field_schemas, "MOST_FORESEEN", 0)
    effect = "{do: gain, what: coin, amount: 1}"
    cards = "".join(
        f"  - {{id: card-{n}, name: Card {n}, cost: {n}, effects: [{effect}]}}\n"
        for n in range(300)
    )
    fields = "fields: {required: [cost], properties: {cost: {type: integer, minimum: 0}}}"
    source, problems = parse_source(f"{SET}{fields}\ncomponents:\n{cards}", "cards.yaml")
    built, findings = build_set(source, "fog")
    assert [*problems, *findings] == []
    assert len(built.components) == 300


@pytest.mark.parametrize("text", ["a" * 50 + "!", "b"])
def test_a_pattern_that_branches_for_ever_is_run_in_linear_time(text):
    [told] = findings_of('{properties: {cost: {pattern: "^(a+)+$"}}}', f"cost: {text}")
    assert told == f'"{text}" is not well-formed at components.a.cost'


@pytest.mark.parametrize("keyword", ["patternProperties", "propertyNames"])
def test_the_same_holds_of_patterns_for_keys(keyword):
    inner = {"patternProperties": {"^(a+)+$": {"type": "integer"}}}
    if keyword == "propertyNames":
        inner = {"propertyNames": {"pattern": "^(a+)+$"}}
    value = {"a" * 50 + "!": 1, "x": 2}
    assert len(errors(inner | {"additionalProperties": False}, value)) > 0


@pytest.mark.parametrize(
    "pattern", ['"(?=a)b"', '"[a"', r'"(a)\\1"', f'"{"x" * 2000}"', '"x{9999}{99}"']
)
def test_a_pattern_that_cannot_be_run_is_an_error_at_the_pattern(pattern):
    [(at, told)] = told_of(f"{{properties: {{cost: {{pattern: {pattern}}}}}}}")
    assert at.startswith(pattern)
    assert told.startswith("the pattern ")
    assert told.endswith("cannot be run")


def test_a_key_pattern_that_cannot_be_run_is_an_error_at_the_key():
    [(at, told)] = told_of('{patternProperties: {"(?!x)": {}}}')
    assert at.startswith('"(?!x)"')
    assert told == "the pattern '(?!x)' cannot be run"


TWICE = "{{allOf: [{{$ref: '#/$defs/s{0}'}}, {{$ref: '#/$defs/s{0}'}}]}}"
DOUBLED = ", ".join(f"s{n}: {TWICE.format(n + 1)}" for n in range(40))
FIRST = "{$ref: '#/$defs/s0'}"
COST = f"properties: {{cost: {FIRST}}}"
INNER = f"properties: {{cost: {{additionalProperties: {FIRST}}}}}"


@pytest.mark.parametrize(("part", "record"), [(COST, "cost: 1"), (INNER, "cost: {a: 1}")])
def test_references_that_double_come_to_an_end(part, record):
    [told] = findings_of(f"{{$defs: {{{DOUBLED}, s40: {{}}}}, {part}}}", record)
    assert told.startswith("holding the records against `fields` takes too many")


def test_references_that_double_are_counted_and_end():
    defs = {f"s{n}": {"allOf": [{"$ref": f"#/$defs/s{n + 1}"}] * 2} for n in range(40)}
    with pytest.raises(TooMuchWorkError):
        errors({"$defs": {**defs, "s40": {}}, "$ref": "#/$defs/s0"}, 1)


@pytest.mark.parametrize(
    "fields",
    [
        "{$defs: {a: {$ref: '#/$defs/a'}}, properties: {cost: {$ref: '#/$defs/a'}}}",
        "{$defs: {a: {$ref: '#/$defs/b'}, b: {not: {$ref: '#/$defs/a'}}}}",
        "{$defs: {a: {dependentSchemas: {cost: {$ref: '#/$defs/a'}}}}, $ref: '#/$defs/a'}",
        "{properties: {cost: {$ref: '#/properties/cost'}}}",
    ],
)
def test_references_in_a_circle_are_told(fields):
    assert any("leads to itself" in told for told in findings_of(fields))


def test_references_through_values_may_go_round_as_deep_as_the_values():
    fields = f"{{$defs: {{s0: {{{COST}}}}}, {COST}}}"
    assert findings_of(fields, "cost: {cost: {cost: 1}}") == []


def test_a_chain_of_references_too_long_for_python_is_told():
    chain = ", ".join(f"s{n}: {{$ref: '#/$defs/s{n + 1}'}}" for n in range(1500))
    fields = f"{{$defs: {{{chain}, s1500: {{type: string}}}}, {COST}}}"
    assert any("takes too many" in told for told in findings_of(fields))


@pytest.mark.parametrize("around", ["allOf", "anyOf", "not", "properties", "items"])
def test_depth_ends_before_python_does(around):
    schema = {"type": "string"}
    value = 1
    for _ in range(200):
        schema, value = {
            "properties": ({around: {"cost": schema}}, {"cost": value}),
            "items": ({around: schema}, [value]),
            "not": ({around: schema}, value),
        }.get(around, ({around: [schema]}, value))
    with pytest.raises(TooMuchWorkError) as raised:
        errors({"properties": {"cost": schema}}, {"cost": value})
    assert raised.value.__cause__ is None


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("$dynamicRef", "'#x'"),
        ("$id", "'http://a.example/b'"),
        ("$anchor", "a"),
        ("$schema", "'http://json-schema.org/draft-04/schema#'"),
        ("$vocabulary", "{}"),
        ("unevaluatedProperties", "false"),
    ],
)
def test_what_moves_the_ground_is_no_keyword_here(word, value):
    assert any("is no keyword" in told for told in findings_of(f"{{{word}: {value}}}"))


def test_a_schema_larger_than_any_game_needs_is_told():
    values = f"{{enum: [{', '.join(map(str, range(1500)))}]}}"
    named = ", ".join(f"{name}: {values}" for name in ("cost", "gain", "more", "less"))
    [told] = findings_of(f"{{properties: {{{named}}}}}")
    assert told == "`fields` has more than 5000 parts"


@pytest.mark.parametrize(
    ("items", "equal"),
    [
        ([{"a": n} for n in range(20_000)], False),
        ([{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}], True),
        ([1, True], False),
        ([1, 1.0], True),
        (["1", 1], False),
    ],
)
def test_equal_items_are_found_without_comparing_each_with_each(items, equal):
    assert (errors({"uniqueItems": True}, items) != []) is equal


def test_messages_that_repeat_a_long_value_count_as_steps():
    with pytest.raises(TooMuchWorkError):
        errors({"allOf": [{"type": "null"}] * 1000}, "x" * 10_000)


def test_keys_that_a_pattern_allows_are_not_told_as_unknown():
    fields = "{properties: {cost: {patternProperties: {'^x': {}}, additionalProperties: false}}}"
    [told] = findings_of(fields, "cost: {x1: 1, y1: 2}")
    assert "'y1'" in told


def test_the_largest_numbers_of_json_schema_do_no_harm():
    fields = "{properties: {cost: {maxItems: 999999999999, minLength: 0, multipleOf: 0.000001}}}"
    assert findings_of(fields) == []
