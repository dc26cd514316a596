"""Henge: what Luck cards change for an action, effect by effect, and what several come to."""

from typing import Any

import pytest

from validator.catalogue.effects import Act, Advance, Allow, Discount, Effect, Gain, Reach
from validator.games.henge.codes import CARVE_PRICE, NO_LIMIT
from validator.games.henge.modifiers import Aid, Mods


def changes(mods: Mods) -> dict[str, Any]:
    """What is changed, by name."""
    once = {f"{of} once": saved for of, saved in mods.once.items() if saved}
    return {**+mods.allowed, **{f"{of} each": saved for of, saved in mods.each.items()}, **once}


@pytest.mark.parametrize(
    ("effect", "changed"),
    [
        (Discount("stone", 2), {"stone each": 2}),
        (Discount("druid", None), {"druid each": NO_LIMIT}),
        (Discount("stone", 3, 1), {"stone once": [3]}),
        (Discount("druid", 3, 2), {"druid once": [3, 3]}),
        (Discount("carving", None, 1), {"carving once": [NO_LIMIT]}),
        (Reach("stone", "adjacent", 1), {"stone adjacent": 1}),
        (Reach("stone", "remote", 2), {"stone remote": 2}),
        (Reach("druid", "adjacent"), {"druid adjacent": NO_LIMIT}),
        (Reach("druid", "any-area", 1), {"druid adjacent": 1, "druid remote": 1}),
        (Allow(waive="stone-size", uses=1), {"stone-size": 1}),
        (Allow(waive="carving-duty"), {"carving-duty": NO_LIMIT}),
        (Allow("place", "druid", 2), {"place druid": 2}),
        (Allow("buy", "stone"), {"buy stone": 1}),
        (Allow("move", "free-step", 3), {"move free-step": 3}),
        (Gain("coin", 2), {}),
    ],
)
def test_each_effect_changes_what_it_says_and_adds_up(
    effect: Effect, changed: dict[str, Any]
) -> None:
    """HEN-LUCK-07: once, and the same twice; a copy is apart."""
    mods = Mods([effect])
    copy = mods.copy()
    copy.change(effect)
    assert changes(mods) == changed
    assert changes(copy) == {name: 2 * one for name, one in changed.items()}


ALL, ONE = Advance("transport-track", 1, "all"), Advance("transport-track", 2, "any")


@pytest.mark.parametrize(
    ("effects", "coins", "steps_all", "steps_one", "carving"),
    [
        ([], 0, 0, 0, NO_LIMIT),
        ([Gain("coin", 2, who="each"), Gain("coin", 3)], 5, 0, 0, NO_LIMIT),
        ([Gain("coin", 2, who="others"), Gain("travel", 2)], 0, 0, 0, NO_LIMIT),
        ([ALL, ONE, ALL, ONE], 0, 2, 4, NO_LIMIT),
        ([Advance("transport-track", None, "all")], 0, NO_LIMIT, 0, NO_LIMIT),
        ([Advance("luck-track", 2)], 0, 0, 0, NO_LIMIT),
        ([Act("carve")], 0, 0, 0, CARVE_PRICE),
        ([Act("carve", free=True), Act("carve")], 0, 0, 0, 0),
        ([Act("install", free=True)], 0, 0, 0, NO_LIMIT),
    ],
)
def test_what_a_hand_brings_adds_up(
    effects: list[Effect], coins: int, steps_all: int, steps_one: int, carving: int
) -> None:
    """HEN-LUCK-02, HEN-LUCK-03: money, steps of stones, a stone carved at the lowest price."""
    aid = Aid(Mods(), effects)
    found = (aid.coins, aid.steps_all, aid.steps_one, aid.carving)
    assert found == (coins, steps_all, steps_one, carving)


def test_what_a_hand_changes_is_written_beside_what_is_in_force() -> None:
    """HEN-LUCK-03: on trial, so that the action at hand knows nothing of it."""
    given = Mods([Discount("stone", 1)])
    aid = Aid(given, [Discount("stone", 2, 1), Allow("hold", "stone")])
    assert changes(aid.mods) == {"stone each": 1, "stone once": [2], "hold stone": 1}
    assert changes(given) == {"stone each": 1}


@pytest.mark.parametrize(
    ("price", "each", "once", "paid", "left"),
    [
        (4, 0, [], 4, []),
        (4, 1, [], 3, []),
        (4, 0, [1, 3, 2], 1, [1, 2]),
        (4, 2, [1, 3], 0, [1]),
        (2, 0, [3], 0, []),
        (3, 3, [3], 0, [3]),
        (3, 4, [3], 0, [3]),
        (1, 0, [NO_LIMIT], 0, []),
    ],
)
def test_a_price_is_lower_by_each_discount_and_the_best_single_one(
    price: int, each: int, once: list[int], paid: int, left: list[int]
) -> None:
    """HEN-LUCK-07: that one is used up where there is something to pay."""
    mods = Mods([Discount("stone", each), *[Discount("stone", one, 1) for one in once]])
    assert mods.price("stone", price) == paid
    mods.use_discount("stone", price)
    assert mods.once["stone"] == left
