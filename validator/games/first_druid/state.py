"""First Druid: the data and numbers that a match plays by, and the table between two turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.first_druid.choices import DruidChoices, Lay
from validator.games.first_druid.rulings import (
    AltarAgain,
    AltarEnds,
    Behind,
    Contact,
    Days,
    DruidRulings,
    DruidTie,
    DruidTurnedUp,
    FullRow,
    LastSpace,
    MereTrade,
    NewDay,
    NoBarLeft,
    NoCards,
    NoTarget,
    Passed,
    StepBack,
    Strengths,
    TimeUp,
    Unowned,
    ValidTrade,
)
from validator.games.stonehenge import BoxCards, Ring
from validator.play.match import Deck, Tally
from validator.play.rules import Ask, Frame
from validator.rng import Rng

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
class DruidSwitches:
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


def switches(rulings: DruidRulings) -> DruidSwitches:
    """Decide once a table what every turn asks."""
    return DruidSwitches(
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
        turned_by_colour=rulings.turned_up is DruidTurnedUp.BY_COLOUR,
        strengths_add=rulings.strengths is Strengths.ADD,
        space_breaks_tie=rulings.tie is DruidTie.POINTS_THEN_SPACE,
        trade_costs_draw=rulings.mere_trade is MereTrade.COSTS_DRAW,
        days_join=rulings.days is Days.CIRCLE,
        gifts=rulings.valid_trade is ValidTrade.GIFTS_TOO,
    )


@dataclass(frozen=True, slots=True)
class DruidRules:
    """Data, rulings and choices of a table.

    A number card has a phase, a colour and a strength (FD-CARD-01): ``phase[card]`` is an
    index of the ring's phases or -1; ``colour[card]``, ``strip[space]`` and
    ``seat_colour[seat]`` are numbers of colours. ``wild_for[card]`` is the seat whose
    trilithon card it is, -1 for others. ``disks`` and ``bars`` are those of each seat,
    ``disks_box`` and ``bars_box`` the fewest of a seat;
    ``offers`` is how many trades a player that weighs its options offers one partner in a turn
    (a limit of the simulation, no rule).
    """

    cards: BoxCards
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
    choices: DruidChoices
    ruled: DruidSwitches


class DruidState:
    """The state of a game.

    ``time`` counts the small stones that the neutral figure has moved; ``at[seat]`` is the
    number of a druid's space; ``clans`` the owners of the bluestones from the first on;
    ``spirits[space]`` the owner of a day or NOBODY; ``owners`` those of the finished
    trilithons (NOBODY: no disk in the capstone); ``altar[seat]`` bars on the altar stone;
    ``fallen[seat]`` tells whether that player has lost contact with the spirits; ``over`` is
    what has ended the game, ``stopped`` whether nothing of the round is played any more.
    ``rng`` is the luck of drains.

    Within a turn only: ``laid`` the cards of an action being made, ``returned`` the one that a
    partner shows in a trade, ``offered[seat]`` those of a contest, ``idle`` whether nothing was
    done that costs the draw, ``offers_left[seat]`` how many trades that partner is still offered
    by a player that weighs its options.
    """

    __slots__ = (
        "altar",
        "altar_closed",
        "at",
        "bars",
        "centre",
        "clans",
        "deck",
        "disks",
        "fallen",
        "frame",
        "hands",
        "home",
        "idle",
        "laid",
        "offered",
        "offers_left",
        "over",
        "owners",
        "returned",
        "rng",
        "rules",
        "sections",
        "spirits",
        "stopped",
        "tally",
        "time",
    )

    def __init__(
        self, rules: DruidRules, frame: Frame, deck: Deck, hands: list[list[int]], rng: Rng
    ) -> None:
        seats = len(hands)
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.hands = hands
        self.disks = list(rules.disks)
        self.bars = list(rules.bars)
        self.rng = rng
        self.tally: Tally = deck.tally
        self.time = 0
        self.at = [1] * seats  # FD-SETUP-03
        self.home = [False] * seats
        self.fallen = [False] * seats
        self.clans: list[int] = []
        self.spirits = [NOBODY] * (rules.ring.spaces + 1)
        self.sections = 0
        self.owners: list[int] = []
        self.altar = [0] * seats
        self.altar_closed = False
        self.centre: list[int] = []
        self.over = ""
        self.stopped = False
        self.laid: list[int] = []
        self.returned: list[int] = []
        self.offered: list[list[int]] = [[] for _ in hands]
        self.idle = True
        self.offers_left = [0] * seats

    def take_over(self, other: DruidState) -> None:
        """Stand as ``other`` does at a turn's start; deck, hands and luck are copied already."""
        self.disks = other.disks.copy()
        self.bars = other.bars.copy()
        self.time = other.time
        self.at = other.at.copy()
        self.home = other.home.copy()
        self.fallen = other.fallen.copy()
        self.clans = other.clans.copy()
        self.spirits = other.spirits.copy()
        self.sections = other.sections
        self.owners = other.owners.copy()
        self.altar = other.altar.copy()
        self.altar_closed = other.altar_closed
        self.centre = other.centre.copy()
        self.over = other.over
        self.stopped = other.stopped

    def begin_turn(self) -> None:
        """Nothing is done yet, nobody has been asked."""
        self.idle = True
        self.offers_left = [self.rules.offers] * len(self.hands)

    def end(self, reason: str, *, at_once: bool) -> None:
        """The game ends for a first reason; ``at_once`` leaves out the rest of the round."""
        self.over = self.over or reason
        self.stopped = self.stopped or at_once

    # --- time -------------------------------------------------------------------------

    def lap_space(self) -> int:
        """Number of the space that time is on, counted on after the last one."""
        return self.time // len(self.rules.ring.phases) + 1

    def space(self) -> int:
        """The space that time is on."""
        return (self.lap_space() - 1) % self.rules.ring.spaces + 1

    def space_left(self) -> int:
        """The space before the one that time is on: the day that is contested (FD-SPIR-01)."""
        return (self.lap_space() - 2) % self.rules.ring.spaces + 1

    def phase(self) -> int:
        """The phase that time is on, as an index of the ring's phases (K-SH-03)."""
        return self.time % len(self.rules.ring.phases)

    # --- cards ------------------------------------------------------------------------

    def draw(self, ask: Ask, seat: int, count: int) -> None:
        """Draw card by card; one above the limit is given up at once (FD-CARD-04, FD-FALL-01)."""
        if self.fallen[seat]:
            return
        for _ in range(count):
            card = self.deck.draw()
            if card < 0:
                return
            self.tally.drew(card)
            self.hands[seat].append(card)
            self.keep_limit(ask, seat)

    def keep_limit(self, ask: Ask, seat: int) -> None:
        """At once down to ten cards (FD-CARD-04)."""
        hand = self.hands[seat]
        give_up = self.rules.choices.give_up
        while len(hand) > HAND_LIMIT:
            card = ask.choose(seat, "discard", [give_up[card] for card in hand]).card
            hand.remove(card)
            self.deck.discard(card)

    def lay(self, seat: int, card: int) -> None:
        """A card of the hand is laid."""
        self.hands[seat].remove(card)
        self.laid.append(card)

    def spend_laid(self) -> None:
        """The cards laid for an action are played and go to the discards."""
        for card in self.laid:
            self.tally.plays(card)
            self.deck.discard(card)
        self.laid.clear()
        self.idle = False

    # --- druids -----------------------------------------------------------------------

    def step_on(self, seat: int) -> None:
        """A druid moves one space on; the first on the last space ends the game (FD-END-01)."""
        spaces = self.rules.ring.spaces
        full_circle = self.rules.ruled.full_circle
        if self.at[seat] < spaces:
            self.at[seat] += 1
            if self.at[seat] == spaces and not full_circle:
                at_once = self.rules.ruled.ends_at_once  # FD-END-02, X-FD-03
                self.end("a druid has reached the last space", at_once=at_once)
        elif full_circle:
            self.home[seat] = True
            self.end("a druid has gone all the way round", at_once=True)
        self.catch_up(seat)

    def step_back(self, seat: int) -> None:
        """A druid moves one space back, not below the floor (FD-ALT-04, X-FD-06).

        Time does not pass it thereby (FD-FALL-01), except by ruling (X-FD-22).
        """
        self.at[seat] = max(self.at[seat] - 1, self.rules.ruled.floor)
        if self.rules.ruled.passed_any_time and self.at[seat] < self.lap_space():
            self.fallen[seat] = True

    def has_contact(self, seat: int) -> bool:
        """Tell whether ``seat`` can win and convert spirits (FD-FALL-01, X-FD-23)."""
        return not (self.fallen[seat] and self.rules.ruled.behind_bars_spirits)

    def catch_up(self, seat: int) -> None:
        """By ruling a druid that caught up with time takes cards again (FD-FALL-02, X-FD-02)."""
        if not self.rules.ruled.behind_for_good and self.at[seat] >= self.lap_space():
            self.fallen[seat] = False

    def pass_druids(self) -> None:
        """Time has come to a new space and passes the druids on the last one.

        They have fallen behind (FD-FALL-01); by ruling so have those that were further back
        without having been passed (X-FD-22).
        """
        left = self.space_left()
        now = self.lap_space()
        strictly = self.rules.ruled.passed_from_its_space
        for seat, at in enumerate(self.at):
            if at == left if strictly else at < now:
                self.fallen[seat] = True

    # --- pieces -----------------------------------------------------------------------

    def take_disk(self, seat: int) -> None:
        """A disk leaves the supply of ``seat`` (FD-SUPP-01)."""
        self.disks[seat] -= 1
        self.tally.level(DISKS, self.disks[seat])

    def take_bar(self, seat: int) -> None:
        """A bar leaves the supply of ``seat`` (FD-SUPP-01)."""
        self.bars[seat] -= 1
        self.tally.level(BARS, self.bars[seat])

    def supports_left(self) -> int:
        """Supports that are not built in."""
        return self.rules.supports - self.sections + self.sections // SECTIONS

    def capstones_left(self) -> int:
        """Capstones that are not built in."""
        return self.rules.capstones - self.sections // SECTIONS


# First Druid: sums, pairs and runs of cards, laid one card after the other.
#
# Only cards that can still complete the combination are offered, each later in the hand than the
# one before, so that every combination comes up once and a choice never grows beyond the hand. The
# own trilithon card is wild; those of others do nothing (FD-CARD-02, -03).


NO_WILD = -1


class Holding:
    """A hand as combinations see it.

    ``cards`` are its number cards in order, ``numbers`` their strengths, ``wild`` the own
    trilithon card or NO_WILD; bit ``n`` of ``mask`` tells whether strength ``n`` is there.
    ``makes_sum``: two or more cards make exactly 31 (FD-CLAN-01, FD-ALT-01); ``makes_pair``: two
    are equally strong (FD-TRI-01, FD-TRI-04).
    """

    __slots__ = ("cards", "makes_pair", "makes_sum", "mask", "numbers", "wild")

    def __init__(self, cards: list[int], numbers: list[int], wild: int) -> None:
        self.cards = cards
        self.numbers = numbers
        self.wild = wild
        mask = 0
        sums = 1
        for number in numbers:
            mask |= 1 << number
            sums |= sums << number
        self.mask = mask
        if wild == NO_WILD:
            self.makes_sum = sums >> TARGET & 1 != 0
            self.makes_pair = mask.bit_count() < len(numbers)
        else:
            self.makes_sum = self.makes_pair = bool(cards)

    # --- pairs ------------------------------------------------------------------------

    def first_of_pairs(self) -> list[int]:
        """Cards that have a partner later in the hand."""
        if self.wild != NO_WILD:
            return self.cards
        numbers = self.numbers
        return [card for at, card in enumerate(self.cards, 1) if numbers[at - 1] in numbers[at:]]

    def partners(self, card: int) -> list[int]:
        """Cards that make a pair with ``card``: those later in the hand, and the wild one."""
        at = self.cards.index(card)
        number = self.numbers[at]
        later = range(at + 1, len(self.cards))
        found = [self.cards[other] for other in later if self.numbers[other] == number]
        return found if self.wild == NO_WILD else [*found, self.wild]

    # --- runs -------------------------------------------------------------------------

    def lows(self, length: int) -> int:
        """The lowest strengths of all runs of ``length`` (FD-CONV-01, FD-TAKE-01), as bits.

        Bit ``n`` of ``whole`` says that all strengths from ``n`` on have been there, of
        ``gapped`` that all but one have.
        """
        if len(self.cards) + (self.wild != NO_WILD) < length:
            return 0
        whole = self.mask
        gapped = -1
        for step in range(1, length):
            there = self.mask >> step
            gapped = whole | (gapped & there)
            whole &= there
        return whole if self.wild == NO_WILD else gapped & ((1 << TOP - length + 2) - 2)

    def runs(self, length: int) -> list[DruidRun]:
        """Runs of ``length`` strengths, each with every strength that the wild card can be."""
        lows = self.lows(length)
        return [
            DruidRun(low, wild_as)
            for low in range(1, TOP)
            if lows >> low & 1
            for wild_as in self._wild_as(low, length)
        ]

    def _wild_as(self, low: int, length: int) -> Sequence[int]:
        """What the wild card can be in a run from ``low`` on; 0 where none is needed.

        In place of a missing strength, or of any, whether it is there or not (FD-CARD-02).
        """
        lack = ((1 << length) - 1) & ~(self.mask >> low)
        if lack:
            return (low + lack.bit_length() - 1,)
        return (0,) if self.wild == NO_WILD else (0, *range(low, low + length))

    def of_strength(self, strength: int) -> list[int]:
        """The cards of one strength."""
        return [
            card
            for card, number in zip(self.cards, self.numbers, strict=True)
            if number == strength
        ]


def hand_of(state: DruidState, seat: int) -> Holding:
    """The hand of ``seat`` as combinations see it."""
    number = state.rules.cards.number
    wild_for = state.rules.wild_for
    cards: list[int] = []
    numbers: list[int] = []
    wild = NO_WILD
    for card in state.hands[seat]:
        strength = number[card]
        if strength:
            cards.append(card)
            numbers.append(strength)
        elif wild_for[card] == seat:  # those of others do nothing (FD-CARD-03)
            wild = card
    return Holding(cards, numbers, wild)


@dataclass(frozen=True, slots=True)
class DruidRun:
    """A run from the strength ``low`` on; ``wild_as`` is that of the wild card, or 0."""

    low: int
    wild_as: int

    def say(self) -> str:
        """The run in a few words."""
        wild = f" with the trilithon as {self.wild_as}" if self.wild_as else ""
        return f"run from {self.low}{wild}"


# --- laying them ------------------------------------------------------------------------------


def choose_card(state: DruidState, ask: Ask, seat: int, cards: list[int]) -> int:
    """Ask which of ``cards`` is laid next, and lay it."""
    lay: list[Lay] = state.rules.choices.lay
    card = ask.choose(seat, "lay", [lay[card] for card in cards]).card
    state.lay(seat, card)
    return card


def lay_sum(state: DruidState, ask: Ask, seat: int) -> None:
    """Lay cards that make exactly 31; the wild card takes what is missing and ends it."""
    held = hand_of(state, seat)
    numbers = held.numbers
    wild = held.wild != NO_WILD
    reach = [1] * (len(numbers) + 1)
    for index in range(len(numbers) - 1, -1, -1):
        reach[index] = reach[index + 1] | reach[index + 1] << numbers[index]
    rest = TARGET
    start = 0
    while rest > 0:
        options = [
            held.cards[index]
            for index in range(start, len(numbers))
            if (left := rest - numbers[index]) == 0
            or (left > 0 and (wild or reach[index + 1] >> left & 1))
        ]
        if wild and rest < TARGET:
            options.append(held.wild)
        card = choose_card(state, ask, seat, options)
        if card == held.wild:
            return
        index = held.cards.index(card)
        rest -= numbers[index]
        start = index + 1


def lay_pair(state: DruidState, ask: Ask, seat: int) -> None:
    """Lay two cards of the same strength, or one and the wild card."""
    held = hand_of(state, seat)
    first = choose_card(state, ask, seat, held.first_of_pairs())
    choose_card(state, ask, seat, held.partners(first))


def lay_run(state: DruidState, ask: Ask, seat: int, length: int) -> None:
    """Lay a run; where both cards of a strength are there, the player says which."""
    held = hand_of(state, seat)
    run = ask.choose(seat, "run", held.runs(length))
    for strength in range(run.low, run.low + length):
        if strength == run.wild_as:
            state.lay(seat, held.wild)
        else:
            choose_card(state, ask, seat, held.of_strength(strength))
