import json
from pathlib import Path

import jsonschema
import pytest
from effectdata import do

from validator.catalogue import effects as vocabulary
from validator.catalogue.build import parse_effect, parse_effects
from validator.catalogue.effects import (
    KINDS,
    Advance,
    Allow,
    Count,
    Discard,
    Discount,
    Draw,
    EffectCondition,
    EffectFilter,
    Gain,
    Pay,
    Reach,
    Score,
    Special,
    nouns,
)

SCHEMA = json.loads(
    (Path(vocabulary.__file__).parents[1] / "schemas" / "effects.json").read_text("utf-8")
)
EXAMPLES = [example for kind in KINDS for example in SCHEMA["$defs"][kind]["examples"]]

PARSED = [
    (do("gain", what="coin", amount=3), Gain("coin", 3)),
    (do("gain", what="coin", who="others"), Gain("coin", 1, who="others")),
    (do("pay", what="coin", amount=2, to=[do("draw", what="card")]),
     Pay("coin", 2, (Draw("card"),))),
    (do("draw", what="card", amount=3, keep=1), Draw("card", 3, 1)),
    (do("draw", what="card", by="level"), Draw("card", by="level")),
    (do("discard", what="card", amount="all"), Discard("card", None)),
    (do("advance", track="road", amount="end"), Advance("road", None)),
    (do("advance", track="road", which="all"), Advance("road", 1, "all")),
    (do("score", what="vp", amount=2, per={"of": "stone"}, every=3, most=8),
     Score("vp", 2, Count("stone"), 3, 8)),
    (do("score", what="vp", amount=7, when={"of": "stone", "at_least": 2}),
     Score("vp", 7, when=EffectCondition(Count("stone"), 2))),
    (
        do(
            "score",
            what="vp",
            amount=1,
            per={"of": "stone", "where": {"size": "large", "carved": True}, "distinct": "area"},
        ),
        Score(
            "vp",
            1,
            Count("stone", (EffectFilter("size", "large"), EffectFilter("carved", True)), "area"),
        ),
    ),
    (do("discount", of="stone", amount="all", uses=1), Discount("stone", None, 1)),
    (do("discount", of="stone", amount=2, uses="all"), Discount("stone", 2, None)),
    (do("reach", what="druid", area="remote", uses=1), Reach("druid", "remote", 1)),
    (do("allow", verb="buy", what="stone", more=2), Allow("buy", "stone", 2)),
    (do("allow", waive="size", uses=1), Allow(waive="size", uses=1)),
    (do("special", rule="swap"), Special("swap")),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), PARSED)
def test_yaml_becomes_a_typed_effect(raw, expected):
    jsonschema.Draft202012Validator(SCHEMA).validate([raw])
    assert parse_effect(raw) == expected


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
    assert keys == set(getattr(vocabulary, kind.capitalize()).__slots__)


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
    (effect,) = parse_effects(
        [
            do(
                "pay",
                what="coin",
                to=[
                    do(
                        "score",
                        what="vp",
                        amount=1,
                        per={"of": "stone", "where": {"size": "large", "carved": False}},
                    )
                ],
            )
        ]
    )
    assert nouns(effect) == ("coin", "vp", "stone", "size-large", "not-carved")


def test_no_effects_is_an_empty_tuple():
    assert parse_effects(None) == ()
