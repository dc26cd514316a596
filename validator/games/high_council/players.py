"""The High Council: a sensible player, and one that empties a pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.high_council.actions import (
    BuySeat,
    Convert,
    Debate,
    Ponder,
    SeatSpeaker,
    TakeSeat,
    TrilithonDebate,
    converters,
    free_of,
    price,
    room,
)
from validator.games.high_council.rulings import Victory
from validator.games.high_council.state import (
    BLACK,
    BLOC,
    FACTIONS,
    PONDERED,
    SEAT_PRICE,
    Arguments,
    Colour,
    CouncilPiece,
    CouncilState,
    Space,
    side,
)
from validator.games.stonehenge import CardChoice
from validator.play.rules import Option


def drain(
    state: CouncilState, pile: str, seat: int, what: str, options: Sequence[Option]
) -> list[int]:
    """How many cards, arguments or supporters of ``pile`` an option takes.

    Once the pile has run out, anything goes: the game shall end.
    """
    piles = [spec.id for spec in state.frame.piles]
    if state.tally.gauges[piles.index(pile)].reach <= 0:
        return [0] * len(options)
    name, _, colour = pile.partition("_")
    if name in FACTIONS:
        mine = FACTIONS.index(name) == side(seat)
        return [PONDERED if mine and isinstance(one, Ponder) else 0 for one in options]
    if name == "arguments":
        wanted = state.rules.arguments.index(colour)
        return [_arguments_taken(wanted, what, option) for option in options]
    wanted = state.rules.colours.index(colour)
    if wanted not in state.rules.own[seat]:
        return [0] * len(options)
    return [_supporters_placed(wanted, what, option) for option in options]


def _arguments_taken(wanted: int, what: str, option: Option) -> int:
    """Arguments of one colour taken out of the centre, and none put back."""
    match option:
        case Debate(colour=colour):
            return 3 if colour == wanted else 0
        case TrilithonDebate():
            return 2
        case BuySeat(colour=colour) | Convert(colour=colour):
            return -2 if colour == wanted else 0
        case Arguments(colours=colours):
            return colours.count(wanted)
        case Ponder():
            return 1
        case CardChoice():
            return int(what == "lay")
        case _:
            return 0


def _supporters_placed(wanted: int, what: str, option: Option) -> int:
    """Supporters of one own colour that leave those in front of the player."""
    match option:
        case TakeSeat() | BuySeat():
            return 2
        case Convert():
            return 1
        case CouncilPiece(colour=colour, speaks=False):
            return int(colour == wanted)
        case Colour(colour=colour):
            return int(colour == wanted and what == "colour")
        case _:
            return 0


# The High Council: a sensible player.
#
# It wants long blocs of its own and short ones of the other faction: a bloc counts the square of
# its size. It sees the circle, its hand and all arguments, no other hand.


WIN = 100000
ARGUMENT = 1
"""What an argument in hand is worth, in squares of bloc size."""
SEAT = 15
"""What a seat is worth beside the bloc it joins: it cannot be taken again for nothing."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A conversion that arguments of a colour can pay for, and what it is worth."""

    price: int
    worth: int


def rate(state: CouncilState, seat: int, what: str, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    wants = any(isinstance(one, Debate | TrilithonDebate | Arguments) for one in options)
    prospects = _prospects(state, seat) if wants else []
    return [_worth(state, seat, what, option, prospects) for option in options]


def _worth(
    state: CouncilState,
    seat: int,
    what: str,
    option: Option,
    prospects: Sequence[Sequence[Prospect]],
) -> int:
    """What an option is worth; 0 for one that is nothing special."""
    match option:
        case Debate() | TrilithonDebate() | Arguments():
            return _debate_value(state, seat, option, prospects)
        case TakeSeat(space=space):
            return SEAT + _seat_value(state, seat, space)
        case SeatSpeaker():
            return 2
        case BuySeat():
            best = max(_seat_value(state, seat, space) for space in free_of(state, option.suit))
            return SEAT + best - SEAT_PRICE * ARGUMENT
        case Ponder():
            return 2 * ARGUMENT if len(state.hands[seat]) < 6 else 1
        case Convert():
            return _convert_value(state, seat, option)
        case Space(number=space):
            if what == "move":
                return -_loss(state, side(seat), space)
            return _seat_value(state, seat, space)
        case CardChoice(card=card):
            return 1 if what == "lay" else -_card_value(state, seat, card)
        case CouncilPiece(speaks=False):
            return 1
        case _:
            return 0


def _debate_value(
    state: CouncilState,
    seat: int,
    option: Debate | TrilithonDebate | Arguments,
    prospects: Sequence[Sequence[Prospect]],
) -> int:
    """What the arguments of a debate are worth."""
    held = state.held[seat]
    match option:
        case Debate(colour=colour):
            suits = [state.rules.suit[card] for card in state.hands[seat]]
            fitting = suits.count(colour) + suits.count(BLACK)
            return _bring(prospects[colour], held[colour], min(fitting, room(state, seat, colour)))
        case TrilithonDebate():
            return max(_bring(one, held[colour], 2) for colour, one in enumerate(prospects)) - 1
        case Arguments(colours=colours):
            return sum(
                _bring(prospects[colour], held[colour], colours.count(colour))
                for colour in sorted(set(colours))
            )


def _convert_value(state: CouncilState, seat: int, option: Convert) -> int:
    """What a conversion is worth: one's own gain and the enemy's loss, less its price."""
    group = converters(state, seat, option.target)[option.colour]
    gain = _seat_value(state, seat, option.target) + _loss(state, 1 - side(seat), option.target)
    return gain - price(state, option.target, group) * ARGUMENT


def _seat_value(state: CouncilState, seat: int, space: int) -> int:
    """How much squares of own blocs grow by a piece on ``space``."""
    circle = state.circle
    faction = side(seat)
    right = circle.arm(circle.after[space], 1, faction)
    left = circle.arm(circle.before[space], -1, faction)
    size = left + 1 + right
    grown = size * size - left * left - right * right
    return grown + WIN if size >= BLOC and state.rules.ruled.victory is Victory.BLOC else grown


def _loss(state: CouncilState, faction: int, space: int) -> int:
    """How much squares of blocs of ``faction`` shrink when its piece on ``space`` goes."""
    circle = state.circle
    right = circle.arm(circle.after[space], 1, faction)
    left = circle.arm(circle.before[space], -1, faction)
    size = left + 1 + right
    return size * size - left * left - right * right


def _prospects(state: CouncilState, seat: int) -> list[list[Prospect]]:
    """For each argument colour the conversions it can pay."""
    enemy = 1 - side(seat)
    found: list[list[Prospect]] = [[] for _ in state.rules.arguments]
    for target, faction in enumerate(state.circle.sides):
        if faction != enemy:
            continue
        groups = converters(state, seat, target)
        if not any(groups):
            continue
        worth = _seat_value(state, seat, target) + _loss(state, enemy, target)
        for colour, group in enumerate(groups):
            if group:
                found[colour].append(Prospect(price(state, target, group), worth))
    return found


def _bring(prospects: Sequence[Prospect], held: int, count: int) -> int:
    """What ``count`` more arguments of a colour are worth where ``held`` are there."""
    best = count
    for one in prospects:
        missing = one.price - held
        if missing > 0:
            share = one.worth if missing <= count else one.worth * count // (2 * missing)
            best = max(best, share - one.price * ARGUMENT)
    return best


def _card_value(state: CouncilState, seat: int, card: int) -> int:
    """What a card is worth in the hand."""
    space = state.rules.cards.number[card]
    if not space:
        return SEAT
    free = state.circle.piece[space] < 0
    return SEAT + _seat_value(state, seat, space) if free else 1
