import pytest

from generator.typeset.fonts import (
    WEIGHTS,
    FontError,
    FontKey,
    open_font,
    registry_of_trilith,
    shape,
    with_files,
)

SANS = registry_of_trilith().font(FontKey("Source Sans Pro"))


@pytest.mark.parametrize("family", ["Source Serif Pro", "Source Sans Pro"])
def test_every_weight_and_slant_of_the_shipped_families_opens(family):
    for weight in WEIGHTS.values():
        for italic in (False, True):
            font = registry_of_trilith().font(FontKey(family, weight, italic))
            assert font.has("A")
            assert 0.4 < font.metrics.x_height < font.metrics.cap_height < 0.8
            assert font.metrics.cap_height < font.metrics.ascent
            assert 0.1 < font.metrics.descent < 0.35


def test_the_registry_is_strict_and_says_what_there_is():
    with pytest.raises(FontError, match="Source Serif Pro"):
        registry_of_trilith().path(FontKey("Comic Sans"))
    with pytest.raises(FontError, match="400 italic"):
        registry_of_trilith().path(FontKey("Source Sans Pro", 500))


def test_a_missing_or_broken_file_is_named(tmp_path):
    own = FontKey("Own")
    with pytest.raises(FontError, match=r"own\.ttf"):
        with_files(registry_of_trilith(), {own: tmp_path / "own.ttf"}).font(own)
    broken = tmp_path / "broken.ttf"
    broken.write_text("this is no font")
    with pytest.raises(FontError, match=r"broken\.ttf"):
        open_font(own, broken)


def test_letters_are_kerned_and_tracking_spreads_them_but_not_the_end():
    assert shape(SANS, "AV").advance < shape(SANS, "A").advance + shape(SANS, "V").advance
    plain, spread = shape(SANS, "HIJ").advance, shape(SANS, "HIJ", 0.1).advance
    assert spread == pytest.approx(plain + 0.2)


def test_missing_characters_are_named_once():
    assert SANS.has("é") and not SANS.has("☃")
    assert shape(SANS, "a☃b☃c").missing == "☃"
    assert shape(SANS, "abc").missing == ""
