import itertools

import pytest
from PIL import Image, ImageCms

from generator.press.inks import PROFILES, SHIPPED, ProfileError, open_profile


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_profiles_leave_the_paper_white_and_keep_their_ink_limit(name):
    profile = open_profile(name)
    assert profile.inks(Image.new("RGB", (1, 1), "white")).getpixel((0, 0)) == (0, 0, 0, 0)
    most = {"fogra39": 300, "swop": 240}[name]
    colours = Image.merge("RGB", [Image.linear_gradient("L").rotate(90 * n) for n in range(3)])
    inks = profile.inks(colours).tobytes()
    sums = [sum(inks[at : at + 4]) / 2.55 for at in range(0, len(inks), 4)]
    assert 150 < max(sums) <= most + 1


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_profiles_separate_primaries_as_inks_do(name):
    red = open_profile(name).inks(Image.new("RGB", (1, 1), (200, 30, 40))).getpixel((0, 0))
    cyan, magenta, yellow, black = red
    assert magenta > 200
    assert yellow > 150
    assert cyan < 40
    assert black < 80


def test_black_ink_darkens_step_by_step():
    ramp = open_profile("fogra39").lightness_of_black()
    assert len(ramp) == 256
    assert ramp[0] == pytest.approx(100, abs=0.5)
    assert ramp[255] == pytest.approx(16, abs=3)  # L* of solid black, ISO 12647-2
    assert all(a >= b - 0.5 for a, b in itertools.pairwise(ramp))


def test_a_users_own_profile_is_opened_by_its_path(tmp_path):
    path = tmp_path / "own.icc"
    path.write_bytes((PROFILES / "swop.icc").read_bytes())
    profile = open_profile(path)
    assert profile.description == profile.condition == open_profile("swop").description


def no_profile(path):
    path.write_bytes(b"not a profile" * 20)


def screen_profile(path):
    path.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())


def cut_short(path):
    path.write_bytes((PROFILES / "swop.icc").read_bytes()[:3000])


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (no_profile, "no ICC profile"),
        (screen_profile, "RGB display profile; a CMYK printer profile is needed"),
        (cut_short, "damaged"),
        (lambda path: None, "cannot read the profile .*shipped profiles are fogra39, swop"),
    ],
)
def test_a_profile_that_cannot_be_used_says_why(tmp_path, write, message):
    path = tmp_path / "bad.icc"
    write(path)
    with pytest.raises(ProfileError, match=message):
        open_profile(path)
