"""How tasks are run: by whom, and where what is done is kept, as a command line says it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from validator.chunks.kept import Kept
from validator.chunks.shards import Found, Part
from validator.progress import Counter


def _ignore(more: int) -> None:
    """Tell nobody."""
    del more


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Who runs tasks: ``max_workers`` processes here (1: this one), or those of a ``cluster``.

    ``progress`` hears how many trials more are done. What is done is ``kept`` where there is a
    place.

    With a ``part`` a run is one shard: sums are those of its part of each task, if any, and they
    come after all tasks are done. With what was ``found`` in the files of all shards nothing is
    done any more: the sums of each task are put together from them.
    """

    max_workers: int = 1
    progress: Counter = _ignore
    cluster: str = ""
    kept: Kept | None = None
    part: Part | None = None
    found: Found | None = None

    def with_progress(self, progress: Counter) -> RunConfig:
        """The same, of which somebody else hears."""
        return replace(self, progress=progress)


SERIAL = RunConfig()
"""This process alone; nothing is kept."""
