"""The High Council: the data and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.choices import Choices
from validator.games.high_council.rulings import (
    EqualPrice,
    Excess,
    FirstPlayer,
    Leaving,
    Mixture,
    Pondering,
    Reach,
    Refill,
    Rulings,
    SeatPrice,
    Shape,
    Shortage,
    SpeakerPrice,
    SpeakerSeat,
    Trilithons,
    Victory,
    Voting,
)
from validator.games.stonehenge import Cards, Ring

FACTIONS = ("pro", "con")

BLACK = -1
TRILITHON = -2
"""Argument colour of a black card or space, and of a trilithon card."""

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
class Switches:
    """The rulings in force as a game asks for them, each named after what is true."""

    ponders_one: bool
    speaker_sits: bool
    refill_played: bool
    bloc_wins: bool
    must_touch: bool
    ponder_needs_cards: bool
    voting_lasts: bool
    equal_is_larger: bool
    speaker_stays_dear: bool
    surplus_lost: bool
    trilithon_joins: bool
    several_trilithons: bool
    seat_price_returns: bool
    may_pass: bool
    closed: bool
    start_by_lot: bool


def switches(rulings: Rulings) -> Switches:
    """Decide once a table what every turn asks."""
    return Switches(
        ponders_one=rulings.pondering is Pondering.ONE_CARD,
        speaker_sits=rulings.speaker_seat is SpeakerSeat.MAY_SIT,
        refill_played=rulings.refill is Refill.AS_PLAYED,
        bloc_wins=rulings.victory is Victory.BLOC,
        must_touch=rulings.reach is Reach.ADJACENT,
        ponder_needs_cards=rulings.shortage is Shortage.FORBID,
        voting_lasts=rulings.voting is Voting.LASTS,
        equal_is_larger=rulings.equal_price is EqualPrice.ONE,
        speaker_stays_dear=rulings.speaker_price is SpeakerPrice.THREE,
        surplus_lost=rulings.excess is Excess.SURPLUS_LOST,
        trilithon_joins=rulings.mixture is Mixture.JOINS,
        several_trilithons=rulings.trilithons is Trilithons.SEVERAL,
        seat_price_returns=rulings.seat_price is SeatPrice.POOL,
        may_pass=rulings.leaving is Leaving.PASS,
        closed=rulings.shape is Shape.CIRCLE,
        start_by_lot=rulings.first_player is FirstPlayer.LOT,
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """Data and rulings of a table.

    ``colours`` are the piece colours in seat order, even ones Pro and odd ones Con;
    ``arguments`` the five argument colours; ``strip[space]`` and ``suit[card]`` are indexes
    of ``arguments``, BLACK or TRILITHON; ``own[seat]`` the piece colours of a seat.
    ``trilithon`` are the parts that mark the voting (HC-END-02).
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
    trilithon: tuple[str, ...]
    ruled: Switches
    choices: Choices


def side(number: int) -> int:
    """Faction of a piece colour or seat: 0 Pro, 1 Con; they alternate (HC-SETUP-02, -03)."""
    return number % 2
