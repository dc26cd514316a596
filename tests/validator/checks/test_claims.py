"""The findings of the rules: each is computed from the data and goes when the data is mended."""

from dataclasses import replace

import checkdata
import pytest
from checkdata import (
    codes,
    findings_of,
    messages,
    only,
    with_copies,
    with_fields,
    with_mark,
    with_pile,
)
from playtables import heavy_where

from validator.catalogue.model import Claim, WhenEmpty
from validator.catalogue.schemas import schema
from validator.catalogue.script import rulings_named
from validator.checks.claims import KINDS
from validator.findings import Place, Severity
from validator.setup import rehearse

HENGE = [1, 2, 5, 6, 7, 8, 9, 11, 12, 13, 16, 18, 19, 25]


@pytest.fixture(autouse=True, scope="module")
def usual_tables():
    """Rulings that no claim compares are not rehearsed in each of these tests."""
    switches = rehearse._switches

    def needed(game):
        return [one for one in switches(game) if one[0].id in ("X-HEN-02", "X-HEN-12")]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rehearse, "_switches", needed)
        patch.setattr(checkdata, "_LAID", {})
        patch.setattr(checkdata, "_TOLD", {})
        yield


@pytest.fixture(scope="session")
def henge(shipped):
    return shipped.games["henge"]


@pytest.mark.parametrize("number", HENGE)
def test_the_findings_of_henge_are_computed(henge, number):
    found = only(henge, f"X-HEN-{number:02}")
    assert found.place.file == "components/henge/game.yaml"
    assert found.hint


def test_a_finding_is_settled_by_a_ruling_or_as_it_is_confirmed_but_never_as_an_error(henge):
    assert only(henge, "X-HEN-02").settled == "X-HEN-02"
    assert only(henge, "X-HEN-19").settled == ""
    assert only(henge, "X-HEN-25").settled == "X-HEN-25"
    assert only(henge, "X-HEN-25").message.startswith("confirmed: ")
    claims = tuple(replace(claim, severity="error") for claim in henge.claims)
    assert only(replace(henge, claims=claims), "X-HEN-02").settled == ""


def test_no_claim_of_the_shipped_games_is_an_error(shipped):
    for game in shipped.games.values():
        assert not [one for one in findings_of(game) if one.severity is Severity.ERROR]


def without(game, ruling):
    """The game with a set-up that does not depend on a ruling."""
    steps = tuple(step for step in game.setup.steps if ruling not in rulings_named(step))
    return replace(game, setup=replace(game.setup, steps=steps))


def at_tables(game, test, **changes):
    """The game at those of its tables alone that pass a test."""
    return replace(game, configurations=tuple(filter(test, game.configurations)), **changes)


def listing(game, **counts):
    """The game with other counts of some sets in its parts list."""
    parts = (replace(part, count=counts.get(part.set_id, part.count)) for part in game.parts)
    return replace(game, parts=tuple(parts))


def by_season(game):
    """The game with its bonus cards listed season by season."""
    part = next(part for part in game.parts if part.set_id == "bonus")
    cards = [one.fields["season"] for one in game.sets["bonus"].components]
    stated = (replace(part, count=cards.count(one), where={"season": one}) for one in {*cards})
    return replace(game, parts=(*(one for one in game.parts if one is not part), *stated))


def claiming(game, identity, **data):
    """The game with other data of one of its claims."""
    claims = (
        replace(one, data={**one.data, **data}) if one.id == identity else one
        for one in game.claims
    )
    return replace(game, claims=tuple(claims))


def reshuffled(game, *piles):
    """The game with some piles that are reshuffled when they are empty."""
    for pile in piles:
        game = with_pile(game, pile, when_empty=WhenEmpty.RESHUFFLE)
    return game


@pytest.mark.parametrize(
    ("name", "code", "said", "mend"),
    heavy_where([
        ("henge", "X-HEN-01", ["1 not in the title block"],
         lambda game: replace(game, title_players=(1, 5))),
        ("henge", "X-HEN-01", [], lambda game: at_tables(game, lambda one: one.players > 1)),
        ("high_council", "X-HC-01", ["no table for 3"],
         lambda game: at_tables(game, lambda one: one.players == 2, title_players=(2, 2))),
        ("henge", "X-HEN-02", ["1 player and 2 bots, 2 players and 1 bot: board-3 (by_total)"],
         lambda game: at_tables(game, lambda one: one.total > 3)),
        ("henge", "X-HEN-06", ["12 x 4 = 48 > 45", "12 x 5 = 60 > 45"],
         lambda game: with_copies(game, "coin-1", 45)),
        ("henge", "X-HEN-07", ["5 to 9 after set-up"],
         lambda game: with_pile(game, "travel", when_empty=WhenEmpty.STOP)),
        ("henge", "X-HEN-08", ["Luck deck", "51 after set-up, 25 draws of 2"],
         lambda game: reshuffled(game, "luck_deck", "eog_deck")),
        ("henge", "X-HEN-12", ["2 players and 3 bots"], lambda game: without(game, "X-HEN-12")),
        ("high_council", "X-HC-03", ["2 x (10 + 1) + 2 = 24 <= 30"],
         lambda game: with_copies(game, "disk-white", 14)),
        ("high_council", "X-HC-05", [
            "2 players: hands grow from 3 to 31 of 32 cards in 14 draws; draw 15 finds 2 of 3",
            "4 players: hands grow from 6 to 32 of 32 cards in 13 draws; draw 14 finds 1 of 3"],
         lambda game: claiming(game, "X-HC-05", limit=10)),
        ("battle_of_the_gods", "X-BG-09", ["30 values of 'number', each on 2 cards"],
         lambda game: reshuffled(game, "draw_pile")),
        ("battle_of_the_gods", "X-BG-03", ["3 players: (20 - 1) x 3 + 1 = 58 > 53 turns",
                                           "4 players: (20 - 1) x 4 + 1 = 77 > 49 turns"],
         lambda game: at_tables(game, lambda one: one.players == 2)),
        ("high_council", "X-HC-10", ["5 trilithon cards listed, 4 used",
                                     "5 trilithons listed, 1 used"],
         lambda game: listing(game, trilithon=4, capstone=1)),
        ("crossing_stonehenge", "X-CS-01", ["2 > 1 green bar"],
         lambda game: claiming(game, "X-CS-01", demand=1)),
        ("crossing_stonehenge", "X-CS-05", ["12 x 60 / 30 = 24 is not 12"],
         lambda game: with_fields(game, "board", inner={"stones": 30, "phases": ("day",)})),
        ("first_druid", "X-FD-04", ["3 players: 30 > 19"],
         lambda game: with_fields(game, "board", bluestones=50)),
        ("first_druid", "X-FD-05", ["30 - 1 = 29 > 10"],
         lambda game: with_copies(game, "bar-white", 29)),
        ("first_druid", "X-FD-12", ["3 players: 50 disks listed, 30 used"],
         lambda game: at_tables(game, lambda one: one.players == 5)),
        ("henge", "X-HEN-18", ["set-up needs up to 10 spring, which leaves at most 34"], by_season),
    ], lambda one: one[0] == "henge"),
)  # fmt: skip
def test_a_finding_says_its_numbers_and_goes_when_the_data_is_mended(
    shipped, name, code, said, mend
):
    game = shipped.games[name]
    message = only(game, code).message
    assert [words for words in said if words not in message] == []
    assert code not in codes(mend(game))


def as_it_is(game):
    return game


def without_either(game):
    """The game without the slots of a board that take stones of either size."""
    board = next(one for one in game.sets["board"].components if one.id == "board-3")
    kept = tuple(slot for slot in board.fields["slots"] if slot["size"] != "either")
    return with_fields(game, "board-3", slots=kept)


@pytest.mark.parametrize(
    ("name", "code", "severity", "said", "change"),
    heavy_where([
        ("henge", "X-HEN-06", "warning", ["12 x 5 = 60 > 50"],
         lambda game: with_copies(game, "coin-1", 35)),
        ("henge", "X-HEN-09", "warning", [
            "7 + 3 x 2 = 13 of 18",
            "(18 - 7) / 2 allows 5 carved stones held; number 6 is too many"], as_it_is),
        ("henge", "X-HEN-09", "warning", ["allows 6"],
         lambda game: with_copies(game, "marker-red", 20)),
        ("henge", "K-SLOT-05", "error", ["0 < 1"], without_either),
        ("henge", "K-SLOT-07", "error", ["either-size slots of side 3: 0 is not 5"],
         without_either),
        ("high_council", "X-HC-11", "note", [""], as_it_is),
        ("high_council", "X-HC-11", "warning", ["colour of card 14: red is not blue"],
         lambda game: with_fields(game, "14-day", colour="red")),
        ("crossing_stonehenge", "CS-SETUP-06", "note", ["20 + 2 + 2 = 24"], as_it_is),
        ("crossing_stonehenge", "CS-SETUP-06", "error", [""],
         lambda game: with_copies(game, "disk-green", 9)),
        ("first_druid", "X-FD-14", "note", ["63 - 31 = 32", "64 - 41 = 23", "65 - 51 = 14"],
         as_it_is),
        ("first_druid", "X-FD-14", "warning", [""],
         lambda game: claiming(game, "X-FD-14", limit="13 * total")),
        ("first_druid", "X-FD-15", "note", ["10 - 5 = 5"], as_it_is),
        ("first_druid", "X-FD-15", "warning", ["10 - 4 = 6 is not 5"],
         lambda game: with_copies(game, "capstone", 4)),
    ], lambda one: one[0] == "henge"),
)  # fmt: skip
def test_numbers_and_severity_follow_the_data(shipped, name, code, severity, said, change):
    found = only(change(shipped.games[name]), code)
    assert [words for words in said if words not in found.message] == []
    assert found.severity == severity


@pytest.mark.heavy
def test_what_a_finding_leaves_out(henge, shipped):
    assert "2 players" not in only(shipped.games["battle_of_the_gods"], "X-BG-03").message
    assert "3 players" not in only(henge, "X-HEN-02").message
    assert "Luck deck" not in only(reshuffled(henge, "luck_deck"), "X-HEN-08").message
    assert "X-HEN-09" not in codes(claiming(henge, "X-HEN-09", readings={"not_installed": 3}))
    spaces = len(henge.sets["mat"].components[0].fields["luck_track"])
    assert f"allows {spaces - 1} Luck cards thrown away" in only(henge, "X-HEN-11").message


@pytest.mark.heavy
def test_marks_that_mean_the_same(henge):
    assert "'*' and '3+' both select totals 3, 4 and 5" in only(henge, "X-HEN-19").message
    plain = henge
    for card in henge.components():
        if card.mark.text == "3+":
            plain = with_mark(plain, card.id, "*")
    assert "X-HEN-19" not in codes(plain)
    two = replace(henge.configurations[0], players=2, bots=0)
    game = replace(henge, configurations=(two, *henge.configurations))
    assert "X-HEN-19" not in codes(game)


def test_the_example_of_the_majorities(henge):
    found = only(henge, "X-HEN-25")
    assert found.severity is Severity.NOTE
    assert "9 / 2 = 4; third place of 9: 9 / 3 = 3" in found.message


@pytest.mark.heavy
def test_spring_cards_for_every_person(henge):
    game = henge
    for card in henge.sets["bonus"].components:
        if card.fields["season"] == "spring":
            game = with_mark(game, card.id, "3/4")
    assert "5 players: 2 x 5 = 10 > 0 Spring cards" in messages(game, "K-BONUS-01")
    assert "setup-shortage" in codes(game)


def test_a_box_is_claimed_without_a_table(shipped):
    data = {"tests": ({"holds": "find(pieces, set == board).altars == 1"},)}
    claim = Claim("BOX-01", "compare", "There is not one altar.", Place("game.yaml"), "error", data)
    box = replace(shipped.games["stonehenge"], claims=(claim,))
    assert "BOX-01" not in codes(box)
    assert "2 is not 1" in only(with_fields(box, "board", altars=2), "BOX-01").message


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        ("supply", {"demand": "count(pieces, set == coins)", "supply": 3}, "never 'coins'"),
        ("supply", {"demand": "luck_dec.count", "supply": 3}, "nothing here is called `luck_dec`"),
        ("supply", {"demand": "'many'", "supply": 3}, "'many' is not a number"),
        ("supply", {"demand": "luck_deck.top", "supply": 3}, "`luck_deck.top` is no number"),
        ("supply", {"demand": "3 // 0", "supply": 3}, "divides by 0"),
        ("supply", {"demand": "3 +", "supply": 3}, "this is no formula"),
        ("split", {"set": "coins", "by": "value"}, "no component set 'coins'"),
        ("split", {"set": "coin", "by": "worth"}, "no component of the set has a field 'worth'"),
        ("unruled", {"piles": ["nothing"]}, "no pile 'nothing'"),
        ("choice", {"ruling": "X", "zone": "deck"}, "no ruling 'X'"),
        ("marks", {"marks": ["3-4", "*"]}, "'3-4' is not a player-count mark"),
        ("scarce", {"set": "coin", "by": "value", "pile": "x"}, "no pile 'x'"),
        ("compare", {"tests": [{"holds": "'a' < 2"}]}, "what is no number"),
        ("compare", {"tests": [{"holds": "luck_deck.empty"}]}, "compares no two values"),
        ("compare", {"tests": [{"holds": "find(pieces, set == coin).x == 2"}]}, "no `x`"),
    ],
)  # fmt: skip
def test_an_unclear_claim_says_what_is_missing(henge, kind, data, message):
    claim = claim_of(kind, data)
    assert message in only(replace(henge, claims=(claim,)), "claim-unclear").message


def claim_of(kind, data):
    return Claim("X-T-01", kind, "Nothing", Place("game.yaml"), data=data)


@pytest.mark.parametrize(
    ("game", "kind", "hint"),
    [
        ("henge", "suply", "did you mean 'supply'?"),
        ("first_druid", "deep-path", "kinds: header, supply, "),
    ],
)
def test_a_kind_that_nobody_knows(shipped, game, kind, hint):
    found = only(replace(shipped.games[game], claims=(claim_of(kind, {}),)), "claim-kind")
    assert repr(kind) in found.message
    assert found.severity is Severity.ERROR
    assert found.hint.startswith(hint)


def test_every_common_kind_of_the_schema_has_a_judge():
    kind = schema("claims")["$defs"]["claim"]["properties"]["kind"]
    assert kind["anyOf"][0]["enum"] == list(KINDS)


def test_every_kind_is_used_by_a_shipped_game(shipped):
    used = {claim.kind for game in shipped.games.values() for claim in game.claims}
    assert used == {*KINDS}
