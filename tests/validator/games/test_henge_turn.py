"""Henge, a turn: the rondel, bribes, tokens, transport, Luck cards, the Luck Track."""

from typing import Any

import pytest
from hengetable import Script, at_step, card, deal_luck, henge, match_of, move, playing, stone
from validator.games.henge.codes import ACTIONS, BY_TOKEN, STEP, STOP
from validator.games.henge.moving import go, moves
from validator.games.henge.moving import move as take_move


def reached(options: list[int]) -> set[int]:
    """The distances that a list of moves offers."""
    return {option % BY_TOKEN // STEP for option in options}


def test_steps_within_the_level_are_free_and_others_cost_a_dollar() -> None:
    # HEN-TURN-02, HEN-TURN-03
    match = match_of(3)
    at_step(match, "heel", "income")
    player = match.players[0]
    player.travel, player.cash = 0, 0
    assert max(reached(moves(match, player))) == match.mat.steps[0]
    player.cash = 2
    assert max(reached(moves(match, player))) <= match.mat.steps[0] + 2
    player.cash = 12
    go(match, player, move(5, "income"))
    assert player.cash == 12 - (5 - match.mat.steps[0])


def test_a_move_is_at_least_one_step_and_at_most_once_round() -> None:
    # HEN-TURN-01, HEN-BOARD-08
    match = match_of(3)
    player = match.players[0]
    player.cash = 100
    distances = reached(moves(match, player))
    assert min(distances) == 1
    assert max(distances) <= len(match.board.step_area)


def test_a_token_pays_any_distance_but_carries_no_stone() -> None:
    # HEN-TURN-04, HEN-TURN-06
    match = match_of(3)
    at_step(match, "heel", "income")
    player = match.players[0]
    player.cash = 0
    stone(match, 0, "thunderhead", to_go=4)
    far = [option for option in moves(match, player) if option >= BY_TOKEN]
    assert far
    before = match.travel
    go(match, player, move(9, "income", token=True))
    assert (player.travel, player.cash, player.to_go) == (0, 0, [4])
    assert match.travel == before + 1
    assert not any(option >= BY_TOKEN for option in moves(match, player))


def test_spent_tokens_leave_the_game_if_the_ruling_says_so() -> None:
    match = match_of(3, 0, "X-HEN-07=box")
    before = match.travel
    go(match, match.players[0], move(4, "arrive", token=True))
    assert match.travel == before
    assert match.census()["box"].count("travel") == 1


@pytest.mark.parametrize(("distance", "left"), [(1, 4), (3, 3), (6, 2), (15, 0)])
def test_every_transport_icon_passed_moves_all_stones(distance: int, left: int) -> None:
    # HEN-TURN-05: on the 3-player side an icon follows every third step
    match = match_of(3)
    match.pawn = 0
    player = match.players[0]
    player.cash = 50
    stone(match, 0, "thunderhead", to_go=4)
    stone(match, 0, "larkstone", to_go=1)
    go(match, player, distance * STEP + 2)
    assert player.to_go == [left, 0 if left < 4 else 1]


def test_only_actions_that_can_be_carried_out_are_offered() -> None:
    # HEN-TURN-09, HEN-TURN-10, HEN-ARR-02
    match = match_of(3)
    player = match.players[0]
    player.cash, player.travel = 0, 0
    actions = {ACTIONS[option % STEP] for option in moves(match, player)}
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
            assert any(option % STEP == ACTIONS.index("income") for option in moves(match, player))


def test_arrive_without_stones_is_a_ruling() -> None:
    # HEN-ARR-02, X-HEN-15
    match = match_of(3, 0, "X-HEN-15=idle")
    actions = {ACTIONS[option % STEP] for option in moves(match, match.players[0])}
    assert "arrive" in actions


def test_stones_that_arrive_on_the_way_can_be_installed_there() -> None:
    match = match_of(3)
    at_step(match, "heel", "install")
    stone(match, 0, "thunderhead", to_go=1)
    match.players[0].cash, match.players[0].travel = 20, 0
    installs = [option for option in moves(match, match.players[0]) if option % STEP == 0]
    assert installs
    match.players[0].to_go[0] = 9
    assert not [option for option in moves(match, match.players[0]) if option % STEP == 0]


def test_a_card_in_hand_can_make_an_action_possible() -> None:
    # HEN-LUCK-02: Luck cards count before the action too
    match = match_of(3)
    at_step(match, "mound", "luck")
    player = match.players[0]
    player.cash, player.travel = 0, 0
    stone(match, 0, "thunderhead", to_go=3)
    carve = ACTIONS.index("carve")
    assert not any(option % STEP == carve for option in moves(match, player))
    deal_luck(match, 0, "master-carver")
    assert any(option % STEP == carve for option in moves(match, player))


def test_swift_feet_are_played_before_the_move() -> None:
    # HEN-LUCK-02: an exception printed on the card
    match = match_of(3)
    player = match.players[0]
    player.cash = player.travel = 0
    match.pawn = 0
    deal_luck(match, 0, "swift-feet")
    script: Any = Script(playing(match, "swift-feet"), move(6, "income"))
    assert take_move(match, script, player) == ACTIONS.index("income")
    assert match.pawn == 6
    assert player.hand == []


@pytest.mark.parametrize(
    ("level", "kept"), [(0, 1), (1, 1), (2, 1), (3, 2)], ids=["1/0", "2/1", "3/2", "2/0"]
)
def test_luck_is_drawn_by_level(level: int, kept: int) -> None:
    # HEN-LUCK-08 to HEN-LUCK-12
    match = match_of(3)
    player = match.players[0]
    player.levels[2] = level
    at_step(match, "heel", "income")
    before = len(match.luck_deck.cards)
    drawn, _ = match.mat.luck[level]

    class First(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            return next(one for one in options if one != STOP)

    from validator.games.henge.luck import draw_by_level

    draw_by_level(match, First(), player)  # type: ignore[arg-type]
    assert len(player.hand) == kept
    assert len(match.luck_deck.cards) == before - drawn
    assert len(match.luck_deck.discards) == drawn - kept


def test_a_short_luck_deck_gives_what_is_there() -> None:
    # HEN-LUCK-15, X-HEN-08
    from validator.games.henge.luck import draw

    for ruling, expected in (("reshuffle", 3), ("stop", 1)):
        match = match_of(3, 0, f"X-HEN-08={ruling}")
        deck = match.luck_deck
        deck.discards = deck.cards[1:]
        del deck.cards[1:]
        draw(match, Script(), match.players[0], 3, 0)  # type: ignore[arg-type]
        assert len(match.players[0].hand) == expected


def test_one_unused_card_may_be_thrown_away_for_a_luck_track_step() -> None:
    # HEN-TURN-13, HEN-MAT-03
    match = match_of(3)
    player = match.players[0]
    deal_luck(match, 0, "whetstone", "dry-road")
    cash = player.cash
    match.throw_away(Script(card(match, "luck-whetstone")), player)
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
    match.throw_away(Script(card(match, "luck-whetstone")), player)
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


def test_start_money_is_the_set_ups() -> None:
    # HEN-PSET-10
    assert henge(5).counts.cash == 12
    assert henge(5).counts.druids == 12
    assert henge(5).counts.markers == 11
