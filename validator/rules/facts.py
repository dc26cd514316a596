"""The rules of a game as numbered facts, the ids that its files give, and those that they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from validator.catalogue.build import convert
from validator.catalogue.formulas import FormulaError, read_value, rulings_in
from validator.catalogue.model import Catalogue, Game
from validator.catalogue.raw_records import At
from validator.catalogue.source import Source, Trail, walk
from validator.checks.pieces import error, list_words, repeats, warning
from validator.findings import Finding, Place, closest, did_you_mean

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """An option of a ruling on which something that is stated depends, and where it says so."""

    ruling: str
    option: str
    place: Place


@dataclass(frozen=True, slots=True)
class Statement:
    """What a rule states of values in the data, as ``rules.json`` describes it."""

    rule: str
    data: Mapping[str, Any]
    place: Place
    asked: tuple[RulingRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One fact. ``marks`` say what is wrong with it, ``findings`` what settles it.

    ``covered`` says why nothing carries it out, where nothing can (an aim, a date).
    """

    id: str
    says: str
    section: str
    place: Place
    marks: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    covered: str = ""

    @property
    def is_open(self) -> bool:
        """Tell whether the rules are silent or contradict themselves here."""
        return "gap" in self.marks or "conflict" in self.marks


@dataclass(frozen=True, slots=True)
class Query:
    """What does not fit in the rules, and what this project assumes; severity B, M or m."""

    id: str
    severity: str
    says: str
    default: str
    place: Place
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """What the component data must keep to."""

    id: str
    status: str
    says: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All rules of a game in the order of the rulebook."""

    prefix: str
    rules: tuple[Rule, ...]
    queries: tuple[Query, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    statements: tuple[Statement, ...] = ()


def rulebook_of(catalogue: Catalogue, game: str) -> Rulebook | None:
    """The rules of ``game`` as they were read with its data; None where there are none."""
    written = catalogue.written.get(game, ())
    return next((build_rulebook(one) for one in written if one.data["kind"] == "rules"), None)


def build_rulebook(source: Source) -> Rulebook:
    """Build the rulebook from a file that passed ``rules.json``."""
    top = At(source, (), source.data)
    rules = [
        (one, section.get("title"))
        for section in top.key("sections").entries()
        for one in section.key("rules").entries()
    ]
    constraints = top.key("constraints").entries()
    return Rulebook(
        source.data["prefix"],
        tuple(_record(one.raw | {"section": title}, one, Rule) for one, title in rules),
        top.key("findings").each(lambda one: _record(one.raw, one, Query)),
        tuple(_record(one.raw, one, Constraint) for one in constraints),
        tuple(
            Statement(one.get("id"), stated.raw, stated.place, tuple(_rulings_asked(stated)))
            for one in (*(rule for rule, _ in rules), *constraints)
            for stated in one.key("states").entries()
        ),
    )


def _record(raw: Mapping[str, Any], at: At, kind: type[R]) -> R:
    return convert({**raw, "place": at.place}, kind)


def _rulings_asked(stated: At) -> Iterator[RulingRequest]:
    """Every ruling that a `when` of a statement asks for, however deep."""
    for trail, text in walk(stated.raw, stated.trail):
        if trail[-1] == "when" and isinstance(text, str):
            place = stated.source.place(trail)
            with suppress(FormulaError):
                for ruling, option in rulings_in(read_value(text, place).tree):
                    if option is not None:
                        yield RulingRequest(ruling, option, place)


@dataclass(frozen=True, slots=True)
class NamedId:
    """An id and where it is written."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one game: of its rules, its constraints, its findings; and its citations.

    ``answers`` are the ids of rulings and claims, mostly each that of the finding it answers.
    """

    prefix: NamedId | None
    wanted: NamedId | None
    rules: tuple[NamedId, ...]
    constraints: tuple[NamedId, ...]
    findings: tuple[NamedId, ...]
    answers: tuple[NamedId, ...]
    cited: tuple[NamedId, ...]
    findings_named: tuple[NamedId, ...]


def ids_of(sources: Sequence[Source]) -> Ids:
    """Every id that the files of a folder give or name."""
    rules = [source for source in sources if source.data["kind"] == "rules"]
    others = [source for source in sources if source.data["kind"] != "rules"]
    games = [source for source in sources if source.data["kind"] == "game"]
    return Ids(
        prefix=next(_find_named(rules, ("prefix",)), None),
        wanted=next(_find_named(games, ("rule_ids_from",)), None),
        rules=tuple(_find_named(rules, ("sections", "*", "rules", "*", "id"))),
        constraints=tuple(_find_named(rules, ("constraints", "*", "id"))),
        findings=tuple(_find_named(rules, ("findings", "*", "id"))),
        answers=(
            *_find_named(games, ("rulings", "*", "id")),
            *_find_named(games, ("claims", "*", "id")),
        ),
        cited=tuple(named for one in (*others, *rules) for named in _find_cited(one)),
        findings_named=(
            *_find_named(rules, ("sections", "*", "rules", "*", "findings", "*")),
            *_find_named(games, ("refusals", "*", "finding")),
        ),
    )


def _find_named(sources: Iterable[Source], pattern: Trail) -> Iterator[NamedId]:
    """What stands where a pattern leads, in which ``*`` is each entry of a list."""
    for source in sources:
        for trail, value in walk(source.data):
            steps = ("*" if isinstance(step, int) else step for step in trail)
            if len(trail) == len(pattern) and tuple(steps) == pattern:
                yield NamedId(str(value), source.place(trail))


def _find_cited(source: Source) -> Iterator[NamedId]:
    """Rule ids in a list under `rules`, wherever it stands."""
    for trail, value in walk(source.data):
        listed = trail[-2:-1] == ("rules",) and isinstance(trail[-1], int)
        if listed and isinstance(value, str) and "fields" not in trail:
            yield NamedId(value, source.place(trail))


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
    own_ids = [one.id for one in ids.findings]
    answers = {one.id for one in ids.answers}  # count for those that are named elsewhere
    rules = ids.findings[0].place.file
    for named in ids.findings_named:
        answered = named.place.file != rules and named.id in answers
        if not answered and named.id not in own and named.id not in renamed:
            message = f"there is no finding {named.id}"
            hint = did_you_mean(named.id, own_ids, "list it under `findings` of rules.yaml")
            yield error(game, "finding-unknown", named.place, message, hint)
    for named in idle.values():
        used = next((name for name, meant in renamed.items() if meant == named.id), None)
        message = f"no rule, refused table, ruling or claim names the finding {named.id}"
        hint = "name it at the rules that it is about, or take it out"
        if used is not None:
            message = f"nothing names the finding {named.id}, and {uses[used]} places name {used}"
            hint = f"write {used} here"
        yield warning(game, "finding-idle", named.place, message, hint)


# A citation under `rules` names a rule of the game's own `rules.yaml` (or of its box). Ids are
# looked up only where there is such a file.


FEW = 3
"""So many places that cite a missing rule are named."""


def check_citations(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare what the data of every game cites with its rules."""
    read = {name: ids_of(sources) for name, sources in catalogue.written.items()}
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.id in read
        for finding in _check_ids(game, read[game.id], read)
    )


def _check_ids(game: Game, ids: Ids, others: Mapping[str, Ids]) -> Iterator[Finding]:
    for group in (ids.rules, ids.constraints, ids.findings):
        for name, place, first in repeats((named.id, named.place) for named in group):
            message = f"the id {name} is taken already ({first})"
            yield error(game, "rule-duplicate", place, message, "give it another number")
    yield from _prefixes(game, ids)
    if ids.rules:
        yield from _unknown_rules(game, ids, others)
    if ids.findings:
        yield from check_findings(game, ids)


def _prefixes(game: Game, ids: Ids) -> Iterator[Finding]:
    prefix, wanted = ids.prefix, ids.wanted
    words = {word for one in ids.constraints for word in one.id.split("-")}
    if prefix and not ids.rules and prefix.id not in words:
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


def _begins(rule: NamedId, prefix: NamedId) -> bool:
    return rule.id.startswith(f"{prefix.id}-")


def _unknown_rules(game: Game, ids: Ids, others: Mapping[str, Ids]) -> Iterator[Finding]:
    box = others.get(game.box or "")
    known = [one.id for one in (*ids.rules, *ids.constraints)]
    known += [one.id for one in (*box.rules, *box.constraints)] if box else []
    there = set(known)
    missing: dict[str, list[NamedId]] = {}
    for named in ids.cited:
        if named.id not in there:
            missing.setdefault(named.id, []).append(named)
    for name, citing in missing.items():
        following = _place_after(name, ids.rules, often=len(citing) > 1)
        if following is not None:
            more = [f"{len(citing) - FEW} other places"] if len(citing) > FEW else []
            places = list_words([*(str(one.place) for one in citing[:FEW]), *more])
            message = f"{name} is cited at {places}, but is not among the rules"
            hint = "put it back here, or mend the citations"
            yield error(game, "rule-missing", following, message, hint)
            continue
        owners = (one for one, its in others.items() if name in [rule.id for rule in its.rules])
        owner = next(owners, None)
        for named in citing:
            message = f"there is no rule {name}" + (f" here: {owner} has it" if owner else "")
            hint = did_you_mean(name, known, f"see trilith rules {game.id}")
            yield error(game, "rule-unknown", named.place, message, hint)


def _place_after(rule: str, rules: Sequence[NamedId], often: bool) -> Place | None:
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


def _number(rule: NamedId) -> int:
    number = rule.id.rpartition("-")[2]
    return int(number) if number.isdigit() else 0


_WORD = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
LEAST = 4
"""Letters of the shortest words that are compared; shorter ones are too much like each other."""


def check_misspelt(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Look at what each set-up calls its pieces."""
    found: list[Finding] = []
    for game in catalogue.games.values():
        if game.complete:
            own, box = (catalogue.written.get(one or "", ()) for one in (game.id, game.box))
            found += _check_words(game, (*own, *box))
    return tuple(found)


def _check_words(game: Game, sources: Sequence[Source]) -> Iterator[Finding]:
    said = [
        (source, trail, text)
        for source in sources
        if source.data["kind"] == "setup"
        for trail, text in walk(source.data["steps"], ("steps",))
        if trail[-1] == "called" and isinstance(text, str)
    ]
    used: Counter[str] = Counter()
    for source in sources if said else ():
        used.update(_words_in(source))
    for source, trail, text in said:
        for message, hint in _faults(text, used):
            place = source.place(trail)
            yield warning(game, "called-misspelt", place, message, hint)


def _words_in(source: Source) -> Counter[str]:
    """How often a file has each word, in the order in which they first occur."""
    used: Counter[str] = Counter()
    texts = (one for keys, value in walk(source.data) for one in (*keys[-1:], value))
    for text, times in Counter(one for one in texts if isinstance(one, str)).items():
        for word in _words(text):
            used[word] += times
    return used


def _words(text: str) -> list[str]:
    """The words of a text, and those that hyphens join, as a whole too."""
    plain = text.replace("_", " ").lower()
    joined = _WORDS.findall(plain) if "-" in plain else ()
    return [*_WORD.findall(plain), *(some for some in joined if "-" in some)]


def _faults(text: str, used: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    words = _words(text)
    if not words:
        yield f"{text!r} is no word", "say what people call these pieces"
    for word in dict.fromkeys(words):
        if used[word] > words.count(word):
            continue
        close = next((other for other in used if other not in words and is_slip(word, other)), "")
        if close:
            yield f"the word {word!r} of `what` occurs nowhere else", f"did you mean {close!r}?"


def is_slip(word: str, other: str) -> bool:
    """Tell whether two letters side by side in one word have changed places in the other."""
    if len(word) != len(other) or len(word) < LEAST:
        return False
    wrong = [at for at, (one, two) in enumerate(zip(word, other, strict=True)) if one != two]
    if len(wrong) != 2 or wrong[1] != wrong[0] + 1:
        return False
    first, second = wrong
    return (word[first], word[second]) == (other[second], other[first])
