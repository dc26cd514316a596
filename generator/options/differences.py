"""What ``trilith diff`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.options.choices import GameName
from generator.options.protocol import Output


class DiffFormat(StrEnum):
    """Forms of a comparison."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class DiffOptions:
    """List added, changed and removed cards field by field, against a git revision.

    Cards whose words are the same but whose picture differs are listed as looking different.
    """

    game: GameName
    revision: Annotated[
        str, typer.Argument(metavar="[GIT-REV]", help="Commit, tag or branch to compare with.")
    ] = "HEAD"
    form: Annotated[DiffFormat, typer.Option("--format", help="md is a changelog for testers.")] = (
        DiffFormat.TEXT
    )


OUTPUT = Output(
    "diff",
    DiffOptions,
    "generator.outputs.differences:make",
    translates=True,
)
