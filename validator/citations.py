"""Rule ids: those of `rules.yaml`, and those that the data cites.

A citation under `rules` names a rule of the game's own `rules.yaml` (or of its box). Ids are looked
up only where there is such a file.

Codes:

``rule-unknown``
    A citation names a rule that is not there, or one of another game.

    Bad::

        # game.yaml
        configurations:
          - {players: 2, rules: [FOG-META-01]}
          - {players: 3, rules: [FOG-META-09]}  # <- here

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - {title: Players, rules: [{id: FOG-META-01, says: Two or three may play.}]}

    Good::

        # game.yaml
        configurations:
          - {players: 2, rules: [FOG-META-01]}
          - {players: 3, rules: [FOG-META-01]}

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - {title: Players, rules: [{id: FOG-META-01, says: Two or three may play.}]}
``rule-missing``
    The data cites a rule that would stand here, between rules with a smaller and a larger number:
    it was taken out, or has got another id.

    Bad::

        # game.yaml
        configurations:
          - {players: 2, rules: [FOG-META-02]}
          - {players: 3}

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, says: The title says two or three.}
              - {id: FOG-META-03, says: Everybody takes a colour.}  # <- here

    Good::

        # game.yaml
        configurations:
          - {players: 2, rules: [FOG-META-02]}
          - {players: 3}

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, says: The title says two or three.}
              - {id: FOG-META-02, says: Two play with open hands.}
              - {id: FOG-META-03, says: Everybody takes a colour.}
``rule-duplicate``
    Two rules, findings or constraints of a `rules.yaml` have the same id, so a citation tells
    nothing.

    Bad::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, says: Two or three may play.}
              - {id: FOG-META-01, says: Everybody takes a colour.}  # <- here

    Good::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, says: Two or three may play.}
              - {id: FOG-META-02, says: Everybody takes a colour.}
``rule-prefix``
    Ids of a game's rules begin with one word, which `prefix` of `rules.yaml` and `rule_ids_from`
    of `game.yaml` name.

    Bad::

        # game.yaml
        rule_ids_from: FGO  # <- here

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - {title: Players, rules: [{id: FOG-META-01, says: Two or three may play.}]}

    Good::

        # game.yaml
        rule_ids_from: FOG

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - {title: Players, rules: [{id: FOG-META-01, says: Two or three may play.}]}
``finding-unknown``
    A rule names a finding that is not among the `findings` of `rules.yaml`, or a refused table one
    that is neither there nor a ruling or claim of `game.yaml`.

    Bad::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, findings: [X-FOG-9], says: Two may play.}  # <- here
        findings:
          - {id: X-FOG-1, severity: m, says: Who begins is not said., default: the eldest}

    Good::

        # rules.yaml
        kind: rules
        prefix: FOG
        sections:
          - title: Players
            rules:
              - {id: FOG-META-01, findings: [X-FOG-1], says: Two may play.}
        findings:
          - {id: X-FOG-1, severity: m, says: Who begins is not said., default: the eldest}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.model import Catalogue, Game
from validator.catalogue.source import Source, Trail
from validator.checks.base import error, listed
from validator.findings import Finding, Place
from validator.hints import did_you_mean

FEW = 3
"""So many places that cite a missing rule are named."""


@dataclass(frozen=True, slots=True)
class Named:
    """An id and where it is written."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one game: of its rules, its constraints, its findings; and its citations."""

    prefix: Named | None
    wanted: Named | None
    rules: tuple[Named, ...]
    constraints: tuple[Named, ...]
    findings: tuple[Named, ...]
    cited: tuple[Named, ...]
    findings_named: tuple[Named, ...]


def check_citations(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare what the data of every game cites with its rules."""
    read = {name: _ids(sources) for name, sources in catalogue.written.items()}
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.id in read
        for finding in _of_game(game, read[game.id], read)
    )


def _ids(sources: Sequence[Source]) -> Ids:
    """Every id that the files of a folder give or name."""
    rules = [source for source in sources if source.data["kind"] == "rules"]
    others = [source for source in sources if source.data["kind"] != "rules"]
    games = [source for source in sources if source.data["kind"] == "game"]
    return Ids(
        prefix=next(_named(rules, ("prefix",)), None),
        wanted=next(_named(games, ("rule_ids_from",)), None),
        rules=tuple(_named(rules, ("sections", "*", "rules", "*", "id"))),
        constraints=tuple(_named(rules, ("constraints", "*", "id"))),
        findings=(
            *_named(rules, ("findings", "*", "id")),
            *_named(games, ("rulings", "*", "id")),
            *_named(games, ("claims", "*", "id")),
        ),
        cited=(
            *(named for one in others for named in _cited(one, one.data, ())),
            *_named(rules, ("findings", "*", "rules", "*")),
        ),
        findings_named=(
            *_named(rules, ("sections", "*", "rules", "*", "findings", "*")),
            *_named(games, ("refusals", "*", "finding")),
        ),
    )


def _named(sources: Iterable[Source], pattern: Trail) -> Iterator[Named]:
    for source in sources:
        yield from _matching(source, source.data, (), pattern)


def _matching(source: Source, value: Any, trail: Trail, pattern: Trail) -> Iterator[Named]:
    if not pattern:
        yield Named(str(value), source.place(trail))
        return
    step, rest = pattern[0], pattern[1:]
    if step == "*" and isinstance(value, list):
        for index, one in enumerate(value):
            yield from _matching(source, one, (*trail, index), rest)
    elif isinstance(value, dict) and step in value:
        yield from _matching(source, value[step], (*trail, step), rest)


def _cited(source: Source, value: Any, trail: Trail) -> Iterator[Named]:
    """Rule ids in a list under `rules`, wherever it stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "fields":
                yield from _cited(source, inner, (*trail, key))
    elif isinstance(value, list):
        cites = trail[-1:] == ("rules",)
        for index, inner in enumerate(value):
            if cites and isinstance(inner, str):
                yield Named(inner, source.place((*trail, index)))
            else:
                yield from _cited(source, inner, (*trail, index))


def _of_game(game: Game, ids: Ids, others: Mapping[str, Ids]) -> Iterator[Finding]:
    for group in (ids.rules, ids.constraints):
        yield from _twice(game, group)
    own = [named for named in ids.findings if "rules.yaml" in named.place.file]
    yield from _twice(game, own)
    yield from _prefixes(game, ids)
    if ids.rules:
        yield from _unknown_rules(game, ids, others)
    if own:
        yield from _unknown_findings(game, ids, own)


def _twice(game: Game, group: Iterable[Named]) -> Iterator[Finding]:
    seen: dict[str, Place] = {}
    for named in group:
        if named.id in seen:
            message = f"the id {named.id} is taken already ({seen[named.id]})"
            yield error(game, "rule-duplicate", named.place, message, "give it another number")
        seen.setdefault(named.id, named.place)


def _prefixes(game: Game, ids: Ids) -> Iterator[Finding]:
    prefix, wanted = ids.prefix, ids.wanted
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


def _unknown_findings(game: Game, ids: Ids, own: Sequence[Named]) -> Iterator[Finding]:
    for named in ids.findings_named:
        in_rules = named.place.file == own[0].place.file
        known = [one.id for one in (own if in_rules else ids.findings)]
        if named.id not in known:
            message = f"there is no finding {named.id}"
            hint = did_you_mean(named.id, known, "list it under `findings` of rules.yaml")
            yield error(game, "finding-unknown", named.place, message, hint)
