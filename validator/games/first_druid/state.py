"""First Druid: the table between two turns, and what moves on it."""

from __future__ import annotations

from validator.games.first_druid.rules import (
    BARS,
    DISKS,
    HAND_LIMIT,
    NOBODY,
    SECTIONS,
    TRADES,
    Rules,
)
from validator.play.deck import Deck
from validator.play.rules import Ask, Frame
from validator.play.tally import Tally
from validator.rng import Rng


class State:
    """The state of a game.

    ``time`` counts the small stones that the neutral figure has moved; ``at[seat]`` is the
    number of a druid's space; ``clans`` the owners of the bluestones from the first on;
    ``spirits[space]`` the owner of a day or NOBODY; ``owners`` those of the finished
    trilithons (NOBODY: no disk in the capstone); ``altar[seat]`` bars on the altar stone;
    ``over`` what has ended the game. ``rng`` is the luck of drains.

    Within a turn only: ``laid`` the cards of an action being made, ``offered[seat]`` those of a
    contest, ``idle`` whether nothing was done that costs the draw, ``trades_left[seat]`` how
    often that partner can be asked.
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
        "over",
        "owners",
        "rng",
        "rules",
        "sections",
        "spirits",
        "tally",
        "time",
        "trades_left",
    )

    def __init__(
        self, rules: Rules, frame: Frame, deck: Deck, hands: list[list[int]], rng: Rng
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
        self.laid: list[int] = []
        self.offered: list[list[int]] = [[] for _ in hands]
        self.idle = True
        self.trades_left = [0] * seats

    def take_over(self, other: State) -> None:
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

    def begin_turn(self, seat: int) -> None:
        """Nothing is done yet; every partner can be asked."""
        self.idle = True
        self.trades_left = [TRADES] * len(self.hands)
        self.trades_left[seat] = 0

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

    def is_behind(self, seat: int) -> bool:
        """Tell whether ``seat`` takes no cards: time has passed its druid (FD-FALL-01, X-FD-02)."""
        if self.rules.ruled.behind_for_good:
            return self.fallen[seat]
        return self.at[seat] < self.lap_space()

    def draw(self, ask: Ask, seat: int, count: int) -> None:
        """Draw card by card; one above the limit is given up at once (FD-CARD-04)."""
        if self.is_behind(seat):
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
                self.over = "a druid has reached the last space"
        elif full_circle:
            self.home[seat] = True
            self.over = "a druid has gone all the way round"

    def step_back(self, seat: int) -> None:
        """A druid moves one space back, not below the floor (FD-ALT-04, X-FD-06)."""
        self.at[seat] = max(self.at[seat] - 1, self.rules.ruled.floor)

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
