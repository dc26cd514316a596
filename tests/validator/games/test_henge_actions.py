"""Henge, the actions: install, druid, quarry, carve, arrive, income, and their benefits."""

from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    STOP,
    First,
    HengeChoice,
    Script,
    actions_offered,
    at_step,
    card,
    carry_out,
    changed,
    choosing,
    cover,
    deal_luck,
    give,
    installing,
    match_of,
    playing,
    put,
    slot_of,
    slots_open,
    steps,
    stone,
)

from validator.catalogue.effects import Act, Advance, Gain
from validator.games.henge.actions import refill, room
from validator.games.henge.codes import ARRIVE, CARVE, DRUID, INCOME, INSTALL, QUARRY
from validator.games.henge.modifiers import Mods


def druid(match: Any, area: str) -> HengeChoice:
    """The option that places a druid."""
    return HengeChoice("druid", match.board.areas.index(area))


# --- Install -----------------------------------------------------------------------------


def test_a_plain_stone_goes_to_uprights_of_its_size() -> None:
    # HEN-INS-05, HEN-INS-08
    match = match_of(4)
    stone(match, 0, "thunderhead")
    assert set(slots_open(match, "heel")) == {"heel-left", "heel-right"}
    stone(match, 0, "larkstone")
    assert set(slots_open(match, "heel")) == {
        "heel-left",
        "heel-right",
        "heel-altar-left",
        "heel-altar-right",
        "mound-heel-left",
        "mound-heel-right",
    }


def test_a_carved_stone_also_goes_to_monoliths_and_to_lintels_on_two_uprights() -> None:
    # HEN-INS-08, HEN-INS-09, HEN-INS-10, HEN-STONE-11
    match = match_of(4)
    stone(match, 0, "thunderhead", carved=True)
    assert set(slots_open(match, "heel")) == {"heel-left", "heel-right", "heel-monolith"}
    put(match, "heel-left")
    assert "heel-lintel" not in set(slots_open(match, "heel"))
    put(match, "heel-right")
    assert set(slots_open(match, "heel")) == {"heel-lintel", "heel-monolith"}


def test_border_slots_are_open_from_both_areas() -> None:
    # HEN-INS-02, HEN-BOARD-21
    match = match_of(4)
    stone(match, 0, "larkstone")
    for area in ("heel", "altar"):
        assert "heel-altar-left" in set(slots_open(match, area))
    assert "heel-altar-left" not in set(slots_open(match, "avenue"))


def test_stones_in_transit_cannot_be_installed() -> None:
    # HEN-INS-03, HEN-STONE-12
    match = match_of(4)
    stone(match, 0, "thunderhead", to_go=1)
    assert set(slots_open(match, "heel")) == set()


def test_overlaid_slots_take_either_size(match: Any) -> None:
    # HEN-INS-06
    stone(match, 0, "larkstone", carved=True)
    stone(match, 0, "thunderhead", carved=True)
    match.local = match.board.areas.index("heel")
    for seat_stone in (0, 1):
        option = installing(match, seat_stone, "heel-altar-monolith")
        assert option in steps(match, INSTALL)


def fill_all(match: Any, size: int) -> None:
    """Fill every slot that takes a size, with figures of that size."""
    for at, slot in enumerate(match.board.slots):
        if slot.size in (size, 2):
            match.kinds[at] = 0


def test_on_the_3_player_side_a_size_without_slots_is_ignored() -> None:
    # HEN-INS-07, X-HEN-10
    for ruling, figure in (("slot", 2), ("stone", 0)):
        match = match_of(3, 0, f"X-HEN-10={ruling}")
        stone(match, 0, "thunderhead")
        assert "altar-left" not in set(slots_open(match, "altar"))
        fill_all(match, 0)
        assert {"altar-left", "altar-right"} <= set(slots_open(match, "altar"))
        before = list(match.figures)
        at_step(match, "altar", "install")
        carry_out(match, INSTALL, installing(match, 0, "altar-left"))
        assert [a - b for a, b in zip(before, match.figures, strict=True)].index(1) == figure


def test_on_the_other_side_it_is_not() -> None:
    match = match_of(4)
    stone(match, 0, "thunderhead")
    fill_all(match, 0)
    assert all(set(slots_open(match, area)) == set() for area in match.board.areas)


def test_an_installation_scores_stone_and_slot_and_raises_the_privilege() -> None:
    # HEN-INS-12, HEN-INS-13, HEN-INS-15, HEN-INS-17, HEN-MAT-07
    match = match_of(4)
    player = match.players[0]
    at_step(match, "altar", "install")
    stone(match, 0, "thunderhead", carved=True)  # luck, 9 points; the Altar shows Luck
    put(match, "altar-left")
    put(match, "altar-right")
    markers = player.markers
    lintels = match.figures[1]
    carry_out(match, INSTALL)  # the only slot it fits
    assert player.score == 9 + match.board.slots[slot_of(match, "altar-lintel")].bonus
    assert player.levels == [0, 0, 1, 0, 0]
    assert player.stones == []
    assert player.row == [card(match, "stone-thunderhead")]
    assert player.markers == markers + 2
    assert match.figures[1] == lintels - 1


def test_a_carved_stone_scores_no_bonus_in_an_ordinary_slot() -> None:
    # HEN-INS-09
    match = match_of(4)
    at_step(match, "hollow", "install")
    stone(match, 0, "leaning-sister", carved=True)
    carry_out(match, INSTALL, installing(match, 0, "hollow-left"))
    assert match.players[0].score == 5
    assert match.players[0].levels == [0, 0, 0, 0, 0]


def test_a_privilege_at_its_top_gives_the_end_benefit() -> None:
    # HEN-INS-16
    match = match_of(4)
    player = match.players[0]
    player.levels[1] = match.mat.tops[1]
    at_step(match, "heel", "install")
    stone(match, 0, "rain-table")
    cash = player.cash
    carry_out(match, INSTALL, installing(match, 0, "heel-left"))
    assert player.levels[1] == match.mat.tops[1]
    assert player.cash == cash + 5


def test_any_number_of_stones_but_at_least_one() -> None:
    # HEN-INS-01
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "thunderhead")
    stone(match, 0, "sleeper")
    script = carry_out(
        match, INSTALL, installing(match, 0, "heel-left"), installing(match, 0, "heel-right")
    )
    assert STOP not in script.asked[0][2]
    assert len(match.players[0].row) == 2


def test_lintels_may_earn_a_bonus_card() -> None:
    # HEN-BON-08, X-HEN-04
    match = match_of(4, 0, "X-HEN-04=lintels_too")
    at_step(match, "altar", "install")
    stone(match, 0, "salt-father", carved=True)
    put(match, "altar-left")
    put(match, "altar-right")
    eog = len(match.eog_deck.cards)

    class First(Script):
        def choose(self, seat: int, what: str, options: Any) -> Any:
            return installing(match, 0, "altar-lintel") if what == "install" else options[0]

    carry_out(match, INSTALL, script=First())
    assert len(match.players[0].eog) == 1
    assert len(match.eog_deck.cards) == eog - 3


@pytest.mark.parametrize(
    ("luck", "slot"),
    [
        ("long-ropes", "mound-left"),
        ("across-the-circle", "avenue-left"),
        ("bold-as-granite", "heel-monolith"),
        ("shims-and-wedges", "heel-altar-left"),
    ],
)
def test_luck_cards_widen_where_a_stone_may_go(luck: str, slot: str) -> None:
    # HEN-LUCK-04, HEN-LUCK-07, K-LUCK-02
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper")
    stone(match, 0, "wolf-slab")
    deal_luck(match, 0, luck)
    option = installing(match, 0, slot)
    assert option not in steps(match, INSTALL)
    script = carry_out(match, INSTALL, playing(match, luck), option, STOP)
    wide = [one for one in script.asked[2][2] if one != STOP]
    assert {match.board.slots[one.slot].id for one in wide} <= {"heel-left", "heel-right"}
    assert match.players[0].hand == []


def test_a_stone_on_its_way_may_skip_the_last_mile() -> None:
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper", to_go=3)
    deal_luck(match, 0, "last-mile")
    carry_out(match, INSTALL, installing(match, 0, "heel-right"))
    assert match.players[0].hand == []
    assert len(match.players[0].row) == 1


# --- Druid -------------------------------------------------------------------------------


def test_a_druid_goes_to_the_lowest_space_pays_and_uncovers_a_benefit(
    match: Any, player: Any
) -> None:
    # HEN-DRU-02, HEN-DRU-05, HEN-DRU-06, HEN-DRU-08, HEN-MAT-01, HEN-MAT-02
    at_step(match, "altar", "druid")
    cover(match, 1, 3)
    cash = player.cash
    carry_out(match, DRUID)
    price = match.board.prices[1][3]
    assert player.cash == cash - price + 2
    assert (player.druids, player.on_path[1], player.last[1], match.covered[1]) == (11, 1, 3, 4)


@pytest.mark.parametrize(
    ("level", "first", "second"),
    [
        (0, {"altar"}, None),
        (1, {"altar", "heel", "avenue"}, None),
        (2, {"altar", "heel", "avenue"}, {"altar"}),
    ],
    ids=["1/0", "1/1", "2/1"],
)
def test_the_level_says_how_many_and_where(
    match: Any, level: int, first: set[str], second: set[str] | None
) -> None:
    # HEN-DRU-01, HEN-DRU-02, HEN-DRU-03, HEN-DRU-04
    at_step(match, "altar", "druid")
    match.players[0].levels[4] = level
    match.mat = replace(match.mat, druid_track=((),) * 12)
    answers = [druid(match, "heel")] if level else []
    if second:
        answers.append(druid(match, "altar"))
    script = carry_out(match, DRUID, *answers)
    asked = [
        {match.board.areas[one.number] for one in ask[2] if one != STOP} for ask in script.asked
    ]
    assert asked[0] == first
    assert asked[1:] == ([second] if second else [])


def test_a_full_path_is_closed(match: Any) -> None:
    # HEN-DRU-07, HEN-DRU-11
    for area, prices in enumerate(match.board.prices):
        cover(match, area, len(prices))
    match.players[0].cash = 5000  # no money opens it
    assert "druid" not in actions_offered(match)


@pytest.mark.parametrize(("ruling", "placed"), [("fixed", 1), ("live", 2)])
def test_a_level_gained_on_the_way_is_a_ruling(ruling: str, placed: int) -> None:
    # X-HEN-26, HEN-DRU-09: the eighth space of the Druid Track raises a privilege
    match = match_of(3, 0, f"X-HEN-26={ruling}")
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids, player.levels[4], player.cash = 5, 1, 40
    heel, level = druid(match, "heel"), HengeChoice("level", 4)
    answers: list[Any] = [heel, level]
    if placed == 2:
        answers += [heel]
        match.pools[1][:] = [card(match, "reward-b-cup")]
    script: Any = Script(*answers)
    carry_out(match, DRUID, script=script)
    assert player.on_path[0] == placed


def test_luck_cards_change_the_druid_action(match: Any, player: Any) -> None:
    at_step(match, "heel", "druid")
    player.druids, player.cash = 1, 0
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes")
    carry_out(match, DRUID)
    assert player.on_path[0] == 1


# --- Quarry, Carve, Arrive, Income -------------------------------------------------------


@pytest.mark.parametrize(("level", "buy", "hold"), [(0, 1, 2), (1, 2, 2), (2, 2, 3)])
def test_the_stone_level_limits_buying_and_holding(
    match: Any, player: Any, level: int, buy: int, hold: int
) -> None:
    # HEN-QUA-02, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05, HEN-QUA-06
    player.levels[3], player.cash = level, 60
    carry_out(match, QUARRY, *[HengeChoice("buy", at) for at in range(buy)])
    assert len(player.stones) == buy
    assert room(match, player, Mods()) == hold - buy
    assert match.quarry.count(-1) == buy  # HEN-QUA-09


def test_stones_are_paid_marked_and_start_at_the_quarry(match: Any, player: Any) -> None:
    # HEN-QUA-08, HEN-QUA-10
    player.cash = 20
    bought = match.quarry[2]
    markers = player.markers
    carry_out(match, QUARRY, HengeChoice("buy", 2))
    assert player.cash == 20 - match.stones[bought].cost
    assert player.to_go == [match.stones[bought].steps]
    assert player.markers == markers - 1


@pytest.mark.parametrize(("ruling", "left"), [("not_installed", 0), ("in_transit", 2)])
def test_stones_at_the_site_are_a_ruling(ruling: str, left: int) -> None:
    # HEN-QUA-07, X-HEN-09
    match = match_of(3, 0, f"X-HEN-09={ruling}")
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    assert room(match, match.players[0], Mods()) == left


def test_an_empty_pool_cannot_be_quarried() -> None:
    # HEN-END-06, X-HEN-13
    for ruling, possible in (("illegal", False), ("idle", True)):
        match = match_of(3, 0, f"X-HEN-13={ruling}")
        match.quarry = [-1, -1, -1, -1]
        match.players[0].cash = 60
        assert ("quarry" in actions_offered(match)) is possible


def test_the_pool_is_refilled_in_place_at_the_end_of_the_turn(match: Any) -> None:
    # HEN-TURN-15, HEN-QUA-13
    match.quarry[1] = -1
    first, left = list(match.quarry), len(match.stone_deck.cards)
    refill(match)
    assert [a == b for a, b in zip(first, match.quarry, strict=True)] == [True, False, True, True]
    assert len(match.stone_deck.cards) == left - 1


def test_carving_costs_four_dollars_a_stone_even_in_transit(match: Any, player: Any) -> None:
    # HEN-CARVE-01, HEN-CARVE-02, HEN-CARVE-05, HEN-STONE-07
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead")
    player.cash = 9
    carry_out(match, CARVE, HengeChoice("carve", 0), HengeChoice("carve", 1))
    assert (player.cash, player.carved) == (1, [True, True])


def test_arrive_brings_all_stones_to_the_site(match: Any) -> None:
    # HEN-ARR-01
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead", to_go=4)
    carry_out(match, ARRIVE)
    assert match.players[0].to_go == [0, 0]


def test_income_gives_coins_and_luck(match: Any, player: Any) -> None:
    # HEN-INC-01, HEN-INC-02
    carry_out(match, INCOME, script=First())
    assert player.cash == 12 + match.mat.coins[0]
    assert len(player.hand) == 1


# --- benefits ----------------------------------------------------------------------------


def test_a_sub_action_may_be_declined_and_takes_no_luck_cards(match: Any, player: Any) -> None:
    # HEN-CONC-02, HEN-CONC-03
    stone(match, 0, "sleeper", to_go=2)
    deal_luck(match, 0, "sharp-flints")
    changed(match).once["carving"] = [2]
    script: Any = Script(STOP)
    give(match, Act("carve", limit=1), script=script)
    assert script.asked[0][2] == [STOP, HengeChoice("carve", 0)]
    assert player.carved == [False]
    assert match.mods.once["carving"] == [2]


def test_a_free_sub_action_costs_nothing(match: Any, player: Any) -> None:
    player.cash = 0
    stone(match, 0, "sleeper", to_go=2)
    give(match, Act("carve", free=True, limit=1), script=Script(HengeChoice("carve", 0)))
    assert player.carved == [True]


def test_a_card_that_says_so_goes_with_a_sub_action(match: Any, player: Any) -> None:
    # HEN-LUCK-04
    at_step(match, "heel", "druid")
    player.druids = 1
    deal_luck(match, 0, "hidden-path", "almsgiving")
    cover(match, 0, 3)
    player.cash = 2
    script: Any = Script(playing(match, "hidden-path"), druid(match, "heel"))
    give(match, Act("druid-action", limit=1), script=script)
    assert playing(match, "almsgiving") not in script.asked[0][2]
    assert player.cash == 2


def test_a_bonus_benefit_draws_three_and_keeps_one(match: Any, player: Any) -> None:
    # HEN-BON-03, HEN-BON-04, HEN-BON-05
    player.spring = card(match, "spring-lone-stones")
    top = match.eog_deck.cards[-3:]
    script: Any = Script(*choosing("give up", player.spring, top[0]))
    give(match, Gain("bonus"), script=script)
    assert player.spring == -1
    assert sorted(player.eog) == sorted(top[1:])
    assert match.eog_deck.discards == [top[0]]


def test_the_spring_card_may_be_kept_out_of_it_by_ruling() -> None:
    # X-HEN-20
    match = match_of(3, 0, "X-HEN-20=hand_only")
    player = match.players[0]
    player.spring = card(match, "spring-lone-stones")
    top = match.eog_deck.cards[-3:]
    script: Any = Script(*choosing("give up", top[0], top[1]))
    give(match, Gain("bonus"), script=script)
    offers = [{option.number for option in options} for _, _, options in script.asked]
    assert all(player.spring not in cards for cards in offers)


@pytest.mark.parametrize(("ruling", "shown"), [("at_once", 3), ("turn_end", 2)])
def test_a_reward_is_taken_from_the_pool_which_is_refilled(ruling: str, shown: int) -> None:
    # HEN-REW-01, X-HEN-05
    match = match_of(3, 0, f"X-HEN-05={ruling}")
    player = match.players[0]
    feather = card(match, "reward-a-feather")
    match.pools[0][0] = feather
    give(match, Gain("reward-a"), script=Script(HengeChoice("reward", feather)))
    assert player.score == 2
    assert player.chits == [feather]
    assert len(match.pools[0]) == shown


def test_transport_benefits_move_one_or_all_stones(match: Any, player: Any) -> None:
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead", to_go=4)
    give(match, Advance("transport-track", 3, "any"), script=Script(HengeChoice("transport", 1)))
    assert player.to_go == [2, 1]
    give(match, Advance("transport-track", 1, "all"), script=Script())
    assert player.to_go == [1, 0]
    give(match, Advance("transport-track", None, "all"), script=Script())
    assert player.to_go == [0, 0]


def test_figures_are_exactly_the_slots_of_the_large_side() -> None:
    # K-SLOT-03
    match = match_of(4)
    need = [0, 0, 0, 0]
    for at, slot in enumerate(match.board.slots):
        need[match.figure_for(at, slot.size)] += 1
    assert tuple(need) == match.rules.counts.figures
