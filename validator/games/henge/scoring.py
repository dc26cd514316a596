"""Final scoring and the winner (HEN-SCORE-01 to HEN-SCORE-09, HEN-WIN-01 to HEN-WIN-05)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge.cards.bonus import card_points, points
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import NONE

PLACES = ("1st", "2nd", "3rd")
"""The places on a Druid Path that score."""


class Item:
    """Winter points of a seat: for a Bonus card, a place on the path of an area, or a benefit."""

    __slots__ = ("area", "card", "place", "points", "seat")

    def __init__(
        self, seat: int, points: int, *, card: int = NONE, area: int = NONE, place: int = 0
    ) -> None:
        self.seat = seat
        self.points = points
        self.card = card
        self.area = area
        self.place = place


def final_scoring(state: State) -> None:
    """Add the winter points to the score track (HEN-END-05, HEN-CONC-05, HEN-SCORE-01)."""
    for item in items(state):
        gained = item.points
        if item.card != NONE:
            gained = scored(state, item)
            if item.points:
                state.tally.plays(item.card)
        state.players[item.seat].score += gained


def scored(state: State, item: Item) -> int:
    """The points of a Bonus card, or of what it was switched to."""
    doing = state.tally.acts_as(item.card, item.seat)
    if doing == item.card:
        return item.points
    return 0 if doing == NONE else card_points(state, state.players[item.seat], doing)


def items(state: State) -> list[Item]:
    """All that scores at the end, seat by seat: Bonus cards, benefits, then Druid Paths."""
    on_paths: list[list[Item]] = [[] for _ in state.players]
    for area in range(len(state.board.areas)):
        for item in majorities(state, area):
            on_paths[item.seat].append(item)
    found: list[Item] = []
    for player in state.people():
        found += bonus_items(state, player)
        found += on_paths[player.seat]
    return found


def bonus_items(state: State, player: Player) -> list[Item]:
    """The Bonus cards of a player, the Spring card first, and winter points of benefits."""
    seat, found = player.seat, []
    if player.spring != NONE:
        worth_now = card_points(state, player, player.spring, met=player.met)
        found.append(Item(seat, worth_now, card=player.spring))
    for card in player.eog:
        found.append(Item(seat, card_points(state, player, card), card=card))
    for score in player.winter:  # HEN-CONC-05
        found.append(Item(seat, points(state, player, score)))
    return found


def what_for(state: State, item: Item) -> str:
    """What winter points are for, in a few words."""
    if item.area != NONE:
        place, area = PLACES[item.place], state.board.areas[item.area]
        return f"{place} in {area}, worth {worth(state, item.area)}"
    if item.card == NONE:
        return "a benefit"
    player, name = state.players[item.seat], state.cards.names[item.card]
    if item.card == player.spring:
        return f"Spring card {name}{', marked' if player.met else ''}"
    return f"Bonus card {name}"


def account(state: State) -> list[str]:
    """The scoring of a game that has ended, seat by seat and item by item."""
    lines: list[str] = []
    scored = items(state)
    for player in state.people():
        own = [item for item in scored if item.seat == player.seat]
        name = state.rules.colours[player.seat]
        before = player.score - sum(item.points for item in own)
        lines.append(f"{name}: on the score track: {before}")
        lines += [f"{name}: {what_for(state, item)}: {item.points}" for item in own]
        lines.append(f"{name}: in all: {player.score}")
    return lines


def ranking(state: State, area: int) -> list[Player]:
    """Seats that take a place in an area; whether bots do is X-HEN-16 (HEN-SCORE-09)."""
    bots_too = state.ruled.bots_rank
    return by_place([one for one in state.players if bots_too or not one.bot], area)


def by_place(players: Sequence[Player], area: int) -> list[Player]:
    """Those of ``players`` with druids in an area: most first, ties to the farthest druid.

    HEN-SCORE-06, HEN-SCORE-07.
    """
    present = [player for player in players if player.on_path[area]]
    return sorted(present, key=lambda player: (-player.on_path[area], -player.last[area]))


def worth(state: State, area: int) -> int:
    """The smallest uncovered number of a path (HEN-SCORE-02)."""
    return state.board.numbers[area][state.covered[area]]


def majorities(state: State, area: int) -> list[Item]:
    """What the first three of an area score: all, half, a third, rounded down.

    HEN-SCORE-02, HEN-SCORE-03, HEN-SCORE-04; others score nothing (HEN-SCORE-05). A
    bot uses up its place but scores nothing (X-HEN-16).
    """
    value = worth(state, area)
    return [
        Item(player.seat, value // (place + 1), area=area, place=place)
        for place, player in enumerate(ranking(state, area)[: len(PLACES)])
        if not player.bot
    ]


def winner(state: State) -> int:
    """The seat of the Clan Chief; the last tie-break decides (HEN-META-04).

    People keep their order whatever places bots get, so the highest seat is last in turn order.
    """
    people = state.people()
    best = max(
        people,
        key=lambda player: (
            player.score,  # HEN-WIN-01
            len(player.row),  # HEN-WIN-02
            sum(player.on_path),  # HEN-WIN-03
            player.cash,  # HEN-WIN-04
            player.seat,  # HEN-WIN-05
        ),
    )
    return best.seat
