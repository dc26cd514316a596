"""What is shared out: jobs, whose numbered trials can be done anywhere, and sums of their results.

A job is frozen and can be pickled. It says how to be prepared once a process; what is prepared does
a range of trials and gives sums. The sums of a range are those of its front with those of its rest
merged into them, wherever it is cut: so ranges can be cut as the work goes on.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, Protocol, TypeVar

import validator.parallel.executor  # noqa: F401  (read-only mappings can be pickled with it)
from validator.chunks.failures import ChunksError

_MOST_KNOWN = 8
"""So many bundles of jobs a process keeps unpickled; they come one after the other."""

SumsT = TypeVar("SumsT", bound="Sums")
SumsT_co = TypeVar("SumsT_co", bound="Sums", covariant=True)


class Sums(Protocol):
    """Sums over a range of trials: a dataclass of numbers, texts, tuples, lists and mappings.

    Its fields have their types written out, so that it can be kept as JSON and read again; keys
    of mappings are texts or whole numbers.
    """

    def merge(self, other: Any, /) -> None:
        """Add the sums of the trials that follow."""


class PreparedJob(Protocol[SumsT_co]):
    """A job of which what is the same in each trial is worked out."""

    def run(self, start: int, stop: int) -> SumsT_co:
        """The sums of the trials ``start`` to ``stop - 1``; of none where both are equal."""


class Job(Protocol[SumsT_co]):
    """A frozen value that can be pickled: trials that depend on nothing but it and their number."""

    @property
    def sums(self) -> type[SumsT_co]:
        """The class of its results."""

    def key(self) -> str:
        """A hash of all that results depend on but the range and the engine: data, players, luck.

        :func:`validator.chunks.digest.digest_of` makes one of frozen values.
        """

    def prepare(self) -> PreparedJob[SumsT_co]:
        """Prepare it to be run in this process."""


@dataclass(frozen=True, slots=True)
class Task(Generic[SumsT]):
    """The trials ``start`` to ``stop - 1`` of a job, whose sums are wanted as one."""

    job: Job[SumsT]
    start: int
    stop: int


class SharedJobs:
    """Jobs that travel together and are pickled once: what they have in common, as a game, too.

    A process that is sent them again and again unpickles them once, and prepares each once.
    """

    def __init__(self, jobs: Iterable[Job[Any]]) -> None:
        self.jobs = tuple(jobs)
        self._prepared: dict[int, PreparedJob[Any]] = {}

    @cached_property
    def pickled(self) -> bytes:
        """The jobs as bytes."""
        return pickle.dumps(self.jobs)

    def prepared(self, number: int) -> PreparedJob[Any]:
        """One of the jobs, prepared in this process."""
        if number not in self._prepared:
            self._prepared[number] = self.jobs[number].prepare()
        return self._prepared[number]

    def __reduce__(self) -> tuple[Callable[[bytes], SharedJobs], tuple[bytes]]:
        return unpickle_jobs, (self.pickled,)


@lru_cache(_MOST_KNOWN)
def unpickle_jobs(pickled: bytes) -> SharedJobs:
    """The jobs, unpickled once in this process.

    What is unpickled was pickled by the same code, for this very work.
    """
    return SharedJobs(pickle.loads(pickled))


@dataclass(frozen=True, slots=True)
class JobRange:
    """The trials ``start`` to ``stop - 1`` of one of several jobs."""

    jobs: SharedJobs
    number: int
    start: int
    stop: int

    @property
    def job(self) -> Job[Any]:
        """The job."""
        return self.jobs.jobs[self.number]


@dataclass(frozen=True, slots=True)
class Failed:
    """What a job raised; where that cannot be sent, an error that says the same."""

    error: Exception

    def __reduce__(self) -> tuple[type[Failed], tuple[Exception]]:
        try:
            pickle.loads(pickle.dumps(self.error))
        except Exception:
            return Failed, (ChunksError(f"{type(self.error).__name__}: {self.error}"),)
        return Failed, (self.error,)


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What came of a chunk: the sums of each range, and the seconds that its trials took.

    In place of the sums stands :class:`Failed` from the first range on that could not be done.
    """

    sums: tuple[Any, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Ranges that are done one after the other, until one fails: what an executor is given."""

    ranges: tuple[JobRange, ...]

    def __call__(self) -> ChunkResult:
        """Do them."""
        sums: list[Any] = []
        seconds: list[float] = []
        for one in self.ranges:
            try:
                prepared = one.jobs.prepared(one.number)
                begun = time.perf_counter()
                sums.append(prepared.run(one.start, one.stop))
            except MemoryError:
                raise
            except Exception as error:
                left = len(self.ranges) - len(sums)
                return ChunkResult((*sums, *[Failed(error)] * left), (*seconds, *[0.0] * left))
            seconds.append(time.perf_counter() - begun)
        return ChunkResult(tuple(sums), tuple(seconds))
