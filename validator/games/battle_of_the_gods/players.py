"""Battle of the Gods: a sensible player.

It counts points: what an action adds to its own score and takes from others. It sees the board
and its own hand only.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.battle_of_the_gods.actions import (
    FREE,
    GOD,
    BattleState,
    Discards,
    Place,
    Smite,
    Space,
    Strike,
    clan_points,
)
from validator.games.battle_of_the_gods.rulings import (
    Kills,
)
from validator.play.rules import Option

POINT = 10
"""Rating of one point."""
THRIFT = 12
"""What a trilithon card is worth kept in the hand."""


def rate(state: BattleState, seat: int, what: str, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    anywhere = 0  # what the best space is worth, if an option leaves it open
    if any(isinstance(one, Place) and not one.space for one in options):
        anywhere = max(place_value(state, seat, space.number) for space in state.free_spaces())
    return [worth(state, seat, what, option, anywhere) for option in options]


def worth(state: BattleState, seat: int, what: str, option: Option, anywhere: int) -> int:
    """What an option is worth; 0 for one that is nothing special."""
    match option:
        case Place(space=0, piece=piece):
            return anywhere - THRIFT - (POINT if piece == GOD else 0)
        case Place(space=space, piece=piece):
            shelter = shelter_value(state, seat, space) if piece == GOD else 0
            return place_value(state, seat, space) + shelter
        case Space(number=space):
            strike = loss_value(state, seat, space) if what == "strike" else 0
            return place_value(state, seat, space) + strike
        case Strike():
            return max(
                place_value(state, seat, space) + loss_value(state, seat, space)
                for space in option.targets(state, seat)
            )
        case Smite(space=space):
            return loss_value(state, seat, space) - THRIFT
        case Discards(cards=cards):
            return sum([uselessness(state, card) for card in cards])
        case _:
            return 0


def place_value(state: BattleState, seat: int, space: int) -> int:
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
    return worth_of_joining(state, seat, space) * POINT + near


def shelter_value(state: BattleState, seat: int, space: int) -> int:
    """What the god's protection is worth: much in a long clan, less than nothing alone."""
    left, right = lengths_beside(state, seat, space)
    return (left + right) * 8 - 15


def loss_value(state: BattleState, seat: int, space: int) -> int:
    """What the holder of ``space`` loses, shared among the rivals of ``seat``."""
    loss = worth_of_joining(state, state.owner[space], space)
    share = loss * POINT // max(len(state.hands) - 1, 1)
    return share + POINT if state.rules.ruled.kills is Kills.ELIMINATIONS else share


def worth_of_joining(state: BattleState, seat: int, space: int) -> int:
    """Points that a follower on ``space`` is worth to ``seat``, between what it joins."""
    left, right = lengths_beside(state, seat, space)
    return clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1


def lengths_beside(state: BattleState, seat: int, space: int) -> tuple[int, int]:
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


def uselessness(state: BattleState, card: int) -> int:
    """Positive for a card that cannot be used: numbers that do nothing now go, others are kept."""
    number = state.rules.cards.number[card]
    if number == 0:
        return POINT if state.final else -POINT
    return -1 if state.owner[number] < 0 else 2
