"""Henge: what Luck cards, chits and tracks bring when they are used, and what is counted of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    GAME,
    Script,
    actions_offered,
    at_step,
    card,
    changed,
    cover,
    deal_luck,
    dealt,
    henge,
    match_of,
    offered,
    playing,
    put,
    slot_of,
    stone,
    turn_of,
)

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Condition,
    Count,
    Discard,
    Draw,
    Effect,
    Filter,
    Gain,
    Place,
    Reach,
    Score,
)
from validator.catalogue.model import Game
from validator.games.fields import entries
from validator.games.henge import scoring
from validator.games.henge.actions.action import MAIN, Due, Grant, Work
from validator.games.henge.actions.carve import CarveStone
from validator.games.henge.actions.druid import PlaceDruid
from validator.games.henge.actions.install import InstallStone, level_up, use_mods
from validator.games.henge.cards.bonus import card_points, earn_bonus, give_up
from validator.games.henge.cards.luck import draw, lost_by, numbers
from validator.games.henge.position.counting import count, holds
from validator.games.henge.position.options import DECLINE, STOP, TakeAction
from validator.games.henge.printed.codes import (
    ARRIVE,
    CARVE,
    CARVE_PRICE,
    CLOSED,
    DRUID,
    EITHER,
    INCOME,
    INSTALL,
    LARGE,
    LUCK,
    NO_LIMIT,
    NONE,
    P_SPRING,
    PILES,
    PRIVILEGES,
    QUARRY,
    ROLES,
)
from validator.games.henge.printed.mods import Mods, mods_of
from validator.games.henge.turns.helps import is_possible
from validator.games.henge.turns.moving import FAR, moves
from validator.games.henge.turns.person import choose_transport, person_turn, throw_away
from validator.games.henge.vocabulary import unknown
from validator.play.driver import play_match
from validator.play.policies import make_policies, parse_policy
from validator.play.tally import NOTHING, Switch
from validator.rng import Streams


class Taker(Script):
    """Plays a Luck card where it may, else takes the last option, which is never to stop."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append((seat, what, list(options)))
        played = [one for one in options if one.say().startswith("play ")]
        return played[0] if played else options[-1]


def act(match: Any, action: int, *cards: str) -> Script:
    """The first seat carries out a main action, plays these cards and takes all it can."""
    deal_luck(match, 0, *cards)
    script = Taker()
    match.rondel.actions[action].carry_out(turn_of(match, 0, script), Work(MAIN))
    return script


def with_effects(name: str, *effects: Effect) -> Game:
    """The game with other effects of a Luck card."""
    luck = GAME.sets["luck"]
    changed = tuple(
        replace(one, effects=effects) if one.id == f"luck-{name}" else one
        for one in luck.components
    )
    return replace(GAME, sets={**GAME.sets, "luck": replace(luck, components=changed)})


# --- Bonus cards -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "deck", "kept"),
    [
        ("all", 3, 1),
        ("all", 2, 0),
        ("all", 0, 0),
        ("fewer", 3, 1),
        ("fewer", 2, 1),
        ("fewer", 0, 0),
    ],
)
def test_of_three_bonus_cards_one_is_kept(ruling: str, deck: int, kept: int) -> None:
    """HEN-BON-03, HEN-BON-09, X-HEN-08-BONUS: and each that is drawn counts as drawn."""
    match = match_of(3, 0, f"X-HEN-08-BONUS={ruling}")
    del match.eog_deck.cards[deck:]
    drawn = list(match.eog_deck.cards)
    before = [match.tally.drawn[one] for one in drawn]
    earn_bonus(match, Taker(), match.players[0])
    assert len(match.players[0].eog) == kept
    assert [match.tally.drawn[one] - were for one, were in zip(drawn, before, strict=True)] == [
        1
    ] * len(drawn)


@pytest.mark.parametrize("ruling", ["allowed", "hand_only"])
def test_a_spring_card_goes_where_there_is_no_other(ruling: str) -> None:
    """HEN-BON-04, HEN-BON-09, X-HEN-20: with no card to draw and none in hand."""
    match = match_of(3, 0, f"X-HEN-20={ruling}")
    match.eog_deck.cards.clear()
    match.players[0].spring = card(match, "spring-lone-stones")
    earn_bonus(match, Taker(), match.players[0])
    assert match.players[0].spring == NONE


# --- Luck cards ------------------------------------------------------------------------------


def test_a_card_is_offered_once_for_each_copy_that_was_drawn() -> None:
    """HEN-LUCK-13: the copy in hand was not drawn now, and waits."""
    match = match_of(3)
    number = card(match, "luck-strong-backs")
    stone(match, 0, "sleeper", to_go=9)
    deal_luck(match, 0, "strong-backs")
    match.luck_deck.cards.remove(number)
    match.luck_deck.cards.append(number)
    turn = turn_of(match, 0, script := Taker())
    turn.at_hand = match.rondel.actions[INCOME], Work(MAIN)
    draw(turn, 1, 1)
    offers = [options for _, what, options in script.asked if what == "income"]
    assert offers == [[STOP, playing(match, "strong-backs")]]
    assert match.players[0].to_go == [7]


@pytest.mark.parametrize("cards", [(), ("second-sledge",)])
def test_a_second_sledge_buys_and_holds_one_more(cards: tuple[str, ...]) -> None:
    """HEN-QUA-02, HEN-LUCK-07: one is bought at the first level, and two are held."""
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=9)
    player.cash = 40
    act(match, QUARRY, *cards)
    assert len(player.stones) == 2 + len(cards)


@pytest.mark.parametrize(("markers", "possible"), [(1, True), (0, False)])
@pytest.mark.parametrize("cash", [0, 3])
def test_a_card_that_carves_for_nothing_opens_a_carved_slot(
    cash: int, markers: int, possible: bool
) -> None:
    """HEN-LUCK-02, HEN-INS-08: a card of one's own, since every printed one asks the price."""
    match = match_of(4)
    table = henge(4, 0, game=with_effects("helping-hands", Act("carve", limit=1, free=True)))
    match.cards = table.rules.cards
    match.hands = table.rules.hands
    match.local = match.board.areas.index("heel")
    stone(match, 0, "sleeper")
    for slot in ("heel-left", "heel-right"):
        match.fill(next(at for at, one in enumerate(match.board.slots) if one.id == slot), 0)
    due = Due(match.rondel.actions[INSTALL], match.local, Mods())
    match.players[0].cash, match.players[0].markers = cash, markers
    assert not is_possible(match, match.players[0], due)
    deal_luck(match, 0, "helping-hands")
    assert is_possible(match, match.players[0], due) is possible


def test_the_highest_of_all_prices_can_be_paid_too() -> None:
    """HEN-TURN-09: whoever has just that much, where the pool holds nothing cheaper."""
    match = match_of(3)
    dearest = match.rules.dearest
    match.quarry[:] = [one for one, printed in match.stones.items() if printed.cost == dearest][:4]
    assert match.quarry
    due = Due(match.rondel.actions[QUARRY], 0, Mods())
    for cash in (dearest - 1, dearest):
        match.players[0].cash = cash
        assert is_possible(match, match.players[0], due) is (cash == dearest)


@pytest.mark.parametrize("action", ["quarry", "druid", "carve"])
@pytest.mark.parametrize("held", [False, True])
def test_money_of_a_card_in_hand_leads_to_what_it_pays(action: str, held: bool) -> None:
    """HEN-LUCK-02, HEN-LUCK-05: Dry Road with two dollars instead, which fits any action."""
    game = with_effects("dry-road", Gain("coin", 2))
    table = henge(3, 0, game=game)
    match = match_of(3)
    match.cards, match.hands = table.rules.cards, table.rules.hands
    player, price = match.players[0], {"quarry": 2, "druid": 2, "carve": 4}[action]
    stone(match, 0, "sleeper", to_go=2)
    cheap = next(one for one, printed in match.stones.items() if printed.cost == 2)
    match.quarry[:] = [cheap] * len(match.quarry)
    for area in range(len(match.board.areas)):
        cover(match, area, 3)
    assert min(match.prices) == 2
    at_step(match, "heel", "income")
    player.cash, player.levels[0] = price - 2, match.mat.tops[0]
    if held:
        deal_luck(match, 0, "dry-road")
    assert (action in actions_offered(match)) is held


@pytest.mark.parametrize(
    ("cash", "bank", "possible"), [(1, 1, True), (1, 0, False), (0, 2, True), (0, 1, False)]
)
def test_the_last_dollar_of_the_bank_pays_for_the_stone(
    cash: int, bank: int, possible: bool
) -> None:
    """HEN-LUCK-02, X-HEN-06-BANK: Dry Road with two dollars instead, for a stone of two."""
    match = match_of(3, 0, "X-HEN-06-BANK=limited")
    match.hands = henge(3, 0, game=with_effects("dry-road", Gain("coin", 2))).rules.hands
    cheap = next(one for one, printed in match.stones.items() if printed.cost == 2)
    match.quarry[:] = [cheap] * len(match.quarry)
    match.players[0].cash, match.bank = cash, bank
    deal_luck(match, 0, "dry-road")
    due = Due(match.rondel.actions[QUARRY], 0, Mods())
    assert is_possible(match, match.players[0], due) is possible


def test_the_last_mile_is_that_of_one_stone() -> None:
    """HEN-LUCK-07, HEN-INS-03: the other stone is still on its way."""
    match = match_of(4)
    at_step(match, "heel", "install")
    for name in ("sleeper", "thunderhead"):
        stone(match, 0, name, to_go=3)
    act(match, INSTALL, "last-mile")
    assert len(match.players[0].row) == 1


@pytest.mark.parametrize("cards", [("across-the-circle",), ("across-the-circle", "long-ropes")])
def test_one_card_lets_one_stone_leave_the_area(cards: tuple[str, ...]) -> None:
    """HEN-INS-02, HEN-LUCK-07: nothing is free in the local area, and three stones are ready."""
    match = match_of(4)
    at_step(match, "heel", "install")
    for slot in match.board.slots_of[match.local]:
        match.filled[slot] = True
    match.find_open()
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(match, 0, name, carved=True)
    act(match, INSTALL, *cards)
    assert len(match.players[0].row) == len(cards)


@pytest.mark.parametrize("name", ["across-the-circle", "long-ropes"])
def test_a_border_slot_is_reached_by_the_card_for_either_area(name: str) -> None:
    """HEN-INS-02, HEN-BOARD-12: one of its areas borders the local one, the other does not."""
    match = match_of(4)
    board = match.board
    area, slot = next(
        (area, at)
        for area in range(len(board.areas))
        for at, one in enumerate(board.slots)
        if not one.carved and any(other in board.remote[area] for other in one.areas)
        if area not in one.areas and any(other in board.neighbours[area] for other in one.areas)
    )
    match.local = area
    for at in range(len(board.slots)):
        match.filled[at] = at != slot
    match.find_open()
    for other in range(len(board.slots)):
        if other != slot and not board.slots[other].carved and area not in board.slots[other].areas:
            match.filled[other] = False
    match.find_open()
    fitting = [
        match.cards.ids[one].removeprefix("stone-")
        for one, printed in match.stones.items()
        if board.slots[slot].size in (printed.size, EITHER)
    ]
    for held in fitting[:2]:
        stone(match, 0, held)
    deal_luck(match, 0, name)
    script = Script(InstallStone(0, slot, board.slots[slot].id))
    match.rondel.actions[INSTALL].carry_out(turn_of(match, 0, script), Work(MAIN))
    assert (match.mods.stone_remote, match.mods.stone_adjacent) == (0, 0)
    assert len(match.players[0].row) == 1


@pytest.mark.parametrize("name", ["far-pilgrim", "wandering-acolyte"])
def test_one_card_lets_one_druid_leave_the_area(name: str) -> None:
    """HEN-DRU-02, HEN-LUCK-07: a card lets two be placed, and the local path is full."""
    match = match_of(3)
    player, board = match.players[0], match.board
    at_step(match, "heel", "druid")
    cover(match, match.local, len(board.prices[match.local]))
    player.cash = 40
    act(match, DRUID, name, "torchlight-procession")
    reached = board.remote if name == "far-pilgrim" else board.neighbours
    assert sum(player.on_path) == 1
    assert player.on_path.index(1) in reached[match.local]


FAVOURS = ("any_transit", "any_carving", "any_size", "stone_adjacent", "stone_remote")


@pytest.mark.parametrize(
    ("name", "to_go", "carved", "slot", "used"),
    [
        ("sleeper", 0, False, "heel-left", ()),
        ("sleeper", 2, False, "heel-left", ("any_transit",)),
        ("sleeper", 0, True, "heel-lintel", ()),
        ("sleeper", 0, False, "heel-lintel", ("any_carving",)),
        ("sleeper", 0, False, "heel-altar-left", ("any_size",)),
        ("larkstone", 0, False, "heel-altar-left", ()),
        ("larkstone", 0, False, "heel-left", ("any_size",)),
        ("sleeper", 0, False, "near", ("stone_adjacent",)),
        ("sleeper", 0, False, "far", ("stone_remote",)),
        ("larkstone", 1, False, "far-lintel", (*FAVOURS[:3], "stone_remote")),
    ],
)
def test_an_installation_uses_up_the_favours_that_it_needs_once(
    name: str, to_go: int, carved: bool, slot: str, used: tuple[str, ...]
) -> None:
    """HEN-INS-02, HEN-INS-03, HEN-INS-05, HEN-INS-08, HEN-LUCK-07: of three each."""
    match = match_of(4)
    match.local = match.board.areas.index("heel")
    areas, kind = match.board.areas, slot.partition("-")[2] or "left"
    near, far = (one[match.local][0] for one in (match.board.neighbours, match.board.remote))
    if slot.startswith(("near", "far")):
        slot = f"{areas[near if slot == 'near' else far]}-{kind}"
    at, mods = stone(match, 0, name, to_go, carved), changed(match)
    for favour in FAVOURS:
        setattr(mods, favour, 3)
    use_mods(match, match.players[0], at, slot_of(match, slot), mods)
    left = {favour for favour in FAVOURS if getattr(mods, favour) == 3}
    assert left == set(FAVOURS) - set(used)
    assert all(getattr(mods, favour) == 2 for favour in used)


@pytest.mark.parametrize(("players", "fits"), [(3, True), (4, False), (5, False)])
def test_the_side_for_three_alone_lets_a_size_be_ignored(players: int, fits: bool) -> None:
    """HEN-INS-07: no small slot is left, and large uprights' slots are."""
    match = match_of(players)
    at_step(match, "heel", "install")
    stone(match, 0, "larkstone")
    for at, slot in enumerate(match.board.slots):
        match.filled[at] = slot.size != LARGE
    match.count_sizes()
    match.find_open()
    steps = match.rondel.actions[INSTALL].steps(match, match.players[0], Work(MAIN))
    assert bool(steps) is fits


def test_a_size_that_all_may_ignore_uses_no_card() -> None:
    """HEN-INS-07: no small slot is left on the 3-player side."""
    match = match_of(3)
    for slot in match.board.slots:
        if slot.size != LARGE:
            put(match, slot.id, large=False)
    at, mods = stone(match, 0, "larkstone"), changed(match)
    mods.any_size = 3
    use_mods(match, match.players[0], at, slot_of(match, "heel-left"), mods)
    assert mods.any_size == 3


def test_a_privilege_that_is_shown_uses_no_card() -> None:
    """HEN-INS-15, HEN-LUCK-07: of three, one for each that the area does not show."""
    match = match_of(3)
    player, mods = match.players[0], changed(match)
    shown = match.board.privileges[match.local]
    hidden = next(one for one in range(len(PRIVILEGES)) if one not in shown)
    mods.any_match = 3
    level_up(match, player, shown[0], mods)
    assert (player.levels[shown[0]], mods.any_match) == (1, 3)
    level_up(match, player, hidden, mods)
    assert (player.levels[hidden], mods.any_match) == (1, 2)
    mods.any_match = 0
    assert level_up(match, player, hidden, mods) == ()
    assert player.levels[hidden] == 1


@pytest.mark.parametrize("area", ["adjacent", "remote", "any-area"])
@pytest.mark.parametrize("what", ["stone", "druid"])
def test_the_ways_that_cards_open_add_up(what: str, area: str) -> None:
    """HEN-LUCK-07: twice one and once two are four, to the areas that the cards name."""
    mods = mods_of([Reach(what, area, 1), Reach(what, area, 1), Reach(what, area, 2)])
    found = {
        ("stone", "adjacent"): mods.stone_adjacent,
        ("stone", "remote"): mods.stone_remote,
        ("druid", "adjacent"): mods.druid_adjacent,
        ("druid", "remote"): mods.druid_remote,
    }
    assert {one for one, uses in found.items() if uses} == {
        one for one in found if one[0] == what and area in (one[1], "any-area")
    }
    assert sum(found.values()) == (8 if area == "any-area" else 4)


@pytest.mark.parametrize(("name", "saved"), [("kin-at-the-quarry", 2), ("haggler", 2)])
def test_a_discount_is_taken_off_the_price_that_is_paid(name: str, saved: int) -> None:
    """HEN-QUA-08, HEN-LUCK-07: one dollar for each of two stones, or two dollars for one."""
    match = match_of(3)
    player = match.players[0]
    player.levels[3], player.cash = 1, 40
    dear = [one for one, printed in match.stones.items() if printed.cost > 2]
    match.quarry[:] = dear[: len(match.quarry)]
    act(match, QUARRY, name)
    assert len(player.stones) == 2
    assert player.cash == 40 - sum(match.stones[one].cost for one in player.stones) + saved


@pytest.mark.parametrize("ruling", ["all", "fewer"])
def test_a_full_draw_is_discarded_for_as_printed(ruling: str) -> None:
    """HEN-LUCK-10, HEN-LUCK-11, X-HEN-08-LUCK: 3/2 leaves one of three by either reading."""
    match = match_of(3, 0, f"X-HEN-08-LUCK={ruling}")
    draw(turn_of(match, 0, Taker()), 3, 2)
    assert len(match.players[0].hand) == 1


@pytest.mark.parametrize(("deck", "lost"), [(0, 2), (1, 1), (2, 1), (3, 0), (4, 0)])
def test_a_second_draw_finds_what_the_first_one_leaves(deck: int, lost: int) -> None:
    """HEN-LUCK-10, HEN-LUCK-15: two effects draw two each and keep one."""
    match = match_of(3)
    del match.luck_deck.cards[deck:]
    effects = [Draw("luck-card", 2, keep=1)] * 2
    assert lost_by(match, match.players[0], effects) == lost


@pytest.mark.parametrize(("amount", "gone"), [(1, 1), (2, 2), (None, 3)])
def test_an_effect_discards_as_many_as_it_says(amount: int | None, gone: int) -> None:
    """HEN-LUCK-07: of three cards in hand."""
    match = match_of(3)
    player = match.players[0]
    deal_luck(match, 0, "whetstone", "sharp-flints", "master-carver")
    turn_of(match, 0, Taker()).give([Discard("luck-card", amount, (Gain("coin", 4),))])
    assert len(player.hand) == 3 - gone
    assert player.cash == 16


@pytest.mark.parametrize(("to_go", "offers"), [((1, 9), True), ((9, 9), False)])
def test_a_card_that_moves_stones_makes_room_for_another(
    to_go: tuple[int, int], offers: bool
) -> None:
    """HEN-QUA-06, X-HEN-09: Downhill Start, with the quarry next door and no icon on the way."""
    match = match_of(3, 0, "X-HEN-09=in_transit")
    player = match.players[0]
    for name, left in zip(("sleeper", "thunderhead"), to_go, strict=True):
        stone(match, 0, name, to_go=left)
    ahead = match.board.ahead
    match.pawn = next(
        at for at in range(len(ahead)) if QUARRY in ahead[at][0].actions and not ahead[at][0].passed
    )
    player.cash, player.travel = 9, 0
    match.quarry[:] = [max(match.stones, key=lambda one: match.stones[one].cost)] * 4
    player.cash = match.stones[match.quarry[0]].cost
    assert "quarry" not in actions_offered(match)
    deal_luck(match, 0, "downhill-start")
    assert ("quarry" in actions_offered(match)) is offers


@pytest.mark.parametrize(
    ("who", "cash"), [("you", [14, 12, 12]), ("each", [14, 14, 14]), ("others", [12, 14, 14])]
)
def test_money_comes_to_those_who_are_meant(who: str, cash: list[int]) -> None:
    """HEN-LUCK-07."""
    match = match_of(3)
    turn_of(match, 0, Script()).give([Gain("coin", 2, who=who)])
    assert [player.cash for player in match.players] == cash


@pytest.mark.parametrize(("hand", "answer"), [(1, None), (2, DECLINE)])
def test_what_is_not_paid_for_is_not_given(hand: int, answer: Any) -> None:
    """HEN-LUCK-07: too few cards to discard, or none that one wants to."""
    match = match_of(3)
    player = match.players[0]
    deal_luck(match, 0, *("whetstone", "sharp-flints")[:hand])
    answers = () if answer is None else (answer,)
    turn_of(match, 0, Script(*answers)).give([Discard("luck-card", 2, (Gain("coin", 4),))])
    assert (len(player.hand), player.cash) == (hand, 12)


def test_an_empty_place_of_the_pool_is_no_stone_for_nothing() -> None:
    """HEN-QUA-13, HEN-LUCK-07: a discount of the whole price makes the other three free."""
    match = match_of(3)
    match.quarry[1] = NONE
    match.players[0].cash = 0
    changed(match).stone_once.append(NO_LIMIT)
    steps = match.rondel.actions[QUARRY].steps(match, match.players[0], Work(MAIN))
    assert [one.at for one in steps] == [0, 2, 3]


def test_a_card_for_before_the_move_does_nothing_until_it_is_played() -> None:
    """HEN-LUCK-05: Swift Feet that waive the way of a stone instead."""
    match = match_of(3)
    table = henge(3, game=with_effects("swift-feet", Allow(waive="transit", uses=1)))
    match.cards, match.hands = table.rules.cards, table.rules.hands
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
def test_a_card_in_hand_reaches_the_one_area_that_is_open(name: str, action: str) -> None:
    """HEN-LUCK-02, HEN-BOARD-12, HEN-BOARD-14: from areas beside it, or from those that are not."""
    match = match_of(4)
    board, player = match.board, match.players[0]
    heel = board.areas.index("heel")
    stone(match, 0, "sleeper", carved=True)
    for at, slot in enumerate(board.slots):
        match.filled[at] = slot.id not in ("heel-left", "heel-right")
    match.find_open()
    for area in range(len(board.areas)):
        cover(match, area, 0 if area == heel else len(board.prices[area]))
    player.cash, player.travel, player.levels[4] = 40, 0, 0
    adjacent = match.mat.druid[0][1]
    found = {one.area for one in offered(match) if one.action.name == action}
    near = set(board.neighbours[heel]) if action == "druid" and adjacent else set()
    assert found == {heel} | near
    deal_luck(match, 0, name)
    reached = board.neighbours if name in ("long-ropes", "wandering-acolyte") else board.remote
    found = {one.area for one in offered(match) if one.action.name == action}
    assert found == {heel, *reached[heel]} | near


@pytest.mark.parametrize("ruling", ["needs_stone", "idle"])
@pytest.mark.parametrize(("to_go", "playable"), [((1, 1), True), ((2, 0), False), ((3, 0), True)])
def test_one_of_two_stones_may_be_moved_before_all_arrive(
    to_go: tuple[int, int], playable: bool, ruling: str
) -> None:
    """HEN-TURN-09, HEN-ARR-02, X-HEN-15: Strong Backs move one stone two steps."""
    match = match_of(3, 0, f"X-HEN-15={ruling}")
    for name, left in zip(("sleeper", "thunderhead"), to_go, strict=True):
        stone(match, 0, name, to_go=left)
    deal_luck(match, 0, "strong-backs")
    arrive = match.rondel.actions[ARRIVE]
    plays = arrive.plays(turn_of(match, 0, Script()), Work(MAIN), match.players[0].hand)
    assert bool(plays) is (playable or ruling == "idle")


@pytest.mark.parametrize("carved", [1, 2])
def test_a_spiral_pattern_scores_the_carvings_of_the_turn(carved: int) -> None:
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    match = match_of(3)
    player = match.players[0]
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(match, 0, name, to_go=3)
    player.cash = 30
    deal_luck(match, 0, "spiral-pattern")
    spiral, stones = playing(match, "spiral-pattern"), [CarveStone(at) for at in range(carved)]
    script = Script(*stones, spiral, STOP)
    match.rondel.actions[CARVE].carry_out(turn_of(match, 0, script), Work(MAIN))
    assert (player.score, player.carved.count(True)) == (carved, carved)


@pytest.mark.parametrize("placed", [1, 2])
def test_good_omens_score_the_druids_of_the_turn(placed: int) -> None:
    """HEN-LUCK-07, HEN-BON-02: played after them, a point for each."""
    match = match_of(3)
    at_step(match, "heel", "druid")
    player = match.players[0]
    player.cash, player.levels[4] = 30, match.mat.tops[4]
    match.mat = replace(match.mat, druid_track=((),) * 12)
    deal_luck(match, 0, "good-omens")
    heel = PlaceDruid(0, "heel")
    script = ThenFirst(*[heel] * placed, playing(match, "good-omens"))
    match.rondel.actions[DRUID].carry_out(turn_of(match, 0, script), Work(MAIN))
    assert script.answers == []
    assert player.score == placed


class ThenFirst(Script):
    """Gives its answers, then takes the first option."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        return super().choose(seat, what, options) if self.answers else options[0]


# --- sub-actions ----------


def test_a_sub_action_without_a_limit_goes_on() -> None:
    """HEN-CONC-02, HEN-CARVE-02: all three stones are carved."""
    match = match_of(3)
    player = match.players[0]
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(match, 0, name, to_go=1)
    player.cash = 12
    turn_of(match, 0, Script(*[CarveStone(at) for at in range(3)])).give([Act("carve")])
    assert (player.carved, player.cash) == ([True] * 3, 0)


@pytest.mark.parametrize("free", [True, False])
def test_no_druid_goes_where_the_last_space_alone_is_left(free: bool) -> None:
    """HEN-DRU-07: by an effect or a sub-action, for nothing or for all the money there is."""
    match = match_of(3)
    player = match.players[0]
    player.cash = 5000
    cover(match, match.local, len(match.board.prices[match.local]))
    assert match.prices[match.local] == CLOSED
    turn_of(match, 0, Taker()).give([Place("druid", "local", free=free)])
    turn_of(match, 0, Taker()).give([Act("druid-action", free=free)])
    assert sum(player.on_path) == 0


@pytest.mark.parametrize(("slot", "bonus_cards"), [("heel-left", 0), ("heel-lintel", 1)])
@pytest.mark.parametrize("ruling", ["benefits", "lintels_too"])
def test_a_lintel_brings_a_bonus_card_or_does_not(slot: str, bonus_cards: int, ruling: str) -> None:
    """HEN-BON-08, X-HEN-04."""
    match = match_of(4, 0, f"X-HEN-04={ruling}")
    at_step(match, "heel", "install")
    for at, one in enumerate(match.board.slots):
        match.filled[at] = one.id != slot
    match.find_open()
    stone(match, 0, "sleeper", carved=True)
    act(match, INSTALL)
    assert len(match.players[0].row) == 1
    assert len(match.players[0].eog) == (bonus_cards if ruling == "lintels_too" else 0)


@pytest.mark.parametrize(("arrived", "possible"), [(1, False), (2, True)])
def test_a_stone_too_many_on_the_way_makes_two_that_must_arrive(
    arrived: int, possible: bool
) -> None:
    """HEN-QUA-06, X-HEN-09: three are on the way where two are allowed, by a card of before."""
    match = match_of(3, 0, "X-HEN-09=in_transit")
    player = match.players[0]
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(match, 0, name)
    player.to_go[:] = [1] * arrived + [9] * (3 - arrived)
    match.quarry[:] = [min(match.stones, key=lambda one: match.stones[one].cost)] * 4
    player.cash, player.travel, match.pawn = 8, 0, 0
    assert ("quarry" in actions_offered(match)) is possible


def test_a_privilege_is_raised_to_its_top_and_one_step_beyond() -> None:
    """HEN-INS-16: all the way from the first level, with the benefit at the end."""
    match = match_of(3)
    player = match.players[0]
    tops = match.mat.tops
    match.mat = replace(match.mat, ends=((Gain("coin", 1),),) * len(tops))
    longest = max(range(len(tops)), key=lambda one: tops[one])
    track = ("steps", "coin", "luck", "stone", "druid")[longest]
    turn_of(match, 0, Script()).give([Advance(f"{track}-level", None)])
    assert player.levels[longest] == tops[longest]
    assert player.cash == 13


@pytest.mark.parametrize(("field", "least", "number"), [("min-cost", 3, 1), ("min-steps", 2, 1)])
def test_installed_stones_are_counted_from_a_price_or_a_way_on(
    field: str, least: int, number: int
) -> None:
    """K-BONUS-02."""
    match = match_of(4)
    player = match.players[0]
    printed = {one: getattr(card, field.split("-")[1]) for one, card in match.stones.items()}
    for value in (least - 1, least):
        player.row.append(next(one for one, shown in printed.items() if shown == value))
    player.row_slots, player.row_carved = [0, 1], [False, False]
    assert count(match, player, Count("installed", (Filter(field, least),))) == number


def test_no_card_is_played_that_the_action_needs_which_comes_after() -> None:
    """HEN-TURN-09, HEN-LUCK-04: Hidden Path fits the sub-action too, but pays for the main one."""
    for names, playable in ((["hidden-path"], False), (["hidden-path", "borrowed-robes"], True)):
        match = match_of(3)
        player = match.players[0]
        at_step(match, "heel", "druid")
        cover(match, match.local, 5)
        due = Due(match.rondel.actions[DRUID], match.local, Mods())
        player.cash = match.prices[match.local] - 2
        deal_luck(match, 0, *names)
        turn = turn_of(match, 0, Script())
        turn.due = due
        plays = due.action.plays(turn, Work(Grant()), player.hand)
        assert (plays == [playing(match, "hidden-path")]) is playable


@pytest.mark.parametrize("carved", [False, True])
def test_a_slot_that_needs_no_carving_gives_its_points_to_any_stone(carved: bool) -> None:
    """HEN-INS-09, HEN-INS-13: on a board that prints two points beside an upright's slot."""
    match = match_of(4)
    at_step(match, "heel", "install")
    slots = tuple(
        replace(one, bonus=2) if one.id == "heel-left" else one for one in match.board.slots
    )
    match.board = replace(match.board, slots=slots)
    at = stone(match, 0, "sleeper", carved=carved)
    slot = next(at for at, one in enumerate(slots) if one.id == "heel-left")
    InstallStone(at, slot, "heel-left").do(turn_of(match, 0, Script()), Work(MAIN))
    assert match.players[0].score == match.stones[card(match, "stone-sleeper")].vp + 2


@pytest.mark.parametrize(
    ("before", "due", "markers", "druids", "offered"),
    [
        (CARVE, QUARRY, 1, 9, False),
        (CARVE, QUARRY, 2, 9, True),
        (QUARRY, CARVE, 1, 9, False),
        (QUARRY, CARVE, 2, 9, True),
        (QUARRY, QUARRY, 9, 9, False),
        (DRUID, DRUID, 9, 1, False),
        (DRUID, DRUID, 9, 2, True),
        (CARVE, CARVE, 9, 9, False),
    ],
)
def test_a_sub_action_leaves_what_the_action_needs_that_is_due(
    before: int, due: int, markers: int, druids: int, offered: bool
) -> None:
    """HEN-TURN-09, HEN-CARVE-01, HEN-QUA-06, HEN-QUA-10: markers, druids, room, a stone."""
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=9)
    player.cash, player.markers, player.druids = 50, markers, druids
    turn = turn_of(match, 0, script := First())
    turn.due = Due(match.rondel.actions[due], match.local, Mods())
    match.rondel.actions[before].carry_out(turn, Work(Grant(limit=1)))
    assert any(len(options) > 1 for _, _, options in script.asked) is offered


class First(Script):
    """Takes the first option, which is to stop if that is allowed."""

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append((seat, what, list(options)))
        return options[0]


@pytest.mark.parametrize(("cash", "asked"), [(5, False), (6, True)])
def test_no_druid_by_an_effect_takes_the_money_of_the_action_that_is_due(
    cash: int, asked: bool
) -> None:
    """HEN-TURN-09, HEN-DRU-08: the druid costs two dollars, the carving four."""
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper")
    cover(match, match.local, 3)
    assert match.prices[match.local] == 2
    player.cash = cash
    turn = turn_of(match, 0, script := First())
    turn.due = Due(match.rondel.actions[CARVE], match.local, Mods())
    turn.give([Place("druid", "local")])
    assert bool(script.asked) is asked


def test_any_action_is_any_of_seven() -> None:
    """HEN-CONC-02, HEN-ARR-02: Arrive by whom holds a stone."""
    for held in (0, 1):
        match = match_of(3)
        for name in ("sleeper",)[:held]:
            stone(match, 0, name, to_go=2)
        turn_of(match, 0, script := First()).give([Act("any")])
        assert script.asked[0][2] == [DECLINE, *[TakeAction(one) for one in range(6 + held)]]


@pytest.mark.parametrize("area", ["adjacent", "remote"])
def test_a_sub_action_elsewhere_is_taken_in_an_area_of_the_kind(area: str) -> None:
    """HEN-CONC-02, HEN-BOARD-12: and the local area is what it was afterwards."""
    match = match_of(3)
    player, local = match.players[0], match.local
    player.cash = 30
    turn_of(match, 0, script := Taker()).give([Act("druid-action", area=area, limit=1)])
    there = match.board.neighbours[local] if area == "adjacent" else match.board.remote[local]
    assert [one.area for one in script.asked[0][2]] == list(there)
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
def test_an_effect_draws_as_it_says_or_by_the_level(
    effect: Draw, expected: tuple[int, int]
) -> None:
    """HEN-LUCK-08, HEN-LUCK-10: at the second level."""
    match = match_of(3)
    match.players[0].levels[2] = 1
    assert numbers(match, match.players[0], effect) == expected


@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        (["borrowed-robes", "whetstone"], ["whetstone"]),
        (["borrowed-robes"], ["borrowed-robes"]),
    ],
)
def test_a_discard_that_pays_for_nothing_spares_what_the_action_needs(
    hand: list[str], offered: list[str]
) -> None:
    """HEN-TURN-09: if there is anything else to discard, and with no way to decline."""
    match = match_of(3)
    player = match.players[0]
    at_step(match, "heel", "druid")
    cover(match, match.local, 5)
    player.cash = 0
    deal_luck(match, 0, *hand)
    turn = turn_of(match, 0, script := First())
    turn.due = Due(match.rondel.actions[DRUID], match.local, Mods())
    turn.give([Discard("luck-card", 1)])
    assert [one.card for one in script.asked[0][2]] == [
        card(match, f"luck-{one}") for one in offered
    ]


@pytest.mark.parametrize("word", ["druid", "any-action", ""])
def test_actions_are_known_by_the_words_of_effects(word: str) -> None:
    """HEN-BOARD-13: `druid` is a piece, the action is `druid-action`."""
    assert unknown(Act("druid-action")) == unknown(Act("install")) == []
    assert unknown(Act(word))


def test_a_card_with_a_sub_action_need_not_leave_that_possible() -> None:
    """HEN-CONC-02, HEN-LUCK-04: Hidden Path with a carving instead, and money for that alone."""
    match = match_of(3)
    match.cards = henge(3, game=with_effects("hidden-path", Act("carve", limit=1))).rules.cards
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=2)
    for area in range(len(match.board.areas)):
        cover(match, area, 3)
    player.cash = 4
    deal_luck(match, 0, "hidden-path")
    script = Script(playing(match, "hidden-path"), CarveStone(0))
    match.rondel.actions[DRUID].carry_out(turn_of(match, 0, script), Work(Grant(limit=1)))
    assert player.carved == [True]


@pytest.mark.parametrize(("others", "moved"), [((), [0]), ((3,), [2, 1])])
def test_a_stone_is_moved_that_leaves_one_to_arrive_if_there_is_another(
    others: tuple[int, ...], moved: list[int]
) -> None:
    """HEN-TURN-09, HEN-ARR-02: with Arrive due, and two steps for one stone."""
    match = match_of(3)
    for name, left in zip(("sleeper", "thunderhead"), (2, *others), strict=False):
        stone(match, 0, name, to_go=left)
    turn = turn_of(match, 0, Taker())
    turn.due = Due(match.rondel.actions[ARRIVE], match.local, Mods())
    turn.give([Advance("transport-track", 2, "any")])
    assert match.players[0].to_go == moved


# --- chits and tracks ------------------------------------------------------------------------


@pytest.mark.parametrize("ruling", ["repeat", "nothing"])
def test_the_last_step_of_the_luck_track_may_be_taken(ruling: str) -> None:
    """HEN-MAT-03, HEN-TURN-13, X-HEN-11."""
    match = match_of(3, 0, f"X-HEN-11={ruling}")
    player = match.players[0]
    match.mat = replace(match.mat, luck_track=((),) * 4)
    player.luck_at = 2
    deal_luck(match, 0, "whetstone")
    throw_away(turn_of(match, 0, Taker()))
    assert (player.luck_at, player.hand) == (3, [])


def test_a_chit_that_is_taken_counts_as_played() -> None:
    """HEN-REW-01."""
    match = match_of(3)
    feather = card(match, "reward-a-feather")
    match.pools[0][:] = [feather]
    before = match.tally.played[feather]
    turn_of(match, 0, Script()).give([Gain("reward-a")])
    assert match.tally.played[feather] == before + 1


def test_the_spring_card_is_marked_by_the_step_on_the_luck_track() -> None:
    """HEN-TURN-12, HEN-TURN-13: the chit that the step brings lets one place the last druid."""
    match = match_of(3)
    player = match.players[0]
    player.luck_at = 2  # the next step takes a Reward chit
    match.pools[0][:] = [card(match, "reward-a-staff")]
    player.spring, player.on_path[match.local] = card(match, "spring-deep-devotion"), 3
    deal_luck(match, 0, "whetstone")
    throw_away(turn_of(match, 0, Taker()))
    assert player.on_path[match.local] == 4
    assert player.met


def test_whose_turn_it_is_is_known_wherever_the_game_stands() -> None:
    """HEN-BSET-01, HEN-PSET-05: so that a copy goes on with that seat, bots between people."""
    match, seen = dealt(henge(2, 2, "X-HEN-12-ORDER=between")), list[int]()

    class Watch(Taker):
        def turn(self, seat: int) -> None:
            assert match.order[match.place] == seat
            seen.append(seat)
            if len(seen) == 8:
                raise StopIteration

    with pytest.raises(StopIteration):
        match.play(watch := Watch())
    assert seen == [0, 2, 1, 3] * 2
    assert [what for _, what, _ in watch.asked[:4]] == ["spring", "spring", "upgrade", "upgrade"]
    told = [(seat, what) for seat, what, _ in watch.told]
    assert told == [(2, "hengebot"), (3, "hengebot"), (2, "hengebot")]


def test_winter_points_are_scored_as_the_game_ends() -> None:
    """HEN-END-05, HEN-CONC-05: after the last turn of the last round."""
    match = match_of(3)
    match.round, match.final = 9, True
    match.players[1].winter.append(Score("vp-winter", 50))
    outcome = match.play(Watching())
    assert outcome.winners == (1,)
    assert [score >= 50 for score in outcome.scores] == [False, True, False]


class Watching(Taker):
    """Hears of bots and turns."""

    def turn(self, seat: int) -> None:
        """A turn begins."""


def test_before_the_first_turn_nothing_was_done_in_it() -> None:
    """HEN-BON-02: what counts stones, druids and carvings of a turn."""
    match = dealt(henge(3))
    for what in ("raised", "placed", "carved-now"):
        assert count(match, match.players[0], Count(what)) == 0


@pytest.mark.parametrize("side", [3, 4])
def test_installed_stones_are_counted_by_what_their_cards_and_slots_print(side: int) -> None:
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
    for at, number in enumerate(list(match.stones)[::2]):
        player.row.append(number)
        player.row_slots.append(at % len(match.board.slots))
        player.row_carved.append(at % 3 == 0)
    row = [
        (stones[match.cards.ids[number]], slots[match.board.slots[slot].id], carved)
        for number, slot, carved in zip(
            player.row, player.row_slots, player.row_carved, strict=True
        )
    ]
    areas = match.board.areas
    shown: dict[str, tuple[Sequence[Any], Callable[[Any, Any, bool, Any], bool]]] = {
        "size": (("large", "small"), lambda card, slot, carved, value: card["size"] == value),
        "privilege": (PRIVILEGES, lambda card, slot, carved, value: card["privilege"] == value),
        "slot": (ROLES, lambda card, slot, carved, value: slot["role"] == value),
        "border": (
            (True, False),
            lambda card, slot, carved, value: value is (slot["areas"][1:] != ()),
        ),
        "area": (areas, lambda card, slot, carved, value: value in slot["areas"]),
        "carved": ((True, False), lambda card, slot, carved, value: carved is value),
        "starter": (
            (True, False),
            lambda card, slot, carved, value: value is ("starter_area" in card),
        ),
        "min-cost": (range(8), lambda card, slot, carved, value: card["cost"] >= value),
        "min-steps": (
            range(8),
            lambda card, slot, carved, value: card["transport_summary"] >= value,
        ),
    }
    for field, (values, holds_for) in shown.items():
        for value in values:
            expected = sum(holds_for(*one, value) for one in row)
            counted = Count("installed", (Filter(field, value),))
            assert count(match, player, counted) == expected, (field, value)
    kinds = {
        "privilege": {card["privilege"] for card, _, _ in row},
        "size": {card["size"] for card, _, _ in row},
        "area": {area for _, slot, _ in row for area in slot["areas"]},
    }
    for distinct, found in kinds.items():
        assert count(match, player, Count("installed", distinct=distinct)) == len(found)
    sizes = [card["size"] for card, _, _ in row]
    pairs = min(sizes.count("large"), sizes.count("small"))
    assert count(match, player, Count("pair")) == pairs


def test_who_is_alone_and_has_nothing_has_not_the_most() -> None:
    """HEN-BON-02, X-HEN-16: with bots that only cover spaces there is nobody else."""
    match = match_of(1, 2, "X-HEN-16=ignore")
    most = Condition(Count("druid"), most=True)
    assert not holds(match, match.players[0], most)
    match.players[0].on_path[0] = 1
    assert holds(match, match.players[0], most)


@pytest.mark.parametrize(("number", "ended"), [(29, False), (30, True)])
def test_a_round_limit_ends_the_game_after_its_round(number: int, ended: bool) -> None:
    """HEN-END-07, X-HEN-14."""
    match = match_of(3, 0, "X-HEN-14=round_30")
    match.round = number
    match.end_round()
    assert bool(match.reason) is ended


def test_nobody_without_stones_is_asked_how_far_they_move() -> None:
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
    choose_transport(turn_of(match, 0, script), replace(one, by_token=True))
    assert script.asked == []  # a token passes no icons


def test_delivered_are_the_stones_at_the_site() -> None:
    """HEN-BON-02."""
    match = match_of(3)
    for name, left in (("sleeper", 0), ("thunderhead", 1), ("black-ox", 0)):
        stone(match, 0, name, to_go=left)
    assert count(match, match.players[0], Count("delivered")) == 2


def possible(match: Any, on_foot: int) -> set[tuple[int, int, int]]:
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
                match.takes(slot, match.stones[card].size, carved, Mods())
                for slot in board.slots_of[there.area]
            )
            for card, carved in zip(player.stones, player.carved, strict=True)
        ]
        held = sum(1 for steps in to_go if steps or not match.ruled.hold_in_transit_only)
        can = {
            INSTALL: any(fit and not way for fit, way in zip(fits, to_go, strict=True)),
            DRUID: player.druids and left >= min(match.prices[area] for area in areas),
            INCOME: True,
            QUARRY: player.markers
            and left >= min(match.stones[card].cost for card in match.quarry)
            and held < match.mat.stone[player.levels[3]][1],
            CARVE: player.markers and left >= CARVE_PRICE and not all(player.carved),
            LUCK: True,
            ARRIVE: any(to_go),
        }
        found |= {(at + 1, passed, action) for action in there.actions if can[action]}
    return found


@pytest.mark.parametrize("ruling", ["not_installed", "in_transit"])
@pytest.mark.parametrize("cash", [0, 1, 5, 14, 16, 31, 80, 1200])
def test_every_move_that_is_possible_on_foot_is_offered_and_no_other(
    ruling: str, cash: int
) -> None:
    """HEN-TURN-01 to HEN-TURN-10, X-HEN-09, X-HEN-27: with stones near and far, from each step."""
    match = match_of(3, 0, f"X-HEN-09={ruling}")
    player = match.players[0]
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


@pytest.mark.parametrize("action", [INSTALL, CARVE, ARRIVE])
def test_three_actions_are_nothing_for_whom_holds_no_stone(action: int) -> None:
    """HEN-INS-03, HEN-CARVE-03, HEN-ARR-02."""
    match = match_of(3)
    match.players[0].cash = 50
    due = Due(match.rondel.actions[action], 0, Mods())
    assert not is_possible(match, match.players[0], due)


def test_an_upgrade_that_is_taken_counts_as_drawn_and_as_played() -> None:
    """HEN-FSET-12."""
    match = dealt(henge(3))
    match.draft_upgrades(Taker())
    taken = list(match.cards.upgrades)
    assert sorted(match.tally.drawn[one] for one in taken)[-3:] == [1, 1, 1]
    assert [match.tally.drawn[one] for one in taken] == [match.tally.played[one] for one in taken]


@pytest.mark.parametrize("ruling", ["may", "must"])
def test_whom_no_action_is_open_to_takes_a_step_for_nothing(ruling: str) -> None:
    """HEN-TURN-01, HEN-TURN-10, X-HEN-03: no money, stones or druids, and one step on foot."""
    match = match_of(3, 0, "X-HEN-03=none", f"X-HEN-29={ruling}")
    player, ahead = match.players[0], match.board.ahead
    player.cash = player.travel = player.druids = 0
    match.mat = replace(match.mat, steps=(1,) * len(match.mat.steps))
    match.pawn = next(at for at, seen in enumerate(ahead) if INCOME not in seen[0].actions)
    there = ahead[match.pawn][0]
    assert [(one.distance, one.action, one.step) for one in offered(match)] == [
        (1, None, there.step)
    ]
    script = Taker()
    person_turn(turn_of(match, 0, script), player, match.rondel)
    assert [what for _, what, _ in script.asked] == ["move"]
    assert (match.pawn, match.local) == (there.step, there.area)


def test_what_is_changed_before_the_move_opens_an_action() -> None:
    """HEN-LUCK-02, HEN-QUA-06: without a card in hand."""
    match = match_of(3)
    for name in ("sleeper", "thunderhead"):
        stone(match, 0, name, to_go=9)
    match.players[0].cash = 20
    assert "quarry" not in actions_offered(match)
    changed(match).more_holds = 1
    assert "quarry" in actions_offered(match)


# --- cards that do something else on trial --------------------------------------------------


@pytest.mark.parametrize(("to", "points"), [("", 0), ("eog-hoard", 7), ("eog-great-ring", 1)])
def test_a_bonus_card_scores_what_it_is_switched_to(to: str, points: int) -> None:
    """HEN-CONC-05: for the seat of the trial alone; it counts as played if it scores as printed."""
    match = match_of(4)
    own = card(match, "eog-great-ring")
    for player in match.players[:2]:
        player.eog = [own]
        player.cash = 90
    match.filled[slot_of(match, "heel-lintel")] = True
    match.filled[slot_of(match, "altar-lintel")] = True
    worth = card_points(match, match.players[1], own)
    match.tally.put_under(Switch(own, 0, card(match, to) if to else NOTHING))
    expected = worth if to == "eog-great-ring" else points
    scoring.final_scoring(match)
    assert [player.score for player in match.players[:2]] == [expected, worth]
    assert match.tally.played[own] == (2 if worth else 0)


@pytest.mark.parametrize(("to", "cash"), [("", 12), ("luck-generous-clan", 16)])
def test_a_luck_card_does_what_it_is_switched_to(to: str, cash: int) -> None:
    """HEN-LUCK-06: Rich Harvest, which is played and discarded all the same."""
    match = match_of(3)
    number = card(match, "luck-rich-harvest")
    deal_luck(match, 0, "rich-harvest")
    match.tally.put_under(Switch(number, 0, card(match, to) if to else NOTHING))
    turn_of(match, 0, Script()).play_luck(number)
    assert match.players[0].cash == cash
    assert match.luck_deck.discards == [number]
    assert match.tally.played[number] == 1


@pytest.mark.parametrize(("to", "score"), [("", 0), ("reward-a-feather", 2)])
def test_a_chit_does_what_it_is_switched_to(to: str, score: int) -> None:
    """HEN-REW-01."""
    match = match_of(3)
    chit = card(match, "reward-a-staff")
    match.pools[0][:] = [chit]
    match.tally.put_under(Switch(chit, 0, card(match, to) if to else NOTHING))
    turn_of(match, 0, Script()).give([Gain("reward-a")])
    assert match.players[0].score == score
    assert match.players[0].chits == [chit]


@pytest.mark.parametrize(("players", "bots"), [(3, 0), (5, 0), (2, 2), (1, 2)])
def test_what_the_deal_leaves_and_hands_out_is_counted(players: int, bots: int) -> None:
    """HEN-PSET-01 to HEN-FSET-11: for the report of each pile, and of each card."""
    match = dealt(henge(players, bots))
    tally = match.tally
    handed = [one for player in match.people() for one in player.stones]
    handed += [one for player in match.people() for one in match.offers[player.seat]]
    assert [one for one, times in enumerate(tally.drawn) for _ in range(times)] == sorted(handed)
    assert sum(tally.played) == 0
    left = dict(zip(PILES, match.levels(), strict=True))
    spring = tally.gauges[P_SPRING].size
    left["spring_deck"] = spring - sum(len(offer) for offer in match.offers)
    least = {name: gauge.least for name, gauge in zip(PILES, tally.gauges, strict=True)}
    assert least == left


def test_a_spring_card_that_is_given_up_frees_its_marker() -> None:
    """HEN-BON-05, HEN-BON-06: it was marked, and scores nothing any more."""
    for met in (False, True):
        match = match_of(4)
        player = match.players[0]
        player.spring, player.met = card(match, "spring-deep-devotion"), met
        markers = player.markers
        give_up(match, player, player.spring)
        assert (player.spring, player.met) == (NONE, False)
        assert player.markers == markers + met
        assert match.box[-1] == card(match, "spring-deep-devotion")


def test_a_condition_that_was_met_before_is_marked_by_a_turn_that_builds() -> None:
    """HEN-TURN-12: not by one that takes its income."""
    match = match_of(4)
    player = match.players[0]
    player.spring, player.on_path[0] = card(match, "spring-deep-devotion"), 4
    deal_luck(match, 0, "whetstone")
    script = Mover("income")
    person_turn(turn_of(match, 0, script), player, match.rondel)
    assert not player.met
    assert "throw away" in [what for _, what, _ in script.asked]


class Mover(Taker):
    """Moves to an action, and takes what it can."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        if what == "move":
            return next(one for one in options if one.action and one.action.name == self.action)
        return super().choose(seat, what, options)


def test_nothing_is_asked_before_the_discard_where_nothing_is_discarded() -> None:
    """HEN-LUCK-13, HEN-LUCK-09: the card just drawn may be played with the action anyway."""
    match = match_of(3)
    number = card(match, "luck-rich-harvest")
    match.luck_deck.cards.remove(number)
    match.luck_deck.cards.append(number)
    turn = turn_of(match, 0, script := Taker())
    turn.at_hand = match.rondel.actions[INCOME], Work(MAIN)
    draw(turn, 1, 0)
    assert script.asked == []


# --- moves ----------


def test_no_move_further_round_is_worth_more_than_the_first_like_it() -> None:
    """HEN-TURN-03, X-HEN-27: who rates the moves of the rich looks at the first of each alone."""
    match = match_of(3)
    player = match.players[0]
    stone(match, 0, "sleeper", to_go=4)
    player.cash = 60 * len(match.board.ahead)
    found = moves(match, player, match.rondel)
    ratings = found.rate(lambda one: -one.distance)
    assert len(ratings) == len(found)
    first: dict[tuple[int, int, bool], int] = {}
    for one, rating in zip(found, ratings, strict=True):
        assert rating in (-one.distance, FAR)
        like = one.step, one.action.number, one.by_token
        first.setdefault(like, rating)
        assert rating <= first[like]
    assert FAR not in first.values()
    assert ratings.count(FAR) > len(ratings) // 2


# --- whole games -----------------------------------------------------------------------------


class Ledger:
    """Adds up, at every turn, what is paid, placed and laid out, and what follows from it."""

    def __init__(self) -> None:
        self.turns = 0

    def before(self, match: Any) -> None:
        """A game begins."""
        self.markers = [self.of_markers(player) for player in match.players]

    def of_markers(self, player: Any) -> int:
        """The markers of a seat, wherever they lie; those of an installed stone are free again."""
        return player.markers + len(player.stones) + sum(player.carved) + player.met

    def turn(self, match: Any, number: int, seat: int) -> None:
        """What every position must show."""
        self.turns += 1
        counts, board, players = match.rules.counts, match.board, match.players
        assert sum(player.cash for player in players) + match.bank == counts.dollars
        tokens = sum(player.travel for player in players) + match.travel + match.travel_gone
        assert tokens == counts.travel_box
        assert [self.of_markers(player) for player in players] == self.markers
        for player in players:
            assert player.druids + sum(player.on_path) == counts.druids
            assert min(player.cash, player.travel, player.markers, player.druids) >= 0
            assert all(
                level <= top for level, top in zip(player.levels, match.mat.tops, strict=True)
            )
            assert len(player.stones) == len(player.to_go) == len(player.carved)
            assert len(player.row) == len(player.row_slots) == len(player.row_carved)
            assert player.in_force is player.levels
        paths = range(len(board.areas))
        assert match.covered == [sum(player.on_path[at] for player in players) for at in paths]
        prices = [
            board.prices[at][match.covered[at]]
            if match.covered[at] < len(board.prices[at])
            else CLOSED
            for at in paths
        ]
        assert match.prices == prices
        assert match.near_prices == [
            min(prices[one] for one in (at, *board.neighbours[at])) for at in paths
        ]
        for kind in range(4):
            laid = sum(one == kind for one in match.kinds)
            assert match.figures[kind] == counts.figures[kind] - laid
        assert [kind != NONE for kind in match.kinds] == match.filled
        assert NONE not in match.quarry or not match.stone_deck.cards
        assert match.local == board.step_area[match.pawn]
        assert not match.luck_played
        for pool, size, stack in zip(match.pools, counts.pool, match.rewards, strict=True):
            assert len(pool) == size or not stack.cards
        left = dict(zip(PILES, match.levels(), strict=True))
        for name, gauge in zip(PILES, match.tally.gauges, strict=True):
            if name != "spring_deck":  # it is laid away after the deal
                assert gauge.least <= left[name] <= gauge.size, name

    def after(self, match: Any, outcome: Any) -> None:
        """A game has ended."""
        assert match.reason


@pytest.mark.parametrize(
    ("players", "bots", "rulings"),
    [
        (1, 2, ()),
        (2, 2, ("X-HEN-05=turn_end", "X-HEN-29=may")),
        (3, 0, ("X-HEN-07=box", "X-HEN-06-BANK=limited")),
        (5, 0, ("X-HEN-09=in_transit",)),
    ],
)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_nothing_is_lost_or_made_in_whole_games(
    players: int, bots: int, rulings: tuple[str, ...], policy: str
) -> None:
    """HEN-COMP-01 to HEN-COMP-20: money, tokens, druids, markers, figures, wherever they lie."""
    table, ledger = henge(players, bots, *rulings), Ledger()
    streams = Streams(7, "henge", table.frame.table, 1)
    policies = make_policies(parse_policy(policy, table.frame), streams)
    play_match(table, streams, policies, watchers=[ledger])
    assert ledger.turns > 30
