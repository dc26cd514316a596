import itertools

import pytest
from PIL import Image

from generator.outputs.pictures import SceneLight, hand_poses, paint, round_corners, spread_poses

CARDS = [Image.new("RGB", (63, 88), colour) for colour in ("#aa2222", "#22aa22", "#2222aa")]


def test_a_fan_is_even_and_symmetric():
    poses = hand_poses(5, 63, 88)
    assert [round(pose.turn, 6) for pose in poses] == [-16, -8, 0, 8, 16]
    for left, right in zip(poses, reversed(poses), strict=True):
        assert left.x == pytest.approx(-right.x)
        assert left.y == pytest.approx(right.y)


def test_a_large_hand_stays_a_fan():
    poses = hand_poses(30, 63, 88)
    assert poses[-1].turn - poses[0].turn == pytest.approx(60)


def test_one_card_lies_straight():
    assert hand_poses(1, 63, 88)[0].turn == 0


def test_cards_of_a_spread_do_not_overlap():
    poses = spread_poses(8, 63, 88, columns=5)
    for one, other in itertools.combinations(poses, 2):
        assert abs(one.x - other.x) > 64 or abs(one.y - other.y) > 90
    assert sum(pose.x for pose in poses[5:]) == pytest.approx(0)  # the last row is in the middle


def test_corners_are_cut_round_and_smooth():
    card = round_corners(CARDS[0], 8)
    alpha = card.getchannel("A")
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


def test_shadows_fall_on_the_ground_below():
    look = SceneLight(ground="#ffffff", drop=0.05)
    picture = paint(CARDS[:1], spread_poses(1, 63, 88), 4, look)
    assert picture.mode == "RGB"
    assert picture.getpixel((0, 0)) == (255, 255, 255)
    assert (
        darkest_grey(picture)
        < darkest_grey(
            paint(CARDS[:1], spread_poses(1, 63, 88), 4, SceneLight(ground="#ffffff", darkness=0))
        )
        - 30
    )


def darkest_grey(picture):
    """The darkest pixel without colour in the middle column."""
    column = [picture.getpixel((picture.width // 2, y)) for y in range(picture.height)]
    return min(min(pixel) for pixel in column if max(pixel) - min(pixel) < 20)
