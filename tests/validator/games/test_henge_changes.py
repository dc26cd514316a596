"""Henge: what Luck cards change for an action, effect by effect, and what several come to."""

from typing import Any

import pytest

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Discount,
    Effect,
    Gain,
    Reach,
)
from validator.games.henge.codes import CARVE_PRICE, NO_LIMIT
from validator.games.henge.modifiers import NO_AID, PLAIN, Aid, Mods, mods_of, saving, use_once


def fields(mods: Mods) -> dict[str, Any]:
    """What is changed, by name."""
    return {name: getattr(mods, name) for name in Mods.__slots__ if getattr(mods, name)}


@pytest.mark.parametrize(
    ("effect", "changed"),
    [
        (Discount("stone", 2), {"stone_each": 2}),
        (Discount("druid", 2), {"druid_each": 2}),
        (Discount("carving", 2), {"carving_each": 2}),
        (Discount("stone", None), {"stone_each": NO_LIMIT}),
        (Discount("stone", 3, 1), {"stone_once": [3]}),
        (Discount("druid", 3, 2), {"druid_once": [3, 3]}),
        (Discount("carving", None, 1), {"carving_once": [NO_LIMIT]}),
        (Reach("stone", "adjacent", 1), {"stone_adjacent": 1}),
        (Reach("stone", "remote", 2), {"stone_remote": 2}),
        (Reach("druid", "adjacent"), {"druid_adjacent": NO_LIMIT}),
        (Reach("druid", "remote", 1), {"druid_remote": 1}),
        (Reach("druid", "any-area", 1), {"druid_adjacent": 1, "druid_remote": 1}),
        (Allow(waive="stone-size", uses=1), {"any_size": 1}),
        (Allow(waive="carving-duty"), {"any_carving": NO_LIMIT}),
        (Allow(waive="area-match", uses=2), {"any_match": 2}),
        (Allow(waive="transit", uses=1), {"any_transit": 1}),
        (Allow("place", "druid", 2), {"more_druids": 2}),
        (Allow("buy", "stone"), {"more_buys": 1}),
        (Allow("hold", "stone", 3), {"more_holds": 3}),
        (Allow("move", "free-step", 3), {"more_steps": 3}),
        (Gain("coin", 2), {}),
    ],
)
def test_each_effect_changes_what_it_says_and_adds_up(
    effect: Effect, changed: dict[str, Any]
) -> None:
    """HEN-LUCK-07: once, and the same twice."""
    assert fields(mods_of([])) == fields(PLAIN) == {}
    assert fields(mods_of([effect])) == changed
    assert fields(mods_of([effect, effect])) == {name: 2 * one for name, one in changed.items()}


@pytest.mark.parametrize(
    ("mods", "alone"),
    [
        (Allow(waive="stone-size", uses=1), False),
        (Allow(waive="carving-duty", uses=1), False),
        (Reach("stone", "adjacent", 1), False),
        (Reach("stone", "remote", 1), False),
        (Reach("druid", "remote", 1), True),
        (Allow(waive="transit", uses=1), True),
    ],
)
def test_which_changes_are_about_slots(mods: Effect, alone: bool) -> None:
    """HEN-INS-02, HEN-INS-05, HEN-INS-08."""
    assert mods_of([mods]).leave_slots_alone() is alone


ALL, ONE = Advance("transport-track", 1, "all"), Advance("transport-track", 2, "any")


@pytest.mark.parametrize(
    ("effects", "coins", "steps_all", "steps_one", "carving"),
    [
        ([], 0, 0, 0, NO_LIMIT),
        ([Gain("coin", 2)], 2, 0, 0, NO_LIMIT),
        ([Gain("coin", 2, who="each"), Gain("coin", 3)], 5, 0, 0, NO_LIMIT),
        ([Gain("coin", 2, who="others"), Gain("travel", 2)], 0, 0, 0, NO_LIMIT),
        ([ALL], 0, 1, 0, NO_LIMIT),
        ([ONE], 0, 0, 2, NO_LIMIT),
        ([ALL, ONE, ALL, ONE], 0, 2, 4, NO_LIMIT),
        ([Advance("transport-track", None, "all")], 0, NO_LIMIT, 0, NO_LIMIT),
        ([Advance("luck-track", 2)], 0, 0, 0, NO_LIMIT),
        ([Act("carve")], 0, 0, 0, CARVE_PRICE),
        ([Act("carve", free=True)], 0, 0, 0, 0),
        ([Act("carve", free=True), Act("carve")], 0, 0, 0, 0),
        ([Act("install", free=True)], 0, 0, 0, NO_LIMIT),
    ],
)
def test_what_a_hand_brings_adds_up(
    effects: list[Effect], coins: int, steps_all: int, steps_one: int, carving: int
) -> None:
    """HEN-LUCK-02, HEN-LUCK-03: money, steps of stones, a stone carved at the lowest price."""
    aid = Aid(PLAIN)
    for effect in effects:
        aid.add(effect)
    assert (aid.coins, aid.steps_all, aid.steps_one, aid.carving) == (
        coins,
        steps_all,
        steps_one,
        carving,
    )
    assert aid.mods is PLAIN
    assert (NO_AID.coins, NO_AID.steps_all, NO_AID.carving) == (0, 0, NO_LIMIT)


def test_what_a_hand_changes_is_written_beside_what_is_in_force() -> None:
    """HEN-LUCK-03: on trial, so that the action at hand knows nothing of it."""
    given = mods_of([Discount("stone", 1)])
    aid = Aid(given)
    aid.add(Discount("stone", 2, 1))
    first = aid.mods
    aid.add(Allow("hold", "stone"))
    assert aid.mods is first
    assert fields(aid.mods) == {"stone_each": 1, "stone_once": [2], "more_holds": 1}
    assert fields(given) == {"stone_each": 1}


@pytest.mark.parametrize(
    ("price", "once", "paid", "left"),
    [
        (4, [], 4, []),
        (4, [1, 3, 2], 1, [1, 2]),
        (2, [3], 0, []),
        (0, [3], 0, [3]),
        (-1, [3], 0, [3]),
        (1, [NO_LIMIT], 0, []),
    ],
)
def test_the_best_discount_is_used_up_where_there_is_something_to_pay(
    price: int, once: list[int], paid: int, left: list[int]
) -> None:
    """HEN-LUCK-07."""
    assert use_once(price, once) == paid
    assert once == left


@pytest.mark.parametrize(("each", "once", "less"), [(2, [], 2), (2, [1, 3], 5), (0, [4], 4)])
def test_a_price_is_lower_by_each_discount_and_the_best_single_one(
    each: int, once: list[int], less: int
) -> None:
    """HEN-LUCK-07."""
    assert saving(each, once) == less
