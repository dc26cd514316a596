"""Values in cells: what a schema makes of what a spreadsheet keeps, and back."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sheetfiles import HEAD

from validator.catalogue.sheets.cells import ABSENT, CellError, read_cell, write_cell
from validator.catalogue.sheets.records import names_of
from validator.catalogue.sheets.shapes import same

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
    ("field", "cell"),
    [("steps", "[{to: road"), ("tags", '"a\\q"'), ("effects", "gain (")],
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
