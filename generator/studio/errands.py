"""Questions that take longer than a picture: each answered by a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from generator.studio.messages import Answer, Picture
from validator.workers.limits import depend_on
from validator.workers.worker import start, way_to_start

MOST = 2
"""Errands at a time; what is asked meanwhile waits."""
_NICE = 10

Told = tuple[str, bytes]
Work = Callable[[Callable[[Picture], None]], Told]
"""What answers: it may show pictures on its way, which the page asks for by their names."""


class Errand:
    """One question on its way.

    Where no process can be forked one is started anew, for ``work`` that can be sent there.
    """

    def __init__(self, number: int, work: Work, way: str = "") -> None:
        self.number = number
        self.pipe: Connection
        self.is_done = False
        context: Any = multiprocessing.get_context(way or way_to_start())
        self.pipe, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(work, theirs, os.getpid()))
        start(self._process)
        theirs.close()

    def hear(self) -> Iterator[Picture | Answer]:
        """What came of it so far: pictures, and last the answer, with which the process ends."""
        while self.pipe.poll():
            said = self._next()
            if isinstance(said, Picture):
                yield said
                continue
            self.end()
            yield Answer(self.number, *said)
            return

    def _next(self) -> Picture | Told:
        try:
            said: Picture | Told = self.pipe.recv()
        except (EOFError, OSError):
            return "", b"the process that was to answer has died"
        return said

    def end(self) -> None:
        """End the process, whatever it does."""
        self.is_done = True
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _serve(work: Work, pipe: Connection, parent: int) -> None:
    depend_on(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_NICE)
    pipe.send(_done(work, pipe.send))


def _done(work: Work, show: Callable[[Picture], None]) -> Told:
    """The answer, or why there is none."""
    try:
        return work(show)
    except Exception as error:
        return "", (str(error) or type(error).__name__).encode()
