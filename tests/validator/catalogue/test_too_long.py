"""Texts and lists without measure are an error where they stand, and nothing waits for them."""

import pytest

from validator.catalogue.source import parse_source
from validator.findings import Place
from validator.run import check

ENDLESS = "x" * 100_000


@pytest.mark.parametrize("text", [ENDLESS, '"' + "word " * 200_000 + '"', "a-" * 9_000])
def test_a_text_without_measure_is_told_at_its_place(text):
    source, (told,) = parse_source(f"kind: game\nname: {text}\n", "game.yaml")
    assert (told.code, told.place) == ("text-too-long", Place("game.yaml", 2, 7))
    assert source is not None
    assert len(source.data["name"]) == 40


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("deck: {cards: [" + "a, " * 2_001 + "]}", ["list-too-long"]),
        ("deck: {cards: [" + "a, " * 2_000 + "]}", []),
        ("cards: [" + "a, " * 5_000 + "]", []),
    ],
)
def test_a_list_inside_something_has_a_measure(text, codes):
    assert [told.code for told in parse_source(text, "cards.yaml")[1]] == codes


@pytest.mark.parametrize("name", [ENDLESS, "a" + "-b" * 50_000, "**a" * 40_000])
def test_a_check_goes_on_beside_a_name_without_measure(tiny, edit, name):
    edit(tiny / "components" / "fog" / "cards.yaml", "name: Bonfire", f'name: "{name}"')
    assert "text-too-long" in {told.code for told in check(tiny)}
