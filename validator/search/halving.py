"""Sequential halving: options tried in the same imagined games, the worse half dropped each round.

What an imagined game came to is a :class:`Trial`, all whole numbers, so that sums are the same on
every machine. (Karnin, Koren, Somekh: Almost Optimal Exploration in Multi-Armed Bandits, ICML
2013.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from validator.play.rules import NEVER
from validator.rng import Rng

WHOLE = 60
"""A whole win in a :class:`Trial`; it can be shared evenly by up to six winners."""
WIDTH = 4
"""Trials that an option gets at least: with fewer of them, fewer options are tried."""
DOUBT = 1
"""What the square of a difference must exceed, in squares of its standard error."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One imagined game: the share of the win, of :data:`WHOLE`, and the lead at its end."""

    win: int
    lead: int


Try = Callable[[int, int], Trial]
"""Tries an option in an imagined game: by the number of the option, and that of the game."""


@dataclass(slots=True)
class _Tried:
    """The trials so far of each option, by its number; all that are left have equally many."""

    trials: dict[int, list[Trial]] = field(default_factory=dict)

    def stake(self) -> int:
        """What a win weighs against a lead: as much as the leads seen, on average."""
        leads = [abs(trial.lead) for trials in self.trials.values() for trial in trials]
        return max(sum(leads) // max(len(leads), 1), 1)

    def values(self, option: int) -> list[int]:
        """What each trial of an option is worth."""
        stake = self.stake()
        return [stake * trial.win + WHOLE * trial.lead for trial in self.trials[option]]


def search(ratings: Sequence[int], budget: int, attempt: Try, rng: Rng) -> int:
    """Return the option to take: the one that did best in about ``budget`` trials.

    ``ratings`` are what a simple player thinks of the options; its choice is given up only for
    one that did better beyond doubt, where it thinks less of that one. What is ``NEVER`` good is
    not tried.
    """
    order = [option for option, rating in enumerate(ratings) if rating != NEVER]
    if len(order) == 1:
        return order[0]
    rng.shuffle(order)
    order.sort(key=lambda option: -ratings[option])
    first, rivals = order[0], order[1 : max(2, budget // WIDTH)]
    tried = _Tried({option: [] for option in (first, *rivals)})
    rounds = len(rivals).bit_length()
    for left in range(rounds, 0, -1):
        done = len(tried.trials[first])
        each = max(1, budget // (rounds * (1 + len(rivals))))
        for game in range(done, done + each):
            for option in (first, *rivals):
                tried.trials[option].append(attempt(option, game))
        sums = {option: sum(tried.values(option)) for option in rivals}
        rivals.sort(key=lambda option: -sums[option])
        if left > 1:
            rivals = rivals[: (len(rivals) + 1) // 2]
    return _the_better(tried, first, rivals[0], ratings)


def _the_better(tried: _Tried, first: int, rival: int, ratings: Sequence[int]) -> int:
    """The one of two that did better in the same games."""
    pairs = zip(tried.values(rival), tried.values(first), strict=True)
    differences = [one - other for one, other in pairs]
    total = sum(differences)
    if total <= 0:
        return first
    if ratings[rival] == ratings[first]:
        return rival
    squares = sum(one * one for one in differences)
    return rival if total * total > DOUBT * squares else first
