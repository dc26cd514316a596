"""An edit in a sheet is seen like one in YAML: by `diff`, by the stamp of a kit, since a commit."""

import pytest
from gitrepo import commit_all
from sheetfiles import with_rows, xlsx

from generator.changes.differences import diff_games
from generator.changes.revisions import earlier
from generator.changes.since import news_since_commit
from generator.changes.unchanged import stamps_of
from validator.cache import Cache
from validator.catalogue.load import load
from validator.run import check

ROWS = [["id", "name", "copies", "cost"], ["candle", "Candle", 6, 0], ["bee", "Bee", 24, 1]]


def written(root, name, rows):
    text = "\n".join(",".join(map(str, row)) for row in rows)
    with_rows(root, name, text.encode() if name.endswith(".csv") else xlsx(rows))


@pytest.fixture(params=["cards.csv", "cards.xlsx"])
def sheet(request, tiny):
    """The name of the sheet of a project whose only commit has it."""
    name = str(request.param)
    written(tiny, name, ROWS)
    commit_all(tiny)
    return name


def test_a_changed_cell_is_a_changed_record(sheet, tiny):
    written(tiny, sheet, [ROWS[0], ["candle", "Candle", 6, 2], ["crab", "Crab", 1, 1]])
    before, findings = earlier(tiny, "fog", "HEAD")
    assert findings == ()
    found = diff_games(before.game, load(tiny)[0].games["fog"])
    changed = [(one.id, [(f.field, f.old, f.new) for f in one.fields]) for one in found.changed]
    assert changed == [("candle", [("cost", 0, 2)])]
    assert [one.id for one in found.added] == ["crab"]
    assert [one.id for one in found.removed] == ["bee"]


def test_the_stamp_of_a_kit_knows_the_sheet(sheet, tiny):
    store = Cache(tiny / "cache")
    before = stamps_of(tiny, store, ()).sources
    assert stamps_of(tiny, store, ()).sources == before
    written(tiny, sheet, [*ROWS[:2], ["bee", "Bee", 23, 1]])
    assert stamps_of(tiny, store, ()).sources != before


def test_what_an_edit_of_the_sheet_broke_is_new(sheet, tiny):
    assert news_since_commit(tiny, check(tiny), None, False) is not None
    written(tiny, sheet, [ROWS[0], ["ant", "Ant", 6, 1], ["candle", "Candle", 6, "x"], ROWS[2]])
    findings = check(tiny)
    news = news_since_commit(tiny, findings, None, False)
    assert news is not None
    new = {str(one.place) for one in news.new if one.code == "schema"}
    assert len(new) == 1
    assert sheet in new.pop()
