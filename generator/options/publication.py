"""What ``trilith publish`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.options.choices import Draft, GameName, Out
from generator.options.protocol import Output


class Kind(StrEnum):
    """The publications, in the order in which they are made."""

    SITE = "site"
    ALMANAC = "almanac"
    RULEBOOK = "rulebook"
    ERRATA = "errata"
    CHANGELOG = "changelog"
    LAYOUT = "layout"


class BookPaper(StrEnum):
    """Papers that books are set for."""

    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"


@dataclass(frozen=True, slots=True)
class PublishOptions:
    """Publish a game: an almanac and a site of all its components.

    Writes OUT/GAME/publish/, with a folder for each publication; the rulebook too, where
    components/GAME/rulebook.md is written. The site opens from the file system (index.html) and
    can be put on any server; it asks for nothing from anywhere.
    --since makes errata with pictures before and after, --as changelog all changes from git.
    --as layout makes files for layout programs: data merge, JSON, Typst, pictures of 300 dpi.
    """

    game: GameName
    kinds: Annotated[
        list[Kind] | None,
        typer.Option("--as", help="Only this; may be repeated."),
    ] = None
    paper: Annotated[BookPaper, typer.Option("--paper", help="Paper of what is bound.")] = (
        BookPaper.A4
    )
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="GIT-REV", help="Errata since this commit, tag or branch."),
    ] = None
    out: Out = None
    draft: Draft = False


OUTPUT = Output(
    "publish",
    PublishOptions,
    "generator.publish.command:make",
    translates=True,
)
