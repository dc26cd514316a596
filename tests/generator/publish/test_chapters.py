"""Chapters as the data asks for them: order, groups, columns, words."""

from __future__ import annotations

import pytest

from generator.publish.contents import contents_of
from validator.catalogue.load import load


@pytest.fixture
def told(tiny):
    """The contents of the small game with an ``almanac`` of its own."""

    def contents(almanac: str = ""):
        path = tiny / "components" / "fog" / "game.yaml"
        path.write_text(path.read_text("utf-8") + almanac, "utf-8")
        catalogue, findings = load(tiny)
        assert not [one for one in findings if one.severity == "error"]
        return contents_of(catalogue.games["fog"])

    return contents


def names(group) -> list[str]:
    return [entry.component.name for entry in group.entries]


def test_without_words_each_set_is_a_chapter(told):
    contents = told()
    assert contents.title == "Fog Almanac"
    assert [chapter.heading for chapter in contents.chapters] == [
        one.name for one in contents.game.sets.values()
    ]
    assert [chapter.pieces for chapter in contents.chapters] == [
        one.count for one in contents.game.sets.values()
    ]
    assert {len(chapter.groups) for chapter in contents.chapters} == {1}


def test_chapters_come_as_asked_for_and_what_is_left_follows(told):
    contents = told(
        """
almanac:
  title: The book of fog
  intro: |
    One line
    of text.

    Another, with {coin} coins.
  chapters:
    - {sets: [mat, coin], heading: Things}
"""
    )
    assert contents.title == "The book of fog"
    assert contents.intro == ("One line of text.", "Another, with coins.")
    assert [chapter.heading for chapter in contents.chapters] == ["Things", "Light cards"]
    assert contents.chapters[0].entries[0].set.id == "mat"
    assert contents.chapters[0].entries[-1].set.id == "coin"


def test_sorted_and_grouped_by_fields(told):
    contents = told("\nalmanac: {chapters: [{sets: [card], group_by: cost, order: [-cost, name]}]}")
    groups = contents.chapters[0].groups
    costs = [int(group.heading) for group in groups]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 2
    for group in groups:
        assert names(group) == sorted(names(group))
        assert {entry.component.fields["cost"] for entry in group.entries} == {int(group.heading)}


def test_columns_are_told_under_their_labels(told):
    contents = told(
        "\nalmanac: {chapters: [{sets: [card], columns: []}, {sets: [mat], columns: [colour]}],"
        " labels: {colour: Whose, red: crimson, cost: Price}}"
    )
    card, mat = contents.chapters[0].entries[0], contents.chapters[1].entries[0]
    assert card.told == ()
    assert ("Price", str(card.component.fields["cost"])) in [(f.label, f.text) for f in card.facts]
    assert [(fact.label, fact.text) for fact in mat.told] == [("Whose", "crimson")]


def test_a_set_is_in_the_first_chapter_that_names_it(told):
    contents = told("\nalmanac: {chapters: [{sets: [coin]}, {sets: [coin, card]}]}")
    held = [entry.component.id for entry in contents.entries]
    assert len(held) == len(set(held))
    assert [chapter.entries[0].set.id for chapter in contents.chapters] == ["coin", "card", "mat"]


def test_every_component_of_every_shipped_game_is_in_it(shipped):
    for game in shipped.games.values():
        told = {entry.component.id for entry in contents_of(game).entries}
        own = {
            component.id
            for one in game.sets.values()
            if game.box is None
            for component in one.components
        }
        assert told >= own
