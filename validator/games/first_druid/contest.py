"""First Druid: winning the support of a spirit.

The rules on conversion refer to this part by the name of a section that does not exist
(FD-CONV-04).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from validator.games.first_druid.rules import STOP, TOP

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch
    from validator.play.driver import Driver

NOBODY = -1


def hold(match: DruidMatch, ask: Driver, order: Sequence[int], day: int) -> None:
    """The contest for the day just left: cards face down, then the strongest (FD-SPIR-01)."""
    for seat in order:
        offer(match, ask, seat, day)
    totals = [strength(match, seat, day) for seat in range(len(match.hands))]
    winner = best(match, totals)
    if winner >= 0 and match.spirits[day] < 0:
        match.take_bar(winner)
        match.spirits[day] = winner
    for cards in match.offered:  # FD-SPIR-07
        for card in cards:
            match.tally.plays(card)
            match.deck.discard(card)
        cards.clear()


def offer(match: DruidMatch, ask: Driver, seat: int, day: int) -> None:
    """Any number of cards, each later in the hand than the one before (FD-SPIR-02)."""
    hand = match.hands[seat]
    start = 0
    while start < len(hand):
        card = ask.choose(seat, "offer", [STOP, *hand[start:]])
        if card == STOP:
            return
        start = hand.index(card)
        hand.remove(card)
        match.offered[seat].append(card)


def strength(match: DruidMatch, seat: int, day: int) -> int:
    """Total strength that ``seat`` laid in the colour of the space (FD-SPIR-03)."""
    return sum(counted(match, seat, card, day) for card in match.offered[seat])


def counted(match: DruidMatch, seat: int, card: int, day: int) -> int:
    """What a card is worth in the contest of ``day``.

    Cards of the space's colour count; for the player of that colour every card does
    (FD-SPIR-04, -05); the own trilithon card counts as the strongest (FD-CARD-02).
    """
    rules = match.rules
    if rules.wild_for[card] == seat:
        return TOP
    colour = rules.strip[day]
    if rules.colour[card] == colour or rules.seat_colour[seat] == colour:
        return rules.cards.number[card]
    return 0


def best(match: DruidMatch, totals: Sequence[int]) -> int:
    """The seat that wins the spirit, or NOBODY (FD-SPIR-06; FD-SPIR-09, X-FD-05)."""
    running = list(totals)
    while True:
        top = max(running)
        if top == 0 or running.count(top) > 1:
            return NOBODY
        seat = running.index(top)
        if match.bars[seat]:
            return seat
        if not match.rules.spirit_to_next:
            return NOBODY
        running[seat] = 0
