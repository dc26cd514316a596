"""What rule coverage says: findings, text, JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from validator.catalogue.model import Game, Ruling
from validator.coverage.cover import CARRIES_OUT, Coverage, Covered, Kind, Spot
from validator.coverage.proofs import Proof
from validator.findings import Finding, Place, Severity
from validator.rulebook import Query, Rulebook

LABELS = {**{kind: kind.value for kind in Kind}, Kind.MENTION: "mentioned"}
LOOKED = {
    Kind.DATA: "files of data",
    Kind.CHECK: "of checks",
    Kind.ENGINE: "of set-up and play",
    Kind.TEST: "of tests",
    Kind.MENTION: "others",
}
WIDTH = 1 + max(len(label) for label in LABELS.values())
"""Columns of the kind of a place in listings."""
UNTESTED = "NOT TESTED"


def coverage_findings(coverage: Coverage, rulebook: Rulebook, game: Game) -> tuple[Finding, ...]:
    """Return what is not covered, what is not settled, and ids that do not exist.

    Where there are no tests at all, as in most projects, none is missed.
    """
    lost = [_uncovered(entry, coverage.game) for entry in coverage.rules if entry.is_lost]
    untested = [
        _untested(entry, coverage.game)
        for entry in coverage.rules
        if coverage.files.get(Kind.TEST) and _lack(entry) == UNTESTED
    ]
    unsettled = [_unsettled(entry) for entry in coverage.rules if _is_unsettled(entry)]
    unknown = [_unknown(identity, spot, coverage.game) for identity, spot in coverage.unknown]
    settled = {ruling.id for ruling in game.rulings} | {claim.id for claim in game.claims}
    queries = [
        _open_query(coverage.game, query) for query in rulebook.queries if query.id not in settled
    ]
    return (*lost, *untested, *unsettled, *unknown, *queries)


def _uncovered(entry: Covered, game: str) -> Finding:
    where = "is only mentioned" if entry.spots else "is named nowhere"
    message = f"{entry.rule.id} {where}, carried out by no data, check or engine: "
    hint = "name the id where the rule is carried out, tie its values to the data with `states:`, "
    hint += "or say under `covered:` why nothing can"
    return Finding(
        "rule-uncovered",
        Severity.WARNING,
        game,
        entry.rule.place,
        message + entry.rule.says,
        hint,
    )


def _untested(entry: Covered, game: str) -> Finding:
    """Report a rule without a test; a note if it stands in data, which `trilith check` checks."""
    spot = next(spot for spot in reversed(entry.spots) if spot.kind in CARRIES_OUT)
    severity = Severity.WARNING if entry.is_in_code else Severity.NOTE
    message = f"no test cites {entry.rule.id}, which is carried out at {spot}"
    hint = "write a test that fails when the rule is broken, and cite the rule in its docstring"
    return Finding("rule-untested", severity, game, entry.rule.place, message, hint)


def _unknown(identity: str, spot: Spot, game: str) -> Finding:
    hint = f"correct the id, or add the rule to components/{game}/rules.yaml"
    place = Place(spot.file, spot.line)
    return Finding(
        "rule-unknown", Severity.WARNING, game, place, f"there is no rule {identity}", hint
    )


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


def as_text(coverage: Coverage, game: Game, proofs: Mapping[str, Proof]) -> str:
    """List every rule with its places, what settles open ones, variants; count what is covered."""
    lines: list[str] = []
    section = ""
    for entry in coverage.rules:
        if entry.rule.section != section:
            section = entry.rule.section
            lines.append(f"\n{section}" if lines else section)
        lines.extend(_lines(entry, game, proofs.get(entry.rule.id)))
    if coverage.constraints:
        lines.append("\nWhat the data keeps to")
    for constraint, spots in coverage.constraints:
        lines.append(f"  {constraint.id} [{constraint.status}] {constraint.says}")
        lines.extend(_places(spots))
    lines.extend(_answers(game.rulings))
    lines.extend(["", count_line(coverage, proofs), looked_line(coverage)])
    return "\n".join(lines) + "\n"


def _lines(entry: Covered, game: Game, proof: Proof | None) -> list[str]:
    """List one rule: what it says, then where it lives by kind."""
    marks = f" [{', '.join(entry.rule.marks)}]" if entry.rule.marks else ""
    lines = [f"  {entry.rule.id}{marks} {entry.rule.says}"]
    lines.extend(_places(entry.spots))
    if proof is not None:
        lines.append(f"      {'proved':<{WIDTH}} {proof.says}")
    if entry.settled:
        lines.append(f"      {'settled':<{WIDTH}} {', '.join(entry.settled)}")
    departing = departures(game.rulings).get(entry.rule.id)
    if departing:
        lines.append(f"      {'variants':<{WIDTH}} {', '.join(departing)}")
    if entry.is_beyond:
        lines.append(f"      {'nothing':<{WIDTH}} {entry.rule.covered}")
    if lack := _lack(entry):
        lines.append(f"      {lack}")
    return lines


def _lack(entry: Covered) -> str:
    """What a rule lacks to be covered, in capitals; "" if nothing."""
    if entry.is_lost:
        return "ONLY MENTIONED" if entry.spots else "NAMED NOWHERE"
    return UNTESTED if entry.is_carried_out and not entry.is_tested else ""


def _places(spots: Sequence[Spot]) -> Iterator[str]:
    """List places, one line a kind."""
    for kind in Kind:
        at = " ".join(str(spot) for spot in spots if spot.kind is kind)
        if at:
            yield f"      {LABELS[kind]:<{WIDTH}} {at}"


def departures(rulings: Sequence[Ruling]) -> dict[str, list[str]]:
    """Variants by the rule that they depart from, each as ``ruling=option``."""
    found: dict[str, list[str]] = {}
    for ruling in rulings:
        for option, rules in ruling.variants.items():
            for rule in rules:
                found.setdefault(rule, []).append(f"{ruling.id}={option}")
    return found


def _answers(rulings: Sequence[Ruling]) -> Iterator[str]:
    """List what rulings settle, and apart from it the variants, which contradict a rule."""
    asked = [ruling for ruling in rulings if ruling.is_open]
    if asked:
        yield "\nRulings: questions that the rules leave open"
    for ruling in asked:
        yield f"  {ruling.id}={ruling.default} {', '.join(ruling.rules)}".rstrip()
    if any(ruling.variants for ruling in rulings):
        yield "\nVariants: options that contradict a rule"
    for ruling in rulings:
        for option, rules in ruling.variants.items():
            force = " (in force)" if option == ruling.default else ""
            yield f"  {ruling.id}={option}{force} departs from {', '.join(rules)}"


def count_line(coverage: Coverage, proofs: Mapping[str, Proof]) -> str:
    """Sum a coverage up in one line: rules, or, of a box that has none, its constraints."""
    rules = coverage.rules
    if coverage.constraints and not rules:
        return _constraints_line(coverage)
    covered = sum(entry.is_covered for entry in rules)
    proved = sum(proof.is_proved for proof in proofs.values())
    untested = [entry for entry in rules if _lack(entry) == UNTESTED]
    in_data = sum(not entry.is_in_code for entry in untested)
    beyond = sum(entry.is_beyond and not entry.is_covered for entry in rules)
    open_rules = [entry for entry in rules if entry.rule.is_open]
    settled = sum(bool(entry.settled) for entry in open_rules)
    return (
        f"{coverage.game}: {len(rules)} rules, {covered} carried out and tested ({proved} of them "
        f"proved), {len(untested)} carried out but not tested ({in_data} in data alone), "
        f"{sum(entry.is_lost for entry in rules)} not carried out, {beyond} that nothing can; "
        f"{len(open_rules)} open, {settled} of them settled by a ruling or finding"
    )


def _constraints_line(coverage: Coverage) -> str:
    kinds = [{spot.kind for spot in spots} for _, spots in coverage.constraints]
    kept = [found for found in kinds if found.intersection(CARRIES_OUT)]
    tested = sum(Kind.TEST in found for found in kept)
    return (
        f"{coverage.game}: {len(kinds)} constraints on the data, {tested} kept to and tested, "
        f"{len(kept) - tested} kept to but not tested, {len(kinds) - len(kept)} not kept to"
    )


def looked_line(coverage: Coverage) -> str:
    """Say what was looked through, and what was missing."""
    counts = [f"{coverage.files.get(kind, 0)} {name}" for kind, name in LOOKED.items()]
    none = "" if coverage.files.get(Kind.TEST) else "; without tests/ here no rule is tested"
    return f"looked through {', '.join(counts)}{none}"


def as_json(coverage: Coverage, game: Game, proofs: Mapping[str, Proof]) -> list[dict[str, object]]:
    """Return plain data for JSON, one mapping a rule."""
    variants = departures(game.rulings)
    return [
        {
            "id": entry.rule.id,
            "section": entry.rule.section,
            "says": entry.rule.says,
            "marks": list(entry.rule.marks),
            "covered": entry.is_covered,
            "lacks": _lack(entry).lower(),
            "proved": entry.rule.id in proofs and proofs[entry.rule.id].is_proved,
            "why": entry.rule.covered,
            "settled": list(entry.settled),
            "variants": variants.get(entry.rule.id, []),
            "places": {
                LABELS[kind]: [str(spot) for spot in entry.spots if spot.kind is kind]
                for kind in Kind
            },
        }
        for entry in coverage.rules
    ]
