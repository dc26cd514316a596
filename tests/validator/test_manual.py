"""Pages of codes, topics of schemas, and which name was meant."""

from importlib.metadata import EntryPoint
from typing import Any

import pytest

from validator import manual
from validator.findings import as_id, closest, did_you_mean
from validator.manual import contents, explain, pages
from validator.topics import topic_of, topics, with_whole_records

PAGE = """A name ends with an exclamation mark.

## Bad, by `trilith print fog`, besides back-unprinted

```yaml
# cards.yaml
components:
  - {id: candle, name: Candle!}  # <- here

# game.yaml
name: Fog
```

## Good, by `trilith check`
"""
SHOWN = """A name ends with an exclamation mark.

Bad, by `trilith print fog`, besides back-unprinted::

    # cards.yaml
    components:
      - {id: candle, name: Candle!}  # <- here

    # game.yaml
    name: Fog

Good, by `trilith check`."""


def test_codes_are_sorted():
    codes = list(pages())
    assert codes == sorted(codes)
    assert {"setup-shortage", "count-parts", "size-unknown"} <= {*codes}


@pytest.mark.parametrize("code", pages())
def test_each_page_says_something(code):
    assert len(explain(code) or "") > 40


def test_a_code_of_one_game_says_so():
    assert "`module: henge`" in (explain("rondel-area") or "")
    assert "`module:" not in (explain("count-parts") or "")
    lines = contents()
    assert "rondel-area (henge only)" in lines
    assert "count-parts" in lines
    assert [line.partition(" ")[0] for line in lines] == list(pages())


def test_an_unknown_code():
    assert explain("setup-nonsense") is None
    assert explain("../pages/count-parts") is None


def test_a_check_of_another_package_brings_its_pages(tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "name-shouts.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "shouting.py").write_text("raise ImportError('nothing is run')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("shouting", "shouting:check", "trilith.checks")
    monkeypatch.setattr(manual, "entry_points", lambda group: [entry])
    assert explain("name-shouts") == SHOWN
    assert "name-shouts" in contents()


# --- topics and keys of a schema: how they are called, of what kind they are, where they lead ----


SHOP: dict[str, Any] = {
    "type": "object",
    "required": ["kind"],
    "properties": {
        "kind": {"const": "stall"},
        "goods": {"type": "array", "items": {"$ref": "#/$defs/good"}},
        "open": {"type": "object", "properties": {"from": {"type": "integer"}}},
    },
    "$defs": {
        "good": {
            "properties": {"do": {"enum": ["sell", "lend"], "description": "What is done."}},
            "allOf": [
                {
                    "if": {"properties": {"do": {"const": "sell"}}},
                    "then": {"properties": {"price": {"type": ["integer", "null"], "default": 3}}},
                }
            ],
        }
    },
}
DOCUMENTS = {"stall": SHOP}


def test_a_topic_is_called_by_its_file_its_definition_and_what_leads_inwards():
    assert list(topics(DOCUMENTS)) == ["stall", "stall.open", "stall.good", "stall.good.sell"]


def test_keys_say_of_what_kind_they_are():
    found = topics(DOCUMENTS)
    assert found["stall"].keys["kind"].says == "Always `stall`."
    assert found["stall"].keys["kind"].needed
    assert found["stall.good"].keys["do"].kind == "`sell` or `lend`"
    price = found["stall.good.sell"].keys["price"]
    assert (price.kind, price.default) == ("a whole number or nothing", "3")


def test_keys_lead_to_topics_which_know_where_they_stand():
    found = topics(DOCUMENTS)
    assert found["stall"].keys["goods"].leads_to == ("stall.good", "stall.good.sell")
    assert found["stall.good"].stands_in == ["stall.goods"]


def test_the_very_part_of_a_schema_is_found():
    assert topic_of(DOCUMENTS, SHOP["$defs"]["good"]) == "stall.good"
    assert topic_of(DOCUMENTS, dict(SHOP["$defs"]["good"])) is None


def test_any_record_gives_way_to_the_record_with_its_keys():
    either = {"anyOf": [{"$ref": "#/$defs/any_record"}, {"type": "object"}]}
    parts = {"properties": {"components": either}, "$defs": {"any_record": {}, "record": {}}}
    whole = with_whole_records(parts)
    assert whole["properties"]["components"]["anyOf"][0] == {"$ref": "#/$defs/record"}
    assert list(whole["$defs"]) == ["record"]


# --- which name was meant ------------------------------------------------------------------------


KNOWN = ("end_of_round", "at_once", "full_circle")


def test_the_closest_name_is_asked_for():
    assert closest("at_onc", KNOWN) == "at_once"
    assert did_you_mean("at_onc", KNOWN, "known: 3") == "did you mean 'at_once'?"


def test_what_is_like_nothing_is_told_otherwise():
    assert closest("zzz", KNOWN) is None
    assert closest("zzz", ()) is None
    assert did_you_mean("zzz", KNOWN, "known: 3") == "known: 3"


def test_capitals_and_what_joins_words_make_no_difference():
    assert closest("LAMB.PNG", ("ewe.png", "lamb.png")) == "lamb.png"
    assert closest("Full Circle", KNOWN) == "full_circle"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("Harbour Night", "harbour_night"), ("Été - à Brême", "ete_a_breme"), ("a-b_c", "a-b_c")],
)
def test_the_id_of_a_name(name, wanted):
    assert as_id(name) == wanted


def test_a_name_without_a_letter_has_no_id():
    assert as_id("漢字") == ""
