"""Battle of the Gods: a sensible player, and one that empties a pile.

The greedy player counts points: what an action adds to its own score and takes from others.
It sees the board and its own hand only.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.battle_of_the_gods.actions import (
    Action,
    Discards,
    Parts,
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
from validator.games.battle_of_the_gods.state import FREE, State
from validator.play.rules import Option

POINT = 10
"""Rating of one point."""
THRIFT = 12
"""What a trilithon card is worth kept in the hand."""
ANYWHERE: frozenset[type] = frozenset((PlaceFollowerAnywhere, PlaceGodAnywhere))
"""Actions that leave the space open."""


def rate(state: State, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if isinstance(options, Parts):  # numbers that do nothing now go, the others are kept
        return options.sums([_worthless(state, card) for card in options.hand])
    anywhere = 0
    if not ANYWHERE.isdisjoint([type(option) for option in options]):
        anywhere = best_place(state, seat)
    return [worth(state, seat, option, anywhere) for option in options]


def worth(state: State, seat: int, option: Option, anywhere: int) -> int:
    """What an option is worth; 0 for one that is nothing special.

    ``anywhere`` is what the best empty space is worth, if an option leaves the space open.
    """
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
            return anywhere - THRIFT
        case PlaceGodAnywhere():
            return anywhere - THRIFT - POINT
        case _:
            return 0


def best_place(state: State, seat: int) -> int:
    """What the best empty space is worth."""
    return max(place_value(state, seat, space) for space in state.free_spaces())


def place_value(state: State, seat: int, space: int) -> int:
    """Points that a piece on ``space`` adds, and a little for what it may join or part."""
    spaces = state.rules.ring.spaces
    owner = state.owner
    before, after = space - 1 or spaces, space % spaces + 1
    near = 0
    if owner[before - 1 or spaces] == seat:
        near = 2
    if owner[after % spaces + 1] == seat:
        near += 2
    if FREE != owner[before] != seat:
        near += 3
    if FREE != owner[after] != seat:
        near += 3
    return joining(state, seat, space) * POINT + near


def shelter_value(state: State, seat: int, space: int) -> int:
    """What the god's protection is worth: much in a long clan, less than nothing alone."""
    left, right = lengths_beside(state, seat, space)
    return (left + right) * 8 - 15


def strike_value(state: State, seat: int, space: int) -> int:
    """An own follower in place of an enemy's."""
    return place_value(state, seat, space) + loss_value(state, seat, space)


def loss_value(state: State, seat: int, space: int) -> int:
    """What the holder of ``space`` loses, shared among the rivals of ``seat``."""
    loss = joining(state, state.owner[space], space)
    if state.rules.ruled.kills_score:
        return loss * POINT // max(len(state.hands) - 1, 1) + POINT
    return loss * POINT // max(len(state.hands) - 1, 1)


def joining(state: State, seat: int, space: int) -> int:
    """Points that a follower on ``space`` is worth to ``seat``, between what it joins."""
    left, right = lengths_beside(state, seat, space)
    return clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1


def lengths_beside(state: State, seat: int, space: int) -> tuple[int, int]:
    """Pieces of clans of ``seat`` without a gap before ``space`` and after it."""
    spaces = state.rules.ring.spaces
    owner = state.in_clans(seat)
    left = right = 0
    at = space - 1 or spaces  # Ring.before and Ring.after, written out: this is where time goes
    while owner[at] == seat and left < spaces:
        left += 1
        at = at - 1 or spaces
    at = space % spaces + 1
    while owner[at] == seat and right < spaces:
        right += 1
        at = at % spaces + 1
    return left, right


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
