"""Every game that can be played: the shipped ones, the small ones of the tests, the starters."""

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from matches import TurnStarts, play_game
from shippedgames import game_of, small_games

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.play.modules import prepare_table
from validator.play.observers import CanHide, Sight
from validator.play.rulings import resolve_rulings

SHIPPED = ("battle_of_the_gods", "crossing_stonehenge", "first_druid", "henge", "high_council")
MIXED = ("mini_guess", "mini_hands", "mini_builder")
"""Games in which sets of cards with one back are mixed while they are played."""
SMALL = ("mini_eights", "mini_market", "mini_tricks", *MIXED)
NAMES = (*SHIPPED, *SMALL, *starters())
OPEN = ("crossing_stonehenge", "pig")
"""Games in which nothing is hidden."""


@cache
def game(name):
    """A game by its name."""
    if name in SHIPPED:
        return game_of(name)
    if name in SMALL:
        return small_games()[name]
    with TemporaryDirectory() as folder:
        write_starter(Path(folder), name, name)
        [only] = load(Path(folder))[0].games.values()
    return only


@cache
def table(name):
    """The smallest table of a game, without bots if there is one."""
    found = game(name)
    configuration = min(found.configurations, key=lambda one: (one.bots, one.players))
    rulings = resolve_rulings(found)
    ready = prepare_table(found, configuration, rulings)
    return ready, Sight(found, configuration, rulings, ready.frame)


def play(name, policy, index=0):
    """Play a game with policies by their words."""
    return play_game(table(name)[0], policy, index, False)


class Starts(TurnStarts):
    """Copies the match before its first turn too."""

    def before(self, match):
        assert isinstance(match, CanHide), "the match says what is hidden"
        self.turn(match, 0, 0)


def turn_starts(name, count):
    """So many copies of one game that is played by lot, from its start to its end."""
    starts = Starts()
    play_game(table(name)[0], "random", 0, False, [starts])
    copies = [match for match, _, _ in starts.taken]
    return copies[:: max(1, len(copies) // count)]


def watch_mixing(match, mixed):
    """See which kinds lie together now: from then on nobody can tell them apart.

    ``mixed`` maps each (which of what is unseen, the kind there) to one that stands for all.
    """
    for seat in range(len(match.scores())):
        for at, unseen in enumerate(match.unseen(seat)):
            for cards in unseen.zones.values():
                found = {_kind(mixed, at, unseen, card) for card in cards}
                for one, other in list(mixed.items()):
                    if other in found:
                        mixed[one] = min(found)


def _kind(mixed, at, unseen, card):
    kind = (at, unseen.kinds[card] if unseen.kinds else 0)
    return mixed.setdefault(kind, kind)


def jumble(match, seat, known, mixed):
    """Lay what a seat cannot see the other way round, unnoticeably; tell whether anything moved.

    Cards change places with those of their kind, and of kinds that have been ``mixed`` with it.
    """
    moved = False
    for number, unseen in enumerate(match.unseen(seat)):
        spots = {}
        for zone, cards in unseen.zones.items():
            kept = Counter(known.get(zone, ()))
            for at, card in enumerate(cards):
                if kept[card] > 0:
                    kept[card] -= 1
                else:
                    spots.setdefault(_kind(mixed, number, unseen, card), []).append((cards, at))
        for places in spots.values():
            held = [cards[at] for cards, at in places]
            moved = moved or held != held[::-1]
            for (cards, at), card in zip(places, reversed(held), strict=True):
                cards[at] = card
    return moved
