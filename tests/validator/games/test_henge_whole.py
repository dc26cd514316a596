"""Henge: cards switched on trial, all moves on foot, and what adds up in whole games."""

from typing import Any

import pytest
from hengetable import (
    HENGE_ACTIONS,
    HengeWork,
    Mover,
    Script,
    Taker,
    card,
    deal_luck,
    dealt,
    henge,
    match_of,
    slot_of,
    turn_of,
)

from validator.catalogue.effects import Gain
from validator.games.henge import match as scoring
from validator.games.henge.benefits import person_turn
from validator.games.henge.cards import card_points, give_up
from validator.games.henge.codes import INCOME, NONE, P_SPRING, PILES
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.match import NOTHING, Switch
from validator.rng import Streams

# --- cards that do something else on trial --------------------------------------------------


@pytest.mark.parametrize(("to", "points"), [("", 0), ("eog-hoard", 7), ("eog-great-ring", 1)])
def test_a_bonus_card_scores_what_it_is_switched_to(to: str, points: int) -> None:
    """HEN-CONC-05: for the seat of the trial alone; it counts as played if it scores as printed."""
    match = match_of(4)
    own = card(match, "eog-great-ring")
    for player in match.players[:2]:
        player.eog = [own]
        player.cash = 90
    match.kinds[slot_of(match, "heel-lintel")] = 1
    match.kinds[slot_of(match, "altar-lintel")] = 1
    worth = card_points(match, match.players[1], own)
    match.tally.put_under(Switch(own, 0, card(match, to) if to else NOTHING))
    expected = worth if to == "eog-great-ring" else points
    scoring.final_scoring(match)
    assert [player.score for player in match.players[:2]] == [expected, worth]
    assert match.tally.played[own] == (2 if worth else 0)


@pytest.mark.parametrize(("to", "cash"), [("", 12), ("luck-generous-clan", 16)])
def test_a_luck_card_does_what_it_is_switched_to(match: Any, to: str, cash: int) -> None:
    """HEN-LUCK-06: Rich Harvest, which is played and discarded all the same."""
    number = card(match, "luck-rich-harvest")
    deal_luck(match, 0, "rich-harvest")
    match.tally.put_under(Switch(number, 0, card(match, to) if to else NOTHING))
    turn_of(match, 0, Script()).play_luck(number)
    assert match.players[0].cash == cash
    assert match.luck_deck.discards == [number]
    assert match.tally.played[number] == 1


@pytest.mark.parametrize(("to", "score"), [("", 0), ("reward-a-feather", 2)])
def test_a_chit_does_what_it_is_switched_to(match: Any, to: str, score: int) -> None:
    """HEN-REW-01."""
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
    person_turn(turn_of(match, 0, script), match.rondel)
    assert not player.met
    assert "throw away" in [what for _, what, _ in script.asked]


def test_nothing_is_asked_before_the_discard_where_nothing_is_discarded(match: Any) -> None:
    """HEN-LUCK-13, HEN-LUCK-09: the card just drawn may be played with the action anyway."""
    number = card(match, "luck-rich-harvest")
    match.luck_deck.cards.remove(number)
    match.luck_deck.cards.append(number)
    turn = turn_of(match, 0, script := Taker())
    turn.at_hand = HENGE_ACTIONS[INCOME], HengeWork(main=True)
    turn.draw(1, 0)
    assert script.asked == []


# --- moves ----------


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
        for kind in range(4):
            laid = sum(one == kind for one in match.kinds)
            assert match.figures[kind] == counts.figures[kind] - laid
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
