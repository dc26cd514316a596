"""CSV files: encodings, separators, quotes, and where each cell stands."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.text_files import guard_cell
from validator.catalogue.sheets.files import MOST_COLUMNS, MOST_ROWS, SheetError, read_text_grid

KNOWN = {"id", "name", "copies", "text"}


def grid(raw: bytes | str):
    text = raw if isinstance(raw, bytes) else raw.encode()
    return read_text_grid(text, "cards.csv", lambda name: name.lower() in KNOWN)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_as_programs_write_it(separator, encoding, end):
    rows = [["id", "name", "copies"], ["café", "A; b, c", "3"], ["b", "", ""]]
    made = io.StringIO()
    csv.writer(made, delimiter=separator, lineterminator=end).writerows(rows)
    assert grid(made.getvalue().encode(encoding)).rows == rows


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
    assert grid(text).rows[0] == header


def test_places_are_lines_and_columns_of_the_file_even_behind_long_cells():
    found = grid('id,text\r\na,"one\r\ntwo ""2""",3\r\nb, "x" ,y\r\n')
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
        grid(raw)
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
    ours = grid(text).rows
    assert ours == theirs


@given(CELLS)
def test_a_cell_that_is_guarded_against_reckoning_comes_back_unchanged(cell):
    made = io.StringIO()
    csv.writer(made, quoting=csv.QUOTE_ALL).writerow(["id", guard_cell(cell)])
    assert grid(made.getvalue()).rows[0][1] == cell
    assert not guard_cell(cell).startswith(("=", "@", "\t", "\r"))


@given(st.binary(max_size=40))
def test_no_bytes_break_the_reader(raw):
    try:
        found = grid(raw)
    except SheetError as error:
        assert error.finding.hint
    else:
        assert len(found.rows) == len(found.spots)
