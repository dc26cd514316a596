"""The publications of a game, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from generator.atomic import below, replaced_folder
from generator.design.templating import Templates
from generator.options.protocol import Context, Made, stop_on_errors
from generator.options.publication import Kind, PublishOptions
from generator.outputs.drawn import drawer_of
from generator.publish.almanac import PUBLICATION as ALMANAC
from generator.publish.contents import Job, Publication
from generator.publish.errata import CHANGELOG, ERRATA
from generator.publish.layout import PUBLICATION as LAYOUT
from generator.publish.rulebook.files import PUBLICATION as RULEBOOK
from generator.publish.site import PUBLICATION as SITE
from validator.catalogue.model import Game
from validator.checks.names import check_ids
from validator.findings import Severity

PUBLICATIONS: tuple[Publication, ...] = (SITE, ALMANAC, RULEBOOK, ERRATA, CHANGELOG, LAYOUT)
"""All publications, in the order in which they are made."""


def published(
    context: Context, options: PublishOptions, game: Game, templates: Templates
) -> Iterator[Made]:
    """Fill a folder for each publication."""
    stop_on_errors(tuple(check_ids(game, ())))  # pages and pictures are named by them
    job = Job(
        context.root,
        game,
        templates,
        drawer_of(templates, context.watch),
        options.paper.value,
        options.since,
        watch=context.watch,
    )
    asked = tuple(_asked(job, options.kinds or ()))
    with _ahead(job, asked):
        for publication in asked:
            folder = below(context.folder(options.out), game.id, "publish", publication.name)
            with replaced_folder(folder) as fresh:
                filled = publication.fill(job, fresh)
            files = tuple(folder / name for name in filled.files)
            yield Made(files, filled.findings, f"{folder}: {filled.told}", least=Severity.WARNING)


@contextmanager
def _ahead(job: Job, asked: Sequence[Publication]) -> Iterator[None]:
    """Let run beside the others what can: while faces are drawn, pages can be set."""
    with ThreadPoolExecutor(1) as pool:
        for publication in asked:
            if publication.ahead is not None:
                job.begin()
                job.templates.pool.start()  # they are forked only while there is one thread
                job.ahead[publication.name] = pool.submit(publication.ahead, job)
        yield


def _asked(job: Job, kinds: Sequence[Kind]) -> Iterator[Publication]:
    """The publications named; errata alone where only a revision is; else all there is data for."""
    if job.since is not None and not kinds:
        yield ERRATA
        return
    for publication in PUBLICATIONS:
        if publication.name in kinds or (not kinds and publication.wanted(job)):
            yield publication
