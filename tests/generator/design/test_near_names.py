"""A picture, template, icon or font file that is spelt otherwise is asked for by its name."""

import warnings

import pytest
from PIL import Image

from generator.design import lookup
from generator.design.lookup import PictureError, find_file, has_exact_name
from generator.design.pictures import find_picture
from generator.design.theme import read_layer, theme_from


def picture(path, size=(3, 2)):
    path.parent.mkdir(exist_ok=True)
    Image.new("1", size).save(path)
    return path


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("art/lamb.png", "art/Lamb.png"),
        ("Lamb.png", "art/Lamb.png"),
        ("art/LAMB.PNG", "art/Lamb.png"),
        ("art/lamp.png", "art/Lamb.png"),
        ("Art/Lamb.png", "art/Lamb.png"),
    ],
)
def test_the_picture_that_was_meant(tmp_path, name, meant):
    picture(tmp_path / "art/Lamb.png")
    picture(tmp_path / "output/lamb.png")
    with pytest.raises(PictureError, match="there is no picture") as caught:
        find_picture(tmp_path, name)
    assert caught.value.hint == f"did you mean {meant!r}?"


def test_names_count_as_they_are_spelt_where_the_system_ignores_capitals(tmp_path, monkeypatch):
    picture(tmp_path / "art/Lamb.png")
    picture(tmp_path / "art/lamb.png")  # as if the system had found it under this name too
    monkeypatch.setattr(lookup, "_names", lambda folder, modified_ns: ("Lamb.png", "art"))
    monkeypatch.setattr(lookup, "_fresh", lambda folder: ("Lamb.png", "art"))
    assert find_picture(tmp_path, "art/Lamb.png").width == 3
    with pytest.raises(PictureError):
        find_picture(tmp_path, "art/lamb.png")
    assert find_file({"art": tmp_path / "art"}, "Lamb.png") is not None
    assert find_file({"art": tmp_path / "art"}, "lamb.png") is None


def test_a_file_that_was_just_made_is_seen(tmp_path):
    assert not has_exact_name(tmp_path, ["lamb.png"])
    (tmp_path / "lamb.png").touch()
    assert has_exact_name(tmp_path, ["lamb.png"])


def test_a_picture_that_is_too_large_is_told_by_us_alone(tmp_path):
    picture(tmp_path / "art/big.png", (12000, 9000))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PictureError, match="12000 x 9000 pixels") as caught:
            find_picture(tmp_path, "art/big.png")
    assert "make it smaller" in caught.value.hint


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("{family: Harbour, file: harbour.ttf}", "did you mean 'Harbour.ttf'?"),
        ("{family: source sans pro}", "did you mean 'Source Sans Pro'?"),
    ],
)
def test_the_font_that_was_meant(tmp_path, root, wanted, hint):
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/Harbour.ttf").touch()
    text = (root / "templates/theme.yaml").read_text("utf-8")
    theme = tmp_path / "theme.yaml"
    theme.write_text(text.replace("fonts:\n", f"fonts:\n  own: {wanted}\n", 1), "utf-8")
    layer, findings = read_layer(theme, "theme.yaml", tmp_path)
    assert layer is not None and not findings
    (one,) = theme_from([layer], "normal")[1]
    assert (one.code, one.hint) == ("font-unusable", hint)
