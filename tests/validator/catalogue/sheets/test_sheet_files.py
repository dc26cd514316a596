"""Sheets as CSV and workbooks, their cells, and what reaches out of their table."""

import csv
import datetime
import io
import random
import zipfile

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sheetfiles import HEAD, changed_part, ods, with_rows, xlsx

from generator.text_files import guard_cell
from validator.catalogue.sheets import files as parts
from validator.catalogue.sheets.cells import ABSENT, read_cell, write_cell
from validator.catalogue.sheets.files import MOST_COLUMNS, MOST_ROWS, SheetError, read_text_grid
from validator.catalogue.sheets.records import names_of
from validator.catalogue.sheets.shapes import CellError, same
from validator.catalogue.sheets.workbook import read_workbook_grid, sheet_names
from validator.findings import Place
from validator.run import check

ASKED = Place("cards.yaml", 9, 3)
ROWS = [["id", "name", "copies"], ["a", "7", 3], ["b", None, 2.5], [None, None, True]]
SHEET = "xl/worksheets/sheet1.xml"


def grid(raw, file="cards.xlsx", sheet=None):
    return read_workbook_grid(raw, file, sheet, ASKED)


def fault(raw, file="cards.xlsx", sheet=None):
    with pytest.raises(SheetError) as caught:
        grid(raw, file, sheet)
    found = caught.value.finding
    assert found.hint
    assert "\n" not in found.message
    return f"{found.place}: {found.message} [{found.code}]"


@pytest.mark.parametrize(("raw", "file"), [(xlsx(ROWS), "cards.xlsx"), (ods(ROWS), "cards.ods")])
def test_numbers_are_integers_where_they_are_whole(raw, file):
    found = grid(raw, file)
    cells = [[found.cell(row, at) for at in range(3)] for row in range(4)]
    assert cells == [["id", "name", "copies"], ["a", "7", 3], ["b", "", 2.5], ["", "", True]]
    assert type(cells[1][2]) is int
    assert str(found.place(2, 2)) == f"{file}!Cards!C3"


def test_cells_far_to_the_right_have_their_address():
    assert str(grid(xlsx([[None] * 30 + ["x"]])).place(0, 30)) == "cards.xlsx!Cards!AE1"


def test_formulas_count_by_their_values_and_are_told_where_they_have_none():
    raw = xlsx([["id", "copies", "cost"], ["a", "=1+2", "=1/0"], ["b", "=C2", '=""']])
    raw = changed_part(raw, SHEET, b"<f>1+2</f><v></v>", b"<f>1+2</f><v>3</v>")
    found = grid(raw)
    assert found.cell(1, 1) == 3
    assert sorted(found.faults) == [(1, 2), (2, 1), (2, 2)]
    assert "without its value" in found.faults[1, 2].message


def test_errors_and_dates_are_told_and_merged_cells_filled():
    def change(page):
        page["C2"] = "#REF!"
        page["C3"] = datetime.date(2026, 4, 3)
        page.merge_cells("A2:A4")

    found = grid(
        xlsx([["id", "name", "copies"], ["a", "x", 1], [None, "y", 1], [None, "z", 1]], change)
    )
    assert [found.cell(row, 0) for row in (1, 2, 3)] == ["a", "a", "a"]
    assert found.faults[1, 2].message == "the cell shows the error #REF!"
    assert found.faults[2, 2].message == "the cell holds a date or time (2026-04-03)"
    assert "3/4 is a date" in found.faults[2, 2].hint


def test_ods_formulas_errors_and_spans():
    raw = ods([["id", "name"], ["a", "N1"], ["b", "N2"], ["c", "N3"]])
    cell = b'<table:table-cell office:value-type="string"><text:p>N%d</text:p></table:table-cell>'
    formula = b'<table:table-cell table:formula="of:='
    content = zipfile.ZipFile(io.BytesIO(raw)).read("content.xml")
    for at, new in enumerate((
        formula + b'1+2" office:value-type="float" office:value="3"/>',
        formula + b'A9"/>',
        formula + b'1/0" office:value-type="string"><text:p>#DIV/0!</text:p></table:table-cell>',
    ), 1):  # fmt: skip
        assert cell % at in content
        content = content.replace(cell % at, new)
    whole = zipfile.ZipFile(io.BytesIO(raw)).read("content.xml")
    found = grid(changed_part(raw, "content.xml", whole, content), "cards.ods")
    assert found.cell(1, 1) == 3
    assert {spot: one.message for spot, one in found.faults.items()} == {
        (2, 1): "the formula was saved without its value",
        (3, 1): "the cell shows the error #DIV/0!",
    }


def test_the_first_sheet_that_shows_is_read_and_others_by_name():
    def change(page):
        page.sheet_state = "hidden"
        page.parent.create_sheet("Tokens")["A1"] = "here"

    raw = xlsx(ROWS, change)
    assert grid(raw).sheet == "Tokens"
    assert grid(raw, sheet="Cards").cell(1, 0) == "a"
    assert sheet_names(raw) == ("Cards", "Tokens")
    assert fault(raw, sheet="Crads") == "cards.yaml:9:3: there is no sheet 'Crads' [sheet-unknown]"


FAR = b'<c r="XFD1048576"'


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (FAR + b' t="inlineStr"><is><t>x</t></is></c>', "1,048,576 rows and 16,384"),
        (FAR + b' t="inlineStr"><is></is></c>', "1,048,576 rows and 16,384"),
        (FAR + b' t="d"><v></v></c>', "1,048,576 rows and 16,384"),
        (FAR + b' t="str"><f>A1</f></c>', "1,048,576 rows and 16,384"),
        (b"<c r='XFD&#49;'><v>1</v></c>", "16,384 columns"),
        (b'<c r="xfd1048576"><v>1</v></c>', "a cell has the address 'xfd1048576'"),
        (b'<c r="XFD01048576"><v>1</v></c>', "a cell has the address 'XFD01048576'"),
        (b'<c r="A1"><v>1</v></c><c r="A1"/><c/><c r="A1"/>', "cells are out of order"),
        (b'</row><row r="1"><c r="A1"><v>1</v></c>', "rows are out of order"),
        (b'</row><row r="99999999"><c><v>1</v></c>', "a row has the number '99999999'"),
        (b'<c r="A2"><v>1', "its XML is damaged"),
    ],
)
def test_a_sheet_that_would_fill_the_memory_is_not_read(cell, said):
    raw = changed_part(xlsx([["id"]]), SHEET, b"</row>", cell + b"</row>")
    assert said in fault(raw)


def test_cells_that_only_have_a_look_are_no_cells():
    raw = changed_part(xlsx([["id"]]), SHEET, b"</row>", FAR + b' s="1"/></row>')
    assert [list(row) for row in grid(raw).rows] == [["id"]]


ROW = b"<table:table-row>"
HUGE = b'<table:table-row table:number-rows-repeated="%s">'
ELSEWHERE = (
    b'<table:table table:name="Other">' + HUGE % b"1000000"
    + b'<table:table-cell office:value-type="float" office:value="1"/>'
    + b"</table:table-row></table:table>"
)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (ROW, HUGE % b"1000000", "rows"),
        (ROW, HUGE % b"4000000000", "is '4000000000'"),
        (ROW, HUGE % b"+5", "is '+5'"),
        (b"<table:table ", ELSEWHERE + b"<table:table ", "1,000,000 rows"),
        (b"</table:table>", b"<table:table/></table:table>", "a table stands in another"),
        (b"<table:table ", b'<table:table table:name="Cards"/><table:table ', "have one name"),
    ],
)
def test_ods_without_end_is_not_read(old, new, said):
    raw = changed_part(ods(ROWS), "content.xml", old, new)
    assert said in fault(raw, "cards.ods")


def with_part(raw, name, content):
    """A workbook with one more file in it."""
    made = io.BytesIO(raw)
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return made.getvalue()


CONTENT = zipfile.ZipFile(io.BytesIO(ods(ROWS))).read("content.xml")
AREAS = b"<mergeCells>" + b'<mergeCell ref="A1:XFD1048576"/>' * 50 + b"</mergeCells>"
ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet'


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (xlsx([["id"]], lambda page: page.cell(20_001, 1, "x")), "it has 20,001 rows"),
        (changed_part(xlsx([["id"]]), SHEET, b"</sheetData>", b"</sheetData>" + AREAS),
         "merged cells"),
        (changed_part(xlsx([["id"]]), SHEET, b"<worksheet", ENTITIES), "document type"),
        (with_part(xlsx(ROWS), "content.xml", CONTENT), "not one that a spreadsheet writes"),
        (with_part(xlsx([["id"]]), "xl/more.xml", b" " * 3_000_000), "once it is unpacked"),
    ],
    ids=["many rows", "merged areas", "entities", "two workbooks", "a bomb"],
)  # fmt: skip
def test_a_workbook_without_measure_is_not_read(raw, said, monkeypatch):
    monkeypatch.setattr(parts, "MOST_XML", 2_000_000)
    assert len(raw) < 20_000
    assert said in fault(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"PK\x03\x04" + b"x" * 200,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        b"id,name\n",
        ods(ROWS)[:-200],
        xlsx(ROWS)[:900],
    ],
)
@pytest.mark.parametrize("file", ["cards.xlsx", "cards.ods"])
def test_what_is_no_workbook_is_one_finding(raw, file):
    assert fault(raw, file).endswith("[sheet-unreadable]")
    assert sheet_names(raw) == ()


@pytest.mark.parametrize(("file", "raw"), [("cards.xlsx", xlsx(ROWS)), ("cards.ods", ods(ROWS))])
def test_damaged_workbooks_never_fail_otherwise(file, raw, capfd):
    luck = random.Random(7)
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(150):
        name = luck.choice(sorted(files))
        content = bytearray(files[name])
        for _ in range(luck.randint(1, 4)):
            if content:
                at = luck.randrange(len(content))
                content[at : at + luck.randint(0, 3)] = bytes(luck.choices(range(256), k=2))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for one, old in files.items():
                archive.writestr(one, bytes(content) if one == name else old)
        try:
            grid(made.getvalue(), file)
        except SheetError as error:
            assert error.finding.code in ("sheet-unreadable", "sheet-unknown")
    assert "panicked" not in capfd.readouterr().err


# --- CSV files: encodings, separators, quotes, and where each cell stands ------------------------
KNOWN = {"id", "name", "copies", "text"}


def csv_grid(raw):
    text = raw if isinstance(raw, bytes) else raw.encode()
    return read_text_grid(text, "cards.csv", lambda name: name.lower() in KNOWN)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_as_programs_write_it(separator, encoding, end):
    rows = [["id", "name", "copies"], ["café", "A; b, c", "3"], ["b", "", ""]]
    made = io.StringIO()
    csv.writer(made, delimiter=separator, lineterminator=end).writerows(rows)
    assert csv_grid(made.getvalue().encode(encoding)).rows == rows


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("id;name, printed, long\na;b", ["id", "name, printed, long"]),
        ("sep=|\nid|name\n", ["id", "name"]),
        ("id\na\n", ["id"]),
        ('"id","name"\n', ["id", "name"]),
        ("Title, of; a, game\nid;name;copies\n", ["Title, of", " a, game"]),
    ],
)
def test_the_separator_is_the_one_that_gives_names_of_fields(text, header):
    assert csv_grid(text).rows[0] == header


def test_places_are_lines_and_columns_of_the_file_even_behind_long_cells():
    found = csv_grid('id,text\r\na,"one\r\ntwo ""2""",3\r\nb, "x" ,y\r\n')
    assert found.rows[1] == ["a", 'one\r\ntwo "2"', "3"]
    places = [(str(found.place(row, at))) for row in (1, 2) for at in range(3)]
    assert places == [
        *("cards.csv:2:1", "cards.csv:2:3", "cards.csv:3:12"),
        *("cards.csv:4:1", "cards.csv:4:3", "cards.csv:4:9"),
    ]
    assert found.rows[2] == ["b", "x", "y"]


@pytest.mark.parametrize(
    ("raw", "code", "place", "message"),
    [
        (b'id,name\na,"b\nc,d\n', "sheet-text", "cards.csv:2:3", "not closed"),
        (b'id,name\na,"b"c\n', "sheet-text", "cards.csv:2:3", "not closed"),
        ("id\n\ncafé\n".encode("cp1252"), "file-encoding", "cards.csv:3:1", "0xe9 is not UTF-8"),
        (b"id\xff\xfe\n", "file-encoding", "cards.csv:1:1", "0xff is not UTF-8"),
        (b"\xff\xfei\x00d", "file-encoding", "cards.csv:1:1", "UTF-16"),
        (b"id\n\x00\n", "file-encoding", "cards.csv:2:1", "U+0000"),
        (b"a\n" * (MOST_ROWS + 1), "sheet-unreadable", f"cards.csv:{MOST_ROWS + 1}:1", "rows"),
        (b"a," * MOST_COLUMNS, "sheet-unreadable", "cards.csv:1:1", "columns"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_table_is_one_finding(raw, code, place, message):
    with pytest.raises(SheetError) as caught:
        csv_grid(raw)
    found = caught.value.finding
    assert (found.code, str(found.place)) == (code, place)
    assert message in found.message
    assert found.hint


CELLS = st.text(st.sampled_from("ab1=+-@'\",;\n\r\t é"), max_size=6)
PLAIN = CELLS.map(lambda text: text.replace("'", ""))


@given(st.lists(st.lists(PLAIN, min_size=2, max_size=3), min_size=1, max_size=4))
def test_cells_are_what_the_csv_module_reads(rows):
    made = io.StringIO()
    csv.writer(made, quoting=csv.QUOTE_ALL).writerows([["id", "name"], *rows])
    text = made.getvalue()
    theirs = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    ours = csv_grid(text).rows
    assert ours == theirs


@given(CELLS)
def test_a_cell_that_is_guarded_against_reckoning_comes_back_unchanged(cell):
    made = io.StringIO()
    csv.writer(made, quoting=csv.QUOTE_ALL).writerow(["id", guard_cell(cell)])
    assert csv_grid(made.getvalue()).rows[0][1] == cell
    assert not guard_cell(cell).startswith(("=", "@", "\t", "\r"))


@given(st.binary(max_size=40))
def test_no_bytes_break_the_reader(raw):
    try:
        found = csv_grid(raw)
    except SheetError as error:
        assert error.finding.hint
    else:
        assert len(found.rows) == len(found.spots)


# --- values in cells: what a schema makes of what a spreadsheet keeps, and back ------------------
FIELDS = names_of(yaml.safe_load(HEAD), {}).fields


@pytest.mark.parametrize(
    ("field", "cell", "value"),
    [
        ("cost", 3.0, 3.0),
        ("cost", 3, 3),
        ("cost", "3", 3),
        ("cost", " 3 ", 3),
        ("cost", "three", "three"),
        ("cost", "", ABSENT),
        ("cost", "  ", ABSENT),
        ("name", 7, "7"),
        ("name", 7.5, "7.5"),
        ("name", "7", "7"),
        ("name", "007", "007"),
        ("name", True, "true"),
        ("name", "[draft] Light", "[draft] Light"),
        ("name", "{coin} and more", "{coin} and more"),
        ("text", "one\r\ntwo", "one\ntwo"),
        ("weight", "1.5", 1.5),
        ("weight", "1,5", "1,5"),
        ("side", 3, "3"),
        ("side", "45", "45"),
        ("rank", "5", 5),
        ("rank", 5, 5),
        ("big", True, True),
        ("big", "x", True),
        ("big", "No", False),
        ("big", 1, True),
        ("big", "0", False),
        ("copies", "12", 12),
        ("tags", "harbour; night", ["harbour", "night"]),
        ("tags", "harbour, night,", ["harbour", "night"]),
        ("tags", "harbour\nnight", ["harbour", "night"]),
        ("tags", "[]", []),
        ("marks", "3; x, y; \"4\"; \"a;b\"", [3, "x, y", "4", "a;b"]),
        ("marks", 3, [3]),
        ("inner.phases", "day;night", ["day", "night"]),
        ("inner", "{stones: 4}", {"stones": 4}),
        ("steps", "[{to: road, cost: 1}]", [{"to": "road", "cost": 1}]),
        ("steps", "{to: road}", [{"to": "road"}]),
        ("bonus", "gain 1 coin", [{"do": "gain", "what": "coin", "amount": 1}]),
        ("effects", "[{do: gain, what: coin}]", [{"do": "gain", "what": "coin"}]),
        ("rules", "FOG-01; FOG-02", ["FOG-01", "FOG-02"]),
        ("variant", True, True),
        ("variant", "FOG-01", ["FOG-01"]),
        ("players", "3+", "3+"),
        ("players", 5, "5"),
    ],
)  # fmt: skip
def test_a_cell_is_typed_by_the_schema(field, cell, value):
    found = read_cell(cell, FIELDS[field])
    assert found is value if value is ABSENT else found == value
    assert type(found) is type(value)


def test_a_comma_is_a_decimal_point_where_semicolons_part_cells():
    assert read_cell("1,5", FIELDS["weight"], decimal_comma=True) == 1.5


@pytest.mark.parametrize(
    ("field", "cell"), [("steps", "[{to: road"), ("tags", '"a\\q"'), ("effects", "gain (")]
)
def test_a_cell_that_cannot_be_read_says_what_would_do(field, cell):
    with pytest.raises(CellError) as caught:
        read_cell(cell, FIELDS[field])
    assert caught.value.hint


SIGNS = st.text(st.sampled_from("ab13,;\"\\[]{}\n :#-+=@'é."), max_size=8)
SCALARS = st.one_of(
    SIGNS, st.integers(-99, 10**6), st.booleans(), st.floats(-9, 9).map(lambda x: round(x, 3))
)
VALUES = {
    "name": SIGNS.filter(lambda text: text.strip() == text and text),
    "cost": st.integers(-99, 10**9),
    "weight": st.floats(-9, 9).map(lambda x: round(x, 3)).filter(lambda x: not x.is_integer()),
    "big": st.booleans(),
    "tags": st.lists(SIGNS, min_size=0, max_size=4),
    "marks": st.lists(SCALARS, min_size=1, max_size=4),
    "steps": st.lists(st.dictionaries(SIGNS, SCALARS, max_size=2), max_size=2),
    "inner": st.dictionaries(SIGNS, st.lists(SCALARS, max_size=2), max_size=2),
}


@given(st.sampled_from(sorted(VALUES)).flatmap(lambda name: st.tuples(st.just(name), VALUES[name])))
def test_a_value_comes_back_from_its_cell(pair):
    field, value = pair
    assert same(read_cell(write_cell(value, FIELDS[field]), FIELDS[field]), value)


@given(st.sampled_from(sorted(FIELDS)), st.one_of(SIGNS, st.floats(), st.booleans()))
def test_no_cell_breaks_the_reader(field, cell):
    try:
        read_cell(cell, FIELDS[field])
    except CellError as error:
        assert error.hint


# What reaches out of a sheet's table is told at its cell: a value too many, a merge too long
def found(root):
    return [one for one in check(root, extra=()) if "cards." in one.place.file]


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("cards.csv", "id,name,cost\ncandle,Candle,2,5\n", "cards.csv:2:17"),
        ("cards.csv", "id,name,cost\nlamp,Lamp,1\ncandle,Candle,2,,5\n", "cards.csv:3:18"),
        ("cards.tsv", "id\tname\tcost\ncandle\tCandle\t2\t5\n", "cards.tsv:2:17"),
    ],
)
def test_more_cells_than_headers_are_told(tiny, name, text, place):
    with_rows(tiny, name, text.encode())
    [one] = found(tiny)
    assert (one.code, one.severity) == ("sheet-beyond", "error")
    assert str(one.place) == f"components/fog/{place}"


@pytest.mark.parametrize(
    "text",
    [
        'id,name,weight,cost\ncandle,Candle,"2.5",1\n',
        "id,name,cost\ncandle,Candle,2,,\nlamp,Lamp,1, \n",
        "id,name,cost,,remarks\ncandle,Candle,2,,\n",
        "id;name;weight;cost\ncandle;Candle;2,5;1\n",
    ],
)
def test_cells_that_are_empty_or_in_quotes_are_none_too_many(tiny, text):
    with_rows(tiny, "cards.csv", text.encode())
    assert [one.code for one in found(tiny) if one.code == "sheet-beyond"] == []


@pytest.mark.parametrize(("area", "is_told"), [("C2:C3", False), ("C2:C4", False), ("C2:C5", True)])
def test_cells_merged_beyond_the_last_record_are_told(tiny, area, is_told):
    rows = [
        ["id", "name", "tags", "cost"],
        ["candle", "Candle", "harbour", 1],
        ["lamp", "Lamp", None, 1],
        ["fire", "Fire", None, 2],
    ]
    with_rows(tiny, "cards.xlsx", xlsx(rows, lambda page: page.merge_cells(area)))
    told = [(one.code, str(one.place)) for one in found(tiny)]
    assert told == ([("sheet-cell", "components/fog/cards.xlsx!Cards!C2")] if is_told else [])
