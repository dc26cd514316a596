"""What was read from photographs of sheets becomes one game in one file."""

import pytest
from commandline import run
from playedgames import QUESTIONS, print_of

from generator.changes.print_records import FormPage, SheetQuestion, record_path, record_text
from generator.failures import WrongUseError
from generator.playtest import notes as files
from generator.playtest import photographs
from generator.playtest.photographs import SheetReading
from generator.playtest.readings import find_print

SEATS = ("1 (red)", "2 (blue)")
ASKED = (
    *(SheetQuestion(f"score-{one}", "Score", digits=3, of="table") for one in (1, 2)),
    SheetQuestion("minus", "Below zero", SEATS, many=True, of="table"),
    SheetQuestion("won", "Who won?", SEATS, many=True, of="table"),
    SheetQuestion("began", "Who began?", SEATS, of="table"),
    SheetQuestion("minutes", "Minutes", digits=3, of="table"),
    *QUESTIONS,
)
SEAT = {
    "fun": ("4",),
    "liked": ("1", "2"),
    "remark-1.card.3": ("2",),
    "remark-1.is": ("weak", "unclear"),
    "remark-2.card.1": ("9",),
}
TABLE = {
    **{"score-1.2": ("1",), "score-1.3": ("2",), "score-2.3": ("3",), "minus": ("2",)},
    **{"won": ("1",), "began": ("2",), "minutes.2": ("4",), "hours.1": ("2",)},
}
PHOTOS = {
    "seat.jpg": SheetReading(
        "KWXMPA", 1, SEAT, (("fun", "5"),), {"remark-1": b"one", "remarks": b"more"}
    ),
    "table.jpg": SheetReading("KWXMPA", 3, TABLE, (), {}),
}
NAME = "2026-06-02-KWXMPA-5UW"


@pytest.fixture
def photographed(printed, monkeypatch):
    """A project with a print of three sheets, and photographs of two of them."""
    pages = tuple(
        FormPage(number, seat, (210, 297), (), (0, 0, 1, 1), (), ())
        for number, seat in ((1, 1), (2, 2), (3, 0))
    )
    marks = dict.fromkeys(("candle", "lantern"), "rxxxxx")
    path = record_path(printed, "fog", "KWXMPA")
    path.write_text(record_text(print_of(marks, ASKED, pages)))

    def read(path, find_record, sheet):
        assert find_record("KWXMPA").code == "KWXMPA"
        return (PHOTOS[path.name],)

    monkeypatch.setattr(photographs, "read_photograph", read)
    return printed


def read(root, *words, **more):
    return run("notes", "read", *words, "--project", root, **more).output


def test_the_sheets_of_a_print_are_one_game(photographed):
    said = read(photographed, "table.jpg", "seat.jpg", typed=["x", "no", "2026-06-02", "2", ""])
    assert "seat 1, fun: is '5' marked?" in said
    assert said.endswith(f"playtests/fog/{NAME}.yaml: written\n")
    folder = photographed / "playtests/fog"
    assert (
        (folder / f"{NAME}.yaml").read_text()
        == f"""\
kind: playtest
game: fog
print: KWXMPA
date: "2026-06-02"
players: 2
began: 2
minutes: 40
seats:
  - seat: 1
    score: 12
    won: true
    answers: {{fun: "4", liked: [cards, coins]}}
  - seat: 2
    score: -3
answers: {{hours: 2}}
remarks:
  - seat: 1
    card: lantern
    ticked: [weak, unclear]
    picture: {NAME}.1-remark-1.png
  - seat: 1
    says: "(of number 900, which no piece has)"
  - seat: 1
    picture: {NAME}.1-remarks.png
"""
    )
    assert (folder / f"{NAME}.1-remark-1.png").read_bytes() == b"one"
    found, findings = files.read_playtests(photographed, "fog")
    assert (len(found), findings) == (1, ())


def test_a_mark_that_is_one_counts_and_one_left_open_is_noted(photographed):
    read(photographed, "seat.jpg", typed=["", "2026-06-02", "", ""])
    (file,), _ = files.read_playtests(photographed, "fog")
    assert file.data["unsure"] == [{"seat": 1, "asks": "fun", "may_be": "5"}]
    photo = SheetReading("KWXMPA", 1, {}, (("liked", "2"),), {})
    PHOTOS["open.jpg"] = photo
    read(photographed, "open.jpg", typed=["yes", "2026-06-03", "", ""])
    assert files.read_playtests(photographed, "fog")[0][1].data["seats"] == [
        {"seat": 1, "answers": {"liked": ["coins"]}}
    ]


def test_nothing_is_asked_with_leave(photographed):
    said = read(photographed, "seat.jpg", "--leave")
    assert "?" not in said
    (file,), _ = files.read_playtests(photographed, "fog")
    assert len(file.data["unsure"]) == 1
    assert "players" not in file.data
    again = read(photographed, "seat.jpg", "--leave")
    assert "is of the same print" in again
    assert len(files.read_playtests(photographed, "fog")[0]) == 2


def test_one_sheet_twice_is_told_and_nothing_written(photographed):
    said = read(photographed, "seat.jpg", "seat.jpg", "--leave", status=2)
    assert "two photographs show sheet KWXMPA-1" in said
    assert [*(photographed / "playtests/fog").glob("*.yaml")] == []


def test_nothing_is_written_where_it_is_broken_off(photographed):
    read(photographed, "seat.jpg", "table.jpg", typed=["no", "2026-06-02"], status=1)
    assert [one.name for one in (photographed / "playtests/fog").iterdir()] == ["prints"]


def test_a_run_that_is_killed_leaves_no_file_and_the_next_takes_its_pictures_names(
    photographed, monkeypatch
):
    class KilledError(Exception):
        pass

    def write(path, data):
        if path.suffix == ".yaml":
            raise KilledError
        path.write_bytes(data)

    with monkeypatch.context() as patch, pytest.raises(AssertionError):
        patch.setattr(files, "write_bytes", write)
        read(photographed, "seat.jpg", "--leave")
    folder = photographed / "playtests/fog"
    left = sorted(one.name for one in folder.iterdir())
    assert not [*folder.glob("*.yaml")]
    assert files.read_playtests(photographed, "fog") == ((), ())
    read(photographed, "seat.jpg", "--leave")
    assert set(left) < {one.name for one in folder.iterdir()}
    assert len([*folder.iterdir()]) == len(left) + 1


def test_a_print_of_another_project_is_told(printed):
    with pytest.raises(WrongUseError, match="another project"):
        find_print(printed, "ABCDEF")
