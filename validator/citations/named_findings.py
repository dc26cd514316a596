"""Findings of the rules: those that rules and refused tables name, and those that nothing names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from validator.catalogue.model import Game
from validator.checks.pieces import error, warning
from validator.citations.written import Ids
from validator.findings import Finding, closest, did_you_mean


def check_findings(game: Game, ids: Ids) -> Iterator[Finding]:
    """Names that no finding bears, and findings that nothing names.

    Where several places name what is not there, and a finding much like it is idle, its id is the
    slip, and is told once.
    """
    own = {named.id for named in ids.findings}
    uses = Counter(named.id for named in (*ids.findings_named, *ids.answers))
    idle = {named.id: named for named in ids.findings if not uses[named.id]}
    renamed: dict[str, str] = {}
    for name in dict.fromkeys(one.id for one in ids.findings_named if one.id not in own):
        meant = closest(name, idle) if uses[name] > 1 else None
        if meant is not None:
            renamed[name] = meant
    yield from _unknown_findings(game, ids, renamed)
    for named in idle.values():
        used = next((name for name, meant in renamed.items() if meant == named.id), None)
        message = f"no rule, refused table, ruling or claim names the finding {named.id}"
        hint = "name it at the rules that it is about, or take it out"
        if used is not None:
            message = f"nothing names the finding {named.id}, and {uses[used]} places name {used}"
            hint = f"write {used} here"
        yield warning(game, "finding-idle", named.place, message, hint)


def _unknown_findings(game: Game, ids: Ids, renamed: Mapping[str, str]) -> Iterator[Finding]:
    """What is named and not there, but for names that ``renamed`` has."""
    own = [one.id for one in ids.findings]
    rules = ids.findings[0].place.file
    for named in ids.findings_named:
        answers = [] if named.place.file == rules else [one.id for one in ids.answers]
        if named.id not in (*own, *answers) and named.id not in renamed:
            message = f"there is no finding {named.id}"
            hint = did_you_mean(named.id, own, "list it under `findings` of rules.yaml")
            yield error(game, "finding-unknown", named.place, message, hint)
