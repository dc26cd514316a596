"""First Druid: a player that empties a pile as fast as it can.

To take anything it needs cards, so it keeps up with time (FD-FALL-01) and rests where nothing
can be taken from the pile; smaller decisions are those of the greedy player.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.first_druid import contest, greedy
from validator.games.first_druid.advance import Advance
from validator.games.first_druid.altar import DressWithPair, DressWithSum
from validator.games.first_druid.choices import GiveUp, Lay, NoMore, Offer, Show, Take
from validator.games.first_druid.combinations import Run
from validator.games.first_druid.rows import AllyClan, ConvertClan, ConvertSpirit
from validator.games.first_druid.state import State
from validator.games.first_druid.trade import Refuse, TakeNothing
from validator.games.first_druid.trilithons import Build, Drain, Own, TakeOver
from validator.games.first_druid.turn import End, Rest
from validator.play.rules import Option

TAKES: dict[str, tuple[type[Option], ...]] = {
    "disks": (AllyClan, ConvertClan, TakeOver),
    "bars": (DressWithSum, DressWithPair, ConvertSpirit),
    "supports": (Build,),
    "capstones": (Build,),
}
"""Actions that take pieces of a pile; the deck is drawn from by resting."""


def drain(state: State, pile: str, seat: int, options: Sequence[Option]) -> list[int]:
    """How fast each option empties ``pile``, at once or by the cards it saves."""
    return [drained(state, pile, seat, option) for option in options]


def drained(state: State, pile: str, seat: int, option: Option) -> int:
    """First what takes from the pile, then keeping up with time, then more cards."""
    if isinstance(option, TAKES.get(pile, ())):
        return 4
    match option:
        case Advance():
            return 3 if state.at[seat] <= state.lap_space() else -1
        case Rest():
            return 2
        case End() | Refuse() | NoMore():
            return 1
        case Own(wanted=wanted):
            return int(wanted and pile == "disks")
        case Offer(card=card):
            return _offered(state, pile, seat, card)
        case Run() | Lay() | GiveUp() | Show() | Take() | TakeNothing() | Drain():
            return greedy.worth(state, seat, option)
        case _:
            return 0


def _offered(state: State, pile: str, seat: int, card: int) -> int:
    """For bars win the spirit with all that counts; else keep the cards."""
    return 2 if pile == "bars" and contest.counted(state, seat, card, state.space_left()) else 0
