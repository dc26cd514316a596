"""Henge, the Hengebots: where they go, what they build, which slot and stone they take."""

from typing import Any

import pytest
from hengetable import card, cover, match_of, put, slot_of

from validator.games.henge.printed.codes import CARVE, DRUID, INCOME, INSTALL, QUARRY
from validator.games.henge.turns.bots import act, advance, bot_druid, bot_install, bot_turn, choose


def pool(match: Any, *names: str) -> None:
    """Lay these stones out in the pool, in its numbered places."""
    for at, name in enumerate(names):
        number = card(match, f"stone-{name}")
        for zone in (match.stone_deck.cards, match.quarry, match.box):
            if number in zone:
                zone[zone.index(number)] = match.quarry[at]
        match.quarry[at] = number


def chosen(match: Any, *, carver: bool) -> tuple[int, int]:
    """The place and the slot that a bot takes; it must find one."""
    found = choose(match, carver=carver)
    assert found is not None
    return found


def in_area(match: Any, area: str) -> Any:
    """Make an area the local one; return the bot."""
    match.local = match.board.areas.index(area)
    return match.players[-1]


def test_the_pawn_goes_to_the_next_step_with_either_icon() -> None:
    # HEN-BOT-03
    match = match_of(2, 1)
    match.pawn = 0  # step 2 shows druid and carve, step 3 install
    assert advance(match, (INSTALL,)) == [INSTALL]
    assert match.pawn == 2
    match.pawn = 0
    assert advance(match, (INSTALL, DRUID)) == [DRUID]
    assert match.pawn == 1


@pytest.mark.parametrize(("ruling", "first"), [("card_order", CARVE), ("step_order", DRUID)])
def test_two_icons_on_one_step_are_a_ruling(ruling: str, first: int) -> None:
    # HEN-BOT-25
    match = match_of(2, 1, f"X-HEN-17-ICONS={ruling}")
    match.pawn = 0
    assert advance(match, (CARVE, DRUID))[0] == first


def test_a_carve_icon_turns_the_token_besides_another_action() -> None:
    # HEN-BOT-19
    match = match_of(2, 1)
    bot = in_area(match, "heel")
    act(match, bot, [DRUID, CARVE])
    assert bot.carver
    assert bot.on_path[0] == 1


def test_quarry_and_income_only_move() -> None:
    # HEN-BOT-20, HEN-BOT-21
    match = match_of(2, 1)
    bot = in_area(match, "heel")
    before = match.census()
    act(match, bot, [QUARRY])
    act(match, bot, [INCOME])
    assert match.census() == before


def test_a_bot_druid_is_free_and_stays_away_from_the_black_space() -> None:
    # HEN-BOT-07, HEN-BOT-08, HEN-BOT-09
    match = match_of(2, 1)
    bot = in_area(match, "altar")
    bot_druid(match, bot)
    assert (bot.druids, bot.on_path[1], match.covered[1]) == (11, 1, 1)
    cover(match, 1, len(match.board.prices[1]))
    bot_druid(match, bot)
    assert bot.druids == 11
    cover(match, 1, 0)
    bot.druids = 0
    bot_druid(match, bot)
    assert match.covered[1] == 0


def test_a_face_down_token_means_plain_slots() -> None:
    # HEN-BOT-14, HEN-BOT-16
    match = match_of(2, 2)
    in_area(match, "heel")
    pool(match, "foxs-door", "thunderhead", "sleeper", "larkstone")
    at, slot = chosen(match, carver=False)
    assert (at, match.board.slots[slot].id) == (1, "heel-left")


def test_a_face_up_token_prefers_lintels_then_monoliths() -> None:
    # HEN-BOT-11, HEN-BOT-12
    match = match_of(2, 2)
    in_area(match, "heel")
    pool(match, "foxs-door", "thunderhead", "sleeper", "larkstone")
    at, slot = chosen(match, carver=True)
    assert (at, match.board.slots[slot].id) == (1, "heel-monolith")
    put(match, "heel-left")
    put(match, "heel-right")
    at, slot = chosen(match, carver=True)
    assert (at, match.board.slots[slot].id) == (1, "heel-lintel")


def test_without_a_fitting_stone_it_takes_any_slot() -> None:
    # HEN-BOT-13
    match = match_of(2, 2)
    in_area(match, "heel")
    pool(match, "foxs-door", "larkstone", "whistler", "honeycomb")
    at, slot = chosen(match, carver=True)
    assert (at, match.board.slots[slot].id) == (0, "heel-altar-left")


def test_the_lowest_card_first_is_a_ruling() -> None:
    # HEN-BOT-16, X-HEN-17
    match = match_of(2, 2, "X-HEN-17=card_first")
    in_area(match, "heel")
    pool(match, "foxs-door", "thunderhead", "sleeper", "larkstone")
    at, slot = chosen(match, carver=True)
    assert (at, match.board.slots[slot].id) == (0, "heel-altar-left")


def test_the_used_stone_goes_to_the_box_and_the_pool_is_refilled_at_once() -> None:
    # HEN-BOT-10, HEN-BOT-17, HEN-BOT-18, HEN-BOT-23
    match = match_of(2, 2)
    bot = in_area(match, "heel")
    pool(match, "thunderhead", "foxs-door", "larkstone", "whistler")
    left = len(match.stone_deck.cards)
    bot.carver = True
    bot_install(match, bot)
    assert match.filled[slot_of(match, "heel-monolith")]
    assert card(match, "stone-thunderhead") in match.box
    assert -1 not in match.quarry
    assert len(match.stone_deck.cards) == left - 1
    assert (bot.carver, bot.score, bot.row) == (False, 0, [])


@pytest.mark.parametrize(
    ("ruling", "after_plain", "after_nothing"),
    [("after_install", False, True), ("after_carved", True, True), ("always", False, False)],
)
def test_when_the_token_turns_is_a_ruling(
    ruling: str, after_plain: bool, after_nothing: bool
) -> None:
    # HEN-BOT-18, HEN-BOT-15
    match = match_of(2, 2, f"X-HEN-17-TOKEN={ruling}")
    bot = in_area(match, "heel")
    pool(match, "foxs-door", "larkstone", "whistler", "honeycomb")
    bot.carver = True
    bot_install(match, bot)
    assert bot.carver is after_plain
    bot.carver = True
    match.quarry = [-1] * 4
    before = list(match.filled)
    bot_install(match, bot)
    assert match.filled == before
    assert bot.carver is after_nothing


def test_the_bot_deck_is_reshuffled() -> None:
    # HEN-BOT-01, HEN-BOT-05, HEN-BOT-06
    match = match_of(2, 2)
    for _ in range(31):
        bot_turn(match, match.players[-1])
    assert len(match.hengebots.cards) + len(match.hengebots.discards) == 30
    assert len(match.hengebots.cards) == 29
