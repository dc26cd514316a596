"""Games of both sides on the same luck, as a job that can be shared out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from validator.chunks.digest import digest_of
from validator.compare.course import same_course
from validator.compare.pairs import PairSums, Sheet, no_pairs
from validator.play.plan import Plan, prepare
from validator.play.rules import Prepared
from validator.trials.games import Games, play_one
from validator.trials.sampler import Sampler


@dataclass(frozen=True, slots=True)
class PairJob:
    """Pairs of games of one line, as a job that is shared out."""

    sums: ClassVar[type[PairSums]] = PairSums

    before: Plan
    now: Plan
    sheets: tuple[Sheet, Sheet]

    def key(self) -> str:
        """A hash of all that both sides depend on."""
        return digest_of("pairs", Games(self.before).key(), Games(self.now).key())

    def prepare(self) -> ReadyPairs:
        """Prepare both tables."""
        return ReadyPairs(self, prepare(self.before), prepare(self.now))


@dataclass(frozen=True, slots=True)
class ReadyPairs:
    """Pairs of games ready to be played."""

    job: PairJob
    before: Prepared
    now: Prepared

    def run(self, start: int, stop: int) -> PairSums:
        """Play the games ``start`` to ``stop - 1`` of both sides.

        Raises:
            GameFaultError: the rules module fails in one of them.
        """
        old, new = self.job.sheets
        sums = no_pairs(new.figures)
        quiet = [Sampler(table.frame, [], False) for table in (self.before, self.now)]
        for index in range(start, stop):
            before = play_one(self.job.before, self.before, index, quiet[0])
            now = play_one(self.job.now, self.now, index, quiet[1])
            sums.add(index, old.read(before), new.read(now), same_course(before, now))
        return sums
