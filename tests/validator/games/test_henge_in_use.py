"""Henge: what Bonus and Luck cards bring when they are drawn and used."""

from dataclasses import replace

import pytest
from gametable import Script
from hengetable import (
    Taker,
    ThenFirst,
    act,
    actions_offered,
    at_step,
    card,
    carry_out,
    changed,
    cover,
    deal_luck,
    due_of,
    fill_where,
    match_of,
    offered,
    on_top,
    playing,
    put,
    reprint,
    slot_of,
    stone,
    stones,
    turn_of,
)

from validator.catalogue.effects import Act, Allow, Discard, Draw, Gain
from validator.games.henge import codes
from validator.games.henge.actions import HENGE_ACTIONS, level_up, use_favours
from validator.games.henge.cards import earn_bonus
from validator.games.henge.turns import (
    DECLINE,
    STOP,
    HengeChoice,
    HengeWork,
    cards_lost,
    is_possible,
)


@pytest.mark.parametrize("ruling", ["allowed", "hand_only"])
def test_a_spring_card_goes_where_there_is_no_other(ruling):
    """HEN-BON-04, HEN-BON-09, X-HEN-20: with no card to draw and none in hand."""
    match = match_of(3, 0, f"X-HEN-20={ruling}")
    match.eog_deck.cards.clear()
    match.players[0].spring = card(match, "spring-lone-stones")
    earn_bonus(match, Taker(), match.players[0])
    assert match.players[0].spring == codes.NONE


def test_a_card_is_offered_once_for_each_copy_that_was_drawn(match):
    """HEN-LUCK-13: the copy in hand was not drawn now, and waits."""
    stone(match, 0, "sleeper", to_go=9)
    deal_luck(match, 0, "strong-backs")
    on_top(match, "strong-backs")
    turn = turn_of(match, 0, script := Taker())
    turn.at_hand = HENGE_ACTIONS[codes.INCOME], HengeWork(main=True)
    turn.draw(1, 1)
    offers = [options for _, what, options in script.asked if what == "income"]
    assert offers == [[STOP, playing(match, "strong-backs")]]
    assert match.players[0].to_go == [7]


@pytest.mark.parametrize("cards", [(), ("second-sledge",)])
def test_a_second_sledge_buys_and_holds_one_more(match, player, cards):
    """HEN-QUA-02, HEN-LUCK-07: one is bought at the first level, and two are held."""
    stone(match, 0, "sleeper", to_go=9)
    player.cash = 40
    act(match, codes.QUARRY, *cards)
    assert len(player.stones) == 2 + len(cards)


@pytest.mark.parametrize(("markers", "possible"), [(1, True), (0, False)])
@pytest.mark.parametrize("cash", [0, 3])
def test_a_card_that_carves_for_nothing_opens_a_carved_slot(cash, markers, possible, four):
    """HEN-LUCK-02, HEN-INS-08: a card of one's own, since every printed one asks the price."""
    reprint(four, "helping-hands", Act("carve", limit=1, free=True))
    four.local = four.board.areas.index("heel")
    stone(four, 0, "sleeper")
    put(four, "heel-left")
    put(four, "heel-right")
    due = due_of(four, codes.INSTALL)
    four.players[0].cash, four.players[0].markers = cash, markers
    assert not is_possible(four, four.players[0], due)
    deal_luck(four, 0, "helping-hands")
    assert is_possible(four, four.players[0], due) is possible


@pytest.mark.parametrize("action", ["quarry", "druid", "carve"])
@pytest.mark.parametrize("held", [False, True])
def test_money_of_a_card_in_hand_leads_to_what_it_pays(match, player, action, held):
    """HEN-LUCK-02, HEN-LUCK-05: Dry Road with two dollars instead, which fits any action."""
    reprint(match, "dry-road", Gain("coin", 2))
    price = {"quarry": 2, "druid": 2, "carve": 4}[action]
    stone(match, 0, "sleeper", to_go=2)
    cheap = next(one for one, printed in match.stones.items() if printed.cost == 2)
    match.quarry[:] = [cheap] * len(match.quarry)
    for area in range(len(match.board.areas)):
        cover(match, area, 3)
    assert match.price(0) == 2
    at_step(match, "heel", "income")
    player.cash, player.levels[0] = price - 2, match.mat.tops[0]
    if held:
        deal_luck(match, 0, "dry-road")
    assert (action in actions_offered(match)) is held


@pytest.mark.parametrize(
    ("cash", "bank", "possible"), [(1, 1, True), (1, 0, False), (0, 2, True), (0, 1, False)]
)
def test_the_last_dollar_of_the_bank_pays_for_the_stone(cash, bank, possible):
    """HEN-LUCK-02, X-HEN-06-BANK: Dry Road with two dollars instead, for a stone of two."""
    match = match_of(3, 0, "X-HEN-06-BANK=limited")
    reprint(match, "dry-road", Gain("coin", 2))
    cheap = next(one for one, printed in match.stones.items() if printed.cost == 2)
    match.quarry[:] = [cheap] * len(match.quarry)
    match.players[0].cash, match.bank = cash, bank
    deal_luck(match, 0, "dry-road")
    due = due_of(match, codes.QUARRY)
    assert is_possible(match, match.players[0], due) is possible


def test_the_last_mile_is_that_of_one_stone(at_heel):
    """HEN-LUCK-07, HEN-INS-03: the other stone is still on its way."""
    stones(at_heel, 3, 3)
    act(at_heel, codes.INSTALL, "last-mile")
    assert len(at_heel.players[0].row) == 1


@pytest.mark.parametrize("cards", [("across-the-circle",), ("across-the-circle", "long-ropes")])
def test_one_card_lets_one_stone_leave_the_area(cards, at_heel):
    """HEN-INS-02, HEN-LUCK-07: nothing is free in the local area, and three stones are ready."""
    for slot in at_heel.board.slots_of[at_heel.local]:
        at_heel.kinds[slot] = 0
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(at_heel, 0, name, carved=True)
    act(at_heel, codes.INSTALL, *cards)
    assert len(at_heel.players[0].row) == len(cards)


@pytest.mark.parametrize("name", ["across-the-circle", "long-ropes"])
def test_a_border_slot_is_reached_by_the_card_for_either_area(name, four):
    """HEN-INS-02, HEN-BOARD-12: one of its areas borders the local one, the other does not."""
    board = four.board
    area, slot = next(
        (area, at)
        for area in range(len(board.areas))
        for at, one in enumerate(board.slots)
        if not one.carved and any(other in board.remote[area] for other in one.areas)
        if area not in one.areas and any(other in board.neighbours[area] for other in one.areas)
    )
    four.local = area
    fill_where(four, lambda one: one.carved or area in one.areas)
    four.kinds[slot] = codes.NONE
    fitting = [
        four.cards.ids[one].removeprefix("stone-")
        for one, printed in four.stones.items()
        if board.slots[slot].size in (printed.size, codes.EITHER)
    ]
    for held in fitting[:2]:
        stone(four, 0, held)
    deal_luck(four, 0, name)
    carry_out(four, codes.INSTALL, HengeChoice("install", 0, slot))
    assert (four.mods.allowed["stone remote"], four.mods.allowed["stone adjacent"]) == (0, 0)
    assert len(four.players[0].row) == 1


@pytest.mark.parametrize("name", ["far-pilgrim", "wandering-acolyte"])
def test_one_card_lets_one_druid_leave_the_area(match, name):
    """HEN-DRU-02, HEN-LUCK-07: a card lets two be placed, and the local path is full."""
    player, board = match.players[0], match.board
    at_step(match, "heel", "druid")
    cover(match, match.local, len(board.prices[match.local]))
    player.cash = 40
    act(match, codes.DRUID, name, "torchlight-procession")
    reached = board.remote if name == "far-pilgrim" else board.neighbours
    assert sum(player.on_path) == 1
    assert player.on_path.index(1) in reached[match.local]


FAVOURS = ("transit", "carving-duty", "stone-size", "stone adjacent", "stone remote")


@pytest.mark.parametrize(
    ("name", "to_go", "carved", "slot", "used"),
    [
        ("sleeper", 0, False, "heel-left", ()),
        ("sleeper", 2, False, "heel-left", ("transit",)),
        ("sleeper", 0, True, "heel-lintel", ()),
        ("sleeper", 0, False, "heel-lintel", ("carving-duty",)),
        ("sleeper", 0, False, "heel-altar-left", ("stone-size",)),
        ("larkstone", 0, False, "heel-altar-left", ()),
        ("larkstone", 0, False, "heel-left", ("stone-size",)),
        ("sleeper", 0, False, "near", ("stone adjacent",)),
        ("sleeper", 0, False, "far", ("stone remote",)),
        ("larkstone", 1, False, "far-lintel", (*FAVOURS[:3], "stone remote")),
    ],
)
def test_an_installation_uses_up_the_favours_that_it_needs_once(
    name, to_go, carved, slot, used, four
):
    """HEN-INS-02, HEN-INS-03, HEN-INS-05, HEN-INS-08, HEN-LUCK-07: of three each."""
    four.local = four.board.areas.index("heel")
    areas, kind = four.board.areas, slot.partition("-")[2] or "left"
    near, far = (one[four.local][0] for one in (four.board.neighbours, four.board.remote))
    if slot.startswith(("near", "far")):
        slot = f"{areas[near if slot == 'near' else far]}-{kind}"
    at, mods = stone(four, 0, name, to_go, carved), changed(four)
    for favour in FAVOURS:
        mods.allowed[favour] = 3
    use_favours(four, four.players[0], at, slot_of(four, slot))
    left = {favour for favour in FAVOURS if mods.allowed[favour] == 3}
    assert left == set(FAVOURS) - set(used)
    assert all(mods.allowed[favour] == 2 for favour in used)


def test_a_size_that_all_may_ignore_uses_no_card(match):
    """HEN-INS-07: no small slot is left on the 3-player side."""
    for slot in match.board.slots:
        if slot.size != codes.LARGE:
            put(match, slot.id, large=False)
    at, mods = stone(match, 0, "larkstone"), changed(match)
    mods.allowed["stone-size"] = 3
    use_favours(match, match.players[0], at, slot_of(match, "heel-left"))
    assert mods.allowed["stone-size"] == 3


def test_a_privilege_that_is_shown_uses_no_card(match):
    """HEN-INS-15, HEN-LUCK-07: of three, one for each that the area does not show."""
    player, mods = match.players[0], changed(match)
    shown = match.board.privileges[match.local]
    hidden = next(one for one in range(len(codes.PRIVILEGES)) if one not in shown)
    mods.allowed["area-match"] = 3
    level_up(match, player, shown[0])
    assert (player.levels[shown[0]], mods.allowed["area-match"]) == (1, 3)
    level_up(match, player, hidden)
    assert (player.levels[hidden], mods.allowed["area-match"]) == (1, 2)
    mods.allowed["area-match"] = 0
    assert level_up(match, player, hidden) == ()
    assert player.levels[hidden] == 1


@pytest.mark.parametrize(("name", "saved"), [("kin-at-the-quarry", 2), ("haggler", 2)])
def test_a_discount_is_taken_off_the_price_that_is_paid(match, player, name, saved):
    """HEN-QUA-08, HEN-LUCK-07: one dollar for each of two stones, or two dollars for one."""
    player.levels[3], player.cash = 1, 40
    dear = [one for one, printed in match.stones.items() if printed.cost > 2]
    match.quarry[:] = dear[: len(match.quarry)]
    act(match, codes.QUARRY, name)
    assert len(player.stones) == 2
    assert player.cash == 40 - sum(match.stones[one].cost for one in player.stones) + saved


@pytest.mark.parametrize(("deck", "lost"), [(0, 2), (1, 1), (2, 1), (3, 0), (4, 0)])
def test_a_second_draw_finds_what_the_first_one_leaves(match, deck, lost):
    """HEN-LUCK-10, HEN-LUCK-15: two effects draw two each and keep one."""
    del match.luck_deck.cards[deck:]
    effects = [Draw("luck-card", 2, keep=1)] * 2
    assert cards_lost(match, match.players[0], effects) == lost


@pytest.mark.parametrize(("amount", "gone"), [(1, 1), (2, 2), (None, 3)])
def test_an_effect_discards_as_many_as_it_says(match, player, amount, gone):
    """HEN-LUCK-07: of three cards in hand."""
    deal_luck(match, 0, "whetstone", "sharp-flints", "master-carver")
    turn_of(match, 0, Taker()).give([Discard("luck-card", amount, (Gain("coin", 4),))])
    assert len(player.hand) == 3 - gone
    assert player.cash == 16


@pytest.mark.parametrize(("to_go", "offers"), [((1, 9), True), ((9, 9), False)])
def test_a_card_that_moves_stones_makes_room_for_another(to_go, offers):
    """HEN-QUA-06, X-HEN-09: Downhill Start, with the quarry next door and no icon on the way."""
    match = match_of(3, 0, "X-HEN-09=in_transit")
    player = match.players[0]
    stones(match, *to_go)
    ahead = match.board.ahead
    match.pawn = next(
        at
        for at in range(len(ahead))
        if codes.QUARRY in ahead[at][0].actions and not ahead[at][0].passed
    )
    match.quarry[:] = [max(match.stones, key=lambda one: match.stones[one].cost)] * 4
    player.cash, player.travel = match.stones[match.quarry[0]].cost, 0
    assert "quarry" not in actions_offered(match)
    deal_luck(match, 0, "downhill-start")
    assert ("quarry" in actions_offered(match)) is offers


@pytest.mark.parametrize(
    ("who", "cash"), [("you", [14, 12, 12]), ("each", [14, 14, 14]), ("others", [12, 14, 14])]
)
def test_money_comes_to_those_who_are_meant(match, who, cash):
    """HEN-LUCK-07."""
    turn_of(match, 0, Script()).give([Gain("coin", 2, who=who)])
    assert [player.cash for player in match.players] == cash


@pytest.mark.parametrize(("hand", "answer"), [(1, None), (2, DECLINE)])
def test_what_is_not_paid_for_is_not_given(match, player, hand, answer):
    """HEN-LUCK-07: too few cards to discard, or none that one wants to."""
    deal_luck(match, 0, *("whetstone", "sharp-flints")[:hand])
    answers = () if answer is None else (answer,)
    turn_of(match, 0, Script(*answers)).give([Discard("luck-card", 2, (Gain("coin", 4),))])
    assert (len(player.hand), player.cash) == (hand, 12)


def test_an_empty_place_of_the_pool_is_no_stone_for_nothing(match):
    """HEN-QUA-13, HEN-LUCK-07: a discount of the whole price makes the other three free."""
    match.quarry[1] = codes.NONE
    match.players[0].cash = 0
    changed(match).once["stone"].append(codes.NO_LIMIT)
    steps = HENGE_ACTIONS[codes.QUARRY].steps(match, match.players[0], HengeWork(main=True))
    assert [one.number for one in steps] == [0, 2, 3]


def test_a_card_for_before_the_move_does_nothing_until_it_is_played(match):
    """HEN-LUCK-05: Swift Feet that waive the way of a stone instead."""
    reprint(match, "swift-feet", Allow(waive="transit", uses=1))
    match.players[0].cash = match.players[0].travel = 0
    stone(match, 0, "sleeper", to_go=9)
    at_step(match, "altar", "arrive")
    deal_luck(match, 0, "swift-feet", "dry-road")
    assert "install" not in actions_offered(match)
    turn_of(match, 0, Script()).play_luck(card(match, "luck-swift-feet"))
    assert "install" in actions_offered(match)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("long-ropes", "install"),
        ("across-the-circle", "install"),
        ("wandering-acolyte", "druid"),
        ("far-pilgrim", "druid"),
    ],
)
def test_a_card_in_hand_reaches_the_one_area_that_is_open(name, action, four):
    """HEN-LUCK-02, HEN-BOARD-12, HEN-BOARD-14: from areas beside it, or from those that are not."""
    board, player = four.board, four.players[0]
    heel = board.areas.index("heel")
    stone(four, 0, "sleeper", carved=True)
    fill_where(four, lambda slot: slot.id not in ("heel-left", "heel-right"))
    for area in range(len(board.areas)):
        cover(four, area, 0 if area == heel else len(board.prices[area]))
    player.cash, player.travel, player.levels[4] = 40, 0, 0
    adjacent = four.mat.druid[0][1]
    found = {one.area for one in offered(four) if one.action.name == action}
    near = set(board.neighbours[heel]) if action == "druid" and adjacent else set()
    assert found == {heel} | near
    deal_luck(four, 0, name)
    reached = board.neighbours if name in ("long-ropes", "wandering-acolyte") else board.remote
    found = {one.area for one in offered(four) if one.action.name == action}
    assert found == {heel, *reached[heel]} | near


@pytest.mark.parametrize("ruling", ["needs_stone", "idle"])
@pytest.mark.parametrize(("to_go", "playable"), [((1, 1), True), ((2, 0), False), ((3, 0), True)])
def test_one_of_two_stones_may_be_moved_before_all_arrive(to_go, playable, ruling):
    """HEN-TURN-09, HEN-ARR-02, X-HEN-15: Strong Backs move one stone two steps."""
    match = match_of(3, 0, f"X-HEN-15={ruling}")
    stones(match, *to_go)
    deal_luck(match, 0, "strong-backs")
    arrive = HENGE_ACTIONS[codes.ARRIVE]
    plays = arrive.plays(turn_of(match, 0, Script()), HengeWork(main=True), match.players[0].hand)
    assert bool(plays) is (playable or ruling == "idle")


@pytest.mark.parametrize("carved", [1, 2])
def test_a_spiral_pattern_scores_the_carvings_of_the_turn(match, player, carved):
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    stones(match, 3, 3, 3)
    player.cash = 30
    deal_luck(match, 0, "spiral-pattern")
    carvings = [HengeChoice("carve", at) for at in range(carved)]
    carry_out(match, codes.CARVE, *carvings, playing(match, "spiral-pattern"), STOP)
    assert (player.score, player.carved.count(True)) == (carved, carved)


@pytest.mark.parametrize("placed", [1, 2])
def test_good_omens_score_the_druids_of_the_turn(match, player, placed):
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    at_step(match, "heel", "druid")
    player.cash, player.levels[4] = 30, match.mat.tops[4]
    match.mat = replace(match.mat, druid_track=((),) * 12)
    deal_luck(match, 0, "good-omens")
    heel = HengeChoice("druid", 0)
    carry_out(match, codes.DRUID, script=ThenFirst(*[heel] * placed, playing(match, "good-omens")))
    assert player.score == placed
