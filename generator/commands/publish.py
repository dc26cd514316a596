"""``trilith publish``: a folder for each publication of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator import options
from generator.atomic import below, replace_folder
from generator.options import BookPaper, Context, Output, OutputResult, stop_on_errors
from validator.findings import Severity


class PublicationKind(StrEnum):
    """The publications, in the order in which they are made."""

    SITE = "site"
    ALMANAC = "almanac"
    RULEBOOK = "rulebook"
    ERRATA = "errata"
    CHANGELOG = "changelog"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class PublishOptions:
    """Publish a game: an almanac and a site of all its components.

    Writes OUT/GAME/publish/, with a folder for each publication; the rulebook too, where
    components/GAME/rulebook.md is written. The site opens from the file system (index.html) and
    can be put on any server; it asks for nothing from anywhere.
    --since makes errata with pictures before and after, --as changelog all changes from git.
    --as layout makes files for layout programs: data merge, JSON, Typst, pictures of 300 dpi.
    """

    game: options.GameName
    kinds: Annotated[
        list[PublicationKind] | None,
        typer.Option("--as", help="Only this; may be repeated."),
    ] = None
    paper: Annotated[BookPaper, typer.Option("--paper", help="Paper of what is bound.")] = (
        BookPaper.A4
    )
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="GIT-REV", help="Errata since this commit, tag or branch."),
    ] = None
    out: options.Out = None
    draft: options.Draft = False


def publish_game(context: Context, options: PublishOptions) -> Iterator[OutputResult]:
    """Fill a folder for each publication."""
    from generator.outputs.kit import drawer_of, open_game

    game, templates = open_game(context, options.game, draft=options.draft)
    from generator.publish.contents import PublishJob
    from generator.publish.publications import choose_publications
    from validator.checks.names import check_ids

    stop_on_errors(tuple(check_ids(game, ())))  # pages and pictures are named by them
    drawer, paper = drawer_of(templates, context.watch), options.paper.value
    parts = (context.root, game, templates, drawer, paper, options.since, context.watch)
    job = PublishJob(*parts)
    chosen = tuple(choose_publications(job, options.kinds or ()))
    for publication in chosen:
        folder = below(context.folder(options.out), game.id, "publish", publication.name)
        with replace_folder(folder) as fresh:
            filled = publication.fill(job, fresh)
        files, told = tuple(folder / name for name in filled.files), f"{folder}: {filled.told}"
        yield OutputResult(files, filled.findings, told, least=Severity.WARNING)


OUTPUT = Output("publish", PublishOptions, publish_game, translates=True)
