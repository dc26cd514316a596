"""The High Council: what a player may do in a turn (HC-SEAT, HC-DEB, HC-CONV, HC-POND, HC-CONS)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.state import (
    BLACK,
    CAP,
    FACTIONS,
    PONDERED,
    SEAT_PRICE,
    SPEAKER_PRICE,
    TRILITHON,
    Arguments,
    CouncilPiece,
    CouncilRules,
    CouncilState,
    Enough,
    Laid,
    side,
)
from validator.play.rules import Ask

# The High Council: how a supporter comes to a space, whatever brings it (HC-SEAT-07, HC-SUP-01).
#
# One waits in front of its owner; if the owner has none left to place, of either colour, one on
# the circle is moved.


def placeable(state: CouncilState, seat: int) -> list[int]:
    """Own colours with a supporter to place; with one to move only if none is left (HC-SUP-01)."""
    own = state.rules.own[seat]
    waiting = [colour for colour in own if state.supporters[colour]]
    return waiting or [colour for colour in own if state.circle.supporters(colour)]


def choose_supporter(state: CouncilState, ask: Ask, seat: int) -> tuple[int, int]:
    """Ask which own colour to place (HC-SEAT-07), and what to move if none is left.

    Returns the colour and the space that gives its supporter, 0 for one in front.
    """
    own = state.rules.choices.own_supporters
    options = [own[colour] for colour in placeable(state, seat)]
    colour = ask.choose(seat, "colour", options).colour
    return colour, choose_moved(state, ask, seat, colour)


def choose_moved(state: CouncilState, ask: Ask, seat: int, colour: int) -> int:
    """The space that gives a supporter of ``colour`` (HC-SUP-01), 0 for one in front."""
    if state.supporters[colour]:
        return 0
    moved = state.rules.choices.moved
    options = [moved[space] for space in state.circle.supporters(colour)]
    return ask.choose(seat, "move", options).number


@dataclass(frozen=True, slots=True)
class Convert:
    """Turn the piece on ``target`` into an own supporter (HC-CONV-01, -09, -10)."""

    target: int
    colour: int
    name: str

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the supporter, pay, send the piece back and seat the supporter."""
        base = base_of(state, seat, self)
        paid = price(state, self.target, state.circle.group(base))
        ask.tell(seat, "pay", Payment(paid, self.name, base))
        mine, moved = choose_supporter(state, ask, seat)
        state.held[seat][self.colour] -= paid
        state.pool[self.colour] += paid  # HC-CONV-11
        state.unseat(self.target)
        state.seat_supporter(mine, self.target, moved)

    def say(self) -> str:
        """The action in a few words."""
        return f"convert space {self.target} with {self.name} arguments"


@dataclass(frozen=True, slots=True)
class Payment:
    """What a conversion costs, and the space that it starts from."""

    count: int
    name: str
    base: int

    def say(self) -> str:
        """The payment in a few words."""
        return f"{self.count} {self.name} from space {self.base}"


def base_of(state: CouncilState, seat: int, conversion: Convert) -> int:
    """The space that a conversion starts from: of those that give its colour the largest group."""
    strip, sides = state.rules.strip, state.circle.sides
    bases = [
        space
        for space in state.rules.origins[conversion.target]
        if sides[space] == side(seat) and strip[space] in (conversion.colour, BLACK)
    ]
    return max(bases, key=state.circle.group)


def converters(state: CouncilState, seat: int, target: int) -> list[int]:
    """For each argument colour the largest group of an own piece that may convert ``target``.

    The colour is that of the space under the converting piece, from black any one
    (HC-CONV-07, -08); 0 where there is none, an empty list where there are none at all.
    A partner's piece will do (HC-CONV-12).
    """
    rules = state.rules
    sides = state.circle.sides
    faction = side(seat)
    best: list[int] = []
    for space in rules.origins[target]:
        if sides[space] != faction:
            continue
        best = best or [0] * len(rules.arguments)
        size = state.circle.group(space)
        strip = rules.strip[space]
        if strip == BLACK:
            best = [max(one, size) for one in best]
        else:
            best[strip] = max(best[strip], size)
    return best


def price(state: CouncilState, target: int, group: int) -> int:
    """Arguments to convert ``target`` from a group of size ``group``.

    1, 2 or 3 by the size of the target's group, 3 for a speaker (HC-CONV-04, -05, -06); while
    voting, 1 from a larger group (HC-END-03, -04), and by X-HC-07 from one of equal size.
    """
    size = state.circle.group(target)
    is_speaker = state.circle.is_speaker(target)
    ruled = state.rules.ruled
    larger = size < group or (size == group and ruled.equal_is_larger)  # HC-END-05
    if larger and is_voting(state) and not (is_speaker and ruled.speaker_stays_dear):  # HC-END-06
        return 1
    return SPEAKER_PRICE if is_speaker else min(size, SPEAKER_PRICE)


def is_voting(state: CouncilState) -> bool:
    """Tell whether voting prices hold (HC-END-01, X-HC-06)."""
    return state.voting and (state.rules.ruled.voting_lasts or state.circle.free == 0)


class Conversions:
    """The conversions of a table, made once: by target, then by argument colour."""

    __slots__ = ("by_target", "origins")

    def __init__(self, rules: CouncilRules) -> None:
        self.origins = rules.origins
        self.by_target = [
            [Convert(target, *one) for one in enumerate(rules.arguments)]
            for target in range(rules.ring.spaces + 1)
        ]

    def open_to(self, state: CouncilState, seat: int) -> list[Convert]:
        """What ``seat`` can convert and pay, targets in order.

        Nothing where the seat has neither a supporter left nor one to move (HC-SUP-01).
        """
        held = state.held[seat]
        if not any(held) or not placeable(state, seat):
            return []
        own = side(seat)
        enemy = 1 - own
        sides = state.circle.sides
        found: list[Convert] = []
        for target, faction in enumerate(sides):
            if faction != enemy:
                continue
            for space in self.origins[target]:
                if sides[space] == own:
                    break
            else:
                continue  # no own piece can reach it
            conversions = self.by_target[target]
            priced = paid = 0
            for colour, group in enumerate(converters(state, seat, target)):
                if not group or not held[colour]:
                    continue
                if group != priced:  # from a black space all colours cost the same
                    priced, paid = group, price(state, target, group)
                if held[colour] >= paid:
                    found.append(conversions[colour])
        return found


@dataclass(frozen=True, slots=True)
class Debate:
    """Cards of one colour bring as many arguments of it (HC-DEB-01); black is wild (HC-DEB-02)."""

    colour: int
    name: str

    def may(self, state: CouncilState, seat: int, suits: list[int]) -> bool:
        """A card of that colour or a black one is in hand and there is room.

        HC-DEB-02, HC-DEB-03, HC-DEB-04.
        """
        fits = self.colour in suits or BLACK in suits
        return fits and room(state, seat, self.colour) > 0

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Lay cards, take as many arguments and refill the hand (HC-DEB-10)."""
        self.lay(state, ask, seat)
        state.take(seat, self.colour, min(len(state.laid), room(state, seat, self.colour)))
        finish(state, ask, seat)

    def lay(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Lay one card at least.

        More cards than arguments only where the ruling lets the surplus go (HC-DEB-09, X-HC-08).
        """
        rules = state.rules
        choices = rules.choices
        hand = state.hands[seat]
        most = len(hand) if rules.ruled.surplus_lost else room(state, seat, self.colour)
        start = 0
        while len(state.laid) < most:
            fitting = [card for card in hand[start:] if rules.suit[card] in (self.colour, BLACK)]
            if not fitting and state.laid:
                return
            options: list[Laid | Enough] = [choices.laid[card] for card in fitting]
            if state.laid:
                options.append(choices.enough)
            chosen = ask.choose(seat, "lay", options)
            if isinstance(chosen, Enough):
                return
            start = hand.index(chosen.card)
            hand.remove(chosen.card)
            state.laid.append(chosen.card)

    def say(self) -> str:
        """The action in a few words."""
        return f"debate for {self.name}"


@dataclass(frozen=True, slots=True)
class TrilithonDebate:
    """A trilithon card is worth any two arguments (HC-DEB-05)."""

    card: int
    name: str

    @staticmethod
    def may(state: CouncilState, seat: int) -> bool:
        """There is room for what it brings."""
        return bool(arguments_of_card(state, seat))

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the arguments, lay the card, take them and refill the hand (HC-DEB-10)."""
        lay_trilithon(state, ask, seat, self.card)
        finish(state, ask, seat)

    def say(self) -> str:
        """The action in a few words."""
        return f"debate with {self.name}"


def lay_trilithon(state: CouncilState, ask: Ask, seat: int, card: int) -> None:
    """Choose what a trilithon card brings, lay it and take that (HC-DEB-05)."""
    arguments = ask.choose(seat, "pair", arguments_of_card(state, seat))
    state.hands[seat].remove(card)
    state.laid.append(card)
    for colour in arguments.colours:
        state.take(seat, colour, 1)


def finish(state: CouncilState, ask: Ask, seat: int) -> None:
    """Add trilithon cards where that is ruled, then discard and refill the hand (HC-DEB-10)."""
    choices = state.rules.choices
    while cards := cards_to_add(state, seat):
        options: list[Laid | Enough] = [choices.laid[cards[0]], choices.enough]
        if isinstance(ask.choose(seat, "lay", options), Enough):
            break
        lay_trilithon(state, ask, seat, cards[0])
    played = len(state.laid)
    state.put_away(seat)
    state.refill(seat, played)


def cards_to_add(state: CouncilState, seat: int) -> list[int]:
    """Trilithon cards that may be added to those laid (HC-DEB-06, X-HC-08-MIX, X-HC-08-TWO)."""
    ruled = state.rules.ruled
    suits = [state.rules.suit[card] for card in state.laid]
    wild = suits.count(TRILITHON)
    if wild < len(suits) and not ruled.trilithon_joins:
        return []
    if (wild and not ruled.several_trilithons) or not arguments_of_card(state, seat):
        return []
    return [card for card in state.hands[seat] if state.rules.suit[card] == TRILITHON]


def arguments_of_card(state: CouncilState, seat: int) -> list[Arguments]:
    """What a trilithon card can bring: pairs of colours, or single ones if the ruling lets it."""
    choices = state.rules.choices
    free = [room(state, seat, colour) for colour in range(len(state.rules.arguments))]
    pairs: list[Arguments] = []
    for pair in choices.pairs:
        one, other = pair.colours
        if free[one] > 0 and free[other] > (1 if one == other else 0):
            pairs.append(pair)
    if not pairs and state.rules.ruled.surplus_lost:
        return [single for single in choices.singles if free[single.colours[0]] > 0]
    return pairs


def room(state: CouncilState, seat: int, colour: int) -> int:
    """Arguments of ``colour`` that ``seat`` can take: cap of the faction, pool (HC-DEB-07)."""
    left = CAP
    for held in state.held[side(seat) :: len(FACTIONS)]:
        left -= held[colour]
    pool = state.pool[colour]
    return left if left < pool else pool


class Debates:
    """The debates of a table, made once: by argument colour, and by card."""

    __slots__ = ("by_card", "by_colour", "suit")

    def __init__(self, rules: CouncilRules) -> None:
        self.suit = rules.suit
        self.by_colour = [Debate(*one) for one in enumerate(rules.arguments)]
        self.by_card = [TrilithonDebate(*one) for one in enumerate(rules.cards.names)]

    def open_to(self, state: CouncilState, seat: int) -> list[Debate | TrilithonDebate]:
        """Debates by colour, then by the first trilithon card."""
        hand = state.hands[seat]
        suits = [self.suit[card] for card in hand]
        found: list[Debate | TrilithonDebate] = [
            debate for debate in self.by_colour if debate.may(state, seat, suits)
        ]
        if TRILITHON in suits and TrilithonDebate.may(state, seat):
            found.append(self.by_card[hand[suits.index(TRILITHON)]])
        return found


@dataclass(frozen=True, slots=True)
class Ponder:
    """One card for three (HC-POND-02, no hand limit: HC-POND-03), or a new hand (HC-POND-01)."""

    @staticmethod
    def may(state: CouncilState, seat: int) -> bool:
        """It takes a card, and three that can be drawn where X-HC-05 asks for that."""
        if not state.hands[seat]:
            return False
        ruled = state.rules.ruled
        if not ruled.ponder_needs_cards or not ruled.ponders_one:
            return True
        return state.decks[side(seat)].count_left() + 1 >= PONDERED

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Give up a card and draw three, or give up the hand for as many (X-HC-02)."""
        deck = state.decks[side(seat)]
        hand = state.hands[seat]
        if state.rules.ruled.ponders_one:
            given = state.rules.choices.given
            card = ask.choose(seat, "give up", [given[card] for card in hand]).card
            hand.remove(card)
            deck.discard(card)
            state.draw(seat, PONDERED)
            return
        count = len(hand)
        for card in hand:
            deck.discard(card)
        hand.clear()
        state.draw(seat, count)

    def say(self) -> str:
        """The action in a few words."""
        return "ponder"


@dataclass(frozen=True, slots=True)
class Consult:
    """Give the partner a card and get one back, maybe the same (HC-CONS-01)."""

    @staticmethod
    def may(state: CouncilState, seat: int) -> bool:
        """It takes a card and a partner."""
        return bool(state.hands[seat]) and len(state.hands) > len(FACTIONS)

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the card, then let the partner choose."""
        partner = (seat + len(FACTIONS)) % len(state.hands)
        self.give(state, ask, "give", (seat, partner))
        self.give(state, ask, "give back", (partner, seat))

    @staticmethod
    def give(state: CouncilState, ask: Ask, what: str, way: tuple[int, int]) -> None:
        """A card goes from the first seat of ``way``, which chooses it, to the second."""
        giver, taker = way
        given = state.rules.choices.given
        card = ask.choose(giver, what, [given[card] for card in state.hands[giver]]).card
        state.hands[giver].remove(card)
        state.hands[taker].append(card)
        state.tally.drew(card)

    def say(self) -> str:
        """The action in a few words."""
        return "consult"


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The card of a free space: a supporter or the speaker sits there (HC-SEAT-02)."""

    card: int
    space: int
    name: str

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
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
    def pieces(state: CouncilState, seat: int) -> list[CouncilPiece]:
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

    def may(self, state: CouncilState, seat: int) -> bool:
        """An own supporter sits there."""
        circle = state.circle
        return circle.piece[self.space] in state.rules.own[seat] and not circle.is_speaker(
            self.space
        )

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
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

    def may(self, state: CouncilState, seat: int) -> bool:
        """Three arguments of one colour are there."""
        return state.held[seat][self.colour] >= SEAT_PRICE

    def spaces(self, state: CouncilState) -> list[int]:
        """The free spaces of the card's colour."""
        return free_of(state, self.suit)

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the space and the supporter, pay, seat it and draw a card (HC-SEAT-08)."""
        free = state.rules.choices.free_spaces
        options = [free[space] for space in self.spaces(state)]
        space = ask.choose(seat, "space", options).number
        mine, moved = choose_supporter(state, ask, seat)
        state.play_card(seat, self.card)
        self.pay(state, seat)
        state.seat_supporter(mine, space, moved)
        state.draw(seat, 1)

    def pay(self, state: CouncilState, seat: int) -> None:
        """The arguments go back to the centre or out of the game (HC-SEAT-10, X-HC-08-SEAT)."""
        state.held[seat][self.colour] -= SEAT_PRICE
        if state.rules.ruled.seat_price_returns:
            state.pool[self.colour] += SEAT_PRICE
        else:
            state.spent[self.colour] += SEAT_PRICE

    def say(self) -> str:
        """The action in a few words."""
        return f"take a seat with {self.names[0]} and {SEAT_PRICE} {self.names[1]} arguments"


def speakers(state: CouncilState, seat: int) -> list[int]:
    """Own colours whose speaker is not on the circle."""
    speaker = state.circle.speaker
    return [colour for colour in state.rules.own[seat] if not speaker[colour]]


def free_of(state: CouncilState, suit: int) -> list[int]:
    """The free spaces of a colour."""
    strip = state.rules.strip
    return [space for space in state.circle.free_spaces() if strip[space] == suit]


Seating = TakeSeat | SeatSpeaker | BuySeat


class CouncilSeats:
    """The ways to a seat of a table, made once, by card; ``bought`` has one for each payment."""

    __slots__ = ("bought", "by_speaker", "number", "suit", "taken")

    def __init__(self, rules: CouncilRules) -> None:
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

    def open_to(self, state: CouncilState, seat: int) -> list[Seating]:
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
