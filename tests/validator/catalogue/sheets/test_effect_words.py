"""Effects in short: one grammar for both ways."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.catalogue.effects import KINDS
from validator.catalogue.schemas import schema
from validator.catalogue.sheets.effect_words import EffectWordsError, read_effects, say_effects
from validator.catalogue.sheets.shapes import same


def effects_in(value: Any) -> list[list[dict[str, Any]]]:
    """Every list of effects that stands somewhere in data, inner ones too."""
    found: list[list[dict[str, Any]]] = []
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries if isinstance(value, dict | list) else ():
        if key == "effects" and isinstance(inner, list):
            found.append(inner)
        if isinstance(inner, dict | list):
            found += effects_in(inner)
    return found


def test_all_effects_of_the_shipped_games_go_through_words_unchanged(shipped):
    every = [
        effects
        for sources in shipped.written.values()
        for source in sources
        if source.data["kind"] == "components"
        for effects in effects_in(source.data)
    ]
    assert len(every) > 120
    for effects in every:
        text = say_effects(effects)
        assert text is not None, effects
        assert same(read_effects(text), effects)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("score 3 point", [{"do": "score", "what": "point", "amount": 3}]),
        (
            "gain coin\ndraw 2 card;",
            [{"do": "gain", "what": "coin"}, {"do": "draw", "what": "card", "amount": 2}],
        ),
        ("discard all card", [{"do": "discard", "what": "card", "amount": "all"}]),
        (
            "advance end road which any",
            [{"do": "advance", "track": "road", "amount": "end", "which": "any"}],
        ),
        ("allow buy stone more 2", [{"do": "allow", "verb": "buy", "what": "stone", "more": 2}]),
        ("allow waive transit uses 1", [{"do": "allow", "waive": "transit", "uses": 1}]),
        ("act carve free limit 1", [{"do": "act", "action": "carve", "free": True, "limit": 1}]),
        ("act carve free false", [{"do": "act", "action": "carve", "free": False}]),
        (
            "pay 2 coin to (draw 1 card; pay 1 coin to (gain 1 vp))",
            [{"do": "pay", "what": "coin", "amount": 2, "to": [
                {"do": "draw", "what": "card", "amount": 1},
                {"do": "pay", "what": "coin", "amount": 1, "to": [
                    {"do": "gain", "what": "vp", "amount": 1},
                ]},
            ]}],
        ),
        (
            'score 1 vp per (stone where size=large carved=true age=3 name="3") when (druid most)',
            [{"do": "score", "what": "vp", "amount": 1,
              "per": {"of": "stone",
                      "where": {"size": "large", "carved": True, "age": 3, "name": "3"}},
              "when": {"of": "druid", "most": True}}],
        ),
        ('gain 1 "per"', [{"do": "gain", "what": "per", "amount": 1}]),
    ],
)  # fmt: skip
def test_words_and_what_they_say(text, effects):
    assert same(read_effects(text), effects)
    said = say_effects(effects)
    assert said is not None
    assert same(read_effects(said), effects)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("scor 3 point", "`scor` is no kind of effect", "did you mean 'score'?"),
        ("score 3 vp pre stone", "`pre` behind `score 3 vp` says nothing", "did you mean 'per'?"),
        ("score 3 vp, gain 1 coin", "`gain` behind `score 3 vp,`", "keys of `score`"),
        ("pay 2 coin to draw", "`draw` behind", "parentheses"),
        ("pay 2 coin to (draw 1 x", "the end behind", "close the parenthesis"),
        ('gain "coin', "a quote is not closed", "end the word"),
        ("score 1 vp per (stone wher x=1)", "`wher` behind", "keys here are where"),
        ("score 1 vp most 3 most 4", "`most` behind", "say it once"),
        ("score 1 vp per", "ends too early", "write the rest"),
        (";", "the end behind `;` says nothing here", "write an effect"),
        ("pay 1 a to (" * 40, "too deep", "in YAML"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_told(text, message, hint):
    with pytest.raises(EffectWordsError) as caught:
        read_effects(text)
    assert message in str(caught.value)
    assert hint in caught.value.hint


def test_examples_of_the_schema_go_through_words():
    for kind in KINDS:
        for example in schema("effects")["$defs"][kind]["examples"]:
            said = say_effects([example])
            assert said is not None
            assert same(read_effects(said), [example])


WORDS = st.text(st.sampled_from('abc-all per()=;"\\\n 13ü'), max_size=8)
VALUES = st.one_of(WORDS, st.integers(-9, 99), st.booleans(), st.lists(WORDS, max_size=2))
EFFECTS = st.dictionaries(
    st.sampled_from(["what", "amount", "per", "to", "free", "who", "action", "of", "rule"]), VALUES
)


@given(st.lists(st.tuples(st.sampled_from(KINDS), EFFECTS), max_size=3))
def test_what_is_said_reads_back_or_is_not_said(made):
    effects = [{"do": kind, **keys} for kind, keys in made]
    said = say_effects(effects)
    assert said is None or same(read_effects(said), effects)


@given(st.text(st.sampled_from('score gainpyto per()=;"\\\n 3'), max_size=60))
def test_no_text_breaks_the_reader(text):
    try:
        found = read_effects(text)
    except EffectWordsError as error:
        assert error.hint
    else:
        assert all(effect["do"] in KINDS for effect in found)
