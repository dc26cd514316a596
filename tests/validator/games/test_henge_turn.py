"""Henge: the turn, where it leads, and what adds up in whole games."""

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
    deal_luck,
    henge,
    match_of,
    move,
    offered,
    on_top,
    slot_of,
    stone,
    turn_of,
    turn_starts,
)
from matches import Watching, play_game

from validator.catalogue.effects import Gain
from validator.games.henge import match as scoring
from validator.games.henge.actions import HENGE_ACTIONS
from validator.games.henge.benefits import person_turn, throw_away
from validator.games.henge.cards import card_points, give_up
from validator.games.henge.codes import ACTIONS, INCOME, NONE, P_COINS, P_SPRING, PILES
from validator.games.henge.turns import DECLINE, HengeChoice, HengeWork
from validator.play.match import NOTHING, Switch


def reached(match):
    """The distances that the moves of the first seat offer."""
    return {option.distance for option in offered(match)}


def test_steps_within_the_level_are_free_and_others_cost_a_dollar(match, player):
    # HEN-TURN-02, HEN-TURN-03
    at_step(match, "heel", "income")
    player.travel, player.cash = 0, 0
    assert max(reached(match)) == match.mat.steps[0]
    player.cash = 2
    assert max(reached(match)) <= match.mat.steps[0] + 2


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
    # HEN-TURN-03, HEN-TURN-05
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


def test_arrive_without_stones_is_a_ruling():
    # HEN-ARR-02, X-HEN-15
    match = match_of(3, 0, "X-HEN-15=idle")
    assert "arrive" in actions_offered(match)


def test_a_card_in_hand_can_make_an_action_possible(match, player):
    # HEN-LUCK-02: Luck cards count before the action too
    at_step(match, "mound", "luck")
    player.cash, player.travel = 0, 0
    stone(match, 0, "thunderhead", to_go=3)
    assert "carve" not in actions_offered(match)
    deal_luck(match, 0, "master-carver")
    assert "carve" in actions_offered(match)


def test_swift_feet_are_played_before_the_move(match, player):
    # HEN-LUCK-02: an exception printed on the card
    player.cash = player.travel = 0
    match.pawn = 0
    deal_luck(match, 0, "swift-feet")
    swift_feet = HengeChoice("play", card(match, "luck-swift-feet"))
    script = Script(swift_feet, move(match, 6, "income"), DECLINE)
    person_turn(turn_of(match, 0, script), match.rondel)
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


@pytest.mark.parametrize(("ruling", "gained"), [("repeat", 2), ("nothing", 0)])
def test_the_end_of_the_luck_track_is_a_ruling(ruling, gained):
    # HEN-MAT-04, X-HEN-11
    match = match_of(3, 0, f"X-HEN-11={ruling}")
    player = match.players[0]
    player.luck_at = len(match.mat.luck_track) - 1
    deal_luck(match, 0, "whetstone")
    cash = player.cash
    throw_away(turn_of(match, 0, Script(HengeChoice("throw away", card(match, "luck-whetstone")))))
    assert player.cash - cash == gained
    assert len(player.hand) == (0 if gained else 1)


def test_the_bank_may_run_dry():
    # X-HEN-06-BANK
    for ruling, expected in (("limited", 3), ("unlimited", 8)):
        match = match_of(3, 0, f"X-HEN-06-BANK={ruling}")
        player = match.players[0]
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
    ways = chain(*(match.rondel.moves_to(match.pawn, action, 0) for action in HENGE_ACTIONS))
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
        match = match_of(4)
        player = match.players[0]
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
    person_turn(turn_of(four, 0, script), four.rondel)
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
        counts, board, players = match.rules.counts, match.board, match.players
        assert sum(player.cash for player in players) + match.bank == counts.dollars
        tokens = sum(player.travel for player in players) + match.travel + match.travel_gone
        assert tokens == counts.travel_box
        assert [self.of_markers(player) for player in players] == self.markers
        for player in players:
            assert player.druids + sum(player.on_path) == counts.druids
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
            assert match.figures[kind] == counts.figures[kind] - laid
        assert NONE not in match.quarry or not match.stone_deck.cards
        assert match.local == board.step_area[match.pawn]
        assert not match.luck_played
        for pool, size, stack in zip(match.pools, counts.pool, match.rewards, strict=True):
            assert len(pool) == size or not stack.cards
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
