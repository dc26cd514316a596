"""A pool of workers: jobs dealt out in order, the dead replaced, the slow ended.

Whether a job is done depends on nothing but itself and its limits: not on how many workers there
are, nor on which of them does it.
"""

from __future__ import annotations

import math
import os
import time
import weakref
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from validator.workers.limits import Limits, address_space, hold_to
from validator.workers.worker import Job, Lost, Why, Worker

MOST_LOST = 8
"""Groups that lose a job before all others of a round are given up."""
_FORKED_S = 0.1
"""How long a worker is waited for that is to begin something ahead."""
_WORTH_ANOTHER_S = 0.15
"""Work that lasts longer than this for each worker there is gets one worker more."""
_MANY = 60
"""So many tasks get all workers at once: a second process is worth it from there on."""


@dataclass(frozen=True, slots=True)
class Task:
    """A job to be done: its number, and the group of those that are lost together.

    After a job of a group is lost, those of the group with higher numbers are not begun; after
    :data:`MOST_LOST` groups have lost one, those of every group.
    """

    number: int
    job: Job
    group: Hashable = None
    limits: Limits | None = None


class Pool:
    """Workers that are started as they are needed, ``most`` of them, and stay for the next jobs.

    They end when the pool does: as it is closed or forgotten, or as this process ends.
    """

    def __init__(self, most: int | None = None, limits: Limits | None = None) -> None:
        self.most = max(1, most or cores())
        self.limits = limits or Limits()
        self.workers: list[Worker] = []
        self._owner = os.getpid()
        self.close = weakref.finalize(self, _end, self.workers)

    def start(self) -> None:
        """Start all workers now, for jobs that are not to wait for them."""
        while len(self.workers) < self.most:
            self.workers.append(Worker(self.workers))

    def run(
        self,
        batches: Iterable[Sequence[Task]],
        most: int | None = None,
        meanwhile: Callable[[], None] | None = None,
    ) -> Iterator[tuple[Task, Any]]:
        """Do the tasks; yields each with what its job returned, or with Lost, as it is done.

        One worker does a batch in order: what it has loaded for the first serves the others.
        ``most`` is how many workers may take part, at most those of the pool. ``meanwhile`` is done
        by this process as soon as each has something to do.
        """
        if self._owner != os.getpid():  # in a fork, workers are left to whom they belong
            self._owner = os.getpid()
            self.workers.clear()
        run = _Run(self, _Batches(batches), min(most or self.most, self.most))
        try:
            if meanwhile is not None:
                run.begin_all()
                meanwhile()
            yield from run.results()
        finally:
            run.stop()


class Alone(Pool):
    """Stands for the workers where this process is one itself: it does the tasks, in order.

    The system holds it to the limits of each. What goes beyond them ends the process (time), or
    raises MemoryError, so whoever forked it must do without.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(1, limits)
        self._start = address_space()

    def run(
        self,
        batches: Iterable[Sequence[Task]],
        most: int | None = None,
        meanwhile: Callable[[], None] | None = None,
    ) -> Iterator[tuple[Task, Any]]:
        """Do the tasks; yields each with what its job returned."""
        del most
        if meanwhile is not None:
            meanwhile()
        for batch in batches:
            for task in batch:
                hold_to(task.limits or self.limits, self._start)
                try:
                    answer = task.job()
                finally:
                    hold_to(Limits(), self._start)
                yield task, answer


class _Batches:
    """Batches of tasks in order; they are made as they are wanted, for jobs may take memory."""

    def __init__(self, batches: Iterable[Sequence[Task]]) -> None:
        self._later = filter(None, map(deque, batches))
        self._next: deque[deque[Task]] = deque()

    def __bool__(self) -> bool:
        return self.has_batches(1)

    def has_batches(self, count: int) -> bool:
        """Tell whether so many batches are left."""
        return self._made(lambda: len(self._next) >= count)

    def has(self, count: int) -> bool:
        """Tell whether tasks for so many things are left."""
        return self._made(lambda: sum(map(len, self._next)) >= count)

    def popleft(self) -> deque[Task]:
        """Take the next batch; there is one."""
        return self._next.popleft()

    def appendleft(self, batch: deque[Task]) -> None:
        """Give back what is left of a batch."""
        self._next.appendleft(batch)

    def _made(self, enough: Callable[[], bool]) -> bool:
        """Make batches until there are enough; tells whether there are."""
        while not enough():
            batch = next(self._later, None)
            if batch is None:
                return False
            self._next.append(batch)
        return True


class _Run:
    """One round of tasks."""

    def __init__(self, pool: Pool, batches: _Batches, most: int) -> None:
        self.pool = pool
        self.batches = batches
        self.most = most
        self.many = batches.has(_MANY)
        self.begun = time.monotonic()
        self.running: dict[Worker, Task] = {}
        self.held: dict[Worker, deque[Task]] = {}
        self.lost: dict[Hashable, int] = {}

    def results(self) -> Iterator[tuple[Task, Any]]:
        while True:
            wake = self.deal()
            if not self.running and not self.batches and not any(self.held.values()):
                return
            for worker in self.heard(wake):
                if not worker.ready:
                    self.greet(worker)
                    continue
                task = self.running.pop(worker)
                answer = worker.answer()
                if isinstance(answer, Lost):
                    self.note(task, worker, answer)
                yield task, answer

    def begin_all(self) -> None:
        """Give every worker there is a task, those too that are just being forked."""
        self.deal()
        for worker in self.pool.workers[: self.most]:
            if not worker.ready and worker.pipe.poll(_FORKED_S):
                self.greet(worker)
        self.deal()

    def deal(self) -> float:
        """Give every free worker a task; returns after how many seconds to look again."""
        workers = self.pool.workers
        for worker in workers[: self.most]:
            if worker.ready and worker not in self.running:
                if worker.is_alive:
                    self.begin(worker)
                else:
                    self.drop(worker)
        while self.many and self.batches and len(workers) < self.most:
            workers.append(Worker(workers))
        coming = sum(not worker.ready for worker in workers)
        if len(workers) >= self.most or not self.batches.has_batches(coming + 1):
            return math.inf
        left = self.begun + _WORTH_ANOTHER_S * len(workers) - time.monotonic()
        if left > 0 and workers:
            return left
        workers.append(Worker(workers))
        return _WORTH_ANOTHER_S

    def begin(self, worker: Worker) -> None:
        task = self.next(worker)
        if task is not None:
            self.running[worker] = task
            worker.send(task.job, task.limits or self.pool.limits)

    def next(self, worker: Worker) -> Task | None:
        """The next task of the worker's batch, or of the next one, that is still worth doing."""
        while self.held.get(worker) or self.batches:
            batch = self.held.get(worker)
            if not batch:
                batch = self.held[worker] = self.batches.popleft()
            while batch:
                task = batch.popleft()
                if task.group is None or task.number < end_of(self.lost, task.group):
                    return task
        return None

    def heard(self, wake: float) -> list[Worker]:
        """The workers that have something to say, or were ended for being late."""
        waiting = [worker for worker in self.pool.workers if not worker.ready]
        waiting += [worker for worker in self.running if worker.ready]
        ready = wait([worker.pipe for worker in waiting], 0)
        if ready:  # who takes too long is looked for while there is nothing to hear
            return [worker for worker in waiting if worker.pipe in ready]
        left = {worker: worker.time_left() for worker in waiting}
        late = [worker for worker, seconds in left.items() if seconds <= 0]
        if late:
            return late
        soon = min([wake, *left.values()])
        ready = wait([worker.pipe for worker in waiting], None if soon == math.inf else soon)
        return [worker for worker in waiting if worker.pipe in ready]

    def greet(self, worker: Worker) -> None:
        """Take in a worker that says that it has started."""
        try:
            worker.hear_start()
        except OSError:
            self.drop(worker)
            raise

    def note(self, task: Task, worker: Worker, lost: Lost) -> None:
        """Remember a task that was lost; the worker goes unless only the job itself failed."""
        if task.group is not None:
            self.lost[task.group] = min(task.number, self.lost.get(task.group, task.number))
        if lost.why is not Why.FAILED:
            self.drop(worker)

    def drop(self, worker: Worker) -> None:
        rest = self.held.pop(worker, None)
        if rest:
            self.batches.appendleft(rest)
        self.pool.workers.remove(worker)
        worker.end()

    def stop(self) -> None:
        """End the workers whose answers nobody waits for any more."""
        for worker in list(self.running):
            self.drop(worker)


def end_of(lost: Mapping[Hashable, int], group: Hashable) -> float:
    """The number from which on tasks of a group are not done; ``lost`` has the first of each."""
    own = lost.get(group, math.inf)
    if len(lost) < MOST_LOST:
        return own
    return min(own, sorted(lost.values())[MOST_LOST - 1] + 0.5)


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


def _end(workers: list[Worker]) -> None:
    for worker in workers:
        worker.end()
    workers.clear()
