"""A set whose records stand in a sheet, through to the findings, as docs/sheets.md says."""

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sheetfiles import HEAD, cards, ods, told, with_rows, xlsx

from validator.catalogue.effects import KINDS
from validator.catalogue.load import load
from validator.catalogue.schemas import schema
from validator.catalogue.sheets.effect_words import read_effects, say_effects
from validator.catalogue.sheets.shapes import CellError, same
from validator.report import News, as_github, as_json, compare, place_findings
from validator.rules.values import lists_of
from validator.run import check

CSV = """\
Id,NAME,qty,Cost,effects,inner.stones,Inner Phases,tags,text
candle,Candle,6,0,score 1 point,,,,
lantern,7,12,3,"score 2 point; draw 2 card",4,day; night,harbour,"Take {coin}, twice"
"""
RECORDS = """
candle:
  {id: candle, name: Candle, copies: 6, cost: 0,
   effects: [{do: score, what: point, amount: 1}]}
lantern:
  {id: lantern, name: "7", copies: 12, cost: 3, inner: {stones: 4, phases: [day, night]},
   effects: [{do: score, what: point, amount: 2}, {do: draw, what: card, amount: 2}],
   tags: [harbour], text: "Take {coin}, twice"}
"""


TABLE = [line.split(",") for line in ("id,name,copies,cost", "candle,Candle,6,0", "b,Bee,24,1")]


def test_a_csv_file_gives_the_records_that_yaml_would(tiny):
    with_rows(tiny, "cards.csv", CSV.encode(), ", columns: {Inner Phases: inner.phases}")
    assert cards(tiny) == (yaml.safe_load(RECORDS), ())
    lantern = load(tiny)[0].games["fog"].sets["card"].components[1]
    assert str(lantern.place) == "components/fog/cards.csv:3:1"
    assert str(lantern.place_of("cost")) == "components/fog/cards.csv:3:14"
    assert str(lantern.place_of("effects", 1, "what")) == "components/fog/cards.csv:3:16"
    assert str(lantern.place_of("inner", "stones")) == "components/fog/cards.csv:3:45"


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_a_workbook_gives_the_same_and_names_cells(name, tiny):
    rows = [["id", "name", "copies", "cost"], ["candle", "Candle", 6.0, 0.0], ["b", 7.0, 24.0, "x"]]
    with_rows(tiny, name, xlsx(rows) if name.endswith("x") else ods(rows))
    assert told(tiny) == [
        f'components/fog/{name}!Cards!D3: "x" is a text where a whole number belongs '
        "at components.b.cost [schema]"
    ]
    rows[2][3] = 1.0
    with_rows(tiny, name, xlsx(rows) if name.endswith("x") else ods(rows))
    assert cards(tiny)[0]["b"] == {"id": "b", "name": "7", "copies": 24, "cost": 1}


def test_a_sheet_as_a_designer_keeps_it(tiny):
    def change(page):
        page.column_dimensions["D"].hidden = True
        page.row_dimensions[4].hidden = True
        page.merge_cells("A1:D1")

    rows = [
        ["Harbour Night: all cards", None, None, None, None, None],
        ["Id", "Name", "Copies", "Cost", "# ideas", None, "Suit", "How many"],
        ["candle", "Candle", 6, 0, "brighter?", None, "harbour", 3],
        ["b", "Bee", 20, 1, None, None, "night", 4],
        [],
        ["# from here on: the harbour"],
        ["c", "Crab", 4, 2, None, None, None, None],
        [None, None, "=SUM(C3:C7)", None, None],
    ]
    with_rows(tiny, "cards.xlsx", xlsx(rows, change))
    found, findings = cards(tiny)
    copies = [(one, record["copies"]) for one, record in found.items()]
    assert copies == [("candle", 6), ("b", 20), ("c", 4)]
    assert findings == ()


def test_a_sum_below_the_table_is_passed_over_and_told(tiny):
    with_rows(tiny, "cards.xlsx", xlsx([*TABLE, [None, None, 30, None]]))
    assert told(tiny) == [
        "components/fog/cards.xlsx!Cards!C4: the row has no id and is passed over [sheet-row]"
    ]
    assert list(cards(tiny)[0]) == ["candle", "b"]


def test_ids_come_from_names_where_no_column_has_them(tiny):
    with_rows(tiny, "cards.csv", b"Name;Copies;Cost\nOld Light;24;1\n\xc3\x89t\xc3\xa9;6;2\n")
    assert {key: one["name"] for key, one in cards(tiny)[0].items()} == {
        "old-light": "Old Light",
        "ete": "Été",
    }


def test_every_fault_of_a_sheet_is_told_at_its_cell(tiny):
    rows = [["id", "name", "cost", "effects", "tags"], ["a", "A", "=B9", "scor 1", '["x']]
    with_rows(tiny, "cards.xlsx", xlsx(rows))
    lines = told(tiny)
    assert [line.partition(": ")[0].rpartition("!")[2] for line in lines] == ["C2", "D2", "E2"]
    assert all(line.endswith("[sheet-cell]") for line in lines)
    assert "the formula was saved without its value" in lines[0]
    assert "`scor` is no kind of effect" in lines[1]
    assert "the quote that opens here is not closed" in lines[2], lines[2]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("id,name,csot", "D1: no field is called 'csot'"),
        ("id,name,cost,Cost", "two columns stand for the field 'cost'"),
        ("id,name,cost,More ideas", "no field is called 'More ideas'"),
        ("a,b,c", "no column is called `id` or `name`"),
    ],
)
def test_headers_that_stand_for_nothing_are_told(header, said, tiny):
    with_rows(tiny, "cards.xlsx", xlsx([header.split(","), ["x"]]))
    lines = told(tiny)
    assert any(said.removeprefix("D1: ") in line for line in lines), lines
    assert all(line.endswith("[sheet-header]") for line in lines)


def test_columns_say_what_a_header_is_or_that_it_is_not_read(tiny):
    raw = "Karte,id,Anzahl,cost,Ideen\nKerze,candle,30,1,hm\n".encode("utf-16")
    with_rows(tiny, "cards.csv", raw, ", columns: {Karte: name, Anzahl: copies, Ideen: }")
    assert cards(tiny) == (
        {"candle": {"id": "candle", "name": "Kerze", "copies": 30, "cost": 1}},
        (),
    )
    with_rows(tiny, "cards.csv", raw, ", columns: {Karte: nam, Anzahl: copies, Ideen: }")
    assert "`columns` says that 'Karte' is 'nam', which is no field" in told(tiny)[0]


@pytest.mark.parametrize(
    "path",
    ["../../../out.csv", "../../out.csv", "/etc/passwd.csv", "link.csv", "no.csv", "dir.csv"],
)
def test_a_sheet_lies_below_components(path, tiny, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "out.csv"
    outside.write_text("id,name\nsecret,SECRET\n", "utf-8")
    with_rows(tiny, "cards.csv", b"id,name,cost\na,A,1\n")
    (tiny / "components/fog/dir.csv").mkdir()
    (tiny / "components/fog/link.csv").symlink_to(outside)
    (tiny / "out.csv").write_text("id,name\nsecret,SECRET\n", "utf-8")
    (tiny / "components/fog/cards.yaml").write_text(
        f"{HEAD}components: {{from: {path}}}\n", "utf-8"
    )
    lines = [line for line in told(tiny) if "link-outside" not in line]
    assert len(lines) == 1, lines
    assert lines[0].startswith("components/fog/cards.yaml:28:20: the sheet ")
    assert "SECRET" not in lines[0]


def test_a_sheet_may_be_shared_between_games(tiny):
    (tiny / "components/sheets").mkdir()
    with_rows(tiny, "cards.csv", b"")
    (tiny / "components/sheets/all.csv").write_bytes(b"id,name,cost,copies\na,A,1,30\n")
    path = tiny / "components/fog/cards.yaml"
    path.write_text(f"{HEAD}components: {{from: ../sheets/all.csv}}\n", "utf-8")
    assert list(cards(tiny)[0]) == ["a"]


def test_checks_of_every_kind_place_their_findings_in_the_sheet(tiny):
    with_rows(tiny, "cards.xlsx", xlsx([*TABLE[:2], ["candle", "Bee", 24, 1], ["d", "D", 2, 2]]))
    codes = {one.code: str(one.place) for one in check(tiny, extra=())}
    assert codes["id-duplicate"].startswith("components/fog/cards.xlsx!Cards!A3"), codes


def test_reports_for_programs_stay_valid(tiny):
    with_rows(tiny, "cards.xlsx", xlsx([*TABLE[:2], ["b", "Bee", 24, "x"]]))
    findings = load(tiny)[1]
    assert json.loads(as_json(findings))[0]["file"] == "components/fog/cards.xlsx"
    facts = {key: json.loads(as_json(findings))[0][key] for key in ("line", "column", "sheet")}
    assert facts == {"line": 3, "column": 4, "sheet": "Cards"}
    assert as_github(findings).startswith(
        "::error file=components/fog/cards.xlsx,line=3,col=4,title=schema::Cards!D3: "
    )


@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx"])
def test_a_finding_that_moved_in_its_sheet_is_not_new(name, tiny):
    def state(rows):
        csv = "\n".join(",".join(map(str, row)) for row in rows).encode()
        with_rows(tiny, name, csv if name.endswith("csv") else xlsx(rows))
        return place_findings(load(tiny)[1], tiny)

    before = state([TABLE[0], ["b", "Bee", 24, "x"]])
    assert [one.record for one in before] == ["b"]
    now = state([TABLE[0], ["a", "A", 1, 1], ["b", "Bee", 24, "x"]])
    assert compare(now, before) == News()
    other = state([TABLE[0], ["a", "A", 1, "x"], ["b", "Bee", 24, 1]])
    assert len(compare(other, before).new) == 1


def test_a_variant_that_is_marked_in_a_sheet_counts_as_one_in_yaml_does(tiny):
    rows = [[*TABLE[0], "variant"], [*TABLE[1], True], [*TABLE[2], None]]
    with_rows(tiny, "cards.xlsx", xlsx(rows))
    catalogue, _ = load(tiny)
    (mark,) = lists_of(catalogue, catalogue.games["fog"]).marks
    assert str(mark.place) == "components/fog/cards.xlsx!Cards!E2"


# --- effects in short: one grammar for both ways -------------------------------------------------
def effects_in(value):
    """Every list of effects that stands somewhere in data, inner ones too."""
    found = []
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
        ("gain coin\ndraw 2 card;",
         [{"do": "gain", "what": "coin"}, {"do": "draw", "what": "card", "amount": 2}]),
        ("discard all card", [{"do": "discard", "what": "card", "amount": "all"}]),
        ("advance end road which any",
         [{"do": "advance", "track": "road", "amount": "end", "which": "any"}]),
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
    assert same(read_effects(said), effects)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("scor 3 point", "`scor` is no kind of effect", "did you mean 'score'?"),
        ("score 3 vp pre stone", "`pre` behind `score 3 vp` says nothing", "did you mean 'per'?"),
        ("gain coin 3", "`3` behind `gain coin`", "the amount stands first: `gain 3 ...`"),
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
    with pytest.raises(CellError) as caught:
        read_effects(text)
    assert message in str(caught.value)
    assert hint in caught.value.hint


def test_examples_of_the_schema_go_through_words():
    for kind in KINDS:
        for example in schema("effects")["$defs"][kind]["examples"]:
            said = say_effects([example])
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
    except CellError as error:
        assert error.hint
    else:
        assert all(effect["do"] in KINDS for effect in found)


# --- docs/sheets.md tells the truth: its short forms, and its example of a set with a sheet ------
PAGE = (Path(__file__).parents[4] / "docs/sheets.md").read_text("utf-8")
SHORT = re.findall(r"^\| `([^`]+)` \| `(\[.+\])` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("text", "written"), SHORT)
def test_short_forms_say_what_stands_beside_them(text, written):
    effects = yaml.safe_load(written)
    assert same(read_effects(text), effects)
    assert say_effects(effects) == text


def test_every_kind_of_effect_is_shown():
    assert {text.split()[0] for text, _ in SHORT} == set(KINDS)


def test_the_example_of_a_sheet_reads(tiny):
    block = re.search(r"```yaml\n# (components/fog/cards.yaml)\n(.*?)```", PAGE, re.DOTALL)
    (tiny / block[1]).write_text(block[2], "utf-8")
    table = PAGE[block.end() :].strip().split("\n\n")[0].splitlines()
    rows = [[_cell(cell) for cell in line.strip("| ").split(" | ")] for line in table]
    assert rows[0][0] == "id"
    (tiny / "components/fog/cards.xlsx").write_bytes(xlsx([rows[0], *rows[2:]]))
    found, findings = cards(tiny)
    assert [one.code for one in findings] == []
    effects = [{"do": "gain", "what": "coin", "amount": 1}]
    candle = {"id": "candle", "name": "Candle", "copies": 6, "cost": 0, "effects": effects}
    assert found["candle"] == candle
    assert len(found["bonfire"]["effects"]) == 2


def _cell(text):
    return int(text) if text.isdigit() else text or None
