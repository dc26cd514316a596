"""``trilith publish``: a folder for each publication of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.atomic import below, replace_folder
from generator.failures import WrongUseError
from generator.options import Booklet, BookPaper, Context, Output, OutputResult, stop_on_errors
from validator.findings import Finding, Severity

if TYPE_CHECKING:
    from generator.book.booklet import BookletStyle
    from generator.publish.contents import PublishJob
    from validator.catalogue.model import Game


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
    --booklet saddle lays almanac and rulebook out on sheets to fold and staple (or to sew, in
    signatures), --booklet zine eight pages on one side of a sheet.
    """

    game: options.GameName
    kinds: Annotated[
        list[PublicationKind] | None,
        typer.Option("--as", help="Only this; may be repeated."),
    ] = None
    paper: Annotated[BookPaper, typer.Option("--paper", help="Paper of what is bound.")] = (
        BookPaper.A4
    )
    booklet: Annotated[
        Booklet | None,
        typer.Option("--booklet", help="Almanac and rulebook to fold out of sheets of --paper."),
    ] = None
    signature: Annotated[
        int,
        typer.Option("--signature", min=0, max=20, help="Sheets of each signature, to be sewn."),
    ] = 0
    sheet_mm: Annotated[
        float,
        typer.Option("--sheet-mm", min=0.02, max=1, help="Thickness of a sheet of a booklet, mm."),
    ] = 0.1
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="GIT-REV", help="Errata since this commit, tag or branch."),
    ] = None
    out: options.Out = None
    draft: options.Draft = False


def publish_game(context: Context, options: PublishOptions) -> Iterator[OutputResult]:
    """Fill a folder for each publication, which then takes the place of the old one."""
    from generator.outputs.kit import drawer_of, open_game

    game, templates = open_game(context, options.game, draft=options.draft)
    from generator.playtest.notes import open_by_card
    from generator.publish import almanac, errata, layout, site
    from generator.publish.contents import PublishJob
    from generator.publish.rulebook import files as rulebook
    from validator.checks.names import check_ids

    stop_on_errors(tuple(check_ids(game, ())))  # pages and pictures are named by them
    drawer, paper = drawer_of(templates, context.watch), options.paper.value
    style = _booklet(options)
    paper = f"{paper}-{style.parts}" if style else paper
    parts = (context.root, game, templates, drawer, paper, options.since, context.watch)
    fills = {
        PublicationKind.SITE: site.fill,
        PublicationKind.ALMANAC: almanac.fill,
        PublicationKind.RULEBOOK: rulebook.fill,
        PublicationKind.ERRATA: errata.fill,
        PublicationKind.CHANGELOG: errata.fill_changelog,
        PublicationKind.LAYOUT: layout.fill,
    }
    job = PublishJob(*parts)
    if options.draft:
        job = replace(job, remarks=open_by_card(context.root, game.id))
    if game.translated:
        yield OutputResult(tuple(_stale(context, game)), least=Severity.WARNING)
    chosen = options.kinds or _kinds_by_default(job)
    made_before = below(context.folder(options.out), game.id, "publish")
    beside = [kind for kind in PublicationKind if kind in chosen or (made_before / kind).is_dir()]
    job = replace(job, beside=frozenset(beside))
    for kind in PublicationKind:
        if kind in chosen:
            folder = below(context.folder(options.out), game.id, "publish", kind)
            with replace_folder(folder) as fresh:
                made = fills[kind](job, fresh)
                folded = "".join(_fold_books(fresh, style, game)) if style else ""
            yield replace(made, told=f"{folder}: {made.told}{folded}", least=Severity.WARNING)


def _booklet(options: PublishOptions) -> BookletStyle | None:
    """How almanac and rulebook are folded, if they are.

    Raises:
        WrongUseError: there are signatures without a booklet that has some.
    """
    if options.booklet is None:
        if options.signature:
            raise WrongUseError("--signature is for --booklet saddle")
        return None
    from generator.book.binding import book_sheet
    from generator.book.booklet import BookletStyle

    sheet = book_sheet(options.paper.value).paper
    return BookletStyle(options.booklet, sheet, options.signature, options.sheet_mm)


def _fold_books(folder: Path, style: BookletStyle, game: Game) -> Iterator[str]:
    """Write a booklet beside each book in a folder; yields what is said of it."""
    from generator.book.booklet import make_booklet

    for path in sorted(folder.glob("*.pdf")):
        data, how = make_booklet(path.read_bytes(), game.name, style, game.tongue)
        made = path.with_name(f"{path.stem}-booklet.pdf")
        made.write_bytes(data)
        yield f"\n  {made.name}: {how}"


def _stale(context: Context, game: Game) -> Iterator[Finding]:
    """What of the translation that is printed has not followed the texts, or is missing."""
    from validator.catalogue.load import load
    from validator.checks.translations import check_translations

    for found in check_translations(load(context.root, [game.id])[0], context.root):
        of_this = found.place.file.endswith(f"/{game.id}/languages/{game.translated}.po")
        if of_this and found.code in ("translation-stale", "translation-missing"):
            yield found


def _kinds_by_default(job: PublishJob) -> Collection[PublicationKind]:
    """Errata alone where a revision is named; else all of today that there is data for."""
    from generator.publish.rulebook.files import manuscript_of

    if job.since is not None:
        return [PublicationKind.ERRATA]
    made = [PublicationKind.SITE, PublicationKind.ALMANAC]
    return made if manuscript_of(job) is None else [*made, PublicationKind.RULEBOOK]


OUTPUT = Output("publish", PublishOptions, publish_game, translates=True)
