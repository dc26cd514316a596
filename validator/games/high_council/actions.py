"""The High Council: what a player may do in a turn (HC-SEAT, HC-DEB, HC-CONV, HC-POND, HC-CONS)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from validator.games.high_council.rulings import (
    EqualPrice,
    Excess,
    Mixture,
    Pondering,
    SeatPrice,
    Shortage,
    SpeakerPrice,
    SpeakerSeat,
    Trilithons,
    Voting,
)
from validator.games.high_council.state import (
    BLACK,
    CAP,
    ENOUGH,
    FACTIONS,
    PONDERED,
    SEAT_PRICE,
    SPEAKER_PRICE,
    TRILITHON,
    Arguments,
    Colour,
    CouncilPiece,
    CouncilState,
    Space,
    side,
)
from validator.games.stonehenge import CardChoice, Saying
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


def named(state: CouncilState, colours: Iterable[int]) -> list[Colour]:
    """Piece colours as choices."""
    return [Colour(colour, state.rules.colours[colour]) for colour in colours]


def choose_supporter(state: CouncilState, ask: Ask, seat: int) -> tuple[int, int]:
    """Ask which own colour to place (HC-SEAT-07), and what to move if none is left.

    Returns the colour and the space that gives its supporter, 0 for one in front.
    """
    colour = ask.choose(seat, "colour", named(state, placeable(state, seat))).colour
    return colour, choose_moved(state, ask, seat, colour)


def choose_moved(state: CouncilState, ask: Ask, seat: int, colour: int) -> int:
    """The space that gives a supporter of ``colour`` (HC-SUP-01), 0 for one in front."""
    if state.supporters[colour]:
        return 0
    options = [Space(space) for space in state.circle.supporters(colour)]
    return ask.choose(seat, "move", options).number


class CouncilAction:
    """One thing to do in a turn."""

    __slots__ = ()

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""
        raise NotImplementedError

    def say(self) -> str:
        """The action in a few words."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Convert(CouncilAction):
    """Turn the piece on ``target`` into an own supporter (HC-CONV-01, -09, -10)."""

    target: int
    colour: int
    name: str

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the supporter, pay, send the piece back and seat the supporter."""
        base = base_of(state, seat, self)
        paid = price(state, self.target, state.circle.group(base))
        ask.tell(seat, "pay", Saying(f"{paid} {self.name} from space {base}"))
        mine, moved = choose_supporter(state, ask, seat)
        state.held[seat][self.colour] -= paid
        state.pool[self.colour] += paid  # HC-CONV-11
        state.unseat(self.target)
        state.seat_supporter(mine, self.target, moved)

    def say(self) -> str:
        """The action in a few words."""
        return f"convert space {self.target} with {self.name} arguments"


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
    larger = size < group or (size == group and ruled.equal_price is EqualPrice.ONE)  # HC-END-05
    if (
        larger
        and is_voting(state)
        and not (is_speaker and ruled.speaker_price is SpeakerPrice.THREE)
    ):  # HC-END-06
        return 1
    return SPEAKER_PRICE if is_speaker else min(size, SPEAKER_PRICE)


def is_voting(state: CouncilState) -> bool:
    """Tell whether voting prices hold (HC-END-01, X-HC-06)."""
    return state.voting and (state.rules.ruled.voting is Voting.LASTS or state.circle.free == 0)


conversion = cache(Convert)


def open_conversions(state: CouncilState, seat: int) -> list[Convert]:
    """What ``seat`` can convert and pay, targets in order.

    Nothing where the seat has neither a supporter left nor one to move (HC-SUP-01).
    """
    held = state.held[seat]
    if not any(held) or not placeable(state, seat):
        return []
    rules, sides, own, enemy = state.rules, state.circle.sides, side(seat), 1 - side(seat)
    found: list[Convert] = []
    for target, faction in enumerate(sides):
        if faction != enemy:
            continue
        for space in rules.origins[target]:
            if sides[space] == own:
                break
        else:
            continue  # no own piece can reach it
        priced = paid = 0
        for colour, group in enumerate(converters(state, seat, target)):
            if not group or not held[colour]:
                continue
            if group != priced:  # from a black space all colours cost the same
                priced, paid = group, price(state, target, group)
            if held[colour] >= paid:
                found.append(conversion(target, colour, rules.arguments[colour]))
    return found


@dataclass(frozen=True, slots=True)
class Debate(CouncilAction):
    """Cards of one colour bring as many arguments of it (HC-DEB-01); black is wild (HC-DEB-02)."""

    colour: int
    name: str

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
        hand = state.hands[seat]
        most = (
            len(hand)
            if rules.ruled.excess is Excess.SURPLUS_LOST
            else room(state, seat, self.colour)
        )
        start = 0
        while len(state.laid) < most:
            fitting = [card for card in hand[start:] if rules.suit[card] in (self.colour, BLACK)]
            if not fitting and state.laid:
                return
            options: list[CardChoice | Saying] = [*rules.cards.choices_of(fitting)]
            if state.laid:
                options.append(ENOUGH)
            chosen = ask.choose(seat, "lay", options)
            if isinstance(chosen, Saying):
                return
            start = hand.index(chosen.card)
            hand.remove(chosen.card)
            state.laid.append(chosen.card)

    def say(self) -> str:
        """The action in a few words."""
        return f"debate for {self.name}"


@dataclass(frozen=True, slots=True)
class TrilithonDebate(CouncilAction):
    """A trilithon card is worth any two arguments (HC-DEB-05)."""

    card: int
    name: str

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
    while cards := cards_to_add(state, seat):
        options: list[CardChoice | Saying] = [state.rules.cards.choices[cards[0]], ENOUGH]
        if ask.choose(seat, "lay", options) == ENOUGH:
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
    if wild < len(suits) and ruled.mixture is not Mixture.JOINS:
        return []
    if (wild and ruled.trilithons is not Trilithons.SEVERAL) or not arguments_of_card(state, seat):
        return []
    return [card for card in state.hands[seat] if state.rules.suit[card] == TRILITHON]


def arguments_of_card(state: CouncilState, seat: int) -> list[Arguments]:
    """What a trilithon card can bring: pairs of colours, or single ones if the ruling lets it."""
    rules = state.rules
    free = [room(state, seat, colour) for colour in range(len(rules.arguments))]
    pairs: list[Arguments] = []
    for pair in rules.pairs:
        one, other = pair.colours
        if free[one] > 0 and free[other] > (1 if one == other else 0):
            pairs.append(pair)
    if not pairs and rules.ruled.excess is Excess.SURPLUS_LOST:
        singles = enumerate(rules.arguments)
        return [Arguments((one,), (name,)) for one, name in singles if free[one] > 0]
    return pairs


def room(state: CouncilState, seat: int, colour: int) -> int:
    """Arguments of ``colour`` that ``seat`` can take: cap of the faction, pool (HC-DEB-07)."""
    left = CAP
    for held in state.held[side(seat) :: len(FACTIONS)]:
        left -= held[colour]
    pool = state.pool[colour]
    return left if left < pool else pool


debate, debate_with = cache(Debate), cache(TrilithonDebate)


def open_debates(state: CouncilState, seat: int) -> list[Debate | TrilithonDebate]:
    """Debates by colour, then by the first trilithon card, where there is room (HC-DEB-05).

    It takes a card of the colour or a black one. HC-DEB-02, HC-DEB-03, HC-DEB-04.
    """
    rules, hand = state.rules, state.hands[seat]
    suits = [rules.suit[card] for card in hand]
    found: list[Debate | TrilithonDebate] = [
        debate(colour, name)
        for colour, name in enumerate(rules.arguments)
        if (colour in suits or BLACK in suits) and room(state, seat, colour) > 0
    ]
    if TRILITHON in suits and arguments_of_card(state, seat):
        card = hand[suits.index(TRILITHON)]
        found.append(debate_with(card, rules.cards.names[card]))
    return found


@dataclass(frozen=True, slots=True)
class Ponder(CouncilAction):
    """One card for three (HC-POND-02, no hand limit: HC-POND-03), or a new hand (HC-POND-01)."""

    @staticmethod
    def may(state: CouncilState, seat: int) -> bool:
        """It takes a card, and three that can be drawn where X-HC-05 asks for that."""
        if not state.hands[seat]:
            return False
        ruled = state.rules.ruled
        if ruled.shortage is not Shortage.FORBID or ruled.pondering is not Pondering.ONE_CARD:
            return True
        return state.decks[side(seat)].count_left() + 1 >= PONDERED

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Give up a card and draw three, or give up the hand for as many (X-HC-02)."""
        deck = state.decks[side(seat)]
        hand = state.hands[seat]
        if state.rules.ruled.pondering is Pondering.ONE_CARD:
            card = ask.choose(seat, "give up", state.rules.cards.choices_of(hand)).card
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
class Consult(CouncilAction):
    """Give the partner a card and get one back, maybe the same (HC-CONS-01)."""

    @staticmethod
    def may(state: CouncilState, seat: int) -> bool:
        """It takes a card and a partner."""
        return bool(state.hands[seat]) and len(state.hands) > len(FACTIONS)

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the card, then let the partner choose."""
        partner = (seat + len(FACTIONS)) % len(state.hands)
        for what, giver, taker in (("give", seat, partner), ("give back", partner, seat)):
            hand = state.hands[giver]
            card = ask.choose(giver, what, state.rules.cards.choices_of(hand)).card
            hand.remove(card)
            state.hands[taker].append(card)
            state.tally.drew(card)

    def say(self) -> str:
        """The action in a few words."""
        return "consult"


@dataclass(frozen=True, slots=True)
class TakeSeat(CouncilAction):
    """The card of a free space: a supporter or the speaker sits there (HC-SEAT-02)."""

    card: int
    space: int
    name: str

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the piece (HC-SEAT-07), seat it and draw a card (HC-SEAT-08)."""
        rules = state.rules
        options = [CouncilPiece(one, False, rules.colours[one]) for one in placeable(state, seat)]
        if rules.ruled.speaker_seat is SpeakerSeat.MAY_SIT:  # X-HC-02-SPEAKER
            options += [
                CouncilPiece(one, True, rules.colours[one]) for one in speakers(state, seat)
            ]
        piece = ask.choose(seat, "piece", options)
        if piece.speaks:
            state.play_card(seat, self.card)
            state.seat_speaker(piece.colour, self.space)
        else:
            moved = choose_moved(state, ask, seat, piece.colour)
            state.play_card(seat, self.card)
            state.seat_supporter(piece.colour, self.space, moved)
        state.draw(seat, 1)

    def say(self) -> str:
        """The action in a few words."""
        return f"take the seat of {self.name}"


@dataclass(frozen=True, slots=True)
class SeatSpeaker(CouncilAction):
    """The card of an own supporter's space: the speaker takes its place (HC-SEAT-03)."""

    card: int
    space: int
    name: str

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the speaker, let it take the place and draw a card (HC-SEAT-08)."""
        speaker = ask.choose(seat, "speaker", named(state, speakers(state, seat)))
        state.play_card(seat, self.card)
        state.unseat(self.space)
        state.seat_speaker(speaker.colour, self.space)
        state.draw(seat, 1)

    def say(self) -> str:
        """The action in a few words."""
        return f"seat the speaker with {self.name}"


@dataclass(frozen=True, slots=True)
class BuySeat(CouncilAction):
    """A card and three arguments: a supporter on a free space of its colour (HC-SEAT-04, -05).

    ``suit`` is the colour of card and space, ``colour`` that of the arguments: the same one, or
    any one with a black card (HC-SEAT-06).
    """

    card: int
    suit: int
    colour: int
    names: tuple[str, str]

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Choose the space and the supporter, pay, seat it and draw a card (HC-SEAT-08)."""
        options = [Space(space) for space in free_of(state, self.suit)]
        space = ask.choose(seat, "space", options).number
        mine, moved = choose_supporter(state, ask, seat)
        state.play_card(seat, self.card)
        state.held[seat][self.colour] -= SEAT_PRICE
        back = state.rules.ruled.seat_price is SeatPrice.POOL  # HC-SEAT-10, X-HC-08-SEAT
        (state.pool if back else state.spent)[self.colour] += SEAT_PRICE
        state.seat_supporter(mine, space, moved)
        state.draw(seat, 1)

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


take_seat, seat_speaker, buy_seat = cache(TakeSeat), cache(SeatSpeaker), cache(BuySeat)


def open_seats(state: CouncilState, seat: int) -> list[CouncilAction]:
    """Seats by the hand's number cards; a trilithon card has no number (HC-SEAT-01)."""
    rules, circle, names = state.rules, state.circle, state.rules.cards.names
    may_place = bool(placeable(state, seat))
    sits = rules.ruled.speaker_seat is SpeakerSeat.MAY_SIT  # HC-SEAT-09
    may_speak = sits and bool(speakers(state, seat))
    paid = [colour for colour, held in enumerate(state.held[seat]) if held >= SEAT_PRICE]
    found: list[CouncilAction] = []
    for card in state.hands[seat]:
        space = rules.cards.number[card]
        if not space:
            continue
        holder = circle.piece[space]
        if holder < 0:
            if may_place or may_speak:
                found.append(take_seat(card, space, names[card]))
        elif may_speak and holder in rules.own[seat] and not circle.is_speaker(space):
            found.append(seat_speaker(card, space, names[card]))
        suit = rules.suit[card]
        if may_place and paid and free_of(state, suit):
            found += [
                buy_seat(card, suit, colour, (names[card], rules.arguments[colour]))
                for colour in paid
                if suit in (colour, BLACK)
            ]
    return found


PONDER, CONSULT = Ponder(), Consult()


def open_card_actions(state: CouncilState, seat: int) -> list[CouncilAction]:
    """Every card action open to ``seat``, in the order of the rulebook (HC-TURN-02)."""
    options: list[CouncilAction] = [*open_debates(state, seat), *open_seats(state, seat)]
    if PONDER.may(state, seat):
        options.append(PONDER)
    if CONSULT.may(state, seat):
        options.append(CONSULT)
    return options
