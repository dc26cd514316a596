"""The High Council, one game: the course of a turn, converting, voting and winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.games.high_council import actions, greedy, hand, view
from validator.games.high_council.circle import Circle
from validator.games.high_council.rules import (
    BLACK,
    BLOC,
    CONVERT,
    END,
    SPEAKER_PRICE,
    Option,
    Rules,
    side,
)
from validator.play.deck import Deck
from validator.play.driver import Driver
from validator.play.rules import Frame, Outcome
from validator.play.tally import Tally


class CouncilMatch:
    """The state of a game.

    ``held[seat][colour]`` are the arguments in front of a seat, ``pool`` those in the centre,
    ``spent`` those out of the game; ``supporters[colour]`` wait in front of their owner;
    ``laid`` are cards put down for a debate that is being made.
    """

    __slots__ = (
        "circle",
        "decks",
        "frame",
        "hands",
        "held",
        "laid",
        "pool",
        "rules",
        "spent",
        "start",
        "supporters",
        "tally",
        "voting",
        "winner",
    )

    def __init__(
        self,
        rules: Rules,
        frame: Frame,
        decks: list[Deck],
        hands: list[list[int]],
        pool: list[int],
        supporters: list[int],
        start: int,
        tally: Tally,
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.decks = decks
        self.hands = hands
        self.pool = pool
        self.supporters = supporters
        self.start = start
        self.tally = tally
        self.circle = Circle(rules.ring, len(rules.colours), rules.closed)
        self.held = [[0] * len(rules.arguments) for _ in hands]
        self.spent = [0] * len(rules.arguments)
        self.laid: list[int] = []
        self.voting = False
        self.winner = -1

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Driver) -> Outcome:
        """Clockwise turns from a Pro player on, until a faction has its bloc (HC-TURN-01)."""
        seat = self.start
        while self.winner < 0:
            ask.turn(seat)
            self.take_turn(ask, seat)
            seat = (seat + 1) % len(self.hands)
        seats = tuple(at for at in range(len(self.hands)) if side(at) == self.winner)
        reason = "a bloc of sixteen" if self.rules.bloc_wins else "sixteen on the circle"
        return Outcome(seats, tuple(self.scores()), reason)

    def take_turn(self, ask: Driver, seat: int) -> None:
        """One card action, any conversions before and after it (HC-TURN-02, -03, HC-CONV-02)."""
        acted = False
        while self.winner < 0:
            options = self.conversions(seat)
            if acted:
                options.append((END, 0, 0))
            else:
                doing = actions.actions(self, seat)
                options += doing
                if self.rules.may_pass or not doing:  # HC-TURN-04, X-HC-09
                    options.append((END, 0, 0))
            option = ask.choose(seat, "turn", options)
            if option[0] == END:
                return
            if option[0] == CONVERT:
                self.convert(ask, seat, option[1], option[2])
            else:
                actions.act(self, ask, seat, option)
                acted = True

    # --- converting -------------------------------------------------------------------

    def conversions(self, seat: int) -> list[Option]:
        """What ``seat`` can convert: (CONVERT, target, argument colour), targets in order.

        Nothing where the seat has neither a supporter left nor one to move (HC-SUP-01).
        """
        held = self.held[seat]
        richest = max(held)
        if not richest or not self.placeable(seat):
            return []
        own = side(seat)
        enemy = 1 - own
        sides = self.circle.sides
        origins = self.rules.origins
        options: list[Option] = []
        for target, faction in enumerate(sides):
            if faction != enemy:
                continue
            for space in origins[target]:
                if sides[space] == own:
                    break
            else:
                continue  # no own piece can reach it
            for colour, group in enumerate(self.converters(seat, target)):
                if group and held[colour] and held[colour] >= self.price(target, group):
                    options.append((CONVERT, target, colour))
        return options

    def converters(self, seat: int, target: int) -> list[int]:
        """For each argument colour the largest group of an own piece that may convert ``target``.

        The colour is that of the space under the converting piece, from black any one
        (HC-CONV-07, -08); 0 where there is none, an empty list where there are none at all.
        A partner's piece will do (HC-CONV-12).
        """
        rules = self.rules
        sides = self.circle.sides
        faction = side(seat)
        best: list[int] = []
        for space in rules.origins[target]:
            if sides[space] != faction:
                continue
            best = best or [0] * len(rules.arguments)
            size = self.circle.group(space)
            strip = rules.strip[space]
            if strip == BLACK:
                best = [max(one, size) for one in best]
            elif size > best[strip]:
                best[strip] = size
        return best

    def price(self, target: int, group: int) -> int:
        """Arguments to convert ``target`` from a group of size ``group``.

        1, 2 or 3 by the size of the target's group, 3 for a speaker (HC-CONV-04..06); while
        voting, 1 from a larger group (HC-END-03, -04; X-HC-07 for equal ones and speakers).
        """
        size = self.circle.group(target)
        is_speaker = self.circle.is_speaker(target)
        if self.voting_now() and (size < group or (size == group and self.rules.equal_is_larger)):
            if is_speaker and self.rules.speaker_stays_dear:  # HC-END-05, HC-END-06
                return SPEAKER_PRICE
            return 1
        return SPEAKER_PRICE if is_speaker else min(size, SPEAKER_PRICE)

    def voting_now(self) -> bool:
        """Tell whether voting prices hold (HC-END-01, X-HC-06)."""
        return self.voting and (self.rules.voting_lasts or self.circle.free == 0)

    def convert(self, ask: Driver, seat: int, target: int, colour: int) -> None:
        """Turn the piece on ``target`` into an own supporter (HC-CONV-01, -09, -10)."""
        group = self.converters(seat, target)[colour]
        price = self.price(target, group)
        mine, moved = self.choose_supporter(ask, seat)
        self.held[seat][colour] -= price
        self.pool[colour] += price  # HC-CONV-11
        self.unseat(target)
        self.seat_supporter(mine, target, moved)

    # --- seating pieces ---------------------------------------------------------------

    def placeable(self, seat: int) -> list[int]:
        """Own colours that have a supporter to place or to move (HC-SUP-01)."""
        return [
            colour
            for colour in self.rules.own[seat]
            if self.supporters[colour] or self.circle.supporters(colour)
        ]

    def choose_supporter(self, ask: Driver, seat: int) -> tuple[int, int]:
        """Ask which own colour to place (HC-SEAT-07), and what to move if none is left.

        Returns the colour and the space that gives its supporter, 0 for one in front.
        """
        colour = ask.choose(seat, "colour", self.placeable(seat))
        if self.supporters[colour]:
            return colour, 0
        return colour, ask.choose(seat, "move", self.circle.supporters(colour))

    def seat_supporter(self, colour: int, space: int, moved: int) -> None:
        """Put a supporter on ``space``, from the board where none is left (HC-SUP-02)."""
        if moved:
            self.circle.take(moved)
        else:
            self.supporters[colour] -= 1
            self.tally.level(hand.supporter_pile(self.rules, colour), self.supporters[colour])
        self.circle.put(space, colour)
        self.seated(space)

    def seat_speaker(self, colour: int, space: int) -> None:
        """Put the speaker of ``colour`` on ``space``."""
        self.circle.speaker[colour] = space
        self.circle.put(space, colour)
        self.seated(space)

    def unseat(self, space: int) -> None:
        """The piece on ``space`` goes back to its owner."""
        colour = self.circle.piece[space]
        if self.circle.is_speaker(space):
            self.circle.speaker[colour] = 0
        else:
            self.supporters[colour] += 1
        self.circle.take(space)

    def seated(self, space: int) -> None:
        """After a piece was seated: has its faction won (HC-WIN-01), does voting begin?"""
        faction = side(self.circle.piece[space])
        by_bloc = self.rules.bloc_wins  # HC-META-02, X-HC-03
        size = self.circle.bloc(space) if by_bloc else self.circle.members(faction)
        if size >= BLOC:
            self.winner = faction
        if self.circle.free == 0:
            self.voting = True  # HC-END-01, -02; also for the rest of this turn (HC-END-07)

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """The longest bloc of each seat's faction; the game has no points of its own."""
        longest = [self.circle.longest(faction) for faction in (0, 1)]
        return [longest[side(seat)] for seat in range(len(self.hands))]

    def levels(self) -> list[int]:
        """Decks, arguments in the centre, supporters not placed."""
        return [*(len(deck.cards) for deck in self.decks), *self.pool, *self.supporters]

    def used(self) -> list[int]:
        """Arguments of each colour out of the centre, supporters of each colour placed."""
        boxes = [supply.box for supply in self.frame.supplies]
        left = [*self.pool, *self.supporters]
        return [box - here for box, here in zip(boxes, left, strict=True)]

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
        return greedy.drain(self, pile, seat, what, options)
