"""Workbooks as spreadsheet programs write them, and as somebody does who means ill."""

from __future__ import annotations

import datetime
import io
import random
import zipfile

import pytest
from openpyxl.worksheet.worksheet import Worksheet
from sheetfiles import changed_part, ods, xlsx

from validator.catalogue.sheets import files as parts
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.workbook import read_workbook_grid, sheet_names
from validator.findings import Place

ASKED = Place("cards.yaml", 9, 3)
ROWS = [["id", "name", "copies"], ["a", "7", 3], ["b", None, 2.5], [None, None, True]]
SHEET = "xl/worksheets/sheet1.xml"


def grid(raw: bytes, file: str = "cards.xlsx", sheet: str | None = None):
    return read_workbook_grid(raw, file, sheet, ASKED)


def fault(raw: bytes, file: str = "cards.xlsx", sheet: str | None = None) -> str:
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
    def change(page: Worksheet) -> None:
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
    def change(page: Worksheet) -> None:
        page.sheet_state = "hidden"
        page.parent.create_sheet("Tokens")["A1"] = "here"

    raw = xlsx(ROWS, change)
    assert grid(raw).sheet == "Tokens"
    assert grid(raw, sheet="Cards").cell(1, 0) == "a"
    assert sheet_names(raw) == ("Cards", "Tokens")
    assert fault(raw, sheet="Crads") == "cards.yaml:9:3: there is no sheet 'Crads' [sheet-unknown]"


def test_many_rows_are_told():
    assert "it has 20,001 rows" in fault(xlsx([["id"]], lambda page: page.cell(20_001, 1, "x")))


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


def test_an_archive_that_could_be_two_workbooks_is_none():
    made = io.BytesIO(xlsx(ROWS))
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("content.xml", zipfile.ZipFile(io.BytesIO(ods(ROWS))).read("content.xml"))
    assert "not one that a spreadsheet writes" in fault(made.getvalue())


def test_merged_areas_without_end_are_not_filled():
    areas = b"<mergeCells>" + b'<mergeCell ref="A1:XFD1048576"/>' * 50 + b"</mergeCells>"
    raw = changed_part(xlsx([["id"]]), SHEET, b"</sheetData>", b"</sheetData>" + areas)
    assert "merged cells" in fault(raw)


def test_document_types_are_refused():
    raw = changed_part(
        xlsx([["id"]]), SHEET, b"<worksheet",
        b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet',
    )  # fmt: skip
    assert "document type" in fault(raw)


def test_a_bomb_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(parts, "MOST_XML", 2_000_000)
    made = io.BytesIO(xlsx([["id"]]))
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/more.xml", b" " * 3_000_000)
    assert len(made.getvalue()) < 20_000
    assert "once it is unpacked" in fault(made.getvalue())


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


def test_links_to_other_files_are_not_followed():
    raw = xlsx([["id"], ["a"]], lambda page: page.__setitem__("B2", "='file:///etc/[passwd]x'!A1"))
    assert (1, 1) in grid(raw).faults


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
