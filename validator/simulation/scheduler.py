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
CHUNK_S = 0.5
"""Seconds of work that a chunk has; so long may others wait for the last one of a run."""
_GROWTH = 8
"""A chunk has at most so many times the trials of one of its job before."""


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
        self._executor = executor
        self._config = config
        self._jobs: dict[int, tuple[SharedJobs, int]] = {}
        self._sizes: dict[int, int] = {}  # trials of the next chunk of a job
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
        self._sizes |= {id(job): 1 for job in shared.jobs}

    def _next_chunk(self) -> _Running[SumsT] | None:
        """The next trials to do of a task, about as many as fit into a chunk."""
        task = self._next_task()
        if task is None:
            return None
        job = id(task.task.job)
        start, stop = task.take(self._sizes[job])
        return _Running(Chunk(*self._jobs[job], start, stop), task)

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
        trials, job = chunk.stop - chunk.start, id(chunk.job)
        most = int(CHUNK_S * trials / max(result.seconds, 1e-9))
        self._sizes[job] = max(1, min(most, _GROWTH * max(trials, self._sizes[job])))
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
