"""How far a long job is: who is told, and when nobody is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol, TypeAlias

Counter: TypeAlias = Callable[[int], None]
"""Told how many more equal steps are done, such as games played or faces drawn."""


class Progress(Protocol):
    """Told how far a job is; ``total`` of None means that nobody knows."""

    def __call__(self, done: int, total: int | None, what: str) -> None:
        """Report that ``done`` of ``total`` steps are finished and ``what`` is next."""


Watch: TypeAlias = Callable[[str], AbstractContextManager[Progress]]
"""Opens something that shows progress, such as a bar, under a title."""


def silent(done: int, total: int | None, what: str) -> None:
    """Tell nobody."""
    del done, total, what


@contextmanager
def watch_nothing(title: str) -> Iterator[Progress]:
    """Show no progress."""
    del title
    yield silent


def count_steps(progress: Progress, total: int, what: str = "") -> Counter:
    """A counter that tells ``progress`` how many of ``total`` equal steps are done."""
    done = 0
    progress(done, total, what)

    def more(steps: int) -> None:
        nonlocal done
        done += steps
        progress(done, total, what)

    return more


class ChunksError(Exception):
    """The work did not come to its end; the message says why, and what to do."""


class InterruptedRun(KeyboardInterrupt):
    """Somebody interrupted the work; the message says what is kept, and how to go on."""
