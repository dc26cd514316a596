"""The High Council: worked examples, rule by rule, and small boxes."""

import pytest
from gametable import (
    CARDS,
    Script,
    act,
    capped,
    card,
    cards,
    check_copy,
    dealt,
    fewer,
    hold,
    laid_out,
    small_box,
    smaller,
    table_of,
    words,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import play_game
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.findings import UsageError
from validator.games.high_council import actions as debates
from validator.games.high_council.state import CAP
from validator.setup.table import as_json, as_text

NAME = "high_council"
WHITE, BLUE, YELLOW, RED = range(4)
"""Piece colours in seat order; arguments have an order of their own."""
ARGUMENTS = ("white", "blue", "green", "yellow", "red")
W, B, G, Y, R = range(5)
TRILITHON = ["support", "support", "capstone"]
PRO = ("white", "yellow")
END = "end the turn"


def convert(target, colour):
    return debates.Convert(target, colour, ARGUMENTS[colour])


def position(*rulings, players=2, hand=None, held=None, **pieces):
    """A match with pieces seated: ``white="1 2 s3"`` (``s`` for the speaker).

    ``hand`` is that of seat 1, if it shall be another than was dealt, ``held`` its arguments.
    """
    match = dealt(table_of(NAME, players, *rulings))
    for colour, name in enumerate(match.rules.colours):
        for word in pieces.get(name, "").split():
            space = int(word.lstrip("s"))
            if word.startswith("s"):
                match.seat_speaker(colour, space)
            else:
                match.seat_supporter(colour, space, 0)
    if hand is not None:
        hold(match, 0, hand)
    own(match, 0, **(held or {}))
    return match


def own(match, seat, **arguments):
    """Put arguments in front of a seat, out of the centre."""
    for name, count in arguments.items():
        colour = ARGUMENTS.index(name)
        match.pool[colour] -= count
        match.held[seat][colour] += count


def bought(match):
    """The seats that the first player can buy."""
    return [
        way for way in words(debates.open_seats(match, 0)) if way.startswith("take a seat with")
    ]


def total(match):
    return sum(match.pool) + sum(sum(held) for held in match.held) + sum(match.spent)


@pytest.mark.parametrize(("players", "deck"), [(2, 29), (4, 26)])
def test_a_match_starts_from_the_table_that_set_up_shows(players, deck):
    """HC-META-01, HC-SETUP-08, -09, -10, -12, HC-COMP-04, HC-COMP-05, HC-END-02."""
    shown = laid_out(NAME, players).zones
    census = dealt(table_of(NAME, players)).census()
    assert len(shown["pro_deck"]) == len(shown["con_deck"]) == deck
    assert [piece for piece in shown["box"] if piece.startswith("trilithon")] == ["trilithon-red"]
    for zone in ("pro_deck", "con_deck", *(f"seat{seat}.hand" for seat in range(1, players + 1))):
        assert census[zone] == list(shown[zone])
    for colour in ARGUMENTS:
        assert len(census[f"arguments_{colour}"]) == len(shown[f"arguments_{colour}"]) == 10
    for colour in ("white", "blue", "yellow", "red"):
        assert len(census[f"supporters_{colour}"]) == 10
        assert census[f"speaker_{colour}"] == list(shown[f"speaker_{colour}"])
    assert census["trilithon"] == [piece.partition("#")[0] for piece in shown["trilithon"]]


def test_board_and_pieces_lie_where_the_rules_say():
    """HC-SETUP-01, -05, HC-COMP-03, -06, -07, -08, HC-END-02: 22 pieces a faction, a trilithon."""
    zones = laid_out(NAME, 2).zones
    assert zones["table"] == ("board",)
    for faction in (("white", "yellow"), ("blue", "red")):
        pieces = [
            piece.partition("#")[0]
            for colour in faction
            for kind in ("supporters", "speaker")
            for piece in zones[f"{kind}_{colour}"]
        ]
        assert pieces == [
            f"{kind}-{colour}" for colour in faction for kind in ["disk"] * 10 + ["figure"]
        ]
    box = zones["box"]
    assert [piece for piece in box if piece.startswith("figure")] == ["figure-green", "figure-grey"]
    assert {piece.partition("#")[0] for piece in box if "disk" in piece} == {"disk-green"}
    assert not [piece for piece in box if piece.startswith("bar")]
    assert [piece.partition("#")[0] for piece in zones["trilithon"]] == TRILITHON
    assert len([piece for piece in box if piece.startswith("capstone")]) == 4


def test_factions_hold_the_day_and_the_night_cards():
    """HC-SETUP-06, HC-SETUP-07, HC-SETUP-08."""
    match = dealt(table_of(NAME, 4))
    for faction, phase in enumerate(("day", "night")):
        cards = [*match.decks[faction].cards, *match.hands[faction], *match.hands[faction + 2]]
        phases = [CARDS.phase[one] for one in cards]
        assert (phases.count(phase), phases.count("")) == (30, 2)


def test_three_players_are_refused_with_the_finding():
    """HC-META-01, HC-SETUP-04 (X-HC-01)."""
    with pytest.raises(UsageError, match="X-HC-01"):
        find_configuration(game_of(NAME), 3)


@pytest.mark.parametrize(
    ("players", "own", "headings"),
    [
        (2, ((WHITE, YELLOW), (BLUE, RED)), ["Pro, white and yellow", "Con, blue and red"]),
        (
            4,
            ((WHITE,), (BLUE,), (YELLOW,), (RED,)),
            ["Pro, white", "Con, blue", "Pro, yellow", "Con, red"],
        ),
    ],
)
def test_seats_have_factions_and_colours(players, own, headings):
    """HC-SETUP-02, HC-SETUP-03: in play, in what the set-up says and in its JSON."""
    table = table_of(NAME, players)
    assert table.rules.own == own
    said = [one.lower().replace(",", "").replace(" and ", "/") for one in headings]
    assert list(table.frame.seats) == said
    shown = laid_out(NAME, players)
    lines = [line for line in as_text(shown).splitlines() if line.startswith("Seat ")]
    assert lines == [f"Seat {at}: Player, {said}" for at, said in enumerate(headings, 1)]
    seats = as_json(shown)["seats"]
    assert [", ".join((one["faction"], " and ".join(one["colours"]))) for one in seats] == headings


def test_groups_and_blocs():
    """HC-DEF-01, HC-DEF-02, HC-DEF-03, HC-DEF-04, HC-SETUP-03."""
    match = position(white="29 30 s1 5", yellow="2 3", blue="4")
    circle = match.circle
    assert [circle.group(space) for space in (30, 2, 5, 4)] == [3, 2, 1, 1]
    assert [circle.bloc(space) for space in (29, 3, 5, 4)] == [5, 5, 1, 1]
    assert (circle.longest(0), circle.longest(1)) == ([29, 30, 1, 2, 3], [4])
    open_ring = position("X-HC-13=line", white="29 30 s1 5", yellow="2 3", blue="4")
    assert [open_ring.circle.group(space) for space in (30, 1)] == [2, 1]
    assert open_ring.circle.longest(0) == [1, 2, 3]
    assert position().circle.longest(0) == []


def test_a_bloc_of_sixteen_needs_two_colours():
    """HC-DEF-05, HC-COMP-08, HC-WIN-01."""
    white = " ".join(str(space) for space in range(1, 11))
    match = position(white=white + " s11", yellow="12 13 14 15")
    assert match.winner < 0
    assert len(match.circle.longest(0)) == 15
    match.seat_supporter(YELLOW, 16, 0)
    assert match.winner == 0


def test_sixteen_anywhere_wins_only_by_ruling():
    """HC-META-02 (X-HC-03): runs of 15 and 7 with enemies at both joints."""
    for ruling, winner in (("bloc", -1), ("majority", 0)):
        white = " ".join(str(space) for space in range(1, 11))
        match = position(f"X-HC-03={ruling}", white=white, yellow="11 12 13 14 15", blue="16 24")
        match.seat_supporter(YELLOW, 17, 0)
        assert match.winner == winner


def test_cards_of_one_colour_bring_as_many_arguments():
    """HC-DEB-01, HC-DEB-02, HC-DEB-04, HC-DEB-10: two black and a yellow card, three yellow."""
    match = position(hand="6d 10d 12d 3d")
    act(match, "debate for yellow", "6d", "10d", "12d", END)
    assert match.held[0] == [0, 0, 0, 3, 0]
    assert match.pool[Y] == 7
    assert len(match.hands[0]) == 3
    assert sorted(match.decks[0].discards) == sorted(cards("6d 10d 12d"))


def test_black_cards_alone_bring_any_one_colour():
    """HC-DEB-03: two black cards, two green."""
    match = position(hand="6d 12d 1d")
    offered = [option.colour for option in debates.open_debates(match, 0)]
    assert offered == [W, B, G, Y, R]
    act(match, "debate for green", "6d", "12d", END)
    assert match.held[0] == [0, 0, 2, 0, 0]


def test_a_trilithon_card_brings_any_two():
    """HC-DEB-05: a white and a blue argument."""
    match = position(hand="trilithon-white 5d 11d")
    act(match, "debate with trilithon-white", "white and blue", END)
    assert match.held[0] == [1, 1, 0, 0, 0]
    assert len(debates.arguments_of_card(match, 0)) == 15


def test_no_faction_holds_more_than_six_of_a_colour():
    """HC-DEB-07, HC-DEB-08: 10 - 6 leaves four for the others; partners count together."""
    match = position(players=4, held={"blue": 4})
    own(match, 2, blue=2)
    assert debates.room(match, 0, B) == debates.room(match, 2, B) == 0
    assert match.pool[B] == 10 - CAP == 4
    assert debates.room(match, 1, B) == 4
    own(match, 1, blue=4)
    assert debates.room(match, 3, B) == 0


def test_surplus_cards_are_kept_or_lost_by_ruling():
    """HC-DEB-09 (X-HC-08): three blue cards with five blue arguments held."""
    match = position(held={"blue": 5}, hand="2d 8d 14d")
    act(match, "debate for blue", "8d", END)
    assert match.held[0][B] == 6
    match = position("X-HC-08=surplus_lost", held={"blue": 5}, hand="2d 8d 14d")
    act(match, "debate for blue", "2d", "8d", "14d", END)
    assert match.held[0][B] == 6
    assert len(match.decks[0].discards) == 3


@pytest.mark.parametrize(
    ("rulings", "joined"),
    [
        ((), 0),
        (("X-HC-08-TWO=several",), 0),
        (("X-HC-08-MIX=joins",), 1),
        (("X-HC-08-MIX=joins", "X-HC-08-TWO=several"), 2),
    ],
)
def test_trilithon_cards_join_others_only_by_ruling(rulings, joined):
    """HC-DEB-06, HC-DEB-10 (X-HC-08-MIX, X-HC-08-TWO): a blue card and two trilithon cards."""
    match = position(*rulings, hand="2d trilithon-white trilithon-blue")
    pairs = [
        answer for name in ("white", "blue") for answer in (f"trilithon-{name}", "green and green")
    ]
    act(match, "debate for blue", *pairs[: 2 * joined], END)
    assert match.held[0] == [0, 1, 2 * joined, 0, 0]
    assert len(match.decks[0].discards) == 1 + joined
    assert len(match.hands[0]) == 3


@pytest.mark.parametrize("ruling", ["one", "several"])
def test_a_second_trilithon_card_brings_two_more_only_by_ruling(ruling):
    """HC-DEB-05, HC-DEB-06 (X-HC-08-TWO); mixing is no matter of it."""
    several = ruling == "several"
    match = position(f"X-HC-08-TWO={ruling}", hand="trilithon-white trilithon-blue 2d")
    more = ["trilithon-blue", "red and red"] if several else []
    act(match, "debate with trilithon-white", "green and green", *more, END)
    assert match.held[0] == [0, 0, 2, 0, 2 if several else 0]
    assert len(match.hands[0]) == 3


def test_a_joining_trilithon_card_may_be_kept_and_needs_room():
    """HC-DEB-06, HC-DEB-07 (X-HC-08-MIX)."""
    match = position("X-HC-08-MIX=joins", hand="2d trilithon-white 5d")
    act(match, "debate for blue", "no more cards", END)
    assert card("trilithon-white") in match.hands[0]
    match = position(
        "X-HC-08-MIX=joins", held={"white": 6, "blue": 5, "green": 6, "yellow": 6, "red": 6}
    )
    hold(match, 0, "2d trilithon-white 5d")
    act(match, "debate for blue", END)
    assert card("trilithon-white") in match.hands[0]


@pytest.mark.parametrize(
    ("hand", "answers"),
    [
        ("2d 4d 10d 16d 22d", ["debate for blue"]),
        ("trilithon-white 1d 2d 3d 4d", ["debate with trilithon-white", "green and green"]),
    ],
)
def test_the_hand_is_refilled_to_three_or_by_what_was_played(hand, answers):
    """HC-DEB-05, HC-DEB-10 (X-HC-02-REFILL): by a trilithon card too."""
    for ruling, size in (("three", 4), ("as_played", 5)):
        match = position(f"X-HC-02-REFILL={ruling}", hand=hand)
        act(match, *answers, END)
        assert len(match.hands[0]) == size


def test_a_card_seats_a_supporter_or_the_speaker_on_its_space():
    """HC-SEAT-02, HC-SEAT-07, HC-SEAT-08, HC-SEAT-09."""
    match = position(hand="12d 1d 7d")
    script = act(match, "take the seat of 12d", "the yellow supporter", END)
    assert words(script.asked[1][2]) == [
        f"the {colour} {piece}" for piece in ("supporter", "speaker") for colour in PRO
    ]
    assert match.circle.piece[12] == YELLOW
    assert match.supporters == [10, 10, 9, 10]
    assert len(match.hands[0]) == 3


def test_only_supporters_take_seats_by_the_overview():
    """HC-SEAT-09 (X-HC-02-SPEAKER), a variant of HC-SEAT-02 and HC-SEAT-03."""
    match = position("X-HC-02-SPEAKER=supporters_only", white="1", hand="12d 1d 7d")
    script = act(match, "take the seat of 12d", "the white supporter", END)
    assert "seat the speaker with 1d" not in words(script.asked[0][2])
    assert words(script.asked[1][2]) == ["the white supporter", "the yellow supporter"]


def test_the_speaker_takes_the_place_of_an_own_supporter():
    """HC-SEAT-03."""
    match = position(white="12", blue="13", hand="12d 13d 7d")
    assert "seat the speaker with 13d" not in words(debates.open_seats(match, 0))
    act(match, "seat the speaker with 12d", "white", END)
    assert match.circle.speaker[WHITE] == 12
    assert match.supporters[WHITE] == 10
    assert match.circle.free == 28


def test_three_arguments_seat_a_supporter_on_another_space_of_the_colour():
    """HC-SEAT-04, HC-SEAT-05, HC-SEAT-10: card 14 (blue) and three blue arguments, space 8."""
    for ruling, back in (("pool", 10), ("box", 7)):
        match = position(f"X-HC-08-SEAT={ruling}", white="14", hand="14d 1d 7d", held={"blue": 3})
        script = act(match, "take a seat with 14d and 3 blue arguments", "space 8", "white", END)
        assert words(script.asked[1][2]) == [f"space {space}" for space in (2, 8, 20, 26)]
        assert [option for _, what, option in script.asked if what == "piece"] == []
        assert match.circle.piece[8] == WHITE
        assert match.pool[B] == back
        assert total(match) == 50
    # the first space is bought like any other of its colour
    match = position(blue="13", hand="7d 2d 3d", held={"white": 3})
    script = act(match, "take a seat with 7d and 3 white arguments", "space 1", "white", END)
    assert words(script.asked[1][2]) == [f"space {space}" for space in (1, 7, 19, 25)]


def test_a_black_card_and_three_of_any_colour_seat_on_black():
    """HC-SEAT-06: card 18 and three red arguments, space 30."""
    match = position(hand="18d 1d 7d", held={"red": 3, "white": 2})
    assert bought(match) == ["take a seat with 18d and 3 red arguments"]
    script = act(match, "take a seat with 18d and 3 red arguments", "space 30", "white", END)
    assert words(script.asked[1][2]) == [f"space {space}" for space in (6, 12, 18, 24, 30)]
    assert match.circle.piece[30] == WHITE


def test_a_trilithon_card_takes_no_seat():
    """HC-SEAT-01."""
    match = position(hand="trilithon-white", held={"white": 3})
    assert words(debates.open_seats(match, 0)) == []


def test_without_a_supporter_one_on_the_board_is_moved():
    """HC-SUP-01, HC-SUP-02."""
    match = position(players=4, white=" ".join(str(space) for space in range(1, 11)))
    hold(match, 0, "20d 11d 12d")
    act(match, "take the seat of 20d", "the white supporter", "space 5", END)
    assert match.circle.piece[20] == WHITE
    assert match.circle.piece[5] < 0
    assert match.supporters[WHITE] == 0
    assert match.circle.free == 20


def test_nothing_is_moved_while_the_player_has_a_supporter_of_either_colour():
    """HC-SUP-01 with two players: ten white seated, one yellow left to place, then none."""
    white, yellow = "1 2 3 4 5 7 8 9 10 11", "13 14 15 16 17 19 20 21 22"
    match = position(white=white, yellow=yellow, blue="12 18", hand="25d 26d 11d")
    script = act(match, "take the seat of 25d", "the yellow supporter", END)
    assert words(script.asked[1][2]) == [
        "the yellow supporter",
        "the white speaker",
        "the yellow speaker",
    ]
    assert match.supporters == [0, 8, 0, 10]
    script = act(match, "take the seat of 26d", "the yellow supporter", "space 25", END)
    assert words(script.asked[1][2])[:2] == ["the white supporter", "the yellow supporter"]
    assert (match.circle.piece[25] < 0, match.circle.piece[26]) == (True, YELLOW)


def test_a_conversion_places_before_it_moves_too():
    """HC-SUP-01, HC-CONV-09: white used up, a yellow supporter left."""
    white, yellow = "1 2 3 4 5 7 8 9 10 11", "13 14 15 16 17 19 20 21 22"
    match = position(white=white, yellow=yellow, blue="12 18", held={"red": 2})
    act(match, convert(12, R), END)
    assert match.circle.piece[12] == YELLOW
    assert match.circle.supporters(WHITE) == [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]
    act(match, convert(18, R), "white", "space 1", END)
    assert (match.circle.piece[18], match.circle.piece[1] < 0) == (WHITE, True)


def test_ponder_gives_one_card_for_three_or_the_hand_for_as_many():
    """HC-POND-01, HC-POND-02 (X-HC-02), HC-POND-03."""
    match = position()
    given = match.hands[0][1]
    act(match, "ponder", CARDS.names[given], END)
    assert len(match.hands[0]) == 5
    assert match.decks[0].discards == [given]
    match = position("X-HC-02=hand")
    before = list(match.hands[0])
    act(match, "ponder", END)
    assert match.decks[0].discards == before
    assert len(match.hands[0]) == 3


def test_fourteen_ponders_leave_two_cards_for_the_fifteenth():
    """HC-SETUP-11, HC-POND-03 (X-HC-05)."""
    for ruling in ("draw_what_is_there", "forbid"):
        match = position(f"X-HC-05={ruling}")
        for _ in range(14):
            act(match, "ponder", CARDS.names[match.hands[0][0]], END)
        assert len(match.hands[0]) == 31
        assert match.decks[0].count_left() == 1
        assert debates.PONDER.may(match, 0) is (ruling == "draw_what_is_there")
    match = position()
    for _ in range(15):
        act(match, "ponder", CARDS.names[match.hands[0][0]], END)
    assert len(match.hands[0]) == 32
    two, four = (table_of(NAME, players).bounds()[0].sum for players in (2, 4))
    assert "after 14 Ponders 31 of 32 are held and the next one finds 2 of 3" in two
    assert "after 13 Ponders 32 of 32 are held and the next one finds 1 of 3" in four


def test_consulting_exchanges_a_card_with_the_partner():
    """HC-CONS-01."""
    assert not debates.CONSULT.may(position(), 0)
    match = position(players=4)
    given, back = match.hands[0][0], match.hands[2][1]
    drawn = match.tally.drawn.copy()
    script = act(match, "consult", CARDS.names[given], CARDS.names[back], END)
    came = [at for at, times in enumerate(match.tally.drawn) if times > drawn[at]]
    assert came == sorted((given, back))  # each comes to another hand
    assert given in match.hands[2]
    assert back in match.hands[0]
    assert script.asked[2][0] == 2
    assert CARDS.names[given] in words(script.asked[2][2])


def test_a_seat_sees_neither_the_decks_nor_the_hands_of_others():
    """HC-SETUP-11: of each faction, whose members hold no other cards."""
    unseen = [list(one.zones) for one in position(players=4).unseen(0)]
    assert unseen == [["pro_deck", "seat3.hand"], ["con_deck", "seat2.hand", "seat4.hand"]]


def test_one_card_action_a_turn():
    """HC-TURN-02, HC-TURN-04 (X-HC-09)."""
    match = position()
    script = act(match, "ponder", CARDS.names[match.hands[0][0]])
    assert words(script.asked[-1][2]) == [END]
    for ruling, may in (("pass", True), ("must_act", False)):
        match = position(f"X-HC-09={ruling}")
        script = act(match, "ponder", CARDS.names[match.hands[0][0]])
        assert (END in words(script.asked[0][2])) is may


def test_a_pro_player_begins():
    """HC-TURN-01 (X-HC-15)."""
    assert dealt(table_of(NAME, 4)).seat == 0
    starts = {dealt(table_of(NAME, 4, "X-HC-15=lot"), index).seat for index in range(12)}
    assert starts == {0, 2}


@pytest.mark.parametrize(
    ("blue", "cost"), [("2", 1), ("2 3", 2), ("2 3 4", 3), ("2 3 4 5", 3), ("s2", 3)]
)
def test_prices_by_the_size_of_the_group(blue, cost):
    """HC-CONV-04, HC-CONV-05, HC-CONV-06."""
    match = position(white="1", blue=blue)
    assert debates.price(match, 2, 1) == cost
    own(match, 0, white=cost - 1)
    assert debates.open_conversions(match, 0) == []
    own(match, 0, white=1)
    assert debates.open_conversions(match, 0) == [convert(2, W)]


def test_arguments_have_the_colour_under_the_converting_piece():
    """HC-CONV-07, HC-CONV-08: white on space 1 pays white, on 6 (black) any one colour."""
    match = position(white="1 6", blue="2 7", held={"white": 1, "blue": 1, "red": 2})
    assert debates.open_conversions(match, 0) == [
        convert(2, W),
        convert(7, W),
        convert(7, B),
        convert(7, R),
    ]


def test_only_neighbours_convert_unless_ruled_otherwise():
    """HC-CONV-03 (X-HC-04): one piece on black would reach the whole ring."""
    for ruling, targets in (("adjacent", []), ("anywhere", [10, 20])):
        match = position(f"X-HC-04={ruling}", white="6", blue="10", red="20", held={"green": 1})
        assert [option.target for option in debates.open_conversions(match, 0)] == targets


def test_a_conversion_gives_the_piece_back_and_the_arguments_too():
    """HC-CONV-01, HC-CONV-02, HC-CONV-09, HC-CONV-10, HC-CONV-11, HC-TURN-03."""
    match = position(white="1", blue="s2", red="30", held={"white": 4})
    act(match, convert(2, W), "yellow", convert(30, W), "white", END)
    assert match.circle.piece[2] == YELLOW
    assert not match.circle.is_speaker(2)
    assert match.circle.speaker[BLUE] == 0
    assert match.circle.piece[30] == WHITE
    assert match.supporters == [8, 10, 9, 10]
    assert match.pool == [10] * 5


def test_in_the_voting_a_group_counts_and_no_bloc():
    """HC-END-03, HC-END-04, HC-DEF-01: pieces of the partner colour beside it are no part of it."""
    match = position(white="1", yellow="29 30", blue="2 3")
    match.voting = True
    assert (match.circle.group(1), match.circle.bloc(1), match.circle.group(2)) == (1, 3, 2)
    own(match, 0, white=1)
    assert debates.open_conversions(match, 0) == []
    own(match, 0, white=1)
    assert debates.open_conversions(match, 0) == [convert(2, W)]
    match = position(white="29 30 1", blue="2 3", red="4 5")
    match.voting = True
    own(match, 0, white=1)
    assert (match.circle.group(2), match.circle.bloc(2)) == (2, 4)
    assert debates.open_conversions(match, 0) == [convert(2, W)]


def test_a_speaker_that_sits_down_wins_with_the_bloc():
    """HC-WIN-01, HC-SEAT-02, HC-SEAT-03: the sixteenth is a speaker, on a free space or not."""
    white = "1 2 3 4 5 6 7 8 9 10"
    match = position(white=white, yellow="11 12 13 14 15", hand="16d 20d 21d")
    act(match, "take the seat of 16d", "the yellow speaker")
    assert match.winner == 0
    match = position(white=white, yellow="11 12 13 14 s15", hand="15d 12d 21d")
    act(match, "seat the speaker with 12d", "white", END)
    assert match.winner < 0


def test_a_speaker_on_the_last_free_space_starts_the_voting():
    """HC-END-01, HC-END-07: whoever fills it, for the rest of the turn too."""
    match = full()
    match.unseat(25)
    match.voting = False
    hold(match, 0, "25d 1d 2d")
    own(match, 0, yellow=1)
    assert convert(5, Y) not in debates.open_conversions(match, 0)
    act(match, "take the seat of 25d", "the yellow speaker", convert(5, Y), "white", END)
    assert match.voting
    assert match.circle.piece[5] == WHITE


def test_in_the_voting_an_own_supporter_is_moved_where_none_is_left():
    """HC-SUP-01, HC-SUP-02, HC-END-01: its space comes free, and the voting goes on (X-HC-06)."""
    match = position(
        players=4,
        white="1 2 3 4 5 6 7 8 9 10",
        blue="11 12 13 14 15 s16",
        yellow="17 18 19 20",
        red="21 22 23 24 25 26 27 28 29 30",
    )
    assert match.voting
    assert match.circle.free == 0
    own(match, 0, yellow=1)
    script = act(match, convert(11, Y), "space 1", END)
    assert [what for _, what, _ in script.asked] == ["turn", "colour", "move", "turn"]
    assert words(script.asked[2][2]) == [f"space {space}" for space in range(1, 11)]
    assert (match.circle.piece[11], match.circle.piece[1] < 0) == (WHITE, True)
    assert (match.circle.free, match.voting) == (1, True)


def test_a_replay_tells_what_a_conversion_pays_and_where_it_starts():
    """HC-CONV-07, HC-CONV-08: red from 6 (black), although white on 8 stands beside it too."""
    match = position(white="6 8", blue="7", held={"red": 1})
    script = act(match, convert(7, R), "white", END)
    assert script.told == [(0, "pay", "1 red from space 6")]
    for blue, base in (("7", 6), ("7 6", 8)):
        match = position(white="6 8" if base == 6 else "8", blue=blue, yellow="5")
        assert debates.base_of(match, 0, convert(7, B)) == base
    match = position(white="6 8 9", blue="7")
    assert debates.base_of(match, 0, convert(7, B)) == 8
    assert debates.base_of(match, 0, convert(7, G)) == 6
    match = full()
    own(match, 0, white=1)
    script = act(match, convert(24, W), "yellow", END)
    assert script.told == [(0, "pay", "1 white from space 25")]


def test_the_account_of_a_game_names_pieces_and_longest_blocs():
    """HC-WIN-01: what the end rests on."""
    match = position(white="1 2 s3 9", yellow="30 10")
    assert match.account() == [
        "pro: 6 on the circle, longest bloc 4 on spaces 30 to 3 (3 white, 1 yellow)",
        "con: 0 on the circle, no bloc",
    ]
    assert match.scores() == [4, 0]


def test_a_partner_s_piece_may_convert_for_the_active_player():
    """HC-CONV-12."""
    match = position(players=4, yellow="1", blue="2", held={"white": 1})
    act(match, convert(2, W), END)
    assert match.circle.piece[2] == WHITE


def full(*rulings):
    """A full circle without a bloc: whites on 1 to 4, a blue pair on 5 and 6, and so on."""
    match = position(
        *rulings,
        white="1 2 3 4 9 10 15 16 21 s22",
        yellow="25 26 27",
        blue="5 6 11 12 17 18 s23 24 29 30",
        red="7 8 13 14 19 20 28",
    )
    return match


def test_the_last_free_space_starts_the_voting():
    """HC-END-01, HC-END-02, HC-END-07."""
    match = full()
    assert match.circle.free == 0
    assert match.voting
    assert match.census()["voting"] == TRILITHON
    assert match.census()["trilithon"] == []
    assert match.winner < 0
    before = full()
    before.unseat(28)
    before.voting = False
    before.unseat(20)
    before.seat_supporter(RED, 28)
    assert not before.voting
    assert before.census()["voting"] == []
    assert before.census()["trilithon"] == TRILITHON


@pytest.mark.parametrize(
    ("rulings", "equal", "pair", "speaker"),
    [
        ((), 3, 2, 1),
        (("X-HC-07=one",), 1, 1, 1),
        (("X-HC-07-SPEAKER=three",), 3, 2, 3),
        (("X-HC-07=one", "X-HC-07-SPEAKER=three"), 3, 1, 3),
    ],
)
def test_larger_groups_convert_for_one_and_equal_ones_and_speakers_by_ruling(
    rulings, equal, pair, speaker
):
    """HC-END-03, -04, -05, -06 (X-HC-07, X-HC-07-SPEAKER): the speaker on 23 sits in a pair."""
    match = full(*rulings)
    assert [match.circle.group(space) for space in (4, 5, 23)] == [4, 2, 2]
    assert match.circle.is_speaker(23)
    assert [debates.price(match, 5, larger) for larger in (2, 4)] == [pair, 1]
    assert [debates.price(match, 4, smaller) for smaller in (2, 3)] == [3, 3]
    assert [debates.price(match, 23, by) for by in (1, 2, 3, 4)] == [3, equal, speaker, speaker]


def test_voting_lasts_or_pauses_when_a_space_comes_free():
    """HC-CONV-05, HC-END-01, HC-END-03, HC-SUP-02 (X-HC-06): before it the old price is paid."""
    for ruling, cost in (("lasts", 1), ("pauses", 2)):
        before = position(f"X-HC-06={ruling}", white="1 2 3", blue="4 5")
        assert debates.price(before, 4, 3) == 2
        match = full(f"X-HC-06={ruling}")
        assert debates.price(match, 5, 4) == 1
        match.unseat(28)
        assert debates.price(match, 5, 4) == cost


def test_turns_go_around_until_a_bloc_wins_at_once():
    """HC-TURN-01, HC-WIN-01: the third player fills the bloc; nobody is asked any more."""
    match = position(players=4, white="1 2 3 4 5 6 7 8 9 10", yellow="11 12 13 14 15")
    hold(match, 2, "16d 20d 21d")
    script = Script(END, END, "take the seat of 16d", "the yellow supporter")
    outcome = match.play(script)
    assert script.turns == [0, 1, 2]
    assert script.asked[-1][1] == "piece"  # not even whether to end the turn
    assert (outcome.winners, outcome.scores) == ((0, 2), (16, 0, 16, 0))
    assert outcome.reason == "a bloc of sixteen"


def test_after_the_last_seat_the_first_goes_on():
    """HC-TURN-01."""
    white = "1 2 3 4 5 6 7 8 9 10"
    match = position("X-HC-03=majority", white=white, yellow="12 13 14 15 16")
    match.seat = 1
    hold(match, 0, "20d 21d 22d")
    script = Script(END, "take the seat of 20d", "the yellow supporter")
    outcome = match.play(script)
    assert script.turns == [1, 0]
    assert outcome.winners == (0,)
    assert outcome.reason == "sixteen on the circle"


@pytest.mark.parametrize("first", ["card", "conversion"])
def test_a_conversion_and_the_card_action_give_no_second_one(first):
    """HC-TURN-02, HC-TURN-03."""
    match = position(white="1", blue="2", held={"white": 1})
    action, conversion = ("ponder", CARDS.names[match.hands[0][0]]), (convert(2, W), "white")
    script = act(match, *(action + conversion if first == "card" else conversion + action))
    assert words(script.asked[-1][2]) == [END]


def test_a_used_up_deck_is_reshuffled_at_once():
    """HC-SETUP-11: before anybody wants a card of it."""
    match = position()
    deck = match.decks[0]
    deck.discards = deck.cards[1:]
    deck.cards = deck.cards[:1]
    match.draw(0, 1)
    assert (len(deck.cards), deck.discards) == (28, [])


def test_the_card_of_an_action_goes_to_the_discards_of_the_faction():
    """HC-DEB-10, HC-SEAT-08: every way to a seat costs its card and draws one."""
    match = position(white="12", hand="12d 14d 13d", held={"blue": 3})
    for way in (
        Script("seat the speaker with 12d", "yellow", END),
        Script("take a seat with 14d and 3 blue arguments", "space 8", "white", END),
        Script("take the seat of 13d", "the white speaker", END),
    ):
        match.take_turn(way, 0)
        assert len(match.hands[0]) == 3
    assert match.decks[0].discards == cards("12d 14d 13d")
    assert match.decks[1].discards == []
    assert (match.circle.speaker[YELLOW], match.circle.speaker[WHITE]) == (12, 13)
    assert match.supporters == [9, 10, 10, 10]
    assert match.held[0] == [0] * 5


def test_a_speaker_on_the_circle_neither_sits_down_again_nor_is_replaced():
    """HC-SEAT-02, HC-SEAT-03: a supporter is swapped, not a speaker."""
    match = position(white="s12 1", hand="12d 1d 7d")
    assert words(debates.open_seats(match, 0)) == [
        "seat the speaker with 1d",
        "take the seat of 7d",
    ]
    script = act(match, "take the seat of 7d", "the yellow speaker", END)
    assert words(script.asked[1][2]) == [
        "the white supporter",
        "the yellow supporter",
        "the yellow speaker",
    ]
    hold(match, 0, "1d 8d 9d")
    assert words(debates.open_seats(match, 0)) == ["take the seat of 8d", "take the seat of 9d"]


def test_a_seat_is_bought_with_three_arguments_and_a_free_space_only():
    """HC-SEAT-04, HC-SEAT-06."""
    match = position(hand="14d 18d", held={"blue": 2, "red": 2})
    assert words(debates.open_seats(match, 0)) == ["take the seat of 14d", "take the seat of 18d"]
    own(match, 0, blue=1)
    assert bought(match) == [
        "take a seat with 14d and 3 blue arguments",
        "take a seat with 18d and 3 blue arguments",
    ]
    match = position(blue="6 12 18 24 30", hand="18d 1d", held={"blue": 3})
    assert words(debates.open_seats(match, 0)) == ["take the seat of 1d"]


def test_a_player_without_any_supporter_can_only_seat_a_speaker():
    """HC-SUP-01: nothing to place and nothing to move; HC-SEAT-02."""
    match = position(blue="2")
    match.supporters[WHITE] = match.supporters[YELLOW] = 0
    hold(match, 0, "12d 14d")
    own(match, 0, blue=3)
    match.seat_speaker(WHITE, 1)
    own(match, 0, white=1)  # what blue on 2 would cost
    assert debates.open_conversions(match, 0) == []
    assert words(debates.open_seats(match, 0)) == ["take the seat of 12d", "take the seat of 14d"]
    act(match, "take the seat of 12d", END)
    assert match.circle.speaker[YELLOW] == 12
    assert words(debates.open_seats(match, 0)) == []


def test_cards_are_laid_in_the_order_of_the_hand_while_there_is_room():
    """HC-DEB-01, HC-DEB-07: at least one, then as many as fit, or fewer."""
    match = position(hand="2d 8d 14d")
    act(match, "debate for blue", "2d", "no more cards", END)
    assert match.held[0][B] == 1
    match = position(held={"blue": 4}, hand="2d 8d 1d 14d 6d")
    script = act(match, "debate for blue", "8d", "14d", END)
    assert [words(options) for _, what, options in script.asked if what == "lay"] == [
        ["2d", "8d", "14d", "6d"],
        ["14d", "6d", "no more cards"],
    ]
    assert match.held[0][B] == 6
    assert len(match.hands[0]) == 3
    full_up = [one.colour for one in debates.open_debates(match, 0)]
    assert B not in full_up


def test_the_pool_limits_what_is_taken():
    """HC-DEB-05, HC-DEB-09: one blue left, no green, for a trilithon card too."""
    match = position()
    match.pool[B], match.pool[G], match.pool[R] = 1, 0, 2
    assert [debates.room(match, 0, colour) for colour in range(5)] == [6, 1, 0, 6, 2]
    pairs = words(debates.arguments_of_card(match, 0))
    assert "blue and blue" not in pairs
    assert "red and red" in pairs
    assert not any("green" in one for one in pairs)
    assert len(pairs) == 9
    match.pool = [0, 1, 0, 0, 0]
    hold(match, 0, "trilithon-white 1d")
    assert debates.open_debates(match, 0) == []
    lost = position("X-HC-08=surplus_lost")
    lost.pool = [0, 1, 0, 0, 0]
    assert words(debates.arguments_of_card(lost, 0)) == ["blue"]
    assert len(debates.arguments_of_card(position("X-HC-08=surplus_lost"), 0)) == 15
    hold(lost, 0, "trilithon-white 1d")
    act(lost, "debate with trilithon-white", END)
    assert lost.held[0] == [0, 1, 0, 0, 0]


def test_ponder_and_consult_need_a_card():
    """HC-POND-02, HC-CONS-01, HC-TURN-04 (X-HC-05, X-HC-09)."""
    match = position("X-HC-09=must_act", players=4)
    assert debates.PONDER.may(match, 0)
    assert debates.CONSULT.may(match, 0)
    hold(match, 0, "")
    assert not debates.PONDER.may(match, 0)
    assert not debates.CONSULT.may(match, 0)
    assert words(match.options(0, acted=False)) == [END]
    for left, may in ((2, True), (1, False)):
        match = position("X-HC-05=forbid")
        match.decks[0].cards = match.decks[0].cards[:left]
        assert debates.PONDER.may(match, 0) is may
    match = position("X-HC-05=forbid", "X-HC-02=hand")
    match.decks[0].cards = []
    assert debates.PONDER.may(match, 0)


def test_the_largest_group_beside_a_target_counts_for_each_colour():
    """HC-CONV-07, HC-CONV-08, HC-CONV-12, HC-END-03."""
    assert debates.converters(position(white="6 8", yellow="9 10", blue="7"), 0, 7) == [1] * 5
    assert debates.converters(position(white="6 8 9 10", blue="7"), 0, 7) == [1, 3, 1, 1, 1]
    assert debates.converters(position(white="4 5 6 8", blue="7"), 0, 7) == [3] * 5
    assert debates.converters(position(white="5 9", blue="7", red="6"), 0, 7) == []
    partner = position(players=4, yellow="8 9", blue="7")
    assert debates.converters(partner, 0, 7) == [0, 2, 0, 0, 0]


def test_each_colour_has_the_price_of_its_own_group():
    """HC-END-03, HC-CONV-06: a speaker costs 1 from three blue-based, 3 from one on black."""
    for red, colours in ((2, [B]), (3, [B, R])):
        match = position(white="6 8 9 10", blue="s7")
        match.voting = True
        own(match, 0, blue=1, red=red)
        assert debates.open_conversions(match, 0) == [convert(7, one) for one in colours]


def test_a_circle_of_one_colour_closes():
    """HC-DEF-01, HC-DEF-02, HC-DEF-04: groups and blocs end where they began."""
    circle = position().circle
    for space in range(1, 31):
        circle.put(space, WHITE)
    assert (circle.group(1), circle.bloc(7), circle.members(0), circle.free) == (30, 30, 30, 0)
    assert circle.longest(0) == list(range(1, 31))
    circle.take(10)
    assert (circle.group(11), circle.bloc(9), circle.free) == (29, 29, 1)
    assert circle.longest(0) == [*range(11, 31), *range(1, 10)]


def test_piles_and_cards_are_counted():
    """HC-COMP-04, HC-COMP-05, HC-SETUP-11: what was drawn, played and left."""
    match = position()
    piles = [pile.id for pile in match.frame.piles]
    hold(match, 0, "2d 12d 13d")
    drawn = sum(match.tally.drawn)
    assert drawn == 6
    act(match, "debate for blue", "2d", "12d", END)
    act(match, "take the seat of 13d", "the yellow supporter", END)
    assert sum(match.tally.drawn) == drawn + 3
    assert [at for at, times in enumerate(match.tally.played) if times] == sorted(
        map(card, ("2d", "12d", "13d"))
    )
    least = {pile: gauge.least for pile, gauge in zip(piles, match.tally.gauges, strict=True)}
    changed = {"pro_deck": 26, "con_deck": 29, "arguments_blue": 8, "supporters_yellow": 9}
    assert least == dict.fromkeys(piles, 10) | changed
    assert match.levels() == list(least.values())
    assert match.used() == [0, 2, 0, 0, 0, 0, 0, 1, 0]


def test_what_can_run_out():
    """HC-COMP-04, HC-COMP-05, HC-DEB-07, HC-SETUP-11 (X-HC-05): at the very edge, too."""

    def running_out(set_id, copies):
        table = table_of(NAME, 2, game=fewer(game_of(NAME), set_id, copies))
        return {bound.pile.split("_")[0] for bound in table.bounds() if bound.can_run_out}

    assert running_out("bar", 12) == {"pro", "con", "arguments", "supporters"}
    assert running_out("bar", 13) == {"pro", "con", "supporters"}
    assert running_out("disk", 30) == {"pro", "con", "arguments", "supporters"}
    assert running_out("disk", 31) == {"pro", "con", "arguments"}
    for top, short in ((6, True), (7, False)):
        few = smaller(game_of(NAME), "number", lambda one, top=top: one.fields["number"] <= top)
        table = table_of(NAME, 4, "X-HC-02=hand", game=few)
        assert [bound.can_run_out for bound in table.bounds()[:2]] == [short] * 2


def test_a_copy_stands_as_the_match_does_and_is_played_on_apart():
    """HC-DEB-01, HC-CONV-09, HC-END-01: circle, arguments, hands, decks, luck and counts."""
    check_copy(full(), but=("after", "before"))


@settings(max_examples=20)
@given(
    top=st.integers(1, 30),
    disks=st.integers(1, 10),
    bars=st.integers(1, 10),
    players=st.sampled_from([2, 4]),
    index=st.integers(0, 10**6),
)
def test_small_boxes_lose_nothing(top, disks, bars, players, index):
    """HC-WIN-02: such games may have no end; the cap stops them (the referee watches)."""
    table = table_of(NAME, players, game=small_box(NAME, top, disk=disks, bar=bars))
    table = capped(table, 60)
    assert play_game(table, "random", index).turns <= 60
