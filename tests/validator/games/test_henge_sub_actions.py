"""Henge: sub-actions, chits and tracks, and the main action that they come before."""

from dataclasses import replace

import pytest
from gametable import Script, dealt
from hengetable import (
    GAME,
    First,
    Taker,
    ThenFirst,
    act,
    actions_offered,
    at_step,
    card,
    changed,
    choosing,
    cover,
    deal_luck,
    due_of,
    fill_where,
    give,
    henge,
    match_by,
    match_of,
    move,
    offered,
    playing,
    reprint,
    stone,
    stones,
    turn_of,
)

from validator.catalogue.effects import (
    Act,
    Advance,
    Count,
    Discard,
    Draw,
    EffectCondition,
    EffectFilter,
    Gain,
    Pay,
    Place,
    Score,
)
from validator.games.henge import codes
from validator.games.henge.actions import HENGE_ACTIONS
from validator.games.henge.benefits import choose_transport, person_turn, throw_away
from validator.games.henge.rulings import HoldLimit
from validator.games.henge.state import count, holds
from validator.games.henge.table import unknown
from validator.games.henge.turns import DECLINE, HengeChoice, HengeWork, cards_drawn, is_possible
from validator.games.stonehenge import entries


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
    match.quarry[:] = [min(match.stones, key=lambda one: match.stones[one].cost)] * 4
    player.cash, player.travel, match.pawn = 8, 0, 0
    assert ("quarry" in actions_offered(match)) is possible


def test_a_privilege_is_raised_to_its_top_and_one_step_beyond(match, player):
    """HEN-INS-16: all the way from the first level, with the benefit at the end."""
    tops = match.mat.tops
    match.mat = replace(match.mat, ends=((Gain("coin", 1),),) * len(tops))
    longest = max(range(len(tops)), key=lambda one: tops[one])
    track = ("steps", "coin", "luck", "stone", "druid")[longest]
    turn_of(match, 0, Script()).give([Advance(f"{track}-level", None)])
    assert player.levels[longest] == tops[longest]
    assert player.cash == 13


@pytest.mark.parametrize(("field", "least", "number"), [("min-cost", 3, 1), ("min-steps", 2, 1)])
def test_installed_stones_are_counted_from_a_price_or_a_way_on(field, least, number, four):
    """K-BONUS-02."""
    player = four.players[0]
    printed = {one: getattr(card, field.split("-")[1]) for one, card in four.stones.items()}
    for value in (least - 1, least):
        player.row.append(next(one for one, shown in printed.items() if shown == value))
    player.row_slots, player.row_carved = [0, 1], [False, False]
    assert count(four, player, Count("installed", (EffectFilter(field, least),))) == number


def test_no_card_is_played_that_the_action_needs_which_comes_after():
    """HEN-TURN-09, HEN-LUCK-04: Hidden Path fits the sub-action too, but pays for the main one."""
    for names, playable in ((["hidden-path"], False), (["hidden-path", "borrowed-robes"], True)):
        match, player = match_by()
        at_step(match, "heel", "druid")
        cover(match, match.local, 5)
        due = due_of(match, codes.DRUID)
        player.cash = match.price(match.local) - 2
        deal_luck(match, 0, *names)
        turn = turn_of(match, 0, Script())
        turn.due = due
        plays = due.action.plays(turn, HengeWork(), player.hand)
        assert (plays == [playing(match, "hidden-path")]) is playable


@pytest.mark.parametrize("carved", [False, True])
def test_a_slot_that_needs_no_carving_gives_its_points_to_any_stone(carved, at_heel):
    """HEN-INS-09, HEN-INS-13: on a board that prints two points beside an upright's slot."""
    slots = tuple(
        replace(one, bonus=2) if one.id == "heel-left" else one for one in at_heel.board.slots
    )
    at_heel.board = replace(at_heel.board, slots=slots)
    at = stone(at_heel, 0, "sleeper", carved=carved)
    slot = next(at for at, one in enumerate(slots) if one.id == "heel-left")
    HENGE_ACTIONS[codes.INSTALL].do(
        turn_of(at_heel, 0, Script()), HengeWork(main=True), HengeChoice("install", at, slot)
    )
    assert at_heel.players[0].score == at_heel.stones[card(at_heel, "stone-sleeper")].vp + 2


@pytest.mark.parametrize(
    ("before", "due", "markers", "druids", "offered"),
    [
        (codes.CARVE, codes.QUARRY, 1, 9, False),
        (codes.CARVE, codes.QUARRY, 2, 9, True),
        (codes.QUARRY, codes.CARVE, 1, 9, False),
        (codes.QUARRY, codes.CARVE, 2, 9, True),
        (codes.QUARRY, codes.QUARRY, 9, 9, False),
        (codes.DRUID, codes.DRUID, 9, 1, False),
        (codes.DRUID, codes.DRUID, 9, 2, True),
        (codes.CARVE, codes.CARVE, 9, 9, False),
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
    """HEN-CONC-02, HEN-ARR-02: Arrive by whom holds a stone; the action chosen is carried out."""
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
        held = sum(
            1 for steps in to_go if steps or match.ruled.hold_limit is HoldLimit.NOT_INSTALLED
        )
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
def test_three_actions_are_nothing_for_whom_holds_no_stone(match, action):
    """HEN-INS-03, HEN-CARVE-03, HEN-ARR-02."""
    match.players[0].cash = 50
    due = due_of(match, action)
    assert not is_possible(match, match.players[0], due)


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
    person_turn(turn_of(match, 0, script), match.rondel)
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
