import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.press.inks import limit_ink, limit_picture, total_ink

level = st.integers(0, 255)
inks = st.tuples(level, level, level, level)
limits = st.sampled_from([1.5, 2.4, 3.0, 4.0])


@given(inks, limits)
def test_no_colour_exceeds_the_limit_or_leaves_the_range(colour, most):
    result = limit_ink(tuple(value / 255 for value in colour), most)
    assert sum(result) <= most + 1e-9
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in result)


@given(inks, limits)
def test_colours_within_the_limit_are_not_touched(colour, most):
    given_inks = tuple(value / 255 for value in colour)
    if sum(given_inks) <= most:
        assert limit_ink(given_inks, most) == given_inks


def test_grey_made_of_colours_gives_way_to_black():
    cyan, magenta, yellow, black = limit_ink((0.9, 0.8, 0.8, 0.3), 2.4)
    assert (cyan, magenta, yellow, black) == pytest.approx((0.7, 0.6, 0.6, 0.5))


@given(st.lists(inks, min_size=1, max_size=8), limits)
def test_pictures_are_limited_as_single_colours_are(colours, most):
    data = bytes(value for colour in colours for value in colour)
    image = Image.frombytes("CMYK", (len(colours), 1), data)
    result = limit_picture(image, most).tobytes()
    for index, colour in enumerate(colours):
        wanted = limit_ink(tuple(value / 255 for value in colour), most)
        found = [value / 255 for value in result[4 * index : 4 * index + 4]]
        assert found == pytest.approx(wanted, abs=1.5 / 255)
        assert sum(found) <= most + 1e-9


def test_the_total_is_that_of_the_inkiest_pixel():
    image = Image.new("CMYK", (3, 3), (255, 0, 0, 51))
    image.putpixel((1, 2), (255, 255, 102, 0))
    assert total_ink(image) == pytest.approx(2.4)
