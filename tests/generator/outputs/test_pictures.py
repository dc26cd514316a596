"""Pictures of faces, sprite sheets, hands and spreads, and the limits of their pixels."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.design.face import Face
from generator.design.templates import load_templates
from generator.drawing.raster import cut_out
from generator.failures import WrongUseError
from generator.outputs import pictures
from generator.outputs.pictures import (
    CONTACT_PIXELS,
    GAP_PX,
    LABEL_PX,
    PictureJob,
    Shown,
    contact_sheet,
    hand_poses,
    paint,
    plan_sheets,
    refuse_too_many,
    shrunk,
    spread_poses,
    sprite_sheets,
    write_faces,
    write_sprites,
)
from validator.catalogue.load import load


@pytest.fixture
def fog(tiny, tmp_path):
    templates, _ = load_templates(tiny)
    return PictureJob(load(tiny)[0].games["fog"], templates, tmp_path / "out")


def candle_of(job, dpi, suffix=".png"):
    return replace(job, wanted=lambda one: one.id == "candle", dpi=dpi, suffix=suffix)


@pytest.mark.parametrize(("dpi", "size"), [(72, (180, 252)), (300, (750, 1050))])
def test_faces_at_any_resolution_are_trimmed_to_size(fog, dpi, size):
    files, findings = write_faces(candle_of(fog, dpi))
    assert findings == ()
    folder = fog.out / "fog" / "faces" / "card"
    assert files == (folder / "candle-front.png", folder / "candle-back.png")
    with Image.open(files[0]) as image:
        assert image.size == pytest.approx(size, abs=1)
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_bleed_and_jpeg(fog):
    files, _ = write_faces(candle_of(fog, 100, ".jpg"), bleed=True)
    with Image.open(files[0]) as image:
        assert image.format == "JPEG"
        assert image.size == pytest.approx((69.5 / 0.254, 94.9 / 0.254), abs=1)


def test_sprite_sheets_tell_what_is_in_each_cell(fog):
    files, findings = write_sprites(replace(fog, dpi=60))
    assert findings == ()
    folder = fog.out / "fog" / "sprites"
    assert {path.name for path in folder.iterdir()} == {path.name for path in files}
    sheets = {s["file"]: s for s in json.loads((folder / "sprites.json").read_text())["sheets"]}
    shared = {"file": "card-back.png", "deck": "card", "face": "back", "shared": True}
    assert sheets["card-back.png"] == shared
    fronts = sheets["card-fronts-1.png"]
    assert fronts["cards"][0] == {"component": "candle", "copies": 6}
    assert len(fronts["cards"]) == 6
    with (
        Image.open(folder / "card-fronts-1.png") as image,
        Image.open(folder / "card-back.png") as back,
    ):
        across, down = fronts["cell_px"]
        assert image.size == (fronts["columns"] * across, fronts["rows"] * down)
        corner = (image.width - back.width, image.height - back.height)
        assert image.crop((*corner, *image.size)).tobytes() == back.tobytes()


def test_two_runs_give_equal_pictures(fog, tmp_path):
    one, _ = write_sprites(replace(fog, dpi=40, out=tmp_path / "one"))
    two, _ = write_sprites(replace(fog, dpi=40, out=tmp_path / "two"))
    assert [*map(Path.read_bytes, one)] == [*map(Path.read_bytes, two)]


# --- pixels that are refused before anything is drawn ---------------------------------------------


def board(width_mm, height_mm):
    return Face("key", "<svg/>", width_mm, height_mm, 3.0)


def test_a_card_may_have_1200_dots_an_inch_and_a_board_as_many_as_the_message_says():
    refuse_too_many([board(63.5, 88.9)], 1200)
    with pytest.raises(WrongUseError, match=r"600 x 600 mm has 820 million pixels at 1200 dpi"):
        refuse_too_many([board(63.5, 88.9), board(600, 600)], 1200)
    refuse_too_many([board(600, 600)], 419)
    with pytest.raises(WrongUseError, match="take --dpi 419 or less"):
        refuse_too_many([board(600, 600)], 420)


# --- hands and spreads ----------------------------------------------------------------------------


CARDS = [Image.new("RGB", (63, 88), colour) for colour in ("#aa2222", "#22aa22", "#2222aa")]


def test_a_fan_is_even_and_symmetric_and_a_large_hand_stays_one():
    poses = hand_poses(5, 63, 88)
    assert [round(pose.turn, 6) for pose in poses] == [-16, -8, 0, 8, 16]
    for left, right in zip(poses, reversed(poses), strict=True):
        assert left.x == pytest.approx(-right.x)
        assert left.y == pytest.approx(right.y)
    poses = hand_poses(30, 63, 88)
    assert poses[-1].turn - poses[0].turn == pytest.approx(60)
    assert hand_poses(1, 63, 88)[0].turn == 0


def test_cards_of_a_spread_do_not_overlap():
    poses = spread_poses(8, 63, 88)
    for one, other in itertools.combinations(poses, 2):
        assert abs(one.x - other.x) > 64 or abs(one.y - other.y) > 90
    assert sum(pose.x for pose in poses[5:]) == pytest.approx(0)  # the last row is in the middle


def test_corners_are_cut_round_and_smooth():
    alpha = cut_out(CARDS[0], "rounded", radius=8).getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.getpixel((31, 0)) == 255
    assert any(0 < alpha.getpixel((x, x)) < 255 for x in range(5))


def test_a_scene_shows_every_card_the_last_on_top():
    picture = paint(CARDS, hand_poses(3, 63, 88), 4)
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0))[3] == 0
    found = {colour[:3] for _, colour in picture.getcolors(1 << 20) if colour[3] == 255}
    assert {(0xAA, 0x22, 0x22), (0x22, 0xAA, 0x22), (0x22, 0x22, 0xAA)} <= found
    middle = picture.getpixel((picture.width // 2 + 20, picture.height // 2))
    assert middle[:3] == (0x22, 0x22, 0xAA)


def test_shadows_fall_on_the_ground_below(monkeypatch):
    monkeypatch.setattr(pictures, "DROP", 0.05)
    picture = paint(CARDS[:1], spread_poses(1, 63, 88), 4, "#ffffff")
    assert picture.mode == "RGB"
    assert picture.getpixel((0, 0)) == (255, 255, 255)
    monkeypatch.setattr(pictures, "DARKNESS", 0)
    bright = paint(CARDS[:1], spread_poses(1, 63, 88), 4, "#ffffff")
    assert darkest_grey(picture) < darkest_grey(bright) - 30


def darkest_grey(picture):
    """The darkest pixel without colour in the middle column."""
    column = [picture.getpixel((picture.width // 2, y)) for y in range(picture.height)]
    return min(min(pixel) for pixel in column if max(pixel) - min(pixel) < 20)


# --- sheets for virtual tables --------------------------------------------------------------------


FACE = (63, 88)


def test_sheets_hold_what_tabletop_simulator_takes_and_small_decks_get_small_ones():
    assert len(plan_sheets(69, FACE)) == 1
    one, two = plan_sheets(70, FACE)
    assert (one.count, two.count, two.first) == (35, 35, 35)
    (plan,) = plan_sheets(5, FACE)
    assert (plan.columns, plan.rows, plan.cell) == (6, 2, FACE)
    (large,) = plan_sheets(69, (750, 1050))
    assert large.cell[0] / large.cell[1] == pytest.approx(750 / 1050, abs=0.01)


@given(st.integers(0, 300), st.tuples(st.integers(1, 2000), st.integers(1, 2000)))
def test_every_face_has_one_cell_and_the_last_stays_free(count, face):
    plans = plan_sheets(count, face)
    assert [index for p in plans for index in range(p.first, p.first + p.count)] == [*range(count)]
    for plan in plans:
        assert plan.count < plan.columns * plan.rows <= 70
        assert max(plan.size) <= 4096


def test_faces_lie_in_reading_order_and_the_back_is_hidden_last():
    colours = [(index * 20, 255 - index * 20, 0) for index in range(12)]
    faces = [Image.new("RGB", FACE, colour) for colour in colours]
    ((plan, sheet),) = sprite_sheets(12, faces.__getitem__, Image.new("RGB", FACE, (0, 0, 255)))
    assert (plan.columns, plan.rows) == (10, 2)
    assert sheet.size == (630, 176)
    for index, colour in enumerate(colours):
        x, y = plan.corner(index)
        assert sheet.getpixel((x + 30, y + 40)) == colour
    assert sheet.getpixel((629, 175)) == (0, 0, 255)
    assert sheet.getpixel((5 * 63 + 30, 88 + 40)) == (255, 255, 255)
    assert list(sprite_sheets(0, faces.__getitem__)) == []


GROUND = (0x8A, 0x8A, 0x8A)


def shown(shape, outline=()):
    return Shown(Face("key", "<svg/>", 30.0, 20.0, 3.0), shape, outline)


def test_a_contact_sheet_holds_every_picture():
    images = {name: Image.new("RGB", (700, 100), name) for name in ("red", "green", "blue")}
    sheet = contact_sheet(images)
    assert sheet.height == 2 * (100 + LABEL_PX) + 3 * GAP_PX
    assert sheet.getpixel((GAP_PX, GAP_PX)) == (255, 0, 0)
    assert sheet.getpixel((GAP_PX, 100 + LABEL_PX + 2 * GAP_PX)) == (0, 0, 255)


def test_every_picture_has_its_name_below():
    small = Image.new("RGB", (20, 20))
    sheet = contact_sheet({"a_long_name_for_a_chit": small, "b": small})
    below = sheet.crop((GAP_PX, GAP_PX + 20, sheet.width, GAP_PX + 20 + LABEL_PX))
    spots = ((x, y) for x in range(below.width) for y in range(LABEL_PX))
    inked = [spot[0] for spot in spots if below.getpixel(spot) != GROUND]
    assert min(inked) < 10
    assert max(inked) > 120, "the second stands behind the first one's name"


@pytest.mark.parametrize(
    ("one", "outside", "inside"),
    [
        (shown("round"), [(2, 2), (297, 197)], [(150, 2), (2, 100)]),
        (shown("hex"), [(2, 2), (297, 197)], [(150, 2), (6, 100)]),
        (shown("custom", ((0, 0), (30, 0), (0, 20))), [(290, 190)], [(10, 10)]),
    ],
)
def test_a_piece_is_cut_to_its_shape(one, outside, inside):
    cut = one.cut(Image.new("RGB", (300, 200), "red"))
    assert [cut.getpixel(spot)[3] for spot in outside] == [0] * len(outside)
    assert [cut.getpixel(spot) for spot in inside] == [(255, 0, 0, 255)] * len(inside)
    sheet = contact_sheet({"piece": cut})
    assert sheet.getpixel((GAP_PX + outside[0][0], GAP_PX + outside[0][1])) == GROUND


def test_a_rectangle_stays_as_it_is():
    image = Image.new("RGB", (30, 20), "red")
    assert shown("rect").cut(image) is image


def test_a_contact_sheet_of_very_many_dots_shows_its_faces_smaller():
    image = Image.new("RGB", (400, 300))
    assert shrunk(image, CONTACT_PIXELS) is image
    assert shrunk(image, CONTACT_PIXELS * 4).size == (200, 150)


def test_the_edge_of_a_large_piece_is_drawn_without_a_huge_mask():
    image = Image.new("RGB", (4000, 4000), "red")
    cut = shown("round").cut(image)
    assert (cut.getpixel((2, 2))[3], cut.getpixel((2000, 2000))[3]) == (0, 255)
