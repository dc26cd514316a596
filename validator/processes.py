"""Processes that end with this one, and what a job in one may take."""

from __future__ import annotations

import ctypes
import gc
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

# What a job may take, and how a process is held to it.
#
# Time is watched from outside: the executor asks the system how long a worker has computed, and
# kills it. It is the processor's time, so that a busy machine finds no more than an idle one;
# where the system does not tell it (macOS, Windows) it is the time of the clock.
#
# Memory is limited by the system (``RLIMIT_AS``) above what a worker has at its start. Windows has
# no such limit and macOS does not keep it; there a job is bounded by its time alone.
#
# Workers end with whoever started them: by a signal on Linux (``PR_SET_PDEATHSIG``), elsewhere
# when they look for the next job, or when the system's limit of processor time (``RLIMIT_CPU``) is
# up.


try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_ORPHANED_S = 5
_PDEATHSIG = 1  # PR_SET_PDEATHSIG of linux/prctl.h


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may take: seconds of the processor, and megabytes beside those at the start."""

    seconds: float = math.inf
    megabytes: float = math.inf

    def times(self, count: int) -> Limits:
        """What ``count`` such jobs may take together."""
        return Limits(self.seconds * count, self.megabytes * count)


def address_space() -> int | None:
    """Bytes of this process's address space, where the system tells them."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def hold_to(limits: Limits, start: int | None) -> None:
    """Let the system hold this process to the limits of its next job.

    ``start`` are the bytes of address space that it had before its first one.
    """
    if resource is None:
        return
    if start is not None:
        _lower(resource.RLIMIT_AS, start + limits.megabytes * 1_000_000)
    _lower(resource.RLIMIT_CPU, time.process_time() + 2 * limits.seconds + _ORPHANED_S)


def _lower(what: int, value: float) -> None:
    hard = resource.getrlimit(what)[1]
    most = math.inf if hard == resource.RLIM_INFINITY else hard
    wanted = min(value, most)
    soft = resource.RLIM_INFINITY if wanted == math.inf else math.ceil(wanted)
    resource.setrlimit(what, (soft, hard))


def depend_on(parent: int) -> None:
    """Let this process be killed when the one that started it ends, and leave no core behind."""
    if resource is not None:
        _lower(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before that was arranged
            os._exit(0)


_STAT = 4096
"""More bytes than the line has in which Linux tells of a process."""


def seconds_of(process: int) -> float | None:
    """Processor time that a running process has taken, where the system tells it."""
    try:
        file = os.open(f"/proc/{process}/stat", os.O_RDONLY)
    except OSError:
        return None
    try:
        text = os.read(file, _STAT)
    except OSError:  # it has just ended
        return None
    finally:
        os.close(file)
    words = text.rpartition(b")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


# A process with a pipe to it, which ends with this one, and work done by one in the background.
#
# It is forked where the system can fork and this process has one thread, which takes some
# milliseconds and gives it all that was loaded here; else it is started anew and imports what it
# is to run.


T = TypeVar("T")
_SAFE_PATH = "PYTHONSAFEPATH"
_STARTING = threading.Lock()


class CannotStartError(OSError):
    """No process can be started here; the message says what to do."""


class Process:
    """A process that does ``serve(pipe, *arguments)``, with the other end of ``pipe`` here.

    ``others`` have pipes that it must not keep open. One that is no ``daemon`` may start processes
    of its own.
    """

    def __init__(
        self,
        serve: Callable[..., None],
        *arguments: object,
        others: Iterable[Process] = (),
        way: str = "",
        niceness: int = 0,
        daemon: bool = True,
    ) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise SystemExit(1)  # a script without a guard runs again in what it started
        way = way or way_to_start()
        context: Any = multiprocessing.get_context(way)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        inherited = [self.pipe, *(other.pipe for other in others)] if way == "fork" else []
        self._process = context.Process(
            target=_run,
            args=(theirs, inherited, os.getpid(), niceness, serve, arguments),
            daemon=daemon,
        )
        with _interrupts_held(), _safe_path(way):
            self._process.start()
        theirs.close()
        self._owner = os.getpid()

    def end(self) -> None:
        """End the process, whatever it does; a fork of this process leaves it alone."""
        if self._owner == os.getpid():
            self._process.kill()
            self._process.join()
        self.pipe.close()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid or 0

    @property
    def is_alive(self) -> bool:
        """Tell whether the process is still there."""
        return bool(self._process.is_alive())

    def exit_code(self) -> int | None:
        """How it ended, where it has just done so: minus the number of a signal that killed it."""
        self._process.join(1)
        code: int | None = self._process.exitcode
        return code


def _run(
    pipe: Connection,
    inherited: Iterable[Connection],
    parent: int,
    niceness: int,
    serve: Callable[..., None],
    arguments: tuple[object, ...],
) -> None:
    depend_on(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it is interrupted too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:
        other.close()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    serve(pipe, *arguments)


@contextmanager
def run_in_background(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Begin ``work`` in a process of its own; what the block is given waits for what came of it.

    Where no process can be forked, or a second processor is not there, or the work failed in it,
    it is done here as soon as it is waited for. What it returns can be pickled.
    """
    process = None
    if cores() > 1 and way_to_start() == "fork":
        with suppress(OSError):  # there may be no more processes
            process = Process(_send_result, work, way="fork")
    if process is None:
        yield work
        return
    try:
        yield lambda: _receive(process, work)
    finally:
        process.end()


def _send_result(pipe: Connection, work: Callable[[], Any]) -> None:
    gc.freeze()  # what is there already stays, so it is not searched for what is done with
    with suppress(Exception):  # it is done again by who waits for it, and told there
        pipe.send(work())


def _receive(process: Process, work: Callable[[], T]) -> T:
    try:
        result: T = process.pipe.recv()
    except (EOFError, OSError):
        return work()
    return result


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


@contextmanager
def _safe_path(way: str) -> Iterator[None]:
    """Let a process that starts import nothing from the current folder.

    One that is not forked is Python begun anew, which looks there first, for its own modules too:
    ``multiprocessing.py`` of a project would be run.

    Raises:
        CannotStartError: Python was told to heed no environment, which is how it hears of that.
    """
    if way == "fork":
        yield  # not below the lock, which the new process would find locked
        return
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise CannotStartError(0, "`python -E` starts no process safely; use `python -E -P`")
    with _STARTING:
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            yield
        finally:
            del os.environ[_SAFE_PATH]
            if before is not None:
                os.environ[_SAFE_PATH] = before


def way_to_start() -> str:
    """``fork`` where that is possible and safe, else ``spawn``.

    On macOS a process that was forked may crash in the system's own libraries.
    """
    can_fork = hasattr(os, "fork") and sys.platform != "darwin"
    return "fork" if can_fork and threading.active_count() == 1 else "spawn"


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
