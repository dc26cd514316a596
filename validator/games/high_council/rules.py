"""The High Council: the switches and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.stonehenge import Cards, Ring

FACTIONS = ("pro", "con")

BLACK = -1
TRILITHON = -2
"""Argument colour of a black card or space, and of a trilithon card."""

CONVERT = 0
DEBATE = 1
DOUBLE = 2
SIT = 3
SWAP = 4
BUY = 5
PONDER = 6
CONSULT = 7
END = 8
"""Kinds of option in a turn: (kind, and two numbers that depend on it)."""

Option = tuple[int, int, int]

CAP = 6
"""Arguments of one colour that a faction may hold (HC-DEB-07)."""
SEAT_PRICE = 3
"""Arguments for a seat on another space of the card's colour (HC-SEAT-04)."""
PONDERED = 3
"""Cards drawn for one card given up (HC-POND-02)."""
BLOC = 16
"""Pieces of a winning bloc (HC-WIN-01)."""
SPEAKER_PRICE = 3
"""Arguments to convert a speaker or a member of a group of three or more (HC-CONV-06)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Data and rulings of a table.

    ``colours`` are the piece colours in seat order, even ones Pro and odd ones Con;
    ``arguments`` the five argument colours; ``strip[space]`` and ``suit[card]`` are indexes
    of ``arguments``, BLACK or TRILITHON; ``own[seat]`` the piece colours of a seat.
    ``origins[space]`` are the spaces from which a piece there can be converted.
    """

    cards: Cards
    ring: Ring
    colours: tuple[str, ...]
    arguments: tuple[str, ...]
    strip: tuple[int, ...]
    suit: tuple[int, ...]
    own: tuple[tuple[int, ...], ...]
    origins: tuple[tuple[int, ...], ...]
    hand: int
    by_details: bool
    refill_played: bool
    bloc_wins: bool
    ponder_needs_cards: bool
    voting_lasts: bool
    equal_is_larger: bool
    speaker_stays_dear: bool
    surplus_lost: bool
    may_combine: bool
    seat_price_returns: bool
    may_pass: bool
    closed: bool
    start_by_lot: bool


def side(number: int) -> int:
    """Faction of a piece colour or seat: 0 Pro, 1 Con; they alternate (HC-SETUP-02, -03)."""
    return number % 2
