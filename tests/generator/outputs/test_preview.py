"""Previews show pieces in their shape, and name each on the contact sheet."""

import pytest
from PIL import Image

from generator.design.face import Face
from generator.outputs.pictures import (
    CONTACT_PIXELS,
    GAP_PX,
    LABEL_PX,
    Shown,
    contact_sheet,
    shrunk,
)

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
