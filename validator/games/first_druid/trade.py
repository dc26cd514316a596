"""First Druid: trading cards, one for one.

What a valid trade is the rules leave open (FD-TRADE-02). Here the active player shows a
card to a partner, who refuses or shows one in return, and the active player takes it or
leaves it. Larger trades are several such ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.first_druid.rules import STOP, TRADE, Option

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
    answer = ask.choose(other, "answer", [STOP, *match.hands[other]])
    agreed = answer != STOP and ask.choose(seat, "accept", (answer, STOP)) == answer
    match.laid.clear()
    if not agreed:
        match.hands[seat].append(shown)
        partners[other] = 0
        return False
    match.hands[other].remove(answer)
    match.hands[other].append(shown)
    match.hands[seat].append(answer)
    match.tally.drew(shown)
    match.tally.drew(answer)
    partners[other] -= 1
    return True
