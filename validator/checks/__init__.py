"""Checks: pure functions from a game to findings, listed in :data:`CHECKS`.

``trilith explain CODE`` prints the docstring of the check that reports ``CODE``.
"""

from __future__ import annotations

import inspect

from validator.catalogue.model import Catalogue
from validator.catalogue.tables import Tables
from validator.checks.base import Check
from validator.checks.claims import check_claims
from validator.checks.counts import check_counts
from validator.checks.ids import check_ids
from validator.checks.marks import check_marks
from validator.checks.paths import check_paths
from validator.checks.piles import check_exhaustion, check_unstated
from validator.checks.references import check_references
from validator.checks.rondel import check_rondel
from validator.checks.slots import check_slots
from validator.checks.spaces import check_spaces
from validator.checks.stones import check_stones
from validator.checks.texts import check_special, check_words
from validator.checks.uses import check_uses
from validator.findings import Finding

CHECKS: tuple[Check, ...] = (
    Check(("count-parts", "count-unlisted"), check_counts),
    Check(("id-duplicate", "table-duplicate", "table-missing"), check_ids),
    Check(("reference-unknown", "reference-empty"), check_references),
    Check(("uses-short",), check_uses),
    Check(("mark-dead", "mark-empties", "mark-shrinks"), check_marks),
    Check(
        ("rondel-area", "rondel-reach", "rondel-action", "rondel-free", "rondel-transport"),
        check_rondel,
    ),
    Check(("slot-shape", "slot-carved", "slot-figures", "area-privileges"), check_slots),
    Check(("stone-dead", "stone-starter", "stone-track"), check_stones),
    Check(("path-order", "path-price", "path-room"), check_paths),
    Check(("text-lacks", "text-missing"), check_words),
    Check(("space-lacks", "space-unknown"), check_spaces),
    Check(("special-share",), check_special),
    Check(("pile-unstated",), check_unstated),
    Check(("pile-runs-out", "pile-lasts", "pile-bounds", "pile-no-rate"), check_exhaustion),
    Check(("claim-unclear",), check_claims),
)
"""Every check, in the order in which a manual would have them."""


def run_checks(catalogue: Catalogue, tables: Tables = ()) -> tuple[Finding, ...]:
    """Run every check on every game.

    ``tables`` are the games after set-up, for the checks that count what lies where.
    """
    return tuple(
        finding
        for game in catalogue.games.values()
        for check in CHECKS
        for finding in check.run(game, tables)
    )


def known_codes() -> tuple[str, ...]:
    """The codes that checks may report, sorted."""
    return tuple(sorted(code for check in CHECKS for code in check.codes))


def explain(code: str) -> str | None:
    """The manual page of ``code``, or None if no check reports it."""
    for check in CHECKS:
        if code in check.codes:
            return inspect.getdoc(check.run)
    return None
