"""Who does chunks: this process itself, or whatever else keeps to the same few questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from validator.chunks.job import Answer, Chunk, Ready, Segment, run_segments


class Hands(Protocol):
    """Those who do chunks, several at once."""

    @property
    def wanted(self) -> int:
        """How many chunks more should be begun now, so that nobody waits for work."""

    @property
    def crowd(self) -> int:
        """How many of them there are."""

    @property
    def least_s(self) -> float:
        """Seconds of work below which chunks are not cut for the sake of sharing out evenly."""

    def begin(self, chunk: Chunk) -> None:
        """Hand out a chunk."""

    def done(self) -> Sequence[tuple[Chunk, Answer]]:
        """Wait until chunks are done, at least one; nothing if none was begun.

        Raises:
            ChunksError: one cannot be done.
        """

    def close(self) -> None:
        """Let everything go that was begun."""


class OwnHands:
    """This process, which does a chunk when it is asked what is done."""

    crowd = 1
    least_s = 1.0

    def __init__(self) -> None:
        self._ready: dict[int, Ready[Any]] = {}
        self._begun: deque[Chunk] = deque()

    @property
    def wanted(self) -> int:
        """One at a time."""
        return 1 - len(self._begun)

    def begin(self, chunk: Chunk) -> None:
        """Note it down."""
        self._begun.append(chunk)

    def done(self) -> Sequence[tuple[Chunk, Answer]]:
        """Do the next one."""
        if not self._begun:
            return ()
        chunk = self._begun.popleft()
        ranges = [(partial(self._made_ready, one), one.start, one.stop) for one in chunk.segments]
        return ((chunk, run_segments(ranges)),)

    def _made_ready(self, segment: Segment[Any]) -> Ready[Any]:
        if segment.number not in self._ready:
            self._ready[segment.number] = segment.job.ready()
        return self._ready[segment.number]

    def close(self) -> None:
        """Forget what was begun."""
        self._begun.clear()
