"""Sheets are read from photographs and scans; what cannot be read says what to do."""

import base64
import io
import json
import random
import struct
import sys
import tempfile
import zlib
from dataclasses import replace

import pikepdf
import pytest
from cattrs import structure
from photographs.__main__ import MOST_ASKED, MOST_WRONG, Sheets, read_one, total
from photographs.pens import SCALE, Hand, middle_of
from photographs.standins import stand_in
from PIL import Image, ImageDraw, ImageFilter

from generator.changes.print_records import Cell, PrintRecord, WritingLines, record_text
from generator.failures import WrongUseError
from generator.playtest import sheets, vision
from generator.playtest.photographs import read_photograph

RECORD, PDF = stand_in()
SHEETS = Sheets(record_text(RECORD), PDF)
TABLE, SEAT = 0, 1


class Paper:
    """A sheet with marks made on it by hand, and what is read of it."""

    def __init__(self, number, folder):
        self.picture, self.folder = SHEETS.draw(number), folder
        self.page = SHEETS.record["pages"][number]
        self.hand = Hand(self.picture, random.Random(1), "blue", "middle")

    def cell(self, answers, value):
        return next(
            one
            for one in self.page["cells"]
            if (one["answers"], one["value"]) == (answers, str(value))
        )

    def mark(self, kind, answers, value):
        getattr(self.hand, kind)(*middle_of(self.cell(answers, value)))

    def cover(self, left, top, wide, high):
        ends = [one * SCALE for one in (left, top, left + wide, top + high)]
        ImageDraw.Draw(self.picture).rectangle(ends, "white")

    def save(self, name="scan.png"):
        self.hand.finish()
        self.picture.reduce(2).save(self.folder / name)
        return self.folder / name

    def read(self, **more):
        (reading,) = read_photograph(self.save(), SHEETS.find, **more)
        return reading


@pytest.fixture
def table(tmp_path):
    return Paper(TABLE, tmp_path)


@pytest.fixture
def seat(tmp_path):
    return Paper(SEAT, tmp_path)


def refusal(path, find=SHEETS.find, **more):
    """What is said of a file that is not read."""
    with pytest.raises(WrongUseError) as told:
        read_photograph(path, find, **more)
    return str(told.value)


def test_nothing_is_marked_on_a_new_sheet(table):
    reading = table.read()
    assert (reading.code, reading.page) == ("K7F2QX", 1)
    assert (reading.marks, reading.unsure, reading.pictures) == ({}, (), {})


def test_marks_of_all_kinds_are_read(seat):
    seat.mark("tick", "fun", 4)
    seat.mark("cross", "length", 2)
    seat.mark("circle", "remark-1.card.1", 0)
    seat.mark("cross", "remark-1.card.2", 7)
    seat.mark("tick", "remark-1.card.3", 5)
    reading = seat.read()
    assert reading.page == 2
    assert reading.marks == {
        "fun": ("4",),
        "length": ("2",),
        "remark-1.card.1": ("0",),
        "remark-1.card.2": ("7",),
        "remark-1.card.3": ("5",),
    }
    assert reading.unsure == ()


def test_a_circle_that_runs_into_its_neighbours_marks_its_own_number(table):
    x, y, high = middle_of(table.cell("score-1.1", 4))
    table.hand.circle(x, y, high * 1.25)
    table.hand.circle(x, y, high * 1.25)
    reading = table.read()
    assert reading.marks == {"score-1.1": ("4",)}
    assert reading.unsure == ()


def test_a_tick_that_runs_through_the_next_number_marks_its_own(table):
    x, y, _ = middle_of(table.cell("score-2.3", 4))
    table.hand.stroke([(x - 2, y), (x - 0.5, y + 3), (x + 5.5, y - 3.5)])
    reading = table.read()
    assert reading.marks == {"score-2.3": ("4",)}
    assert reading.unsure == ()


def test_a_line_that_only_strays_in_is_asked_about(table):
    x, y, _ = middle_of(table.cell("score-2.3", 4))
    table.hand.stroke([(x - 2.4, y - 3), (x - 2.1, y + 3)])
    reading = table.read()
    assert reading.marks == {}
    assert reading.unsure == (("score-2.3", "4"),)


def test_two_answers_are_asked_about_where_one_is_allowed(table):
    for value in (1, 3):
        table.mark("tick", "began", value)
        table.mark("tick", "won", value)
    reading = table.read()
    assert reading.marks == {"won": ("1", "3")}
    assert reading.unsure == (("began", "1"), ("began", "3"))


def test_what_is_blacked_out_is_asked_about(table):
    for kind in ("tick", "black_out"):
        table.mark(kind, "won", 2)
        table.mark(kind, "minutes.2", 9)
    table.mark("tick", "won", 3)
    reading = table.read()
    assert reading.marks == {"won": ("3",)}
    assert reading.unsure == (("minutes.2", "9"), ("won", "2"))


def test_the_grey_of_a_finger_is_no_mark(table):
    table.mark("circle", "score-1.1", 4)
    table.hand.finish()
    for answers, value in (("won", 2), ("score-1.1", 7), ("score-2.1", 7)):
        x, y, _ = middle_of(table.cell(answers, value))
        grey = Image.new("L", (120, 120))
        ImageDraw.Draw(grey).ellipse((20, 20, 100, 100), 110)
        grey = grey.filter(ImageFilter.GaussianBlur(9))
        table.picture.paste((90, 90, 90), (round(x * SCALE) - 60, round(y * SCALE) - 60), grey)
    reading = table.read()
    assert reading.marks == {"score-1.1": ("4",)}
    assert reading.unsure == (("score-2.1", "7"), ("won", "2"))


def test_what_is_written_is_kept_as_a_picture(seat):
    lines = next(one for one in seat.page["lines"] if one["answers"] == "remark-2")
    seat.hand.write(*lines["box"])
    pictures = seat.read().pictures
    assert list(pictures) == ["remark-2"]
    with Image.open(io.BytesIO(pictures["remark-2"])) as shown:
        assert shown.width / shown.height == pytest.approx(186 / 8, rel=0.01)
        assert shown.getextrema() == (pytest.approx(0, abs=80), 255)


def test_a_sheet_that_does_not_lie_flat_is_read(seat):
    seat.mark("tick", "fun", 4)
    seat.hand.finish()
    bulge = seat.picture.crop((0, 800, 2100, 2500))
    seat.picture.paste(bulge, (12, 812))
    reading = seat.read()
    assert (reading.marks, reading.unsure) == ({"fun": ("4",)}, ())


def test_a_shadow_with_an_edge_through_boxes_is_no_ink(table):
    table.mark("tick", "won", 2)
    table.hand.finish()
    x, y, _ = middle_of(table.cell("won", 3))
    edge = (round(x * SCALE), round(y * SCALE))
    for part in ((0, 0, 2100, edge[1]), (edge[0], edge[1], 2100, 2970)):
        dark = table.picture.crop(part).point(lambda one: one // 2)
        table.picture.paste(dark, part[:2])
    table.picture = table.picture.filter(ImageFilter.GaussianBlur(2))
    table.picture.reduce(2).save(table.folder / "shadow.png")
    (reading,) = read_photograph(table.folder / "shadow.png", SHEETS.find)
    assert (reading.marks, reading.unsure) == ({"won": ("2",)}, ())


def test_three_markers_are_enough_and_two_are_not(table):
    table.mark("tick", "won", 2)
    table.cover(180, 270, 25, 20)
    assert table.read().marks == {"won": ("2",)}
    table.cover(5, 270, 25, 20)
    assert "only 2 of the sheet's four black squares are seen; photograph" in refusal(table.save())


def test_a_picture_without_a_sheet_says_what_to_do(tmp_path):
    path = tmp_path / "cat.jpg"
    picture = Image.new("RGB", (1400, 1400), "white")
    ImageDraw.Draw(picture).ellipse((300, 300, 900, 900), "black")
    picture.save(path)
    said = refusal(path)
    assert said.startswith("cat.jpg: there is no sheet in it")
    assert "photograph the whole sheet, lying flat" in said


def test_two_sheets_in_a_picture_are_refused(table):
    both = Image.new("RGB", (2100, 1485), "white")
    for x in (0, 1050):
        both.paste(table.picture.reduce(2), (x, 0))
    both.save(table.folder / "two.png")
    assert "more than one sheet" in refusal(table.folder / "two.png")


def test_a_sheet_that_is_small_in_its_picture_is_refused(table):
    around = Image.new("RGB", (1500, 1500), "white")
    around.paste(table.picture.resize((600, 849)), (300, 300))
    around.save(table.folder / "far.png")
    assert "the sheet is only 849 pixels high, and 1,000 are needed" in refusal(
        table.folder / "far.png"
    )


def test_a_code_of_another_project_is_told(table):
    said = refusal(table.save(), lambda _: None)
    assert said.startswith("scan.png: there is no print K7F2QX here: it is a sheet of another")


def test_without_its_qr_a_sheet_is_read_by_the_code_that_is_given(table):
    table.mark("tick", "won", 2)
    table.cover(*table.page["code"])
    assert "say the code that is printed beside it" in refusal(table.save())
    assert table.read(sheet="k7f2qx-1").marks == {"won": ("2",)}


def test_a_sheet_is_not_read_as_another(table):
    table.cover(*table.page["code"])
    assert "its boxes are not found" in refusal(table.save(), sheet="K7F2QX-2")
    assert "has no sheet 9" in refusal(table.save(), sheet="K7F2QX-9")


@pytest.mark.parametrize(
    "change",
    [
        {"paper": (1e9, 1e9)},
        {"paper": (float("nan"), 297.0)},
        {"corners": ((0.0, 0.0),)},
        {"cells": (Cell("won", "1", (-1e9, 50.0, 4.0, 4.0)),)},
        {"cells": (Cell("won", "1", (50.0, 50.0, 1e6, 4.0)),)},
        {"cells": (Cell("won", "1", (50.0, 50.0, 6.0, 6.0), (52.0, 52.0, 0.0, 2.0)),)},
        {"lines": (WritingLines("remarks", (20.0, 250.0, 100.0, 90.0)),)},
    ],
)
def test_a_record_with_impossible_places_is_refused(table, change):
    broken = replace(RECORD, pages=(replace(RECORD.pages[0], **change),))
    said = refusal(table.save(), lambda _: broken)
    assert "has places that are on no sheet 1; restore it" in said


def test_a_sheet_may_have_no_boxes(table):
    table.hand.write(*table.page["lines"][0]["box"])
    bare = replace(RECORD, pages=(replace(RECORD.pages[0], cells=()),))
    (reading,) = read_photograph(table.save(), lambda _: bare)
    assert (reading.marks, list(reading.pictures)) == ({}, ["remarks"])


def test_markers_are_printed_as_wide_as_they_are_read():
    assert vision.MARKER_MM == sheets.MARKER_MM


def png_of_size(wide, high):
    """A PNG that says it is large, and holds nothing."""
    parts = [b"\x89PNG\r\n\x1a\n"]
    size = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    for kind, data in ((b"IHDR", size), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")):
        parts += [struct.pack(">I", len(data)), kind, data]
        parts.append(struct.pack(">I", zlib.crc32(kind + data)))
    return b"".join(parts)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((9000, 9000), "it has 9000 x 9000 pixels, and 60,000,000 are the most"),
        ((60_000, 60_000), "huge.png cannot be read"),
        ((800, 600), "it has 800 x 600 pixels, and its longer side needs 1,000"),
    ],
)
def test_sizes_are_looked_at_before_a_picture_is_decoded(tmp_path, size, said):
    (tmp_path / "huge.png").write_bytes(png_of_size(*size))
    assert said in refusal(tmp_path / "huge.png")


def test_a_huge_picture_in_a_pdf_is_refused(tmp_path):
    with pikepdf.new() as made:
        page = made.add_blank_page(page_size=(600, 800))
        picture = made.make_stream(zlib.compress(b"\0"))
        names = {"Type": "XObject", "Subtype": "Image", "ColorSpace": "DeviceGray"}
        for name, value in names.items():
            picture[f"/{name}"] = pikepdf.Name(f"/{value}")
        picture["/Filter"] = pikepdf.Name("/FlateDecode")
        picture["/BitsPerComponent"], picture["/Width"], picture["/Height"] = 8, 30_000, 30_000
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(P=picture))
        page.Contents = made.make_stream(b"600 0 0 800 0 0 cm /P Do")
        made.save(tmp_path / "huge.pdf")
    assert "30000 x 30000 pixels" in refusal(tmp_path / "huge.pdf")


HEIC = (  # 1,024 x 768 pixels, a black box on white, made by pillow-heif
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVdtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAA"
    "AAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABewABAAAAAAAAATAAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAA"
    "AAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA12lwcnAAAAC4aXBjbwAAAHlodmNDAQNwAAAAkAAAAAAAXfAA/P34"
    "+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAXboCQGEAAQAsQgEBA3AAAAMAkAAAAwAAAwBdoAIAgDAWW6kk"
    "prm4CGgwIAAAAwMgAAADACFiAAEAB0QBwXKwYkAAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAEAAAA"
    "AwAAAAAQcGl4aQAAAAADCAgIAAAAF2lwbWEAAAAAAAAAAQABBIECAwQAAAE4bWRhdAAAASwoAa8LRhnlE0pWk60D"
    "z4D6UijOu+sKxHG3v2mqogMQN85gAAADAAADAAADANmAqGoaA1hLkGAAAAMAAAMAAAMAAENAkwsyVAAAAwAAAwAA"
    "AwAAAwAA7YCHAAADAAADAAADAAADAAADAAc0AAADAACrkFVQZJfc7Z6o93OjKAAAAwB8FW3adncHdOKiuiAAAlYA"
    "AAMAFNYLmvQwlJfbIAAAkC0wl1YTBAAAXkAAAAMATBKR4O2G/AAAAwAAAwACxgAAAwCj0n3Fq6SCIwfqhmocOMbw"
    "AAADAAADAAADAAADAAcCOy2VCBkgAAScAAADAOdflyEiK2AAAAMAuoAAAAMAAAMAAAMAAAMAABBQAAADAAADAAAD"
    "AAADAAAZEAAAAwAAAwAAAwAAAwAAJ2A="
)


def test_what_telephones_take_is_read(tmp_path):
    path = tmp_path / "IMG_0001.HEIC"
    path.write_bytes(base64.b64decode(HEIC))
    assert "IMG_0001.HEIC: there is no sheet in it" in refusal(path)


@pytest.mark.parametrize("name", ["cut.jpg", "cut.pdf", "text.jpg", "text.pdf", "folder"])
def test_what_is_damaged_or_no_picture_is_told_with_its_name(table, name):
    path = table.folder / name
    if name == "folder":
        path.mkdir()
    elif name.startswith("text"):
        path.write_text("%PDF-1.4 not" if name.endswith("pdf") else "not a picture")
    else:
        table.picture.reduce(2).save(path)
        path.write_bytes(path.read_bytes()[:9000])
    said = refusal(path)
    assert said.startswith(name)
    assert "save it as JPEG, PNG, WebP, HEIC or PDF" in said


def test_a_scan_of_several_pages_is_read_without_its_blank_backs(table, seat):
    table.mark("tick", "won", 2)
    seat.mark("tick", "fun", 3)
    pages = []
    for paper in (table, seat):
        paper.hand.finish()
        pages += [paper.picture.reduce(2), Image.new("RGB", (1050, 1485), "white")]
    path = table.folder / "scan.pdf"
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=127)
    first, second = read_photograph(path, SHEETS.find)
    assert (first.page, first.marks) == (1, {"won": ("2",)})
    assert (second.page, second.marks) == (2, {"fun": ("3",)})
    ImageDraw.Draw(pages[2]).rectangle((0, 0, 1050, 150), "grey")
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=127)
    assert refusal(path).startswith("scan.pdf, page 3: only 2 of")


def test_a_picture_that_a_camera_notes_as_turned_over_is_read(table):
    table.mark("tick", "won", 2)
    table.hand.finish()
    notes = Image.Exif()
    notes[0x0112] = 2
    path = table.folder / "mirrored.jpg"
    table.picture.reduce(2).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(path, exif=notes)
    (reading,) = read_photograph(path, SHEETS.find)
    assert reading.marks == {"won": ("2",)}


def test_without_opencv_it_says_what_to_install(table, monkeypatch):
    monkeypatch.delitem(sys.modules, "generator.playtest.vision", raising=False)
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert "pip install 'trilith[photographs]'" in refusal(table.save())


@pytest.mark.heavy
def test_few_boxes_of_twenty_photographs_are_asked_about_and_none_is_wrong():
    with tempfile.TemporaryDirectory() as folder:
        told = [read_one(SHEETS, seed, folder) for seed in range(1000, 1020)]
    sums = total(told)
    assert sums["boxes"] > 2500
    assert sums["meant"] > 250
    assert sums["asked"] <= MOST_ASKED * sums["boxes"]
    assert sums["wrong"] <= MOST_WRONG * (sums["boxes"] - sums["asked"])
    assert sums["lines_wrong"] <= 1


def test_a_record_says_all_that_is_needed_to_read():
    assert structure(json.loads(record_text(RECORD)), PrintRecord) == RECORD
