"""Henge: effects, sub-actions, cards in use, also such as no shipped card has; limits of pieces."""

from dataclasses import replace

import pytest
from gametable import Script, dealt, smaller
from hengetable import (
    GAME,
    First,
    Mover,
    Taker,
    ThenFirst,
    act,
    actions_offered,
    at_step,
    card,
    carry_out,
    changed,
    choosing,
    cover,
    deal_luck,
    due_of,
    fill_where,
    for_sale,
    give,
    henge,
    installing,
    match_by,
    match_of,
    move,
    offered,
    on_top,
    playing,
    put,
    reprint,
    slot_of,
    slots_open,
    smaller_slots,
    steps,
    stone,
    stones,
    turn_of,
)

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Count,
    Discard,
    Discount,
    Draw,
    EffectCondition,
    EffectFilter,
    Gain,
    Pay,
    Place,
    Score,
)
from validator.games.henge import codes
from validator.games.henge.actions import HENGE_ACTIONS, level_up, refill, use_favours, use_reach
from validator.games.henge.benefits import choose_transport, person_turn, throw_away
from validator.games.henge.cards import earn_bonus, refill_pools, take_reward
from validator.games.henge.fields import entries
from validator.games.henge.modifiers import Mods
from validator.games.henge.printed import compile_board
from validator.games.henge.state import count, holds
from validator.games.henge.table import unknown
from validator.games.henge.turns import (
    DECLINE,
    STOP,
    HengeChoice,
    HengeWork,
    aid_of_hand,
    cards_drawn,
    cards_lost,
    is_possible,
)


@pytest.mark.parametrize(
    ("cash", "offered"),
    [(0, ["heel", "avenue"]), (1, ["heel", "altar", "mound", "avenue", "hollow"])],
)
def test_a_druid_by_an_effect_is_paid_and_brings_its_benefit(match, player, cash, offered):
    # HEN-DRU-08, HEN-MAT-02: the first space of the Druid Track gives two dollars
    match.local, player.cash = 0, cash
    cover(match, 4, 1)
    heel = HengeChoice("place", 0)
    script = give(match, Place("druid", "any-area"), answers=[heel])
    names = [match.board.areas[one.number] for one in script.asked[0][2] if one != DECLINE]
    assert names == offered
    assert (player.on_path[0], player.cash) == (1, cash + 2)


def test_no_druid_is_offered_that_nobody_has_or_can_pay(match, player):
    # HEN-DRU-08, HEN-DRU-11
    match.local, player.druids = 0, 0
    assert give(match, Place("druid", "local")).asked == []
    player.druids, player.cash = 12, 0
    cover(match, 0, 5)
    assert give(match, Place("druid", "local")).asked == []
    free = give(match, Place("druid", "local", free=True), answers=[HengeChoice("place", 0)])
    assert free.asked
    assert (player.on_path[0], player.cash) == (1, 2)


@pytest.mark.parametrize(("cash", "left"), [(2, (2, 1)), (3, (0, 2))])
def test_an_offer_is_made_to_whom_has_just_its_price(match, player, cash, left):
    # HEN-CONC-02: three dollars for a token
    player.cash = cash
    give(match, Pay("coin", 3, (Gain("travel"),)), answers=[HengeChoice("pay")][: cash - 2])
    assert (player.cash, player.travel) == left


@pytest.mark.parametrize(("least", "cash"), [(1, 17), (2, 12)])
def test_coins_on_a_condition_are_given_if_it_is_met(match, least, cash):
    # HEN-LUCK-07
    match.players[0].on_path[0] = 1
    met = EffectCondition(Count("druid"), at_least=least)
    give(match, Gain("coin", 5, when=met))
    assert match.players[0].cash == cash


@pytest.mark.parametrize(
    ("each", "once", "paid"), [(0, [], 4), (1, [], 3), (0, [2], 2), (1, [2], 1), (5, [], 0)]
)
def test_a_carving_costs_less_by_what_cards_save(match, player, each, once, paid):
    # HEN-CARVE-01, HEN-LUCK-07: what saves once is gone then, but only if it was needed
    stone(match, 0, "sleeper")
    mods = changed(match)
    mods.each["carving"], mods.once["carving"] = each, list(once)
    carve = HENGE_ACTIONS[codes.CARVE]
    carve.do(turn_of(match, 0, Script()), HengeWork(main=True), HengeChoice("carve", 0))
    assert player.cash == 12 - paid
    assert match.mods.once["carving"] == []


@pytest.mark.parametrize(
    ("ruling", "to_go", "possible"),
    [
        *(("in_transit", to_go, True) for to_go in ((1, 3), (2, 3), (0, 3), (0, 2, 3))),
        *(("in_transit", to_go, False) for to_go in ((3, 3), (0, 3, 3))),
        ("not_installed", (1, 3), False),
    ],
)
def test_the_nearest_stone_makes_room_when_a_card_brings_it_in(ruling, to_go, possible):
    # HEN-QUA-06, HEN-QUA-07, HEN-LUCK-02, X-HEN-09: Strong Backs move one stone two steps
    match = match_of(3, 0, f"X-HEN-09={ruling}")
    match.players[0].cash = 20
    stones(match, *to_go)
    deal_luck(match, 0, "strong-backs")
    assert is_possible(match, match.players[0], due_of(match, codes.QUARRY)) is possible


@pytest.mark.parametrize(("empty", "left"), [(0, 4), (1, 3), (4, 0)])
def test_the_tally_is_told_what_is_left_of_the_pool(match, empty, left):
    # HEN-TURN-15, HEN-END-06
    match.stone_deck.cards.clear()
    match.quarry[:empty] = [-1] * empty
    refill(match)
    assert match.tally.gauges[codes.P_QUARRY].least == left


@pytest.mark.parametrize(("distance", "paid"), [(1, 0), (3, 0), (4, 1), (5, 2)])
def test_a_bribe_is_a_dollar_a_step_beyond_the_level(match, distance, paid):
    # HEN-TURN-02, HEN-TURN-03
    match.pawn, bank = 0, match.bank
    move(match, distance, "income").go(match, match.players[0])
    assert (match.players[0].cash, match.bank) == (12 - paid, bank + paid)


def test_what_was_done_in_the_turn_before_does_not_count(match):
    # HEN-TURN-12: Cheering Crowd and the like count stones of this turn
    match.raised_now = match.placed_now = match.carved_now = 3
    match.pawn = 0
    match.players[0].cash = match.players[0].travel = 0
    person_turn(turn_of(match, 0, Mover("income")))
    assert (match.raised_now, match.placed_now, match.carved_now) == (0, 0, 0)


def test_what_is_drawn_bought_and_taken_counts_and_so_do_upgrades(match):
    # HEN-LUCK-08, HEN-FSET-12, HEN-QUA-08, HEN-INS-12, HEN-REW-01
    at_step(match, "heel", "quarry")
    feather = card(match, "reward-a-feather")
    match.pools[0][:] = [feather]
    taken = [match.luck_deck.cards[-1], match.quarry[0], feather]
    drawn, played = list(match.tally.drawn), list(match.tally.played)
    give(match, Draw("luck-card", 1))
    carry_out(match, codes.QUARRY, HengeChoice("buy", 0))
    take_reward(turn_of(match, 0, First()), 0)
    assert [match.tally.drawn[one] - drawn[one] for one in taken] == [1, 1, 1]
    assert match.tally.played[feather] == played[feather] + 1
    match.upgrades = [match.box.pop(match.box.index(one)) for one in list(match.cards.upgrades)]
    match.draft_upgrades(First())
    assert sum(match.tally.played[one] - played[one] for one in match.cards.upgrades) == 3


def test_no_luck_action_is_offered_where_it_has_no_meaning():
    # HEN-LUCK-16, X-HEN-03
    match, player = match_by("X-HEN-03=none")
    assert not is_possible(match, player, due_of(match, codes.LUCK))
    assert "luck" not in actions_offered(match)


def test_one_card_lets_one_uncarved_stone_into_a_carved_slot(at_heel):
    # HEN-INS-08, HEN-LUCK-07: Bold as Granite works once
    stones(at_heel, 0, 0)
    put(at_heel, "heel-left", "heel-right")
    changed(at_heel).allowed["carving-duty"] = 1
    assert set(slots_open(at_heel)) == {"heel-lintel", "heel-monolith"}
    carry_out(at_heel, codes.INSTALL, installing(at_heel, 0, "heel-monolith"))
    assert slots_open(at_heel) == []


def test_what_is_changed_already_counts_beside_the_hand(match):
    # HEN-LUCK-03: the same hand brings more where something is changed
    deal_luck(match, 0, "kin-at-the-quarry")
    for before in (0, 2, 4):
        aid = aid_of_hand(match, match.players[0], codes.QUARRY, Mods([Discount("stone", before)]))
        assert aid.mods.each["stone"] == before + 1


def test_a_starter_for_a_bot_goes_to_the_box():
    # HEN-PSET-02, X-HEN-12
    match = dealt(henge(2, 1, "X-HEN-12=everyone"))
    starters = {at for at, one in match.stones.items() if one.starter_area}
    assert len(starters & set(match.box)) == 1


def test_privileges_at_their_top_level_are_counted(match):
    # HEN-BON-02, HEN-MAT-01
    player, tops = match.players[0], match.mat.tops
    assert count(match, player, Count("top-level")) == 0
    player.levels[0], player.levels[2] = tops[0], tops[2]
    player.levels[1] = tops[1] - 1
    assert count(match, player, Count("top-level")) == 2


@pytest.mark.parametrize(("ruling", "druids"), [("rank", False), ("ignore", True)])
def test_what_bots_have_besides_druids_counts_whatever_their_druids_do(ruling, druids):
    # HEN-BON-02, X-HEN-16
    match = match_of(2, 1, f"X-HEN-16={ruling}")
    match.players[0].on_path[0], match.players[2].on_path[0] = 1, 2
    match.players[0].cash, match.players[1].cash, match.players[2].cash = 5, 0, 9
    assert holds(match, match.players[0], EffectCondition(Count("druid"), most=True)) is druids
    assert not holds(match, match.players[0], EffectCondition(Count("coin"), most=True))


@pytest.mark.parametrize("steps", [1, 3])
def test_an_effect_moves_along_the_luck_track_space_by_space(match, player, steps):
    # HEN-MAT-03: the benefit of each space is given
    match.mat = replace(match.mat, luck_track=((), *[(Gain("coin", at),) for at in (1, 2, 4)]))
    give(match, Advance("luck-track", steps))
    assert (player.luck_at, player.cash) == (steps, 12 + 2**steps - 1)


def test_a_druid_next_door_uses_what_the_level_allows_before_a_card(match):
    # HEN-DRU-03, HEN-LUCK-07
    player, next_door = match.players[0], match.board.neighbours[match.local][0]
    player.levels[codes.DRUID_LEVEL] = 1
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


@pytest.mark.parametrize(
    ("uprights", "carved", "possible"),
    [("open", False, True), ("filled", False, False), ("filled", True, True)],
)
def test_a_waived_size_leaves_the_carving_duty(uprights, carved, possible, four):
    """HEN-INS-05, HEN-INS-08, HEN-LUCK-02: Shims and Wedges for a small stone, large slots left."""
    at_step(four, "altar", "install")
    stone(four, 0, "larkstone", carved=carved)
    border = [f"heel-altar-{one}" for one in ("left", "right", "lintel")]
    put(four, *border, "altar-monolith", large=False)
    if uprights == "filled":
        put(four, "altar-left", "altar-right")
    due = due_of(four, codes.INSTALL)
    assert not is_possible(four, four.players[0], due)
    deal_luck(four, 0, "shims-and-wedges")
    assert is_possible(four, four.players[0], due) is possible


def test_a_carving_icon_asks_for_a_carved_stone_and_so_does_every_lintel():
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


def test_a_slot_whose_figures_have_run_out_takes_no_stone(at_heel):
    """HEN-INS-12: a large lintel is left, and no large upright for the monolith."""
    stone(at_heel, 0, "sleeper", carved=True)
    put(at_heel, "heel-left", "heel-right")
    for uprights, expected in ((1, {"heel-lintel", "heel-monolith"}), (0, {"heel-lintel"})):
        at_heel.figures[0] = uprights
        assert set(slots_open(at_heel)) == expected


@pytest.mark.parametrize(("left", "fits"), [("a small slot", False), ("large slots", True)])
def test_a_small_stone_ignores_its_size_once_no_slot_fits_it(match, left, fits):
    """HEN-INS-07, HEN-INS-08: on the 3-player side, uncarved, on uprights and nothing else."""
    at_step(match, "heel", "install")
    stone(match, 0, "larkstone")
    small = smaller_slots(match)
    put(match, *(small if fits else small[:-1]), large=False)
    match.figures[:] = [12, 5, 9, 3]
    assert slots_open(match) == (["heel-left", "heel-right"] if fits else [])


def test_the_last_marker_carves_a_stone_and_no_other_follows(match, player):
    """HEN-CARVE-01, HEN-CARVE-02: each carving takes a marker, and money is left for a second."""
    stones(match, 0, 0)
    player.markers, player.cash = 1, 20
    carry_out(match, codes.CARVE, HengeChoice("carve", 1))
    assert (player.carved, player.markers, player.cash) == ([False, True], 0, 16)


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize(("markers", "possible"), [(0, False), (1, True)])
def test_a_stone_is_bought_with_a_marker_alone(ruling, markers, possible):
    """HEN-QUA-10, X-HEN-09: no stone that arrives on the way makes up for a marker."""
    match, player = match_by(f"X-HEN-09={ruling}")
    stone(match, 0, "sleeper", to_go=1)
    player.markers, player.cash, player.levels[0] = markers, 60, 3
    assert ("quarry" in actions_offered(match)) is possible


@pytest.mark.parametrize("to_go", [0, 2])
def test_all_stones_arrive_once_in_an_action(to_go):
    """HEN-ARR-01, -02, X-HEN-15: it may be idle by ruling, and is over after that as well."""
    match = match_of(3, 0, "X-HEN-15=idle")
    assert "arrive" in actions_offered(match)
    stones(match, to_go, 2 * to_go)
    script = carry_out(match, codes.ARRIVE)
    assert script.asked == [(0, "arrive", [HengeChoice("arrive")])]
    assert match.players[0].to_go == [0, 0]


def test_a_sub_action_may_be_left_out_where_it_cannot_help(at_heel):
    """HEN-CONC-03, HEN-TURN-09: no carving brings the stone to the site."""
    stone(at_heel, 0, "sleeper", to_go=5)
    script = give(at_heel, Act("carve", limit=1), due=codes.INSTALL)
    assert script.asked == [(0, "carve", [STOP])]
    assert at_heel.players[0].carved == [False]


@pytest.mark.parametrize("spaces", ["one", "none"])
def test_a_free_druid_opens_no_closed_path(match, player, spaces):
    """HEN-DRU-07: the last space is not covered without money either."""
    at_step(match, "altar", "druid")
    player.cash = 0
    path = len(match.board.prices[match.local])
    cover(match, match.local, path - (spaces == "one"))
    opened = [HengeChoice("druid", match.local)] if spaces == "one" else []
    assert steps(match, codes.DRUID, free=True) == opened


def test_each_permission_to_leave_the_area_is_used_by_one_druid(match, player):
    """HEN-LUCK-03, HEN-LUCK-07: two Wandering Acolytes let two druids go to adjacent areas."""
    at_step(match, "altar", "druid")
    player.cash = 40
    deal_luck(match, 0, "wandering-acolyte", "wandering-acolyte", "great-gathering")
    heel = HengeChoice("druid", match.board.areas.index("heel"))
    altar = HengeChoice("druid", match.local)

    class Wanderers(Script):
        def choose(self, seat, what, options):
            if what == "druid":
                return super().choose(seat, what, options)
            return options[0]

    acolyte = playing(match, "wandering-acolyte")
    script = carry_out(
        match,
        codes.DRUID,
        script=Wanderers(acolyte, acolyte, playing(match, "great-gathering"), heel, heel, STOP),
    )
    assert script.asked[-1][2] == [STOP, altar]
    assert player.on_path[heel.number] == 2


def test_a_luck_card_counts_as_played_for_its_effect_and_not_thrown_away(match):
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
def test_a_reward_that_was_taken_is_replaced_at_once_or_as_the_turn_ends(ruling, shown):
    """HEN-REW-01, X-HEN-05: after the turn three are shown again either way."""
    match = match_of(3, 0, f"X-HEN-05={ruling}")
    feather = card(match, "reward-a-feather")
    match.pools[0][0] = feather
    turn_of(match, 0, Script(HengeChoice("reward", feather))).give([Gain("reward-a")])
    assert len(match.pools[0]) == shown
    refill_pools(match)
    assert len(match.pools[0]) == 3


@pytest.mark.parametrize(
    ("steps", "level", "dollars"), [(2, 2, 0), (3, 3, 0), (4, 3, 5), (None, 3, 5)]
)
def test_a_benefit_raises_a_privilege_as_often_as_it_says(match, player, steps, level, dollars):
    """HEN-INS-16, HEN-MAT-06: past the top of the Coin level lie five dollars."""
    turn_of(match, 0, Script()).give([Advance("coin-level", steps)])
    assert (player.levels[1], player.cash) == (level, 12 + dollars)


def test_starters_are_dealt_as_far_as_they_go():
    """HEN-PSET-02: with two of them the third person gets none, and the game goes on."""
    starters = [one.id for one in GAME.sets["stone"].components if one.fields.get("starter_area")]
    few = smaller(GAME, "stone", lambda one: one.id not in starters[2:])
    match = dealt(henge(3, game=few))
    assert [len(player.stones) for player in match.players] == [1, 1, 0]


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
    put(four, "heel-left", "heel-right")
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
    for_sale(match, 2)
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
    for_sale(match, 2)
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
    put(match, *smaller_slots(match), large=False)
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


@pytest.mark.parametrize("name", ["kin-at-the-quarry", "haggler"])
def test_a_discount_is_taken_off_the_price_that_is_paid(match, player, name):
    """HEN-QUA-08, HEN-LUCK-07: one dollar for each of two stones, or two dollars for one."""
    player.levels[3], player.cash = 1, 40
    dear = [one for one, printed in match.stones.items() if printed.cost > 2]
    match.quarry[:] = dear[: len(match.quarry)]
    act(match, codes.QUARRY, name)
    assert len(player.stones) == 2
    assert player.cash == 40 - sum(match.stones[one].cost for one in player.stones) + 2


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
    match, player = match_by("X-HEN-09=in_transit")
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


def test_a_sub_action_without_a_limit_goes_on(match, player):
    """HEN-CONC-02, HEN-CARVE-02: all three stones are carved."""
    stones(match, 1, 1, 1)
    player.cash = 12
    turn_of(match, 0, Script(*[HengeChoice("carve", at) for at in range(3)])).give([Act("carve")])
    assert (player.carved, player.cash) == ([True] * 3, 0)


@pytest.mark.parametrize("free", [True, False])
def test_no_druid_goes_where_the_last_space_alone_is_left(match, player, free):
    """HEN-DRU-07: by an effect or a sub-action, for nothing or for all the money there is."""
    player.cash = 5000
    cover(match, match.local, len(match.board.prices[match.local]))
    assert match.price(match.local) == codes.CLOSED
    turn_of(match, 0, Taker()).give([Place("druid", "local", free=free)])
    turn_of(match, 0, Taker()).give([Act("druid-action", free=free)])
    assert sum(player.on_path) == 0


@pytest.mark.parametrize(("slot", "bonus_cards"), [("heel-left", 0), ("heel-lintel", 1)])
@pytest.mark.parametrize("ruling", ["benefits", "lintels_too"])
def test_a_lintel_brings_a_bonus_card_or_does_not(slot, bonus_cards, ruling):
    """HEN-BON-08, X-HEN-04."""
    match = match_of(4, 0, f"X-HEN-04={ruling}")
    at_step(match, "heel", "install")
    fill_where(match, lambda one: one.id != slot)
    stone(match, 0, "sleeper", carved=True)
    act(match, codes.INSTALL)
    assert len(match.players[0].row) == 1
    assert len(match.players[0].eog) == (bonus_cards if ruling == "lintels_too" else 0)


@pytest.mark.parametrize(("arrived", "possible"), [(1, False), (2, True)])
def test_a_stone_too_many_on_the_way_makes_two_that_must_arrive(arrived, possible):
    """HEN-QUA-06, X-HEN-09: three are on the way where two are allowed, by a card of before."""
    match, player = match_by("X-HEN-09=in_transit")
    stones(match, 0, 0, 0)
    player.to_go[:] = [1] * arrived + [9] * (3 - arrived)
    for_sale(match, 2)
    player.cash, player.travel, match.pawn = 8, 0, 0
    assert ("quarry" in actions_offered(match)) is possible


@pytest.mark.parametrize(("more", "playable"), [([], False), (["borrowed-robes"], True)])
def test_no_card_is_played_that_the_action_needs_which_comes_after(match, player, more, playable):
    """HEN-TURN-09, HEN-LUCK-04: Hidden Path fits the sub-action too, but pays for the main one."""
    at_step(match, "heel", "druid")
    cover(match, match.local, 5)
    player.cash = match.price(match.local) - 2
    deal_luck(match, 0, "hidden-path", *more)
    turn = turn_of(match, 0, Script())
    turn.due = due_of(match, codes.DRUID)
    plays = turn.due.action.plays(turn, HengeWork(), player.hand)
    assert (plays == [playing(match, "hidden-path")]) is playable


@pytest.mark.parametrize("carved", [False, True])
def test_a_slot_that_needs_no_carving_gives_its_points_to_any_stone(carved, at_heel):
    """HEN-INS-09, HEN-INS-13: on a board that prints two points beside an upright's slot."""
    slots = list(at_heel.board.slots)
    slot = slot_of(at_heel, "heel-left")
    slots[slot] = replace(slots[slot], bonus=2)
    at_heel.board = replace(at_heel.board, slots=tuple(slots))
    stone(at_heel, 0, "sleeper", carved=carved)
    carry_out(at_heel, codes.INSTALL, installing(at_heel, 0, "heel-left"))
    assert at_heel.players[0].score == at_heel.stones[card(at_heel, "stone-sleeper")].vp + 2


@pytest.mark.parametrize(
    ("before", "due", "markers", "druids", "offered"),
    [
        *((codes.CARVE, codes.QUARRY, markers, 9, markers == 2) for markers in (1, 2)),
        *((codes.QUARRY, codes.CARVE, markers, 9, markers == 2) for markers in (1, 2)),
        *((codes.DRUID, codes.DRUID, 9, druids, druids == 2) for druids in (1, 2)),
        *((action, action, 9, 9, False) for action in (codes.QUARRY, codes.CARVE)),
    ],
)
def test_a_sub_action_leaves_what_the_action_needs_that_is_due(
    match, player, before, due, markers, druids, offered
):
    """HEN-TURN-09, HEN-CARVE-01, HEN-QUA-06, HEN-QUA-10: markers, druids, room, a stone."""
    stone(match, 0, "sleeper", to_go=9)
    player.cash, player.markers, player.druids = 50, markers, druids
    turn = turn_of(match, 0, script := First())
    turn.due = due_of(match, due)
    HENGE_ACTIONS[before].carry_out(turn, HengeWork(limit=1))
    assert any(len(options) > 1 for _, _, options in script.asked) is offered


@pytest.mark.parametrize(
    ("effect", "least"), [(Place("druid", "local"), 6), (Pay("coin", 3, (Gain("travel"),)), 7)]
)
def test_no_effect_takes_the_money_of_the_action_that_is_due(match, player, effect, least):
    """HEN-TURN-09, HEN-DRU-08: the druid costs two dollars, the token three, the carving four."""
    stone(match, 0, "sleeper")
    cover(match, match.local, 3)
    assert match.price(match.local) == 2
    for cash, asked in ((least - 1, False), (least, True)):
        player.cash = cash
        script = give(match, effect, script=First(), due=codes.CARVE)
        assert bool(script.asked) is asked


@pytest.mark.parametrize("held", [0, 1])
def test_any_action_is_any_of_seven(match, player, held):
    """HEN-CONC-02, HEN-BOARD-13, HEN-ARR-02: Arrive by whom holds a stone; one is carried out."""
    stones(match, *[2] * held)
    script = give(match, Act("any"), script=First())
    assert script.asked[0][2] == [DECLINE, *choosing("act", *range(6 + held))]
    answers = HengeChoice("act", codes.INCOME), HengeChoice("income")
    give(match, Act("any"), script=ThenFirst(*answers))
    assert player.cash == 12 + match.mat.coins[0]


@pytest.mark.parametrize("area", ["adjacent", "remote"])
def test_a_sub_action_elsewhere_is_taken_in_an_area_of_the_kind(match, area):
    """HEN-CONC-02, HEN-BOARD-12: and the local area is what it was afterwards."""
    player, local = match.players[0], match.local
    player.cash = 30
    turn_of(match, 0, script := Taker()).give([Act("druid-action", area=area, limit=1)])
    there = match.board.neighbours[local] if area == "adjacent" else match.board.remote[local]
    assert [one.number for one in script.asked[0][2]] == list(there)
    assert match.local == local
    assert sum(player.on_path) == 1


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (Draw("luck-card", 2), (2, 0)),
        (Draw("luck-card", 3, keep=1), (3, 2)),
        (Draw("luck-card", by="luck-level"), (2, 1)),
    ],
)
def test_an_effect_draws_as_it_says_or_by_the_level(match, effect, expected):
    """HEN-LUCK-08, HEN-LUCK-10: at the second level."""
    match.players[0].levels[2] = 1
    assert cards_drawn(match, match.players[0], effect) == expected


@pytest.mark.parametrize(
    ("hand", "offered"),
    [(["borrowed-robes", "whetstone"], ["whetstone"]), (["borrowed-robes"], ["borrowed-robes"])],
)
def test_a_discard_that_pays_for_nothing_spares_what_the_action_needs(match, player, hand, offered):
    """HEN-TURN-09: if there is anything else to discard, and with no way to decline."""
    at_step(match, "heel", "druid")
    cover(match, match.local, 5)
    player.cash = 0
    deal_luck(match, 0, *hand)
    script = give(match, Discard("luck-card", 1), script=First(), due=codes.DRUID)
    assert [one.number for one in script.asked[0][2]] == [
        card(match, f"luck-{one}") for one in offered
    ]


@pytest.mark.parametrize("word", ["druid", "any-action", ""])
def test_actions_are_known_by_the_words_of_effects(word):
    """HEN-BOARD-13: `druid` is a piece, the action is `druid-action`."""
    assert unknown(Act("druid-action")) == unknown(Act("install")) == []
    assert unknown(Act(word))


def test_a_card_with_a_sub_action_need_not_leave_that_possible(match, player):
    """HEN-CONC-02, HEN-LUCK-04: Hidden Path with a carving instead, and money for that alone."""
    reprint(match, "hidden-path", Act("carve", limit=1))
    stone(match, 0, "sleeper", to_go=2)
    for area in range(len(match.board.areas)):
        cover(match, area, 3)
    player.cash = 4
    deal_luck(match, 0, "hidden-path")
    script = Script(playing(match, "hidden-path"), HengeChoice("carve", 0))
    HENGE_ACTIONS[codes.DRUID].carry_out(turn_of(match, 0, script), HengeWork(limit=1))
    assert player.carved == [True]


@pytest.mark.parametrize(("others", "moved"), [((), [0]), ((3,), [2, 1])])
def test_a_stone_is_moved_that_leaves_one_to_arrive_if_there_is_another(match, others, moved):
    """HEN-TURN-09, HEN-ARR-02: with Arrive due, and two steps for one stone."""
    stones(match, *(2, *others))
    give(match, Advance("transport-track", 2, "any"), script=Taker(), due=codes.ARRIVE)
    assert match.players[0].to_go == moved


def test_the_spring_card_is_marked_by_the_step_on_the_luck_track(match, player):
    """HEN-TURN-12, HEN-TURN-13: the chit that the step brings lets one place the last druid."""
    player.luck_at = 2  # the next step takes a Reward chit
    match.pools[0][:] = [card(match, "reward-a-staff")]
    player.spring, player.on_path[match.local] = card(match, "spring-deep-devotion"), 3
    deal_luck(match, 0, "whetstone")
    throw_away(turn_of(match, 0, Taker()))
    assert player.on_path[match.local] == 4
    assert player.met


def test_whose_turn_it_is_is_known_wherever_the_game_stands():
    """HEN-BSET-01, HEN-PSET-05, HEN-END-02: a copy goes on with that seat, bots between people."""
    match, seen = dealt(henge(2, 2, "X-HEN-12-ORDER=between")), list[int]()

    class Watch(Taker):
        def turn(self, seat):
            assert match.order[match.place] == seat
            seen.append(seat)
            if len(seen) == 8:
                raise StopIteration

    with pytest.raises(StopIteration):
        match.play(watch := Watch())
    assert seen == [0, 2, 1, 3] * 2
    assert match.round == 2
    assert [what for _, what, _ in watch.asked[:4]] == ["spring", "spring", "upgrade", "upgrade"]
    told = [(seat, what) for seat, what, _ in watch.told]
    assert told == [(2, "hengebot"), (3, "hengebot"), (2, "hengebot")]


def test_winter_points_are_scored_as_the_game_ends(match):
    """HEN-END-05, HEN-CONC-05: after the last turn of the last round."""
    match.round, match.final = 9, True
    match.players[1].winter.append(Score("vp-winter", 50))
    outcome = match.play(Taker())
    assert outcome.winners == (1,)
    assert [score >= 50 for score in outcome.scores] == [False, True, False]


@pytest.mark.parametrize("side", [3, 4])
def test_installed_stones_are_counted_by_what_their_cards_and_slots_print(side):
    """HEN-BON-02, K-BONUS-02: every filter with every value, as the records say it."""
    match = match_of(side)
    player = match.players[0]
    stones = {one.id: one.fields for one in GAME.sets["stone"].components}
    slots = {
        one["id"]: one
        for board in GAME.sets["board"].components
        if board.fields["side"] == match.board.side
        for one in entries(board.fields["slots"])
    }
    row = []
    for at, number in enumerate(list(match.stones)[::2]):
        in_slot, carved = at % len(match.board.slots), at % 3 == 0
        player.row.append(number)
        player.row_slots.append(in_slot)
        player.row_carved.append(carved)
        printed, slot = stones[match.cards.ids[number]], slots[match.board.slots[in_slot].id]
        row.append(
            {
                "size": [printed["size"]],
                "privilege": [printed["privilege"]],
                "slot": [slot["role"]],
                "border": [slot["areas"][1:] != ()],
                "area": slot["areas"],
                "carved": [carved],
                "starter": ["starter_area" in printed],
                "min-cost": range(printed["cost"] + 1),
                "min-steps": range(printed["transport_summary"] + 1),
            }
        )
    values = {"size": ("large", "small"), "privilege": codes.PRIVILEGES, "slot": codes.ROLES}
    values |= {"area": match.board.areas, "min-cost": range(8), "min-steps": range(8)}
    values |= dict.fromkeys(("border", "carved", "starter"), (True, False))
    for field, options in values.items():
        for value in options:
            expected = sum(value in one[field] for one in row)
            counted = Count("installed", (EffectFilter(field, value),))
            assert count(match, player, counted) == expected, (field, value)
    for distinct in ("privilege", "size", "area"):
        found = {value for one in row for value in one[distinct]}
        assert count(match, player, Count("installed", distinct=distinct)) == len(found)
    sizes = [one["size"][0] for one in row]
    pairs = min(sizes.count("large"), sizes.count("small"))
    assert count(match, player, Count("pair")) == pairs


def test_who_is_alone_and_has_nothing_has_not_the_most():
    """HEN-BON-02, X-HEN-16: with bots that only cover spaces there is nobody else."""
    match = match_of(1, 2, "X-HEN-16=ignore")
    most = EffectCondition(Count("druid"), most=True)
    assert not holds(match, match.players[0], most)
    match.players[0].on_path[0] = 1
    assert holds(match, match.players[0], most)


@pytest.mark.parametrize(("number", "ended"), [(29, False), (30, True)])
def test_a_round_limit_ends_the_game_after_its_round(number, ended):
    """HEN-END-07, X-HEN-14."""
    match = match_of(3, 0, "X-HEN-14=round_30")
    match.round = number
    match.end_round()
    assert bool(match.reason) is ended


def test_nobody_without_stones_is_asked_how_far_they_move():
    """HEN-TURN-07, X-HEN-29."""
    for to_go in ([], [0]):
        match = match_of(3, 0, "X-HEN-29=may")
        for left in to_go:
            stone(match, 0, "sleeper", to_go=left)
        one = next(one for one in offered(match) if one.passed and not one.by_token)
        script = Script()
        choose_transport(turn_of(match, 0, script), one)
        assert script.asked == []
    match.players[0].to_go[:] = [3]
    choose_transport(
        turn_of(match, 0, script), move(match, one.distance, one.action.name, token=True)
    )
    assert script.asked == []  # a token passes no icons


def test_delivered_are_the_stones_at_the_site(match):
    """HEN-BON-02."""
    for name, left in (("sleeper", 0), ("thunderhead", 1), ("black-ox", 0)):
        stone(match, 0, name, to_go=left)
    assert count(match, match.players[0], Count("delivered")) == 2


def possible(match, on_foot):
    """Distance, icons and action of all moves that the rules let the first seat make on foot."""
    player, board = match.players[0], match.board
    ahead, found = board.ahead[match.pawn], set()
    adjacent = match.mat.druid[player.levels[4]][1]
    for at in range(on_foot + player.cash):
        there = ahead[at % len(ahead)]
        passed = there.passed + at // len(ahead) * ahead[-1].passed
        left = player.cash - max(0, at + 1 - on_foot)
        to_go = [max(0, steps - passed) for steps in player.to_go]
        areas = (there.area, *(board.neighbours[there.area] if adjacent else ()))
        fits = [
            any(
                match.takes(slot, match.stones[card].size, carved, any_size=False)
                for slot in board.slots_of[there.area]
            )
            for card, carved in zip(player.stones, player.carved, strict=True)
        ]
        held = sum(1 for steps in to_go if steps or match.ruled.hold_limit == "not_installed")
        can = {
            codes.INSTALL: any(fit and not way for fit, way in zip(fits, to_go, strict=True)),
            codes.DRUID: player.druids and left >= min(match.price(area) for area in areas),
            codes.INCOME: True,
            codes.QUARRY: player.markers
            and left >= min(match.stones[card].cost for card in match.quarry)
            and held < match.mat.stone[player.levels[3]][1],
            codes.CARVE: player.markers and left >= codes.CARVE_PRICE and not all(player.carved),
            codes.LUCK: True,
            codes.ARRIVE: any(to_go),
        }
        found |= {(at + 1, passed, action) for action in there.actions if can[action]}
    return found


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize("cash", [0, 1, 5, 14, 16, 31, 80, 1200])
def test_every_move_that_is_possible_on_foot_is_offered_and_no_other(ruling, cash):
    """HEN-TURN-01 to HEN-TURN-10, HEN-INC-03, X-HEN-09, X-HEN-27: from each step."""
    match, player = match_by(f"X-HEN-09={ruling}")
    furthest = max(one.steps for one in match.stones.values())
    stone(match, 0, "sleeper", to_go=furthest, carved=True)
    stone(match, 0, "larkstone", to_go=2, carved=True)
    player.cash, player.travel = cash, 0
    cover(match, 0, 5)
    cover(match, 1, 3)
    for level in (0, 1):
        player.levels[4] = level
        for step in range(len(match.board.ahead)):
            match.pawn = step
            found = [(one.distance, one.passed, one.action.number) for one in offered(match)]
            assert len(found) == len(set(found))
            assert set(found) == possible(match, match.mat.steps[player.levels[0]])


@pytest.mark.parametrize("action", [codes.INSTALL, codes.CARVE, codes.ARRIVE])
def test_three_actions_are_nothing_for_whom_holds_no_stone(match, player, action):
    """HEN-INS-03, HEN-CARVE-03, HEN-ARR-02."""
    player.cash = 50
    assert not is_possible(match, player, due_of(match, action))


@pytest.mark.parametrize("ruling", ["may", "must"])
def test_whom_no_action_is_open_to_takes_a_step_for_nothing(ruling):
    """HEN-TURN-01, HEN-TURN-10, X-HEN-03: no money, stones or druids, and one step on foot."""
    match = match_of(3, 0, "X-HEN-03=none", f"X-HEN-29={ruling}")
    player, ahead = match.players[0], match.board.ahead
    player.cash = player.travel = player.druids = 0
    match.mat = replace(match.mat, steps=(1,) * len(match.mat.steps))
    match.pawn = next(at for at, seen in enumerate(ahead) if codes.INCOME not in seen[0].actions)
    there = ahead[match.pawn][0]
    assert [(one.distance, one.action, one.step) for one in offered(match)] == [
        (1, None, there.step)
    ]
    script = Taker()
    person_turn(turn_of(match, 0, script))
    assert [what for _, what, _ in script.asked] == ["move"]
    assert (match.pawn, match.local) == (there.step, there.area)


@pytest.mark.parametrize("in_hand", [True, False])
def test_a_higher_hold_limit_lets_one_go_to_the_quarry(match, in_hand):
    """HEN-LUCK-02, HEN-QUA-06: by Second Sledge, or by what was changed before the move."""
    stones(match, 9, 9)
    match.players[0].cash = 20
    assert "quarry" not in actions_offered(match)
    if in_hand:
        deal_luck(match, 0, "second-sledge")
    else:
        changed(match).allowed["hold stone"] = 1
    assert "quarry" in actions_offered(match)
