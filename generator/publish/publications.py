"""The publications of a game, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.publish.almanac import PUBLICATION as ALMANAC
from generator.publish.contents import Publication, PublishJob
from generator.publish.errata import CHANGELOG, ERRATA
from generator.publish.layout import PUBLICATION as LAYOUT
from generator.publish.rulebook.files import PUBLICATION as RULEBOOK
from generator.publish.site import PUBLICATION as SITE

PUBLICATIONS: tuple[Publication, ...] = (SITE, ALMANAC, RULEBOOK, ERRATA, CHANGELOG, LAYOUT)
"""All publications, in the order in which they are made."""


def choose_publications(job: PublishJob, kinds: Sequence[str]) -> Iterator[Publication]:
    """The publications named; errata alone where only a revision is; else all there is data for."""
    if job.since is not None and not kinds:
        yield ERRATA
        return
    for publication in PUBLICATIONS:
        if publication.name in kinds or (not kinds and publication.wanted(job)):
            yield publication
