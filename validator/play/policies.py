"""Who plays: ``random``, ``greedy``, ``search``, ``drain:<pile>``, or a record of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from validator.play.deciding import Policy, RandomPolicy
from validator.play.driver import Stalled
from validator.play.rules import Frame, Match, Option
from validator.rng import Rng, Streams
from validator.usage import UsageError

SEARCHING = "validator.search.policy"
"""What makes a policy that searches: ``make(seat, word, streams)``."""
SEARCH = "search"
PATIENCE = 200
"""Turns in which a pile has to become lower, or nobody goes on draining it.

In no game that comes with trilith did one run dry that had not become lower for 80 turns.
"""
NO_LEVEL = 1 << 30
"""More than lies in any pile."""
MOST = 100_000
"""Imagined games a decision that can be asked for."""


class MisfitError(ValueError):
    """A record that says what cannot be chosen: rules or data are not those it was made with."""


class GreedyPolicy(Policy):
    """Takes the option its rules module rates best for the seat; equal ones by lot."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def copy(self) -> GreedyPolicy:
        """The same player with the same luck to come."""
        return GreedyPolicy(self.rng.copy())

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the best rating."""
        return best(match.rate(seat, what, options), self.rng)


class DrainPolicy(Policy):
    """Takes the option that empties ``pile`` fastest; equal ones by lot.

    Draining can put the end of a game off for ever. So once the pile has not become lower for
    :data:`PATIENCE` turns (``least`` is how low it was in turn ``since``), it plays to win.
    """

    __slots__ = ("at", "least", "pile", "rng", "since")

    def __init__(self, pile: str, rng: Rng) -> None:
        self.pile = pile
        self.rng = rng
        self.at = 0
        self.least = NO_LEVEL
        self.since = 0

    def copy(self) -> DrainPolicy:
        """The same player with the same luck to come."""
        other = DrainPolicy(self.pile, self.rng.copy())
        other.at, other.least, other.since = self.at, self.least, self.since
        return other

    def sit_down(self, frame: Frame) -> None:
        """Learn which of the piles it is."""
        self.at = [pile.id for pile in frame.piles].index(self.pile)

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option with the highest rate of drain, while that helps."""
        tally = match.tally
        least = max(tally.gauges[self.at].least, 0)
        if least < self.least:
            self.least, self.since = least, tally.turn
        if tally.turn - self.since > PATIENCE:
            return best(match.rate(seat, what, options), self.rng)
        return best(match.drain(self.pile, seat, what, options), self.rng)


class ScriptPolicy(Policy):
    """Repeats the choices of a record; shared by all seats of a game.

    One that is ``unfinished`` ends the game behind its last choice.
    """

    __slots__ = ("at", "choices", "unfinished")

    def __init__(self, choices: Sequence[int], unfinished: bool = False) -> None:
        self.choices = choices
        self.unfinished = unfinished
        self.at = 0

    def left(self) -> int:
        """How many choices are still to be repeated."""
        return len(self.choices) - self.at

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the next recorded index; MisfitError when the record does not fit the game."""
        if self.unfinished and not self.left():
            raise Stalled("put aside here")
        if self.at >= len(self.choices) or not 0 <= self.choices[self.at] < len(options):
            raise MisfitError(f"the record does not fit this game at choice {self.at + 1}")
        self.at += 1
        return self.choices[self.at - 1]


def best(ratings: Sequence[int], rng: Rng) -> int:
    """Return the index of the highest rating, one of them by lot if several are equal."""
    top = max(ratings)
    first = ratings.index(top)
    ties = ratings.count(top)
    if ties == 1:
        return first
    at = first
    for _ in range(rng.below(ties)):
        at = ratings.index(top, at + 1)
    return at


def parse_policy(text: str, frame: Frame) -> tuple[str, ...]:
    """Return the policy of each seat: one word for all, or one a human seat with commas.

    Raise UsageError, naming the words that exist, for anything else.
    """
    words = tuple(word.strip() for word in text.split(","))
    for word in words:
        _check(word, frame)
    humans = len(frame.seats) - len(frame.bots)
    if len(words) not in (1, humans):
        raise UsageError(
            f"{len(words)} policies for {humans} players",
            f"give one policy for all, or {humans} with commas between them",
        )
    given = iter(words * (humans if len(words) == 1 else 1))
    return tuple(
        "random" if seat in frame.bots else next(given) for seat in range(len(frame.seats))
    )


def _check(word: str, frame: Frame) -> None:
    """Raise UsageError unless ``word`` is a policy of this game."""
    piles = [pile.id for pile in frame.piles]
    if word in ("random", "greedy", SEARCH) or (word.startswith("drain:") and word[6:] in piles):
        return
    kind, _, number = word.partition(":")
    if kind == SEARCH and number.isascii() and number.isdecimal() and 0 < int(number) <= MOST:
        return
    if kind == SEARCH:
        hint = f"a whole number from 1 to {MOST}: so many games are imagined at each decision"
        raise UsageError(f"{word!r} does not say how long to search", hint)
    drains = ", ".join(f"drain:{pile}" for pile in piles)
    raise UsageError(
        f"{frame.game} has no policy {word!r}",
        f"use random, greedy{', ' + drains if drains else ''}, search, search:NUMBER",
    )


def make_policies(words: Sequence[str], streams: Streams) -> list[Policy]:
    """Return a policy for each seat, each with its own stream."""
    return [_make(seat, word, streams) for seat, word in enumerate(words)]


def _make(seat: int, word: str, streams: Streams) -> Policy:
    """Return the policy called ``word``."""
    if word.partition(":")[0] == SEARCH:
        searching = cast(Callable[[int, str, Streams], Policy], import_module(SEARCHING).make)
        return searching(seat, word, streams)
    rng = streams.rng(f"policy-{seat}")
    if word == "greedy":
        return GreedyPolicy(rng)
    if word.startswith("drain:"):
        return DrainPolicy(word[6:], rng)
    return RandomPolicy(rng)
