"""Henge, the Hengebots: where they go, what they build, which slot and stone they take."""

import pytest
from gametable import dealt
from hengetable import (
    First,
    at_step,
    bot_acts,
    card,
    cover,
    fill_where,
    henge,
    match_of,
    put,
    slot_of,
    smaller_slots,
)

from validator.games.henge import codes
from validator.games.henge.bots import (
    BotDeed,
    actions_taken,
    bot_druid,
    bot_install,
    bot_turn,
    choose,
    go_to_icon,
    slots_by_rank,
)

BORDERING = ("heel", "heel-altar")


def pool(match, *names):
    """Lay these stones out in the pool, in its numbered places."""
    for at, name in enumerate(names):
        number = card(match, f"stone-{name}")
        for zone in (match.stone_deck.cards, match.quarry, match.box):
            if number in zone:
                zone[zone.index(number)] = match.quarry[at]
        match.quarry[at] = number


def in_area(match, area):
    """Make an area the local one; return the bot."""
    match.local = match.board.areas.index(area)
    return match.players[-1]


def test_the_pawn_goes_to_the_next_step_with_either_icon():
    """HEN-BOT-03."""
    match = match_of(2, 1)  # step 2 shows druid and carve, step 3 install
    match.pawn, match.local = 0, 1  # as if it came from another area
    assert go_to_icon(match, (codes.INSTALL,)) == [codes.INSTALL]
    assert (match.pawn, match.local) == (2, match.board.step_area[2])
    match.pawn = 0
    assert go_to_icon(match, (codes.INSTALL, codes.DRUID)) == [codes.DRUID]
    assert match.pawn == 1


@pytest.mark.parametrize(
    ("ruling", "first"), [("card_order", codes.CARVE), ("step_order", codes.DRUID)]
)
def test_two_icons_on_one_step_are_a_ruling(ruling, first):
    """HEN-BOT-25."""
    match = match_of(2, 1, f"X-HEN-17-ICONS={ruling}")
    match.pawn = 0
    assert go_to_icon(match, (codes.CARVE, codes.DRUID))[0] == first


def test_of_two_icons_other_than_carve_the_first_is_taken():
    """HEN-BOT-25."""
    match = match_of(2, 1)
    at_step(match, "heel", "carve")
    assert actions_taken(match, (codes.INSTALL, codes.DRUID)) == (codes.INSTALL, codes.CARVE)
    at_step(match, "heel", "install")
    assert actions_taken(match, (codes.DRUID, codes.INSTALL)) == (codes.DRUID,)


@pytest.mark.parametrize(
    ("ruling", "icons", "up"),
    [
        ("shown", [codes.DRUID], True),
        ("matched", [codes.DRUID], False),
        ("matched", [codes.DRUID, codes.CARVE], True),
        ("matched", [codes.CARVE, codes.DRUID], True),
    ],
)
def test_a_carve_icon_turns_the_token_besides_another_action(ruling, icons, up):
    """HEN-BOT-04, HEN-BOT-19, X-HEN-17-CARVE."""
    match = match_of(2, 1, f"X-HEN-17-CARVE={ruling}")
    bot = in_area(match, "heel")
    at_step(match, "heel", "carve")
    assert ("Carve token face-up" in bot_acts(match, bot, icons)) is up
    assert bot.carver is up
    assert bot.on_path[0] == 1


def test_a_step_without_a_carve_icon_leaves_the_token():
    """HEN-BOT-19."""
    match = match_of(2, 1)
    bot = in_area(match, "heel")
    at_step(match, "heel", "install")
    bot_acts(match, bot, [codes.INSTALL])
    assert not bot.carver


@pytest.mark.parametrize(
    ("ruling", "slot", "up"), [("after", "heel-left", True), ("before", "heel-monolith", False)]
)
def test_whether_the_token_turns_before_an_installation_is_a_ruling(ruling, slot, up):
    """HEN-BOT-11, HEN-BOT-14, HEN-BOT-18, HEN-BOT-19, X-HEN-17-TIMING."""
    match = match_of(2, 2, f"X-HEN-17-TIMING={ruling}")
    bot = in_area(match, "heel")
    at_step(match, "heel", "carve")
    pool(match, "thunderhead", "sleeper", "foxs-door", "larkstone")
    bot_acts(match, bot, [codes.INSTALL, codes.CARVE])
    assert match.kinds[slot_of(match, slot)] != codes.NONE
    assert len(match.kinds) - match.kinds.count(codes.NONE) == 1
    assert bot.carver is up


@pytest.mark.parametrize("action", [codes.QUARRY, codes.INCOME, codes.LUCK, codes.ARRIVE])
def test_four_icons_only_move(action):
    """HEN-BOT-20, HEN-BOT-21, HEN-BOT-22."""
    match = match_of(2, 1)
    bot = in_area(match, "heel")
    before = match.census()
    assert bot_acts(match, bot, [action]) == []
    assert match.census() == before


def test_a_bot_druid_is_free_and_stays_away_from_the_black_space():
    """HEN-BOT-07, HEN-BOT-08, HEN-BOT-09."""
    match = match_of(2, 1)
    bot = in_area(match, "altar")
    bot_druid(match, bot)
    assert (bot.druids, bot.on_path[1], match.covered[1]) == (11, 1, 1)
    assert match.tally.gauges[codes.P_DRUIDS].least == match.levels()[codes.P_DRUIDS] == 11
    cover(match, 1, len(match.board.prices[1]))
    bot_druid(match, bot)
    assert bot.druids == 11
    cover(match, 1, 0)
    bot.druids = 0
    bot_druid(match, bot)
    assert match.covered[1] == 0


@pytest.mark.parametrize(
    ("ruling", "first"), [("listed", "heel-altar-left"), ("inside_first", "altar-left")]
)
def test_which_of_equal_slots_comes_first_is_a_ruling(ruling, first):
    """HEN-BOT-13, HEN-BOT-24, X-HEN-17-SLOT."""
    match = match_of(2, 2, f"X-HEN-17-SLOT={ruling}")
    in_area(match, "altar")
    assert match.board.slots[slots_by_rank(match)[-1][0]].id == first


MIXED = ("foxs-door", "thunderhead", "sleeper", "larkstone")
SMALL_ONES = ("foxs-door", "larkstone", "whistler", "honeycomb")
LOCAL = ("heel-left", "heel-right")
BORDER = ("heel-altar-left", "heel-altar-right")
CHOICES = {
    # HEN-BOT-14, HEN-BOT-16: face down it builds in plain slots, the lowest card that fits one
    "plain": ("", MIXED, (), False, (0, "heel-altar-left")),
    "plain and large": (
        "",
        MIXED,
        (*BORDER, "mound-heel-left", "mound-heel-right"),
        False,
        (1, "heel-left"),
    ),
    # HEN-BOT-11, HEN-BOT-12: face up it prefers lintels, then monoliths
    "monolith": ("", MIXED, (), True, (1, "heel-monolith")),
    "lintel": ("", MIXED, LOCAL, True, (1, "heel-lintel")),
    # HEN-BOT-12, HEN-BOT-16: of equal lintels the lowest card decides
    "lowest card": ("", MIXED, (*LOCAL, *BORDER), True, (0, "heel-altar-lintel")),
    # HEN-BOT-13: no stone fits where it would rather build
    "any slot": ("", SMALL_ONES, (), True, (0, "heel-altar-left")),
    # X-HEN-17, departing from HEN-BOT-16 or from HEN-BOT-11
    "slot first, plain": ("slot_first", MIXED, (), False, (1, "heel-left")),
    "slot first": ("slot_first", MIXED, (), True, (1, "heel-monolith")),
    "card first": ("card_first", MIXED, (), True, (0, "heel-altar-left")),
}


@pytest.mark.parametrize(
    ("ruling", "stones", "filled", "carver", "expected"), CHOICES.values(), ids=CHOICES.keys()
)
def test_a_stone_and_a_slot_are_chosen(ruling, stones, filled, carver, expected):
    """HEN-BOT-11 to HEN-BOT-14, HEN-BOT-16, X-HEN-17."""
    match = match_of(2, 2, *[f"X-HEN-17={ruling}"][: bool(ruling)])
    in_area(match, "heel")
    pool(match, *stones)
    fill_where(match, lambda slot: slot.id in filled)
    at, slot = choose(match, carver=carver)
    assert (at, match.board.slots[slot].id) == expected
    values = {match.board.slots[slot_of(match, f"{one}-lintel")].bonus for one in BORDERING}
    assert len(values) == 1


def test_of_lintels_the_one_worth_more_is_filled():
    """HEN-BOT-12."""
    match = match_of(2, 2)
    in_area(match, "altar")
    pool(match, *MIXED)
    fill_where(match, lambda slot: slot.id in ("altar-left", "altar-right", *BORDER))
    at, slot = choose(match, carver=True)
    assert (at, match.board.slots[slot].id) == (1, "altar-lintel")


@pytest.mark.parametrize(("ruling", "found"), [("people", False), ("everyone", True)])
def test_whether_bots_may_ignore_the_size_is_a_ruling(ruling, found):
    """HEN-INS-07, HEN-BOT-10, HEN-BOT-11, HEN-BOT-12, HEN-BOT-15, X-HEN-17-SIZE."""
    match = match_of(2, 1, f"X-HEN-17-SIZE={ruling}")
    in_area(match, "heel")
    pool(match, *SMALL_ONES)
    put(match, *smaller_slots(match), large=False)
    assert match.waives(codes.SMALL)
    assert (choose(match, carver=False) is not None) is found
    put(match, *LOCAL)
    lintel = choose(match, carver=True)
    assert lintel == ((0, slot_of(match, "heel-lintel")) if found else None)
    assert choose(match, carver=False) is None


def test_the_used_stone_goes_to_the_box_and_the_pool_is_refilled_at_once():
    """HEN-BOT-10, HEN-BOT-17, HEN-BOT-18, HEN-BOT-23."""
    match = match_of(2, 2)
    bot = in_area(match, "heel")
    pool(match, "thunderhead", "foxs-door", "larkstone", "whistler")
    left = len(match.stone_deck.cards)
    bot.carver = True
    bot_install(match, bot)
    assert match.kinds[slot_of(match, "heel-monolith")] != codes.NONE
    assert card(match, "stone-thunderhead") in match.box
    assert -1 not in match.quarry
    assert len(match.stone_deck.cards) == left - 1
    assert (bot.carver, bot.score, bot.row) == (False, 0, [])
    assert (bot.levels, bot.cash) == ([0] * 5, 0)


@pytest.mark.parametrize(
    ("ruling", "after_plain", "after_nothing"),
    [("after_install", False, True), ("after_carved", True, True), ("always", False, False)],
)
def test_when_the_token_turns_is_a_ruling(ruling, after_plain, after_nothing):
    """HEN-BOT-15, HEN-BOT-18, X-HEN-17-TOKEN: a carved stone turns it under each of them."""
    match = match_of(2, 2, f"X-HEN-17-TOKEN={ruling}")
    bot = in_area(match, "heel")
    pool(match, "thunderhead", "foxs-door", "larkstone", "whistler")
    bot.carver = True
    bot_install(match, bot)
    assert match.kinds[slot_of(match, "heel-monolith")] != codes.NONE
    assert not bot.carver
    pool(match, *SMALL_ONES)
    bot.carver = True
    bot_install(match, bot)
    assert bot.carver is after_plain
    bot.carver = True
    match.quarry = [-1] * 4
    before = list(match.kinds)
    bot_install(match, bot)
    assert match.kinds == before
    assert bot.carver is after_nothing


def test_the_bot_deck_is_reshuffled():
    """HEN-BOT-01, HEN-BOT-05, HEN-BOT-06."""
    match = match_of(2, 2)
    for _ in range(31):
        bot_turn(match, match.players[-1])
    assert len(match.hengebots.cards) + len(match.hengebots.discards) == 30
    assert len(match.hengebots.cards) == 29


def test_a_bot_says_all_it_did():
    """HEN-BOT-19, HEN-BOT-20: what a referee reads of a bot's turn."""
    done = ("Whistler to heel-left", "Carve token face-up")
    deed = BotDeed("Clay Mason", "step-3 by heel", ("install", "carve"), done)
    assert deed.say() == (
        "Clay Mason on step-3 by heel for install and carve: "
        "Whistler to heel-left, Carve token face-up"
    )
    idle = BotDeed("Bone Porter", "step-1 by heel", ("quarry",), ())
    assert idle.say() == "Bone Porter on step-1 by heel for quarry: nothing"


@pytest.mark.parametrize(
    ("ruling", "seats", "orders"),
    [
        ("last", (2, 2), {(0, 1, 2, 3)}),
        ("between", (2, 2), {(0, 2, 1, 3)}),
        ("between", (3, 1), {(0, 3, 1, 2)}),
        ("between", (1, 3), {(0, 1, 2, 3)}),
        ("drawn", (2, 1), {(0, 1, 2), (0, 2, 1)}),
        ("drawn", (2, 2), {(0, 1, 2, 3), (0, 2, 1, 3), (0, 2, 3, 1)}),
    ],
)
def test_each_bot_has_a_place_in_turn_order(ruling, seats, orders):
    """HEN-BSET-01, HEN-PSET-05, X-HEN-12-ORDER."""
    table = henge(*seats, f"X-HEN-12-ORDER={ruling}")
    assert {dealt(table, index).order for index in range(30)} == orders


def test_a_round_goes_on_from_the_seat_that_is_next():
    """HEN-END-02: a copy of a game is played on from the start of any turn."""
    match = match_of(2, 2, "X-HEN-12-ORDER=between")
    match.place = 2
    lookout, turns = First(), []
    lookout.turn = turns.append
    match.copy().play_round(lookout)
    assert turns == [1, 3]
