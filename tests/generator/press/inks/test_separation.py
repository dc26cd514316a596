import itertools

import pytest
from PIL import Image

from generator.press.inks import Separation
from generator.recolour import ColourUse


@pytest.fixture
def separation(fogra):
    return Separation(fogra, 2.4)


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


def test_dark_letters_are_solid_black_where_art_of_that_colour_is_not(separation):
    brown = (0x2A / 255, 0x24 / 255, 0x1E / 255)
    assert separation.colour(brown, ColourUse.TEXT) == (0, 0, 0, 1)
    art = separation.colour(brown, ColourUse.ART)
    assert min(art[:3]) > 0.2


def test_greyish_letters_are_a_screen_of_black_as_light_as_they_were(separation):
    *colours, black = separation.colour((0x63 / 255, 0x59 / 255, 0x4B / 255), ColourUse.TEXT)
    assert colours == [0, 0, 0]
    assert 0.4 < black < 0.85


def test_coloured_letters_keep_their_colour(separation):
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


def test_grey_pictures_are_on_black_alone_and_coloured_ones_are_not(separation):
    grey = separation.picture(Image.linear_gradient("L"))
    assert [band.getextrema()[1] for band in grey.split()] == [0, 0, 0, 255]
    same = separation.picture(Image.linear_gradient("L").convert("RGB"))
    assert same.tobytes() == grey.tobytes()
    red = separation.picture(Image.new("RGB", (4, 4), (180, 40, 30)))
    assert red.getpixel((0, 0))[1] > 180
