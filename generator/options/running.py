"""How a command runs its games: from its options to a run, and from one shard to its file."""

from __future__ import annotations

import os
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from cattrs import Converter

from generator.failures import WrongUseError
from generator.textfiles import save_text
from validator.command import say
from validator.simulation.chunks import open_kept
from validator.simulation.shards import KIND, Found, Part, RunConfig, parse_shard


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


def run_config(root: Path, options: Shared, found: Found | None = None) -> RunConfig:
    """The run that options ask for; it keeps what is done in the project at ``root``.

    With what was ``found`` in the files of shards nothing is done any more.

    Raises:
        UsageError: the shard is none.
    """
    if found is not None:
        return RunConfig(found=found)
    part = Part(parse_shard(options.shard)) if options.shard is not None else None
    cluster = options.cluster or ""
    return RunConfig(
        options.jobs or os.cpu_count() or 1, cluster=cluster, kept=open_kept(root, say), part=part
    )


def write_shard(folder: Path, command: str, options: Any, part: Part) -> Path:
    """Write the file of a shard into a folder.

    Raises:
        WrongUseError: it cannot be written there, or would have to name a folder of this machine.
    """
    plain = _converter().unstructure(options)
    asked = {one.name: plain[one.name] for one in fields(options) if one.name not in OWN}
    if any(isinstance(getattr(options, name), Path) for name in asked):
        raise WrongUseError("--shard cannot go with an option that names another folder")
    path = folder / f"{command}-{part.shard.number}-of-{part.shard.of}.json"
    save_text(path, part.written(command, asked), lambda raw: KIND.encode() in raw[:99])
    return path


def options_of(found: Found, kind: type[Any]) -> Any:
    """The options with which the shards were made; they name no place to read or to write.

    Raises:
        ValueError: they are no options of that kind.
    """
    try:
        options = _converter().structure(dict(found.options), kind)
    except Exception as error:
        raise ValueError("no such options") from error
    if any(isinstance(getattr(options, one.name), Path) for one in fields(options)):
        raise ValueError("a file of a stranger names no folder")
    return options


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    return converter
