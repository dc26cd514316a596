"""First Druid, one game: rounds, the additional turn, drawing and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.games.first_druid import contest, drainer, greedy, scoring, turn, view
from validator.games.first_druid.rules import BARS, DISKS, HAND_LIMIT, SECTIONS, Rules
from validator.play.deck import Deck
from validator.play.driver import Driver
from validator.play.rules import Frame, Outcome
from validator.play.tally import Tally
from validator.rng import Rng

NOBODY = -1


class DruidMatch:
    """The state of a game.

    ``time`` counts the small stones that the neutral figure has moved; ``at[seat]`` is the
    number of a druid's space; ``clans`` the owners of the bluestones from the first on;
    ``spirits[space]`` the owner of a day or NOBODY; ``owners`` those of the finished
    trilithons (NOBODY: no disk in the capstone); ``altar[seat]`` bars on the altar stone;
    ``laid`` the cards of an action being made, ``offered[seat]`` those of a contest.
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
        "laid",
        "offered",
        "over",
        "owners",
        "pieces",
        "rng",
        "rules",
        "sections",
        "spirits",
        "tally",
        "time",
    )

    def __init__(
        self,
        rules: Rules,
        frame: Frame,
        deck: Deck,
        hands: list[list[int]],
        disks: list[int],
        bars: list[int],
        pieces: tuple[int, int],
        rng: Rng,
        tally: Tally,
    ) -> None:
        seats = len(hands)
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.hands = hands
        self.disks = disks
        self.bars = bars
        self.pieces = pieces
        self.rng = rng
        self.tally = tally
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
        self.laid: list[int] = []
        self.offered: list[list[int]] = [[] for _ in hands]
        self.over = ""

    # --- rounds -----------------------------------------------------------------------

    def play(self, ask: Driver) -> Outcome:
        """Rounds of one turn a player and the additional turn (FD-ROUND-01)."""
        first = 0
        while not self.over:
            if self.time % len(self.rules.ring.phases) == 0:
                first = self.find_first(first)
            self.round(ask, self.order(first))
        points = self.scores()
        return Outcome(scoring.winners(self, points), tuple(points), self.over)

    def order(self, first: int) -> list[int]:
        """Clockwise from the first player (FD-ROUND-05)."""
        seats = len(self.hands)
        return [(first + step) % seats for step in range(seats)]

    def round(self, ask: Driver, order: Sequence[int]) -> None:
        """Everybody's turn, then the additional one."""
        for seat in order:
            ask.turn(seat)
            turn.take(self, ask, seat)
            if self.over and self.rules.ends_at_once:  # FD-END-02, X-FD-03
                return
        if not self.over:
            self.additional_turn(ask, order)

    def find_first(self, before: int) -> int:
        """The seat of the space's colour, or of the first card turned up that fits.

        FD-ROUND-02, -03, -04, -07. Every card that could come is turned up at most once; if
        none fits, the first player stays.
        """
        colour = self.rules.strip[self.space()]
        if colour in self.rules.seat_colour:
            return self.rules.seat_colour.index(colour)
        for _ in range(self.deck.left()):
            card = self.deck.draw()
            if card < 0:
                break
            seat = self.seat_shown(card)
            if seat >= 0:
                self.centre.append(card)
                return seat
            self.deck.discard(card)
        return before

    def seat_shown(self, card: int) -> int:
        """The seat that a turned-up card names, or NOBODY (FD-ROUND-06, X-FD-09)."""
        rules = self.rules
        if not rules.cards.number[card] and not rules.turned_by_colour:
            return NOBODY
        colour = rules.colour[card]
        return rules.seat_colour.index(colour) if colour in rules.seat_colour else NOBODY

    def lap_space(self) -> int:
        """Number of the space that time is on, counted on after the last one."""
        return self.time // len(self.rules.ring.phases) + 1

    def space(self) -> int:
        """The space that time is on."""
        return (self.lap_space() - 1) % self.rules.ring.spaces + 1

    def phase(self) -> int:
        """The phase that time is on, as an index of the ring's phases (K-SH-03)."""
        return self.time % len(self.rules.ring.phases)

    # --- the additional turn ----------------------------------------------------------

    def additional_turn(self, ask: Driver, order: Sequence[int]) -> None:
        """Time moves one stone; a day that is over is contested; everybody draws one card."""
        rules = self.rules
        left = self.space()
        self.time += 1  # FD-ADD-01
        new_number = self.time % len(rules.ring.phases) == 0
        if new_number:
            self.deck.discards += self.centre  # FD-ROUND-04
            self.centre.clear()
            for seat, at in enumerate(self.at):
                self.fallen[seat] = self.fallen[seat] or at < self.lap_space()
        if new_number and rules.contest_first:  # FD-SPIR-08, X-FD-07
            contest.hold(self, ask, order, left)
        last = self.lap_space() > rules.ring.spaces and rules.time_ends
        if not last:
            for seat in order:
                self.draw(ask, seat, 1)  # FD-ADD-02, FD-ADD-03
        if new_number and not rules.contest_first:
            contest.hold(self, ask, order, left)
        if last:  # FD-END-03, X-FD-01
            self.over = "time has passed the last day"

    # --- cards ------------------------------------------------------------------------

    def is_behind(self, seat: int) -> bool:
        """Tell whether ``seat`` takes no cards: time has passed its druid (FD-FALL-01, X-FD-02)."""
        if self.rules.behind_for_good:
            return self.fallen[seat]
        return self.at[seat] < self.lap_space()

    def draw(self, ask: Driver, seat: int, count: int) -> None:
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

    def keep_limit(self, ask: Driver, seat: int) -> None:
        """At once down to ten cards (FD-CARD-04)."""
        hand = self.hands[seat]
        while len(hand) > HAND_LIMIT:
            card = ask.choose(seat, "discard", list(hand))
            hand.remove(card)
            self.deck.discard(card)

    def spend_laid(self) -> None:
        """The cards laid for an action are played and go to the discards."""
        for card in self.laid:
            self.tally.plays(card)
            self.deck.discard(card)
        self.laid.clear()

    # --- druids -----------------------------------------------------------------------

    def step_on(self, seat: int) -> None:
        """A druid moves one space on; the first on the last space ends the game (FD-END-01)."""
        spaces = self.rules.ring.spaces
        if self.at[seat] < spaces:
            self.at[seat] += 1
            if self.at[seat] == spaces and not self.rules.full_circle:
                self.over = "a druid has reached the last space"
        elif self.rules.full_circle:
            self.home[seat] = True
            self.over = "a druid has gone all the way round"

    def step_back(self, seat: int) -> None:
        """A druid moves one space back, not below the floor (FD-ALT-04, X-FD-06)."""
        self.at[seat] = max(self.at[seat] - 1, self.rules.floor)

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
        return self.pieces[0] - self.sections + self.sections // SECTIONS

    def capstones_left(self) -> int:
        """Capstones that are not built in."""
        return self.pieces[1] - self.sections // SECTIONS

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        return scoring.scores(self)

    def levels(self) -> list[int]:
        """Deck; disks and bars of the seat that has fewest; supports and capstones."""
        return [
            len(self.deck.cards),
            min(self.disks),
            min(self.bars),
            self.supports_left(),
            self.capstones_left(),
        ]

    def used(self) -> list[int]:
        """Most disks and bars that one player has out, sections built in, bluestones taken."""
        boxes = self.frame.supplies
        return [
            boxes[0].box - min(self.disks),
            boxes[1].box - min(self.bars),
            boxes[2].box - self.supports_left(),
            boxes[3].box - self.capstones_left(),
            len(self.clans),
        ]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return view.census(self)

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self)

    def say(self, what: str, option: Any) -> str:
        """An option in a few words."""
        return view.say(self, what, option)

    def rate(self, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How good each option is for ``seat``."""
        return greedy.rate(self, seat, what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How fast each option empties ``pile``."""
        return drainer.drain(self, pile, seat, what, options)
