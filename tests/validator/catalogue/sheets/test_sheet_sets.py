"""A set whose records stand in a sheet: as designers keep them, through to the findings."""

from __future__ import annotations

import json

import pytest
from sheetfiles import HEAD, cards, ods, told, with_rows, xlsx

from validator.catalogue.load import load
from validator.checks import common_checks
from validator.report import News, as_github, as_json, compare, place_findings
from validator.rules.values import read_written
from validator.run import check

CSV = """\
Id,NAME,qty,Cost,effects,inner.stones,Inner Phases,tags,text
candle,Candle,6,0,score 1 point,,,,
lantern,7,12,3,"score 2 point; draw 2 card",4,day; night,harbour,"Take {coin}, twice"
"""
LANTERN = {
    "id": "lantern",
    "name": "7",
    "copies": 12,
    "cost": 3,
    "effects": [
        {"do": "score", "what": "point", "amount": 2},
        {"do": "draw", "what": "card", "amount": 2},
    ],
    "inner": {"stones": 4, "phases": ["day", "night"]},
    "tags": ["harbour"],
    "text": "Take {coin}, twice",
}
PHASES = ", columns: {Inner Phases: inner.phases}"
TABLE = [line.split(",") for line in ("id,name,copies,cost", "candle,Candle,6,0", "b,Bee,24,1")]


def test_a_csv_file_gives_the_records_that_yaml_would(tiny):
    with_rows(tiny, "cards.csv", CSV.encode(), PHASES)
    found, findings = cards(tiny)
    assert findings == ()
    effects = [{"do": "score", "what": "point", "amount": 1}]
    candle = {"id": "candle", "name": "Candle", "copies": 6, "cost": 0, "effects": effects}
    assert found["candle"] == candle
    assert found["lantern"] == LANTERN
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
    """A title, blank rows, remarks, a sum below, a second table beside, columns hidden."""

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
    raw = xlsx(rows, change)
    with_rows(tiny, "cards.xlsx", raw)
    found, findings = cards(tiny)
    assert {one: record["copies"] for one, record in found.items()} == {
        "candle": 6,
        "b": 20,
        "c": 4,
    }
    assert [one.code for one in findings] == []


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
    codes = {one.code: str(one.place) for one in check(tiny)}
    assert codes["id-duplicate"].startswith("components/fog/cards.xlsx!Cards!A3"), codes
    assert len(common_checks()) > 10


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
    (mark,) = read_written(load(tiny)[0].written["fog"], ()).marks
    assert str(mark.place) == "components/fog/cards.xlsx!Cards!E2"
