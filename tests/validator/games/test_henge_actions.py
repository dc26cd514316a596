"""Henge, the actions: when each may be taken, what it does, sentence by sentence."""

from collections import Counter
from dataclasses import replace

import pytest
from gametable import Script, dealt
from hengetable import (
    GAME,
    First,
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
    slot_of,
    slots_open,
    steps,
    stone,
    stones,
    turn_of,
)

from validator.catalogue.effects import Act, Advance
from validator.games.henge import match as scoring
from validator.games.henge.actions import HENGE_ACTIONS, raise_level, refill, room
from validator.games.henge.benefits import person_turn
from validator.games.henge.cards import card_points
from validator.games.henge.codes import CARVE, DRUID, FIGURES, INCOME, INSTALL, QUARRY, SMALL
from validator.games.henge.modifiers import Aid, Mods
from validator.games.henge.turns import STOP, HengeChoice, HengeWork, is_possible


def druid(match, area):
    """The option that places a druid."""
    return HengeChoice("druid", match.board.areas.index(area))


def test_a_plain_stone_goes_to_uprights_of_its_size(four):
    # HEN-INS-03, HEN-INS-05, HEN-INS-08, HEN-STONE-12: and no stone that is on its way
    stone(four, 0, "black-ox", to_go=1)
    assert slots_open(four, "heel") == []
    assert not is_possible(four, four.players[0], due_of(four, INSTALL))
    stone(four, 0, "thunderhead")
    assert is_possible(four, four.players[0], due_of(four, INSTALL))
    assert set(slots_open(four, "heel")) == {"heel-left", "heel-right"}
    stone(four, 0, "larkstone")
    groups = ("heel", "heel-altar", "mound-heel")
    both = {f"{group}-{side}" for group in groups for side in ("left", "right")}
    assert set(slots_open(four, "heel")) == both


def test_a_carved_stone_also_goes_to_monoliths_and_to_lintels_on_two_uprights(four):
    # HEN-INS-04, HEN-INS-08, HEN-INS-09, HEN-INS-10, HEN-STONE-11
    stone(four, 0, "thunderhead", carved=True)
    assert set(slots_open(four, "heel")) == {"heel-left", "heel-right", "heel-monolith"}
    put(four, "heel-left")
    assert "heel-lintel" not in set(slots_open(four, "heel"))
    put(four, "heel-right")
    assert set(slots_open(four, "heel")) == {"heel-lintel", "heel-monolith"}


def test_border_slots_are_open_from_both_areas(four):
    # HEN-INS-02, HEN-BOARD-21
    stone(four, 0, "larkstone")
    for area in ("heel", "altar"):
        assert "heel-altar-left" in set(slots_open(four, area))
    assert "heel-altar-left" not in set(slots_open(four, "avenue"))


def test_overlaid_slots_take_either_size(match):
    # HEN-INS-06
    stone(match, 0, "larkstone", carved=True)
    stone(match, 0, "thunderhead", carved=True)
    match.local = match.board.areas.index("heel")
    for seat_stone in (0, 1):
        option = installing(match, seat_stone, "heel-altar-monolith")
        assert option in steps(match, INSTALL)


def test_on_the_3_player_side_alone_a_size_without_slots_is_ignored(four):
    # HEN-INS-07, X-HEN-10
    stone(four, 0, "thunderhead")
    fill_where(four, lambda slot: slot.size != SMALL)
    assert all(slots_open(four, area) == [] for area in four.board.areas)
    for ruling, figure in (("slot", 2), ("stone", 0)):
        match = match_of(3, 0, f"X-HEN-10={ruling}")
        stone(match, 0, "thunderhead")
        assert "altar-left" not in set(slots_open(match, "altar"))
        fill_where(match, lambda slot: slot.size != SMALL)
        assert {"altar-left", "altar-right"} <= set(slots_open(match, "altar"))
        before = list(match.figures)
        at_step(match, "altar", "install")
        carry_out(match, INSTALL, installing(match, 0, "altar-left"))
        assert [a - b for a, b in zip(before, match.figures, strict=True)].index(1) == figure


def test_an_installation_scores_stone_and_slot_and_raises_the_privilege(four):
    # HEN-INS-12, HEN-INS-13, HEN-INS-15, HEN-INS-17, HEN-MAT-07
    player = four.players[0]
    at_step(four, "altar", "install")
    stone(four, 0, "thunderhead", carved=True)  # luck, 9 points; the Altar shows Luck
    put(four, "altar-left", "altar-right")
    markers = player.markers
    lintels = four.figures[1]
    carry_out(four, INSTALL)  # the only slot it fits
    assert player.score == 9 + four.board.slots[slot_of(four, "altar-lintel")].bonus
    assert player.levels == [0, 0, 1, 0, 0]
    assert player.stones == []
    assert player.row == [card(four, "stone-thunderhead")]
    assert player.markers == markers + 2
    assert four.figures[1] == lintels - 1


def test_a_carved_stone_scores_no_bonus_in_an_ordinary_slot(four):
    # HEN-INS-09
    at_step(four, "hollow", "install")
    stone(four, 0, "leaning-sister", carved=True)
    carry_out(four, INSTALL, installing(four, 0, "hollow-left"))
    assert four.players[0].score == 5
    assert four.players[0].levels == [0, 0, 0, 0, 0]


def test_a_privilege_at_its_top_gives_the_end_benefit(four):
    # HEN-INS-16
    player = four.players[0]
    player.levels[1] = four.mat.tops[1]
    at_step(four, "heel", "install")
    stone(four, 0, "rain-table")
    cash = player.cash
    carry_out(four, INSTALL, installing(four, 0, "heel-left"))
    assert player.levels[1] == four.mat.tops[1]
    assert player.cash == cash + 5


def test_any_number_of_stones_but_at_least_one_lies_in_the_row_in_order(at_heel):
    # HEN-INS-01, HEN-INS-14, HEN-MAT-07: cards of this turn are counted for Spring cards
    player, names = at_heel.players[0], ("sleeper", "thunderhead")
    for name in names:
        stone(at_heel, 0, name)
    answers = [installing(at_heel, 1, "heel-left"), installing(at_heel, 0, "heel-right")]
    script = carry_out(at_heel, INSTALL, *answers)
    assert STOP not in script.asked[0][2]
    assert player.row == [card(at_heel, f"stone-{name}") for name in reversed(names)]
    assert [at_heel.board.slots[at].id for at in player.row_slots] == ["heel-left", "heel-right"]
    assert player.stones == []
    assert at_heel.raised_now == 2


@pytest.mark.parametrize(
    ("luck", "slot"),
    [
        ("long-ropes", "mound-left"),
        ("across-the-circle", "avenue-left"),
        ("bold-as-granite", "heel-monolith"),
        ("shims-and-wedges", "heel-altar-left"),
    ],
)
def test_luck_cards_widen_where_a_stone_may_go(luck, slot, at_heel):
    # HEN-LUCK-04, HEN-LUCK-07, K-LUCK-02
    stone(at_heel, 0, "sleeper")
    stone(at_heel, 0, "wolf-slab")
    deal_luck(at_heel, 0, luck)
    option = installing(at_heel, 0, slot)
    assert option not in steps(at_heel, INSTALL)
    script = carry_out(at_heel, INSTALL, playing(at_heel, luck), option, STOP)
    wide = [one for one in script.asked[2][2] if one != STOP]
    assert {at_heel.board.slots[one.slot].id for one in wide} <= {"heel-left", "heel-right"}
    assert at_heel.players[0].hand == []


def test_a_druid_goes_to_the_lowest_space_pays_and_uncovers_a_benefit(match, player):
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
def test_the_level_says_how_many_and_where(match, level, first, second):
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


def test_a_full_path_is_closed(match):
    # HEN-DRU-07, HEN-DRU-11
    for area, prices in enumerate(match.board.prices):
        cover(match, area, len(prices))
    match.players[0].cash = 5000  # no money opens it
    assert "druid" not in actions_offered(match)


@pytest.mark.parametrize(("ruling", "placed"), [("fixed", 1), ("live", 2)])
def test_a_level_gained_on_the_way_is_a_ruling(ruling, placed):
    # X-HEN-26, HEN-DRU-09: the eighth space of the Druid Track raises a privilege
    match = match_of(3, 0, f"X-HEN-26={ruling}")
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids, player.levels[4], player.cash = 5, 1, 40
    heel, level = druid(match, "heel"), HengeChoice("level", 4)
    answers = [heel, level]
    if placed == 2:
        answers += [heel]
        match.pools[1][:] = [card(match, "reward-b-cup")]
    script = Script(*answers)
    carry_out(match, DRUID, script=script)
    assert player.on_path[0] == placed


@pytest.mark.parametrize(("level", "buy", "hold"), [(0, 1, 2), (1, 2, 2), (2, 2, 3)])
def test_the_stone_level_limits_buying_and_holding(match, player, level, buy, hold):
    # HEN-QUA-01, HEN-QUA-02, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05, HEN-QUA-06, HEN-QUA-11
    player.levels[3], player.cash = level, 60
    pool = list(match.quarry)
    assert is_possible(match, player, due_of(match, QUARRY))
    script = carry_out(match, QUARRY, *choosing("buy", *range(buy)))
    assert script.asked[0][2] == choosing("buy", *range(4))
    assert player.stones == pool[:buy]
    assert room(match, player, Mods()) == hold - buy
    assert match.quarry.count(-1) == buy  # HEN-QUA-09


def test_stones_are_paid_marked_and_start_at_the_quarry(match, player):
    # HEN-QUA-08, HEN-QUA-10
    player.cash = 20
    bought = match.quarry[2]
    markers = player.markers
    carry_out(match, QUARRY, HengeChoice("buy", 2))
    assert player.cash == 20 - match.stones[bought].cost
    assert player.to_go == [match.stones[bought].steps]
    assert player.markers == markers - 1


@pytest.mark.parametrize(("ruling", "left"), [("not_installed", 0), ("in_transit", 2)])
def test_stones_at_the_site_are_a_ruling(ruling, left):
    # HEN-QUA-07, X-HEN-09
    match, player = match_by(f"X-HEN-09={ruling}")
    stones(match, 0, 0)
    assert room(match, player, Mods()) == left


def test_an_empty_pool_cannot_be_quarried():
    # HEN-END-06, HEN-LUCK-02, X-HEN-13: nothing is for sale at any price
    for ruling, possible in (("illegal", False), ("idle", True)):
        match = match_of(3, 0, f"X-HEN-13={ruling}")
        match.quarry = [-1, -1, -1, -1]
        match.players[0].cash = 60
        assert ("quarry" in actions_offered(match)) is possible
        if possible:
            assert carry_out(match, QUARRY).asked == []
        deal_luck(match, 0, "gift-of-the-hill", "kin-at-the-quarry")
        assert ("quarry" in actions_offered(match)) is possible


def test_the_pool_is_refilled_in_place_at_the_end_of_the_turn(match):
    # HEN-TURN-15, HEN-QUA-13
    match.quarry[1] = -1
    first, left = list(match.quarry), len(match.stone_deck.cards)
    refill(match)
    assert [a == b for a, b in zip(first, match.quarry, strict=True)] == [True, False, True, True]
    assert len(match.stone_deck.cards) == left - 1


def test_carving_costs_four_dollars_a_stone_even_in_transit(match, player):
    # HEN-CARVE-01, HEN-CARVE-02, HEN-CARVE-04, HEN-CARVE-05, HEN-STONE-07: one may stop after one
    stones(match, 2, 0, 0)
    for player.cash in (3, 4, 9):
        assert is_possible(match, player, due_of(match, CARVE)) is (player.cash > 3)
    script = carry_out(match, CARVE, HengeChoice("carve", 0), HengeChoice("carve", 1))
    assert (player.cash, player.carved) == (1, [True, True, False])
    assert [STOP in options for _, _, options in script.asked] == [False, True]


def test_income_gives_coins_and_luck(match, player):
    # HEN-INC-01, HEN-INC-02
    carry_out(match, INCOME, script=First())
    assert player.cash == 12 + match.mat.coins[0]
    assert len(player.hand) == 1


def test_a_sub_action_may_be_declined_and_takes_no_luck_cards(match, player):
    # HEN-CONC-02, HEN-CONC-03
    stone(match, 0, "sleeper", to_go=2)
    deal_luck(match, 0, "sharp-flints")
    changed(match).once["carving"] = [2]
    script = give(match, Act("carve", limit=1), answers=[STOP])
    assert script.asked[0][2] == [STOP, HengeChoice("carve", 0)]
    assert player.carved == [False]
    assert match.mods.once["carving"] == [2]


def test_a_free_sub_action_costs_nothing(match, player):
    player.cash = 0
    stone(match, 0, "sleeper", to_go=2)
    give(match, Act("carve", free=True, limit=1), script=Script(HengeChoice("carve", 0)))
    assert player.carved == [True]


def test_a_card_that_says_so_goes_with_a_sub_action(match, player):
    # HEN-LUCK-04
    at_step(match, "heel", "druid")
    player.druids = 1
    deal_luck(match, 0, "hidden-path", "almsgiving")
    cover(match, 0, 3)
    player.cash = 2
    script = give(
        match,
        Act("druid-action", limit=1),
        answers=[playing(match, "hidden-path"), druid(match, "heel")],
    )
    assert playing(match, "almsgiving") not in script.asked[0][2]
    assert player.cash == 2


def test_transport_benefits_move_one_or_all_stones(match, player):
    stones(match, 2, 4)
    give(match, Advance("transport-track", 3, "any"), script=Script(HengeChoice("transport", 1)))
    assert player.to_go == [2, 1]
    give(match, Advance("transport-track", 1, "all"))
    assert player.to_go == [1, 0]
    give(match, Advance("transport-track", None, "all"))
    assert player.to_go == [0, 0]


def test_figures_are_exactly_the_slots_of_the_large_side(four):
    # K-SLOT-03
    need = [0, 0, 0, 0]
    for at, slot in enumerate(four.board.slots):
        need[four.figure_for(at, slot.size)] += 1
    assert need == [four.rules.sizes[name] for name in FIGURES]


def test_a_luck_card_is_used_once_and_discarded(match):
    """HEN-LUCK-01, HEN-LUCK-06: it is not offered again, and lies on the discards."""
    stone(match, 0, "sleeper", to_go=5)
    deal_luck(match, 0, "dry-road")
    script = carry_out(match, INCOME, playing(match, "dry-road"))
    played = card(match, "luck-dry-road")
    assert playing(match, "dry-road") in script.asked[0][2]
    assert not any(playing(match, "dry-road") in options for _, _, options in script.asked[1:])
    assert played not in match.players[0].hand
    assert match.luck_deck.discards.count(played) == 1


@pytest.mark.parametrize("played", [True, False])
def test_a_card_just_drawn_is_played_at_once_or_kept(match, played):
    """HEN-LUCK-13: Income draws a card that fits any action."""
    (number,) = on_top(match, "dry-road")
    stone(match, 0, "sleeper", to_go=4)
    carry_out(match, INCOME, playing(match, "dry-road") if played else STOP)
    assert (match.players[0].to_go == [3]) is played
    assert (number in match.players[0].hand) is not played


def test_a_hand_has_no_limit(match):
    """HEN-LUCK-14: nobody is asked to discard, however many cards are drawn."""
    script = Script()
    turn_of(match, 0, script).draw(40, 0)
    assert len(match.players[0].hand) == 40
    assert script.asked == []


def test_of_two_actions_of_a_step_one_is_taken_and_never_both(match):
    """HEN-TURN-08, HEN-CONC-01: each is a move of its own, and the turn asks for that one alone."""
    stone(match, 0, "sleeper", to_go=6)
    by_distance = {}
    for one in offered(match):
        if not one.by_token and one.action is not None:
            by_distance.setdefault(one.distance, []).append(one)
    pair = next(found for found in by_distance.values() if len(found) == 2)
    shown = match.board.step_actions[pair[0].step]
    assert {one.action.number for one in pair} == set(shown)
    for one in pair:
        mover = First()
        mover.pick = lambda what, options, one=one: one if what == "move" else options[0]
        again = match.copy()
        person_turn(turn_of(again, 0, mover))
        asked = {what for _, what, _ in mover.asked}
        others = {HENGE_ACTIONS[number].name for number in shown} - {one.action.name}
        assert one.action.name in asked
        assert not others & asked


@pytest.mark.parametrize(("ruling", "back"), [("supply", 1), ("box", 0)])
def test_where_a_spent_token_goes_is_a_ruling(ruling, back):
    """HEN-TURN-16, X-HEN-07."""
    match = match_of(3, 0, f"X-HEN-07={ruling}")
    before = match.travel
    match.pawn = 0
    distance = next(
        at for at, there in enumerate(match.board.ahead[0], start=1) if INCOME in there.actions
    )
    move(match, distance, "income", token=True).go(match, match.players[0])
    assert match.travel == before + back
    assert match.players[0].travel == 0
    assert match.census()["box"].count("travel") == 1 - back


@pytest.mark.parametrize("action", ["arrive", "carve", "income", "quarry", "luck"])
def test_five_actions_do_not_depend_on_the_local_area(match, player, action):
    """HEN-BOARD-14: they need and do the same wherever the Master Druid is."""
    player.cash = 30
    stone(match, 0, "sleeper", to_go=3)
    one = next(made for made in HENGE_ACTIONS if made.name == action)
    seen = []
    for area in range(len(match.board.areas)):
        match.local = area
        opened = one.is_open(match, player, area, 0, player.cash, Aid(Mods()))
        seen.append((opened, one.steps(match, player, HengeWork(main=True))))
    assert all(found == seen[0] for found in seen)
    assert seen[0][1]


def test_install_and_druid_depend_on_the_local_area(four):
    """HEN-BOARD-14: what they offer is there or beside it."""
    stone(four, 0, "sleeper")
    for number in (INSTALL, DRUID):
        seen = []
        for area in range(len(four.board.areas)):
            four.local = area
            seen.append(HENGE_ACTIONS[number].steps(four, four.players[0], HengeWork(main=True)))
        assert all(found != seen[0] for found in seen[1:])


def test_the_starter_counts_against_the_hold_limit():
    """HEN-QUA-12: who holds it may take in one stone less."""
    with_starter, without = dealt(henge(3)), match_of(3)
    for match in (with_starter, without):
        match.players[0].levels[3], match.players[0].cash = 1, 60
    assert len(with_starter.players[0].stones) == 1
    assert room(with_starter, with_starter.players[0], Mods()) == 1
    assert room(without, without.players[0], Mods()) == 2


def test_installed_stones_cannot_be_carved(at_heel):
    """HEN-CARVE-03: with the only stone installed, Carve is not offered."""
    stone(at_heel, 0, "sleeper")
    at_heel.players[0].cash = 30
    assert "carve" in actions_offered(at_heel)
    assert steps(at_heel, CARVE) == [HengeChoice("carve", 0)]
    carry_out(at_heel, INSTALL, installing(at_heel, 0, "heel-left"))
    assert steps(at_heel, CARVE) == []
    assert "carve" not in actions_offered(at_heel)


def test_several_own_druids_may_stand_in_one_area(match, player):
    """HEN-DRU-12: the second one goes to the next space."""
    on_top(match, "dry-road", "strong-backs", "rich-harvest", "last-mile")
    for expected in (1, 2):
        player.cash = 30
        option = HengeChoice("druid", match.local)
        assert option in HENGE_ACTIONS[DRUID].steps(match, player, HengeWork(main=True))
        cover(match, match.local, expected - 1)
        carry_out(match, DRUID)
        assert player.on_path[match.local] == expected
        assert player.last[match.local] == expected - 1


def test_every_privilege_track_ends_with_a_benefit(match, player):
    """HEN-MAT-06: a level-up beyond the top gives what stands at its right end."""
    for privilege, end in enumerate(match.mat.ends):
        assert end
        player.levels[privilege] = match.mat.tops[privilege]
        assert raise_level(match, player, privilege) == end
        assert player.levels[privilege] == match.mat.tops[privilege]


@pytest.mark.parametrize(("players", "bots"), [(1, 2), (3, 0), (5, 0)])
def test_every_card_of_the_box_is_somewhere(players, bots):
    """HEN-PC-08, HEN-FSET-10: what is not used lies in the box, nothing is lost."""
    match = dealt(henge(players, bots))
    lying = Counter(one for zone in match.census().values() for one in zone if type(one) is int)
    sets = ["stone", "bonus", "luck", "first_upgrade", "reward", *["hengebot"] * bots]
    copies = {one.id: one.copies for name in sets for one in GAME.sets[name].components}
    found = {match.cards.ids[number]: count for number, count in lying.items()}
    assert {name: found.get(name) for name in copies} == copies


@pytest.mark.parametrize("points", [0, 3])
def test_a_bonus_card_counts_as_played_if_it_scores(match, points):
    """HEN-SCORE-01: one that gives nothing is dead."""
    worth = {number: card_points(match, match.players[0], number) for number in match.cards.bonus}
    number = next(one for one, value in worth.items() if (value > 0) is (points > 0))
    match.players[0].eog.append(number)
    before = match.tally.played[number]
    scoring.final_scoring(match)
    assert match.tally.played[number] - before == (points > 0)
