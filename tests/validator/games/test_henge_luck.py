"""Henge: what Luck cards change for an action, when they may be played, what they come to."""

from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise

import pytest
from hengetable import (
    AREAS,
    ASKED,
    DEEDS,
    LEVELS,
    Answers,
    Position,
    Stopped,
    Taker,
    begun,
    bench,
    plain,
    under,
)

from validator.catalogue.seats import find_configuration
from validator.compiler.table import prepare
from validator.play.rulings import resolve_rulings
from validator.rng import Rng


def poor(table, cash=0):
    """The position with a first player without tokens and with so much money."""
    table["seat.cash"] = cash
    table.move(table.lying("seat1.travel"), "box")
    return table


def actions(table):
    """The actions that some move of the first seat leads to."""
    return {one.split()[-1] for one in table.play("turn").options}


def ahead(table):
    """The steps before the Master Druid, with the Transport icons that are passed to each."""
    rondel, here = table.board().fields["rondel"], int(table.at().rpartition("-")[2]) - 1
    ring = [*rondel[here:], *rondel[: here + 1]]
    icons = accumulate(one["area"] != other["area"] for one, other in pairwise(ring))
    return list(zip(ring[1:], icons, strict=True))


class Anything(Answers):
    """Takes any option by lot, a Luck card and a way to install more often; notes what it took."""

    def __init__(self, lot, *answers):
        super().__init__(*answers)
        self.lot = lot
        self.taken = []

    def choose(self, seat, what, options):
        """Note it, too."""
        assert options, what
        chosen = super().choose(seat, what, options)
        self.taken.append((ASKED.get(what, what), plain(chosen)))
        return chosen

    def pick(self, what, words):
        """The number of the words."""
        if self.answers or what == "bench":
            return super().pick(what, words)
        played = [
            at for at, one in enumerate(words) if one.startswith("play ") or one.endswith("install")
        ]
        if played and self.lot.below(2):
            return played[self.lot.below(len(played))]
        return self.lot.below(len(words))


def asked(got, what):
    """The options of each decision of a kind."""
    return [words for kind, words in got.asked if kind == what]


@pytest.mark.parametrize(
    ("to_go", "cards", "possible"),
    [
        *((3, "", False), (3, "dry-road", False), (3, "strong-backs", True)),
        *((3, "last-mile", True), (3, "rich-harvest", False), (4, "dry-road", False)),
        *((4, "dry-road strong-backs", True), (5, "dry-road strong-backs", False)),
        *((5, "strong-backs strong-backs", True), (6, "strong-backs strong-backs", False)),
    ],
)
def test_cards_that_move_stones_count_together_before_an_installation(
    table, to_go, cards, possible
):
    # HEN-LUCK-02, HEN-LUCK-03, HEN-LUCK-05: a card for any action brings the stone in in time
    poor(table).pawn("altar", "install")
    table.stone("sleeper", to_go=to_go)  # one icon is passed within the free steps
    table.hand(*cards.split())
    assert ("install" in actions(table)) is possible


@pytest.mark.parametrize(("cash", "far"), [(3, 0), (4, 3), (6, 5)])
def test_what_a_carving_by_a_card_costs_is_kept_on_the_way(cash, far, four):
    # HEN-LUCK-02, HEN-TURN-03, HEN-CARVE-01: Helping Hands give a Carve sub-action at the usual
    # price, without which nothing can be installed; bribes leave it
    poor(four, cash).stone("sleeper")
    four.fill("heel-left", "heel-right")
    four.hand("helping-hands")
    for away in range(1, 21):
        four.stand(f"step-{(2 - away) % 20 + 1}")
        assert (f"{away} to install" in four.play("turn").options) is (away <= far)


def test_stones_that_arrive_on_the_way_make_room_in_the_hold(table):
    # HEN-QUA-06, HEN-TURN-05, X-HEN-09: two icons must be passed, whatever the distance
    poor(table, 20).for_sale("salt-father")
    for name in ("sleeper", "thunderhead"):
        table.stone(name, to_go=2)
    for pawn in range(1, 16):
        table.stand(f"step-{pawn}")
        options = table.play("turn").options
        for distance, (step, icons) in enumerate(ahead(table), 1):
            possible = "quarry" in step["actions"] and icons >= 2 and distance <= 3 + 20 - 9
            assert (f"{distance} to quarry" in options) is possible


def test_a_discount_and_a_higher_limit_count_together():
    # HEN-LUCK-03, HEN-QUA-06: neither card is enough
    table = poor(under("X-HEN-09=not_installed"), 2)
    table.for_sale("larkstone")
    table.level("steps", 4)
    table.stone("sleeper")
    table.stone("thunderhead")
    for name, possible in (("haggler", False), ("store-yard", True)):
        table.hand(name)
        assert ("quarry" in actions(table)) is possible


def test_cards_of_other_actions_do_not_count(table):
    # HEN-LUCK-05
    poor(table).for_sale("larkstone")
    table.level("steps", 4)
    table.hand("rich-harvest", "master-carver", "borrowed-robes")
    assert not {"quarry", "carve"} & actions(table)


@pytest.mark.parametrize("action", DEEDS)
def test_cards_for_any_action_fit_every_one(table, action):
    # HEN-LUCK-05: "any" cards; others fit those that they name
    table.hand("dry-road", "whetstone", "swift-feet")
    table.stone("sleeper", to_go=5)
    [words] = asked(table.play(f"main {action} 1"), "act")[:1]
    plays = [one for one in words if one.startswith("play ")]
    assert plays == ["play Dry Road", "play Whetstone"][: 2 if action == "carve" else 1]


def test_a_card_may_not_spend_what_the_action_needs(table):
    # HEN-TURN-09: with $4 a stone is bought, not carved instead
    poor(table, 4).for_sale("larkstone")
    table.stone("sleeper")
    table.hand("helping-hands")
    got = table.play("main quarry 1", "play Helping Hands")
    assert asked(got, "act")[1:] == [["Larkstone on pool.1"]]
    assert (table.count("seat1.stones"), table["seat.cash"], got.is_done) == (2, 0, True)


def test_with_money_for_both_the_card_may_be_used_first(table):
    # HEN-LUCK-02
    poor(table, 8).for_sale("larkstone")
    table.stone("sleeper")
    table.hand("helping-hands")
    assert table.play("main quarry 1", "play Helping Hands", "The Sleeper").is_done
    assert (table.count("seat1.stones"), table["seat.cash"]) == (2, 0)
    assert table["stone.cut", "stone-sleeper"]


@pytest.mark.parametrize("before", [(), ("Dry Road",)])
def test_once_a_step_is_done_cards_may_spend_what_is_left(table, before):
    # HEN-LUCK-02, HEN-TURN-09: whether a card was played before that step or not
    poor(table, 8).for_sale("larkstone")
    table.stone("sleeper", to_go=1)
    table.hand("dry-road", "helping-hands")
    early = [f"play {one}" for one in before]
    got = table.play("main quarry 1", *early, "Larkstone", "play Helping Hands", "The Sleeper")
    assert ["Larkstone", "The Sleeper", "stop"] in asked(got, "act")
    cut = [table["stone.cut", one] for one in ("stone-sleeper", "stone-larkstone")]
    assert cut == [True, False]


def test_a_card_must_be_used_so_that_the_action_becomes_possible(four):
    # HEN-TURN-09: only the stone that can then be installed may be moved
    poor(four).pawn("heel", "install")
    four.stone("sleeper", to_go=4)
    four.stone("thunderhead", to_go=2)
    four.hand("strong-backs")
    got = four.play("main install 1")
    assert [words for _, words in got.asked[1:3]] == [["play Strong Backs"], ["Thunderhead"]]
    assert {one.partition(" at ")[0] for one in got.options} == {"Thunderhead"}


def test_the_carving_that_an_installation_needs_cannot_be_left_out(four):
    # HEN-TURN-09
    poor(four, 4).pawn("heel", "install")
    four.stone("sleeper")
    four.fill("heel-left", "heel-right")
    four.hand("helping-hands")
    got = four.play("main install 1", "The Sleeper at heel-lintel")
    assert got.asked[2] == ("act", ["The Sleeper"])
    assert four["stone.cut", "stone-sleeper"]


@pytest.mark.parametrize(("to_go", "playable"), [(1, False), (2, True)])
def test_no_card_brings_the_last_stones_before_they_arrive(table, to_go, playable):
    # HEN-TURN-09, HEN-ARR-02: a stone must be left that Arrive moves
    table.stone("sleeper", to_go=to_go)
    table.hand("dry-road")
    got = table.play("main arrive 1")
    assert ("play Dry Road" in got.asked[1][1]) is playable


def druid_by_robes(*luck, level=2, rulings=()):
    """A Druid action that only Borrowed Robes pay for, with other Luck cards in hand."""
    table = poor(under(*rulings))
    table.pawn("heel", "druid")
    table.level("luck", level)
    table.cover("heel", 5)
    table.hand("borrowed-robes", *luck)
    return table


def test_a_draw_leaves_the_card_that_the_action_needs():
    # HEN-TURN-09: Good Omens before a druid that only Borrowed Robes pay for
    table = druid_by_robes("good-omens")  # draw 2, discard 1
    table.on_top("dry-road", "strong-backs")
    got = table.play("main druid 1", "play Good Omens", "keep")
    assert (got.what, got.options) == ("discard", ["Dry Road", "Strong Backs"])
    table = druid_by_robes("good-omens")
    table.on_top("dry-road", "strong-backs")
    table.play("main druid 1", "play Good Omens", "keep", "Dry Road", by=Taker)
    assert table.on_path("heel") == 1


STEPS = {
    "install": lambda words: " at " in words,
    "druid": lambda words: words in AREAS,
    "quarry": lambda words: " on pool." in words,
    "arrive": lambda words: words == "arrive",
}
"""How the options of a step of an action are told from those of others."""


class Explorer(Answers):
    """Takes options by number, then the first ones; notes how many there were, up to a step."""

    def __init__(self, deed, path, *answers):
        super().__init__(*answers)
        self.is_step, self.path = STEPS[deed], path
        self.sizes = []
        self.is_possible = False

    def choose(self, seat, what, options):
        if what == "bench":
            return super().choose(seat, what, options)
        self.is_possible = what == "acts" and any(self.is_step(plain(one)) for one in options)
        if self.is_possible:
            raise Stopped
        self.sizes.append(len(options))
        return options[self.path[len(self.sizes) - 1] if len(self.sizes) <= len(self.path) else 0]


def can_be_done(table, seat, deed, depth=3):
    """Does some way of playing Luck cards lead to a step of the action? Tries all of them."""
    paths = [()]
    while paths:
        path = paths.pop()
        explorer = table.copy().play(f"main {deed} 1", seat=seat, by=partial(Explorer, deed, path))
        if explorer.is_possible:
            return True
        for at in range(len(path), min(len(explorer.sizes), depth)):
            stem = (*path, *[0] * (at - len(path)))
            paths += [(*stem, index) for index in range(1, explorer.sizes[at])]
    return False


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
def test_what_is_offered_is_what_the_hand_can_make_possible(ruling):
    # HEN-LUCK-02, HEN-LUCK-03, HEN-TURN-09, HEN-TURN-10: all ways to play a hand of two more
    table, lot, seen = under(f"X-HEN-09={ruling}"), Rng(1, 1, 2), {True: 0, False: 0}
    for turn in range(120):
        seat = turn % 3
        if turn % 7 == 6:
            there = table.copy()
            there.move(there.lying("luck_deck")[-2:], f"seat{seat + 1}.hand")
            offers = asked(there.copy().play("turn", seat=seat), "move")[0]
            free = 3 + [0, 1, 2, 4][there.level_of("steps", seat) - 1]
            for distance, (step, icons) in enumerate(ahead(there), 1):
                tried = there.copy()
                tried["seat.cash", seat] -= max(0, distance - free)
                if tried["seat.cash", seat] < 0:
                    break
                for one in tried.ids(f"seat{seat + 1}.stones"):
                    tried["stone.to_go", one] = max(0, tried["stone.to_go", one] - icons)
                tried.stand(step["id"])
                for deed in [one for one in step["actions"] if one in STEPS]:
                    possible = can_be_done(tried, seat, deed)
                    assert possible is (f"{distance} to {deed}" in offers), (distance, deed)
                    seen[possible] += 1
        table.play("turn", seat=seat, by=partial(Anything, lot))
        table.play("refill", seat=seat)
    assert min(seen.values()) > 40


def test_no_luck_card_is_played_while_one_is_thrown_away(table):
    # HEN-TURN-14: the step gives a Druid sub-action, which Hidden Path fits otherwise
    table["seat.luck_at"] = 3  # the next step takes a Reward chit
    table.move(table.lying("reward_pool_a"), "box")
    table.move([table.piece("reward-a-staff")], "reward_pool_a")
    table.hand("hidden-path", "whetstone")
    got = table.play("throw away", "Whetstone")
    assert asked(got, "act") == [["heel", "stop"]]
    assert table.play("sub druid 1").options == ["heel", "stop"]
    assert table.ids("seat1.hand") == ["luck-hidden-path"]


def test_only_one_card_is_thrown_away_in_a_turn(table):
    # HEN-TURN-13
    table.hand("whetstone", "sharp-flints", "master-carver")
    got = table.play("turn", "3 to income", "Whetstone")
    assert len(asked(got, "throw_away")) == 1
    assert (got.is_done, table["seat.luck_at"]) == (True, 2)


@pytest.mark.parametrize(("ruling", "drawn"), [("fixed", 1), ("live", 2)])
def test_every_level_counts_as_it_was_when_the_action_began(ruling, drawn):
    # X-HEN-26: the druid raises the Luck level from 3/2 to 2/0, then Good Omens draw
    table = under(f"X-HEN-26={ruling}")
    table.pawn("heel", "druid")
    table.level("luck", 3)
    table.move(table.lying("seat1.druids")[5:], "box")  # the next druid raises a level
    table.hand("good-omens")
    table.on_top("whetstone", "sharp-flints", "haggler")
    deck = table.count("luck_deck")
    discards = ["Whetstone", "Sharp"] if ruling == "fixed" else []
    table.play("main druid 1", "heel", "luck", "play Good Omens", *discards)
    assert table.level_of("luck") == 4
    assert deck - table.count("luck_deck") == (3 if ruling == "fixed" else 2)
    assert table.count("seat1.hand") == drawn


@pytest.mark.parametrize(("ruling", "kept"), [("all", 0), ("fewer", 1)])
def test_discards_after_a_short_draw_are_a_ruling(ruling, kept):
    # HEN-LUCK-10, HEN-LUCK-11, X-HEN-08-LUCK: 3/2 with one card left, and as usual
    for left, expected in ((1, kept), (9, 1)):
        table = under(f"X-HEN-08-LUCK={ruling}")
        table.level("luck", 3)
        table.move(table.lying("luck_deck")[left:], "box")
        table.play("draw", by=Taker)
        assert table.count("seat1.hand") == expected


@pytest.mark.parametrize(("ruling", "kept"), [("all", 0), ("fewer", 1)])
def test_bonus_cards_given_up_after_a_short_draw_are_a_ruling(ruling, kept):
    # HEN-BON-03, HEN-BON-09, X-HEN-08-BONUS
    table = under(f"X-HEN-08-BONUS={ruling}")
    table.move(table.lying("eog_deck")[1:], "box")
    table.play("bonus", by=Taker)
    assert table.count("seat1.bonus") == kept


def test_bold_as_granite_gives_no_points_of_the_slot(four):
    # HEN-INS-09, HEN-INS-13: the card lets an uncarved stone in; the bonus is for carved ones
    four.pawn("heel", "install")
    four.stone("sleeper")
    four.hand("bold-as-granite")
    four.play("main install 1", "play Bold as Granite", "The Sleeper at heel-monolith")
    assert four.count("slots_45.heel-monolith") == 1
    assert four["seat.points"] == 6


@pytest.mark.parametrize(
    ("stone", "name", "privilege", "shown"),
    [("thunderhead", "Thunderhead", "luck", False), ("rain-table", "Rain Table", "coin", True)],
)
def test_the_local_area_decides_about_the_privilege_not_that_of_the_slot(
    four, stone, name, privilege, shown
):
    # HEN-INS-02, HEN-INS-15: from the Heel into a slot of another area
    four.pawn("heel", "install")
    four.stone(stone)
    four.hand("long-ropes")
    four.play("main install 1", "play Long Ropes", f"{name} at mound-left")
    assert four.count("slots_45.mound-left") == 1
    assert four.level_of(privilege) == (2 if shown else 1)


def test_an_icon_counts_when_it_is_passed_and_not_before(table):
    # HEN-TURN-05: an icon lies behind the last step of an area, not on it
    table["seat.cash"] = 20
    for pawn in range(1, 16):
        table.stand(f"step-{pawn}")
        for distance, (step, icons) in enumerate(ahead(table), 1):
            if "income" in step["actions"]:
                there = table.copy()
                there.stone("thunderhead", to_go=5)
                there.play("turn", f"{distance} to income")
                assert there["stone.to_go", "stone-thunderhead"] == 5 - icons


@pytest.mark.parametrize(
    ("cards", "stones", "paid"),
    [
        ("", "larkstone whistler", [4, 5]),
        ("kin-at-the-quarry", "larkstone whistler", [3, 4]),
        ("haggler haggler", "larkstone whistler", [2, 3]),
        ("haggler gift-of-the-hill haggler", "larkstone whistler", [0, 3]),
        ("kin-at-the-quarry haggler gift-of-the-hill", "larkstone thunderhead", [0, 6]),
        ("haggler", "foxs-door larkstone", [0, 4]),
        ("kin-at-the-quarry haggler", "wrens-seat larkstone", [0, 1]),
    ],
)
def test_a_price_is_lower_by_each_discount_and_the_best_single_one(table, cards, stones, paid):
    # HEN-LUCK-07: that one is used up where there is something to pay
    table["seat.cash"] = 20
    table.level("stone", 2)  # buys two
    table.for_sale(*stones.split())
    table.hand(*cards.split())
    plays, (first, second) = [
        [table.tables.pieces[table.piece(f"{kind}-{one}")].name for one in names.split()]
        for kind, names in (("luck", cards), ("stone", stones))
    ]
    left = [table["seat.cash"]]
    for answers in ([first], [first, second]):
        there = table.copy()
        there.play("main quarry 1", *[f"play {one}" for one in plays], *answers)
        left.append(there["seat.cash"])
    assert [before - after for before, after in pairwise(left)] == paid


def before_arriving(table, *chits):
    """Straight to Work, and a B reward for a stone that is at the site: what is asked."""
    table.pawn("mound", "arrive")
    table.level("stone", 3)  # the Mound shows the Stone privilege
    table.stone("black-ox")
    table.stone("sleeper", to_go=2)
    table.hand("straight-to-work")
    for zone in ("reward_b", "reward_pool_b"):
        table.move(table.lying(zone), "box")
    table.move([table.piece(f"reward-b-{one}") for one in chits], "reward_pool_b")
    return table.play("main arrive 1", "play Straight to Work", "The Black Ox at mound-left")


def test_a_reward_before_arrive_leaves_a_stone_that_arrives(table):
    # HEN-TURN-09, HEN-ARR-02: Great Sledge would bring all stones in before the action does
    got = before_arriving(table, "sledge", "cup")
    assert asked(got, "reward") == [["Amber Cup"]]
    assert ("act", ["arrive"]) in got.asked


def test_what_cannot_be_avoided_leaves_nothing_to_arrive(table):
    # HEN-TURN-09: with no other reward left all stones come at once, and the action is over
    got = before_arriving(table, "sledge")
    assert table["stone.to_go", "stone-sleeper"] == 0
    assert got.is_done
    assert all(words for _, words in got.asked)


@pytest.mark.parametrize(
    ("deck", "ruling", "playable"), [(0, "all", False), (1, "all", True), (0, "fewer", True)]
)
def test_no_draw_costs_the_card_that_pays_for_the_druid(deck, ruling, playable):
    # HEN-TURN-09, HEN-LUCK-10: at 2/1 with no card to draw the last card in hand would go
    table = druid_by_robes("good-omens", rulings=[f"X-HEN-08-LUCK={ruling}"])
    table.move(table.lying("luck_deck")[deck:], "box")
    got = table.play("main druid 1", by=Taker)
    assert ("play Good Omens" in asked(got, "act")[0]) is playable
    assert table.on_path("heel") == 1


def test_two_discards_leave_the_card_that_pays_for_the_druid():
    # HEN-TURN-09, HEN-LUCK-11: at 3/2 with no card to draw two of three go, Robes neither time
    table = druid_by_robes("good-omens", "almsgiving", "hidden-path", level=3)
    table.move(table.lying("luck_deck"), "box")
    got = table.play("main druid 1", "play Good Omens", "Almsgiving", by=Taker)
    assert asked(got, "discard") == [["Almsgiving", "Hidden Path"], ["Hidden Path"]]
    assert table.on_path("heel") == 1


@pytest.mark.parametrize("index", range(24))
def test_nobody_is_asked_with_no_options(index):
    # HEN-TURN-09: full hands, a short Luck deck, top levels, little money
    lot = Rng(index, 1, 1)
    rulings = [(), ("X-HEN-28=after_discard",), ("X-HEN-29=may",)]
    table = under(*rulings[index % 3])
    for seat in range(3):
        for kind in LEVELS:
            table.level(kind, 1 + lot.below(3), seat)
        table["seat.cash", seat] = lot.below(6)
        table.move(table.lying("luck_deck")[-6:], f"seat{seat + 1}.hand")
        for stone in table.ids("stone_deck")[-2:]:
            table.stone(stone.removeprefix("stone-"), lot.below(5), seat=seat)
    table.move(table.lying("luck_deck")[lot.below(4) :], "box")
    for turn in range(45):
        got = table.play("turn", seat=turn % 3, by=partial(Anything, lot))
        moves = [words.split()[-1] for what, words in got.taken if what == "move"]
        acts = [words for what, words in got.taken if what == "act"]
        done = {
            "walk on": True,
            "install": table["turn.raised"],
            "druid": table["turn.placed"],
            "carve": table["turn.carved"],
            "quarry": any(" on pool." in one for one in acts),
        }
        assert done.get(moves[-1], moves[-1] in acts), got.taken
        table.play("refill", seat=turn % 3)


def test_the_last_card_is_discarded_even_if_it_alone_makes_the_action_possible():
    # HEN-LUCK-10, HEN-TURN-09: nothing else is there to be discarded
    table = druid_by_robes()
    table.move(table.lying("luck_deck"), "box")
    table["turn.due"] = "druid"
    assert table.play("draw").is_done
    assert table.ids("seat1.hand") == []


def test_a_card_is_not_drawn_by_its_own_effect(table):
    # HEN-LUCK-06: with nothing else to draw Deep Draught brings two dollars and no card
    table.hand("deep-draught")
    table.move(table.lying("luck_deck"), "box")
    assert table.play("main luck 1", "play Deep Draught", "stop", "keep").is_done
    assert table["seat.cash"] == 14
    assert table.ids("seat1.hand") == ["luck-deep-draught"]  # by the action itself, after it
    assert table.lying("luck_played") == []


def test_a_card_lies_apart_while_it_is_carried_out(table):
    # HEN-LUCK-06: neither in hand nor discarded while its draw is discarded for
    table.pawn("heel", "druid")
    table.level("luck", 2)
    table.hand("good-omens", "whetstone")
    table.on_top("haggler", "sharp-flints")
    there = table.copy()
    assert there.play("main druid 1", "play Good Omens").what == "discard"
    assert there.ids("luck_played") == ["luck-good-omens"]
    table.play("main druid 1", "play Good Omens", "Whetstone")
    assert table.ids("luck_discard") == ["luck-whetstone", "luck-good-omens"]


@pytest.mark.parametrize(
    ("ruling", "order"), [("at_once", ["drawn", "discard"]), ("after_discard", ["discard"])]
)
def test_a_card_just_drawn_may_be_played_before_one_is_discarded(ruling, order):
    # HEN-LUCK-13, HEN-LUCK-10, X-HEN-28: two are drawn, one of them is for Income
    table = under(f"X-HEN-28={ruling}")
    table.level("luck", 2)
    table.on_top("whetstone", "rich-harvest")
    got = table.play("main income 1", by=Taker)
    assert [what for what, _ in got.asked[2 : 2 + len(order)]] == order
    if ruling == "at_once":
        assert got.asked[2][1] == ["play Rich Harvest", "keep"]
        assert table["seat.cash"] == 12 + 4 + 3
        assert table.ids("seat1.hand") == []  # the other one had to go


def test_only_fitting_cards_just_drawn_are_offered_before_the_discard(table):
    # HEN-LUCK-13, HEN-LUCK-05: what was in hand before waits, what does not fit too
    table.level("luck", 2)
    table.hand("rich-harvest")
    table.on_top("whetstone", "long-ropes")
    got = table.play("main income 1", "income")
    assert (got.what, got.options) == ("discard", ["Long Ropes", "Rich Harvest", "Whetstone"])


@pytest.mark.parametrize(("ruling", "left"), [("must", 1), ("may", 3)])
def test_stones_may_stay_where_an_icon_is_passed(ruling, left):
    # HEN-TURN-05, HEN-TURN-07, X-HEN-29: two icons, and the player may let none count
    table = under(f"X-HEN-29={ruling}")
    table.stand("step-1")
    table.stone("thunderhead", to_go=3)
    stays = ["0"] if ruling == "may" else []
    got = table.play("turn", "6 to income", *stays)
    assert table["stone.to_go", "stone-thunderhead"] == left
    assert asked(got, "transport") == [["0", "1", "2"]] * len(stays)


def test_stones_may_only_stay_if_the_action_stays_possible():
    # HEN-TURN-09, X-HEN-29: the stone stays one step from the site, so that it can arrive
    table = under("X-HEN-29=may")
    table.stand("step-3")
    table.stone("thunderhead", to_go=1)
    got = table.play("turn", "3 to arrive")
    assert asked(got, "transport") == [["0"]]
    assert got.asked[3] == ("act", ["arrive"])
    assert table["stone.to_go", "stone-thunderhead"] == 0


@pytest.mark.parametrize(("ruling", "waived"), [("empty", False), ("open", True)])
def test_a_lintel_without_uprights_is_a_slot_of_its_size_or_not(ruling, waived):
    # HEN-INS-07, HEN-INS-10, X-HEN-30: of the large slots only the lintel of the Heel is left
    # no side of the board has such a lintel: here the left upright of the Heel is a small slot
    game, (side, *others) = bench(), bench().sets["board"].components
    slots = [
        one | {"size": "small"} if one["id"] == "heel-left" else one for one in side.fields["slots"]
    ]
    side = replace(side, fields={**side.fields, "slots": tuple(slots)})
    board = replace(game.sets["board"], components=(side, *others))
    game = replace(game, sets={**game.sets, "board": board})
    rulings = resolve_rulings(game, [f"X-HEN-30={ruling}"])
    table = Position(begun(prepare(game, find_configuration(game, 3, 0), rulings)))
    table.pawn("altar", "install")
    table.stone("thunderhead")
    table.hand("dry-road")
    for slot in slots:
        if slot["size"] != "small" and slot["id"] not in ("heel-right", "heel-lintel"):
            table.fill(slot["id"])
    for filled, fits in ((), False), (["heel-right"], waived), (["heel-left"], False):
        table.fill(*filled, large="heel-left" not in filled)
        words = table.copy().play("sub install 1").asked[1][1]
        assert ("Thunderhead at altar-left" in words) is fits


def test_what_a_card_changes_does_not_reach_a_sub_action(table):
    # HEN-CONC-03, HEN-LUCK-04: Whetstone makes the main carving cheaper, not that of another card
    table["seat.cash"] = 20
    table.stone("sleeper")
    table.stone("thunderhead")
    table.hand("whetstone", "helping-hands")
    table.play("main carve 1", "play Whetstone", "play Helping Hands", "The Sleeper")
    assert table["seat.cash"] == 20 - 4 - 3


def test_what_a_card_changed_is_over_when_the_next_player_moves(table):
    # HEN-LUCK-02, HEN-LUCK-07: Swift Feet are those of their player, for one turn
    table.stand("step-1")
    table.hand("swift-feet")
    table["seat.cash", 1] = 0
    table.move(table.lying("seat2.travel"), "box")
    got = table.play("turn", "Swift Feet", "6 to income", "keep")
    assert "15 to income" in asked(got, "move")[1]
    got = table.play("turn", seat=1)
    assert max(int(one.split()[0]) for one in got.options) == 3


def test_of_two_equal_cards_the_one_that_was_drawn_now_is_played(table):
    # HEN-LUCK-13: the other one, of the draw around it, may be played after it
    table.level("luck", 3)
    table.stone("sleeper", to_go=4)
    names = [
        "strong-backs",
        "whetstone",
        "deep-draught",
        "good-omens",
        "strong-backs",
        "rich-harvest",
    ]
    left = table.lying("luck_deck")
    for name in reversed(names):
        card = next(one for one in left if table.tables.pieces[one].id == f"luck-{name}")
        left.remove(card)
        table.move([card], "box")
        table.move([card], "luck_deck")
    got = table.play(
        "main luck", "luck", "play Deep Draught", "play Strong Backs", "Whetstone", "Good Omens"
    )
    assert (got.what, got.options) == ("drawn", ["play Strong Backs", "keep"])
