"""Henge: what cards, chits and spaces bring, sub-actions, cards in use, limits of pieces."""

import pytest
from gametable import dealt, smaller
from hengetable import DEEDS, Answers, Position, Stopped, Taker, go_on, position
from matches import shipped_table
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.compiler.table import prepare
from validator.compiler.tables import ROUND
from validator.play.rulings import resolve_rulings

OTHERWISE = (
    "X-HEN-03=none",
    "X-HEN-05=turn_end",
    "X-HEN-06-BANK=limited",
    "X-HEN-09=not_installed",
    "X-HEN-14=round_30",
    "X-HEN-15=idle",
    "X-HEN-20=hand_only",
    "X-HEN-29=may",
)
"""Rulings other than the usual ones, which do not touch each other."""
BOTS = ("X-HEN-12=everyone", "X-HEN-12-ORDER=between")
TOPS = {"steps": 4, "coin": 4, "luck": 4, "stone": 3, "druid": 3}
"""The highest level of each privilege."""


@pytest.fixture
def other():
    """A position of three people by other rulings."""
    return position(*OTHERWISE)


@pytest.fixture
def at_heel(four):
    """A position of four people, with the pawn on a step of the Heel where stones are installed."""
    four.pawn("heel", "install")
    return four


def stones(table, *to_go):
    """Give the first seat stones, all large, that have so many steps to go."""
    for name, left in zip(("sleeper", "thunderhead", "black-ox"), to_go, strict=False):
        table.stone(name, left)


def bring(table, chit, *answers, by=Answers):
    """Carry out a Reward chit for the first seat."""
    piece = table.loose(f"reward-{chit}")
    table.move([piece], "seat1.chits")
    return table.play(f"bring {table.tables.pieces[piece].name}", *answers, by=by)


def asked(got, what):
    """The words of each decision of a kind."""
    return [words for of, words in got.asked if of == what]


def deals(table, *answers):
    """The moves on foot that are open to the first seat: how far, and to what."""
    words = [one.split(" to ") for one in table.play("turn", *answers).options]
    return {(int(one[0]), one[1]) for one in words if one[-1] in DEEDS}


def actions_offered(table):
    """The actions that some move on foot of the first seat leads to."""
    return {deed for _, deed in deals(table)}


def open_at(table, deed):
    """The areas in which the first step of an action is possible, as tokens lead anywhere."""
    board = table.board().fields["rondel"]
    table.move(table.lying("travel_supply")[:1], "seat1.travel")
    words = [one for one in table.play("turn").options if one.startswith("by token")]
    steps = {one.split()[3].split(".")[-1] for one in words if one.endswith(deed)}
    return {one["area"] for one in board if f"{one['id']}:" in steps}


def slots_in(words):
    """The slots that options to install name."""
    return {one.split(" at ")[1].split(".")[-1] for one in words if " at " in one}


def slots_where(table, is_so):
    """The slots of the board of which something is so."""
    return [one["id"] for one in table.board().fields["slots"] if is_so(one)]


def lay_on(table, *slots):
    """Let coins lie on slots, as if figures stood there; those in the supply stay."""
    lay_coins(table, *map(table.slot, slots))


def lay_coins(table, *spaces):
    """Let coins lie on spaces, and what is in the box where there are no more."""
    for space in spaces:
        table.move([*table.lying("bank"), *table.lying("box")][:1], space)


def only_open(table, *slots):
    """Let nothing but these slots be open."""
    lay_on(table, *slots_where(table, lambda one: one["id"] not in slots))


def keep(table, count, zone):
    """Let so many pieces lie in a zone, and the others in the box."""
    table.move(table.lying(zone)[count:], "box")


def points_of(table, card):
    """What one Bonus card gives the first seat in the end."""
    table.move(table.lying("seat1.bonus"), "box")
    without = table.match.scores()[0]
    table.move([table.loose(card)], "seat1.bonus")
    return table.match.scores()[0] - without


def left_to_go(table):
    """The steps that each stone of the first seat has to go."""
    return [table["stone.to_go", one] for one in table.ids("seat1.stones")]


class Watch(Taker):
    """Takes what it can, throws Whetstones away, and stops where one more turn would begin."""

    def __init__(self, most):
        super().__init__()
        self.most = most

    def turn(self, seat):
        """A turn begins, or is not played."""
        if len(self.turns) == self.most:
            raise Stopped
        super().turn(seat)

    def pick(self, what, words):
        """The number of the words that are meant."""
        if what == "throw_away" and "Whetstone" in words:
            return words.index("Whetstone")
        return super().pick(what, words)


def _whole(*rulings, players=3, bots=0):
    return shipped_table("henge", players, bots, *rulings)


def first_turn(*rulings, players=3, bots=0):
    """The game itself, no bench, where its first turn begins; and what was asked before."""
    match = dealt(_whole(*rulings, players=players, bots=bots))
    asked_before = go_on(match, Watch(0)).asked
    return Position(match), asked_before


def go_turns(table, most):
    """Play so many turns from where one begins."""
    return go_on(table.match, Watch(most))


@pytest.mark.parametrize(("cash", "offered"), [(0, ["heel"]), (1, ["heel", "altar", "mound"])])
def test_a_druid_by_an_effect_is_paid_and_brings_its_benefit(table, cash, offered):
    # HEN-DRU-08, HEN-MAT-02: the first space of the Druid Track gives two dollars
    table.pawn("heel", "druid")
    table.level("druid", 2)
    table["seat.cash"] = cash
    table.cover("mound", 1)
    got = bring(table, "a-staff", "heel")
    assert asked(got, "act")[0] == [*offered, "stop"]
    assert (table.on_path("heel"), table["seat.cash"]) == (1, cash + 2)


def test_no_druid_is_offered_that_nobody_has_or_can_pay(table):
    # HEN-DRU-08, HEN-DRU-11
    table.pawn("heel", "druid")
    keep(table, 0, "seat1.druids")
    assert "heel" not in bring(table, "a-staff").options


@pytest.mark.parametrize(("chit", "placed"), [("a-staff", 0), ("b-robe", 1)])
def test_a_druid_that_nobody_can_pay_is_placed_for_nothing_alone(table, chit, placed):
    # HEN-DRU-08
    table.pawn("heel", "druid")
    table["seat.cash"] = 0
    table.cover("heel", 5)
    bring(table, chit, by=Taker)
    assert (table.on_path("heel"), table["seat.cash"]) == (placed, 2 * placed)


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ((), (4, 4)),
        (("Whetstone",), (3, 3)),
        (("Sharp Flints",), (2, 4)),
        (("Whetstone", "Sharp Flints"), (1, 3)),
        (("Master Carver",), (0, 4)),
        (("Sharp Flints", "Master Carver"), (0, 2)),
    ],
)
def test_a_carving_costs_less_by_what_cards_save(table, cards, paid):
    # HEN-CARVE-01, HEN-LUCK-07: what saves once is gone then, the best of it first
    stones(table, 1, 1, 1)
    table.hand(*[one.lower().replace(" ", "-") for one in cards])
    table.play("main carve", *[f"play {one}" for one in cards], "The Sleeper")
    assert table["seat.cash"] == 12 - paid[0]
    go_on(table.match, Answers("Thunderhead"))
    assert table["seat.cash"] == 12 - sum(paid)


@pytest.mark.parametrize(
    ("ruling", "to_go", "possible"),
    [
        *(("in_transit", to_go, True) for to_go in ((1, 3), (2, 3), (0, 3), (0, 2, 3))),
        *(("in_transit", to_go, False) for to_go in ((3, 3), (0, 3, 3))),
        ("not_installed", (1, 3), False),
    ],
)
def test_the_nearest_stone_makes_room_when_a_card_brings_it_in(
    table, other, ruling, to_go, possible
):
    # HEN-QUA-06, HEN-QUA-07, HEN-LUCK-02, X-HEN-09: Strong Backs move one stone two steps
    used = table if ruling == "in_transit" else other
    used["seat.cash"] = 20
    stones(used, *to_go)
    used.hand("strong-backs")
    assert bool(open_at(used, "quarry")) is possible


@pytest.mark.parametrize(
    ("distance", "start", "paid"), [(1, 15, 0), (3, 1, 0), (4, 15, 1), (5, 14, 2)]
)
def test_a_bribe_is_a_dollar_a_step_beyond_the_level(table, distance, start, paid):
    # HEN-TURN-02, HEN-TURN-03
    table.stand(f"step-{start}")
    bank = table["table.bank"]
    table.play("turn", f"{distance} to income")
    assert (table["seat.cash"], table["table.bank"]) == (12 - paid + 4, bank + paid - 4)


def test_what_was_done_in_the_turn_before_does_not_count(at_heel):
    # HEN-TURN-12: Cheering Crowd and the like count stones of this turn
    for number in ("raised", "placed", "carved"):
        at_heel[f"turn.{number}"] = 3
    at_heel.stone("sleeper", seat=1)
    at_heel.stone("thunderhead", seat=1)
    at_heel.hand("cheering-crowd", seat=1)
    at_heel.play("main install", "The Sleeper at heel-left", "play Cheering", seat=1)
    assert at_heel["seat.points", 1] == 6 + 2
    assert [at_heel[f"turn.{one}"] for one in ("raised", "placed", "carved")] == [1, 0, 0]


def test_what_is_drawn_counts(table):
    # HEN-LUCK-08
    top = table.tables.kind[table.lying("luck_deck")[-1]]
    drawn = table.match.tally.drawn[top]
    table.play("draw")
    assert table.match.tally.drawn[top] == drawn + 1


def test_no_luck_action_is_offered_where_it_has_no_meaning(table, other):
    # HEN-LUCK-16, X-HEN-03
    assert open_at(table, "luck")
    assert not open_at(other, "luck")


def test_one_card_lets_one_uncarved_stone_into_a_carved_slot(at_heel):
    # HEN-INS-08, HEN-LUCK-07: Bold as Granite works once
    stones(at_heel, 0, 0)
    at_heel.fill("heel-left", "heel-right")
    at_heel.hand("bold-as-granite")
    got = at_heel.play("main install", "play Bold as Granite")
    assert slots_in(got.options) == {"heel-lintel", "heel-monolith"}
    go_on(at_heel.match, more := Answers("The Sleeper at heel-monolith"))
    assert more.is_done


@pytest.mark.parametrize(
    ("hand", "is_played", "offered"),
    [
        (("kin-at-the-quarry", "haggler"), True, True),
        (("kin-at-the-quarry",), True, False),
        (("haggler",), False, False),
    ],
)
def test_what_is_changed_already_counts_beside_the_hand(table, hand, is_played, offered):
    # HEN-LUCK-03, HEN-TURN-09: Rough Cut may take four dollars if one is enough for the stone
    table.stone("sleeper", 9)
    table.for_sale("winters-knee")
    table["seat.cash"] = 5
    table.hand("rough-cut", *hand)
    got = table.play("main quarry", *["play Kin"] * is_played, "play Rough Cut")
    assert any("The Sleeper" in words for words in asked(got, "act")) is offered


@pytest.mark.parametrize(("highest", "points"), [((), 0), (("steps",), 5), (("luck", "stone"), 10)])
def test_privileges_at_their_top_level_are_counted(table, highest, points):
    # HEN-BON-02, HEN-MAT-01
    for kind, top in TOPS.items():
        table.level(kind, top - (kind not in highest))
    assert points_of(table, "eog-master-of-one") == points


@pytest.mark.parametrize(("rulings", "points"), [((), 0), (("X-HEN-16=ignore",), 8)])
def test_what_bots_have_besides_druids_counts_whatever_their_druids_do(rulings, points):
    # HEN-BON-02, X-HEN-16
    table = position(*rulings, players=1, bots=3)
    assert points_of(table, "eog-voice-of-the-grove") == 0  # whoever has nothing is not ahead
    table.lay_druids("heel", {1: 0, 2: 1, 3: 1})
    for seat, cash in enumerate((5, 0, 9, 0)):
        table["seat.cash", seat] = cash
    assert points_of(table, "eog-voice-of-the-grove") == points
    assert points_of(table, "eog-heavy-purse") == 0


@pytest.mark.parametrize("steps", [1, 3])
def test_an_effect_moves_along_the_luck_track_space_by_space(table, steps):
    # HEN-MAT-03: the benefit of each space is given
    table.stone("sleeper", 4)
    table.move(table.lying("reward_pool_a"), "box")
    table.move([table.loose("reward-a-feather")], "reward_pool_a")
    for _ in range(steps):
        bring(table, "a-dice")
    assert (table["seat.luck_at"], table["seat.cash"]) == (1 + steps, 14)
    assert table["stone.to_go", "stone-sleeper"] == (4 if steps == 1 else 3)
    assert table["seat.points"] == (0 if steps == 1 else 2)


def test_a_druid_next_door_uses_what_the_level_allows_before_a_card(table):
    # HEN-DRU-03, HEN-LUCK-07
    table.pawn("heel", "druid")
    table["seat.cash"] = 40
    table.level("druid", 2)
    table.hand("wandering-acolyte", "far-pilgrim", "great-gathering", "torchlight-procession")
    cards = ("play Wandering", "play Far", "play Great", "play Torchlight")
    table.play("main druid", *cards, "altar")
    left = [(0, 1, 1), (0, 0, 1), (0, 0, 0)]
    for at, area in enumerate(("altar", "hollow", "")):
        strayed = table["action.strayed"]
        allowed = [table["action.may", f"{one}-druid"] for one in ("near", "far")]
        assert (1 - strayed, *allowed) == left[at]
        if area:
            go_on(table.match, Answers(area))


@pytest.mark.parametrize(
    ("uprights", "carved", "possible"),
    [("open", False, True), ("filled", False, False), ("filled", True, True)],
)
def test_a_waived_size_leaves_the_carving_duty(uprights, carved, possible, four):
    """HEN-INS-05, HEN-INS-08, HEN-LUCK-02: Shims and Wedges for a small stone, large slots left."""
    four.stone("larkstone", carved=carved)
    small = ("heel-altar-left", "heel-altar-right", "heel-altar-lintel", "altar-monolith")
    four.fill(*small, *("altar-left", "altar-right")[: 2 * (uprights == "filled")])
    assert "altar" not in open_at(four, "install")
    four.hand("shims-and-wedges")
    assert ("altar" in open_at(four, "install")) is possible


@pytest.mark.parametrize(
    ("figures", "expected"), [(1, {"heel-lintel", "heel-monolith"}), (0, {"heel-lintel"})]
)
def test_a_slot_whose_figures_have_run_out_takes_no_stone(at_heel, figures, expected):
    """HEN-INS-12: a large lintel is left, and no large upright for the monolith."""
    for name in ("sleeper", "thunderhead"):
        at_heel.stone(name, carved=True)
    at_heel.fill("heel-left", "heel-right")
    keep(at_heel, figures, "large_uprights")
    assert slots_in(at_heel.play("main install").options) == expected


@pytest.mark.parametrize(("left", "fits"), [("a small slot", False), ("large slots", True)])
def test_a_small_stone_ignores_its_size_once_no_slot_fits_it(table, left, fits):
    """HEN-INS-07, HEN-INS-08: on the 3-player side, uncarved, on uprights and nothing else."""
    table.pawn("heel", "install")
    table.stone("larkstone")
    small = slots_where(table, lambda one: one["size"] != "large")
    lay_on(table, *(small if fits else small[:-1]))
    assert ("heel" in open_at(table, "install")) is fits
    if fits:
        assert slots_in(table.play("main install").options) == {"heel-left", "heel-right"}


def test_the_last_marker_carves_a_stone_and_no_other_follows(table):
    """HEN-CARVE-01, HEN-CARVE-02: each carving takes a marker, and money is left for a second."""
    stones(table, 0, 0)
    keep(table, 1, "seat1.markers")
    table["seat.cash"] = 20
    assert table.play("main carve", "Thunderhead").is_done
    carved = [table["stone.cut", f"stone-{one}"] for one in ("sleeper", "thunderhead")]
    assert (carved, table.count("seat1.markers"), table["seat.cash"]) == ([False, True], 0, 16)


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize(("markers", "possible"), [(0, False), (1, True)])
def test_a_stone_is_bought_with_a_marker_alone(table, other, ruling, markers, possible):
    """HEN-QUA-10, X-HEN-09: no stone that arrives on the way makes up for a marker."""
    used = table if ruling == "in_transit" else other
    used.stone("sleeper", 1)
    keep(used, markers, "seat1.markers")
    used["seat.cash"] = 60
    used.level("steps", 4)
    assert ("quarry" in actions_offered(used)) is possible


@pytest.mark.parametrize("to_go", [0, 2])
def test_all_stones_arrive_once_in_an_action(other, to_go):
    """HEN-ARR-01, -02, X-HEN-15: it may be idle by ruling, and is over after that as well."""
    assert "arrive" in actions_offered(position(*OTHERWISE))
    stones(other, to_go, 2 * to_go)
    got = other.play("main arrive")
    assert asked(got, "act") == [["arrive"]]
    assert left_to_go(other) == [0, 0]


def test_a_sub_action_may_be_left_out_where_it_cannot_help(at_heel):
    """HEN-CONC-03, HEN-TURN-09: no carving brings the stone to the site."""
    at_heel.stone("sleeper", 5)
    at_heel.hand("helping-hands")
    got = at_heel.play("main install", "play Helping Hands")
    assert not any("The Sleeper" in words for words in asked(got, "act"))
    assert not at_heel["stone.cut", "stone-sleeper"]


@pytest.mark.parametrize("spaces", [1, 0])
def test_a_free_druid_opens_no_closed_path(table, spaces):
    """HEN-DRU-07: the last space is not covered without money either."""
    table.pawn("altar", "druid")
    table["seat.cash"] = 0
    table.cover("altar", len(table.path("altar")) - spaces)
    got = table.play("free druid 1", by=Taker)
    assert asked(got, "act") == [["altar", "stop"]] * spaces
    assert table.on_path("altar") == spaces


def test_each_permission_to_leave_the_area_is_used_by_one_druid(table):
    """HEN-LUCK-03, HEN-LUCK-07: two Wandering Acolytes let two druids go to adjacent areas."""
    table.pawn("altar", "druid")
    table["seat.cash"] = 40
    table.hand("wandering-acolyte", "wandering-acolyte", "great-gathering")
    acolyte = "play Wandering Acolyte"
    got = table.play("main druid", acolyte, acolyte, "play Great Gathering", "heel", "heel")
    assert got.options == ["altar", "stop"]
    assert table.on_path("heel") == 2


def test_a_luck_card_counts_as_played_for_its_effect_and_not_thrown_away(table):
    """HEN-LUCK-06, HEN-TURN-13: one is played, its copy given up for the Luck Track."""
    table.hand("rich-harvest", "rich-harvest")
    kind = table.tables.kind[table.lying("seat1.hand")[0]]
    played = table.match.tally.played[kind]
    table.on_top("dry-road")
    table.play("main income", "play Rich Harvest", "income", "stop", "Rich Harvest")
    assert table.ids("seat1.hand") == ["luck-dry-road"]
    assert table.match.tally.played[kind] == played + 1


@pytest.mark.parametrize(("steps", "level", "dollars"), [(2, 3, 0), (3, 4, 0), (4, 4, 5)])
def test_a_benefit_raises_a_privilege_as_often_as_it_says(table, steps, level, dollars):
    """HEN-INS-16, HEN-MAT-06: past the top of the Coin level lie five dollars."""
    for _ in range(steps):
        bring(table, "b-crown", "coin")
    assert (table.level_of("coin"), table["seat.cash"]) == (level, 12 + dollars)


def test_a_spring_card_goes_where_there_is_no_other(table, other):
    """HEN-BON-04, HEN-BON-09, X-HEN-20: with no card to draw and none in hand."""
    for used in (table, other):
        used.move(used.lying("eog_deck"), "box")
        used.move([used.loose("spring-lone-stones")], "seat1.spring")
        used.play("bonus")
        assert used.ids("seat1.spring") == []


def test_a_card_is_offered_once_for_each_copy_that_was_drawn(table):
    """HEN-LUCK-13: the copy in hand was not drawn now, and waits."""
    table.stone("sleeper", 9)
    table.level("luck", 2)
    table.hand("strong-backs")
    table.on_top("sharp-flints", "strong-backs")
    got = table.play("main income", "income", "play Strong Backs")
    assert asked(got, "drawn") == [["play Strong Backs", "keep"]]
    assert left_to_go(table) == [7]


@pytest.mark.parametrize("cards", [(), ("second-sledge",)])
def test_a_second_sledge_buys_and_holds_one_more(table, cards):
    """HEN-QUA-02, HEN-LUCK-07: one is bought at the first level, and two are held."""
    table.stone("sleeper", 9)
    table["seat.cash"] = 40
    table.hand(*cards)
    table.play("main quarry", by=Taker)
    assert table.count("seat1.stones") == 2 + len(cards)


@pytest.mark.parametrize(
    ("cash", "markers", "possible"), [(4, 1, True), (4, 0, False), (3, 1, False)]
)
def test_a_card_that_carves_opens_a_carved_slot(cash, markers, possible, four):
    """HEN-LUCK-02, HEN-INS-08: Helping Hands, for four dollars and a marker."""
    four.stone("sleeper")
    four.fill("heel-left", "heel-right")
    four["seat.cash"] = cash
    keep(four, markers, "seat1.markers")
    assert "heel" not in open_at(four, "install")
    four.hand("helping-hands")
    assert ("heel" in open_at(four, "install")) is possible


@pytest.mark.parametrize(("cash", "held", "possible"), [(1, 0, False), (1, 1, True), (0, 1, False)])
def test_money_of_a_card_in_hand_leads_to_what_it_pays(table, cash, held, possible):
    """HEN-LUCK-02, HEN-LUCK-05: Store Yard gives a dollar, and the stone costs two."""
    table.for_sale("foxs-door")
    table["seat.cash"] = cash
    table.hand(*["store-yard"][:held])
    assert bool(open_at(table, "quarry")) is possible


@pytest.mark.parametrize(
    ("cash", "bank", "possible"), [(1, 1, True), (1, 0, False), (0, 2, False), (2, 0, True)]
)
def test_the_last_dollar_of_the_bank_pays_for_the_stone(other, cash, bank, possible):
    """HEN-LUCK-02, X-HEN-06-BANK: Store Yard gives a dollar, and the stone costs two."""
    other.for_sale("foxs-door")
    other["seat.cash"], other["table.bank"] = cash, bank
    other.hand("store-yard")
    assert bool(open_at(other, "quarry")) is possible


def test_the_last_mile_is_that_of_one_stone(at_heel):
    """HEN-LUCK-07, HEN-INS-03: the other stone is still on its way."""
    stones(at_heel, 3, 3)
    at_heel.hand("last-mile")
    at_heel.play("main install", by=Taker)
    assert at_heel.count("seat1.row") == 1


@pytest.mark.parametrize("cards", [("across-the-circle",), ("across-the-circle", "long-ropes")])
def test_one_card_lets_one_stone_leave_the_area(cards, at_heel):
    """HEN-INS-02, HEN-LUCK-07: nothing is free in the local area, and three stones are ready."""
    lay_on(at_heel, *slots_where(at_heel, lambda one: "heel" in one["areas"]))
    for name in ("sleeper", "thunderhead", "black-ox"):
        at_heel.stone(name, carved=True)
    at_heel.hand(*cards)
    at_heel.play("main install", by=Taker)
    assert at_heel.count("seat1.row") == len(cards)


@pytest.mark.parametrize("card", ["across-the-circle", "long-ropes"])
def test_a_border_slot_is_reached_by_the_card_for_either_area(card, four):
    """HEN-INS-02, HEN-BOARD-12: one of its areas borders the local one, the other does not."""
    four.pawn("altar", "install")
    slot = "avenue-hollow-left"
    only_open(four, slot)
    for name in ("larkstone", "foxs-door"):
        four.stone(name)
    four.hand(card)
    got = four.play("main install", f"play {card.capitalize()[:4]}", f"Larkstone at {slot}")
    assert got.is_done
    assert four.ids("seat1.row") == ["stone-larkstone"]


@pytest.mark.parametrize(
    ("card", "reached"),
    [("far-pilgrim", {"avenue", "hollow"}), ("wandering-acolyte", {"altar", "mound"})],
)
def test_one_card_lets_one_druid_leave_the_area(table, card, reached):
    """HEN-DRU-02, HEN-LUCK-07: a card lets two be placed, and the local path is full."""
    table.pawn("heel", "druid")
    table.cover("heel", len(table.path("heel")))
    table["seat.cash"] = 40
    table.hand(card, "torchlight-procession")
    table.play("main druid", by=Taker)
    placed = {area: table.on_path(area) for area in reached}
    assert sum(placed.values()) == 1
    assert table.count("seat1.druids") == 11


FAVOURS = ("transit", "carving-duty", "stone-size", "near-stone", "far-stone")


@pytest.mark.parametrize(
    ("stone", "to_go", "carved", "slot", "used"),
    [
        ("sleeper", 0, False, "heel-left", ()),
        ("sleeper", 2, False, "heel-left", ("transit",)),
        ("sleeper", 0, True, "heel-monolith", ()),
        ("sleeper", 0, False, "heel-monolith", ("carving-duty",)),
        ("sleeper", 0, False, "heel-altar-left", ("stone-size",)),
        ("larkstone", 0, False, "heel-altar-left", ()),
        ("larkstone", 0, False, "heel-left", ("stone-size",)),
        ("sleeper", 0, False, "altar-left", ("near-stone",)),
        ("sleeper", 0, False, "avenue-left", ("far-stone",)),
        ("larkstone", 1, False, "hollow-lintel", (*FAVOURS[:3], "far-stone")),
    ],
)
def test_an_installation_uses_up_the_favours_that_it_needs_once(
    stone, to_go, carved, slot, used, at_heel
):
    """HEN-INS-02, HEN-INS-03, HEN-INS-05, HEN-INS-08, HEN-LUCK-07: of one each."""
    at_heel.stone(stone, to_go, carved)
    at_heel.stone("black-ox")
    at_heel.fill("hollow-left", "hollow-right")
    cards = ("last-mile", "bold-as-granite", "shims-and-wedges", "long-ropes", "across-the-circle")
    at_heel.hand(*cards)
    plays = [f"play {one}" for one in ("The Last", "Bold", "Shims", "Long", "Across")]
    words = at_heel.play("main install", *plays).options
    called = at_heel.tables.pieces[at_heel.piece(f"stone-{stone}")].name
    (found,) = (one for one in words if one.startswith(called) and slots_in([one]) == {slot})
    go_on(at_heel.match, Answers(found))
    left = {favour for favour in FAVOURS if at_heel["action.may", favour]}
    assert left == {*FAVOURS} - {*used}


def test_a_size_that_all_may_ignore_uses_no_card(table):
    """HEN-INS-07: no small slot is left on the 3-player side."""
    table.pawn("heel", "install")
    lay_on(table, *slots_where(table, lambda one: one["size"] != "large"))
    for stone in ("larkstone", "foxs-door"):
        table.stone(stone)
    table.hand("shims-and-wedges")
    table.play("main install", "play Shims and Wedges", "Larkstone at heel-left")
    assert table["action.may", "stone-size"] == 1


def test_a_privilege_that_is_shown_uses_no_card(at_heel):
    """HEN-INS-15, HEN-LUCK-07: one card for a stone whose privilege the area does not show."""
    stones(at_heel, 0, 0)
    at_heel.stone("black-ox", carved=True)
    at_heel.hand("elders-blessing")
    found = []
    at_heel.play("main install", "play Elders' Blessing")
    for step in ("The Sleeper at heel-l", "Thunderhead at heel-r"):
        go_on(at_heel.match, Answers(step))
        found.append(at_heel["action.may", "area-match"])
    go_on(at_heel.match, Answers("The Black Ox at heel-monolith"))
    assert found == [1, 0]
    assert [at_heel.level_of(kind) for kind in ("steps", "luck", "stone")] == [2, 2, 1]


@pytest.mark.parametrize("card", ["kin-at-the-quarry", "haggler"])
def test_a_discount_is_taken_off_the_price_that_is_paid(table, card):
    """HEN-QUA-08, HEN-LUCK-07: one dollar for each of two stones, or two dollars for one."""
    table.level("stone", 2)
    table["seat.cash"] = 40
    table.for_sale("thunderhead", "sleeper")
    table.hand(card)
    table.play("main quarry", by=Taker)
    assert (table.count("seat1.stones"), table["seat.cash"]) == (2, 40 - 9 - 6 + 2)


def test_a_discount_for_one_stone_waits_for_a_price_that_another_leaves(table):
    """HEN-QUA-08, HEN-LUCK-07: a dollar off each stone pays for Wren's Seat."""
    table.level("stone", 2)
    table["seat.cash"] = 40
    table.for_sale("thunderhead", "wrens-seat")
    table.hand("kin-at-the-quarry", "haggler")
    table.play("main quarry", "play Kin", "play Old Haggler", "Wren's Seat", "Thunderhead")
    assert table["seat.cash"] == 40 - 0 - (9 - 1 - 2)


@pytest.mark.parametrize(
    ("hand", "answers", "left", "cash"),
    [
        (("whetstone", "sharp-flints"), ("discard", "Whetstone"), ["luck-sharp-flints"], 16),
        (("whetstone",), ("do not",), ["luck-whetstone"], 12),
        ((), (), [], 12),
    ],
)
def test_what_is_not_paid_for_is_not_given(table, hand, answers, left, cash):
    """HEN-LUCK-07: Market Day with no card to discard, or none that one wants to."""
    table.hand("market-day", *hand)
    table.on_top("dry-road")
    table.play("main income", "play Market Day", *answers)
    assert table.ids("seat1.hand") == [*left, "luck-dry-road"]
    assert table["seat.cash"] == cash + 4  # and the income


@pytest.mark.parametrize(("to_go", "offers"), [((1, 9), True), ((9, 9), False)])
def test_a_card_that_moves_stones_makes_room_for_another(table, to_go, offers):
    """HEN-QUA-06, X-HEN-09: Downhill Start, with the quarry next door and no icon on the way."""
    table.stand("step-4")
    stones(table, *to_go)
    table.for_sale("drowned-king")
    table["seat.cash"] = 7
    assert "quarry" not in actions_offered(table)
    table.hand("downhill-start")
    assert ("quarry" in actions_offered(table)) is offers


def test_money_comes_to_those_who_are_meant(table):
    """HEN-LUCK-07: four dollars for one, and one for each other."""
    table.hand("generous-clan")
    table.on_top("dry-road")
    table.play("main income", "play Generous Clan", "income")
    assert [table["seat.cash", seat] for seat in range(3)] == [16 + 4, 13, 13]


def test_an_empty_place_of_the_pool_is_no_stone_for_nothing(table):
    """HEN-QUA-13, HEN-LUCK-07: a discount of the whole price makes the other three free."""
    table.for_sale("foxs-door", "sleeper", "wrens-seat", "winters-knee")
    table.move(table.lying("pool.2"), "stone_deck")
    table["seat.cash"] = 0
    table.hand("gift-of-the-hill")
    got = table.play("main quarry", "play Gift of the Hill")
    sold = [one.split(" on ")[0] for one in got.options]
    assert sold == ["Fox's Door", "Wren's Seat", "Winter's Knee"]


def test_a_card_for_before_the_move_does_nothing_until_it_is_played(table):
    """HEN-LUCK-05: Swift Feet, with no money for a bribe."""
    table["seat.cash"] = 0
    table.hand("swift-feet", "dry-road")
    assert max(deals(table))[0] == 3
    assert max(deals(table, "Swift Feet"))[0] == 6


@pytest.mark.parametrize(
    ("card", "action", "reached"),
    [
        ("long-ropes", "install", {"altar", "mound"}),
        ("across-the-circle", "install", {"avenue", "hollow"}),
        ("wandering-acolyte", "druid", {"altar", "mound"}),
        ("far-pilgrim", "druid", {"avenue", "hollow"}),
    ],
)
def test_a_card_in_hand_reaches_the_one_area_that_is_open(card, action, reached, four):
    """HEN-LUCK-02, HEN-BOARD-12, HEN-BOARD-14: from areas beside it, or from those that are not."""
    four.stone("sleeper", carved=True)
    if action == "install":
        only_open(four, "heel-left", "heel-right")
    else:
        for area in ("altar", "avenue", "hollow", "mound"):
            lay_coins(four, *four.path(area))
    assert open_at(four, action) == {"heel"}
    four.hand(card)
    assert open_at(four, action) == {"heel", *reached}


@pytest.mark.parametrize("ruling", ["needs_stone", "idle"])
@pytest.mark.parametrize(("to_go", "playable"), [((1, 1), True), ((2, 0), False), ((3, 0), True)])
def test_one_of_two_stones_may_be_moved_before_all_arrive(table, other, to_go, playable, ruling):
    """HEN-TURN-09, HEN-ARR-02, X-HEN-15: Strong Backs move one stone two steps."""
    used = other if ruling == "idle" else table
    stones(used, *to_go)
    used.hand("strong-backs")
    words = asked(used.play("main arrive"), "act")[0]
    assert ("play Strong Backs" in words) is (playable or ruling == "idle")


@pytest.mark.parametrize("carved", [1, 2])
def test_a_spiral_pattern_scores_the_carvings_of_the_turn(table, carved):
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    stones(table, 3, 3, 3)
    table["seat.cash"] = 30
    table.hand("spiral-pattern")
    table.play("main carve", *("The Sleeper", "Thunderhead")[:carved], "play Spiral Pattern")
    cut = sum(table["stone.cut", one] for one in table.ids("seat1.stones"))
    assert (table["seat.points"], cut) == (carved, carved)


@pytest.mark.parametrize("placed", [1, 2])
def test_good_omens_score_the_druids_of_the_turn(table, placed):
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    table.pawn("heel", "druid")
    table.level("druid", 3)
    table["seat.cash"] = 30
    table.hand("good-omens")
    table.on_top("dry-road", "rich-harvest")
    table.play("main druid", *["heel"] * placed, "play Good Omens")
    assert table["seat.points"] == placed


def test_a_sub_action_goes_on_up_to_its_limit(table):
    """HEN-CONC-02, HEN-CARVE-02: two of three stones are carved."""
    stones(table, 1, 1, 1)
    table.play("sub carve 2", "The Sleeper", "Thunderhead")
    assert [table["stone.cut", one] for one in table.ids("seat1.stones")] == [True, True, False]
    assert table["seat.cash"] == 4


@pytest.mark.parametrize("chit", ["a-staff", "b-robe"])
def test_no_druid_goes_where_the_last_space_alone_is_left(table, chit):
    """HEN-DRU-07: for nothing or for all the money there is."""
    table["seat.cash"] = 5000
    table.cover("heel", len(table.path("heel")))
    bring(table, chit, by=Taker)
    assert table.count("seat1.druids") == 12


@pytest.mark.parametrize(("slot", "bonus_cards"), [("heel-left", 0), ("heel-lintel", 1)])
@pytest.mark.parametrize("rulings", [(), ("X-HEN-04=lintels_too",)])
def test_a_lintel_brings_a_bonus_card_or_does_not(slot, bonus_cards, rulings):
    """HEN-BON-08, X-HEN-04."""
    table = position(*rulings, players=4)
    table.pawn("heel", "install")
    only_open(table, slot)
    table.stone("sleeper", carved=True)
    table.play("main install", by=Taker)
    assert table.count("seat1.row") == 1
    assert table.count("seat1.bonus") == (bonus_cards if rulings else 0)


@pytest.mark.parametrize(("arrived", "possible"), [(1, False), (2, True)])
def test_a_stone_too_many_on_the_way_makes_two_that_must_arrive(table, arrived, possible):
    """HEN-QUA-06, X-HEN-09: three are on the way where two are allowed, by a card of before."""
    table.stand("step-1")
    stones(table, *[1] * arrived, *[9] * (3 - arrived))
    table.for_sale("foxs-door")
    table["seat.cash"] = 8
    assert ("quarry" in actions_offered(table)) is possible


@pytest.mark.parametrize(
    ("due", "card", "markers", "cash", "offered"),
    [
        *(("quarry", "Rough Cut", markers, 50, markers == 2) for markers in (1, 2)),
        *(("quarry", "Helping Hands", 9, cash, cash == 6) for cash in (5, 6)),
        ("carve", "Helping Hands", 9, 50, False),
    ],
)
def test_a_sub_action_leaves_what_the_action_needs_that_is_due(
    table, due, card, markers, cash, offered
):
    """HEN-TURN-09, HEN-CARVE-01, HEN-QUA-10: a marker, money for a stone of two, a stone."""
    table.stone("sleeper", 9)
    table.for_sale("foxs-door")
    keep(table, markers, "seat1.markers")
    table["seat.cash"] = cash
    table.hand(card.lower().replace(" ", "-"))
    got = table.play(f"main {due}", f"play {card}")
    assert (["The Sleeper", "stop"] in asked(got, "act")) is offered


def test_an_effect_draws_by_the_level(table):
    """HEN-LUCK-08, HEN-LUCK-10: two cards and one given up, at the second level."""
    table.level("luck", 2)
    table.on_top("dry-road", "swift-feet")
    bring(table, "a-charm", "Dry Road")
    assert table.ids("seat1.hand") == ["luck-swift-feet"]


def test_a_discard_that_pays_for_nothing_spares_what_the_action_needs(table):
    """HEN-TURN-09: Good Omens draw two and give up one, and nothing but a card pays the druid."""
    table.pawn("heel", "druid")
    table.cover("heel", 5)
    table["seat.cash"] = 0
    table.level("luck", 2)
    table.hand("borrowed-robes", "good-omens")
    table.on_top("rough-cut", "sharp-flints")
    got = table.play("main druid", "play Good Omens")
    assert {*asked(got, "discard")[0]} == {"Rough Cut", "Sharp Flints"}


def test_a_stone_is_moved_that_leaves_one_to_arrive_if_there_is_another(table):
    """HEN-TURN-09, HEN-ARR-02: with Arrive due, and two steps for one stone."""
    stones(table, 2, 3)
    table.hand("strong-backs")
    got = table.play("main arrive", "play Strong Backs", "Thunderhead")
    assert {*asked(got, "transport")[0]} == {"The Sleeper", "Thunderhead"}
    assert asked(got, "act")[-1] == ["arrive"]


def test_the_spring_card_is_marked_by_the_step_on_the_luck_track(table):
    """HEN-TURN-12, HEN-TURN-13: the chit that the step brings lets one place the last druid."""
    table.pawn("heel", "druid")
    table["seat.luck_at"] = 3  # the next step takes a Reward chit
    table.move(table.lying("reward_pool_a"), "box")
    table.move([table.loose("reward-a-staff")], "reward_pool_a")
    table.move([table.loose("spring-deep-devotion")], "seat1.spring")
    table.cover("heel", 3, seat=0)
    table.hand("whetstone")
    table.play("throw away", "Whetstone", by=Taker)
    assert (table.on_path("heel"), table["seat.met"]) == (4, True)


@pytest.mark.parametrize(("ruling", "shown"), [("at_once", 3), ("turn_end", 2)])
def test_a_reward_that_was_taken_is_replaced_at_once_or_as_the_turn_ends(
    table, other, ruling, shown
):
    """HEN-REW-01, X-HEN-05: after the turn three are shown again either way."""
    used = table if ruling == "at_once" else other
    used["seat.luck_at"] = 3
    used.move([used.lying("reward_pool_a")[0]], "box")
    used.move([used.loose("reward-a-feather")], "reward_pool_a")
    assert used.play("luck step", "Raven Feather").is_done
    assert used.count("reward_pool_a") == shown
    game, _ = first_turn(*OTHERWISE)
    game["seat.luck_at"] = 3
    game.hand("whetstone")
    go_turns(game, 1)
    assert (game.count("seat1.chits"), game.count("reward_pool_a")) == (1, 3)


def test_whose_turn_it_is_is_known_wherever_the_game_stands():
    """HEN-BSET-01, HEN-PSET-05, HEN-END-02: a copy goes on with that seat, bots between people."""
    table, before = first_turn(*BOTS, players=2, bots=2)
    assert [what.split()[0] for what, _ in before] == ["keeps", "keeps", "takes", "takes"]
    assert go_turns(Position(table.match), 8).turns == [0, 2, 1, 3] * 2
    go_turns(table, 3)
    assert go_turns(Position(table.match), 5).turns == [3, 0, 2, 1, 3]


def test_starters_are_dealt_as_far_as_they_go():
    """HEN-PSET-02: with two of them the third person gets none, and the game goes on."""
    game = game_of("henge")
    starters = [one.id for one in game.sets["stone"].components if one.fields.get("starter_area")]
    few = smaller(game, "stone", lambda one: one.id not in starters[2:])
    match = dealt(prepare(few, find_configuration(few, 3), resolve_rulings(few, ())))
    go_on(match, Watch(0))
    table = Position(match)
    assert [table.count(f"seat{seat}.stones") for seat in (1, 2, 3)] == [1, 1, 0]
    assert go_turns(table, 3).turns == [0, 1, 2]


def test_a_starter_for_a_bot_is_put_aside():
    """HEN-PSET-02, X-HEN-12."""
    table, _ = first_turn(*BOTS, players=2, bots=2)
    starters = {
        at
        for at, one in enumerate(table.tables.pieces)
        if one.set_id == "stone" and one.fields.get("starter_area")
    }
    assert [table.count(f"seat{seat}.stones") for seat in (1, 2, 3, 4)] == [1, 1, 0, 0]
    aside = [one for seat in (3, 4) for one in table.lying(f"seat{seat}.starter")]
    assert len(aside) == 2
    assert {*aside} <= starters


def test_winter_points_are_scored_as_the_game_ends():
    """HEN-END-05, HEN-CONC-05: after the last turn of the last round."""
    outcomes = []
    for cards in ((), ("eog-hoard", "eog-master-of-one", "eog-broad-learning")):
        table, _ = first_turn()
        table["table.final"], table["seat.cash", 1] = True, 40
        for kind, top in TOPS.items():
            table.level(kind, top, seat=1)
        table.move([table.loose(card) for card in cards], "seat2.bonus")
        go_turns(table, 9)
        outcomes.append(table.match.outcome)
    plain, scored = (outcome.scores for outcome in outcomes)
    assert [one - before for one, before in zip(scored, plain, strict=True)] == [0, 7 + 10 + 8, 0]
    assert outcomes[1].winners == (1,)


@pytest.mark.parametrize("players", [3, 4])
def test_installed_stones_are_counted_by_what_their_cards_and_slots_print(players):
    """HEN-BON-02, K-BONUS-02: every Bonus card that counts them, as the records say it."""
    table = position(players=players)
    pieces = [at for at, one in enumerate(table.tables.pieces) if one.set_id == "stone"]
    printed = [table.tables.pieces[piece] for piece in pieces]
    slots = table.board().fields["slots"]
    installed = [
        {
            "size": [stone.fields["size"]],
            "privilege": [stone.fields["privilege"]],
            "slot": [slots[at % len(slots)]["role"]],
            "border": [len(slots[at % len(slots)]["areas"]) > 1],
            "area": slots[at % len(slots)]["areas"],
            "carved": [at % 3 == 0],
            "starter": ["starter_area" in stone.fields],
            "min-cost": range(stone.fields["cost"] + 1),
            "min-steps": range(len(stone.fields["transport_track"])),
        }
        for at, stone in enumerate(printed)
    ]
    for at, stone in enumerate(printed):
        table["stone.slot", stone.id] = table.zone(table.slot(slots[at % len(slots)]["id"]))
        table["stone.cut", stone.id] = at % 3 == 0
    scored = set()
    for rows in (range(at, len(pieces), len(pieces) // 4) for at in range(len(pieces) // 4)):
        table.move(table.lying("seat1.row"), "box")
        table.move([pieces[at] for at in rows], "seat1.row")
        for card in game_of("henge").sets["bonus"].components:
            points = points_for(card.effects[0], [installed[at] for at in rows])
            assert points in (None, points_of(table, card.id)), card.id
            scored |= {card.id} if points else set()
    assert len(scored) > 15


def points_for(effect, row):
    """What a Bonus card that counts installed stones gives for a row; None if it counts others."""
    what = effect.per or effect.when.count
    if what.of not in ("installed", "pair") or (effect.when and effect.when.most):
        return None
    sizes = [one["size"][0] for one in row]
    fitting = [one for one in row if all(has.value in one[has.field] for has in what.where)]
    number = len(fitting)
    if what.of == "pair":
        number = min(sizes.count("large"), sizes.count("small"))
    if what.distinct:
        number = len({value for one in fitting for value in one[what.distinct]})
    met = number >= effect.when.at_least if effect.when else number
    return min(effect.amount * met, effect.most or 99)


@pytest.mark.parametrize(("number", "ended"), [(29, False), (30, True)])
def test_a_round_limit_ends_the_game_after_its_round(number, ended):
    """HEN-END-07, X-HEN-14."""
    table, _ = first_turn(*OTHERWISE)
    table.match.n[ROUND] = number
    go_turns(table, 3)
    assert bool(table.match.outcome) is ended


def test_nobody_without_stones_is_asked_how_far_they_move(other):
    """HEN-TURN-07, X-HEN-29."""
    other.stand("step-1")
    move, by_token = "3 to income", "by token to step-4: income"
    assert asked(Position(other.match).play("turn", move), "transport") == []
    other.stone("sleeper", 0)
    assert asked(Position(other.match).play("turn", move), "transport") == []
    other["stone.to_go", "stone-sleeper"] = 3
    assert asked(Position(other.match).play("turn", move), "transport") == [["0", "1"]]
    assert asked(other.play("turn", by_token), "transport") == []  # it passes no icons


def test_delivered_are_the_stones_at_the_site(table):
    """HEN-BON-02."""
    stones(table, 0, 1, 0)
    table.hand("triumphal-entry")
    table.play("main arrive", "play Triumphal Entry")
    assert table["seat.points"] == 2 * 2


def possible(table, on_foot):
    """Distance and action of all moves that the rules let the first seat make on foot."""
    rondel = table.board().fields["rondel"]
    areas = [one["id"] for one in table.board().fields["areas"]]
    prices = {area: price(table, area) for area in areas}
    here = next(at for at, one in enumerate(rondel) if table.at().endswith(f".{one['id']}"))
    costs = [
        table.tables.pieces[one].fields["cost"]
        for at in range(1, 5)
        for one in table.lying(f"pool.{at}")
    ]
    adjacent, to_go = table.level_of("druid") > 1, left_to_go(table)
    by_ruling = table.tables.rulings["X-HEN-09"] == "not_installed"
    found, passed = set(), 0
    for at in range(1, on_foot + table["seat.cash"] + 1):
        there, before = rondel[(here + at) % len(rondel)], rondel[(here + at - 1) % len(rondel)]
        passed += there["area"] != before["area"]
        left = table["seat.cash"] - max(0, at - on_foot)
        spot = areas.index(there["area"])
        reached = [spot, spot - 1, (spot + 1) % 5] if adjacent else [spot]
        on_way = sum(one > passed for one in to_go)
        sizes = {
            "either",
            *("large" for one in to_go[:1] if one <= passed),
            *("small" for one in to_go[1:] if one <= passed),
        }
        fits = any(
            there["area"] in slot["areas"] and slot["role"] != "lintel" and slot["size"] in sizes
            for slot in table.board().fields["slots"]
        )
        can = {
            "install": fits and len(sizes) > 1,
            "druid": left >= min(prices[areas[one]] for one in reached),
            "income": True,
            "quarry": left >= min(costs) and (len(to_go) if by_ruling else on_way) < 2,
            "carve": False,  # both are carved
            "luck": table.tables.rulings["X-HEN-03"] == "draw",
            "arrive": on_way > 0 or table.tables.rulings["X-HEN-15"] == "idle",
        }
        found |= {(at, deed) for deed in there["actions"] if can[deed]}
    return found


def price(table, area):
    """What the next druid on a path costs."""
    spaces = next(one for one in table.board().fields["areas"] if one["id"] == area)["path"]
    free = (at for at, one in enumerate(table.path(area)) if not table.lying(one))
    return next((int(spaces[at]["cost"]) for at in free), 9999)


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize("cash", [0, 1, 5, 14, 16, 31, 80])
def test_every_move_that_is_possible_on_foot_is_offered_and_no_other(table, other, ruling, cash):
    """HEN-TURN-01 to HEN-TURN-10, HEN-INC-03, X-HEN-09, X-HEN-27: from each step."""
    used = table if ruling == "in_transit" else other
    used.stone("sleeper", 5, carved=True)
    used.stone("larkstone", 2, carved=True)
    used["seat.cash"] = cash
    used.cover("heel", 5)
    used.cover("altar", 3)
    for level in (1, 2):
        used.level("druid", level)
        for step in range(1, 16):
            used.stand(f"step-{step}")
            words = [one for one in used.play("turn").options if " to " in one[:7]]
            assert len(words) == len(set(words))
            assert deals(used) == possible(used, 3)


@pytest.mark.parametrize("action", ["install", "carve", "arrive"])
def test_three_actions_are_nothing_for_whom_holds_no_stone(table, action):
    """HEN-INS-03, HEN-CARVE-03, HEN-ARR-02."""
    table["seat.cash"] = 50
    assert open_at(table, action) == set()


@pytest.mark.parametrize("ruling", ["may", "must"])
def test_whom_no_action_is_open_to_takes_a_step_for_nothing(table, other, ruling):
    """HEN-TURN-01, HEN-TURN-10, X-HEN-29: no money, stones or druids, and one step on foot."""
    used = other if ruling == "may" else table
    used.stand("step-1")
    used["seat.cash"], used["turn.free_steps"] = 0, -2
    for zone in ("seat1.travel", "seat1.druids"):
        keep(used, 0, zone)
    got = used.play("turn")
    assert got.is_done
    assert [what for what, _ in got.asked] == ["bench", "move", "bench"]
    assert (used.at(), used["seat.cash"]) == ("rondel_3.step-2", 0)


@pytest.mark.parametrize("by_card", [True, False])
def test_a_higher_hold_limit_lets_one_go_to_the_quarry(table, by_card):
    """HEN-LUCK-02, HEN-QUA-06: by Second Sledge, or by the level."""
    stones(table, 9, 9)
    table["seat.cash"] = 20
    assert "quarry" not in actions_offered(table)
    if by_card:
        table.hand("second-sledge")
    else:
        table.level("stone", 3)
    assert "quarry" in actions_offered(table)
