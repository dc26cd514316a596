"""First Druid: the data and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.choices import Choices
from validator.games.first_druid.rulings import (
    AltarAgain,
    AltarEnds,
    Behind,
    Contact,
    Days,
    FullRow,
    LastSpace,
    MereTrade,
    NewDay,
    NoBarLeft,
    NoCards,
    NoTarget,
    Passed,
    Rulings,
    StepBack,
    Strengths,
    Tie,
    TimeUp,
    TurnedUp,
    Unowned,
    ValidTrade,
)
from validator.games.stonehenge import Cards, Ring

TARGET = 31
"""Sum of a magic object (FD-CLAN-01, FD-ALT-01)."""
TOP = 30
"""Highest strength of a trilithon card (FD-CARD-02)."""
HAND_LIMIT = 10
"""Cards in a hand (FD-CARD-04)."""
SECTIONS = 3
"""Sections of a trilithon: two supports, then the capstone (FD-TRI-01)."""
OFFERS = "offers"
"""The limit of those who weigh on offers of a trade to one partner in a turn (FD-TRADE-01)."""
NOBODY = -1
"""In place of a seat: no owner, no winner."""

DECK = 0
DISKS = 1
BARS = 2
SUPPORTS = 3
CAPSTONES = 4
"""Indexes of the piles."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The rulings in force as a game asks for them, each named after what is true.

    ``floor`` is the lowest space that a druid can step back to.
    """

    time_ends: bool
    behind_for_good: bool
    behind_bars_drains: bool
    behind_bars_trades: bool
    behind_bars_spirits: bool
    passed_from_its_space: bool
    passed_any_time: bool
    ends_at_once: bool
    full_circle: bool
    full_row_ends: bool
    spirit_to_next: bool
    floor: int
    altar_once: bool
    end_stops_altar: bool
    contest_first: bool
    skip_back: bool
    claim_unowned: bool
    turned_by_colour: bool
    strengths_add: bool
    space_breaks_tie: bool
    trade_costs_draw: bool
    days_join: bool
    gifts: bool


def switches(rulings: Rulings) -> Switches:
    """Decide once a table what every turn asks."""
    return Switches(
        time_ends=rulings.time_up is TimeUp.AFTER_DAY_30,
        behind_for_good=rulings.behind is Behind.FOR_GOOD,
        behind_bars_drains=rulings.no_cards is not NoCards.DECK,
        behind_bars_trades=rulings.no_cards is NoCards.ANYWHERE,
        behind_bars_spirits=rulings.contact is Contact.SPIRITS_TOO,
        passed_from_its_space=rulings.passed is Passed.FROM_ITS_SPACE,
        passed_any_time=rulings.passed is Passed.ANY_TIME,
        ends_at_once=rulings.last_space is not LastSpace.END_OF_ROUND,
        full_circle=rulings.last_space is LastSpace.FULL_CIRCLE,
        full_row_ends=rulings.full_row is FullRow.ENDS_GAME,
        spirit_to_next=rulings.no_bar_left is NoBarLeft.NEXT_BEST,
        floor=0 if rulings.step_back is StepBack.BELOW_ONE else 1,
        altar_once=rulings.altar_again is AltarAgain.ONCE,
        end_stops_altar=rulings.altar_ends is AltarEnds.STAY,
        contest_first=rulings.new_day is NewDay.CONTEST_FIRST,
        skip_back=rulings.no_target is NoTarget.SKIP_BACK,
        claim_unowned=rulings.unowned is Unowned.CLAIMED,
        turned_by_colour=rulings.turned_up is TurnedUp.BY_COLOUR,
        strengths_add=rulings.strengths is Strengths.ADD,
        space_breaks_tie=rulings.tie is Tie.POINTS_THEN_SPACE,
        trade_costs_draw=rulings.mere_trade is MereTrade.COSTS_DRAW,
        days_join=rulings.days is Days.CIRCLE,
        gifts=rulings.valid_trade is ValidTrade.GIFTS_TOO,
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """Data, rulings and choices of a table.

    A number card has a phase, a colour and a strength (FD-CARD-01): ``phase[card]`` is an
    index of the ring's phases or -1; ``colour[card]``, ``strip[space]`` and
    ``seat_colour[seat]`` are numbers of colours. ``wild_for[card]`` is the seat whose
    trilithon card it is, -1 for others. ``disks`` and ``bars`` are those of each seat,
    ``disks_box`` and ``bars_box`` the fewest of a seat;
    ``offers`` is how many trades a player that weighs its options offers one partner in a turn
    (a limit of the simulation, no rule).
    """

    cards: Cards
    ring: Ring
    seats: tuple[str, ...]
    phase: tuple[int, ...]
    colour: tuple[int, ...]
    wild_for: tuple[int, ...]
    strip: tuple[int, ...]
    seat_colour: tuple[int, ...]
    disks: tuple[int, ...]
    bars: tuple[int, ...]
    disks_box: int
    bars_box: int
    supports: int
    capstones: int
    offers: int
    choices: Choices
    ruled: Switches
