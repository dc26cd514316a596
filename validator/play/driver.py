"""The driver: asks policies for each decision, keeps the record, stops endless games."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, Self, cast

from validator.findings import UsageError
from validator.play.match import Ask, Switch, Tally
from validator.play.observers import Observer, SitsDown, Watcher
from validator.play.rules import Frame, Match, O, Option, Outcome, Prepared
from validator.rng import Rng, Streams


class Policy(Protocol):
    """Who decides for a seat."""

    __slots__ = ()

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken; ``options`` has at least two."""


class LuckyPolicy(Policy):
    """Who decides by lot, at least between options that seem as good."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def copy(self) -> Self:
        """The same player with the same luck to come."""
        other = copy(self)
        other.rng = self.rng.copy()
        return other


class RandomPolicy(LuckyPolicy):
    """Takes any legal option, all equally likely."""

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return a random index."""
        return self.rng.below(len(options))


# A rules module sees what :class:`validator.play.match.Ask` promises: ``choose`` (a decision),
# ``turn`` (a turn begins), ``tell`` (a deed nobody decides) and nothing else. A record (seed,
# configuration, rulings, choices) replays to the same end.


class Stalled(Exception):  # noqa: N818 - it ends a game, it is not an error
    """Raised by the driver when a game passes its cap; rules modules let it pass."""


class NoOptions(Exception):  # noqa: N818 - it ends a game that cannot go on
    """A rules module asked for a decision without options: a fault in the module."""


class Driver(Ask):
    """Runs one match. ``choices`` holds the index of each decision that was a real choice."""

    def __init__(
        self,
        frame: Frame,
        match: Match,
        tally: Tally,
        policies: Sequence[Policy],
        observers: Sequence[Observer] = (),
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.choice_cap = frame.choice_cap
        self.turn_cap = frame.turn_cap
        self.match = match
        self.tally = tally
        self.policies = list(policies)
        # asked for by name, as `isinstance` of a protocol takes longer than ten decisions
        sitting = [one for one in dict.fromkeys(policies) if hasattr(one, "sit_down")]
        for one in cast("list[SitsDown]", sitting):
            one.sit_down(frame)
        # who decides may watch the game too
        self.observers = [*observers, *[one for one in sitting if isinstance(one, Observer)]]
        self.watchers: list[Watcher] = [*self.observers, *watchers]
        self.choices: list[int] = []
        self.forced = 0

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Ask ``seat`` which of ``options`` it takes; ``what`` names the kind of decision.

        ``options`` must be ordered (never made from a set) and not empty; a single option
        is taken without asking.
        """
        count = len(options)
        if count > 1:
            index = self.policies[seat].pick(self.match, seat, what, options)
            choices = self.choices
            choices.append(index)
            if len(choices) > self.choice_cap:
                raise Stalled(f"no end after {self.choice_cap} choices")
        else:
            index = 0
            self.forced += 1
            if self.forced > self.choice_cap:
                raise Stalled(f"no end after {self.choice_cap} steps without a choice")
            if not options:
                raise NoOptions(f"seat {seat + 1} has nothing to choose for {what!r}")
        for observer in self.observers:
            observer.step(self.match, seat, what, options, index)
        return options[index]

    def turn(self, seat: int) -> None:
        """Begin a turn of ``seat``: every piece must be in its zone.

        Watchers see the table before the turn is counted, so that a copy they take counts
        it when it is played on.
        """
        tally = self.tally
        number = tally.turn + 1
        if number > self.turn_cap:
            raise Stalled(f"no end after {self.turn_cap} turns")
        for watcher in self.watchers:
            watcher.turn(self.match, number, seat)
        tally.turn = number

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Show observers what a seat did that no policy decides for; everybody may know it."""
        for observer in self.observers:
            observer.hear(self.match, seat, what, deed)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Enough to play one game again: who sat where comes with ``choices``.

    ``seats`` says of a game that people played who decided for each seat, by the word for the
    policy or ``person``; one that is ``unfinished`` was put aside after the last choice.
    """

    game: str
    table: str
    seed: int
    index: int
    rulings: tuple[tuple[str, str], ...]
    choices: tuple[int, ...]
    seats: tuple[str, ...] = ()
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: its end, its length and its counts.

    Only a match that counts them (``rounds``) has any.
    """

    outcome: Outcome
    turns: int
    choices: tuple[int, ...]
    forced: int
    tally: Tally
    match: Match
    rounds: int = 0

    @property
    def course(self) -> tuple[object, ...]:
        """What was chosen and what came of it."""
        return self.choices, self.turns, self.forced, self.outcome


def play_match(
    prepared: Prepared,
    streams: Streams,
    policies: Sequence[Policy],
    observers: Sequence[Observer] = (),
    watchers: Sequence[Watcher] = (),
    switch: Switch | None = None,
) -> PlayedGame:
    """Set up and play one game; one past its cap ends unfinished, with the scores it had.

    So does one in which somebody has nothing to choose, as its choices up to there are its record.

    Under ``switch`` a card does nothing, or what another one does.
    """
    frame = prepared.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    tally.switch = switch
    match = prepared.deal(streams, tally)
    return play_on(frame, match, policies, observers, watchers)


def play_on(
    frame: Frame,
    match: Match,
    policies: Sequence[Policy],
    observers: Sequence[Observer] = (),
    watchers: Sequence[Watcher] = (),
) -> PlayedGame:
    """Play a game on from where it stands: just dealt, or a copy from the start of a turn."""
    tally = match.tally
    driver = Driver(frame, match, tally, policies, observers, watchers)
    for watcher in driver.watchers:
        watcher.before(match)
    try:
        outcome = match.play(driver)
    except Stalled as stop:
        outcome = Outcome((), tuple(match.scores()), str(stop), finished=False)
    except NoOptions as fault:
        outcome = Outcome((), tuple(match.scores()), str(fault), finished=False, stuck=True)
    for watcher in driver.watchers:
        watcher.after(match, outcome)
    choices, rounds = tuple(driver.choices), getattr(match, "rounds", 0)
    return PlayedGame(outcome, tally.turn, choices, driver.forced, tally, match, rounds)


SEARCH = "search"
USUAL = 100
"""Imagined games a decision where no number is asked for."""
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


class GreedyPolicy(LuckyPolicy):
    """Takes the option its rules module rates best for the seat; equal ones by lot."""

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the best rating."""
        return best(match.rate(seat, what, options), self.rng)


class DrainPolicy(LuckyPolicy):
    """Takes the option that empties ``pile`` fastest; equal ones by lot.

    Draining can put the end of a game off for ever. So once the pile has not become lower for
    :data:`PATIENCE` turns (``least`` is how low it was in turn ``since``), it plays to win.
    """

    def __init__(self, pile: str, rng: Rng) -> None:
        super().__init__(rng)
        self.pile = pile
        self.at = 0
        self.least = NO_LEVEL
        self.since = 0

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

    def count_left(self) -> int:
        """How many choices are still to be repeated."""
        return len(self.choices) - self.at

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the next recorded index; MisfitError when the record does not fit the game."""
        if self.unfinished and not self.count_left():
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
    rng = streams.rng(f"policy-{seat}")
    if word == "random":
        return RandomPolicy(rng)
    if word == "greedy":
        return GreedyPolicy(rng)
    if word.startswith("drain:"):
        return DrainPolicy(word[6:], rng)
    number = word.partition(":")[2]
    searching = import_module("validator.play.search")  # which imports this module
    return cast(Policy, searching.SearchPolicy(seat, int(number or USUAL), streams))
