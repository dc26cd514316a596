"""Topics and keys of a schema: how they are called, of what kind they are, where they lead."""

from __future__ import annotations

from typing import Any

from validator.topics import topic_of, topics, with_whole_records

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
