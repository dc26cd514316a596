"""Henge: the turn, whole games and what adds up in them, the end and what is scored."""

from dataclasses import replace
from itertools import chain

import pytest
from gametable import Script, dealt
from hengetable import (
    First,
    Mover,
    Taker,
    actions_offered,
    at_step,
    card,
    choosing,
    cover,
    deal_luck,
    henge,
    match_by,
    match_of,
    move,
    offered,
    on_top,
    put,
    slot_of,
    stone,
    turn_of,
    turn_starts,
)
from matches import TurnStarts, Watching, play_game

from validator.catalogue.effects import Count, EffectCondition, EffectFilter, Gain, Score
from validator.games.henge import match as scoring
from validator.games.henge.actions import HENGE_ACTIONS, refill
from validator.games.henge.benefits import person_turn, throw_away
from validator.games.henge.cards import card_points, give_up, mark_spring
from validator.games.henge.codes import (
    ACTIONS,
    FIGURES,
    INCOME,
    NONE,
    P_COINS,
    P_MARKERS,
    P_SPRING,
    PILES,
)
from validator.games.henge.moves import moves_to
from validator.games.henge.state import count, holds
from validator.games.henge.turns import DECLINE, HengeChoice, HengeWork
from validator.play.match import NOTHING, Switch


def reached(match):
    """The distances that the moves of the first seat offer."""
    return {option.distance for option in offered(match)}


@pytest.mark.parametrize(("ruling", "farthest"), [("any", 43), ("once_round", 15)])
def test_a_move_is_at_least_one_step_and_as_far_as_one_pays(ruling, farthest):
    # HEN-TURN-01, HEN-TURN-03, HEN-BOARD-08, X-HEN-27: fifteen steps on the 3-player side
    match = match_of(3, 0, f"X-HEN-27={ruling}")
    player, ahead = match.players[0], match.board.ahead
    free = {ACTIONS.index("income"), ACTIONS.index("luck")}
    match.pawn = next(
        at for at in range(15) if all(free & {*ahead[at][far].actions} for far in (0, 12, 14))
    )
    player.cash = 40
    distances = reached(match)
    assert min(distances) == 1
    assert max(distances) == farthest


def test_a_second_lap_is_paid_step_by_step_and_passes_the_icons_again(match, player):
    # HEN-TURN-03, HEN-TURN-05, HEN-BOARD-11
    player.cash = 40
    match.pawn = 0
    stone(match, 0, "thunderhead", to_go=9)
    far = next(one for one in offered(match) if one.distance == 21 and not one.by_token)
    far.go(match, player)
    assert (match.pawn, player.cash, player.to_go) == (6, 40 - 18, [2])


def test_a_token_pays_any_distance_but_carries_no_stone(match, player):
    # HEN-TURN-04, HEN-TURN-06: free steps as well, and at most once round, which comes to the same
    at_step(match, "heel", "income")
    player.cash = 0
    stone(match, 0, "thunderhead", to_go=4)
    by_token = {one.distance for one in offered(match) if one.by_token}
    assert min(by_token) == 1
    assert max(by_token) <= len(match.board.step_area)
    before = match.travel
    move(match, 9, "income", token=True).go(match, player)
    assert (player.travel, player.cash, player.to_go) == (0, 0, [4])
    assert match.travel == before + 1
    assert not any(option.by_token for option in offered(match))


@pytest.mark.parametrize(("distance", "left"), [(1, 4), (3, 3), (6, 2), (15, 0)])
def test_every_transport_icon_passed_moves_all_stones(match, player, distance, left):
    # HEN-TURN-05: on the 3-player side an icon follows every third step
    match.pawn = 0
    player.cash = 50
    stone(match, 0, "thunderhead", to_go=4)
    stone(match, 0, "larkstone", to_go=1)
    move(match, distance, "income").go(match, player)
    assert player.to_go == [left, 0 if left < 4 else 1]


def test_income_is_within_free_reach_of_every_step():
    # HEN-TURN-11, K-RON-05
    for players in (3, 4):
        match = match_of(players)
        player = match.players[0]
        player.cash, player.travel = 0, 0
        for at in range(len(match.board.step_area)):
            match.pawn = at
            assert "income" in actions_offered(match)


def test_a_card_in_hand_can_make_an_action_possible(match, player):
    # HEN-LUCK-02: Luck cards count before the action too
    at_step(match, "mound", "luck")
    player.cash, player.travel = 0, 0
    stone(match, 0, "thunderhead", to_go=3)
    assert "carve" not in actions_offered(match)
    deal_luck(match, 0, "master-carver")
    assert "carve" in actions_offered(match)


def test_swift_feet_are_played_before_the_move(match, player):
    # HEN-LUCK-02, HEN-TURN-02: an exception printed on the card
    player.cash = player.travel = 0
    match.pawn = 0
    deal_luck(match, 0, "swift-feet")
    swift_feet = HengeChoice("play", card(match, "luck-swift-feet"))
    script = Script(swift_feet, move(match, 6, "income"), DECLINE)
    person_turn(turn_of(match, 0, script))
    assert [what for _, what, _ in script.asked[:3]] == ["move", "move", "income"]
    assert match.pawn == 6
    assert card(match, "luck-swift-feet") not in player.hand


@pytest.mark.parametrize(
    ("level", "kept"), [(0, 1), (1, 1), (2, 1), (3, 2)], ids=["1/0", "2/1", "3/2", "2/0"]
)
def test_luck_is_drawn_by_level(match, player, level, kept):
    # HEN-LUCK-08, HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11, HEN-LUCK-12
    player.levels[2] = level
    at_step(match, "heel", "income")
    before = len(match.luck_deck.cards)
    drawn, _ = match.mat.luck[level]

    turn_of(match, 0, First()).draw_by_level()
    assert len(player.hand) == kept
    assert len(match.luck_deck.cards) == before - drawn
    assert len(match.luck_deck.discards) == drawn - kept


def test_a_short_luck_deck_gives_what_is_there():
    # HEN-LUCK-15, X-HEN-08
    for ruling, expected in (("reshuffle", 3), ("stop", 1)):
        match = match_of(3, 0, f"X-HEN-08={ruling}")
        deck = match.luck_deck
        deck.discards = deck.cards[1:]
        del deck.cards[1:]
        turn_of(match, 0, Script()).draw(3, 0)
        assert len(match.players[0].hand) == expected


def test_one_unused_card_may_be_thrown_away_for_a_luck_track_step(match, player):
    # HEN-TURN-13, HEN-MAT-03
    deal_luck(match, 0, "whetstone", "dry-road")
    cash = player.cash
    whetstone = HengeChoice("throw away", card(match, "luck-whetstone"))
    script = Script(whetstone)
    throw_away(turn_of(match, 0, script))
    assert script.asked[0][2][0] == DECLINE
    assert player.luck_at == 1
    assert player.cash == cash + 2
    assert len(player.hand) == 1


@pytest.mark.parametrize(
    ("ruling", "back", "cash"), [("repeat", 0, 14), ("nothing", 0, 12), ("nothing", 1, 14)]
)
def test_the_end_of_the_luck_track_is_a_ruling_and_its_last_step_is_none(ruling, back, cash):
    # HEN-MAT-03, HEN-MAT-04, HEN-TURN-13, X-HEN-11
    match, player = match_by(f"X-HEN-11={ruling}")
    match.mat = replace(match.mat, luck_track=((), (), (), (Gain("coin", 2),)))
    player.luck_at = 3 - back
    deal_luck(match, 0, "whetstone")
    throw_away(turn_of(match, 0, Taker()))
    assert (player.luck_at, player.cash, len(player.hand)) == (3, cash, 1 - (cash == 14))


def test_the_bank_may_run_dry():
    # X-HEN-06-BANK
    for ruling, expected in (("limited", 3), ("unlimited", 8)):
        match, player = match_by(f"X-HEN-06-BANK={ruling}")
        match.bank, player.cash = 3, 0
        match.receive(player, 8)
        assert player.cash == expected
        assert match.tally.gauges[P_COINS].least == match.bank == 3 - expected


def can_begin(match, action):
    """Does the action have a step that does something for the first seat, where the pawn is?"""
    player = match.players[0]
    if action.name == "arrive" and not any(player.to_go):  # HEN-ARR-02
        return False
    return bool(action.steps(match, player, HengeWork(main=True)))


@pytest.mark.parametrize(("players", "index"), [(3, 0), (3, 1), (4, 0), (5, 0)])
def test_what_may_be_chosen_is_what_can_be_done(players, index):
    # HEN-TURN-09, HEN-TURN-10: every stop in reach, with and without its action being offered
    seen = {True: 0, False: 0}
    for match, _ in turn_starts(henge(players), index, 2, 0):
        player = match.players[0]
        match.luck_deck.discards += player.hand
        player.hand = []  # without the help of cards
        for offer, stop in stops(match):
            assert stop.action is not None
            there = match.copy()
            stop.go(there, there.players[0])
            possible = there.players[0].cash >= 0 and can_begin(there, stop.action)
            assert possible is offer, stop.say()
            seen[possible] += 1
    assert min(seen.values()) > 50


def stops(match):
    """Every move of the rondel that could be paid at all, and whether it is offered."""
    offers, token = offered(match), match.players[0].travel > 0
    ways = chain(*(moves_to(match, action) for action in HENGE_ACTIONS))
    return [(one in offers, one) for one in ways if token or not one.by_token]


@pytest.mark.parametrize(("to", "points"), [("", 0), ("eog-hoard", 7), ("eog-great-ring", 1)])
def test_a_bonus_card_scores_what_it_is_switched_to(to, points, four):
    """HEN-CONC-05: for the seat of the trial alone; it counts as played if it scores as printed."""
    own = card(four, "eog-great-ring")
    for player in four.players[:2]:
        player.eog = [own]
        player.cash = 90
    four.kinds[slot_of(four, "heel-lintel")] = 1
    four.kinds[slot_of(four, "altar-lintel")] = 1
    worth = card_points(four, four.players[1], own)
    four.tally.put_under(Switch(own, 0, card(four, to) if to else NOTHING))
    expected = worth if to == "eog-great-ring" else points
    scoring.final_scoring(four)
    assert [player.score for player in four.players[:2]] == [expected, worth]
    assert four.tally.played[own] == (2 if worth else 0)


@pytest.mark.parametrize(("to", "cash"), [("", 12), ("luck-generous-clan", 16)])
def test_a_luck_card_does_what_it_is_switched_to(match, to, cash):
    """HEN-LUCK-06: Rich Harvest, which is played and discarded all the same."""
    number = card(match, "luck-rich-harvest")
    deal_luck(match, 0, "rich-harvest")
    match.tally.put_under(Switch(number, 0, card(match, to) if to else NOTHING))
    turn_of(match, 0, Script()).play_luck(number)
    assert match.players[0].cash == cash
    assert match.luck_deck.discards == [number]
    assert match.tally.played[number] == 1


@pytest.mark.parametrize(("to", "score"), [("", 0), ("reward-a-feather", 2)])
def test_a_chit_does_what_it_is_switched_to(match, to, score):
    """HEN-REW-01."""
    chit = card(match, "reward-a-staff")
    match.pools[0][:] = [chit]
    match.tally.put_under(Switch(chit, 0, card(match, to) if to else NOTHING))
    turn_of(match, 0, Script()).give([Gain("reward-a")])
    assert match.players[0].score == score
    assert match.players[0].chits == [chit]


@pytest.mark.parametrize(("players", "bots"), [(3, 0), (5, 0), (2, 2), (1, 2)])
def test_what_the_deal_leaves_and_hands_out_is_counted(players, bots):
    """HEN-PSET-01 to HEN-FSET-11: for the report of each pile, and of each card."""
    match = dealt(henge(players, bots))
    tally = match.tally
    handed = [one for player in match.people() for one in player.stones]
    handed += [one for player in match.people() for one in match.offers[player.seat]]
    assert [one for one, times in enumerate(tally.drawn) for _ in range(times)] == sorted(handed)
    assert sum(tally.played) == 0
    left = dict(zip(PILES, match.levels(), strict=True))
    spring = tally.gauges[P_SPRING].size
    left["spring_deck"] = spring - sum(len(offer) for offer in match.offers)
    least = {name: gauge.least for name, gauge in zip(PILES, tally.gauges, strict=True)}
    assert least == left


def test_a_spring_card_that_is_given_up_frees_its_marker():
    """HEN-BON-05, HEN-BON-06: it was marked, and scores nothing any more."""
    for met in (False, True):
        match, player = match_by(players=4)
        player.spring, player.met = card(match, "spring-deep-devotion"), met
        markers = player.markers
        give_up(match, player, player.spring)
        assert (player.spring, player.met) == (NONE, False)
        assert player.markers == markers + met
        assert match.box[-1] == card(match, "spring-deep-devotion")


def test_a_condition_that_was_met_before_is_marked_by_a_turn_that_builds(four):
    """HEN-TURN-12: not by one that takes its income."""
    player = four.players[0]
    player.spring, player.on_path[0] = card(four, "spring-deep-devotion"), 4
    deal_luck(four, 0, "whetstone")
    script = Mover("income")
    person_turn(turn_of(four, 0, script))
    assert not player.met
    assert "throw away" in [what for _, what, _ in script.asked]


def test_nothing_is_asked_before_the_discard_where_nothing_is_discarded(match):
    """HEN-LUCK-13, HEN-LUCK-09: the card just drawn may be played with the action anyway."""
    on_top(match, "rich-harvest")
    turn = turn_of(match, 0, script := Taker())
    turn.at_hand = HENGE_ACTIONS[INCOME], HengeWork(main=True)
    turn.draw(1, 0)
    assert script.asked == []


class Ledger(Watching):
    """Adds up, at every turn, what is paid, placed and laid out, and what follows from it."""

    turns = 0

    def before(self, match):
        self.markers = [self.of_markers(player) for player in match.players]

    def of_markers(self, player):
        """The markers of a seat, wherever they lie; those of an installed stone are free again."""
        return player.markers + len(player.stones) + sum(player.carved) + player.met

    def turn(self, match, number, seat):
        """What every position must show."""
        self.turns += 1
        sizes, board, players = match.rules.sizes, match.board, match.players
        assert sum(player.cash for player in players) + match.bank == sizes["coins"]
        tokens = sum(player.travel for player in players) + match.travel + match.travel_gone
        assert tokens == sizes["travel"]
        assert [self.of_markers(player) for player in players] == self.markers
        for player in players:
            assert player.druids + sum(player.on_path) == sizes["druids"]
            assert min(player.cash, player.travel, player.markers, player.druids) >= 0
            assert all(
                level <= top for level, top in zip(player.levels, match.mat.tops, strict=True)
            )
            assert len(player.stones) == len(player.to_go) == len(player.carved)
            assert len(player.row) == len(player.row_slots) == len(player.row_carved)
            assert player.in_force is player.levels
        paths = range(len(board.areas))
        assert match.covered == [sum(player.on_path[at] for player in players) for at in paths]
        for kind in range(4):
            laid = sum(one == kind for one in match.kinds)
            assert match.figures[kind] == sizes[FIGURES[kind]] - laid
        assert NONE not in match.quarry or not match.stone_deck.cards
        assert match.local == board.step_area[match.pawn]
        assert not match.luck_played
        for name, pool, stack in zip("ab", match.pools, match.rewards, strict=True):
            assert len(pool) == sizes[f"reward_pool_{name}"] or not stack.cards
        left = dict(zip(PILES, match.levels(), strict=True))
        for name, gauge in zip(PILES, match.tally.gauges, strict=True):
            if name != "spring_deck":  # it is laid away after the deal
                assert gauge.least <= left[name] <= gauge.size, name

    def after(self, match, outcome):
        assert match.reason


@pytest.mark.parametrize(
    ("players", "bots", "rulings"),
    [
        (1, 2, ()),
        (2, 2, ("X-HEN-05=turn_end", "X-HEN-29=may")),
        (3, 0, ("X-HEN-07=box", "X-HEN-06-BANK=limited")),
        (5, 0, ("X-HEN-09=in_transit",)),
    ],
)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_nothing_is_lost_or_made_in_whole_games(players, bots, rulings, policy):
    """HEN-COMP-01 to HEN-COMP-20: money, tokens, druids, markers, figures, wherever they lie."""
    ledger = Ledger()
    play_game(henge(players, bots, *rulings), policy, 1, False, [ledger])
    assert ledger.turns > 30


def druids(match, area, *seats):
    """Place druids of seats on a path, in this order."""
    where = match.board.areas.index(area)
    for seat in seats:
        player = match.players[seat]
        player.druids -= 1
        player.on_path[where] += 1
        player.last[where] = match.covered[where]
        match.covered[where] += 1


def installed(match, seat, name, slot, carved=False):
    """Give a seat an installed stone."""
    at = stone(match, seat, name, carved=carved)
    player = match.players[seat]
    number = player.stones.pop(at)
    player.to_go.pop(at)
    player.carved.pop(at)
    player.row.append(number)
    player.row_slots.append(put(match, slot, large=match.stones[number].size == 0))
    player.row_carved.append(carved)


@pytest.mark.parametrize(("ruling", "near"), [("last_card", True), ("needed", False)])
def test_the_last_stone_card_brings_the_end_near(ruling, near):
    """HEN-END-01, X-HEN-22."""
    match = match_of(3, 0, f"X-HEN-22={ruling}")
    del match.stone_deck.cards[1:]
    match.quarry[0] = -1
    refill(match)
    assert match.end_near is near
    match.quarry[0] = -1
    refill(match)
    assert match.end_near
    assert match.quarry[0] == -1  # HEN-END-06


@pytest.mark.parametrize("index", range(4))
def test_the_round_is_finished_stones_arrive_and_one_more_round_is_played(index):
    """HEN-END-02, HEN-END-03, HEN-END-04."""
    starts = TurnStarts()
    played = play_game(henge(2, 2), "random", index, observers=[starts])
    turns = [match for match, _, _ in starts.taken]
    assert played.turns == 4 * turns[-1].round
    assert tuple(seat for _, seat, _ in starts.taken[-4:]) == played.match.order
    assert not turns[-8].end_near, "the end came before the round that triggered it"
    assert turns[-4].end_near
    assert not any(sum(player.to_go) for player in turns[-4].players)


@pytest.mark.parametrize("players", [3, 4])
def test_the_worked_example_nine_four_three(players):
    """HEN-SCORE-02, -03, -04, -07, -08: red and blue tie for most, blue is farther along."""
    match = match_of(players)
    area, covered = next(
        (area, numbers.index(9))
        for area, numbers in zip(match.board.areas, match.board.numbers, strict=True)
        if 9 in numbers[5:]
    )
    red, blue, yellow = 0, 1, 2
    order = [red, blue, yellow, red, blue]
    druids(match, area, *order)
    where = match.board.areas.index(area)
    cover(match, where, covered)
    points = {one.seat: one.points for one in scoring.majorities(match, where)}
    assert points == {blue: 9, red: 4, yellow: 3}


def test_fourth_and_fifth_score_nothing():
    """HEN-SCORE-05, HEN-SCORE-06."""
    match = match_of(5)
    druids(match, "altar", 0, 0, 1, 1, 2, 2, 3)
    where = match.board.areas.index("altar")
    cover(match, where, 5)
    worth = scoring.worth(match, where)
    assert worth // 3 > 0
    points = {one.seat: one.points for one in scoring.majorities(match, where)}
    assert points == {0: worth // 3, 1: worth // 2, 2: worth}
    assert [p.seat for p in scoring.by_place(match.players, where)] == [2, 1, 0, 3]


@pytest.mark.parametrize(("ruling", "points"), [("rank", 0), ("ignore", 8)])
def test_bots_druids_that_take_no_place_are_no_rivals(ruling, points):
    """HEN-SCORE-09, X-HEN-16: neither on the paths nor for a Bonus card."""
    match = match_of(3, 1, f"X-HEN-16={ruling}")
    druids(match, "heel", 3, 3, 0)
    earned = scoring.worth(match, 0) // (1 if points else 2)
    assert [(one.seat, one.points) for one in scoring.majorities(match, 0)] == [(0, earned)]
    voice = card(match, "eog-voice-of-the-grove")
    assert card_points(match, match.players[0], voice) == points
    assert count(match, match.players[0], Count("druid", whose="all")) == (3 if not points else 1)
    assert count(match, match.players[0], Count("majority")) == (1 if points else 0)


@pytest.mark.parametrize("ruling", ["rank", "ignore"])
def test_another_person_is_a_rival_whether_or_not_bots_are(ruling):
    """HEN-SCORE-02, X-HEN-16: two druids of the second person against one of the first."""
    match = match_of(3, 1, f"X-HEN-16={ruling}")
    druids(match, "heel", 0, 1, 1)
    assert [count(match, one, Count("majority")) for one in match.people()] == [0, 1, 0]


def test_winter_points_of_a_benefit_wait_for_the_end(match, player):
    """HEN-CONC-04, HEN-CONC-05, HEN-END-05."""
    turn = turn_of(match, 0, Script())
    turn.give((Score("vp-summer", 2),))
    turn.give((Score("vp-winter", 5),))
    assert player.score == 2
    assert match.copy().players[0].winter == player.winter
    scoring.final_scoring(match)
    assert player.score == 7


def test_the_end_is_accounted_for_seat_by_seat_and_item_by_item():
    """HEN-END-05, HEN-SCORE-01, HEN-SCORE-02, HEN-SCORE-03, HEN-CONC-05."""
    match = match_of(2, 1)
    red, blue, _ = match.players
    red.score, red.cash = 10, 9
    red.spring, red.met = card(match, "spring-five-hearths"), True
    red.eog = [card(match, "eog-hoard")]
    druids(match, "heel", 2, 2, 1, 1, 1, 0)
    worth = scoring.worth(match, 0)
    assert match.account() == []
    match.reason = "stone deck empty"
    scoring.final_scoring(match)
    assert match.account() == [
        "red: on the score track: 10",
        "red: Spring card Five Hearths, marked: 9",
        "red: Bonus card Hoard Under the Hearth: 3",
        f"red: 3rd in heel, worth {worth}: {worth // 3}",
        f"red: in all: {22 + worth // 3}",
        "blue: on the score track: 0",
        f"blue: 1st in heel, worth {worth}: {worth}",
        f"blue: in all: {worth}",
    ]
    assert (red.score, blue.score) == (22 + worth // 3, worth)


def test_whole_games_are_accounted_for():
    """HEN-END-05, HEN-SCORE-01: the account of each person ends with the points told."""
    for index in range(2):
        played = play_game(henge(2, 1), "greedy", index)
        lines = played.match
        ends = [line for line in lines.account() if ": in all: " in line]
        assert [int(line.rpartition(" ")[2]) for line in ends] == list(played.outcome.scores[:2])


def test_a_referee_sees_places_worth_hands_and_the_last_round():
    """HEN-SCORE-02, HEN-SCORE-07, HEN-END-04: a tie on a path is told by the order of the seats."""
    match = match_of(3, 0)
    druids(match, match.board.areas[0], 2, 0)  # one each, the first seat's is the farther
    deal_luck(match, 1, "dry-road")
    shown = match.show()
    worth = match.board.numbers[0][2]
    assert f"{match.board.areas[0]} {worth} (red 1, green 1)" in shown
    assert "Luck: Dry Road; " in shown
    assert "the last" not in shown
    match.final = True
    assert f"Round {match.round}, the last; " in match.show()


def test_ties_go_by_stones_druids_money_and_seat(match):
    """HEN-META-04, HEN-WIN-01, HEN-WIN-02, HEN-WIN-03, HEN-WIN-04, HEN-WIN-05."""
    first, second, third = match.players
    assert scoring.winner(match) == 2
    first.cash += 1
    assert scoring.winner(match) == 0
    druids(match, "heel", 1)
    assert scoring.winner(match) == 1
    installed(match, 2, "sleeper", "heel-left")
    assert scoring.winner(match) == 2
    first.score = 1
    assert scoring.winner(match) == 0
    assert (second.score, third.score) == (0, 0)


def test_a_bot_never_wins():
    for index in range(3):
        outcome = play_game(henge(1, 4), "random", index).outcome
        assert outcome.winners == (0,)
        assert outcome.scores[1:] == (0, 0, 0, 0)


def points(match, name):
    """What a Bonus card would score for the first seat."""
    return card_points(match, match.players[0], card(match, name))


def test_cards_that_count_installed_stones(four):
    """HEN-BON-02, HEN-SCORE-01."""
    installed(four, 0, "thunderhead", "heel-left")  # large, luck, cost 9, 4 steps
    installed(four, 0, "whistler", "heel-altar-left", carved=True)  # small, luck, 4 steps
    installed(four, 0, "foxs-door", "altar-monolith", carved=True)  # small, coin, 2 steps
    assert points(four, "eog-broad-shoulders") == 2
    assert points(four, "eog-quick-hands") == 6
    assert points(four, "eog-craft-luck") == 6
    assert points(four, "eog-long-hauls") == 4
    assert points(four, "eog-costly-taste") == 3
    assert points(four, "eog-paired-stones") == 4
    assert points(four, "spring-lone-stones") == 4
    assert points(four, "spring-carvers-pride") == 6
    assert points(four, "spring-between-two-winds") == 3
    assert points(four, "spring-upright-folk") == 6
    assert points(four, "spring-round-the-ring") == 0
    assert points(four, "eog-heirloom") == 0
    assert points(four, "eog-builders-crown") == 8


def test_cards_that_count_druids(four):
    druids(four, "heel", 0, 0, 0, 1, 1)
    druids(four, "altar", 0)
    assert points(four, "eog-vigil-heel") == 6
    assert points(four, "eog-deep-roots") == 6
    assert points(four, "spring-deep-devotion") == 0
    assert points(four, "eog-patron") == 8
    assert points(four, "eog-everywhere") == 2
    assert points(four, "eog-voice-of-the-grove") == 8
    druids(four, "mound", 1, 1)
    assert points(four, "eog-voice-of-the-grove") == 0


def test_cards_that_count_the_rest(four):
    player = four.players[0]
    player.cash = 13
    player.hand = four.luck_deck.cards[:3]
    player.chits = four.pools[0][:2]
    player.levels[:] = [3, 0, 1, 2, 0]
    player.luck_at = 5
    put(four, "heel-left", "heel-right", "heel-lintel")
    assert points(four, "eog-hoard") == 4
    assert points(four, "eog-empty-hands") == 0
    assert points(four, "eog-heavy-purse") == 6
    assert points(four, "eog-unspent-luck") == 3
    assert points(four, "eog-well-rewarded") == 4
    assert points(four, "eog-master-of-one") == 10
    assert points(four, "eog-broad-learning") == 6
    assert points(four, "eog-fortunes-child") == 5
    assert points(four, "eog-great-ring") == 1
    player.cash = 90
    assert points(four, "eog-hoard") == 7  # a maximum holds


def test_a_spring_card_is_marked_when_met_and_stays_met(four):
    """HEN-TURN-12, HEN-BON-06."""
    player = four.players[0]
    player.spring = card(four, "spring-deep-devotion")
    markers, four.placed_now = player.markers, 1
    mark_spring(four, player)
    assert not player.met
    druids(four, "heel", 0, 0, 0, 0)
    mark_spring(four, player)
    assert player.met
    assert player.markers == four.tally.gauges[P_MARKERS].least == markers - 1
    assert [item.points for item in scoring.bonus_items(four, player)] == [9]
    mark_spring(four, player)
    assert player.markers == markers - 1
    player.met, player.markers = False, 0  # it takes one of the own markers
    mark_spring(four, player)
    assert not player.met


def test_a_spring_card_is_marked_by_the_turn_that_installs_the_last_stone(four):
    """HEN-TURN-12, HEN-INS-14: its condition asks for stones in four areas."""
    player = four.players[0]
    player.spring = card(four, "spring-round-the-ring")
    installed(four, 0, "thunderhead", "heel-left")
    installed(four, 0, "larkstone", "avenue-hollow-left")
    stone(four, 0, "old-ewe")
    at_step(four, "mound", "arrive")
    markers = player.markers
    person_turn(turn_of(four, 0, Mover("install")))
    assert len(player.row) == 3
    assert player.met
    assert player.markers == markers + 1 - 1


def test_a_spring_card_is_marked_by_the_turn_that_places_the_last_druid(four):
    """HEN-TURN-12, HEN-DRU-10: its condition asks for four druids in one area."""
    player = four.players[0]
    player.spring = card(four, "spring-deep-devotion")
    druids(four, "heel", 0, 0, 0)
    at_step(four, "heel", "quarry")
    person_turn(turn_of(four, 0, Mover("druid")))
    assert player.on_path[0] == 4
    assert player.met
    assert player.score == 0


def test_conditions_and_filters(four):
    player = four.players[0]
    installed(four, 0, "old-ewe", "heel-left")
    starter = Count("installed", (EffectFilter("starter", True), EffectFilter("size", "large")))
    assert count(four, player, starter) == 1
    assert holds(four, player, EffectCondition(starter, at_least=1, at_most=1))
    assert not holds(four, player, EffectCondition(starter, at_most=0))
    both = Count("installed", distinct="area")
    installed(four, 0, "larkstone", "avenue-hollow-left")
    assert count(four, player, both) == 3
    assert count(four, player, Count("lintel", whose="all")) == 0


@pytest.mark.parametrize("players", range(1, 6))
def test_the_draft_goes_backwards_and_is_exclusive(players):
    """HEN-FSET-12, HEN-FSET-13, HEN-FSET-14, HEN-FSET-15, HEN-FSET-16."""
    match = dealt(henge(players, 0 if players > 2 else 2))
    picks = list(match.upgrades[:players])
    script = Script(*choosing("upgrade", *(picks if players < 5 else picks[:4])))
    match.draft_upgrades(script)
    assert [seat for seat, _, _ in script.asked] == list(reversed(range(players)))
    assert [len(options) for _, _, options in script.asked] == [5 - n for n in range(players)]
    for player, pick in zip(reversed(match.people()), picks, strict=True):
        assert player.levels[match.cards.upgrades[pick]] == 1
        assert sum(player.levels) == 1
    assert match.upgrades == []


def test_each_keeps_one_of_two_spring_cards():
    """HEN-FSET-08, HEN-FSET-09, HEN-FSET-10."""
    match = dealt(henge(3))
    offers = [list(offer) for offer in match.offers]
    assert [len(offer) for offer in offers] == [2, 2, 2]
    script = Script(*choosing("spring", *[offer[1] for offer in offers]))
    match.choose_spring_cards(script)
    assert [player.spring for player in match.players] == [offer[1] for offer in offers]
    assert all(offer[0] in match.box for offer in offers)
