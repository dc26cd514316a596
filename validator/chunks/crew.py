"""Who does the work and where what is done is kept: what a command line says of it."""

from __future__ import annotations

from dataclasses import dataclass

from validator.progress import Counter


def _nobody(more: int) -> None:
    """Tell nobody."""
    del more


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does chunks: ``jobs`` processes here (1: this one).

    ``told`` hears how many trials more are done.
    """

    jobs: int = 1
    told: Counter = _nobody


ALONE = Crew()
"""This process alone; nothing is kept."""
