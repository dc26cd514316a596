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
SERIF = registry_of_trilith().font(FontKey("Source Serif Pro", 700))


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


def test_a_font_knows_which_characters_it_has():
    assert SANS.has("é")
    assert not SANS.has("☃")


def test_clusters_cover_the_whole_text_and_all_glyphs():
    for text in ("office", "Ängste – naïve", "A", "ﬁ", "x̂y"):
        shaped = shape(SERIF, text)
        assert sum(count for count, _ in shaped.clusters) == len(text.encode())
        assert sum(count for _, count in shaped.clusters) == len(shaped.glyphs)


def test_kerning_is_applied():
    assert shape(SANS, "AV").advance < shape(SANS, "A").advance + shape(SANS, "V").advance


def test_tracking_spreads_letters_but_not_the_end():
    plain, spread = shape(SANS, "HIJ").advance, shape(SANS, "HIJ", 0.1).advance
    assert spread == pytest.approx(plain + 0.2)


def test_missing_characters_are_named_once():
    assert shape(SANS, "a☃b☃c").missing == "☃"
    assert shape(SANS, "abc").missing == ""
