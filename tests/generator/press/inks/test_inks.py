import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms
from pressfiles import paper

from generator.press import inks
from generator.press.flatten import Plates, most_ink
from generator.press.inks import limit_ink, limit_picture, open_profile
from generator.recolour import ColourError, ColourUse

level = st.integers(0, 255)
four = st.tuples(level, level, level, level)
limits = st.sampled_from([1.5, 2.4, 3.0, 4.0])


@given(four, limits)
def test_only_colours_beyond_the_limit_are_changed_and_keep_to_it(colour, most):
    before = tuple(value / 255 for value in colour)
    result = limit_ink(before, most)
    assert sum(result) <= most + 1e-9
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in result)
    assert result == before or sum(before) > most


def test_grey_made_of_colours_gives_way_to_black():
    cyan, magenta, yellow, black = limit_ink((0.9, 0.8, 0.8, 0.3), 2.4)
    assert (cyan, magenta, yellow, black) == pytest.approx((0.7, 0.6, 0.6, 0.5))


@given(st.lists(four, min_size=1, max_size=8), limits)
def test_pictures_are_limited_as_single_colours_are(colours, most):
    data = bytes(value for colour in colours for value in colour)
    image = Image.frombytes("CMYK", (len(colours), 1), data)
    result = limit_picture(image, most).tobytes()
    for index, colour in enumerate(colours):
        wanted = limit_ink(tuple(value / 255 for value in colour), most)
        found = [value / 255 for value in result[4 * index : 4 * index + 4]]
        assert found == pytest.approx(wanted, abs=1.5 / 255)
        assert sum(found) <= most + 1e-9


@pytest.mark.parametrize("name", inks.SHIPPED)
def test_shipped_profiles_leave_paper_white_separate_red_and_keep_their_ink_limit(name):
    profile = open_profile(name)
    assert profile.inks(Image.new("RGB", (1, 1), "white")).getpixel((0, 0)) == (0, 0, 0, 0)
    red = Image.new("RGB", (1, 1), (200, 30, 40))
    cyan, magenta, yellow, black = profile.inks(red).getpixel((0, 0))
    assert cyan < 40 and magenta > 200 and yellow > 150 and black < 80
    colours = Image.merge("RGB", [Image.linear_gradient("L").rotate(90 * n) for n in range(3)])
    inks = profile.inks(colours).tobytes()
    sums = [sum(inks[at : at + 4]) / 2.55 for at in range(0, len(inks), 4)]
    assert 150 < max(sums) <= {"fogra39": 300, "swop": 240}[name] + 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"not a profile" * 20, "no ICC profile"),
        (
            ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(),
            "RGB display profile; a CMYK printer profile is needed",
        ),
        ((inks.PROFILES / "swop.icc").read_bytes()[:3000], "damaged"),
        (None, "cannot read the profile .*shipped profiles are fogra39, swop"),
    ],
    ids=["no profile", "display", "cut short", "missing"],
)
def test_a_profile_that_cannot_be_used_says_why(tmp_path, data, message):
    path = tmp_path / "bad.icc"
    if data:
        path.write_bytes(data)
    with pytest.raises(inks.ProfileError, match=message):
        open_profile(path)


@pytest.fixture
def separation(fogra):
    return inks.Separation(fogra, 2.4)


@pytest.mark.parametrize("use", ColourUse)
@pytest.mark.parametrize("grey", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_greys_are_on_black_alone(separation, grey, use):
    for colour in ((grey,), (grey, grey, grey)):
        cyan, magenta, yellow, black = separation.colour(colour, use)
        assert (cyan, magenta, yellow) == (0, 0, 0)
        assert (black == 0) == (grey == 1)
        if grey == 0:
            assert black == 1


def test_lighter_greys_have_less_black(separation):
    levels = [separation.colour((grey / 20,), ColourUse.ART)[3] for grey in range(21)]
    assert levels == sorted(levels, reverse=True)
    assert len(set(levels)) == 21


def test_dark_letters_are_black_alone_and_coloured_ones_keep_their_colour(separation):
    brown = (0x2A / 255, 0x24 / 255, 0x1E / 255)
    assert separation.colour(brown, ColourUse.TEXT) == (0, 0, 0, 1)
    assert min(separation.colour(brown, ColourUse.ART)[:3]) > 0.2
    # greyish ones are a screen of black, as light as they were
    *colours, black = separation.colour((0x63 / 255, 0x59 / 255, 0x4B / 255), ColourUse.TEXT)
    assert colours == [0, 0, 0]
    assert 0.4 < black < 0.85
    red = separation.colour((0.7, 0.2, 0.17), ColourUse.TEXT)
    assert red[1] > 0.6
    assert red == separation.colour((0.7, 0.2, 0.17), ColourUse.ART)


def test_no_gradient_jumps_between_black_alone_and_four_inks(separation):
    blend = [(0.5 + step / 100, 0.5, 0.5 - step / 200) for step in range(20)]
    mapped = separation.ramp(blend)
    steps = [
        max(abs(a - b) for a, b in zip(one, other, strict=True))
        for one, other in itertools.pairwise(mapped)
    ]
    assert max(steps) < 0.06
    assert mapped[0][0] > 0.2
    greys = separation.ramp([(step / 10,) * 3 for step in range(11)])
    assert all(inks[:3] == (0, 0, 0) for inks in greys)


def test_inks_of_the_source_are_kept_but_for_the_limit(separation):
    assert separation.colour((1, 0, 0, 0.5), ColourUse.ART) == (1, 0, 0, 0.5)
    assert sum(separation.colour((1, 1, 1, 1), ColourUse.ART)) == pytest.approx(2.4)


PATCHES = "1 0.5 0 0.25 k 0 72 72 72 re f 0 0 0.8 1 k 72 0 72 72 re f"


def test_each_plate_shows_its_ink():
    with Plates(paper(PATCHES)) as plates:
        page = plates.page(0, 72)
    assert page.mode == "CMYK"
    assert page.getpixel((30, 30)) == pytest.approx((255, 128, 0, 64), abs=1)
    assert page.getpixel((100, 100)) == pytest.approx((0, 0, 204, 255), abs=1)
    assert page.getpixel((30, 100)) == (0, 0, 0, 0)


def test_the_most_ink_is_found_with_its_place_unless_later_paint_covers_it():
    with Plates(paper(PATCHES, f"{PATCHES} 0 0 0 0 k 72 0 72 72 re f")) as plates:
        ink, x, y = most_ink(plates.page(0, 72), 72)
        left, *_ = most_ink(plates.page(1, 72), 72)
    assert ink == pytest.approx(1.8, abs=0.01)
    assert (x, y) == pytest.approx((25.4, 25.4), abs=0.5)
    assert left == pytest.approx(1.75, abs=0.01)


def test_red_green_and_blue_are_no_inks():
    with pytest.raises(ColourError, match="red, green and blue"):
        Plates(paper("1 0 0 rg 0 0 9 9 re f"))
