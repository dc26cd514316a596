"""Work done in a process of its own while this one does something else."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from validator.workers.limits import Limits
from validator.workers.pool import cores
from validator.workers.worker import Lost, Worker, way_to_start

T = TypeVar("T")
_GIVES_WAY = 5
"""How much lower its priority is: workers are waited for before it."""
_NUMBERS = itertools.count()
_begun: dict[int, Callable[[], Any]] = {}  # what a process that is forked now finds there


@dataclass(frozen=True, slots=True)
class _Begun:
    """The job of the process: work that was here when it was forked."""

    number: int
    gives_way: bool

    def __call__(self) -> Any:
        if self.gives_way:
            os.nice(_GIVES_WAY)
        return _begun[self.number]()


@contextmanager
def beside(work: Callable[[], T], *, gives_way: bool = True) -> Iterator[Callable[[], T]]:
    """Begin ``work`` in a process of its own; what the block is given waits for what came of it.

    Others go first where it ``gives_way``. Where no process can be forked, or a second processor is
    not there, or the work failed in it, it is done here as soon as it is waited for. What it
    returns can be pickled.
    """
    worker = _forked(work, gives_way) if cores() > 1 and way_to_start() == "fork" else None
    if worker is None:
        yield work
        return
    try:
        yield lambda: _awaited(worker, work)
    finally:
        worker.end()


def _forked(work: Callable[[], Any], gives_way: bool) -> Worker | None:
    number = next(_NUMBERS)
    _begun[number] = work
    try:
        worker = Worker(way="fork")
    except OSError:  # there may be no more processes
        return None
    finally:
        del _begun[number]
    worker.send(_Begun(number, gives_way), Limits())
    return worker


def _awaited(worker: Worker, work: Callable[[], T]) -> T:
    try:
        worker.hear_start()
    except OSError:
        return work()
    answer: T | Lost = worker.answer()
    return work() if isinstance(answer, Lost) else answer
