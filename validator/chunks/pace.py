"""How many trials make a chunk: as long as they last, as was measured of those before."""

from __future__ import annotations

from dataclasses import dataclass, field

GROWTH = 8
"""A chunk has at most so many times the trials of the largest one of its job before."""


@dataclass(slots=True)
class _Measured:
    trials: int = 0
    seconds: float = 0.0
    largest: int = 0


@dataclass(slots=True)
class Pace:
    """Seconds that trials took, by the number of their job.

    It decides on the size of chunks alone, never on a result.
    """

    jobs: dict[int, _Measured] = field(default_factory=dict)

    def note(self, job: int, trials: int, seconds: float) -> None:
        """Take in that trials were done."""
        seen = self.jobs.setdefault(job, _Measured())
        seen.trials += trials
        seen.seconds += seconds
        seen.largest = max(seen.largest, trials)

    def trials(self, job: int, seconds: float) -> int:
        """How many trials of a job to do in so many seconds: one of a job that nobody knows."""
        seen = self.jobs.get(job)
        if seen is None:
            return 1
        fitting = seconds * seen.trials / max(seen.seconds, 1e-9)
        return max(1, min(int(fitting), GROWTH * seen.largest))

    def seconds(self, job: int, trials: int) -> float | None:
        """How long trials will take; None of a job that nobody knows."""
        seen = self.jobs.get(job)
        return None if seen is None else seen.seconds * trials / seen.trials

    def seconds_of_any(self, trials: int) -> float | None:
        """How long trials will take if they are as those of all jobs together."""
        some = self.jobs.values()
        known = sum(one.trials for one in some)
        return sum(one.seconds for one in some) * trials / known if known else None
