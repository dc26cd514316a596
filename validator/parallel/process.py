"""A process with a pipe to it, which ends with this one, and work done by one in the background.

It is forked where the system can fork and this process has one thread, which takes some
milliseconds and gives it all that was loaded here; else it is started anew and imports what it is
to run.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from validator.parallel.limits import depend_on

T = TypeVar("T")
_NICE = 5
"""How much lower the priority of work in the background is: others are waited for before it."""
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
    """All that a process does."""
    depend_on(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it is interrupted too
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:
        other.close()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    serve(pipe, *arguments)


@contextmanager
def run_in_background(work: Callable[[], T], niceness: int = _NICE) -> Iterator[Callable[[], T]]:
    """Begin ``work`` in a process of its own; what the block is given waits for what came of it.

    Where no process can be forked, or a second processor is not there, or the work failed in it,
    it is done here as soon as it is waited for. What it returns can be pickled.
    """
    process = None
    if cores() > 1 and way_to_start() == "fork":
        with suppress(OSError):  # there may be no more processes
            process = Process(_send_result, work, way="fork", niceness=niceness)
    if process is None:
        yield work
        return
    try:
        yield lambda: _received(process, work)
    finally:
        process.end()


def _send_result(pipe: Connection, work: Callable[[], Any]) -> None:
    with suppress(Exception):  # it is done again by who waits for it, and told there
        pipe.send(work())


def _received(process: Process, work: Callable[[], T]) -> T:
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
