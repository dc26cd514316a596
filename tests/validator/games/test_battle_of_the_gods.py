"""Battle of the Gods: worked examples, rule by rule, and small boxes."""

from functools import cache
from itertools import combinations

import pytest
from gametable import (
    Stopped,
    card,
    dealt,
    fewer,
    ids,
    laid_out,
    lying,
    move,
    small_box,
    table_of,
    take_turn,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import Watching, play_game
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.compiler.tables import CAUSE, FINAL
from validator.setup.guide import guide

NAME = "battle_of_the_gods"
FOLLOWER, GOD = "place follower", "place god"
FOLLOWER_ANYWHERE, GOD_ANYWHERE = "place_anywhere follower", "place_anywhere god"
STRIKE, SMITE, DISCARD = "strike", "smite", "discard"
"""What is done in a turn."""


class Turn:
    """Takes one turn: answers are options in words; without one the turn stops there."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.begun = False

    def choose(self, seat, what, options):
        self.asked.append(options)
        if not self.answers:
            raise Stopped
        answer = self.answers.pop(0)
        found = [one for one in options if one.say() == answer]
        assert found, f"{answer} is not among {[one.say() for one in options]}"
        return found[0]

    def turn(self, seat):
        if self.begun:
            raise Stopped
        self.begun = True

    def tell(self, seat, what, deed): ...


def position(*rulings, players=2, hand=None, game=None, **seats):
    """A match with pieces on the board: ``a="25 26 g27"`` for seat 1, ``b`` for seat 2, ...

    ``hand`` is that of seat 1, if it shall be another than was dealt.
    """
    match = dealt(table_of(NAME, players, *rulings, game=game))
    for seat, letter in enumerate("abcd"[:players]):
        for word in seats.get(letter, "").split():
            place(match, seat, int(word.lstrip("g")), god=word.startswith("g"))
    if hand is not None:
        hold(match, 0, hand)
    return match


def place(match, seat, space, god=False):
    """Put a piece of a seat on the board."""
    zone = f"seat{seat + 1}.{'god' if god else 'followers'}"
    move(match, lying(match, zone)[-1:], f"ring.{space}")


def hold(match, seat, names):
    """Change the hand of a seat for other cards, wherever they are now."""
    move(match, lying(match, f"seat{seat + 1}.hand"), "draw_pile")
    pieces = match.program.tables.pieces
    wanted = [card(name) for name in names.split()]
    move(match, [[one.id for one in pieces].index(one) for one in wanted], f"seat{seat + 1}.hand")


def lose(match, seat, keep=0):
    """Take followers of a seat out of the game, but so many."""
    zone = f"seat{seat + 1}.followers"
    move(match, lying(match, zone)[keep:], "box")


def act(match, *answers, seat=0):
    """A turn of ``seat`` with these answers; what it was asked, decision by decision."""
    return take_turn(match, Turn(*answers), seat).asked


def offered(match, seat=0):
    """What a seat may do, in words."""
    asked = act(match.copy(), seat=seat)
    return [one.say() for one in asked[0]] if asked else []


def kinds(match, seat=0):
    """What a seat may do, each kind once."""
    asked = act(match.copy(), seat=seat)
    said = [f"{one.id} {one.picked.get('piece', '')}".strip() for one in asked[0]] if asked else []
    return list(dict.fromkeys(said))


def targets(match, name, seat=0):
    """The spaces that a strike with a card may hit."""
    strikes = [one.split() for one in offered(match, seat) if one.startswith("strike")]
    return [int(one[1]) for one in strikes if one[3:] == card(name).split("-")]


def owner(match, space):
    """The seat that holds a space, or -1."""
    return next((match.owner[piece] for piece in lying(match, f"ring.{space}")), -1)


def left(match):
    """Followers in front of each seat."""
    return [len(lying(match, f"seat{seat + 1}.followers")) for seat in range(len(match.out))]


def fallen(match):
    """Followers of the game that lie in the box."""
    used = {"white": 0, "blue": 1, "green": 2, "yellow": 3}
    gone = [one for one in ids(match, "box") if one.startswith(("disk", "bar"))]
    return [sum(one.endswith(colour) for one in gone) for colour in list(used)[: len(match.out)]]


def eliminated(match):
    at = match.program.tables.memories["seat.eliminated"].at
    return match.n[at : at + len(match.out)]


def last_round(match):
    """Let the last round be played, caused by the last seat."""
    match.n[FINAL], match.n[CAUSE] = 1, len(match.out) - 1


@pytest.mark.parametrize(("players", "pile", "pieces"), [(2, 57, 42), (3, 53, 63), (4, 49, 84)])
def test_a_match_starts_from_the_table_that_set_up_shows(players, pile, pieces):
    """BG-SETUP-01, -02, -03, BG-COMP-01, -02, -03, -04, -06, BG-META-01."""
    laid, match = laid_out(NAME, players), dealt(table_of(NAME, players))
    shown = laid.zones
    assert (laid.problems, len(shown["table"]), len(shown["draw_pile"])) == ((), 1, pile)
    seats = range(1, players + 1)
    for zone in ("draw_pile", *(f"seat{seat}.hand" for seat in seats)):
        assert ids(match, zone) == list(shown[zone])
    in_front = [f"seat{seat}.{kind}" for seat in seats for kind in ("followers", "god")]
    assert sum(len(lying(match, zone)) for zone in in_front) == pieces
    assert sum(len(shown[zone]) for zone in in_front) == pieces


def test_the_guide_tells_what_is_left_and_who_begins():
    """BG-SETUP-03, BG-SETUP-05."""
    game = game_of(NAME)
    told = " ".join(guide(game, find_configuration(game, 3)))
    assert "the Draw pile now holds 53." in told
    assert "Agree on who begins" in told


@pytest.mark.parametrize(
    ("base", "first", "last"), [(26, 8, 15), (8, 16, 30), (23, 1, 15), (3, 16, 23), (12, 23, 30)]
)
def test_strikes_reach_the_opposite_quadrants(base, first, last):
    """BG-DEF-02, -03, -04, BG-ACT-05, -06: Q1 and Q3, Q2 and Q4; folds are hit from both sides."""
    beside = base + 1 if base + 1 not in range(first, last + 1) else base - 1
    match = position(a=f"{base} {beside}", hand=f"{base}n")
    hit = []
    for space in set(range(1, 31)) - {base, beside}:
        other = match.copy()
        place(other, 1, space)
        hit += targets(other, f"{base}n")
    assert sorted(hit) == list(range(first, last + 1))


def test_clan_table():
    """BG-SCORE-02."""
    found = []
    for size in range(9):
        match = position(a=" ".join(map(str, range(1, size + 1))))
        found.append(match.scores()[0] - size)
    assert found == [0, 0, 1, 4, 9, 16, 25, 25, 25]


def test_the_best_possible_score_is_100():
    """BG-SCORE-06: all ways to part 21 pieces into runs on 30 spaces."""
    points = [0, 0, 1, 4, 9, 16, *[25] * 16]

    @cache
    def best(pieces, room):
        options = [0]
        for size in range(1, pieces + 1):
            if size + 1 <= room:
                options.append(size + points[size] + best(pieces - size, room - size - 1))
        return max(options)

    assert best(21, 30) == 100
    runs = [*range(1, 7), *range(8, 14), *range(15, 21), *range(22, 25)]
    full = position(a=" ".join(map(str, runs[:-1])) + f" g{runs[-1]}")
    assert full.scores()[0] == 100


def test_a_god_protects_its_clan_now_and_as_it_grows():
    """BG-DEF-05, BG-DEF-06, BG-ACT-02, BG-ACT-09: followers on 25, 26 and 28, the god on 27."""
    match = position(a="25 26 28", b="10 11")
    hold(match, 1, "10n")
    assert targets(match, "10n", 1) == [25, 26, 28]
    place(match, 0, 27, god=True)
    assert targets(match, "10n", 1) == []
    place(match, 0, 29)
    place(match, 0, 24)
    assert targets(match, "10n", 1) == []
    place(match, 0, 30)
    place(match, 0, 23)
    assert targets(match, "10n", 1) == []


def test_a_clan_may_wrap_from_30_to_1_and_a_piece_alone_is_none():
    """BG-DEF-01, BG-SCORE-02."""
    match = position(a="29 30 1 2", b="12 14 g16")
    assert match.scores() == [4 + 9, 3]


def test_followers_on_both_sides_of_a_god_that_is_left_out_are_no_clan():
    """BG-DEF-01, BG-SCORE-02, BG-ACT-04 (X-BG-06): what may not strike scores no clan either."""
    for ruling, score, strikes in (("member", 3 + 4, True), ("outside", 3, False)):
        match = position(f"X-BG-06={ruling}", a="25 g26 27", b="12 13", hand="25n")
        assert match.scores() == [score, 2 + 1], ruling
        assert (STRIKE in kinds(match)) is strikes, ruling
        hold(match, 1, "12n")
        assert targets(match, "12n", 1) == []  # BG-DEF-05: protected all the same
    match = position("X-BG-06=outside", a="24 25 g26 27 28 29")
    assert match.scores()[0] == 6 + 1 + 4


def test_a_ring_of_one_player_is_one_clan_and_its_god_protects_it():
    """BG-DEF-01, BG-DEF-05: by a box with pieces enough for all spaces."""
    match = position(game=fewer(game_of(NAME), "disk", 20))
    for space in range(1, 30):
        place(match, 0, space)
    assert match.scores()[0] == 29 + 25
    hold(match, 1, "trilithon-red 4n")
    assert SMITE in kinds(match, 1)
    place(match, 0, 30, god=True)
    assert match.scores()[0] == 30 + 25
    assert SMITE not in kinds(match, 1)


def test_followers_that_are_left_are_counted():
    """BG-END-02, BG-COMP-01: the fewest and the most that were ever placed."""
    match = position(a="1 2 3", b="10")
    assert match.levels() == [57, 17]


def test_a_strike_takes_the_place_of_an_enemy():
    """BG-ACT-04: a clan on 24 to 27, card 26, an enemy on 12; BG-META-02 (X-BG-02)."""
    match = position("X-BG-02=eliminations", a="24 25 26 27", b="12 20", hand="26n 1n 2n 3n")
    act(match, "strike 12 with 26 night")
    assert owner(match, 12) == 0
    assert fallen(match) == [0, 1]  # BG-ACT-10
    assert left(match) == [15, 18]
    assert match.scores() == [5 + 9 + 1, 1]
    assert "26-night" in ids(match, "discard")  # BG-ACT-11
    assert len(lying(match, "seat1.hand")) == 4  # BG-ACT-12


def test_a_strike_hits_a_lone_follower_or_one_of_a_clan_but_no_own_piece_and_no_god():
    """BG-ACT-04, BG-ACT-09, BG-DEF-06."""
    match = position(a="24 25 9 30 29", b="10 12 13 g15", hand="24n 30n")
    for base in ("24n", "30n"):  # up to the last space
        assert targets(match, base) == [10, 12, 13]


def test_a_strike_leaves_an_unprotected_follower_unless_it_joins_the_god():
    """BG-ACT-04, BG-DEF-05, BG-DEF-06."""
    match = position(a="24 25 g11", b="10 14 28 29", hand="24n")
    act(match, "strike 10 with 24 night")
    hold(match, 0, "25n")
    act(match, "strike 14 with 25 night")
    assert owner(match, 10) == owner(match, 14) == 0
    hold(match, 1, "28n")
    assert targets(match, "28n", 1) == [14]


def test_day_and_night_of_a_number_do_the_same():
    """BG-COMP-05, BG-ACT-01."""
    match = position(hand="5n 5d 6n 6d")
    said = [one.replace("day", "").replace("night", "").strip() for one in offered(match)]
    assert said == [
        *("place a follower with 5", "place a god with 5"),
        *("place a follower with 6", "place a god with 6", "discard"),
    ]


@pytest.mark.parametrize(
    ("piece", "used", "words", "space"),
    [
        ("follower", "5n", "with 5 night", 5),
        ("god", "5n", "with 5 night", 5),
        ("follower", "trilithon-red", "on 30 with red trilithon", 30),
        ("god", "trilithon-red", "on 30 with red trilithon", 30),
    ],
)
def test_a_piece_is_placed_and_its_card_is_gone(piece, used, words, space):
    """BG-ACT-01, BG-ACT-02, BG-ACT-03, BG-ACT-11, BG-ACT-12, BG-DEF-06."""
    match = position(hand="5n trilithon-red 1n 2n")
    pile = len(lying(match, "draw_pile"))
    act(match, f"place a {piece} {words}")
    is_god = piece == "god"
    assert owner(match, space) == 0
    assert ids(match, f"ring.{space}")[0].startswith("figure") is is_god
    assert left(match)[0] == (20 if is_god else 19)
    assert ids(match, "discard") == [card(used)]
    assert len(lying(match, "seat1.hand")) == 4 and len(lying(match, "draw_pile")) == pile - 1
    assert match.levels() == [pile - 1, 20 if is_god else 19]
    assert sum(match.tally.played) == 1
    assert ids(match, "seat1.god") == ([] if is_god else ["figure-white"])


def test_the_god_comes_once_and_followers_while_there_are_some():
    """BG-ACT-01, BG-ACT-02, BG-ACT-03, BG-COMP-01, BG-COMP-02."""
    placing = {FOLLOWER, GOD, FOLLOWER_ANYWHERE, GOD_ANYWHERE}
    for keep, god, expected in (
        (1, "", placing),
        (0, "", {GOD, GOD_ANYWHERE}),
        (1, "g9", {FOLLOWER, FOLLOWER_ANYWHERE}),
        (0, "g9", set()),
    ):
        match = position(a=god, hand="5n trilithon-red")
        lose(match, 0, keep)
        assert set(kinds(match)) - {DISCARD} == expected


def test_on_the_last_empty_space_a_trilithon_card_still_places():
    """BG-ACT-03: it takes an empty space."""
    match = position()
    for space in range(1, 30):
        place(match, space % 2, space)
    hold(match, 0, "trilithon-red")
    assert kinds(match) == [FOLLOWER_ANYWHERE, GOD_ANYWHERE, DISCARD]
    place(match, 0, 30)
    assert kinds(match) == [DISCARD]


def test_nothing_is_left_to_do_without_a_card():
    """BG-END-01, BG-ACT-08: the draw pile is gone and the hand is empty."""
    match = position(hand="")
    move(match, lying(match, "draw_pile"), "discard")
    assert offered(match) == []
    act(match)
    assert lying(match, "seat1.hand") == []
    none_to_give = position("X-BG-07=zero_allowed", hand="")
    assert kinds(none_to_give) == [DISCARD]


def test_a_trilithon_card_places_on_any_free_space():
    """BG-ACT-03."""
    match = position(a="1 2", b="3", hand="trilithon-red 1n 1d 2n")
    found = [one for one in offered(match) if one.startswith("place a god")]
    assert found == [f"place a god on {space} with red trilithon" for space in range(4, 31)]
    act(match, "place a god on 30 with red trilithon")
    assert ids(match, "ring.30") == ["figure-white"]


def test_a_trilithon_and_a_number_remove_without_replacement():
    """BG-ACT-07: no quadrant limit, the space stays empty."""
    match = position(a="1", b="2 g9", hand="trilithon-red 2d 9n 20n")
    smites = [one for one in offered(match) if one.startswith("remove")]
    assert smites == ["remove a follower with red trilithon and 2 day"]
    act(match, *smites)
    assert owner(match, 2) == -1  # BG-END-03: an emptied space is claimed no more
    assert left(match) == [19, 19]
    assert fallen(match) == [0, 1] and eliminated(match) == [1, 0]
    assert set(ids(match, "discard")) == {"trilithon-red", "2-day"}  # BG-ACT-11
    assert len(lying(match, "seat1.hand")) == 4  # BG-ACT-12


@pytest.mark.parametrize(("ruling", "gone", "stays"), [("box", 1, 18), ("owner", 0, 19)])
def test_who_is_removed_by_two_cards_leaves_the_game_unless_ruled_otherwise(ruling, gone, stays):
    """BG-ACT-07, BG-ACT-10 (X-BG-13): a strike is no matter of it."""
    match = position(f"X-BG-13={ruling}", a="24 25", b="2 12", hand="trilithon-red 2d 24n")
    act(match, "remove a follower with red trilithon and 2 day")
    assert (fallen(match), left(match)) == ([0, gone], [18, stays])
    assert (owner(match, 2), eliminated(match)) == (-1, [1, 0])
    hold(match, 0, "24n")
    act(match, "strike 12 with 24 night")
    assert (fallen(match), left(match)) == ([0, gone + 1], [17, stays])


def test_two_cards_remove_a_follower_of_any_seat_and_one_alone_removes_nobody():
    """BG-ACT-07: both cards are needed, and an enemy follower on that number."""
    match = position(a="1 5", b="2", hand="2d 1d 3n 4n")
    assert SMITE not in kinds(match)
    hold(match, 0, "trilithon-red 1d 3n 4n")
    assert SMITE not in kinds(match)
    hold(match, 1, "trilithon-red 5d")
    assert "remove a follower with red trilithon and 5 day" in offered(match, 1)


def test_only_followers_in_a_clan_strike():
    """BG-ACT-04, BG-ACT-13 (X-BG-12): a god that is in no clan (X-BG-06) is no base either."""
    lone = position(a="26", b="12", hand="26n")
    assert STRIKE not in kinds(lone)
    assert STRIKE not in kinds(position(a="26", b="11 12 24", hand="12n"))  # another's clan
    for ruling, base, at_god in (
        (("X-BG-12=followers_only",), True, False),
        (("X-BG-12=god_too",), True, True),
        (("X-BG-06=outside", "X-BG-12=god_too"), False, False),
    ):
        match = position(*ruling, a="25 g26", b="12", hand="25n")
        assert (STRIKE in kinds(match)) is base, ruling
        hold(match, 0, "26n")
        assert (STRIKE in kinds(match)) is at_god, ruling


def test_a_strike_needs_a_follower_to_place():
    """BG-ACT-14 (X-BG-08)."""
    for ruling, allowed in (("illegal", False), ("remove_only", True)):
        match = position(f"X-BG-08={ruling}", a="25 26", b="12", hand="26n 1n 2n 3n")
        lose(match, 0)
        assert (STRIKE in kinds(match)) is allowed
    act(match, "strike 12 with 26 night")
    assert owner(match, 12) == -1


def test_discards_are_at_least_one_card():
    """BG-ACT-08 (X-BG-07), BG-SETUP-04."""
    match = position(hand="1n 2n 3n 4n")
    asked = act(match, "discard", "1 night, 3 night")
    hand = ["1 night", "2 night", "3 night", "4 night"]
    parts = [", ".join(part) for size in range(1, 5) for part in combinations(hand, size)]
    assert sorted(one.say() for one in asked[1]) == sorted(parts)
    assert ids(match, "discard") == ["1-night", "3-night"]
    none = act(position("X-BG-07=zero_allowed"), "discard", "")
    assert len(none[1]) == 16


def reason(match, seat=0):
    """Why the game ends after a turn of ``seat`` that gives one card up, if it does."""
    match.n[FINAL] = 0
    asked = act(match.copy(), "discard", seat=seat)
    act(match, "discard", asked[1][0].say(), seat=seat)
    ends = match.program.tables.game.play.ends
    return ends[match.n[FINAL] - 1].says if match.n[FINAL] else ""


def test_what_ends_the_game():
    """BG-END-01, -02, -03, -06."""
    match = position(a="1", b="2")
    assert reason(match) == ""
    lose(match, 0)
    assert reason(match) == "last follower placed"
    assert reason(match, 1) == ""
    full = position(players=4)
    for space in range(1, 31):
        place(full, space % 4, space)
    assert reason(full, 1) == "all spaces claimed"
    move(full, lying(full, "draw_pile"), "discard")
    assert reason(full, 1) == "draw pile exhausted"


def test_the_draw_pile_is_exhausted_by_its_last_card_or_by_a_shortfall():
    """BG-END-01, BG-END-06 (X-BG-04): nobody draws from the discards."""
    for ruling, said in (("last_card", "draw pile exhausted"), ("shortfall", "")):
        match = position(f"X-BG-04={ruling}", hand="1n 2n 3n 4n")
        move(match, lying(match, "draw_pile")[1:], "discard")
        assert reason(match) == said
        assert (len(lying(match, "seat1.hand")), lying(match, "draw_pile")) == (4, [])
    assert reason(match, 1) == "draw pile exhausted"


class Turns(Watching):
    """Whose turns they are, and whether they are of the last round."""

    def __init__(self):
        self.begun = []

    def turn(self, match, number, seat):
        self.begun.append((seat, match.n[FINAL] > 0))


def test_everybody_has_one_last_turn_and_who_ended_it_is_last():
    """BG-END-04, BG-SETUP-05."""
    turns = Turns()
    play_game(table_of(NAME, 3), observers=[turns])
    seats = [seat for seat, _ in turns.begun]
    assert [last for _, last in turns.begun[-4:]] == [False, True, True, True]
    assert not any(last for _, last in turns.begun[:-3])
    assert seats == [at % 3 for at in range(len(seats))]


def test_trilithon_cards_are_dead_in_the_last_round():
    """BG-END-05 (X-BG-10)."""
    for ruling, alive in (("discard_only", False), ("playable", True)):
        match = position(
            f"X-BG-10={ruling}", b="2", hand="trilithon-red trilithon-blue trilithon-green 2n"
        )
        assert FOLLOWER_ANYWHERE in kinds(match)
        last_round(match)
        assert (FOLLOWER_ANYWHERE in kinds(match)) is alive
        assert (SMITE in kinds(match)) is alive


@pytest.mark.parametrize(("ruling", "stays"), [("optional", True), ("duty", False)])
def test_the_god_may_stay_away_or_must_come_in_the_last_round(ruling, stays):
    """BG-END-07 (X-BG-01): with any card that brings it."""
    rulings = [] if stays else [f"X-BG-01={ruling}"]
    match = position(*rulings, hand="1n")
    assert kinds(match) == [FOLLOWER, GOD, DISCARD]
    last_round(match)
    assert kinds(match) == ([FOLLOWER, GOD, DISCARD] if stays else [GOD])
    match = position(*rulings, "X-BG-10=playable", hand="trilithon-red")
    last_round(match)
    both = [FOLLOWER_ANYWHERE, GOD_ANYWHERE, DISCARD]
    assert kinds(match) == (both if stays else [GOD_ANYWHERE])
    place(match, 0, 9, god=True)
    assert kinds(match) == [FOLLOWER_ANYWHERE, DISCARD]


def with_eliminations(match, count):
    match.n[match.program.tables.memories["seat.eliminated"].at] = count
    return match


def test_scores_count_pieces_and_clans():
    """BG-SCORE-01, BG-SCORE-03 (X-BG-02), BG-META-02."""
    for ruling, extra in (("board_only", 0), ("eliminations", 2)):
        match = with_eliminations(position(f"X-BG-02={ruling}", a="1 2 g3 10", b="20"), 2)
        assert match.scores() == [4 + 4 + extra, 1]


def test_the_account_has_every_item_of_the_scores():
    """BG-SCORE-01, BG-SCORE-02, BG-SCORE-03."""
    match = with_eliminations(position("X-BG-02=eliminations", a="1 2 g3 10 30", b="20"), 2)
    assert match.account() == [
        "white: pieces on the board 5, clans 9, eliminated followers 2",
        "blue: pieces on the board 1, clans 0, eliminated followers 0",
    ]


def winners(match, scores):
    return match.program.scoring.best(match, scores)


def test_ties_are_shared_or_go_to_the_largest_clan():
    """BG-SCORE-04, BG-SCORE-05 (X-BG-05)."""
    shared = position(a="1 2 3", b="10 11 13 14 16")
    assert winners(shared, [7, 7]) == (0, 1)
    assert winners(shared, [7, 6]) == (0,)
    decided = position("X-BG-05=largest_clan", a="1 2 3", b="10 11 13 14 16")
    assert winners(decided, [7, 7]) == (0,)
    decided = position("X-BG-05=largest_clan", a="1 2 3 7 8", b="10 11 12 14 15 16 20 21")
    assert winners(decided, [7, 7]) == (0, 1)
    decided = position("X-BG-05=largest_clan", a="1 2 3 4 7 8", b="10 11 12 14 15 16")
    assert winners(decided, [7, 7]) == (0,)  # the largest, whatever else is there
    alone = position("X-BG-05=largest_clan", a="1 3 5", b="10")
    assert winners(alone, [7, 7]) == (0, 1)


def test_a_seat_sees_no_pile_and_no_hand_of_others():
    """BG-SETUP-04: the discards lie face down."""
    [unseen] = position(players=3).unseen(0)
    assert set(unseen.zones) == {"draw_pile", "discard", "seat2.hand", "seat3.hand"}


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


def test_the_last_follower_comes_only_at_two():
    """X-BG-03, by arithmetic: 39, 58 and 77 turns against 57, 53 and 49 cards."""
    bounds = [table_of(NAME, players).bounds() for players in (2, 3, 4)]
    assert all(draws.can_run_out for draws, _ in bounds)
    assert [one.sum[-8:] for _, one in bounds] == ["30 >= 20", " 19 < 20", " 14 < 20"]
    assert table_of(NAME, 4, "X-BG-07=zero_allowed").bounds()[1].can_run_out
    fewest = fewer(game_of(NAME), "disk", 9)  # 19 followers, and turns for 19
    assert table_of(NAME, 3, game=fewest).bounds()[1].can_run_out
