"""First Druid: worked examples, rule by rule, and small boxes."""

from dataclasses import replace
from itertools import combinations, permutations

import pytest
from gametable import (
    CARDS,
    RING,
    Nth,
    Script,
    act,
    card,
    cards,
    check_copy,
    dealt,
    each,
    hold,
    laid_out,
    small_box,
    table_of,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matches import play_game
from shippedgames import game_of

from validator.findings import UsageError
from validator.games.first_druid import actions as deeds
from validator.games.first_druid import state
from validator.games.first_druid import turn as rounds
from validator.games.stonehenge import CardChoice
from validator.play.rules import NEVER
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

NAME = "first_druid"
WHITE, BLUE, GREEN = range(3)
DONE = rounds.DruidEnd()


def lay(name):
    return CardChoice(card(name), name)


def position(*rulings, players=3, at="", **hands):
    """A match with given hands (``a="1n 2n"`` for seat 1) and druids (``at="5 1 1"``).

    Hands that are not given are empty.
    """
    match = dealt(table_of(NAME, players, *rulings))
    for seat, letter in enumerate("abcde"[:players]):
        hold(match, seat, hands.get(letter, ""))
    if at:
        match.at = [int(space) for space in at.split()]
    return match


def kinds(match, seat):
    return [type(option) for option in rounds.actions(match, seat)]


def put_on_top(match, names):
    """Lay cards of the deck on its top, the last one uppermost."""
    deck = match.deck.cards
    deck[:] = [one for one in deck if one not in cards(names)] + cards(names)


def pass_time(match, stones):
    """Move time by so many stones with nobody playing."""
    for _ in range(stones):
        for hand in match.hands:
            match.deck.discards.extend(hand)
            hand.clear()
        match.additional_turn(Script(*[state.NO_MORE] * 50))


@pytest.mark.parametrize(
    ("players", "deck", "cards_in_all"), [(3, 48, 63), (4, 44, 64), (5, 40, 65)]
)
def test_a_match_starts_from_the_table_that_set_up_shows(players, deck, cards_in_all):
    """FD-META-01, FD-PREP-04, FD-COMP-02, -03, -04, -05, -06, -07, FD-SETUP-01, -02, -03, -04,
    FD-SETUP-05, FD-SETUP-06.
    """
    assert sum(CARDS.number) == 930
    shown = laid_out(NAME, players).zones
    match = dealt(table_of(NAME, players))
    census = match.census()
    assert len(shown["deck"]) == deck
    for zone in ("deck", *(f"seat{seat}.hand" for seat in range(1, players + 1))):
        assert census[zone] == list(shown[zone])
    assert census["night_1"] == list(shown["night_1"]) == ["figure-grey"]
    assert census["space_1"] == list(shown["space_1"])
    assert len(match.deck.cards) + sum(map(len, match.hands)) == cards_in_all
    dealt_cards = [one for hand in match.hands for one in hand]
    assert [one for one, drawn in enumerate(match.tally.drawn) if drawn] == sorted(dealt_cards)
    assert (len(census["supports"]), len(census["capstones"])) == (10, 5)
    assert (RING.bluestones, RING.spaces, len(RING.phases)) == (19, 30, 2)
    assert match.at == [1] * players
    for seat, colour in enumerate(("white", "blue", "green", "yellow", "red")[:players], 1):
        assert census[f"seat{seat}.disks"] == [f"disk-{colour}"] * 10
        assert census[f"seat{seat}.bars"] == [f"bar-{colour}"] * 10
        assert f"figure-{colour}" in census["space_1"]
        assert f"trilithon-{colour}" in match.rules.cards.ids
        assert len(census[f"seat{seat}.hand"]) == 5


def test_the_first_player_has_the_colour_of_the_space():
    """FD-ROUND-02, FD-ROUND-07: 15, 20 and 25 of 30 spaces match at 3, 4 and 5 players."""
    for players, matches in ((3, 15), (4, 20), (5, 25)):
        match = position(players=players)
        found = 0
        for space in range(1, 31):
            match.time = 2 * (space - 1)
            if match.rules.strip[space] in match.rules.seat_colour:
                found += 1
                assert match.find_first(Script()) == (space - 1) % 6
                assert match.centre == []
        assert found == matches


def test_a_card_is_turned_up_until_a_colour_fits():
    """FD-ROUND-03, FD-ROUND-04: space 4 is yellow, which nobody plays at three."""
    match = position()
    match.time = 6
    put_on_top(match, "2n 5n 6n")
    assert match.find_first(Script()) == BLUE
    assert match.centre == [card("2n")]
    assert match.deck.discards == cards("6n 5n")
    pass_time(match, 1)
    assert match.centre == [card("2n")]
    pass_time(match, 1)
    assert match.centre == []
    assert card("2n") in match.deck.discards


def test_a_trilithon_card_turned_up_counts_by_its_colour_or_not():
    """FD-ROUND-06 (X-FD-09)."""
    for ruling, first in (("by_colour", GREEN), ("miss", BLUE)):
        match = position(f"X-FD-09={ruling}")
        match.time = 6
        put_on_top(match, "2n trilithon-green")
        assert match.find_first(Script()) == first


def test_the_first_player_stays_where_no_card_can_fit():
    match = position()
    match.time = 6
    match.deck.cards[:] = cards("5n 6n")
    match.deck.discards[:] = cards("4n")
    match.first = GREEN
    assert match.find_first(Script()) == GREEN
    assert len(match.deck.cards) + len(match.deck.discards) == 3


def test_turns_go_clockwise_and_end_with_the_additional_one():
    """FD-ROUND-01, FD-ROUND-05, FD-ADD-01."""
    match = position(players=4)
    match.first = 2
    assert match.order() == [2, 3, 0, 1]
    script = Script(*[DONE] * 8)
    match.to_come = match.order()
    match.finish_round(script)
    assert [seat for seat, what, _ in script.asked if what == "turn"] == [2, 3, 0, 1]
    assert script.turns == [2, 3, 0, 1]
    assert match.time == 1


def test_cards_of_the_phase_advance_the_druid():
    """FD-PREP-01, FD-PREP-03, FD-CARD-01: night counts at night, day by day."""
    match = position(a="5n 30d 6n", at="5 1 1")
    act(match, deeds.DruidAdvance(), lay("5n"), state.NO_MORE, deeds.DruidAdvance(), DONE)
    assert match.at[WHITE] == 7
    assert match.hands[WHITE] == [card("30d")]
    match.time = 1
    assert deeds.DruidAdvance in kinds(match, WHITE)


def test_strengths_add_up_or_not():
    """FD-PREP-02 (X-FD-10)."""
    match = position(a="5n 9n 3n", at="15 1 1")
    assert deeds.DruidAdvance in kinds(match, WHITE)
    act(match, deeds.DruidAdvance(), DONE)
    assert sorted(match.deck.discards) == sorted(cards("5n 9n 3n"))
    single = position("X-FD-10=single", a="5n 9n 3n", at="15 1 1")
    assert deeds.DruidAdvance not in kinds(single, WHITE)
    match = position("X-FD-10=single", a="5n 15n 20n", at="15 1 1")
    script = act(match, deeds.DruidAdvance(), lay("20n"), DONE)
    assert [options for _, what, options in script.asked if what == "lay"] == [each("15n 20n")]


def test_a_game_begins_with_the_turns_of_a_round():
    """FD-ROUND-01, FD-ROUND-04, FD-ROUND-05: everybody's, from the first player on."""
    match, begun = position(players=4), list[int]()

    class Stops(Nth):
        def turn(self, seat):
            begun.append(seat)
            if len(begun) == 4:
                raise StopIteration

    with pytest.raises(StopIteration):
        match.play(Stops(0))
    assert begun == match.order()


def laid_sets(match, seat):
    """Every set of cards that ``seat`` can lay to advance, as often as it comes up."""
    found = []
    waiting = [[]]
    while waiting:
        answers = waiting.pop()
        copy = match.copy()
        script = Script(*answers)
        try:
            deeds.lay_together(copy, script, seat)
        except IndexError:  # no answer left: go on with each of the options
            waiting += [[*answers, option] for option in script.asked[-1][2]]
        else:
            found.append(sorted(copy.laid))
    return sorted(found)


@pytest.mark.parametrize("at", ["0 1 1", "10 1 1", "14 1 1", "31 1 1"])
def test_any_combination_that_is_strong_enough_can_be_laid(at):
    """FD-PREP-01, FD-PREP-02: however the hand is sorted, and each once; more than needed too."""
    hand = "10n 2n 30d trilithon-white 4n trilithon-blue"
    fitting = {card("10n"): 10, card("2n"): 2, card("trilithon-white"): 30, card("4n"): 4}
    need = int(at.split(maxsplit=1)[0])
    wanted = sorted(
        sorted(chosen)
        for size in range(1, 5)
        for chosen in combinations(fitting, size)
        if sum(fitting[one] for one in chosen) >= need
    )
    for order in list(permutations(hand.split()))[::97]:
        assert laid_sets(position(a=" ".join(order), at=at), WHITE) == wanted


def test_who_lays_enough_may_stop_and_a_greedy_player_does():
    """FD-PREP-01, FD-PREP-04: cards beyond what is needed are laid by who wants to alone."""
    match = position(a="10n 2n 4n", at="10 1 1")
    script = Script(lay("4n"))
    deeds.lay_together(match, script, WHITE)
    lays = [options for _, what, options in script.asked if what == "lay"]
    assert lays == [each("10n"), [*each("2n 4n"), state.NO_MORE]]
    assert match.laid == cards("10n 4n")
    ratings = match.rate(WHITE, "lay", lays[1])
    assert ratings[2] > max(ratings[:2])
    drained = match.drain("bars", WHITE, "lay", lays[1])
    assert drained[2] > max(drained[:2])


def test_a_druid_before_space_1_needs_a_card_too():
    """FD-PREP-01, FD-ALT-06 (X-FD-06): any card of the phase is strong enough there."""
    match = position("X-FD-06=below_one", a="1n 2d", at="0 1 1")
    act(match, deeds.DruidAdvance(), DONE)
    assert (match.at[WHITE], match.hands[WHITE]) == (1, cards("2d"))
    assert deeds.DruidAdvance not in kinds(position("X-FD-06=below_one", a="2d", at="0 1 1"), WHITE)


def test_a_druid_on_the_last_space_has_nowhere_to_go():
    """FD-PREP-01, FD-END-01 (X-FD-03): except where the way ends behind it."""
    for ruling, goes_on in (("end_of_round", False), ("full_circle", True)):
        match = position(f"X-FD-03={ruling}", a="30n", at="30 1 1")
        assert (deeds.DruidAdvance in kinds(match, WHITE)) is goes_on


def test_the_own_trilithon_card_is_any_phase_and_strength():
    """FD-CARD-02, FD-CARD-03."""
    assert deeds.DruidAdvance in kinds(position(a="trilithon-white", at="29 1 1"), WHITE)
    assert deeds.DruidAdvance not in kinds(position(a="trilithon-blue", at="1 1 1"), WHITE)
    for colour, fits in (("white", True), ("blue", False)):
        found = kinds(position(a=f"1n trilithon-{colour}"), WHITE)
        assert (rounds.AllyClan in found) is fits


@pytest.mark.parametrize(
    ("action", "hand", "answers", "part", "then"),
    [
        (deeds.DruidAdvance(), "5n", (), "at", [2, 1, 1]),
        (rounds.AllyClan(), "1n 30d", (), "clans", [BLUE, WHITE]),
        (rounds.ConvertClan(), "4n 5d 6n", (), "clans", [WHITE]),
        (rounds.ConvertSpirit(), "4n 5d 6n", (), "spirits", [-1, WHITE, *[-1] * 29]),
        (deeds.DruidBuild(), "7n 7d", (deeds.NO,), "sections", 4),
        (deeds.TakeOver(0), "4n 5d 6n 7n", (), "owners", [WHITE]),
        (deeds.DressWithSum(), "1n 30d", (), "altar", [1, 0, 0]),
        (deeds.DressWithPair(), "7n 7d", (), "altar", [1, 0, 0]),
    ],
)
def test_cards_played_are_discarded_and_cost_the_draw(action, hand, answers, part, then):
    """FD-SETUP-05, FD-INACT-01, FD-TURN-01: each action by its cards, and no draw after it."""
    match = position(a=hand, b="1d")
    match.clans = [BLUE]
    match.spirits[1] = BLUE
    match.owners = [BLUE]
    match.sections = 3
    match.time = 2
    match.begin_turn()
    assert {type(action), rounds.Rest} <= set(kinds(match, WHITE))
    action.carry_out(match, Script(*answers), WHITE)
    assert sorted(match.deck.discards) == sorted(cards(hand))
    assert match.hands[WHITE] == match.laid == []
    assert getattr(match, part) == then
    assert [match.tally.played[one] for one in cards(hand)] == [1] * len(cards(hand))
    assert rounds.Rest not in kinds(match, WHITE)


def test_a_sum_of_31_allies_a_clan():
    """FD-CLAN-01, FD-COMP-06."""
    match = position(a="1n 30d 10n 11n")
    script = act(match, rounds.AllyClan(), DONE)
    lays = [options for _, what, options in script.asked if what == "lay"]
    assert lays == [each("1n"), each("30d")]
    assert match.clans == [WHITE]
    assert match.disks[WHITE] == 9
    assert rounds.AllyClan not in kinds(position(a="30d 10n 11n"), WHITE)


@given(st.lists(st.integers(0, 59), max_size=10, unique=True), st.booleans(), st.integers(0, 99))
@settings(max_examples=150)
def test_laid_sums_are_exact_and_all_of_them_come_up(numbers, wild, seed):
    """FD-CLAN-01 against all subsets: offered exactly where one exists, laid exactly 31."""
    hand = numbers + ([card("trilithon-white")] if wild else [])
    match = position()
    for one in hand:
        match.deck.cards.remove(one)
        match.hands[WHITE].append(one)
    strengths = [CARDS.number[one] for one in numbers]
    subsets = [
        subset for size in range(1, len(strengths) + 1) for subset in combinations(strengths, size)
    ]
    exact = any(sum(subset) == 31 for subset in subsets)
    assert state.hand_of(match, WHITE).makes_sum is (exact or (wild and bool(numbers)))
    if not (exact or (wild and numbers)):
        return

    state.lay_sum(match, Nth(seed), WHITE)
    laid = sum(CARDS.number[one] for one in match.laid)
    assert laid == 31 or (card("trilithon-white") in match.laid and 1 <= 31 - laid <= 30)
    assert len(match.laid) >= 2


def test_no_clan_without_a_bluestone_or_a_disk():
    """FD-CLAN-02 (X-FD-04), FD-SUPP-01."""
    match = position(a="1n 30d")
    match.clans = [BLUE] * 10 + [GREEN] * 9
    assert rounds.AllyClan not in kinds(match, WHITE)
    match.clans.pop()
    assert rounds.AllyClan in kinds(match, WHITE)
    match.disks[WHITE] = 0
    assert rounds.AllyClan not in kinds(match, WHITE)
    for ruling, over in (("illegal", ""), ("ends_game", "all bluestones are taken")):
        match = position(f"X-FD-04={ruling}", a="1n 30d")
        match.clans = [BLUE] * 10 + [GREEN] * 8
        rounds.AllyClan().effect(match, Script(), WHITE)
        assert match.over == over


def test_disks_and_bars_are_limited_by_the_box():
    """FD-SUPP-01: five capstones leave 10 - 5 = 5 clans, ten spirits leave no bar."""
    match = position()
    match.owners = [-1] * 5
    for number in range(5):
        deeds.TakeOver(number).effect(match, Script(), WHITE)
    clans = 0
    while rounds.AllyClan().is_open(match, WHITE):
        rounds.AllyClan().effect(match, Script(), WHITE)
        clans += 1
    assert clans == 5
    for _ in range(10):
        match.take_bar(WHITE)
    assert not deeds.may_dress(match, WHITE)


def test_a_run_of_three_converts_the_latest_clan_or_spirit():
    """FD-CONV-01, FD-CONV-02."""
    match = position(a="4n 5d 6n")
    assert rounds.ConvertClan not in kinds(match, WHITE)
    match.clans = [WHITE, BLUE]
    match.disks[BLUE] -= 1
    match.spirits[3] = GREEN
    match.bars[GREEN] -= 1
    match.time = 6
    assert {rounds.ConvertClan, rounds.ConvertSpirit} <= set(kinds(match, WHITE))
    act(match, rounds.ConvertSpirit(), DONE)
    assert match.spirits[3:6] == [WHITE, -1, -1]
    assert match.bars == [9, 10, 10]
    rounds.ConvertClan().effect(match, Script(), WHITE)
    assert match.clans == [WHITE, WHITE]
    assert match.disks == [9, 10, 10]


def test_an_own_latest_piece_is_no_target_or_skipped():
    """FD-CONV-01, FD-CONV-03 (X-FD-08)."""
    for ruling, clan, day in (("no_target", -1, 0), ("skip_back", 1, 2)):
        match = position(f"X-FD-08={ruling}")
        match.clans = [WHITE, BLUE, WHITE]
        match.spirits[2] = BLUE
        match.spirits[4] = WHITE
        match.time = 8
        assert rounds.ConvertClan().target(match, WHITE) == clan
        assert rounds.ConvertSpirit().target(match, WHITE) == day


def test_after_a_gap_the_last_spirit_of_another_can_be_converted():
    """FD-CONV-02: the own bars before the gap are passed over, the gap stays."""
    match = position(a="4n 5d 6n", b="7n 8d 9n")
    match.spirits[1:6] = [GREEN, BLUE, -1, WHITE, -1]
    match.bars = [9, 9, 9]
    match.time = 10  # space 6: nobody won day 5
    assert rounds.ConvertSpirit().target(match, WHITE) == 2
    assert rounds.ConvertSpirit().target(match, BLUE) == 4
    act(match, rounds.ConvertSpirit(), DONE)
    assert match.spirits[1:6] == [GREEN, WHITE, -1, WHITE, -1]
    assert match.bars == [8, 10, 9]
    match.time = 8  # space 5: day 4 is the latest, and white's own
    assert rounds.ConvertSpirit().target(match, WHITE) == 0
    assert rounds.ConvertSpirit().target(match, GREEN) == 4
    match.spirits[1:6] = [-1] * 5
    assert rounds.ConvertSpirit().target(match, WHITE) == 0


def test_the_spirit_before_that_of_the_first_day_is_that_of_the_last():
    """FD-CONV-02: days follow each other round the ring."""
    match = position(a="4n 5d 6n")
    match.spirits[30], match.spirits[29] = BLUE, GREEN
    match.time = 62  # the second time round, the day of 1 is over
    assert match.space_left() == 1
    assert rounds.ConvertSpirit().target(match, WHITE) == 30


def test_the_levels_are_those_of_the_seat_that_has_fewest():
    """FD-SUPP-01."""
    match = position()
    match.disks, match.bars = [3, 4, 5], [8, 6, 7]
    assert match.levels()[1:] == [3, 6, 10, 5]
    match.sections, match.clans = 7, [WHITE] * 4
    assert match.used() == [7, 4, 5, 2, 4]
    assert match.levels()[1:] == [3, 6, 5, 3]


def test_each_pile_is_counted_as_what_it_is():
    """FD-SUPP-01, FD-TRI-05, FD-SETUP-05: what is taken lowers the level of its own pile alone."""
    piles = [pile.id for pile in table_of(NAME, 3).frame.piles]
    for pile, take_one in (
        ("deck", lambda match: match.deck.draw()),
        ("disks", lambda match: match.take_disk(BLUE)),
        ("bars", lambda match: match.take_bar(BLUE)),
        ("supports", lambda match: deeds.DruidBuild().effect(match, Nth(), WHITE)),
        ("capstones", cap_first),
    ):
        match = dealt(table_of(NAME, 3))
        before = [gauge.least for gauge in match.tally.gauges]
        assert before == match.levels()
        take_one(match)
        after = [gauge.least for gauge in match.tally.gauges]
        lowered = [id for id, was, now in zip(piles, before, after, strict=True) if now == was - 1]
        assert lowered == [pile]
        assert sum(before) - sum(after) == 1


def cap_first(match):
    """Build a capstone, without a disk in it, on two supports that stand."""
    match.sections = 2
    deeds.DruidBuild().effect(match, Script(deeds.NO), WHITE)


def test_converting_takes_an_own_piece_of_the_box():
    """FD-CONV-01, FD-SUPP-01."""
    match = position(a="4n 5d 6n")
    match.clans = [BLUE]
    match.spirits[1] = BLUE
    match.time = 2
    assert {rounds.ConvertClan, rounds.ConvertSpirit} <= set(kinds(match, WHITE))
    match.disks[WHITE] = 0
    assert rounds.ConvertClan not in kinds(match, WHITE)
    match.bars[WHITE] = 0
    assert rounds.ConvertSpirit not in kinds(match, WHITE)


def test_runs_with_and_without_the_wild_card():
    """FD-CONV-01, FD-TAKE-01, FD-CARD-02."""
    plain = state.hand_of(position(a="4n 5d 6n 7n 9n"), WHITE)
    assert plain.runs(3) == [state.DruidRun(4, 0), state.DruidRun(5, 0)]
    assert plain.runs(4) == [state.DruidRun(4, 0)]
    wild = state.hand_of(position(a="29n 30n 1d trilithon-white"), WHITE)
    assert wild.runs(3) == [state.DruidRun(28, 28)]
    assert wild.runs(4) == []
    any_card = state.hand_of(position(a="5n 6n 7d trilithon-white"), WHITE)
    runs = [(4, 4), (5, 0), (5, 5), (5, 6), (5, 7), (6, 8)]
    assert any_card.runs(3) == [state.DruidRun(*run) for run in runs]
    both = position(a="4n 4d 5n 6n")
    script = Script(lay("4d"))
    state.lay_run(both, script, WHITE, 3)
    assert sorted(both.laid) == sorted(cards("4d 5n 6n"))
    match = position(a="5n 6n 7d trilithon-white")
    state.lay_run(match, Script(state.DruidRun(5, 6)), WHITE, 3)
    assert sorted(match.laid) == sorted(cards("5n 7d trilithon-white"))
    assert match.hands[WHITE] == [card("6n")]


@example([29, 30], True, 3)
@given(st.lists(st.integers(1, 30), max_size=9), st.booleans(), st.sampled_from([3, 4]))
@settings(max_examples=300)
def test_runs_are_found_where_they_are(numbers, wild, length):
    """FD-CONV-01, FD-TAKE-01 against all windows of strengths."""
    held = state.Holding(list(range(len(numbers))), numbers, 60 if wild else state.NO_WILD)
    windows = [set(range(low, low + length)) for low in range(1, 32 - length)]
    missing = [len(window - set(numbers)) for window in windows]
    found = [low for low, lack in enumerate(missing, 1) if lack == 0 or (wild and lack == 1)]
    runs = [
        state.DruidRun(low, wild_as)
        for low, window in enumerate(windows, 1)
        for wild_as in (0, *(sorted(window) if wild else ()))
        if window - {wild_as} <= set(numbers)
    ]
    assert held.runs(length) == runs
    assert sorted({run.low for run in runs}) == found
    assert (held.lows(length) != 0) is bool(found)


def test_a_pair_builds_and_a_support_drains():
    """FD-TRI-01, FD-TRI-02, FD-TRI-04."""
    match = position(a="7n 7d", b="1n 2n", c="3n")
    act(match, deeds.DruidBuild(), deeds.YES, DONE)
    assert match.sections == 1
    assert (match.supports_left(), match.capstones_left()) == (9, 5)
    assert [len(hand) for hand in match.hands] == [2, 1, 0]
    assert match.census()["trilithon.1"] == ["support"]
    assert deeds.DruidBuild not in kinds(position(a="7n 8n"), WHITE)
    assert deeds.DruidBuild in kinds(position(a="7n trilithon-white"), WHITE)


def test_a_drain_tells_each_seat_which_of_its_cards_moved():
    """FD-TRI-02: taken unseen, so that the others know of none but what they lost themselves."""
    match = position(a="1n", b="10n", c="11n", players=4)
    told = Nth()
    deeds.DruidBuild().effect(match, told, WHITE)
    [(seat, what, deed)] = told.deeds
    assert (seat, what, deed.say()) == (WHITE, "takes", "10n from blue, 11n from green")
    assert deed.say_to(WHITE) == deed.say()
    assert deed.say_to(BLUE) == "10n from blue, a card from green"
    assert deed.say_to(GREEN) == "a card from blue, 11n from green"
    assert deed.say_to(3) == "a card from blue, a card from green"


def test_a_drain_takes_any_card_of_a_hand_by_luck():
    """FD-TRI-02: unseen, so neither the oldest nor the newest by preference."""
    taken = []
    for index in range(60):
        match = position(b="10n 11n 12n")
        match.renew_luck(Streams(1, NAME, "3+0", index))
        deeds.DruidBuild().effect(match, Nth(), WHITE)
        assert len(match.hands[BLUE]) == 2
        taken += match.hands[WHITE]
    assert all(taken.count(one) >= 10 for one in cards("10n 11n 12n"))


def test_drained_cards_above_ten_are_discarded():
    """FD-TRI-02, FD-CARD-04; who has no card gives none, and nobody must drain."""
    match = position(a="1n 2n 3n 4n 5n 6n 7n 8n 9n", b="10n", c="11n 12n", players=4)
    script = Script(deeds.YES, *each("2n"))
    drawn = match.tally.drawn[card("10n")]
    deeds.DruidBuild().effect(match, script, WHITE)
    assert [len(hand) for hand in match.hands] == [10, 0, 1, 0]
    assert match.deck.discards == cards("2n")
    assert card("10n") in match.hands[WHITE]
    assert match.tally.drawn[card("10n")] == drawn + 1
    match = position(a="1n", b="10n")
    deeds.DruidBuild().effect(match, Script(deeds.NO), WHITE)
    assert match.hands[:2] == [cards("1n"), cards("10n")]
    assert match.tally.gauges[state.SUPPORTS].least == 9
    alone = Script()
    deeds.DruidBuild().effect(position(a="1n"), alone, WHITE)
    assert alone.asked == []


def test_a_capstone_may_take_a_disk():
    """FD-TRI-03."""
    for wanted, owner, disks in ((deeds.YES, WHITE, 9), (deeds.NO, -1, 10)):
        match = position(a="7n 7d")
        match.sections = 2
        act(match, deeds.DruidBuild(), wanted, DONE)
        assert match.owners == [owner]
        assert match.disks[WHITE] == disks
        assert (match.supports_left(), match.capstones_left()) == (8, 4)
        assert match.tally.gauges[state.CAPSTONES].least == 4


def test_who_has_no_disk_is_not_asked_for_one():
    """FD-TRI-03, FD-SUPP-01."""
    match = position(a="7n 7d")
    match.sections, match.disks[WHITE] = 2, 0
    script = Script()
    deeds.DruidBuild().effect(match, script, WHITE)
    assert script.asked == []
    assert (match.owners, match.disks) == ([state.NOBODY], [0, 10, 10])


def test_a_pair_is_two_cards_of_one_strength():
    """FD-TRI-01, FD-TRI-04, FD-CARD-02."""
    held = state.hand_of(position(a="7n 8n 7d 9n 9d"), WHITE)
    assert held.first_of_pairs() == cards("7n 9n")
    assert held.partners(card("7n")) == cards("7d")
    assert held.partners(card("9n")) == cards("9d")
    wild = state.hand_of(position(a="7n 8n 7d trilithon-white trilithon-blue"), WHITE)
    assert wild.first_of_pairs() == cards("7n 8n 7d")
    assert wild.partners(card("7n")) == cards("7d trilithon-white")
    assert wild.partners(card("7d")) == cards("trilithon-white")
    assert not state.hand_of(position(a="trilithon-white trilithon-blue"), WHITE).makes_pair


def test_fifteen_pairs_finish_all_trilithons():
    """FD-TRI-05, FD-COMP-05."""
    match = position()
    built = 0
    while deeds.DruidBuild().is_open(match, WHITE):
        deeds.DruidBuild().effect(match, Script(deeds.NO), WHITE)
        built += 1
    assert built == 15
    assert len(match.owners) == 5
    assert [len(match.census()[f"trilithon.{number}"]) for number in range(1, 6)] == [3] * 5


def test_a_run_of_four_takes_a_capstone_over():
    """FD-TAKE-01, FD-TAKE-02 (X-FD-20)."""
    for ruling, offered in (("stays", [1]), ("claimed", [0, 1])):
        match = position(f"X-FD-20={ruling}", a="4n 5n 6n 7n")
        match.owners = [-1, BLUE, WHITE]
        match.sections = 9
        match.disks[BLUE] -= 1
        options = rounds.actions(match, WHITE)
        assert [one.number for one in options if isinstance(one, deeds.TakeOver)] == offered
        act(match, deeds.TakeOver(1), DONE)
        assert match.owners[1] == WHITE
        assert match.disks == [9, 10, 10]


def test_the_altar_is_dressed_by_a_sum_or_a_pair():
    """FD-ALT-01, FD-ALT-02, FD-ALT-03, FD-ALT-04."""
    match = position(a="1n 30n 7n 7d", at="5 5 5")
    assert {deeds.DressWithSum, deeds.DressWithPair} <= set(kinds(match, WHITE))
    act(match, deeds.DressWithSum(), deeds.DressWithPair(), DONE)
    assert match.altar == [2, 0, 0]
    deeds.dress(match, BLUE)
    assert match.at == [6, 5, 4]
    assert match.altar == [0, 0, 0]
    assert match.bars == [10, 10, 10]


def test_a_tie_at_the_altar_moves_nobody_on():
    """FD-ALT-03, FD-ALT-05."""
    match = position(players=4, at="5 5 5 5")
    for seat in (0, 0, 1, 1):
        deeds.dress(match, seat)
    assert match.at == [5, 5, 4, 4]
    alone = position(at="5 5 5")
    for _ in range(3):
        deeds.dress(alone, WHITE)
    assert alone.at == [6, 4, 4]


def test_most_bars_need_not_be_more_than_half():
    """FD-ALT-03, FD-ALT-04: the highest number counts, however few."""
    match = position(players=5, at="5 5 5 5 5")
    for seat in (0, 0, 1, 2, 3):
        deeds.dress(match, seat)
    assert match.at == [6, 5, 5, 5, 4]
    four = position(players=4, at="5 5 5 5")
    for seat in (1, 0, 2, 1):
        deeds.dress(four, seat)
    assert four.at == [5, 6, 5, 4]


def test_an_altar_that_ends_the_game_still_sends_others_back_or_not():
    """FD-ALT-03, FD-ALT-04, FD-END-01 (X-FD-24): only where the end comes at once."""
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
        match = position(*rulings, at=f"{at} 9 9", a="7n 7d", players=3)
        match.altar = [1, 1, 0]
        match.bars = [9, 9, 10]
        match.begin_turn()
        deeds.DressWithPair().carry_out(match, Script(), WHITE)
        assert match.at == [min(at + 1, 30), 9, back], (ruling, last_space, at)
        assert (match.altar, match.bars) == ([0, 0, 0], [10, 10, 10])
        assert match.scores() == [min(at + 1, 30), 9, back]


def test_stepping_back_from_space_1_and_dressing_again():
    """FD-ALT-04, FD-ALT-06 (X-FD-06, X-FD-19)."""
    for ruling, at in (("stay", 1), ("below_one", 0)):
        match = position(f"X-FD-06={ruling}")
        for _ in range(3):
            deeds.dress(match, WHITE)
        assert match.at == [2, at, at]
    for ruling, again in (("again", True), ("once", False)):
        match = position(f"X-FD-19={ruling}")
        for _ in range(3):
            assert deeds.may_dress(match, WHITE)
            deeds.dress(match, WHITE)
        assert deeds.may_dress(match, WHITE) is again


def test_an_inactive_turn_draws_one_and_one_for_each_trilithon():
    """FD-INACT-01."""
    match = position()
    match.owners = [WHITE, BLUE, WHITE]
    drawn = sum(match.tally.drawn)
    act(match, rounds.Rest())
    assert len(match.hands[WHITE]) == sum(match.tally.drawn) - drawn == 3
    active = position(a="1n 5n")
    script = act(active, deeds.DruidAdvance(), lay("1n"), state.NO_MORE, DONE)
    assert rounds.Rest() in script.asked[0][2]
    assert rounds.Rest() not in script.asked[-1][2]


def test_hands_are_cut_to_ten():
    """FD-CARD-04."""
    match = position(a="1n 2n 3n 4n 5n 6n 7n 8n 9n 10n")
    match.draw(Script(*each("4n")), WHITE, 1)
    assert len(match.hands[WHITE]) == state.HAND_LIMIT == 10
    assert match.deck.discards == [card("4n")]


def test_a_trade_needs_both_and_costs_the_draw():
    """FD-TRADE-01, FD-TRADE-02 (X-FD-18), FD-INACT-02 (X-FD-16)."""
    for ruling, rests in (("costs_draw", False), ("free", True)):
        match = position(f"X-FD-16={ruling}", a="1n 2n", b="3n 4n")
        before = match.tally.drawn.copy()
        script = act(match, deeds.Trade(BLUE, "blue"), *each("1n 4n 4n"), DONE)
        came = [now - was for was, now in zip(before, match.tally.drawn, strict=True)]
        assert [one for one, times in enumerate(came) if times] == sorted(cards("1n 4n"))
        assert sum(came) == 2
        assert sorted(match.hands[WHITE]) == sorted(cards("2n 4n"))
        assert sorted(match.hands[BLUE]) == sorted(cards("1n 3n"))
        assert (rounds.Rest() in script.asked[-1][2]) is rests
    match = position(a="1n 2n", b="3n 4n")
    before = match.tally.drawn.copy()
    script = act(match, deeds.Trade(BLUE, "blue"), *each("1n"), deeds.NO, DONE)
    assert match.tally.drawn == before
    assert sorted(match.hands[WHITE]) == sorted(cards("1n 2n"))
    assert rounds.Rest() in script.asked[-1][2]


def test_a_refusal_is_no_end_of_trading():
    """FD-TRADE-01: as many trades with the same partner as one wishes, agreed or not."""
    match = position(a="1n 2n", b="3n 4n", c="5n")
    blue = deeds.Trade(BLUE, "blue")
    no = (blue, *each("1n"), deeds.NO)
    other = (blue, *each("2n"), *each("3n"), deeds.NO)
    yes = (blue, *each("2n"), *each("3n"), *each("3n"))
    back = (blue, *each("3n"), *each("2n"), *each("2n"))
    script = act(match, *no, *no, *other, *yes, *back, *yes, *back, *no, DONE)
    assert sorted(match.hands[WHITE]) == cards("1n 2n")
    turns = [options for _, what, options in script.asked if what == "turn"]
    assert len(turns) == 9
    assert all({blue, deeds.Trade(GREEN, "green")} <= set(options) for options in turns)
    assert not any(deeds.Trade(WHITE, "white") in options for options in turns)


def test_a_player_that_weighs_stops_offering_and_others_need_not():
    """FD-TRADE-01: the bound of simulated play is read from the data, and it binds no rule."""
    game = game_of(NAME)
    [declared] = game.simulation
    assert (declared.id, declared.most) == ("offers", 3)
    for most in (1, 3):
        limited = replace(game, simulation=(replace(declared, most=most),))
        match = dealt(table_of(NAME, 3, game=limited))
        match.hands[:] = [cards("trilithon-blue"), cards("5n"), cards("6n")]
        blue = deeds.Trade(BLUE, "blue")
        match.begin_turn()
        for _ in range(most):
            assert match.rate(WHITE, "turn", [blue, DONE])[0] > 0
            blue.carry_out(match, Script(deeds.NO), WHITE)
        assert match.rate(WHITE, "turn", [blue, DONE]) == [NEVER, 0]
        assert blue in rounds.actions(match, WHITE)
        green = deeds.Trade(GREEN, "green")
        assert match.rate(WHITE, "turn", [green, DONE])[0] > NEVER
    with pytest.raises(UsageError, match="declares no limit 'offers'"):
        table_of(NAME, 3, game=replace(game, simulation=()))


@pytest.mark.parametrize("index", range(4))
def test_games_end_though_trades_are_not_limited(index):
    """FD-TRADE-01: a partner that always refuses is not asked for ever."""
    assert play_game(
        table_of(NAME, 3), "greedy,drain:deck,drain:deck", index, False
    ).outcome.finished


def test_a_trade_takes_two_cards():
    """FD-TRADE-01, FD-TRADE-02 (X-FD-18): without one on either side there is none."""
    for hands, plain, gifts in (
        ({"a": "1n"}, False, True),
        ({"b": "1n"}, False, True),
        ({"a": "1n", "b": "2n"}, True, True),
        ({}, False, False),
    ):
        for ruling, there in (("one_for_one", plain), ("gifts_too", gifts)):
            match = position(f"X-FD-18={ruling}", a=hands.get("a", ""), b=hands.get("b", ""))
            match.begin_turn()
            assert (deeds.Trade(BLUE, "blue") in rounds.actions(match, WHITE)) is there


def test_gifts_only_by_ruling():
    """FD-TRADE-02 (X-FD-18): either of the two may give one."""
    match = position("X-FD-18=gifts_too", a="1n 2n", b="3n")
    match.begin_turn()
    script = Script(*each("1n"), deeds.GIFT, deeds.GIFT)
    deeds.Trade(BLUE, "blue").carry_out(match, script, WHITE)
    assert match.hands[:2] == [cards("2n"), cards("3n 1n")]
    script = Script(deeds.ASK_FOR_GIFT, *each("3n"), *each("3n"))
    deeds.Trade(BLUE, "blue").carry_out(match, script, WHITE)
    assert match.hands[:2] == [cards("2n 3n"), cards("1n")]
    assert deeds.GIFT not in script.asked[1][2]
    assert not match.idle
    plain = Script(*each("1n"), deeds.NO)
    match = position(a="1n 2n", b="3n")
    deeds.Trade(BLUE, "blue").carry_out(match, plain, WHITE)
    assert plain.asked[0][2] == each("1n 2n")
    assert plain.asked[1][2] == [deeds.NO, *each("3n")]


def test_a_gift_above_ten_cards_is_paid_by_a_discard():
    """FD-CARD-04, FD-TRADE-02 (X-FD-18)."""
    ten = "1n 2n 3n 4n 5n 6n 7n 8n 9n 10n"
    match = position("X-FD-18=gifts_too", a=ten, b="1d")
    match.begin_turn()
    script = Script(deeds.ASK_FOR_GIFT, *each("1d"), *each("1d"), *each("2n"))
    deeds.Trade(BLUE, "blue").carry_out(match, script, WHITE)
    assert (len(match.hands[WHITE]), match.deck.discards) == (10, cards("2n"))
    match = position("X-FD-18=gifts_too", a="1d", b=ten)
    match.begin_turn()
    script = Script(*each("1d"), deeds.GIFT, deeds.GIFT, *each("1d"))
    deeds.Trade(BLUE, "blue").carry_out(match, script, WHITE)
    assert (len(match.hands[BLUE]), match.deck.discards) == (10, cards("1d"))


def test_everybody_draws_one_card_when_time_has_moved():
    """FD-ADD-01, FD-ADD-02, FD-ADD-03."""
    match = position(at="5 5 5")
    match.owners = [WHITE]
    match.additional_turn(Script())
    assert match.time == 1
    assert [len(hand) for hand in match.hands] == [1, 1, 1]


def test_who_falls_behind_picks_up_no_more_cards():
    """FD-FALL-01, FD-FALL-02 (X-FD-02): for good, or until the druid has caught up."""
    for ruling, cured in (("for_good", False), ("while_behind", True)):
        match = position(f"X-FD-02={ruling}", at="1 2 2")
        pass_time(match, 1)
        assert match.fallen == [False, False, False]
        pass_time(match, 1)
        assert match.fallen == [True, False, False]
        assert [len(hand) for hand in match.hands] == [0, 1, 1]
        asked = act(match, DONE).asked
        assert not any(rounds.Rest() in options for _, _, options in asked)
        match.step_on(WHITE)
        assert match.fallen == [not cured, False, False]
        pass_time(match, 2)
        assert match.fallen == [True, True, True]
        match.step_on(WHITE)
        match.step_on(BLUE)
        assert match.fallen == [not cured, not cured, True]
    match = position("X-FD-02=while_behind", at="1 9 9")
    pass_time(match, 4)
    for behind in (True, False):  # by two spaces
        match.step_on(WHITE)
        assert match.fallen[WHITE] is behind


def test_a_step_back_is_no_pass():
    """FD-FALL-01, FD-ALT-04 (X-FD-22): time passes a druid by going on from its space."""
    for ruling, back, day, next_day in (
        ("from_its_space", False, False, False),
        ("new_day", False, True, True),
        ("any_time", True, True, True),
    ):
        match = position(f"X-FD-22={ruling}", at="2 9 9")
        pass_time(match, 2)
        for seat in (BLUE, BLUE, GREEN):
            deeds.dress(match, seat)
        assert match.at == [1, 10, 9]
        assert match.fallen == [back, False, False]
        pass_time(match, 1)
        assert (match.hands[WHITE] == []) is back
        pass_time(match, 1)
        assert match.fallen == [day, False, False]
        pass_time(match, 2)
        assert match.fallen == [next_day, False, False]
        assert (rounds.Rest() in rounds.actions(match, WHITE)) is not next_day
    ahead = position("X-FD-22=any_time", at="3 9 9")
    pass_time(ahead, 2)
    ahead.step_back(WHITE)
    assert (ahead.at[WHITE], ahead.fallen[WHITE]) == (ahead.lap_space(), False)


def test_who_has_lost_contact_wins_and_converts_no_spirit():
    """FD-FALL-01, FD-SPIR-02, FD-CONV-01 (X-FD-23): as the words say, or it means cards alone."""
    assert resolve_rulings(game_of(NAME))["X-FD-23"] == "spirits_too"
    for ruling, contact in (("spirits_too", False), ("cards_only", True)):
        match = position(f"X-FD-23={ruling}", a="4n 5d 6n", b="9n", c="8n")
        match.spirits[3] = WHITE
        match.bars[WHITE] -= 1
        match.clans = [BLUE]
        match.fallen = [True, False, False]
        match.time = 10  # the day of 5 is over
        assert match.has_contact(BLUE)
        assert match.has_contact(WHITE) is contact
        assert rounds.ConvertClan in kinds(match, WHITE)
        script = Script(*[state.NO_MORE] * 3)
        deeds.hold(match, script, [WHITE, BLUE, GREEN])
        asked = [seat for seat, what, _ in script.asked if what == "offer"]
        assert asked == ([WHITE] if contact else []) + [BLUE, GREEN]
        assert match.spirits[3] == WHITE, "what it has stays"
        match.spirits[5] = BLUE
        assert (rounds.ConvertSpirit in kinds(match, WHITE)) is contact
        match.spirits[5] = WHITE
        assert rounds.ConvertSpirit().target(match, BLUE) == 5, "others may convert its own"


def test_a_druid_that_time_passes_misses_the_contest_of_that_day():
    """FD-FALL-01, FD-SPIR-01 (X-FD-23, X-FD-02): it has contact again where it catches up."""
    match = position("X-FD-02=while_behind", a="1n", b="2n", c="3n", at="1 2 2")
    match.time = 1
    script = Script(*[state.NO_MORE] * 3)
    match.additional_turn(script)
    assert [seat for seat, what, _ in script.asked if what == "offer"] == [BLUE, GREEN]
    assert match.hands[WHITE] == cards("1n")
    match.step_on(WHITE)
    assert match.has_contact(WHITE)


def test_from_where_no_card_is_picked_up():
    """FD-FALL-02 (X-FD-21): draws always, drains and trades by ruling."""
    for ruling, drains, trades in (
        ("deck_and_drains", False, True),
        ("deck", True, True),
        ("anywhere", False, False),
    ):
        match = position(f"X-FD-21={ruling}", a="7n 7d 9n", b="1n")
        match.fallen = [True, False, False]
        match.begin_turn()
        open_ones = rounds.actions(match, WHITE)
        assert rounds.Rest() not in open_ones
        assert (deeds.Trade(BLUE, "blue") in open_ones) is trades
        assert deeds.is_barred(match, BLUE, WHITE) is not trades
        assert not deeds.is_barred(match, BLUE, GREEN)
        script = Script(deeds.YES)
        deeds.DruidBuild().effect(match, script, WHITE)
        assert (len(match.hands[WHITE]) == 4) is drains
        match.draw(Script(), WHITE, 1)
        assert len(match.hands[BLUE]) + len(match.hands[WHITE]) == 4


def test_the_strongest_in_the_colour_wins_the_spirit():
    """FD-SPIR-01, -02, -03, -05, -07: day 4 is yellow, which nobody plays; 30 is black."""
    match = position(a="4n 30n", b="10n", c="16d 22n")
    match.time = 8
    offers = [*each("4n"), state.NO_MORE, *each("10n"), *each("16d"), state.NO_MORE]
    deeds.hold(match, Script(*offers), [0, 1, 2])
    assert match.spirits[4] == GREEN
    assert match.bars == [10, 10, 9]
    assert sorted(match.deck.discards) == sorted(cards("4n 10n 16d"))
    assert [match.tally.played[one] for one in cards("4n 10n 16d 22n 30n")] == [1, 1, 1, 0, 0]
    assert match.tally.gauges[state.BARS].least == 9


def test_a_contest_keeps_the_order_of_the_round_that_is_over():
    """FD-SPIR-02: not that of the round to come, whose first player may be another."""
    for first, order in ((WHITE, [0, 1, 2]), (GREEN, [2, 0, 1])):
        match = position(a="1n", b="2n", c="3n", at="9 9 9")
        match.time, match.first = 1, first
        script = Script(*[state.NO_MORE] * 6)
        match.additional_turn(script)
        assert [seat for seat, what, _ in script.asked if what == "offer"] == order
        assert script.told[0][0] == order[0]
        match.begin_round(script)
        assert match.to_come == [1, 2, 0], "blue begins on space 2"


@pytest.mark.parametrize(
    ("seat", "name", "day", "value"),
    [
        *((WHITE, "30n", 1, 30), (WHITE, "1n", 1, 1), (WHITE, "1n", 4, 0), (BLUE, "30n", 1, 0)),
        *((BLUE, "7n", 1, 7), (BLUE, "trilithon-blue", 1, 30), (BLUE, "trilithon-white", 1, 0)),
    ],
)
def test_all_cards_count_for_the_player_of_the_colour(seat, name, day, value):
    """FD-SPIR-04, FD-CARD-02."""
    assert deeds.contest_value(position(), seat, card(name), day) == value


def test_ties_and_idle_contests_win_nothing_nor_may_a_winner_without_a_bar():
    """FD-SPIR-06, FD-SPIR-09 (X-FD-05)."""
    for totals, winner in (([7, 7, 3], state.NOBODY), ([0, 0, 0], state.NOBODY), ([0, 5, 3], BLUE)):
        assert deeds.best(position(), totals) == winner
    for ruling, winner in (("no_bar", -1), ("next_best", GREEN)):
        match = position(f"X-FD-05={ruling}")
        match.bars[BLUE] = 0
        assert deeds.best(match, [0, 9, 3]) == winner
        assert deeds.best(match, [1, 9, 3]) == winner
        assert deeds.best(match, [1, 9, 1]) == state.NOBODY
        assert deeds.best(match, [0, 9, 0]) == state.NOBODY
        assert deeds.best(match, [0, 9, 1]) == winner


def test_contest_and_draw_in_either_order():
    """FD-SPIR-08, FD-ADD-02 (X-FD-07): as the text tells it, the draw comes first."""
    assert resolve_rulings(game_of(NAME))["X-FD-07"] == "draw_first"
    for ruling, sizes in (("contest_first", []), ("draw_first", [1, 1, 1])):
        for time in (1, 59):
            match = position(f"X-FD-07={ruling}", at="9 9 9")
            match.time = time
            script = Script(*[state.NO_MORE] * 3)
            match.additional_turn(script)
            offers = [options for _, what, options in script.asked if what == "offer"]
            assert [len(options) - 1 for options in offers] == sizes
            assert [len(hand) for hand in match.hands] == [1, 1, 1]


def test_twenty_nine_contests_until_space_30():
    """FD-SPIR-10."""
    match = position(at="30 30 30")
    held = []
    for _ in range(58):
        before = match.space()
        pass_time(match, 1)
        if match.space() != before:
            held.append(before)
    assert held == list(range(1, 30))
    assert match.space() == 30


def test_the_first_druid_on_30_ends_the_game():
    """FD-END-01, FD-END-02 (X-FD-03)."""
    for ruling, over in (("at_once", True), ("end_of_round", True), ("full_circle", False)):
        match = position(f"X-FD-03={ruling}", at="29 1 1", a="29n 30n")
        then = deeds.DruidAdvance() if ruling == "full_circle" else DONE
        act(match, deeds.DruidAdvance(), lay("29n"), state.NO_MORE, then)
        assert match.at[WHITE] == 30
        assert match.over
        assert match.home[WHITE] is (not over)
        assert match.stopped is (ruling != "end_of_round")
    late = position("X-FD-03=end_of_round", at="29 1 1", a="29n")
    script = Script(deeds.DruidAdvance(), *[DONE] * 3)
    late.to_come = late.order()
    late.finish_round(script)
    assert [seat for seat, what, _ in script.asked if what == "turn"] == [0, 0, 1, 2]
    assert late.time == 1
    early = position(at="29 1 1", a="29n")
    script = Script(deeds.DruidAdvance())
    early.to_come = early.order()
    early.finish_round(script)
    assert {seat for seat, _, _ in script.asked} == {0}


def test_the_round_that_ends_the_game_has_its_additional_turn_and_contest():
    """FD-END-02 (X-FD-03), FD-ROUND-01: ``end_of_round`` plays the round to its end."""
    late = ("X-FD-03=end_of_round", "X-FD-07=contest_first")
    match = position(*late, at="29 2 2", a="29d", b="1d")
    match.time = 1  # the day of 1
    match.to_come = match.order()
    script = Script(deeds.DruidAdvance(), DONE, DONE, *each("1d"))
    outcome = match.play(script)
    assert outcome.reason == "a druid has reached the last space"
    assert outcome.scores == (30, 2 + 1, 2)
    assert (match.time, match.spirits[1]) == (2, BLUE)
    assert [len(hand) for hand in match.hands] == [1, 1, 1]


def test_a_round_that_was_left_in_its_middle_is_played_to_its_end():
    """FD-END-02 (X-FD-03): from a copy at a turn's start, after the end was brought about."""
    match = position("X-FD-03=end_of_round", at="29 2 2")
    match.step_on(WHITE)
    match.to_come = [GREEN]
    script = Script(DONE, DONE, DONE)
    assert match.play(script).reason == "a druid has reached the last space"
    assert [seat for seat, what, _ in script.asked if what == "turn"] == [GREEN]
    assert match.time == 1


def test_a_full_row_ends_the_game_at_once():
    """FD-CLAN-02 (X-FD-04), whatever is ruled of the last space."""
    for last_space in ("at_once", "end_of_round", "full_circle"):
        match = position("X-FD-04=ends_game", f"X-FD-03={last_space}", a="1n 30d 1d")
        match.clans = [BLUE] * 10 + [GREEN] * 7
        rounds.AllyClan().effect(match, Script(), GREEN)
        assert not match.over
        match.to_come = match.order()
        script = Script(rounds.AllyClan(), lay("1n"))
        assert match.play(script).reason == "all bluestones are taken"
        assert {seat for seat, _, _ in script.asked} == {WHITE}
        assert (match.time, match.hands[WHITE]) == (0, [card("1d")])


def test_the_first_reason_to_end_counts():
    """FD-END-01, FD-CLAN-02 (X-FD-03, X-FD-04)."""
    match = position("X-FD-04=ends_game", "X-FD-03=end_of_round", at="29 1 1")
    match.step_on(WHITE)
    assert (match.over, match.stopped) == ("a druid has reached the last space", False)
    match.clans = [BLUE] * 18
    rounds.AllyClan().effect(match, Script(), GREEN)
    assert (match.over, match.stopped) == ("a druid has reached the last space", True)
    match.at[GREEN] = 29
    match.step_on(GREEN)  # for which alone the round would go on
    assert (match.over, match.stopped) == ("a druid has reached the last space", True)


def test_time_ends_the_game_after_the_last_day_or_never():
    """FD-END-03 (X-FD-01)."""
    for ruling, over in (("after_day_30", "time has passed the last day"), ("druid_only", "")):
        match = position(f"X-FD-01={ruling}")
        pass_time(match, 59)
        assert not match.over
        pass_time(match, 1)
        assert match.over == over
    assert match.space() == 1
    assert match.fallen == [True, True, True]


def test_runs_score_1_2_3():
    """FD-SCORE-01, FD-SCORE-02, FD-SCORE-03, FD-SCORE-04, FD-SCORE-06."""
    row = enumerate([0, 0, 0, 1, 0, -1, 1, 1], 4)
    found = [(one.owner, one.first, one.last, one.points()) for one in rounds.stretches(list(row))]
    assert found == [(0, 4, 6, 6), (1, 7, 7, 1), (0, 8, 8, 1), (1, 10, 11, 3)]
    assert list(rounds.stretches([])) == []
    match = position(at="5 1 1")
    match.clans = [WHITE, WHITE, BLUE]
    match.spirits[3] = match.spirits[4] = match.spirits[6] = BLUE
    match.owners = [WHITE]
    match.altar = [1, 0, 0]
    assert match.scores() == [5 + 3, 1 + 1 + 3 + 1, 1]


def test_points_are_told_item_by_item():
    """FD-SCORE-01, FD-SCORE-02, FD-SCORE-03; FD-SCORE-05, across the last day (X-FD-17)."""
    for ruling, points in (("line", 1 + 1 + 1), ("circle", 1 + 1 + 2)):
        match = position(f"X-FD-17={ruling}")
        match.spirits[30] = match.spirits[1] = WHITE
        assert match.scores()[WHITE] == points
    match = position("X-FD-17=circle", at="5 1 1")
    match.clans = [WHITE, WHITE, BLUE]
    match.spirits[3] = BLUE
    match.spirits[29] = match.spirits[30] = match.spirits[1] = WHITE
    assert match.account() == [
        "white: druid on space 5: 5",
        "white: clans 1 to 2: 1 + 2 = 3",
        "white: spirits 29 to 1: 1 + 2 + 3 = 6",
        "white: 14 in all",
        "blue: druid on space 1: 1",
        "blue: clans 3: 1",
        "blue: spirits 3: 1",
        "blue: 3 in all",
        "green: druid on space 1: 1",
        "green: 1 in all",
    ]


def test_a_referee_is_shown_the_day_the_card_and_the_contest():
    """FD-ROUND-02, FD-ROUND-03, FD-SPIR-03, FD-SPIR-05."""
    match = position(b="10n", c="4n 16d")
    match.time = 6
    put_on_top(match, "2n 5n 6n")
    script = Script(*each("10n"), *each("4n"), *each("16d"))
    match.begin_round(script)
    assert match.show().startswith("night of 4 (yellow)  card of the day 2n  deck ")
    match.time = 8
    deeds.hold(match, script, [1, 2, 0])
    assert script.told == [
        (BLUE, "begins by", "6n 5n 2n"),
        (BLUE, "contest", "day 4 (yellow): white 0, blue 10, green 20; won by green"),
    ]
    assert "9 bars, hand -" in match.show().splitlines()[-1]


def test_most_points_win_and_a_tie_is_shared_or_the_space_decides():
    """FD-WIN-01, FD-WIN-02 (X-FD-11)."""
    match = position(at="5 9 1")
    assert match.winners([10, 9, 1]) == (WHITE,)
    assert match.winners([10, 10, 1]) == (WHITE, BLUE)
    further = position("X-FD-11=points_then_space", at="5 9 1")
    assert further.winners([10, 10, 10]) == (BLUE,)
    assert further.winners([10, 9, 1]) == (WHITE,)
    round_30 = position("X-FD-11=points_then_space", "X-FD-03=full_circle", at="30 30 1")
    round_30.step_on(BLUE)
    assert round_30.winners([30, 30, 1]) == (BLUE,)


def test_the_discards_become_the_deck_with_its_last_card():
    """FD-SETUP-05."""
    match = position()
    match.deck.discards = match.deck.cards[2:]
    del match.deck.cards[2:]
    match.deck.draw()
    assert (len(match.deck.cards), len(match.deck.discards)) == (1, 61)
    match.deck.draw()
    assert (len(match.deck.cards), len(match.deck.discards)) == (61, 0)


def test_a_copy_stands_as_the_match_and_goes_its_own_way():
    """All but what lives within a turn."""
    check_copy(position(a="1n"), but=("laid", "returned", "offered", "idle", "offers_left"))


def test_a_seat_sees_neither_the_deck_nor_what_others_hold_or_offer():
    """FD-SETUP-05: the deck lies face down."""
    [unseen] = position().unseen(WHITE)
    others = [f"seat{seat}.{what}" for seat in (2, 3) for what in ("hand", "offered")]
    assert list(unseen.zones) == ["deck", *others]


def test_what_can_run_out_by_arithmetic():
    """FD-SUPP-01, FD-TRI-05, FD-SPIR-10, FD-CLAN-02, FD-SETUP-05 (X-FD-14): all but the deck."""
    for players, rest in ((3, 32), (4, 23), (5, 14)):
        assert f"{rest} can always come" in table_of(NAME, players).bounds()[0].sum
    bounds = table_of(NAME, 3).bounds()
    run_out = [bound.pile for bound in bounds if bound.can_run_out]
    assert (len(bounds), run_out) == (5, ["disks", "bars", "supports", "capstones"])
    assert bounds[1].sum == "19 clans for 10 disks"
    assert bounds[2].sum == "30 spirits for 10 bars"
    for bars, supports, run_out in ((32, 10, True), (33, 9, False)):
        table = table_of(NAME, 3)
        rules = replace(table.rules, bars=(40, bars, 40), supports=supports)
        spread = replace(table, rules=rules).bounds()
        assert [spread[2].can_run_out, spread[4].can_run_out] == [run_out, run_out]
    for disks, run_out in ((24, True), (25, False)):
        rules = replace(table_of(NAME, 3).rules, disks=(40, disks, 40))
        bound = replace(table_of(NAME, 3), rules=rules).bounds()[1]
        assert (bound.can_run_out, bound.sum) == (run_out, f"19 clans for {disks} disks")
    assert [spec.box for spec in table_of(NAME, 3).frame.supplies] == [10, 10, 10, 5, 19]


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
