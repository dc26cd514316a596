"""Henge: what Luck cards change for an action, when they may be played, what they come to."""

from dataclasses import replace
from itertools import chain

import pytest
from gametable import Script, dealt
from hengetable import (
    First,
    Lucky,
    Mover,
    actions_offered,
    at_step,
    card,
    carry_out,
    changed,
    cover,
    deal_luck,
    due_of,
    fill_where,
    for_sale,
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
    INCOME,
    INSTALL,
    LUCK,
    NO_LIMIT,
    NONE,
    QUARRY,
)
from validator.games.henge.modifiers import Aid, Mods
from validator.games.henge.moves import HengeMove, free_steps, moves, moves_to
from validator.games.henge.turns import DECLINE, STOP, HengeChoice, HengeWork, is_possible
from validator.rng import Rng


def poor(match, cash=0):
    """The first player, without tokens and with so much money."""
    player = match.players[0]
    player.cash, player.travel = cash, 0
    return player


@pytest.mark.parametrize(
    ("to_go", "cards", "possible"),
    [
        *((3, "", False), (3, "dry-road", False), (3, "strong-backs", True)),
        *((3, "last-mile", True), (3, "rich-harvest", False), (4, "dry-road", False)),
        *((4, "dry-road strong-backs", True), (5, "dry-road strong-backs", False)),
    ],
)
def test_cards_that_move_stones_count_together_before_an_installation(
    match, to_go, cards, possible
):
    # HEN-LUCK-02, HEN-LUCK-03, HEN-LUCK-05: a card for any action brings the stone in in time
    at_step(match, "altar", "install")
    poor(match)
    stone(match, 0, "sleeper", to_go=to_go)  # one icon is passed within the free steps
    deal_luck(match, 0, *cards.split())
    assert ("install" in actions_offered(match)) is possible


@pytest.mark.parametrize(("cash", "possible"), [(3, False), (4, True)])
def test_a_carving_by_a_card_opens_a_lintel_slot_if_it_can_be_paid(cash, possible, at_heel):
    # HEN-LUCK-02, HEN-CARVE-01: Helping Hands give a Carve sub-action at the usual price
    player = poor(at_heel, cash)
    stone(at_heel, 0, "sleeper")
    put(at_heel, "heel-left", "heel-right")
    deal_luck(at_heel, 0, "helping-hands")
    assert is_possible(at_heel, player, due_of(at_heel, INSTALL)) is possible


@pytest.mark.parametrize("spare", [0, 2])
def test_what_a_carving_by_a_card_costs_is_kept_on_the_way(spare, four):
    # HEN-LUCK-02, HEN-TURN-03, HEN-CARVE-01: bribes leave the price of the carving
    player = poor(four, 4 + spare)
    stone(four, 0, "sleeper")
    put(four, "heel-left", "heel-right")
    deal_luck(four, 0, "helping-hands")
    heel, free = four.board.areas.index("heel"), free_steps(four, player)
    for pawn, ahead in enumerate(four.board.ahead):
        four.pawn = pawn
        found = {
            one.distance
            for one in moves(four, player)
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
            for one in moves(match, player)
            if isinstance(one, HengeMove)
            and one.distance <= len(ahead)
            and one.action.number == QUARRY
        }
        there = [one for one in ahead if QUARRY in one.actions and one.passed >= 2]
        assert found == {one.distance for one in there if one.distance <= reach}


def test_a_discount_and_a_higher_limit_count_together():
    # HEN-LUCK-03, HEN-QUA-06: neither card is enough
    match = match_of(3, 0, "X-HEN-09=not_installed")
    for_sale(match, 4)
    poor(match, 2).levels[0] = 3
    stones(match, 0, 0)
    for name, possible in (("haggler", False), ("store-yard", True)):
        deal_luck(match, 0, name)
        assert ("quarry" in actions_offered(match)) is possible


def test_cards_of_other_actions_do_not_count(match):
    # HEN-LUCK-05
    for_sale(match, 4)
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
    for_sale(match, 4)
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
    for_sale(match, 4)
    player = poor(match, 8)
    stone(match, 0, "sleeper")
    deal_luck(match, 0, "helping-hands")
    carry_out(match, QUARRY, playing(match, "helping-hands"), HengeChoice("carve", 0))
    assert (len(player.stones), player.cash, player.carved[0]) == (2, 0, True)


@pytest.mark.parametrize("before", [(), ("dry-road",)])
def test_once_a_step_is_done_cards_may_spend_what_is_left(match, before):
    # HEN-LUCK-02, HEN-TURN-09: whether a card was played before that step or not
    match.pawn = 0
    for_sale(match, 4)
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
    put(at_heel, "heel-left", "heel-right")
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
    on_top(match, "dry-road", "strong-backs")
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
        for on_foot in chain(*(moves_to(match, one) for one in actions)):
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
    kinds = [one.kind for _, what, options in script.asked if what == "druid" for one in options]
    assert kinds
    assert "play" not in kinds
    assert len(player.hand) == 1


def test_only_one_card_is_thrown_away_in_a_turn(match):
    # HEN-TURN-13
    player = poor(match)
    deal_luck(match, 0, "whetstone", "sharp-flints", "master-carver")
    script = Mover("income")
    person_turn(turn_of(match, 0, script))
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


def before_arriving(match, *chits):
    """A player with Straight to Work, who takes a B reward for a stone that is at the site."""
    player = match.players[0]
    match.local = match.board.areas.index("mound")
    player.levels[3] = match.mat.tops[3]  # the Mound shows the Stone privilege
    stone(match, 0, "black-ox")
    stone(match, 0, "sleeper", to_go=2)
    deal_luck(match, 0, "straight-to-work")
    match.rewards[1].cards.clear()
    match.pools[1][:] = [card(match, f"reward-b-{name}") for name in chits]
    return player


def test_a_reward_before_arrive_leaves_a_stone_that_arrives(match):
    """HEN-TURN-09, HEN-ARR-02: Great Sledge would bring all stones in before the action does."""
    before_arriving(match, "sledge", "cup")
    to_work, ox = playing(match, "straight-to-work"), installing(match, 0, "mound-left")
    script = carry_out(match, ARRIVE, to_work, ox)
    rewards = [options for _, what, options in script.asked if what == "reward"]
    assert [[one.say() for one in options] for options in rewards] == [["Amber Cup"]]
    assert (0, "arrive", [HengeChoice("arrive")]) in script.asked


def test_what_cannot_be_avoided_leaves_nothing_to_arrive(match):
    """HEN-TURN-09: with no other reward left all stones come at once, and the action is over."""
    player = before_arriving(match, "sledge")
    to_work, ox = playing(match, "straight-to-work"), installing(match, 0, "mound-left")
    script = carry_out(match, ARRIVE, to_work, ox)
    assert player.to_go == [0]
    assert all(options for _, _, options in script.asked)


@pytest.mark.parametrize(
    ("deck", "ruling", "playable"), [(0, "all", False), (1, "all", True), (0, "fewer", True)]
)
def test_no_draw_costs_the_card_that_pays_for_the_druid(deck, ruling, playable):
    """HEN-TURN-09, HEN-LUCK-10: at 2/1 with no card to draw the last card in hand would go."""
    match, player = match_by(f"X-HEN-08-LUCK={ruling}")
    at_step(match, "heel", "druid")
    player.cash, player.levels[2] = 0, 1
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes", "good-omens")
    del match.luck_deck.cards[deck:]
    script = Lucky()
    carry_out(match, DRUID, script=script)
    assert (playing(match, "good-omens") in script.asked[0][2]) is playable
    assert player.on_path[0] == 1


def test_two_discards_leave_the_card_that_pays_for_the_druid(match, player):
    """HEN-TURN-09, HEN-LUCK-11: at 3/2 with no card to draw two of three go, Robes neither time."""
    at_step(match, "heel", "druid")
    player.cash, player.levels[2] = 0, 2
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes", "good-omens", "almsgiving", "hidden-path")
    match.luck_deck.cards.clear()
    omens = playing(match, "good-omens")
    almsgiving = HengeChoice("discard", card(match, "luck-almsgiving"))
    script = carry_out(match, DRUID, omens, almsgiving)
    discards = [options for _, what, options in script.asked if what == "discard"]
    assert [len(options) for options in discards] == [2, 1]
    assert player.on_path[0] == 1


class Anything:
    """Takes any option, never one of none, until so many turns are over."""

    def __init__(self, seed, turns):
        self.rng = Rng(seed, 5, 7)
        self.left = turns

    def choose(self, seat, what, options):
        assert options, what
        played = [one for one in options if one.say().startswith("play ")]
        if played and self.rng.below(2):
            return played[self.rng.below(len(played))]
        return options[self.rng.below(len(options))]

    def turn(self, seat):
        self.left -= 1
        if self.left < 0:
            raise StopIteration

    def tell(self, seat, what, deed): ...


@pytest.mark.parametrize("index", range(24))
def test_nobody_is_asked_with_no_options(index):
    """HEN-TURN-09: full hands, a short Luck deck, top levels, little money."""
    rng = Rng(index, 1, 1)
    rulings = ["X-HEN-29=may"] * (index % 3 == 0) + ["X-HEN-28=after_discard"] * (index % 2)
    match = dealt(henge(3, 0, *rulings), index)
    deck = match.luck_deck
    for player in match.players:
        player.levels[:] = [rng.below(top + 1) for top in match.mat.tops]
        player.cash = rng.below(6)
        for _ in range(6):
            player.hand.append(deck.cards.pop())
    match.box += deck.cards[rng.below(4) :]
    del deck.cards[rng.below(4) :]
    with pytest.raises(StopIteration):
        match.play(Anything(index, 45))


@pytest.mark.parametrize("ruling", ["X-HEN-05=turn_end", "X-HEN-05=at_once"])
def test_what_is_played_on_a_copy_leaves_the_match_as_it_is(ruling):
    """HEN-FSET-01 to HEN-FSET-12: every piece lies where it lay, and both go on alike."""
    match = dealt(henge(2, 1, ruling))
    before = match.copy()
    played = [match.copy(), match.copy()]
    for other in played:
        assert other.census() == before.census()
        with pytest.raises(StopIteration):
            other.play(Anything(3, 40))
    assert played[0].census() == played[1].census() != before.census()
    assert match.census() == before.census()


def test_the_last_card_is_discarded_even_if_it_alone_makes_the_action_possible(match, player):
    """HEN-LUCK-10, HEN-TURN-09: nothing else is there to be discarded."""
    at_step(match, "heel", "druid")
    player.cash, player.levels[2] = 0, 1
    cover(match, 0, 5)
    deal_luck(match, 0, "borrowed-robes")
    match.luck_deck.cards.clear()
    turn = turn_of(match, 0, Lucky())
    turn.due = due_of(match, DRUID)
    turn.draw(0, 1)
    assert player.hand == []


def test_an_action_with_nothing_to_do_is_asked_for_so_that_the_game_is_told_of(match):
    """HEN-TURN-09: only a card that was played may leave a main action without a step."""
    script = Script()
    with pytest.raises(IndexError):
        carry_out(match, CARVE, script=script)
    assert script.asked == [(0, "carve", [])]


def test_a_card_is_not_drawn_by_its_own_effect(match, player):
    """HEN-LUCK-06: with nothing else to draw Deep Draught brings two dollars and no card."""
    deal_luck(match, 0, "deep-draught")
    match.luck_deck.cards.clear()
    carry_out(match, LUCK, playing(match, "deep-draught"), STOP)
    assert player.cash == 14
    assert player.hand == [card(match, "luck-deep-draught")]  # by the action itself, after it
    assert match.luck_played == []


def test_a_card_lies_apart_while_it_is_carried_out(match):
    """HEN-LUCK-06: neither in hand nor discarded while its draw is discarded for."""
    player, omens = match.players[0], card(match, "luck-good-omens")
    player.levels[2] = 1
    deal_luck(match, 0, "good-omens", "whetstone")
    at_step(match, "heel", "druid")
    script, seen = First(), []
    script.pick = lambda what, options: seen.append(match.census()["luck_played"]) or options[0]
    turn_of(match, 0, script).play_luck(omens)
    assert (script.asked[0][1], seen) == ("discard", [[omens]])
    assert match.luck_deck.discards[-1] == omens


@pytest.mark.parametrize(
    ("ruling", "order"), [("at_once", ["income", "discard"]), ("after_discard", ["discard"])]
)
def test_a_card_just_drawn_may_be_played_before_one_is_discarded(ruling, order):
    """HEN-LUCK-13, HEN-LUCK-10, X-HEN-28: two are drawn, one of them is for Income."""
    match, player = match_by(f"X-HEN-28={ruling}")
    player.levels[2] = 1
    on_top(match, "whetstone", "rich-harvest")
    script = carry_out(match, INCOME, script=Lucky())
    asked = [what for _, what, _ in script.asked]
    assert asked[1 : len(order) + 1] == order
    if ruling == "at_once":
        assert script.asked[1][2] == [STOP, playing(match, "rich-harvest")]
        assert player.cash == 12 + match.mat.coins[0] + 3
        assert player.hand == []  # the other one had to go


def test_only_fitting_cards_just_drawn_are_offered_before_the_discard(match):
    """HEN-LUCK-13, HEN-LUCK-05: what was in hand before waits, what does not fit too."""
    player, harvest = match.players[0], card(match, "luck-rich-harvest")
    player.levels[2] = 1
    deal_luck(match, 0, "rich-harvest")
    match.luck_deck.cards = [one for one in match.luck_deck.cards if one != harvest]
    on_top(match, "whetstone", "long-ropes")
    script = carry_out(match, INCOME, HengeChoice("income"), HengeChoice("discard", harvest))
    assert [what for _, what, _ in script.asked] == ["income", "discard"]


def moved(match, script, *answers):
    """A turn of the first seat."""
    script.answers = list(answers)
    person_turn(turn_of(match, 0, script))
    return script


@pytest.mark.parametrize(("ruling", "left"), [("must", 1), ("may", 3)])
def test_stones_may_stay_where_an_icon_is_passed(ruling, left):
    """HEN-TURN-05, HEN-TURN-07, X-HEN-29: two icons, and the player may let none count."""
    match = match_of(3, 0, f"X-HEN-29={ruling}")
    match.pawn = 0
    stone(match, 0, "thunderhead", to_go=3)
    stays = [HengeChoice("transport all", 0)] if ruling == "may" else []
    script = moved(match, Script(), move(match, 6, "income"), *stays, DECLINE)
    assert match.players[0].to_go == [left]
    asked = [options for _, what, options in script.asked if what == "transport"]
    assert asked == [[HengeChoice("transport all", steps) for steps in (2, 1, 0)]] * len(stays)


def test_stones_may_only_stay_if_the_action_stays_possible():
    """HEN-TURN-09, X-HEN-29: the stone stays one step from the site, so that it can arrive."""
    match = match_of(3, 0, "X-HEN-29=may")
    ahead = match.board.ahead
    match.pawn, distance = next(
        (at, there.distance)
        for at in range(len(ahead))
        for there in ahead[at]
        if there.passed == 1 and 6 in there.actions and there.distance <= 3
    )
    stone(match, 0, "thunderhead", to_go=1)
    script = moved(match, Script(), move(match, distance, "arrive"))
    assert [what for _, what, _ in script.asked][:2] == ["move", "transport"]
    assert script.asked[1][2] == [HengeChoice("transport all", 0)]
    assert match.players[0].to_go == [0]


@pytest.mark.parametrize(("ruling", "waived"), [("empty", False), ("open", True)])
def test_a_lintel_without_uprights_is_a_slot_of_its_size_or_not(ruling, waived):
    """HEN-INS-07, HEN-INS-10, X-HEN-30: of the large slots only the lintel of the Heel is left."""
    match = match_of(3, 0, f"X-HEN-30={ruling}")
    left, right = slot_of(match, "heel-left"), slot_of(match, "heel-right")
    fill_where(match, lambda one: one.size in (0, 2) and one.id not in ("heel-lintel", "heel-left"))
    assert not match.waives(0)  # an upright is left too
    match.kinds[left] = match.kinds[right] = 0
    assert not match.waives(0)  # the lintel can be filled now, by either reading
    match.kinds[left] = NONE
    match.board = replace(
        match.board,
        slots=tuple(
            replace(slot, size=1) if at == left else slot
            for at, slot in enumerate(match.board.slots)
        ),
    )
    assert match.waives(0) is waived
    stone(match, 0, "thunderhead")
    fits = {"altar-left", "altar-right"} <= set(slots_open(match, "altar"))
    assert fits is waived


def test_what_a_card_changes_does_not_reach_a_sub_action(match, player):
    """HEN-CONC-03, HEN-LUCK-04: Whetstone makes the main carving cheaper, not that of a chit."""
    stones(match, 0, 0)
    player.cash = 20
    turn = turn_of(match, 0, Script(HengeChoice("carve", 0)))
    changed(match).each["carving"] = 1
    turn.give([Act("carve", limit=1)])
    assert player.cash == 16
    assert match.mods.each["carving"] == 1
    carry_out(match, CARVE)
    assert player.cash == 13


def test_what_a_card_changed_is_over_when_the_next_player_moves(match):
    """HEN-LUCK-02, HEN-LUCK-07: Swift Feet are those of their player, for one turn."""
    match.pawn = 0
    deal_luck(match, 0, "swift-feet")
    swift = HengeChoice("play", card(match, "luck-swift-feet"))
    moved(match, Script(), swift, move(match, 6, "income"), DECLINE)
    match.players[1].cash = match.players[1].travel = 0
    person_turn(turn_of(match, 1, script := Lucky()))
    assert max(one.distance for one in script.asked[0][2]) == match.mat.steps[0]
