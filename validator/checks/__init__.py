"""Checks that fit any game: pure functions from a game to findings.

Those that only one game needs come with its rules module (:mod:`validator.data_checks`).
What ``trilith explain CODE`` prints stands in ``pages/CODE.md``.
"""

from __future__ import annotations

from validator.checks.claims import check_claims
from validator.checks.names import (
    check_almanac,
    check_boards,
    check_ids,
    check_inflected,
    check_names,
    check_references,
    check_spaces,
    check_special,
    check_words,
)
from validator.checks.pieces import (
    Check,
    check_backs,
    check_counts,
    check_exhaustion,
    check_marks,
    check_players,
    check_unstated,
    check_uses,
)

CHECKS: tuple[Check, ...] = (
    Check(("count-parts", "count-unlisted", "count-twice"), check_counts),
    Check(("id-duplicate", "table-duplicate", "table-missing"), check_ids, alone=True),
    Check(("name-duplicate", "id-value", "effect-duplicate"), check_names, alone=True),
    Check(("back-unprinted",), check_backs, alone=True),
    Check(("title-players", "seat-colour"), check_players),
    Check(("reference-unknown", "reference-empty"), check_references),
    Check(("uses-short", "uses-idle", "uses-many"), check_uses),
    Check(("mark-dead", "mark-empties", "mark-shrinks"), check_marks),
    Check(("text-lacks", "text-missing"), check_words, alone=True),
    Check(("space-lacks", "space-unknown"), check_spaces),
    Check(
        (
            *("board-component", "board-formula", "board-large", "board-space", "board-twice"),
            "board-unknown",
        ),
        check_boards,
    ),
    Check(("special-share",), check_special),
    Check(("noun-class-missing", "noun-class-unknown"), check_inflected),
    Check(("almanac-unknown", "almanac-twice"), check_almanac),
    Check(("pile-unstated",), check_unstated, alone=True),
    Check(("pile-runs-out", "pile-lasts", "pile-bounds", "pile-no-rate"), check_exhaustion),
    Check(("claim-kind", "claim-unclear"), check_claims),
)
"""Every such check, in the order in which a manual would have them."""
