"""Henge, the actions: when each may be taken, what it does, sentence by sentence."""

from collections import Counter

import pytest
from hengetable import AREAS, FIGURES, LEVELS, Taker, after_setup, under
from shippedgames import game_of

PLACES = tuple(f"pool.{number}" for number in range(1, 5))


def stones(table, *to_go):
    """Give the first seat stones, all large, that have so many steps to go."""
    for name, left in zip(("sleeper", "thunderhead", "black-ox"), to_go, strict=False):
        table.stone(name, to_go=left)


def fewer_druids(table, left):
    """Leave the first seat so many druids that are not placed."""
    table.move(table.lying("seat1.druids")[left:], "box")


def buy_all(table):
    """Buy stones, turn by turn, until no more are open; how many stones the first seat has."""
    while table.open("main quarry"):
        table.play("main quarry", by=Taker)
    return table.count("seat1.stones")


def test_a_plain_stone_goes_to_uprights_of_its_size(four):
    # HEN-INS-03, HEN-INS-05, HEN-INS-08, HEN-STONE-12: and no stone that is on its way
    four.pawn("heel", "install")
    step = four.at().partition(".")[2]
    by_token = f"by token to {step}: install"
    four.stone("black-ox", to_go=1)
    assert four.slots_open() == set()
    assert by_token not in four.open("turn")
    four.stone("thunderhead")
    assert by_token in four.open("turn")
    assert four.slots_open() == {"heel-left", "heel-right"}
    four.stone("larkstone")
    groups = ("heel", "heel-altar", "mound-heel")
    assert four.slots_open() == {f"{one}-{side}" for one in groups for side in ("left", "right")}


def test_a_carved_stone_also_goes_to_monoliths_and_to_lintels_on_two_uprights(four):
    # HEN-INS-04, HEN-INS-08, HEN-INS-09, HEN-INS-10, HEN-STONE-11
    four.pawn("heel", "install")
    four.stone("thunderhead", carved=True)
    assert four.slots_open() == {"heel-left", "heel-right", "heel-monolith"}
    four.fill("heel-left")
    assert "heel-lintel" not in four.slots_open()
    four.fill("heel-right")
    assert four.slots_open() == {"heel-lintel", "heel-monolith"}


@pytest.mark.parametrize(("area", "is_open"), [("heel", True), ("altar", True), ("avenue", False)])
def test_border_slots_are_open_from_both_areas(area, is_open, four):
    # HEN-INS-02, HEN-BOARD-21
    four.stone("larkstone")
    four.pawn(area, "install")
    assert ("heel-altar-left" in four.slots_open()) is is_open


def test_overlaid_slots_take_either_size(table):
    # HEN-INS-06
    table.stone("larkstone", carved=True)
    table.stone("thunderhead", carved=True)
    table.pawn("heel", "install")
    for name in ("Larkstone", "Thunderhead"):
        assert f"{name} at heel-altar-monolith" in table.open("main install")


@pytest.mark.parametrize(
    ("ruling", "figure"), [("slot", "small_uprights"), ("stone", "large_uprights")]
)
def test_on_the_3_player_side_alone_a_size_without_slots_is_ignored(ruling, figure, four):
    # HEN-INS-07, X-HEN-10
    four.stone("thunderhead")
    four.fill_sizes("large", "either")
    for area in AREAS:
        four.pawn(area, "install")
        assert four.slots_open() == set()
    table = under(f"X-HEN-10={ruling}")
    table.stone("thunderhead")
    table.pawn("altar", "install")
    assert "altar-left" not in table.slots_open()
    table.fill_sizes("large", "either")
    assert {"altar-left", "altar-right"} <= table.slots_open()
    before = {one: table.count(one) for one in FIGURES}
    table.play("main install", "Thunderhead at altar-left")
    assert {one: before[one] - table.count(one) for one in FIGURES if one == figure} == {figure: 1}
    assert sum(before.values()) - sum(map(table.count, FIGURES)) == 1


def test_an_installation_scores_stone_and_slot_and_raises_the_privilege(four):
    # HEN-INS-12, HEN-INS-13, HEN-INS-15, HEN-INS-17, HEN-MAT-07
    four.pawn("altar", "install")
    four.stone("thunderhead", carved=True)  # luck, 9 points; the Altar shows Luck
    four.fill("altar-left", "altar-right")
    markers, lintels = four.count("seat1.markers"), four.count("large_lintels")
    assert four.play("main install").is_done  # the only slot it fits
    bonus = {one["id"]: one["bonus"] for one in four.board().fields["slots"]}
    assert four["seat.points"] == 9 + bonus["altar-lintel"] == four.match.scores()[0]
    assert [four.level_of(kind) for kind in LEVELS] == [1, 1, 2, 1, 1]
    assert (four.ids("seat1.stones"), four.ids("seat1.row")) == ([], ["stone-thunderhead"])
    assert four.count("seat1.markers") == markers + 2
    assert four.count("large_lintels") == lintels - 1


def test_a_carved_stone_scores_no_bonus_in_an_ordinary_slot(four):
    # HEN-INS-09
    four.pawn("hollow", "install")
    four.stone("leaning-sister", carved=True)
    assert four.play("main install", "Leaning Sister at hollow-left").is_done
    assert four["seat.points"] == 5
    assert [four.level_of(kind) for kind in LEVELS] == [1, 1, 1, 1, 1]


def test_a_privilege_at_its_top_gives_the_end_benefit(four):
    # HEN-INS-16
    four.level("coin", 4)
    four.pawn("heel", "install")
    four.stone("rain-table")
    cash = four["seat.cash"]
    assert four.play("main install", "Rain Table at heel-left").is_done
    assert four.level_of("coin") == 4
    assert four["seat.cash"] == cash + 5


def test_any_number_of_stones_but_at_least_one_lies_in_the_row_in_order(four):
    # HEN-INS-01, HEN-INS-14, HEN-MAT-07: cards of this turn are counted for Spring cards
    four.pawn("heel", "install")
    names = ("thunderhead", "sleeper")
    for name in names:
        four.stone(name)
    assert "stop" not in four.open("main install")
    slots = ("heel-left", "heel-right")
    pairs = zip(("Thunderhead", "The Sleeper"), slots, strict=True)
    answers = [f"{name} at {slot}" for name, slot in pairs]
    assert "stop" in four.open("main install", answers[0])
    assert four.play("main install", *answers).is_done
    assert four.ids("seat1.row") == [f"stone-{name}" for name in names]
    assert [four["stone.slot", f"stone-{name}"] for name in names] == [
        *map(four.zone, map(four.slot, slots))
    ]
    assert four.ids("seat1.stones") == []
    assert four["turn.raised"] == 2


@pytest.mark.parametrize(
    ("luck", "said", "slot"),
    [
        ("long-ropes", "Long Ropes", "mound-left"),
        ("across-the-circle", "Across the Circle", "avenue-left"),
        ("bold-as-granite", "Bold as Granite", "heel-monolith"),
        ("shims-and-wedges", "Shims and Wedges", "heel-altar-left"),
    ],
)
def test_luck_cards_widen_where_a_stone_may_go(luck, said, slot, four):
    # HEN-LUCK-04, HEN-LUCK-07, K-LUCK-02
    four.pawn("heel", "install")
    four.stone("sleeper")
    four.stone("wolf-slab")
    four.hand(luck)
    option = f"The Sleeper at {slot}"
    assert option not in four.open("main install")
    assert four.slots_open(f"play {said}", option) == {"heel-left", "heel-right"}
    assert four.play("main install", f"play {said}", option, "stop").is_done
    assert four.ids("seat1.hand") == []


def test_a_druid_goes_to_the_lowest_space_pays_and_uncovers_a_benefit(table):
    # HEN-DRU-02, HEN-DRU-05, HEN-DRU-06, HEN-DRU-08, HEN-MAT-01, HEN-MAT-02
    table.pawn("altar", "druid")
    table.cover("altar", 3)
    cash, spaces = table["seat.cash"], table.path("altar")
    assert table.play("main druid").is_done
    assert table["seat.cash"] == cash - 2 + 2
    assert (table.count("seat1.druids"), table.on_path("altar")) == (11, 1)
    assert [table.count(space) for space in spaces] == [1, 1, 1, 1, 0, 0]
    assert table.match.owner[table.lying(spaces[3])[0]] == 0


@pytest.mark.parametrize(
    ("level", "first", "second"),
    [
        (1, {"altar"}, set()),
        (2, {"altar", "heel", "avenue"}, set()),
        (3, {"altar", "heel", "avenue"}, {"altar"}),
    ],
    ids=["1/0", "1/1", "2/1"],
)
def test_the_level_says_how_many_and_where(table, level, first, second):
    # HEN-DRU-01, HEN-DRU-02, HEN-DRU-03, HEN-DRU-04
    table.pawn("altar", "druid")
    table.level("druid", level)
    table.on_top("whetstone")
    assert {*table.open("main druid")} == first
    one = "heel" if "heel" in first else "altar"
    assert {*table.open("main druid", one)} - {"stop"} == second
    if second:
        assert table.open("main druid", one, "altar") == ["Whetstone", "keep"]


def test_a_full_path_is_closed(table):
    # HEN-DRU-07, HEN-DRU-11
    for area, seat in zip(AREAS, (1, 1, 2, 2, 0), strict=True):
        assert "druid" in table.actions()
        table.cover(area, len(table.path(area)), seat)
    table["seat.cash"] = 5000  # no money opens it
    assert table.count("seat1.druids") == 6
    assert "druid" not in table.actions()


@pytest.mark.parametrize(("ruling", "placed"), [("fixed", 1), ("live", 2)])
def test_a_level_gained_on_the_way_is_a_ruling(ruling, placed):
    # X-HEN-26, HEN-DRU-09: the eighth space of the Druid Track raises a privilege
    table = under(f"X-HEN-26={ruling}")
    table.pawn("heel", "druid")
    fewer_druids(table, 5)
    table.level("druid", 2)
    table["seat.cash"] = 40
    table.play("main druid", "heel", "druid", *["heel"] * (placed - 1))
    assert table.level_of("druid") == 3
    assert table.on_path("heel") == placed


@pytest.mark.parametrize(("level", "buy", "hold"), [(1, 1, 2), (2, 2, 2), (3, 2, 3)])
def test_the_stone_level_limits_buying_and_holding(table, level, buy, hold):
    # HEN-QUA-01, HEN-QUA-02, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05, HEN-QUA-06, HEN-QUA-11
    table.level("stone", level)
    table["seat.cash"] = 60
    pool = [*map(table.ids, PLACES)]
    assert "quarry" in table.actions()
    assert [word.rpartition(" ")[2] for word in table.open("main quarry")] == list(PLACES)
    assert table.play("main quarry", by=Taker).is_done
    assert [[one] for one in table.ids("seat1.stones")] == pool[:buy]
    assert [*map(table.count, PLACES)].count(0) == buy  # HEN-QUA-09
    assert buy_all(table) == hold


def test_stones_are_paid_marked_and_start_at_the_quarry(table):
    # HEN-QUA-08, HEN-QUA-10
    table.for_sale("sleeper", "thunderhead")
    table["seat.cash"] = 20
    markers = table.count("seat1.markers")
    table.play("main quarry", "Thunderhead")
    assert table["seat.cash"] == 20 - 9
    assert table["stone.to_go", "stone-thunderhead"] == 4
    assert table.count("seat1.markers") == markers - 1
    assert table.count("seat1.transport") == 1


@pytest.mark.parametrize(("ruling", "held"), [("not_installed", 2), ("in_transit", 4)])
def test_stones_at_the_site_are_a_ruling(ruling, held):
    # HEN-QUA-07, X-HEN-09
    table = under(f"X-HEN-09={ruling}")
    stones(table, 0, 0)
    table["seat.cash"] = 60
    assert buy_all(table) == held


@pytest.mark.parametrize(("ruling", "possible"), [("illegal", False), ("idle", True)])
def test_an_empty_pool_cannot_be_quarried(ruling, possible):
    # HEN-END-06, HEN-LUCK-02, X-HEN-13: nothing is for sale at any price
    table = under(f"X-HEN-13={ruling}")
    table.for_sale()
    table["seat.cash"] = 60
    assert ("quarry" in table.actions()) is possible
    asked = [what for what, _ in table.copy().play("main quarry").asked]
    assert not possible or asked == ["bench", "bench"]
    table.hand("gift-of-the-hill", "kin-at-the-quarry")
    assert ("quarry" in table.actions()) is possible


def test_the_pool_is_refilled_in_place_at_the_end_of_the_turn(table):
    # HEN-TURN-15, HEN-QUA-13
    table.move(table.lying("pool.2"), "box")
    first, left = [*map(table.ids, PLACES)], table.count("stone_deck")
    table.play("refill")
    now = [*map(table.ids, PLACES)]
    assert [a == b for a, b in zip(first, now, strict=True)] == [True, False, True, True]
    assert [*map(len, now)] == [1, 1, 1, 1]
    assert table.count("stone_deck") == left - 1


def test_carving_costs_four_dollars_a_stone_even_in_transit(table):
    # HEN-CARVE-01, HEN-CARVE-02, HEN-CARVE-04, HEN-CARVE-05, HEN-STONE-07: one may stop after one
    stones(table, 2, 0, 0)
    for cash in (3, 4, 9):
        table["seat.cash"] = cash
        assert ("carve" in table.actions()) is (cash > 3)
    assert "stop" not in table.open("main carve")
    assert "stop" in table.open("main carve", "The Sleeper")
    assert table.play("main carve", "The Sleeper", "Thunderhead").is_done
    assert table["seat.cash"] == 1
    names = ("sleeper", "thunderhead", "black-ox")
    assert [table["stone.cut", f"stone-{name}"] for name in names] == [True, True, False]


def test_income_gives_coins_and_luck(table):
    # HEN-INC-01, HEN-INC-02
    table.on_top("whetstone")
    table.play("main income", "keep")
    assert table["seat.cash"] == 12 + 4
    assert table.ids("seat1.hand") == ["luck-whetstone"]


def test_a_sub_action_may_be_declined_and_takes_no_luck_cards(table):
    # HEN-CONC-02, HEN-CONC-03
    table.stone("sleeper", to_go=2)
    table.hand("sharp-flints")
    table.move([table.piece("reward-a-antler")], "seat1.chits")
    table["turn.lucky"] = True  # as in a turn
    assert table.open("bring Antler Pick") == ["The Sleeper", "stop"]
    assert "play Sharp Flints" in table.open("main carve")
    assert table.play("bring Antler Pick", "stop").is_done
    assert table["stone.cut", "stone-sleeper"] is False


def test_a_free_sub_action_costs_nothing(table):
    table["seat.cash"] = 0
    table.stone("sleeper", to_go=2)
    table.play("free carve 1", "The Sleeper")
    assert (table["stone.cut", "stone-sleeper"], table["seat.cash"]) == (True, 0)


def test_a_card_that_says_so_goes_with_a_sub_action(table):
    # HEN-LUCK-04
    table.pawn("heel", "druid")
    fewer_druids(table, 1)
    table.hand("hidden-path", "almsgiving")
    table.move([table.piece("reward-a-staff")], "seat1.chits")
    table.cover("heel", 3)
    table["seat.cash"] = 2
    table["turn.lucky"] = True  # as in a turn
    assert "play Almsgiving" not in table.open("bring Hazel Staff")
    assert table.play("bring Hazel Staff", "play Hidden Path", "heel").is_done
    assert (table["seat.cash"], table.on_path("heel")) == (2, 1)


def test_transport_benefits_move_one_or_all_stones(table):
    stones(table, 2, 4)
    chits = ("reward-a-oxen", "reward-a-rollers", "reward-b-sledge")
    table.move(map(table.piece, chits), "seat1.chits")
    steps = [
        (("Borrowed Oxen", "Thunderhead"), [2, 2]),
        (("Log Rollers",), [1, 1]),
        (("Great Sledge",), [0, 0]),
    ]
    for (chit, *answers), left in steps:
        assert table.play(f"bring {chit}", *answers).is_done
        assert [
            table["stone.to_go", f"stone-{name}"] for name in ("sleeper", "thunderhead")
        ] == left


def test_figures_are_exactly_the_slots_of_the_large_side(four):
    # K-SLOT-03
    four.fill_sizes("large", "small")
    slots = [four.count(four.slot(one["id"])) for one in four.board().fields["slots"]]
    assert slots == [1] * 29
    assert [*map(four.count, FIGURES)] == [0, 0, 0, 0]


def test_a_luck_card_is_used_once_and_discarded(table):
    """HEN-LUCK-01, HEN-LUCK-06: it is not offered again, and lies on the discards."""
    table.stone("sleeper", to_go=5)
    table.hand("dry-road")
    table.on_top("whetstone")
    got = table.play("main income", "play Dry Road", "keep")
    assert got.is_done
    offers = ["play Dry Road" in words for _, words in got.asked[1:]]
    assert offers == [True, *[False] * (len(offers) - 1)]
    assert table.ids("seat1.hand") == ["luck-whetstone"]
    assert table.ids("luck_discard").count("luck-dry-road") == 1


@pytest.mark.parametrize(("answer", "left"), [("play Dry Road", 3), ("stop", 4)])
def test_a_card_just_drawn_is_played_at_once_or_kept(table, answer, left):
    """HEN-LUCK-13: Income draws a card that fits any action."""
    table.on_top("dry-road")
    table.stone("sleeper", to_go=4)
    table.play("main income", answer)
    assert table["stone.to_go", "stone-sleeper"] == left
    assert ("luck-dry-road" in table.ids("seat1.hand")) is (answer == "stop")


def test_a_hand_has_no_limit(table):
    """HEN-LUCK-14: nobody is asked to discard, however many cards are drawn."""
    for number in range(1, 41):
        assert table.play("draw").is_done
        assert table.count("seat1.hand") == number


def test_of_two_actions_of_a_step_one_is_taken_and_never_both(table):
    """HEN-TURN-08, HEN-CONC-01: each is a move of its own, and the turn asks for that one alone."""
    table.stone("sleeper", to_go=6)
    table.stand("step-1")
    for deed, druids, cut in (("druid", 11, False), ("carve", 12, True)):
        after = table.copy()
        assert after.play("turn", f"1 to {deed}").is_done
        assert (after.count("seat1.druids"), after["stone.cut", "stone-sleeper"]) == (druids, cut)


@pytest.mark.parametrize(("ruling", "back"), [("supply", 1), ("box", 0)])
def test_where_a_spent_token_goes_is_a_ruling(ruling, back):
    """HEN-TURN-16, X-HEN-07."""
    table = under(f"X-HEN-07={ruling}")
    supply, box = table.count("travel_supply"), table.count("box")
    table.play("turn", "by token to step-4: income")
    assert table.count("travel_supply") == supply + back
    assert table.count("seat1.travel") == 0
    assert table.count("box") == box + 1 - back


@pytest.mark.parametrize("action", ["arrive", "carve", "income", "quarry", "luck"])
def test_five_actions_do_not_depend_on_the_local_area(table, action):
    """HEN-BOARD-14: they need and do the same wherever the Master Druid is."""
    table["seat.cash"] = 30
    table.stone("sleeper", to_go=3)
    seen = []
    for step in ("step-1", "step-4", "step-7", "step-10", "step-13"):
        table.stand(step)
        moves = [word for word in table.open("turn") if "by token" in word]
        rides = [word for word in moves if word.endswith(f": {action}")]
        seen.append((rides, table.open(f"main {action}")))
    assert all(found == seen[0] for found in seen)
    assert all(seen[0])


@pytest.mark.parametrize("action", ["install", "druid"])
def test_install_and_druid_depend_on_the_local_area(four, action):
    """HEN-BOARD-14: what they offer is there or beside it."""
    four.stone("sleeper")
    seen = []
    for area in AREAS:
        four.pawn(area, "install")
        seen.append(four.open(f"main {action}"))
    assert all(found != seen[0] for found in seen[1:])


def test_the_starter_counts_against_the_hold_limit(table):
    """HEN-QUA-12: who holds it may take in one stone less."""
    with_starter = after_setup()
    assert with_starter.count("seat1.stones") == 1
    for one in (with_starter, table):
        one.level("stone", 2)
        one["seat.cash"] = 60
    assert buy_all(with_starter) - 1 == 1
    assert buy_all(table) == 2


def test_installed_stones_cannot_be_carved(four):
    """HEN-CARVE-03: with the only stone installed, Carve is not offered."""
    four.pawn("heel", "install")
    four.stone("sleeper")
    four["seat.cash"] = 30
    assert "carve" in four.actions()
    assert four.open("main carve") == ["The Sleeper"]
    four.play("main install", "The Sleeper at heel-left")
    assert four.open("main carve") == []
    assert "carve" not in four.actions()


def test_several_own_druids_may_stand_in_one_area(table):
    """HEN-DRU-12: the second one goes to the next space."""
    table.pawn("heel", "druid")
    table.on_top("last-mile")  # which the second one draws
    for number, answers in ((1, ()), (2, ("keep",))):
        assert table.open("main druid") == ["heel"]
        assert table.play("main druid", *answers).is_done
        assert table.on_path("heel") == number
        assert table.count(table.path("heel")[number - 1]) == 1


@pytest.mark.parametrize(
    ("kind", "top", "what"),
    [
        ("steps", 4, {"travel": 1}),
        ("coin", 4, {"cash": 5}),
        ("luck", 4, {"points": 3}),
        ("stone", 3, {"chits": 1, "cash": 6}),
        ("druid", 3, {"bonus": 1}),
    ],
)
def test_every_privilege_track_ends_with_a_benefit(table, kind, top, what):
    """HEN-MAT-06: a level-up beyond the top gives what stands at its right end."""
    table.move(table.lying("reward_pool_b") + table.lying("reward_b"), "box")
    table.move([table.piece("reward-b-torc")], "reward_pool_b")
    for level, gained in ((top - 1, {}), (top, what)):
        table.level(kind, level)
        before = has(table)
        table.play(f"level {kind}", by=Taker)
        after = has(table)
        more = {one: after[one] - before[one] for one in after if after[one] != before[one]}
        assert more == gained
        assert table.level_of(kind) == top


def has(table):
    """What the first seat has."""
    zones = {name: table.count(f"seat1.{name}") for name in ("travel", "chits", "bonus", "hand")}
    return {**zones, "cash": table["seat.cash"], "points": table["seat.points"]}


@pytest.mark.heavy
@pytest.mark.parametrize(("players", "bots"), [(1, 2), (3, 0), (5, 0)])
def test_every_card_of_the_box_is_somewhere(players, bots):
    """HEN-PC-08, HEN-FSET-10: what is not used lies in the box, nothing is lost."""
    table = after_setup(players, bots)
    found = Counter(one for zone in table.tables.zone_at for one in table.ids(zone))
    sets = ["stone", "bonus", "luck", "first_upgrade", "reward", *["hengebot"] * bots]
    copies = {one.id: one.copies for name in sets for one in game_of("henge").sets[name].components}
    assert {name: found.get(name) for name in copies} == copies
