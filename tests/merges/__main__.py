"""``make merges``: 1,000 random pairs of edits, of a sheet and of its file, merged, none lost."""

import difflib
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from merges.twosided import expected, file_side, sheet_side  # noqa: E402
from proofs import ROOT  # noqa: E402

from generator.sheets.files import SheetBase, SheetFile, base_lines, csv_text, read_base  # noqa: E402
from generator.sheets.merge import apply_merge, merge_sheet  # noqa: E402
from generator.sheets.tables import SheetTable, normal_values, table_of  # noqa: E402
from generator.sheets.transfer import base_of, sheet_of  # noqa: E402
from validator.catalogue.sheets.cells import ABSENT, write_cell  # noqa: E402
from validator.catalogue.sheets.records import names_of, read_header, read_rows, values_by_field  # noqa: E402
from validator.catalogue.source import parse_source  # noqa: E402

FILES = ("henge/bonus", "henge/luck", "henge/stones", "henge/rewards", "henge/hengebot")
TRIALS = 1000


def read(text, file):
    """A set's file as data."""
    source, findings = parse_source(text, file)
    assert source is not None, findings
    assert not findings, findings
    return source


def edited(table, side):
    """The table as the spreadsheet has it after the edits."""
    rows = {
        key: dict(zip(table.columns, cells, strict=True))
        for key, cells in zip(table.records, table.cells, strict=True)
    }
    for (record, name), value in side.values.items():
        rows[record][name] = "" if value is ABSENT else write_cell(value, table.columns[name])
    for key, values in side.new.items():
        rows[key] = {
            name: write_cell(values[name], shape) if name in values else ""
            for name, shape in table.columns.items()
        }
    kept = [
        [row[name] for name in table.columns] for key, row in rows.items() if key not in side.gone
    ]
    return SheetTable(table.set_id, table.file, table.columns, kept, table.records)


def trial(seed):
    """One pair of edits merged; what became of them.

    Raises:
        AssertionError: something was lost, or a byte changed that nobody touched.
    """
    luck = random.Random(seed)
    file = f"components/{luck.choice(FILES)}.yaml"
    text = (ROOT / file).read_text("utf-8")
    before = read(text, file)
    table = table_of(before)
    base = read_base(base_lines(base_of("henge", [table]))).sets[table.set_id].records
    side = sheet_side(luck, table, luck.randint(0, 6))
    mine, _ = file_side(luck, text, luck.randint(0, 6))
    there = read(mine, file)
    columns = table.columns
    shown = rows_of(edited(table, side), there, as_workbook=seed % 2 == 0)
    theirs = {one["id"]: normal_values(one, columns) for one in there.data["components"]}
    merge = merge_sheet(base, shown, theirs, tuple(columns))
    wanted, clash = expected(base, side, theirs)
    assert {(one.record, one.field) for one in merge.conflicts} == clash, seed
    if clash:
        return "conflict"
    made = apply_merge(mine, there.data["components"], merge, tuple(columns))
    after = {one["id"]: normal_values(one, columns) for one in read(made, file).data["components"]}
    assert after == wanted, seed
    _only_touched(mine, made, side, seed)
    return "same" if made == mine else "merged"


def rows_of(table, source, as_workbook):
    """The records of a table, written as a file and read again."""
    names = names_of(source.data, {})
    if as_workbook:
        raw = sheet_of(Path("all.xlsx"), "henge", [table])
        sheet = SheetFile(Path("all.xlsx"), "all.xlsx", raw, SheetBase("henge", {}))
    else:
        sheet = SheetFile(Path("all.csv"), "all.csv", csv_text(table), SheetBase("henge", {}))
    grid = sheet.grid(table.set_id, names)
    header, findings = read_header(grid, names, "henge")
    assert header is not None, findings
    rows = read_rows(grid, header, "henge")
    assert not rows.findings, rows.findings
    return {one["id"]: values_by_field(one, table.columns) for one in rows.records}


def _only_touched(before, after, side, seed):
    """Lines that go are those of values that were changed, and of records that were taken out."""
    diff = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    fields = {name.partition(".")[0] for _, name in side.values} | {"effects"}
    allowed = tuple(f"    {name}:" for name in fields)
    lost = [line[2:] for line in diff if line.startswith("- ")]
    if not side.gone:
        wrong = [line for line in lost if not line.startswith((*allowed, "      ", "  - id"))]
        assert not wrong, (seed, wrong)
    limit = len(side.values) * 3 + 14 * len(side.gone)
    assert len(lost) <= limit, (seed, lost)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    outcomes = [trial(seed) for seed in range(count)]
    sums = ", ".join(f"{outcomes.count(one)} {one}" for one in sorted(set(outcomes)))
    print(f"{count} pairs of edits: {sums}; nothing lost")
