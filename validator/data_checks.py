"""What a check finds in data alone, without a face being drawn or a game being played.

A rules module may have, beside what it needs for playing, ``CHECKS``: a tuple of
:class:`~validator.checks.pieces.Check`, run on games that name the module. One that is not there
brings none; that is told once, by :mod:`validator.play.rulings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from validator.catalogue.model import Catalogue, Game, Tables
from validator.checks import CHECKS
from validator.checks.pieces import Check
from validator.checks.translations import check_translations
from validator.findings import Finding, UsageError
from validator.play.modules import find_module, find_modules
from validator.play.rulings import check_readers, find_missing_modules
from validator.rules.facts import check_citations, check_misspelt
from validator.rules.values import check_variants
from validator.setup.rehearse import check_zones, rehearse


def checks_of(game: Game) -> tuple[Check, ...]:
    """Every check of ``game``; a module that is not installed brings none."""
    try:
        return (*CHECKS, *getattr(find_module(game), "CHECKS", ()))
    except UsageError:
        return CHECKS


def run_checks(catalogue: Catalogue, tables: Tables = ()) -> tuple[Finding, ...]:
    """Run the checks of every game.

    ``tables`` are the games after set-up, for the checks that count what lies where.
    """
    return tuple(
        finding
        for game in catalogue.games.values()
        for check in checks_of(game)
        if game.complete or check.alone
        for finding in check.run(game, tables)
    )


def checks_of_modules() -> tuple[tuple[Check, str], ...]:
    """Every check that an installed rules module brings, with the name of the module."""
    return tuple(
        (check, name)
        for name, module in find_modules().items()
        for check in getattr(module, "CHECKS", ())
    )


def find_in_data(catalogue: Catalogue, root: Path) -> Iterator[Sequence[Finding]]:
    """What is found in data as they are written, and by setting up every table, bit by bit."""
    for check_data in (check_readers, check_variants, check_citations, check_misspelt):
        yield tuple(check_data(catalogue))
    yield tuple(find_missing_modules(catalogue))
    yield tuple(check_translations(catalogue, root))
    tables, found = rehearse(catalogue)
    yield found
    yield tuple(run_checks(catalogue, tables))
    yield tuple(check_zones(catalogue, tables))
