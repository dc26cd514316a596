"""The High Council: Take a Seat, by a card or by a card and arguments (HC-SEAT-01 to -10)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.choices import Piece
from validator.games.high_council.rules import BLACK, SEAT_PRICE, Rules
from validator.games.high_council.state import State
from validator.games.high_council.supporters import choose_moved, choose_supporter, placeable
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The card of a free space: a supporter or the speaker sits there (HC-SEAT-02)."""

    card: int
    space: int
    name: str

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the piece (HC-SEAT-07), seat it and draw a card (HC-SEAT-08)."""
        piece = ask.choose(seat, "piece", self.pieces(state, seat))
        if piece.speaks:
            state.play_card(seat, self.card)
            state.seat_speaker(piece.colour, self.space)
        else:
            moved = choose_moved(state, ask, seat, piece.colour)
            state.play_card(seat, self.card)
            state.seat_supporter(piece.colour, self.space, moved)
        state.draw(seat, 1)

    @staticmethod
    def pieces(state: State, seat: int) -> list[Piece]:
        """The own supporters that can be placed, and the speakers (X-HC-02-SPEAKER)."""
        choices = state.rules.choices
        pieces = [choices.supporters[colour] for colour in placeable(state, seat)]
        if state.rules.ruled.speaker_sits:
            pieces += [choices.speakers[colour] for colour in speakers(state, seat)]
        return pieces

    def say(self) -> str:
        """The action in a few words."""
        return f"take the seat of {self.name}"


@dataclass(frozen=True, slots=True)
class SeatSpeaker:
    """The card of an own supporter's space: the speaker takes its place (HC-SEAT-03)."""

    card: int
    space: int
    name: str

    def may(self, state: State, seat: int) -> bool:
        """An own supporter sits there."""
        circle = state.circle
        return circle.piece[self.space] in state.rules.own[seat] and not circle.is_speaker(
            self.space
        )

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the speaker, let it take the place and draw a card (HC-SEAT-08)."""
        own = state.rules.choices.own_speakers
        options = [own[colour] for colour in speakers(state, seat)]
        speaker = ask.choose(seat, "speaker", options)
        state.play_card(seat, self.card)
        state.unseat(self.space)
        state.seat_speaker(speaker.colour, self.space)
        state.draw(seat, 1)

    def say(self) -> str:
        """The action in a few words."""
        return f"seat the speaker with {self.name}"


@dataclass(frozen=True, slots=True)
class BuySeat:
    """A card and three arguments: a supporter on a free space of its colour (HC-SEAT-04, -05).

    ``suit`` is the colour of card and space, ``colour`` that of the arguments: the same one, or
    any one with a black card (HC-SEAT-06).
    """

    card: int
    suit: int
    colour: int
    names: tuple[str, str]

    def may(self, state: State, seat: int) -> bool:
        """Three arguments of one colour are there."""
        return state.held[seat][self.colour] >= SEAT_PRICE

    def spaces(self, state: State) -> list[int]:
        """The free spaces of the card's colour."""
        return free_of(state, self.suit)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the space and the supporter, pay, seat it and draw a card (HC-SEAT-08)."""
        free = state.rules.choices.free_spaces
        options = [free[space] for space in self.spaces(state)]
        space = ask.choose(seat, "space", options).number
        mine, moved = choose_supporter(state, ask, seat)
        state.play_card(seat, self.card)
        self.pay(state, seat)
        state.seat_supporter(mine, space, moved)
        state.draw(seat, 1)

    def pay(self, state: State, seat: int) -> None:
        """The arguments go back to the centre or out of the game (HC-SEAT-10, X-HC-08-SEAT)."""
        state.held[seat][self.colour] -= SEAT_PRICE
        if state.rules.ruled.seat_price_returns:
            state.pool[self.colour] += SEAT_PRICE
        else:
            state.spent[self.colour] += SEAT_PRICE

    def say(self) -> str:
        """The action in a few words."""
        return f"take a seat with {self.names[0]} and {SEAT_PRICE} {self.names[1]} arguments"


def speakers(state: State, seat: int) -> list[int]:
    """Own colours whose speaker is not on the circle."""
    speaker = state.circle.speaker
    return [colour for colour in state.rules.own[seat] if not speaker[colour]]


def free_of(state: State, suit: int) -> list[int]:
    """The free spaces of a colour."""
    strip = state.rules.strip
    return [space for space in state.circle.free_spaces() if strip[space] == suit]


Seating = TakeSeat | SeatSpeaker | BuySeat


class Seats:
    """The ways to a seat of a table, made once, by card; ``bought`` has one for each payment."""

    __slots__ = ("bought", "by_speaker", "number", "suit", "taken")

    def __init__(self, rules: Rules) -> None:
        self.number = rules.cards.number
        self.suit = rules.suit
        names = rules.cards.names
        by_card = [(card, space, names[card]) for card, space in enumerate(self.number)]
        self.taken = [TakeSeat(*one) for one in by_card]
        self.by_speaker = [SeatSpeaker(*one) for one in by_card]
        self.bought = [
            [
                BuySeat(card, suit, colour, (names[card], argument))
                for colour, argument in enumerate(rules.arguments)
                if suit in (colour, BLACK)
            ]
            for card, suit in enumerate(self.suit)
        ]

    def open_to(self, state: State, seat: int) -> list[Seating]:
        """Seats by the hand's number cards; a trilithon card has no number (HC-SEAT-01)."""
        piece = state.circle.piece
        may_place = bool(placeable(state, seat))
        may_speak = state.rules.ruled.speaker_sits and bool(speakers(state, seat))  # HC-SEAT-09
        may_buy = may_place and max(state.held[seat]) >= SEAT_PRICE
        found: list[Seating] = []
        for card in state.hands[seat]:
            space = self.number[card]
            if not space:
                continue
            if piece[space] < 0:
                if may_place or may_speak:
                    found.append(self.taken[card])
            elif may_speak and self.by_speaker[card].may(state, seat):
                found.append(self.by_speaker[card])
            if may_buy:
                paid = [one for one in self.bought[card] if one.may(state, seat)]
                if paid and free_of(state, self.suit[card]):
                    found += paid
        return found
