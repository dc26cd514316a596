"""The driver: asks policies for each decision, keeps the record, stops endless games.

A rules module sees what :class:`validator.play.asking.Ask` promises: ``choose`` (a decision),
``turn`` (a turn begins), ``tell`` (a deed nobody decides) and nothing else. A record (seed,
configuration, rulings, choices) replays to the same end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.play.asking import Ask
from validator.play.deciding import Policy
from validator.play.participants import Hearer, Observer, SitsDown, Watcher, WatchingPolicy
from validator.play.rules import Frame, Match, O, Option, Outcome, Prepared
from validator.play.tally import Switch, Tally
from validator.rng import Streams


class Stalled(Exception):  # noqa: N818 - it ends a game, it is not an error
    """Raised by the driver when a game passes its cap; rules modules let it pass."""


class NoOptions(Exception):  # noqa: N818 - it ends a game that cannot go on
    """A rules module asked for a decision without options: a fault in the module."""


class Driver(Ask):
    """Runs one match. ``choices`` holds the index of each decision that was a real choice."""

    __slots__ = (
        "choice_cap",
        "choices",
        "forced",
        "frame",
        "match",
        "observers",
        "policies",
        "tally",
        "turn_cap",
        "watchers",
    )

    def __init__(
        self,
        frame: Frame,
        match: Match,
        tally: Tally,
        policies: Sequence[Policy],
        observers: Sequence[Observer] = (),
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.frame = frame
        self.choice_cap = frame.choice_cap
        self.turn_cap = frame.turn_cap
        self.match = match
        self.tally = tally
        self.policies = list(policies)
        self.observers = [*observers, *_watching(policies, frame)]
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
        if self.observers:
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
        if self.watchers:
            for watcher in self.watchers:
                watcher.turn(self.match, number, seat)
        tally.turn = number

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Show observers what a seat did that no policy decides for; everybody may know it."""
        for observer in self.observers:
            if isinstance(observer, Hearer):
                observer.hear(self.match, seat, what, deed)
            else:
                observer.step(self.match, seat, what, (deed,), 0)


@dataclass(frozen=True, slots=True)
class Record:
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
class Played:
    """A game that was played: its end, its length and its counts."""

    outcome: Outcome
    turns: int
    choices: tuple[int, ...]
    forced: int
    tally: Tally
    match: Match


def _watching(policies: Sequence[Policy], frame: Frame) -> list[Observer]:
    """Those policies that watch the game, each once; whoever wants to sits down."""
    for policy in dict.fromkeys(policies):
        if isinstance(policy, SitsDown):
            policy.sit_down(frame)
    return [one for one in dict.fromkeys(policies) if isinstance(one, WatchingPolicy)]


def play_match(
    prepared: Prepared,
    streams: Streams,
    policies: Sequence[Policy],
    observers: Sequence[Observer] = (),
    watchers: Sequence[Watcher] = (),
    switch: Switch | None = None,
) -> Played:
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
) -> Played:
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
    return Played(outcome, tally.turn, tuple(driver.choices), driver.forced, tally, match)
