"""All records of a set as a table: what is told of them, and how cells are changed on the page."""

import json
import random

import pytest
from openpyxl import Workbook
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from sheetfiles import HEAD
from studiopage import all_of, appears, click, goes, open_page, press, until

import generator.studio.project_files
from generator.starter import write_starter
from generator.studio.edits import Editor, journal_of
from generator.studio.fields import least_of
from generator.studio.set_files import PLACE, RefusedError, open_set
from validator.catalogue.sheets.shapes import shape_of

FILE = "components/fog/cards.yaml"


def texts(root, file=FILE):
    """The names of the fields, and of each record why it is read alone, and its texts by field."""
    told = open_set(root, file).describe_all()
    names = [one["name"] for one in told["fields"]]
    rows = {
        one["id"]: (one["why"], dict(zip(names, one["cells"], strict=True))) for one in told["rows"]
    }
    return told, rows


def test_a_row_has_the_texts_of_a_record_in_short_words_and_their_places(fog):
    told, rows = texts(fog)
    why, bonfire = rows["bonfire"]
    assert list(bonfire)[:5] == ["id", "name", "copies", "players", "cost"]
    assert (why, bonfire["cost"], bonfire["effects"]) == ("", "3", "score 3 point")
    row = next(one for one in told["rows"] if one["id"] == "bonfire")
    spots = dict(zip(["", *bonfire], row["at"], strict=True))
    assert (told["file"], spots["name"], spots["text"]) == (FILE, ":44:11", "")
    cost = next(one for one in told["fields"] if one["name"] == "cost")
    assert (cost["kind"], cost["least"], cost["most"]) == ("number", 0, 9)


def test_what_cannot_be_edited_says_why(fog):
    write_starter(fog, "Pack", "hearts")
    _, rows = texts(fog, "components/pack/cards.yaml")
    assert "generate" in rows["3-clubs"][0] and rows["3-clubs"][1]["suit"] == "clubs"
    cards = fog / FILE
    book = Workbook()
    for row in (("name", "id", "cost"), ("Night", "a", 1)):
        book.active.append(row)
    book.save(cards.with_name("cards.xlsx"))
    cards.write_text(f"{HEAD}components: {{from: cards.xlsx}}\n")
    told, rows = texts(fog)
    assert "workbook" in rows["a"][0] and list(rows["a"][1]) == ["name", "id", "cost"]
    assert told["rows"][0]["at"][3] == "!Sheet!C2"
    cards.write_text(
        f"{HEAD}derived: {{size: {{count: list}}}}\ncomponents: [{{id: a, name: A}}]\n"
    )
    fields = {one["name"]: one["why"] for one in open_set(fog, FILE).describe_all()["fields"]}
    assert "`derived` says: components/fog/cards.yaml:" in fields["size"]


def do(root, what, **words):
    return Editor(root, "fog", FILE, {"do": what, **words}, ("coin",)).edit()


def paste(root, *cells):
    return do(root, "paste", cells=json.dumps(cells))


@pytest.fixture(params=["yaml", "csv"])
def file(request, fog):
    """The file of the cards, as YAML with remarks, or as a sheet with a ragged end."""
    path = fog / FILE
    if request.param == "csv":
        head = path.read_text().partition("\ncomponents:")[0]
        path.write_text(f"{head}\ncomponents: {{from: cards.csv}}\n")
        path = path.with_name("cards.csv")
        path.write_bytes(ROWS.encode())
    return path


def test_a_new_record_has_what_the_schema_requires_and_is_undone_to_the_byte(fog, file):
    before = file.read_bytes()
    said = do(fog, "new", id="candle")
    assert said == {"said": "card-1 is new", "id": "card-1"}
    made = open_set(fog, FILE)
    assert made.records["card-1"] == {"id": "card-1", "name": "name", "cost": 0}
    assert [*made.records][:2] == ["candle", "card-1"]
    assert do(fog, "new", id="card-1")["id"] == "card-2"
    after = file.read_bytes()
    assert set(before.splitlines()) <= set(after.splitlines())
    for what, then in (("undo", before), ("redo", after)):
        for _ in "ab":
            do(fog, what)
        assert file.read_bytes() == then


def test_a_set_without_records_gets_a_first_one(fog):
    path = fog / FILE
    head = path.read_text().partition("\ncomponents:")[0]
    path.write_text(f"{head}\ncomponents: []\n")
    assert do(fog, "new", id="")["id"] == "card-1"
    path.write_text(f"{head}\ncomponents: {{from: cards.csv}}\n")
    path.with_name("cards.csv").write_text("id,name,cost,icon")
    do(fog, "new", id="")
    assert path.with_name("cards.csv").read_text() == "id,name,cost,icon\ncard-1,name,0"


def test_least_values_are_those_that_a_schema_lets_pass():
    inner = {"required": ["to"], "properties": {"to": {"type": "array", "minItems": 1}}}
    asked = {"side": {"enum": [3, 45]}, "rank": {"type": "integer", "minimum": 2}}
    asked |= {
        "is": {"type": "boolean"},
        "word": {"type": "string"},
        "in": {"type": "object"} | inner,
    }
    whole = {"type": "object", "required": [*asked], "properties": asked}
    found = least_of(shape_of(whole, whole), "")
    assert found == {"side": 3, "rank": 2, "is": False, "word": "word", "in": {"to": ["to"]}}


def test_a_paste_with_more_rows_adds_records_and_is_one_edit_or_none(fog, file):
    before = file.read_bytes()
    rows = [{"name": 'A "new" moon', "cost": "2"}, {"id": "bonfire", "icon": "fire"}, {"id": "sun"}]
    words = {"cells": json.dumps([["fireflies", "cost", "1", "5"]]), "behind": "fireflies"}
    cost = open_set(fog, FILE).text("fireflies", "cost")
    words["cells"] = json.dumps([["fireflies", "cost", cost, "5"]])
    said = do(fog, "paste", rows=json.dumps(rows), **words)
    assert said["said"].startswith("saved: 1 fields and 3 new records of components/fog/cards.")
    made = open_set(fog, FILE).records
    assert [*made][-4:] == ["fireflies", "a-new-moon", "bonfire-2", "sun"]
    assert made["a-new-moon"] == {"id": "a-new-moon", "name": 'A "new" moon', "cost": 2}
    assert made["bonfire-2"] == {"id": "bonfire-2", "name": "name", "cost": 0, "icon": "fire"}
    assert made["fireflies"]["cost"] == 5
    after = file.read_bytes()
    do(fog, "undo")
    assert file.read_bytes() == before
    do(fog, "redo")
    assert file.read_bytes() == after
    do(fog, "undo")
    rows[2] = {"id": "sun", "cost": "99"}
    with pytest.raises(RefusedError) as refused:
        do(fog, "paste", rows=json.dumps(rows), **words)
    (record, _, why), *_ = refused.value.told["wrong"]
    assert (record, file.read_bytes()) == ("sun", before) and "most allowed is 9" in why


ROWS = (
    "id,name,copies,#mine,cost,icon,effects\r\n"
    'candle,"Can""dle",8,x,0,candle,gain 1 coin\r\n'
    "# a remark\r\n"
    'bonfire,Bonfire,5,"y, z",3,fire,score 3 point\r\nfireflies,Flies,4,,1'
)


def test_a_paste_is_one_edit_that_is_undone_to_the_byte(fog, file):
    before = file.read_bytes()
    said = paste(
        fog,
        ["bonfire", "cost", "3", "4"],
        ["bonfire", "id", "bonfire", "pyre"],
        ["candle", "name", open_set(fog, FILE).text("candle", "name"), 'A "b"\n\tc'],
        ["fireflies", "icon", open_set(fog, FILE).text("fireflies", "icon"), "fly"],
        ["fireflies", "effects", _short(fog, "fireflies", "effects"), "score 2 point"],
        ["fireflies", "copies", "4", "4"],
    )
    assert said["said"].startswith("saved: 5 fields of components/fog/cards.")
    now = open_set(fog, FILE)
    assert now.text("pyre", "cost") == "4" and now.text("candle", "name") == 'A "b"\n\tc'
    assert _short(fog, "fireflies", "effects") == "score 2 point"
    after = file.read_bytes()
    assert b"#" in before and after.count(b"#") == before.count(b"#")
    do(fog, "undo")
    assert file.read_bytes() == before
    do(fog, "redo")
    assert file.read_bytes() == after
    file.write_bytes(after.replace(b"Bonfire", b"Fire", 1))
    do(fog, "undo")
    assert open_set(fog, FILE).text("bonfire", "cost") == "3"


def _short(root, record, field):
    return open_set(root, FILE).text(record, field, short=True)


def test_where_one_cell_is_wrong_all_that_are_are_told_and_nothing_is_written(fog, file):
    before = file.read_bytes()
    with pytest.raises(RefusedError) as refused:
        paste(
            fog,
            ["candle", "copies", open_set(fog, FILE).text("candle", "copies"), "9"],
            ["candle", "cost", "0", "99"],
            ["bonfire", "cost", "3", ""],
            ["bonfire", "copies", "4", "7"],
            ["fireflies", "cost", open_set(fog, FILE).text("fireflies", "cost"), "many"],
            ["fireflies", "id", "fireflies", "coin"],
            ["fireflies", "effects", _short(fog, "fireflies", "effects"), "score points"],
        )
    wrong = {(record, field): why for record, field, why, *_ in refused.value.told["wrong"]}
    assert wrong.keys() == {
        ("candle", "cost"),
        ("bonfire", "cost"),
        ("bonfire", "copies"),
        ("fireflies", "cost"),
        ("fireflies", "id"),
        ("fireflies", "effects"),
    }
    assert "the most allowed is 9" in wrong["candle", "cost"]
    assert "changed elsewhere" in wrong["bonfire", "copies"]
    assert "missing" in wrong["bonfire", "cost"]
    assert (file.read_bytes(), journal_of(fog, "fog").read()) == (before, ([], 0, []))


@pytest.mark.parametrize("cells", ["", "1", "[1]", '[["a", "", "b", "c"]]', '[["a", "b", "c"]]'])
def test_a_paste_that_is_none_is_refused(fog, cells):
    with pytest.raises(RefusedError, match="does not say what to paste"):
        do(fog, "paste", cells=cells)


def test_an_undo_of_a_paste_asks_where_a_value_was_changed_since(fog, edit):
    paste(fog, ["bonfire", "cost", "3", "4"], ["candle", "cost", "0", "1"])
    end = "\n    effects:\n      - {do: score, what: point, amount: 3}"
    edit(fog / FILE, f"cost: 4{end}", f"cost: 6{end}")
    with pytest.raises(RefusedError, match="changed since") as refused:
        do(fog, "undo")
    now = "bonfire cost: 6\ncandle cost: 1"
    told = {"now": now, "wanted": "bonfire cost: 3\ncandle cost: 0", "at": f"{FILE}:46:11"}
    assert refused.value.told == told
    do(fog, "undo", saw=now)
    assert "cost: 3" in (fog / FILE).read_text() and "cost: 0" in (fog / FILE).read_text()


def test_a_file_that_is_saved_in_the_middle_of_a_paste_keeps_both(fog, monkeypatch):
    cards = fog / FILE
    put, saves = generator.studio.project_files.put_in_place, []

    def put_late(path, data, check):
        if not saves:
            now = cards.read_bytes().replace(b"name: Candle", b"name: Taper")
            saves.append(cards.write_bytes(now))
        put(path, data, check)

    monkeypatch.setattr(generator.studio.project_files, "put_in_place", put_late)
    paste(fog, ["bonfire", "cost", "3", "4"], ["candle", "cost", "0", "1"])
    text = cards.read_text()
    assert saves and "name: Taper" in text and "cost: 4" in text and "cost: 1" in text


def order(root):
    return [*open_set(root, FILE).records]


def move(root, record, behind, saw=None):
    now = open_set(root, FILE).text(record, PLACE) if saw is None else saw
    return do(root, "change", id=record, field=PLACE, saw=now, to=behind)


def test_a_record_is_moved_with_all_else_as_it_was_and_back(fog, file):
    before, first = file.read_bytes(), order(fog)
    luck = random.Random(3)
    for _ in range(12):
        record, behind = luck.sample(["", *first], 2)
        if not record:
            continue
        old, now = file.read_bytes(), order(fog)
        move(fog, record, behind)
        now.remove(record)
        now.insert(now.index(behind) + 1 if behind else 0, record)
        assert order(fog) == now
        assert sorted(file.read_bytes().splitlines()) == sorted(old.splitlines())
        assert file.read_bytes().endswith(b"\n") == before.endswith(b"\n")
    last = file.read_bytes()
    while do(fog, "undo")["id"]:
        pass
    assert (file.read_bytes(), order(fog)) == (before, first)
    while do(fog, "redo")["id"]:
        pass
    assert file.read_bytes() == last


def test_a_move_that_others_made_otherwise_is_not_made(fog):
    before = (fog / FILE).read_bytes()
    with pytest.raises(RefusedError, match="changed elsewhere"):
        move(fog, "bonfire", "", saw="candle")
    for behind in ("bonfire", "nobody"):
        with pytest.raises(RefusedError, match="no other record"):
            move(fog, "bonfire", behind)
    assert (fog / FILE).read_bytes() == before


A = """  # of a
  - id: a
    name: A
    cost: 1  # one
    # also of a
"""
B = """  # of b
  - id: b
    name: "B"
    text: |
      x
      # no remark
    cost: 2
"""
C = "  - {id: c, name: C, cost: 3}\n# the end"


def test_remarks_of_a_record_go_along(fog):
    cards = fog / FILE
    head = cards.read_text().partition("components:")[0]
    first = f"{head}components:\n{A}\n{B}{C}"
    cards.write_text(first)
    move(fog, "a", "b")
    assert cards.read_text() == f"{head}components:\n\n{B}{A}{C}"
    do(fog, "undo")
    move(fog, "c", "")
    line, end = C.split("\n")
    assert cards.read_text() == f"{head}components:\n{line}\n{A}\n{B}{end}"
    do(fog, "undo")
    assert cards.read_text() == first
    flow = "components: [{id: a, name: A, cost: 1}, # of a\n  {id: b, name: B, cost: 2}]\n"
    cards.write_text(head + flow)
    move(fog, "b", "")
    wanted = "components: [{id: b, name: B, cost: 2}, # of a\n  {id: a, name: A, cost: 1}]\n"
    assert cards.read_text() == head + wanted


@pytest.fixture
def page(window, host):
    open_page(window, host.address, "bonfire")
    press(window, "7")
    appears(window, "[data-id=bonfire] [data-field=cost]")
    return window


@pytest.fixture
def cards(host):
    path = host.root / "components" / "fog" / "cards.yaml"
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def focus(page, record, field):
    cell = f"[data-id={record}] [data-field={field}]"
    page.execute_script("document.querySelector(arguments[0]).focus()", cell)


def here(page):
    """Record and field of the cell that has the focus."""
    one = "document.activeElement"
    return page.execute_script(f"return [{one}.parentElement.dataset.id, {one}.dataset.field]")


def keys(page, *pressed):
    for key in pressed:
        page.switch_to.active_element.send_keys(key)


def shown(page, record, field):
    cell = f"return document.querySelector('[data-id={record}] [data-field={field}]').textContent"
    return page.execute_script(cell)


def test_keys_go_through_the_table_as_in_a_spreadsheet(page):
    focus(page, "bonfire", "cost")
    for key, cell in (
        (Keys.ARROW_UP, ["moonrise", "cost"]),
        (Keys.ARROW_LEFT, ["moonrise", "players"]),
        (Keys.HOME, ["moonrise", "id"]),
        (Keys.ARROW_LEFT, ["moonrise", "id"]),
        (Keys.END, ["moonrise", "text"]),
        (Keys.CONTROL + Keys.HOME, ["candle", "id"]),
        (Keys.CONTROL + Keys.END, ["fireflies", "text"]),
        (Keys.CONTROL + Keys.ARROW_UP, ["candle", "text"]),
    ):
        keys(page, key)
        assert here(page) == cell, key
    assert len(all_of(page, ".records [tabindex='0']")) == 1
    keys(page, Keys.TAB)
    assert here(page)[1] is None, "one key leaves the table"


def test_a_cell_is_typed_into_saved_and_undone_by_keys_alone(page, cards):
    text = cards.read_text()
    focus(page, "moonrise", "cost")
    keys(page, "7")
    appears(page, ".editor input[name=cost]")
    keys(page, Keys.ENTER)
    goes(page, ".editor")
    assert here(page) == ["bonfire", "cost"] and shown(page, "moonrise", "cost") == "7"
    changed = cards.read_text()
    keys(page, Keys.F2, Keys.CONTROL + "a", "8", Keys.TAB)
    until(page, lambda: here(page) == ["bonfire", "icon"])
    assert "cost: 8\n    effects:\n      - {do: score, what: point, amount: 3}" in cards.read_text()
    keys(page, Keys.ARROW_RIGHT, Keys.ENTER, Keys.CONTROL + "a", "score 6 point", Keys.ESCAPE)
    goes(page, ".editor")
    keys(page, Keys.ENTER, Keys.CONTROL + "a", "score 5 point", Keys.ENTER)
    goes(page, ".editor")
    assert "amount: 5}" in cards.read_text() and here(page) == ["lighthouse", "effects"]
    for _ in range(2):
        before = cards.read_text()
        keys(page, Keys.CONTROL + "z")
        until(page, lambda before=before: cards.read_text() != before)
    assert cards.read_text() == changed
    keys(page, Keys.CONTROL + "z")
    until(page, lambda: cards.read_text() == text)
    keys(page, Keys.CONTROL + Keys.SHIFT + "z")
    until(page, lambda: cards.read_text() == changed)
    until(page, lambda: here(page) == ["moonrise", "effects"])


def test_what_the_schema_refuses_stays_in_its_cell(page, cards):
    before = cards.read_bytes()
    focus(page, "bonfire", "cost")
    keys(page, "99", Keys.ENTER)
    appears(page, ".editor .trouble:not(:empty)")
    keys(page, Keys.ESCAPE)
    goes(page, ".editor")
    assert cards.read_bytes() == before and shown(page, "bonfire", "cost") == "3"


def test_a_finding_stands_at_its_cell_and_a_made_sentence_cannot_be_typed_over(page, cards):
    cards.write_text(cards.read_text().replace("cost: 3", "cost: 33"))
    appears(page, "[data-id=bonfire] [data-field=cost][data-worst=error][aria-invalid=true]")
    assert not all_of(page, "[data-id=bonfire] [data-field=name][data-worst=error]")
    cards.write_text(cards.read_text().replace("    cost: 33\n", ""))
    appears(page, "[data-id=bonfire] [data-field=cost][data-worst=error]")
    until(page, lambda: shown(page, "bonfire", "cost") == "")
    focus(page, "bonfire", "text")
    appears(page, "[data-id=bonfire] [data-field=text][aria-readonly=true]")
    keys(page, "x")
    assert not all_of(page, ".editor")


def test_a_paste_below_the_table_offers_to_add_records(page, cards):
    focus(page, "fireflies", "name")
    page.execute_script(PASTE, "Flies\t3\nMidnight\t2")
    appears(page, "dialog.ask")
    click(page, "dialog.ask [data-keep=none]")
    goes(page, "dialog.ask")
    focus(page, "fireflies", "name")
    page.execute_script(PASTE, "Flies\t3\nMidnight\t2")
    appears(page, "dialog.ask")
    click(page, "dialog.ask [data-keep=mine]")
    appears(page, "[data-id=midnight] [data-field=copies]")
    assert "id: midnight" in cards.read_text() and "name: Flies" in cards.read_text()
    click(page, "#undo")
    goes(page, "[data-id=midnight]")


def test_a_search_leaves_the_rows_that_fit(page):
    press(page, "/")
    keys(page, "cost:3")
    ids = "return [...document.querySelectorAll('[data-id]')].map((one) => one.dataset.id)"
    until(page, lambda: page.execute_script(ids) == ["bonfire"])
    keys(page, Keys.CONTROL + "a", Keys.DELETE)
    until(page, lambda: len(all_of(page, ".records [data-id]")) > 3)


def test_a_click_on_the_chosen_cell_opens_it_and_a_new_id_keeps_its_row(page, cards):
    for _ in range(2):
        click(page, "[data-id=bonfire] [data-field=id]")
    appears(page, ".editor textarea[name=id]")
    keys(page, Keys.CONTROL + "a", "balefire", Keys.ENTER)
    goes(page, ".editor")
    assert "id: balefire" in cards.read_text()
    appears(page, ".records [data-id=balefire]")
    until(page, lambda: not all_of(page, ".records [data-id=bonfire]"))


PASTE = """
const data = new DataTransfer();
data.setData("text/plain", arguments[0]);
const bubbles = { clipboardData: data, bubbles: true, cancelable: true };
document.activeElement.dispatchEvent(new ClipboardEvent("paste", bubbles));
"""
PARTED = """
const done = arguments[1];
import("./page/records.js").then(({ parted }) => done(parted(arguments[0])));
"""


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a", [["a"]]),
        ("", [[""]]),
        ("a\tb\r\nc\t\r\n", [["a", "b"], ["c", ""]]),
        ('"a\nb"\t"c ""d"""\t"e"\n', [["a\nb", 'c "d"', '"e"']]),
        ('say "x"\t"\n5" pipe\t"', [['say "x"', '"'], ['5" pipe', '"']]),
        ("a\n\nb", [["a"], [""], ["b"]]),
    ],
)
def test_cells_are_read_as_spreadsheets_copy_them(page, text, cells):
    assert page.execute_async_script(PARTED, text) == cells


def test_a_paste_fills_cells_and_one_that_is_wrong_writes_nothing(page, cards):
    before = cards.read_text()
    focus(page, "moonrise", "cost")
    page.execute_script(PASTE, "2\tmoon\r\n99\tfire\r\n")
    appears(page, ".refused .card-link")
    cell = page.find_element(By.CSS_SELECTOR, "[data-id=bonfire] [data-field=cost]")
    assert "the most allowed is 9" in cell.get_attribute("title")
    assert cards.read_text() == before and cell.get_attribute("aria-invalid") == "true"
    keys(page, Keys.ESCAPE)
    goes(page, ".refused .card-link")
    page.execute_script(PASTE, "2\tmoon\r\n9\tfire\r\n")
    until(page, lambda: "cost: 9" in cards.read_text() and "cost: 2" in cards.read_text())
    until(page, lambda: shown(page, "bonfire", "cost") == "9")
    keys(page, Keys.CONTROL + "z")
    until(page, lambda: cards.read_text() == before)
    page.execute_script(PASTE, "1\n" * 99)
    appears(page, "dialog[open] [data-keep=mine]")
    click(page, "dialog[open] [data-keep=none]")
    goes(page, "dialog[open]")
    assert cards.read_text() == before
    focus(page, "bonfire", "text")
    page.execute_script(PASTE, "Other words")
    appears(page, "[data-id=bonfire] [data-field=text][aria-invalid=true]")
    assert cards.read_text() == before


def test_records_are_moved_added_and_taken_out_by_keys_and_buttons(page, cards):
    before = cards.read_text()
    focus(page, "candle", "copies")
    for _ in "ab":
        keys(page, Keys.ALT + Keys.ARROW_DOWN)
    until(
        page,
        lambda: cards.read_text().index("id: moonrise") < cards.read_text().index("id: candle"),
    )
    rows = (
        "return [...document.querySelectorAll('.records [data-id]')].map((one) => one.dataset.id)"
    )
    until(page, lambda: page.execute_script(rows)[:3] == ["lantern", "moonrise", "candle"])
    assert here(page) == ["candle", "copies"]
    click(page, "[data-do=up]")
    until(page, lambda: page.execute_script(rows)[1] == "candle")
    until(
        page,
        lambda: cards.read_text().index("id: moonrise") > cards.read_text().index("id: candle"),
    )
    click(page, "[data-do=copy]")
    appears(page, ".editor textarea[name=name]")
    keys(page, Keys.CONTROL + "a", "Torch", Keys.ENTER)
    goes(page, ".editor")
    assert "id: candle-2\n    name: Torch\n" in cards.read_text()
    focus(page, "candle-2", "cost")
    click(page, "[data-do=delete]")
    goes(page, ".records [data-id=candle-2]")
    for _ in range(6):
        text = cards.read_text()
        press(page, Keys.CONTROL + "z")
        until(page, lambda text=text: cards.read_text() != text)
    assert cards.read_text() == before
