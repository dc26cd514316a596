"""Henge, the actions: install, druid, quarry, carve, arrive, income, and their benefits."""

from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    Script,
    actions_offered,
    at_step,
    card,
    changed,
    choosing,
    cover,
    deal_luck,
    installing,
    match_of,
    playing,
    put,
    slot_of,
    stone,
    turn_of,
)

from validator.catalogue.effects import Act, Advance, Gain
from validator.games.henge import quarry
from validator.games.henge.actions import MAIN, CarveStone, HengeWork, PlaceDruid, TakeIncome
from validator.games.henge.codes import ARRIVE, CARVE, DRUID, INCOME, INSTALL, QUARRY
from validator.games.henge.install import InstallStone
from validator.games.henge.modifiers import Mods
from validator.games.henge.options import STOP, TransportStone
from validator.games.henge.quarry import BuyStone


def carry_out(match: Any, script: Any, seat: int, action: int) -> None:
    """Carry out a main action."""
    match.rondel.actions[action].carry_out(turn_of(match, seat, script), HengeWork(MAIN))


def give(match: Any, script: Any, seat: int, *effects: Any) -> None:
    """Carry out effects for a seat."""
    turn_of(match, seat, script).give(effects)


def act(match: Any, seat: int, action: int, *answers: Any) -> Script:
    """Carry out an action with these answers; all of them must be used."""
    script = Script(*answers)
    carry_out(match, script, seat, action)
    assert script.answers == []
    return script


def installations(match: Any, seat: int, area: str) -> list[InstallStone]:
    """What a seat can install from an area."""
    match.local = match.board.areas.index(area)
    found: list[InstallStone] = match.rondel.actions[INSTALL].steps(
        match, match.players[seat], HengeWork(MAIN)
    )
    return found


def druid(match: Any, area: str) -> PlaceDruid:
    """The option that places a druid."""
    return PlaceDruid(match.board.areas.index(area), area)


def buying(match: Any, at: int) -> BuyStone:
    """The option that buys the stone on a place of the pool."""
    number = match.quarry[at]
    return BuyStone(at, number, match.cards.names[number])


def slots(match: Any, seat: int, area: str) -> set[str]:
    """The slots that a seat can fill from an area."""
    return {option.name for option in installations(match, seat, area)}


# --- Install -----------------------------------------------------------------------------


def test_a_plain_stone_goes_to_uprights_of_its_size() -> None:
    # HEN-INS-05, HEN-INS-08
    match = match_of(4)
    stone(match, 0, "thunderhead")
    assert slots(match, 0, "heel") == {"heel-left", "heel-right"}
    stone(match, 0, "larkstone")
    assert slots(match, 0, "heel") == {
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
    assert slots(match, 0, "heel") == {"heel-left", "heel-right", "heel-monolith"}
    put(match, "heel-left")
    assert "heel-lintel" not in slots(match, 0, "heel")
    put(match, "heel-right")
    assert slots(match, 0, "heel") == {"heel-lintel", "heel-monolith"}


def test_border_slots_are_open_from_both_areas() -> None:
    # HEN-INS-02, HEN-BOARD-21
    match = match_of(4)
    stone(match, 0, "larkstone")
    for area in ("heel", "altar"):
        assert "heel-altar-left" in slots(match, 0, area)
    assert "heel-altar-left" not in slots(match, 0, "avenue")


def test_stones_in_transit_cannot_be_installed() -> None:
    # HEN-INS-03, HEN-STONE-12
    match = match_of(4)
    stone(match, 0, "thunderhead", to_go=1)
    assert slots(match, 0, "heel") == set()


def test_overlaid_slots_take_either_size() -> None:
    # HEN-INS-06
    match = match_of(3)
    stone(match, 0, "larkstone", carved=True)
    stone(match, 0, "thunderhead", carved=True)
    for seat_stone in (0, 1):
        option = installing(match, seat_stone, "heel-altar-monolith")
        assert option in installations(match, 0, match.board.areas[0])


def fill_all(match: Any, size: int) -> None:
    """Fill every slot that takes a size, with figures of that size."""
    for at, slot in enumerate(match.board.slots):
        if slot.size in (size, 2):
            match.filled[at] = True
    match.count_sizes()
    match.find_open()


def test_on_the_3_player_side_a_size_without_slots_is_ignored() -> None:
    # HEN-INS-07, X-HEN-10
    for ruling, figure in (("slot", 2), ("stone", 0)):
        match = match_of(3, 0, f"X-HEN-10={ruling}")
        stone(match, 0, "thunderhead")
        assert "altar-left" not in slots(match, 0, "altar")
        fill_all(match, 0)
        assert {"altar-left", "altar-right"} <= slots(match, 0, "altar")
        before = list(match.figures)
        at_step(match, "altar", "install")
        act(match, 0, INSTALL, installing(match, 0, "altar-left"))
        assert [a - b for a, b in zip(before, match.figures, strict=True)].index(1) == figure


def test_on_the_other_side_it_is_not() -> None:
    match = match_of(4)
    stone(match, 0, "thunderhead")
    fill_all(match, 0)
    assert all(slots(match, 0, area) == set() for area in match.board.areas)


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
    act(match, 0, INSTALL)  # the only slot it fits
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
    act(match, 0, INSTALL, installing(match, 0, "hollow-left"))
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
    act(match, 0, INSTALL, installing(match, 0, "heel-left"))
    assert player.levels[1] == match.mat.tops[1]
    assert player.cash == cash + 5


def test_any_number_of_stones_but_at_least_one() -> None:
    # HEN-INS-01
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "thunderhead")
    stone(match, 0, "sleeper")
    script = act(
        match, 0, INSTALL, installing(match, 0, "heel-left"), installing(match, 0, "heel-right")
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

    carry_out(match, First(), 0, INSTALL)
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
    assert option not in installations(match, 0, match.board.areas[0])
    script = act(match, 0, INSTALL, playing(match, luck), option, STOP)
    wide = [one for one in script.asked[2][2] if one != STOP]
    assert {one.name for one in wide} <= {"heel-left", "heel-right"}
    assert match.players[0].hand == []


def test_a_stone_on_its_way_may_skip_the_last_mile() -> None:
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper", to_go=3)
    deal_luck(match, 0, "last-mile")
    act(match, 0, INSTALL, installing(match, 0, "heel-right"))
    assert match.players[0].hand == []
    assert len(match.players[0].row) == 1


# --- Druid -------------------------------------------------------------------------------


def test_a_druid_goes_to_the_lowest_space_pays_and_uncovers_a_benefit() -> None:
    # HEN-DRU-02, HEN-DRU-05, HEN-DRU-06, HEN-DRU-08, HEN-MAT-01, HEN-MAT-02
    match = match_of(3)
    at_step(match, "altar", "druid")
    player = match.players[0]
    cover(match, 1, 3)
    cash = player.cash
    act(match, 0, DRUID)
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
    level: int, first: set[str], second: set[str] | None
) -> None:
    # HEN-DRU-01, HEN-DRU-02, HEN-DRU-03, HEN-DRU-04
    match = match_of(3)
    at_step(match, "altar", "druid")
    match.players[0].levels[4] = level
    match.mat = replace(match.mat, druid_track=((),) * 12)
    answers = [druid(match, "heel")] if level else []
    if second:
        answers.append(druid(match, "altar"))
    script = act(match, 0, DRUID, *answers)
    asked = [{one.name for one in ask[2] if one != STOP} for ask in script.asked]
    assert asked[0] == first
    assert asked[1:] == ([second] if second else [])


def test_a_full_path_is_closed() -> None:
    # HEN-DRU-07, HEN-DRU-11
    match = match_of(3)
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
    heel, level = druid(match, "heel"), match.menu.levels[4]
    answers: list[Any] = [heel, level]
    if placed == 2:
        answers += [heel]
        match.pools[1][:] = [card(match, "reward-b-cup")]
    script: Any = Script(*answers)
    carry_out(match, script, 0, DRUID)
    assert player.on_path[0] == placed


def test_luck_cards_change_the_druid_action() -> None:
    match = match_of(3)
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids, player.cash = 1, 0
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes")
    act(match, 0, DRUID)
    assert player.on_path[0] == 1


# --- Quarry, Carve, Arrive, Income -------------------------------------------------------


@pytest.mark.parametrize(("level", "buy", "hold"), [(0, 1, 2), (1, 2, 2), (2, 2, 3)])
def test_the_stone_level_limits_buying_and_holding(level: int, buy: int, hold: int) -> None:
    # HEN-QUA-02, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05, HEN-QUA-06
    match = match_of(3)
    player = match.players[0]
    player.levels[3], player.cash = level, 60
    act(match, 0, QUARRY, *[buying(match, at) for at in range(buy)])
    assert len(player.stones) == buy
    assert quarry.room(match, player, Mods()) == hold - buy
    assert match.quarry.count(-1) == buy  # HEN-QUA-09


def test_stones_are_paid_marked_and_start_at_the_quarry() -> None:
    # HEN-QUA-08, HEN-QUA-10
    match = match_of(3)
    player = match.players[0]
    player.cash = 20
    bought = match.quarry[2]
    markers = player.markers
    act(match, 0, QUARRY, buying(match, 2))
    assert player.cash == 20 - match.stones[bought].cost
    assert player.to_go == [match.stones[bought].steps]
    assert player.markers == markers - 1


@pytest.mark.parametrize(("ruling", "room"), [("not_installed", 0), ("in_transit", 2)])
def test_stones_at_the_site_are_a_ruling(ruling: str, room: int) -> None:
    # HEN-QUA-07, X-HEN-09
    match = match_of(3, 0, f"X-HEN-09={ruling}")
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    assert quarry.room(match, match.players[0], Mods()) == room


def test_an_empty_pool_cannot_be_quarried() -> None:
    # HEN-END-06, X-HEN-13
    for ruling, possible in (("illegal", False), ("idle", True)):
        match = match_of(3, 0, f"X-HEN-13={ruling}")
        match.quarry = [-1, -1, -1, -1]
        match.players[0].cash = 60
        assert ("quarry" in actions_offered(match)) is possible


def test_the_pool_is_refilled_in_place_at_the_end_of_the_turn() -> None:
    # HEN-TURN-15, HEN-QUA-13
    match = match_of(3)
    match.quarry[1] = -1
    first, left = list(match.quarry), len(match.stone_deck.cards)
    quarry.refill(match)
    assert [a == b for a, b in zip(first, match.quarry, strict=True)] == [True, False, True, True]
    assert len(match.stone_deck.cards) == left - 1


def test_carving_costs_four_dollars_a_stone_even_in_transit() -> None:
    # HEN-CARVE-01, HEN-CARVE-02, HEN-CARVE-05, HEN-STONE-07
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead")
    player.cash = 9
    act(match, 0, CARVE, CarveStone(0), CarveStone(1))
    assert (player.cash, player.carved) == (1, [True, True])


def test_arrive_brings_all_stones_to_the_site() -> None:
    # HEN-ARR-01
    match = match_of(3)
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead", to_go=4)
    act(match, 0, ARRIVE)
    assert match.players[0].to_go == [0, 0]


def test_income_gives_coins_and_luck() -> None:
    # HEN-INC-01, HEN-INC-02
    match = match_of(3)
    player = match.players[0]
    carry_out(match, _Lazy(), 0, INCOME)
    assert player.cash == 12 + match.mat.coins[0]
    assert len(player.hand) == 1


class _Lazy:
    """Plays no cards: takes the action, then stops."""

    def choose(self, seat: int, what: str, options: Any) -> Any:
        return next((one for one in options if isinstance(one, TakeIncome)), options[0])


# --- benefits ----------------------------------------------------------------------------


def test_a_sub_action_may_be_declined_and_takes_no_luck_cards() -> None:
    # HEN-CONC-02, HEN-CONC-03
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=2)
    deal_luck(match, 0, "sharp-flints")
    changed(match).carving_once = [2]
    script: Any = Script(STOP)
    give(match, script, 0, Act("carve", limit=1))
    assert script.asked[0][2] == [STOP, CarveStone(0)]
    assert player.carved == [False]
    assert match.mods.carving_once == [2]


def test_a_free_sub_action_costs_nothing() -> None:
    match = match_of(3)
    player = match.players[0]
    player.cash = 0
    stone(match, 0, "sleeper", to_go=2)
    give(match, Script(CarveStone(0)), 0, Act("carve", free=True, limit=1))
    assert player.carved == [True]


def test_a_card_that_says_so_goes_with_a_sub_action() -> None:
    # HEN-LUCK-04
    match = match_of(3)
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids = 1
    deal_luck(match, 0, "hidden-path", "almsgiving")
    cover(match, 0, 3)
    player.cash = 2
    script: Any = Script(playing(match, "hidden-path"), druid(match, "heel"))
    give(match, script, 0, Act("druid-action", limit=1))
    assert playing(match, "almsgiving") not in script.asked[0][2]
    assert player.cash == 2


def test_a_bonus_benefit_draws_three_and_keeps_one() -> None:
    # HEN-BON-03, HEN-BON-04, HEN-BON-05
    match = match_of(3)
    player = match.players[0]
    player.spring = card(match, "spring-lone-stones")
    top = match.eog_deck.cards[-3:]
    script: Any = Script(*choosing(match.menu.give_up, player.spring, top[0]))
    give(match, script, 0, Gain("bonus"))
    assert player.spring == -1
    assert sorted(player.eog) == sorted(top[1:])
    assert match.eog_deck.discards == [top[0]]


def test_the_spring_card_may_be_kept_out_of_it_by_ruling() -> None:
    # X-HEN-20
    match = match_of(3, 0, "X-HEN-20=hand_only")
    player = match.players[0]
    player.spring = card(match, "spring-lone-stones")
    top = match.eog_deck.cards[-3:]
    script: Any = Script(*choosing(match.menu.give_up, top[0], top[1]))
    give(match, script, 0, Gain("bonus"))
    offers = [{option.card for option in options} for _, _, options in script.asked]
    assert all(player.spring not in cards for cards in offers)


@pytest.mark.parametrize(("ruling", "shown"), [("at_once", 3), ("turn_end", 2)])
def test_a_reward_is_taken_from_the_pool_which_is_refilled(ruling: str, shown: int) -> None:
    # HEN-REW-01, X-HEN-05
    match = match_of(3, 0, f"X-HEN-05={ruling}")
    player = match.players[0]
    feather = card(match, "reward-a-feather")
    match.pools[0][0] = feather
    give(match, Script(match.menu.rewards[feather]), 0, Gain("reward-a"))
    assert player.score == 2
    assert player.chits == [feather]
    assert len(match.pools[0]) == shown


def test_transport_benefits_move_one_or_all_stones() -> None:
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=2)
    stone(match, 0, "thunderhead", to_go=4)
    give(match, Script(TransportStone(1)), 0, Advance("transport-track", 3, "any"))
    assert player.to_go == [2, 1]
    give(match, Script(), 0, Advance("transport-track", 1, "all"))
    assert player.to_go == [1, 0]
    give(match, Script(), 0, Advance("transport-track", None, "all"))
    assert player.to_go == [0, 0]


def test_figures_are_exactly_the_slots_of_the_large_side() -> None:
    # K-SLOT-03
    match = match_of(4)
    need = [0, 0, 0, 0]
    for at, slot in enumerate(match.board.slots):
        need[match.figure_for(at, slot.size)] += 1
    assert tuple(need) == match.rules.counts.figures
