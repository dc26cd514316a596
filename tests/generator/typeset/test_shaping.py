import pytest

from generator.typeset.fonts import FontKey, registry_of_trilith, shape

SANS = registry_of_trilith().font(FontKey("Source Sans Pro"))
SERIF = registry_of_trilith().font(FontKey("Source Serif Pro", 700))


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
