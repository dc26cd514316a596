"""Battle of the Gods: worked examples, rule by rule, and small boxes."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from gametable import (
    CARDS,
    RING,
    Nth,
    Script,
    act,
    card,
    check_copy,
    dealt,
    fewer,
    hold,
    laid_out,
    small_box,
    table_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import play_game
from shippedgames import game_of

from validator.games.battle_of_the_gods import actions as battle
from validator.games.battle_of_the_gods.table import reach

NAME = "battle_of_the_gods"
FOLLOWER, GOD = ("follower", True), ("god", True)
FOLLOWER_ANYWHERE, GOD_ANYWHERE = ("follower", False), ("god", False)
"""What is placed, and whether on the space of its card."""


def position(*rulings, players=2, hand=None, **seats):
    """A match with pieces on the board: ``a="25 26 g27"`` for seat 1, ``b`` for seat 2, ...

    ``hand`` is that of seat 1, if it shall be another than was dealt.
    """
    match = dealt(table_of(NAME, players, *rulings))
    for seat, letter in enumerate("abcd"[:players]):
        for word in seats.get(letter, "").split():
            place(match, seat, int(word.lstrip("g")), god=word.startswith("g"))
    if hand is not None:
        hold(match, 0, hand)
    return match


def place(match, seat, space, god=False):
    """Put a piece on the board, with its protection."""
    match.place(seat, space, "god" if god else "follower")


def offered(match, seat):
    """The actions open to a seat."""
    return battle.actions(match, seat)


def kinds(match, seat):
    return [
        (action.piece, action.space > 0) if isinstance(action, battle.Place) else type(action)
        for action in offered(match, seat)
    ]


def by(kind, *names):
    """The action of ``kind`` by these cards."""
    cards = [card(name) for name in names]
    space = CARDS.number[cards[-1]]
    if kind is battle.Smite:
        return battle.Smite(cards[0], cards[1], space, (names[0], names[1]))
    if kind is battle.Strike:
        return battle.Strike(cards[0], space, names[0])
    return battle.Place(cards[0], space, names[0], kind[0])


def discards(match, seat):
    """What a seat may give up together."""
    script = Script(battle.Discards((match.hands[seat][0],), CARDS.names))
    battle.BattleDiscard().carry_out(match, script, seat)
    return [option.cards for option in script.asked[0][2]]


@pytest.mark.parametrize(("players", "pile", "pieces"), [(2, 57, 42), (3, 53, 63), (4, 49, 84)])
def test_a_match_starts_from_the_table_that_set_up_shows(players, pile, pieces):
    """BG-SETUP-01, -02, -03, BG-COMP-01, -02, -04, -06, BG-META-01."""
    shown = laid_out(NAME, players).zones
    census = dealt(table_of(NAME, players)).census()
    assert len(shown["draw_pile"]) == pile
    for zone in ("draw_pile", *(f"seat{seat}.hand" for seat in range(1, players + 1))):
        assert census[zone] == list(shown[zone])
    in_front = [
        f"seat{seat}.{kind}" for seat in range(1, players + 1) for kind in ("followers", "god")
    ]
    assert sum(len(census[zone]) for zone in in_front) == pieces
    assert sum(len(shown[zone]) for zone in in_front) == pieces


@pytest.mark.parametrize(
    ("base", "first", "last"), [(26, 8, 15), (8, 16, 30), (23, 1, 15), (3, 16, 23), (12, 23, 30)]
)
def test_strikes_reach_the_opposite_quadrants(base, first, last):
    """BG-DEF-02, -03, -04, BG-ACT-05, -06: Q1 and Q3, Q2 and Q4; folds are hit from both sides."""
    assert reach(RING, base) == tuple(range(first, last + 1))
    for fold, hit_from in ((8, range(16, 31)), (23, range(1, 16))):
        assert [one for one in range(1, 31) if fold in reach(RING, one)] == list(hit_from)


def test_clan_table():
    """BG-SCORE-02."""
    assert [battle.clan_points(size) for size in range(9)] == [0, 0, 1, 4, 9, 16, 25, 25, 25]


def test_the_best_possible_score_is_100():
    """BG-SCORE-06: all ways to part 21 pieces into runs on 30 spaces."""

    @cache
    def best(pieces, room):
        options = [0]
        for size in range(1, pieces + 1):
            if size + 1 <= room:
                options.append(
                    size + battle.clan_points(size) + best(pieces - size, room - size - 1)
                )
        return max(options)

    assert best(21, 30) == 100


def test_a_god_protects_its_clan_now_and_as_it_grows():
    """BG-DEF-05, BG-DEF-06, BG-ACT-02, BG-ACT-09: followers on 25, 26 and 28, the god on 27."""
    match = position(a="25 26 28", b="10 11")
    hold(match, 1, "10n")
    assert by(battle.Strike, "10n").targets(match, 1) == [25, 26, 28]
    place(match, 0, 27, god=True)
    assert by(battle.Strike, "10n").targets(match, 1) == []
    place(match, 0, 29)
    place(match, 0, 24)
    assert by(battle.Strike, "10n").targets(match, 1) == []
    place(match, 0, 22)
    assert match.soft[22] == 0


def test_a_clan_may_wrap_from_30_to_1_and_a_piece_alone_is_none():
    """BG-DEF-01, BG-SCORE-02."""
    match = position(a="29 30 1 2", b="12 14 g16")
    assert battle.clans(match, 0) == [battle.Clan(29, 2, 4)]
    assert battle.clans(match, 1) == []
    assert match.scores() == [4 + 9, 3]


def test_followers_on_both_sides_of_a_god_that_is_left_out_are_no_clan():
    """BG-DEF-01, BG-SCORE-02, BG-ACT-04 (X-BG-06): what may not strike scores no clan either."""
    for ruling, score, strikes in (("member", 3 + 4, True), ("outside", 3, False)):
        match = position(f"X-BG-06={ruling}", a="25 g26 27", b="12", hand="25n")
        assert match.scores() == [score, 1], ruling
        assert (battle.Strike in kinds(match, 0)) is strikes, ruling
        assert match.soft[25] == match.soft[27] == -1  # BG-DEF-05: protected all the same
    match = position("X-BG-06=outside", a="24 25 g26 27 28 29")
    assert battle.clans(match, 0) == [battle.Clan(24, 25, 2), battle.Clan(27, 29, 3)]


def test_a_ring_of_one_player_is_one_clan_and_its_god_protects_it():
    """BG-DEF-01, BG-DEF-05: by a box with pieces enough for all spaces."""
    match = dealt(table_of(NAME, 2, game=fewer(game_of(NAME), "disk", 20)))
    for space in range(1, 30):
        place(match, 0, space)
    assert battle.clans(match, 0) == [battle.Clan(1, 29, 29)]
    place(match, 0, 30, god=True)
    assert battle.clans(match, 0) == [battle.Clan(1, 30, 30)]
    assert match.soft[1:] == [-1] * 30


def test_followers_that_are_left_are_counted():
    """BG-END-02, BG-COMP-01: the fewest and the most that were ever placed."""
    match = position(a="1 2 3", b="10")
    assert match.levels() == [57, 17]
    assert match.used() == [3]
    assert match.tally.gauges[1].least == 17


def test_a_strike_takes_the_place_of_an_enemy():
    """BG-ACT-04: a clan on 24 to 27, card 26, an enemy on 12."""
    match = position(a="24 25 26 27", b="12 20", hand="26n 1n 2n 3n")
    assert by(battle.Strike, "26n") in offered(match, 0)
    act(match, by(battle.Strike, "26n"))
    assert match.owner[12] == 0
    assert match.fallen == [0, 1]
    assert match.left == [15, 18]
    assert card("26n") in match.deck.discards  # BG-ACT-11
    assert len(match.hands[0]) == 4  # BG-ACT-12
    assert match.census()["box"] == ["follower-blue"]  # BG-ACT-10


def test_a_strike_hits_a_lone_follower_or_one_of_a_clan_but_no_own_piece_and_no_god():
    """BG-ACT-04, BG-ACT-09, BG-DEF-06."""
    match = position(a="24 25 9", b="10 12 13 g15")
    for base in ("24n", "30n"):  # up to the last space
        assert by(battle.Strike, base).targets(match, 0) == [10, 12, 13]


def test_a_strike_leaves_an_unprotected_follower_unless_it_joins_the_god():
    """BG-ACT-04, BG-DEF-05, BG-DEF-06."""
    match = position(a="24 25 g11", b="10 14", hand="24n")
    act(match, by(battle.Strike, "24n"), battle.Space(10))
    hold(match, 0, "25n")
    act(match, by(battle.Strike, "25n"))
    assert match.owner[10] == match.owner[14] == 0
    assert (match.soft[10], match.soft[14]) == (-1, 0)


def test_day_and_night_of_a_number_do_the_same():
    """BG-COMP-05, BG-ACT-01."""
    match = position(hand="5n 5d 6n 6d")
    assert offered(match, 0) == [
        by(FOLLOWER, "5n"),
        by(GOD, "5n"),
        by(FOLLOWER, "6n"),
        by(GOD, "6n"),
        battle.BattleDiscard(),
    ]


@pytest.mark.parametrize(
    ("kind", "cards", "space"),
    [
        (FOLLOWER, ["5n"], 5),
        (GOD, ["5n"], 5),
        (FOLLOWER_ANYWHERE, ["trilithon-red"], 30),
        (GOD_ANYWHERE, ["trilithon-red"], 30),
    ],
)
def test_a_piece_is_placed_and_its_card_is_gone(kind, cards, space):
    """BG-ACT-01, BG-ACT-02, BG-ACT-03, BG-ACT-11, BG-ACT-12, BG-DEF-06."""
    match = position(hand="5n trilithon-red 1n 2n")
    pile = len(match.deck.cards)
    act(match, by(kind, *cards), battle.Space(30))
    is_god = kind in (GOD, GOD_ANYWHERE)
    assert match.owner[space] == 0
    assert match.god_at[0] == (space if is_god else 0)
    assert match.left[0] == (20 if is_god else 19)
    assert match.soft[space] == (-1 if is_god else 0)
    assert len(match.free_spaces()) == 29
    assert match.deck.discards == [card(name) for name in cards]
    assert len(match.hands[0]) == 4 and len(match.deck.cards) == pile - 1
    assert match.levels() == [pile - 1, 20 if is_god else 19]
    assert sum(match.tally.played) == 1 and sum(match.tally.drawn) == 9
    figures = match.census()["seat1.god"]
    assert figures == ([] if is_god else ["figure-white"])


def test_the_god_comes_once_and_followers_while_there_are_some():
    """BG-ACT-01, BG-ACT-02, BG-ACT-03, BG-COMP-01, BG-COMP-02."""
    placing = {FOLLOWER, GOD, FOLLOWER_ANYWHERE, GOD_ANYWHERE}
    for left, god, expected in (
        (1, "", placing),
        (0, "", {GOD, GOD_ANYWHERE}),
        (1, "g9", {FOLLOWER, FOLLOWER_ANYWHERE}),
        (0, "g9", set()),
    ):
        match = position(a=god)
        match.left[0] = left
        hold(match, 0, "5n trilithon-red")
        assert set(kinds(match, 0)) - {battle.BattleDiscard} == expected


def test_on_the_last_empty_space_a_trilithon_card_still_places():
    """BG-ACT-03: it takes an empty space."""
    match = dealt(table_of(NAME, 2))
    for space in range(1, 30):
        place(match, space % 2, space)
    hold(match, 0, "trilithon-red")
    assert kinds(match, 0) == [FOLLOWER_ANYWHERE, GOD_ANYWHERE, battle.BattleDiscard]
    place(match, 0, 30)
    assert kinds(match, 0) == [battle.BattleDiscard]


def test_nothing_is_left_to_do_without_a_card():
    """BG-END-01, BG-ACT-08: the draw pile is gone and the hand is empty."""
    match = position(hand="")
    assert offered(match, 0) == [battle.NOTHING]
    script = Script()
    match.deck.discards += match.deck.cards
    match.deck.cards.clear()
    match.take_turn(script, 0)
    assert match.hands[0] == []
    assert script.asked[0][2][0].say() == "nothing"
    none_to_give = position("X-BG-07=zero_allowed", hand="")
    assert kinds(none_to_give, 0) == [battle.BattleDiscard]


def test_a_trilithon_card_places_on_any_free_space():
    """BG-ACT-03."""
    match = position(a="1 2", b="3", hand="trilithon-red 1n 1d 2n")
    script = act(match, by(GOD_ANYWHERE, "trilithon-red"), battle.Space(30))
    assert script.asked[1][2] == [battle.Space(number) for number in range(4, 31)]
    assert match.god_at == [30, 0]


def test_a_trilithon_and_a_number_remove_without_replacement():
    """BG-ACT-07: no quadrant limit, the space stays empty."""
    match = position(a="1", b="2 g9", hand="trilithon-red 2d 9n 20n")
    assert by(battle.Smite, "trilithon-red", "2d") in offered(match, 0)
    assert by(battle.Smite, "trilithon-red", "9n") not in offered(match, 0)
    act(match, by(battle.Smite, "trilithon-red", "2d"))
    assert (match.owner[2], match.soft[2]) == (-1, -1)  # nobody is there to be struck again
    assert match.left == [19, 19]
    assert len(match.free_spaces()) == 28  # BG-END-03: an emptied space is claimed no more
    assert match.fallen == [0, 1] and match.kills == [1, 0]
    assert set(match.deck.discards) >= {card("trilithon-red"), card("2d")}  # BG-ACT-11
    assert not {card("trilithon-red"), card("2d")} & set(match.hands[0])
    assert len(match.hands[0]) == 4  # BG-ACT-12


@pytest.mark.parametrize(("ruling", "fallen", "left"), [("box", 1, 19), ("owner", 0, 20)])
def test_who_is_removed_by_two_cards_leaves_the_game_unless_ruled_otherwise(ruling, fallen, left):
    """BG-ACT-07, BG-ACT-10 (X-BG-13): a strike is no matter of it."""
    match = position(f"X-BG-13={ruling}", a="24 25", b="2 12", hand="trilithon-red 2d 24n")
    act(match, by(battle.Smite, "trilithon-red", "2d"))
    assert (match.fallen, match.left) == ([0, fallen], [18, left - 1])
    assert (match.owner[2], match.kills) == (-1, [1, 0])
    assert len(match.census()["box"]) == fallen
    hold(match, 0, "24n")
    act(match, by(battle.Strike, "24n"))
    assert (match.fallen, match.left) == ([0, fallen + 1], [17, left - 1])


def test_two_cards_remove_a_follower_of_any_seat_and_one_alone_removes_nobody():
    """BG-ACT-07: both cards are needed, and an enemy follower on that number."""
    match = position(a="1 5", b="2", hand="2d 1d 3n 4n")
    assert battle.Smite not in kinds(match, 0)
    hold(match, 0, "trilithon-red 1d 3n 4n")
    assert battle.Smite not in kinds(match, 0)
    hold(match, 1, "trilithon-red 5d")
    assert by(battle.Smite, "trilithon-red", "5d") in offered(match, 1)


def test_only_followers_in_a_clan_strike():
    """BG-ACT-04, BG-ACT-13 (X-BG-12): a god that is in no clan (X-BG-06) is no base either."""
    lone = position(a="26", b="12", hand="26n")
    assert battle.Strike not in kinds(lone, 0)
    for ruling, base, at_god in (
        (("X-BG-12=followers_only",), True, False),
        (("X-BG-12=god_too",), True, True),
        (("X-BG-06=outside", "X-BG-12=god_too"), False, False),
    ):
        match = position(*ruling, a="25 g26", b="12", hand="25n")
        assert (battle.Strike in kinds(match, 0)) is base, ruling
        hold(match, 0, "26n")
        assert (battle.Strike in kinds(match, 0)) is at_god, ruling


def test_a_strike_needs_a_follower_to_place():
    """BG-ACT-14 (X-BG-08)."""
    for ruling, allowed in (("illegal", False), ("remove_only", True)):
        match = position(f"X-BG-08={ruling}", a="25 26", b="12")
        match.fallen[0] += match.left[0]
        match.left[0] = 0
        hold(match, 0, "26n 1n 2n 3n")
        assert (battle.Strike in kinds(match, 0)) is allowed
    act(match, by(battle.Strike, "26n"))
    assert match.owner[12] == -1


def test_discards_are_at_least_one_card():
    """BG-ACT-08 (X-BG-07), BG-SETUP-04."""
    match = position()
    before = list(match.hands[0])
    parts = [part for size in range(1, 5) for part in combinations(before, size)]
    chosen = battle.Discards((before[0], before[2]), CARDS.names)
    script = act(match, battle.BattleDiscard(), chosen)
    assert sorted(option.cards for option in script.asked[1][2]) == sorted(parts)
    assert match.deck.discards == [before[0], before[2]]
    assert () in discards(position("X-BG-07=zero_allowed"), 0)


def test_what_ends_the_game():
    """BG-END-01, -02, -03, -06."""
    match = position()
    assert match.cause_of_end(0) == ""
    match.left[0] = 0
    assert match.cause_of_end(0) == "last follower placed"
    assert match.cause_of_end(1) == ""
    match.owner = [2] * len(match.owner)
    assert match.cause_of_end(1) == "all spaces claimed"
    match.deck.discards += match.deck.cards
    match.deck.cards.clear()
    assert match.cause_of_end(1) == "draw pile exhausted"


def test_the_draw_pile_is_exhausted_by_its_last_card_or_by_a_shortfall():
    """BG-END-01 (X-BG-04)."""
    for ruling, reason in (("last_card", "draw pile exhausted"), ("shortfall", "")):
        match = position(f"X-BG-04={ruling}")
        match.hands[0].pop()
        match.deck.discards += match.deck.cards[1:]
        del match.deck.cards[1:]
        match.refill(0)
        assert match.cause_of_end(0) == reason
    match.hands[1].pop()
    match.refill(1)
    assert match.cause_of_end(1) == "draw pile exhausted"


def test_everybody_has_one_last_turn_and_who_ended_it_is_last():
    """BG-END-04, BG-SETUP-05."""
    match, turns, final = dealt(table_of(NAME, 3)), Nth(), []
    turns.turn = lambda seat: final.append((seat, match.final))
    match.play(turns)
    seats = [seat for seat, _ in final]
    assert [at for at, (_, last) in enumerate(final, -len(final)) if last] == [-3, -2, -1]
    assert seats == [at % 3 for at in range(len(seats))]


def test_the_last_round_is_told_and_shown():
    """BG-END-04: what caused the end, by whom, and who is last."""
    match = position(players=3)
    script = Script()
    match.end_turn(script, 0)
    assert (match.seat, script.told, match.final) == (1, [], False)
    assert "last round" not in match.show()
    match.left[1] = 0
    match.end_turn(script, 1)
    assert script.told == [(1, "end", "last follower placed, the last round begins")]
    assert "last round: last follower placed by blue, who is last" in match.show()
    for seat, following in ((2, 0), (0, 1)):
        match.end_turn(script, seat)
        assert match.seat == following
    match.end_turn(script, 1)
    assert match.seat < 0 and len(script.told) == 1
    assert match.reason == "last follower placed"


def test_trilithon_cards_are_dead_in_the_last_round():
    """BG-END-05 (X-BG-10)."""
    for ruling, alive in (("discard_only", False), ("playable", True)):
        match = position(
            f"X-BG-10={ruling}", b="2", hand="trilithon-red trilithon-blue trilithon-green 2n"
        )
        assert FOLLOWER_ANYWHERE in kinds(match, 0)
        match.final = True
        assert (FOLLOWER_ANYWHERE in kinds(match, 0)) is alive
        assert (battle.Smite in kinds(match, 0)) is alive


@pytest.mark.parametrize(("ruling", "stays"), [("optional", True), ("duty", False)])
def test_the_god_may_stay_away_or_must_come_in_the_last_round(ruling, stays):
    """BG-END-07 (X-BG-01): with any card that brings it."""
    rulings = [] if stays else [f"X-BG-01={ruling}"]
    match = position(*rulings, hand="1n")
    assert kinds(match, 0) == [FOLLOWER, GOD, battle.BattleDiscard]
    match.final = True
    assert kinds(match, 0) == ([FOLLOWER, GOD, battle.BattleDiscard] if stays else [GOD])
    match = position(*rulings, "X-BG-10=playable", hand="trilithon-red")
    match.final = True
    both = [FOLLOWER_ANYWHERE, GOD_ANYWHERE, battle.BattleDiscard]
    assert kinds(match, 0) == (both if stays else [GOD_ANYWHERE])
    place(match, 0, 9, god=True)
    assert kinds(match, 0) == [FOLLOWER_ANYWHERE, battle.BattleDiscard]


def test_scores_count_pieces_and_clans():
    """BG-SCORE-01, BG-SCORE-03 (X-BG-02), BG-META-02."""
    for ruling, extra in (("board_only", 0), ("eliminations", 2)):
        match = position(f"X-BG-02={ruling}", a="1 2 g3 10", b="20")
        match.kills[0] = 2
        assert match.scores() == [4 + 4 + extra, 1]


def test_the_account_has_every_item_of_the_scores():
    """BG-SCORE-01, BG-SCORE-02, BG-SCORE-03."""
    match = position("X-BG-02=eliminations", a="1 2 g3 10 30", b="20")
    match.kills[0] = 2
    assert match.account() == [
        "white: pieces on the board: 5",
        "white: clan of 4 on 30 to 3: 9",
        "white: eliminated followers: 2",
        "white: 16 in all",
        "blue: pieces on the board: 1",
        "blue: eliminated followers: 0",
        "blue: 1 in all",
    ]
    assert not any("eliminated" in line for line in position(a="1").account())


def test_ties_are_shared_or_go_to_the_largest_clan():
    """BG-SCORE-04, BG-SCORE-05 (X-BG-05)."""
    shared = position(a="1 2 3", b="10 11 13 14 16")
    assert shared.winners([7, 7]) == (0, 1)
    assert shared.winners([7, 6]) == (0,)
    decided = position("X-BG-05=largest_clan", a="1 2 3", b="10 11 13 14 16")
    assert decided.winners([7, 7]) == (0,)
    decided = position("X-BG-05=largest_clan", a="1 2 3 7 8", b="10 11 12 14 15 16 20 21")
    assert decided.winners([7, 7]) == (0, 1)
    decided = position("X-BG-05=largest_clan", a="1 2 3 4 7 8", b="10 11 12 14 15 16")
    assert decided.winners([7, 7]) == (0,)  # the largest, whatever else is there
    alone = position("X-BG-05=largest_clan", a="1 3 5", b="10")
    assert alone.winners([7, 7]) == (0, 1)


def test_the_last_follower_comes_only_at_two():
    """X-BG-03, by arithmetic: 39, 58 and 77 turns against 57, 53 and 49 cards."""
    run_out = [table_of(NAME, players).bounds()[1].can_run_out for players in (2, 3, 4)]
    assert run_out == [True, False, False]
    assert "turn 58; 53 cards" in table_of(NAME, 3).bounds()[1].sum
    assert "at most 30 turns with the last one" in table_of(NAME, 2).bounds()[1].sum
    assert "empty after 15 turns" in table_of(NAME, 2).bounds()[0].sum
    two = table_of(NAME, 2)
    for pile, hand, turns in ((1, 1, 1), (3, 1, 3), (3, 2, 2)):
        piles = (replace(two.frame.piles[0], size=pile), *two.frame.piles[1:])
        rules = replace(two.rules, hand=hand)
        bound = replace(two, frame=replace(two.frame, piles=piles), rules=rules).bounds()[0]
        assert bound.can_run_out
        assert f"empty after {turns} turns" in bound.sum
    fewest = fewer(game_of(NAME), "disk", 9)  # 19 followers, and turns for 19
    assert table_of(NAME, 3, game=fewest).bounds()[1].can_run_out


def test_a_copy_stands_as_the_match_and_apart_from_it():
    """BG-ACT-10, BG-END-04: pieces, protection, those out of the game, the last round."""
    check_copy(position(a="25 g26 3", b="12 13", players=3))


def test_a_seat_sees_no_pile_and_no_hand_of_others():
    """BG-SETUP-04: the discards lie face down."""
    [unseen] = position(players=3).unseen(0)
    assert list(unseen.zones) == ["draw_pile", "discard", "seat2.hand", "seat3.hand"]


def test_emptying_counts_what_an_option_uses_up():
    """BG-END-01, BG-END-02: cards for the draw pile, placed followers for the followers."""
    match = position(a="24 25", b="12 3", hand="24n 5n 3n trilithon-red")
    found = offered(match, 0)
    assert kinds(match, 0) == [
        *(battle.Strike, FOLLOWER, GOD, battle.Smite),
        *(FOLLOWER_ANYWHERE, GOD_ANYWHERE, battle.BattleDiscard),
    ]
    assert match.drain("draw_pile", 0, "action", found) == [1, 1, 1, 2, 1, 1, 4]
    assert match.drain("followers", 0, "action", found) == [1, 1, 0, 0, 1, 0, 0]
    assert match.drain("draw_pile", 0, "action", [battle.NOTHING]) == [0]


@settings(max_examples=25)
@given(
    top=st.integers(2, 30),
    copies=st.integers(1, 10),
    players=st.sampled_from([2, 3, 4]),
    index=st.integers(0, 10**6),
)
def test_small_boxes_lose_nothing_and_end(top, copies, players, index):
    game = small_box(NAME, top, disk=copies, bar=copies)
    played = play_game(table_of(NAME, players, game=game), "random", index)
    assert played.outcome.finished
