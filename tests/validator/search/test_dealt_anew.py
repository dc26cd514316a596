"""What is dealt anew is what a seat cannot see, and nothing of it shows what was there."""

from __future__ import annotations

from collections import Counter

import pytest
from searchtables import NAMES, OPEN, jumble, table, turn_starts

from validator.play.observers import CanHide, Unseen, deal_anew
from validator.play.rules import Piece
from validator.rng import Streams
from validator.setup.pieces import component_id

Zones = dict[str, list[Piece]]


def zones(match: CanHide) -> Zones:
    return {zone: list(pieces) for zone, pieces in match.census().items()}


def _stock(found: Zones) -> Counter[Piece]:
    return Counter(piece for pieces in found.values() for piece in pieces)


def dealt(match: CanHide, seat: int, luck: int = 1) -> Zones:
    """The table after dealing anew on a copy."""
    copied = match.copy()
    assert isinstance(copied, CanHide)
    deal_anew(copied, seat, {}, Streams(luck, "imagined", "", 0))
    return zones(copied)


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_knows_as_much_of_what_is_dealt_anew_as_of_what_was(name: str) -> None:
    """All it sees stays, as much lies in each zone, and what comes of it tells nothing."""
    moved = 0
    for match in turn_starts(name, 5):
        for seat in range(min(2, len(table(name)[0].frame.seats))):
            named = {zone for unseen in match.unseen(seat) for zone in unseen.zones}
            before, after = zones(match), dealt(match, seat)
            for zone in before:
                assert len(after[zone]) == len(before[zone])
                assert zone in named or after[zone] == before[zone]
            assert _stock(after) == _stock(before)
            moved += after != before
            other = match.copy()
            assert isinstance(other, CanHide)
            jumble(other, seat, {}, {})
            assert dealt(other, seat) == after
    assert bool(moved) is (name not in OPEN)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_unseen_is_what_the_set_up_says_that_a_seat_does_not_see(name: str) -> None:
    """Zones with cards: the two ways by which it is known who sees what agree."""
    ready, sight = table(name)
    cards = set(ready.frame.cards)

    def holds_cards(pieces: list[Piece]) -> bool:
        ids = (ready.frame.cards[p] if isinstance(p, int) else component_id(p) for p in pieces)
        return any(one in cards for one in ids)

    for match in turn_starts(name, 5):
        for seat in range(min(2, len(ready.frame.seats))):
            named = {zone for unseen in match.unseen(seat) for zone in unseen.zones}
            for zone, pieces in zones(match).items():
                if zone != "box" and holds_cards(pieces):
                    assert (zone in named) is not sight.sees(seat, zone), zone


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN])
def test_other_luck_deals_otherwise(name: str) -> None:
    starts = turn_starts(name, 5)
    assert any(dealt(match, 0, 1) != dealt(match, 0, 2) for match in starts)


class _Hands:
    """Two hands and a deck of cards of two kinds: odd and even ones."""

    def __init__(self) -> None:
        self.hands = {"deck": list(range(8)), "seat2.hand": [8, 10, 11]}

    def unseen(self, seat: int) -> list[Unseen]:
        return [Unseen(self.hands, [card % 2 for card in range(12)])]

    def renew_luck(self, streams: Streams) -> None:
        pass


def test_kinds_keep_their_places_and_known_cards_their_zone() -> None:
    seen = set()
    for luck in range(40):
        match = _Hands()
        known = {"seat2.hand": Counter([8])}
        deal_anew(match, 0, known, Streams(luck, "imagined", "", 0))  # type: ignore[arg-type]
        assert [card % 2 for card in match.hands["deck"]] == [0, 1] * 4
        assert [card % 2 for card in match.hands["seat2.hand"]] == [0, 0, 1]
        assert 8 in match.hands["seat2.hand"]
        assert sorted(match.hands["deck"] + match.hands["seat2.hand"]) == [*range(8), 8, 10, 11]
        seen.add(tuple(match.hands["seat2.hand"]))
    assert len(seen) > 20
