"""Executors: jobs done by processes of this machine under limits, or in this process itself.

Processes that die are replaced, those that take too long are ended. Whether a job is done depends
on nothing but itself and its limits: not on how many processes there are, nor on which does it.
"""

from __future__ import annotations

import copyreg
import math
import os
import pickle
import signal
import sys
import time
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from multiprocessing.connection import Connection, wait
from types import MappingProxyType
from typing import Any

from validator.processes import (
    CannotStartError,
    Limits,
    Process,
    address_space,
    cores,
    hold_to,
    seconds_of,
)

Job = Callable[[], Any]
"""What is done; it can be pickled, as can what it returns."""

PATIENCE = 10
"""How many times its limit a job may take by the clock, while it waits for the processor."""
_STARTED = b"started"
_START = Limits(60)
_LOOK_S = 0.01
_MOST_TEXT = 500
"""Characters of an error that are told."""


class Reason(Enum):
    """Why a job was not done."""

    SLOW = "it took longer than it may"
    LARGE = "it needed more memory than it may have"
    DIED = "the process died"
    FAILED = "it failed"


@dataclass(frozen=True, slots=True)
class JobFailure:
    """What is known of a job that was not done: ``text`` is the error or signal."""

    reason: Reason
    text: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A job to be done, with a number to know it by; without ``limits``, under the executor's."""

    number: int
    job: Job
    limits: Limits | None = None


@dataclass(eq=False, slots=True)
class Future:
    """A job that was submitted; ``result`` is what it returned, or a JobFailure, once it is done.

    That is seen by those who wait for it.
    """

    job: Job
    limits: Limits
    result: Any = None
    is_done: bool = False

    def finish(self, result: Any) -> None:
        """Note what came of it."""
        self.result, self.is_done = result, True


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


def _reduce(mapping: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    here = sys.modules[__name__]  # a test that loads this module twice registers it twice
    return here._read_only, (dict(mapping),)


copyreg.pickle(MappingProxyType, _reduce)


class Executor:
    """Up to ``max_workers`` processes, started as there are jobs, which stay for the next ones.

    They end when the executor does: as it is closed or forgotten, or as this process ends.
    """

    def __init__(self, max_workers: int | None = None, limits: Limits | None = None) -> None:
        self.max_workers = max(1, max_workers or cores())
        self.limits = limits or Limits()
        self.workers: list[_Worker] = []
        self._queue: deque[Future] = deque()
        self._owner = os.getpid()
        self.close = weakref.finalize(self, _end, self.workers)

    def start(self) -> None:
        """Start all workers now, for jobs that are not to wait for them."""
        self._leave_inherited()
        while len(self.workers) < self.max_workers:
            self.workers.append(_Worker(self.workers))

    @property
    def most_pending(self) -> int:
        """How many jobs to submit at a time, so that nobody waits for the next one."""
        return self.max_workers + 1

    def submit(self, job: Job, limits: Limits | None = None) -> Future:
        """Have a job done by the next worker that is free; all begin in their order."""
        self._leave_inherited()
        future = Future(job, limits or self.limits)
        self._queue.append(future)
        self._deal()
        return future

    def wait(self, futures: Collection[Future], timeout: float = math.inf) -> list[Future]:
        """Those that are done, at least one of them if there are any before ``timeout`` seconds."""
        until = time.monotonic() + timeout
        while True:
            done = [one for one in futures if one.is_done]
            left = until - time.monotonic()
            if done or not futures or left <= 0:
                return done
            self._work(left)

    def cancel(self, futures: Collection[Future]) -> None:
        """Let go what nobody waits for any more, with the workers that are at it."""
        self._queue = deque(one for one in self._queue if one not in futures)
        for worker in [one for one in self.workers if one.future in futures]:
            self._drop(worker)

    def run(
        self,
        tasks: Iterable[Task],
        max_workers: int | None = None,
    ) -> Iterator[tuple[Task, Any]]:
        """Do the tasks; yields each with what its job returned, or a JobFailure, as it is done.

        A task is asked for as a worker is free for it, as jobs may take memory. ``max_workers`` is
        how many may take part, at most all there are.
        """
        self._leave_inherited()
        most = min(max_workers or self.max_workers, self.max_workers)
        coming = iter(tasks)
        running: dict[Future, Task] = {}
        try:
            while True:
                for task in islice(coming, most - len(running)):
                    running[self.submit(task.job, task.limits)] = task
                if not running:
                    return
                for future in self.wait(running):
                    yield running.pop(future), future.result
        finally:
            self.cancel(running)

    def _leave_inherited(self) -> None:
        """In a fork, leave workers to whom they belong."""
        if self._owner != os.getpid():
            self._owner = os.getpid()
            self.workers.clear()
            self._queue.clear()

    def _deal(self) -> None:
        """Give jobs to free workers, and start others for those that are left."""
        for worker in list(self.workers):
            if self._queue and worker.is_ready and worker.future is None:
                if worker.is_alive:
                    worker.send(self._queue.popleft())
                else:
                    self._drop(worker)
        coming = sum(not worker.is_ready for worker in self.workers)
        for _ in range(min(len(self._queue) - coming, self.max_workers - len(self.workers))):
            self.workers.append(_Worker(self.workers))

    def _work(self, timeout: float) -> None:
        self._deal()
        for worker in self._workers_to_hear(timeout):
            if not worker.is_ready:
                if worker.answer() != _STARTED:
                    self._drop(worker)
                    raise CannotStartError(
                        0,
                        "a process for drawing cannot be started; a script that draws or prints "
                        "needs `if __name__ == '__main__':` around what it does",
                    )
                worker.is_ready = True
            elif worker.future is not None:
                answer = worker.answer()
                worker.future.finish(answer)
                worker.future = None
                if isinstance(answer, JobFailure) and answer.reason is not Reason.FAILED:
                    self._drop(worker)
        self._deal()

    def _workers_to_hear(self, timeout: float) -> list[_Worker]:
        """The workers that have something to say, or were ended for being late."""
        waiting = [one for one in self.workers if not one.is_ready or one.future is not None]
        ready = wait([worker.pipe for worker in waiting], 0)
        if not ready:  # who takes too long is looked for while there is nothing to hear
            left = {worker: worker.time_left() for worker in waiting}
            late = [worker for worker, seconds in left.items() if seconds <= 0]
            if late:
                return late
            soon = min([timeout, *left.values()])
            pipes = [worker.pipe for worker in waiting]
            ready = wait(pipes, None if soon == math.inf else soon)
        return [worker for worker in waiting if worker.pipe in ready]

    def _drop(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.end()


class SerialExecutor(Executor):
    """Does each job in this process, in order, when it is waited for; what it raises is raised.

    The system holds this process to the limits of each job. What goes beyond them ends the process
    (time), or raises MemoryError, so whoever forked it must do without.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(1, limits)
        self._start = address_space()

    @property
    def most_pending(self) -> int:
        """One at a time."""
        return 1

    def start(self) -> None:
        """There is nobody to start."""

    def _deal(self) -> None:
        """Leave it until it is waited for."""

    def _work(self, timeout: float) -> None:
        del timeout
        future = self._queue.popleft()
        if future.limits == Limits():
            future.finish(future.job())
            return
        hold_to(future.limits, self._start)
        try:
            future.finish(future.job())
        finally:
            hold_to(Limits(), self._start)


class _Worker(Process):
    """One process that does jobs; ``others`` are the workers before it."""

    def __init__(self, others: Iterable[_Worker]) -> None:
        super().__init__(_serve, others=others)
        self.future: Future | None = None
        self.is_ready = False
        self._limits = _START
        self._begun = time.monotonic()
        self._seconds = 0.0
        self._late = False

    def send(self, future: Future) -> None:
        """Give a worker that is ready its next job."""
        self.future = future
        self._limits = future.limits
        self._begun = time.monotonic()
        self._seconds = seconds_of(self.pid) or 0.0
        with suppress(OSError):  # it died; that shows when its answer is asked for
            self.pipe.send((future.job, future.limits))

    def answer(self) -> Any:
        """What came of the job, as soon as the pipe has something to say."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            code = self.exit_code()
            if self._late or code == -getattr(signal, "SIGXCPU", 0):
                return JobFailure(Reason.SLOW)
            if code is not None and code < 0:
                return JobFailure(Reason.DIED, signal.Signals(-code).name)
            return JobFailure(Reason.DIED, f"exit status {code}")

    def time_left(self) -> float:
        """Seconds until it is worth looking again whether the job is overdue; 0 if it is.

        A job that is overdue is ended, and so is its worker.
        """
        most = self._limits.seconds
        waited = time.monotonic() - self._begun
        now = seconds_of(self.pid)
        left = most - (waited if now is None else now - self._seconds)
        left = min(left, PATIENCE * most - waited)
        if left > 0:
            return max(left, _LOOK_S)
        self._late = True
        self.end()
        return 0.0


def _serve(pipe: Connection) -> None:
    """Do jobs until nobody is there to send one: all that a worker's process does."""
    start = address_space()
    pipe.send(_STARTED)
    while True:
        try:
            pipe.send_bytes(_answer(pipe.recv_bytes(), start))
        except (EOFError, OSError):
            return


def _answer(message: bytes, start: int | None) -> bytes:
    """What came of a job, ready to send."""
    try:
        job, limits = pickle.loads(message)
        hold_to(limits, start)
        return pickle.dumps(job())
    except MemoryError:
        failure = JobFailure(Reason.LARGE)
    except Exception as error:
        failure = JobFailure(Reason.FAILED, f"{type(error).__name__}: {error}"[:_MOST_TEXT])
    hold_to(Limits(), start)
    return pickle.dumps(failure)


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.end()
    workers.clear()
