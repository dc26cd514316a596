"""Henge: what Luck cards, chits and tracks bring when they are used, and what is counted of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hengetable import (
    GAME,
    Script,
    actions_offered,
    at_step,
    card,
    cover,
    deal_luck,
    henge,
    match_of,
    playing,
    stone,
    turn_of,
)

from validator.catalogue.effects import Act, Effect, Gain
from validator.catalogue.model import Game
from validator.games.henge.actions.action import MAIN, Due, Work
from validator.games.henge.actions.carve import CarveStone
from validator.games.henge.cards.bonus import earn_bonus
from validator.games.henge.cards.luck import draw
from validator.games.henge.position.options import DECLINE, STOP
from validator.games.henge.printed.codes import CARVE, INCOME, INSTALL, QUARRY
from validator.games.henge.printed.mods import Mods
from validator.games.henge.turns.helps import is_possible
from validator.games.henge.turns.moving import FAR, moves
from validator.games.henge.turns.person import throw_away


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


# --- Bonus cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "deck", "kept"),
    [("all", 3, 1), ("all", 2, 0), ("all", 0, 0), ("fewer", 3, 1), ("fewer", 2, 1), ("fewer", 0, 0)],
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


# --- Luck cards ----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("cash", "possible"), [(0, True), (3, True)])
def test_a_card_that_carves_for_nothing_opens_a_carved_slot(cash: int, possible: bool) -> None:
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
    match.players[0].cash = cash
    assert not is_possible(match, match.players[0], due)
    deal_luck(match, 0, "helping-hands")
    assert is_possible(match, match.players[0], due) is possible


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


# --- sub-actions ----------------------------------------------------------------------------------


def test_a_sub_action_without_a_limit_goes_on() -> None:
    """HEN-CONC-02, HEN-CARVE-02: all three stones are carved."""
    match = match_of(3)
    player = match.players[0]
    for name in ("sleeper", "thunderhead", "black-ox"):
        stone(match, 0, name, to_go=1)
    player.cash = 12
    turn_of(match, 0, Script(*[CarveStone(at) for at in range(3)])).give([Act("carve")])
    assert (player.carved, player.cash) == ([True] * 3, 0)


# --- chits and tracks ------------------------------------------------------------------------------


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


# --- moves ------------------------------------------------------------------------------------------


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
