import pytest

from generator.typeset import fonts

SANS = fonts.registry_of_trilith().font(fonts.FontKey("Source Sans Pro"))


@pytest.mark.parametrize("family", ["Source Serif Pro", "Source Sans Pro"])
def test_every_weight_and_slant_of_the_shipped_families_opens(family):
    for weight in fonts.WEIGHTS.values():
        for italic in (False, True):
            font = fonts.registry_of_trilith().font(fonts.FontKey(family, weight, italic))
            assert font.has("A")
            assert 0.4 < font.metrics.cap_height < font.metrics.ascent < 1.2
            assert font.metrics.cap_height < font.metrics.ascent
            assert 0.1 < font.metrics.descent < 0.35


def test_the_registry_is_strict_and_says_what_there_is():
    with pytest.raises(fonts.FontError, match="Source Serif Pro"):
        fonts.registry_of_trilith().path(fonts.FontKey("Comic Sans"))
    with pytest.raises(fonts.FontError, match="400 italic"):
        fonts.registry_of_trilith().path(fonts.FontKey("Source Sans Pro", 500))


def test_a_missing_or_broken_file_is_named(tmp_path):
    own = fonts.FontKey("Own")
    with pytest.raises(fonts.FontError, match=r"own\.ttf"):
        fonts.Registry({own: tmp_path / "own.ttf"}).font(own)
    broken = tmp_path / "broken.ttf"
    broken.write_text("this is no font")
    with pytest.raises(fonts.FontError, match=r"broken\.ttf"):
        fonts.open_font(own, broken)


def test_letters_are_kerned_and_tracking_spreads_them_but_not_the_end():
    assert (
        fonts.shape(SANS, "AV").advance
        < fonts.shape(SANS, "A").advance + fonts.shape(SANS, "V").advance
    )
    plain, spread = fonts.shape(SANS, "HIJ").advance, fonts.shape(SANS, "HIJ", 0.1).advance
    assert spread == pytest.approx(plain + 0.2)


def test_missing_characters_are_named_once():
    assert SANS.has("é") and not SANS.has("☃")
    assert fonts.shape(SANS, "a☃b☃c").missing == "☃"
    assert fonts.shape(SANS, "abc").missing == ""
