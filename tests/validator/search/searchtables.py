"""Every game that can be played: the shipped ones, the small ones of the tests, the starters."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from shippedgames import ROOT

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.play.driver import PlayedGame, Policy, make_policies, parse_policy, play_match
from validator.play.modules import prepare_table
from validator.play.observers import CanHide, Known, Sight, Unseen
from validator.play.rules import Match, Outcome, Prepared
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

SHIPPED = (
    *("battle_of_the_gods", "crossing_stonehenge", "first_druid"),
    *("henge", "high_council"),
)
MIXED = ("mini_guess", "mini_hands", "mini_builder")
"""Games in which sets of cards with one back are mixed while they are played."""
SMALL = ("mini_eights", "mini_market", "mini_tricks", *MIXED)
NAMES = (*SHIPPED, *SMALL, *starters())
OPEN = ("crossing_stonehenge", "pig")
"""Games in which nothing is hidden."""


@cache
def game(name: str) -> Game:
    """A game by its name."""
    if name in SHIPPED:
        return load(ROOT, [name])[0].games[name]
    if name in SMALL:
        return load(ROOT / "tests" / "played")[0].games[name]
    with TemporaryDirectory() as folder:
        write_starter(Path(folder), name, name)
        [only] = load(Path(folder))[0].games.values()
    return only


@cache
def table(name: str) -> tuple[Prepared, Sight]:
    """The smallest table of a game, without bots if there is one."""
    found = game(name)
    configuration = min(found.configurations, key=lambda one: (one.bots, one.players))
    rulings = resolve_rulings(found)
    ready = prepare_table(found, configuration, rulings)
    return ready, Sight(found, configuration, rulings, ready.frame)


def seated(
    name: str, policy: str = "random", index: int = 0
) -> tuple[Prepared, Streams, list[Policy]]:
    """The smallest table of a game, the luck of one game there, and policies by their words."""
    ready, _ = table(name)
    streams = Streams(1, ready.frame.game, ready.frame.table, index)
    return ready, streams, make_policies(parse_policy(policy, ready.frame), streams)


def play(name: str, policy: str, index: int = 0) -> PlayedGame:
    """Play a game with policies by their words."""
    return play_match(*seated(name, policy, index))


class TurnStarts:
    """Keeps copies of a match from the start of every turn."""

    def __init__(self) -> None:
        self.copies: list[CanHide] = []

    def before(self, match: Match) -> None:
        self.turn(match, 0, 0)

    def turn(self, match: Match, number: int, seat: int) -> None:
        if isinstance(match, CanHide):
            self.copies.append(match.copy())

    def after(self, match: Match, outcome: Outcome) -> None:
        pass


def turn_starts(name: str, count: int) -> list[CanHide]:
    """So many copies of one game that is played by lot, from its start to its end."""
    starts = TurnStarts()
    play_match(*seated(name), watchers=[starts])
    assert starts.copies, "the match says what is hidden"
    return starts.copies[:: max(1, len(starts.copies) // count)]


Mixed = dict[tuple[int, int], tuple[int, int]]
"""Kinds of cards that lay together where a seat could not look, each with one that stands for all:
which of what is unseen, and the kind there."""


def watch_mixing(match: CanHide, mixed: Mixed) -> None:
    """See which kinds lie together now: from then on nobody can tell them apart."""
    for seat in range(len(match.scores())):
        for at, unseen in enumerate(match.unseen(seat)):
            for cards in unseen.zones.values():
                found = {_kind(mixed, at, unseen, card) for card in cards}
                for one, other in list(mixed.items()):
                    if other in found:
                        mixed[one] = min(found)


def _kind(mixed: Mixed, at: int, unseen: Unseen, card: int) -> tuple[int, int]:
    kind = (at, unseen.kinds[card] if unseen.kinds else 0)
    return mixed.setdefault(kind, kind)


def jumble(match: CanHide, seat: int, known: Known, mixed: Mixed) -> bool:
    """Lay what a seat cannot see the other way round, unnoticeably; tell whether anything moved.

    Cards change places with those of their kind, and of kinds that have been ``mixed`` with it.
    """
    moved = False
    for number, unseen in enumerate(match.unseen(seat)):
        spots: dict[tuple[int, int], list[tuple[MutableSequence[int], int]]] = {}
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
