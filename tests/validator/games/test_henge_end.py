"""Henge, the end: the trigger, the last round, majorities, ties, Bonus cards, the winner."""

import pytest
from gametable import Script, dealt
from hengetable import (
    Mover,
    at_step,
    card,
    choosing,
    cover,
    deal_luck,
    henge,
    match_of,
    put,
    stone,
    turn_of,
)
from matches import TurnStarts, play_game

from validator.catalogue.effects import Count, EffectCondition, EffectFilter, Score
from validator.games.henge import match as scoring
from validator.games.henge.actions import refill
from validator.games.henge.benefits import person_turn
from validator.games.henge.cards import card_points, mark_spring
from validator.games.henge.codes import P_MARKERS
from validator.games.henge.state import count, holds


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
    player.row_slots.append(put(match, slot, match.stones[number].size == 0))
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
    """HEN-SCORE-02, HEN-SCORE-03, HEN-SCORE-04, HEN-SCORE-07, HEN-SCORE-08: red and blue tie
    for most, blue is farther along the path, yellow is third.
    """
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
    for slot in ("heel-left", "heel-right", "heel-lintel"):
        put(four, slot)
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


def test_a_spring_card_is_marked_by_the_turn_that_installs_the_last_stone(four):
    """HEN-TURN-12, HEN-INS-14: its condition asks for stones in four areas."""
    player = four.players[0]
    player.spring = card(four, "spring-round-the-ring")
    installed(four, 0, "thunderhead", "heel-left")
    installed(four, 0, "larkstone", "avenue-hollow-left")
    stone(four, 0, "old-ewe")
    at_step(four, "mound", "arrive")
    markers = player.markers
    person_turn(turn_of(four, 0, Mover("install")), four.rondel)
    assert len(player.row) == 3
    assert player.met
    assert player.markers == markers + 1 - 1


def test_a_spring_card_is_marked_by_the_turn_that_places_the_last_druid(four):
    """HEN-TURN-12, HEN-DRU-10: its condition asks for four druids in one area."""
    player = four.players[0]
    player.spring = card(four, "spring-deep-devotion")
    druids(four, "heel", 0, 0, 0)
    at_step(four, "heel", "quarry")
    person_turn(turn_of(four, 0, Mover("druid")), four.rondel)
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
