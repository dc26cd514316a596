"""What a seat remembers of cards that went where it cannot look: those that it saw go there."""

from __future__ import annotations

from collections import Counter

from validator.play.anew import CanHide, Known

Lying = dict[str, Counter[int]]
"""The cards of zones, by the zones' names."""


class Memory:
    """Watches the zones that a seat cannot look into, between one step and the next.

    A card that came from where the seat sees is known to lie there; one that goes where it sees is
    known no more. When a card goes from one unseen zone to another nobody knows which one it was,
    and all that was known of the zone it came from is forgotten.
    """

    __slots__ = ("known", "lying", "seat")

    def __init__(self, seat: int, match: CanHide) -> None:
        self.seat = seat
        self.known: Lying = {}
        self.lying = _lying(match, seat)

    def look(self, match: CanHide) -> None:
        """See what has moved since the last look."""
        before, now = self.lying, _lying(match, self.seat)
        if before == now:
            return
        self.lying = now
        nothing: Counter[int] = Counter()
        came = {zone: cards - before.get(zone, nothing) for zone, cards in now.items()}
        went = {zone: cards - now.get(zone, nothing) for zone, cards in before.items()}
        appeared, vanished = _all(came), _all(went)
        for zone, cards in went.items():
            if any(card in appeared for card in cards):
                self.known.pop(zone, None)
            elif zone in self.known:
                self.known[zone] -= cards
        for zone, cards in came.items():
            seen = Counter({card: n for card, n in cards.items() if card not in vanished})
            if seen:
                self.known[zone] = self.known.get(zone, nothing) + seen

    def knows(self) -> Known:
        """What is known now, apart from what will be."""
        return {zone: cards.copy() for zone, cards in self.known.items() if cards}


def _lying(match: CanHide, seat: int) -> Lying:
    return {
        zone: Counter(cards)
        for unseen in match.unseen(seat)
        for zone, cards in unseen.zones.items()
    }


def _all(zones: Lying) -> Counter[int]:
    found: Counter[int] = Counter()
    for cards in zones.values():
        found.update(cards)
    return found
