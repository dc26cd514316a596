"""The High Council: Debate, cards for arguments (HC-DEB-01 to -10)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.choices import Arguments, Enough, Laid
from validator.games.high_council.rules import BLACK, CAP, FACTIONS, TRILITHON, Rules, side
from validator.games.high_council.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Debate:
    """Cards of one colour bring as many arguments of it (HC-DEB-01); black is wild (HC-DEB-02)."""

    colour: int
    name: str

    def may(self, state: State, seat: int, suits: list[int]) -> bool:
        """A card of that colour or a black one is in hand and there is room.

        HC-DEB-02, HC-DEB-03, HC-DEB-04.
        """
        fits = self.colour in suits or BLACK in suits
        return fits and room(state, seat, self.colour) > 0

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay cards, take as many arguments and refill the hand (HC-DEB-10)."""
        self.lay(state, ask, seat)
        state.take(seat, self.colour, min(len(state.laid), room(state, seat, self.colour)))
        finish(state, ask, seat)

    def lay(self, state: State, ask: Ask, seat: int) -> None:
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
    def may(state: State, seat: int) -> bool:
        """There is room for what it brings."""
        return bool(brought(state, seat))

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the arguments, lay the card, take them and refill the hand (HC-DEB-10)."""
        lay_trilithon(state, ask, seat, self.card)
        finish(state, ask, seat)

    def say(self) -> str:
        """The action in a few words."""
        return f"debate with {self.name}"


def lay_trilithon(state: State, ask: Ask, seat: int, card: int) -> None:
    """Choose what a trilithon card brings, lay it and take that (HC-DEB-05)."""
    arguments = ask.choose(seat, "pair", brought(state, seat))
    state.hands[seat].remove(card)
    state.laid.append(card)
    for colour in arguments.colours:
        state.take(seat, colour, 1)


def finish(state: State, ask: Ask, seat: int) -> None:
    """Add trilithon cards where that is ruled, then discard and refill the hand (HC-DEB-10)."""
    choices = state.rules.choices
    while cards := joining(state, seat):
        options: list[Laid | Enough] = [choices.laid[cards[0]], choices.enough]
        if isinstance(ask.choose(seat, "lay", options), Enough):
            break
        lay_trilithon(state, ask, seat, cards[0])
    played = len(state.laid)
    state.put_away(seat)
    state.refill(seat, played)


def joining(state: State, seat: int) -> list[int]:
    """Trilithon cards that may be added to those laid (HC-DEB-06, X-HC-08-MIX, X-HC-08-TWO)."""
    ruled = state.rules.ruled
    suits = [state.rules.suit[card] for card in state.laid]
    wild = suits.count(TRILITHON)
    if wild < len(suits) and not ruled.trilithon_joins:
        return []
    if (wild and not ruled.several_trilithons) or not brought(state, seat):
        return []
    return [card for card in state.hands[seat] if state.rules.suit[card] == TRILITHON]


def brought(state: State, seat: int) -> list[Arguments]:
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


def room(state: State, seat: int, colour: int) -> int:
    """Arguments of ``colour`` that ``seat`` can take: cap of the faction, pool (HC-DEB-07)."""
    left = CAP
    for held in state.held[side(seat) :: len(FACTIONS)]:
        left -= held[colour]
    pool = state.pool[colour]
    return left if left < pool else pool


class Debates:
    """The debates of a table, made once: by argument colour, and by card."""

    __slots__ = ("by_card", "by_colour", "suit")

    def __init__(self, rules: Rules) -> None:
        self.suit = rules.suit
        self.by_colour = [Debate(*one) for one in enumerate(rules.arguments)]
        self.by_card = [TrilithonDebate(*one) for one in enumerate(rules.cards.names)]

    def open_to(self, state: State, seat: int) -> list[Debate | TrilithonDebate]:
        """Debates by colour, then by the first trilithon card."""
        hand = state.hands[seat]
        suits = [self.suit[card] for card in hand]
        found: list[Debate | TrilithonDebate] = [
            debate for debate in self.by_colour if debate.may(state, seat, suits)
        ]
        if TRILITHON in suits and TrilithonDebate.may(state, seat):
            found.append(self.by_card[hand[suits.index(TRILITHON)]])
        return found
