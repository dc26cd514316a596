import pytest

from generator.printing.options import OptionError
from generator.printing.selection import copies_needed, sets_left_in_box, totals_for


def counts(game, copies):
    return {
        deck.id: n
        for deck in game.sets.values()
        if (n := sum(copies.get(c.id, 0) for c in deck.components))
    }


def test_a_whole_kit_has_everything(shipped):
    game = shipped.games["henge"]
    found = counts(game, copies_needed(game))
    assert found == {deck.id: deck.count for deck in game.sets.values()}


def test_four_players_leave_out_a_colour_and_marked_cards(shipped):
    game = shipped.games["henge"]
    totals = totals_for(game, 4, 0)
    assert totals == (4,)
    found = counts(game, copies_needed(game, totals))
    assert found["druid"] == 48 and found["mat"] == 4 and found["board"] == 1
    stones = game.sets["stone"].components
    assert found["stone"] == sum(c.copies for c in stones if c.mark.admits(4))
    assert found["stone"] < game.sets["stone"].count


def test_players_alone_cover_all_their_tables(shipped):
    assert totals_for(shipped.games["henge"], 2, None) == (3, 4, 5)


def test_bot_cards_stay_in_the_box_where_no_bot_plays(shipped):
    game = shipped.games["henge"]
    assert sets_left_in_box(game, 3, 0) == {"hengebot", "carve_token"}
    assert sets_left_in_box(game, 5, None) == {"hengebot", "carve_token"}
    assert sets_left_in_box(game, 3, None) == frozenset()
    assert sets_left_in_box(game, 2, 1) == frozenset()


@pytest.mark.parametrize("name", ["high_council", "crossing_stonehenge", "battle_of_the_gods"])
def test_a_set_that_no_step_takes_out_is_not_left_out(shipped, name):
    assert sets_left_in_box(shipped.games[name], 2, 0) == frozenset()
    assert sets_left_in_box(shipped.games["stonehenge"], 2, None) == frozenset()


def test_a_refused_table_says_why(shipped):
    with pytest.raises(OptionError, match="cannot be played by 3 players"):
        totals_for(shipped.games["high_council"], 3, None)
    with pytest.raises(OptionError, match="legal tables"):
        totals_for(shipped.games["henge"], 9, None)


def test_a_game_takes_from_its_box_what_it_uses(shipped):
    game = shipped.games["battle_of_the_gods"]
    found = counts(game, copies_needed(game))
    assert found["number"] == 60 and found["trilithon"] == 5
    assert "support" not in found and "capstone" not in found
    two = counts(game, copies_needed(game, (2,)))
    colours = len(game.seat_colours[:2])
    assert two["disk"] == 10 * colours


def test_a_counted_use_takes_no_more_than_its_count(shipped):
    game = shipped.games["first_druid"]
    figures = copies_needed(game)
    assert figures["figure-grey"] == 1


def test_the_box_itself_is_printed_whole(shipped):
    game = shipped.games["stonehenge"]
    assert totals_for(game, None, None) == ()
    found = counts(game, copies_needed(game))
    assert found["number"] == 60 and found["bar"] == 50
