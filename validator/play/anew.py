"""Games that a seat may take the one at its table for: what it cannot see dealt anew.

A player that searches imagines how a game could go on. It may know no more than its seat does, so
that what lies face down is dealt anew first, among all places where it could lie, and other luck
comes. A match that says where that is can be searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from validator.play.rules import Match
from validator.rng import Rng, Streams

Known = Mapping[str, Counter[int]]
"""Cards that a seat knows to lie in zones into which it cannot look, by the zones' names."""

NOTHING: Counter[int] = Counter()


@dataclass(frozen=True, slots=True)
class Unseen:
    """Zones that a seat cannot look into, by their names in the census, with the cards there.

    ``zones`` are the lists of the match itself. Cards of one kind may have changed places, those of
    different ``kinds`` (by card number) never; without ``kinds`` all are of one.
    """

    zones: Mapping[str, MutableSequence[int]]
    kinds: Sequence[int] = ()


@runtime_checkable
class CanHide(Match, Protocol):
    """A match that says what a seat cannot see, and can go on with other luck."""

    def unseen(self, seat: int) -> Sequence[Unseen]:
        """What ``seat`` cannot see, parted where it knows that cards cannot have changed places."""

    def renew_luck(self, streams: Streams) -> None:
        """Take all luck that is to come from ``streams``."""


def deal_anew(match: CanHide, seat: int, known: Known, streams: Streams) -> None:
    """Deal what ``seat`` cannot see anew, in place; ``match`` is a copy that nobody else plays on.

    Each zone holds as many cards of each kind as before. Those ``known`` stay in their zone, but
    nobody knows where in it.
    """
    rng = streams.rng("unseen")
    for unseen in match.unseen(seat):
        _mix(unseen, known, rng)
    match.renew_luck(streams)


def _mix(unseen: Unseen, known: Known, rng: Rng) -> None:
    """Deal anew what may have changed places; what comes of it tells nothing of what was there."""
    pools: dict[int, list[int]] = {}
    places = [
        (cards, sorted(known.get(zone, NOTHING).elements()), _places(cards, unseen.kinds))
        for zone, cards in unseen.zones.items()
    ]
    for cards, kept, spots in places:
        for kind in spots:
            pools.setdefault(kind, [])
        for card in _without(cards, kept):
            pools[unseen.kinds[card] if unseen.kinds else 0].append(card)
    for pool in pools.values():
        pool.sort()
        rng.shuffle(pool)
    for cards, kept, spots in places:
        for kind, at in spots.items():
            dealt = [card for card in kept if not unseen.kinds or unseen.kinds[card] == kind]
            if dealt:
                dealt += [pools[kind].pop() for _ in range(len(at) - len(dealt))]
                rng.shuffle(dealt)
            else:
                dealt = [pools[kind].pop() for _ in at]
            for place, card in zip(at, dealt, strict=True):
                cards[place] = card


def _places(cards: Sequence[int], kinds: Sequence[int]) -> dict[int, list[int]]:
    """Where cards of each kind lie."""
    if not kinds:
        return {0: list(range(len(cards)))}
    places: dict[int, list[int]] = {}
    for at, card in enumerate(cards):
        places.setdefault(kinds[card], []).append(at)
    return places


def _without(cards: Sequence[int], kept: Sequence[int]) -> list[int]:
    left = list(cards)
    for card in kept:
        left.remove(card)
    return left
