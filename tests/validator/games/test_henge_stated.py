"""Henge, sentence by sentence: rules of a few words, each shown by a position of its own."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hengetable import (
    GAME,
    HENGE_ACTIONS,
    STOP,
    HengeChoice,
    HengeWork,
    Script,
    Taker,
    actions_offered,
    at_step,
    card,
    carry_out,
    cover,
    deal_luck,
    dealt,
    henge,
    installing,
    match_of,
    move,
    offered,
    playing,
    put,
    slots_open,
    stone,
    turn_of,
)

from validator.games.henge import match as scoring
from validator.games.henge.actions import raise_level, room
from validator.games.henge.benefits import person_turn
from validator.games.henge.cards import card_points
from validator.games.henge.codes import (
    CARVE,
    DRUID,
    INCOME,
    INSTALL,
    P_COINS,
    P_MARKERS,
    P_TRAVEL,
    QUARRY,
)
from validator.games.henge.modifiers import Aid, Mods


def on_top(match: Any, name: str) -> int:
    """Lay a Luck card on top of its deck; return its number."""
    number, deck = card(match, f"luck-{name}"), match.luck_deck.cards
    deck.remove(number)
    deck.append(number)
    return number


# --- Luck cards --------------------------------------------------------------------------


def test_a_luck_card_is_used_once_and_discarded(match: Any) -> None:
    """HEN-LUCK-01, HEN-LUCK-06: it is not offered again, and lies on the discards."""
    stone(match, 0, "sleeper", to_go=5)
    deal_luck(match, 0, "dry-road")
    script = Script(playing(match, "dry-road"))
    HENGE_ACTIONS[INCOME].carry_out(turn_of(match, 0, script), HengeWork(main=True))
    played = card(match, "luck-dry-road")
    assert playing(match, "dry-road") in script.asked[0][2]
    assert not any(playing(match, "dry-road") in options for _, _, options in script.asked[1:])
    assert played not in match.players[0].hand
    assert match.luck_deck.discards.count(played) == 1


@pytest.mark.parametrize("played", [True, False])
def test_a_card_just_drawn_is_played_at_once_or_kept(match: Any, played: bool) -> None:
    """HEN-LUCK-13: Income draws a card that fits any action."""
    number = on_top(match, "dry-road")
    stone(match, 0, "sleeper", to_go=4)
    carry_out(match, INCOME, playing(match, "dry-road") if played else STOP)
    assert (match.players[0].to_go == [3]) is played
    assert (number in match.players[0].hand) is not played


def test_a_hand_has_no_limit(match: Any) -> None:
    """HEN-LUCK-14: nobody is asked to discard, however many cards are drawn."""
    script = Script()
    turn_of(match, 0, script).draw(40, 0)
    assert len(match.players[0].hand) == 40
    assert script.asked == []


# --- the turn ------------------------------------------------------------------------------


def test_of_two_actions_of_a_step_one_is_taken_and_never_both(match: Any) -> None:
    """HEN-TURN-08, HEN-CONC-01: each is a move of its own, and the turn asks for that one alone."""
    stone(match, 0, "sleeper", to_go=6)
    by_distance: dict[int, list[Any]] = {}
    for one in offered(match):
        if not one.by_token and one.action is not None:
            by_distance.setdefault(one.distance, []).append(one)
    pair = next(found for found in by_distance.values() if len(found) == 2)
    shown = match.board.step_actions[pair[0].step]
    assert {one.action.number for one in pair} == set(shown)
    for one in pair:
        mover = Mover(one)
        again = match.copy()
        person_turn(turn_of(again, 0, mover), again.rondel)
        others = {HENGE_ACTIONS[number].name for number in shown} - {one.action.name}
        assert one.action.name in mover.asked
        assert not others & set(mover.asked)


class Mover:
    """Makes one move and takes the first option everywhere else; notes what was asked."""

    def __init__(self, move: Any) -> None:
        self.move = move
        self.asked: list[str] = []

    def choose(self, seat: int, what: str, options: Sequence[Any]) -> Any:
        self.asked.append(what)
        return self.move if what == "move" else options[0]

    def turn(self, seat: int) -> None:
        """A turn begins."""

    def tell(self, seat: int, what: str, deed: Any) -> None:
        """Nobody tells."""


def test_transport_on_the_way_is_not_asked_for(match: Any) -> None:
    """HEN-TURN-07: passing an icon moves the stones, as the instruction has it."""
    stone(match, 0, "sleeper", to_go=5)
    there = next(one for one in offered(match) if one.passed == 1 and not one.by_token)
    there.go(match, match.players[0])
    assert match.players[0].to_go == [4]


@pytest.mark.parametrize(("ruling", "back"), [("supply", 1), ("box", 0)])
def test_where_a_spent_token_goes_is_a_ruling(ruling: str, back: int) -> None:
    """HEN-TURN-16, X-HEN-07."""
    match = match_of(3, 0, f"X-HEN-07={ruling}")
    before = match.travel
    match.pawn = 0
    distance = next(
        at for at, there in enumerate(match.board.ahead[0], start=1) if INCOME in there.actions
    )
    move(match, distance, "income", token=True).go(match, match.players[0])
    assert match.travel == before + back
    assert match.players[0].travel == 0
    assert match.census()["box"].count("travel") == 1 - back


@pytest.mark.parametrize("action", ["arrive", "carve", "income", "quarry", "luck"])
def test_five_actions_do_not_depend_on_the_local_area(match: Any, player: Any, action: str) -> None:
    """HEN-BOARD-14: they need and do the same wherever the Master Druid is."""
    player.cash = 30
    stone(match, 0, "sleeper", to_go=3)
    one = next(made for made in HENGE_ACTIONS if made.name == action)
    seen = []
    for area in range(len(match.board.areas)):
        match.local = area
        opened = one.is_open(match, player, area, 0, player.cash, Aid(Mods()))
        seen.append((opened, one.steps(match, player, HengeWork(main=True))))
    assert all(found == seen[0] for found in seen)
    assert seen[0][1]


def test_install_and_druid_depend_on_the_local_area() -> None:
    """HEN-BOARD-14: what they offer is there or beside it."""
    match = match_of(4)
    stone(match, 0, "sleeper")
    for number in (INSTALL, DRUID):
        seen = []
        for area in range(len(match.board.areas)):
            match.local = area
            seen.append(HENGE_ACTIONS[number].steps(match, match.players[0], HengeWork(main=True)))
        assert all(found != seen[0] for found in seen[1:])


# --- Quarry, Carve -------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 2)])
def test_stones_are_bought_from_the_pool_up_to_the_level(
    match: Any, player: Any, level: int, most: int
) -> None:
    """HEN-QUA-01, HEN-QUA-11: the first is a duty, the pool is all there is, the level ends it."""
    player.levels[3], player.cash = level, 60
    pool = list(match.quarry)

    script = Taker()
    HENGE_ACTIONS[QUARRY].carry_out(turn_of(match, 0, script), HengeWork(main=True))
    first = script.asked[0][2]
    assert STOP not in first
    assert [one.number for one in first] == [0, 1, 2, 3]
    assert len(player.stones) == most
    assert set(player.stones) <= set(pool)


def test_the_starter_counts_against_the_hold_limit() -> None:
    """HEN-QUA-12: who holds it may take in one stone less."""
    with_starter, without = dealt(henge(3)), match_of(3)
    for match in (with_starter, without):
        match.players[0].levels[3], match.players[0].cash = 1, 60
    assert len(with_starter.players[0].stones) == 1
    assert room(with_starter, with_starter.players[0], Mods()) == 1
    assert room(without, without.players[0], Mods()) == 2


def test_installed_stones_cannot_be_carved() -> None:
    """HEN-CARVE-03: with the only stone installed, Carve is not offered."""
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper")
    match.players[0].cash = 30
    assert "carve" in actions_offered(match)
    carry_out(match, INSTALL, installing(match, 0, "heel-left"))
    assert HENGE_ACTIONS[CARVE].steps(match, match.players[0], HengeWork(main=True)) == []
    assert "carve" not in actions_offered(match)


def test_carve_carves_at_least_one_stone(match: Any) -> None:
    """HEN-CARVE-04: one may stop after the first, not before."""
    match.players[0].cash = 30
    stone(match, 0, "sleeper")
    stone(match, 0, "thunderhead")
    script = carry_out(match, CARVE, HengeChoice("carve", 1), STOP)
    assert [STOP in options for _, _, options in script.asked] == [False, True]
    assert match.players[0].carved == [False, True]


# --- Install, Druid, mats --------------------------------------------------------------------


def test_only_empty_slots_take_a_stone() -> None:
    """HEN-INS-04: a slot that is filled is not offered, and the rest are."""
    match = match_of(4)
    at_step(match, "heel", "install")
    stone(match, 0, "sleeper")
    before = slots_open(match)
    put(match, "heel-left")
    assert set(before) - set(slots_open(match)) == {"heel-left"}


def test_several_own_druids_may_stand_in_one_area(match: Any, player: Any) -> None:
    """HEN-DRU-12: the second one goes to the next space."""
    for expected in (1, 2):
        player.cash = 30
        option = HengeChoice("druid", match.local)
        assert option in HENGE_ACTIONS[DRUID].steps(match, player, HengeWork(main=True))
        cover(match, match.local, expected - 1)
        carry_out(match, DRUID)
        assert player.on_path[match.local] == expected
        assert player.last[match.local] == expected - 1


def test_every_privilege_track_ends_with_a_benefit(match: Any) -> None:
    """HEN-MAT-06: a level-up beyond the top gives what stands at its right end."""
    for privilege, end in enumerate(match.mat.ends):
        assert end
        player = match.players[0]
        player.levels[privilege] = match.mat.tops[privilege]
        assert raise_level(match, player, privilege) == end
        assert player.levels[privilege] == match.mat.tops[privilege]


def test_installed_cards_lie_in_the_row_left_to_right() -> None:
    """HEN-MAT-07: in the order of their installation, each with its slot."""
    match = match_of(4)
    at_step(match, "heel", "install")
    names = ("sleeper", "thunderhead")
    for name in names:
        stone(match, 0, name)
    carry_out(match, INSTALL, installing(match, 1, "heel-left"), installing(match, 0, "heel-right"))
    player = match.players[0]
    assert player.row == [card(match, f"stone-{name}") for name in reversed(names)]
    assert [match.board.slots[at].id for at in player.row_slots] == ["heel-left", "heel-right"]
    assert player.stones == []


# --- the box, the set-up and the end -----------------------------------------------------------


def test_the_coins_are_about_thirty_ones_and_fifteen_fives() -> None:
    """HEN-COMP-15, HEN-COMP-16."""
    coins = {one.fields["value"]: one.copies for one in GAME.sets["coin"].components}
    assert coins == {1: 30, 5: 15}


@pytest.mark.parametrize(("players", "bots"), [(1, 2), (3, 0), (5, 0)])
def test_every_card_of_the_box_is_somewhere(players: int, bots: int) -> None:
    """HEN-PC-08, HEN-FSET-10: what is not used lies in the box, nothing is lost."""
    match = dealt(henge(players, bots))
    lying = Counter(one for zone in match.census().values() for one in zone if type(one) is int)
    sets = ["stone", "bonus", "luck", "first_upgrade", "reward", *["hengebot"] * bots]
    copies = {one.id: one.copies for name in sets for one in GAME.sets[name].components}
    found = {match.cards.ids[number]: count for number, count in lying.items()}
    assert {name: found.get(name) for name in copies} == copies


def test_what_the_set_up_takes_is_counted() -> None:
    """HEN-PSET-10, HEN-PSET-11, HEN-PSET-17: coins, tokens and markers are fewer after it."""
    match = dealt(henge(5))
    assert match.tally.gauges[P_COINS].least == match.bank == 105 - 5 * 12
    assert match.tally.gauges[P_TRAVEL].least == match.travel == 10 - 5
    assert match.tally.gauges[P_MARKERS].least == match.players[0].markers == 11 - 1


def test_the_most_points_make_the_clan_chief(match: Any) -> None:
    """HEN-META-04, HEN-WIN-01: points come before all else."""
    for player, points in zip(match.players, (11, 13, 12), strict=True):
        player.score = points
    match.players[0].cash = match.players[2].cash = 99
    assert scoring.winner(match) == 1


@pytest.mark.parametrize("points", [0, 3])
def test_a_bonus_card_counts_as_played_if_it_scores(match: Any, points: int) -> None:
    """HEN-SCORE-01: one that gives nothing is dead."""
    worth = {number: card_points(match, match.players[0], number) for number in match.cards.bonus}
    number = next(one for one, value in worth.items() if (value > 0) is (points > 0))
    match.players[0].eog.append(number)
    before = match.tally.played[number]
    scoring.final_scoring(match)
    assert match.tally.played[number] - before == (points > 0)


# --- what changes an action, and what a step costs on trial -------------------------------------


def test_each_installation_of_a_turn_is_counted() -> None:
    """HEN-INS-14: Spring cards look at what was installed this turn."""
    match = match_of(4)
    at_step(match, "heel", "install")
    for name in ("sleeper", "thunderhead"):
        stone(match, 0, name)
    carry_out(match, INSTALL, installing(match, 0, "heel-left"), installing(match, 0, "heel-right"))
    assert match.raised_now == 2
