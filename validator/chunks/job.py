"""What is shared out: jobs, whose numbered trials can be done anywhere, and sums of their results.

A job is frozen and can be pickled. It says how to be made ready once a process; what is ready does
a range of trials and gives sums. The sums of a range are those of its front with those of its rest
merged into them, wherever it is cut: so ranges can be cut as the work goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

SumsT = TypeVar("SumsT", bound="Sums")
SumsT_co = TypeVar("SumsT_co", bound="Sums", covariant=True)


class Sums(Protocol):
    """Sums over a range of trials: a dataclass of numbers, texts, tuples, lists and mappings.

    Its fields have their types written out, so that it can be kept as JSON and read again; keys
    of mappings are texts or whole numbers.
    """

    def merge(self, other: Any, /) -> None:
        """Add the sums of the trials that follow."""


class Ready(Protocol[SumsT_co]):
    """A job made ready: what is the same in each trial is worked out."""

    def run(self, start: int, stop: int) -> SumsT_co:
        """The sums of the trials ``start`` to ``stop - 1``; of none where both are equal."""


class Job(Protocol[SumsT_co]):
    """A frozen value that can be pickled: trials that depend on nothing but it and their number.

    A :class:`~validator.catalogue.model.Game` in it travels once to a process, however many jobs
    have it.
    """

    @property
    def sums(self) -> type[SumsT_co]:
        """The class of its results."""

    def key(self) -> str:
        """A hash of all that results depend on but the range and the engine: data, players, luck.

        :func:`validator.chunks.digest.digest_of` makes one of frozen values.
        """

    def ready(self) -> Ready[SumsT_co]:
        """Make it ready to be run in this process."""


@dataclass(frozen=True, slots=True)
class Task(Generic[SumsT]):
    """The trials ``start`` to ``stop - 1`` of a job, whose sums are wanted as one."""

    job: Job[SumsT]
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Segment(Generic[SumsT]):
    """A part of a task as it is handed out: ``number`` is that of its job in this run."""

    number: int
    job: Job[SumsT]
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """Segments that are handed out together, under a number of their own."""

    number: int
    segments: tuple[Segment[Any], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a chunk: the sums of each segment, and the seconds that its trials took.

    In place of the sums stands :class:`Failed` from the first segment on that could not be done.
    """

    sums: tuple[Any, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """What a job raised."""

    error: Exception


def run_segments(ranges: Sequence[tuple[Callable[[], Ready[Any]], int, int]]) -> Answer:
    """Do ranges of trials one after the other, until one fails."""
    sums: list[Any] = []
    seconds: list[float] = []
    for ready, start, stop in ranges:
        begun = time.perf_counter()
        try:
            made = ready()
            begun = time.perf_counter()
            sums.append(made.run(start, stop))
        except MemoryError:
            raise
        except Exception as error:
            left = len(ranges) - len(sums)
            return Answer((*sums, *[Failed(error)] * left), (*seconds, *[0.0] * left))
        seconds.append(time.perf_counter() - begun)
    return Answer(tuple(sums), tuple(seconds))
