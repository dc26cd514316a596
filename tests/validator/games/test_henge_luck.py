"""Henge: what Luck cards change for an action, when they may be played, what they come to."""

from itertools import chain

import pytest
from gametable import Script
from hengetable import (
    First,
    Mover,
    actions_offered,
    at_step,
    card,
    carry_out,
    cover,
    deal_luck,
    henge,
    installing,
    match_of,
    offered,
    playing,
    put,
    stone,
    stones,
    turn_of,
    turn_starts,
)

from validator.catalogue.effects import Act, Advance, Allow, Discount, Gain, Reach
from validator.games.henge.actions import HENGE_ACTIONS
from validator.games.henge.benefits import person_turn, throw_away
from validator.games.henge.cards import earn_bonus
from validator.games.henge.codes import (
    ACTIONS,
    ARRIVE,
    CARVE,
    CARVE_PRICE,
    DRUID,
    INSTALL,
    NO_LIMIT,
    QUARRY,
)
from validator.games.henge.modifiers import Aid, Mods
from validator.games.henge.moves import HengeMove, free_steps, moves
from validator.games.henge.turns import STOP, Due, HengeChoice, HengeWork, is_possible


def poor(match, cash=0):
    """The first player, without tokens and with so much money."""
    player = match.players[0]
    player.cash, player.travel = cash, 0
    return player


@pytest.mark.parametrize(
    ("cards", "possible"),
    [
        ((), False),
        (("dry-road",), False),
        (("strong-backs",), True),
        (("last-mile",), True),
        (("rich-harvest",), False),
    ],
)
def test_cards_that_move_stones_count_before_an_installation(match, cards, possible):
    # HEN-LUCK-02, HEN-LUCK-05: a card for any action brings the stone to the site in time
    at_step(match, "altar", "install")
    poor(match)
    stone(match, 0, "sleeper", to_go=3)  # one icon is passed within the free steps
    deal_luck(match, 0, *cards)
    assert ("install" in actions_offered(match)) is possible


def test_cards_count_together(match):
    # HEN-LUCK-03: two steps by one card and one by another
    at_step(match, "altar", "install")
    poor(match)
    stone(match, 0, "sleeper", to_go=4)
    deal_luck(match, 0, "dry-road")
    assert "install" not in actions_offered(match)
    deal_luck(match, 0, "strong-backs")
    assert "install" in actions_offered(match)
    match.players[0].to_go[0] = 5
    assert "install" not in actions_offered(match)


@pytest.mark.parametrize(("cash", "possible"), [(3, False), (4, True)])
def test_a_carving_by_a_card_opens_a_lintel_slot_if_it_can_be_paid(cash, possible, at_heel):
    # HEN-LUCK-02, HEN-CARVE-01: Helping Hands give a Carve sub-action at the usual price
    player = poor(at_heel, cash)
    stone(at_heel, 0, "sleeper")
    for slot in ("heel-left", "heel-right"):
        put(at_heel, slot)
    local = at_heel.board.areas[at_heel.local]
    assert local == "heel"
    action = HENGE_ACTIONS[INSTALL]
    deal_luck(at_heel, 0, "helping-hands")
    assert is_possible(at_heel, player, Due(action, at_heel.local, Mods())) is possible


@pytest.mark.parametrize("spare", [0, 2])
def test_what_a_carving_by_a_card_costs_is_kept_on_the_way(spare, four):
    # HEN-LUCK-02, HEN-TURN-03, HEN-CARVE-01: bribes leave the price of the carving
    player = poor(four, 4 + spare)
    stone(four, 0, "sleeper")
    for slot in ("heel-left", "heel-right"):
        put(four, slot)
    deal_luck(four, 0, "helping-hands")
    heel, free = four.board.areas.index("heel"), free_steps(four, player)
    for pawn, ahead in enumerate(four.board.ahead):
        four.pawn = pawn
        found = {
            one.distance
            for one in moves(four, player, four.rondel)
            if isinstance(one, HengeMove) and one.area == heel and one.action.number == INSTALL
        }
        there = [one.distance for one in ahead if one.area == heel and INSTALL in one.actions]
        assert found == {distance for distance in there if distance <= free + spare}


def test_stones_that_arrive_on_the_way_make_room_in_the_hold():
    # HEN-QUA-06, HEN-TURN-05, X-HEN-09: two icons must be passed, whatever the distance
    match = match_of(3, 0, "X-HEN-09=in_transit")
    player = poor(match, 20)
    names = ("sleeper", "thunderhead", "whistler")
    for name in names[: match.mat.stone[0][1]]:
        stone(match, 0, name, to_go=2)
    reach = free_steps(match, player) + 20 - min(match.stones[one].cost for one in match.quarry)
    for pawn, ahead in enumerate(match.board.ahead):
        match.pawn = pawn
        found = {
            one.distance
            for one in moves(match, player, match.rondel)
            if isinstance(one, HengeMove)
            and one.distance <= len(ahead)
            and one.action.number == QUARRY
        }
        there = [one for one in ahead if QUARRY in one.actions and one.passed >= 2]
        assert found == {one.distance for one in there if one.distance <= reach}


def dearest(match, cost):
    """Let the pool hold nothing but stones of this price."""
    known = [number for number, one in match.stones.items() if one.cost == cost]
    assert known
    match.quarry = [known[0], -1, -1, -1]


def test_a_discount_and_a_higher_limit_count_together():
    # HEN-LUCK-03, HEN-QUA-06: neither card is enough
    match = match_of(3, 0, "X-HEN-09=not_installed")
    dearest(match, 4)
    poor(match, 2).levels[0] = 3
    stones(match, 0, 0)
    for name, possible in (("haggler", False), ("store-yard", True)):
        deal_luck(match, 0, name)
        assert ("quarry" in actions_offered(match)) is possible


def test_cards_of_other_actions_do_not_count(match):
    # HEN-LUCK-05
    dearest(match, 4)
    poor(match).levels[0] = 3
    deal_luck(match, 0, "rich-harvest", "master-carver", "borrowed-robes")
    assert not {"quarry", "carve"} & actions_offered(match)


@pytest.mark.parametrize("action", range(len(ACTIONS)))
def test_cards_for_any_action_fit_every_one(match, action):
    # HEN-LUCK-05: "any" cards; others fit those that they name
    hand = [card(match, f"luck-{name}") for name in ("dry-road", "whetstone", "swift-feet")]
    match.players[0].hand = hand
    stone(match, 0, "sleeper", to_go=5)
    plays = HENGE_ACTIONS[action].plays(turn_of(match, 0, Script()), HengeWork(main=True), hand)
    assert [one.number for one in plays] == hand[: 2 if action == CARVE else 1]


def test_a_card_may_not_spend_what_the_action_needs(match):
    # HEN-TURN-09: with $4 a stone is bought, not carved instead
    match.pawn = 0
    dearest(match, 4)
    player = poor(match, 4)
    stone(match, 0, "sleeper")
    deal_luck(match, 0, "helping-hands")
    script = carry_out(match, QUARRY, playing(match, "helping-hands"))
    assert [options for _, what, options in script.asked if what == "carve"] == [[STOP]]
    assert len(player.stones) == 2
    assert player.cash == 0


def test_with_money_for_both_the_card_may_be_used_first(match):
    # HEN-LUCK-02
    match.pawn = 0
    dearest(match, 4)
    player = poor(match, 8)
    stone(match, 0, "sleeper")
    deal_luck(match, 0, "helping-hands")
    carry_out(match, QUARRY, playing(match, "helping-hands"), HengeChoice("carve", 0))
    assert (len(player.stones), player.cash, player.carved[0]) == (2, 0, True)


@pytest.mark.parametrize("before", [(), ("dry-road",)])
def test_once_a_step_is_done_cards_may_spend_what_is_left(match, before):
    # HEN-LUCK-02, HEN-TURN-09: whether a card was played before that step or not
    match.pawn = 0
    dearest(match, 4)
    player = poor(match, 8)
    stone(match, 0, "sleeper", to_go=1)
    deal_luck(match, 0, *before, "helping-hands")
    buy = HengeChoice("buy", 0)
    early = [playing(match, one) for one in before]
    script = carry_out(
        match, QUARRY, *early, buy, playing(match, "helping-hands"), HengeChoice("carve", 0)
    )
    assert [len(options) for _, what, options in script.asked if what == "carve"][:1] == [3]
    assert player.carved == [True, False]


def test_a_card_must_be_used_so_that_the_action_becomes_possible(at_heel):
    # HEN-TURN-09: only the stone that can then be installed may be moved
    poor(at_heel)
    stones(at_heel, 4, 2)
    deal_luck(at_heel, 0, "strong-backs")
    script = carry_out(at_heel, INSTALL, installing(at_heel, 1, "heel-right"))
    assert [what for _, what, _ in script.asked][:2] == ["install", "transport"]
    assert script.asked[1][2] == [HengeChoice("transport", 1)]


def test_the_carving_that_an_installation_needs_cannot_be_left_out(at_heel):
    # HEN-TURN-09
    poor(at_heel, 4)
    stone(at_heel, 0, "sleeper")
    for slot in ("heel-left", "heel-right"):
        put(at_heel, slot)
    deal_luck(at_heel, 0, "helping-hands")
    script = carry_out(at_heel, INSTALL, installing(at_heel, 0, "heel-lintel"))
    assert script.asked[1][1:] == ("carve", [HengeChoice("carve", 0)])
    assert at_heel.players[0].row_carved == [True]


@pytest.mark.parametrize(("to_go", "playable"), [(1, False), (2, True)])
def test_no_card_brings_the_last_stones_before_they_arrive(match, to_go, playable):
    # HEN-TURN-09, HEN-ARR-02: a stone must be left that Arrive moves
    stone(match, 0, "sleeper", to_go=to_go)
    deal_luck(match, 0, "dry-road")
    script = carry_out(match, ARRIVE, script=First())
    assert (playing(match, "dry-road") in script.asked[0][2]) is playable


def test_a_draw_leaves_the_card_that_the_action_needs(match):
    # HEN-TURN-09: Good Omens before a druid that only Borrowed Robes pay for
    at_step(match, "heel", "druid")
    player = poor(match)
    player.levels[2] = 1  # draw 2, discard 1
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes", "good-omens")
    robes = HengeChoice("discard", card(match, "luck-borrowed-robes"))
    script, omens = First(), playing(match, "good-omens")
    script.pick = lambda what, options: omens if omens in options else options[0]
    carry_out(match, DRUID, script=script)
    discards = [options for _, what, options in script.asked if what == "discard"]
    assert discards
    assert robes not in discards[0]
    assert player.on_path[0] == 1


class Explorer:
    """Answers by a list of indices, then with the first option; notes how many there were."""

    def __init__(self, path):
        self.path = path
        self.sizes = []
        self.done = False

    def choose(self, seat, what, options):
        at = len(self.sizes)
        is_step = options[0].kind in ("install", "druid", "buy", "arrive")
        if is_step and not self.done and what == self.action:
            raise Possible
        self.sizes.append(len(options))
        return options[self.path[at] if at < len(self.path) else 0]

    action = ""


class Possible(Exception):  # noqa: N818
    """The first step of the action can be done."""


def can_be_done(match, seat, move, depth=3):
    """Does some way of playing Luck cards lead to a step of the action? Tries all of them."""
    paths = [()]
    while paths:
        path = paths.pop()
        there = match.copy()
        player = there.players[seat]
        move.go(there, player)
        if player.cash < 0:
            return False
        assert move.action is not None
        explorer = Explorer(path)
        explorer.action = move.action.name
        try:
            move.action.carry_out(turn_of(there, seat, explorer), HengeWork(main=True))
        except Possible:
            return True
        except (IndexError, KeyError):
            continue
        if len(path) < depth:
            for at in range(len(path), min(len(explorer.sizes), depth)):
                stem = (*path, *[0] * (at - len(path)))
                paths += [(*stem, index) for index in range(1, explorer.sizes[at])]
    return False


@pytest.mark.parametrize("ruling", ["X-HEN-09=not_installed", "X-HEN-09=in_transit"])
def test_what_is_offered_is_what_the_hand_can_make_possible(ruling):
    # HEN-LUCK-02, HEN-LUCK-03, HEN-TURN-09, HEN-TURN-10: all ways to play a hand of two more
    seen = {True: 0, False: 0}
    for match, seat in turn_starts(henge(3, 0, ruling), 0, 23):
        player, deck = match.players[seat], match.luck_deck.cards
        player.hand += [deck.pop() for _ in range(min(2, len(deck)))]
        reach = match.mat.steps[player.levels[0]] + player.cash
        offers = offered(match, seat)
        actions = [HENGE_ACTIONS[at] for at in (INSTALL, DRUID, QUARRY, ARRIVE)]
        for on_foot in chain(*(match.rondel.moves_to(match.pawn, one, 0) for one in actions)):
            if on_foot.by_token or on_foot.distance > reach:
                continue
            possible = can_be_done(match, seat, on_foot)
            assert possible is (on_foot in offers), on_foot.say()
            seen[possible] += 1
    assert min(seen.values()) > 20


def test_no_luck_card_is_played_while_one_is_thrown_away(match, player):
    # HEN-TURN-14: the step gives a Druid sub-action, which Hidden Path fits otherwise
    player.luck_at = 2  # the next step takes a Reward chit
    match.pools[0][:] = [card(match, "reward-a-staff")]
    deal_luck(match, 0, "hidden-path", "whetstone")
    script = First()
    script.pick = lambda what, options: options[-1] if what == "throw away" else options[0]
    throw_away(turn_of(match, 0, script))
    druids = [options for _, what, options in script.asked if what == "druid"]
    assert druids
    assert not any(one.kind == "play" for options in druids for one in options)
    assert len(player.hand) == 1


def test_only_one_card_is_thrown_away_in_a_turn(match):
    # HEN-TURN-13
    player = poor(match)
    deal_luck(match, 0, "whetstone", "sharp-flints", "master-carver")
    script = Mover("income")
    person_turn(turn_of(match, 0, script), match.rondel)
    assert [what for _, what, _ in script.asked].count("throw away") == 1
    assert player.luck_at == 1


@pytest.mark.parametrize(("ruling", "drawn"), [("fixed", 1), ("live", 2)])
def test_every_level_counts_as_it_was_when_the_action_began(ruling, drawn):
    # X-HEN-26: the druid raises the Luck level, then Good Omens draw
    match = match_of(3, 0, f"X-HEN-26={ruling}")
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.druids, player.levels[2], player.cash = 5, 2, 40  # the next druid raises a level
    deal_luck(match, 0, "good-omens")
    match.luck_deck.cards[:] = [card(match, "luck-whetstone")] * 9
    before = len(match.luck_deck.cards)

    class Omens(First):
        def pick(self, what, options):
            if what == "level":
                return HengeChoice("level", 2)
            return options[-1] if what == "druid" and STOP in options else options[0]

    carry_out(match, DRUID, script=Omens())
    assert player.levels[2] == 3
    assert player.in_force is player.levels
    assert before - len(match.luck_deck.cards) == (3 if ruling == "fixed" else 2)
    assert drawn == len(player.hand)


@pytest.mark.parametrize(("ruling", "kept"), [("all", 0), ("fewer", 1)])
def test_discards_after_a_short_draw_are_a_ruling(ruling, kept):
    # HEN-LUCK-10, HEN-LUCK-11, X-HEN-08-LUCK: 3/2 with one card left, and as usual
    for left, expected in ((1, kept), (9, 1)):
        match = match_of(3, 0, f"X-HEN-08-LUCK={ruling}")
        del match.luck_deck.cards[left:]
        turn_of(match, 0, First()).draw(3, 2)
        assert len(match.players[0].hand) == expected


@pytest.mark.parametrize(("ruling", "kept"), [("all", 0), ("fewer", 1)])
def test_bonus_cards_given_up_after_a_short_draw_are_a_ruling(ruling, kept):
    # HEN-BON-03, HEN-BON-09, X-HEN-08-BONUS
    match = match_of(3, 0, f"X-HEN-08-BONUS={ruling}")
    del match.eog_deck.cards[1:]
    earn_bonus(match, First(), match.players[0])
    assert len(match.players[0].eog) == kept


def test_bold_as_granite_gives_no_points_of_the_slot(at_heel):
    # HEN-INS-09, HEN-INS-13: the card lets an uncarved stone in; the bonus is for carved ones
    stone(at_heel, 0, "sleeper")
    deal_luck(at_heel, 0, "bold-as-granite")
    monolith = installing(at_heel, 0, "heel-monolith")
    assert at_heel.board.slots[monolith.slot].bonus > 0
    carry_out(at_heel, INSTALL, playing(at_heel, "bold-as-granite"), monolith)
    assert at_heel.players[0].score == at_heel.stones[card(at_heel, "stone-sleeper")].vp


def test_the_local_area_decides_about_the_privilege_not_that_of_the_slot(at_heel):
    # HEN-INS-02, HEN-INS-15: from the Heel into a slot of another area
    for name in ("thunderhead", "rain-table"):
        privilege = at_heel.stones[card(at_heel, f"stone-{name}")].privilege
        shown = privilege in at_heel.board.privileges[at_heel.local]
        player = at_heel.players[0]
        player.levels[:] = [0, 0, 0, 0, 0]
        stone(at_heel, 0, name)
        deal_luck(at_heel, 0, "long-ropes")
        slot = "mound-left" if name == "thunderhead" else "mound-right"
        carry_out(at_heel, INSTALL, playing(at_heel, "long-ropes"), installing(at_heel, 0, slot))
        assert player.levels[privilege] == (1 if shown else 0)


def test_an_icon_counts_when_it_is_passed_and_not_before(match):
    # HEN-TURN-05: an icon lies behind the last step of an area, not on it
    for ahead in match.board.ahead:
        here = match.board.areas[match.board.step_area[ahead[-1].step]]
        areas = [here, *[match.board.areas[one.area] for one in ahead]]
        for at, one in enumerate(ahead, start=1):
            crossed = sum(areas[n] != areas[n + 1] for n in range(at))
            assert one.passed == crossed


def changes(mods):
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
def test_each_effect_changes_what_it_says_and_adds_up(effect, changed):
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
def test_what_a_hand_brings_adds_up(effects, coins, steps_all, steps_one, carving):
    """HEN-LUCK-02, HEN-LUCK-03: money, steps of stones, a stone carved at the lowest price."""
    aid = Aid(Mods(), effects)
    found = (aid.coins, aid.steps_all, aid.steps_one, aid.carving)
    assert found == (coins, steps_all, steps_one, carving)


def test_what_a_hand_changes_is_written_beside_what_is_in_force():
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
def test_a_price_is_lower_by_each_discount_and_the_best_single_one(price, each, once, paid, left):
    """HEN-LUCK-07: that one is used up where there is something to pay."""
    mods = Mods([Discount("stone", each), *[Discount("stone", one, 1) for one in once]])
    assert mods.price("stone", price) == paid
    mods.use_discount("stone", price)
    assert mods.once["stone"] == left
