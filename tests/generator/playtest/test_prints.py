"""Prints with playtest sheets: marks of pieces, codes, and data that are found again."""

import json

import pytest
from commandline import run
from gitrepo import commit_all

from generator.changes.print_records import find_record, read_record
from generator.design.templates import load_templates
from generator.failures import WrongUseError
from generator.playtest.prints import add_sheets, piece_marks
from generator.printing.papers import papers
from validator.catalogue.load import load


@pytest.fixture
def cards(tiny):
    return tiny / "components" / "fog" / "cards.yaml"


def marks(tiny):
    return piece_marks(load(tiny)[0].games["fog"], load_templates(tiny)[0])


def printed(tiny, paper="a4", players=None):
    """The record of a print with playtest sheets, and where these are."""
    game, templates = load(tiny)[0].games["fog"], load_templates(tiny)[0]
    _, made, told = add_sheets(tiny, game, templates, papers()[paper], (players, None))
    (tiny / "playtest.pdf").write_bytes(made.data)
    return read_record(tiny, "fog", told.told.split()[1].rstrip(","))


def test_a_mark_follows_what_its_piece_shows_and_nothing_else(tiny, cards, edit):
    before = marks(tiny)
    edit(cards, "    cost: 3", "    cost: 2")
    edit(tiny / "components" / "fog" / "game.yaml", 'revision: "1"', 'revision: "2"')
    now = marks(tiny)
    assert [key for key in before if before[key] != now[key]] == ["bonfire"]
    edit(cards, "    cost: 2\n", "    cost: 3\n")
    assert marks(tiny) == before


def test_every_card_shows_its_mark_in_the_place_of_the_revision(tiny):
    from pypdfium2 import PdfDocument

    def words(file):
        with PdfDocument(tiny / "output" / "fog" / "print" / "a4" / file) as pdf:
            return "".join(page.get_textpage().get_text_range() for page in pdf)

    run("print", "fog", "--project", tiny)
    plain = words("cards.pdf")
    told = run("print", "fog", "--playtest", "--project", tiny).output
    record = read_record(tiny, "fog", told.split("\n  print ")[1][:6])
    marked = words("cards.pdf")
    assert "r1" in plain.split()
    assert "r1" not in marked.split()
    assert all(mark not in plain for mark in record.marks.values())
    for card in ("candle", "bonfire"):
        mark = f"r{record.marks[card]}"
        assert len(mark) == 6
        assert mark in marked
    run("print", "fog", "--project", tiny)
    assert words("cards.pdf") == plain


def test_the_same_data_have_the_same_code_and_others_another(tiny, cards, edit):
    first = printed(tiny)
    assert printed(tiny) == first
    assert printed(tiny, "letter").code != first.code
    edit(cards, "    cost: 3", "    cost: 2")
    assert printed(tiny).code != first.code


def test_data_are_found_again_in_git_or_in_what_was_kept(tiny, cards, edit):
    commit_all(tiny)
    clean = printed(tiny)
    assert clean.commit
    edit(cards, "    cost: 3", "    cost: 2")
    dirty = printed(tiny)
    assert not dirty.commit
    edit(cards, "    cost: 2\n", "    cost: 9\n")
    for code, cost in ((clean.code, "3"), (dirty.code, "2"), (dirty.code.lower(), "2")):
        told = run("diff", "fog", code, "--project", tiny).output
        assert f"cost: {cost} -> 9" in told.replace("→", "->"), told


def test_a_print_that_was_kept_cannot_write_outside(tiny):
    from zipfile import ZipFile

    record = printed(tiny)
    path = tiny / "playtests" / "fog" / "prints" / f"{record.code}.zip"
    with ZipFile(path, "w") as packed:
        packed.writestr("../../escaped.txt", "out")
    run("diff", "fog", record.code, "--project", tiny, status=None)
    assert not list(tiny.parent.glob("**/escaped.txt"))


def test_a_damaged_record_is_told(tiny):
    record = printed(tiny)
    path = tiny / "playtests" / "fog" / "prints" / f"{record.code}.json"
    text = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(text | {"pages": [{"number": "x"}]}), "utf-8")
    with pytest.raises(WrongUseError, match="cannot be used"):
        find_record(tiny, record.code)
    with pytest.raises(WrongUseError, match=f"prints are {record.code}"):
        read_record(tiny, "fog", "AAAAAA")
