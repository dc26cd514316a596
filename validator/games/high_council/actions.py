"""The High Council: the card actions of a turn, with Ponder and Consult."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.high_council.debate import debate, debates, double
from validator.games.high_council.hand import draw
from validator.games.high_council.rules import (
    BUY,
    CONSULT,
    DEBATE,
    DOUBLE,
    PONDER,
    PONDERED,
    SIT,
    SWAP,
    Option,
    side,
)
from validator.games.high_council.seats import buy, seats, sit, swap

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch
    from validator.play.driver import Driver


def actions(match: CouncilMatch, seat: int) -> list[Option]:
    """Every card action open to ``seat``, in the order of the rulebook (HC-TURN-02)."""
    options = debates(match, seat)
    options += seats(match, seat)
    hand = match.hands[seat]
    if hand and ponder_allowed(match, seat):
        options.append((PONDER, 0, 0))
    if hand and len(match.hands) > 2:  # HC-CONS-01
        options.append((CONSULT, 0, 0))
    return options


def act(match: CouncilMatch, ask: Driver, seat: int, option: Option) -> None:
    """Carry out a card action."""
    kind, first, second = option
    if kind == DEBATE:
        debate(match, ask, seat, first)
    elif kind == DOUBLE:
        double(match, ask, seat, first)
    elif kind == SIT:
        sit(match, ask, seat, first)
    elif kind == SWAP:
        swap(match, ask, seat, first)
    elif kind == BUY:
        buy(match, ask, seat, first, second)
    elif kind == PONDER:
        ponder(match, ask, seat)
    elif kind == CONSULT:
        consult(match, ask, seat)


def ponder_allowed(match: CouncilMatch, seat: int) -> bool:
    """Tell whether enough cards can be drawn, where the ruling asks for that (X-HC-05)."""
    if not match.rules.ponder_needs_cards or not match.rules.by_details:
        return True
    return match.decks[side(seat)].left() + 1 >= PONDERED


def ponder(match: CouncilMatch, ask: Driver, seat: int) -> None:
    """One card for three (HC-POND-02, no hand limit: HC-POND-03), or a new hand (HC-POND-01)."""
    deck = match.decks[side(seat)]
    hand = match.hands[seat]
    if match.rules.by_details:
        card = ask.choose(seat, "give up", list(hand))
        hand.remove(card)
        deck.discard(card)
        draw(match, seat, PONDERED)
        return
    count = len(hand)
    for card in hand:
        deck.discard(card)
    hand.clear()
    draw(match, seat, count)


def consult(match: CouncilMatch, ask: Driver, seat: int) -> None:
    """Give the partner a card and get one back, maybe the same (HC-CONS-01)."""
    partner = (seat + 2) % len(match.hands)
    given = ask.choose(seat, "give", list(match.hands[seat]))
    match.hands[seat].remove(given)
    match.hands[partner].append(given)
    match.tally.drew(given)
    back = ask.choose(partner, "give back", list(match.hands[partner]))
    match.hands[partner].remove(back)
    match.hands[seat].append(back)
    match.tally.drew(back)
