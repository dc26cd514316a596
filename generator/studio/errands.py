"""Questions that take longer than a picture: each answered by a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

from generator.studio.messages import Answer, Picture
from validator.processes import Process

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
        self.is_done = False
        self._process = Process(_serve, work, way=way, niceness=_NICE, daemon=False)
        self.pipe = self._process.pipe

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
        self._process.end()


def _serve(pipe: Connection, work: Work) -> None:
    pipe.send(_done(work, pipe.send))


def _done(work: Work, show: Callable[[Picture], None]) -> Told:
    """The answer, or why there is none."""
    try:
        return work(show)
    except Exception as error:
        return "", (str(error) or type(error).__name__).encode()
