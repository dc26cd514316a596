"""Chapters as the data asks for them: order, groups, columns, words."""

import pytest
from shippedgames import catalogue

from generator.publish.contents import contents_of, copies_by_table, table_name, use_told
from generator.publish.site import script_words
from validator.catalogue.load import load
from validator.catalogue.model import Configuration
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import Place


@pytest.fixture
def told(tiny):
    """The contents of the small game with an ``almanac`` of its own."""

    def contents(almanac=""):
        path = tiny / "components" / "fog" / "game.yaml"
        path.write_text(path.read_text("utf-8") + almanac, "utf-8")
        catalogue, findings = load(tiny)
        assert not [one for one in findings if one.severity == "error"]
        return contents_of(catalogue.games["fog"])

    return contents


def names(group):
    return [entry.component.name for entry in group.entries]


def test_without_words_each_set_is_a_chapter(told):
    contents = told()
    assert contents.title == "Fog Almanac"
    chapters = [(chapter.heading, chapter.pieces) for chapter in contents.chapters]
    assert chapters == [(one.name, one.count) for one in contents.game.sets.values()]
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


SLOW = ("crossing_stonehenge", "first_druid", "henge", "high_council")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=pytest.mark.heavy) if one in SLOW else one
        for one in catalogue().games
    ],
)
def test_every_component_of_a_shipped_game_is_in_it(shipped, name):
    game = shipped.games[name]
    told = {entry.component.id for entry in contents_of(game).entries}
    own = {
        component.id
        for one in game.sets.values()
        if game.box is None
        for component in one.components
    }
    assert told >= own


# --- copies at each table, and how that is said in few words --------------------------------------


HERE = Place("game.yaml")


def tables(*counts):
    return [Configuration(players, HERE, bots) for players, bots in counts]


@pytest.mark.parametrize(
    ("copies", "told"),
    [
        ((5, 5, 5), ""),
        ((0, 0, 4), "only at 4 players"),
        ((0, 4, 4), "only at 3 or 4 players"),
        ((2, 3, 4), "2 at 2 players, 3 at 3 players, 4 at 4 players"),
        ((0, 3, 4), "3 at 3 players, 4 at 4 players"),
    ],
)
def test_where_copies_are_used(copies, told):
    assert use_told(copies, tables((2, 0), (3, 0), (4, 0))) == told


def test_where_bots_play_seats_are_counted():
    asked = tables((1, 2), (3, 0), (3, 1), (4, 0))
    assert [table_name(one) for one in asked[:2]] == ["1 player, 2 bots", "3 players"]
    assert use_told((0, 0, 1, 1), asked) == "only at 4 seats"
    assert use_told((1, 0, 1, 0), asked) == "only with bots"
    assert use_told((0, 1, 0, 1), asked) == "only without bots"


def test_cards_of_bots_are_used_only_with_bots(shipped):
    game = shipped.games["henge"]
    used = copies_by_table(game)
    bots = game.sets["hengebot"].components[0]
    for table, copies in zip(game.configurations, used[bots.id], strict=True):
        assert copies == (bots.copies if table.bots else 0)
    with_mark = next(one for one in game.components() if one.mark.text == "4+")
    for table, copies in zip(game.configurations, used[with_mark.id], strict=True):
        assert bool(copies) is (table.total >= 4)


# --- the site's script says numbers in the forms of the language that its sentences are in --------


RUSSIAN = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
FORMS = ("{number} деталь", "{number} детали", "{number} деталей")


def said(tongue, number):
    words = script_words(tongue)
    return words["components"][int(words["form"][number])].replace("{number}", str(number))


@pytest.mark.parametrize("number", [0, 1, 2, 21, 101])
def test_english_sentences_take_english_forms_in_any_project(number):
    assert said(Tongue("ru", {}, {}, RUSSIAN), number) == said(ENGLISH, number)
    assert said(ENGLISH, number) == f"{number} component{'' if number == 1 else 's'}"


def test_translated_sentences_take_the_forms_of_their_language():
    russian = Tongue("ru", {}, {("", "{number} component"): FORMS}, RUSSIAN)
    told = [said(russian, number) for number in (1, 3, 11, 21)]
    assert told == ["1 деталь", "3 детали", "11 деталей", "21 деталь"]


def test_remarks_stand_in_a_draft_below_the_text_and_nowhere_else(fog):
    game = load(fog)[0].games["fog"]
    told = {one.component.id: one.text for one in contents_of(game).entries}
    draft = contents_of(game, {"candle": ["weak: Dull", "Nice"]}).entries
    said = {one.component.id: one.text for one in draft}
    assert said["candle"] == f"{told['candle']}\nAt the table: weak: Dull\nAt the table: Nice"
    assert {**said, "candle": told["candle"]} == told
