"""Jobs of a few lines, to share out: their sums show every trial, in order."""

import operator
import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from validator.cache import Cache
from validator.simulation.chunks import FinishedChunks, Sums


@dataclass(slots=True)
class Squares(Sums):
    """Trials in the order in which they were merged, and the sum of their squares."""

    trials: list[int] = field(default_factory=list, metadata={"merge": operator.add})
    total: int = 0
    parity: dict[int, int] = field(default_factory=dict)


def squares(start, stop):
    """What a job must give, by the plainest means."""
    trials = list(range(start, stop))
    sums = Squares(trials, sum(one * one for one in trials))
    for one in trials:
        sums.parity[one % 2] = sums.parity.get(one % 2, 0) + 1
    return sums


@dataclass(frozen=True, slots=True)
class Counting:
    """Squares of numbers; each trial lasts ``pause`` seconds and leaves a line in ``diary``.

    In trial ``deadly`` the process kills itself, ``deaths`` times; trial ``faulty`` raises.
    """

    sums: ClassVar[type[Squares]] = Squares

    name: str = "counting"
    pause: float = 0.0
    diary: Path | None = None
    deadly: int = -1
    deaths: int = 1
    faulty: int = -1

    def key(self):
        return self.name.encode().hex()

    def prepare(self):
        return self._run

    def _run(self, start, stop):
        for trial in range(start, stop):
            self._live(trial)
        return squares(start, stop)

    def _live(self, trial):
        if self.pause:
            time.sleep(self.pause)
        if self.diary is not None:
            with self.diary.open("a") as file:
                file.write(f"{trial}\n")
        if trial == self.faulty:
            raise LookupError(f"trial {trial} of {self.name}")
        if trial == self.deadly and begun(self.diary).count(trial) <= self.deaths:
            os.kill(os.getpid(), signal.SIGKILL)


def begun(diary):
    """The trials that were begun, in order."""
    return [int(one) for one in diary.read_text().split()] if diary.exists() else []


def kept(folder, tell=print):
    """The chunks that are kept in a folder, however fast they were done."""
    return FinishedChunks(Cache(folder / "runs"), tell, least_s=0)
