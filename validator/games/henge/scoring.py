"""Final scoring and the winner (HEN-SCORE-01 to HEN-SCORE-09, HEN-WIN-01 to HEN-WIN-05)."""

from __future__ import annotations

from validator.games.henge.cards.bonus import card_points, winter_points
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import NONE


def final_scoring(state: State) -> None:
    """Add winter points of Bonus cards, then those of the Druid Paths (HEN-END-05, HEN-CONC-05)."""
    people = state.people()
    winter = [winter_points(state, player) for player in people]
    for player, points in zip(people, winter, strict=True):
        player.score += points
        count_used(state, player)
    for area in range(len(state.board.areas)):
        for player, points in majorities(state, area):
            player.score += points


def count_used(state: State, player: Player) -> None:
    """Count the Bonus cards that scored as played."""
    for card in player.eog:
        if card_points(state, player, card):
            state.tally.plays(card)
    if player.spring != NONE and card_points(state, player, player.spring, met=player.met):
        state.tally.plays(player.spring)


def ranking(state: State, area: int) -> list[Player]:
    """Seats with druids in an area: most first, ties to the farthest druid (HEN-SCORE-07)."""
    present = [
        player
        for player in state.players
        if player.on_path[area] and (state.ruled.bots_rank or not player.bot)
    ]
    present.sort(key=lambda player: (-player.on_path[area], -player.last[area]))
    return present


def worth(state: State, area: int) -> int:
    """The smallest uncovered number of a path (HEN-SCORE-02)."""
    return state.board.numbers[area][state.covered[area]]


def majorities(state: State, area: int) -> list[tuple[Player, int]]:
    """What the first three of an area score: all, half, a third, rounded down (HEN-SCORE-02..06).

    A bot uses up its place but scores nothing (X-HEN-16).
    """
    value = worth(state, area)
    return [
        (player, value // place)
        for place, player in enumerate(ranking(state, area)[:3], start=1)
        if not player.bot
    ]


def winner(state: State) -> int:
    """The seat of the Clan Chief; the last tie-break decides (HEN-META-04, HEN-WIN-01 to -05)."""
    people = state.people()
    best = max(
        people,
        key=lambda player: (
            player.score,
            len(player.row),
            sum(player.on_path),
            player.cash,
            player.seat,
        ),
    )
    return best.seat
