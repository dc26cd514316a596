"""The High Council: a sensible player, and one that empties a pile.

The greedy player wants long blocs of its own and short ones of the other faction: a bloc
counts the square of its size. It sees the circle, its hand and all arguments, no other hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from validator.games.high_council.debate import STOP, room
from validator.games.high_council.rules import (
    BLACK,
    BLOC,
    BUY,
    CONVERT,
    DEBATE,
    DOUBLE,
    FACTIONS,
    PONDER,
    PONDERED,
    SEAT_PRICE,
    SIT,
    SWAP,
    side,
)

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch

WIN = 100000
ARGUMENT = 1
"""What an argument in hand is worth, in squares of bloc size."""
SEAT = 15
"""What a seat is worth beside the bloc it joins: it cannot be taken again for nothing."""


def rate(match: CouncilMatch, seat: int, what: str, options: Sequence[Any]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if what == "turn":
        prospects = _prospects(match, seat)
        return [_turn_value(match, seat, option, prospects) for option in options]
    if what == "space":
        return [_seat_value(match, seat, space) for space in options]
    if what == "move":
        return [-_loss(match, side(seat), space) for space in options]
    if what == "lay":
        return [0 if card == STOP else 1 for card in options]
    if what == "pair":
        prospects = _prospects(match, seat)
        return [_pair_value(match, seat, prospects, pair) for pair in options]
    if what in ("give up", "give", "give back"):
        return [-_card_value(match, seat, card) for card in options]
    if what == "piece":
        return [1 - speaks for _, speaks in options]
    return [0] * len(options)


def _turn_value(
    match: CouncilMatch,
    seat: int,
    option: tuple[int, int, int],
    prospects: Sequence[Sequence[tuple[int, int]]],
) -> int:
    """What an option of the turn is worth."""
    kind, first, second = option
    number = match.rules.cards.number
    if kind == CONVERT:
        group = match.converters(seat, first)[second]
        gain = _seat_value(match, seat, first) + _loss(match, 1 - side(seat), first)
        return gain - match.price(first, group) * ARGUMENT
    if kind == SIT:
        return SEAT + _seat_value(match, seat, number[first])
    if kind == BUY:
        suit = match.rules.suit[first]
        free = match.circle.free_spaces()
        spaces = [space for space in free if match.rules.strip[space] == suit]
        best = max(_seat_value(match, seat, space) for space in spaces)
        return SEAT + best - SEAT_PRICE * ARGUMENT
    if kind == DEBATE:
        suits = [match.rules.suit[card] for card in match.hands[seat]]
        fitting = suits.count(first) + suits.count(BLACK)
        count = min(fitting, room(match, seat, first))
        return _bring(prospects[first], match.held[seat][first], count)
    if kind == DOUBLE:
        return max(_bring(one, match.held[seat][at], 2) for at, one in enumerate(prospects)) - 1
    if kind == PONDER:
        return 2 * ARGUMENT if len(match.hands[seat]) < 6 else 1
    return 0 if kind != SWAP else 2


def _seat_value(match: CouncilMatch, seat: int, space: int) -> int:
    """How much squares of own blocs grow by a piece on ``space``."""
    circle = match.circle
    faction = side(seat)
    right = circle.arm(circle.after[space], 1, faction)
    left = circle.arm(circle.before[space], -1, faction)
    size = left + 1 + right
    grown = size * size - left * left - right * right
    return grown + WIN if size >= BLOC and match.rules.bloc_wins else grown


def _loss(match: CouncilMatch, faction: int, space: int) -> int:
    """How much squares of blocs of ``faction`` shrink when its piece on ``space`` goes."""
    circle = match.circle
    right = circle.arm(circle.after[space], 1, faction)
    left = circle.arm(circle.before[space], -1, faction)
    size = left + 1 + right
    return size * size - left * left - right * right


def _prospects(match: CouncilMatch, seat: int) -> list[list[tuple[int, int]]]:
    """For each argument colour the conversions it can pay: (price, what it is worth)."""
    enemy = 1 - side(seat)
    found: list[list[tuple[int, int]]] = [[] for _ in match.rules.arguments]
    for target, faction in enumerate(match.circle.sides):
        if faction != enemy:
            continue
        groups = match.converters(seat, target)
        if not any(groups):
            continue
        worth = _seat_value(match, seat, target) + _loss(match, enemy, target)
        for colour, group in enumerate(groups):
            if group:
                found[colour].append((match.price(target, group), worth))
    return found


def _pair_value(
    match: CouncilMatch,
    seat: int,
    prospects: Sequence[Sequence[tuple[int, int]]],
    pair: Sequence[int],
) -> int:
    """What the two arguments of a trilithon card are worth."""
    held = match.held[seat]
    if len(pair) == 2 and pair[0] == pair[1]:
        return _bring(prospects[pair[0]], held[pair[0]], 2)
    return sum(_bring(prospects[colour], held[colour], 1) for colour in pair)


def _bring(prospects: Sequence[tuple[int, int]], held: int, count: int) -> int:
    """What ``count`` more arguments of a colour are worth where ``held`` are there."""
    best = count
    for price, worth in prospects:
        if price > held:
            share = worth if price <= held + count else worth * count // (2 * (price - held))
            best = max(best, share - price * ARGUMENT)
    return best


def _card_value(match: CouncilMatch, seat: int, card: int) -> int:
    """What a card is worth in the hand."""
    space = match.rules.cards.number[card]
    if not space:
        return SEAT
    free = match.circle.piece[space] < 0
    return SEAT + _seat_value(match, seat, space) if free else 1


def drain(
    match: CouncilMatch, pile: str, seat: int, what: str, options: Sequence[Any]
) -> list[int]:
    """How many cards, arguments or supporters of ``pile`` an option takes.

    Once the pile has run out, anything goes: the game shall end.
    """
    piles = [spec.id for spec in match.frame.piles]
    if match.tally.gauges[piles.index(pile)].reach <= 0:
        return [0] * len(options)
    name, _, colour = pile.partition("_")
    if name in FACTIONS:
        return _drain_deck(match, FACTIONS.index(name), seat, what, options)
    if name == "arguments":
        return _drain_arguments(match, match.rules.arguments.index(colour), seat, what, options)
    wanted = match.rules.colours.index(colour)
    if what == "piece":
        return [int(option == (wanted, 0)) for option in options]
    if what == "colour":
        return [int(option == wanted) for option in options]
    if what == "turn" and wanted in match.rules.own[seat]:
        return [3 if kind in (SIT, BUY) else 2 if kind == CONVERT else 1 for kind, _, _ in options]
    return [0] * len(options)


def _drain_deck(
    match: CouncilMatch, faction: int, seat: int, what: str, options: Sequence[Any]
) -> list[int]:
    """Cards that leave the deck and stay in the hand."""
    if what != "turn" or side(seat) != faction:
        return [0] * len(options)
    return [PONDERED if kind == PONDER else 0 for kind, _, _ in options]


def _drain_arguments(
    match: CouncilMatch, colour: int, seat: int, what: str, options: Sequence[Any]
) -> list[int]:
    """Arguments of one colour taken out of the centre, and none put back."""
    if what == "turn":
        return [
            (3 if first == colour else 0)
            if kind == DEBATE
            else -2
            if kind in (CONVERT, BUY) and second == colour
            else 2
            if kind == DOUBLE
            else 1
            if kind == PONDER
            else 0
            for kind, first, second in options
        ]
    if what == "lay":
        return [0 if card == STOP else 1 for card in options]
    if what == "pair":
        return [pair.count(colour) for pair in options]
    return [0] * len(options)
