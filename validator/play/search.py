"""The ``search`` policy: it imagines games that could be the one it sits at, and plays them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from validator.findings import UsageError
from validator.play.driver import NoOptions, Stalled, best
from validator.play.observers import CanHide, Known, Observer, deal_anew
from validator.play.rules import AsksTogether, Frame, Match, O, Option, Outcome
from validator.rng import Rng, Streams

# Sequential halving: options tried in the same imagined games, the worse half dropped each round.
#
# What an imagined game came to is a :class:`Trial`, all whole numbers, so that sums are the same
# on every machine. (Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits, ICML
# 2013.)


WHOLE = 60
"""A whole win in a :class:`Trial`; it can be shared evenly by up to six winners."""
WIDTH = 4
"""Trials that an option gets at least: with fewer of them, fewer options are tried."""
DOUBT = 1
"""What the square of a difference must exceed, in squares of its standard error."""


@dataclass(frozen=True, slots=True)
class ImaginedGame:
    """One imagined game: the share of the win, of :data:`WHOLE`, and the lead at its end."""

    win: int
    lead: int


Try = Callable[[int, int], ImaginedGame]
"""Tries an option in an imagined game: by the number of the option, and that of the game."""


def search(ratings: Sequence[int], budget: int, attempt: Try, rng: Rng) -> int:
    """Return the option to take: the one that did best in about ``budget`` trials.

    ``ratings`` are what a simple player thinks of the options; its choice is given up only for
    one that did better beyond doubt, where it thinks less of that one.
    """
    order = list(range(len(ratings)))
    rng.shuffle(order)
    order.sort(key=lambda option: -ratings[option])
    first, rivals = order[0], order[1 : max(2, budget // WIDTH)]
    tried: dict[int, list[ImaginedGame]] = {option: [] for option in (first, *rivals)}
    rounds = len(rivals).bit_length()
    for left in range(rounds, 0, -1):
        done = len(tried[first])
        each = max(1, budget // (rounds * (1 + len(rivals))))
        for game in range(done, done + each):
            for option in (first, *rivals):
                tried[option].append(attempt(option, game))
        values = _values(tried)
        rivals.sort(key=lambda option: -sum(values[option]))
        if left > 1:
            rivals = rivals[: (len(rivals) + 1) // 2]
    rival = rivals[0]
    differences = [one - other for one, other in zip(values[rival], values[first], strict=True)]
    total = sum(differences)
    if total <= 0:
        return first
    if ratings[rival] == ratings[first]:
        return rival
    squares = sum(one * one for one in differences)
    return rival if total * total > DOUBT * squares else first


def _values(tried: dict[int, list[ImaginedGame]]) -> dict[int, list[int]]:
    """What each trial of each option is worth.

    A win weighs as much against a lead as the leads seen on average.
    """
    leads = [abs(trial.lead) for trials in tried.values() for trial in trials]
    stake = max(sum(leads) // max(len(leads), 1), 1)
    return {
        option: [stake * trial.win + WHOLE * trial.lead for trial in trials]
        for option, trials in tried.items()
    }


Lying = dict[str, Counter[int]]
"""The cards of zones, by the zones' names."""


class SeatMemory:
    """Watches the zones that a seat cannot look into, between one step and the next.

    A card that came from where the seat sees is known to lie there; one that goes where it sees is
    known no more. When a card goes from one unseen zone to another nobody knows which one it was,
    and all that was known of the zone it came from is forgotten.
    """

    __slots__ = ("known", "lying", "seat")

    def __init__(self, seat: int, match: CanHide) -> None:
        self.seat = seat
        self.known: Lying = {}
        self.lying = _unseen_zones(match, seat)

    def look(self, match: CanHide) -> None:
        """See what has moved since the last look."""
        before, now = self.lying, _unseen_zones(match, self.seat)
        if before == now:
            return
        self.lying = now
        nothing: Counter[int] = Counter()
        came = {zone: cards - before.get(zone, nothing) for zone, cards in now.items()}
        went = {zone: cards - now.get(zone, nothing) for zone, cards in before.items()}
        appeared, vanished = (
            {card for cards in zones.values() for card in cards} for zones in (came, went)
        )
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


def _unseen_zones(match: CanHide, seat: int) -> Lying:
    return {
        zone: Counter(cards)
        for unseen in match.unseen(seat)
        for zone, cards in unseen.zones.items()
    }


AHEAD = 24
"""Choices that an imagined game is played on for; what is not at its end then counts as it stands.

Fewer do not show what an option is good for, more add luck that has nothing to do with it: with
100 imagined games a decision, 12 won half of 60 games of Battle of the Gods against greedy
players, 24 won two thirds of 60, and going on to the end about half of 30.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided: by whom, at which table, behind which choices since ``start``.

    ``start`` is a copy from the start of the turn; ``known`` is what the seat knows of what it
    cannot see.
    """

    frame: Frame
    start: CanHide
    made: tuple[int, ...]
    seat: int
    known: Known

    def attempt(self, option: int, streams: Streams) -> ImaginedGame:
        """Play an imagined game with the luck of ``streams`` in which ``option`` is taken."""
        match = cast(CanHide, self.start.copy())
        try:
            outcome = match.play(_ImaginedCourse(self, match, option, streams))
        except (Stalled, NoOptions):
            return ImaginedGame(WHOLE // 2, lead(self.frame, match.scores(), self.seat))
        return ImaginedGame(_share(outcome, self.seat), lead(self.frame, outcome.scores, self.seat))


class _ImaginedCourse:
    """What an imagined game asks: repeats, deals anew, takes the option, and plays on greedily."""

    __slots__ = ("decision", "left", "match", "option", "repeated", "rng", "streams")

    def __init__(self, decision: Decision, match: CanHide, option: int, streams: Streams) -> None:
        self.decision = decision
        self.match = match
        self.option = option
        self.streams = streams
        self.rng = streams.rng("choices")
        self.repeated = 0
        self.left = AHEAD

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Answer a decision."""
        if len(options) < 2:
            if not options:
                raise NoOptions(f"seat {seat + 1} has no option for {what!r}")
            return options[0]
        made = self.decision.made
        if self.repeated < len(made):
            self.repeated += 1
            return options[made[self.repeated - 1]]
        if self.repeated == len(made):
            self.repeated += 1
            deal_anew(self.match, self.decision.seat, self.decision.known, self.streams)
        if self.option >= 0 and seat == self.decision.seat:
            option, self.option = self.option, -1
            return options[option]
        self.left -= 1
        if self.left < 0:
            raise Stalled("looked ahead far enough")
        return options[best(self.match.rate(seat, what, options), self.rng)]

    def turn(self, seat: int) -> None:
        """Begin a turn."""
        tally = self.match.tally
        tally.turn += 1
        if tally.turn > self.decision.frame.turn_cap:
            raise Stalled("no end")

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Nobody listens."""


def _share(outcome: Outcome, seat: int) -> int:
    if not outcome.finished or not outcome.winners:
        return WHOLE // 2
    return WHOLE // len(outcome.winners) if seat in outcome.winners else 0


def lead(frame: Frame, scores: Sequence[int], seat: int) -> int:
    """How far a seat with its partners is in front of the best of the others."""
    sign = -1 if frame.least_wins else 1
    teams = frame.teams or len(scores)
    points = [sign * sum(scores[team::teams]) for team in range(teams)]
    own = points.pop(seat % teams)
    return own - max(points) if points else own


# At each decision it copies the game from the start of the turn, repeats the choices made since,
# deals anew what its seat cannot see, takes an option, and lets everybody play on greedily. It
# decides by what these games come to and by what the greedy player thinks, and so knows no more
# than its seat does.


class SearchPolicy(Observer):
    """Takes the option that did best in ``budget`` imagined games for each decision.

    ``made`` are the choices since the copy ``start`` was taken, each with the number of the choice
    that seats made together, or 0; ``count`` are those of the whole game. The luck of a decision
    depends on nothing but the game and ``count``.
    """

    __slots__ = ("budget", "count", "frame", "made", "memory", "seat", "start", "streams")

    frame: Frame
    memory: SeatMemory
    start: CanHide

    def __init__(self, seat: int, budget: int, streams: Streams) -> None:
        self.seat = seat
        self.budget = budget
        self.streams = streams
        self.made: list[tuple[int, int]] = []
        self.count = 0

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""
        self.frame = frame

    def before(self, match: Match) -> None:
        """Keep a copy of the table after set-up; UsageError where nothing says what is hidden."""
        if not isinstance(match, CanHide):
            raise UsageError(
                f"{self.frame.game} cannot be searched: no rules module says what is hidden",
                "give its match `unseen` and `renew_luck` (docs/rules-modules.md), or play greedy",
            )
        self.memory = SeatMemory(self.seat, match)
        self._keep(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Keep a copy of the table as a turn begins."""
        self._keep(cast(CanHide, match))

    def _keep(self, match: CanHide) -> None:
        self.memory.look(match)
        self.start = cast(CanHide, match.copy())
        self.made.clear()

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Note a choice, and what has moved."""
        self.memory.look(cast(CanHide, match))
        if len(options) > 1:
            self.made.append((index, _together(match)))
            self.count += 1

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option that did best; what others choose now is not known."""
        self.memory.look(cast(CanHide, match))
        now = _together(match)
        made = tuple(index for index, together in self.made if not now or together != now)
        decision = Decision(self.frame, self.start, made, seat, self.memory.knows())
        rng = self.streams.rng(f"search-{seat}-{self.count}")
        address = rng.word()

        def attempt(option: int, game: int) -> ImaginedGame:
            return decision.attempt(option, Streams(address, "imagined", str(seat), game))

        return search(match.rate(seat, what, options), self.budget, attempt, rng)


def _together(match: Match) -> int:
    """The number of a choice that seats make together while it is made, else 0."""
    return cast(AsksTogether, match).together if hasattr(match, "together") else 0
