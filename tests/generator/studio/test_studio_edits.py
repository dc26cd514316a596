"""Edits of the page: where they are written, what is never written over, and undoing them."""

import json
import random
import subprocess
import sys
import time
from itertools import zip_longest

import pytest
from openpyxl import Workbook
from sheetfiles import HEAD

import generator.atomic
import generator.studio.project_files
from generator.sheets.files import csv_text
from generator.sheets.tables import tables
from generator.starter import write_starter
from generator.studio.edits import Editor, journal_of
from generator.studio.fields import fields_of_boxes
from generator.studio.set_files import Change, RefusedError, open_set
from validator.catalogue.load import load

FILE = "components/fog/cards.yaml"
ROWS = (
    "\ufeffid,name,cost,side,weight,#mine\r\n"
    'a,"Night, ""old""",1,3,"1.5",x\r\n'
    '# a remark,,,,,\r\n\r\nb,"Two\nlines",2,45,,"y, z"\r\nc,Last,3'
)


def do(root, what, record="", /, file=FILE, **words):
    return Editor(root, "fog", file, {"do": what, "id": record, **words}, ("coin",)).edit()


def change(root, record, field, to, **more):
    saw = open_set(root, more.get("file", FILE)).text(record, field)
    return do(root, "change", record, field=field, to=to, **{"saw": saw, **more})


@pytest.fixture
def cards(fog):
    return fog / FILE


@pytest.fixture
def rows(fog):
    """A sheet as somebody might have it, which the set of the cards reads."""
    (fog / FILE).write_text(f"{HEAD}components: {{from: cards.csv}}\n")
    path = (fog / FILE).with_name("cards.csv")
    path.write_bytes(ROWS.encode())
    return path


def differing(before, after):
    """The lines that are not the same, by their numbers from 0, as they were and are."""
    pairs = enumerate(zip_longest(before.splitlines(True), after.splitlines(True)))
    return {at: pair for at, pair in pairs if pair[0] != pair[1]}


@pytest.mark.parametrize("kind", ["yaml", "csv"])
@pytest.mark.parametrize("like", ["fog", "harbour"])
def test_of_a_hundred_edits_beside_an_editor_none_is_lost(tmp_path, like, kind):
    """Half of them with another value of the file changed between look and save."""
    write_starter(tmp_path, "Game", like)
    name = {"fog": "cards", "harbour": "houses"}[like]
    file, luck = f"components/game/{name}.yaml", random.Random(like + kind)
    path = tmp_path / file
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    if kind == "csv":
        table = next(one for one in tables(load(tmp_path, ["game"])[0], "game") if one.file == file)
        head = path.read_bytes().partition(b"\r\ncomponents:")[0]
        path.write_bytes(head + b"\r\ncomponents: {from: cards.csv}\r\n")
        path = path.with_name("cards.csv")
        path.write_bytes(csv_text(table))
    first = path.read_bytes()
    for number in range(25):
        mine, theirs = (_some_edit(open_set(tmp_path, file), luck) for _ in "ab")
        saw, before = open_set(tmp_path, file).text(*mine[:2]), path.read_bytes()
        is_between = number % 2 == 1 and mine[:2] != theirs[:2]
        if is_between:
            now = open_set(tmp_path, file)
            new = Change(*theirs[:2], now.value(*theirs[:2]), now.read_text(*theirs[1:]))
            path.write_bytes(now.bytes_with([new]))
        said = Editor(
            tmp_path,
            "game",
            file,
            {"do": "change", "id": mine[0], "field": mine[1], "saw": saw, "to": mine[2]},
        ).edit()
        files = open_set(tmp_path, file)
        assert files.text(*mine[:2]) == mine[2], said
        if is_between:
            assert files.text(*theirs[:2]) == theirs[2]
        for old, new in differing(before, path.read_bytes()).values():
            assert old and new and old.endswith(b"\r\n") == new.endswith(b"\r\n")
        assert len(differing(before, path.read_bytes())) <= 1 + is_between
    assert path.read_bytes() != first


def _some_edit(files, luck):
    """A record, one of its plain fields that has a value, and another value for it."""
    record = luck.choice([*files.records])
    plain = [
        row
        for row in files.describe(record)["fields"]
        if row["text"] and row["kind"] != "yaml" and row["name"] not in ("id", "players")
    ]
    row = luck.choice(plain)
    if row["kind"] == "choice":
        return record, row["name"], luck.choice(row["choices"])
    if row["kind"] == "number":
        return record, row["name"], str(luck.randint(row["least"], min(9, row["most"])))
    words = ("Big: fire", "It's #1", 'a "b"', "12", "true", "-x", "'q", "Ä ö; ü", "=1+2", "x, y")
    return record, row["name"], luck.choice(words)


def test_a_value_is_written_in_the_line_that_it_came_from(fog, cards):
    before = cards.read_text()
    said = change(fog, "bonfire", "name", "Wildfire")
    assert said == {"said": f"saved: {FILE}:44:11", "id": "bonfire"}
    assert cards.read_text() == before.replace("name: Bonfire", "name: Wildfire")
    change(fog, "bonfire", "effects", "score 5 point; gain 1 coin")
    assert (
        "amount: 5}\n      - {do: gain, what: coin, amount: 1}\n    icon: fire" in cards.read_text()
    )
    change(fog, "fireflies", "players", "")
    assert "players:" not in cards.read_text()


def test_cells_keep_their_quotes_and_all_else_of_the_file(fog, rows):
    change(fog, "a", "name", 'New "one"')
    change(fog, "a", "cost", "7")
    change(fog, "b", "weight", "2.5")
    change(fog, "c", "weight", "1")
    change(fog, "c", "name", "=Last; one, two")
    now = ROWS.replace('"Night, ""old""",1', '"New ""one""",7').replace("2,45,,", "2,45,2.5,")
    now = now.replace("c,Last,3", 'c,"\'=Last; one, two",3,,1')
    assert rows.read_bytes() == now.encode()


def test_what_the_schema_refuses_is_told_and_not_written(fog, cards, rows):
    before = rows.read_bytes()
    for field, to, why in (
        ("cost", "99", "the most allowed is 9"),
        ("cost", "many", "a whole number belongs"),
        ("name", "a\x07b", "control characters"),
        ("cost", "", "missing"),
        ("side", "4", '"3", "45"'),
        ("id", "Some Id", "id"),
        ("id", "coin", "taken"),
        ("id", "a", r"own|just that"),
        ("note", "x", "no column"),
    ):
        with pytest.raises(RefusedError, match=why):
            change(fog, "b", field, to)
    assert rows.read_bytes() == before
    write_starter(fog, "Other")
    with pytest.raises(RefusedError, match="the most allowed is 9"):
        change(fog, "bonfire", "cost", "99", file="components/other/cards.yaml")


def test_a_mistake_that_is_there_already_does_not_stop_other_edits(fog, cards, edit):
    edit(cards, "cost: 3", "cost: 33")
    change(fog, "candle", "name", "Taper")
    change(fog, "bonfire", "cost", "4")
    assert "cost: 4\n    effects:\n      - {do: score, what: point, amount: 3}" in cards.read_text()


def test_a_value_that_is_another_by_now_is_not_written_over(fog, cards, edit):
    edit(cards, "cost: 3", "cost: 5")
    with pytest.raises(RefusedError, match="changed elsewhere") as refused:
        change(fog, "bonfire", "cost", "4", saw="3")
    there = {"now": "5", "at": f"{FILE}:46:11", "why": ""}
    assert (refused.value.told, "cost: 5" in cards.read_text()) == (there, True)
    assert change(fog, "bonfire", "cost", "5", saw="3")["said"] == "as it was"


def test_of_a_record_that_is_gone_or_made_by_now_both_sides_are_told(fog, cards, edit):
    edit(cards, "id: bonfire", "id: pyre")
    for to in ("4", "3", ""):
        with pytest.raises(RefusedError, match="bonfire is not in") as refused:
            change(fog, "bonfire", "cost", to, saw="3")
        assert refused.value.told["now"] == "" and refused.value.told["at"] == FILE
    cell = ["bonfire", "cost", "3", "4"]
    with pytest.raises(RefusedError) as refused:
        do(fog, "paste", cells=json.dumps([cell, ["pyre", "cost", "2", "4"]]))
    told = {name: (why, there["now"]) for name, _, why, there in refused.value.told["wrong"]}
    assert told["bonfire"] == (f"bonfire is not in {FILE} any more", "")
    assert told["pyre"] == ("cost has been changed elsewhere", "3")


def test_what_is_made_elsewhere_says_where_it_stands(fog, cards):
    write_starter(fog, "Pack", "hearts")
    found = open_set(fog, "components/pack/cards.yaml").describe("3-clubs")
    rows = {row["name"]: row for row in found["fields"]}
    assert "generate" in found["why"] and rows["suit"]["place"].endswith("cards.yaml:23:18")
    with pytest.raises(RefusedError, match="`generate` makes it"):
        change(fog, "3-clubs", "rank", "4", file="components/pack/cards.yaml", saw="")
    book = Workbook()
    for row in (("id", "name", "cost"), ("a", "Night", 1)):
        book.active.append(row)
    book.save(cards.with_name("cards.xlsx"))
    cards.write_text(f"{HEAD}components: {{from: cards.xlsx}}\n")
    found = open_set(fog, FILE).describe("a")
    assert "workbook" in found["why"] and found["fields"][1]["place"].endswith("!Sheet!B2")
    with pytest.raises(RefusedError, match="does not stand"):
        change(fog, "a", "cost", "2", saw="1")


@pytest.mark.parametrize("which", ["cards", "rows"])
def test_copies_and_deletions_are_undone_to_the_byte(request, fog, which):
    path = request.getfixturevalue(which)
    first, name = path.read_bytes(), "bonfire" if which == "cards" else "a"
    assert do(fog, "copy", name)["id"] == f"{name}-2"
    assert do(fog, "copy", f"{name}-2")["id"] == f"{name}-3"
    known = open_set(fog, FILE)
    assert [one for one in known.records if one.startswith(name)] == [
        name,
        f"{name}-2",
        f"{name}-3",
    ]
    stamp = known.describe(name)["stamp"]
    with pytest.raises(RefusedError, match="changed elsewhere"):
        do(fog, "delete", name, stamp="0")
    do(fog, "delete", name, stamp=stamp)
    assert name not in open_set(fog, FILE).records
    last = path.read_bytes()
    path.write_bytes(last.replace(b"Lantern", b"A lantern that is longer").replace(b"Two", b"T"))
    for _ in range(3):
        do(fog, "undo")
    now = (
        path.read_bytes().replace(b"A lantern that is longer", b"Lantern").replace(b"T\n", b"Two\n")
    )
    assert now == first
    path.write_bytes(now)
    for _ in range(3):
        do(fog, "redo")
    assert path.read_bytes() == last


def test_undo_goes_back_to_the_first_edit_and_redo_to_the_last(fog, cards):
    first = cards.read_bytes()
    for number in range(12):
        change(fog, "candle", "cost", str((number + 1) % 10))
    last = cards.read_bytes()
    for _ in range(12):
        do(fog, "undo")
    assert cards.read_bytes() == first
    assert do(fog, "undo")["said"] == "there is nothing to undo"
    for _ in range(12):
        do(fog, "redo")
    assert cards.read_bytes() == last
    do(fog, "undo")
    change(fog, "candle", "name", "Taper")
    assert do(fog, "redo")["said"] == "there is nothing to redo"


def test_an_undo_of_what_was_changed_since_asks_first(fog, cards, edit):
    change(fog, "bonfire", "cost", "4")
    change(fog, "bonfire", "name", "Fire")
    edit(cards, "name: Fire\n", "name: Blaze\n")
    with pytest.raises(RefusedError, match="changed since") as refused:
        do(fog, "undo")
    assert refused.value.told == {"now": "Blaze", "wanted": "Bonfire", "at": f"{FILE}:44:11"}
    assert "name: Blaze" in cards.read_text()
    do(fog, "undo", skip="yes")
    do(fog, "undo")
    assert "name: Blaze\n    copies: 5\n    cost: 3" in cards.read_text()
    for _ in range(2):
        do(fog, "redo", saw="Blaze")
    assert "name: Fire\n    copies: 5\n    cost: 4" in cards.read_text()


def test_a_journal_that_was_cut_short_is_read_as_far_as_it_goes(fog, cards):
    change(fog, "bonfire", "cost", "4")
    journal = journal_of(fog, "fog")
    with journal.path.open("ab") as file:
        file.write(b'\n{"set": "comp')
    change(fog, "bonfire", "cost", "5")
    assert [one["after"] for one in journal.read()[0]] == [4, 5]
    assert not journal.path.is_relative_to(fog)


def test_a_save_that_fails_says_so_and_is_not_in_the_journal(fog, cards, monkeypatch):
    before = cards.read_bytes()

    def fail(path, data, check):
        raise OSError(28, "no space left")

    monkeypatch.setattr(generator.studio.project_files, "put_in_place", fail)
    with pytest.raises(RefusedError, match=r"nothing was written: .*no space left"):
        change(fog, "bonfire", "cost", "4")
    assert (cards.read_bytes(), journal_of(fog, "fog").read()) == (before, ([], 0, []))


def test_an_editor_that_saves_at_the_last_moment_is_not_written_over(fog, cards, monkeypatch):
    put, saves = generator.studio.project_files.put_in_place, []

    def put_late(path, data, check):
        if not saves:
            saves.append(cards.write_bytes(cards.read_bytes().replace(b"cost: 4", b"cost: 9")))
        put(path, data, check)

    monkeypatch.setattr(generator.studio.project_files, "put_in_place", put_late)
    change(fog, "bonfire", "cost", "5")
    assert saves and b"cost: 9" in cards.read_bytes() and b"cost: 5" in cards.read_bytes()
    assert len(journal_of(fog, "fog").read()[0]) == 1


@pytest.mark.parametrize("can_exchange", [True, False])
def test_a_save_between_the_last_look_and_the_replacement_is_kept(
    fog, cards, monkeypatch, can_exchange
):
    exchange, saves = generator.atomic._exchange, []

    def save_and_exchange(one, other):
        if not saves:
            saves.append(cards.write_bytes(cards.read_bytes().replace(b"cost: 4", b"cost: 9")))
        return can_exchange and exchange(one, other)

    monkeypatch.setattr(generator.atomic, "_exchange", save_and_exchange)
    change(fog, "bonfire", "cost", "5")
    assert saves and b"cost: 9" in cards.read_bytes() and b"cost: 5" in cards.read_bytes()
    assert [one.name for one in cards.parent.iterdir() if one.name.startswith(".trilith-")] == []


def test_only_data_of_the_project_are_written_and_no_link_is_followed(fog, cards, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "cards.yaml"
    outside.write_bytes(cards.read_bytes())
    for file in ("../x/cards.yaml", "components/../../x.yaml", "papers.yaml", "/etc/passwd", ""):
        with pytest.raises(RefusedError, match="no data of a game"):
            change(fog, "bonfire", "cost", "4", file=file)
    cards.unlink()
    cards.symlink_to(outside)
    with pytest.raises(RefusedError, match="behind a link"):
        change(fog, "bonfire", "cost", "4")
    cards.unlink()
    cards.parent.rename(cards.parent.with_name("away"))
    outside.parent.joinpath("inner").mkdir()
    cards.parent.symlink_to(outside.parent)
    with pytest.raises(RefusedError, match="behind a link"):
        change(fog, "bonfire", "cost", "4")
    assert "cost: 3" in outside.read_text()


ENDLESS = """
import sys
from itertools import count
from pathlib import Path
from generator.studio.edits import Editor
for number in count():
    words = {"do": "change", "id": "bonfire", "field": "cost"}
    to = {"saw": str(number % 9) if number else "3", "to": str((number + 1) % 9)}
    Editor(Path(sys.argv[1]), "fog", sys.argv[2], words | to).edit()
    print(number, flush=True)
"""


def test_a_process_that_is_killed_while_it_writes_leaves_a_whole_file(fog, cards):
    lines = cards.read_text().splitlines()
    for pause in (0.003, 0.011):
        cards.write_text("\n".join([*lines, ""]))
        command = [sys.executable, "-c", ENDLESS, str(fog), FILE]
        writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for _ in range(3):
            assert writer.stdout.readline().strip().isdigit()
        time.sleep(pause)
        writer.kill()
        writer.wait(20)
        writer.stdout.close()
        now = cards.read_text().splitlines()
        assert len(now) == len(lines) and len(differing("\n".join(lines), "\n".join(now))) <= 1
        change(fog, "bonfire", "cost", "0")
        do(fog, "undo")
        entry = json.loads(journal_of(fog, "fog").path.read_bytes().splitlines()[1])
        assert (entry["field"], entry["file"]) == ("cost", FILE)


def test_boxes_of_a_face_know_the_fields_that_a_template_puts_there():
    found = fields_of_boxes(
        "{% set word = c.title if c.title is defined else c.name %}{% set at = layout.head %}"
        "{{ text(layout.kind, c.kind, fill=c.colour) }}{{ box(at, word) }}{{ x(layout.none) }}"
    )
    assert found == {"kind": ("kind", "colour"), "head": ("title", "name"), "none": ()}
    assert fields_of_boxes("{% broken") == {}


@pytest.mark.parametrize("game", ["", "../fog", "..", "a/b", "a\\b"])
def test_a_game_that_nobody_can_have_leaves_no_journal(fog, game):
    with pytest.raises(RefusedError, match="nobody looks at that game"):
        Editor(fog, game, "", {"do": "undo"}).edit()
