"""First Druid: winning the support of a spirit.

The rules on conversion refer to this part by the name of a section that does not exist
(FD-CONV-04).
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.first_druid.choices import NO_MORE, NoMore, Offer
from validator.games.first_druid.rules import NOBODY, TOP, Rules
from validator.games.first_druid.state import State
from validator.play.rules import Ask


class Result:
    """What came of a contest for the spirit of ``day``, to be told: ``totals`` by seat.

    Made at every contest, so that it is put into words only where somebody reads them.
    """

    __slots__ = ("day", "rules", "totals", "winner")

    def __init__(self, rules: Rules, day: int, totals: Sequence[int], winner: int) -> None:
        self.rules = rules
        self.day = day
        self.totals = totals
        self.winner = winner

    def say(self) -> str:
        """The totals, and who has the spirit."""
        seats = self.rules.seats
        totals = ", ".join(f"{seats[seat]} {total}" for seat, total in enumerate(self.totals))
        winner = "nobody" if self.winner == NOBODY else seats[self.winner]
        return f"day {self.day} ({self.rules.ring.colour_of[self.day]}): {totals}; won by {winner}"


def hold(state: State, ask: Ask, order: Sequence[int]) -> None:
    """The contest for the day just left: cards face down, then the strongest (FD-SPIR-01)."""
    day = state.space_left()
    for seat in order:
        if state.has_contact(seat):
            lay_offer(state, ask, seat)
    totals = [strength(state, seat, day) for seat in range(len(state.hands))]
    winner = best(state, totals) if state.spirits[day] == NOBODY else NOBODY
    ask.tell(order[0], "contest", Result(state.rules, day, totals, winner))
    if winner != NOBODY:
        state.take_bar(winner)
        state.spirits[day] = winner
    for cards in state.offered:  # FD-SPIR-07
        for card in cards:
            state.tally.plays(card)
            state.deck.discard(card)
        cards.clear()


def lay_offer(state: State, ask: Ask, seat: int) -> None:
    """Any number of cards, each later in the hand than the one before (FD-SPIR-02)."""
    hand = state.hands[seat]
    offer = state.rules.choices.offer
    start = 0
    while start < len(hand):
        options: list[NoMore | Offer] = [NO_MORE]
        options += [offer[card] for card in hand[start:]]
        chosen = ask.choose(seat, "offer", options)
        if isinstance(chosen, NoMore):
            return
        start = hand.index(chosen.card)
        hand.remove(chosen.card)
        state.offered[seat].append(chosen.card)


def strength(state: State, seat: int, day: int) -> int:
    """Total strength that ``seat`` laid in the colour of the space (FD-SPIR-03)."""
    return sum(counted(state, seat, card, day) for card in state.offered[seat])


def counted(state: State, seat: int, card: int, day: int) -> int:
    """What a card is worth in the contest of ``day``.

    Cards of the space's colour count; for the player of that colour every card does
    (FD-SPIR-04, -05); the own trilithon card counts as the strongest (FD-CARD-02).
    """
    rules = state.rules
    if rules.wild_for[card] == seat:
        return TOP
    colour = rules.strip[day]
    if rules.colour[card] == colour or rules.seat_colour[seat] == colour:
        return rules.cards.number[card]
    return 0


def best(state: State, totals: Sequence[int]) -> int:
    """The seat that wins the spirit, or NOBODY (FD-SPIR-06; FD-SPIR-09, X-FD-05)."""
    running = list(totals)
    while True:
        top = max(running)
        if running.count(top) > 1:  # who laid nothing is one of several
            return NOBODY
        seat = running.index(top)
        if state.bars[seat]:
            return seat
        if not state.rules.ruled.spirit_to_next:
            return NOBODY
        running[seat] = 0
