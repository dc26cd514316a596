"""Henge: effects that data may use though no shipped card does, and what the tally is told."""

from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    DECLINE,
    HENGE_ACTIONS,
    STOP,
    HengeChoice,
    HengeWork,
    Script,
    actions_offered,
    at_step,
    carry_out,
    changed,
    cover,
    deal_luck,
    dealt,
    due_of,
    give,
    henge,
    installing,
    match_of,
    move,
    put,
    slots_open,
    stone,
    turn_of,
)

from validator.catalogue.effects import (
    Act,
    Advance,
    Count,
    Discount,
    Draw,
    EffectCondition,
    Gain,
    Pay,
    Place,
)
from validator.games.henge.actions import refill, use_reach
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
from validator.games.henge.modifiers import Mods
from validator.games.henge.moves import moves
from validator.games.henge.state import count, first_in, holds
from validator.games.henge.turns import Due, aid_of_hand, is_possible

# --- druids, money and actions by an effect ----------------------------------------------------


@pytest.mark.parametrize(
    ("cash", "offered"),
    [(0, ["heel", "avenue"]), (1, ["heel", "altar", "mound", "avenue", "hollow"])],
)
def test_a_druid_by_an_effect_is_paid_and_brings_its_benefit(
    match: Any, player: Any, cash: int, offered: list[str]
) -> None:
    # HEN-DRU-08, HEN-MAT-02: the first space of the Druid Track gives two dollars
    match.local, player.cash = 0, cash
    cover(match, 4, 1)
    heel = HengeChoice("place", 0)
    script = give(match, Place("druid", "any-area"), answers=[heel])
    names = [match.board.areas[one.number] for one in script.asked[0][2] if one != DECLINE]
    assert names == offered
    assert (player.on_path[0], player.cash) == (1, cash + 2)


def test_no_druid_is_offered_that_nobody_has_or_can_pay(match: Any, player: Any) -> None:
    # HEN-DRU-08, HEN-DRU-11
    match.local, player.druids = 0, 0
    assert give(match, Place("druid", "local")).asked == []
    player.druids, player.cash = 12, 0
    cover(match, 0, 5)
    assert give(match, Place("druid", "local")).asked == []
    free = give(match, Place("druid", "local", free=True), answers=[HengeChoice("place", 0)])
    assert free.asked
    assert (player.on_path[0], player.cash) == (1, 2)


@pytest.mark.parametrize(("cash", "asked"), [(2, False), (3, True)])
def test_an_offer_is_made_to_whom_has_just_its_price(
    match: Any, player: Any, cash: int, asked: bool
) -> None:
    # HEN-CONC-02: three dollars for a token
    player.cash, tokens = cash, player.travel
    answers = [HengeChoice("pay")] if asked else []
    give(match, Pay("coin", 3, (Gain("travel"),)), answers=[*answers])
    assert (player.cash, player.travel) == ((0, tokens + 1) if asked else (2, tokens))


@pytest.mark.parametrize(("cash", "asked"), [(6, False), (7, True)])
def test_no_offer_takes_the_money_of_the_action_that_is_due(
    match: Any, player: Any, cash: int, asked: bool
) -> None:
    # HEN-TURN-09: four dollars are kept for the carving
    stone(match, 0, "sleeper")
    player.cash = cash
    script = Script(DECLINE)
    turn = turn_of(match, 0, script)
    turn.due = due_of(match, CARVE)
    turn.give((Pay("coin", 3, (Gain("travel"),)),))
    assert bool(script.asked) is asked


@pytest.mark.parametrize(("least", "cash"), [(1, 17), (2, 12)])
def test_coins_on_a_condition_are_given_if_it_is_met(match: Any, least: int, cash: int) -> None:
    # HEN-LUCK-07
    match.players[0].on_path[0] = 1
    met = EffectCondition(Count("druid"), at_least=least)
    give(match, Gain("coin", 5, when=met))
    assert match.players[0].cash == cash


def test_any_action_may_be_taken_or_left(match: Any, player: Any) -> None:
    # HEN-CONC-02: Arrive only by whom holds a stone
    script = give(match, Act("any"), answers=[DECLINE])
    assert HengeChoice("act", 6) not in script.asked[0][2]
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
            return next(one for one in options if one == HengeChoice("act", self.action))
        return next((one for one in options if one != STOP), options[0])


# --- prices -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("each", "once", "paid"), [(0, [], 4), (1, [], 3), (0, [2], 2), (1, [2], 1), (5, [], 0)]
)
def test_a_carving_costs_less_by_what_cards_save(
    match: Any, player: Any, each: int, once: list[int], paid: int
) -> None:
    # HEN-CARVE-01, HEN-LUCK-07: what saves once is gone then, but only if it was needed
    stone(match, 0, "sleeper")
    mods = changed(match)
    mods.each["carving"], mods.once["carving"] = each, list(once)
    HENGE_ACTIONS[CARVE].do(
        turn_of(match, 0, Script()), HengeWork(main=True), HengeChoice("carve", 0)
    )
    assert player.cash == 12 - paid
    assert match.mods.once["carving"] == []


def test_what_saves_once_is_kept_where_nothing_is_to_be_paid(match: Any) -> None:
    # HEN-LUCK-07
    stone(match, 0, "sleeper")
    mods = changed(match)
    mods.each["carving"], mods.once["carving"] = 4, [2]
    HENGE_ACTIONS[CARVE].do(
        turn_of(match, 0, Script()), HengeWork(main=True), HengeChoice("carve", 0)
    )
    assert match.mods.once["carving"] == [2]
    assert match.players[0].cash == 12


def test_a_price_on_trial_is_that_after_all_discounts(match: Any) -> None:
    # HEN-TURN-09, HEN-QUA-08
    player, action = match.players[0], HENGE_ACTIONS[QUARRY]
    changed(match).each["stone"], player.cash = 1, 20
    for step in action.steps(match, player, HengeWork(main=True)):
        trial = player.copy()
        action.charge(match, trial, step, free=False)
        assert trial.cash == 20 - (match.stones[match.quarry[step.number]].cost - 1)
        assert trial.markers == player.markers - 1


@pytest.mark.parametrize(("ruling", "possible"), [("unlimited", True), ("limited", False)])
def test_money_of_a_card_comes_from_the_bank(ruling: str, possible: bool) -> None:
    # HEN-LUCK-02, X-HEN-06-BANK: Store Yard cannot pay the last dollar from an empty bank
    match = match_of(3, 0, f"X-HEN-06-BANK={ruling}")
    player = match.players[0]
    least = min(match.stones[one].cost for one in match.quarry)
    player.cash, match.bank = least - 1, 0
    deal_luck(match, 0, "store-yard")
    due = due_of(match, QUARRY)
    assert is_possible(match, player, due) is possible


# --- Quarry, with room only after stones have arrived -------------------------------------------


@pytest.mark.parametrize(
    ("to_go", "possible"), [((1, 3), True), ((2, 3), True), ((3, 3), False), ((0, 3), True)]
)
def test_the_nearest_stone_makes_room_when_a_card_brings_it_in(
    match: Any, player: Any, to_go: tuple[int, int], possible: bool
) -> None:
    # HEN-QUA-06, HEN-QUA-07, HEN-LUCK-02, X-HEN-09: Strong Backs move one stone two steps
    player.cash = 20
    for name, steps in zip(("sleeper", "thunderhead"), to_go, strict=True):
        stone(match, 0, name, to_go=steps)
    deal_luck(match, 0, "strong-backs")
    due = due_of(match, QUARRY)
    assert is_possible(match, player, due) is possible


def test_no_card_makes_room_where_all_stones_count_as_held() -> None:
    # HEN-QUA-06, HEN-LUCK-02, X-HEN-09: Strong Backs bring the first stone to the site
    match = match_of(3, 0, "X-HEN-09=not_installed")
    match.players[0].cash = 20
    stone(match, 0, "sleeper", to_go=1)
    stone(match, 0, "thunderhead", to_go=3)
    deal_luck(match, 0, "strong-backs")
    assert not is_possible(match, match.players[0], due_of(match, QUARRY))


@pytest.mark.parametrize("pool", ["full", "empty"])
@pytest.mark.parametrize("ruling", ["illegal", "idle"])
def test_quarry_may_be_idle_only_with_an_empty_pool(ruling: str, pool: str) -> None:
    # HEN-QUA-11, HEN-END-06, X-HEN-13
    match = match_of(3, 0, f"X-HEN-13={ruling}")
    if pool == "empty":
        match.quarry[:] = [-1] * 4
    action = HENGE_ACTIONS[QUARRY]
    assert action.may_be_idle(match) is (ruling == "idle" and pool == "empty")


def test_with_an_empty_pool_no_discount_makes_quarry_possible(match: Any) -> None:
    # HEN-END-06, HEN-LUCK-02: nothing is for sale at any price
    match.players[0].cash = 60
    match.quarry[:] = [-1] * 4
    deal_luck(match, 0, "gift-of-the-hill", "kin-at-the-quarry")
    assert "quarry" not in actions_offered(match)


@pytest.mark.parametrize(("empty", "left"), [(0, 4), (1, 3), (4, 0)])
def test_the_tally_is_told_what_is_left_of_the_pool(match: Any, empty: int, left: int) -> None:
    # HEN-TURN-15, HEN-END-06
    match.stone_deck.cards.clear()
    match.quarry[:empty] = [-1] * empty
    refill(match)
    assert match.tally.gauges[P_QUARRY].least == left


# --- moves, turns and what is counted -----------------------------------------------------------


@pytest.mark.parametrize(("distance", "paid"), [(1, 0), (3, 0), (4, 1), (5, 2)])
def test_a_bribe_is_a_dollar_a_step_beyond_the_level(match: Any, distance: int, paid: int) -> None:
    # HEN-TURN-02, HEN-TURN-03
    match.pawn, bank = 0, match.bank
    move(match, distance, "income").go(match, match.players[0])
    assert (match.players[0].cash, match.bank) == (12 - paid, bank + paid)


def test_what_was_done_in_the_turn_before_does_not_count(match: Any) -> None:
    # HEN-TURN-12: Cheering Crowd and the like count stones of this turn
    match.raised_now = match.placed_now = match.carved_now = 3
    match.pawn = 0
    match.players[0].cash = match.players[0].travel = 0

    class Looking(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            if what == "move":
                return next(one for one in options if one.action and one.action.name == "income")
            return options[0]

    turn = turn_of(match, 0, Looking())
    person_turn(turn, match.rondel)
    assert (match.raised_now, match.placed_now, match.carved_now) == (0, 0, 0)


@pytest.mark.parametrize(("ruling", "first"), [("rank", False), ("ignore", True)])
def test_druids_of_bots_rank_or_only_cover(ruling: str, first: bool) -> None:
    # HEN-SCORE-09, X-HEN-16
    match = match_of(2, 1, f"X-HEN-16={ruling}")
    match.players[0].on_path[0], match.players[0].last[0] = 1, 0
    match.players[2].on_path[0], match.players[2].last[0] = 2, 2
    assert first_in(match, match.players[0], 0) is first


def test_luck_cards_count_as_drawn_and_upgrades_as_played(match: Any) -> None:
    # HEN-LUCK-08, HEN-FSET-12
    top = match.luck_deck.cards[-1]
    drawn = match.tally.drawn[top]
    give(match, Draw("luck-card", 1))
    assert match.tally.drawn[top] == drawn + 1
    match.upgrades = [match.box.pop(match.box.index(one)) for one in list(match.cards.upgrades)]
    before = [match.tally.played[one] for one in match.cards.upgrades]
    match.draft_upgrades(Taking(0))
    after = [match.tally.played[one] for one in match.cards.upgrades]
    assert sum(after) - sum(before) == 3


def test_no_luck_action_is_offered_where_it_has_no_meaning() -> None:
    # HEN-LUCK-16, X-HEN-03
    match = match_of(3, 0, "X-HEN-03=none")
    player, action = match.players[0], HENGE_ACTIONS[5]
    assert not is_possible(match, player, Due(action, 0, Mods()))
    assert "luck" not in actions_offered(match)


# --- what was left to chance -------------------------------------------------------------------


@pytest.mark.parametrize(("free", "left"), [(True, 12), (False, 8)])
def test_a_free_carving_costs_nothing_on_trial_either(match: Any, free: bool, left: int) -> None:
    # HEN-CARVE-01, HEN-TURN-09
    stone(match, 0, "sleeper")
    trial = match.players[0].copy()
    HENGE_ACTIONS[CARVE].charge(match, trial, HengeChoice("carve", 0), free=free)
    assert (trial.cash, trial.carved) == (left, [True])


def test_one_card_lets_one_uncarved_stone_into_a_carved_slot() -> None:
    # HEN-INS-08, HEN-LUCK-07: Bold as Granite works once
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    put(match, "heel-left")
    put(match, "heel-right")
    changed(match).allowed["carving-duty"] = 1
    assert set(slots_open(match)) == {"heel-lintel", "heel-monolith"}
    carry_out(match, INSTALL, installing(match, 0, "heel-monolith"))
    assert slots_open(match) == []


@pytest.mark.parametrize(("to_go", "possible"), [((0, 3, 3), False), ((0, 2, 3), True)])
def test_a_stone_at_the_site_does_not_make_room_twice(
    match: Any, to_go: tuple[int, ...], possible: bool
) -> None:
    # HEN-QUA-06, HEN-QUA-07, X-HEN-09: two under way, of which Strong Backs bring one two steps
    match.players[0].cash = 20
    for name, steps in zip(("sleeper", "thunderhead", "whistler"), to_go, strict=True):
        stone(match, 0, name, to_go=steps)
    deal_luck(match, 0, "strong-backs")
    due = due_of(match, QUARRY)
    assert is_possible(match, match.players[0], due) is possible


def test_a_higher_hold_limit_lets_one_go_to_the_quarry(match: Any) -> None:
    # HEN-LUCK-02, HEN-QUA-06: Second Sledge
    match.players[0].cash = 20
    for name in ("sleeper", "thunderhead"):
        stone(match, 0, name, to_go=9)
    assert "quarry" not in actions_offered(match)
    deal_luck(match, 0, "second-sledge")
    assert "quarry" in actions_offered(match)


def test_what_is_changed_already_counts_beside_the_hand(match: Any) -> None:
    # HEN-LUCK-03: the same hand brings more where something is changed
    deal_luck(match, 0, "kin-at-the-quarry")
    for before in (0, 2, 4):
        aid = aid_of_hand(match, match.players[0], QUARRY, Mods([Discount("stone", before)]))
        assert aid.mods.each["stone"] == before + 1


def test_a_stone_for_nothing_is_not_to_be_had_from_an_empty_pool(match: Any) -> None:
    # HEN-END-06
    match.quarry[:] = [-1] * 4
    free = Mods()
    free.once["stone"] = [NO_LIMIT]
    assert not is_possible(match, match.players[0], Due(HENGE_ACTIONS[QUARRY], 0, free))


def test_an_idle_quarry_asks_nothing() -> None:
    # HEN-END-06, X-HEN-13
    match = match_of(3, 0, "X-HEN-13=idle")
    match.quarry[:] = [-1] * 4
    script = Script()
    HENGE_ACTIONS[QUARRY].carry_out(turn_of(match, 0, script), HengeWork(main=True))
    assert script.asked == []


def test_a_starter_for_a_bot_goes_to_the_box() -> None:
    # HEN-PSET-02, X-HEN-12
    match = dealt(henge(2, 1, "X-HEN-12=everyone"))
    starters = {at for at, one in match.stones.items() if one.starter_area}
    assert len(starters & set(match.box)) == 1


def test_privileges_at_their_top_level_are_counted(match: Any) -> None:
    # HEN-BON-02, HEN-MAT-01
    player, tops = match.players[0], match.mat.tops
    assert count(match, player, Count("top-level")) == 0
    player.levels[0], player.levels[2] = tops[0], tops[2]
    player.levels[1] = tops[1] - 1
    assert count(match, player, Count("top-level")) == 2


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


def test_whoever_is_rich_goes_as_far_as_the_money_leads(match: Any) -> None:
    # HEN-TURN-02, HEN-TURN-03, X-HEN-27: one step free, a dollar a step, round after round
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
def test_an_effect_moves_along_the_luck_track_space_by_space(
    match: Any, player: Any, steps: int
) -> None:
    # HEN-MAT-03: the benefit of each space is given
    match.mat = replace(match.mat, luck_track=((), *[(Gain("coin", at),) for at in (1, 2, 4)]))
    give(match, Advance("luck-track", steps))
    assert (player.luck_at, player.cash) == (steps, 12 + 2**steps - 1)


def test_a_stone_that_is_bought_and_a_chit_that_is_taken_count_as_drawn(match: Any) -> None:
    # HEN-QUA-08, HEN-INS-12
    at_step(match, "heel", "quarry")
    bought, chit = match.quarry[0], match.pools[0][0]
    before = match.tally.drawn[bought], match.tally.drawn[chit]
    carry_out(match, QUARRY, HengeChoice("buy", 0))
    take_reward(turn_of(match, 0, Taking(0)), 0)
    assert (match.tally.drawn[bought], match.tally.drawn[chit]) == (before[0] + 1, before[1] + 1)


def test_a_druid_next_door_uses_what_the_level_allows_before_a_card(match: Any) -> None:
    # HEN-DRU-03, HEN-LUCK-07
    player, next_door = match.players[0], match.board.neighbours[match.local][0]
    player.levels[DRUID_LEVEL] = 1
    allowed = match.mat.druid[1][1]
    changed(match).allowed["druid adjacent"], work = 1, HengeWork(main=True)
    use_reach(match, player, match.local, work)
    for _ in range(allowed):
        use_reach(match, player, next_door, work)
    assert (work.strayed, match.mods.allowed["druid adjacent"]) == (allowed, 1)
    use_reach(match, player, next_door, work)
    assert (work.strayed, match.mods.allowed["druid adjacent"]) == (allowed, 0)
    match.mods.allowed["druid adjacent"] = match.mods.allowed["druid remote"] = 3
    use_reach(match, player, next_door, work)
    use_reach(match, player, match.board.remote[match.local][0], work)
    assert (match.mods.allowed["druid adjacent"], match.mods.allowed["druid remote"]) == (2, 2)
