"""Claims: what the rules say, tested by arithmetic over the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from validator.catalogue.formulas import FormulaError
from validator.catalogue.model import Claim, Game, Tables, place_in
from validator.catalogue.source import walk
from validator.checks import claim_kinds
from validator.checks.claim_kinds import Case, ClaimVerdict, Judge, UnclearError
from validator.checks.pieces import error
from validator.findings import Finding, Place, Severity, did_you_mean

KINDS: Mapping[str, Judge] = {
    "header": claim_kinds.header,
    "supply": claim_kinds.supply,
    "breaking-point": claim_kinds.judge_breaking_point,
    "unruled": claim_kinds.judge_unruled,
    "choice": claim_kinds.choice,
    "split": claim_kinds.split,
    "marks": claim_kinds.marks,
    "absorb": claim_kinds.absorb,
    "unused": claim_kinds.judge_unused,
    "compare": claim_kinds.compare,
    "scarce": claim_kinds.scarce,
}
"""Who judges each kind of claim; ``validator/schemas/claims.json`` documents their data."""


def check_claims(game: Game, laid: Tables) -> Iterator[Finding]:
    """Each entry of `claims` in game.yaml is tested; its finding carries the claim's own id."""
    for claim in game.claims:
        if claim.kind not in KINDS:
            message = f"nobody can test claims of the kind {claim.kind!r}"
            hint = did_you_mean(claim.kind, KINDS, f"kinds: {', '.join(KINDS)}")
            yield error(game, "claim-kind", place_in(claim, "kind"), message, hint)
            continue
        try:
            verdict = KINDS[claim.kind](Case(game, claim, laid))
        except (UnclearError, FormulaError) as unclear:
            message = f"the claim {claim.id} cannot be tested: {unclear}"
            place = getattr(unclear, "place", None) or _unclear_place(claim, str(unclear))
            yield error(game, "claim-unclear", place, message, unclear.hint)
        else:
            yield from _finding_of(game, claim, verdict)


def _unclear_place(claim: Claim, message: str) -> Place:
    """Where the name stands that the message quotes, or the claim."""
    for name in re.findall(r"'([^']+)'", message):
        for keys, value in walk(claim.data):
            if name in (*keys[-1:], value):
                return place_in(claim, "data", *keys)
    return claim.place


def _finding_of(game: Game, claim: Claim, verdict: ClaimVerdict) -> Iterator[Finding]:
    rules = f" [{', '.join(claim.rules)}]" if claim.rules else ""
    if verdict.applies:
        message = f"{claim.says.rstrip('.')} ({verdict.detail}){rules}"
        severity = Severity(claim.severity)
        ruling = next((one for one in game.rulings if one.id == claim.id), None)
        hint = claim.hint or "mend the data, or settle the question in the rules"
        if ruling is not None and not claim.hint:
            hint = f"ruling in force: {ruling.default} ({ruling.options.get(ruling.default, '')})"
        settled = ruling.id if ruling and severity is not Severity.ERROR else ""
        place = place_in(claim, "data", *verdict.at) if verdict.at else claim.place
        yield Finding(claim.id, severity, game.id, place, message, hint, settled)
    elif claim.data.get("confirm"):
        message = f"confirmed: {verdict.detail}{rules}"
        hint = claim.hint or "nothing to do: the data agrees with the rules"
        yield Finding(claim.id, Severity.NOTE, game.id, claim.place, message, hint, claim.id)
