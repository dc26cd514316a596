"""First Druid: the data and numbers that a match plays by, and the table between two turns."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.rulings import (
    Behind,
    Contact,
    DruidRulings,
    LastSpace,
    Passed,
    StepBack,
)
from validator.games.stonehenge import BoxCards, Ring, Saying
from validator.play.match import Deck
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


NO_MORE = Saying("no more")
"""No further card is laid."""


@dataclass(frozen=True, slots=True)
class DruidRules:
    """Data and rulings of a table.

    A number card has a phase, a colour and a strength (FD-CARD-01): ``phase[card]`` is an
    index of the ring's phases or -1; ``colour[card]``, ``strip[space]`` and
    ``seat_colour[seat]`` are numbers of colours. ``wild_for[card]`` is the seat whose
    trilithon card it is, -1 for others. ``disks`` and ``bars`` are those of each seat,
    ``offers`` is how many trades a player that weighs its options offers one partner in a turn
    (a limit of the simulation, no rule).
    """

    cards: BoxCards
    ring: Ring
    phase: tuple[int, ...]
    colour: tuple[int, ...]
    wild_for: tuple[int, ...]
    strip: tuple[int, ...]
    seat_colour: tuple[int, ...]
    disks: tuple[int, ...]
    bars: tuple[int, ...]
    supports: int
    capstones: int
    offers: int
    ruled: DruidRulings


class DruidState:
    """The state of a game.

    ``first`` is the first player; ``to_come`` are the seats that have their turn to come in
    this round, the one whose turn it is included. ``time`` counts the small stones that the
    neutral figure has moved; ``at[seat]`` is the number of a druid's space; ``clans`` the owners
    of the bluestones from the first on; ``spirits[space]`` the owner of a day or NOBODY;
    ``owners`` those of the finished trilithons (NOBODY: no disk in the capstone); ``altar[seat]``
    bars on the altar stone; ``fallen[seat]`` tells whether that player has lost contact with the
    spirits; ``over`` is what has ended the game, ``stopped`` whether nothing of the round is
    played any more. ``rng`` is the luck of drains.

    Within a turn only: ``laid`` the cards of an action being made, ``returned`` the one that a
    partner shows in a trade, ``offered[seat]`` those of a contest, ``idle`` whether nothing was
    done that costs the draw, ``offers_left[seat]`` how many trades that partner is still offered
    by a player that weighs its options.
    """

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
        self.tally = deck.tally
        self.first = 0
        self.to_come: list[int] = []
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
        while len(hand) > HAND_LIMIT:
            card = ask.choose(seat, "discard", self.rules.cards.choices_of(hand)).card
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
        full_circle = self.rules.ruled.last_space is LastSpace.FULL_CIRCLE
        if self.at[seat] < spaces:
            self.at[seat] += 1
            if self.at[seat] == spaces and not full_circle:
                at_once = (
                    self.rules.ruled.last_space is not LastSpace.END_OF_ROUND
                )  # FD-END-02, X-FD-03
                self.end("a druid has reached the last space", at_once=at_once)
        elif full_circle:
            self.home[seat] = True
            self.end("a druid has gone all the way round", at_once=True)
        self.catch_up(seat)

    def step_back(self, seat: int) -> None:
        """A druid moves one space back, not below the floor (FD-ALT-04, X-FD-06).

        Time does not pass it thereby (FD-FALL-01), except by ruling (X-FD-22).
        """
        floor = 0 if self.rules.ruled.step_back is StepBack.BELOW_ONE else 1
        self.at[seat] = max(self.at[seat] - 1, floor)
        if self.rules.ruled.passed is Passed.ANY_TIME and self.at[seat] < self.lap_space():
            self.fallen[seat] = True

    def has_contact(self, seat: int) -> bool:
        """Tell whether ``seat`` can win and convert spirits (FD-FALL-01, X-FD-23)."""
        return not (self.fallen[seat] and self.rules.ruled.contact is Contact.SPIRITS_TOO)

    def catch_up(self, seat: int) -> None:
        """By ruling a druid that caught up with time takes cards again (FD-FALL-02, X-FD-02)."""
        if self.rules.ruled.behind is not Behind.FOR_GOOD and self.at[seat] >= self.lap_space():
            self.fallen[seat] = False

    def pass_druids(self) -> None:
        """Time has come to a new space and passes the druids on the last one.

        They have fallen behind (FD-FALL-01); by ruling so have those that were further back
        without having been passed (X-FD-22).
        """
        left = self.space_left()
        now = self.lap_space()
        strictly = self.rules.ruled.passed is Passed.FROM_ITS_SPACE
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
        """Runs of ``length`` strengths, each with every strength that the wild card can be.

        In place of a missing strength, or of any, whether it is there or not (FD-CARD-02).
        """
        found: list[DruidRun] = []
        for low in range(1, TOP - length + 2):
            run = range(low, low + length)
            lack = [strength for strength in run if strength not in self.numbers]
            if not lack:
                found.append(DruidRun(low, 0))
            if self.wild != NO_WILD and len(lack) <= 1:
                found += [DruidRun(low, strength) for strength in lack or run]
        return found

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
    card = ask.choose(seat, "lay", state.rules.cards.choices_of(cards)).card
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
