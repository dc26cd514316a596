"""Checks of data: the starter game with one mistake at a time."""

from dataclasses import replace

import pytest
from checkdata import codes, only, with_fields
from shippedgames import game_of

from validator.catalogue.load import load
from validator.catalogue.model import DrawRate, GameLength, Pile, WhenEmpty
from validator.catalogue.words.plain_names import with_plain_names
from validator.checks.names import check_almanac, check_inflected, check_spaces, terms_as_nouns
from validator.checks.pieces import GAMES, chance_text, span
from validator.findings import Place, Severity
from validator.run import check


def quiet(project):
    return not [one for one in check(project, extra=()) if one.severity is not Severity.NOTE]


def file(project, name):
    return project / "components" / "fog" / name


COINS = "{name: Coins, set: coin, count: 24}"
NO_COINS = "{name: Coins, set: coin, where: {value: 7}, count: 0}"
RULING = "rulings:\n  - {id: X-FOG-01, question: Why?, options: {a: b}, default: c}\n\nterms:"


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "at", "words"),
    [
        ("game", "card, count: 30", "card, count: 31", "count-parts", "31}",
         "says 31 Light cards, but components/fog/cards.yaml has 30; add 1 piece, or mend the"),
        ("game", "card, count: 30", "card, count: 31, about: true", "count-parts", "31, about",
         "says about 31"),
        ("game", f"  - {COINS}\n", "", "count-unlisted", "- {name: Light cards",
         "'coin' is not in the parts list"),
        ("game", "{players: 4}\n", "{players: 3}\n", "table-duplicate", "{players: 3}\n\n",
         "stand here twice"),
        ("game", " discard: discard", " discard: discards", "reference-unknown", "discards",
         "; did you mean 'discard'?"),
        ("game", COINS, NO_COINS, "reference-empty", "{value: 7}",
         "no component of 'coin' passes the filter {value: 7}"),
        ("game", "blue, green, yellow]", "blue]", "reference-unknown", "[red, blue]",
         "4 seats, but only 2 seat colours"),
        ("game", "terms:", RULING, "reference-unknown", "c}", "no option 'c'"),
        ("game", "draw: {least: 1, most: 2, per: turn}", "", "pile-no-rate", "id: deck",
         "there is no `draw` rate"),
        ("game", "draw: {least: 1, ", "draw: {least: 3, ", "pile-bounds", "{least: 3",
         "the `draw` of"),
        ("game", "length: {least: 6,", "length: {least: 10,", "pile-bounds", "{least: 10",
         "or in `length`"),
        ("cards", 'players: "3+"', 'players: "6"', "mark-dead", '"6"',
         "'6' of 'fireflies' admits none of the legal totals 2, 3 and 4"),
        ("cards", 'players: "3+"', 'players: "2/3"', "mark-shrinks", "kind: components",
         "4 seats have fewer Light cards in play than 3"),
        ("cards", "id: candle\n", "id: candle\n    text: Some.\n", "text-lacks", "{do: gain, what",
         "the text of 'candle' does not say '1' and 'coin'"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(tiny, edit, name, old, new, code, at, words):
    path = file(tiny, f"{name}.yaml")
    edit(path, old, new)
    told = [one for one in check(tiny, extra=()) if one.code == code]
    assert {one.place.file for one in told} == {f"components/fog/{name}.yaml"}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for one in told:
        rest = lines[one.place.line - 1 :]
        assert "".join(rest)[one.place.column - 1 :].startswith(at), one.place
    assert any(words in f"{one.message}; {one.hint}" for one in told), told
    is_warning = "about" in new or code in ("count-unlisted", "mark-shrinks")
    wanted = Severity.NOTE if code == "pile-no-rate" else Severity.ERROR
    assert {one.severity for one in told} == {Severity.WARNING if is_warning else wanted}


def test_words_that_say_it_all(tiny, edit):
    text = "  - id: candle\n    text: One {coin} for you.\n"
    edit(file(tiny, "cards.yaml"), "  - id: candle\n", text)
    assert quiet(tiny)


def test_a_pile_without_a_rule(tiny, edit):
    edit(file(tiny, "game.yaml"), "    when_empty: stop\n", "    when_empty: unstated\n")
    runs_out = [one for one in check(tiny, extra=()) if one.code == "pile-runs-out"]
    assert Severity.ERROR in {one.severity for one in runs_out}


def test_piles_are_told_at_every_number_of_players(tiny):
    notes = [one.message for one in check(tiny, extra=()) if one.code == "pile-runs-out"]
    deck = next(message for message in notes if "Light deck" in message)
    for seats in ("2 seats", "3 seats", "4 seats"):
        assert seats in deck
    assert "then the rules reshuffle the discards" in deck


def test_a_very_long_game_is_counted_at_once():
    endless = span(pile(0, 1, "turn"), GameLength(1, 10**12), 4, 30)
    assert endless.most == 4 * 10**12
    assert endless.emptied > 0.95 * GAMES


def test_uses_name_what_the_set_up_lays_out(shipped):
    battle = shipped.games["battle_of_the_gods"]
    assert "uses-short" not in codes(battle)
    uses = tuple(replace(use, count=50) if use.set_id == "number" else use for use in battle.uses)
    one = only(replace(battle, uses=uses), "uses-short")
    assert "the set-up lays out 60 number with 2 seats, but `uses` names 50" in one.message
    some = tuple(replace(use, totals=(2,)) if use.set_id == "disk" else use for use in battle.uses)
    assert "30 disk with 3 seats" in only(replace(battle, uses=some), "uses-short").message


def pile(least, most, per):
    return Pile("deck", "deck", WhenEmpty.STOP, Place("x"), draw=DrawRate(least, most, per))


def test_draws_by_turn_and_by_round():
    by_turn, by_round = (
        span(pile(1, 2, per), GameLength(3, 5), 4, 12) for per in ("turn", "round")
    )
    assert (by_turn.least, by_turn.most) == (12, 40)
    assert (by_round.least, by_round.most, by_round.emptied) == (3, 10, 0)
    unrated = replace(pile(1, 2, "turn"), draw=None)
    with pytest.raises(ValueError, match="the pile 'deck' has no draw rate"):
        span(unrated, GameLength(3, 5), 4, 12)


def test_the_simulated_chance_lies_between_the_bounds():
    certain = span(pile(2, 2, "turn"), GameLength(10, 10), 3, 59)
    assert certain.emptied == GAMES
    assert chance_text(certain) == "over 99 %"
    never = span(pile(0, 1, "turn"), GameLength(10, 10), 6, 59)
    assert chance_text(never) == "under 1 %"
    half = span(pile(0, 1, "turn"), GameLength(10, 10), 2, 9)
    assert 0.4 < half.emptied / GAMES < 0.75


# --- what the almanac names is there, each set once ----------------------------------------------
@pytest.fixture
def found_with(tiny):
    def findings(almanac):
        path = tiny / "components" / "fog" / "game.yaml"
        path.write_text(path.read_text("utf-8") + f"\nalmanac:\n{almanac}\n", "utf-8")
        game = load(tiny)[0].games["fog"]
        first = path.read_text("utf-8").splitlines().index("almanac:") + 1
        return [
            (one.code, one.place.line - first, one.severity.value, one.message + "; " + one.hint)
            for one in check_almanac(game, ())
        ]

    return findings


def test_sound_words_are_passed_over(found_with):
    assert not found_with(
        "  title: Fog\n"
        "  chapters:\n"
        "    - {sets: [card, coin], group_by: copies, order: [-cost, name], columns: [cost]}\n"
        "  labels: {cost: Price, red: crimson}"
    )


def test_labels_may_be_of_nested_fields_and_their_values(found_with, tiny, edit):
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "  properties:\n", "  properties:\n    deep: {type: object}\n")
    edit(cards, "id: bonfire\n", "id: bonfire\n    deep: {inner: [{low: water}]}\n")
    assert not found_with("  labels: {deep: D, inner: I, low: L, water: W}")


def test_each_name_that_is_not_there_is_told_at_its_line(found_with):
    told = found_with(
        "  chapters:\n"
        "    - sets: [card, cion]\n"
        "      group_by: kost\n"
        "      order:\n"
        "        - -costs\n"
        "      columns:\n"
        "        - cost\n"
        "        - players\n"
        "  labels:\n"
        "    cots: Price"
    )
    assert {code for code, *_ in told} == {"almanac-unknown"}
    assert [line for _, line, *_ in told] == [2, 8, 5, 3, 10]
    assert [severity for _, _, severity, _ in told] == ["error"] * 4 + ["warning"]
    assert "did you mean 'coin'" in told[0][3]
    assert "did you mean 'cost'" in told[3][3]


def test_a_chapter_of_unknown_sets_only_says_that_alone(found_with):
    assert len(found_with("  chapters: [{sets: [crad], order: [cost]}]")) == 1


# --- which names of a game in German are told to lack their class --------------------------------
HENGE = game_of("henge")


def test_terms_that_only_narrow_a_count_are_not_inflected():
    terms = terms_as_nouns(HENGE)
    assert {"coin", "druid", "stone-size", "privilege", "remote"} <= terms
    assert not {"size-large", "area-heel", "carved", "min-cost-7"} & terms


def test_every_name_that_sentences_inflect_is_asked_for_its_class():
    german = replace(HENGE, language="de")
    found = [*check_inflected(german, ())]
    assert {one.code for one in found} == {"noun-class-missing"}
    told = {one.message.split("'")[1] for one in found}
    assert {"coin", "Luck card", "Stone deck", "Spring card"} <= told
    assert "large" not in told
    assert not [*check_inflected(HENGE, ())]


def test_adjectives_need_no_class():
    terms = {**HENGE.terms, "size-large": replace(HENGE.terms["size-large"], one="groß~")}
    german = with_plain_names(replace(HENGE, language="de", terms=terms))
    assert german.terms["size-large"].one == "groß"
    assert not [one for one in check_inflected(german, ()) if "groß" in one.message]


# --- benefits on the spaces of a mat: what their labels and nouns must say -----------------------
def test_the_shipped_spaces_say_what_they_give(shipped):
    for game in shipped.games.values():
        assert list(check_spaces(game, ())) == []


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"label": "+9 {coin}"}, "space-lacks", "'2'"),
        ({"label": "+2"}, "space-lacks", "'coin'"),
        ({"effects": ({"do": "gain", "what": "coins"},)}, "space-unknown", "'coins'"),
        ({"effects": ({"does": "gain"},)}, "space-unknown", "cannot be read"),
        ({"effects": ({"do": "gain", "what": 3},)}, "space-unknown", "cannot be read"),
    ],
)
def test_a_space_that_says_something_else_is_found_once(shipped, changes, code, words):
    game = shipped.games["henge"]
    for mat in game.sets["mat"].components:
        first, *others = mat.fields["druid_track"]
        game = with_fields(game, mat.id, druid_track=({**first, **changes}, *others))
    found = [finding for finding in check_spaces(game, ()) if finding.code == code]
    assert len(found) == 1
    assert words in found[0].message
    assert found[0].place.file == "components/henge/mats.yaml"


def test_end_benefits_deep_in_a_field_are_read_too(shipped):
    game = shipped.games["henge"]
    mat = game.sets["mat"].components[0]
    tracks = [dict(track) for track in mat.fields["privileges"]]
    tracks[1]["end"] = {**tracks[1]["end"], "label": "+1 {coin}"}
    found = check_spaces(with_fields(game, mat.id, privileges=tuple(tracks)), ())
    assert [finding.code for finding in found] == ["space-lacks"]
