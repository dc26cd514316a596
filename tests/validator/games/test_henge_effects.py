"""Henge: effects that data may use though no shipped card does, and what the tally is told."""

from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    GAME,
    Script,
    actions_offered,
    at_step,
    card,
    changed,
    cover,
    deal_luck,
    dealt,
    henge,
    installing,
    match_of,
    move,
    playing,
    put,
    stone,
    turn_of,
)

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Count,
    Draw,
    EffectCondition,
    Gain,
    Pay,
    Place,
)
from validator.games.henge.actions import MAIN, CarveStone, Due, HengeWork, use_reach
from validator.games.henge.benefits import person_turn
from validator.games.henge.cards import take_reward
from validator.games.henge.codes import (
    CARVE,
    DRUID_LEVEL,
    INCOME,
    INSTALL,
    NO_LIMIT,
    P_QUARRY,
    QUARRY,
)
from validator.games.henge.modifiers import PLAIN, Mods, is_sure_money, mods_of
from validator.games.henge.moves import is_possible, moves
from validator.games.henge.options import DECLINE, PAY, STOP, PlaceInArea, TakeAction
from validator.games.henge.quarry import BuyStone, refill
from validator.games.henge.state import count, first_in, holds, turn_kinds


def give(match: Any, *answers: Any, effects: tuple[Any, ...]) -> Script:
    """Carry out effects for the first seat; all answers must be used."""
    script = Script(*answers)
    turn_of(match, 0, script).give(effects)
    assert script.answers == []
    return script


# --- druids, money and actions by an effect ----------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "offered"),
    [(0, ["heel", "avenue"]), (1, ["heel", "altar", "mound", "avenue", "hollow"])],
)
def test_a_druid_by_an_effect_is_paid_and_brings_its_benefit(cash: int, offered: list[str]) -> None:
    # HEN-DRU-08, HEN-MAT-02: the first space of the Druid Track gives two dollars
    match = match_of(3)
    player = match.players[0]
    match.local, player.cash = 0, cash
    cover(match, 4, 1)
    heel = PlaceInArea(0, "heel")
    script = give(match, heel, effects=(Place("druid", "any-area"),))
    names = [one.name for one in script.asked[0][2] if one != DECLINE]
    assert names == offered
    assert (player.on_path[0], player.cash) == (1, cash + 2)


def test_no_druid_is_offered_that_nobody_has_or_can_pay() -> None:
    # HEN-DRU-08, HEN-DRU-11
    match = match_of(3)
    player = match.players[0]
    match.local, player.druids = 0, 0
    assert give(match, effects=(Place("druid", "local"),)).asked == []
    player.druids, player.cash = 12, 0
    cover(match, 0, 5)
    assert give(match, effects=(Place("druid", "local"),)).asked == []
    free = give(match, PlaceInArea(0, "heel"), effects=(Place("druid", "local", free=True),))
    assert free.asked
    assert (player.on_path[0], player.cash) == (1, 2)


@pytest.mark.parametrize(("cash", "asked"), [(2, False), (3, True)])
def test_an_offer_is_made_to_whom_has_just_its_price(cash: int, asked: bool) -> None:
    # HEN-CONC-02: three dollars for a token
    match = match_of(3)
    player = match.players[0]
    player.cash, tokens = cash, player.travel
    answers = [PAY] if asked else []
    give(match, *answers, effects=(Pay("coin", 3, (Gain("travel"),)),))
    assert (player.cash, player.travel) == ((0, tokens + 1) if asked else (2, tokens))


@pytest.mark.parametrize(("cash", "asked"), [(6, False), (7, True)])
def test_no_offer_takes_the_money_of_the_action_that_is_due(cash: int, asked: bool) -> None:
    # HEN-TURN-09: four dollars are kept for the carving
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper")
    player.cash = cash
    script = Script(DECLINE)
    turn = turn_of(match, 0, script)
    turn.due = Due(match.rondel.actions[CARVE], 0, Mods())
    turn.give((Pay("coin", 3, (Gain("travel"),)),))
    assert bool(script.asked) is asked


@pytest.mark.parametrize(("least", "cash"), [(1, 17), (2, 12)])
def test_coins_on_a_condition_are_given_if_it_is_met(least: int, cash: int) -> None:
    # HEN-LUCK-07
    match = match_of(3)
    match.players[0].on_path[0] = 1
    met = EffectCondition(Count("druid"), at_least=least)
    give(match, effects=(Gain("coin", 5, when=met),))
    assert match.players[0].cash == cash


def test_any_action_may_be_taken_or_left() -> None:
    # HEN-CONC-02: Arrive only by whom holds a stone
    match = match_of(3)
    player = match.players[0]
    script = give(match, DECLINE, effects=(Act("any"),))
    assert TakeAction(6) not in script.asked[0][2]
    assert (player.cash, player.hand) == (12, [])
    stone(match, 0, "sleeper", to_go=2)
    turn_of(match, 0, Taking(6)).give((Act("any"),))
    assert player.to_go == [0]


class Taking(Script):
    """Takes an action, and its first step."""

    def __init__(self, action: int) -> None:
        super().__init__()
        self.action = action

    def choose(self, seat: int, what: str, options: Any) -> Any:
        if what == "act":
            return next(one for one in options if one == TakeAction(self.action))
        return next((one for one in options if one != STOP), options[0])


# --- prices -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("each", "once", "paid"), [(0, [], 4), (1, [], 3), (0, [2], 2), (1, [2], 1), (5, [], 0)]
)
def test_a_carving_costs_less_by_what_cards_save(each: int, once: list[int], paid: int) -> None:
    # HEN-CARVE-01, HEN-LUCK-07: what saves once is gone then, but only if it was needed
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper")
    mods = changed(match)
    mods.carving_each, mods.carving_once = each, list(once)
    CarveStone(0).do(turn_of(match, 0, Script()), HengeWork(MAIN))
    assert player.cash == 12 - paid
    assert match.mods.carving_once == []


def test_what_saves_once_is_kept_where_nothing_is_to_be_paid() -> None:
    # HEN-LUCK-07
    match = match_of(3)
    stone(match, 0, "sleeper")
    mods = changed(match)
    mods.carving_each, mods.carving_once = 4, [2]
    CarveStone(0).do(turn_of(match, 0, Script()), HengeWork(MAIN))
    assert match.mods.carving_once == [2]
    assert match.players[0].cash == 12


def test_a_price_on_trial_is_that_after_all_discounts() -> None:
    # HEN-TURN-09, HEN-QUA-08
    match = match_of(3)
    player, action = match.players[0], match.rondel.actions[QUARRY]
    changed(match).stone_each, player.cash = 1, 20
    for step in action.steps(match, player, HengeWork(MAIN)):
        trial = player.copy()
        step.charge(match, trial, free=False)
        assert trial.cash == 20 - (match.stones[step.card].cost - 1)
        assert trial.markers == player.markers - 1


@pytest.mark.parametrize(
    ("gain", "possible"),
    [
        (Gain("coin", 4), True),
        (Gain("coin", 4, when=EffectCondition(Count("druid"), at_least=1)), False),
    ],
)
def test_only_certain_money_of_a_card_counts_for_a_price(gain: Gain, possible: bool) -> None:
    # HEN-LUCK-02: what depends on the position is not counted on
    assert is_sure_money(gain) is possible


@pytest.mark.parametrize(("ruling", "possible"), [("unlimited", True), ("limited", False)])
def test_money_of_a_card_comes_from_the_bank(ruling: str, possible: bool) -> None:
    # HEN-LUCK-02, X-HEN-06-BANK: Store Yard cannot pay the last dollar from an empty bank
    match = match_of(3, 0, f"X-HEN-06-BANK={ruling}")
    player = match.players[0]
    least = min(match.stones[one].cost for one in match.quarry)
    player.cash, match.bank = least - 1, 0
    deal_luck(match, 0, "store-yard")
    due = Due(match.rondel.actions[QUARRY], 0, Mods())
    assert is_possible(match, player, due) is possible


# --- Quarry, with room only after stones have arrived -------------------------------------------


@pytest.mark.parametrize(
    ("to_go", "possible"), [((1, 3), True), ((2, 3), True), ((3, 3), False), ((0, 3), True)]
)
def test_the_nearest_stone_makes_room_when_a_card_brings_it_in(
    to_go: tuple[int, int], possible: bool
) -> None:
    # HEN-QUA-06, HEN-QUA-07, HEN-LUCK-02, X-HEN-09: Strong Backs move one stone two steps
    match = match_of(3)
    player = match.players[0]
    player.cash = 20
    for name, steps in zip(("sleeper", "thunderhead"), to_go, strict=True):
        stone(match, 0, name, to_go=steps)
    deal_luck(match, 0, "strong-backs")
    due = Due(match.rondel.actions[QUARRY], 0, Mods())
    assert is_possible(match, player, due) is possible


def test_no_card_makes_room_where_all_stones_count_as_held() -> None:
    # HEN-QUA-06, HEN-LUCK-02, X-HEN-09: Strong Backs bring the first stone to the site
    match = match_of(3, 0, "X-HEN-09=not_installed")
    match.players[0].cash = 20
    stone(match, 0, "sleeper", to_go=1)
    stone(match, 0, "thunderhead", to_go=3)
    deal_luck(match, 0, "strong-backs")
    assert not is_possible(match, match.players[0], Due(match.rondel.actions[QUARRY], 0, Mods()))


@pytest.mark.parametrize("pool", ["full", "empty"])
@pytest.mark.parametrize("ruling", ["illegal", "idle"])
def test_quarry_may_be_idle_only_with_an_empty_pool(ruling: str, pool: str) -> None:
    # HEN-QUA-11, HEN-END-06, X-HEN-13
    match = match_of(3, 0, f"X-HEN-13={ruling}")
    if pool == "empty":
        match.quarry[:] = [-1] * 4
    action = match.rondel.actions[QUARRY]
    assert action.may_be_idle(match) is (ruling == "idle" and pool == "empty")


def test_with_an_empty_pool_no_discount_makes_quarry_possible() -> None:
    # HEN-END-06, HEN-LUCK-02: nothing is for sale at any price
    match = match_of(3)
    match.players[0].cash = 60
    match.quarry[:] = [-1] * 4
    deal_luck(match, 0, "gift-of-the-hill", "kin-at-the-quarry")
    assert "quarry" not in actions_offered(match)


@pytest.mark.parametrize(("empty", "left"), [(0, 4), (1, 3), (4, 0)])
def test_the_tally_is_told_what_is_left_of_the_pool(empty: int, left: int) -> None:
    # HEN-TURN-15, HEN-END-06
    match = match_of(3)
    match.stone_deck.cards.clear()
    match.quarry[:empty] = [-1] * empty
    refill(match)
    assert match.tally.gauges[P_QUARRY].least == left


# --- moves, turns and what is counted -----------------------------------------------------------


def test_whom_no_action_is_open_to_goes_one_step_and_does_nothing() -> None:
    # HEN-TURN-01, HEN-TURN-10: paid in steps like any other move
    match = match_of(3)
    for at, ways in enumerate(match.rondel.idle):
        idle = ways[0]
        there = match.board.ahead[at][0]
        assert (idle.distance, idle.step, idle.by_token, idle.action) == (
            1,
            there.step,
            False,
            None,
        )


@pytest.mark.parametrize(("distance", "paid"), [(1, 0), (3, 0), (4, 1), (5, 2)])
def test_a_bribe_is_a_dollar_a_step_beyond_the_level(distance: int, paid: int) -> None:
    # HEN-TURN-02, HEN-TURN-03
    match = match_of(3)
    match.pawn, bank = 0, match.bank
    move(match, distance, "income").go(match, match.players[0])
    assert (match.players[0].cash, match.bank) == (12 - paid, bank + paid)


def test_what_was_done_in_the_turn_before_does_not_count() -> None:
    # HEN-TURN-12: Cheering Crowd and the like count stones of this turn
    match = match_of(3)
    match.raised_now = match.placed_now = match.carved_now = 3
    match.pawn = 0
    match.players[0].cash = match.players[0].travel = 0

    class Looking(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            if what == "move":
                return next(one for one in options if one.action and one.action.name == "income")
            return options[0]

    turn = turn_of(match, 0, Looking())
    person_turn(turn, match.players[0], match.rondel)
    assert (match.raised_now, match.placed_now, match.carved_now) == (0, 0, 0)


@pytest.mark.parametrize(("ruling", "first"), [("rank", False), ("ignore", True)])
def test_druids_of_bots_rank_or_only_cover(ruling: str, first: bool) -> None:
    # HEN-SCORE-09, X-HEN-16
    match = match_of(2, 1, f"X-HEN-16={ruling}")
    match.players[0].on_path[0], match.players[0].last[0] = 1, 0
    match.players[2].on_path[0], match.players[2].last[0] = 2, 2
    assert first_in(match, match.players[0], 0) is first


def test_luck_cards_count_as_drawn_and_upgrades_as_played() -> None:
    # HEN-LUCK-08, HEN-FSET-12
    match = match_of(3)
    top = match.luck_deck.cards[-1]
    drawn = match.tally.drawn[top]
    give(match, effects=(Draw("luck-card", 1),))
    assert match.tally.drawn[top] == drawn + 1
    match.upgrades = [match.box.pop(match.box.index(one)) for one in list(match.cards.upgrades)]
    before = [match.tally.played[one] for one in match.cards.upgrades]
    match.draft_upgrades(Taking(0))
    after = [match.tally.played[one] for one in match.cards.upgrades]
    assert sum(after) - sum(before) == 3


def test_an_action_is_one_bit_of_those_that_a_card_fits() -> None:
    # HEN-LUCK-05
    match = match_of(3)
    assert [action.number for action in match.rondel.actions] == list(range(7))
    assert match.luck[card(match, "luck-long-ropes")].actions == 1 << INSTALL
    assert match.luck[card(match, "luck-dry-road")].actions == 2**7 - 1


def test_a_card_with_a_transport_among_other_effects_transports() -> None:
    # HEN-LUCK-02: Downhill Start moves stones only; Straight to Work none
    match = match_of(3)
    moves_stones = {
        name
        for name in match.cards.ids
        if name.startswith("luck-") and match.luck[card(match, name)].transports
    }
    assert moves_stones == {"luck-downhill-start", "luck-strong-backs", "luck-dry-road"}
    for name in ("luck-store-yard", "luck-rich-harvest"):
        assert match.luck[card(match, name)].helps & match.luck[card(match, name)].actions == (
            match.luck[card(match, name)].helps
        )
    assert playing(match, "store-yard").card == card(match, "luck-store-yard")


def test_changes_are_copied_whole() -> None:
    # HEN-LUCK-03: what cards change is worked out beside what is in force
    mods = Mods()
    for at, name in enumerate(Mods.__slots__, start=1):
        setattr(mods, name, [at] if name.endswith("_once") else at)
    other = mods.copy()
    for name in Mods.__slots__:
        assert getattr(other, name) == getattr(mods, name), name
    other.stone_once.append(9)
    assert 9 not in mods.stone_once


def test_no_luck_action_is_offered_where_it_has_no_meaning() -> None:
    # HEN-LUCK-16, X-HEN-03
    match = match_of(3, 0, "X-HEN-03=none")
    player, action = match.players[0], match.rondel.actions[5]
    assert not is_possible(match, player, Due(action, 0, Mods()))
    assert "luck" not in actions_offered(match)


# --- what was left to chance -------------------------------------------------------------------


@pytest.mark.parametrize(("free", "left"), [(True, 12), (False, 8)])
def test_a_free_carving_costs_nothing_on_trial_either(free: bool, left: int) -> None:
    # HEN-CARVE-01, HEN-TURN-09
    match = match_of(3)
    stone(match, 0, "sleeper")
    trial = match.players[0].copy()
    CarveStone(0).charge(match, trial, free=free)
    assert (trial.cash, trial.carved) == (left, [True])


def test_one_card_lets_one_uncarved_stone_into_a_carved_slot() -> None:
    # HEN-INS-08, HEN-LUCK-07: Bold as Granite works once
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    put(match, "heel-left")
    put(match, "heel-right")
    changed(match).any_carving = 1
    action, turn = match.rondel.actions[INSTALL], turn_of(match, 0, Script())
    assert {one.name for one in action.steps(match, turn.player, HengeWork(MAIN))} == {
        "heel-lintel",
        "heel-monolith",
    }
    installing(match, 0, "heel-monolith").do(turn, HengeWork(MAIN))
    assert action.steps(match, turn.player, HengeWork(MAIN)) == []


@pytest.mark.parametrize(("to_go", "possible"), [((0, 3, 3), False), ((0, 2, 3), True)])
def test_a_stone_at_the_site_does_not_make_room_twice(
    to_go: tuple[int, ...], possible: bool
) -> None:
    # HEN-QUA-06, HEN-QUA-07, X-HEN-09: two under way, of which Strong Backs bring one two steps
    match = match_of(3)
    match.players[0].cash = 20
    for name, steps in zip(("sleeper", "thunderhead", "whistler"), to_go, strict=True):
        stone(match, 0, name, to_go=steps)
    deal_luck(match, 0, "strong-backs")
    due = Due(match.rondel.actions[QUARRY], 0, Mods())
    assert is_possible(match, match.players[0], due) is possible


def test_a_higher_hold_limit_lets_one_go_to_the_quarry() -> None:
    # HEN-LUCK-02, HEN-QUA-06: Second Sledge
    match = match_of(3)
    match.players[0].cash = 20
    for name in ("sleeper", "thunderhead"):
        stone(match, 0, name, to_go=9)
    assert "quarry" not in actions_offered(match)
    deal_luck(match, 0, "second-sledge")
    assert "quarry" in actions_offered(match)


def test_what_is_changed_already_counts_beside_the_hand() -> None:
    # HEN-LUCK-03: the same hand brings more where something is changed
    match = match_of(3)
    deal_luck(match, 0, "kin-at-the-quarry")
    hand, changed = match.players[0].hand, Mods()
    changed.stone_each = 2
    assert match.hands.aid(hand, QUARRY, PLAIN).mods.stone_each == 1
    assert match.hands.aid(hand, QUARRY, changed).mods.stone_each == 3
    changed.stone_each = 4
    assert match.hands.aid(hand, QUARRY, changed).mods.stone_each == 5


def test_a_stone_for_nothing_is_not_to_be_had_from_an_empty_pool() -> None:
    # HEN-END-06
    match = match_of(3)
    match.quarry[:] = [-1] * 4
    free = Mods()
    free.stone_once = [NO_LIMIT]
    assert not is_possible(match, match.players[0], Due(match.rondel.actions[QUARRY], 0, free))


def test_an_idle_quarry_asks_nothing() -> None:
    # HEN-END-06, X-HEN-13
    match = match_of(3, 0, "X-HEN-13=idle")
    match.quarry[:] = [-1] * 4
    script = Script()
    match.rondel.actions[QUARRY].carry_out(turn_of(match, 0, script), HengeWork(MAIN))
    assert script.asked == []


def test_a_starter_for_a_bot_goes_to_the_box() -> None:
    # HEN-PSET-02, X-HEN-12
    match = dealt(henge(2, 1, "X-HEN-12=everyone"))
    starters = {at for at, one in match.stones.items() if one.starter_area}
    assert len(starters & set(match.box)) == 1


def test_money_and_transport_on_one_card_both_count() -> None:
    # HEN-LUCK-02: whatever comes first on it
    luck = GAME.sets["luck"]
    both = tuple(
        replace(one, effects=(Gain("coin", 1), *one.effects)) if "dry-road" in one.id else one
        for one in luck.components
    )
    game = replace(GAME, sets={**GAME.sets, "luck": replace(luck, components=both)})
    cards = henge(3, game=game).rules.cards
    assert cards.luck[cards.ids.index("luck-dry-road")].transports


@pytest.mark.parametrize("kinds", range(16))
def test_an_area_takes_other_kinds_of_stones_once_its_slots_do(kinds: int) -> None:
    # HEN-INS-05, HEN-INS-08
    areas_for = [0b10, 0b10, 0, 0]
    turn_kinds(areas_for, 0, kinds)
    assert areas_for == [
        before ^ (kinds >> kind & 1) for kind, before in enumerate([0b10, 0b10, 0, 0])
    ]


def test_privileges_at_their_top_level_are_counted() -> None:
    # HEN-BON-02, HEN-MAT-01
    match = match_of(3)
    player, tops = match.players[0], match.mat.tops
    assert count(match, player, Count("top-level")) == 0
    player.levels[0], player.levels[2] = tops[0], tops[2]
    player.levels[1] = tops[1] - 1
    assert count(match, player, Count("top-level")) == 2


@pytest.mark.parametrize("rule", ["stone-size", "carving-duty", "area-match", "transit"])
def test_a_rule_is_ignored_as_often_as_cards_say_together(rule: str) -> None:
    # HEN-LUCK-07
    mods = mods_of([Allow(waive=rule, uses=2), Allow(waive=rule, uses=1)])
    waived = (mods.any_size, mods.any_carving, mods.any_match, mods.any_transit)
    at = ("stone-size", "carving-duty", "area-match", "transit").index(rule)
    assert waived == tuple(3 if one == at else 0 for one in range(4))


@pytest.mark.parametrize(("ruling", "druids"), [("rank", False), ("ignore", True)])
def test_what_bots_have_besides_druids_counts_whatever_their_druids_do(
    ruling: str, druids: bool
) -> None:
    # HEN-BON-02, X-HEN-16
    match = match_of(2, 1, f"X-HEN-16={ruling}")
    match.players[0].on_path[0], match.players[2].on_path[0] = 1, 2
    match.players[0].cash, match.players[1].cash, match.players[2].cash = 5, 0, 9
    assert holds(match, match.players[0], EffectCondition(Count("druid"), most=True)) is druids
    assert not holds(match, match.players[0], EffectCondition(Count("coin"), most=True))


def test_whoever_is_rich_goes_as_far_as_the_money_leads() -> None:
    # HEN-TURN-02, HEN-TURN-03, X-HEN-27: one step free, a dollar a step, round after round
    match = match_of(3)
    player, board = match.players[0], match.board
    ring, icons = len(board.ahead), board.ahead[0][-1].passed
    player.travel, player.cash = 0, 40 * ring
    reach = player.cash + match.mat.steps[player.levels[0]]
    for match.pawn in range(ring):
        ahead = board.ahead[match.pawn]
        there = [(at, ahead[at % ring]) for at in range(reach)]
        expected = [
            (at + 1, one.step, one.passed + at // ring * icons)
            for at, one in there
            if INCOME in one.actions
        ]
        found = [one for one in moves(match, player, match.rondel) if one.action.number == INCOME]
        assert [(one.distance, one.step, one.passed) for one in found] == expected


@pytest.mark.parametrize("steps", [1, 3])
def test_an_effect_moves_along_the_luck_track_space_by_space(steps: int) -> None:
    # HEN-MAT-03: the benefit of each space is given
    match = match_of(3)
    player = match.players[0]
    match.mat = replace(match.mat, luck_track=((), *[(Gain("coin", at),) for at in (1, 2, 4)]))
    give(match, effects=(Advance("luck-track", steps),))
    assert (player.luck_at, player.cash) == (steps, 12 + 2**steps - 1)


def test_a_stone_that_is_bought_and_a_chit_that_is_taken_count_as_drawn() -> None:
    # HEN-QUA-08, HEN-INS-12
    match = match_of(3)
    at_step(match, "heel", "quarry")
    bought, chit = match.quarry[0], match.pools[0][0]
    before = match.tally.drawn[bought], match.tally.drawn[chit]
    BuyStone(0, bought, match.cards.names[bought]).do(turn_of(match, 0, Script()), HengeWork(MAIN))
    take_reward(match, Taking(0), match.players[0], 0, lambda effects: True)
    assert (match.tally.drawn[bought], match.tally.drawn[chit]) == (before[0] + 1, before[1] + 1)


def test_a_druid_next_door_uses_what_the_level_allows_before_a_card() -> None:
    # HEN-DRU-03, HEN-LUCK-07
    match = match_of(3)
    player, next_door = match.players[0], match.board.neighbours[match.local][0]
    player.levels[DRUID_LEVEL] = 1
    allowed = match.mat.druid[1][1]
    changed(match).druid_adjacent, work = 1, HengeWork(MAIN)
    use_reach(match, player, match.local, work)
    for _ in range(allowed):
        use_reach(match, player, next_door, work)
    assert (work.strayed, match.mods.druid_adjacent) == (allowed, 1)
    use_reach(match, player, next_door, work)
    assert (work.strayed, match.mods.druid_adjacent) == (allowed, 0)
    match.mods.druid_adjacent = match.mods.druid_remote = 3
    use_reach(match, player, next_door, work)
    use_reach(match, player, match.board.remote[match.local][0], work)
    assert (match.mods.druid_adjacent, match.mods.druid_remote) == (2, 2)
