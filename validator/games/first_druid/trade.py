"""First Druid: trading cards, one for one.

What a valid trade is the rules leave open (FD-TRADE-02, X-FD-18). Here the active player
shows a card to a partner, who refuses or shows one in return (or, under a ruling, asks for
it as a gift), and the active player agrees or not. Larger trades are several such ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.first_druid.rules import NOTHING, STOP, TRADE, Option

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch
    from validator.play.driver import Driver


def offers(match: DruidMatch, seat: int, partners: list[int]) -> list[Option]:
    """Partners that ``seat`` can still trade with in this turn (FD-TRADE-01)."""
    if not match.hands[seat] or is_barred(match, seat):
        return []
    return [
        (TRADE, other)
        for other, left in enumerate(partners)
        if left and match.hands[other] and not is_barred(match, other)
    ]


def is_barred(match: DruidMatch, seat: int) -> bool:
    """Tell whether a druid behind time takes no card in a trade either (FD-FALL-02, X-FD-02)."""
    return match.rules.behind_bars_trades and match.is_behind(seat)


def offer(match: DruidMatch, ask: Driver, seat: int, other: int, partners: list[int]) -> bool:
    """Propose a trade to ``other``; tell whether it was made. After a no there is no other."""
    shown = ask.choose(seat, "show", list(match.hands[seat]))
    match.laid.append(shown)
    match.hands[seat].remove(shown)
    asked = [NOTHING] if match.rules.gifts else []
    answer = ask.choose(other, "answer", [STOP, *match.hands[other], *asked])
    agreed = answer != STOP and ask.choose(seat, "accept", (answer, STOP)) == answer
    match.laid.clear()
    if not agreed:
        match.hands[seat].append(shown)
        partners[other] = 0
        return False
    match.hands[other].append(shown)
    match.tally.drew(shown)
    if answer != NOTHING:
        match.hands[other].remove(answer)
        match.hands[seat].append(answer)
        match.tally.drew(answer)
    partners[other] -= 1
    match.keep_limit(ask, other)  # FD-CARD-04: a gift can be one card too many
    return True
