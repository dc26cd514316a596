"""The High Council: a player that empties a pile."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.high_council.choices import Arguments, Laid, OwnSupporter, Piece
from validator.games.high_council.convert import Convert
from validator.games.high_council.debate import Debate, TrilithonDebate
from validator.games.high_council.ponder import Ponder
from validator.games.high_council.rules import FACTIONS, PONDERED, side
from validator.games.high_council.seating import BuySeat, TakeSeat
from validator.games.high_council.state import State
from validator.play.rules import Option


def drain(state: State, pile: str, seat: int, options: Sequence[Option]) -> list[int]:
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
        return [_arguments_taken(wanted, option) for option in options]
    wanted = state.rules.colours.index(colour)
    if wanted not in state.rules.own[seat]:
        return [0] * len(options)
    return [_supporters_placed(wanted, option) for option in options]


def _arguments_taken(wanted: int, option: Option) -> int:
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
        case Ponder() | Laid():
            return 1
        case _:
            return 0


def _supporters_placed(wanted: int, option: Option) -> int:
    """Supporters of one own colour that leave those in front of the player."""
    match option:
        case TakeSeat() | BuySeat():
            return 2
        case Convert():
            return 1
        case Piece(colour=colour, speaks=False) | OwnSupporter(colour=colour):
            return int(colour == wanted)
        case _:
            return 0
