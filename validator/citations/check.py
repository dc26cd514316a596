"""Rule ids: those of `rules.yaml`, and those that the data cites.

A citation under `rules` names a rule of the game's own `rules.yaml` (or of its box). Ids are looked
up only where there is such a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from validator.catalogue.model import Catalogue, Game
from validator.checks.pieces import error, listed
from validator.citations.named_findings import check_findings
from validator.citations.written import Ids, Named, ids_of
from validator.findings import Finding, Place, did_you_mean

FEW = 3
"""So many places that cite a missing rule are named."""


def check_citations(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare what the data of every game cites with its rules."""
    read = {name: ids_of(sources) for name, sources in catalogue.written.items()}
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.id in read
        for finding in _of_game(game, read[game.id], read)
    )


def _of_game(game: Game, ids: Ids, others: Mapping[str, Ids]) -> Iterator[Finding]:
    for group in (ids.rules, ids.constraints, ids.findings):
        yield from _twice(game, group)
    yield from _prefixes(game, ids)
    if ids.rules:
        yield from _unknown_rules(game, ids, others)
    if ids.findings:
        yield from check_findings(game, ids)


def _twice(game: Game, group: Iterable[Named]) -> Iterator[Finding]:
    seen: dict[str, Place] = {}
    for named in group:
        if named.id in seen:
            message = f"the id {named.id} is taken already ({seen[named.id]})"
            yield error(game, "rule-duplicate", named.place, message, "give it another number")
        seen.setdefault(named.id, named.place)


def _prefixes(game: Game, ids: Ids) -> Iterator[Finding]:
    prefix, wanted = ids.prefix, ids.wanted
    if prefix and not ids.rules and not any(_has_word(one, prefix) for one in ids.constraints):
        message = f"no constraint of the file has {prefix.id!r} in its id"
        hint = "write the word that these ids share"
        yield error(game, "rule-prefix", prefix.place, message, hint)
    if prefix is None or not ids.rules:
        if wanted and ids.cited and not any(_begins(one, wanted) for one in ids.cited):
            message = f"no rule that is cited begins with {wanted.id!r}"
            hint = f"write the first part of {ids.cited[0].id}"
            yield error(game, "rule-prefix", wanted.place, message, hint)
        return
    if not any(_begins(one, prefix) for one in ids.rules):
        message = f"no rule of the file begins with {prefix.id!r}"
        hint = f"write the first part of {ids.rules[0].id}"
        yield error(game, "rule-prefix", prefix.place, message, hint)
        return
    if wanted and wanted.id != prefix.id:
        message = f"the rules of the game begin with {prefix.id!r}, not {wanted.id!r}"
        yield error(game, "rule-prefix", wanted.place, message, f"write {prefix.id}")
    for named in ids.rules:
        if not _begins(named, prefix):
            message = f"the id {named.id} does not begin with {prefix.id!r}"
            yield error(game, "rule-prefix", named.place, message, "mend the id")


def _has_word(constraint: Named, prefix: Named) -> bool:
    return prefix.id in constraint.id.split("-")


def _begins(rule: Named, prefix: Named) -> bool:
    return rule.id.startswith(f"{prefix.id}-")


def _unknown_rules(game: Game, ids: Ids, others: Mapping[str, Ids]) -> Iterator[Finding]:
    box = others.get(game.box or "")
    known = [one.id for one in (*ids.rules, *ids.constraints)]
    known += [one.id for one in (*box.rules, *box.constraints)] if box else []
    there = set(known)
    missing: dict[str, list[Named]] = {}
    for named in ids.cited:
        if named.id not in there:
            missing.setdefault(named.id, []).append(named)
    for name, citing in missing.items():
        following = _following(name, ids.rules, often=len(citing) > 1)
        if following is not None:
            yield _gap(game, name, citing, following)
            continue
        owner = next((one for one, its in others.items() if _has(its, name)), None)
        for named in citing:
            message = f"there is no rule {name}" + (f" here: {owner} has it" if owner else "")
            hint = did_you_mean(name, known, f"see trilith rules {game.id}")
            yield error(game, "rule-unknown", named.place, message, hint)


def _has(ids: Ids, rule: str) -> bool:
    return any(named.id == rule for named in ids.rules)


def _following(rule: str, rules: Sequence[Named], often: bool) -> Place | None:
    """Where a missing rule would stand: at the one with the next number of the same topic.

    The last one of its topic is only missed if it is cited more than once.
    """
    topic, _, number = rule.rpartition("-")
    family = [at for at, one in enumerate(rules) if one.id.rpartition("-")[0] == topic]
    if not number.isdigit() or not family:
        return None
    smaller = [at for at in family if _number(rules[at]) < int(number)]
    if len(smaller) < len(family):
        before = smaller[-1] if smaller else family[0] - 1
        larger = [at for at in family if at > before]
        return rules[larger[0]].place if larger else None
    last = _number(rules[family[-1]])
    after = family[-1] + 1
    return rules[min(after, len(rules) - 1)].place if often and int(number) == last + 1 else None


def _number(rule: Named) -> int:
    number = rule.id.rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def _gap(game: Game, rule: str, citing: Sequence[Named], place: Place) -> Finding:
    places = listed([*(str(one.place) for one in citing[:FEW]), *_more(len(citing) - FEW)])
    message = f"{rule} is cited at {places}, but is not among the rules"
    return error(game, "rule-missing", place, message, "put it back here, or mend the citations")


def _more(number: int) -> list[str]:
    return [f"{number} other places"] if number > 0 else []
