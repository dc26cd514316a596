"""Pages of codes, topics of schemas, and which name was meant."""

from importlib.metadata import EntryPoint

import pytest

from validator import manual
from validator.findings import as_id, closest, did_you_mean
from validator.manual import contents, explain, pages
from validator.play import modules
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


def test_each_page_says_something_in_the_order_of_codes():
    assert list(pages()) == sorted(pages())
    assert {"setup-shortage", "count-parts", "size-unknown"} <= {*pages()}
    texts = [page.path.read_text("utf-8").partition("\n## ")[0] for page in pages().values()]
    assert min(map(len, texts)) > 25


def test_a_code_of_one_game_says_so(tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "light-dear.md").write_text("A card is dear.\n", encoding="utf-8")
    (tmp_path / "lights.py").write_text(
        "from validator.checks.pieces import Check\n"
        "def check(game, tables):\n    return iter(())\n"
        "CHECKS = (Check(('light-dear',), check),)\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("fog", "lights", modules.GROUP)
    installed = lambda group, name="fog": [entry] * (name == "fog")  # noqa: E731
    monkeypatch.setattr(modules, "entry_points", installed)
    assert "`module: fog`" in (explain("light-dear") or "")
    assert "`module:" not in (explain("count-parts") or "")
    lines = contents()
    assert "light-dear (fog only)" in lines
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


# --- topics and keys of a schema: how they are called, of what kind they are, where they lead
SOLD = {"properties": {"price": {"type": ["integer", "null"], "default": 3}}}
SHOP = {
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
            "allOf": [{"if": {"properties": {"do": {"const": "sell"}}}, "then": SOLD}],
        }
    },
}
DOCUMENTS = {"stall": SHOP}


def test_topics_say_how_they_are_called_of_what_kind_keys_are_and_where_they_lead():
    found = topics(DOCUMENTS)
    assert list(found) == ["stall", "stall.open", "stall.good", "stall.good.sell"]
    keys = found["stall"].keys
    assert (keys["kind"].says, keys["kind"].needed) == ("Always `stall`.", True)
    assert keys["goods"].leads_to == ("stall.good", "stall.good.sell")
    assert found["stall.good"].stands_in == ["stall.goods"]
    assert found["stall.good"].keys["do"].kind == "`sell` or `lend`"
    price = found["stall.good.sell"].keys["price"]
    assert (price.kind, price.default) == ("a whole number or nothing", "3")


def test_the_very_part_of_a_schema_is_found():
    assert topic_of(DOCUMENTS, SHOP["$defs"]["good"]) == "stall.good"
    assert topic_of(DOCUMENTS, dict(SHOP["$defs"]["good"])) is None


def test_any_record_gives_way_to_the_record_with_its_keys():
    either = {"anyOf": [{"$ref": "#/$defs/any_record"}, {"type": "object"}]}
    parts = {"properties": {"components": either}, "$defs": {"any_record": {}, "record": {}}}
    whole = with_whole_records(parts)
    assert whole["properties"]["components"]["anyOf"][0] == {"$ref": "#/$defs/record"}
    assert list(whole["$defs"]) == ["record"]


# --- which name was meant
KNOWN = ("end_of_round", "at_once", "full_circle")


@pytest.mark.parametrize(
    ("name", "names", "meant"),
    [
        ("at_onc", KNOWN, "at_once"),
        ("Full Circle", KNOWN, "full_circle"),
        ("LAMB.PNG", ("ewe.png", "lamb.png"), "lamb.png"),
        ("zzz", KNOWN, None),
        ("zzz", (), None),
    ],
)
def test_the_closest_name_is_asked_for(name, names, meant):
    assert closest(name, names) == meant
    hint = f"did you mean '{meant}'?" if meant else "known: 3"
    assert did_you_mean(name, names, "known: 3") == hint


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Harbour Night", "harbour_night"),
        ("Été - à Brême", "ete_a_breme"),
        ("a-b_c", "a-b_c"),
        ("漢字", ""),
    ],
)
def test_the_id_of_a_name(name, wanted):
    assert as_id(name) == wanted
