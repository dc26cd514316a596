"""The sRGB profile that files carry, and how a file of pictures says so."""

import io

import pytest
from PIL import Image, ImageChops, ImageCms

from generator.drawing.colours import CONDITION, srgb_profile
from generator.drawing.raster import encode_image


def opened():
    return ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))


def colours():
    ramp = Image.linear_gradient("L")
    return Image.merge("RGB", [ramp, ramp.rotate(90), Image.radial_gradient("L")])


def test_the_profile_names_itself_and_is_of_a_version_that_old_files_may_hold():
    assert ImageCms.getProfileDescription(opened()).strip() == CONDITION
    assert srgb_profile()[8:10] == b"\x02\x10"
    assert srgb_profile()[12:24] == b"mntrRGB XYZ "
    assert len(srgb_profile()) < 1024


def test_its_colours_are_those_of_srgb():
    lab = ImageCms.createProfile("LAB")
    seen = [
        ImageCms.applyTransform(colours(), ImageCms.buildTransform(source, lab, "RGB", "LAB", 1))
        for source in (opened(), ImageCms.createProfile("sRGB"))
    ]
    assert all(high <= 1 for _, high in ImageChops.difference(*seen).getextrema())


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_a_png_says_that_it_is_srgb_before_its_pixels(mode):
    data = encode_image(Image.new(mode, (30, 20)), ".png", 300)
    assert 0 < data.index(b"\0\0\0\1sRGB\0") < data.index(b"IDAT")


def test_a_jpeg_carries_the_profile():
    with Image.open(io.BytesIO(encode_image(Image.new("RGB", (30, 20)), ".jpg", 300))) as image:
        assert image.info["icc_profile"] == srgb_profile()
