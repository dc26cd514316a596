"""The High Council: worked examples, rule by rule, and small boxes."""

from functools import cache

import pytest
from gametable import (
    Stopped,
    capped,
    card,
    dealt,
    fewer,
    ids,
    laid_out,
    lying,
    move,
    small_box,
    smaller,
    table_of,
    take_turn,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import play_game
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.compiler.runtime.ahead import POINT
from validator.compiler.tables import FIRST
from validator.findings import UsageError
from validator.setup.deal import as_json, as_text
from validator.setup.guide import guide

NAME = "high_council"
HUES = ("white", "blue", "green", "yellow", "red")
COLOURS = ("white", "blue", "yellow", "red")
TRILITHON = ["capstone", "support", "support"]
PRO = ("white", "yellow")
END = "end the turn"


@cache
def table(players, *rulings):
    return table_of(NAME, players, *rulings)


class Turn:
    """Takes one turn: answers are how options begin in words; without one the turn stops there."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.told = []
        self.turns = []
        self.options = ()

    def choose(self, seat, what, options):
        self.options = options
        self.asked.append((seat, what, [one.say() for one in options]))
        if not self.answers:
            raise Stopped
        answer = self.answers.pop(0)
        begun = [one for one in options if one.say().startswith(answer)]
        found = [one for one in begun if one.say() == answer] or begun
        assert found, f"{answer} is not among {self.asked[-1][2]}"
        return found[0]

    def turn(self, seat):
        if self.turns and not self.answers:
            raise Stopped
        self.turns.append(seat)

    def tell(self, seat, what, deed):
        self.told.append((seat, what, deed.say()))


def position(*rulings, players=2, hand=None, held=None, **pieces):
    """A match with pieces seated: ``white="1 2 s3"`` (``s`` for the speaker).

    ``hand`` is that of seat 1, if it shall be another than was dealt, ``held`` its arguments.
    """
    match = dealt(table(players, *rulings))
    for colour, words in pieces.items():
        for word in words.split():
            kind = "speaker" if word.startswith("s") else "supporters"
            move(match, lying(match, f"{kind}_{colour}")[-1:], f"circle.{word.lstrip('s')}")
    if hand is not None:
        hold(match, 0, hand)
    own(match, 0, **(held or {}))
    return match


def own(match, seat, **arguments):
    """Put arguments in front of a seat, out of the centre."""
    for hue, count in arguments.items():
        move(match, lying(match, f"arguments_{hue}")[:count], f"seat{seat + 1}.arguments")


def hold(match, seat, names):
    """Change the hand of a seat for other cards, wherever they are now."""
    move(match, lying(match, f"seat{seat + 1}.hand"), ("pro_deck", "con_deck")[seat % 2])
    pieces = [one.id for one in match.program.tables.pieces]
    move(match, [pieces.index(card(name)) for name in names.split()], f"seat{seat + 1}.hand")


def vote(match):
    """Let the voting have begun."""
    move(match, lying(match, "trilithon"), "voting")


def clear(match, space):
    """Give the piece on a space back to its owner."""
    [piece] = ids(match, f"circle.{space}")
    kind, colour = piece.split("-")
    zone = f"{'speaker' if kind == 'figure' else 'supporters'}_{colour}"
    move(match, lying(match, f"circle.{space}"), zone)


def at(match, space):
    """What sits on a space: ``disk-white``, or nothing."""
    return "".join(ids(match, f"circle.{space}"))


def held(match, seat=0):
    """The arguments in front of a seat, by colour."""
    found = ids(match, f"seat{seat + 1}.arguments")
    return [found.count(f"bar-{hue}") for hue in HUES]


def pool(match):
    return [len(lying(match, f"arguments_{hue}")) for hue in HUES]


def waiting(match):
    """The supporters in front of their owners, by colour."""
    return [len(lying(match, f"supporters_{colour}")) for colour in COLOURS]


def hand(match, seat=0):
    return ids(match, f"seat{seat + 1}.hand")


def empty(match):
    """How many spaces nobody sits on."""
    return sum(not at(match, space) for space in range(1, 31))


def act(match, *answers, seat=0):
    """A turn of ``seat`` with these answers."""
    return take_turn(match, Turn(*answers), seat)


def offered(match, seat=0, *before):
    """What a seat may do in its turn, or after some answers, in words."""
    return act(match.copy(), *before, seat=seat).asked[-1][2]


def conversions(match, seat=0, *before):
    """The spaces that a seat can convert, and the colour of the arguments."""
    said = [one.split() for one in offered(match, seat, *before) if one.startswith("convert")]
    return list(dict.fromkeys((int(one[2]), one[4]) for one in said))


def debates(match, seat=0):
    """The colours for which a seat can debate."""
    return [one.removeprefix("debate for ") for one in offered(match, seat) if "for" in one]


def cost(match, space, hue, seat=0):
    """The fewest arguments of a colour that convert a space; 0 if three do not."""
    for count in (1, 2, 3):
        other = match.copy()
        own(other, seat, **{hue: count})
        if (space, hue) in conversions(other, seat):
            return count
    return 0


def bought(match):
    """The seats that the first player can buy."""
    return [one for one in offered(match) if one.startswith("take space")]


def seats(match, seat=0):
    """What sits down, and with which card, without arguments."""
    said = [one for one in offered(match, seat) if one.startswith(("take the seat", "seat"))]
    return [one.removeprefix("take the seat of ") for one in said]


@pytest.mark.parametrize(("players", "deck"), [(2, 29), (4, 26)])
def test_a_match_starts_from_the_table_that_set_up_shows(players, deck):
    """HC-META-01, HC-SETUP-08, -09, -10, -12, HC-COMP-04, HC-COMP-05, HC-END-02."""
    shown = laid_out(NAME, players).zones
    match = dealt(table(players))
    assert len(shown["pro_deck"]) == len(shown["con_deck"]) == deck
    assert [piece for piece in shown["box"] if piece.startswith("trilithon")] == ["trilithon-red"]
    for zone in ("pro_deck", "con_deck", *(f"seat{seat}.hand" for seat in range(1, players + 1))):
        assert ids(match, zone) == list(shown[zone])
    assert pool(match) == [len(shown[f"arguments_{hue}"]) for hue in HUES] == [10] * 5
    assert waiting(match) == [10] * 4
    for colour in COLOURS:
        assert ids(match, f"speaker_{colour}") == list(shown[f"speaker_{colour}"])
    laid = [piece.partition("#")[0] for piece in shown["trilithon"]]
    assert sorted(ids(match, "trilithon")) == sorted(laid) == TRILITHON


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
    assert sorted(piece.partition("#")[0] for piece in zones["trilithon"]) == TRILITHON
    assert len([piece for piece in box if piece.startswith("capstone")]) == 4


def test_factions_hold_the_day_and_the_night_cards():
    """HC-SETUP-06, HC-SETUP-07, HC-SETUP-08."""
    match = dealt(table(4))
    for at_, phase in enumerate(("day", "night")):
        deck = ids(match, ("pro_deck", "con_deck")[at_])
        cards = [*deck, *hand(match, at_), *hand(match, at_ + 2)]
        assert sum(one.endswith(phase) for one in cards) == 30
        assert sum(one.startswith("trilithon") for one in cards) == 2


def test_three_players_are_refused_with_the_finding():
    """HC-META-01, HC-SETUP-04 (X-HC-01)."""
    with pytest.raises(UsageError, match="X-HC-01"):
        find_configuration(game_of(NAME), 3)


@pytest.mark.parametrize(
    ("players", "factions"),
    [(2, "The first player is the Pro"), (4, "White and yellow are partners")],
)
def test_the_guide_tells_the_factions_what_decks_hold_and_who_begins(players, factions):
    """HC-SETUP-02, HC-SETUP-03, HC-SETUP-08, HC-SETUP-11, HC-TURN-01: and all is as it says."""
    lines = guide(game_of(NAME), find_configuration(game_of(NAME), players))
    assert factions in lines[0]
    assert lines[2].startswith("3. The decks: ")
    for name in ("Pro", "Con"):
        assert f"Check: the {name} deck now holds 32." in lines[2]
    assert lines[6] == "7. The start: A Pro player begins."
    assert laid_out(NAME, players).problems == ()


@pytest.mark.parametrize(
    ("players", "own_colours", "headings"),
    [
        (2, [0, 1, 0, 1], ["Pro, white and yellow", "Con, blue and red"]),
        (4, [0, 1, 2, 3], ["Pro, white", "Con, blue", "Pro, yellow", "Con, red"]),
    ],
)
def test_seats_have_factions_and_colours(players, own_colours, headings):
    """HC-SETUP-02, HC-SETUP-03: in play, in what the set-up says and in its JSON."""
    match = position(players=players)
    owners = [match.owner[lying(match, f"supporters_{colour}")[0]] for colour in COLOURS]
    assert owners == own_colours
    shown = laid_out(NAME, players)
    lines = [line for line in as_text(shown).splitlines() if line.startswith("Seat ")]
    said = [one.lower().replace(",", "").replace(" and ", "/") for one in headings]
    assert lines == [f"Seat {at_}: Player, {one}" for at_, one in enumerate(headings, 1)]
    assert list(table(players).frame.seats) == said
    listed = as_json(shown)["seats"]
    assert [", ".join((one["faction"], " and ".join(one["colours"]))) for one in listed] == headings


def test_groups_and_blocs():
    """HC-DEF-01, HC-DEF-02, HC-DEF-03, HC-DEF-04, HC-SETUP-03."""
    pieces = {"white": "29 30 s1 5", "yellow": "2 3", "blue": "4"}
    assert position(**pieces).scores() == [5, 1]
    assert position("X-HC-13=line", **pieces).scores() == [3, 1]
    assert position().scores() == [0, 0]
    for ruling, group in (("circle", 3), ("line", 2)):
        for blue, base in (("29 30 1", 28), ("30 1 2", 3)):
            match = position(f"X-HC-13={ruling}", white=str(base), blue=blue)
            target = 29 if base == 28 else 2
            hue = ("black", *HUES)[base % 6]
            assert cost(match, target, hue) == group


def test_a_bloc_of_sixteen_needs_two_colours():
    """HC-DEF-05, HC-COMP-08, HC-WIN-01."""
    white = " ".join(str(space) for space in range(1, 11))
    match = position(white=white + " s11", yellow="12 13 14 15", hand="16d 20d 21d")
    assert match.scores() == [15, 0]
    act(match, "take the seat of 16 day with yellow supporter")
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize(
    ("spaces", "last", "ends"),
    [
        (range(1, 16), 16, True),
        (range(2, 17), 1, True),
        (range(15, 30), 30, True),
        (range(16, 31), 1, False),
        (range(1, 16), 30, False),
    ],
)
def test_a_bloc_across_the_joint_wins_on_a_circle_only(spaces, last, ends):
    """HC-WIN-01, HC-DEF-02, HC-DEF-04 (X-HC-13): the sixteenth at either end of fifteen."""
    white, yellow = (" ".join(map(str, some)) for some in (spaces[:10], spaces[10:]))
    for ruling, wins in (("circle", True), ("line", ends)):
        match = position(f"X-HC-13={ruling}", white=white, yellow=yellow, hand=f"{last}d")
        act(match, f"take the seat of {last} day with yellow supporter")
        assert (match.outcome is not None) is wins


def test_sixteen_anywhere_wins_only_by_ruling():
    """HC-META-02 (X-HC-03): runs of 15 and 7 with enemies at both joints."""
    for ruling, wins in (("bloc", False), ("majority", True)):
        white = " ".join(str(space) for space in range(1, 11))
        match = position(f"X-HC-03={ruling}", white=white, yellow="11 12 13 14 15", blue="16 24")
        hold(match, 0, "17d 20d 21d")
        act(match, "take the seat of 17 day with yellow supporter")
        assert (match.outcome is not None) is wins


def test_cards_of_one_colour_bring_as_many_arguments():
    """HC-DEB-01, HC-DEB-02, HC-DEB-04, HC-DEB-10: two black and a yellow card, three yellow."""
    match = position(hand="6d 10d 12d 3d")
    act(match, "debate for yellow", "6 day", "10 day", "12 day")
    assert held(match) == [0, 0, 0, 3, 0]
    assert pool(match) == [10, 10, 10, 7, 10]
    assert len(hand(match)) == 3
    assert sorted(ids(match, "pro_discard")) == ["10-day", "12-day", "6-day"]


def test_black_cards_alone_bring_any_one_colour():
    """HC-DEB-03: two black cards, two green."""
    match = position(hand="6d 12d 1d")
    assert debates(match) == [*HUES]
    act(match, "debate for green", "6 day", "12 day")
    assert held(match) == [0, 0, 2, 0, 0]


def test_a_trilithon_card_brings_any_two():
    """HC-DEB-05: a white and a blue argument."""
    match = position(hand="trilithon-white 5d 11d")
    turn = act(match, "debate with white trilithon", "blue argument, white argument")
    assert held(match) == [1, 1, 0, 0, 0]
    assert len(turn.asked[1][2]) == 15
    match = position(hand="trilithon-white", held={"blue": 6})
    pairs = act(match, "debate with").asked[1][2]
    assert (len(pairs), [pair for pair in pairs if "blue" in pair]) == (10, [])


def test_no_faction_holds_more_than_six_of_a_colour():
    """HC-DEB-07, HC-DEB-08: 10 - 6 leaves four for the others; partners count together."""
    match = position(players=4, held={"blue": 4})
    own(match, 2, blue=2)
    for seat in (0, 2):
        hold(match, seat, "2d 8d" if seat else "14d 20d")
        assert debates(match, seat) == []
    assert pool(match)[1] == 4
    hold(match, 1, "2n 8n 14n 20n 26n")
    act(match.copy(), "debate for blue", "2 night", "8 night", "14 night", "20 night", seat=1)
    own(match, 1, blue=4)
    hold(match, 3, "2n 8n")
    assert debates(match, 3) == []


def test_surplus_cards_are_kept_or_lost_by_ruling():
    """HC-DEB-09 (X-HC-08): three blue cards with five blue arguments held."""
    match = position(held={"blue": 5}, hand="2d 8d 14d")
    act(match, "debate for blue", "8 day")
    assert held(match)[1] == 6
    match = position("X-HC-08=surplus_lost", held={"blue": 5}, hand="2d 8d 14d")
    act(match, "debate for blue", "2 day", "8 day", "14 day")
    assert held(match)[1] == 6
    assert len(ids(match, "pro_discard")) == 3


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
        answer
        for name in ("white", "blue")
        for answer in (f"{name} trilithon", "2 x green argument")
    ]
    turn = act(match, "debate for blue", "2 day", *pairs[: 2 * joined])
    assert turn.asked[-1][2] == [END]
    assert held(match) == [0, 1, 2 * joined, 0, 0]
    assert len(ids(match, "pro_discard")) == 1 + joined
    assert len(hand(match)) == 3


@pytest.mark.parametrize("ruling", ["one", "several"])
def test_a_second_trilithon_card_brings_two_more_only_by_ruling(ruling):
    """HC-DEB-05, HC-DEB-06 (X-HC-08-TWO); mixing is no matter of it."""
    several = ruling == "several"
    match = position(f"X-HC-08-TWO={ruling}", hand="trilithon-white trilithon-blue 2d")
    more = ["blue trilithon", "2 x red argument"] if several else []
    turn = act(match, "debate with white trilithon", "2 x green argument", *more)
    assert turn.asked[-1][2][-1] == END
    assert held(match) == [0, 0, 2, 0, 2 if several else 0]
    assert len(hand(match)) == 3


def test_a_joining_trilithon_card_may_be_kept_and_needs_room():
    """HC-DEB-06, HC-DEB-07 (X-HC-08-MIX)."""
    match = position("X-HC-08-MIX=joins", hand="2d trilithon-white 5d")
    act(match, "debate for blue", "2 day", "no more cards")
    assert "trilithon-white" in hand(match)
    match = position(
        "X-HC-08-MIX=joins", held={"white": 6, "blue": 5, "green": 6, "yellow": 6, "red": 6}
    )
    hold(match, 0, "2d trilithon-white 5d")
    turn = act(match, "debate for blue", "2 day")
    assert [what for _, what, _ in turn.asked] == ["turn", "lay", "turn"]
    assert "trilithon-white" in hand(match)


@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("2d 4d 10d 16d 22d", ["debate for blue", "2 day"]),
        ("trilithon-white 1d 2d 3d 4d", ["debate with white", "2 x green argument"]),
    ],
)
def test_the_hand_is_refilled_to_three_or_by_what_was_played(cards, answers):
    """HC-DEB-05, HC-DEB-10 (X-HC-02-REFILL): by a trilithon card too."""
    for ruling, size in (("three", 4), ("as_played", 5)):
        match = position(f"X-HC-02-REFILL={ruling}", hand=cards)
        act(match, *answers)
        assert len(hand(match)) == size


def test_a_card_seats_a_supporter_or_the_speaker_on_its_space():
    """HC-SEAT-02, HC-SEAT-07, HC-SEAT-08, HC-SEAT-09."""
    match = position(hand="12d 1d 7d")
    assert [one for one in seats(match) if one.startswith("12 day")] == [
        f"12 day with {colour} {piece}" for piece in ("supporter", "speaker") for colour in PRO
    ]
    act(match, "take the seat of 12 day with yellow supporter")
    assert at(match, 12) == "disk-yellow"
    assert waiting(match) == [10, 10, 9, 10]
    assert len(hand(match)) == 3


def test_only_supporters_take_seats_by_the_overview():
    """HC-SEAT-09 (X-HC-02-SPEAKER), a variant of HC-SEAT-02 and HC-SEAT-03."""
    match = position("X-HC-02-SPEAKER=supporters_only", white="1", hand="12d 1d")
    assert seats(match) == ["12 day with white supporter", "12 day with yellow supporter"]


def test_the_speaker_takes_the_place_of_an_own_supporter():
    """HC-SEAT-03."""
    match = position(white="12", blue="13", hand="12d 13d")
    assert seats(match) == ["seat white speaker with 12 day", "seat yellow speaker with 12 day"]
    act(match, "seat white speaker with 12 day")
    assert at(match, 12) == "figure-white"
    assert waiting(match)[0] == 10
    assert empty(match) == 28


def test_three_arguments_seat_a_supporter_on_another_space_of_the_colour():
    """HC-SEAT-04, HC-SEAT-05, HC-SEAT-10: card 14 (blue) and three blue arguments, space 8."""
    for ruling, back in (("pool", 9), ("box", 6)):
        match = position(f"X-HC-08-SEAT={ruling}", white="14", hand="14d 1d 7d", held={"blue": 3})
        own(match, 0, white=1, blue=1, red=1)
        assert bought(match) == [
            f"take space {space} with 14 day, 3 blue arguments and {colour} supporter"
            for space in (2, 8, 20, 26)
            for colour in PRO
        ]
        act(match, "take space 8 with 14 day, 3 blue arguments and white")
        assert at(match, 8) == "disk-white"
        assert pool(match) == [9, back, 10, 10, 9]
        assert held(match) == [1, 1, 0, 0, 1]
    # the first space is bought like any other of its colour
    match = position(blue="13", hand="7d 2d 3d", held={"white": 3})
    assert [one.split()[2] for one in bought(match)] == [*"1177", "19", "19", "25", "25"]
    act(match, "take space 1 with 7 day, 3 white arguments and white")
    assert at(match, 1) == "disk-white"


def test_a_black_card_and_three_of_any_colour_seat_on_black():
    """HC-SEAT-06: card 18 and three red arguments, space 30."""
    match = position(hand="18d 1d 7d", held={"red": 3, "white": 2})
    assert bought(match) == [
        f"take space {space} with 18 day, 3 red arguments and {colour} supporter"
        for space in (6, 12, 18, 24, 30)
        for colour in PRO
    ]
    act(match, "take space 30 with 18 day, 3 red arguments and white")
    assert at(match, 30) == "disk-white"


def test_a_trilithon_card_takes_no_seat():
    """HC-SEAT-01."""
    match = position(hand="trilithon-white", held={"white": 3})
    assert seats(match) == bought(match) == []


def test_without_a_supporter_one_on_the_board_is_moved():
    """HC-SUP-01, HC-SUP-02."""
    match = position(players=4, white=" ".join(str(space) for space in range(1, 11)))
    hold(match, 0, "20d 11d 12d")
    act(match, "take the seat of 20 day with white supporter on 5")
    assert at(match, 20) == "disk-white"
    assert not at(match, 5)
    assert waiting(match)[0] == 0
    assert empty(match) == 20


def test_nothing_is_moved_while_the_player_has_a_supporter_of_either_colour():
    """HC-SUP-01 with two players: ten white seated, one yellow left to place, then none."""
    white, yellow = "1 2 3 4 5 7 8 9 10 11", "13 14 15 16 17 19 20 21 22"
    match = position(white=white, yellow=yellow, blue="12 18", hand="25d")
    assert seats(match) == [
        "25 day with yellow supporter",
        "25 day with white speaker",
        "25 day with yellow speaker",
    ]
    act(match, "take the seat of 25 day with yellow supporter")
    assert waiting(match) == [0, 8, 0, 10]
    hold(match, 0, "26d 11d")
    moved = [one for one in seats(match) if one.startswith("26 day") and "supporter" in one]
    assert len(moved) == 20
    act(match, "take the seat of 26 day with yellow supporter on 25")
    assert (at(match, 25), at(match, 26)) == ("", "disk-yellow")


def test_a_conversion_places_before_it_moves_too():
    """HC-SUP-01, HC-CONV-09: white used up, a yellow supporter left."""
    white, yellow = "1 2 3 4 5 7 8 9 10 11", "13 14 15 16 17 19 20 21 22"
    match = position(white=white, yellow=yellow, blue="12 18", held={"red": 2})
    act(match, "convert space 12 with red arguments to yellow supporter")
    assert at(match, 12) == "disk-yellow"
    assert all(at(match, int(space)) == "disk-white" for space in white.split())
    act(match, "convert space 18 with red arguments to white supporter on 1")
    assert (at(match, 18), at(match, 1)) == ("disk-white", "")


def test_ponder_gives_one_card_for_three_or_the_hand_for_as_many():
    """HC-POND-01, HC-POND-02 (X-HC-02), HC-POND-03."""
    match = position(hand="1d 2d 3d")
    act(match, "ponder", "2 day")
    assert len(hand(match)) == 5
    assert ids(match, "pro_discard") == ["2-day"]
    match = position("X-HC-02=hand", hand="1d 2d 3d")
    act(match, "ponder")
    assert sorted(ids(match, "pro_discard")) == ["1-day", "2-day", "3-day"]
    assert len(hand(match)) == 3


def test_fourteen_ponders_leave_two_cards_for_the_fifteenth():
    """HC-SETUP-11, HC-POND-03 (X-HC-05)."""
    for ruling, may in (("draw_what_is_there", True), ("forbid", False)):
        match = position(f"X-HC-05={ruling}")
        for _ in range(14):
            act(match, "ponder", "")
        assert len(hand(match)) == 31
        assert len(ids(match, "pro_deck") + ids(match, "pro_discard")) == 1
        assert ("ponder" in offered(match)) is may
    match = position()
    for _ in range(15):
        act(match, "ponder", "")
    assert len(hand(match)) == 32


def test_consulting_exchanges_a_card_with_the_partner():
    """HC-CONS-01."""
    assert "consult" not in offered(position())
    match = position(players=4, hand="1d 2d 3d")
    hold(match, 2, "4d 5d 6d")
    turn = act(match, "consult", "1 day", "5 day")
    assert "1-day" in hand(match, 2)
    assert "5-day" in hand(match)
    assert turn.asked[2][0] == 2
    assert "1 day" in turn.asked[2][2]
    assert turn.asked[3] == (0, "turn", [END])


def test_a_seat_sees_neither_the_decks_nor_the_hands_of_others():
    """HC-SETUP-11: of each faction, whose members hold no other cards."""
    unseen = {zone for one in position(players=4).unseen(0) for zone in one.zones}
    assert unseen == {"pro_deck", "seat3.hand", "con_deck", "seat2.hand", "seat4.hand"}


def test_one_card_action_a_turn():
    """HC-TURN-02, HC-TURN-04 (X-HC-09)."""
    match = position(players=4, white="12", hand="12d 14d trilithon-white", held={"blue": 3})
    kinds = ["debate for", "debate with", "take the", "take space", "seat", "ponder", "consult"]
    for action in [*kinds, "take the seat of 14 day with white speaker"]:
        answers = [action]
        while (asked := act(match.copy(), *answers).asked[-1])[1] != "turn":
            answers.append("")
        assert [one for one in asked[2] if not one.startswith("convert")] == [END]
    for ruling, may in (("pass", True), ("must_act", False)):
        assert (END in offered(position(f"X-HC-09={ruling}"))) is may
    match = position("X-HC-09=must_act", white="1", blue="2", held={"white": 1})
    assert conversions(match) == [(2, "white")]


@pytest.mark.parametrize("ponder", ["one_card", "hand"])
def test_every_card_action_is_a_duty_only_by_ruling(ponder):
    """HC-TURN-04 (X-HC-09), HC-POND-01, HC-POND-02: who must act may do any, or convert before."""

    def may(ruling):
        match = position(f"X-HC-09={ruling}", f"X-HC-02={ponder}", players=4, white="12", blue="13")
        hold(match, 0, "12d 14d trilithon-white")
        own(match, 0, blue=3)
        return offered(match)

    assert [*may("must_act"), END] == may("pass")
    kinds = [" ".join(one.split()[:2]) for one in may("pass")]
    actions = {"convert space", "debate for", "debate with", "take the", "seat white", "take space"}
    assert set(kinds) == actions | {"ponder", "consult", "end the"}
    assert kinds.count("ponder") == 1


def test_a_pro_player_begins():
    """HC-TURN-01 (X-HC-15)."""

    def start(*rulings, index=0):
        turn = Turn()
        match = dealt(table(4, *rulings), index)
        with pytest.raises(Stopped):
            match.play(turn)
        return turn.turns[0]

    assert start() == 0
    assert {start("X-HC-15=lot", index=index) for index in range(12)} == {0, 2}


@pytest.mark.parametrize(
    ("blue", "price"), [("2", 1), ("2 3", 2), ("2 3 4", 3), ("2 3 4 5", 3), ("s2", 3)]
)
def test_prices_by_the_size_of_the_group(blue, price):
    """HC-CONV-04, HC-CONV-05, HC-CONV-06, HC-CONV-11: what is left, and other colours, stay."""
    match = position(white="1", blue=blue, held={"blue": 1, "red": 1})
    assert cost(match, 2, "white") == price
    own(match, 0, white=price - 1)
    assert conversions(match) == []
    own(match, 0, white=1)
    assert conversions(match) == [(2, "white")]
    for before in ([], ["ponder", ""]):
        other = match.copy()
        own(other, 0, white=4 - price)
        act(other, *before, "convert space 2")
        assert held(other) == [4 - price, 1, 0, 0, 1]


def test_arguments_have_the_colour_under_the_converting_piece():
    """HC-CONV-07, HC-CONV-08: white on space 1 pays white, on 6 (black) any one colour."""
    match = position(white="1 6", blue="2 7", held={"white": 1, "blue": 1, "red": 2})
    for before in ([], ["ponder", ""]):
        found = sorted(conversions(match, 0, *before))
        assert found == [(2, "white"), (7, "blue"), (7, "red"), (7, "white")]


def test_only_neighbours_convert_unless_ruled_otherwise():
    """HC-CONV-03 (X-HC-04): one piece on black would reach the whole ring."""
    for ruling, targets in (("adjacent", []), ("anywhere", [10, 20])):
        match = position(f"X-HC-04={ruling}", white="6", blue="10", red="20", held={"green": 1})
        assert [space for space, _ in conversions(match)] == targets


def test_the_ends_of_a_line_are_no_neighbours():
    """HC-DEF-04, HC-CONV-03 (X-HC-13)."""
    for ruling, targets in (("circle", [1]), ("line", [])):
        match = position(f"X-HC-13={ruling}", white="30", blue="1", held={"green": 1})
        assert [space for space, _ in conversions(match)] == targets


def test_a_conversion_gives_the_piece_back_and_the_arguments_too():
    """HC-CONV-01, HC-CONV-02, HC-CONV-09, HC-CONV-10, HC-CONV-11, HC-TURN-03."""
    match = position(white="1", blue="s2", red="30", held={"white": 4})
    words = "convert space {} with white arguments to {} supporter"
    act(match, words.format(2, "yellow"), words.format(30, "white"))
    assert at(match, 2) == "disk-yellow"
    assert ids(match, "speaker_blue") == ["figure-blue"]
    assert at(match, 30) == "disk-white"
    assert waiting(match) == [8, 10, 9, 10]
    assert pool(match) == [10] * 5


@pytest.mark.parametrize(
    ("colour", "other", "seat"),
    [("white", "blue", 1), ("blue", "yellow", 0), ("yellow", "red", 1), ("red", "white", 0)],
)
def test_speakers_and_supporters_go_back_to_their_own_place(colour, other, seat):
    """HC-CONV-09: in front of their owner, by their colour."""
    match = position(**{colour: "s2 8", other: "1 7"})
    own(match, seat, white=4)
    act(match, "convert space 2", "convert space 8", seat=seat)
    assert ids(match, f"speaker_{colour}") == [f"figure-{colour}"]
    assert len(lying(match, f"supporters_{colour}")) == 10


def test_in_the_voting_a_group_counts_and_no_bloc():
    """HC-END-03, HC-END-04, HC-DEF-01: pieces of the partner colour beside it are no part of it."""
    match = position(white="1", yellow="29 30", blue="2 3")
    vote(match)
    assert cost(match, 2, "white") == 2
    match = position(white="29 30 1", blue="2 3", red="4 5")
    vote(match)
    assert cost(match, 2, "white") == 1


def test_a_speaker_that_sits_down_wins_with_the_bloc():
    """HC-WIN-01, HC-SEAT-02, HC-SEAT-03: the sixteenth is a speaker, on a free space or not."""
    white = "1 2 3 4 5 6 7 8 9 10"
    match = position(white=white, yellow="11 12 13 14 15", hand="16d 20d 21d")
    act(match, "take the seat of 16 day with yellow speaker")
    assert match.outcome.winners == (0,)
    match = position(white=white, yellow="11 12 13 14 s15", hand="15d 12d 21d")
    act(match, "seat white speaker with 12 day")
    assert match.outcome is None


def test_a_speaker_on_the_last_free_space_starts_the_voting():
    """HC-END-01, HC-END-07: whoever fills it, for the rest of the turn too."""
    match = full()
    move(match, lying(match, "voting"), "trilithon")
    clear(match, 25)
    hold(match, 0, "25d 1d 2d")
    own(match, 0, yellow=1)
    assert (5, "yellow") not in conversions(match)
    act(match, "take the seat of 25 day with yellow speaker", "convert space 5 with yellow")
    assert sorted(ids(match, "voting")) == TRILITHON
    assert at(match, 5) == "disk-white"


def test_in_the_voting_an_own_supporter_is_moved_where_none_is_left():
    """HC-SUP-01, HC-SUP-02, HC-END-01: its space comes free, and the voting goes on (X-HC-06)."""
    match = position(
        players=4,
        white="1 2 3 4 5 6 7 8 9 10",
        blue="11 12 13 14 15 s16",
        yellow="17 18 19 20",
        red="22 23 24 25 26 27 28 29 30",
    )
    move(match, lying(match, "speaker_white"), "circle.21")
    vote(match)
    own(match, 0, yellow=1)
    for before in ([], ["consult", "", ""]):
        moved = offered(match, 0, *before)
        ways = sorted(one for one in moved if one.startswith("convert space 11"))
        words = "convert space 11 with yellow arguments to white supporter on"
        assert ways == sorted(f"{words} {space}" for space in range(1, 11))
    act(match, "convert space 11 with yellow arguments to white supporter on 1")
    assert (at(match, 11), at(match, 1)) == ("disk-white", "")
    assert empty(match) == 1
    assert sorted(ids(match, "voting")) == TRILITHON


def test_a_replay_tells_what_a_conversion_pays_and_where_it_starts():
    """HC-CONV-07, HC-CONV-08: red from 6 (black), although white on 8 stands beside it too."""
    match = position(white="6 8", blue="7", held={"red": 1})
    turn = act(match, "convert space 7 with red")
    assert turn.told == [(0, "pay", "1 red from space 6")]
    for white, hue, base in (("6 8", "blue", 6), ("6 8 9", "blue", 8), ("6 8 9", "green", 6)):
        for before in ([], ["ponder", ""]):
            match = position(white=white, blue="7", held={hue: 1})
            turn = act(match, *before, f"convert space 7 with {hue}")
            assert turn.told == [(0, "pay", f"1 {hue} from space {base}")]
    match = full()
    own(match, 0, white=1)
    turn = act(match, "convert space 24 with white")
    assert turn.told == [(0, "pay", "1 white from space 25")]


def test_the_account_of_a_game_names_longest_blocs():
    """HC-WIN-01: what the end rests on."""
    match = position(white="1 2 s3 9", yellow="30 10")
    assert match.scores() == [4, 0]


def test_a_partner_s_piece_may_convert_for_the_active_player():
    """HC-CONV-12."""
    match = position(players=4, yellow="1", blue="2", held={"white": 1})
    act(match, "convert space 2 with white")
    assert at(match, 2) == "disk-white"


def full(*rulings):
    """A full circle without a bloc: whites on 1 to 4, a blue pair on 5 and 6, and so on."""
    match = position(
        *rulings,
        white="1 2 3 4 9 10 15 16 21 s22",
        yellow="25 26 27",
        blue="5 6 11 12 17 18 s23 24 29 30",
        red="7 8 13 14 19 20 28",
    )
    vote(match)
    return match


def test_the_last_free_space_starts_the_voting():
    """HC-END-01, HC-END-02, HC-END-07."""
    for other in (False, True):
        match = full()
        move(match, lying(match, "voting"), "trilithon")
        clear(match, 25)
        if other:
            clear(match, 27)
        hold(match, 0, "25d 1d 2d")
        act(match, "take the seat of 25 day with yellow supporter")
        assert sorted(ids(match, "trilithon" if other else "voting")) == TRILITHON
        assert ids(match, "voting" if other else "trilithon") == []
        assert match.outcome is None


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

    def price(space, **pieces):
        match = position(*rulings, **pieces)
        vote(match)
        return cost(match, space, HUES[(space - 2) % 6])

    assert price(5, white="3 4", blue="5 6") == pair
    assert price(5, white="1 2 3 4", blue="5 6") == 1
    assert price(4, white="2 3", blue="4 5 6 7") == 3
    assert price(4, white="1 2 3", blue="4 5 6 7") == 3
    paid = [
        price(23, white=" ".join(str(space) for space in range(23 - by, 23)), blue="s23 24")
        for by in (1, 2, 3, 4)
    ]
    assert paid == [3, equal, speaker, speaker]


def test_voting_lasts_or_pauses_when_a_space_comes_free():
    """HC-CONV-05, HC-END-01, HC-END-03, HC-SUP-02 (X-HC-06): before it the old price is paid."""
    for ruling, price in (("lasts", 1), ("pauses", 2)):
        before = position(f"X-HC-06={ruling}", white="2 3 4", blue="5 6")
        assert cost(before, 5, "yellow") == 2
        match = full(f"X-HC-06={ruling}")
        assert cost(match, 5, "yellow") == 1
        clear(match, 28)
        assert cost(match, 5, "yellow") == price


def test_turns_go_around_until_a_bloc_wins_at_once():
    """HC-TURN-01, HC-WIN-01: the third player fills the bloc; nobody is asked any more."""
    match = position(players=4, white="1 2 3 4 5 6 7 8 9 10", yellow="11 12 13 14 15")
    hold(match, 2, "16d 20d 21d")
    turn = Turn(END, END, "take the seat of 16 day with yellow supporter")
    match.pc = match.program.start
    outcome = match.play(turn)
    assert turn.turns == [0, 1, 2]
    assert turn.asked[-1][0] == 2  # not even whether to end the turn
    assert (outcome.winners, outcome.scores) == ((0, 2), (16, 0, 16, 0))
    assert outcome.reason == "a bloc of sixteen"


def test_after_the_last_seat_the_first_goes_on():
    """HC-TURN-01."""
    white = "1 2 3 4 5 6 7 8 9 10"
    match = position("X-HC-03=majority", white=white, yellow="12 13 14 15 16")
    match.n[FIRST] = 1
    hold(match, 0, "20d 21d 22d")
    turn = Turn(END, "take the seat of 20 day with yellow supporter")
    match.pc = match.program.start
    outcome = match.play(turn)
    assert turn.turns == [1, 0]
    assert outcome.winners == (0,)
    assert outcome.reason == "sixteen on the circle"


@pytest.mark.parametrize("first", ["card", "conversion"])
def test_a_conversion_and_the_card_action_give_no_second_one(first):
    """HC-TURN-02, HC-TURN-03."""
    match = position(white="1", blue="2", held={"white": 1})
    action, conversion = ["ponder", ""], ["convert space 2 with white"]
    turn = act(match, *(action + conversion if first == "card" else conversion + action))
    assert turn.asked[-1][2] == [END]


def test_a_used_up_deck_is_reshuffled_at_once():
    """HC-SETUP-11: before anybody wants a card of it."""
    match = position(hand="12d 1d 2d")
    move(match, lying(match, "pro_deck")[1:], "pro_discard")
    act(match, "take the seat of 12 day with white supporter")
    assert (len(ids(match, "pro_deck")), ids(match, "pro_discard")) == (29, [])


def test_a_deck_of_which_nothing_is_drawn_is_not_reshuffled():
    """HC-SETUP-11, HC-DEB-10: three of four cards are left, so that none is drawn."""
    match = position(hand="2d 4d 10d 16d")
    move(match, lying(match, "pro_deck"), "box")
    act(match, "debate for blue", "2 day")
    assert (ids(match, "pro_deck"), ids(match, "pro_discard")) == ([], ["2-day"])


def test_the_card_of_an_action_goes_to_the_discards_of_the_faction():
    """HC-DEB-10, HC-SEAT-08: every way to a seat costs its card and draws one."""
    match = position(white="12", hand="12d 14d 13d", held={"blue": 3})
    for way in (
        "seat yellow speaker with 12 day",
        "take space 8 with 14 day, 3 blue arguments and white",
        "take the seat of 13 day with white speaker",
    ):
        act(match, way)
        assert len(hand(match)) == 3
    assert ids(match, "pro_discard") == ["12-day", "14-day", "13-day"]
    assert ids(match, "con_discard") == []
    assert (at(match, 12), at(match, 13)) == ("figure-yellow", "figure-white")
    assert waiting(match) == [9, 10, 10, 10]
    assert held(match) == [0] * 5


def test_a_speaker_on_the_circle_neither_sits_down_again_nor_is_replaced():
    """HC-SEAT-02, HC-SEAT-03: a supporter is swapped, not a speaker."""
    match = position(white="s12 1", hand="12d 1d 7d")
    assert seats(match) == [
        "7 day with white supporter",
        "7 day with yellow supporter",
        "7 day with yellow speaker",
        "seat yellow speaker with 1 day",
    ]


def test_a_seat_is_bought_with_three_arguments_and_a_free_space_only():
    """HC-SEAT-04, HC-SEAT-06."""
    match = position(hand="14d 18d", held={"blue": 2, "red": 2})
    assert bought(match) == []
    own(match, 0, blue=1)
    assert {" ".join(one.split()[4:8]) for one in bought(match)} == {
        "14 day, 3 blue",
        "18 day, 3 blue",
    }
    match = position(blue="6 12 18 24 30", hand="18d 1d", held={"blue": 3})
    assert bought(match) == []
    assert {one[:5] for one in seats(match)} == {"1 day"}


def test_a_player_without_any_supporter_can_only_seat_a_speaker():
    """HC-SUP-01: nothing to place and nothing to move; HC-SEAT-02."""
    match = position(blue="2", white="s1", hand="12d 14d", held={"blue": 3, "white": 1})
    for colour in PRO:
        move(match, lying(match, f"supporters_{colour}"), "box")
    assert conversions(match) == bought(match) == []
    assert seats(match) == ["12 day with yellow speaker", "14 day with yellow speaker"]
    act(match, "take the seat of 12 day")
    assert at(match, 12) == "figure-yellow"
    assert seats(match) == []


def test_cards_are_laid_while_there_is_room():
    """HC-DEB-01, HC-DEB-07: at least one, then as many as fit, or fewer."""
    match = position(hand="2d 8d 14d")
    act(match, "debate for blue", "2 day", "no more cards")
    assert held(match)[1] == 1
    match = position(held={"blue": 4}, hand="2d 8d 1d 14d 6d")
    turn = act(match, "debate for blue", "8 day", "14 day")
    assert [sorted(options) for _, what, options in turn.asked if what == "lay"] == [
        ["14 day", "2 day", "6 day", "8 day"],
        ["14 day", "2 day", "6 day", "no more cards"],
    ]
    assert held(match)[1] == 6
    assert len(hand(match)) == 3
    assert "blue" not in debates(match)


def test_the_pool_limits_what_is_taken():
    """HC-DEB-05, HC-DEB-09: one blue left, no green, for a trilithon card too."""

    def left(*rulings, **most):
        match = position(*rulings, hand="trilithon-white 6d 12d 18d")
        for hue in HUES:
            move(match, lying(match, f"arguments_{hue}")[: 10 - most.get(hue, 0)], "box")
        return match

    match = left(white=10, blue=1, yellow=10, red=2)
    assert debates(match) == ["white", "blue", "yellow", "red"]
    act(match.copy(), "debate for red", "6 day", "12 day", END)
    pairs = act(match.copy(), "debate with").asked[1][2]
    assert len(pairs) == 9
    assert "2 x red argument" in pairs
    assert "2 x blue argument" not in pairs
    assert not any("green" in one for one in pairs)
    none = left("X-HC-08=surplus_lost")
    for one, more in (
        (none, []),
        (left(blue=1), []),
        (left(blue=1, red=1), ["debate with white trilithon"]),
    ):
        said = [words for words in offered(one) if "trilithon" in words]
        assert said == more
    lost = left("X-HC-08=surplus_lost", blue=1)
    act(lost, "debate with", "blue argument")
    assert held(lost) == [0, 1, 0, 0, 0]
    plenty = left("X-HC-08=surplus_lost", **dict.fromkeys(HUES, 10))
    assert len(act(plenty, "debate with").asked[1][2]) == 15


def test_ponder_and_consult_need_a_card():
    """HC-POND-02, HC-CONS-01, HC-TURN-04 (X-HC-05, X-HC-09)."""
    match = position("X-HC-09=must_act", players=4)
    assert {"ponder", "consult"} <= set(offered(match))
    hold(match, 0, "")
    assert offered(match) == [END]
    for left, discards, may in ((2, 0, True), (1, 1, True), (1, 0, False)):
        match = position("X-HC-05=forbid")
        move(match, lying(match, "pro_deck")[left + discards :], "box")
        move(match, lying(match, "pro_deck")[left:], "pro_discard")
        assert ("ponder" in offered(match)) is may
    match = position("X-HC-05=forbid", "X-HC-02=hand")
    move(match, lying(match, "pro_deck"), "box")
    assert "ponder" in offered(match)
    hold(match, 0, "")
    assert "ponder" not in offered(match)


def test_the_largest_group_beside_a_target_counts_for_each_colour():
    """HC-CONV-07, HC-CONV-08, HC-CONV-12, HC-END-03: the larger pays one, the smaller three."""

    def prices(players=2, **pieces):
        match = position(players=players, blue="s7", **pieces)
        vote(match)
        return [cost(match, 7, hue) for hue in HUES]

    assert prices(white="6 8", yellow="9 10") == [3] * 5
    assert prices(white="6 8 9 10") == [3, 1, 3, 3, 3]
    assert prices(white="4 5 6 8") == [1] * 5
    assert prices(white="5 9", red="6") == [0] * 5
    assert prices(players=4, yellow="8 9") == [0, 1, 0, 0, 0]


def test_piles_and_cards_are_counted():
    """HC-COMP-04, HC-COMP-05, HC-SETUP-11: what was drawn, played and left."""
    match = position()
    piles = [pile.id for pile in match.program.tables.piles]
    move(match, lying(match, "seat1.hand"), "pro_deck")
    drawn = sum(match.tally.drawn)
    assert drawn == 6
    hold(match, 0, "2d 12d 13d")
    drawn += 3
    act(match, "debate for blue", "2 day", "12 day")
    act(match, "take the seat of 13 day with yellow supporter")
    assert sum(match.tally.drawn) == drawn + 3
    designs = match.program.tables.designs
    played = {designs[at_].id for at_, times in enumerate(match.tally.played) if times}
    assert played == {"2-day", "12-day", "13-day"}
    left = dict(zip(piles, match.levels(), strict=True))
    changed = {"pro_deck": 26, "con_deck": 29, "arguments_blue": 8, "supporters_yellow": 9}
    assert left == dict.fromkeys(piles, 10) | changed
    supplies = [one.pile for one in table(2).frame.supplies]
    used = dict(zip(supplies, match.used(), strict=True))
    assert used == dict.fromkeys(piles[2:], 0) | {"arguments_blue": 2, "supporters_yellow": 1}


def worths(match, *before):
    """What a greedy player thinks its options worth, by their words."""
    turn = act(match.copy(), *before)
    seat, what, said = turn.asked[-1]
    rates = match.rate(seat, what, turn.options)
    return {words: rate // POINT for words, rate in zip(said, rates, strict=True)}


def test_arguments_are_worth_what_they_will_convert():
    """No rule: a bloc counts as the square of its size, by half while arguments are lacking."""
    match = position(white="29 30 1 2 4 5", blue="s3 11 12", yellow="10")
    hold(match, 0, "8d 12d 18d 14d 10d trilithon-white")
    own(match, 0, blue=1, green=2, yellow=1)
    found = worths(match)
    assert [found[f"debate for {hue}"] for hue in HUES] == [2, 27, 2, 27, 2]
    assert found["debate with white trilithon"] == 26
    assert found["take the seat of 14 day with yellow supporter"] == 16
    assert found["take the seat of 14 day with yellow speaker"] == 15
    pairs = worths(match, "debate with")
    words = (
        "2 x blue argument",
        "blue argument, green argument",
        "blue argument, yellow argument",
        "2 x red argument",
    )
    assert [pairs[pair] for pair in words] == [27, 5, 8, 2]
    for ruling, worth in (("adjacent", 2), ("anywhere", 7)):
        far = position(f"X-HC-04={ruling}", white="8 10 1", blue="9", hand="1d 7d")
        assert worths(far)["debate for white"] == worth
    cards = worths(match, "ponder")
    assert [cards[card] for card in ("10 day", "14 day", "white trilithon")] == [-1, -16, -15]


def test_a_bloc_of_sixteen_is_worth_all_and_a_piece_that_moves_what_it_leaves():
    """No rule: space 8 joins seven and eight, or seven and seven; then supporters are moved."""
    for yellow, worth in (("12 13 14 15 16", 100143), ("12 13 14 15", 127)):
        white = "1 2 3 4 5 6 7 9 10 11"
        match = position(white=white, yellow=yellow, blue="8", held={"green": 1})
        hold(match, 0, "8d 15d 1d")
        found = worths(match)
        assert found["convert space 8 with green arguments to yellow supporter"] == worth
        assert [found[f"debate for {hue}"] for hue in ("white", "blue", "green")] == [worth, 1, 1]
    match = position(players=4, white="1 2 4 5 6 8 9 10 11 12", blue="s3 7", held={"blue": 3})
    hold(match, 0, "20d 13d 1d")
    moved = [worth for words, worth in worths(match).items() if "convert space 7" in words]
    assert sorted(moved) == [30, 32, 32, 38, 38, 40, 42, 42, 44, 44]


@pytest.mark.heavy
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


@pytest.mark.heavy
def test_what_can_run_out():
    """HC-COMP-04, HC-COMP-05, HC-DEB-07, HC-SETUP-11 (X-HC-05): at the very edge, too."""

    def running_out(set_id, copies):
        few = table_of(NAME, 2, game=fewer(game_of(NAME), set_id, copies))
        return {bound.pile.split("_")[0] for bound in few.bounds() if bound.can_run_out}

    assert running_out("bar", 12) == {"pro", "con", "arguments", "supporters"}
    assert running_out("bar", 13) == {"pro", "con", "supporters"}
    assert running_out("disk", 30) == {"pro", "con", "arguments", "supporters"}
    assert running_out("disk", 31) == {"pro", "con", "arguments"}
    for top, short in ((6, True), (7, False)):
        few = smaller(game_of(NAME), "number", lambda one, top=top: one.fields["number"] <= top)
        bounds = table_of(NAME, 4, "X-HC-02=hand", game=few).bounds()
        assert [bound.can_run_out for bound in bounds[:2]] == [short] * 2
