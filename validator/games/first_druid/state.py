"""First Druid: the table between two turns, and what moves on it."""

from __future__ import annotations

from validator.games.first_druid.rules import (
    BARS,
    DISKS,
    HAND_LIMIT,
    NOBODY,
    SECTIONS,
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
        self.stopped = False
        self.laid: list[int] = []
        self.returned: list[int] = []
        self.offered: list[list[int]] = [[] for _ in hands]
        self.idle = True
        self.offers_left = [0] * seats

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
