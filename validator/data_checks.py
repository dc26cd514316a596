"""What a check finds in data alone, without a face being drawn or a game being played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from validator.catalogue.model import Catalogue
from validator.checks.translations import check_translations
from validator.findings import Finding
from validator.play.rulings import check_readers, find_missing_modules, ready
from validator.registry import run_checks
from validator.rules.check import check_stated
from validator.rules.facts import check_citations, check_misspelt
from validator.rules.values import check_variants
from validator.setup.rehearse import check_zones, rehearse


def find_in_data(catalogue: Catalogue, root: Path) -> Iterator[Sequence[Finding]]:
    """What is found in data as they are written."""
    for check_data in (check_readers, check_variants, check_citations, check_misspelt):
        yield tuple(check_data(catalogue))
    yield tuple(find_missing_modules(catalogue))
    yield _of_scripts(catalogue)
    yield tuple(check_translations(catalogue, root))


def at_tables(catalogue: Catalogue) -> Iterator[Sequence[Finding]]:
    """What is found by setting up every table."""
    rehearsal = rehearse(catalogue)
    yield rehearsal.findings
    yield tuple(run_checks(catalogue, rehearsal.tables))
    yield tuple(check_zones(catalogue, rehearsal.tables))


def playable(catalogue: Catalogue) -> Iterator[Sequence[Finding]]:
    """What keeps games from being played."""
    yield tuple(ready(catalogue))


def find_departures(catalogue: Catalogue) -> Iterator[Sequence[Finding]]:
    """What departs from what the rules state."""
    yield tuple(check_stated(catalogue))


def _of_scripts(catalogue: Catalogue) -> Sequence[Finding]:
    if all(game.play is None for game in catalogue.games.values()):
        return ()
    from validator.script.checks import check_scripts

    return tuple(check_scripts(catalogue))
