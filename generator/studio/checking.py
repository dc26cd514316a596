"""The checks of a game beside the drawing: in a process of its own that an edit ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection

from validator.findings import Finding
from validator.processes import Process, way_to_start

Stages = Callable[[], Iterable[Sequence[Finding]]]
_NICE = 5


class Checker:
    """Runs stages of checks; :meth:`hear` gives what was found since it was last asked.

    Where a process cannot be forked the stages are run here, one each time that it is asked.
    """

    def __init__(self, stages: Stages) -> None:
        self.pipe: Connection | None = None
        self.is_done = False
        self.failed = ""
        self._process: Process | None = None
        self._here: Iterator[Sequence[Finding]] | None = None
        if way_to_start() == "fork":
            self._process = Process(_serve, stages, way="fork", niceness=_NICE, daemon=False)
            self.pipe = self._process.pipe
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
        if self._process is not None:
            self._process.end()


def _serve(pipe: Connection, stages: Stages) -> None:
    """Run the stages and send what each found, then None."""
    for found in stages():
        pipe.send(tuple(found))
    pipe.send(None)
