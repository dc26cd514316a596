"""Tasks run by an executor: sums come in the order of the tasks, whatever finishes first.

Where a task is cut into chunks depends on how fast trials go, the sums do not: they are those of
any cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from validator.cache import prune_hourly
from validator.executor import Executor, Future, JobFailure, Reason, SerialExecutor
from validator.progress import ChunksError, InterruptedRun
from validator.simulation.chunks import (
    Chunk,
    ChunkResult,
    SharedJobs,
    SumsT,
    TaskProgress,
    TrialJob,
    TrialTask,
)
from validator.simulation.cluster import ClusterExecutor
from validator.simulation.shards import SERIAL, RunConfig

MOST_DEATHS = 3
"""A chunk that ended so many processes is not tried again."""
CHUNK_S = 1.0
"""Seconds of work that a chunk has, but for those that share out the end of the work evenly."""
_LEAST_LOCAL_S = 0.05
"""Those have at least so many where processes of this machine do them."""
_GROWTH = 8
"""A chunk has at most so many times the trials of the largest one of its job before."""


def run_tasks(tasks: Iterable[TrialTask[SumsT]], config: RunConfig = SERIAL) -> Iterator[SumsT]:
    """Run tasks and yield the sums of each in their order, the same however they are run.

    Tasks may come lazily: they are asked for a few chunks ahead. Closing the iterator lets go
    what was begun.

    Raises:
        ChunksError: the work cannot be done; the message says why.
        Exception: whatever a job raises, from the first trial that does.
    """
    if config.found is not None:
        for task in tasks:
            parts = list(config.found.of(task.job, (task.start, task.stop)))
            yield TaskProgress(task, parts).result
    elif config.part is not None:
        shard = config.part.shard
        mine = [TrialTask(one.job, *shard.part((one.start, one.stop))) for one in tasks]
        found = list(_run(mine, config))
        for task, sums in zip(mine, found, strict=True):
            config.part.note(task.job, (task.start, task.stop), sums)
        yield from found
    else:
        yield from _run(tasks, config)


def _run(tasks: Iterable[TrialTask[SumsT]], config: RunConfig) -> Iterator[SumsT]:
    """The sums of tasks, which are done now unless they are kept."""
    executor: Executor | ClusterExecutor
    if config.cluster:
        executor = ClusterExecutor(config.cluster)
    else:
        executor = Executor(config.max_workers) if config.max_workers > 1 else SerialExecutor()
    try:
        yield from _Scheduler(tasks, executor, config).results()
    except KeyboardInterrupt as interrupt:
        trials = config.kept.trials if config.kept is not None else 0
        said = "nothing was half-written"
        if trials:
            said = f"{trials:,} games are kept; the same command goes on from there"
        raise InterruptedRun(f"interrupted; {said}") from interrupt
    finally:
        executor.close()
        if config.kept is not None:
            prune_hourly()


@dataclass(slots=True)
class _Pace:
    """What was measured of the trials of a job: it decides on the size of chunks alone."""

    trials: int = 0
    seconds: float = 0.0
    largest: int = 0

    def note(self, trials: int, seconds: float) -> None:
        """Take in that trials were done."""
        self.trials += trials
        self.seconds += seconds
        self.largest = max(self.largest, trials)

    def trials_in(self, seconds: float) -> int:
        """How many trials to do in so many seconds: one where nothing is known."""
        if not self.trials:
            return 1
        most = int(seconds * self.trials / max(self.seconds, 1e-9))
        return max(1, min(most, _GROWTH * self.largest))

    def seconds_for(self, trials: int) -> float | None:
        """How many seconds trials will take; None where nothing is known."""
        return self.seconds * trials / self.trials if self.trials else None


@dataclass(slots=True)
class _Running(Generic[SumsT]):
    """A chunk that is submitted, its task, and how often its process died."""

    chunk: Chunk
    task: TaskProgress[SumsT]
    deaths: int = 0


class _Scheduler(Generic[SumsT]):
    def __init__(
        self,
        tasks: Iterable[TrialTask[SumsT]],
        executor: Executor | ClusterExecutor,
        config: RunConfig,
    ) -> None:
        known = list(tasks) if isinstance(tasks, Sequence) else []
        self._coming = iter(tasks)
        self._left = sum(one.stop - one.start for one in known)  # 0 where nobody knows
        self._executor = executor
        self._config = config
        self._least_s = CHUNK_S if isinstance(executor, ClusterExecutor) else _LEAST_LOCAL_S
        self._jobs: dict[int, tuple[SharedJobs, int]] = {}
        self._paces: dict[int, _Pace] = {}
        self._pace = _Pace()
        self._open: deque[TaskProgress[SumsT]] = deque()
        self._running: dict[Future, _Running[SumsT]] = {}
        self._failed = False
        self._share_jobs({id(one.job): one.job for one in known}.values())

    def results(self) -> Iterator[SumsT]:
        """The sums of each task."""
        while True:
            while not self._failed and len(self._running) < self._executor.most_pending:
                running = self._next_chunk()
                if running is None:
                    break
                self._running[self._executor.submit(running.chunk)] = running
            if not self._open:
                return
            if self._open[0].is_done:
                yield self._open.popleft().result
                continue
            for future in self._executor.wait(self._running):
                self._take_in(self._running.pop(future), future.result)

    def _share_jobs(self, jobs: Iterable[TrialJob[Any]]) -> None:
        shared = SharedJobs(jobs)
        self._jobs |= {id(job): (shared, number) for number, job in enumerate(shared.jobs)}
        self._paces |= {id(job): _Pace() for job in shared.jobs}

    def _next_chunk(self) -> _Running[SumsT] | None:
        """The next trials to do of a task, about as many as fit into a chunk."""
        task = self._next_task()
        if task is None:
            return None
        job = id(task.task.job)
        start, stop = task.take(self._paces[job].trials_in(self._chunk_seconds()))
        self._left -= stop - start
        return _Running(Chunk(*self._jobs[job], start, stop), task)

    def _chunk_seconds(self) -> float:
        """Seconds of work for the next chunk: less towards the end, so that all end together."""
        left = self._pace.seconds_for(self._left)
        if left is None or self._left <= 0 or isinstance(self._executor, SerialExecutor):
            return CHUNK_S
        return min(CHUNK_S, max(self._least_s, left / (2 * self._executor.max_workers)))

    def _next_task(self) -> TaskProgress[SumsT] | None:
        """The first task of which something is still to be submitted."""
        for opened in self._open:
            if opened.left:
                return opened
        kept = self._config.kept
        while not self._open or not self._open[0].is_done:  # else it may be all that was wanted
            task = next(self._coming, None)
            if task is None:
                return None
            if id(task.job) not in self._jobs:
                self._share_jobs([task.job])
            done = list(kept.find(task.job, (task.start, task.stop))) if kept is not None else []
            for (start, stop), _ in done:
                self._left -= stop - start
                self._config.progress(stop - start)
            self._open.append(TaskProgress(task, done))
            if self._open[-1].left:
                return self._open[-1]
        return None

    def _take_in(self, running: _Running[SumsT], result: ChunkResult | JobFailure) -> None:
        if isinstance(result, JobFailure):
            self._retry(running, result)
            return
        chunk = running.chunk
        if result.error is not None:
            self._failed = True
            running.task.add(chunk.start, result.error)
            return
        if self._config.kept is not None:
            span = (chunk.start, chunk.stop)
            self._config.kept.keep(chunk.job, span, result.sums, result.seconds)
        running.task.add(chunk.start, (chunk.stop, result.sums))
        trials = chunk.stop - chunk.start
        for pace in (self._paces[id(chunk.job)], self._pace):
            pace.note(trials, result.seconds)
        self._config.progress(trials)

    def _retry(self, running: _Running[SumsT], failure: JobFailure) -> None:
        """Have a chunk done again whose process died.

        Raises:
            ChunksError: it died of it too often, or it cannot be done at all.
        """
        running.deaths += 1
        died = failure.reason is Reason.DIED
        if died and running.deaths < MOST_DEATHS:
            self._running[self._executor.submit(running.chunk)] = running
            return
        first = running.chunk
        times = f", {MOST_DEATHS} times" if died else ""
        text = f" ({failure.text})" if failure.text else ""
        raise ChunksError(
            f"trials {first.start} to {first.stop - 1} could not be done: {failure.reason.value}"
            f"{text}{times}; is there enough memory? try fewer --jobs"
        )
