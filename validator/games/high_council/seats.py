"""The High Council: Take a Seat, by a card or by a card and arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.high_council.hand import draw, play_card
from validator.games.high_council.rules import BLACK, BUY, SEAT_PRICE, SIT, SWAP, Option

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch
    from validator.play.driver import Driver


def seats(match: CouncilMatch, seat: int) -> list[Option]:
    """Seats by the hand's number cards; a trilithon card has no number (HC-SEAT-01)."""
    rules = match.rules
    piece = match.circle.piece
    may_place = bool(match.placeable(seat))
    may_speak = rules.by_details and bool(speakers(match, seat))  # HC-SEAT-09, X-HC-02
    may_pay = max(match.held[seat]) >= SEAT_PRICE
    options: list[Option] = []
    for card in match.hands[seat]:
        space = rules.cards.number[card]
        if not space:
            continue
        if piece[space] < 0:
            if may_place or may_speak:
                options.append((SIT, card, 0))
        elif may_speak and piece[space] in rules.own[seat] and not match.circle.is_speaker(space):
            options.append((SWAP, card, 0))
        suit = rules.suit[card]
        colours = payments(match, seat, suit) if may_place and may_pay else []
        if colours and has_free(match, suit):
            options += [(BUY, card, colour) for colour in colours]
    return options


def payments(match: CouncilMatch, seat: int, suit: int) -> list[int]:
    """Argument colours that can pay for a seat: the card's, any one for black (HC-SEAT-06)."""
    held = match.held[seat]
    colours = range(len(held)) if suit == BLACK else (suit,)
    return [colour for colour in colours if held[colour] >= SEAT_PRICE]


def has_free(match: CouncilMatch, suit: int) -> bool:
    """Tell whether a space of this colour is free."""
    strip = match.rules.strip
    return any(strip[space] == suit for space in match.circle.free_spaces())


def speakers(match: CouncilMatch, seat: int) -> list[int]:
    """Own colours whose speaker is not on the circle."""
    return [colour for colour in match.rules.own[seat] if not match.circle.speaker[colour]]


def sit(match: CouncilMatch, ask: Driver, seat: int, card: int) -> None:
    """The card of a free space: a supporter or the speaker sits there (HC-SEAT-02, -07, -08)."""
    space = match.rules.cards.number[card]
    pieces = [(colour, 0) for colour in match.placeable(seat)]
    if match.rules.by_details:
        pieces += [(colour, 1) for colour in speakers(match, seat)]
    colour, speaks = ask.choose(seat, "piece", pieces)
    moved = 0
    if not speaks and not match.supporters[colour]:
        moved = ask.choose(seat, "move", match.circle.supporters(colour))
    play_card(match, seat, card)
    if speaks:
        match.seat_speaker(colour, space)
    else:
        match.seat_supporter(colour, space, moved)
    draw(match, seat, 1)


def swap(match: CouncilMatch, ask: Driver, seat: int, card: int) -> None:
    """The card of an own supporter's space: the speaker takes its place (HC-SEAT-03)."""
    space = match.rules.cards.number[card]
    colour = ask.choose(seat, "speaker", speakers(match, seat))
    play_card(match, seat, card)
    match.unseat(space)
    match.seat_speaker(colour, space)
    draw(match, seat, 1)


def buy(match: CouncilMatch, ask: Driver, seat: int, card: int, colour: int) -> None:
    """A card and three arguments: a supporter on a free space of its colour (HC-SEAT-04..06)."""
    suit = match.rules.suit[card]
    strip = match.rules.strip
    free = [space for space in match.circle.free_spaces() if strip[space] == suit]
    space = ask.choose(seat, "space", free)
    mine, moved = match.choose_supporter(ask, seat)
    play_card(match, seat, card)
    match.held[seat][colour] -= SEAT_PRICE
    if match.rules.seat_price_returns:  # HC-SEAT-10, X-HC-08-SEAT
        match.pool[colour] += SEAT_PRICE
    else:
        match.spent[colour] += SEAT_PRICE
    match.seat_supporter(mine, space, moved)
    draw(match, seat, 1)
