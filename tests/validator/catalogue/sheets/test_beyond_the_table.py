"""What reaches out of a sheet's table is told at its cell: a value too many, a merge too long."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheetfiles import with_rows, xlsx

from validator.findings import Finding
from validator.run import check


def found(root: Path) -> list[Finding]:
    return [one for one in check(root, extra=()) if "cards." in one.place.file]


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("cards.csv", "id,name,cost\ncandle,Candle,2,5\n", "cards.csv:2:17"),
        ("cards.csv", "id,name,cost\nlamp,Lamp,1\ncandle,Candle,2,,5\n", "cards.csv:3:18"),
        ("cards.tsv", "id\tname\tcost\ncandle\tCandle\t2\t5\n", "cards.tsv:2:17"),
    ],
)
def test_more_cells_than_headers_are_told(tiny: Path, name: str, text: str, place: str) -> None:
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
def test_cells_that_are_empty_or_in_quotes_are_none_too_many(tiny: Path, text: str) -> None:
    with_rows(tiny, "cards.csv", text.encode())
    assert [one.code for one in found(tiny) if one.code == "sheet-beyond"] == []


@pytest.mark.parametrize(("area", "is_told"), [("C2:C3", False), ("C2:C4", False), ("C2:C5", True)])
def test_cells_merged_beyond_the_last_record_are_told(tiny: Path, area: str, is_told: bool) -> None:
    rows = [
        ["id", "name", "tags", "cost"],
        ["candle", "Candle", "harbour", 1],
        ["lamp", "Lamp", None, 1],
        ["fire", "Fire", None, 2],
    ]
    with_rows(tiny, "cards.xlsx", xlsx(rows, lambda page: page.merge_cells(area)))
    told = [(one.code, str(one.place)) for one in found(tiny)]
    assert told == ([("sheet-cell", "components/fog/cards.xlsx!Cards!C2")] if is_told else [])
