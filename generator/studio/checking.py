"""The checks of a game beside the drawing: in a process of its own that an edit ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

from validator.findings import Finding
from validator.workers.limits import depend_on
from validator.workers.worker import way_to_start

Stages = Callable[[], Iterable[Sequence[Finding]]]
FAILED = "checking ended early"


class Checker:
    """Runs stages of checks; :meth:`hear` gives what was found since it was last asked.

    Where a process cannot be forked the stages are run here, one each time that it is asked.
    """

    def __init__(self, stages: Stages) -> None:
        self.pipe: Connection | None = None
        self.is_done = False
        self.failed = ""
        self._process: Any = None
        self._here: Iterator[Sequence[Finding]] | None = None
        if way_to_start() == "fork":
            context: Any = multiprocessing.get_context("fork")
            self.pipe, theirs = context.Pipe(duplex=False)
            self._process = context.Process(target=_serve, args=(stages, theirs, os.getpid()))
            self._process.start()
            theirs.close()
        else:
            self._here = iter(stages())

    def hear(self) -> Sequence[Finding]:
        """What one more stage found; waits for it."""
        try:
            if self.pipe is not None:
                found: Sequence[Finding] | None = self.pipe.recv()
            else:
                assert self._here is not None
                found = next(self._here, None)
        except Exception as error:
            self.failed = str(error) or type(error).__name__
            found = None
        if found is None:
            self.end()
            return ()
        return found

    def end(self) -> None:
        """End the process, whatever it does."""
        self.is_done = True
        if self._process is not None and self._process.is_alive():
            self._process.kill()
        if self._process is not None:
            self._process.join()
        if self.pipe is not None:
            self.pipe.close()


def _serve(stages: Stages, pipe: Connection, parent: int) -> None:
    """Run the stages and send what each found, then None."""
    depend_on(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    for found in stages():
        pipe.send(tuple(found))
    pipe.send(None)
