"""The export of a form, taken in once."""

import pytest
from commandline import run

from generator.playtest.notes import read_playtests

COLUMNS = """\
kind: columns
columns:
  Zeit: date
  Seat: seat  # by number
  Points: score
  Winner: won
  How much fun was it?: fun
  Which card?: card
  Why?: remark
  Anything else?: remarks
  E-mail: ignore
"""
HEADER = "Zeit,Seat,Points,Winner,How much fun was it?,Which card?,Why?,Anything else?,E-mail"
ROWS = (
    '2026/06/02 8:14:02 PM GMT+2,1,12,yes,4,Candle,"Weak, too\nweak ""really""",,ann@example.org',
    "2026-06-02,2,-3,no,,,,Fine,ben@example.org",
    "02.06.2026,2,7,yes,5,,,,",
)


@pytest.fixture
def form(printed):
    """A file to write the export of a form to, in a project that knows its columns."""
    (printed / "playtests/fog/columns.yaml").write_text(COLUMNS)
    return printed / "answers.csv"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")


def take_in(path, *words, **more):
    words = ("in", path, "--game", "fog", *words, "--project", path.parent)
    return run("notes", *words, **more).output


def played(path):
    files, findings = read_playtests(path.parent, "fog")
    assert findings == ()
    return [one.data for one in files]


def test_rows_of_one_day_are_a_game_until_a_seat_comes_again(form):
    write(form, *ROWS)
    assert "3 rows of answers.csv taken in" in take_in(form, "--print", "KWXMPA")
    first, second = sorted(played(form), key=lambda one: -len(one["seats"]))
    assert [one["seat"] for one in first["seats"]] == [1, 2]
    assert first["print"] == "KWXMPA"
    assert first["seats"][0] == {"seat": 1, "score": 12, "won": True, "answers": {"fun": "4"}}
    assert first["remarks"] == [
        {"seat": 1, "card": "candle", "says": 'Weak, too\nweak "really"'},
        {"seat": 2, "says": "Fine"},
    ]
    assert second["seats"] == [{"seat": 2, "score": 7, "won": True, "answers": {"fun": "5"}}]
    assert "example.org" not in "".join(
        one.read_text() for one in (form.parent / "playtests/fog").glob("2026*.yaml")
    )


def test_no_row_is_taken_in_twice_whatever_columns_come_in_between(form, edit):
    write(form, *ROWS[:2])
    take_in(form)
    assert "no rows" in take_in(form)
    edit(form.parent / "playtests/fog/columns.yaml", "  E-mail: ignore\n", "  New: ignore\n")
    edit(form.parent / "playtests/fog/columns.yaml", "  Zeit", "  E-mail: ignore\n  Zeit")
    header = f"New,{HEADER}"
    write(form, *(f",{one}" for one in ROWS), header=header)
    assert "1 row of" in take_in(form)
    assert len(played(form)) == 2


def test_two_rows_that_are_the_same_are_two(form):
    write(form, ROWS[2], ROWS[2])
    assert "2 rows" in take_in(form)
    assert len(played(form)) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(",", ";").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("utf-16"),
    ],
    ids=["semicolons", "BOM", "CRLF", "UTF-16"],
)
def test_tables_come_in_many_forms(form, change):
    form.write_bytes(change("\n".join([HEADER, ROWS[1], ROWS[2]])))
    take_in(form)
    assert sorted(one["seats"][0]["score"] for one in played(form)) == [-3, 7]


def test_unknown_columns_are_offered_to_be_said_and_nothing_is_taken_in(printed):
    form = printed / "answers.csv"
    write(form, "2026-06-02,1,4,well", header="date,Seat,How much fun was it?,Mood: how?")
    said = take_in(form, status=2)
    assert "nothing is taken in: date, Seat, How much fun was it?, Mood: how?" in said
    columns = printed / "playtests/fog/columns.yaml"
    assert columns.read_text().endswith(
        "kind: columns\ncolumns:\n  date: date\n  Seat: seat\n  How much fun was it?: fun\n"
        '  "Mood: how?": ignore\n'
    )
    assert "1 row of" in take_in(form)


def test_what_somebody_wrote_into_columns_stays(form):
    write(form, f"{ROWS[1]},x", header=f"{HEADER},Fresh")
    assert "these columns hold" in take_in(form, status=2)
    columns = form.parent / "playtests/fog/columns.yaml"
    assert columns.read_text() == f"{COLUMNS}  Fresh: ignore\n"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("2026-06-02,x,,,,,,,", ":2:12: error: Seat: 'x' is not read"),
        ("05/06/2026,1,,,,,,,", ":2:1: error: Zeit: '05/06/2026' is not read"),
        ("2026-06-02,1,,,9,,,,", "write one of: 1, 2, 3, 4, 5"),
        ("2026-06-02,1,,,,Candel,x,,", "did you mean 'candle'?"),
        (",1,,,4,,,,", "the row has no day"),
        ("2026-06-02,,3,,,,,,", "a score and no seat"),
    ],
)
def test_a_cell_that_cannot_be_read_is_told_and_nothing_is_taken_in(form, row, says):
    write(form, row, ROWS[1])
    assert says in take_in(form, status=1)
    assert played(form) == []


def test_what_a_column_holds_has_to_be_asked(form, edit):
    edit(form.parent / "playtests/fog/columns.yaml", ": fun", ": fum")
    write(form, ROWS[1])
    said = take_in(form, status=2)
    assert "playtests/fog/columns.yaml:7:25: 'fum' is nothing that is asked" in said
    assert "it holds one of: date, print" in said


@pytest.mark.parametrize("content", [None, b"\x00\x01", b'a,"b', b""])
def test_what_is_no_table_is_told(form, content):
    if content is not None:
        form.write_bytes(content)
    said = take_in(form, status=None)
    assert "cannot read" in said or "error" in said or "no rows" in said
    assert played(form) == []


def test_columns_that_lead_out_of_the_project_are_not_read(form, tmp_path_factory):
    columns = form.parent / "playtests/fog/columns.yaml"
    secret = tmp_path_factory.mktemp("out") / "secret.yaml"
    columns.rename(secret)
    columns.symlink_to(secret)
    write(form, ROWS[1])
    assert "is a link" in take_in(form, status=None)
    assert played(form) == []
