"""Who does the work and where what is done is kept: what a command line says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from validator.chunks.kept import Kept
from validator.chunks.shards import Found, Part
from validator.progress import Counter


def _nobody(more: int) -> None:
    """Tell nobody."""
    del more


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does chunks: ``jobs`` processes here (1: this one), or workers of a ``cluster``.

    ``told`` hears how many trials more are done. What is done is ``kept`` where there is a place.

    With a ``part`` a run is one shard: sums are those of its part of each task, if any, and they
    come after all tasks are done. With what was ``found`` in the files of all shards nothing is
    done any more: the sums of each task are put together from them.
    """

    jobs: int = 1
    told: Counter = _nobody
    cluster: str = ""
    kept: Kept | None = None
    part: Part | None = None
    found: Found | None = None

    def telling(self, told: Counter) -> Crew:
        """The same crew, of which somebody else hears."""
        return replace(self, told=told)


ALONE = Crew()
"""This process alone; nothing is kept."""
