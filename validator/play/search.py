"""The ``search`` policy: it imagines games that could be the one it sits at, and plays them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

from validator.findings import UsageError
from validator.play.driver import best
from validator.play.imagined import WHOLE, Decision, ImaginedGame, together_now
from validator.play.observers import CanHide, Foresees, Known, Observer
from validator.play.rules import Frame, Match, Option
from validator.rng import Rng, Streams

# Sequential halving: options tried in the same imagined games, the worse half dropped each round.
#
# What an imagined game came to are whole numbers, so that sums are the same on every machine.
# (Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013.)


WIDTH, NARROW = 4, 16
"""Trials that an option gets at least: with fewer of them, fewer options are tried.

The second where the simple player is trusted. With 64 tries and 4 everywhere 47 % of 120 games of
Go Fish were won against greedy players, with 16 55 %; with 16 everywhere 48 % of 60 of Goofspiel,
where all bid at once, with 4 92 %.
"""
CLEAR, DOUBT, FIRM = 6, 1, 3
"""What the square of a difference must exceed, in squares of its standard error.

The first for an option that is tried no more, the others for what the simple player thinks less of:
firm where it is trusted. With 1 there, 64 tries won 44 % of 400 games of Pig against greedy
players, with 3 51 % of 600. In Harbour, where it is not, 1 won 77 % and 6 won 60 % of 60.
"""


Try = Callable[[int, int], ImaginedGame]
"""Tries an option in an imagined game: by the number of the option, and that of the game."""


def search(
    ratings: Sequence[int], budget: int, attempt: Try, rng: Rng, trusts: bool = False
) -> int:
    """Return the option to take: the one that did best in about ``budget`` trials.

    ``ratings`` are what a simple player thinks of the options; its choice is given up only for
    one that did better beyond doubt, where it thinks less of that one. Who ``trusts`` it tries
    few others, and none that is not soon ahead.
    """
    width, doubt = (NARROW, FIRM) if trusts else (WIDTH, DOUBT)
    order = list(range(len(ratings)))
    rng.shuffle(order)
    order.sort(key=lambda option: -ratings[option])
    first, rivals = order[0], order[1 : max(2, budget // width)]
    tried: dict[int, list[ImaginedGame]] = {option: [] for option in (first, *rivals)}
    rounds, planned = len(rivals).bit_length(), len(rivals)
    for left in range(rounds, 0, -1):
        each = max(1, budget // (rounds * (1 + planned)))
        for game in range(len(tried[first]), len(tried[first]) + each):
            for option in (first, *rivals):
                tried[option].append(attempt(option, game))
            if game % width == width - 1:
                values = _values(tried)
                top = max((first, *rivals), key=lambda option: sum(values[option]))
                rivals = [one for one in rivals if not _is_better(values[top], values[one], CLEAR)]
                if rivals == [top] and _is_better(values[top], values[first], CLEAR):
                    return top
                if not rivals:
                    return first
        values = _values(tried)
        if trusts:
            rivals = [one for one in rivals if sum(values[one]) > sum(values[first])]
        if not rivals:
            return first
        rivals.sort(key=lambda option: -sum(values[option]))
        planned = (planned + 1) // 2
        if left > 1:
            rivals = rivals[:planned]
    rival = rivals[0]
    doubt = 0 if ratings[rival] == ratings[first] else doubt
    return rival if _is_better(values[rival], values[first], doubt) else first


def _is_better(values: Sequence[int], others: Sequence[int], doubt: int) -> bool:
    """Whether one option did better than another in the same games, beyond ``doubt``."""
    differences = [one - other for one, other in zip(values, others, strict=False)]
    total, squares = sum(differences), sum(one * one for one in differences)
    return total > 0 and total * total > doubt * squares


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


# At each decision it copies the game as it stands (or from the start of the turn, and repeats the
# choices made since), deals anew what its seat cannot see, takes an option, and goes on: by what
# did well in the games before, then by the best of a few options. It decides by what these games
# come to and by what the greedy player thinks, and so knows no more than its seat does.


class SearchPolicy(Observer):
    """Takes the option that did best in ``budget`` imagined games for each decision.

    ``made`` are the choices since the copy ``start`` was taken, each with the number of the choice
    that seats made together, or 0; ``count`` are those of the whole game. The luck of a decision
    depends on nothing but the game and ``count``. What was ``taken`` at a position of this turn
    and led back to it is not taken there again: who offered a trade and refused the answer did so
    165 times in a turn of First Druid.
    """

    __slots__ = ("budget", "count", "frame", "made", "memory", "seat", "start", "streams", "taken")

    frame: Frame
    memory: SeatMemory
    start: CanHide

    def __init__(self, seat: int, budget: int, streams: Streams) -> None:
        self.seat = seat
        self.budget = budget
        self.streams = streams
        self.made: list[tuple[int, int]] = []
        self.taken: set[tuple[str, object, int]] = set()
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
        self.taken.clear()

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Note a choice, and what has moved."""
        self.memory.look(cast(CanHide, match))
        if len(options) > 1:
            self.made.append((index, together_now(match)))
            self.count += 1
        if len(options) > 1 and seat == self.seat:
            self.taken.add((what, _position(match), index))

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option that did best; what others choose now is not known."""
        self.memory.look(cast(CanHide, match))
        known = self.memory.knows()
        if isinstance(match, Foresees):
            decision = Decision(self.frame, cast(CanHide, match.copy()), None, self.seat, known)
        else:
            now = together_now(match)
            made = tuple(index for index, together in self.made if not now or together != now)
            decision = Decision(self.frame, self.start, made, self.seat, known)
        rng = self.streams.rng(f"search-{seat}-{self.count}")
        address = rng.word()

        position, numbers = _position(match), range(len(options))
        left = [option for option in numbers if (what, position, option) not in self.taken]
        ratings = match.rate(seat, what, options)
        if len(left) < 2:
            return left[0] if left else best(ratings, rng)

        def attempt(at: int, game: int) -> ImaginedGame:
            luck = Streams(address, "imagined", str(seat), game)
            return decision.attempt(left[at], game, luck)

        reckons = isinstance(match, Foresees) and match.reckons(options)
        trusts = reckons and not together_now(match)
        rated = [ratings[option] for option in left]
        return left[search(rated, self.budget, attempt, rng, trusts)]


def _position(match: Match) -> object:
    """The position, if the match can tell it from others; else none is like another."""
    return match.position() if isinstance(match, Foresees) else object()
