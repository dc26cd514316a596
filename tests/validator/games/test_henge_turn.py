"""Henge, a turn: the rondel, bribes, tokens, transport, Luck cards, the Luck Track."""

from itertools import chain
from typing import Any

import pytest
from hengetable import (
    DECLINE,
    HENGE_ACTIONS,
    HengeChoice,
    HengeWork,
    Script,
    actions_offered,
    at_step,
    card,
    deal_luck,
    henge,
    match_of,
    move,
    offered,
    stone,
    turn_of,
)

from validator.games.henge.benefits import person_turn, throw_away
from validator.games.henge.codes import ACTIONS, P_COINS
from validator.games.henge.moves import HengeMove
from validator.games.henge.turns import HengeAction
from validator.play.driver import make_policies, parse_policy, play_match
from validator.rng import Streams


def reached(match: Any) -> set[int]:
    """The distances that the moves of the first seat offer."""
    return {option.distance for option in offered(match)}


def go(match: Any, distance: int, action: str, token: bool = False) -> None:
    """Move the first seat."""
    move(match, distance, action, token).go(match, match.players[0])


def test_steps_within_the_level_are_free_and_others_cost_a_dollar(match: Any, player: Any) -> None:
    # HEN-TURN-02, HEN-TURN-03
    at_step(match, "heel", "income")
    player.travel, player.cash = 0, 0
    assert max(reached(match)) == match.mat.steps[0]
    player.cash = 2
    assert max(reached(match)) <= match.mat.steps[0] + 2
    player.cash = 12
    go(match, 5, "income")
    assert player.cash == 12 - (5 - match.mat.steps[0])


@pytest.mark.parametrize(("ruling", "farthest"), [("any", 43), ("once_round", 15)])
def test_a_move_is_at_least_one_step_and_as_far_as_one_pays(ruling: str, farthest: int) -> None:
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


def test_a_second_lap_is_paid_step_by_step_and_passes_the_icons_again(
    match: Any, player: Any
) -> None:
    # HEN-TURN-03, HEN-TURN-05
    player.cash = 40
    match.pawn = 0
    stone(match, 0, "thunderhead", to_go=9)
    far = next(one for one in offered(match) if one.distance == 21 and not one.by_token)
    far.go(match, player)
    assert (match.pawn, player.cash, player.to_go) == (6, 40 - 18, [2])


def test_a_token_may_be_spent_on_free_steps_too(match: Any) -> None:
    # HEN-TURN-04, HEN-TURN-06: it leaves the stones where they are
    by_token = {one.distance for one in offered(match) if one.by_token}
    assert min(by_token) == 1
    assert max(by_token) <= len(match.board.step_area)  # once round comes to the same


def test_a_token_pays_any_distance_but_carries_no_stone(match: Any, player: Any) -> None:
    # HEN-TURN-04, HEN-TURN-06
    at_step(match, "heel", "income")
    player.cash = 0
    stone(match, 0, "thunderhead", to_go=4)
    assert any(option.by_token for option in offered(match))
    before = match.travel
    go(match, 9, "income", token=True)
    assert (player.travel, player.cash, player.to_go) == (0, 0, [4])
    assert match.travel == before + 1
    assert not any(option.by_token for option in offered(match))


def test_spent_tokens_leave_the_game_if_the_ruling_says_so() -> None:
    match = match_of(3, 0, "X-HEN-07=box")
    before = match.travel
    go(match, 4, "arrive", token=True)
    assert match.travel == before
    assert match.census()["box"].count("travel") == 1


@pytest.mark.parametrize(("distance", "left"), [(1, 4), (3, 3), (6, 2), (15, 0)])
def test_every_transport_icon_passed_moves_all_stones(
    match: Any, player: Any, distance: int, left: int
) -> None:
    # HEN-TURN-05: on the 3-player side an icon follows every third step
    match.pawn = 0
    player.cash = 50
    stone(match, 0, "thunderhead", to_go=4)
    stone(match, 0, "larkstone", to_go=1)
    go(match, distance, "income")
    assert player.to_go == [left, 0 if left < 4 else 1]


def test_only_actions_that_can_be_carried_out_are_offered(match: Any, player: Any) -> None:
    # HEN-TURN-09, HEN-TURN-10, HEN-ARR-02, HEN-INC-03
    player.cash, player.travel = 0, 0
    actions = actions_offered(match)
    assert "income" in actions
    assert not actions & {"quarry", "carve", "arrive", "install"}


def test_income_is_within_free_reach_of_every_step() -> None:
    # HEN-TURN-11, K-RON-05
    for players in (3, 4):
        match = match_of(players)
        player = match.players[0]
        player.cash, player.travel = 0, 0
        for at in range(len(match.board.step_area)):
            match.pawn = at
            assert "income" in actions_offered(match)


def test_arrive_without_stones_is_a_ruling() -> None:
    # HEN-ARR-02, X-HEN-15
    match = match_of(3, 0, "X-HEN-15=idle")
    assert "arrive" in actions_offered(match)


def test_stones_that_arrive_on_the_way_can_be_installed_there(match: Any) -> None:
    at_step(match, "heel", "install")
    stone(match, 0, "thunderhead", to_go=1)
    match.players[0].cash, match.players[0].travel = 20, 0
    assert "install" in actions_offered(match)
    match.players[0].to_go[0] = 9
    assert "install" not in actions_offered(match)


def test_a_card_in_hand_can_make_an_action_possible(match: Any, player: Any) -> None:
    # HEN-LUCK-02: Luck cards count before the action too
    at_step(match, "mound", "luck")
    player.cash, player.travel = 0, 0
    stone(match, 0, "thunderhead", to_go=3)
    assert "carve" not in actions_offered(match)
    deal_luck(match, 0, "master-carver")
    assert "carve" in actions_offered(match)


def test_swift_feet_are_played_before_the_move(match: Any, player: Any) -> None:
    # HEN-LUCK-02: an exception printed on the card
    player.cash = player.travel = 0
    match.pawn = 0
    deal_luck(match, 0, "swift-feet")
    swift_feet = HengeChoice("play", card(match, "luck-swift-feet"))
    script: Any = Script(swift_feet, move(match, 6, "income"), DECLINE)
    person_turn(turn_of(match, 0, script), match.rondel)
    assert [what for _, what, _ in script.asked[:3]] == ["move", "move", "income"]
    assert match.pawn == 6
    assert card(match, "luck-swift-feet") not in player.hand


@pytest.mark.parametrize(
    ("level", "kept"), [(0, 1), (1, 1), (2, 1), (3, 2)], ids=["1/0", "2/1", "3/2", "2/0"]
)
def test_luck_is_drawn_by_level(match: Any, player: Any, level: int, kept: int) -> None:
    # HEN-LUCK-08, HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11, HEN-LUCK-12
    player.levels[2] = level
    at_step(match, "heel", "income")
    before = len(match.luck_deck.cards)
    drawn, _ = match.mat.luck[level]

    class First(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            return options[0]

    turn_of(match, 0, First()).draw_by_level()
    assert len(player.hand) == kept
    assert len(match.luck_deck.cards) == before - drawn
    assert len(match.luck_deck.discards) == drawn - kept


def test_a_short_luck_deck_gives_what_is_there() -> None:
    # HEN-LUCK-15, X-HEN-08
    for ruling, expected in (("reshuffle", 3), ("stop", 1)):
        match = match_of(3, 0, f"X-HEN-08={ruling}")
        deck = match.luck_deck
        deck.discards = deck.cards[1:]
        del deck.cards[1:]
        turn_of(match, 0, Script()).draw(3, 0)
        assert len(match.players[0].hand) == expected


def test_one_unused_card_may_be_thrown_away_for_a_luck_track_step(match: Any, player: Any) -> None:
    # HEN-TURN-13, HEN-MAT-03
    deal_luck(match, 0, "whetstone", "dry-road")
    cash = player.cash
    whetstone = HengeChoice("throw away", card(match, "luck-whetstone"))
    script: Any = Script(whetstone)
    throw_away(turn_of(match, 0, script))
    assert script.asked[0][2][0] == DECLINE
    assert player.luck_at == 1
    assert player.cash == cash + 2
    assert len(player.hand) == 1


@pytest.mark.parametrize(("ruling", "gained"), [("repeat", 2), ("nothing", 0)])
def test_the_end_of_the_luck_track_is_a_ruling(ruling: str, gained: int) -> None:
    # HEN-MAT-04, X-HEN-11
    match = match_of(3, 0, f"X-HEN-11={ruling}")
    player = match.players[0]
    player.luck_at = len(match.mat.luck_track) - 1
    deal_luck(match, 0, "whetstone")
    cash = player.cash
    throw_away(turn_of(match, 0, Script(HengeChoice("throw away", card(match, "luck-whetstone")))))
    assert player.cash - cash == gained
    assert len(player.hand) == (0 if gained else 1)


def test_the_bank_may_run_dry() -> None:
    # X-HEN-06-BANK
    for ruling, expected in (("limited", 3), ("unlimited", 8)):
        match = match_of(3, 0, f"X-HEN-06-BANK={ruling}")
        player = match.players[0]
        match.bank, player.cash = 3, 0
        match.receive(player, 8)
        assert player.cash == expected
        assert match.tally.gauges[P_COINS].least == match.bank == 3 - expected


def test_start_money_is_the_set_ups() -> None:
    # HEN-PSET-10
    assert henge(5).rules.counts.cash == 12
    assert henge(5).rules.counts.druids == 12
    assert henge(5).rules.counts.markers == 11


def can_begin(match: Any, action: HengeAction) -> bool:
    """Does the action have a step that does something for the first seat, where the pawn is?"""
    player = match.players[0]
    if action.name == "arrive" and not any(player.to_go):  # HEN-ARR-02
        return False
    return bool(action.steps(match, player, HengeWork(main=True)))


@pytest.mark.parametrize(("players", "index"), [(3, 0), (3, 1), (4, 0), (5, 0)])
def test_what_may_be_chosen_is_what_can_be_done(players: int, index: int) -> None:
    # HEN-TURN-09, HEN-TURN-10: every stop in reach, with and without its action being offered
    table = henge(players)
    streams = Streams(3, "henge", table.frame.table, index)
    policies = make_policies(parse_policy("random", table.frame), streams)
    asked = TurnStarts()
    play_match(table, streams, policies, watchers=[asked])
    seen = {True: 0, False: 0}
    for match in asked.copies:
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


def stops(match: Any) -> list[tuple[bool, HengeMove]]:
    """Every move of the rondel that could be paid at all, and whether it is offered."""
    offers, token = offered(match), match.players[0].travel > 0
    ways = chain(*(match.rondel.moves_to(match.pawn, action, 0) for action in HENGE_ACTIONS))
    return [(one in offers, one) for one in ways if token or not one.by_token]


class TurnStarts:
    """Copies the match at every second turn of the first seat."""

    def __init__(self) -> None:
        self.copies: list[Any] = []
        self.seen = 0

    def before(self, match: Any) -> None: ...

    def turn(self, match: Any, number: int, seat: int) -> None:
        if seat == 0:
            self.seen += 1
            if self.seen % 2 == 0:
                self.copies.append(match.copy())

    def after(self, match: Any, outcome: Any) -> None: ...
