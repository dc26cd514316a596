"""First Druid: a player that empties a pile as fast as it can.

To take anything it needs cards, so it keeps up with time (FD-FALL-01) and rests where nothing
can be taken from the pile; smaller decisions are those of the greedy player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from validator.games.first_druid import contest, greedy
from validator.games.first_druid.rules import (
    ADVANCE,
    ALTAR_PAIR,
    ALTAR_SUM,
    BUILD,
    CLAN,
    CONVERT_CLAN,
    CONVERT_SPIRIT,
    END,
    REST,
    STOP,
    TAKE,
    Option,
)

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch

TAKES = {
    "disks": (CLAN, CONVERT_CLAN, TAKE),
    "bars": (ALTAR_SUM, ALTAR_PAIR, CONVERT_SPIRIT),
    "supports": (BUILD,),
    "capstones": (BUILD,),
}
"""Options of a turn that take pieces of a pile; the deck is drawn from by resting."""


def drain(match: DruidMatch, pile: str, seat: int, what: str, options: Sequence[Any]) -> list[int]:
    """How fast each option empties ``pile``, at once or by the cards it saves."""
    if what == "turn":
        return [_turn_value(match, pile, seat, option) for option in options]
    if what == "offer":
        return [_offer_value(match, pile, seat, card) for card in options]
    if what == "own":
        return [int(option) if pile == "disks" else 0 for option in options]
    if what == "answer":
        return [int(card == STOP) for card in options]
    return greedy.rate(match, seat, what, options)


def _turn_value(match: DruidMatch, pile: str, seat: int, option: Option) -> int:
    """First what takes from the pile, then keeping up with time, then more cards."""
    kind, _ = option
    if kind in TAKES.get(pile, ()):
        return 4
    if kind == ADVANCE:
        return 3 if match.at[seat] <= match.lap_space() else -1
    if kind == REST:
        return 2
    return 1 if kind == END else 0


def _offer_value(match: DruidMatch, pile: str, seat: int, card: int) -> int:
    """For bars win the spirit with all that counts; else keep the cards."""
    if card == STOP or pile != "bars":
        return int(card == STOP)
    phases = len(match.rules.ring.phases)
    day = (match.time // phases - 1) % match.rules.ring.spaces + 1
    return 2 if contest.counted(match, seat, card, day) else 0
