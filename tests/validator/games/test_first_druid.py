"""First Druid: worked examples, rule by rule, and small boxes."""

import contextlib
import re
from functools import cache, partial
from itertools import combinations

import pytest
from gametable import Stopped, dealt, laid_out, lying, move, small_box, table_of
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import play_game
from shippedgames import game_of

from validator.compiler.tables import FIRST
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

NAME = "first_druid"
WHITE, BLUE, GREEN = range(3)
ADVANCE, CLAN, BUILD = "complete a day of preparations", "ally a clan", "build a section"
CONVERT_CLAN, CONVERT_SPIRIT = "convert the latest clan", "convert the latest spirit"
BY_SUM, BY_PAIR = "dress the altar with a sum", "dress the altar with a pair"
REST, END, MORE, NO, YES = "rest and draw", "end the turn", "no more", "no", "agree"
TRADE_BLUE, TRADE_GREEN = "trade with blue", "trade with green"
DRAIN, KEEP = "a card of each other player", "nothing"
OWN, LEAVE = "own the trilithon", "leave it to nobody"
"""What is done in a turn, and what is answered."""


table = cache(lambda players, rulings: table_of(NAME, players, *rulings))


class Sitting:
    """Answers in words for the turn of ``seat``; other turns are ended at once.

    A decision with one option needs no answer, and no offer is none. Without ``seat`` all turns are
    ended, up to the first one that begins so many ``stones`` later.
    """

    def __init__(self, match, answers=(), seat=None, stones=0):
        self.match, self.answers, self.seat = match, list(answers), seat
        self.until = recall(match, "table.time") + stones
        self.asked, self.told, self.turns = [], [], []

    def choose(self, seat, what, options):
        offered = [short(one.say()) for one in options]
        self.asked.append((seat, what, offered))
        if len(options) == 1:
            self.answers[:1] = self.answers[:1] if self.answers[:1] != offered else []
            return options[0]
        if what == "turn" and (seat != self.seat or self.turns[-1] != seat):
            return options[offered.index(END)]
        if what == "offer" and (self.seat is not None or not self.answers):
            return options[offered.index(MORE)]
        if not self.answers:
            raise Stopped
        answer = self.answers.pop(0)
        assert answer in offered, f"{answer} is not among {offered} for {what!r}"
        return options[offered.index(answer)]

    def turn(self, seat):
        over = self.seat is None and recall(self.match, "table.time") >= self.until
        if over or self.seat in self.turns:
            raise Stopped
        self.turns.append(seat)

    def tell(self, seat, what, deed):
        self.told.append((seat, what, deed))


def short(said):
    """Words in which cards go by their short names: ``12n``, ``12d``, ``trilithon-red``."""
    said = re.sub(r"\b(\d+) (n|d)(?:ight|ay)\b", r"\1\2", said)
    return re.sub(r"\b(white|blue|green|yellow|red) trilithon", r"trilithon-\1", said)


def play(match, *answers, seat=None, stones=0):
    """Play on with these answers, to the end of a turn of ``seat`` or for some stones."""
    sitting = match.ask = Sitting(match, answers, seat, stones)
    with contextlib.suppress(Stopped):
        match.go(match.pc)
    assert not sitting.answers
    return sitting


act = partial(play, seat=WHITE)


def pass_time(match, stones, *answers):
    """Nobody does anything for some stones but what is answered."""
    return play(match, *answers, stones=stones)


def offered(match, seat=WHITE):
    """What a seat may do in a turn."""
    copy = match.copy()
    return next(one for at, what, one in act(copy, seat=seat).asked if (at, what) == (seat, "turn"))


def asked(sitting, what):
    return [options for _, asked_for, options in sitting.asked if asked_for == what]


def position(*rulings, players=3, at="", time=0, **seats):
    """A match before the first turn, with given hands (``a="1n 2n"`` for seat 1) and druids.

    Hands that are not given are empty; ``at="5 1 1"`` are spaces, ``time`` small stones.
    """
    match = dealt(table(players, rulings))
    play(match)
    for seat in range(players):
        move(match, lying(match, f"seat{seat + 1}.hand"), "deck")
    for seat, letter in enumerate("abcde"[:players]):
        hold(match, seat, seats.get(letter, ""))
    for seat, space in enumerate(at.split()):
        stand(match, seat, int(space))
    tell_time(match, time)
    return match


def ids(match, zone):
    """What lies in a zone, cards by their short names."""
    found = [match.program.tables.pieces[piece].id for piece in lying(match, zone)]
    return [re.sub(r"-(n|d)(ight|ay)$", r"\1", one) for one in found]


def hands(match):
    return [sorted(ids(match, f"seat{seat + 1}.hand")) for seat in range(len(match.out))]


def sizes(match):
    return [len(hand) for hand in hands(match)]


def cards(match, names):
    """The pieces of some cards by their short names."""
    called = {short(one.name): at for at, one in enumerate(match.program.tables.pieces)}
    return [called[name] for name in names.split()]


def times_played(match, names):
    return [match.tally.played[match.program.kind[one]] for one in cards(match, names)]


def hold(match, seat, names):
    """Lay cards into the hand of a seat, wherever they are now."""
    move(match, cards(match, names), f"seat{seat + 1}.hand")


def slot(match, name, seat=0):
    return match.program.tables.memories[name].at + seat


def recall(match, name, seat=0):
    return match.n[slot(match, name, seat)]


def tell_time(match, stones):
    """Let time be on a stone, counted from 0."""
    [marker] = [one for at in range(1, 61) for one in lying(match, f"stones.{at}")]
    move(match, [marker], f"stones.{stones % 60 + 1}")
    match.n[slot(match, "table.time")] = stones


def fall(match, seat):
    match.n[slot(match, "seat.fallen", seat)] = True


def fallen(match):
    return [bool(recall(match, "seat.fallen", seat)) for seat in range(len(match.out))]


def stand(match, seat, space):
    move(match, [recall(match, "seat.druid", seat)], f"ring.{space}")


def spaces(match):
    """The spaces of the druids."""
    zones = {place: name for name, place in match.program.tables.zone_at.items()}
    druids = [recall(match, "seat.druid", seat) for seat in range(len(match.out))]
    return [int(zones[match.at[one]].removeprefix("ring.")) for one in druids]


def take(match, seat, kind, *zones):
    """Lay disks or bars of a seat there."""
    for zone in zones:
        move(match, lying(match, f"seat{seat + 1}.{kind}")[-1:], zone)


def ally(match, *owners):
    """Clans of these seats on the next bluestones."""
    for seat in owners:
        take(match, seat, "disks", f"bluestones.{len(clans(match)) + 1}")


def clans(match):
    lying_there = [lying(match, f"bluestones.{at}") for at in range(1, 20)]
    return [match.owner[piece] for pieces in lying_there for piece in pieces]


def win(match, seat, *days):
    take(match, seat, "bars", *(f"ring.{day}" for day in days))


def spirits(match):
    """Who has the spirit of each day that has one."""
    there = {day: list(lying(match, f"ring.{day}")) for day in range(1, 31)}
    druids = {recall(match, "seat.druid", seat) for seat in range(len(match.out))}
    return {d: match.owner[p] for d, pieces in there.items() for p in pieces if p not in druids}


def left(match, kind):
    """Disks or bars in front of each seat."""
    return [len(lying(match, f"seat{seat + 1}.{kind}")) for seat in range(len(match.out))]


def build(match, sections, *owners):
    """So many sections, and disks of these seats in the capstones (None: nobody's)."""
    for section in range(sections):
        kind = "capstones" if section % 3 == 2 else "supports"
        move(match, lying(match, kind)[-1:], f"trilithons.{section // 3 + 1}")
    for number, seat in enumerate(owners, 1):
        take(match, seat or 0, "disks", *([f"trilithons.{number}"] if seat is not None else []))


def sections(match):
    return 15 - len(lying(match, "supports")) - len(lying(match, "capstones"))


def owners(match):
    """Who owns each trilithon that has a disk."""
    disks = {
        at: [one for one in ids(match, f"trilithons.{at}") if "disk" in one] for at in range(1, 6)
    }
    return {at: found[0].removeprefix("disk-") for at, found in disks.items() if found}


def dress(match, *seats):
    for seat in seats:
        take(match, seat, "bars", "altar")


def altar(match):
    return [match.owner[piece] for piece in lying(match, "altar")]


def put_on_top(match, names):
    """Lay cards of the deck on its top, the last one uppermost."""
    move(match, cards(match, names), "box")
    move(match, cards(match, names), "deck")


@pytest.mark.parametrize(("players", "deck"), [(3, 48), (4, 44), (5, 40)])
def test_a_match_starts_from_the_table_that_set_up_shows(players, deck):
    """FD-META-01, FD-PREP-04, FD-COMP-02, -03, -04, -05, -06, -07, FD-SETUP-01, -02, -03, -04,
    FD-SETUP-05, FD-SETUP-06.
    """
    assert sum(one.fields["number"] for one in game_of(NAME).sets["number"].components) == 930
    laid, match = laid_out(NAME, players), dealt(table_of(NAME, players))
    shown, colours = laid.zones, ("white", "blue", "green", "yellow", "red")[:players]
    assert (laid.problems, len(shown["deck"])) == ((), deck)
    seats = [f"seat{seat}" for seat in range(1, players + 1)]
    pieces = match.program.tables.pieces
    for zone in ("deck", *(f"{seat}.hand" for seat in seats)):
        assert [pieces[one].id for one in lying(match, zone)] == list(shown[zone])
    dealt_cards = [one for seat in seats for one in ids(match, f"{seat}.hand")]
    assert len(dealt_cards) == sum(match.tally.drawn) == 5 * players
    assert len({*dealt_cards, *ids(match, "deck")}) == 60 + players
    assert ids(match, "stones.1") == ["figure-grey"]
    assert sorted(ids(match, "ring.1")) == sorted(f"figure-{colour}" for colour in colours)
    assert (len(lying(match, "supports")), len(lying(match, "capstones"))) == (10, 5)
    boards = [match.program.tables.zones[zone].board for zone in ("bluestones", "ring", "stones")]
    assert [len(board.spaces) for board in boards] == [19, 31, 60]
    for seat, colour in zip(seats, colours, strict=True):
        assert ids(match, f"{seat}.disks") == [f"disk-{colour}"] * 10
        assert ids(match, f"{seat}.bars") == [f"bar-{colour}"] * 10
        assert f"trilithon-{colour}" in dealt_cards + ids(match, "deck")


def begins(match):
    """Who begins as the next space comes, and what was told of it."""
    told = pass_time(match, 2 - recall(match, "table.time") % 2).told
    return match.n[FIRST], [(seat, deed.say()) for seat, what, deed in told if what == "begins"]


def test_the_first_player_has_the_colour_of_the_space():
    """FD-ROUND-02, FD-ROUND-07: 15, 20 and 25 of 30 spaces match at 3, 4 and 5 players."""
    for players, matches in ((3, 15), (4, 20), (5, 25)):
        found = 0
        for space in range(1, 30):
            match = position(players=players, time=2 * space - 1, at="9 9 9")
            first, told = begins(match)
            assert told == [(first, "on the space of the day")]
            if not lying(match, "centre"):
                found += 1
                assert first == space % 6
        assert found + 1 == matches  # with that of space 1, which white begins
    match = position("X-FD-01=druid_only", time=59, at="9 9 9")  # day 31 is on space 1 again
    assert (begins(match)[0], lying(match, "centre")) == (WHITE, [])


def test_a_card_is_turned_up_until_a_colour_fits():
    """FD-ROUND-03, -04, -06 (X-FD-09): space 4 is yellow, which nobody plays at three."""
    match = position(time=5, at="9 9 9")
    put_on_top(match, "2n 5n 6n 7n 8n 9n")  # three are drawn before
    assert begins(match)[0] == BLUE
    assert ids(match, "centre") == ["2n"]
    assert ids(match, "discard") == ["6n", "5n"]
    pass_time(match, 1)
    assert ids(match, "centre") == ["2n"]
    pass_time(match, 1)
    assert "2n" not in ids(match, "centre")
    assert "2n" in ids(match, "discard")

    for ruling, first in (("by_colour", GREEN), ("miss", BLUE)):
        match = position(f"X-FD-09={ruling}", time=5, at="9 9 9")
        put_on_top(match, "2n trilithon-green 7n 8n 9n")
        assert begins(match)[0] == first


def test_the_first_player_stays_where_no_card_can_fit():
    match = position(time=5, at="1 1 1")
    for seat in (WHITE, BLUE, GREEN):
        fall(match, seat)
    move(match, lying(match, "deck"), "box")
    move(match, cards(match, "5n 6n"), "deck")
    move(match, cards(match, "4n"), "discard")
    match.n[FIRST] = GREEN
    assert begins(match) == (GREEN, [])
    assert len(lying(match, "deck")) + len(lying(match, "discard")) == 3


@pytest.mark.parametrize("index", range(6))
def test_all_cards_are_turned_up_before_none_is_said_to_fit(index):
    """FD-ROUND-03, FD-SETUP-05: those discarded before come only with those turned up now."""
    match = position(time=5, at="1 1 1")
    for seat in (WHITE, BLUE, GREEN):
        fall(match, seat)
    match.renew_luck(Streams(1, NAME, "3+0", index))
    move(match, lying(match, "deck"), "box")
    move(match, cards(match, "4n 5n 6n 10n"), "deck")
    move(match, cards(match, "2n"), "discard")
    assert begins(match)[0] == BLUE
    assert ids(match, "centre") == ["2n"]


def test_turns_go_clockwise_and_end_with_the_additional_one():
    """FD-ROUND-01, FD-ROUND-04, FD-ROUND-05, FD-ADD-01: everybody's, from the first player on."""
    match = position(players=4, at="9 9 9 9")
    assert pass_time(match, 1).turns == [0, 1, 2, 3]
    match = position(players=4, at="9 9 9 9", time=3)
    begins(match)
    assert pass_time(match, 1).turns == pass_time(match, 1).turns == [2, 3, 0, 1]
    assert recall(match, "table.time") == 6
    assert ids(match, "stones.7") == ["figure-grey"]


def test_cards_of_the_phase_advance_the_druid():
    """FD-PREP-01, FD-PREP-03, FD-CARD-01: night counts at night, day by day."""
    match = position(a="5n 30d 6n", at="5 1 1")
    act(match, ADVANCE, "5n", MORE, ADVANCE, END)
    assert spaces(match)[WHITE] == 7
    assert hands(match)[WHITE] == ["30d"]
    match = position(a="5n 30d", at="6 1 1", time=1)
    act(match, ADVANCE, END)
    assert hands(match)[WHITE] == ["5n"]


def test_strengths_add_up_or_not():
    """FD-PREP-02 (X-FD-10)."""
    match = position(a="5n 9n 3n", at="15 1 1")
    assert ADVANCE in offered(match)
    act(match, ADVANCE, "5n", "9n", END)
    assert sorted(ids(match, "discard")) == ["3n", "5n", "9n"]
    assert ADVANCE not in offered(position(a="5n 9n", at="15 1 1"))
    assert ADVANCE not in offered(position("X-FD-10=single", a="5n 9n 3n", at="15 1 1"))
    match = position("X-FD-10=single", a="5n 15n 20n", at="15 1 1")
    assert asked(act(match, ADVANCE, "20n", END), "lay") == [["15n", "20n"]]
    assert hands(match)[WHITE] == ["15n", "5n"]


def can_lay(match, chosen):
    """Whether white can advance by just these cards."""
    copy = match.copy()
    try:
        act(copy, ADVANCE, *chosen, *[MORE] * (len(chosen) < 4))
    except AssertionError:
        return False
    return not {*chosen} & {*hands(copy)[WHITE]} and len(hands(copy)[WHITE]) + len(chosen) == 6


@pytest.mark.parametrize("need", [0, 10, 14, 30])
def test_any_combination_that_is_strong_enough_can_be_laid(need):
    """FD-PREP-01, FD-PREP-02: more than needed too."""
    hand = "10n 2n 30d trilithon-white 4n trilithon-blue"
    rulings = ("X-FD-06=below_one", "X-FD-03=full_circle")
    match = position(*rulings, a=hand, at=f"{need} 1 1")
    fitting = {"10n": 10, "2n": 2, "trilithon-white": 30, "4n": 4}
    for size in range(1, 5):
        for chosen in combinations(hand.split(), size):
            fits = set(chosen) <= set(fitting)
            strong = fits and sum(fitting[one] for one in chosen) >= need
            assert can_lay(match, chosen) is strong


def test_who_lays_enough_may_stop_and_a_greedy_player_does():
    """FD-PREP-01, FD-PREP-04: cards beyond what is needed are laid by who wants to alone."""
    match = position(a="10n 2n 4n", at="10 1 1")
    assert rated(match.copy(), ADVANCE).keys() == {"10n", "2n", "4n"}
    seen = rated(match, ADVANCE, "10n")
    assert seen[MORE] > max(seen["2n"], seen["4n"])


def rated(match, *answers, seat=WHITE, stones=0):
    """What a greedy player makes of the options of the decision behind some answers, by words."""

    class Rates(Sitting):
        def choose(self, seat, what, options):
            rates = zip(options, match.rate(seat, what, options), strict=True)
            if len(options) > 1:
                self.rates = {short(one.say()): rate / 1000 for one, rate in rates}
            return super().choose(seat, what, options)

    sitting = match.ask = Rates(match, answers, seat, stones)
    with pytest.raises(Stopped):
        match.go(match.pc)
    return sitting.rates


def test_what_a_card_is_worth_to_who_reckons():
    """FD-TRADE-01: one that takes the druid on is worth 5 more, an own wild card most."""
    hand = {"1n": 5, "6d": 7, "7n": 12, "30d": 20, "trilithon-white": 25, "trilithon-blue": 0}
    match = position(a=" ".join(hand), b="2n", at="7 1 1")
    assert rated(match, TRADE_BLUE) == {name: -value for name, value in hand.items()}


@pytest.mark.parametrize(
    ("hand", "there", "worth"),
    [
        ("9n 2d", lambda _: None, {ADVANCE: 5}),
        ("5n 4n 2n 9d 3d trilithon-blue", lambda _: None, {ADVANCE: 0}),
        ("1n 30d 4d 5d 6d", lambda match: ally(match, 0, 0, 1), {CLAN: 0, CONVERT_CLAN: 18}),
        ("4d 5d 6d 7d", lambda match: build(match, 3, BLUE), {"take over trilithon 1": 28}),
        ("7d 7n", lambda match: lack(match, "bars", 6), {BY_PAIR: 0}),
        ("7d 7n", lambda match: lack(match, "bars", 7), {BY_PAIR: -5}),
        ("7d 7n", lambda match: dress(match, WHITE), {BY_PAIR: -5}),
    ],
)
def test_what_an_action_is_worth_to_who_reckons(hand, there, worth):
    """FD-TURN-01: few cards to advance by, long runs, early trilithons, a single bar to be safe."""
    match = position(players=4, a=hand, at="9 9 9 9")
    there(match)
    assert worth.items() <= rated(match).items()


def lack(match, kind, number, seat=WHITE):
    """Put disks or bars of a seat back into the box."""
    move(match, lying(match, f"seat{seat + 1}.{kind}")[:number], "box")


def test_a_trilithon_is_worth_nothing_after_the_last_day():
    """FD-TAKE-01, FD-END-03 (X-FD-01): it only helps to draw."""
    for time, worth in ((8, 41 - 20), (56, 1 - 20), (58, -20), (64, -20)):
        match = position("X-FD-01=druid_only", a="4n 5n 6n 7n", time=time)
        build(match, 3, BLUE)
        assert rated(match)["take over trilithon 1"] == worth


@pytest.mark.parametrize(
    ("hand", "laid", "bars", "worth"),
    [
        *(("4n 7n", (), 1, 7), ("4n 6d", (), 1, -1), ("4n 7n", (), 0, -1)),
        *(("9n 2n", ("9n",), 1, 2), ("18n 2n 9n", ("18n", "2n"), 1, 9)),
        ("18n 3n 9n", ("18n", "3n"), 1, -1),
    ],
)
def test_what_a_spirit_is_worth_to_who_reckons(hand, laid, bars, worth):
    """FD-SPIR-02: on a day of its own colour, cards from 11 up to 7 a player, or none."""
    match = position("X-FD-07=contest_first", a=hand, at="9 9 9", time=1)
    lack(match, "bars", 10 - bars)
    assert rated(match, *laid, seat=None, stones=1)[hand.split()[-1]] == worth


def test_a_druid_before_space_1_needs_a_card_too():
    """FD-PREP-01, FD-ALT-06 (X-FD-06): any card of the phase is strong enough there."""
    match = position("X-FD-06=below_one", a="1n 2d", at="0 1 1")
    act(match, ADVANCE, END)
    assert (spaces(match)[WHITE], hands(match)[WHITE]) == (1, ["2d"])
    assert ADVANCE not in offered(position("X-FD-06=below_one", a="2d", at="0 1 1"))


def test_a_druid_on_the_last_space_has_nowhere_to_go():
    """FD-PREP-01, FD-END-01 (X-FD-03): except where the way ends behind it."""
    for ruling, goes_on in (("end_of_round", False), ("full_circle", True)):
        match = position(f"X-FD-03={ruling}", a="30n", at="30 1 1")
        assert (ADVANCE in offered(match)) is goes_on


def test_the_own_trilithon_card_is_any_phase_and_strength():
    """FD-CARD-02, FD-CARD-03."""
    assert ADVANCE in offered(position(a="trilithon-white", at="29 1 1"))
    assert ADVANCE not in offered(position(a="trilithon-blue", at="1 1 1"))
    for colour, fits in (("white", True), ("blue", False)):
        found = offered(position(a=f"1n trilithon-{colour}"))
        assert (CLAN in found) is (BUILD in found) is fits


@pytest.mark.parametrize(
    ("action", "hand", "answers", "there"),
    [
        (ADVANCE, "5n", (), lambda match: spaces(match) == [2, 1, 1]),
        (CLAN, "1n 30d", (), lambda match: clans(match) == [BLUE, WHITE]),
        (CONVERT_CLAN, "4n 5d 6n", (), lambda match: clans(match) == [WHITE]),
        (CONVERT_SPIRIT, "4n 5d 6n", (), lambda match: spirits(match) == {1: WHITE}),
        (BUILD, "7n 7d", (KEEP,), lambda match: sections(match) == 4),
        ("take over trilithon 1", "4n 5d 6n 7n", (), lambda match: owners(match) == {1: "white"}),
        (BY_SUM, "1n 30d", (), lambda match: altar(match) == [WHITE]),
        (BY_PAIR, "7n 7d", (), lambda match: altar(match) == [WHITE]),
    ],
)
def test_cards_played_are_discarded_and_cost_the_draw(action, hand, answers, there):
    """FD-SETUP-05, FD-INACT-01, FD-TURN-01: each action by its cards, and no draw after it."""
    match = position(a=hand, b="1d" if "1d" not in hand else "2d", time=2)
    ally(match, BLUE)
    win(match, BLUE, 1)
    build(match, 3, BLUE)
    assert {action, REST} <= set(offered(match))
    after = asked(act(match, action, *answers, END), "turn")
    assert sorted(ids(match, "discard")) == sorted(hand.split())
    assert hands(match)[WHITE] == lying(match, "laid") == []
    assert there(match)
    assert times_played(match, hand) == [1] * len(hand.split())
    assert REST not in after[-1]


def test_a_sum_of_31_allies_a_clan():
    """FD-CLAN-01, FD-COMP-06."""
    match = position(a="1n 30d 10n 11n")
    assert asked(act(match, CLAN, END), "lay") == [["1n, 30d"]]
    assert ids(match, "bluestones.1") == ["disk-white"]
    assert left(match, "disks") == [9, 10, 10]
    assert CLAN not in offered(position(a="30d 10n 11n"))
    match = position(a="1n 30d trilithon-blue")
    assert asked(act(match, CLAN, END), "lay") == [["1n, 30d"]]
    match = position(a="1n 30d trilithon-white")
    wild = ["1n, trilithon-white", "30d, trilithon-white"]
    assert sorted(asked(act(match, CLAN), "lay")[0]) == ["1n, 30d", *wild]


def test_a_whole_hand_can_be_a_sum():
    """FD-CLAN-01, FD-ALT-01, FD-CARD-04: all ten cards that a hand can hold."""
    for action in (CLAN, BY_SUM):
        match = position(a="1n 1d 2n 2d 3n 3d 4n 4d 5n 6n")
        act(match, action, END)
        assert hands(match)[WHITE] == []


@given(st.lists(st.integers(0, 59), max_size=8, unique=True), st.booleans())
@settings(max_examples=60)
def test_laid_sums_are_exact_and_all_of_them_come_up(numbers, wild):
    """FD-CLAN-01 against all subsets: offered exactly where one exists, laid exactly 31."""
    names = [f"{number // 2 + 1}{'nd'[number % 2]}" for number in numbers]
    match = position(a=" ".join([*names, *(["trilithon-white"] if wild else [])]))
    strengths = {name: int(name[:-1]) for name in names}
    subsets = [set(part) for size in range(1, len(names) + 1) for part in combinations(names, size)]
    totals = [(part, sum(strengths[one] for one in part)) for part in subsets]
    wanted = [part for part, total in totals if total == 31]
    wanted += [part | {"trilithon-white"} for part, total in totals if total < 31 and wild]
    found = offered(match)
    assert (CLAN in found) is bool(wanted)
    if wanted:
        laid = asked(act(match, CLAN), "lay")
        several = [set(one.split(", ")) for one in laid[0]]
        assert sorted(map(sorted, several)) == sorted(map(sorted, wanted))


def test_no_clan_without_a_bluestone_or_a_disk():
    """FD-CLAN-02 (X-FD-04), FD-SUPP-01."""
    match = position(a="1n 30d")
    ally(match, *[BLUE] * 10, *[GREEN] * 8)
    assert CLAN in offered(match)
    ally(match, GREEN)
    assert CLAN not in offered(match)
    match = position(a="1n 30d")
    move(match, lying(match, "seat1.disks"), "box")
    assert CLAN not in offered(match)
    for ruling, over in (("illegal", ""), ("ends_game", "all bluestones are taken")):
        match = position(f"X-FD-04={ruling}", a="1n 30d")
        ally(match, *[BLUE] * 10, *[GREEN] * 8)
        act(match, CLAN, *([] if over else [END]))
        assert reason(match) == over


def reason(match):
    """Why the game has ended, if it has."""
    return match.outcome.reason if match.outcome else ""


def test_disks_and_bars_are_limited_by_the_box():
    """FD-SUPP-01: five capstones leave 10 - 5 = 5 clans, ten spirits leave no bar."""
    match = position(a="1n 30n")
    build(match, 15, *[WHITE] * 5)
    count = 0
    while CLAN in offered(match):
        ally(match, WHITE)
        count += 1
    assert count == 5
    assert BY_SUM in offered(match)
    win(match, WHITE, *range(1, 11))
    assert BY_SUM not in offered(match)


def test_a_run_of_three_converts_the_latest_clan_or_spirit():
    """FD-CONV-01, FD-CONV-02, FD-SUPP-01."""
    match = position(a="4n 5d 6n 4d 5n 6d", at="9 9 9", time=6)
    assert CONVERT_CLAN not in offered(match)
    ally(match, WHITE, BLUE)
    win(match, GREEN, 3)
    assert {CONVERT_CLAN, CONVERT_SPIRIT} <= set(offered(match))
    act(match, CONVERT_SPIRIT, "4n, 5n, 6n", CONVERT_CLAN, END)
    assert spirits(match) == {3: WHITE}
    assert left(match, "bars") == [9, 10, 10]
    assert (clans(match), left(match, "disks")) == ([WHITE, WHITE], [8, 10, 10])
    match = position(a="4n 5d 6n", b="4d 5n 7d", time=2)
    ally(match, GREEN)
    win(match, GREEN, 1)
    assert not {CONVERT_CLAN, CONVERT_SPIRIT} & set(offered(match, BLUE))
    for kind, gone in (("disks", {CONVERT_CLAN}), ("bars", {CONVERT_CLAN, CONVERT_SPIRIT})):
        assert CONVERT_SPIRIT in offered(match)
        move(match, lying(match, f"seat1.{kind}"), "box")  # an own piece is needed (FD-SUPP-01)
        assert not gone & set(offered(match))


def test_an_own_latest_piece_is_no_target_or_skipped():
    """FD-CONV-01, FD-CONV-03 (X-FD-08)."""
    for ruling, skipped in (("no_target", False), ("skip_back", True)):
        match = position(f"X-FD-08={ruling}", a="4n 5d 6n 7n 8n 9n", at="9 9 9", time=8)
        ally(match, WHITE, BLUE, WHITE)
        win(match, BLUE, 2)
        win(match, WHITE, 4)
        found = offered(match)
        assert (CONVERT_CLAN in found) is (CONVERT_SPIRIT in found) is skipped
    act(match, CONVERT_CLAN, "4n, 5d, 6n", CONVERT_SPIRIT, END)
    assert (clans(match), spirits(match)) == ([WHITE] * 3, {2: WHITE, 4: WHITE})


def test_after_a_gap_the_last_spirit_of_another_can_be_converted():
    """FD-CONV-02: the own bars before the gap are passed over, the gap stays."""
    match = position(a="4n 5d 6n", b="7n 8d 9n", at="9 9 9", time=10)  # space 6: nobody won day 5
    for seat, day in ((GREEN, 1), (BLUE, 2), (WHITE, 4)):
        win(match, seat, day)
    other = match.copy()
    act(other, CONVERT_SPIRIT, END, seat=BLUE)
    assert spirits(other) == {1: GREEN, 2: BLUE, 4: BLUE}
    act(match, CONVERT_SPIRIT, END)
    assert spirits(match) == {1: GREEN, 2: WHITE, 4: WHITE}
    assert left(match, "bars") == [8, 10, 9]
    match = position(
        a="4n 5d 6n", c="7n 8d 9n", at="9 9 9", time=8
    )  # day 4 is the latest, and white's own
    win(match, BLUE, 2)
    win(match, WHITE, 4)
    assert CONVERT_SPIRIT not in offered(match)
    assert CONVERT_SPIRIT in offered(match, GREEN)
    assert CONVERT_SPIRIT not in offered(position(a="4n 5d 6n", time=8))
    match = position("X-FD-01=druid_only", a="4n 5d 6n", time=62)  # day 30 comes before day 1
    win(match, BLUE, 30)
    win(match, GREEN, 29)
    act(match, CONVERT_SPIRIT, END)
    assert spirits(match) == {29: GREEN, 30: WHITE}
    hold(match, WHITE, "4n 5d 6n")
    win(match, BLUE, 1)
    act(match, CONVERT_SPIRIT, END)
    assert spirits(match) == {29: GREEN, 30: WHITE, 1: WHITE}


def test_each_pile_is_counted_as_what_it_is():
    """FD-SUPP-01, FD-TRI-05, FD-SETUP-05: by the seat that has fewest; no move lowers another."""
    match = position()
    build(match, 7, None, BLUE)
    ally(match, WHITE, BLUE, BLUE)
    win(match, GREEN, 1, 2, 3)
    assert match.levels()[1:] == [7, 7, 5, 3]
    assert match.used() == [3, 3, 5, 2]

    for pile, hand, built, answers in (
        ("deck", "", 0, (REST,)),
        ("disks", "1n 30n", 0, (CLAN, END)),
        ("bars", "7n 7d", 0, (BY_PAIR, END)),
        ("supports", "7n 7d", 0, (BUILD, END)),
        ("capstones", "7n 7d", 2, (BUILD, LEAVE, END)),
    ):
        match = position(a=hand)
        build(match, built)
        before = match.levels()
        act(match, *answers)
        names = [one.id for one in match.program.tables.piles]
        changed = zip(names, before, match.levels(), strict=True)
        assert [id for id, was, now in changed if now == was - 1] == [pile]
        gauge = match.tally.gauges[names.index(pile)]
        assert gauge.least == min(before[names.index(pile)] - 1, 48)


def runs_of(hand, size):
    """The runs of three or four that white can lay."""
    match = position(a=hand)
    ally(match, BLUE)
    build(match, 3, BLUE)
    action = CONVERT_CLAN if size == 3 else "take over trilithon 1"
    return asked(act(match, action), "lay")[0] if action in offered(match) else []


def test_runs_with_and_without_the_wild_card():
    """FD-CONV-01, FD-TAKE-01, FD-CARD-02."""
    wild = "trilithon-white"
    assert runs_of("4n 5d 6n 7n 9n", 3) == ["4n, 5d, 6n", "5d, 6n, 7n"]
    assert runs_of("4n 4d 5d 6n 7n 9n", 4) == ["4d, 5d, 6n, 7n", "4n, 5d, 6n, 7n"]
    assert len(runs_of(f"29n 30n 1d {wild} 1n", 3)) == 1
    assert runs_of(f"29n 30n 1d {wild}", 4) == []
    found = [f"5n, 6n, {wild}", f"5n, 7d, {wild}", f"6n, 7d, {wild}", "5n, 6n, 7d"]
    assert sorted(runs_of(f"5n 6n 7d {wild}", 3)) == sorted(found)
    assert runs_of("5n 7n 7d trilithon-blue", 3) == []


@given(st.lists(st.integers(1, 30), max_size=7), st.booleans(), st.sampled_from([3, 4]))
@settings(max_examples=60)
def test_runs_are_found_where_they_are(numbers, wild, size):
    """FD-CONV-01, FD-TAKE-01 against all windows of strengths."""
    names = {f"{number}{'nd'[numbers[:at].count(number) % 2]}" for at, number in enumerate(numbers)}
    windows = [set(range(low, low + size)) for low in range(1, 32 - size)]
    there = any(len(window - set(numbers)) <= wild for window in windows)
    assert bool(runs_of(" ".join([*names, *["trilithon-white"] * wild]), size)) is there


def test_a_pair_builds_and_a_support_drains():
    """FD-TRI-01, FD-TRI-02, FD-TRI-04."""
    match = position(a="7n 7d", b="1n 2n", c="3n")
    act(match, BUILD, DRAIN, END)
    assert (sections(match), sizes(match)) == (1, [2, 1, 0])
    assert (len(lying(match, "supports")), len(lying(match, "capstones"))) == (9, 5)
    assert ids(match, "trilithons.1") == ["support"]
    assert BUILD not in offered(position(a="7n 8n"))
    assert BUILD in offered(position(a="7n trilithon-white"))


def test_a_drain_tells_each_seat_which_of_its_cards_moved():
    """FD-TRI-02: taken unseen, so that the others know of none but what they lost themselves."""
    match = position(a="7n 7d", b="10n", c="11n", players=4)
    told = [one for one in act(match, BUILD, DRAIN, END).told if one[1] == "reveals"]
    known = [("10n", "11n"), ("10n", "??"), ("??", "11n"), ("??", "??")]
    for reader, (first, second) in enumerate(known):
        read = [short(deed.say_to(reader)) for _, _, deed in told]
        assert read == [f"{first} to white, blue", f"{second} to white, green"]


def test_a_drain_takes_any_card_of_a_hand_by_luck():
    """FD-TRI-02: unseen, so neither the oldest nor the newest by preference."""
    taken = []
    for index in range(60):
        match = position(a="7n 7d", b="10n 11n 12n")
        match.renew_luck(Streams(1, NAME, "3+0", index))
        act(match, BUILD, DRAIN, END)
        assert sizes(match)[:2] == [1, 2]
        taken += hands(match)[WHITE]
    assert all(taken.count(one) >= 10 for one in ("10n", "11n", "12n"))


def test_drained_cards_above_ten_are_discarded():
    """FD-TRI-02, FD-CARD-04; who has no card gives none, and nobody must drain."""
    match = position(a="1n 2n 3n 4n 5n 6n 7n 7d 8n 9n 15n", b="10n", c="11n 12n", players=4)
    act(match, BUILD, DRAIN, "2n", END)
    assert sizes(match) == [10, 0, 1, 0]
    assert ids(match, "discard") == ["7d", "7n", "2n"]
    assert "10n" in hands(match)[WHITE]
    assert match.tally.drawn[match.program.kind[cards(match, "10n")[0]]] >= 1
    match = position(a="7n 7d", b="10n")
    act(match, BUILD, KEEP, END)
    assert hands(match)[:2] == [[], ["10n"]]
    assert asked(act(position(a="7n 7d"), BUILD, END), "drain") == []


def test_a_capstone_may_take_a_disk():
    """FD-TRI-03; FD-SUPP-01, who has no disk is not asked for one."""
    for wanted, owner, disks in ((OWN, {1: "white"}, 9), (LEAVE, {}, 10)):
        match = position(a="7n 7d")
        build(match, 2)
        act(match, BUILD, wanted, END)
        assert (owners(match), left(match, "disks")[WHITE]) == (owner, disks)
        assert (len(lying(match, "supports")), len(lying(match, "capstones"))) == (8, 4)
    match = position(a="7n 7d")
    build(match, 2)
    move(match, lying(match, "seat1.disks"), "box")
    assert asked(act(match, BUILD, END), "own") == []
    assert (owners(match), left(match, "disks"), sections(match)) == ({}, [0, 10, 10], 3)


def pairs_of(hand):
    """The pairs that white can lay."""
    match = position(a=hand)
    return asked(act(match, BUILD), "lay")[0] if BUILD in offered(match) else []


def test_a_pair_is_two_cards_of_one_strength():
    """FD-TRI-01, FD-TRI-04, FD-CARD-02."""
    assert sorted(pairs_of("7n 8n 7d 9n 9d")) == ["7d, 7n", "9d, 9n"]
    wild = "trilithon-white"
    found = ["7d, 7n", *(f"{one}, {wild}" for one in ("7n", "8n", "7d"))]
    assert sorted(pairs_of(f"7n 8n 7d {wild} trilithon-blue")) == sorted(found)
    assert pairs_of("trilithon-white trilithon-blue") == []


def test_fifteen_pairs_finish_all_trilithons():
    """FD-TRI-05, FD-COMP-05."""
    match = position(a="7n 7d", b="1n", at="29 29 29")
    for built in range(15):
        assert BUILD in offered(match)
        act(match, BUILD, LEAVE if built % 3 == 2 else KEEP, END)
        assert sections(match) == built + 1
        assert ids(match, f"trilithons.{built // 3 + 1}")[-1] == "support" or built % 3 == 2
        for seat in range(1, 4):
            move(match, lying(match, f"seat{seat}.hand"), "discard")
        hold(match, WHITE, "7n 7d")
        hold(match, BLUE, "1n")
    assert BUILD not in offered(match)
    assert [len(lying(match, f"trilithons.{number}")) for number in range(1, 6)] == [3] * 5


def test_a_run_of_four_takes_a_capstone_over():
    """FD-TAKE-01, FD-TAKE-02 (X-FD-20)."""
    for ruling, numbers in (("stays", [2]), ("claimed", [1, 2])):
        match = position(f"X-FD-20={ruling}", a="4n 5n 6n 7n")
        build(match, 11, None, BLUE, WHITE)
        found = [one for one in offered(match) if one.startswith("take over")]
        assert found == [f"take over trilithon {number}" for number in numbers]
        act(match, "take over trilithon 2", END)
        assert owners(match) == {2: "white", 3: "white"}
        assert left(match, "disks") == [8, 10, 10]
    match = position(a="4n 5n 6n 7n")
    build(match, 15, *[BLUE] * 5)
    assert {f"take over trilithon {number}" for number in range(1, 6)} <= set(offered(match))
    match = position("X-FD-20=claimed", a="4n 5n 6n 7n")
    build(match, 3)
    act(match, "take over trilithon 1", END)
    assert (owners(match), left(match, "disks")) == ({1: "white"}, [9, 10, 10])


def test_the_altar_is_dressed_by_a_sum_or_a_pair():
    """FD-ALT-01, FD-ALT-02, FD-ALT-03, FD-ALT-04."""
    match = position(a="1n 30n 7n 7d", b="8n 8d", at="5 5 5")
    assert {BY_SUM, BY_PAIR} <= set(offered(match))
    act(match, BY_SUM, BY_PAIR, END)
    assert altar(match) == [WHITE, WHITE]
    assert left(match, "bars") == [8, 10, 10]
    act(match, BY_PAIR, END, seat=BLUE)
    assert (spaces(match), altar(match), left(match, "bars")) == ([6, 5, 4], [], [10] * 3)


def dressed(match, *seats):
    """The altar is completed by these bars, the last of them with a pair."""
    dress(match, *seats[:-1])
    hold(match, seats[-1], "7n 7d")
    act(match, BY_PAIR, seat=seats[-1])
    return match


def test_a_tie_at_the_altar_moves_nobody_on_and_most_bars_need_not_be_more_than_half():
    """FD-ALT-03, FD-ALT-04, FD-ALT-05: the highest number counts, however few."""
    assert spaces(dressed(position(players=4, at="5 5 5 5"), 0, 0, 1, 1)) == [5, 5, 4, 4]
    assert spaces(dressed(position(at="5 5 5"), 0, 0, 0)) == [6, 4, 4]
    assert spaces(dressed(position(players=5, at="5 5 5 5 5"), 0, 0, 1, 2, 3)) == [6, 5, 5, 5, 4]
    assert spaces(dressed(position(players=4, at="5 5 5 5"), 1, 0, 2, 1)) == [5, 6, 5, 4]


def test_an_altar_that_ends_the_game_still_sends_others_back_or_not():
    """FD-ALT-03, FD-ALT-04, FD-END-01, FD-END-02 (X-FD-24): only where the end comes at once."""
    assert resolve_rulings(game_of(NAME))["X-FD-24"] == "step_back"
    for ruling, last_space, at, back in (
        ("step_back", "at_once", 29, 8),
        ("stay", "at_once", 29, 9),
        ("stay", "end_of_round", 29, 8),
        ("stay", "full_circle", 29, 8),
        ("step_back", "full_circle", 30, 8),
        ("stay", "full_circle", 30, 9),
        ("stay", "at_once", 28, 8),
    ):
        rulings = (f"X-FD-24={ruling}", f"X-FD-03={last_space}")
        match = dressed(position(*rulings, at=f"{at} 9 9"), 1, 0, 0)
        assert spaces(match) == [min(at + 1, 30), 9, back], (ruling, last_space, at)
        assert (altar(match), left(match, "bars")) == ([], [10, 10, 10])
        assert match.scores() == [min(at + 1, 30), 9, back]


def test_stepping_back_from_space_1_and_dressing_again():
    """FD-ALT-04, FD-ALT-06 (X-FD-06, X-FD-19)."""
    for ruling, at in (("stay", 1), ("below_one", 0)):
        match = dressed(position(f"X-FD-06={ruling}"), 0, 0, 0)
        assert spaces(match) == [2, at, at]
    for ruling, again in (("again", True), ("once", False)):
        match = position(f"X-FD-19={ruling}", a="1n 30n", b="8n 8d")
        dress(match, 0, 0)
        act(match, BY_SUM, END)
        assert (BY_PAIR in offered(match, BLUE)) is again


def test_an_inactive_turn_draws_one_and_one_for_each_trilithon():
    """FD-INACT-01."""
    match = position()
    build(match, 9, WHITE, BLUE, WHITE)
    drawn = sum(match.tally.drawn)
    act(match, REST)
    assert len(hands(match)[WHITE]) == sum(match.tally.drawn) - drawn == 3
    turns = asked(act(position(a="1n 5n"), ADVANCE, "1n", MORE, END), "turn")
    assert [REST in options for options in turns] == [True, False]


def test_a_trade_needs_both_and_costs_the_draw():
    """FD-TRADE-01, FD-TRADE-02 (X-FD-18), FD-INACT-02 (X-FD-16)."""
    for ruling, rests in (("costs_draw", False), ("free", True)):
        match = position(f"X-FD-16={ruling}", a="1n 2n", b="3n 4n")
        sitting = act(match, TRADE_BLUE, "1n", "4n", YES, END)
        assert [seat for seat, what, _ in sitting.asked if what == "answer"] == [BLUE]
        assert hands(match)[:2] == [["2n", "4n"], ["1n", "3n"]]
        assert (REST in asked(sitting, "turn")[-1]) is rests
    match = position(a="1n 2n", b="3n 4n")
    turns = asked(act(match, TRADE_BLUE, "1n", NO, END), "turn")
    assert hands(match)[:2] == [["1n", "2n"], ["3n", "4n"]]
    assert REST in turns[-1]


def test_a_trilithon_card_goes_to_whom_it_fits():
    """FD-CARD-03: who cannot lay it may trade it."""
    match = position(a="trilithon-blue 2n", b="3n 5d")
    act(match, TRADE_BLUE, "trilithon-blue", "3n", YES, END)
    assert CLAN not in offered(match)
    assert CLAN in offered(match, BLUE)


def test_a_refusal_is_no_end_of_trading():
    """FD-TRADE-01: as many trades with the same partner as one wishes, agreed or not."""
    match = position(a="1n 2n", b="3n 4n", c="5n")
    no, other = (TRADE_BLUE, "1n", NO), (TRADE_BLUE, "2n", "3n", NO)
    yes, back = (TRADE_BLUE, "2n", "3n", YES), (TRADE_BLUE, "3n", "2n", YES)
    turns = asked(act(match, *no, *no, *other, *yes, *back, *yes, *back, *no, END), "turn")
    assert hands(match)[:2] == [["1n", "2n"], ["3n", "4n"]]
    assert len(turns) == 9
    assert all({TRADE_BLUE, TRADE_GREEN} <= set(options) for options in turns)
    assert not any("trade with white" in options for options in turns)


def test_a_player_that_weighs_stops_offering_and_others_need_not():
    """FD-TRADE-01: three offers in a turn are enough for players that reckon; they bind no rule."""
    match = position(a="trilithon-blue 1d", b="5n", c="6n")
    assert rated(match.copy())[TRADE_BLUE] > rated(match.copy())[END]
    no = (TRADE_BLUE, "1d", NO)
    rates = rated(match, *no, *no, *no)
    assert rates[TRADE_BLUE] < rates[TRADE_GREEN] < rates[END]


@pytest.mark.parametrize("index", range(4))
def test_games_end_though_trades_are_not_limited(index):
    """FD-TRADE-01: a partner that always refuses is not asked for ever."""
    played = play_game(table_of(NAME, 3), "greedy,drain:deck,drain:deck", index, False)
    assert played.outcome.finished


def test_a_trade_takes_two_cards():
    """FD-TRADE-01, FD-TRADE-02 (X-FD-18): without one on either side there is none."""
    for held, plain, gifts in (
        ({"a": "1n"}, False, True),
        ({"b": "1n"}, False, True),
        ({"a": "1n", "b": "2n"}, True, True),
        ({}, False, False),
    ):
        for ruling, there in (("one_for_one", plain), ("gifts_too", gifts)):
            match = position(f"X-FD-18={ruling}", **held)
            assert (TRADE_BLUE in offered(match)) is there


def test_gifts_only_by_ruling():
    """FD-TRADE-02 (X-FD-18): either of the two may give one."""
    match = position("X-FD-18=gifts_too", a="1n 2n", b="3n 4n")
    sitting = act(match, TRADE_BLUE, "1n", "as a gift", YES, END)
    assert hands(match)[:2] == [["2n"], ["1n", "3n", "4n"]]
    assert REST not in asked(sitting, "turn")[-1]
    match = position("X-FD-18=gifts_too", a="2n", b="3n 1n")
    sitting = act(match, TRADE_BLUE, "nothing, for a gift", "3n", YES, END)
    assert hands(match)[:2] == [["2n", "3n"], ["1n"]]
    assert asked(sitting, "answer") == [[NO, "1n", "3n"]]
    sitting = act(position(a="1n 2n", b="3n"), TRADE_BLUE, "1n", NO, END)
    assert asked(sitting, "show") == [["1n", "2n"]]
    assert asked(sitting, "answer") == [[NO, "3n"]]


def test_hands_are_cut_to_ten_and_a_gift_above_is_paid_by_a_discard():
    """FD-CARD-04, FD-TRADE-02 (X-FD-18)."""
    ten = "1n 2n 3n 4n 5n 6n 7n 8n 9n 10n"
    match = position(a=ten)
    act(match, REST, "4n")
    assert (len(hands(match)[WHITE]), ids(match, "discard")) == (10, ["4n"])
    match = position("X-FD-18=gifts_too", a=ten, b="1d")
    act(match, TRADE_BLUE, "nothing, for a gift", "1d", YES, "2n", END)
    assert (len(hands(match)[WHITE]), ids(match, "discard")) == (10, ["2n"])
    match = position("X-FD-18=gifts_too", a="1d", b=ten)
    act(match, TRADE_BLUE, "1d", "as a gift", YES, "1d", END)
    assert (len(hands(match)[BLUE]), ids(match, "discard")) == (10, ["1d"])


def test_who_falls_behind_picks_up_no_more_cards():
    """FD-ADD-01, -02, -03; FD-FALL-01, FD-FALL-02 (X-FD-02): for good, or until it catches up."""
    for ruling, cured in (("for_good", False), ("while_behind", True)):
        match = position(f"X-FD-02={ruling}", at="1 2 2")
        build(match, 3, WHITE)
        pass_time(match, 1)
        assert (fallen(match), sizes(match)) == ([False] * 3, [1, 1, 1])
        pass_time(match, 1)
        assert (fallen(match), sizes(match)) == ([True, False, False], [1, 2, 2])
        assert REST not in offered(match)
        move(match, lying(match, "seat1.hand"), "box")
        hold(match, WHITE, "trilithon-white")
        act(match, ADVANCE, END)
        assert fallen(match) == [not cured, False, False]


def test_a_druid_that_is_two_spaces_behind_has_to_catch_up():
    """FD-FALL-02 (X-FD-02)."""
    for hand, steps, behind in (("1n 2n", (ADVANCE, "1n", MORE), False), ("1n", (), True)):
        match = position("X-FD-02=while_behind", a=hand, at="1 9 9", time=4)
        fall(match, WHITE)
        act(match, *steps, ADVANCE)
        assert (spaces(match)[WHITE], fallen(match)[WHITE]) == (2 if behind else 3, behind)


def test_a_step_back_is_no_pass():
    """FD-FALL-01, FD-ALT-04 (X-FD-22): time passes a druid by going on from its space."""
    for ruling, back, day, next_day in (
        ("from_its_space", False, False, False),
        ("new_day", False, True, True),
        ("any_time", True, True, True),
    ):
        match = position(f"X-FD-22={ruling}", c="7n 7d", at="2 9 9", time=2)
        dress(match, BLUE, BLUE)
        act(match, BY_PAIR, END, seat=GREEN)
        assert (spaces(match), fallen(match)) == ([1, 10, 9], [back, False, False])
        for found in (day, next_day):
            pass_time(match, 2 - recall(match, "table.time") % 2)
            assert fallen(match) == [found, False, False]
        assert (hands(match)[WHITE] == []) is back
        assert (REST in offered(match)) is not next_day
    beside = position("X-FD-22=new_day", at="2 9 9", time=1)  # time comes to it, not beyond
    pass_time(beside, 1)
    assert fallen(beside) == [False] * 3
    ahead = position("X-FD-22=any_time", c="7n 7d", at="3 9 9", time=2)
    dress(ahead, BLUE, BLUE)
    act(ahead, BY_PAIR, END, seat=GREEN)
    assert (spaces(ahead)[WHITE], fallen(ahead)[WHITE]) == (2, False)


def contest(match, *answers):
    """The contest of the day that is over as the next stone comes, and who was asked."""
    sitting = pass_time(match, 1, *answers)
    return [seat for seat, what, _ in sitting.asked if what == "offer"], sitting


def test_who_has_lost_contact_wins_and_converts_no_spirit():
    """FD-FALL-01, FD-SPIR-02, FD-CONV-01 (X-FD-23): as the words say, or it means cards alone."""
    assert resolve_rulings(game_of(NAME))["X-FD-23"] == "spirits_too"
    for ruling, contact in (("spirits_too", False), ("cards_only", True)):
        match = position(f"X-FD-23={ruling}", a="4n 5d 6n", b="9n", c="8n", at="9 9 9", time=9)
        win(match, WHITE, 3)
        ally(match, BLUE)
        fall(match, WHITE)
        assert CONVERT_CLAN in offered(match)
        seats, _ = contest(match.copy())
        assert set(seats) == ({WHITE} if contact else set()) | {BLUE, GREEN}
        win(match, BLUE, 4)
        assert (CONVERT_SPIRIT in offered(match)) is contact
        assert spirits(match) == {3: WHITE, 4: BLUE}, "what it has stays"
        hold(match, BLUE, "4d 5n 6d")
        win(match, WHITE, 5)
        tell_time(match, 10)
        act(match, CONVERT_SPIRIT, seat=BLUE)
        assert spirits(match)[5] == BLUE, "others may convert its own"


def test_a_druid_that_time_passes_misses_the_contest_of_that_day():
    """FD-FALL-01, FD-SPIR-01 (X-FD-23, X-FD-02): it has contact again where it catches up."""
    match = position("X-FD-02=while_behind", a="1n", b="2n", c="3n", at="1 2 2", time=1)
    seats, _ = contest(match)
    assert set(seats) == {BLUE, GREEN}
    assert hands(match)[WHITE] == ["1n"]
    act(match, ADVANCE, END)
    assert fallen(match) == [False] * 3
    stand(match, WHITE, 9)
    hold(match, WHITE, "1d")
    assert WHITE in contest(match)[0] + contest(match)[0]


def test_from_where_no_card_is_picked_up():
    """FD-FALL-02 (X-FD-21): draws always, drains and trades by ruling."""
    for ruling, drains, trades in (
        ("deck_and_drains", False, True),
        ("deck", True, True),
        ("anywhere", False, False),
    ):
        match = position(f"X-FD-21={ruling}", a="7n 7d 9n", b="1n 2n", at="1 9 9")
        fall(match, WHITE)
        open_ones = offered(match)
        assert REST not in open_ones
        assert (TRADE_BLUE in open_ones) is trades
        assert ("trade with white" in offered(match, BLUE)) is trades
        hold(match, GREEN, "3n")
        assert TRADE_GREEN in offered(match, BLUE)
        act(match, BUILD, *([DRAIN] if drains else []), END)
        assert (len(hands(match)[WHITE]) == 3) is drains
        before = len(hands(match)[WHITE])
        pass_time(match, 1)
        assert len(hands(match)[WHITE]) == before


def test_the_strongest_in_the_colour_wins_the_spirit():
    """FD-SPIR-01, -02, -03, -05, -07: day 4 is yellow, which nobody plays; 30 is black."""
    match = position("X-FD-07=contest_first", a="4n 30n", b="10n", c="16d 22n", at="9 9 9", time=7)
    contest(match, "4n", "30n", "10n", "16d", MORE)
    assert (spirits(match), left(match, "bars")) == ({4: GREEN}, [10, 10, 9])
    assert {"10n", "16d", "30n", "4n"} <= set(ids(match, "discard"))
    assert times_played(match, "4n 10n 16d 22n 30n") == [1, 1, 1, 0, 1]
    assert match.tally.gauges[2].least == 9


def test_a_contest_keeps_the_order_of_the_round_that_is_over():
    """FD-SPIR-02: not that of the round to come, whose first player may be another."""
    for first, order in ((WHITE, [0, 1, 2]), (GREEN, [2, 0, 1])):
        match = position("X-FD-07=contest_first", a="1n", b="2n", c="3n", at="9 9 9", time=1)
        match.n[FIRST] = first
        assert list(dict.fromkeys(contest(match)[0])) == order
        assert match.n[FIRST] == BLUE, "blue begins on space 2"


@pytest.mark.parametrize(
    ("seat", "name", "day", "value"),
    [
        *((WHITE, "30n", 1, 30), (WHITE, "1n", 1, 1), (WHITE, "1n", 4, 0), (BLUE, "30n", 1, 0)),
        *((BLUE, "7n", 1, 7), (BLUE, "trilithon-blue", 1, 30), (BLUE, "trilithon-white", 1, 0)),
        *((BLUE, "6n", 6, 6), (BLUE, "12d", 6, 12), (BLUE, "7d", 6, 0), (GREEN, "3n", 6, 0)),
    ],
)
def test_all_cards_count_for_the_player_of_the_colour(seat, name, day, value):
    """FD-SPIR-04, FD-SPIR-05, FD-CARD-02: a card wins if it counts for anything."""
    letter = "abc"[seat]
    match = position("X-FD-07=contest_first", **{letter: name}, at="9 9 9", time=2 * day - 1)
    contest(match, name)
    assert spirits(match) == ({day: seat} if value else {})


def test_ties_and_idle_contests_win_nothing_nor_may_a_winner_without_a_bar():
    """FD-SPIR-06, FD-SPIR-09 (X-FD-05): day 4, on which yellow cards count."""
    for ruling, bars, laid, winner in (
        ("no_bar", 10, "16n 16d 4n", None),
        ("no_bar", 10, " 10n 4n", 1),
        ("no_bar", 0, " 10n 4n", None),
        ("next_best", 0, " 10n 4n", 2),
        ("next_best", 0, "4d 10n 4n", None),
        ("next_best", 0, "28n 10n 4n", 0),
        ("next_best", 0, "10d 10n 4n", None),
        ("next_best", 0, " 10n ", None),
        ("no_bar", 10, "  ", None),
    ):
        held = dict(zip("abc", laid.split(" "), strict=True))
        match = position(f"X-FD-05={ruling}", "X-FD-07=contest_first", **held, at="9 9 9", time=7)
        move(match, lying(match, "seat2.bars")[bars:], "box")
        told = contest(match, *(one for one in laid.split(" ") if one))[1].told
        assert spirits(match) == ({} if winner is None else {4: winner}), (ruling, bars, laid)
        won = [seat for seat, what, _ in told if what == "wins"]
        assert won == ([] if winner is None else [winner])


def test_two_without_a_bar_are_passed_over_for_a_third_that_lays_a_card():
    """FD-SPIR-06, FD-SPIR-09 (X-FD-05)."""
    for card, winners in (("4n", {4: WHITE}), ("", {})):
        rulings = ("X-FD-05=next_best", "X-FD-07=contest_first")
        match = position(*rulings, a=card, b="16n", c="10n", at="9 9 9", time=7)
        lack(match, "bars", 10, BLUE)
        lack(match, "bars", 10, GREEN)
        contest(match, *card.split(), "16n", "10n")
        assert spirits(match) == winners


def test_the_own_trilithon_card_counts_thirty_in_a_contest():
    """FD-CARD-02, FD-SPIR-06: it ties with a 30 on a black day, and wins with more."""
    for more, winners in (((), {}), (("6n",), {6: WHITE})):
        hand = " ".join(("trilithon-white", *more))
        match = position("X-FD-07=contest_first", a=hand, b="30n", at="9 9 9", time=11)
        contest(match, "trilithon-white", *more, "30n")
        assert spirits(match) == winners


def test_a_spirit_that_has_its_day_stays():
    """FD-SPIR-01, FD-SPIR-03, FD-END-03 (X-FD-01): the second time round; a last card ends it."""
    match = position("X-FD-01=druid_only", "X-FD-07=contest_first", a="1n", at="9 9 9", time=61)
    win(match, BLUE, 1)
    assert contest(match, "1n")[0] == [WHITE]
    assert (spirits(match), ids(match, "discard")) == ({1: BLUE}, ["1n"])


def test_contest_and_draw_in_either_order():
    """FD-SPIR-08, FD-ADD-02 (X-FD-07): as the text tells it, the draw comes first."""
    assert resolve_rulings(game_of(NAME))["X-FD-07"] == "draw_first"
    for ruling, seats in (("contest_first", []), ("draw_first", [0, 1, 2])):
        for time in (1, 5):
            match = position(f"X-FD-07={ruling}", at="9 9 9", time=time)
            assert sorted(contest(match)[0]) == seats
            assert sizes(match) == [1, 1, 1]


def test_twenty_nine_contests_until_space_30():
    """FD-SPIR-10."""
    match = position("X-FD-03=full_circle", at="30 30 30")
    held = []
    for time in range(58):
        if contest(match)[0]:
            held.append(time // 2 + 1)
        for seat in range(1, 4):
            move(match, lying(match, f"seat{seat}.hand"), "discard")
    assert held == list(range(1, 30))
    assert recall(match, "table.time") == 58


def test_the_first_druid_on_30_ends_the_game():
    """FD-END-01, FD-END-02 (X-FD-03)."""
    reached, round_it = "a druid has reached the last space", "a druid has gone all the way round"
    for ruling, over in (("at_once", reached), ("end_of_round", ""), ("full_circle", "")):
        match = position(f"X-FD-03={ruling}", at="29 1 1", a="29n 30n")
        act(match, ADVANCE, "29n", MORE)
        assert (spaces(match)[WHITE], reason(match)) == (30, over)
    match = position("X-FD-03=full_circle", at="29 1 1", a="29n 30n")
    act(match, ADVANCE, "29n", MORE, ADVANCE)
    assert (spaces(match)[WHITE], reason(match)) == (30, round_it)
    late = position("X-FD-03=end_of_round", at="29 1 1", a="29n")
    act(late, ADVANCE, END)
    assert pass_time(late, 1).turns == [1, 2]
    assert (reason(late), recall(late, "table.time")) == (reached, 1)
    early = position(at="29 1 1", a="29n")
    assert {seat for seat, _, _ in act(early, ADVANCE).asked} == {WHITE}


def test_the_round_that_ends_the_game_has_its_additional_turn_and_contest():
    """FD-END-02 (X-FD-03), FD-ROUND-01: ``end_of_round`` plays the round to its end."""
    rulings = ("X-FD-03=end_of_round", "X-FD-07=contest_first")
    match = position(*rulings, at="29 2 2", a="29d", b="1d", time=1)
    act(match, ADVANCE, END)
    pass_time(match, 1, "1d")
    assert reason(match) == "a druid has reached the last space"
    assert match.outcome.scores == (30, 2 + 1, 2)
    assert (recall(match, "table.time"), spirits(match)) == (2, {1: BLUE})
    assert sizes(match) == [1, 1, 1]


def test_a_round_that_was_left_in_its_middle_is_played_to_its_end():
    """FD-END-02 (X-FD-03): from a copy at a turn's start, after the end was brought about."""
    match = position("X-FD-03=end_of_round", at="29 2 2", a="29n")
    act(match, ADVANCE, END)
    act(match, END, seat=BLUE)
    copy = match.copy()
    assert pass_time(copy, 1).turns == [GREEN]
    assert (reason(copy), recall(copy, "table.time")) == ("a druid has reached the last space", 1)
    assert reason(match) == ""


def test_a_full_row_ends_the_game_at_once():
    """FD-CLAN-02 (X-FD-04), whatever is ruled of the last space."""
    for last_space in ("at_once", "end_of_round", "full_circle"):
        match = position("X-FD-04=ends_game", f"X-FD-03={last_space}", a="1n 30d 1d")
        ally(match, *[BLUE] * 10, *[GREEN] * 7)
        assert reason(match) == ""
        ally(match, GREEN)
        assert {seat for seat, _, _ in act(match, CLAN, "1n, 30d").asked} == {WHITE}
        assert reason(match) == "all bluestones are taken"
        assert (recall(match, "table.time"), hands(match)[WHITE]) == (0, ["1d"])


def test_the_first_reason_to_end_counts():
    """FD-END-01, FD-CLAN-02 (X-FD-03, X-FD-04)."""
    match = position("X-FD-04=ends_game", "X-FD-03=end_of_round", at="29 1 1", a="29n 1n 30d")
    act(match, ADVANCE, "29n", MORE)
    assert reason(match) == ""
    ally(match, *[BLUE] * 10, *[GREEN] * 9)
    play(match, seat=WHITE)
    assert reason(match) == "a druid has reached the last space"


def test_time_ends_the_game_after_the_last_day_or_never():
    """FD-END-03 (X-FD-01)."""
    for ruling, over in (("after_day_30", "time has passed the last day"), ("druid_only", "")):
        match = position(f"X-FD-01={ruling}", time=58, at="9 9 9")
        pass_time(match, 1)
        assert reason(match) == ""
        stand(match, BLUE, 30)
        pass_time(match, 1)
        assert (reason(match), fallen(match)) == (over, [False, True, False])
    assert ids(match, "stones.1") == ["figure-grey"]


def test_runs_score_1_2_3():
    """FD-SCORE-01, FD-SCORE-02, FD-SCORE-03, FD-SCORE-04, FD-SCORE-06."""
    match = position(at="5 1 1")
    ally(match, 0, 0, 0, 1, 0, 1, 1)
    assert match.scores() == [5 + 6 + 1, 1 + 1 + 3, 1]
    match = position(at="5 1 1")
    ally(match, WHITE, WHITE, BLUE)
    win(match, BLUE, 3, 4, 6)
    build(match, 3, WHITE)
    dress(match, WHITE)
    assert match.scores() == [5 + 3, 1 + 1 + 3 + 1, 1]


def test_points_are_told_item_by_item():
    """FD-SCORE-01, FD-SCORE-02, FD-SCORE-03; FD-SCORE-05, across the last day (X-FD-17)."""
    for ruling, points in (("line", 1 + 1), ("circle", 1 + 2)):
        match = position(f"X-FD-17={ruling}")
        win(match, WHITE, 30)
        assert match.scores()[WHITE] == 1 + 1
        win(match, WHITE, 1)
        assert match.scores() == [1 + points, 1, 1]
    match = position("X-FD-17=circle", at="5 1 1")
    ally(match, WHITE, WHITE, BLUE)
    win(match, BLUE, 3)
    win(match, WHITE, 29, 30, 1)
    assert match.account() == [
        "white: druid 5, clans 3, spirits 6",
        "blue: druid 1, clans 1, spirits 1",
        "green: druid 1, clans 0, spirits 0",
    ]


def test_all_are_told_who_begins_and_who_wins_a_spirit():
    """FD-ROUND-02, FD-ROUND-03, FD-SPIR-03, FD-SPIR-05."""
    match = position("X-FD-07=contest_first", b="10n", c="4n 16d", at="9 9 9", time=7)
    (seat, what, deed), (_, then, _) = contest(match, "10n", "4n", "16d")[1].told
    assert (seat, what, deed.say(), then) == (GREEN, "wins", "the spirit of day 4", "begins")


def test_most_points_win_and_a_tie_is_shared_or_the_space_decides():
    """FD-WIN-01, FD-WIN-02 (X-FD-11)."""
    match = position(at="5 9 1")
    assert winners(match, [10, 9, 1]) == (WHITE,)
    assert winners(match, [10, 10, 1]) == (WHITE, BLUE)
    further = position("X-FD-11=points_then_space", at="5 9 1")
    assert winners(further, [10, 10, 10]) == (BLUE,)
    assert winners(further, [10, 9, 1]) == (WHITE,)
    round_30 = position("X-FD-11=points_then_space", "X-FD-03=full_circle", at="30 30 1")
    round_30.n[slot(round_30, "seat.arrived", BLUE)] = True
    assert winners(round_30, [30, 30, 1]) == (BLUE,)
    back = position("X-FD-11=points_then_space", "X-FD-03=end_of_round", at="30 29 1")
    back.n[slot(back, "seat.arrived", BLUE)] = True  # and sent back by the altar
    assert winners(back, [30, 30, 1]) == (WHITE,)


def winners(match, scores):
    return match.program.scoring.best(match, scores)


def test_the_discards_become_the_deck_with_its_last_card():
    """FD-SETUP-05."""
    match = position(at="9 9 9")
    move(match, lying(match, "deck")[2:], "discard")
    gone = len(lying(match, "discard"))
    act(match, REST)
    assert (len(lying(match, "deck")), len(lying(match, "discard"))) == (1, gone)
    act(match, REST, seat=BLUE)
    assert (len(lying(match, "deck")), len(lying(match, "discard"))) == (gone, 0)


def test_a_seat_sees_neither_the_deck_nor_what_others_hold_or_offer():
    """FD-SETUP-05: the deck lies face down."""
    [unseen] = position().unseen(0)
    others = {f"seat{seat}.{what}" for seat in (2, 3) for what in ("hand", "offered")}
    assert set(unseen.zones) == {"deck"} | others


def test_what_can_run_out_by_arithmetic():
    """FD-SUPP-01, FD-TRI-05, FD-SPIR-10, FD-CLAN-02, FD-SETUP-05 (X-FD-14): all but the deck."""
    for players, wanted, deck in ((3, 16, 48), (4, 21, 44), (5, 26, 40)):
        bound = table_of(NAME, players).bounds()[0]
        assert bound.sum.endswith(f": {wanted} < {deck}")
        assert deck - wanted == {3: 32, 4: 23, 5: 14}[players]
    bounds = table_of(NAME, 3).bounds()
    run_out = [bound.pile for bound in bounds if bound.can_run_out]
    assert (len(bounds), run_out) == (5, ["disks", "bars", "supports", "capstones"])


@pytest.mark.heavy
@settings(max_examples=20)
@given(
    top=st.integers(1, 30),
    pieces=st.integers(1, 10),
    players=st.sampled_from([3, 4, 5]),
    index=st.integers(0, 10**6),
    policy=st.sampled_from(["random", "greedy"]),
)
def test_small_boxes_lose_nothing_and_end(top, pieces, players, index, policy):
    game = small_box(NAME, top, disk=pieces, bar=pieces)
    played = play_game(table_of(NAME, players, game=game), policy, index)
    assert played.outcome.finished
