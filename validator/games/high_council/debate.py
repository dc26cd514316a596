"""The High Council: Debate, cards for arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.high_council.hand import put_away, refill, take
from validator.games.high_council.rules import (
    BLACK,
    CAP,
    DEBATE,
    DOUBLE,
    FACTIONS,
    TRILITHON,
    Option,
    side,
)

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch
    from validator.play.driver import Driver

STOP = -1
"""Choice among cards: lay no more."""


def room(match: CouncilMatch, seat: int, colour: int) -> int:
    """Arguments of ``colour`` that ``seat`` can take: cap of the faction, pool (HC-DEB-07)."""
    faction = side(seat)
    total = 0
    for held in match.held[faction :: len(FACTIONS)]:
        total += held[colour]
    return min(CAP - total, match.pool[colour])


def debates(match: CouncilMatch, seat: int) -> list[Option]:
    """Debates by colour (black cards are wild, HC-DEB-02..04), then by trilithon card."""
    suits = [match.rules.suit[card] for card in match.hands[seat]]
    wild = BLACK in suits
    options: list[Option] = []
    for colour in range(len(match.rules.arguments)):
        if (wild or colour in suits) and room(match, seat, colour) > 0:
            options.append((DEBATE, colour, 0))
    if TRILITHON in suits and doubles(match, seat):
        options.append((DOUBLE, match.hands[seat][suits.index(TRILITHON)], 0))
    return options


def debate(match: CouncilMatch, ask: Driver, seat: int, colour: int) -> None:
    """Play cards of one colour, take as many arguments (HC-DEB-01), refill (HC-DEB-10).

    More cards than arguments only where the ruling lets the surplus go (HC-DEB-09, X-HC-08).
    """
    rules = match.rules
    hand = match.hands[seat]
    most = len(hand) if rules.surplus_lost else room(match, seat, colour)
    start = 0
    while len(match.laid) < most:
        choices = [card for card in hand[start:] if rules.suit[card] in (colour, BLACK)]
        if match.laid:
            choices.append(STOP)
        if choices == [STOP]:
            break
        card = ask.choose(seat, "lay", choices)
        if card == STOP:
            break
        start = hand.index(card)
        hand.remove(card)
        match.laid.append(card)
    take(match, seat, colour, min(len(match.laid), room(match, seat, colour)))
    if rules.may_combine:
        add_trilithon(match, ask, seat)
    played = len(match.laid)
    put_away(match, seat)
    refill(match, seat, played)


def add_trilithon(match: CouncilMatch, ask: Driver, seat: int) -> None:
    """Under a ruling a trilithon card may join the others (HC-DEB-06, X-HC-08)."""
    wild = [card for card in match.hands[seat] if match.rules.suit[card] == TRILITHON]
    pairs = doubles(match, seat)
    if not wild or not pairs:
        return
    if ask.choose(seat, "lay", [wild[0], STOP]) == STOP:
        return
    match.hands[seat].remove(wild[0])
    match.laid.append(wild[0])
    for colour in ask.choose(seat, "pair", pairs):
        take(match, seat, colour, 1)


def double(match: CouncilMatch, ask: Driver, seat: int, card: int) -> None:
    """A trilithon card is worth any two arguments (HC-DEB-05)."""
    pair = ask.choose(seat, "pair", doubles(match, seat))
    match.hands[seat].remove(card)
    match.laid.append(card)
    for colour in pair:
        take(match, seat, colour, 1)
    put_away(match, seat)
    refill(match, seat, 1)


def doubles(match: CouncilMatch, seat: int) -> list[tuple[int, ...]]:
    """What a trilithon card can bring: pairs of colours, or single ones if the ruling lets it."""
    free = [room(match, seat, colour) for colour in range(len(match.rules.arguments))]
    pairs: list[tuple[int, ...]] = [
        (one, other)
        for one in range(len(free))
        for other in range(one, len(free))
        if free[one] > 0 and free[other] > (1 if one == other else 0)
    ]
    if not pairs and match.rules.surplus_lost:
        return [(one,) for one in range(len(free)) if free[one] > 0]
    return pairs
