import io
from contextlib import closing

import pytest
from PIL import Image

from generator.design.face import DrawError
from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser, encode_image, write_image
from validator.executor import Executor
from validator.processes import Limits


def test_a_face_has_the_pixels_of_its_size(face_of):
    face = face_of('<rect x="-3" y="-3" width="46" height="66" fill="#008000"/>')
    with Rasteriser(draw([face])) as rasteriser:
        whole = rasteriser.image(face.key, 254)
        trimmed = rasteriser.image(face.key, 254, crop_mm=3)
    assert whole.size == (460, 660)
    assert trimmed.size == (400, 600)
    assert whole.getpixel((200, 300)) == (0, 128, 0)


def test_the_trim_box_starts_at_the_origin(face_of):
    face = face_of('<rect x="0" y="0" width="10" height="10" fill="#000000"/>')
    with Rasteriser(draw([face])) as rasteriser:
        image = rasteriser.image(face.key, 254, crop_mm=3)
    assert image.getpixel((1, 1)) == image.getpixel((98, 98)) == (0, 0, 0)
    assert image.getpixel((102, 102)) == (255, 255, 255)


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_file_knows_its_resolution(tmp_path, suffix):
    image = Image.new("RGB", (30, 20), "#123456")
    path = tmp_path / f"face{suffix}"
    write_image(image, path, 300)
    with Image.open(path) as read:
        assert read.size == (30, 20)
        assert read.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    assert encode_image(image, suffix, 300) == path.read_bytes()
    assert Image.open(io.BytesIO(path.read_bytes())).format in ("PNG", "JPEG")


def test_a_picture_that_needs_too_much_memory_is_a_failure_in_one_line(monkeypatch, face_of):
    monkeypatch.setattr("generator.drawing.raster.limits_for", lambda pixels: Limits(10, 1))
    book = draw([face_of('<circle cx="9" cy="9" r="4"/>')])
    with (
        Rasteriser(book) as rasteriser,
        pytest.raises(DrawError, match="more memory than it may have"),
    ):
        rasteriser.image(next(iter(book.pages)), 4000)


def test_a_worker_that_is_replaced_is_given_the_pages_again(face_of):
    with closing(Executor(1)) as pool:
        book = draw([face_of('<circle cx="9" cy="9" r="4"/>')], pool=pool)
        with Rasteriser(book) as rasteriser:
            (key,) = book.pages
            first = rasteriser.image(key, 50)
            pool.workers[0].end()
            assert rasteriser.image(key, 50).tobytes() == first.tobytes()
