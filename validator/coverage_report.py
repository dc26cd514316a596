"""What rule coverage says: findings, text, JSON.

Codes:

``rule-uncovered``
    A rule of rules.yaml is named by no data, check, engine or face, so nothing may carry it out.

    Bad, by `trilith rules fog`::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - {id: FOG-AIM-01, says: Who has most light wins.}  # <- here

    Good, by `trilith rules fog`::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - id: FOG-AIM-01
                says: Who has most light wins.
                covered: The aim of the players, not of the program.
``rule-open``
    A note: the rules are silent or contradict themselves, and no ruling or claim settles it.

    Bad, by `trilith rules fog`::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - id: FOG-AIM-01  # <- here
                says: Who wins a tie?
                marks: [gap]
                covered: The players agree on it.

    Good, by `trilith rules fog`::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - id: FOG-AIM-01
                says: Who is older wins a tie.
                covered: The players know their age.
``rule-unknown``
    Data or code names a rule that rules.yaml does not have.

    Bad, by `trilith rules fog`::

        # game.yaml
        rule_ids_from: FOG
        configurations:
          - {players: 2, rules: [FOG-AIM-02]}  # <- here
          - {players: 3, rules: [FOG-AIM-01]}

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - {id: FOG-AIM-01, says: Two or three may play.}

    Good, by `trilith rules fog`::

        # game.yaml
        rule_ids_from: FOG
        configurations:
          - {players: 2, rules: [FOG-AIM-01]}
          - {players: 3, rules: [FOG-AIM-01]}

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Aim
            rules:
              - {id: FOG-AIM-01, says: Two or three may play.}
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.model import Game
from validator.coverage import KINDS, Coverage, Covered, Spot
from validator.findings import Finding, Place, Severity
from validator.rulebook import Query, Rulebook

WIDTH = max(len(kind) for kind in KINDS) + 1
"""Columns of the kind of a place in listings."""


def coverage_findings(coverage: Coverage, rulebook: Rulebook, game: Game) -> tuple[Finding, ...]:
    """Return what is not covered, what is not settled, and ids that do not exist."""
    findings = [
        Finding(
            "rule-uncovered",
            Severity.WARNING,
            coverage.game,
            entry.rule.place,
            f"{entry.rule.id} is in no data, check, engine or face: {entry.rule.says}",
            "name the id where the rule is carried out, or say under `covered:` why nothing can",
        )
        for entry in coverage.rules
        if not entry.is_covered
    ]
    findings.extend(_unsettled(entry) for entry in coverage.rules if _is_unsettled(entry))
    findings.extend(
        Finding(
            "rule-unknown",
            Severity.WARNING,
            coverage.game,
            Place(spot.file, spot.line),
            f"there is no rule {identity}",
            f"correct the id, or add the rule to components/{coverage.game}/rules.yaml",
        )
        for identity, spot in coverage.unknown
    )
    settled = {ruling.id for ruling in game.rulings} | {claim.id for claim in game.claims}
    findings.extend(
        _open_query(coverage.game, query) for query in rulebook.queries if query.id not in settled
    )
    return tuple(findings)


def _is_unsettled(entry: Covered) -> bool:
    """Tell whether an open rule that matters in play has neither ruling nor finding."""
    return entry.rule.is_open and not entry.settled


def _unsettled(entry: Covered) -> Finding:
    """Report an open rule by itself."""
    what = "contradict themselves" if "conflict" in entry.rule.marks else "are silent"
    return Finding(
        "rule-open",
        Severity.NOTE,
        entry.rule.id,
        entry.rule.place,
        f"the rules {what} ({entry.rule.id}): {entry.rule.says}",
        "no play depends on it here; settle it in the rulebook",
    )


def _open_query(game: str, query: Query) -> Finding:
    """Report a finding that no ruling or claim of game.yaml takes up."""
    return Finding(
        query.id, Severity.NOTE, game, query.place, query.says, f"assumed here: {query.default}"
    )


def as_text(coverage: Coverage) -> str:
    """List every rule with its places, and count what is covered."""
    lines: list[str] = []
    section = ""
    for entry in coverage.rules:
        if entry.rule.section != section:
            section = entry.rule.section
            lines.append(f"\n{section}" if lines else section)
        lines.extend(_lines(entry))
    if coverage.constraints:
        lines.append("\nWhat the data keeps to")
    for constraint, spots in coverage.constraints:
        lines.append(f"  {constraint.id} [{constraint.status}] {constraint.says}")
        lines.extend(_places(spots))
    lines.append("")
    lines.append(count_line(coverage))
    return "\n".join(lines) + "\n"


def _lines(entry: Covered) -> list[str]:
    """List one rule: what it says, then where it lives by kind."""
    marks = f" [{', '.join(entry.rule.marks)}]" if entry.rule.marks else ""
    lines = [f"  {entry.rule.id}{marks} {entry.rule.says}"]
    lines.extend(_places(entry.spots))
    if entry.settled:
        lines.append(f"      settled {', '.join(entry.settled)}")
    if entry.rule.covered:
        lines.append(f"      nothing {entry.rule.covered}")
    if not entry.is_covered:
        lines.append("      NOT COVERED")
    return lines


def _places(spots: Sequence[Spot]) -> list[str]:
    """List places, one line a kind."""
    return [
        f"      {kind:<{WIDTH}} {' '.join(str(spot) for spot in spots if spot.kind == kind)}"
        for kind in KINDS
        if any(spot.kind == kind for spot in spots)
    ]


def count_line(coverage: Coverage) -> str:
    """Sum a coverage up in one line."""
    total = len(coverage.rules)
    covered = sum(entry.is_covered for entry in coverage.rules)
    tested = sum(any(spot.kind == "test" for spot in entry.spots) for entry in coverage.rules)
    open_rules = [entry for entry in coverage.rules if entry.rule.is_open]
    settled = sum(bool(entry.settled) for entry in open_rules)
    return (
        f"{coverage.game}: {total} rules, {covered} covered, {total - covered} not, {tested} named "
        f"in tests; {len(open_rules)} open, {settled} of them settled by a ruling or finding"
    )


def as_json(coverage: Coverage) -> list[dict[str, object]]:
    """Return plain data for JSON, one mapping a rule."""
    return [
        {
            "id": entry.rule.id,
            "section": entry.rule.section,
            "says": entry.rule.says,
            "marks": list(entry.rule.marks),
            "covered": entry.is_covered,
            "why": entry.rule.covered,
            "settled": list(entry.settled),
            "places": {
                kind: [str(spot) for spot in entry.spots if spot.kind == kind] for kind in KINDS
            },
        }
        for entry in coverage.rules
    ]
