"""First Druid: the switches and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.stonehenge import Cards, Ring

ADVANCE = 0
CLAN = 1
CONVERT_CLAN = 2
CONVERT_SPIRIT = 3
BUILD = 4
TAKE = 5
ALTAR_SUM = 6
ALTAR_PAIR = 7
TRADE = 8
REST = 9
END = 10
"""Kinds of option in a turn: (kind, number); the number is a capstone or a partner."""

Option = tuple[int, int]

TARGET = 31
"""Sum of a magic object (FD-CLAN-01, FD-ALT-01)."""
TOP = 30
"""Highest strength of a trilithon card (FD-CARD-02)."""
HAND_LIMIT = 10
"""Cards in a hand (FD-CARD-04)."""
SECTIONS = 3
"""Sections of a trilithon: two supports, then the capstone (FD-TRI-01)."""
TRADES = 3
"""Trades with one partner in one turn; the rules set no limit, a simulation must (FD-TRADE-01)."""
STOP = -1
"""Choice among cards: no (more) card."""
NOTHING = -2
"""Answer to an offer: take the card and give none."""


DECK = 0
DISKS = 1
BARS = 2
SUPPORTS = 3
CAPSTONES = 4
"""Indexes of the piles."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Data and rulings of a table.

    A number card has a phase, a colour and a strength (FD-CARD-01): ``phase[card]`` is an
    index of the ring's phases or -1; ``colour[card]``, ``strip[space]`` and
    ``seat_colour[seat]`` are numbers of colours. ``wild_for[card]`` is the seat whose
    trilithon card it is, -1 for others.
    """

    cards: Cards
    ring: Ring
    seats: tuple[str, ...]
    phase: tuple[int, ...]
    colour: tuple[int, ...]
    wild_for: tuple[int, ...]
    strip: tuple[int, ...]
    seat_colour: tuple[int, ...]
    time_ends: bool
    behind_for_good: bool
    behind_bars_trades: bool
    ends_at_once: bool
    full_circle: bool
    full_row_ends: bool
    spirit_to_next: bool
    floor: int
    altar_once: bool
    contest_first: bool
    skip_back: bool
    claim_unowned: bool
    turned_by_colour: bool
    strengths_add: bool
    space_breaks_tie: bool
    trade_costs_draw: bool
    days_join: bool
    gifts: bool
