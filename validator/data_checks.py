"""What a check finds in data alone, without a face being drawn or a game being played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from validator.catalogue.model import Catalogue
from validator.checks.translations import check_translations
from validator.findings import Finding
from validator.play.rulings import check_readers, find_missing_modules
from validator.registry import run_checks
from validator.rules.facts import check_citations, check_misspelt
from validator.rules.values import check_variants
from validator.setup.rehearse import check_zones, rehearse


def find_in_data(catalogue: Catalogue, root: Path) -> Iterator[Sequence[Finding]]:
    """What is found in data as they are written, and by setting up every table, bit by bit."""
    for check_data in (check_readers, check_variants, check_citations, check_misspelt):
        yield tuple(check_data(catalogue))
    yield tuple(find_missing_modules(catalogue))
    yield tuple(check_translations(catalogue, root))
    rehearsal = rehearse(catalogue)
    yield rehearsal.findings
    yield tuple(run_checks(catalogue, rehearsal.tables))
    yield tuple(check_zones(catalogue, rehearsal.tables))
