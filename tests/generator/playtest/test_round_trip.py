"""A playtest there and back: printed, filled in, photographed, read, listed, and reported."""

import random
import re

import pytest
from commandline import run
from photographs.__main__ import Sheets
from photographs.camera import Shot, photograph
from photographs.pens import SCALE, Hand, middle_of

from generator.starter import write_starter

SAID = {
    1: {"remark-1.card.1": "0", "remark-1.card.2": "0", "remark-1.card.3": "1", "length": "3"},
    2: {"fun": "5"},
    0: {
        **{"score-1.2": "1", "score-1.3": "2", "score-2.3": "9", "won": "1", "began": "2"},
        **{"minutes.2": "4", "minutes.3": "5"},
    },
}
"""What is marked on the sheet of each seat, 0 being that of the table."""
TICKED = "strong"


def sheets_of(project, game, *words):
    """The sheets of a print, which is made by the command."""
    told = run("print", game, "--playtest", "--players", 2, "--project", project, *words).output
    code = re.search(r"print ([A-Z2-9]{6}), noted", told)[1]
    record = project / "playtests" / game / "prints" / f"{code}.json"
    pdf = next((project / "output").rglob("playtest.pdf"))
    return Sheets(record.read_text("utf-8"), pdf.read_bytes())


def shoot(sheets, number, path, seed):
    """Fill a sheet in and photograph it, aslant and in a shadow."""
    page = sheets.record["pages"][number]
    picture = sheets.draw(number)
    hand = Hand(picture, random.Random(seed), "blue", "middle")
    marks = dict(SAID[page["seat"]])
    for cell in page["cells"]:
        ticked = page["seat"] == 1 and (cell["answers"], cell["value"]) == ("remark-1.is", TICKED)
        if marks.get(cell["answers"]) == cell["value"] or ticked:
            (hand.circle if cell["printed"] else hand.cross)(*middle_of(cell))
    hand.finish()
    shot = Shot(14, 40.0 * seed, 3, 0, "soft", "wood", 0.8, 3)
    path.write_bytes(photograph(picture, SCALE, shot, seed))


@pytest.mark.parametrize(
    ("like", "tongue", "feeling"), [("fog", "", "too long"), ("pig", "de", "zu lang")]
)
def test_what_goes_to_the_table_comes_back(tmp_path, like, tongue, feeling):
    write_starter(tmp_path, like.title(), like)
    if tongue:
        game = tmp_path / "components" / like / "game.yaml"
        game.write_text(f"{game.read_text('utf-8')}\nlanguage: {tongue}\n", "utf-8")
    sheets = sheets_of(tmp_path, like)
    photos = []
    for number in range(len(sheets.record["pages"])):
        photos.append(tmp_path / f"photo-{number}.jpg")
        shoot(sheets, number, photos[-1], seed=number + 1)
    run("notes", "read", *photos, "--leave", "--project", tmp_path)
    (file,) = (tmp_path / "playtests" / like).glob("*.yaml")
    written = file.read_text("utf-8")
    for line in ("players: 2", "score: 12", "score: 9", "minutes: 45", "began: 2", feeling):
        assert line in written, written
    card = next(iter(sheets.record["marks"]))
    assert re.search(rf"card: {card}\b", written), written
    listed = run("notes", like, "--project", tmp_path).output
    assert "1 game played" in listed
    assert "1 open" in listed
    run("report", like, "--games", 10, "--project", tmp_path)
    (page,) = (tmp_path / "output").rglob("index.html")
    assert 'id="played"' in page.read_text("utf-8")
