"""Battle of the Gods: a sensible player, and one that empties a pile.

The greedy player counts points: what an action adds to its own score and takes from others.
It sees the board and its own hand only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from validator.games.battle_of_the_gods.rules import (
    DISCARD,
    FOLLOWER,
    FOLLOWERS,
    GOD,
    NOTHING,
    SMITE,
    STRIKE,
    WILD_FOLLOWER,
    WILD_GOD,
    Action,
    clan_points,
)

if TYPE_CHECKING:
    from validator.games.battle_of_the_gods.match import BattleMatch

POINT = 10
"""Rating of one point."""
THRIFT = 12
"""What a trilithon card is worth kept in the hand."""


def rate(match: BattleMatch, seat: int, what: str, options: Sequence[Any]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if what == "action":
        return [action_value(match, seat, option) for option in options]
    if what == "space":
        return [place_value(match, seat, space) for space in options]
    if what == "strike":
        return [strike_value(match, seat, space) for space in options]
    return [_discard_value(match, option) for option in options]


def action_value(match: BattleMatch, seat: int, action: Action) -> int:
    """What an action is worth."""
    kind, card, other = action
    space = match.rules.cards.number[card]
    if kind == FOLLOWER:
        return place_value(match, seat, space)
    if kind == GOD:
        return place_value(match, seat, space) + shelter_value(match, seat, space)
    if kind == STRIKE:
        return max(strike_value(match, seat, target) for target in match.targets(seat, card))
    if kind == SMITE:
        return loss_value(match, seat, match.rules.cards.number[other]) - THRIFT
    if kind in (WILD_FOLLOWER, WILD_GOD):
        best = max(place_value(match, seat, free) for free in match.free_spaces())
        return best - THRIFT - (POINT if kind == WILD_GOD else 0)
    return 0


def place_value(match: BattleMatch, seat: int, space: int) -> int:
    """Points that a piece on ``space`` adds, and a little for what it may join or part."""
    ring = match.rules.ring
    left = run_length(match, seat, ring.before(space), -1)
    right = run_length(match, seat, ring.after(space), 1)
    gain = clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1
    near = 0
    for beside in (ring.before(ring.before(space)), ring.after(ring.after(space))):
        near += 2 if match.owner[beside] == seat else 0
    for beside in (ring.before(space), ring.after(space)):
        holder = match.owner[beside]
        near += 3 if holder >= 0 and holder != seat else 0
    return gain * POINT + near


def shelter_value(match: BattleMatch, seat: int, space: int) -> int:
    """What the god's protection is worth: much in a long clan, less than nothing alone."""
    ring = match.rules.ring
    left = run_length(match, seat, ring.before(space), -1)
    right = run_length(match, seat, ring.after(space), 1)
    return (left + right) * 8 - 15


def strike_value(match: BattleMatch, seat: int, space: int) -> int:
    """An own follower in place of an enemy's."""
    return place_value(match, seat, space) + loss_value(match, seat, space)


def loss_value(match: BattleMatch, seat: int, space: int) -> int:
    """What the holder of ``space`` loses, shared among the rivals of ``seat``."""
    ring = match.rules.ring
    holder = match.owner[space]
    left = run_length(match, holder, ring.before(space), -1)
    right = run_length(match, holder, ring.after(space), 1)
    loss = clan_points(left + 1 + right) - clan_points(left) - clan_points(right) + 1
    if match.rules.kills_score:
        return loss * POINT // max(len(match.hands) - 1, 1) + POINT
    return loss * POINT // max(len(match.hands) - 1, 1)


def run_length(match: BattleMatch, seat: int, start: int, step: int) -> int:
    """Pieces of ``seat`` without a gap from ``start`` on, clockwise or (step -1) back."""
    ring = match.rules.ring
    length = 0
    space = start
    while match.owner[space] == seat and length < ring.spaces:
        length += 1
        space = ring.after(space) if step > 0 else ring.before(space)
    return length


def _discard_value(match: BattleMatch, chosen: Sequence[int]) -> int:
    """Give up numbers that do nothing now; keep the others."""
    return sum(_worthless(match, card) for card in chosen)


def _worthless(match: BattleMatch, card: int) -> int:
    """Positive for a card that cannot be used."""
    number = match.rules.cards.number[card]
    if number == 0:
        return POINT if match.final else -POINT
    if match.owner[number] < 0:
        return -1
    return 2


def drain(match: BattleMatch, pile: str, seat: int, what: str, options: Sequence[Any]) -> list[int]:
    """How many cards, or followers of the seat, an option uses up."""
    if what == "discard":  # to place followers, the draw pile must last
        sign = 1 if pile == "draw_pile" else -1
        return [sign * len(option) for option in options]
    if what != "action":
        return [0] * len(options)
    if match.frame.piles[FOLLOWERS].id == pile:
        return [int(kind in (FOLLOWER, WILD_FOLLOWER, STRIKE)) for kind, _, _ in options]
    return [_cards_used(match, seat, kind) for kind, _, _ in options]


def _cards_used(match: BattleMatch, seat: int, kind: int) -> int:
    """Cards that leave the hand at most."""
    if kind == DISCARD:
        return len(match.hands[seat])
    if kind == NOTHING:
        return 0
    return 2 if kind in (SMITE,) else 1
