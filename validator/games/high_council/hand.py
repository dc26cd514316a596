"""The High Council: cards and arguments come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.high_council.rules import FACTIONS, Rules, side

if TYPE_CHECKING:
    from validator.games.high_council.match import CouncilMatch


def argument_pile(colour: int) -> int:
    """Index of a colour's arguments among the piles; the two decks come first."""
    return len(FACTIONS) + colour


def supporter_pile(rules: Rules, colour: int) -> int:
    """Index of a colour's supporters among the piles."""
    return len(FACTIONS) + len(rules.arguments) + colour


def take(match: CouncilMatch, seat: int, colour: int, count: int) -> None:
    """Arguments come from the centre to the seat."""
    match.pool[colour] -= count
    match.held[seat][colour] += count
    match.tally.level(argument_pile(colour), match.pool[colour])


def put_away(match: CouncilMatch, seat: int) -> None:
    """The cards laid have been played and go to the faction's discards."""
    deck = match.decks[side(seat)]
    for card in match.laid:
        match.tally.plays(card)
        deck.discard(card)
    match.laid.clear()


def play_card(match: CouncilMatch, seat: int, card: int) -> None:
    """A card is played and goes to the faction's discards."""
    match.hands[seat].remove(card)
    match.laid.append(card)
    put_away(match, seat)


def refill(match: CouncilMatch, seat: int, played: int) -> None:
    """Up to the hand of the set-up, or as many as were played (HC-DEB-10, X-HC-02-REFILL)."""
    missing = match.rules.hand - len(match.hands[seat])
    draw(match, seat, played if match.rules.refill_played else missing)


def draw(match: CouncilMatch, seat: int, count: int) -> None:
    """Draw from the faction's deck, which is shuffled anew when used up (HC-SETUP-11, X-HC-05)."""
    for card in match.decks[side(seat)].draw_up_to(count):
        match.tally.drew(card)
        match.hands[seat].append(card)
