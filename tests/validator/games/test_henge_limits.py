"""Henge at its limits: the last marker, the last figure, the last stone on its way, a used card."""

from dataclasses import replace
from typing import Any

import pytest
from gametable import smaller
from hengetable import (
    GAME,
    HENGE_ACTIONS,
    STOP,
    HengeChoice,
    HengeWork,
    Script,
    actions_offered,
    at_step,
    card,
    carry_out,
    changed,
    cover,
    deal_luck,
    dealt,
    due_of,
    henge,
    match_of,
    playing,
    put,
    slots_open,
    steps,
    stone,
    turn_of,
)

from validator.catalogue.effects import Act, Advance, Gain
from validator.games.henge.benefits import throw_away
from validator.games.henge.bots import bot_turn
from validator.games.henge.cards import mark_spring, refill_pools
from validator.games.henge.codes import ARRIVE, CARVE, DRUID, INSTALL, LARGE, NONE
from validator.games.henge.printed import compile_board
from validator.games.henge.turns import Due, is_possible
from validator.games.stonehenge import entries

# --- slots and figures ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uprights", "carved", "possible"),
    [("open", False, True), ("filled", False, False), ("filled", True, True)],
)
def test_a_waived_size_leaves_the_carving_duty(uprights: str, carved: bool, possible: bool) -> None:
    """HEN-INS-05, HEN-INS-08, HEN-LUCK-02: Shims and Wedges for a small stone, large slots left."""
    match = match_of(4)
    at_step(match, "altar", "install")
    stone(match, 0, "larkstone", carved=carved)
    for slot in ("heel-altar-left", "heel-altar-right", "heel-altar-lintel", "altar-monolith"):
        put(match, slot, large=False)
    if uprights == "filled":
        put(match, "altar-left")
        put(match, "altar-right")
    due = due_of(match, INSTALL)
    assert not is_possible(match, match.players[0], due)
    deal_luck(match, 0, "shims-and-wedges")
    assert is_possible(match, match.players[0], due) is possible


def test_a_carving_icon_asks_for_a_carved_stone_and_so_does_every_lintel() -> None:
    """HEN-INS-08, HEN-INS-11: on a board that prints the icon on an upright's slot alone."""
    fields = next(one.fields for one in GAME.sets["board"].components if one.id == "board-45")
    slots = tuple(
        {**one, "carved": one["id"] == "heel-altar-left"} for one in entries(fields["slots"])
    )
    board = compile_board({**fields, "slots": slots})
    carved = {slot.id: slot.carved for slot in board.slots}
    assert carved["heel-altar-left"]
    assert not carved["heel-altar-right"]
    assert carved["heel-altar-lintel"]
    assert carved["heel-monolith"]


def test_a_slot_whose_figures_have_run_out_takes_no_stone() -> None:
    """HEN-INS-12: a large lintel is left, and no large upright for the monolith."""
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper", carved=True)
    put(match, "heel-left")
    put(match, "heel-right")
    for uprights, expected in ((1, {"heel-lintel", "heel-monolith"}), (0, {"heel-lintel"})):
        match.figures[0] = uprights
        assert set(slots_open(match)) == expected


@pytest.mark.parametrize(("left", "fits"), [("a small slot", False), ("large slots", True)])
def test_a_small_stone_ignores_its_size_once_no_slot_fits_it(
    match: Any, left: str, fits: bool
) -> None:
    """HEN-INS-07, HEN-INS-08: on the 3-player side, uncarved, on uprights and nothing else."""
    at_step(match, "heel", "install")
    stone(match, 0, "larkstone")
    small = [slot.id for slot in match.board.slots if slot.size != LARGE]
    for slot in small if fits else small[:-1]:
        put(match, slot, large=False)
    match.figures[:] = [12, 5, 9, 3]
    assert slots_open(match) == (["heel-left", "heel-right"] if fits else [])


@pytest.mark.parametrize(
    ("name", "open_slots"), [("sleeper", {"heel-left", "heel-right"}), ("larkstone", set())]
)
def test_figures_that_have_run_out_close_the_slots_of_their_size_alone(
    name: str, open_slots: set[str]
) -> None:
    """HEN-INS-12: no small upright is left, but large ones are."""
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, name)
    match.figures[2] = 0
    assert set(slots_open(match)) == open_slots


# --- markers -------------------------------------------------------------------------------


def test_the_last_marker_carves_a_stone_and_no_other_follows(match: Any, player: Any) -> None:
    """HEN-CARVE-01, HEN-CARVE-02: each carving takes a marker, and money is left for a second."""
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    player.markers, player.cash = 1, 20
    carry_out(match, CARVE, HengeChoice("carve", 1))
    assert (player.carved, player.markers, player.cash) == ([False, True], 0, 16)


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize(("markers", "possible"), [(0, False), (1, True)])
def test_a_stone_is_bought_with_a_marker_alone(ruling: str, markers: int, possible: bool) -> None:
    """HEN-QUA-10, X-HEN-09: no stone that arrives on the way makes up for a marker."""
    match = match_of(3, 0, f"X-HEN-09={ruling}")
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=1)
    player.markers, player.cash, player.levels[0] = markers, 60, 3
    assert ("quarry" in actions_offered(match)) is possible


@pytest.mark.parametrize(("markers", "met"), [(0, False), (1, True)])
def test_a_spring_card_is_marked_with_a_marker_one_has(markers: int, met: bool) -> None:
    """HEN-TURN-12: its condition, four druids in one area, is met."""
    match = match_of(4)
    player = match.players[0]
    player.spring = card(match, "spring-deep-devotion")
    player.on_path[0], player.markers, match.placed_now = 4, markers, 1
    mark_spring(match, player)
    assert (player.met, player.markers) == (met, 0)


# --- stones on their way -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to_go", "left"), [((2,), False), ((1, 0), False), ((3,), True), ((2, 1), True)]
)
def test_a_card_for_one_stone_leaves_another_to_arrive(
    match: Any, to_go: tuple[int, ...], left: bool
) -> None:
    """HEN-TURN-09, HEN-ARR-02: Strong Backs move one stone two steps before Arrive."""
    for name, way in zip(("sleeper", "thunderhead"), to_go, strict=False):
        stone(match, 0, name, to_go=way)
    deal_luck(match, 0, "strong-backs")
    action, player = HENGE_ACTIONS[ARRIVE], match.players[0]
    effects = match.cards.effects[card(match, "luck-strong-backs")]
    assert action.spoilt_by(match, player, effects) is not left
    script = Script(
        *[*[HengeChoice("arrive")]] * left, STOP
    )  # the card fits after the stones have come too
    action.carry_out(turn_of(match, 0, script), HengeWork(main=True))
    assert (playing(match, "strong-backs") in script.asked[0][2]) is left
    assert not any(player.to_go)


@pytest.mark.parametrize("to_go", [0, 2])
def test_stones_arrive_once_in_an_action(to_go: int) -> None:
    """HEN-ARR-01, X-HEN-15: it may be idle by ruling, and is over after that as well."""
    match = match_of(3, 0, "X-HEN-15=idle")
    stone(match, 0, "sleeper", to_go=to_go)
    script = carry_out(match, ARRIVE)
    assert [options for _, _, options in script.asked] == [[*[HengeChoice("arrive")]]]
    assert match.players[0].to_go == [0]


# --- what the action at hand needs -----------------------------------------------------------


@pytest.mark.parametrize(("bank", "possible"), [(0, False), (5, True)])
def test_money_of_a_card_counts_as_far_as_the_bank_has_it(bank: int, possible: bool) -> None:
    """HEN-LUCK-02, X-HEN-06-BANK: Store Yard gives the dollar that a stone costs too much."""
    match = match_of(3, 0, "X-HEN-06-BANK=limited")
    dear = next(number for number, one in match.stones.items() if one.cost == 4)
    match.quarry = [dear, NONE, NONE, NONE]
    match.bank, player = bank, match.players[0]
    player.cash, player.travel, player.levels[0] = 3, 0, 3
    deal_luck(match, 0, "store-yard")
    assert ("quarry" in actions_offered(match)) is possible


@pytest.mark.parametrize(("cash", "possible"), [(1, False), (2, True)])
def test_money_of_a_card_pays_for_a_carving(cash: int, possible: bool) -> None:
    """HEN-LUCK-02, HEN-CARVE-01: with a box whose Whetstone gives two dollars."""
    luck = GAME.sets["luck"]
    cards = tuple(
        replace(one, effects=(Gain("coin", 2),)) if one.id == "luck-whetstone" else one
        for one in luck.components
    )
    box = replace(GAME, sets={**GAME.sets, "luck": replace(luck, components=cards)})
    match = dealt(henge(3, game=box))
    player = match.players[0]
    player.cash, player.travel, player.levels[0] = cash, 0, 3
    assert "carve" not in actions_offered(match)
    deal_luck(match, 0, "whetstone")
    assert ("carve" in actions_offered(match)) is possible


def test_a_sub_action_may_be_left_out_where_it_cannot_help() -> None:
    """HEN-CONC-03, HEN-TURN-09: no carving brings the stone to the site."""
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper", to_go=5)
    script = Script()
    turn = turn_of(match, 0, script)
    turn.due = Due(HENGE_ACTIONS[INSTALL], match.local, match.mods)
    turn.give([Act("carve", limit=1)])
    assert script.asked == [(0, "carve", [STOP])]
    assert match.players[0].carved == [False]


@pytest.mark.parametrize(
    ("kind", "areas"), [("adjacent", {"altar", "mound"}), ("remote", {"avenue", "hollow"})]
)
def test_a_sub_action_elsewhere_is_taken_in_an_area_of_its_kind(kind: str, areas: set[str]) -> None:
    """HEN-CONC-02, HEN-BOARD-12: from the Heel, to which the pawn stays local."""
    match = match_of(4)
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids = 0  # nothing is done there
    script = Script(HengeChoice("area", match.board.areas.index(min(areas))))
    turn_of(match, 0, script).give([Act("druid-action", area=kind, limit=1)])
    (asked,) = script.asked
    assert {match.board.areas[one.number] for one in asked[2]} == areas
    assert match.board.areas[match.local] == "heel"


# --- druids --------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", ["one", "none"])
def test_a_free_druid_opens_no_closed_path(match: Any, player: Any, spaces: str) -> None:
    """HEN-DRU-07: the last space is not covered without money either."""
    at_step(match, "altar", "druid")
    player.cash = 0
    path = len(match.board.prices[match.local])
    cover(match, match.local, path - (spaces == "one"))
    opened = [HengeChoice("druid", match.local)] if spaces == "one" else []
    assert steps(match, DRUID, free=True) == opened


def test_each_permission_to_leave_the_area_is_used_by_one_druid(match: Any, player: Any) -> None:
    """HEN-LUCK-03, HEN-LUCK-07: two Wandering Acolytes let two druids go to adjacent areas."""
    at_step(match, "altar", "druid")
    player.cash = 40
    deal_luck(match, 0, "wandering-acolyte", "wandering-acolyte", "great-gathering")
    heel = HengeChoice("druid", match.board.areas.index("heel"))
    altar = HengeChoice("druid", match.local)

    class Wanderers(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            if what == "druid":
                return super().choose(seat, what, options)
            return options[0]

    acolyte = playing(match, "wandering-acolyte")
    script = Wanderers(acolyte, acolyte, playing(match, "great-gathering"), heel, heel, STOP)
    HENGE_ACTIONS[DRUID].carry_out(turn_of(match, 0, script), HengeWork(main=True))
    assert script.answers == []
    assert script.asked[-1][2] == [STOP, altar]
    assert player.on_path[heel.number] == 2


@pytest.mark.parametrize(
    ("free", "once", "paid"), [(False, [], 3), (False, [2], 1), (False, [5], 0), (True, [], 0)]
)
def test_a_druid_costs_its_price_less_discounts_on_trial(
    match: Any, free: bool, once: list[int], paid: int
) -> None:
    """HEN-DRU-08, HEN-TURN-09: what a druid would leave tells whether it may be placed."""
    area = match.board.areas.index("altar")
    cover(match, area, match.board.prices[area].index(3))
    player, changed(match).once["druid"] = match.players[0], once
    HENGE_ACTIONS[DRUID].charge(match, player, HengeChoice("druid", area), free=free)
    assert (player.cash, player.druids) == (12 - paid, 11)


# --- cards ---------------------------------------------------------------------------------


def test_a_luck_card_counts_as_played_for_its_effect_and_not_thrown_away(match: Any) -> None:
    """HEN-LUCK-06, HEN-TURN-13: one is played, its copy given up for the Luck Track."""
    rich = card(match, "luck-rich-harvest")
    deal_luck(match, 0, "rich-harvest", "rich-harvest")
    played = match.tally.played[rich]
    turn = turn_of(match, 0, Script(HengeChoice("throw away", rich)))
    turn.play_luck(rich)
    assert match.tally.played[rich] == played + 1
    throw_away(turn)
    assert match.players[0].hand == []
    assert match.tally.played[rich] == played + 1


@pytest.mark.parametrize(("ruling", "shown"), [("at_once", 3), ("turn_end", 2)])
def test_a_reward_that_was_taken_is_replaced_at_once_or_as_the_turn_ends(
    ruling: str, shown: int
) -> None:
    """HEN-REW-01, X-HEN-05: after the turn three are shown again either way."""
    match = match_of(3, 0, f"X-HEN-05={ruling}")
    feather = card(match, "reward-a-feather")
    match.pools[0][0] = feather
    turn_of(match, 0, Script(HengeChoice("reward", feather))).give([Gain("reward-a")])
    assert len(match.pools[0]) == shown
    refill_pools(match)
    assert len(match.pools[0]) == 3


def test_a_starter_counts_as_drawn_by_the_person_who_gets_it() -> None:
    """HEN-PSET-02: those that are left are drawn when they come from the Stone deck."""
    match = dealt(henge(3))
    starters = [number for number, one in match.stones.items() if one.starter_area]
    held = {player.stones[0] for player in match.players}
    assert {number for number in starters if match.tally.drawn[number]} == held


def test_a_hengebot_card_counts_as_drawn_and_played() -> None:
    """HEN-BOT-01, HEN-BOT-05: each bot turn uses one card."""
    match = match_of(2, 1)
    number = match.hengebots.cards[-1]
    drawn, played = match.tally.drawn[number], match.tally.played[number]
    bot_turn(match, match.players[2])
    assert match.tally.drawn[number] == drawn + 1
    assert match.tally.played[number] == played + 1


@pytest.mark.parametrize(("steps", "level", "dollars"), [(2, 2, 0), (3, 3, 0), (4, 3, 5)])
def test_a_benefit_raises_a_privilege_as_often_as_it_says(
    match: Any, player: Any, steps: int, level: int, dollars: int
) -> None:
    """HEN-INS-16, HEN-MAT-06: past the top of the Coin level lie five dollars."""
    turn_of(match, 0, Script()).give([Advance("coin-level", steps)])
    assert (player.levels[1], player.cash) == (level, 12 + dollars)


def test_starters_are_dealt_as_far_as_they_go() -> None:
    """HEN-PSET-02: with two of them the third person gets none, and the game goes on."""
    starters = [one.id for one in GAME.sets["stone"].components if one.fields.get("starter_area")]
    few = smaller(GAME, "stone", lambda one: one.id not in starters[2:])
    match = dealt(henge(3, game=few))
    assert [len(player.stones) for player in match.players] == [1, 1, 0]
