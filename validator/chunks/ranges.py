"""Ranges of trials and what is done of them: sums are merged from the front on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

from validator.chunks.job import Failed, SumsT, Task

Span = tuple[int, int]
"""First trial, trial after the last."""


def cover(whole: Span, known: Iterable[Span]) -> Iterator[Span]:
    """The ``known`` spans that lie within a whole one and not over each other, in order."""
    at, end = whole
    for start, stop in sorted(known, key=lambda one: (one[0], -one[1])):
        if at <= start < stop <= end:
            yield start, stop
            at = stop


def gaps(whole: Span, done: Iterable[Span]) -> Iterator[Span]:
    """What of a whole span lies between those that are done, which come in order."""
    at, end = whole
    for start, stop in done:
        if at < start:
            yield at, start
        at = stop
    if at < end:
        yield at, end


class TaskProgress(Generic[SumsT]):
    """A task of which parts are done: each waits until all before it are merged.

    ``left`` is what is still to be submitted.
    """

    def __init__(self, task: Task[SumsT], done: Sequence[tuple[Span, SumsT]] = ()) -> None:
        """``done`` are parts that need not be done any more, in order."""
        self.task = task
        self.left = deque(gaps((task.start, task.stop), (span for span, _ in done)))
        self._parts: dict[int, tuple[int, SumsT | Failed]] = {}
        self._sums: SumsT | None = None
        self._failed: Failed | None = None
        self._at = task.start
        for span, sums in done:
            self.add(span, sums)

    def take(self, most: int) -> Span:
        """The next part to submit, of ``most`` trials."""
        start, end = self.left.popleft()
        stop = min(end, start + most)
        if stop < end:
            self.left.appendleft((stop, end))
        return start, stop

    def add(self, span: Span, sums: SumsT | Failed) -> None:
        """Take in a part that is done."""
        self._parts[span[0]] = (span[1], sums)
        while self._at in self._parts and self._failed is None:
            stop, found = self._parts.pop(self._at)
            self._merge(found)
            self._at = stop

    def _merge(self, sums: SumsT | Failed) -> None:
        if isinstance(sums, Failed):
            self._failed = sums
        elif self._sums is None:
            self._sums = sums
        else:
            self._sums.merge(sums)

    @property
    def is_done(self) -> bool:
        """Tell whether all of it is merged, or nothing more will be."""
        return self._at == self.task.stop or self._failed is not None

    @property
    def result(self) -> SumsT:
        """The sums of the whole task; of one without trials, sums of nothing.

        Raises:
            Exception: what the job raised in the first trial that failed.
        """
        if self._failed is not None:
            raise self._failed.error
        if self._sums is None:
            self._sums = self.task.job.prepare().run(self._at, self._at)
        return self._sums
