"""`trilith sheet out` and `in`, with edits as spreadsheet programs save them."""

import random
import shutil
import zipfile
from pathlib import Path

import commandline
import pytest
from openpyxl import Workbook, load_workbook
from sheetfiles import ods_book

from validator.catalogue.load import load

CARDS = "components/fog/cards.yaml"


def run(root, *words, status=0):
    return commandline.run("sheet", *words, "--project", root, status=status)


@pytest.fixture
def sent(tiny):
    """The small game, whose records went out into a workbook."""
    run(tiny, "out", "fog")
    return tiny


def bytes_of(folder, suffix=""):
    return {path: path.read_bytes() for path in folder.rglob(f"*{suffix}") if path.is_file()}


def yaml_of(root):
    return bytes_of(root / "components", ".yaml")


def text_of(root):
    return (root / CARDS).read_text("utf-8")


def change_workbook(path, change):
    book = load_workbook(path)
    change(book)
    book.save(path)


def cell(book, sheet, record, field):
    """A cell by the id of its row and the header of its column."""
    page = book[sheet]
    column = [one.value for one in page[1]].index(field) + 1
    row = next(at for at in range(2, page.max_row + 1) if page.cell(at, 1).value == record)
    return page.cell(row, column)


def set_cell(root, record, field, value):
    """Type a value into the sheet of cards; what begins as a formula is typed as text."""

    def change(book):
        found = cell(book, "card", record, field)
        found.value = value
        if str(value).startswith("="):
            found.data_type = "s"

    change_workbook(root / "fog.xlsx", change)


def sort_rows(book):
    for page in book.worksheets[:-1]:
        rows = [[one.value for one in row] for row in page.iter_rows(min_row=2)]
        for at, row in enumerate(sorted(rows, key=str), 2):
            for column, value in enumerate(row, 1):
                page.cell(at, column).value = value


def as_ods(path):
    """A workbook saved as ODS, as LibreOffice does: numbers as floats, the rest as texts."""

    def typed(value):
        return float(value) if type(value) is int else value

    book = load_workbook(path)
    rows = {
        page.title: [[typed(one.value) for one in row] for row in page.iter_rows()]
        for page in book.worksheets
    }
    target = path.with_suffix(".ods")
    target.write_bytes(ods_book(rows))
    return target


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    root = tmp_path_factory.mktemp("games")
    shutil.copytree(Path(__file__).parents[3] / "components", root / "components")
    return root


@pytest.mark.parametrize(
    ("game", "saved"),
    [
        ("henge", "sorted by another program"),
        ("henge", "as ODS"),
        ("stonehenge", "sorted by another program"),
        ("stonehenge", "as ODS"),
    ],
)
def test_the_shipped_games_go_out_and_in_and_stay_byte_for_byte(game, saved, games):
    before = yaml_of(games)
    path = games / f"{game}.xlsx"
    path.unlink(missing_ok=True)
    run(games, "out", game)
    if saved == "sorted by another program":
        change_workbook(path, sort_rows)
    if saved == "as ODS":
        path = as_ods(path)
    for _ in range(2):
        assert run(games, "in", path).stdout == "nothing changed\n"
        assert yaml_of(games) == before


def test_the_other_games_have_their_records_in_their_box(games):
    for game in ("high_council", "crossing_stonehenge", "first_druid", "battle_of_the_gods"):
        said = run(games, "out", game, status=2)
        assert "they are in its box: trilith sheet out stonehenge" in said.stderr


@pytest.mark.parametrize("form", ["xlsx", "csv", "ods"])
def test_an_edited_cell_is_one_line(form, tiny, edit):
    before = text_of(tiny).splitlines()
    path = tiny / ("cards.csv" if form == "csv" else "fog.xlsx")
    run(tiny, "out", "fog", "card", "--to", path)
    if form == "csv":
        edit(path, "bonfire,Bonfire,5,", "bonfire,'=Bon;fire,5,")
    else:
        set_cell(tiny, "bonfire", "name", "=Bon;fire")
        path = as_ods(path) if form == "ods" else path
    said = run(tiny, "in", path)
    assert "bonfire: name `Bonfire` -> `=Bon;fire`" in said.stdout
    after = text_of(tiny).splitlines()
    assert [line for line in after if line not in before] == ["    name: =Bon;fire"]
    assert len(after) == len(before)
    assert run(tiny, "in", path).stdout == "nothing changed\n"


def test_edits_go_on_in_the_same_workbook(sent):
    for copies in (7, 8, 9):
        set_cell(sent, "bonfire", "copies", copies)
        run(sent, "in", "fog")
        assert f"copies: {copies}\n    cost: 3" in text_of(sent)
    book = load_workbook(sent / "fog.xlsx")
    assert [page.sheet_state for page in book.worksheets] == ["visible", "visible", "hidden"]
    assert book["card"].freeze_panes == "C2"


def test_both_sides_are_merged(sent, edit):
    edit(sent / CARDS, "name: Lantern", "name: Old Lantern")
    set_cell(sent, "lantern", "cost", 2)
    run(sent, "in", "fog")
    text = text_of(sent)
    assert "name: Old Lantern\n    copies: 6\n    cost: 2\n" in text
    assert run(sent, "in", "fog").stdout == "nothing changed\n"
    assert text_of(sent) == text


@pytest.fixture
def conflict(sent, edit):
    edit(sent / CARDS, "cost: 3", "cost: 4")
    set_cell(sent, "bonfire", "cost", 5)
    set_cell(sent, "candle", "copies", 9)
    return sent


def test_a_conflict_is_listed_with_both_values_and_nothing_is_written(conflict):
    before = bytes_of(conflict)
    said = run(conflict, "in", "fog", status=1).stderr
    assert "fog.xlsx!card!E5: error: `cost` of 'bonfire' is 5 here and 4 at " in said
    line = text_of(conflict).splitlines().index("    cost: 4") + 1
    assert f"{CARDS}:{line}:11 [sheet-conflict]" in said
    assert bytes_of(conflict) == before


@pytest.mark.parametrize(("side", "cost"), [("sheet", 5), ("file", 4)])
def test_a_conflict_may_be_decided(side, cost, conflict):
    run(conflict, "in", "fog", "--take", side)
    assert f"copies: 5\n    cost: {cost}\n" in text_of(conflict)
    assert "copies: 9" in text_of(conflict)
    assert run(conflict, "in", "fog").stdout == "nothing changed\n"


def test_a_dry_run_says_it_and_writes_nothing(sent):
    set_cell(sent, "bonfire", "cost", 5)
    before = bytes_of(sent)
    said = run(sent, "in", "fog", "--dry-run").stdout
    assert f"{CARDS}: bonfire: cost 3 -> 5" in said
    assert said.endswith("nothing was written\n")
    assert bytes_of(sent) == before


def test_rows_come_go_and_get_other_ids(sent):
    def change(book):
        page = book["card"]
        cell(book, "card", "moonrise", "id").value = "moon"
        page.insert_rows(3)
        for column, value in enumerate(["lamp", "Lamp", 3, None, 2.0, "lantern", "gain 1 coin"], 1):
            page.cell(3, column).value = value
        page.delete_rows(cell(book, "card", "fireflies", "id").row)

    headers = [one.value for one in load_workbook(sent / "fog.xlsx")["card"][1]]
    assert headers == ["id", "name", "copies", "players", "cost", "icon", "effects", "text"]
    change_workbook(sent / "fog.xlsx", change)
    run(sent, "in", "fog")
    text = text_of(sent)
    lamp = "  - id: lamp\n    name: Lamp\n    copies: 3\n    cost: 2\n    icon: lantern\n"
    effect = "    effects:\n      - {do: gain, what: coin, amount: 1}\n"
    assert f"{lamp}{effect}  - id: lantern\n" in text
    assert "  - id: moon\n    name: Moonrise\n" in text
    assert "fireflies" not in text
    assert load(sent)[1] == ()


def test_an_emptied_cell_takes_the_value_out_and_a_column_that_went_does_not(sent):
    def change(book):
        cell(book, "card", "fireflies", "players").value = None
        headers = [one.value for one in book["card"][1]]
        book["card"].delete_cols(headers.index("effects") + 1)

    change_workbook(sent / "fog.xlsx", change)
    said = run(sent, "in", "fog").stdout
    assert "the column 'effects' is gone: none of its values is changed" in said
    text = text_of(sent)
    assert "players" not in text
    assert text.count("effects:") == 6


def test_faults_are_told_at_their_cells_and_nothing_is_written(sent):
    set_cell(sent, "bonfire", "cost", 55)
    set_cell(sent, "candle", "copies", 9)
    before = yaml_of(sent)
    told = "fog.xlsx!card!E5: error: 55 is too large"
    assert told in run(sent, "in", "fog", status=1).stderr
    assert yaml_of(sent) == before


def test_an_id_that_stands_twice_is_told(sent, edit):
    twice = "the id 'candle' stands twice"
    set_cell(sent, "bonfire", "id", "candle")
    assert twice in run(sent, "in", "fog", status=2).stderr
    run(sent, "out", "fog", "--force")
    edit(sent / CARDS, "- id: lantern", "- id: candle")
    set_cell(sent, "candle", "copies", 9)
    before = yaml_of(sent)
    assert twice in run(sent, "in", "fog", status=2).stderr
    assert twice in run(sent, "out", "fog", "--force", status=2).stderr
    assert yaml_of(sent) == before


def test_edits_that_wait_are_not_written_over(sent):
    run(sent, "out", "fog")
    set_cell(sent, "bonfire", "cost", 5)
    assert "edits that were not taken in" in run(sent, "out", "fog", status=2).stderr
    run(sent, "out", "fog", "--force")
    (sent / "mine.xlsx").write_bytes(b"mine")
    said = run(sent, "out", "fog", "--to", sent / "mine.xlsx", status=2).stderr
    assert "trilith did not write it" in said
    assert (sent / "mine.xlsx").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("out", "fog", "crad"), "did you mean 'card'?"),
        (("out", "fog", "mat"), "fog has no records of its own in a set 'mat'"),
        (("out", "fog", "--to", "all.csv"), "CSV holds one table; name a set: card, coin"),
        (("out", "fog", "--to", "all.ods"), "sheets are written as .xlsx or .csv"),
        (("in", "nothing.xlsx"), "cannot read nothing.xlsx"),
        (("in", CARDS), "is no sheet"),
        (("pull", "fog"), "no set of fog says where its sheet is published"),
        (("out", "frog"), "did you mean 'fog'?"),
    ],
)
def test_wrong_use_says_what_would_do(words, said, tiny, monkeypatch):
    monkeypatch.chdir(tiny)
    assert said in run(tiny, *words, status=2).stderr


def test_a_workbook_of_somebody_elses_is_told(tiny):
    path = tiny / "theirs.xlsx"
    Workbook().save(path)
    assert "does not say what went out" in run(tiny, "in", path, status=2).stderr
    path.write_bytes(b"PK junk")
    assert "does not say what went out" in run(tiny, "in", path, status=2).stderr


def test_no_text_is_written_as_a_formula(tiny, edit):
    edit(tiny / CARDS, "name: Bonfire", 'name: "=HYPERLINK(\\"http://x\\")"')
    edit(tiny / CARDS, "name: Candle", "name: '@SUM(1)'")
    run(tiny, "out", "fog")
    book = load_workbook(tiny / "fog.xlsx")
    name = cell(book, "card", "bonfire", "name")
    assert name.data_type == "s" and name.quotePrefix
    assert not any(one.data_type == "f" for page in book for row in page for one in row)
    run(tiny, "out", "fog", "card", "--to", tiny / "card.csv")
    text = (tiny / "card.csv").read_text("utf-8-sig")
    assert "'=HYPERLINK" in text and "'@SUM" in text
    assert run(tiny, "in", tiny / "card.csv").stdout == "nothing changed\n"
    assert run(tiny, "in", "fog").stdout == "nothing changed\n"


def test_the_workbook_has_choices_notes_and_limits(sent):
    page = load_workbook(sent / "fog.xlsx")["card"]
    assert page["E1"].value == "cost"
    assert page["E1"].comment.text == "Coins to pay when played. From 0 to 9."
    rules = {str(one.sqref).partition(":")[0]: one for one in page.data_validations.dataValidation}
    assert (rules["E2"].type, rules["E2"].formula1, rules["E2"].formula2) == ("whole", "0", "9")
    assert page["B2"].number_format == "@"


def test_crlf_and_a_byte_order_mark_stay(tiny):
    cards = tiny / CARDS
    text = text_of(tiny).replace("\n", "\r\n")
    cards.write_bytes(b"\xef\xbb\xbf" + text.encode())
    run(tiny, "out", "fog")
    set_cell(tiny, "bonfire", "effects", "gain 1 coin; score 1 point")
    run(tiny, "in", "fog")
    raw = cards.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf# yaml")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert b"      - {do: gain, what: coin, amount: 1}\r\n      - {do: score, what: point" in raw


def test_a_set_whose_rows_stand_in_a_sheet_does_not_go_out(tiny):
    run(tiny, "out", "fog", "card", "--to", tiny / "components/fog/cards.csv")
    cards = tiny / CARDS
    head = text_of(tiny).partition("components:")[0]
    cards.write_text(f"{head}components: {{from: cards.csv}}\n", "utf-8")
    assert load(tiny)[1] == ()
    assert "sets here: coin" in run(tiny, "out", "fog", "card", status=2).stderr


def test_a_damaged_workbook_changes_nothing(sent):
    path = sent / "fog.xlsx"
    set_cell(sent, "bonfire", "cost", 5)
    whole, before = path.read_bytes(), yaml_of(sent)
    luck = random.Random(3)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    said = []
    for _ in range(40):
        name = luck.choice([one for one in files if "sheet" in one or "Strings" in one])
        at = luck.randrange(len(files[name]))
        content = files[name][:at] + luck.randbytes(2) + files[name][at + luck.randint(0, 9) :]
        with zipfile.ZipFile(path, "w") as archive:
            for one, old in files.items():
                archive.writestr(one, content if one == name else old)
        said.append(run(sent, "in", "fog", "--dry-run", status=None).exit_code)
    assert {0, 2} <= set(said) <= {0, 1, 2}
    assert yaml_of(sent) == before
    path.write_bytes(whole)
    run(sent, "in", "fog")
    assert yaml_of(sent) != before
