"""What is known of a line so far, and whether that is enough."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from validator.compare.judge import (
    PILOT,
    Judged,
    Measure,
    Verdict,
    judge,
    measures,
    settled,
    verdicts,
)
from validator.compare.margins import Family
from validator.compare.pairs import Figure, PairSums, no_pairs


def looks(games: int) -> Iterator[tuple[int, int]]:
    """Ranges after each of which a line is judged, up to ``games``; the first sets the bounds.

    Each is an eighth of all games before, so that few are played in vain.
    """
    at = 0
    while at < games:
        stop = min(at + max(PILOT, at // 8), games)
        yield at, stop
        at = stop


@dataclass(slots=True)
class Evidence:
    """Pairs of one line, taken in as they are played; ``alpha`` is the line's chance to err.

    Of the piles ``silent`` the rules do not say what when they run out.
    """

    figures: Sequence[Figure]
    alpha: float
    margins: Mapping[Family, float]
    silent: Collection[str] = ()
    measures: tuple[Measure, ...] = ()
    pilot: PairSums = field(init=False)
    counted: PairSums = field(init=False)

    def __post_init__(self) -> None:
        self.pilot = self.counted = no_pairs(self.figures)

    def take(self, sums: PairSums) -> None:
        """Take in the pairs of the next look."""
        if not self.measures:
            self.pilot, self.counted = sums, no_pairs(self.figures)
            self.measures = measures(self.figures, sums, self.alpha, self.margins)
        else:
            self.counted.merge(sums)

    @property
    def is_known(self) -> bool:
        """Tell whether no further game is needed: every figure but those of cards is known."""
        if not self.counted.games:
            return False
        return settled(self.measures, self.figures, self.counted, self.silent)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What is said of every figure as it stands."""
        return verdicts(self.measures, self.figures, self.counted, self.silent)

    @property
    def judged(self) -> tuple[Judged, ...]:
        """Every figure as it stands."""
        return judge(self.measures, self.figures, self.counted, self.silent)

    @property
    def games(self) -> int:
        """Pairs that were played, those that set the bounds among them."""
        return self.pilot.games + self.counted.games

    @property
    def same(self) -> int:
        """Pairs that went the same way on both sides."""
        return self.pilot.same + self.counted.same

    @property
    def other(self) -> int:
        """The number of the first pair that did not, -1 where there is none."""
        return self.pilot.other if self.pilot.other >= 0 else self.counted.other
