"""Battle of the Gods: a sensible player, and one that empties a pile.

The greedy player counts points: what an action adds to its own score and takes from others.
It sees the board and its own hand only.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.battle_of_the_gods.actions import (
    Action,
    Discards,
    PlaceFollower,
    PlaceFollowerAnywhere,
    PlaceGod,
    PlaceGodAnywhere,
    Smite,
    Space,
    Strike,
    Target,
)
from validator.games.battle_of_the_gods.rules import FOLLOWERS, clan_points
from validator.games.battle_of_the_gods.state import State
from validator.play.rules import Option

POINT = 10
"""Rating of one point."""
THRIFT = 12
"""What a trilithon card is worth kept in the hand."""


def rate(state: State, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    return [worth(state, seat, option) for option in options]


def worth(state: State, seat: int, option: Option) -> int:
    """What an option is worth; 0 for one that is nothing special."""
    match option:
        case PlaceFollower(space=space) | Space(number=space):
            return place_value(state, seat, space)
        case PlaceGod(space=space):
            return place_value(state, seat, space) + shelter_value(state, seat, space)
        case Strike():
            return max(strike_value(state, seat, space) for space in option.targets(state, seat))
        case Target(number=space):
            return strike_value(state, seat, space)
        case Smite(space=space):
            return loss_value(state, seat, space) - THRIFT
        case PlaceFollowerAnywhere():
            return best_place(state, seat) - THRIFT
        case PlaceGodAnywhere():
            return best_place(state, seat) - THRIFT - POINT
        case Discards(cards=cards):  # numbers that do nothing now go, the others are kept
            return sum(_worthless(state, card) for card in cards)
        case _:
            return 0


def best_place(state: State, seat: int) -> int:
    """What the best empty space is worth."""
    return max(place_value(state, seat, space) for space in state.free_spaces())


def place_value(state: State, seat: int, space: int) -> int:
    """Points that a piece on ``space`` adds, and a little for what it may join or part."""
    ring = state.rules.ring
    left = run_length(state, seat, ring.before(space), -1)
    right = run_length(state, seat, ring.after(space), 1)
    gain = clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1
    near = 0
    for beside in (ring.before(ring.before(space)), ring.after(ring.after(space))):
        near += 2 if state.owner[beside] == seat else 0
    for beside in (ring.before(space), ring.after(space)):
        holder = state.owner[beside]
        near += 3 if holder >= 0 and holder != seat else 0
    return gain * POINT + near


def shelter_value(state: State, seat: int, space: int) -> int:
    """What the god's protection is worth: much in a long clan, less than nothing alone."""
    ring = state.rules.ring
    left = run_length(state, seat, ring.before(space), -1)
    right = run_length(state, seat, ring.after(space), 1)
    return (left + right) * 8 - 15


def strike_value(state: State, seat: int, space: int) -> int:
    """An own follower in place of an enemy's."""
    return place_value(state, seat, space) + loss_value(state, seat, space)


def loss_value(state: State, seat: int, space: int) -> int:
    """What the holder of ``space`` loses, shared among the rivals of ``seat``."""
    ring = state.rules.ring
    holder = state.owner[space]
    left = run_length(state, holder, ring.before(space), -1)
    right = run_length(state, holder, ring.after(space), 1)
    loss = clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1
    if state.rules.ruled.kills_score:
        return loss * POINT // max(len(state.hands) - 1, 1) + POINT
    return loss * POINT // max(len(state.hands) - 1, 1)


def run_length(state: State, seat: int, start: int, step: int) -> int:
    """Pieces of a clan of ``seat`` from ``start`` on, clockwise or (step -1) back."""
    ring = state.rules.ring
    parted = 0 if state.rules.ruled.god_in_clan else state.god_at[seat]
    length = 0
    space = start
    while state.owner[space] == seat and space != parted and length < ring.spaces:
        length += 1
        space = ring.after(space) if step > 0 else ring.before(space)
    return length


def _worthless(state: State, card: int) -> int:
    """Positive for a card that cannot be used."""
    number = state.rules.cards.number[card]
    if number == 0:
        return POINT if state.final else -POINT
    if state.owner[number] < 0:
        return -1
    return 2


def drain(state: State, pile: str, seat: int, options: Sequence[Option]) -> list[int]:
    """How many cards, or followers of the seat, an option uses up."""
    of_followers = state.frame.piles[FOLLOWERS].id == pile
    return [_drained(state, of_followers, seat, option) for option in options]


def _drained(state: State, of_followers: bool, seat: int, option: Option) -> int:
    """What one option uses up; to place followers, the draw pile must last."""
    if isinstance(option, Discards):
        return -len(option.cards) if of_followers else len(option.cards)
    if not isinstance(option, Action):
        return 0
    return int(option.places_follower) if of_followers else option.uses(state, seat)
