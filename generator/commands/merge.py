"""``trilith merge``, and how commands share out their games: into a run, and into files of shards.

What runs games is imported where it is needed, so that help needs none of it.
"""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.atomic import below
from generator.commands.registry import COMMANDS, behind, tell
from generator.console import progress
from generator.failures import WrongUseError
from generator.options import Context, Out, Output, OutputResult
from validator.command import ProjectDir, say

if TYPE_CHECKING:
    from cattrs import Converter

    from validator.simulation.shards import RunConfig, ShardFiles, ShardPart


def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="The files of all shards.")
    ],
    out: Out = None,
    project: ProjectDir = None,
) -> None:
    """Put together what the shards of a command have played, and tell what it would have told.

    The project's data have to be those that the shards were made from.
    """
    from generator.text_files import read_text
    from validator.findings import UsageError
    from validator.progress import ChunksError
    from validator.simulation.shards import together

    found = together([(str(path), read_text(path)) for path in files])
    output = behind(found.command) if found.command in COMMANDS else None
    try:
        if not isinstance(output, Output) or not set(HOW) <= set(output.options.__annotations__):
            raise ValueError
        options = options_of(found, output.options)
    except ValueError as error:
        message = f"{files[0]} names no command that --shard has, or options that it does not have"
        raise WrongUseError(message) from error
    if out is not None and "out" in output.options.__annotations__:
        options = replace(options, out=out)
    try:
        for made in output.make(Context(project, progress, found=found), options):
            tell(made)
    except UsageError:
        raise
    except (ValueError, LookupError, ArithmeticError) as error:
        message = f"the figures in these files do not fit together ({error}): make all shards anew"
        raise ChunksError(message) from error


HOW = ("jobs", "cluster", "shard")
"""The options that say how games are played, not which."""
OWN = (*HOW, "out")
"""The options that are not written into the file of a shard: whoever merges has others."""


def run_config(context: Context, options: Any) -> RunConfig:
    """The run that ``jobs``, ``cluster`` and ``shard`` of options ask for; the project keeps it.

    ``jobs`` of 0 is one a core. With what the context ``found`` in the files of shards nothing is
    done any more.

    Raises:
        UsageError: the shard is none.
        WrongUseError: its file would have to name a folder of this machine.
    """
    from validator.simulation.chunks import open_kept
    from validator.simulation.shards import RunConfig, ShardPart, parse_shard

    if context.found is not None:
        return RunConfig(found=context.found)
    part = None
    if options.shard is not None:
        part = ShardPart(parse_shard(options.shard))
        if any(isinstance(getattr(options, name), Path) for name in _portable(options)):
            raise WrongUseError("--shard cannot go with an option that names another folder")
    kept = open_kept(context.root, say)
    jobs = options.jobs or os.cpu_count() or 1
    return RunConfig(jobs, cluster=options.cluster or "", kept=kept, part=part)


def _portable(options: Any) -> list[str]:
    """The names of the options that the file of a shard tells."""
    return [one.name for one in fields(options) if one.name not in OWN]


def write_shard(
    context: Context, command: str, options: Any, part: ShardPart, out: Path | None = None
) -> OutputResult:
    """Write the file of a shard, in place of what the command would make of the whole.

    Raises:
        WrongUseError: it cannot be written there.
    """
    from generator.text_files import save_text
    from validator.simulation.shards import KIND

    plain = _converter().unstructure(options)
    asked = {name: plain[name] for name in _portable(options)}
    folder = below(context.folder(out), "shards")
    path = folder / f"{command}-{part.shard.number}-of-{part.shard.of}.json"
    save_text(path, part.file_name(command, asked), lambda raw: KIND.encode() in raw[:99])
    said = f"wrote {path}; with the others: trilith merge {folder}/{command}-*.json"
    return OutputResult(aside=said)


def options_of(found: ShardFiles, kind: type[Any]) -> Any:
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


def _converter() -> Converter:
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Path, str)
    converter.register_structure_hook(Path, lambda value, _: Path(value))
    return converter
