"""What a seat sees: nothing of it depends on what is hidden."""

import pytest
from shippedgames import catalogue

from validator.play.driver import make_policies, play_match
from validator.play.modules import prepare
from validator.play.observers import HIDDEN, Sight, owner_of
from validator.play.replay import plan_of
from validator.rng import Streams

HANDS = {
    "battle_of_the_gods": lambda match: (match.hands[1], match.deck.cards),
    "first_druid": lambda match: (match.hands[1], match.deck.cards),
    "high_council": lambda match: (match.hands[1], match.decks[1].cards),
    "henge": lambda match: (match.players[1].hand, match.luck_deck.cards),
}


class Positions:
    """A watcher that copies the match as every turn begins."""

    def __init__(self):
        self.copies = []

    def before(self, match):
        pass

    def turn(self, match, number, seat):
        self.copies.append(match.copy())

    def after(self, match, outcome):
        pass


def table_of(name):
    tables = [table for table in catalogue().games[name].configurations if not table.bots]
    players = min(table.players for table in tables)
    plan = plan_of(catalogue(), name, players, 0)
    prepared = prepare(plan)
    sight = Sight(plan.game, plan.configuration, plan.rulings, prepared.frame)
    streams = Streams(plan.seed, name, prepared.frame.table, 0)
    return prepared, sight, streams, make_policies(plan.policies, streams)


def seen_by(sight, match, viewer):
    return sight.position(match, viewer), list(sight.zones(match, viewer))


@pytest.mark.parametrize("name", HANDS)
def test_a_seat_sees_the_same_whatever_another_holds(name):
    prepared, sight, streams, policies = table_of(name)
    watching = Positions()
    play_match(prepared, streams, policies, watchers=[watching])
    swapped = 0
    for match in watching.copies[:: max(1, len(watching.copies) // 12)]:
        before, shown = seen_by(sight, match, 0), match.show()
        hand, deck = HANDS[name](match)
        for at in range(min(len(hand), len(deck))):
            hand[at], deck[at] = deck[at], hand[at]
            swapped += 1
        assert seen_by(sight, match, 0) == before
        assert (match.show() != shown) == bool(hand and deck)
        assert HIDDEN in before[0] or not hand
    assert swapped > 3


@pytest.mark.parametrize("name", [*HANDS, "crossing_stonehenge"])
def test_all_pieces_are_counted_and_own_ones_shown(name):
    prepared, sight, streams, policies = table_of(name)
    watching = Positions()
    play_match(prepared, streams, policies, watchers=[watching])
    for match in watching.copies[:20]:
        for viewer in (0, 1):
            zones = list(sight.zones(match, viewer))
            census = {zone: pieces for zone, pieces in match.census().items() if pieces}
            assert {zone.zone: zone.count for zone in zones} == {
                zone: len(pieces) for zone, pieces in census.items()
            }
            hands = [zone for zone in zones if zone.zone.endswith(".hand")]
            assert all((zone.shown is not None) == (zone.seat == viewer) for zone in hands)
    assert all(map(sight.is_open, watching.copies)) == (name == "crossing_stonehenge")


def test_zones_of_seats_are_told_from_others():
    assert [owner_of(zone) for zone in ("seat1.hand", "seat12.x", "seats", "deck", "seat.x")] == [
        *(0, 11, -1, -1, -1)
    ]
