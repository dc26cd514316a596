"""One worker: a process that is sent a job, does it, and sends back what came of it.

A worker is forked where the system can fork and this process has one thread, which takes some
milliseconds and gives it all that was loaded here; else it is started anew and imports what the
first job names.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any

from validator.workers.limits import Limits, address_space, depend_on, hold_to, seconds_of

Job = Callable[[], Any]
"""What a worker does; it can be pickled, as can what it returns."""

PATIENCE = 10
"""How many times its limit a job may take by the clock, while it waits for the processor."""
_STARTED = b"started"
_START = Limits(60)
_LOOK_S = 0.01


class Why(Enum):
    """Why a job was not done."""

    SLOW = "it took longer than it may"
    LARGE = "it needed more memory than it may have"
    DIED = "the process died"
    FAILED = "it failed"


@dataclass(frozen=True, slots=True)
class Lost:
    """What is known of a job that was not done: the error or signal is ``told``."""

    why: Why
    told: str = ""


class CannotStartError(OSError):
    """No worker can be started here; the message says what to do."""


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


def _reduced(mapping: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    here = sys.modules[__name__]  # a test that loads this module twice registers it twice
    return here._read_only, (dict(mapping),)


ForkingPickler.register(MappingProxyType, _reduced)


class Worker:
    """One process. ``others`` are the pipes of workers before it, which it must not keep open."""

    def __init__(self, others: Iterable[Worker] = (), way: str = "") -> None:
        _leave_if_reimported()
        way = way or way_to_start()
        context: Any = multiprocessing.get_context(way)
        self.pipe, theirs = context.Pipe()
        inherited = [self.pipe, *(other.pipe for other in others)] if way == "fork" else []
        self._process = context.Process(
            target=_serve, args=(theirs, inherited, os.getpid()), daemon=True
        )
        with _interrupts_held():
            start(self._process)
        theirs.close()
        self._owner = os.getpid()
        self._begun = time.monotonic()
        self._seconds = 0.0
        self._limits = _START
        self._late = False
        self.ready = False

    def send(self, job: Job, limits: Limits) -> None:
        """Give a worker that is ready its next job."""
        self._limits = limits
        self._begun = time.monotonic()
        self._seconds = seconds_of(self._pid) or 0.0
        with suppress(OSError):  # it died; that shows when its answer is asked for
            self.pipe.send((job, limits))

    def answer(self) -> Any:
        """What came of the job, as soon as the pipe has something to say."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return self._obituary()

    def hear_start(self) -> None:
        """Note that the process has started.

        Raises:
            CannotStartError: it died instead.
        """
        if self.answer() != _STARTED:
            raise CannotStartError(
                0,
                "a process for drawing cannot be started; a script that draws or prints needs "
                "`if __name__ == '__main__':` around what it does",
            )
        self.ready = True

    def time_left(self) -> float:
        """Seconds until it is worth looking again whether the job is overdue; 0 if it is.

        A job that is overdue is ended, and so is its worker.
        """
        most = self._limits.seconds
        waited = time.monotonic() - self._begun
        now = seconds_of(self._pid)
        left = most - (waited if now is None else now - self._seconds)
        left = min(left, PATIENCE * most - waited)
        if left > 0:
            return max(left, _LOOK_S)
        self._late = True
        self.end()
        return 0.0

    def end(self) -> None:
        """End the process, whatever it does; a fork of this process leaves it alone."""
        if self._owner == os.getpid():
            self._process.kill()
            self._process.join()
        self.pipe.close()

    @property
    def is_alive(self) -> bool:
        """Tell whether the process is still there."""
        return bool(self._process.is_alive())

    @property
    def _pid(self) -> int:
        return self._process.pid or 0

    def _obituary(self) -> Lost:
        """Why a worker died, by how it ended."""
        self._process.join(1)
        code = self._process.exitcode
        if self._late or code == -getattr(signal, "SIGXCPU", 0):
            return Lost(Why.SLOW)
        if code is not None and code < 0:
            return Lost(Why.DIED, signal.Signals(-code).name)
        return Lost(Why.DIED, f"exit status {code}")


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let interrupts wait, here and in a process that starts, until it has said to ignore them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def way_to_start() -> str:
    """``fork`` where that is possible and safe, else ``spawn``.

    On macOS a process that was forked may crash in the system's own libraries.
    """
    can_fork = hasattr(os, "fork") and sys.platform != "darwin"
    return "fork" if can_fork and threading.active_count() == 1 else "spawn"


def start(process: BaseProcess) -> None:
    """Start a process in which nothing of the current folder is imported.

    One that is not forked is Python begun anew, which looks there first, for its own modules too:
    ``multiprocessing.py`` of a project would be run.

    Raises:
        CannotStartError: Python was told to heed no environment, which is how it hears of that.
    """
    if getattr(process, "_start_method", None) == "fork":
        process.start()  # not below the lock, which the new process would find locked
        return
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise CannotStartError(0, "`python -E` starts no process safely; use `python -E -P`")
    with _STARTING:
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            process.start()
        finally:
            del os.environ[_SAFE_PATH]
            if before is not None:
                os.environ[_SAFE_PATH] = before


_SAFE_PATH = "PYTHONSAFEPATH"
_STARTING = threading.Lock()


def _leave_if_reimported() -> None:
    """End a worker that runs the script again from which it was started anew."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)


def _serve(pipe: Connection, inherited: Iterable[Connection], parent: int) -> None:
    """Do jobs until nobody is there to send one: all that a worker's process does."""
    depend_on(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it is interrupted too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:
        other.close()
    gc.freeze()
    start = address_space()
    pipe.send(_STARTED)
    while True:
        try:
            message = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        answer = _done(message, start)
        try:
            pipe.send_bytes(answer)
        except OSError:
            return


def _done(message: bytes, start: int | None) -> bytes | memoryview:
    """What came of a job, ready to send."""
    try:
        job, limits = pickle.loads(message)
        hold_to(limits, start)
        return _packed(job())
    except MemoryError:
        lost = Lost(Why.LARGE)
    except Exception as error:
        lost = Lost(Why.FAILED, f"{type(error).__name__}: {error}"[:_TOLD])
    hold_to(Limits(), start)
    return _packed(lost)


_TOLD = 500  # characters of an error that are told


def _packed(answer: object) -> bytes | memoryview:
    return ForkingPickler.dumps(answer)
