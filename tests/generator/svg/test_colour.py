import pytest

from generator.svg.lint import contrast, grey_of, least_contrast, luminance, rgb


def test_colours_are_read_in_all_their_forms():
    assert rgb("#fff") == rgb("#FFFFFF") == rgb("white") == (1, 1, 1)
    assert rgb("#2a241e") == pytest.approx((42 / 255, 36 / 255, 30 / 255))


@pytest.mark.parametrize("wrong", ["", "hsl(10, 20%, 30%)", "#12345678", "rgb(1,2,3)", "nope"])
def test_what_is_not_a_plain_colour_is_none(wrong):
    assert rgb(wrong) is None


def test_contrast_as_wcag_defines_it():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#fff", "url(#x)") is None


def test_large_bold_text_needs_less():
    assert least_contrast(13.9, 700) == least_contrast(14, 600) == 4.5
    assert least_contrast(14, 700) == least_contrast(18, 400) == 3


@pytest.mark.parametrize("colour", ["#b3322b", "#23609c", "#efc02f", "#000000", "#ffffff"])
def test_the_grey_of_a_colour_has_its_lightness(colour):
    grey = grey_of(colour)
    assert grey[1:3] == grey[3:5] == grey[5:7]
    assert luminance(rgb(grey)) == pytest.approx(luminance(rgb(colour)), abs=0.006)
