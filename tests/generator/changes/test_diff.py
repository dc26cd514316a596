import json
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from generator.changes.differences import (
    ChangelogWords,
    FieldChange,
    as_json,
    as_markdown,
    as_text,
    diff_games,
)
from generator.facts import field_labels, path_label
from generator.typeset.words import plain


def test_a_game_does_not_differ_from_itself(game):
    diff = diff_games(game(), game())
    assert diff.nothing
    assert as_text(diff).endswith("Nothing has changed.\n")


def test_a_game_that_was_not_there_is_all_new(game):
    now = game()
    diff = diff_games(None, now, since="abc")
    assert diff.before == "not there (abc)"
    assert len(diff.added) == sum(1 for _ in now.components())


@pytest.fixture
def with_fields(game):
    """The game with one card only, which has these fields."""
    now = game()
    deck = now.sets["card"]

    def make(of_set="poker", **fields):
        card = replace(deck.components[0], fields=fields)
        sets = {**now.sets, "card": replace(deck, components=(card,), size=of_set)}
        return replace(now, sets=sets)

    return make


def told(before, now):
    """The fields of the one changed card, with their old and new values."""
    [changed] = diff_games(before, now).changed
    return [(one.field, one.old, one.new) for one in changed.fields]


def test_a_changed_effect_is_told_in_printed_words(game, cards, edit):
    before = game()
    edit(cards, "what: point, amount: 3", "what: point, amount: 5")
    [(field, old, new)] = told(before, game())
    assert (field, "3" in old, "5" in new) == ("text", True, True)


def test_lists_of_things_are_compared_thing_by_thing(with_fields):
    heel, altar = {"id": "heel", "bonus": 2}, {"id": "altar", "bonus": 3}
    before = with_fields(slots=(heel, altar), path=({"x": 1}, {"x": 2}))
    now = with_fields(slots=(heel, {**altar, "bonus": 5}), path=({"x": 1},))
    assert told(before, now) == [("slots[altar].bonus", 3, 5), ("path[2].x", 2, None)]


def test_effects_of_a_space_are_told_as_the_sentence_that_they_make(with_fields):
    def with_space(amount):
        effects = ({"do": "gain", "what": "coin", "amount": amount},)
        track = {"id": "low", "name": "Low road", "end": {"effects": effects}}
        return with_fields(tracks=(track,), effects="none")

    path = "tracks[low].end.effects"
    said = (path, "Gain 1 {coin} coin.", "Gain 2 {coin} coins.")
    assert told(with_space(1), with_space(2)) == [said]
    assert path_label(path, field_labels(with_space(2))) == "Tracks Low road, end, effects"


def test_a_field_called_size_is_compared_beside_the_size_of_the_set(with_fields):
    before, now = with_fields("poker", size="large"), with_fields("tarot", size="small")
    assert told(before, now) == [("size", "large", "small"), ("set.size", "poker", "tarot")]


@pytest.fixture
def diff(game, cards, edit):
    before = game()
    edit(cards, "cost: 3", "cost: 2")
    edit(cards, "  - id: candle\n    name: Candle", "  - id: torch\n    name: Torch *new*")
    redrawn = ("bonfire", "moonrise")
    return diff_games(before, game(), redrawn=redrawn, since="0123abcdef")


def test_cards_are_added_changed_removed_or_redrawn(diff):
    [changed] = diff.changed
    assert (changed.set_id, changed.id) == ("card", "bonfire")
    assert changed.fields == (FieldChange("cost", 3, 2),)
    assert [card.id for card in diff.added] == ["torch"]
    assert FieldChange("copies", None, 6) in diff.added[0].fields
    assert [card.id for card in diff.removed] == ["candle"]
    assert [card.id for card in diff.redrawn] == ["moonrise"], "it only looks different"


def test_text_for_terminals(diff):
    text = as_text(diff)
    assert text.startswith("Fog: revision 1 (0123abcdef) -> revision 1 of today\n")
    assert "+ Light cards: Torch *new* [torch]\n" in text
    assert "moonrise] looks different\n" in text
    assert "\n1 added, 1 changed, 1 removed" in text


def test_markdown_for_testers(diff):
    text = as_markdown(diff)
    assert text.startswith("# Fog: changes from revision 1 (0123abcdef) to revision 1 of today\n")
    assert "## New\n\n### Light cards\n\n- **Torch \\*new\\*** (6 copies): " in text
    assert "- **Bonfire**\n  - Cost: 3 → 2\n" in text
    assert "## Taken out\n\n### Light cards\n\n- Candle\n" in text


def test_json_for_programs(diff):
    data = json.loads(as_json(diff))
    assert (data["game"], data["to"]) == ("fog", "revision 1 of today")
    assert data["changed"][0]["fields"] == [{"field": "cost", "old": 3, "new": 2}]
    assert data["removed"][0]["name"] == "Candle"
    assert [card["id"] for card in data["redrawn"]] == ["moonrise"]


def test_markdown_says_printed_texts_in_plain_words(game, cards, edit):
    edit(cards, "copies: 5\n    cost: 3", "copies: 5\n    text: Take 2 {coin}.\n    cost: 3")
    games = [game()]
    edit(cards, "text: Take 2 {coin}.", 'text: "*Put* 3 {coin} {card} down."')
    games.append(game())
    edit(cards, '"*Put* 3', '"**Put** 3')
    games.append(game())
    first, then = (
        as_markdown(diff_games(before, now), ChangelogWords(partial(plain, game=now)))
        for before, now in pairwise(games)
    )
    assert "  - Text: Take 2 coins. → Put 3 coins card down.\n" in first
    assert "(the same words, set otherwise)" in then
