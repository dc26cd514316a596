"""Henge: what a Luck card may do to the action that it comes before, and to others."""

from dataclasses import replace

import pytest
from gametable import Script, dealt
from hengetable import (
    Lucky,
    at_step,
    card,
    carry_out,
    changed,
    cover,
    deal_luck,
    fill_where,
    henge,
    installing,
    match_of,
    move,
    on_top,
    playing,
    slot_of,
    slots_open,
    stone,
    stones,
    turn_of,
)

from validator.catalogue.effects import Act
from validator.games.henge.actions import HENGE_ACTIONS
from validator.games.henge.benefits import person_turn
from validator.games.henge.codes import ARRIVE, CARVE, DRUID, INCOME, LUCK, NONE
from validator.games.henge.moves import free_steps
from validator.games.henge.turns import DECLINE, STOP, Due, HengeChoice
from validator.rng import Rng


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
    match = match_of(3, 0, f"X-HEN-08-LUCK={ruling}")
    player = match.players[0]
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
    """HEN-TURN-09, HEN-LUCK-11: at 3/2 with no card to draw two of three go, Robes neither time,

    though the other two together would pay as well.
    """
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
    turn.due = Due(HENGE_ACTIONS[DRUID], match.local, match.mods)
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
    seen = []

    class Watching(Lucky):
        def choose(self, seat, what, options):
            if what == "discard":
                seen.append(match.census())
            return super().choose(seat, what, options)

    at_step(match, "heel", "druid")
    turn = turn_of(match, 0, Watching())
    turn.play_luck(omens)
    assert [zones["luck_played"] for zones in seen] == [[omens]]
    assert omens in match.luck_deck.discards
    assert match.luck_deck.discards[-1] == omens


@pytest.mark.parametrize(
    ("ruling", "order"), [("at_once", ["income", "discard"]), ("after_discard", ["discard"])]
)
def test_a_card_just_drawn_may_be_played_before_one_is_discarded(ruling, order):
    """HEN-LUCK-13, HEN-LUCK-10, X-HEN-28: two are drawn, one of them is for Income."""
    match = match_of(3, 0, f"X-HEN-28={ruling}")
    player = match.players[0]
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
    person_turn(turn_of(match, 0, script), match.rondel)
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
    other = match.players[1]
    seen = []

    class Next(Lucky):
        def choose(self, seat, what, options):
            if what == "move":
                seen.append(free_steps(match, other))
            return super().choose(seat, what, options)

    person_turn(turn_of(match, 1, Next()), match.rondel)
    assert seen == [match.mat.steps[0]]
