import json
from pathlib import Path

import jsonschema
import pytest
from effectdata import effect

from validator.catalogue import effects as made
from validator.catalogue.build import parse_effect
from validator.catalogue.effects import KINDS, nouns

SCHEMA = json.loads(
    (Path(made.__file__).parents[1] / "schemas" / "effects.json").read_text("utf-8")
)
EXAMPLES = [example for kind in KINDS for example in SCHEMA["$defs"][kind]["examples"]]
LARGE = (made.EffectFilter("size", "large"), made.EffectFilter("carved", True))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("gain 3 coin", made.Gain("coin", 3)),
        ("gain coin who others", made.Gain("coin", 1, who="others")),
        ("pay 2 coin to (draw card)", made.Pay("coin", 2, (made.Draw("card"),))),
        ("draw 3 card keep 1", made.Draw("card", 3, 1)),
        ("draw card by level", made.Draw("card", by="level")),
        ("discard all card", made.Discard("card", None)),
        ("advance end road", made.Advance("road", None)),
        ("advance road which all", made.Advance("road", 1, "all")),
        ("score 2 vp per stone every 3 most 8", made.Score("vp", 2, made.Count("stone"), 3, 8)),
        ("score 7 vp when (stone at_least 2)",
         made.Score("vp", 7, when=made.EffectCondition(made.Count("stone"), 2))),
        ("score 1 vp per (stone where size=large carved=true distinct area)",
         made.Score("vp", 1, made.Count("stone", LARGE, "area"))),
        ("discount all stone uses 1", made.Discount("stone", None, 1)),
        ("discount 2 stone uses all", made.Discount("stone", 2, None)),
        ("reach druid remote uses 1", made.Reach("druid", "remote", 1)),
        ("allow buy stone more 2", made.Allow("buy", "stone", 2)),
        ("allow waive size uses 1", made.Allow(waive="size", uses=1)),
        ("special swap", made.Special("swap")),
    ],
)  # fmt: skip
def test_an_effect_becomes_a_typed_one(words, expected):
    assert effect(words) == expected


@pytest.mark.parametrize("raw", EXAMPLES, ids=lambda raw: raw["do"])
def test_examples_of_the_schema_parse(raw):
    jsonschema.Draft202012Validator(SCHEMA).validate([raw])
    assert type(parse_effect(raw)).__name__.lower() == raw["do"]


def test_schema_and_code_know_the_same_kinds():
    assert tuple(SCHEMA["$defs"]["effect"]["properties"]["do"]["enum"]) == KINDS
    assert len(KINDS) <= 12


@pytest.mark.parametrize("kind", KINDS)
def test_keys_of_the_schema_are_fields_of_the_class(kind):
    keys = set(SCHEMA["$defs"][kind]["properties"]) - {"do"}
    assert keys == set(getattr(made, kind.capitalize()).__slots__)


@pytest.mark.parametrize(
    "raw",
    [
        {"do": "gain"},
        {"do": "gain", "what": "coin", "amount": 0},
        {"do": "gain", "what": "coin", "mount": 1},
        {"do": "steal", "what": "coin"},
        {"do": "allow", "verb": "buy"},
        {"do": "score", "what": "vp", "amount": 1, "when": {"of": "stone"}},
    ],
)
def test_the_schema_refuses_what_makes_no_sense(raw):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate([raw])


def test_nouns_come_in_reading_order_with_those_of_prices_and_filters():
    found = effect("pay coin to (score 1 vp per (stone where size=large carved=false))")
    assert nouns(found) == ("coin", "vp", "stone", "size-large", "not-carved")
