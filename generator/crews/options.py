"""Options of commands that play many games, as the command line explains them."""

from __future__ import annotations

import os
from typing import Annotated, Protocol

import typer

Jobs = Annotated[
    int, typer.Option("--jobs", min=0, help="Processes; 0: one a core. Same result for any.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of this dask scheduler: tcp://desk:8786.",
    ),
]
ShardText = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Play part I of N and write a file for `trilith merge`: 2/5.",
    ),
]


class Shared(Protocol):
    """Options of a command whose games are shared out."""

    @property
    def jobs(self) -> int:
        """Processes here; 0 for one a core."""

    @property
    def cluster(self) -> str | None:
        """The address of a scheduler."""

    @property
    def shard(self) -> str | None:
        """Part of the whole, as text."""


HOW = ("jobs", "cluster", "shard")
"""The options that say how games are played, not which."""
OWN = (*HOW, "out")
"""The options that are not written into the file of a shard: whoever merges has others."""


def processes(jobs: int) -> int:
    """How many processes ``--jobs`` means: 0 is one a core."""
    return jobs or os.cpu_count() or 1
